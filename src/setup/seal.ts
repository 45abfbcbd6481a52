/**
 * The seal: a comment with a hash, which shows later whether somebody changed a file of ours. In a file with a YAML
 * head it stands there, since clients give the rest to the model; at the end, as of version 0.1.0, it counts, too.
 */
import { sha256Hex } from "../hash.ts";

/** `untouched`: as this or an earlier version wrote it. `edited`: ours, changed since. `foreign`: never ours. */
type Seal = "untouched" | "edited" | "foreign";

const HEAD = /^---\n(?:.*\n)*?(?=---\n)/;
const IN_HEAD = /^(---\r?\n(?:.*\r?\n)*?)# memory:([0-9a-f]{12})\r?\n(?=---\r?\n)/;
const AT_END = /(?:<!-- memory:([0-9a-f]{12}) -->|(?<=\n)# memory:([0-9a-f]{12}))\s*$/;
/** A rule of Cursor, which has its own parser for the head, and may not know comments there. */
const RULE = /^alwaysApply:/m;

/** The text, sealed by a comment in the form that the file's name tells. */
export function seal(text: string, file: string): string {
  const body = `${text.trimEnd()}\n`;
  if (/\.(?:rules|toml)$/.test(file)) return `${body}# memory:${hash(body)}\n`;
  const head = HEAD.exec(body)?.[0];
  if (head === undefined || RULE.test(head)) return `${body}\n<!-- memory:${hash(body)} -->\n`;
  return `${head}# memory:${hash(body)}\n${body.slice(head.length)}`;
}

/** Whether a text is ours, and unchanged. */
export function sealOf(text: string): Seal {
  const { body, mark } = splitSeal(text);
  if (mark === undefined) return "foreign";
  return hash(body) === mark ? "untouched" : "edited";
}

/** The text without its seal. */
export function unsealed(text: string): string {
  return splitSeal(text).body;
}

function splitSeal(text: string): { readonly body: string; readonly mark: string | undefined } {
  const [whole = "", head = "", mark] = IN_HEAD.exec(text) ?? [];
  if (mark !== undefined) return { body: head + text.slice(whole.length), mark };
  const atEnd = AT_END.exec(text);
  return atEnd ? { body: text.slice(0, atEnd.index), mark: atEnd[1] ?? atEnd[2] } : { body: text, mark: undefined };
}

/** Whether a text holds a seal of ours in any place. */
export function isMarked(text: string): boolean {
  return /(?:<!--|#) memory:[0-9a-f]{12}/.test(text);
}

/** A hash that does not depend on line ends, which git may convert. */
function hash(text: string): string {
  return sha256Hex([`${text.replaceAll("\r\n", "\n").trimEnd()}\n`]).slice(0, 12);
}
