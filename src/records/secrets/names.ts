/** In: a text. Out: the names of secrets in it (`DB_PASSWORD`, 密码), and how sure it is that a secret follows. */
import { below } from "../../text/word_list.ts";
import { holds, listed, matchEnd } from "./look.ts";
import chinese from "./words_zh.txt" with { type: "text" };

/** In lower case; a text without any of these words states no secret. */
export const WORDS =
  "pass|pwd|pw|secret|token|key|credential|creds|salt|auth|sessionid|_sess|sid=|sk=|sk:|sk：| sk|/sk|，sk|psk|_pat| pat|短语|kennwort|contrase|senha|пароль|パスワード|密码|密碼|口令|密钥|秘钥|金钥|密匙|令牌|授权码|私钥|凭证|凭据|登录|admin|login"
    .split("|");

/** Whether a name stands for a password, for a secret, or (weak) for something that may be a secret. */
type Sureness = "password" | "secret" | "weak";

/** Names of secrets. Plurals like `keys` count only where a sign follows. */
export const NAME =
  /passwords?|passwort|kennwort|contraseña|mot de passe|senha|пароль|パスワード|passwd|passphrase|passcode|pass|pwd|pw|secrets?(?![a-z])|secret|tokens?(?![a-z])|token|keys?(?![a-z])|key|credentials?|creds|salt|auth|sessionid(?==)|_sess|sid|login|\bsk\b|psk|[_ -]pat|(?:密码|加密|口令|助记)短语|密码|密碼|口令|密钥|秘钥|金钥|密匙|令牌|授权码|私钥|凭证|凭据|登录/gi;

/** The end of a name, an environment or a number: `DB_PASSWORD_PROD`, `token2`, `client-key-data`. */
const TAIL =
  /(?:_?(?:prod|production|staging|dev|test|root|admin|old|new|main|db|base|\d{1,2})|-data)?(?![A-Za-z0-9_@-])/iy;

/** Words before a key or a token that make it a secret: `api_key`, `signingKey`. */
const QUALIFIERS = listed("qualifiers", below("qualifiers", chinese));

/** Words before a name by which it is not a secret: `public_key`, `cache key`, `max_token`. */
const PUBLIC = listed("public", below("public", chinese));

/** Words that may be joined to a name without a sign: `apikey`, `dbpassword`, `authtoken`. */
const JOINED = listed("joined");

/** The place of a name. */
export interface Named {
  readonly start: number;
  readonly end: number;
  readonly sureness: Sureness;
}

/** The word right before a name: `api` of `api_` and `Api`, or two Chinese characters. */
function wordBefore(before: string): string {
  const trimmed = before.replace(/[_ -]{1,2}$/, "");
  if (trimmed.charCodeAt(trimmed.length - 1) > 0x7f) return trimmed.slice(-2);
  const word = /[A-Za-z0-9]+$/.exec(trimmed)?.[0] ?? "";
  return /(?:[A-Z]?[a-z0-9]+|[A-Z]+)$/.exec(word)?.[0] ?? word;
}

/** The name of a secret at a place where NAME has matched `name`; undefined if it is not one. */
export function namedAt(text: string, start: number, name: string): Named | undefined {
  const isLatin = name.charCodeAt(0) <= 0x7f;
  const end = isLatin ? matchEnd(TAIL, text, start + name.length) : start + name.length;
  if (end === undefined) return undefined;
  const before = text.slice(Math.max(0, start - 24), start);
  const sureness = isLatin
    ? surenessOf(name, before, text.charAt(start + name.length))
    : surenessInChinese(name, before);
  return sureness && { start, end, sureness };
}

function surenessInChinese(name: string, before: string): Sureness | undefined {
  if (/密码|密碼|口令|登录|短语|пароль|パスワード/i.test(name) || wordBefore(before) === "签名") return "password";
  return /[公主外]$/.test(before) || holds(PUBLIC, wordBefore(before)) ? undefined : "secret";
}

function surenessOf(name: string, before: string, next: string): Sureness | undefined {
  const lower = name.toLowerCase();
  if (lower.endsWith("pat")) return "weak";
  const isHump = /[A-Za-z0-9]$/.test(before) && /^[A-Z][a-z]/.test(name);
  const word = wordBefore(before);
  const isJoined = !isHump && /[A-Za-z0-9]$/.test(before);
  if (isJoined && lower !== "secret" && !holds(JOINED, word)) return undefined;
  if (holds(PUBLIC, word)) return undefined;
  if (/^(?:passw|passphrase|passcode|kennw|contras|mot |senha|(?:pwd|psk)$)/.test(lower)) return "password";
  if (lower === "pass" || lower === "pw" || lower === "_sess") {
    const isOfEnvironment = /[A-Za-z0-9]_$/.test(before);
    return isOfEnvironment || (lower === "pw" && next === " ") ? "password" : "weak";
  }
  // The key with which two servers sign is often chosen by a person.
  if (/^(?:secrets?|key)$/.test(lower) && /^sign/i.test(word)) return "password";
  if (/^(?:secret|token|cred|session)/.test(lower)) return "secret";
  return holds(QUALIFIERS, word) || before.endsWith("私") ? "secret" : "weak";
}

/** Whether a colon or an equals sign follows on the line. Without one, most sentences speak of keys in general. */
export function isFollowedBySign(text: string, end: number): boolean {
  const [line = ""] = text.slice(end, end + REACH).split("\n", 1);
  return line.includes(":") || line.includes("：") || line.includes("=");
}

/** The most characters between a name and its secret on the same line. */
export const REACH = 60;
