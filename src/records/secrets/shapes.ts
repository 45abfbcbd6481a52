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
import { COMMANDS } from "./commands.ts";
import { isFile, isName, isPlaceholder, isReference, isTerm, isVariable } from "./harmless.ts";
import { HOOKS } from "./hooks.ts";
import { longestWord } from "./issued.ts";
import { isChosen, isKey, isMade, isMixed } from "./look.ts";

interface Shape {
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

/** What a shell takes for one word: in quotes, or without. */
const WORD = String
  .raw`(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s'"<|;&-][^\s'"|;]{2,200}))`;

/** Names of calls that let somebody in, up to their first argument, and their arguments. */
const CALL = String
  .raw`(?:\b[\w.:>-]{0,40}(?:auth|login|credentials?|mac|connect(?:ion)?|authentication|pw_set|mysqli|pdo|dialer|basic\w{0,12}|password)\s?(?:=\s?|:\s?)?[([]|\bauth=\w{0,20}\()((?=[^()\n]{0,300}["'])[^()\n]{4,400})`;

/** Whose keys have no sign of their own. */
const AFTER_SERVICE = String
  .raw`\b(?:cloudflare|fastly|bunny|linode|vultr|hetzner|scaleway|ovh|godaddy|namecheap|gandi|porkbun|desec|dnspod|algolia|segment|mixpanel|amplitude|datadog|honeycomb|logtail|papertrail|bugsnag|rollbar|codecov|codacy|coveralls|circleci|travis|snyk|sonarcloud|heroku|railway|mistral|cohere|deepgram|assemblyai|mapbox|maptiler|openweather|mailgun|postmark|mailjet|sparkpost|vonage|plivo|messagebird|pushover|zendesk|intercom|asana|trello|todoist|clickup|contentful|sanity|strapi|auth0|okta|qiniu|tushare)\b[^\n]{0,24}?[\s:=("'\x60]$(?<!(?:id|sha|hash|zone|account|commit|rev|trace|request|etag|digest)["']?[\s:=]{1,3})`;

/** Whether an argument is no name, no address, and looks like a password or a key. */
function isCredential(argument: string): boolean {
  if (/\\|=./.test(argument) || isName(argument) || isTerm(argument) || isReference(argument) || isFile(argument)) {
    return false;
  }
  return (isMade(argument) && argument.length >= 16 && (isMixed(argument) || /^[0-9a-f]{24,}$/.test(argument))) ||
    (isChosen(argument) && !/[:/,;]|\.\w{2,5}$/.test(argument));
}

/** Whether it is as long and as mixed as a key, or hexadecimal and too long for the number of a record. */
function isLongKey(value: string): boolean {
  return isKey(value) || /^(?=.*[a-f])(?=.*\d)[0-9a-f]{32,}$/.test(value);
}

/** Without the full stop of a sentence. */
function trimEnd(word: string): string {
  return word.replace(/[.!?)]+$/, "");
}

/** The last parts of an address that lets somebody in: not words, nor only a number. */
function isHookSecret(path: string): boolean {
  return path.length >= 6 && !isName(path) && (/[a-z]/i.test(path) || path.length >= 16);
}

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
      /(?<![\w.-])(?![A-Z0-9_]*(?:PUBLIC|HASH|DIGEST|CHECKSUM|SHA|COMMIT|VERSION|FINGERPRINT|IMAGE|INTEGRITY|URL|PATH|CURSOR|ID=|REV=|TAG=))[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}=["']?([\w+/=-]{24,200})(?![\w/.:@])/g,
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
      /\b(?:Set-)?Cookie["']?\s*(?:[:：=]|是|为)\s*["']?([\w.-]{1,60}=[^\s;"']{16,}(?:; ?[\w.-]{1,60}=[^\s;"']+)*)/gi,
  },
  {
    kind: "password",
    words: ["echo "],
    pattern: () =>
      command(
        String
          .raw`\becho\s+(?:-n\s+)?(?=[^\n|]{3,200}\|\s*(?:sudo\s+(?:-\w+\s+)*-\w*S|(?:sudo\s+)?chpasswd|[^\n|]{0,100}--password-stdin)|[^\n|]{3,200}>{1,2}\s*\S{0,80}(?:pass|pwd|secret|token|credential))(?=\S)`,
        WORD,
      ),
    looks: (word) => !/\$[({A-Z_]/.test(word),
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
    words: ["jwt.", "createhmac", "hmac.new"],
    pattern: () =>
      /(?:\bjwt\.(?:sign|verify|encode|decode)\([^"'\n]{0,160}?|\bcreateHmac\(["'][\w-]+["'],\s*|\bhmac\.new\(b?)["']([^"'\n]{6,200})["']/g,
  },
  { kind: "password", words: ["login "], pattern: () => /\blogin\s+\S{1,100}\s+password\s+(\S{3,200})/g },
  {
    // A name that many systems have, or an address, and its password after a slash.
    kind: "password",
    words: ["admin", "root/", "root /", "guest", "demo", "test", "elastic", "postgres", "@"],
    and: ["/"],
    pattern: () =>
      /(?<![\w/.-])(?:[Aa]dmin(?:istrator)?|root|guest|demo|test|elastic|postgres|[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}) ?\/ ?((?=[^\s/，。]*\d)(?=[^\s/，。]*[A-Za-z])[^\s/，。；、,）)"'`]{6,64})/g,
    looks: (word) => isCredential(trimEnd(word)) || (isChosen(word) && /[A-Z!@#$%^&*?~]/.test(word) && !isTerm(word)),
  },
  {
    kind: "password",
    words: [" / "],
    pattern: () =>
      /(?<![\w/.-])\w{2,20} \/ (?!\S*@\d)((?=[^\s/，。]*\d)(?=[^\s/，。]*[A-Za-z])(?=[^\s/，。]*[!@#$%^&*?~])[^\s/，。；、）)"'`]{6,64})/g,
  },
  {
    kind: "otp-seed",
    words: ["totp", "otp", "2fa", "mfa", "authenticator", "setup key", "种子", "动态口令", "验证器"],
    pattern: () =>
      /(?:\b(?:[Tt][Oo][Tt][Pp]|[Oo][Tt][Pp]|2[Ff][Aa]|[Mm][Ff][Aa]|[Aa]uthenticator|[Ss]etup key)\b|种子|动态口令|验证器)[^\n]{0,50}?(?<![A-Za-z0-9])((?=[A-Z2-7]*\d)[A-Z2-7]{16,64}|[A-Z]{32}|(?:[A-Z2-7]{4} ){3,7}[A-Z2-7]{4})(?![A-Za-z0-9])/g,
  },
  {
    kind: "recovery-code",
    words: [
      "backup code",
      "recovery code",
      "recovery key",
      "scratch code",
      "emergency code",
      "one-time code",
      "one time code",
      "一次性",
      "恢复码",
      "恢复代码",
      "备用码",
      "备用验证码",
      "备份码",
      "救援码",
      "应急码",
    ],
    // One or several, in a row or each on its line, with numbers or ticks before them.
    pattern: () =>
      /(?:(?:backup|recovery|scratch|emergency|one[- ]time)(?: codes?| key)|一次性(?:验证)?码|恢复(?:代)?码|备用(?:验证)?码|备份码|救援码|应急码)(?:[^\n:：]{0,80}[:：]|[^\n:：]{0,24}?(?:是|为|is|are|left|还剩|有)|)((?:[\s,，、;；|*•☐✓()（）[\]-]{0,6}(?:\d{1,2}[.)、][ \t]?)?[a-z0-9]{4,16}(?:-[a-z0-9]{4,10}){0,7}(?![\w.])){1,24})/gi,
    parts: () => /(?<![\w-])[a-z0-9]{4,16}(?:-[a-z0-9]{4,10}){0,7}(?![\w-])/gi,
    looks: (code) => code.length >= 6 && (/\d/.test(code) || /^(?:[a-z]{4}-)+[a-z]{4}$/.test(code)),
  },
  {
    kind: "cookie",
    long: 16,
    words: ["sessid", "sessionid", ".sid=", "_session=", "sessdata="],
    pattern: () =>
      /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|SESSDATA|\w{1,30}_session)=([\w%.+/=*-]{16,})/gi,
  },
  {
    kind: "url-password",
    words: ["@"],
    pattern: () =>
      /(?<![\w/.:@-])[\w.-]{2,40}:((?=[^\s@]*\d)[^\s:@/"'`<>]{6,64})@(?:(?:tcp|unix)\(|[A-Za-z][\w-]*(?:(?:\.[\w-]+)*:\d{2,5}\b|(?:\.[\w-]+)+\/))/g,
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
    and: ["value="],
    pattern: () =>
      /\b(?:key|name)=["'][\w.:-]{0,60}(?:password|pwd|secret|token|apikey)["']\s{1,4}value=["']([^"'\n]{4,200})["']/gi,
  },
  {
    // Twelve words or more without one that a sentence can't do without: after a noun, one on a line, numbered.
    kind: "seed-phrase",
    words: ["seed", "mnemonic", "recovery phrase", "wallet", "bip39", "bip-39", "助记词", "钱包", "种子"],
    pattern: () =>
      /(?:\b(?:seed|recovery|mnemonic|backup|wallet|bip-?39)\b|助记词|钱包|种子)[^\n]{0,80}?[\s:：=是为"'“「`]{1,4}((?:(?:\d{1,2}[.)、:]?\s?)?(?!(?:the|and|for|are|was|not|but|with|from|has|its|our|your|were|been|which|into)\b)[a-z]{3,8}[\s,，、]{1,3}){11,23}(?:\d{1,2}[.)、:]?\s?)?[a-z]{3,8})(?![a-z])/gi,
    looks: (words) => !words.includes(","),
  },
  {
    kind: "seed-phrase",
    words: ["mnemonic", "phrase", "seed words", "助记词"],
    pattern: () =>
      /(?:\bmnemonic|\bphrase|\bseed words|助记词)[^\n]{0,40}?[\s:：=是为"'“「`]{1,4}((?:[a-z]{3,8}(?: |, ?|，)){11,23}[a-z]{3,8})(?![a-z])/gi,
  },
  {
    kind: "seed-phrase",
    words: ["助记词"],
    pattern: () => /助记词[^\n]{0,20}?[:：是为\s]\s{0,2}((?:[\u4e00-\u9fff][ 、]){11,23}[\u4e00-\u9fff])/g,
  },
  {
    // A Google account's, 16 letters in groups of four; QQ's and 163's, in one.
    kind: "password",
    words: [
      "app password",
      "app-password",
      "app-specific",
      "授权码",
      "应用专用密码",
      "应用密码",
      "应用程序密码",
      "专用密码",
    ],
    pattern: () =>
      /(?:app[ -](?:specific )?password|授权码|(?:应用)?(?:专用|程序)?密码)(?:[^\n\w]{0,20}(?:(?:is|was|for \w{1,20})\s{1,2}){0,2}|[^\n:：]{0,60}(?:[:：是为]|\bis\b)\s{0,2})["'`“「]?((?:[a-z]{4} ){3}[a-z]{4}|[a-z]{4}(?:-[a-z]{4}){3}|[a-z]{16}|[A-Z]{16})(?![\w-])/gi,
  },
  {
    // What opens a door, a lock, a phone: digits, of which a sentence tells more than of a password.
    kind: "pin",
    words: [
      "pin",
      "puk",
      "keypad",
      "提取码",
      "访问码",
      "passcode",
      " code",
      "combination",
      "门禁",
      "开锁码",
      "解锁码",
      "动态码",
    ],
    pattern: () =>
      /(?:\b(?:PIN|PUK)(?:\s?码|\s?code|\s?number)?|\bpasscode|\b(?:door|gate|entry|access|alarm|lock(?:er|box)?|key ?(?:pad|box)|safe|security|unlock|disarm|garage|building|voicemail|pairing) code|\bcombination|\bkeypad|(?:门禁|开锁|解锁|动态|配对)码)["'”」]?(?: (?:for|of|to|at|on|in) [^\n:：=.,]{1,40}?)?\s{0,3}(?:[:：=]|is|are|was|是|为)\s{0,3}(?:now |still )?["'“「]?((?:\d\*)?\d{4,10}[#*]?(?![\w.]))|\b(?:PIN|PUK) (\d{4,8})(?![\w.-])|(?:提取|访问)码["'”」]?\s{0,2}(?:[:：=是为]\s{0,3}["'“「]?)?([a-z0-9]{4,6})\b/gi,
  },
  {
    // A name and a password where somebody logs in.
    kind: "password",
    words: [
      "log in",
      "login",
      "logged in",
      "sign in",
      "signed in",
      "creds",
      "credential",
      "user ",
      "用户",
      "账号",
      "帐号",
      "账户",
      "登录",
      "登陆",
    ],
    pattern: () =>
      /(?:\blog(?:ged|ging)? ?in(?:to)?|\bsign(?:ed)? ?in|\bcred(?:ential)?s?|\baccounts?|\buser(?:name)?s?|[账帐]号|账户|用户名?|登[录陆])[^\n]{0,60}?[\s(（：:"'\x60“][\w.@+-]{2,40}["'\x60]?(?: ?[/|] ?| with | using |:)["'\x60]?([^\s/，。；、！）)"'\x60|:,]{6,64})(?![/:@])/gi,
    looks: isCredential,
  },
  {
    // After the name of who issued it, with nothing else to tell what it is.
    kind: "token",
    long: 32,
    words: ["-", " ", "\n"],
    pattern: () => /(?<![\w/.@=-])[\w-]{32,80}(?![\w/.@=-])/g,
    looks: (word, before) => isLongKey(word) && new RegExp(AFTER_SERVICE, "i").test(before),
  },
  {
    kind: "password",
    long: 16,
    words: ["token(", "api(", "bot(", "client(", "session(", "sign", "secret(", "key(", "aip"],
    and: ["('", '("'],
    pattern: () =>
      /\b[\w.]{0,40}(?:token|api|bot|client|session|sign(?:er)?|secret|key|aip\w{1,12})\(([^()\n]{0,300})/gi,
    parts: () => /(?<=["'])[\w+/=-]{20,200}(?=["'])/g,
    looks: isLongKey,
  },
  {
    kind: "password",
    words: ["insert into"],
    pattern: () =>
      /\bINSERT INTO [^()\n]{1,80}\([^()]{0,200}(?:pass|pwd|secret|token)[^()]{0,200}\)\s{0,4}VALUES\s{0,4}((?:\([^()\n]{1,400}\)[,\s]{0,4}){1,20})/gi,
    parts: () => /(?<=')[^'\n\s]{6,200}(?=')/g,
    looks: isCredential,
  },
  {
    kind: "private-key",
    long: 64,
    words: ["accounts", "wallet", "toaccount", "signer"],
    pattern: () =>
      /\b(?:accounts["']?\s?[:=]\s?\[|Wallet\(|privateKeyToAccount\(|signer)[^\n]{0,24}?["'](?:0x)?([0-9a-f]{64})["']/gi,
  },
  {
    kind: "bitcoin-key",
    long: 51,
    words: ["wif", "bitcoin", "electrum", "btc"],
    pattern: () => /\b(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})\b/g,
  },
  {
    kind: "password",
    words: ["assword"],
    pattern: () => /assword[^\n]{0,20}\n?[ \t]{0,20}(?:exp_)?send\s+(?:--\s+)?"([^"\n\\]{4,100})\\[rn]"/g,
  },
  {
    // Of switches and routers.
    kind: "password",
    words: ["snmp-server", "radius-server", "tacacs-server", "pre-shared-key ", "key-string", "username ", "enable "],
    and: [" secret ", " password ", "-server ", "pre-shared-key ", "key-string "],
    pattern: () =>
      /(?:\bsnmp-server community|\b(?:radius|tacacs)-server [^\n]{0,60}?\bkey(?: \d)?|\b(?:secret|password) [0579]|\bpre-shared-key|\bkey-string)[ \t]{1,4}([^\s"']{4,80})(?=\s|$)/g,
    looks: (word) => /\d/.test(word) && !isTerm(word),
  },
  {
    // What it is opened with.
    kind: "password",
    words: [
      "open it with",
      "opens with",
      "open with",
      "opened with",
      "unlock",
      "decrypt",
      "unzip",
      "extract it",
      "log in with",
      "login with",
      "logged in with",
      "sign in with",
      "authenticate with",
      "connect with",
      "connect using",
    ],
    and: [" with ", " using "],
    pattern: () =>
      /\b(?:open|unlock|decrypt|unzip|extract|log ?in|sign ?in|authenticate|connect)\w{0,3}(?: (?:it|them|the \w{1,20}))? (?:with|using) (?:code |pin )?["'\x60“*]{0,2}([^\s"'\x60“”，。；,;*]{4,64})/gi,
    looks: (word) => isCredential(trimEnd(word)) || /^\d{4,8}[#*]?$/.test(trimEnd(word)),
  },
  {
    kind: "password",
    words: ["wifi", "wi-fi", "ssid", "wlan", "热点"],
    pattern: () =>
      /(?:\bwi-?fi|\bssid|\bwlan|热点)[^\n]{0,40}?(?: ?\/ |\bkey:? |\bpsk:? )["'\x60“]?((?=[^\s]*\d)(?=[^\s]*[a-z])[^\s"'\x60“”，。；,;]{8,63})/gi,
    looks: (word) => isChosen(word) && !isTerm(word),
  },
  {
    // The arguments of a call that lets somebody in: the last of several, or what a machine made.
    kind: "password",
    words: ["auth", "login", "credential", "mac(", "connect", "pw_set", "mysqli", "pdo(", "dialer", "password("],
    and: ["('", '("', ", '", ', "'],
    pattern: () => new RegExp(CALL, "gi"),
    parts: () => /(?<=["'])[^"'\n\s]{6,200}(?=["'])/g,
    looks: isCredential,
  },
  {
    // Of a program that is not known.
    kind: "password",
    isOption: true,
    long: 16,
    words: ["-"],
    pattern: () => /\s-{1,2}[A-Za-z][\w-]{0,20}[ =]["']?([\w+/=.~-]{20,200})(?![\w+/=.~:@-])/g,
    looks: isKey,
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

/** Whatever stands between a program and its option; a command may go on after a backslash. */
const BETWEEN = String.raw`(?:\\\n|[^\n|;]){0,200}?`;

/** The pattern of a row of the table. */
function commandPattern(programs: string, lead: string): RegExp {
  const words = lead.split(" ");
  const sign = /^[:%,/]$/.test(words.at(-1) ?? "") ? words.pop() ?? "" : "";
  const steps = words.map((word) => {
    if (word === "*") return String.raw`\s+(?:-\S{1,40}\s+)*\S{1,200}`;
    const isJoined = word.endsWith("+");
    const literal = (isJoined ? word.slice(0, -1) : word).replaceAll(".", "\\.");
    if (literal.endsWith(":") && !isJoined) return String.raw`${BETWEEN}\s${literal}\S{1,80}`;
    return String.raw`${BETWEEN}[\s'"]${literal}${isJoined ? "" : String.raw`(?=[\s=])`}`;
  });
  const isJoined = words.at(-1)?.endsWith("+") === true;
  const gap = isJoined ? "" : sign === "/" ? String.raw`\s+(?:-\w+\s+)*["']?` : String.raw`(?:\s+|=)`;
  return command(
    String.raw`(?<![\w.-])(?:${programs.replace(/[.)]/g, "\\$&")})(?=\s)${steps.join("")}${gap}`,
    wordAfter(sign),
  );
}

/** A word of the shell that holds a name, a sign and the secret. */
function wordAfter(sign: string): string {
  if (sign === "") return WORD;
  if (sign === "/") return String.raw`\w{1,40}\/(?:"([^"\n]{3,200})"|([^\s'"@$][^\s'"@]{2,80}))`;
  return String
    .raw`(?:'[^\s${sign}']{1,80}${sign}([^'\n]{3,200})'|"[^\s${sign}"]{1,80}${sign}([^"\n]{3,200})"|[^\s${sign}'"/]{1,80}${sign}([^\s'"/]{3,200}))`;
}

/** A row of a table as a shape. */
function commandShape([programs, lead]: typeof COMMANDS[number]): Shape {
  return { kind: "password", words: [], pattern: () => commandPattern(programs, lead), looks: (word) => !isFile(word) };
}

function hookShape([part, lead, kind = "webhook"]: typeof HOOKS[number]): Shape {
  const pattern = String
    .raw`${part.replace(/[.?/]/g, "\\$&")}${lead}((?=[\w~@:/-]{0,80}\d)[\w~-]{4,200}(?:[/@:][\w-]{4,200}){0,5})`;
  return { kind, words: [], pattern: () => new RegExp(pattern, "gi"), looks: isHookSecret };
}

/** The first word of what leads to a secret. No pattern: it is asked of each row of the table. */
function firstOf(lead: string): string {
  const blank = lead.indexOf(" ");
  const word = blank === -1 ? lead : lead.slice(0, blank);
  if (word === "*") return "";
  return word.endsWith("+") ? word.slice(0, -1) : word;
}

/** The rows of the commands that a text may hold: it holds the first word of what leads to the secret, and the program. */
function commandsIn(text: string, hasOption: boolean): Shape[] {
  const isIn = new Map<string, boolean>();
  return COMMANDS.filter(([programs, lead]) => {
    const literal = firstOf(lead);
    if (!hasOption && literal.startsWith("-")) return false;
    const isThere = isIn.get(literal) ?? text.includes(literal);
    isIn.set(literal, isThere);
    return isThere && programs.split("|").some((program) => text.includes(`${program} `));
  }).map(commandShape);
}

/** The rows of the addresses that a text may hold. */
function hooksIn(text: string, lower: string): Shape[] {
  if (!text.includes("://")) return [];
  const paths = lower.match(/:\/\/[^\s"'<>]{12,200}/g)?.join("\n") ?? "";
  return HOOKS.filter(([part]) => paths.includes(part)).map(hookShape);
}

/** The shapes that a text may hold, each as a function that finds its secrets from left to right. */
export function shapesIn(text: string): ((text: string) => Found[])[] {
  const lower = text.toLowerCase();
  const longest = longestWord(text);
  const hasOption = /\s-{1,2}[a-z]/i.test(text);
  const shapes = SHAPES.filter(({ words, and, long = 0, isOption }) =>
    long <= longest && (hasOption || isOption !== true) && holdsAny(lower, words) &&
    (and === undefined || holdsAny(lower, and))
  );
  const hooks = longest > 0 || lower.includes("hook") ? hooksIn(text, lower) : [];
  return [...shapes, ...commandsIn(text, hasOption), ...hooks]
    .map((shape) => (current: string) => secretsOf(shape, current));
}

function secretsOf({ kind, pattern, parts, looks }: Shape, text: string): Found[] {
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
