/**
 * In: a text. Out: secrets that are known by their shape or by where they stand: keys in blocks, passwords in
 * addresses, headers, and in the words of commands.
 *
 * What a pattern repeats without end is followed by nothing, or can't begin anew within itself: each takes time in
 * proportion to the text, whatever it holds.
 *
 * @module
 */
import { holdsAny } from "../../rare_pattern.ts";
import { CODES } from "./codes.ts";
import { CALLS, commandsIn, SWITCHES } from "./commands.ts";
import { longestWord } from "./issued.ts";
import { type Found, isKey, isLongKey, isName, isPlaceholder, isVariable } from "./look.ts";

/** A kind of secret. */
export interface Shape {
  readonly kind: string;
  /** In lower case. A text without any of them holds no such secret, and the pattern is not even compiled. */
  readonly words: readonly string[];
  /** Of those one, too. */
  readonly and?: readonly string[];
  /** How long a stretch of letters, digits, `_` and `-` it has, sixteen or more; most texts have none. */
  readonly long?: number;
  /** It is what a command's option says: `-p`, `--password`. */
  readonly isOption?: boolean;
  /** What its one group that matches holds is the secret; all of it where there is no group. */
  readonly pattern: () => RegExp;
  /** The secrets are within that, each where this matches. */
  readonly parts?: () => RegExp;
  /** How each secret looks. */
  readonly looks?: (secret: string, before: string) => boolean;
}

/** The secrets of a shape, from left to right. */
export function secretsOf({ kind, pattern, parts, looks }: Shape, text: string): Found[] {
  const found: Found[] = [];
  const add = (secret: string, start: number) => {
    if (
      isPlaceholder(secret) || isVariable(secret) ||
      looks?.(secret, text.slice(Math.max(0, start - 60), start)) === false
    ) return;
    found.push({ start, end: start + secret.length, kind });
  };
  for (const match of text.matchAll(pattern())) {
    const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
    // The last occurrence: a password may equal the user name or the word before it.
    const start = match.index + match[0].lastIndexOf(secret);
    if (parts === undefined) add(secret, start);
    else for (const { 0: part, index } of secret.matchAll(parts())) add(part, start + index);
  }
  return found;
}

/** Whose keys have no sign of their own. */
const AFTER_SERVICE = String
  .raw`\b(?:cloudflare|fastly|bunny|linode|vultr|hetzner|scaleway|ovh|godaddy|namecheap|gandi|porkbun|desec|dnspod|algolia|segment|mixpanel|amplitude|datadog|honeycomb|logtail|papertrail|bugsnag|rollbar|codecov|codacy|coveralls|circleci|travis|snyk|sonarcloud|heroku|railway|mistral|cohere|deepgram|assemblyai|mapbox|maptiler|openweather|mailgun|postmark|mailjet|sparkpost|vonage|plivo|messagebird|pushover|zendesk|intercom|asana|trello|todoist|clickup|contentful|sanity|strapi|auth0|okta|qiniu|tushare)\b[^\n]{0,24}?[\s:=("'\x60]$(?<!(?:id|sha|hash|zone|account|commit|rev|trace|request|etag|digest)["']?[\s:=]{1,3})`;

/** Of cookies that let somebody in, those that are not called sessions. */
const COOKIES = "remember bili_jct= bduss pt_key= z_c0= li_at= aspxauth= aspnetcore. wordpress_logged_in_".split(" ");

const SHAPES: readonly Shape[] = [
  {
    kind: "private-key",
    words: ["private key", "private-lines"],
    pattern: () =>
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?=[\s\S]{0,80}?[A-Za-z0-9+/=]{24})[\s\S]*$)|Private-Lines: \d+\s+([A-Za-z0-9+/=\s]+?)(?=\s*(?:Private-MAC|$))/g,
    // Not where one line says what to paste.
    looks: (block) =>
      !/KEY(?: BLOCK)?-----(?:\\n|\s){0,4}(?:[([<{][^\n]{0,80}|your[ _-][a-z _-]{1,60}|\.{3}|…|\*+)(?:\\n|\s){0,4}-----END/i
        .test(block),
  },
  {
    kind: "jwt",
    words: ["eyj"],
    pattern: () => /\beyJ(?:(?!-eyJ)[A-Za-z0-9_-]){10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  },
  { kind: "telegram-token", long: 16, words: [":aa"], pattern: () => /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: "google-key", long: 16, words: [":apa91b"], pattern: () => /\bAAAA[\w-]{5,10}:APA91b[\w-]{100,}/g },
  {
    kind: "azure-secret",
    long: 16,
    words: ["q~"],
    pattern: () => /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~])/g,
  },
  {
    kind: "hashicorp-token",
    long: 16,
    words: [".atlasv1."],
    pattern: () => /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{50,}/g,
  },
  { kind: "mailchimp-key", long: 32, words: ["-us"], pattern: () => /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { kind: "mailgun-key", long: 50, words: ["-"], pattern: () => /\b[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b/g },
  {
    // A variable of the environment that is not called the name of anything public.
    kind: "token",
    long: 16,
    words: ["="],
    pattern: () =>
      /(?<![\w.-])(?![A-Z0-9_]*(?:PUBLIC|PUBLISHABLE|HASH|DIGEST|CHECKSUM|SHA|COMMIT|VERSION|FINGERPRINT|IMAGE|INTEGRITY|URL|PATH|CURSOR|ID=|REV=|TAG=))[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}=["']?([\w+/=-]{24,200})(?![\w/.:@])/g,
    looks: isKey,
  },
  {
    kind: "token",
    long: 32,
    words: ["encrypt", "master", "sign", "hmac", "cookie", "seed", "license", "auth", "login", "apikey"],
    pattern: () =>
      /(?<![A-Za-z])(?:encrypt(?:ion)?|master|sign(?:ing)?|hmac|cookie|seed|license|auth|login|apikey)(?:[_.-][A-Za-z0-9]{1,30}){0,3}["']?\s?[=:]\s?["']?((?=[0-9]*[a-f])[0-9a-f]{32,128})(?![\w/.:@-])/gi,
  },
  { kind: "zhipu-key", long: 32, words: ["."], pattern: () => /\b[0-9a-f]{32}\.[A-Za-z0-9]{16}\b/g },
  {
    kind: "discord-token",
    long: 16,
    words: ["."],
    pattern: () => /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g,
  },
  {
    kind: "url-password",
    words: ["://"],
    pattern: () => /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,200}:([^\s:/"'<>`][^\s/"'<>`]{0,300})@(?=[\w[])/gi,
  },
  {
    kind: "url-password",
    words: ["jdbc:oracle:"],
    pattern: () => /\bjdbc:oracle:\w{2,8}:[^\s/:@"']{1,80}\/"?([^\s"'@]{3,200})"?@/gi,
  },
  {
    kind: "url-token",
    long: 16,
    words: ["://"],
    pattern: () => /\b(?:https?|vless|trojan|ss|hysteria2?|tuic):\/\/((?=[^\s:/@]*\d)[\w.~%=-]{16,300})@(?=\w)/gi,
  },
  {
    kind: "url-signature",
    words: ["sig=", "signature="],
    pattern: () => /(?<![A-Za-z])(?:sig|x-amz-signature|x-goog-signature|signature)=([\w%+/=.-]{20,})/gi,
  },
  {
    kind: "bearer-token",
    words: ["bearer"],
    pattern: () => /\bBearer["']?[\s:]+["'`]?((?=[^\s"']*\d)[A-Za-z0-9._~+/=|-]{16,})/gi,
  },
  {
    kind: "basic-auth",
    words: ["basic"],
    pattern: () => /\bBasic\s+((?=[A-Za-z0-9+/]*(?:\d|[a-z][A-Z]|=))[A-Za-z0-9+/]{10,}={0,2})(?![\w+/])/g,
  },
  {
    kind: "auth-header",
    words: ["authorization"],
    pattern: () =>
      /\bAuthorization["']?\s*[:：=]\s*["']?(?:(?:Token|ApiKey|Api-Key|Key|OAuth|Digest|AWS4\S*|MAC|Bot|SSWS|Discogs token=)\s+)?((?=[^\s"']*\d)[\w.~+/=:|-]{16,})/gi,
  },
  {
    kind: "cookie",
    long: 16,
    words: ["cookie"],
    pattern: () =>
      /\b(?:Set-)?Cookie(?:["']?\s*(?:[:：=]|是|为)|[^\n:：=;,(]{0,24}[:：])\s*["']?([\w.-]{1,60}=[^\s;"']{16,}(?:; ?[\w.-]{1,60}=[^\s;"']+)*)/gi,
  },
  {
    kind: "cookie",
    long: 16,
    words: ["sessid", "sessionid", ".sid=", "_session=", "sessdata=", ...COOKIES],
    pattern: () =>
      /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|SESSDATA|\w{1,30}_session|rememberMe|remember_\w{1,60}|bili_jct|BDUSS\w{0,8}|pt_key|z_c0|li_at|ASPXAUTH|AspNetCore\.\w{1,40}|wordpress_logged_in_\w{1,60})=([\w%.+/=*|-]{16,})/gi,
  },
  {
    kind: "url-password",
    words: ["@"],
    pattern: () =>
      /(?<![\w/.:@-])[\w.-]{2,40}:((?=[^\s@]*\d)[^\s:@/"'`<>]{6,64})@(?:(?:tcp|unix)\(|[A-Za-z][\w-]*(?:(?:\.[\w-]+)*:\d{2,5}\b|(?:\.[\w-]+)+\/))/g,
  },
  {
    // A line of /etc/shadow.
    kind: "password",
    words: [":$"],
    pattern: () => /(?<![\w.-])[\w.-]{1,40}:\$(?:\w{1,8})\$([\w./$=,+-]{20,300}):\d{0,6}:/g,
  },
  {
    // What a QR code for a network holds.
    kind: "password",
    words: ["wifi:"],
    pattern: () => /\bWIFI:(?:[A-Z]{1,4}\d?:[^;\n]{0,64};){0,4}P:"?((?:\\.|[^;\\\n"]){4,80})"?;/gi,
  },
  {
    kind: "password",
    words: [":5432:", ":5433:", ":6432:", ":*:"],
    pattern: () => /^[\w.*-]{1,200}:(?:\d{4,5}|\*):[\w*-]{1,80}:[\w*-]{1,80}:(\S{3,200})$/gm,
  },
  {
    // After the name of who issued it, with nothing else to tell what it is.
    kind: "token",
    long: 32,
    words: ["-", " ", "\n"],
    pattern: () => /(?<![\w/.@=-])[\w-]{32,80}={0,2}(?![\w/.@=-])/g,
    looks: (word, before) => isLongKey(word) && new RegExp(AFTER_SERVICE, "i").test(before),
  },
];

/**
 * Addresses that let in whoever knows them: a part that tells them, in lower case, and what stands between it and the
 * secret, if anything, as a pattern; then the kind, if it has one of its own. ASCII alone: the compiler writes other
 * characters of a raw text as escapes.
 */
const HOOKS = String.raw`
hooks.slack.com/>(?:services|workflows|triggers)/>slack-webhook /api/webhooks/>(?:\d+/)? /bot/v2/hook/
/trigger-webhook/ webhook/send?key= /incomingwebhook/ webhook.office.com/webhookb2/ hooks.zapier.com/>hooks/catch/
.make.com/ hook.integromat.com/ maker.ifttt.com/>trigger/[\w{}-]+/(?:json/)?with/key/ webhook.site/ /hooks/ /hook/
/webhook/ /webhooks/>(?:\d+/)? /build_hooks/ /deploy_hooks/ /integrations/deploy/>prj_\w+/ exchangerate-api.com/>v6/
infura.io/>(?:ws/)?v3/ alchemy.com/>(?:nft/)?v[23]/ alchemyapi.io/>(?:nft/)?v[23]/ .quiknode.pro/
rpc.ankr.com/>(?:\w+/)+? .chainstack.com/ getblock.io/ blastapi.io/ nodereal.io/>v1/ helius-rpc.com/>\?api-key=
blockpi.network/>v1/rpc/ api.telegram.org/>(?:file/)?bot\d+: sctapi.ftqq.com/ sc.ftqq.com/ .push.ft07.com/>send/
api.day.app/ qmsg.zendee.cn/>j?send/ api.chuckfang.com/ tgram:// discord:// hc-ping.com/ /ping/ /heartbeat/
/heartbeats/ /api/push/ events.pagerduty.com/>integration/ alert.victorops.com/>integrations/generic/\d+/alert/
loggly.com/>(?:inputs|bulk)/ sumologic.com/>receiver/v1/http/ /private- discourse.group/>invites/ /invites/ /invite/
/link/>(?=\w{16}) /subscribe/>(?=\w{16}) /reset-password/ /magic/
`;

/** The last parts of an address that lets somebody in: not words, nor only a number. */
function isHookSecret(path: string): boolean {
  return path.length >= 6 && !isName(path) && (/[a-z]/i.test(path) || path.length >= 16);
}

/** The rows of the addresses that a text may hold. */
function hooksIn(text: string, lower: string): Shape[] {
  if (!text.includes("://")) return [];
  const paths = lower.match(/:\/\/[^\s"'<>]{12,200}/g)?.join("\n") ?? "";
  return HOOKS.trim().split(/\s/).map((row) => row.split(">")).filter(([part = ""]) => paths.includes(part))
    .map(([part = "", lead = "", kind = "webhook"]): Shape => {
      const pattern = String
        .raw`${part.replace(/[.?/]/g, "\\$&")}${lead}((?=[\w~@:/-]{0,80}\d)[\w~-]{4,200}(?:[/@:][\w-]{4,200}){0,5})`;
      return { kind, words: [], pattern: () => new RegExp(pattern, "gi"), looks: isHookSecret };
    });
}

/** The shapes that a text may hold, each as a function that finds its secrets from left to right. */
export function shapesIn(text: string): ((text: string) => Found[])[] {
  const lower = text.toLowerCase();
  const longest = longestWord(text);
  const hasOption = /\s-{1,2}[a-z]/i.test(text);
  const shapes = [...SHAPES, ...CODES, ...CALLS, ...SWITCHES].filter(({ words, and, long = 0, isOption }) =>
    long <= longest && (hasOption || isOption !== true) && holdsAny(lower, words) &&
    (and === undefined || holdsAny(lower, and))
  );
  const hooks = longest > 0 || lower.includes("hook") ? hooksIn(text, lower) : [];
  return [...shapes, ...commandsIn(text, hasOption), ...hooks]
    .map((shape) => (current: string) => secretsOf(shape, current));
}
