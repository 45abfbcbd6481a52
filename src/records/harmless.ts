/**
 * In: what stands where a secret would. Out: whether it only names one: a variable, a call, a type, a placeholder.
 * What may be either is taken for a secret.
 *
 * @module
 */

/** Any secret of a person's is shorter; no pattern here need look at more. */
const LONGEST_NAME = 100;

/** A password as it stands in a text. */
export interface Stated {
  readonly value: string;
  /** What leads to it: `password: "`. */
  readonly before: string;
  /** The character after it; empty at the end. */
  readonly after: string;
}

/** Whether a value is what people write in the place of a secret, whatever stands around it. */
export function isPlaceholder(value: string): boolean {
  if (value.length > LONGEST_NAME) return false;
  return MASK.test(value) || VARIABLE.test(value) || LEFT_OPEN.test(value) || WORD.test(value);
}

/** Whether it is code that leads to the password, or a place where it lies. */
export function isReference({ value, before, after }: Stated): boolean {
  // In quotes it is the text itself, and so it is in a file of the environment.
  if (value.length > LONGEST_NAME || /["']$/.test(before) || /^[A-Z_-]+\W*$/.test(before)) return false;
  const bare = value.replace(/^=+/, "").replace(/[`.!?:]+$/, "");
  if (NAMED.test(bare) || PATH.test(bare) || OF_OBJECT.test(bare)) return true;
  if (!CALL.test(bare)) return false;
  // The text between quotes, and what follows a comma, is cut off.
  return bare.endsWith(")") || (bare.endsWith("(") && /["']/.test(after)) || after === ",";
}

const MASK = /^(?:[*•●#_.-]+|x[x-]*)$/i;
/** `$DB_PASSWORD`, `$password`, `${…}`, `$(pass show db)`, `%DB_PASSWORD%`; a bcrypt hash begins with `$`, too. */
const VARIABLE = /^(?:\$[({]|\$(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+)[`.)-]*$|%[A-Za-z_]\w*%|process\.env|os\.environ|env\.)/;
const LEFT_OPEN = /^(?:\.\.\.|…|your[_-])/i;
/** Whole words: "stringent9" is a password. Types, what a field has to be, and where passwords are kept. */
const WORD =
  /^(?:changeme|example|placeholder|redacted|hidden|masked|required|optional|option|string|secretstr|varchar|boolean|number|integer|unknown|undefined|null|none|true|false|1password|bitwarden|keychain|keepassx?c?|lastpass)(?![A-Za-z0-9])/i;

/** `hashedPassword`, `db_password`, `password_hash`: told from a password by what stands before or after the word. */
const NAMED =
  /^(?:(?:hashed|encrypted|encoded|decrypted|plain|raw|new|old|current|confirm|stored|given|generated|random|default|user|db|database|client|access|refresh|auth|api|private|public|signing|session)(?:_(?:[a-z]+_)?(?:password|passwd|pwd|passphrase|secret|token|key)|(?:[A-Z][a-z]+)?(?:Password|Passwd|Pwd|Passphrase|Secret|Token|Key))|(?:password|passwd|pwd|passphrase|secret|token|key)(?:_(?:hash|digest|value|field|input|name|ref|id|param|arg)|(?:Hash|Digest|Value|Field|Input|Name|Ref|Id|Param|Arg)))$/;
/** `/etc/passwd`, `./secrets/db.key`: in small letters, as base64 is not. */
const PATH = /^(?:(?:~|\.{1,2})(?:\/[a-z_.-]+)+|(?:\/[a-z_.-]+){2,})\/?$/;
/** `config.dbPass`, `req.body.password`. */
const OF_OBJECT =
  /^(?:this|self|config|cfg|conf|settings|options|opts|env|req|request|body|params|props|form|user|account|args|input|data|ctx|context|state|credentials|creds|secrets?|passwords?|tokens?|keys?|values)(?:\??\.[A-Za-z_]+)+$/;
const CALL = /^[a-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]+)*\(/;
