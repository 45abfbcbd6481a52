/** The one sentence in which a note is told to an agent. */
import { oneLine } from "../legible.ts";
import type { RawRecord } from "../records/mod.ts";

/** What a note is told with: the line that its author wrote for it, else what it says at all. */
export function saidInShort({ content, record: { oneLiner } }: NoteRecord): string {
  return typeof oneLiner === "string" && oneLiner !== "" ? oneLiner : content;
}

interface NoteRecord {
  readonly content: string;
  readonly record: RawRecord;
}

/** Up to the first full stop that ends a sentence; `v1.2`, `e.g.` inside one do not. */
export function firstSentence(text: string): string {
  const line = oneLine(text);
  const end = /[。！？]|(?<!\b(?:e\.g|i\.e|etc|vs|cf|No))[.!?](?=\s+\p{Lu}|\s+\p{Script=Han})/u.exec(line);
  return end ? line.slice(0, end.index).trim() : line.replace(/(?<!\.)[.。]$/, "");
}
