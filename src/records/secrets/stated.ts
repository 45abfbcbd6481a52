/**
 * In: a text. Out: the secrets that the words around them give away: `DB_PASSWORD=…`, "the wifi password is …",
 * 密码改成了…, `"clientSecret": "…"`.
 * Not done here: what is no secret although it stands there (look.ts).
 *
 * A name is found first, then what may follow it is read. Right after a sign like `=` a value needs little to be taken
 * for a secret; further away, or after mere words, it must look like one that a person chose or a machine made.
 *
 * @module
 */
import { HAN, hasHan } from "../../text/script.ts";
import { holdsAny } from "../../text/patterns.ts";
import * as look from "./look.ts";
import { leadsOn, NAME, type Named, REACH, surenessOf, TAIL, WORDS } from "./names.ts";
import * as values from "./values.ts";

const SIGN = new RegExp(
  String
    .raw`["'\x60*_”’」』）\\]{0,4}[ \t]{0,8}(?::=|=>|={1,2}|[:：=＝]|→|->|⇒)[ \t]{0,8}(?:[*_]{1,2}[ \t]?)?(?:\\(?=["']))?|(?<=[${HAN}])[(（][A-Za-z ]{2,20}[)）][ \t]?(?=[^\s，。；、]{0,60}\d)`,
  "y",
);

/** `- name: DB_PASSWORD`, on the next line `value: …`. */
const NEXT_LINE = /["']?[ \t]{0,4}\r?\n[ \t]{0,40}value[ \t]{0,4}[:=][ \t]{0,4}/y;

/** `define('DB_PASSWORD', '…')`: the second of two texts in quotes. */
const ARGUMENT = /["'][ \t]{0,4},[ \t]{0,16}(?=["'])/y;

/** Words do where the secret stands in quotes. */
const WORDS_BEFORE_QUOTE =
  /\s{0,4}(?:\b(?:is|was|to|becomes)\s{1,4}(?:now\s|still\s|set\sto\s|changed\sto\s)?|(?:是|为|改成了?|改为|换成了?|设成了?|设为)\s{0,4})(?=["'`“「『])|[ \t]?(?=【)/y;

/** What a test types into the field. */
const TYPED = /["'\])]{1,6}\.(?:sendKeys|send_keys|fill|type|setValue|input)\(\s{0,4}(?=["'])/y;

const ANGLE = /(?:["'][^<>\n]{0,80})?>\s{0,4}(?:<!\[CDATA\[|<[\w:.-]{1,40}>\s{0,4})?/y;

/** The name is one element's text, the secret the next one's. */
const NEXT_ELEMENT = /<\/[\w:.-]{1,40}>\s{0,12}<(?:value|string|data)\b[^<>]{0,60}>\s{0,4}/iy;

/** What was made unreadable on purpose: by SOPS, Jasypt, Spring's config server, Vault's transit, a sealed secret. */
const ENCRYPTED = /["']?(?:ENC[[(]|\{cipher\}|vault:v\d|\$ANSIBLE_VAULT|Ag[A-C][\w+/]{100})/y;

// How long at least, in characters, so that words, counts and ids of the same line are not taken for a secret. The
// lists in tests/fixtures/secrets hold the first of them; of the others they have few texts, and those are estimates.

/** A PIN: four digits are the fewest that anything asks for. */
const PIN_MIN = 4;
/** A PIN that a sentence leads to, where four digits are a year, a port or a count as often. */
const LED_PIN_MIN = 6;
/** A password: most words with a digit or a sign in them that are shorter are none. */
const PASSWORD_MIN = 6;
/** A secret right after its sign, where little else can stand. */
const SECRET_MIN = 8;
/** A variable of the environment: its name says outright that it holds a secret, and a word is shorter. */
const ENVIRONMENT_SECRET_MIN = 12;
/** What words lead to after 令牌 or 授权码, which are surer than "token": that counts words of a model, too. */
const CHINESE_SECRET_MIN = 10;
/** What words lead to after "token" or "key": many names and ids that are told of both are shorter. */
const TOLD_SECRET_MIN = 16;
/** The same with a digit and a sign in it, as no id has them. */
const CHOSEN_SECRET_MIN = 10;
/** A password that nothing leads to: so long, and of capitals, small letters and digits, only a machine makes one. */
const FAR_PASSWORD_MIN = 16;
/** A key that nothing leads to, or after a name that says little: services give out longer ones. */
const KEY_MIN = 20;
/** A key that is named only afterwards: 这个 Token may point at anything. */
const LAST_KEY_MIN = 32;

/** A word of KEY_MIN. */
const LONG_WORD = /[\w+/=-]{20}/;

/** The secrets that a text states, from left to right, none within another. */
export function statedSecrets(text: string, lower: string): look.Found[] {
  if (!holdsAny(lower, WORDS)) return [];
  const found: look.Found[] = [];
  let from = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    const sureness = surenessOf(text, name.index, name[0]);
    if (sureness === undefined) continue;
    const end = TAIL.lastIndex;
    if (/^(?:tokens|keys)$/i.test(name[0]) && !leadsOn(text, end)) continue;
    const secrets = stated(text, { start: name.index, end, sureness }).filter(({ start }) => start >= from);
    if (secrets.length === 0) continue;
    found.push(...secrets);
    from = secrets.at(-1)?.end ?? from;
    NAME.lastIndex = Math.max(NAME.lastIndex, from);
  }
  const before = found.length > 0 ? [] : namedAfterwards(text, lower);
  return [...found, ...before];
}

function stated(text: string, named: Named): look.Found[] {
  const { start, end, sureness } = named;
  const kind = sureness !== "password" && /token|令牌/i.test(text.slice(start, end)) ? "token" : "password";
  const at = afterSign(text, named);
  if (at !== undefined) {
    ENCRYPTED.lastIndex = at;
    // `key=key=s3cret`: what follows is the same name and sign once more, here or on the next line. The search comes to
    // them, too, and from the last of them it finds the secret.
    const next = text.charAt(at) === "\n" ? at + 1 : at;
    if (ENCRYPTED.test(text) || text.startsWith(text.slice(start, at), next)) return [];
    const value = values.phraseAt(text, at, named) ?? values.valueAt(text, at);
    if (value !== undefined && isStatedOutright(text, named, value)) {
      if (look.isOfResource(text, start)) return [];
      const first = values.asFound(text, value, kind);
      return [first, ...values.besides(text, first, false)];
    }
  }
  const first = values.lineBelow(text, named, kind) ?? values.phraseFurther(text, named, kind) ??
    further(text, named, kind);
  if (first !== undefined) return look.isOfResource(text, start) ? [] : [first, ...values.besides(text, first, true)];
  const column = values.inColumn(text, named, kind);
  return column.length > 0 ? column : values.inList(text, named, kind);
}

/** Where the value begins that a sign right after the name leads to. */
function afterSign(text: string, { start, end }: Named): number | undefined {
  SIGN.lastIndex = end;
  if (SIGN.test(text)) return SIGN.lastIndex;
  for (const lead of [WORDS_BEFORE_QUOTE, NEXT_LINE, ARGUMENT, TYPED]) {
    lead.lastIndex = end;
    if (
      lead.test(text) && (lead !== ARGUMENT || /\(\s*["'][\w.:#[=-]*$/.test(text.slice(Math.max(0, start - 60), start)))
    ) {
      return lead.lastIndex;
    }
  }
  if (text.charAt(end) === "<") {
    NEXT_ELEMENT.lastIndex = end;
    return NEXT_ELEMENT.test(text) ? NEXT_ELEMENT.lastIndex : undefined;
  }
  ANGLE.lastIndex = end;
  // An element: it is closed again.
  return text.slice(end, end + values.LONGEST_READ).includes("</") &&
      /<[^<>\n]{0,80}$/.test(text.slice(Math.max(0, start - 82), start)) && ANGLE.test(text)
    ? ANGLE.lastIndex
    : undefined;
}

/** Whether what follows a sign is the secret itself. */
function isStatedOutright(
  text: string,
  { start, end, sureness }: Named,
  { start: at, value, isQuoted }: values.Value,
): boolean {
  if (look.isPlaceholder(value) || value.endsWith(":") || look.isDigest(text, at, value)) return false;
  if (isQuoted && (look.isNoise(value) || (/短语/.test(text.slice(start, end)) && /[\s\d]/.test(value)))) return true;
  const isEnvironment = /^[A-Z_-]+$/.test(text.slice(start, end)) &&
    !/\s$/.test(text.slice(end, at - (isQuoted ? 1 : 0)));
  if (value.includes(" ")) return values.isPhrase(value, text.slice(start, end));
  if (hasHan(value)) return false;
  const isCode = isQuoted || isEnvironment
    ? look.isFile(value) || (look.isVariable(value) && !/^[!&:@]/.test(value))
    : look.isReference(value) || cutCall(text, at, value);
  if (isCode) return false;
  const hasDigit = /\d/.test(value);
  const hasLetter = /[A-Za-z]/.test(value);
  if (sureness === "password") {
    // A number of four digits is one, unless it counts something.
    const isShort = value.length < PASSWORD_MIN && !(hasDigit && hasLetter) && !/^\d{4,}$/.test(value);
    if (value.length < PIN_MIN || isShort || /^\s?[位个次天字年分秒]/.test(text.slice(at + value.length))) return false;
    if (look.isTerm(value) && !/^\d{4,}$/.test(value) && !values.isOfQuery(text, at)) return false;
    // A word of a sentence that goes on: "password: required for all".
    return isQuoted || hasDigit || !isProse(text, at, value);
  }
  if (value.length < SECRET_MIN || look.isTerm(value) || /^[\d.,_-]+$/.test(value)) return false;
  if (isEnvironment && sureness === "secret") return hasDigit || value.length >= ENVIRONMENT_SECRET_MIN;
  if (sureness === "weak") {
    const name = text.slice(start, end);
    if (/^(?:pass|pw)$/i.test(name)) return look.isChosen(value);
    return look.isMade(value) && (value.length >= KEY_MIN || /sk|salt|sess|sid|auth/i.test(name));
  }
  if (isQuoted && /^secret$/i.test(text.slice(start, end))) return !look.isSecretsName(value) && /[\d_-]/.test(value);
  return !look.isName(value) && (look.isMade(value) || (hasDigit && hasLetter));
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
  return look.holds(values.STATES, value) || /^\s?[|&]\s/.test(text.slice(at + value.length, at + value.length + 3));
}

/** Of what is told then: `key id …`, `token count …`, `tokens/s …`. */
const ATTRIBUTES = look.listed("attributes");

const COUNTERS = /^\s?[位个次天字年月日分秒版号条种套遍台端错毫]/;

/** Whatever is told for a secret without a sign has a digit, a sign, or hyphens between words. */
const TELLING = /[\d!@#$%^&*?~+-]/;

/** What begins within reach is read this much further: enough to see whether it is as long as a key. */
const READ_BEYOND = 40;

/** A word on the line of a name: `hunter2!` in "the password of the box is hunter2! for now". */
interface Told {
  readonly text: string;
  readonly named: Named;
  readonly value: string;
  /** From the name to the word, and what follows the word. */
  readonly before: string;
  readonly after: string;
  /** A word or a sign leads to it: "… is hunter2!". */
  readonly isLed: boolean;
  /** Nothing stands between it and the name: "password hunter2!", 密码hunter2!. */
  readonly isNext: boolean;
}

/** A secret further away from its name, or after mere words. */
function further(text: string, named: Named, kind: string): look.Found | undefined {
  const { end, sureness } = named;
  const line = lineAfter(text, end);
  if (!TELLING.test(line)) return undefined;
  // What the words lead to was taken out before.
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

/** What follows a name on its line, up to the end of the sentence or of a field; empty where nothing of it can tell. */
function lineAfter(text: string, end: number): string {
  const reach = text.slice(end, end + REACH + READ_BEYOND);
  if (!TELLING.test(reach)) return "";
  return /^[^\n。；;]*?(?=\n|[。；;]|["'\]}]\s*,|,\s*["'{[]|$)/.exec(reach)?.[0] ?? "";
}

/** A name that stands for a password, or for no secret at all: "the tests pass". */
function isPass(text: string, { start, end }: Named): boolean {
  return /^(?:pass|creds|credentials?)$/i.test(text.slice(start, end));
}

/** Whether a name is Chinese, and so needs no blank behind it. */
function isChinese(text: string, { end }: Named): boolean {
  return text.charCodeAt(end - 1) > 0x7f;
}

/** A number that is told as a password: 密码4821, "the passcode is 482913"; none that counts something. */
function isPin({ text, named, value, after, isLed, isNext }: Told): boolean {
  if (named.sureness !== "password" || !/^\d{4,12}[#*]?$/.test(value)) return false;
  // 登录 is what people do, and how often.
  if (text.slice(named.start, named.end) === "登录" || COUNTERS.test(after)) return false;
  return (isNext && isChinese(text, named)) || (isLed && value.length >= LED_PIN_MIN);
}

/** "The password is hunter2!", "pass hunter2!", "passwords: staging hunter2!", or what only a machine makes. */
function isPasswordTold({ text, named, value, before, isLed, isNext }: Told): boolean {
  // "Pass" is said of tests, too: what follows it must look like nothing else, or the user's name stand before it.
  const follows = isNext && (!isPass(text, named) || look.isOdd(value) || isOfUser(text, named.start));
  if ((isLed || follows) && (look.isChosen(value) || look.isWords(value))) return true;
  return isLongMade(value, FAR_PASSWORD_MIN) || (look.isOdd(value) && FIRST_OF_SEVERAL.test(before));
}

/** "The API key is 4fT9-x2Lq-88aZ-01Qw", 令牌 a8Kd02LmQ1, or, anywhere on the line, what only a key looks like. */
function isSecretTold({ text, named, value, isLed, isNext }: Told): boolean {
  if (isLongMade(value, KEY_MIN) || isHexadecimal(value)) return true;
  if (!isLed && !isNext) return false;
  if (value.length >= leastLength(text, named) && look.isMade(value)) return true;
  // As people choose one: "the secret is Tr4vel!Agent#9".
  return value.length >= CHOSEN_SECRET_MIN && /[!#$%^&*]/.test(value) && /\d/.test(value) && look.isOdd(value);
}

/** "The key is …", which most often is that of a map or a keyboard: only what nothing but a key looks like. */
function isWeakTold({ value, isLed, isNext }: Told): boolean {
  return (isLed || isNext) && value.length >= KEY_MIN && look.isMade(value) &&
    (look.isMixed(value) || isHexadecimal(value));
}

/** After the name of a user: "user metabase, pass …". */
function isOfUser(text: string, start: number): boolean {
  return /(?:user(?:name)?|login|account|[账帐]号|用户名?)[\s:：=]{1,3}[\w.@-]{2,40}[\s,，;/]{1,4}$/i
    .test(text.slice(Math.max(0, start - 60), start));
}

/** Between the name and the first of several: `: staging ` in "passwords: staging hunter2!, production tiger9?". */
const FIRST_OF_SEVERAL = new RegExp(String.raw`^["'*_\s]*[:：]\s*[\w${HAN}-]{1,16}[ \t]{1,4}["'\x60]?$`);

/** How long a secret is at least that the words lead to: 授权码 and a variable of the environment name nothing else. */
function leastLength(text: string, named: Named): number {
  if (isChinese(text, named)) return CHINESE_SECRET_MIN;
  const isOfEnvironment = /[A-Z0-9]_$/.test(text.slice(Math.max(0, named.start - 2), named.start));
  return isOfEnvironment ? ENVIRONMENT_SECRET_MIN : TOLD_SECRET_MIN;
}

function isLongMade(value: string, least: number): boolean {
  return value.length >= least && look.isMade(value) && look.isMixed(value);
}

/** A key of 128 bits or more; with fewer digits it is a commit or the number of a record. */
function isHexadecimal(value: string): boolean {
  return /^[0-9a-f]{32,}$/.test(value);
}

/** A text without any of them names no secret after it. */
const AFTERWARDS = "is the|as the|as my|as our|is our|is my|作为|当作|做密码|当密码|就是密码|是密码|这个|这串".split(
  "|",
);

/** The name comes last: "hunter2! is the password", 用 hunter2! 作为密码. */
function namedAfterwards(text: string, lower: string): look.Found[] {
  // Few texts say it that way round, and the pattern is a slow one.
  if (!holdsAny(lower, AFTERWARDS)) return [];
  const found: look.Found[] = [];
  const pattern = new RegExp(
    String
      .raw`(?<![^\s"'\x60“「是用把])["'\x60“「]?([^\s"'\x60“”「」,，。${HAN}]{6,64})["'\x60”」]?\s?(?:(?:is|as) (?:the|my|our) (?:\w+ ){0,2}(?:password|passphrase|passcode|token|secret|key)\b|(?:作为|当作|当|做|就是|是)\s?(?:\S{0,6})(?:密码|口令|令牌|密钥)|这[个串]\s?[\w-]{0,12}\s?(?:密码|口令|(API ?Key|令牌|密钥|Token|AK|SK)(?![A-Za-z])))`,
    "gi",
  );
  for (const match of text.matchAll(pattern)) {
    const [, value = "", key] = match;
    if (key !== undefined && !(value.length >= LAST_KEY_MIN && look.isMade(value))) continue;
    if (!look.isChosen(value) || look.isTerm(value) || look.isReference(value) || look.isPlaceholder(value)) continue;
    const start = match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length, kind: "password" });
  }
  return found;
}
