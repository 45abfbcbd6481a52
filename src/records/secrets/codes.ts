/**
 * Secrets for people, as data: what is typed at a door, on a phone, where one logs in, and kept for a lost phone.
 *
 * @module
 */
import { isChosen, isCredential, isTerm, trimEnd } from "./look.ts";
import type { Shape } from "./shapes.ts";

/** How they look, and where they stand. */
export const CODES: readonly Shape[] = [
  { kind: "password", words: ["login "], pattern: () => /\blogin\s+\S{1,100}\s+password\s+(\S{3,200})/g },
  {
    // A name that many systems have, or an address, and its password after a slash.
    kind: "password",
    words:
      "admin/|admin /|administrator/|administrator /|root/|root /|guest/|guest /|demo/|demo /|test/|test /|elastic/|elastic /|postgres/|postgres /|@"
        .split("|"),
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
    words: ["otp", "2fa", "mfa", "authenticator", "setup key", "种子", "动态口令", "验证器"],
    pattern: () =>
      /(?:\b(?:[Tt][Oo][Tt][Pp]|[Oo][Tt][Pp]|2[Ff][Aa]|[Mm][Ff][Aa]|[Aa]uthenticator|[Ss]etup key)\b|种子|动态口令|验证器)[^\n]{0,50}?(?<![A-Za-z0-9])((?=[A-Z2-7]*\d)[A-Z2-7]{16,64}|[A-Z]{32}|(?:[A-Z2-7]{4}[ -]){3,7}[A-Z2-7]{4}|(?=[a-z -]{0,50}[2-7])(?:[a-z2-7]{4}[ -]){3,7}[a-z2-7]{4})(?![A-Za-z0-9])/g,
  },
  {
    kind: "recovery-code",
    words:
      "backup code|recovery code|recovery key|scratch code|emergency code|one-time code|one time code|一次性|恢复码|恢复代码|备用码|备用验证码|备份码|救援码|应急码"
        .split("|"),
    // One or several, in a row or each on its line, with numbers or ticks before them.
    pattern: () =>
      /(?:(?:backup|recovery|scratch|emergency|one[- ]time)(?: codes?| key)|一次性(?:验证)?码|恢复(?:代)?码|备用(?:验证)?码|备份码|救援码|应急码)(?:[^\n:：]{0,80}[:：]|[^\n:：]{0,24}?(?:是|为|is|are|left|还剩|有)|)((?:[\s,，、;；|*•☐✓()（）[\]-]{0,6}(?:\d{1,2}[.)、][ \t]?)?[a-z0-9]{4,16}(?:-[a-z0-9]{4,10}){0,7}(?![\w.])){1,24})/gi,
    parts: () => /(?<![\w-])[a-z0-9]{4,16}(?:-[a-z0-9]{4,10}){0,7}(?![\w-])/gi,
    looks: (code) => code.length >= 6 && (/\d/.test(code) || /^(?:[a-z]{4}-)+[a-z]{4}$/.test(code)),
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
    words: "app password|app-password|app-specific|授权码|应用密码|应用程序密码|专用密码|password=|_pass=".split("|"),
    pattern: () =>
      /(?:(?:_PASS|_PASSWORD|\.password)(?==["']?(?!your|must|this|some|from|with)[a-z]{4}[ -])|app[ -](?:specific )?password|授权码|(?:应用)?(?:专用|程序)?密码)(?:[^\n\w]{0,20}(?:(?:is|was|for \w{1,20})\s{1,2}){0,2}|[^\n:：]{0,60}(?:[:：是为]|\bis\b)\s{0,2})["'`“「]?((?:[a-z]{4} ){3}[a-z]{4}|[a-z]{4}(?:-[a-z]{4}){3}|[a-z]{16}|[A-Z]{16})(?![\w-])/gi,
  },
  {
    // What opens a door, a lock, a phone, or lets in once: digits, of which a sentence tells more than of a password.
    kind: "pin",
    words:
      "pin |pin:|pin：|pin=|pin\"|pin'|pin”|pin」|pin码|pin是|pin为|pincode|pinnumber|puk|otp|passcode|combination|keypad|door code|gate code|entry code|access code|alarm code|lock code|locker code|lockbox code|pad code|box code|safe code|security code|unlock code|disarm code|garage code|building code|voicemail code|pairing code|verification code|confirmation code|authentication code|login code|log-in code|sign-in code|signin code|one-time code|time code|sms code|2fa code|mfa code|提取码|解压码|访问码|门禁|开锁码|解锁码|动态码|配对码|验证码|短信码|确认码|登录码"
        .split("|"),
    pattern: () =>
      /(?:\b(?:PIN|PUK)(?:\s?码|\s?code|\s?number)?|\bpasscode|\b(?:door|gate|entry|access|alarm|lock(?:er|box)?|key ?(?:pad|box)|safe|security|unlock|disarm|garage|building|voicemail|pairing|verification|confirmation|authentication|log-?in|sign-?in|one[- ]time|sms|[2m]fa) code|\botp|\bcombination|\bkeypad|(?:门禁|开锁|解锁|动态|配对|验证|短信|确认|登录)码)["'”」]?(?: (?:for|of|to|at|on|in) [^\n:：=.,]{1,40}?)?\s{0,3}(?:现在|目前|当前)?(?:[:：=]|is|are|was|是|为)\s{0,3}(?:now |still )?["'“「]?((?:(?:\d\*)?\d{4,10}[#*]?|\d{3}[ -]\d{3})(?!\w|\.\d|\s?(?:[秒分毫位个次条天元]|(?:milli)?seconds|minutes|digits)))|\b(?:PIN|PUK) (\d{4,8})(?![\w.-])|(?:提取|访问|解压)码["'”」]?\s{0,2}(?:[:：=是为]\s{0,3}["'“「]?)?([a-z0-9]{4,6})\b/gi,
  },
  {
    // What a message begins with, or a person passes on.
    kind: "pin",
    words: ["is your", "as your", "验证码", "动态码"],
    pattern: () =>
      /(?<![\w.#-])(?:[A-Z]-)?(\d{3}[ -]?\d{3}|\d{4}|\d{8})(?: (?:is|as) your (?:[\w-]+ ){0,4}(?:code|otp|passcode)\b|\s?[(（]\S{0,6}(?:验证|动态)码[)）]|\s?(?:是|为)?(?:您|你|本次|此次)\S{0,10}(?:验证|动态)码)|(?:验证|短信|动态)码\s?(\d{3} ?\d{3})(?!\w|\.\d|\s?[秒分毫位个次条天元])/gi,
  },
  {
    // A name and a password where somebody logs in.
    kind: "password",
    words: "log in|login|logged in|sign in|signed in|creds|credential|user |用户|账号|帐号|账户|登录|登陆".split("|"),
    pattern: () =>
      /(?:\blog(?:ged|ging)? ?in(?:to)?|\bsign(?:ed)? ?in|\bcred(?:ential)?s?|\baccounts?|\buser(?:name)?s?|[账帐]号|账户|用户名?|登[录陆])[^\n]{0,60}?[\s(（：:"'\x60“](?!(?:open|union|user|u|g|app|corp|client|device|session|order)?_?id["'\x60]?:)[\w.@+-]{2,40}["'\x60]?(?: ?[/|] ?| with | using |:)["'\x60]?([^\s/，。；、！）)"'\x60|:,]{6,64})(?![/:@])/gi,
    looks: isCredential,
  },
  {
    kind: "bitcoin-key",
    long: 51,
    words: ["wif", "bitcoin", "electrum", "btc"],
    pattern: () => /\b(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})\b/g,
  },
  {
    // What it is opened with.
    kind: "password",
    words:
      "open it with|opens with|open with|opened with|unlock|decrypt|unzip|extract it|log in with|login with|logged in with|sign in with|authenticate with|connect with|connect using"
        .split("|"),
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
