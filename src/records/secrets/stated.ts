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
import { isChosen, isMade, isMixed, isNoise, isWords } from "./look.ts";

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
  " sk",
  "/sk",
  "，sk",
  "psk",
  "_pat",
  " pat",
  "短语",
  "kennwort",
  "contrase",
  "senha",
  "пароль",
  "パスワード",
  "密码",
  "密碼",
  "口令",
  "密钥",
  "秘钥",
  "金钥",
  "密匙",
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
  /passwords?|passwort|kennwort|contraseña|mot de passe|senha|пароль|パスワード|passwd|passphrase|passcode|pass|pwd|pw|secrets?(?![a-z])|secret|tokens?(?![a-z])|token|keys?(?![a-z])|key|credentials?|creds|salt|auth|sessionid(?==)|_sess|sid|login|\bsk\b|psk|[_ -]pat|(?:密码|加密|口令|助记)短语|密码|密碼|口令|密钥|秘钥|金钥|密匙|令牌|授权码|私钥|凭证|凭据|登录/gi;
/** After the name: an environment or a number, `DB_PASSWORD_PROD`, `密码2`. */
const TAIL = /(?:_?(?:prod|production|staging|dev|test|root|admin|old|new|main|db|base|\d{1,2}))?(?![A-Za-z0-9_@-])/iy;
/** Of what a key or a token is, as the word before says: `api_key`, `signingKey`. */
const QUALIFIERS: Words =
  " api access secret private encryption encrypt signing sign master account app auth role license subscription webhook jwt session cookie aes des hmac deploy admin storage consumer client bot refresh bearer id personal server push oauth oauth2 security x root ssh rsa user host internal ci registry upload publish project team org workspace integration verify verification 签名 加密 解密 ";
/** What is no secret, whatever it is called: `public_key`, `cache key`, `max_token`. */
const PUBLIC: Words =
  " public pub publishable foreign cache partition sort site i18n index idempotency object map dict hot composite unique natural routing row query search translation locale csrf xsrf next page cursor max min num total input output eos bos pad special stop continuation 缓存 用户 分区 分页 忘记 修改 重置 验证 输入 明文 密文 ";
/** Written as one word: `apikey`, `dbpassword`, `authtoken`. */
const JOINED: Words =
  " api app auth access secret private client bot db root admin user sql my smtp mail ssh vpn wifi redis mysql pg ";

/** The word that a name ends: `api` of `api_` and `Api`, two characters of Chinese. */
function wordBefore(before: string): string {
  const trimmed = before.replace(/[_ -]{1,2}$/, "");
  if (trimmed.charCodeAt(trimmed.length - 1) > 0x7f) return trimmed.slice(-2);
  const word = /[A-Za-z0-9]+$/.exec(trimmed)?.[0] ?? "";
  return /(?:[A-Z]?[a-z0-9]+|[A-Z]+)$/.exec(word)?.[0] ?? word;
}

const SIGN =
  /["'`*_”’」』）\\]{0,4}[ \t]{0,8}(?::=|=>|={1,2}|[:：=＝]|→|->|⇒)[ \t]{0,8}(?:[*_]{1,2}[ \t]?)?(?:\\(?=["']))?/y;
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
/** The secret has the next line for itself. */
const LINE_BELOW =
  /["'`*_]{0,3}[ \t]{0,4}[:：]?[ \t]{0,4}\r?\n[ \t]{0,12}(?=["'`]?[^\s"'`]{4,80}["'`]?[ \t]{0,8}(?:\r?\n|$))/y;
const QUOTE = /["'`“‘「『【*]/;
const CLOSING: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "「": "」", "『": "』", "【": "】" };
/** Without quotes: to the next blank, Chinese character or sign that ends a phrase. */
const BARE = /[^\s"'`“”‘’「」『』，。；、！？：（）【】《》<>,;|\u4e00-\u9fff]{1,512}/y;
const REST = /[^\s"'`“”，。；、！（）<>,;|\u4e00-\u9fff]*/y;
/** Words and signs that may lead to the secret. */
const LEAD =
  /(?:\b(?:is|was|to|be|becomes|as|now|still|are|contains|holds|reads|says|equals|its|es|est|ist|use|try|enter|type)(?::|\s{1,4}(?:now |still |just |actually )?)|(?:是|为|成|成了|用|填|叫|改|了|写|给|即|输入|输|等于|[：＝→（【])\s{0,4}|[:=/—–?？]\s{1,4}|--(?:body|value)[ =]|['’]s\s|\s\(|密码\/\S{1,20}\/)["'`“「『*]{0,2}$/;
/** What leads from one secret to the next that is told in the same breath; there may be a word for what it is of. */
const AND =
  /["'`”」』*]{0,2}(?:\s?[,，、;；/|&+]\s?|\s?(?:\b(?:and|or)\b|和|及|以及|跟|与)\s?|\r?\n[ \t]{0,8}(?:[-*•]|\d{1,2}[.)、])?[ \t]{0,4})/y;
const LABEL = /[\w\u4e00-\u9fff.-]{1,16}(?:[ \t]{1,12}|[ \t]?[:：=][ \t]{0,4})/y;
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

/** Whether a sign follows on the line: of tokens and keys in general much is said that states none. */
function leadsOn(text: string, end: number): boolean {
  const close = text.indexOf("\n", end);
  const line = text.slice(end, Math.min(end + REACH, close === -1 ? text.length : close));
  return line.includes(":") || line.includes("：") || line.includes("=");
}

/** What kind of name stands at a place; `TAIL.lastIndex` is then its end. */
function surenessOf(text: string, at: number, name: string): Sureness | undefined {
  TAIL.lastIndex = at + name.length;
  const before = text.slice(Math.max(0, at - 24), at);
  if (name.charCodeAt(0) > 0x7f) {
    if (/密码|密碼|口令|登录|短语|пароль|パスワード/i.test(name)) return "password";
    return /[公主外]$/.test(before) || holds(PUBLIC, wordBefore(before)) ? undefined : "secret";
  }
  if (!TAIL.test(text)) return undefined;
  const lower = name.toLowerCase();
  if (lower.endsWith("pat")) return "weak";
  const isHump = /[A-Za-z0-9]$/.test(before) && /^[A-Z][a-z]/.test(name);
  const word = wordBefore(before);
  const isJoined = !isHump && /[A-Za-z0-9]$/.test(before);
  if (isJoined && lower !== "secret" && !holds(JOINED, word)) return undefined;
  if (holds(PUBLIC, word)) return undefined;
  if (
    /^(?:passw|kennw|contras|mot |senha)/.test(lower) || lower.startsWith("passphrase") ||
    lower.startsWith("passcode") || lower === "pwd"
  ) {
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

function stated(text: string, named: Named): Found[] {
  const { start, end, sureness } = named;
  const kind = sureness !== "password" && /token|令牌/i.test(text.slice(start, end)) ? "token" : "password";
  const at = afterSign(text, named);
  if (at !== undefined) {
    ENCRYPTED.lastIndex = at;
    if (ENCRYPTED.test(text)) return [];
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

/** A name within the name of a thing in a cloud: an ARN, a path of Azure's or Google's. */
function isOfResource(text: string, start: number): boolean {
  return /(?:\barn:|\bprojects\/|\/subscriptions\/)[^\s"']*$/.test(text.slice(Math.max(0, start - 160), start));
}

/** The secrets that follow one, each like it. */
function besides(text: string, first: Found, isLabelled: boolean): Found[] {
  const found: Found[] = [];
  const told = text.slice(first.start, first.end);
  for (let at = first.end; found.length < 20;) {
    AND.lastIndex = at;
    if (!AND.test(text)) break;
    const from = AND.lastIndex;
    LABEL.lastIndex = from;
    const labelled = LABEL.test(text) && (isLabelled || /\s/.test(text.charAt(LABEL.lastIndex - 1))) &&
        !/[:：=]/.test(isLabelled ? "" : text.slice(from, LABEL.lastIndex))
      ? LABEL.lastIndex
      : undefined;
    const value = [from, labelled].map((place) => place === undefined ? undefined : valueAt(text, place))
      .find((candidate) =>
        candidate !== undefined && isLike(candidate.value, told) &&
        !/^["']?[:=]/.test(
          text.slice(candidate.start + candidate.value.length, candidate.start + candidate.value.length + 2),
        )
      );
    if (value === undefined) break;
    const next = asFound(text, value, first.kind);
    found.push(next);
    at = next.end;
  }
  return found;
}

function isLike(value: string, told: string): boolean {
  if (isMade(value) && value.length >= 16 && told.length >= 16 && !/[=:]/.test(value)) return !isFile(value);
  return isOdd(value) && Math.abs(value.length - told.length) <= 6 && !value.includes("=");
}

/** Like a password, and like no name, term or path. */
function isOdd(value: string): boolean {
  return isChosen(value) && (!isName(value) || /@\d{3,}$/.test(value)) && !isTerm(value) && !isReference(value) &&
    !isPlaceholder(value) &&
    !/^[\w.-]+@[\w-]+(?:\.\w+)+$|^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(value);
}

/** Whether a key is of the length that a digest has, and the words before it say that it is one. */
function isDigest(text: string, at: number, value: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{128}|[0-9A-F]{16}|[0-9A-F]{40})$/.test(
    value,
  ) &&
    (/(?:sha-?\d{1,3}|md5|digest|checksum|fingerprint|hash|etag|commit|revision|bisect|\b(?:RSA|DSA|EdDSA|ECDSA) key|recv-keys?|\bgpg\b|指纹|摘要|哈希|校验[和值]|提交)/i
      .test(text.slice(Math.max(0, at - 60), at)));
}

/** A secret that stands alone on the line below its name. */
function lineBelow(text: string, { start, end, sureness }: Named, kind: string): Found | undefined {
  LINE_BELOW.lastIndex = end;
  if (sureness === "weak" || !text.slice(end, end + 8).includes("\n") || !LINE_BELOW.test(text)) return undefined;
  const value = valueAt(text, LINE_BELOW.lastIndex);
  if (value === undefined || isTerm(value.value) || isReference(value.value) || isPlaceholder(value.value)) {
    return undefined;
  }
  const isLabel = /(?:^|\n)[^\n]{0,8}$/.test(text.slice(Math.max(0, start - 9), start));
  if ((!isLabel && !/[:：]/.test(text.slice(end, value.start))) || /=./.test(value.value)) return undefined;
  const isIt = sureness === "password"
    ? isOdd(value.value) || (isLabel && isChosen(value.value))
    : isMade(value.value) && value.value.length >= 16 && !isDigest(text, value.start, value.value);
  return isIt ? asFound(text, value, kind) : undefined;
}

/** A heading, and a list of secrets below it: what each is of, and the secret. */
function inList(text: string, { start, end, sureness }: Named, kind: string): Found[] {
  const headed = text.indexOf("\n", end);
  if (headed === -1 || headed - end > 80 || !/[:：][ \t\r]{0,4}$/.test(text.slice(headed - 5, headed))) return [];
  if (isOfResource(text, start)) return [];
  const found: Found[] = [];
  let at = headed + 1;
  for (let row = 0; row < 20 && at < text.length; row++) {
    const close = text.indexOf("\n", at);
    const line = text.slice(at, close === -1 ? undefined : close);
    if (line.trim() === "" || line.startsWith("-----")) break;
    for (const { 0: word, index } of line.matchAll(/[^\s"'\x60,，、;；|（）()]{6,200}/g)) {
      const value = trimmed(word.replace(/^[^:：=]{1,20}[:：=](?=.)/, ""));
      const place = at + index + word.indexOf(value);
      const isLast = line.slice(index + word.length).trim() === "";
      const isIt = (isMade(value) && value.length >= 20 && !isFile(value) &&
        (isMixed(value) || /^[0-9a-f]{32,}(?:-[0-9a-f]+)*$/.test(value)) && !isDigest(text, place, value)) ||
        (sureness === "password" && isOdd(value) && /[a-z!@#$%^&*]/.test(value) &&
          (isLast || LEAD.test(line.slice(0, index))));
      if (isIt && !isPlaceholder(value)) found.push({ start: place, end: place + value.length, kind });
    }
    if (close === -1) break;
    at = close + 1;
  }
  return found;
}

/** The rows below a name that stands in a row of names: a table of Markdown, values with commas or tabs between them. */
function inColumn(text: string, { start, end, sureness }: Named, kind: string): Found[] {
  if (!/^[ \t\x60*"']{0,8}(?:[|,\t]|\r?\n)/.test(text.slice(end, end + 10))) return [];
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const lineEnd = text.indexOf("\n", end);
  const header = text.slice(lineStart, lineEnd);
  const sign = ["|", "\t", ","].find((mark) => header.includes(mark));
  if (lineEnd === -1 || header.length > 300 || sign === undefined) return [];
  const names = header.split(sign);
  const column = text.slice(lineStart, start).split(sign).length - 1;
  if ((names[column] ?? "").length > 30 || (sign === "," && names.some((name) => name.trim() === ""))) return [];
  const found: Found[] = [];
  let at = lineEnd + 1;
  for (let row = 0; row < 50 && at < text.length; row++) {
    const close = text.indexOf("\n", at);
    const cells = text.slice(at, close === -1 ? undefined : close).split(sign);
    if (cells.length !== names.length) break;
    const cell = cells[column] ?? "";
    const value = cell.replace(/^[\s"'\x60*]+|[\s"'\x60*]+$/g, "");
    const isIt = sureness === "password"
      ? value.length >= 6 && (isOdd(value) || (isChosen(value) && !isTerm(value) && !isReference(value)))
      : isMade(value) && value.length >= 16;
    if (isIt && !/\s/.test(value) && !isPlaceholder(value) && !isDigest(text, at, value)) {
      const place = at + cells.slice(0, column).join(sign).length + (column > 0 ? sign.length : 0) +
        cell.indexOf(value);
      found.push({ start: place, end: place + value.length, kind });
    }
    if (close === -1) break;
    at = close + 1;
  }
  return found;
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
function phraseAt(text: string, at: number, { start, end }: Named): Value | undefined {
  if (!/^passphrase$/i.test(text.slice(start, end))) return undefined;
  const words = /^(?:[a-z]+ ){2,7}[a-z0-9]+(?=\.?(?:\n|$))/i.exec(text.slice(at, at + 100))?.[0];
  return words === undefined ? undefined : { start: at, value: words, isQuoted: true };
}

/** A passphrase that is told later in the sentence, which it ends unless it stands in quotes. */
function phraseFurther(text: string, { start, end, sureness }: Named, kind: string): Found | undefined {
  if (sureness !== "password") return undefined;
  const reach = text.slice(end, end + REACH + 80);
  if (!holdsAny(reach, LEADS_TO_PHRASE)) return undefined;
  const told = PHRASE.exec(reach);
  if (told === null || told.index > REACH) return undefined;
  const phrase = told[1] ?? told[2] ?? "";
  const words = phrase.split(/\W+/).filter((word) => word !== "");
  if (/[(){}<>=]/.test(phrase)) return undefined;
  const isPass = /^passphrase/i.test(text.slice(start, end));
  const isLong = words.length >= (isPass ? 3 : 4);
  const isOfWords = isLong && words.every((word) => /^[a-z]{3,}$/.test(word)) && (isPass || !/^[:=]/.test(told[0]));
  const hasDigit = /\d/.test(phrase) && (told[1] !== undefined || isLong || isPass);
  if (!isOfWords && !hasDigit) return undefined;
  const isProse = (word: string) =>
    holds(FORM_WORDS, word) || holds(STATES, word) || (isTerm(word) && !/^\d+$/.test(word));
  if (words.some(isProse)) return undefined;
  const at = end + told.index + told[0].lastIndexOf(phrase);
  return { start: at, end: at + phrase.length, kind };
}

const LEADS_TO_PHRASE = [" is ", " was ", ": ", "= ", ':"', "：", "是", "为", "“", "「", ' "', " \x60"];
const PHRASE =
  /(?:^\s?(?=["“「『\x60])|\b(?:is|was)(?: now| still)?|[:=：是为])\s{0,3}(?:["“「『\x60]((?:[^\s"”」』\x60]{1,20} ){2,9}[^\s"”」』\x60]{1,20})["”」』\x60]|((?:[A-Za-z0-9'’-]{1,16} ){2,7}[A-Za-z0-9!?#-]{1,16})(?=[ \t]*(?:[.,;，。；(（\n]|$)))/;

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
  " must be at is are the your enter please should for a an to with in of and or not new old confirm reset forgot current incorrect wrong invalid required least than this that these those it its they them their there here we our us he his her my me by on as so but because since when where how what which who why have has had will would can could may might do does did been being also too very only never always still already same stored hashed rotated encrypted saved sent shown asked given kept typed printed plain text clear case sensitive missing empty blank character characters expired change rotated every day days when if from via see ";

/** Of what is told then: `key id …`, `token count …`. */
const ATTRIBUTES: Words = " id ids name names fingerprint hash prefix type count length size ";
const COUNTERS = /^\s?[位个次天字年月日分秒版号条种套遍台端错毫]/;

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
