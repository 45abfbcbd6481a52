/**
 * In: a text. Out: the secrets that the words around them give away: `DB_PASSWORD=…`, "the wifi password is …",
 * 密码改成了…, `"clientSecret": "…"`.
 * Not done here: what is no secret although it stands there (harmless.ts).
 *
 * A name is found first, then what may follow it is read. Right after a sign like `=` a value needs little to be taken
 * for a secret; further away, or after mere words, it must look like one that a person chose or a machine made.
 *
 * @module
 */
import { holdsAny } from "../../rare_pattern.ts";
import type { Found } from "./found.ts";
import {
  holds,
  isFile,
  isName,
  isPlaceholder,
  isReference,
  isSecretsName,
  isTerm,
  isVariable,
  type Words,
} from "./harmless.ts";
import { isChosen, isMade, isMixed, isWords } from "./look.ts";

/** In lower case; a text without any of them states nothing. */
const WORDS = [
  "pass",
  "pwd",
  "pw",
  "secret",
  "token",
  "key",
  "credential",
  "creds",
  "salt",
  "auth",
  "sessionid",
  "_sess",
  "sid=",
  "sk=",
  "sk:",
  "sk：",
  "密码",
  "密碼",
  "口令",
  "密钥",
  "秘钥",
  "金钥",
  "令牌",
  "授权码",
  "私钥",
  "凭证",
  "凭据",
  "登录",
  "admin",
  "login",
];

/** Long tokens are read on to their end once they are known for secrets. */
const LONGEST_READ = 512;
/** How far from its name a secret may stand, on the same line. */
const REACH = 60;

/** How sure a name is: of a password, of a secret, or of something that may be one. */
type Sureness = "password" | "secret" | "weak";

const NAME =
  /passwords?|passwd|passphrase|passcode|pass|pwd|pw|secrets?|token|key|credentials?|creds|salt|auth|sessionid(?==)|_sess|sid|\bsk\b|密码|密碼|口令|密钥|秘钥|金钥|令牌|授权码|私钥|凭证|凭据|登录/gi;
/** After the name: an environment or a number, `DB_PASSWORD_PROD`, `密码2`. */
const TAIL = /(?:_?(?:prod|production|staging|dev|test|root|admin|old|new|main|db|base|\d{1,2}))?(?![A-Za-z0-9_@-])/iy;
/** Of what a key or a token is, as the word before says: `api_key`, `signingKey`. */
const QUALIFIERS: Words =
  " api access secret private encryption encrypt signing sign master account app auth role license subscription webhook jwt session cookie aes des hmac deploy admin storage consumer client bot refresh bearer id personal server push oauth oauth2 security x root ssh rsa user host internal ci registry upload publish project team org workspace integration verify verification 签名 加密 解密 ";
/** What is no secret, whatever it is called: `public_key`, `cache key`, `max_token`. */
const PUBLIC: Words =
  " public pub publishable primary foreign cache partition sort site i18n index idempotency object map dict hot composite unique natural routing row query search translation locale csrf xsrf next page cursor max min num total input output eos bos pad special stop continuation 缓存 用户 分区 分页 忘记 修改 重置 验证 输入 明文 密文 ";
/** Written as one word: `apikey`, `dbpassword`, `authtoken`. */
const JOINED: Words =
  " api app auth access secret private client bot db root admin user sql my smtp mail ssh vpn wifi redis mysql pg ";

/** The word that a name ends: `api` of `api_` and `Api`, two characters of Chinese. */
function wordBefore(before: string): string {
  const trimmed = before.replace(/[_ -]{1,2}$/, "");
  if (trimmed.charCodeAt(trimmed.length - 1) > 0x7f) return trimmed.slice(-2);
  const word = /[A-Za-z0-9]+$/.exec(trimmed)?.[0] ?? "";
  return /[A-Z]?[a-z0-9]+$/.exec(word)?.[0] ?? word;
}

const SIGN =
  /["'`*_”’」』）\\]{0,4}[ \t]{0,8}(?::=|=>|={1,2}|[:：=＝]|→|->|⇒)[ \t]{0,8}(?:[*_]{1,2}[ \t]?)?(?:\\(?=["']))?/y;
/** `- name: DB_PASSWORD`, on the next line `value: …`. */
const NEXT_LINE = /["']?[ \t]{0,4}\r?\n[ \t]{0,40}value[ \t]{0,4}[:=][ \t]{0,4}/y;
/** `define('DB_PASSWORD', '…')`: the second of two texts in quotes. */
const ARGUMENT = /["'][ \t]{0,4},[ \t]{0,4}(?=["'])/y;
/** Words do where the secret stands in quotes. */
const WORDS_BEFORE_QUOTE =
  /\s{0,4}(?:\b(?:is|was|to|becomes)\s{1,4}(?:now\s|still\s|set\sto\s|changed\sto\s)?|(?:是|为|改成了?|改为|换成了?|设成了?|设为)\s{0,4})(?=["'`“「『])|[ \t]?(?=【)/y;
const ANGLE = /["']?>\s{0,4}/y;
const QUOTE = /["'`“‘「『【*]/;
const CLOSING: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "「": "」", "『": "』", "【": "】" };
/** Without quotes: to the next blank, Chinese character or sign that ends a phrase. */
const BARE = /[^\s"'`“”‘’「」『』，。；、！？：（）【】《》<>,;|\u4e00-\u9fff]{1,512}/y;
const REST = /[^\s"'`“”，。；、！（）<>,;|\u4e00-\u9fff]*/y;
/** Words and signs that may lead to the secret. */
const LEAD =
  /(?:\b(?:is|was|to|be|becomes|as|now|still|are)\s{1,4}|(?:是|为|成|成了|用|填|叫|改|了|写|给|[：＝→（【])\s{0,4}|[:=/]\s{1,4}|--(?:body|value)[ =]|^['’]s\s|\s\(|密码\/\S{1,20}\/)["'`“「『*]{0,2}$/;

/** The secrets that a text states, from left to right, none within another. */
export function statedSecrets(text: string, lower: string): Found[] {
  if (!holdsAny(lower, WORDS)) return [];
  const found: Found[] = [];
  let from = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    const sureness = surenessOf(text, name.index, name[0]);
    if (sureness === undefined) continue;
    const end = TAIL.lastIndex;
    const secret = stated(text, { start: name.index, end, sureness });
    if (secret === undefined || secret.start < from) continue;
    found.push(secret);
    from = secret.end;
    NAME.lastIndex = Math.max(NAME.lastIndex, from);
  }
  const before = found.length > 0 ? [] : namedAfterwards(text, lower);
  return [...found, ...before];
}

/** What kind of name stands at a place; `TAIL.lastIndex` is then its end. */
function surenessOf(text: string, at: number, name: string): Sureness | undefined {
  TAIL.lastIndex = at + name.length;
  const before = text.slice(Math.max(0, at - 24), at);
  if (name.charCodeAt(0) > 0x7f) {
    if (/密码|密碼|口令|登录/.test(name)) return "password";
    return /[公主外]$/.test(before) || holds(PUBLIC, wordBefore(before)) ? undefined : "secret";
  }
  if (!TAIL.test(text)) return undefined;
  const lower = name.toLowerCase();
  const isHump = /[a-z0-9]$/.test(before) && /^[A-Z][a-z]/.test(name);
  const word = wordBefore(before);
  const isJoined = !isHump && /[A-Za-z0-9]$/.test(before);
  if (isJoined && lower !== "secret" && !holds(JOINED, word)) return undefined;
  if (holds(PUBLIC, word)) return undefined;
  if (lower.startsWith("passw") || lower.startsWith("passphrase") || lower.startsWith("passcode") || lower === "pwd") {
    return "password";
  }
  if (lower === "pass" || lower === "pw" || lower === "_sess") {
    const isOfEnvironment = /[A-Za-z0-9]_$/.test(before);
    return isOfEnvironment || (lower === "pw" && text.charAt(at + 2) === " ") ? "password" : "weak";
  }
  if (/^(?:secret|token|cred|session)/.test(lower)) return "secret";
  return holds(QUALIFIERS, word) || before.endsWith("私") ? "secret" : "weak";
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly sureness: Sureness;
}

function stated(text: string, named: Named): Found | undefined {
  const { start, end, sureness } = named;
  const kind = sureness !== "password" && /token|令牌/i.test(text.slice(start, end)) ? "token" : "password";
  const at = afterSign(text, named);
  if (at !== undefined) {
    const value = /^passphrase$/i.test(text.slice(start, end))
      ? phraseAt(text, at) ?? valueAt(text, at)
      : valueAt(text, at);
    if (value !== undefined && isStatedOutright(text, named, value)) return asFound(text, value, kind);
  }
  return further(text, named, kind);
}

/** Where the value begins that a sign right after the name leads to. */
function afterSign(text: string, { start, end }: Named): number | undefined {
  SIGN.lastIndex = end;
  if (SIGN.test(text)) return SIGN.lastIndex;
  for (const lead of [WORDS_BEFORE_QUOTE, NEXT_LINE, ARGUMENT]) {
    lead.lastIndex = end;
    if (
      lead.test(text) && (lead !== ARGUMENT || /\(\s*["'][\w.:-]*$/.test(text.slice(Math.max(0, start - 60), start)))
    ) {
      return lead.lastIndex;
    }
  }
  ANGLE.lastIndex = end;
  // An element: it is closed again.
  return text.slice(end, end + LONGEST_READ).includes("</") &&
      /<[^<>\n]{0,80}$/.test(text.slice(Math.max(0, start - 82), start)) && ANGLE.test(text)
    ? ANGLE.lastIndex
    : undefined;
}

interface Value {
  readonly start: number;
  readonly value: string;
  readonly isQuoted: boolean;
}

function valueAt(text: string, at: number): Value | undefined {
  const quote = text.charAt(at);
  if (QUOTE.test(quote)) {
    const close = text.indexOf(CLOSING[quote] ?? quote, at + 1);
    const line = text.indexOf("\n", at);
    if (close > at && close - at <= LONGEST_READ && (line === -1 || close < line)) {
      return { start: at + 1, value: text.slice(at + 1, close).replace(/\\$/, ""), isQuoted: true };
    }
    return valueBare(text, at + 1);
  }
  return valueBare(text, at);
}

/** A passphrase of several words, without quotes: they fill the line. */
function phraseAt(text: string, at: number): Value | undefined {
  const words = /^(?:[a-z]+ ){2,7}[a-z0-9]+(?=\.?(?:\n|$))/i.exec(text.slice(at, at + 100))?.[0];
  return words === undefined ? undefined : { start: at, value: words, isQuoted: true };
}

function valueBare(text: string, at: number): Value | undefined {
  BARE.lastIndex = at;
  const found = BARE.exec(text)?.[0];
  if (found === undefined) return undefined;
  // Of a query: the next field begins after it.
  const value = trimmed(
    found.replace(/&[\w.-]{1,60}=.*$|#.*$/, (rest) => rest.startsWith("#") && !isOfQuery(text, at) ? rest : ""),
  );
  return value === "" ? undefined : { start: at, value, isQuoted: false };
}

function isOfQuery(text: string, at: number): boolean {
  return /[?&][\w.-]{0,40}=$/.test(text.slice(Math.max(0, at - 44), at));
}

/** Without what ends a sentence, or closes what was opened before it. */
function trimmed(word: string): string {
  const end = /[([{]/.test(word) ? /[.*_]+$/ : /[.*_)\]}]+$/;
  return word.replace(end, "");
}

function asFound(text: string, { start, value, isQuoted }: Value, kind: string): Found {
  let end = start + value.length;
  if (!isQuoted && value.length >= LONGEST_READ - 4) {
    REST.lastIndex = start;
    end = start + (REST.exec(text)?.[0].length ?? value.length);
  }
  return { start, end, kind };
}

/** Whether what follows a sign is the secret itself. */
function isStatedOutright(
  text: string,
  { start, end, sureness }: Named,
  { start: at, value, isQuoted }: Value,
): boolean {
  if (isPlaceholder(value) || value.endsWith(":")) return false;
  const isEnvironment = /^[A-Z_-]+$/.test(text.slice(start, end)) &&
    !/\s$/.test(text.slice(end, at - (isQuoted ? 1 : 0)));
  if (value.includes(" ")) return isPhrase(value, text.slice(start, end));
  if (/[\u4e00-\u9fff]/.test(value)) return false;
  const isCode = isQuoted || isEnvironment
    ? isFile(value) || (isVariable(value) && !/^[!&:@]/.test(value))
    : isReference(value) || cutCall(text, at, value);
  if (isCode) return false;
  const hasDigit = /\d/.test(value);
  const hasLetter = /[A-Za-z]/.test(value);
  if (sureness === "password") {
    // A number of four digits is one, unless it counts something.
    const isShort = value.length < 6 && !(hasDigit && hasLetter) && !/^\d{4,}$/.test(value);
    if (value.length < 4 || isShort || /^\s?[位个次天字年分秒]/.test(text.slice(at + value.length))) return false;
    if (isTerm(value) && !/^\d{4,}$/.test(value)) return false;
    // A word of a sentence that goes on: "password: required for all".
    return isQuoted || hasDigit || !isProse(text, at, value);
  }
  if (value.length < 8 || isTerm(value) || /^[\d.,_-]+$/.test(value)) return false;
  if (isEnvironment && sureness === "secret") return hasDigit || value.length >= 12;
  if (sureness === "weak") {
    const name = text.slice(start, end);
    if (/^(?:pass|pw)$/i.test(name)) return isChosen(value);
    return isMade(value) && (value.length >= 20 || /sk|salt|sess|sid|auth/i.test(name));
  }
  if (isQuoted && /^secret$/i.test(text.slice(start, end))) return !isSecretsName(value) && /[\d_-]/.test(value);
  return !isName(value) && (isMade(value) || (hasDigit && hasLetter));
}

/** `getSecret("db")`, of which the quote has cut off the rest; `hash(input, salt)`, of which the comma has. */
function cutCall(text: string, at: number, value: string): boolean {
  return /^[a-z_$][\w$]*(?:\.[\w$]+)*\(/i.test(value) &&
    (value.endsWith("(") || text.charAt(at + value.length) === ",");
}

/** Words after it, in small letters: it is a word of a sentence. */
function isProse(text: string, at: number, value: string): boolean {
  if (!/^[a-z-]+$/i.test(value)) return false;
  const next = /^ ([a-z]+)\b/.exec(text.slice(at + value.length, at + value.length + 24))?.[1];
  if (next !== undefined && next !== "in" && next !== "on" && next !== "for") return true;
  return holds(STATES, value) || /^\s?[|&]\s/.test(text.slice(at + value.length, at + value.length + 3));
}

/** What is said of a password rather than being one. */
const STATES: Words =
  " hashed rotated encrypted stored generated provided managed given see ask from via not must should kept set auto-generated ";

/** Several words in quotes: a passphrase, or what a form says of its field. */
function isPhrase(value: string, name: string): boolean {
  if (
    /[\u4e00-\u9fff]/.test(value) || value.length > 80 || value.split(/\W+/).some((word) => holds(FORM_WORDS, word)) ||
    /[(){}<>]/.test(value)
  ) {
    return false;
  }
  if (/passphrase/i.test(name)) return value.split(" ").length >= 3;
  return /pass|pwd|密码|口令/i.test(name) && /\d/.test(value) && /[a-z]/i.test(value);
}

const FORM_WORDS: Words =
  " must be at is are the your enter please should for a an to with in of and or not new old confirm reset forgot current incorrect wrong invalid required least character characters expired change rotated every day days when if from via see ";

/** Of what is told then: `key id …`, `token count …`. */
const ATTRIBUTES: Words = " id ids name names fingerprint hash prefix type count length size ";
const COUNTERS = /^\s?[位个次天字年月日分秒]/;

/** A secret further away from its name, or after mere words. */
function further(text: string, { start, end, sureness }: Named, kind: string): Found | undefined {
  const reach = text.slice(end, end + REACH + 40);
  // Whatever may be found here has a digit, a sign, or hyphens between words.
  if (!/[\d!@#$%^&*?~+-]/.test(reach)) return undefined;
  const line = /^[^\n。；;]*?(?=\n|[。；;]|["'\]}]\s*,|,\s*["'{[]|$)/.exec(reach)?.[0] ?? "";
  if (!/[\d!@#$%^&*?~+-]/.test(line)) return undefined;
  if (holds(ATTRIBUTES, /^[\s_-]?([a-z]+)\b/i.exec(line)?.[1] ?? "")) return undefined;
  const name = text.slice(start, end);
  const isPass = /^(?:pass|creds|credentials?)$/i.test(name);
  if (sureness === "weak" && !isPass && !/[\w+/=-]{20}/.test(line)) return undefined;
  const isChinese = text.charCodeAt(end - 1) > 0x7f;
  const words = /[^\s"'`“”‘’「」『』，。；、！？：:（）【】《》<>,;|=＝→\u4e00-\u9fff]+/g;
  let isFirst = true;
  for (let word = words.exec(line); word !== null && word.index <= REACH; word = words.exec(line)) {
    const opened = word[0].startsWith("(") ? 1 : 0;
    const value = trimmed(word[0].slice(opened));
    const wasFirst = isFirst;
    isFirst = false;
    if (value.length < 6 || !/[\d!@#$%^&*?~+-]/.test(value)) continue;
    const before = line.slice(0, word.index + opened);
    const isLed = LEAD.test(before);
    const isNext = wasFirst && /^[\s"'`“「*：:]*$/.test(before) && (before !== "" || isChinese);
    const isNumber = /^\d{6,12}$/.test(value) && sureness === "password" && (isLed || (isChinese && before === "")) &&
      !COUNTERS.test(line.slice(word.index + word[0].length));
    const isIt = sureness === "password" || isPass
      ? isNumber || ((isLed || (isNext && !isPass)) && (isChosen(value) || isWords(value))) || isLongMade(value, 16)
      : sureness === "secret"
      ? ((isLed || isNext) && value.length >= leastLength(text, start, isChinese) && isMade(value)) ||
        isLongMade(value, 20)
      : (isLed || isNext) && value.length >= 20 && isMade(value) &&
        (isMixed(value) || /^[0-9a-f]{32,}$/.test(value));
    if (!isIt || isPlaceholder(value) || (isTerm(value) && !isNumber) || isReference(value)) continue;
    const at = end + word.index + opened;
    return asFound(text, valueBare(text, at) ?? { start: at, value, isQuoted: false }, kind);
  }
  return undefined;
}

/** Of letters and digits: a variable of the environment and 授权码 are surer than "token". */
function leastLength(text: string, start: number, isChinese: boolean): number {
  return isChinese ? 10 : /[A-Z0-9]_$/.test(text.slice(Math.max(0, start - 2), start)) ? 12 : 16;
}

function isLongMade(value: string, least: number): boolean {
  return value.length >= least && isMade(value) && isMixed(value);
}

/** `… is the password`, `用 … 作为密码`. */
function namedAfterwards(text: string, lower: string): Found[] {
  if (
    !holdsAny(lower, [
      "is the",
      "as the",
      "as my",
      "as our",
      "is our",
      "is my",
      "作为",
      "当作",
      "做密码",
      "当密码",
      "就是密码",
      "是密码",
    ])
  ) return [];
  const found: Found[] = [];
  const pattern =
    /(?<![^\s"'`“「是用把])["'`“「]?([^\s"'`“”「」，。]{6,64})["'`”」]?\s?(?:(?:is|as) (?:the|my|our) (?:\w+ ){0,2}(?:password|passphrase|passcode|token|secret|key)\b|(?:作为|当作|当|做|就是|是)\s?(?:\S{0,6})(?:密码|口令|令牌|密钥))/g;
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? "";
    if (!isChosen(value) || isTerm(value) || isReference(value) || isPlaceholder(value)) continue;
    const start = match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length, kind: "password" });
  }
  return found;
}
