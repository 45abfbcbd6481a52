/**
 * In: a record of the truth. Out: the document that the index makes of it: kind, session, time, the text to show and
 * the text to find. Hot path: what is found is read from its row in the same way.
 */
import {
  CONDITION_CHARACTERS_MAX,
  CONDITIONS_HELD_MAX,
  CONDITIONS_MAX,
  conditionsIn,
  isCondition,
} from "../records/conditions.ts";
import { ASKS_MAX, isDeleted, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import { RECORD_MAX } from "../limits.ts";
import type { TruthKind } from "../store/truth_files.ts";
import { keyOf, type RecordId, type SessionId, withOwnId } from "../records/ids.ts";
import { asText, isEvent, memoryTypeOf, sessionOf, summaryText, timestampOf, typeOf } from "../records/view.ts";
import { hashTerm } from "./profile.ts";

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

const KIND_OF: Readonly<Record<DocumentType, TruthKind>> = {
  fact: "daily",
  summary: "sessions",
  core: "core",
  note: "notes",
};

/** The document of a row that has `type` and `raw`. */
export function documentOfRow(row: Readonly<Record<string, unknown>>): Document | undefined {
  const stored = recordOfRow(row);
  return stored && readDocument(stored.record, stored.kind, stored.raw);
}

/** The record of a row that has `type` and `raw`. */
export function recordOfRow(row: Readonly<Record<string, unknown>>) {
  const type = Object.keys(KIND_OF).find((known): known is DocumentType => known === row["type"]);
  const raw = String(row["raw"]);
  return type && { record: JSON.parse(raw) as RawRecord, kind: KIND_OF[type], raw };
}

/** A key that is the same for texts that `normaliseContent` makes equal. */
export function contentKey(content: string): number {
  return hashTerm(normaliseContent(content));
}

/**
 * A text in one width, with single blanks, without the capital that begins a sentence and the full stop that ends it. A
 * capital elsewhere may tell names apart, as may that of a word like `PATH` or `N`.
 */
export function normaliseContent(content: string): string {
  const text = content.normalize("NFKC").replace(/\s+/g, " ").trim();
  return text.replace(/^\p{Lu}(?=\p{Ll}+(?:\s|$))/u, (letter) => letter.toLowerCase()).replace(/(?<![.。])[.。]$/, "");
}
