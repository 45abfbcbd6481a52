/** Reads JSON from outside as a checked request to save. */
import type { MemoryError } from "../errors.ts";
import { isObject } from "../json.ts";
import { type Layer, MEMORY_TYPES, type MemoryType } from "../records/mod.ts";
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
  const kind = kindOf(value);
  if (kind === undefined) throw invalid(where, "wants_kind", value);
  const layer = layerIn(value, where);
  return kind === "fact" ? { fact: readFact(value, where), layer } : { summary: readSummary(value, where), layer };
}

/** Lists go by the names of the options as well: `todo` is `todos`. */
const OF_BOTH = ["type", "tags", "tag", "session", "session_id", "source", "layer"] as const;
const FIELDS = {
  fact: [...OF_BOTH, "memory_type", "content", "entities", "asks", "when", "confidence", "supersedes"],
  summary: [...OF_BOTH, "topic", "summary", "decisions", "decision", "key_info", "todos", "todo", "done"],
} as const;
type Kind = keyof typeof FIELDS;
/** So that a function which reads a field that is not listed does not compile. */
type Fields<Of extends Kind = Kind> = Readonly<Partial<Record<typeof FIELDS[Of][number], unknown>>>;

function kindOf({ type, content, topic }: Fields<"fact"> & Fields<"summary">): Kind | undefined {
  if (type === "fact" || kindOfFact(type) || (type === undefined && content !== undefined)) return "fact";
  return type === "summary" || topic !== undefined ? "summary" : undefined;
}

/** `save fact --type O` and the older guide (§6.4) call the kind of a fact its type. */
function kindOfFact(type: unknown): MemoryType | undefined {
  return MEMORY_TYPES.find((known) => known === type);
}

/** The fields of a payload, or of a list of them, that nothing reads: one is mistyped, or belongs to the other kind. */
export function unreadFields(value: unknown): string[] {
  const unread = [value].flat().filter(isObject).flatMap((each) => {
    const kind = kindOf(each);
    const known: readonly string[] = kind ? FIELDS[kind] : [];
    return Object.keys(each).filter((name) => !known.includes(name));
  });
  return [...new Set(unread)];
}

function readFact(fields: Fields<"fact">, where: Sentence): FactInput {
  const { memory_type: memoryType = kindOfFact(fields.type), confidence } = fields;
  if (memoryType !== undefined && !MEMORY_TYPES.some((known) => known === memoryType)) {
    throw invalid(where, "wants_type", memoryType);
  }
  if (confidence !== undefined && !(typeof confidence === "number" && confidence >= 0 && confidence <= 1)) {
    throw invalid(where, "wants_confidence", confidence);
  }
  return {
    content: asFilled(fields.content, within(where, "content")),
    memoryType: memoryType as MemoryType | undefined,
    entities: asTexts(fields.entities, within(where, "entities")),
    tags: textsIn(fields, ["tags", "tag"], where),
    asks: asTexts(fields.asks, within(where, "asks")),
    when: asTexts(fields.when, within(where, "when")),
    confidence: confidence as number | undefined,
    session: sessionIn(fields, where),
    supersedes: asTexts(fields.supersedes, within(where, "supersedes")),
  };
}

function readSummary(fields: Fields<"summary">, where: Sentence): SummaryInput {
  const decisions = textsIn(fields, ["decisions", "decision"], where);
  return {
    topic: asFilled(fields.topic, within(where, "topic")),
    summary: fields.summary === undefined ? "" : asText(fields.summary, within(where, "summary")),
    // v1's key points are decisions.
    decisions: decisions.length > 0 ? decisions : textsIn(fields, ["key_info"], where),
    todos: textsIn(fields, ["todos", "todo"], where),
    done: textsIn(fields, ["done"], where),
    tags: textsIn(fields, ["tags", "tag"], where),
    session: sessionIn(fields, where),
  };
}

function layerIn({ layer }: Fields, where: Sentence): Layer | undefined {
  if (layer === undefined || layer === "project" || layer === "global") return layer;
  throw invalid(within(where, "layer"), "wants_layer", layer);
}

function sessionIn({ session, session_id, source }: Fields, where: Sentence): string | undefined {
  const named = session ?? session_id ??
    (source && typeof source === "object" ? Reflect.get(source, "session") : undefined);
  return named === undefined
    ? undefined
    : asText(named, within(where, session === undefined ? "session_id" : "session"));
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

/** The texts below all these names, by which one field goes. */
function textsIn<K extends keyof Fields<Kind>>(fields: Pick<Fields, K>, names: readonly K[], where: Sentence) {
  return names.flatMap((name) => asTexts(fields[name], within(where, name)));
}

/** A single text counts as a list of one. */
function asTexts(value: unknown, where: Sentence): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
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
