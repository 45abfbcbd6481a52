/**
 * In: JSON objects from the truth. Out: the types of records, and functions on them that every room may use.
 * Not done here: reading files (store/), finding (search/); everything in this room is pure.
 */
import type { JsonObject } from "../json.ts";
import type { Sentence } from "../sentence.ts";
import type { RecordId, SessionId } from "./ids.ts";

/** 方案 C: W world fact or decision, B background of the project, O opinion or preference, S stage summary. */
export type MemoryType = "W" | "B" | "O" | "S";
/** In the order of 方案 C. */
export const MEMORY_TYPES: readonly MemoryType[] = ["W", "B", "O", "S"];

/** A memory belongs to a project, or to a person across their projects. */
export type Layer = "project" | "global";

export const LAYER_NAMES: Readonly<Record<Layer, Sentence>> = {
  project: { en: "project", zh: "项目" },
  global: { en: "global", zh: "全局" },
};

interface RecordSource {
  readonly session?: SessionId;
  readonly agent?: string;
  /** The project in which a record of the global layer was made: an absolute path. */
  readonly project?: string;
}

interface Deletable {
  readonly deleted_at?: string | null;
  readonly deleted_by?: string | null;
}

/** One sentence worth keeping; lives in `daily/<UTC day>.jsonl`. */
export interface Fact extends Deletable {
  readonly id: RecordId;
  readonly type: "fact";
  readonly memory_type: MemoryType;
  readonly content: string;
  readonly entities: readonly string[];
  /** 0–1. */
  readonly confidence: number;
  /** UTC, ISO 8601. */
  readonly timestamp: string;
  readonly source?: RecordSource;
  readonly tags?: readonly string[];
  /** Short questions that it answers and orders that it bears on, in other words than its own: at most `ASKS_MAX`. */
  readonly asks?: readonly string[];
  /** Tool calls at which an agent should be told the fact: at most `CONDITIONS_MAX` (conditions.ts). */
  readonly when?: readonly string[];
  /** The id of the record that this one replaces; several in a list. */
  readonly supersedes?: RecordId | readonly RecordId[];
  /** Made by capture without a model, not stated by agent or user. */
  readonly auto_generated?: boolean;
  /** When its content was last reworded or said again, UTC, ISO 8601; absent: when it was made. */
  readonly said_at?: string;
  /** When an import brought the fact, which counts as others' words until the user rewords it. Not exported. */
  readonly imported_at?: string;
}

/** The result of a session; lives in `sessions.jsonl`. */
export interface SessionSummary extends Deletable {
  readonly id: RecordId;
  readonly type: "summary";
  readonly session_id?: SessionId;
  readonly topic: string;
  readonly summary: string;
  readonly decisions: readonly string[];
  readonly todos: readonly string[];
  /** To-dos that were closed, and when (todos.ts). */
  readonly done?: readonly { readonly todo: string; readonly done_at: string }[];
  readonly tags: readonly string[];
  readonly timestamp: string;
  readonly source: "rules" | "flush" | "auto" | "stop";
  readonly auto_generated?: boolean;
  /** Earlier wordings, oldest first. */
  readonly history?: readonly {
    readonly summary: string;
    readonly timestamp: string;
    readonly decisions?: readonly string[];
    readonly todos?: readonly string[];
  }[];
  /** The project in which a summary of the global layer was made. */
  readonly project?: string;
}

/** `warning` is only in older data: nothing writes it any more. */
export type SessionEventType = "session_start" | "session_end" | "session_metrics" | "warning";

/** An event of a session; lives in the daily files, is never searched. */
interface SessionEvent extends Deletable {
  readonly id: RecordId;
  readonly type: SessionEventType;
  readonly session_id?: SessionId;
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

/** A record as this version writes it. */
export type MemoryRecord = Fact | SessionSummary | SessionEvent;

/** A line of the truth, with unknown fields and in older shapes. */
export type RawRecord = JsonObject;

/** Whether a record was soft-deleted; restore sets the field to null or removes it. */
export function isDeleted(record: RawRecord | MemoryRecord): boolean {
  return typeof record.deleted_at === "string" && record.deleted_at !== "";
}

/** The texts of a field that holds one or several; values of other types are left out. */
export function texts(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string" && item !== "") : [];
}

/** The most questions of a record that count; with more, nearly any prompt would find it. */
export const ASKS_MAX = 4;

/** The confidence of a fact whose author names none: below the 0.9 that counts as important at a start. */
export const DEFAULT_CONFIDENCE = 0.8;

/** The ids that records replace, each with the id of the record that replaces it; none replaces itself. */
export function supersededBy(
  records: Iterable<{ readonly id: RecordId; readonly supersedes?: unknown }>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, supersedes } of records) {
    for (const older of texts(supersedes)) if (older !== id) found.set(older, id);
  }
  return found;
}

/** A piece of a path that holds a secret, and its replacement. */
export type SecretPart = readonly [part: string, instead: string];

/** The text with every secret piece replaced. */
export function withoutParts(text: string, parts: readonly SecretPart[]): string {
  let said = text;
  for (const [part, instead] of parts) said = said.replaceAll(part, instead);
  return said;
}
