/**
 * Reads JSON from outside as a checked request to save.
 *
 * @module
 */
import type { MemoryError } from "../errors.ts";
import { isObject } from "../json.ts";
import { MEMORY_TYPES, type MemoryType } from "../records/mod.ts";
import type { Sentence } from "../sentence.ts";
import type { FactInput } from "./fact.ts";
import type { Payload } from "./mod.ts";
import type { SummaryInput } from "./summary.ts";
import { named } from "../wording.ts";
import { failure, said } from "./words.ts";

/**
 * Reads one JSON payload: v1's `{topic, key_info, tags}`, a fact, or a session summary.
 * Throws INVALID_ARGUMENT naming the field; `where` names the payload among several.
 */
export function readPayload(value: unknown, where: Sentence = { en: "The payload", zh: "PAYLOAD " }): Payload {
  if (!isObject(value)) throw invalid(where, "wants_object", value);
  const fields: Fields = value;
  const memoryType = MEMORY_TYPES.find((known) => known === fields.type);
  // `save fact --type O` and the older guide (§6.4) call the kind of a fact its type.
  if (memoryType) return { fact: readFact({ memory_type: memoryType, ...fields }, where) };
  if (fields.type === "fact" || (fields.type === undefined && fields.content !== undefined)) {
    return { fact: readFact(fields, where) };
  }
  if (fields.type === "summary" || fields.topic !== undefined) return { summary: readSummary(fields, where) };
  throw invalid(where, "wants_kind", fields);
}

const OF_FACTS = ["memory_type", "content", "entities", "asks", "when", "confidence", "source", "supersedes"] as const;
const OF_SUMMARIES = ["topic", "summary", "decisions", "key_info", "todos", "done", "session_id"] as const;
const FIELDS = ["type", "tags", "session", ...OF_FACTS, ...OF_SUMMARIES] as const;
/** So that a function which reads a field that is not listed does not compile. */
type Fields = Readonly<Partial<Record<typeof FIELDS[number], unknown>>>;

/** The fields of a payload, or of a list of them, that nothing reads: most often one is mistyped. */
export function unreadFields(value: unknown): string[] {
  const names = [value].flat().flatMap((each) => isObject(each) ? Object.keys(each) : []);
  return [...new Set(names)].filter((name) => !FIELDS.some((field) => field === name));
}

function readFact(fields: Fields, where: Sentence): FactInput {
  const { memory_type: memoryType, confidence, source } = fields;
  if (memoryType !== undefined && !MEMORY_TYPES.some((known) => known === memoryType)) {
    throw invalid(where, "wants_type", memoryType);
  }
  if (confidence !== undefined && !(typeof confidence === "number" && confidence >= 0 && confidence <= 1)) {
    throw invalid(where, "wants_confidence", confidence);
  }
  const session = fields.session ?? (source && typeof source === "object" ? Reflect.get(source, "session") : undefined);
  return {
    content: asFilled(fields.content, within(where, "content")),
    memoryType: memoryType as MemoryType | undefined,
    entities: asTexts(fields.entities, within(where, "entities")),
    tags: asTexts(fields.tags, within(where, "tags")),
    asks: asTexts(asList(fields.asks), within(where, "asks")),
    when: asTexts(asList(fields.when), within(where, "when")),
    confidence: confidence as number | undefined,
    session: session === undefined ? undefined : asText(session, within(where, "session")),
    supersedes: asTexts(asList(fields.supersedes), within(where, "supersedes")),
  };
}

function readSummary(fields: Fields, where: Sentence): SummaryInput {
  const session = fields.session_id ?? fields.session;
  return {
    topic: asFilled(fields.topic, within(where, "topic")),
    summary: fields.summary === undefined ? "" : asText(fields.summary, within(where, "summary")),
    // v1's key points are decisions.
    decisions: asTexts(fields.decisions ?? fields.key_info, within(where, fields.decisions ? "decisions" : "key_info")),
    todos: asTexts(fields.todos, within(where, "todos")),
    done: asTexts(fields.done, within(where, "done")),
    tags: asTexts(fields.tags, within(where, "tags")),
    session: session === undefined ? undefined : asText(session, within(where, "session_id")),
  };
}

function asText(value: unknown, where: Sentence): string {
  if (typeof value === "string") return value;
  throw invalid(where, "wants_text", value);
}

function asFilled(value: unknown, where: Sentence): string {
  const text = asText(value, where);
  if (text.trim() === "") throw invalid(where, "wants_words", value);
  return text;
}

/** A single text counts as a list of one. */
function asList(value: unknown): unknown {
  return typeof value === "string" ? [value] : value;
}

function asTexts(value: unknown, where: Sentence): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw invalid(where, "wants_texts", value);
}

function within({ en, zh }: Sentence, field: string): Sentence {
  return { en: `${en}: ${field}`, zh: `${zh.trimEnd()} 的 ${field} ` };
}

/** @param wanted a row of words.tsv */
function invalid(where: Sentence, wanted: string, found: unknown): MemoryError {
  const shown = JSON.stringify(found)?.slice(0, 80);
  return failure("payload", {
    where,
    wanted: said(wanted, { types: named(MEMORY_TYPES) }),
    found: shown === undefined ? said("nothing") : { en: shown, zh: ` ${shown}` },
  });
}
