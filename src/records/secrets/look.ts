/**
 * In: a value in the place of a secret. Out: whether it only stands for a secret (a variable, a call, a type, a
 * placeholder, a word of a sentence), or looks like one: chosen by a person, or made by a machine. A value that may be
 * either is taken for a secret where its name clearly says so.
 *
 * Hot path: a few small patterns, and lists that are searched as text. A pattern with a hundred words in it takes a
 * hook 0.3 ms to compile.
 */
import { below, holds as isListed, type WordList, wordList } from "../../text/word_list.ts";
import words from "./words.txt" with { type: "text" };

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** All names and passwords are shorter, so longer values are spared these patterns. */
const LONGEST_NAME = 200;

/** Where the match of a sticky pattern at a place ends; undefined without a match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A list of words.txt with more words: Chinese ones have a file of their own (text/word_list.ts). */
export function listed(title: string, more = ""): WordList {
  return wordList(below(title, words) + more);
}

/** Whether a list holds a word, case ignored. */
export function holds(list: WordList, word: string): boolean {
  return word !== "" && isListed(list, word.toLowerCase());
}

/** Types, rules for a field, placeholders, and names of programs that keep secrets. */
const WORDS = listed("no secrets");
/** Parts of names in code that belong to secrets: `hashed_password`, `tokenResponse`. */
const SECRET_WORDS = listed("of secrets");
/** Objects from which a secret is read: `req.body.password`. */
const OBJECTS = listed("objects");
/** The letters of technical terms that end with a number. */
const TERMS = listed("terms");
const UNITS = listed("units");
const PLACES =
  "http:// https:// op:// vault: file: ref+ secretsmanager: ssm: kms: kv/ arn: projects/ @Microsoft. k8s: doppler: /run/ /etc/ /home/ /var/ /opt/ /usr/ /srv/ /mnt/ /root/ /app/ /data/ /secrets/ /Users/ /tmp/ /bin/ /dev/ /proc/ /api/ /auth/ ~/ ./ ../"
    .split(" ");

/** Whether a value is a placeholder for a secret. */
export function isPlaceholder(value: string): boolean {
  if (value.length > LONGEST_NAME) return false;
  const word = /^[\wñ-]+/.exec(value)?.[0] ?? "";
  if (holds(WORDS, word) && !/[!@#$%^&*+]/.test(value.charAt(word.length))) return true;
  if (GRAPHQL.test(value)) return true;
  return MASK.test(value) || LEFT_OPEN.test(value) || BRACKETS.test(value) || isStandIn(value);
}

const GRAPHQL = /^\[?(?:String|ID|Int|Float|Boolean|UUID|JSON|Password)!?\]?!?$/;
const MASK = /^(?:[*•●·#_.-]+|[xX][xX-]*|(.)\1{5,})$|^[[<]redacted/i;
const LEFT_OPEN = /^(?:\.\.\.|…|your[_-]|YOUR[_-]|change_?me[_-])|(?:\.\.\.|…)$/;
const BRACKETS = /^(?:\([A-Za-z ]+\)?$|<[^<>]*>?$|\[[^[\]]*\]?$|\{[^{}]*\}?$|[【（])/;

/** Also within a token: `ghp_your_token_here`, `sk-xxxxxxxx`, AWS's own `AKIAIOSFODNN7EXAMPLE`. */
function isStandIn(value: string): boolean {
  const lower = value.toLowerCase();
  return STAND_INS.some((part) => lower.includes(part)) || value.includes("EXAMPLE") || /[_-]here$/.test(lower);
}

const STAND_INS =
  "xxxx *** placeholder redacted your_ your- your-api yourkey yourtoken yourpass insert_ insert- replace_ replace- replaceme change_me change-me my-api my_api my-secret-key"
    .split(" ");

/** `$DB_PASSWORD`, `${…}`, `{{ password }}`, `%DB_PASSWORD%`, `%s`; not a bcrypt hash, which also begins with `$`. */
export function isVariable(value: string): boolean {
  if (value.length > LONGEST_NAME) return false;
  switch (value.charAt(0)) {
    case "$":
      return DOLLAR.test(value);
    case "#":
      return value.startsWith("#{");
    case "%":
      return /^%(?:[A-Za-z_]\w*%?$|\(|env|7[Bb])/.test(value);
    case "{":
      return value.startsWith("{{");
    case "<":
      return value.startsWith("<%");
    case "@":
    case ":":
    case "&":
      return /^.[A-Za-z_]+$/.test(value);
    case "!":
      return /^!(?:[a-z_]+$|Ref|Sub|[A-Z_]{3,}\.)/.test(value);
    case "?":
      return value === "?";
    case "/":
    case "^":
      // A pattern.
      return /^\/?\^/.test(value);
    default:
      return /^(?:process\.env|import\.meta|os\.environ|env\.)/.test(value);
  }
}

const DOLLAR = /^\$(?:[{(]|[A-Z_][A-Z0-9_]*[`.)-]*$|[A-Za-z_]+[`.)-]*$|this|_ENV|_POST|_GET|env:)/;

/** Whether a value is code that reads a secret, or the place where a secret is kept. */
export function isReference(value: string): boolean {
  if (value.length > LONGEST_NAME) return false;
  const bare = value.replace(/^=+/, "").replace(/[`.!?:;,]+$/, "");
  return isVariable(bare) || isFile(bare) || isSecretsName(bare) || isExpression(bare);
}

/** Whether a value is a place: an address without a password, a vault, an ARN, a file. */
export function isFile(value: string): boolean {
  if (value.length > LONGEST_NAME) return false;
  if (PLACES.some((place) => value.startsWith(place))) return !/^https?:\/\/[^\s/]*@/.test(value);
  // Paths in small letters only, because base64 holds slashes, too.
  return /^(?:\/[a-z_.-]+)+\/?$|^[A-Z]:\\|^[\w./-]+\.(?:key|pem|txt|ya?ml|json|toml|env|[jt]s|py|go|rs|md|crt|p12|jks|enc|gpg|pth?|ckpt|safetensors|gguf|onnx|npz|csv|log|sh|conf|ini)$/
    .test(value);
}

/** Whether a value is the name of a secret, by its parts: `hashedPassword`, `password_hash`, `tokenResponse`. */
export function isSecretsName(value: string): boolean {
  if (!/^_?(?:[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+)$/.test(value)) return false;
  return value.split(/_|(?=[A-Z])/).some((part) => holds(SECRET_WORDS, part));
}

/** `config.dbPass`, `getSecret("db")`, `Schema.String`, `params[:password]`. */
function isExpression(value: string): boolean {
  const chain = /^_?[A-Za-z_$][\w$]*(?:(?:\??\.|->|::)[A-Za-z_$][\w$]*)*/.exec(value)?.[0];
  if (chain === undefined) return false;
  const next = value.slice(chain.length);
  if (next.startsWith("[")) return true;
  if (next.startsWith("<")) return /^<[A-Z]/.test(next);
  const parts = chain.split(/\??\.|->|::/);
  const [first = ""] = parts;
  if (next.startsWith("(")) {
    if (/^\((?:[^A-Za-z0-9]|\d+\)|$)/.test(next)) return true;
    // `expect.any(String)`
    if (parts.length > 1 && /^[a-z]/.test(first) && /^\([A-Z][a-z]+\)?$/.test(next)) return true;
    return (parts.length > 1 || /^[a-z_$]/.test(first)) && /^\([a-z_"'`$]/.test(next);
  }
  if (next !== "" || parts.length === 1) return false;
  return holds(OBJECTS, first) || isSecretsName(first) || /^[A-Z][A-Za-z]+$/.test(first) ||
    holds(SECRET_WORDS, parts.at(-1) ?? "") ||
    parts.at(-1) === "NULL";
}

/** Whether a value is a name of one or several words, as in programs: digits only as a number at the end of a word. */
export function isName(value: string): boolean {
  if (value.length > LONGEST_NAME || !/^[A-Za-z_][\w.:/@-]*$/.test(value)) return false;
  const parts = value.split(/[\W_]+/).flatMap((part) => part.split(/(?<=[a-z])(?=[A-Z])/));
  return parts.every((part) => part.length < 20 && /^(?:[A-Za-z]?[a-z]+|[A-Z]+|[a-z]*\d{1,4}|)$/.test(part)) &&
    value.length / parts.length >= 2.5;
}

/** Whether a value is a technical term, a number with its unit, a date, version, colour: `argon2id`, `90d`, `v1.2`. */
export function isTerm(value: string): boolean {
  if (value.length > LONGEST_NAME) return false;
  const bare = value.replace(/[`.!?:;,)]+$/, "");
  if (/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(bare)) return true;
  if (/^[#v]?[\d.,~:-]+$/.test(bare) || /^--?[a-z]/.test(bare) || /^[\w.-]+@[\w-]+\.[\w.-]+$/.test(bare)) return true;
  const [, count = "", unit = ""] = /^(\d{1,5}(?:[-~.]\d+)?)[ +-]?([A-Za-z%]{1,10})$/.exec(bare) ?? [];
  if (count !== "" && (unit === "%" || holds(UNITS, unit))) return true;
  const [, letters = ""] = /^([A-Za-z]{1,10})[-_.]?\d{1,5}(?:[A-Za-z]{0,3}|[-_.:/][\w.:/-]*)$/.exec(bare) ?? [];
  if (holds(TERMS, letters)) return true;
  return /^[A-Z]{2,6}-\d+$|^\w+\.(?:ts|js|py|go|rs|md|java|env|ya?ml|json|com|io|cn|net|org)$|^[a-z]+\(\)?$|^localhost:|^\d{4}-\d\d/
    .test(bare);
}

/** Whether a value has the length of a digest, and the words before it name one. */
export function isDigest(text: string, at: number, value: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{128}|[0-9A-F]{16}|[0-9A-F]{40})$/.test(
    value,
  ) &&
    (/(?:sha-?\d{1,3}|md5|digest|checksum|fingerprint|hash|etag|commit|revision|bisect|\b(?:RSA|DSA|EdDSA|ECDSA) key|recv-keys?|\bgpg\b|指纹|摘要|哈希|校验[和值]|提交)/i
      .test(text.slice(Math.max(0, at - 60), at).replace(OTHER_FIELDS, "")));
}

/** The earlier fields of a URL's query, whose names do not describe this value. */
const OTHER_FIELDS = /^.*[?&](?=[\w.-]{1,40}=$)/s;

/** Whether a place lies in the name of a cloud resource: an ARN, a path of Azure's or Google's. */
export function isOfResource(text: string, start: number): boolean {
  return /(?:\barn:|\bprojects\/|\/subscriptions\/)[^\s"']*$/.test(text.slice(Math.max(0, start - 160), start));
}

/** Whether a person may have chosen a value as a password: `hunter2!`. */
export function isChosen(value: string): boolean {
  if (value.length > 64 || !/[A-Za-z]/.test(value) || /^\w+\.\w+\(|[(){}[\]\\]/.test(value)) return false;
  return /\d/.test(value) || (/[!@#$%^&*?~+]/.test(value) && /[A-Z]/.test(value));
}

/** Whether a value is four or more words with hyphens between them. */
export function isWords(value: string): boolean {
  return /^(?:[a-z]{4,}-){3,}[a-z]{4,}$/.test(value);
}

/** Whether a value holds capitals, small letters and digits. */
export function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** Whether a machine made a value: it is not a name, and has many different characters for its length. */
export function isGenerated(value: string): boolean {
  if (!/^[\w+/=.~%:|@$-]+$/.test(value) || isName(value) || isReference(value) || HASH.test(value)) return false;
  const hasDigit = /\d/.test(value);
  if (!hasDigit && !(value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value))) return false;
  if (!/[A-Za-z]/.test(value)) return false;
  return new Set(value).size >= Math.min(8, value.length / 3);
}

/** Whether a value is as long and as mixed as only a key is. */
export function isKey(value: string): boolean {
  return value.length >= 20 && isMixed(value) && isGenerated(value);
}

/** Whether a machine made a value out of all signs, as WordPress does. */
export function isRandomSigns(value: string): boolean {
  return value.length >= 24 && isMixed(value) && !/\$\{|\{\{|\\/.test(value) &&
    new Set(value.replace(/[\w\s]/g, "")).size >= 4;
}

/** The beginnings of digests and of public keys of SSH, which are not secrets. */
const HASH = /^(?:sha\d+[:-]|md5:|h1:|blake\d|AAAA(?:[BC]3NzaC1|E2VjZHNh|GnNrLXNzaC|InNrLWVjZHNh))/i;

/** Whether a value looks like a password, and not like a name, term or path. */
export function isPasswordLike(value: string): boolean {
  return isChosen(value) && (!isName(value) || /@\d{3,}$/.test(value)) && !isOrdinary(value) &&
    !/^[\w.-]+@[\w-]+(?:\.\w+)+$|^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(value);
}

/** Whether a value is a term, stands for a secret, or is a placeholder. */
export function isOrdinary(value: string): boolean {
  return isTerm(value) || isReference(value) || isPlaceholder(value);
}

/** Whether an argument of a command looks like a password or a key, and not like a name or an address. */
export function isCredential(argument: string): boolean {
  if (/\\|=./.test(argument) || isName(argument) || isTerm(argument) || isReference(argument) || isFile(argument)) {
    return false;
  }
  return (isGenerated(argument) && argument.length >= 16 && (isMixed(argument) || /^[0-9a-f]{24,}$/.test(argument))) ||
    (isChosen(argument) && !/[:/,;]|\.\w{2,5}$/.test(argument));
}

/** Whether a value is as long and as mixed as a key, or hexadecimal and too long for the id of a record. */
export function isLongKey(value: string): boolean {
  return isKey(value) || /^(?=.*[a-f])(?=.*\d)[0-9a-f]{32,}$/.test(value);
}

/** A word without the full stop of a sentence. */
export function trimEnd(word: string): string {
  return word.replace(/[.!?)]+$/, "");
}
