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
import type { Found } from "./found.ts";
import { isPlaceholder, isVariable } from "./harmless.ts";
import { hasLongWord } from "./issued.ts";

interface Shape {
  readonly kind: string;
  /** In lower case. A text without any of them holds no such secret, and the pattern is not even compiled. */
  readonly words: readonly string[];
  /** It has a stretch of sixteen characters without a sign, without which most texts are. */
  readonly isLong?: boolean;
  /** It is what a command's option says: `-p`, `--password`. */
  readonly isOption?: boolean;
  /** What its one group that matches holds is the secret; all of it where there is no group. */
  readonly pattern: () => RegExp;
}

/** What a shell takes for one word: in quotes, or without. */
const WORD = String
  .raw`(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s'"<|;&-][^\s'"|;]{2,200}))`;

const SHAPES: readonly Shape[] = [
  {
    kind: "private-key",
    words: ["private key", "private-lines"],
    pattern: () =>
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?=[\s\S]{0,80}?[A-Za-z0-9+/=]{24})[\s\S]*$)|Private-Lines: \d+\s+([A-Za-z0-9+/=\s]+?)(?=\s*(?:Private-MAC|$))/g,
  },
  {
    kind: "jwt",
    words: ["eyj"],
    pattern: () => /\beyJ(?:(?!-eyJ)[A-Za-z0-9_-]){10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  },
  { kind: "telegram-token", isLong: true, words: [":aa"], pattern: () => /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: "google-key", isLong: true, words: [":apa91b"], pattern: () => /\bAAAA[\w-]{5,10}:APA91b[\w-]{100,}/g },
  {
    kind: "azure-secret",
    isLong: true,
    words: ["q~"],
    pattern: () => /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~])/g,
  },
  {
    kind: "hashicorp-token",
    isLong: true,
    words: [".atlasv1."],
    pattern: () => /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{50,}/g,
  },
  { kind: "mailchimp-key", isLong: true, words: ["-us"], pattern: () => /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { kind: "zhipu-key", isLong: true, words: ["."], pattern: () => /\b[0-9a-f]{32}\.[A-Za-z0-9]{16}\b/g },
  {
    kind: "discord-token",
    isLong: true,
    words: ["."],
    pattern: () => /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g,
  },
  {
    kind: "slack-webhook",
    words: ["hooks.slack.com/"],
    pattern: () => /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/]{20,})/gi,
  },
  {
    kind: "webhook",
    words: ["/api/webhooks/", "/bot/v2/hook/", "webhook/send?key=", "/incomingwebhook/"],
    pattern: () =>
      /(?:\/api\/webhooks\/\d+\/([\w-]{40,})|\/bot\/v2\/hook\/([\w-]{20,})|webhook\/send\?key=([\w-]{20,})|\/IncomingWebhook\/([\w-]{20,}))/gi,
  },
  {
    kind: "url-password",
    words: ["://"],
    pattern: () => /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,200}:([^\s:/"'<>`][^\s/"'<>`]{0,300})@(?=[\w[])/gi,
  },
  {
    kind: "url-token",
    isLong: true,
    words: ["://"],
    pattern: () => /\bhttps?:\/\/((?=[^\s:/@]*\d)[\w.~%-]{16,300})@(?=\w)/gi,
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
    isLong: true,
    words: ["cookie"],
    pattern: () =>
      /\b(?:Set-)?Cookie["']?\s*(?:[:：=]|是|为)\s*["']?([\w.-]{1,60}=[^\s;"']{16,}(?:; ?[\w.-]{1,60}=[^\s;"']+)*)/gi,
  },
  {
    kind: "password",
    isOption: true,
    words: ["curl", "wget", "http"],
    pattern: () =>
      command(
        String.raw`\b(?:curl|wget|https?)\b[^\n|;]{0,300}?\s(?:-u|--user|--proxy-user|-U|--auth|-a)[ =]?`,
        String
          .raw`(?:'[^\s:']{1,80}:([^'\n]{3,200})'|"[^\s:"]{1,80}:([^"\n]{3,200})"|[^\s:'"/]{1,80}:([^\s'"/]{3,200}))`,
      ),
  },
  {
    kind: "password",
    isOption: true,
    words: ["mysql", "mariadb"],
    pattern: () => command(String.raw`\b(?:mysql|mariadb)[\w-]*\b[^\n|;]{0,200}?\s-p`, WORD),
  },
  {
    kind: "password",
    isOption: true,
    words: ["sshpass", "redis-cli", "docker", "podman", "helm", "az ", "mongo", "skopeo", "oras", "nerdctl", "buildah"],
    pattern: () =>
      command(
        String
          .raw`\b(?:sshpass\s+-p|(?:redis-cli|valkey-cli)\b[^\n|;]{0,200}?\s-a|(?:docker|podman|helm|az|skopeo|oras|nerdctl|buildah)\s(?:registry\s)?login\b[^\n|;]{0,200}?\s-p|mongo(?:sh|dump|restore|export)?\b[^\n|;]{0,200}?\s-p)\s*`,
        WORD,
      ),
  },
  {
    kind: "password",
    isOption: true,
    words: [
      "ldap",
      "zip",
      "7z",
      "sqlcmd",
      "bcp",
      "smbclient",
      "htpasswd",
      "keytool",
      "jarsigner",
      "rdp",
      "impacket",
      "lftp",
    ],
    pattern: () =>
      command(
        String
          .raw`\b(?:ldap(?:search|modify|add|delete|whoami)\b[^\n|;]{0,200}?\s-w\s+|(?:un)?zip\b[^\n|;]{0,80}?\s-P\s*|7z\w?\b[^\n|;]{0,80}?\s-p|(?:sqlcmd|bcp)\b[^\n|;]{0,200}?\s-P\s*|smbclient\b[^\n|;]{0,200}?\s-U\s*[^\s%]{1,60}%|htpasswd\s+-\w*b\w*\s+\S{1,200}\s+\S{1,80}\s+|[wx]freerdp\b[^\n|;]{0,200}?\s\/p:|lftp\b[^\n|;]{0,200}?\s-u\s+[^\s,]{1,60},)`,
        WORD,
      ),
  },
  {
    kind: "password",
    words: ["sudo", "chpasswd", "--password-stdin"],
    pattern: () =>
      command(
        String
          .raw`\becho\s+(?:-n\s+)?(?=[^\n|]{3,200}\|\s*(?:sudo\s+(?:-\w+\s+)*-\w*S|(?:sudo\s+)?chpasswd|[^\n|]{0,100}--password-stdin))(?=\S)`,
        String.raw`(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s'"<|;&-][^\s'"|;]{2,200}))`,
      ),
  },
  {
    kind: "password",
    words: ["identified", "with password", "requirepass", "masterauth", "pass:"],
    pattern: () =>
      command(
        String
          .raw`\b(?:IDENTIFIED\s+(?:WITH\s+\S{1,40}\s+)?(?:BY|AS)\s+|WITH\s+(?:LOGIN\s+)?(?:ENCRYPTED\s+)?PASSWORD\s+|(?:requirepass|masterauth)\s+|-pass(?:in|out)?\s+pass:)`,
        WORD,
      ),
  },
  {
    kind: "password",
    isOption: true,
    words: [
      "--pass",
      "--pw",
      "--token",
      "--secret",
      "--api-key",
      "--apikey",
      "--auth",
      "--key",
      "--client-secret",
      "-storepass",
    ],
    pattern: () =>
      command(
        String
          .raw`\s--(?:[a-z]+-)*(?:pass(?:word|wd|phrase)?|pwd?|token|secret|api-?key|client-secret|auth-?key|secret-key|access-key)(?:=|\s{1,2}(?!(?:options?|flags?|arguments?|parameters?|is|or|and|to|for|instead|from|when|via|on|in|as|so|can|will|with)\b))`,
        WORD,
      ),
  },
  {
    kind: "password",
    isOption: true,
    words: ["storepass", "keypass"],
    pattern: () => command(String.raw`\s-(?:src|dest)?(?:store|key)pass\s+`, WORD),
  },
  {
    kind: "password",
    words: ["sqlplus", "sqlldr", "expdp", "impdp", "mosquitto"],
    pattern: () =>
      command(
        String
          .raw`\b(?:(?:sqlplus|sqlldr|expdp|impdp)\s+(?:-\w+\s+)*["']?\w{1,40}\/(?=[^\s@]{3,80}@)|mosquitto_\w+\b[^\n|;]{0,200}?\s-P\s+)`,
        String.raw`(?:"([^"\n]{3,200})"|([^\s'"<|;&@-][^\s'"|;@]{2,200}))`,
      ),
  },
  {
    kind: "password",
    words: ["jwt.", "createhmac", "hmac.new"],
    pattern: () =>
      /(?:\bjwt\.(?:sign|verify|encode|decode)\([^"'\n]{0,160}?|\bcreateHmac\(["'][\w-]+["'],\s*|\bhmac\.new\(b?)["']([^"'\n]{6,200})["']/g,
  },
  { kind: "password", words: ["login "], pattern: () => /\blogin\s+\S{1,100}\s+password\s+(\S{3,200})/g },
  {
    kind: "password",
    words: ["rabbitmqctl", "/user:"],
    pattern: () =>
      command(
        String
          .raw`(?:\brabbitmqctl\s+(?:change_password|add_user|authenticate_user)\s+\S{1,80}\s+|\s\/user:\S{1,80}\s+)`,
        WORD,
      ),
  },
  {
    // A name that many systems have, or an address, and its password after a slash.
    kind: "password",
    words: [" / ", "admin/", "root/", "@"],
    pattern: () =>
      /(?<![\w/.-])(?:(?:admin(?:istrator)?|root|guest|demo|test|elastic|postgres|[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}) ?\/ ?|\w{2,20} \/ (?!\S*@\d))((?=[^\s/，。]*\d)(?=[^\s/，。]*[A-Za-z])(?=[^\s/，。]*[!@#$%^&*?~])[^\s/，。；、）)"'`]{6,64})/g,
  },
  {
    kind: "otp-seed",
    words: ["totp", "otp", "2fa", "mfa", "种子", "动态口令"],
    pattern: () =>
      /(?:\b(?:TOTP|OTP|2FA|MFA)\b|种子|动态口令)[^\n]{0,40}?(?<![A-Za-z0-9])((?=[A-Z2-7]*\d)[A-Z2-7]{16,64})(?![A-Za-z0-9])/gi,
  },
  {
    kind: "recovery-code",
    words: ["backup code", "recovery code", "恢复码", "备用码", "备用验证码", "备份码"],
    pattern: () =>
      /(?:(?:backup|recovery) codes?|恢复码|备用(?:验证)?码|备份码)\s?(?:[:：]|is|are|是|为)?\s{0,3}((?=[^\n]{0,20}\d)[a-z0-9]{4,10}-[a-z0-9]{4,10}(?:[ ,，、]{1,2}[a-z0-9]{4,10}-[a-z0-9]{4,10})*)/gi,
  },
  {
    kind: "cookie",
    isLong: true,
    words: ["sessid", "sessionid", ".sid=", "_session=", "sessdata="],
    pattern: () =>
      /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|SESSDATA|\w{1,30}_session)=([\w%.+/=*-]{16,})/gi,
  },
  {
    kind: "url-password",
    words: ["@"],
    pattern: () =>
      /(?<![\w/.:@-])[\w.-]{2,40}:((?=[^\s@]*\d)[^\s:@/"'`<>]{6,64})@(?:(?:tcp|unix)\(|[A-Za-z][\w-]*(?:(?:\.[\w-]+)*:\d{2,5}|(?:\.[\w-]+)+\/))/g,
  },
  {
    kind: "password",
    words: ["securestring", "/pass:"],
    pattern: () =>
      /(?:ConvertTo-SecureString\s+(?:-String\s+)?["']([^"'$\n]{3,200})["']|\s\/pass:["']?([^\s"']{3,200}))/gi,
  },
  {
    kind: "password",
    isOption: true,
    words: ["from-literal"],
    pattern: () => command(String.raw`--from-literal[= ]["']?[\w.-]{1,80}=`, WORD),
  },
  {
    kind: "password",
    words: [":5432:", ":5433:", ":6432:", ":*:"],
    pattern: () => /^[\w.*-]{1,200}:(?:\d{4,5}|\*):[\w*-]{1,80}:[\w*-]{1,80}:(\S{3,200})$/gm,
  },
  {
    kind: "password",
    words: ["password", "pwd", "secret", "token", "apikey", "key"],
    pattern: () =>
      /\b(?:key|name)=["'][\w.:-]{0,60}(?:password|pwd|secret|token|apikey)["']\s{1,4}value=["']([^"'\n]{4,200})["']/gi,
  },
  {
    kind: "seed-phrase",
    words: ["seed", "mnemonic", "recovery phrase", "助记词"],
    pattern: () =>
      /(?:\b(?:seed|recovery|mnemonic|backup)(?: phrase| words)?|助记词)["']?\s{0,3}(?:[:：=]|is|are|是|为)\s{0,3}["'“「]?((?:[a-z]{3,8}[ ,，]{1,2}){11,23}[a-z]{3,8})\b/gi,
  },
  {
    // A Google account's, 16 letters in groups of four; QQ's and 163's, in one.
    kind: "password",
    words: ["app password", "app-password", "授权码", "应用专用密码", "应用密码", "应用程序密码"],
    pattern: () =>
      /(?:app[ -]password|授权码|应用(?:专用|程序)?密码)[^\n\w]{0,20}(?:(?:is|was|for \w{1,20})\s{1,2}){0,2}((?:[a-z]{4} ){3}[a-z]{4}|[a-z]{16}|[A-Z]{16})\b/gi,
  },
  {
    kind: "pin",
    words: ["pin", "提取码", "passcode"],
    pattern: () =>
      /(?:\bPIN(?:\s?码|\s?code|\s?number)?|\bpasscode|提取码)["'”」]?\s{0,3}(?:[:：=]|is|are|was|是|为)\s{0,3}["'“「]?(\d{4,8}(?![\w.])|(?<=提取码[^\n]{0,8})[a-z0-9]{4}\b)/gi,
  },
  {
    kind: "license-key",
    words: ["license", "licence", "serial", "product key", "激活码", "序列号", "注册码", "许可证"],
    pattern: () =>
      /(?:licen[cs]e|serial|product)[^\n]{0,24}?(\b[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,5}\b)|(?:激活码|序列号|注册码|许可证)[^\n]{0,12}?(\b[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,6}\b)/gi,
  },
  {
    kind: "onepassword-key",
    words: ["a3-"],
    pattern: () => /\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b/g,
  },
];

function command(before: string, word: string): RegExp {
  return new RegExp(before + word, "g");
}

/** The shapes that a text may hold, each as a function that finds its secrets from left to right. */
export function shapesIn(text: string): ((text: string) => Found[])[] {
  const lower = text.toLowerCase();
  const isLongText = hasLongWord(text);
  const hasOption = /\s-{1,2}[a-z]/i.test(text);
  return SHAPES.filter(({ words, isLong, isOption }) =>
    (isLongText || !isLong) && (hasOption || !isOption) && holdsAny(lower, words)
  )
    .map((shape) => (current: string) => secretsOf(shape, current));
}

function secretsOf({ kind, pattern }: Shape, text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(pattern())) {
    const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
    // The last occurrence: a password may equal the user name or the word before it.
    const start = match.index + match[0].lastIndexOf(secret);
    if (!isPlaceholder(secret) && !isVariable(secret)) found.push({ start, end: start + secret.length, kind });
  }
  return found;
}
