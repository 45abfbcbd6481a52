/**
 * In: a raw record of the truth. Out: what the index keeps of it: kind, session, time, the text to show and the text to
 * find.
 * Not done here: storing it (write.ts), judging whether it counts (visible.ts).
 *
 * @module
 */
import { isDeleted, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import { keyOf, withOwnId } from "../records/ids.ts";
import { isEvent, memoryTypeOf, sessionOf, summaryText, timestampOf } from "../records/view.ts";
import type { TruthKind } from "../store/layout.ts";

/** What kind of record the index holds. */
export type DocumentType = "fact" | "summary" | "note" | "core";

/** A record as the index sees it. */
export interface Document {
  readonly id: string;
  readonly type: DocumentType;
  readonly memoryType: MemoryType | undefined;
  readonly session: string | undefined;
  /** UTC, ISO 8601; empty when the record has none. */
  readonly timestamp: string;
  /** What a person sees. */
  readonly content: string;
  /** What it is found by besides, when that is more than its content. */
  readonly more: string;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly deleted: boolean;
  readonly supersedes: readonly string[];
  /** A consolidated fact names the records it was made of. */
  readonly evidence: readonly string[];
}

/**
 * A record as the index sees it; undefined for session events and for records without a text.
 *
 * Older shapes are read as records/view.ts has it; session rows have no type.
 *
 * @param line as it stands in its file: a record that somebody wrote by hand, without an id, is known by it
 */
export function readDocument(record: RawRecord, kind: TruthKind, line = ""): Document | undefined {
  if (isEvent(record)) return undefined;
  const type = documentType(record, kind);
  const content = type === "summary" ? summaryText(record) : text(record.content);
  const id = text(withOwnId(record).id) || (line === "" ? "" : keyOf(record, line));
  if (content === "" || id === "") return undefined;
  return {
    id,
    type,
    memoryType: type === "fact" ? memoryTypeOf(record) : undefined,
    session: sessionOf(record),
    timestamp: timestampOf(record).trim(),
    content,
    more: type === "note" ? [...texts(record.whenToLoad), text(record.body)].join("\n") : "",
    tags: texts(record.tags),
    entities: texts(record.entities),
    deleted: isDeleted(record),
    supersedes: texts(record.supersedes),
    evidence: texts(record.evidence),
  };
}

/** All that a record is found by but its labels: what it says, and for a note what it says besides. */
export function wholeText({ content, more }: Pick<Document, "content" | "more">): string {
  return more === "" ? content : `${content}\n${more}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function documentType(record: RawRecord, kind: TruthKind): DocumentType {
  if (kind === "core") return "core";
  if (kind === "note") return "note";
  return record.type === "summary" || kind === "sessions" ? "summary" : "fact";
}
