/**
 * In: a text. Out: the secrets that the words around them tell: `DB_PASSWORD=…`, "the wifi password is …", 密码改成了…,
 * `"clientSecret": "…"`.
 *
 * First the name of a secret is found, then a value behind it. Right after a sign like `=` nearly any value counts as a
 * secret; further away, or after words, the value must look as if a person chose it or a machine made it.
 */
import { HAN, hasHan } from "../../text/script.ts";
import { holdsAny } from "../../text/patterns.ts";
import * as look from "./look.ts";
import { isFollowedBySign, NAME, type Named, namedAt, REACH, WORDS } from "./names.ts";
import * as values from "./values.ts";

const SIGN = new RegExp(
  String
    .raw`["'\x60*_”’」』）\\]{0,4}[ \t]{0,8}(?::=|=>|={1,2}|[:：=＝]|→|->|⇒)[ \t]{0,8}(?:[*_]{1,2}[ \t]?|[|>][-+]?[ \t]{0,4}\r?\n[ \t]{1,40})?(?:\\(?=["']))?|(?<=[${HAN}])[(（][A-Za-z ]{2,20}[)）][ \t]?(?=[^\s，。；、]{0,60}\d)`,
  "y",
);

/** `- name: DB_PASSWORD`, on the next line `value: …`. */
const NEXT_LINE = /["']?[ \t]{0,4}\r?\n[ \t]{0,40}value[ \t]{0,4}[:=][ \t]{0,4}/y;

/** `define('DB_PASSWORD', '…')`: the secret is the second of two arguments. */
const ARGUMENT = /["'][ \t]{0,4},[ \t]{0,16}(?=["'])/y;

/** Words instead of a sign, where the secret stands in quotes. */
const WORDS_BEFORE_QUOTE =
  /\s{0,4}(?:\b(?:is|was|to|becomes)\s{1,4}(?:now\s|still\s|set\sto\s|changed\sto\s)?|(?:是|为|改成了?|改为|换成了?|设成了?|设为)\s{0,4})(?=["'`“「『])|[ \t]?(?=【)/y;

/** A test types the secret into a field. */
const TYPED = /["'\])]{1,6}\.(?:sendKeys|send_keys|fill|type|setValue|input)\(\s{0,4}(?=["'])/y;

const ANGLE = /(?:["'][^<>\n]{0,80})?>\s{0,4}(?:<!\[CDATA\[|<[\w:.-]{1,40}>\s{0,4})?/y;

/** The name is the text of an element, the secret that of the next. */
const NEXT_ELEMENT = /<\/[\w:.-]{1,40}>\s{0,12}<(?:value|string|data)\b[^<>]{0,60}>\s{0,4}/iy;

/** Encrypted values: of SOPS, Jasypt, Spring's config server, Vault's transit, a sealed secret. */
const ENCRYPTED = /["']?(?:ENC[[(]|\{cipher\}|vault:v\d|\$ANSIBLE_VAULT|Ag[A-C][\w+/]{100})/y;

// The least lengths, in characters, so that words, counts and ids of the same line are not taken for a secret. The
// first were measured on the lists in tests/fixtures/secrets; the others are estimates from few texts.

/** A PIN: nothing asks for fewer digits. */
const PIN_MIN = 4;
/** A PIN in a sentence, where four digits may as well be a year, a port or a count. */
const LED_PIN_MIN = 6;
/** A password: most shorter words with a digit or a sign are not passwords. */
const PASSWORD_MIN = 6;
/** A secret right after its sign, where hardly anything else can stand. */
const SECRET_MIN = 8;
/** The value of an environment variable, whose name clearly says that it is a secret; words are shorter. */
const ENVIRONMENT_SECRET_MIN = 12;
/** A secret in a sentence after 令牌 or 授权码, which are surer than "token": that may also be a token of a model. */
const CHINESE_SECRET_MIN = 10;
/** A secret in a sentence after "token" or "key": many names and ids in such sentences are shorter. */
const TOLD_SECRET_MIN = 16;
/** A secret in a sentence that holds a digit and a sign, as no id does. */
const CHOSEN_SECRET_MIN = 10;
/** A password without a leading word: only a machine makes one of this length from capitals, letters and digits. */
const FAR_PASSWORD_MIN = 16;
/** A key without a leading word, or after a weak name: services give out longer ones. */
const KEY_MIN = 20;
/** A key with the name behind it: 这个 Token may mean anything. */
const LAST_KEY_MIN = 32;

const LONG_WORD = /[\w+/=-]{20}/;

/** The secrets that a text states, from left to right, none within another. */
export function statedSecrets(text: string, lower: string): look.Found[] {
  if (!holdsAny(lower, WORDS)) return [];
  const found: look.Found[] = [];
  let from = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    const named = namedAt(text, name.index, name[0]);
    if (!named || (/^(?:tokens|keys)$/i.test(name[0]) && !isFollowedBySign(text, named.end))) continue;
    const secrets = stated(text, named).filter(({ start }) => start >= from);
    if (secrets.length === 0) continue;
    found.push(...secrets);
    from = secrets.at(-1)?.end ?? from;
    NAME.lastIndex = Math.max(NAME.lastIndex, from);
  }
  return found.length > 0 ? found : namedAfterwards(text, lower);
}

function stated(text: string, named: Named): look.Found[] {
  const { start, end, sureness } = named;
  const kind = sureness !== "password" && /token|令牌/i.test(text.slice(start, end)) ? "token" : "password";
  const at = afterSign(text, named);
  if (at !== undefined) {
    // `key=key=s3cret`, or on the next line: the search comes to the last name, too, and finds the secret there.
    const next = text.charAt(at) === "\n" ? at + 1 : at;
    if (look.matchEnd(ENCRYPTED, text, at) || text.startsWith(text.slice(start, at), next)) return [];
    const value = values.valueAt(text, at);
    if (value !== undefined && isStatedOutright(text, named, value)) {
      if (look.isOfResource(text, start)) return [];
      const first = values.asFound(text, value, kind);
      return [first, ...values.furtherSecrets(text, first, false)];
    }
  }
  const first = values.lineBelow(text, named, kind) ?? values.phraseIn(text, named, kind) ??
    further(text, named, kind);
  if (first !== undefined) {
    return look.isOfResource(text, start) ? [] : [first, ...values.furtherSecrets(text, first, true)];
  }
  const column = values.inColumn(text, named, kind);
  return column.length > 0 ? column : values.inList(text, named, kind);
}

/** Where a value begins behind a name and a sign; undefined without a sign right behind the name. */
function afterSign(text: string, { start, end }: Named): number | undefined {
  const before = (most: number) => text.slice(Math.max(0, start - most), start);
  for (const lead of [SIGN, WORDS_BEFORE_QUOTE, NEXT_LINE, ARGUMENT, TYPED]) {
    const at = look.matchEnd(lead, text, end);
    if (at !== undefined && (lead !== ARGUMENT || /\(\s*["'][\w.:#[=-]*$/.test(before(60)))) return at;
  }
  if (text.charAt(end) === "<") return look.matchEnd(NEXT_ELEMENT, text, end);
  // The value in an element of XML, which is closed again.
  const isElement = text.slice(end, end + values.LONGEST_READ).includes("</") && /<[^<>\n]{0,80}$/.test(before(82));
  return isElement ? look.matchEnd(ANGLE, text, end) : undefined;
}

function isStatedOutright(text: string, { start, end, sureness }: Named, stated: values.Value): boolean {
  const { start: at, value, isQuoted } = stated;
  if (look.isPlaceholder(value) || value.endsWith(":") || look.isDigest(text, at, value)) return false;
  const name = text.slice(start, end);
  if (isQuoted && (look.isRandomSigns(value) || (/短语/.test(name) && /[\s\d]/.test(value)))) return true;
  if (value.includes(" ")) return values.isPhrase(value, name);
  if (hasHan(value)) return false;
  const isEnvironment = /^[A-Z_-]+$/.test(name) && !/\s$/.test(text.slice(end, at - (isQuoted ? 1 : 0)));
  const isCode = isQuoted || isEnvironment
    ? look.isFile(value) || (look.isVariable(value) && !/^[!&:@]/.test(value))
    : look.isReference(value);
  if (isCode) return false;
  if (sureness === "password") return isPasswordOutright(text, stated);
  if (value.length < SECRET_MIN || look.isTerm(value) || /^[\d.,_-]+$/.test(value)) return false;
  if (sureness === "weak") return isWeakOutright(name, value);
  return isEnvironment
    ? /\d/.test(value) || value.length >= ENVIRONMENT_SECRET_MIN
    : isSecretOutright(name, value, isQuoted);
}

function isPasswordOutright(text: string, { start: at, value, isQuoted }: values.Value): boolean {
  const isNumber = /^\d{4,}$/.test(value);
  const hasDigit = /\d/.test(value);
  // A number of four digits or more is a password, unless it counts something.
  const isShort = value.length < PASSWORD_MIN && !(hasDigit && /[A-Za-z]/.test(value)) && !isNumber;
  if (value.length < PIN_MIN || isShort || /^\s?[位个次天字年分秒]/.test(text.slice(at + value.length))) return false;
  if (look.isTerm(value) && !isNumber && !values.isOfQuery(text, at)) return false;
  // Not a word of a sentence that goes on: "password: required for all".
  return isQuoted || hasDigit || !isProse(text, at, value);
}

/** Behind a name that mostly means something else, such as "key". */
function isWeakOutright(name: string, value: string): boolean {
  if (/^(?:pass|pw)$/i.test(name)) return look.isChosen(value);
  return look.isGenerated(value) && (value.length >= KEY_MIN || /sk|salt|sess|sid|auth/i.test(name));
}

function isSecretOutright(name: string, value: string, isQuoted: boolean): boolean {
  if (isQuoted && /^secret$/i.test(name)) return !look.isSecretsName(value) && /[\d_-]/.test(value);
  return !look.isName(value) && (look.isGenerated(value) || (/\d/.test(value) && /[A-Za-z]/.test(value)));
}

/** Whether a value is a word of a sentence, because another word follows in small letters. */
function isProse(text: string, at: number, value: string): boolean {
  if (!/^[a-z-]+$/i.test(value)) return false;
  // "Password: minimum 12 characters" goes on behind a number.
  const next = /^ (?:\d{1,3} )?([a-z]+)\b/.exec(text.slice(at + value.length, at + value.length + 24))?.[1];
  if (next !== undefined && next !== "in" && next !== "on" && next !== "for") return true;
  return look.holds(values.STATES, value) || /^\s?[|&]\s/.test(text.slice(at + value.length, at + value.length + 3));
}

/** Words behind a name by which the sentence is about something else: `key id …`, `token count …`, `tokens/s …`. */
const ATTRIBUTES = look.listed("attributes");

const COUNTERS = /^\s?[位个次天字年月日分秒版号条种套遍台端错毫]/;

/** Every secret in a sentence holds a digit, a sign, or hyphens between words. */
const TELLING = /[\d!@#$%^&*?~+-]/;

/** How far a line is read beyond REACH, so that a word that begins within REACH is seen in the length of a key. */
const READ_BEYOND = 40;

/** A word on the line of a name: `hunter2!` in "the password of the box is hunter2! for now". */
interface Told {
  readonly text: string;
  readonly named: Named;
  readonly value: string;
  /** The text from the name to the word, and the text after the word. */
  readonly before: string;
  readonly after: string;
  /** A word or a sign leads to it: "… is hunter2!". */
  readonly isLed: boolean;
  /** Nothing stands between it and the name: "password hunter2!", 密码hunter2!. */
  readonly isNext: boolean;
}

/** A secret in a sentence: further away from its name, or after words instead of a sign. */
function further(text: string, named: Named, kind: string): look.Found | undefined {
  const { end, sureness } = named;
  const line = lineAfter(text, end);
  if (!TELLING.test(line)) return undefined;
  // The secret of this sentence was taken out before.
  const mark = line.indexOf("[redacted:");
  if (mark !== -1 && values.LEAD.test(line.slice(0, mark))) return undefined;
  if (look.holds(ATTRIBUTES, /^[\s_/-]?([a-z]+)\b/i.exec(line)?.[1] ?? "")) return undefined;
  const isPassword = sureness === "password" || isPass(text, named);
  if (sureness === "weak" && !isPassword && !LONG_WORD.test(line)) return undefined;
  const isSecret = isPassword ? isPasswordTold : sureness === "secret" ? isSecretTold : isWeakTold;
  const words = new RegExp(String.raw`[^\s"'\x60“”‘’「」『』，。；、！？：:（）【】《》<>,;|=＝→${HAN}]+`, "g");
  for (let word = words.exec(line); word !== null && word.index <= REACH; word = words.exec(line)) {
    const opened = word[0].startsWith("(") ? 1 : 0;
    const value = values.trimmed(word[0].slice(opened));
    if (value.length < PIN_MIN || !TELLING.test(value)) continue;
    const before = line.slice(0, word.index + opened);
    const told: Told = {
      text,
      named,
      value,
      before,
      after: line.slice(word.index + word[0].length),
      isLed: values.LEAD.test(before),
      isNext: /^[\s"'`“「：:]*$/.test(before) && (before !== "" || isChinese(text, named)),
    };
    const isIt = isPin(told) || (value.length >= PASSWORD_MIN && !look.isTerm(value) && isSecret(told));
    if (!isIt || look.isPlaceholder(value) || look.isReference(value)) continue;
    const at = end + word.index + opened;
    if (look.isDigest(text, at, value)) continue;
    return values.asFound(text, values.valueBare(text, at) ?? { start: at, value, isQuoted: false }, kind);
  }
  return undefined;
}

/** The text behind a name on its line, up to the end of the sentence or field; empty where it can't hold a secret. */
function lineAfter(text: string, end: number): string {
  const reach = text.slice(end, end + REACH + READ_BEYOND);
  if (!TELLING.test(reach)) return "";
  return /^[^\n。；;]*?(?=\n|[。；;]|["'\]}]\s*,|,\s*["'{[]|$)/.exec(reach)?.[0] ?? "";
}

/** Whether a name may stand for a password, or for no secret at all: "the tests pass". */
function isPass(text: string, { start, end }: Named): boolean {
  return /^(?:pass|creds|credentials?)$/i.test(text.slice(start, end));
}

/** Whether a name is Chinese, and so needs no blank behind it. */
function isChinese(text: string, { end }: Named): boolean {
  return text.charCodeAt(end - 1) > 0x7f;
}

/** Whether a number in a sentence is a password: 密码4821, "the passcode is 482913"; not if it counts something. */
function isPin({ text, named, value, after, isLed, isNext }: Told): boolean {
  if (named.sureness !== "password" || !/^\d{4,12}[#*]?$/.test(value)) return false;
  // 登录 (to log in) may be followed by a number of times.
  if (text.slice(named.start, named.end) === "登录" || COUNTERS.test(after)) return false;
  return (isNext && isChinese(text, named)) || (isLed && value.length >= LED_PIN_MIN);
}

/** "The password is hunter2!", "pass hunter2!", "passwords: staging hunter2!", or a value that only a machine makes. */
function isPasswordTold({ text, named, value, before, isLed, isNext }: Told): boolean {
  // Tests "pass", too: the value must look like a password, or the name of a user stand before "pass".
  const follows = isNext && (!isPass(text, named) || look.isPasswordLike(value) || isOfUser(text, named.start));
  const isTold = isLed && !(isPass(text, named) && isPassedOn(before));
  if ((isTold || follows) && (look.isChosen(value) || look.isWords(value))) return true;
  const isFarPassword = value.length >= FAR_PASSWORD_MIN && look.isMixed(value) && look.isGenerated(value);
  return isFarPassword || (look.isPasswordLike(value) && FIRST_OF_SEVERAL.test(before));
}

/** Whether "pass" is no name: "pass through port 8080 to nginx1", "creds moved to web1". */
function isPassedOn(before: string): boolean {
  return /\b(?:to|as)\s{1,4}["'`“*]{0,2}$/.test(before) &&
    !/\b(?:set|reset|changed?|updated?|switched|rotated)\b/i.test(before);
}

/** "The API key is 4fT9-x2Lq-88aZ-01Qw", 令牌 a8Kd02LmQ1, or, anywhere on the line, a value that can only be a key. */
function isSecretTold({ text, named, value, isLed, isNext }: Told): boolean {
  if (look.isKey(value) || isHexadecimal(value)) return true;
  if (!isLed && !isNext) return false;
  if (value.length >= leastLength(text, named) && look.isGenerated(value)) return true;
  // A secret that a person chose: "the secret is Tr4vel!Agent#9".
  return value.length >= CHOSEN_SECRET_MIN && /[!#$%^&*]/.test(value) && /\d/.test(value) && look.isPasswordLike(value);
}

/** "The key is …", usually one of a map or a keyboard: only a value that can only be a key counts. */
function isWeakTold({ value, isLed, isNext }: Told): boolean {
  return (isLed || isNext) && (look.isKey(value) || (isHexadecimal(value) && look.isGenerated(value)));
}

/** Whether a name stands behind the name of a user: "user metabase, pass …". */
function isOfUser(text: string, start: number): boolean {
  return /(?:user(?:name)?|login|account|[账帐]号|用户名?)[\s:：=]{1,3}[\w.@-]{2,40}[\s,，;/]{1,4}$/i
    .test(text.slice(Math.max(0, start - 60), start));
}

/** The text before the first of several: `: staging ` in "passwords: staging hunter2!, production tiger9?". */
const FIRST_OF_SEVERAL = new RegExp(String.raw`^["'*_\s]*[:：]\s*[\w${HAN}-]{1,16}[ \t]{1,4}["'\x60]?$`);

/** The least length of a secret in a sentence; less after 授权码 or an environment variable, which name nothing else. */
function leastLength(text: string, named: Named): number {
  if (isChinese(text, named)) return CHINESE_SECRET_MIN;
  const isOfEnvironment = /[A-Z0-9]_$/.test(text.slice(Math.max(0, named.start - 2), named.start));
  return isOfEnvironment ? ENVIRONMENT_SECRET_MIN : TOLD_SECRET_MIN;
}

/** Whether a value is hexadecimal with 128 bits or more; with fewer it is a commit or the id of a record. */
function isHexadecimal(value: string): boolean {
  return /^[0-9a-f]{32,}$/.test(value);
}

/** A text without any of these words has no secret before its name. */
const AFTERWARDS = "is the|as the|as my|as our|is our|is my|作为|当作|做密码|当密码|就是密码|是密码|这个|这串".split(
  "|",
);

/** Secrets before their names: "hunter2! is the password", 用 hunter2! 作为密码. */
function namedAfterwards(text: string, lower: string): look.Found[] {
  // Few texts have this order, and the pattern is slow.
  if (!holdsAny(lower, AFTERWARDS)) return [];
  const found: look.Found[] = [];
  const pattern = new RegExp(
    String
      .raw`(?<![^\s"'\x60“「是用把])["'\x60“「]?([^\s"'\x60“”「」,，。${HAN}]{6,64})["'\x60”」]?\s?(?:(?:is|as) (?:the|my|our) (?:\w+ ){0,2}(?:password|passphrase|passcode|token|secret|key)\b|(?:作为|当作|当|做|就是|是)\s?(?:\S{0,6})(?:密码|口令|令牌|密钥)|这[个串]\s?[\w-]{0,12}\s?(?:密码|口令|(API ?Key|令牌|密钥|Token|AK|SK)(?![A-Za-z])))`,
    "gi",
  );
  for (const match of text.matchAll(pattern)) {
    const [, value = "", key] = match;
    if (key !== undefined && !(value.length >= LAST_KEY_MIN && look.isGenerated(value))) continue;
    if (!look.isChosen(value) || look.isOrdinary(value)) continue;
    const start = match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length, kind: "password" });
  }
  return found;
}
