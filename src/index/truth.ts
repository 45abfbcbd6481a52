/**
 * In: a file of the truth. Out: its records, each with its place and text, as far as the file can be read.
 * Not done here: what the index makes of a record (document.ts).
 */
import type { RawRecord } from "../records/mod.ts";
import { contentOf, type Note, rankOfFile } from "../notes/note.ts";
import { parseNote } from "../notes/parse.ts";
import type { FileKind } from "../records/view.ts";
import { type StorePath, timeOfFile } from "../store/layout.ts";
import { emptinessOf } from "../store/stored.ts";
import type { TruthFile } from "../store/truth_files.ts";
import { NEWLINE, parseLines } from "../store/lines.ts";
import type { TruthRecord } from "./write.ts";
import { fencesJoined, replaceComments } from "../text/markdown.ts";
import { withoutPrivate } from "../records/private.ts";

interface TruthPart {
  readonly placed: readonly TruthRecord[];
  /** Where the lines begin that hold no record. */
  readonly unused: readonly number[];
  /** How far the file could be read; a line behind this place is still being written. */
  readonly end: number;
  readonly more: boolean;
}

const decoder = new TextDecoder();

/** About `most` records of `bytes` from an offset on. Markdown is always read whole. */
export function readTruth({ file, kind }: TruthFile, bytes: Uint8Array, from = 0, most = Infinity): TruthPart {
  if (kind !== "core" && kind !== "notes") return readLines(bytes, { file, kind }, from, most);
  const text = decoder.decode(bytes);
  const records = kind === "core" ? coreSections(text) : [noteRecord(parseNote(text, file))];
  const placed = records.map((record, start) => ({ record, raw: JSON.stringify(record), start }));
  return { placed, unused: [], end: bytes.length, more: false };
}

function noteRecord({ text: _text, problems: _problems, body, project, ...fields }: Note): RawRecord {
  const { id, createdAt, updatedAt, path, shared } = fields;
  return {
    ...fields,
    ...project === "" ? {} : { project },
    // Of equal ids one file counts everywhere, whatever the dates.
    updated_at: `${rankOfFile({ id, path, shared })}Z`,
    timestamp: updatedAt || createdAt,
    content: contentOf(fields),
    body,
  };
}

function readLines(
  bytes: Uint8Array,
  { file, kind }: { file: StorePath; kind: FileKind },
  from: number,
  most: number,
): TruthPart {
  const placed: TruthRecord[] = [];
  const unused: number[] = [];
  const ofFile = timeOfFile(file);
  let end = from;
  let more = false;
  for (const { start, length, record, problem } of parseLines(bytes, from, most)) {
    const isWhole = bytes[start + length - 1] === NEWLINE;
    more = isWhole && start + length < bytes.length;
    if (problem !== undefined && !isWhole) break;
    end = start + length;
    if (problem !== undefined || (record && emptinessOf(record, kind))) unused.push(start);
    if (record) placed.push({ record, raw: decoder.decode(bytes.subarray(start, end)).trim(), start, ofFile });
  }
  return { placed, unused, end, more };
}

const HEADING = /^#{1,6}[ \t]+(?=.)/;
/** More than anybody writes. Each section is a record; all later text belongs to the last one. */
const SECTIONS_MAX = 1_000;

/** The sections that hold text, in order, without what is marked as private, which may span a heading. */
export function coreSections(markdown: string): RawRecord[] {
  const sections: { title: string; lines: string[] }[] = [{ title: "", lines: [] }];
  const open = withoutPrivate(markdown.replace(/^\ufeff/, ""));
  for (const line of fencesJoined(replaceComments(open).split(/\r?\n/))) {
    const title = sections.length > SECTIONS_MAX ? undefined : titleIn(line);
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title, lines: [] });
  }
  const used = new Map<string, number>();
  const records: RawRecord[] = [];
  for (const { title, lines } of sections) {
    const body = lines.join("\n").trim();
    if (body === "") continue;
    const slug = slugOf(title);
    const times = (used.get(slug) ?? 0) + 1;
    used.set(slug, times);
    records.push({
      id: `core-${slug}${times === 1 ? "" : `-${times}`}`,
      title,
      content: title === "" ? body : `${title}\n${body}`,
    });
  }
  return records;
}

function titleIn(line: string): string | undefined {
  const mark = HEADING.exec(line);
  if (!mark) return undefined;
  let end = line.length;
  while (end > mark[0].length + 1 && " \t#".includes(line.charAt(end - 1))) end--;
  return line.slice(mark[0].length, end);
}

function slugOf(title: string): string {
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return slug === "" ? "0" : slug;
}
