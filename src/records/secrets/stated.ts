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
import { holdsAny } from "../../rare_pattern.ts";
import {
  type Found,
  holds,
  isChosen,
  isDigest,
  isFile,
  isMade,
  isMixed,
  isName,
  isNoise,
  isOdd,
  isOfResource,
  isPlaceholder,
  isReference,
  isSecretsName,
  isTerm,
  isVariable,
  isWords,
  type Words,
} from "./look.ts";
import { leadsOn, NAME, type Named, REACH, surenessOf, TAIL, WORDS } from "./names.ts";
import {
  asFound,
  besides,
  inColumn,
  inList,
  isOfQuery,
  isPhrase,
  LEAD,
  lineBelow,
  LONGEST_READ,
  phraseAt,
  phraseFurther,
  STATES,
  trimmed,
  type Value,
  valueAt,
  valueBare,
} from "./values.ts";

const SIGN =
  /["'`*_”’」』）\\]{0,4}[ \t]{0,8}(?::=|=>|={1,2}|[:：=＝]|→|->|⇒)[ \t]{0,8}(?:[*_]{1,2}[ \t]?)?(?:\\(?=["']))?|(?<=[\u4e00-\u9fff])[(（][A-Za-z ]{2,20}[)）][ \t]?(?=[^\s，。；、]{0,60}\d)/y;

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

function stated(text: string, named: Named): Found[] {
  const { start, end, sureness } = named;
  const kind = sureness !== "password" && /token|令牌/i.test(text.slice(start, end)) ? "token" : "password";
  const at = afterSign(text, named);
  if (at !== undefined) {
    ENCRYPTED.lastIndex = at;
    // `key=key=key=`, on the next line too: the next one leads to whatever this one does.
    const next = text.charAt(at) === "\n" ? at + 1 : at;
    if (ENCRYPTED.test(text) || text.startsWith(text.slice(start, at), next)) return [];
    const value = phraseAt(text, at, named) ?? valueAt(text, at);
    if (value !== undefined && isStatedOutright(text, named, value)) {
      if (isOfResource(text, start)) return [];
      const first = asFound(text, value, kind);
      return [first, ...besides(text, first, false)];
    }
  }
  const first = lineBelow(text, named, kind) ?? phraseFurther(text, named, kind) ?? further(text, named, kind);
  if (first !== undefined) return isOfResource(text, start) ? [] : [first, ...besides(text, first, true)];
  const column = inColumn(text, named, kind);
  return column.length > 0 ? column : inList(text, named, kind);
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
  return text.slice(end, end + LONGEST_READ).includes("</") &&
      /<[^<>\n]{0,80}$/.test(text.slice(Math.max(0, start - 82), start)) && ANGLE.test(text)
    ? ANGLE.lastIndex
    : undefined;
}

/** Whether what follows a sign is the secret itself. */
function isStatedOutright(
  text: string,
  { start, end, sureness }: Named,
  { start: at, value, isQuoted }: Value,
): boolean {
  if (isPlaceholder(value) || value.endsWith(":") || isDigest(text, at, value)) return false;
  if (isQuoted && (isNoise(value) || (/短语/.test(text.slice(start, end)) && /[\s\d]/.test(value)))) return true;
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
    if (isTerm(value) && !/^\d{4,}$/.test(value) && !isOfQuery(text, at)) return false;
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

/** Of what is told then: `key id …`, `token count …`, `tokens/s …`. */
const ATTRIBUTES: Words = " id ids name names fingerprint hash prefix type count length size s sec second ";

const COUNTERS = /^\s?[位个次天字年月日分秒版号条种套遍台端错毫]/;

/** A secret further away from its name, or after mere words. */
function further(text: string, { start, end, sureness }: Named, kind: string): Found | undefined {
  const reach = text.slice(end, end + REACH + 40);
  // Whatever may be found here has a digit, a sign, or hyphens between words.
  if (!/[\d!@#$%^&*?~+-]/.test(reach)) return undefined;
  const line = /^[^\n。；;]*?(?=\n|[。；;]|["'\]}]\s*,|,\s*["'{[]|$)/.exec(reach)?.[0] ?? "";
  if (!/[\d!@#$%^&*?~+-]/.test(line)) return undefined;
  // What the words lead to was taken out before.
  const mark = line.indexOf("[redacted:");
  if (mark !== -1 && LEAD.test(line.slice(0, mark))) return undefined;
  if (holds(ATTRIBUTES, /^[\s_/-]?([a-z]+)\b/i.exec(line)?.[1] ?? "")) return undefined;
  const name = text.slice(start, end);
  const isPass = /^(?:pass|creds|credentials?)$/i.test(name);
  if (sureness === "weak" && !isPass && !/[\w+/=-]{20}/.test(line)) return undefined;
  const isLogin = name === "登录";
  const isChinese = text.charCodeAt(end - 1) > 0x7f;
  const words = /[^\s"'`“”‘’「」『』，。；、！？：:（）【】《》<>,;|=＝→\u4e00-\u9fff]+/g;
  let isFirst = true;
  for (let word = words.exec(line); word !== null && word.index <= REACH; word = words.exec(line)) {
    const opened = word[0].startsWith("(") ? 1 : 0;
    const value = trimmed(word[0].slice(opened));
    const wasFirst = isFirst;
    isFirst = false;
    if (value.length < 4 || !/[\d!@#$%^&*?~+-]/.test(value)) continue;
    const before = line.slice(0, word.index + opened);
    const isLed = LEAD.test(before);
    const isNext = wasFirst && /^[\s"'`“「*：:]*$/.test(before) && (before !== "" || isChinese);
    const isNumber = /^\d{4,12}[#*]?$/.test(value) && sureness === "password" && !isLogin &&
      (isChinese ? isNext || (isLed && value.length >= 6) : isLed && value.length >= 6) &&
      !COUNTERS.test(line.slice(word.index + word[0].length));
    if (value.length < 6 && !isNumber) continue;
    const isIt = sureness === "password" || isPass
      ? isNumber ||
        ((isLed || (isNext && (!isPass || isOdd(value) || isOfUser(text, start)))) &&
          (isChosen(value) || isWords(value))) ||
        isLongMade(value, 16) ||
        (LISTED.test(before) && isOdd(value))
      : sureness === "secret"
      ? ((isLed || isNext) && value.length >= leastLength(text, start, isChinese) && isMade(value)) ||
        ((isLed || isNext) && value.length >= 10 && /[!#$%^&*]/.test(value) && /\d/.test(value) && isOdd(value)) ||
        isLongMade(value, 20) || /^[0-9a-f]{32,}$/.test(value)
      : (isLed || isNext) && value.length >= 20 && isMade(value) &&
        (isMixed(value) || /^[0-9a-f]{32,}$/.test(value));
    if (!isIt || isPlaceholder(value) || (isTerm(value) && !isNumber) || isReference(value)) continue;
    const at = end + word.index + opened;
    if (isDigest(text, at, value)) continue;
    return asFound(text, valueBare(text, at) ?? { start: at, value, isQuoted: false }, kind);
  }
  return undefined;
}

/** After the name of a user: "user metabase, pass …". */
function isOfUser(text: string, start: number): boolean {
  return /(?:user(?:name)?|login|account|[账帐]号|用户名?)[\s:：=]{1,3}[\w.@-]{2,40}[\s,，;/]{1,4}$/i
    .test(text.slice(Math.max(0, start - 60), start));
}

/** After a colon, a word for what the first of several is of. */
const LISTED = /^["'*_\s]*[:：]\s*[\w\u4e00-\u9fff-]{1,16}[ \t]{1,4}["'`]?$/;

/** Of letters and digits: a variable of the environment and 授权码 are surer than "token". */
function leastLength(text: string, start: number, isChinese: boolean): number {
  return isChinese ? 10 : /[A-Z0-9]_$/.test(text.slice(Math.max(0, start - 2), start)) ? 12 : 16;
}

function isLongMade(value: string, least: number): boolean {
  return value.length >= least && isMade(value) && isMixed(value);
}

const AFTERWARDS = "is the|as the|as my|as our|is our|is my|作为|当作|做密码|当密码|就是密码|是密码|这个|这串".split(
  "|",
);

/** `… is the password`, `用 … 作为密码`. */
function namedAfterwards(text: string, lower: string): Found[] {
  if (
    !holdsAny(lower, AFTERWARDS)
  ) return [];
  const found: Found[] = [];
  const pattern =
    /(?<![^\s"'`“「是用把])["'`“「]?([^\s"'`“”「」,，。\u4e00-\u9fff]{6,64})["'`”」]?\s?(?:(?:is|as) (?:the|my|our) (?:\w+ ){0,2}(?:password|passphrase|passcode|token|secret|key)\b|(?:作为|当作|当|做|就是|是)\s?(?:\S{0,6})(?:密码|口令|令牌|密钥)|这[个串]\s?[\w-]{0,12}\s?(?:密码|口令|(API ?Key|令牌|密钥|Token|AK|SK)(?![A-Za-z])))/gi;
  for (const match of text.matchAll(pattern)) {
    const [, value = "", key] = match;
    if (key !== undefined && !(value.length >= 32 && isMade(value))) continue;
    if (!isChosen(value) || isTerm(value) || isReference(value) || isPlaceholder(value)) continue;
    const start = match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length, kind: "password" });
  }
  return found;
}
