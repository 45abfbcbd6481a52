/**
 * In: a file of the truth. Out: its records, each with its place and text, as far as the file can be read; and the
 * document that the index makes of a record: kind, session, time, the text to show and the text to find.
 */
import {
  CONDITION_CHARACTERS_MAX,
  CONDITIONS_HELD_MAX,
  CONDITIONS_MAX,
  conditionsIn,
  isCondition,
} from "../records/conditions.ts";
import { ASKS_MAX, isDeleted, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import { contentOf, type Note, rankOfFile } from "../notes/note.ts";
import { parseNote } from "../notes/parse.ts";
import { RECORD_MAX } from "../limits.ts";
import type { TruthFile, TruthKind } from "../store/truth_files.ts";
import { NEWLINE, parseLines } from "../store/lines.ts";
import type { TruthRecord } from "./write.ts";
import { fencesJoined, replaceComments } from "../text/markdown.ts";
import { keyOf, type RecordId, type SessionId, withOwnId } from "../records/ids.ts";
import { withoutPrivate } from "../records/private.ts";
import { asText, isEvent, memoryTypeOf, sessionOf, summaryText, timestampOf, typeOf } from "../records/view.ts";

interface TruthPart {
  readonly placed: readonly TruthRecord[];
  /** How far the file could be read; a line behind this place is still being written. */
  readonly end: number;
  readonly more: boolean;
}

const decoder = new TextDecoder();

/** About `most` records of `bytes` from an offset on. Markdown is always read whole. */
export function readTruth({ file, kind }: TruthFile, bytes: Uint8Array, from = 0, most = Infinity): TruthPart {
  if (kind !== "core" && kind !== "notes") return readLines(bytes, from, most);
  const text = decoder.decode(bytes);
  const records = kind === "core" ? coreSections(text) : [noteRecord(parseNote(text, file))];
  const placed = records.map((record, start) => ({ record, raw: JSON.stringify(record), start }));
  return { placed, end: bytes.length, more: false };
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

function readLines(bytes: Uint8Array, from: number, most: number): TruthPart {
  const placed: TruthRecord[] = [];
  let end = from;
  let more = false;
  for (const { start, length, record, problem } of parseLines(bytes, from, most)) {
    const isWhole = bytes[start + length - 1] === NEWLINE;
    more = isWhole && start + length < bytes.length;
    if (problem !== undefined && !isWhole) break;
    end = start + length;
    if (record) placed.push({ record, raw: decoder.decode(bytes.subarray(start, end)).trim(), start });
  }
  return { placed, end, more };
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

export type DocumentType = "fact" | "summary" | "note" | "core";

export interface Document {
  readonly id: RecordId;
  readonly type: DocumentType;
  readonly memoryType: MemoryType | undefined;
  readonly session: SessionId | undefined;
  /** UTC, ISO 8601; empty when the record has none. */
  readonly timestamp: string;
  readonly content: string;
  /** More text to find the record by, beside its content. */
  readonly more: string;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  /** Questions by which it will be asked for. */
  readonly asks: readonly string[];
  /** Tool calls at which it is told (records/conditions.ts). */
  readonly conditions: readonly string[];
  readonly deleted: boolean;
  readonly supersedes: readonly RecordId[];
  /** The records that a consolidated fact was made of. */
  readonly evidence: readonly RecordId[];
}

/** No question is longer, and a text that holds every word would be found by any query. */
const ASK_CHARACTERS_MAX = 200;

/** The parts of a document that tell what it says and whose it is: of hundreds of records nothing else is asked. */
export type Head = Pick<Document, "id" | "type" | "memoryType" | "session" | "timestamp" | "content">;

/** A record as the index sees it; undefined for one without a text. A record without an id is known by its `line`. */
export function readDocument(record: RawRecord, kind: TruthKind, line: string): Document | undefined {
  const head = readHead(record, kind, line);
  return head && { ...head, ...restOf(record, head.type) };
}

/** The head of the document of a record. */
export function readHead(record: RawRecord, kind: TruthKind, line: string): Head | undefined {
  if (isEvent(record)) return undefined;
  // `typeOf` gives other names only to events.
  const type = kind === "core" ? "core" : typeOf(record, kind) as DocumentType;
  const content = beginning(type === "summary" ? summaryText(record) : asText(record.content)).trim();
  const id = asText(withOwnId(record).id).trim() || keyOf(record, line);
  if (content === "") return undefined;
  return {
    id,
    type,
    memoryType: type === "fact" ? memoryTypeOf(record) : undefined,
    session: sessionOf(record),
    timestamp: timestampOf(record).trim(),
    content,
  };
}

/** What a document holds beside its head. */
export function restOf(record: RawRecord, type: DocumentType): Omit<Document, keyof Head> {
  return {
    // The body of a note holds its `whenToLoad`, too.
    more: type === "note" ? asText(record.body).trim() : "",
    tags: firstTexts(record.tags, RECORD_MAX.labels),
    entities: firstTexts(record.entities, RECORD_MAX.labels),
    asks: texts(type === "note" ? record.whenToLoad : record.asks).slice(0, ASKS_MAX)
      .map((ask) => ask.slice(0, ASK_CHARACTERS_MAX)),
    conditions: type === "fact" ? conditionsOf(record) : [],
    deleted: isDeleted(record),
    // An archived note replaces nothing.
    supersedes: type === "note" && record.status === "archive" ? [] : firstTexts(record.supersedes, RECORD_MAX.links),
    evidence: firstTexts(record.evidence, RECORD_MAX.links),
  };
}

/** A text as far as the index takes it in. */
function beginning(text: string): string {
  // A code unit takes three bytes at most, so that nearly every text is known to be short.
  if (text.length <= RECORD_MAX.text / 3) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(RECORD_MAX.text)).read);
}

/** The texts of a field as far as the index takes them in. */
function firstTexts(value: unknown, most: number): string[] {
  let room: number = RECORD_MAX.text;
  return texts(value).slice(0, most).filter((text) => (room -= text.length) >= 0);
}

/** So much of a text is read for conditions: as many as are given at once. Others' lines may be longer. */
const CONDITIONS_TEXT_MAX = CONDITIONS_MAX * CONDITION_CHARACTERS_MAX;

function conditionsOf(record: RawRecord): string[] {
  return texts(record.when).slice(0, CONDITIONS_HELD_MAX)
    .flatMap((text) => conditionsIn(text.slice(0, CONDITIONS_TEXT_MAX)))
    .slice(0, CONDITIONS_HELD_MAX).filter(isCondition);
}

/** The text that a record is found by, without its labels and asks. */
export function wholeText({ content, more }: Pick<Document, "content" | "more">): string {
  return more === "" ? content : `${content}\n${more}`;
}
