/**
 * The fields of a record of any shape: ours, the Python original's (session rows without a type, facts in `facts.jsonl`
 * whose type is W, B, O or S) or a later version's.
 */
import { isObject } from "../json.ts";
import { timeOf } from "./days.ts";
import type { RecordId, SessionId } from "./ids.ts";
import { MEMORY_TYPES, type MemoryType, type RawRecord, texts } from "./mod.ts";
import { todoLines } from "./todos.ts";
import { oneLine } from "../text/legible.ts";

/** The kind of file that holds a record, which tells the type of older records. A note is a file of its own. */
export type FileKind = "daily" | "sessions" | "facts" | "notes";

/** The types of records about sessions, which hold no knowledge; `audit` and `action` are the Python original's. */
export const EVENT_TYPES = ["session_start", "session_end", "session_metrics", "warning", "audit", "action"] as const;
const EVENTS: ReadonlySet<unknown> = new Set(EVENT_TYPES);

/** Whether a record is about a session instead of holding knowledge. */
export function isEvent(record: RawRecord): boolean {
  return EVENTS.has(record.type);
}

/** The fields of a record of any shape, each under one name. Never fails: what is missing is empty. */
export function viewOf(record: RawRecord, kind: FileKind) {
  const type = typeOf(record, kind);
  const { confidence } = record;
  return {
    id: asText(record.id) as RecordId,
    /** `fact`, `summary`, `note`, or the name of a session event. */
    type,
    /** Facts only. */
    memoryType: type === "fact" ? memoryTypeOf(record) : undefined,
    /** For a summary its parts, a line each (`summaryText`). */
    content: contentIn(record, kind),
    entities: texts(record.entities),
    tags: texts(record.tags),
    asks: texts(record.asks),
    when: texts(record.when),
    confidence: typeof confidence === "number" ? confidence : undefined,
    timestamp: timestampOf(record),
    session: sessionOf(record),
  };
}

/** `fact`, `summary`, `note`, or the name of a session event. */
export function typeOf(record: RawRecord, kind: FileKind): string {
  if (kind === "notes") return "note";
  if (isEvent(record)) return String(record.type);
  return kind === "sessions" || record.type === "summary" ? "summary" : "fact";
}

/** The kind of file to which a record belongs, from the record alone. */
export function kindFor(record: RawRecord): FileKind {
  if (isEvent(record)) return "daily";
  if (record.type === "summary" || (record.type === undefined && typeof record.topic === "string")) return "sessions";
  return Array.isArray(record.evidence) || asText(record.id).startsWith("fact-") ? "facts" : "daily";
}

/** When the record was made; empty when the record does not say. */
export function timestampOf({ timestamp, created_at }: RawRecord): string {
  return asText(timestamp) || asText(created_at);
}

/** When the record was made in ms since 1970; 0 when the record does not say. */
export function recordTime(record: RawRecord): number {
  return timeOf(timestampOf(record)) || 0;
}

/** The session that a record belongs to, from either of two fields. */
export function sessionOf({ source, session_id }: RawRecord): SessionId | undefined {
  const session = typeof source === "object" && source !== null && "session" in source ? source.session : session_id;
  return asText(session) || undefined;
}

/** The project that a record of the person's store names. */
export function projectOf({ source, project }: RawRecord): string | undefined {
  const named = typeof source === "object" && source !== null && "project" in source ? source.project : project;
  return asText(named) || undefined;
}

/** W unless the record says otherwise. Early `facts.jsonl` has it in `type`, where a `preference` is an opinion. */
export function memoryTypeOf({ memory_type, type }: RawRecord): MemoryType {
  if (type === "preference" && memory_type === undefined) return "O";
  return MEMORY_TYPES.find((known) => known === memory_type) ?? MEMORY_TYPES.find((known) => known === type) ?? "W";
}

/** The content of an opinion, which an agent may be told to follow, as a text; undefined for any other record. */
export function opinionIn(record: RawRecord, kind: FileKind): string | undefined {
  const isOpinion = typeOf(record, kind) === "fact" && memoryTypeOf(record) === "O";
  return isOpinion && typeof record.content === "string" ? contentText(record.content) : undefined;
}

/** A condition of an opinion as a text: who sets it steers when the opinion is followed. */
export function conditionText(condition: string): string {
  return `when: ${condition}`;
}

/** Whether a text is such a condition. */
export function isConditionText(text: string): boolean {
  return text.startsWith(conditionText(""));
}

/** A to-do as a text that is trusted or not: it may be somebody else's to do. */
export function todoText(todo: string): string {
  return `to-do: ${todo}`;
}

/**
 * The content of a fact as a text that is trusted or not. One that reads like a condition or a to-do (`when: …`) gets a
 * word before it: trust in such a condition or to-do must not make a rule of the fact.
 */
export function contentText(content: string): string {
  const line = oneLine(content);
  return line.startsWith(todoText("")) || isConditionText(line) ? `convention: ${content}` : content;
}

/** Whether somebody said a record, instead of a capture that guessed it or an import that brought it. */
export function isSaid({ auto_generated, imported_at }: RawRecord): boolean {
  return auto_generated !== true && imported_at === undefined;
}

/** The confidence of what a capture took for a rule or a decision by its words, and nobody ordered to save. */
export const GUESS_CONFIDENCE = 0.4;

/** Whether a capture took a record for a rule or a decision by its words, and nobody has confirmed it since. */
export function isGuess({ auto_generated, confidence }: RawRecord): boolean {
  return auto_generated === true && confidence === GUESS_CONFIDENCE;
}

/** A record as if somebody had said it. */
export function asSaid({ auto_generated: _guessed, imported_at: _imported, ...record }: RawRecord): RawRecord {
  return record;
}

/** The same as a change of fields: without the marks of what nobody has said. */
export const AS_SAID = { auto_generated: undefined, imported_at: undefined };

/** What a record says; empty when it says nothing. */
export function contentIn(record: RawRecord, kind: FileKind): string {
  if (typeOf(record, kind) !== "summary") {
    return asText(record.content) || asText(record.snippet) || asText(record.command);
  }
  return summaryText(record) || asText(record.content);
}

/** A summary as one text, a line each: topic, summary, decisions, and the marked to-dos, open ones first. */
export function summaryText(record: RawRecord): string {
  const parts = [asText(record.topic).trim(), asText(record.summary).trim(), ...texts(record.decisions)];
  return [...parts, ...todoLines(record)].filter((part) => part !== "").join("\n");
}

/** The text of a summary without the topic, with which an automatic summary begins. */
export function beyondTopic({ topic, summary }: { topic: string; summary: string }): string {
  const text = summary.trim();
  if (oneLine(text) === oneLine(topic)) return "";
  const rest = text.startsWith(topic) ? text.slice(topic.length) : "";
  const follows = /[?？!！…]$/u.test(topic) ? /^\s*\S/u : /^(?:[。.；;]|\s*\n)\s*\S/u;
  return follows.test(rest) ? rest.replace(/^[。.；;\s]+/u, "") : text;
}

/**
 * Whether `test` holds for any text that a reader of the record may see, earlier wordings and fields of other tools
 * included. Its parameter `says` is true for what the record says, false for its labels, conditions and other fields.
 */
export function someText(record: RawRecord, test: (text: string, says: boolean) => boolean): boolean {
  const hasOthers = !isEvent(record);
  return Object.entries(record).some(([name, value]) => {
    if (SAYING.includes(name)) return holds(value, (text) => test(text, true));
    if (NAMING.includes(name)) return holds(value, (text) => test(text, false));
    return hasOthers && !BESIDE_TEXT.includes(name) && holdsDeep(value, (text) => test(text, false));
  });
}

const SAYING = "content topic summary decisions todos done asks snippet command extracted history body".split(" ");
const NAMING = ["tags", "entities", "when"];
/** What memory keeps of a record beside its text: kinds, times, where it comes from, other records. */
const BESIDE_TEXT = ("id type memory_type status shared confidence auto_generated timestamp created_at updated_at " +
  "said_at imported_at deleted_at deleted_by restored_at source session_id project supersedes superseded_by " +
  "merged_from evidence reopened").split(" ");

/** @param value one or several texts, earlier wordings with their decisions and to-dos, or to-dos that are done */
function holds(value: unknown, test: (text: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, test));
  if (!isObject(value)) return typeof value === "string" && test(value);
  return [value.summary, value.todo, ...texts(value.decisions), ...texts(value.todos)].some((each) =>
    typeof each === "string" && test(each)
  );
}

function holdsDeep(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === "string") return test(value);
  return typeof value === "object" && value !== null && Object.values(value).some((each) => holdsDeep(each, test));
}

/** A field that should hold text; of another value nothing, since an object of others may not even read as text. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The words by which the Python original recognised a preference or a rule, and English ones. */
const OPINION =
  /偏好|习惯|喜欢|风格|不要|必须|禁止|规范|约定|规则|一律|优先|\b(?:prefers?|preference|always|never|must(?: not)?|convention|style guide|do not|don't|avoid|forbidden|not allowed)\b|^only\b|(?<![-\w])only[.!]?$/i;
const BACKGROUND =
  /项目结构|技术栈|子项目|工作区|仓库|架构概览|模块组成|\b(?:repository|monorepo|tech stack|codebase|project structure|workspace|directory layout)\b/i;

/** O for a preference or rule, B for background of the project, else W. S is never inferred. */
export function inferMemoryType(content: string): Exclude<MemoryType, "S"> {
  return OPINION.test(content) ? "O" : BACKGROUND.test(content) ? "B" : "W";
}
