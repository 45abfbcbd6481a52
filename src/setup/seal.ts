/**
 * In: the text of a file of ours. Out: the text with a seal, by which we see later whether somebody changed it.
 * Not done here: deciding what to do with a changed one (changes.ts).
 *
 * The seal is a comment of the YAML head where a file has one: clients hand the rest on to the model. At the end of the
 * text, where earlier versions put it, it still counts.
 *
 * @module
 */
import { sha256Hex } from "../hash.ts";

/**
 * `untouched`: as we wrote it, in this version or an earlier one. `edited`: ours, changed since. `foreign`: never ours.
 */
export type Seal = "untouched" | "edited" | "foreign";

const HEAD = /^---\n(?:.*\n)*?(?=---\n)/;
const IN_HEAD = /^(---\r?\n(?:.*\r?\n)*?)# memory:([0-9a-f]{12})\r?\n(?=---\r?\n)/;
const AT_END = /(?:<!-- memory:([0-9a-f]{12}) -->|(?<=\n)# memory:([0-9a-f]{12}))\s*$/;
/** Cursor reads the head of a rule in a way of its own, which need not know comments. */
const RULE = /^alwaysApply:/m;

/**
 * The text, sealed.
 *
 * @param file its name, which tells how a comment is written in it
 */
export function seal(text: string, file: string): string {
  const body = `${text.trimEnd()}\n`;
  if (/\.(?:rules|toml)$/.test(file)) return `${body}# memory:${hash(body)}\n`;
  const head = HEAD.exec(body)?.[0];
  if (head === undefined || RULE.test(head)) return `${body}\n<!-- memory:${hash(body)} -->\n`;
  return `${head}# memory:${hash(body)}\n${body.slice(head.length)}`;
}

/** Whether a text is ours, and as we wrote it. */
export function sealOf(text: string): Seal {
  const { body, mark } = apart(text);
  if (mark === undefined) return "foreign";
  return hash(body) === mark ? "untouched" : "edited";
}

/** The text without its seal. */
export function unsealed(text: string): string {
  return apart(text).body;
}

function apart(text: string): { readonly body: string; readonly mark: string | undefined } {
  const inHead = IN_HEAD.exec(text);
  if (inHead) {
    const [whole, head = "", mark] = inHead;
    return { body: head + text.slice(whole.length), mark };
  }
  const atEnd = AT_END.exec(text);
  return atEnd ? { body: text.slice(0, atEnd.index), mark: atEnd[1] ?? atEnd[2] } : { body: text, mark: undefined };
}

/** Whether a text holds a seal of ours, wherever. */
export function isMarked(text: string): boolean {
  return /(?:<!--|#) memory:[0-9a-f]{12}/.test(text);
}

/** Line ends don't count: git may have converted them. */
function hash(text: string): string {
  return sha256Hex([`${text.replaceAll("\r\n", "\n").trimEnd()}\n`]).slice(0, 12);
}
