/**
 * In: a document or a value out of the JSON of another tool. Out: what the document lists, and the records that a value
 * stands for.
 *
 * The reference server of the Model Context Protocol keeps entities with observations, and relations; claude-mem
 * observations with a title; others a text alone, or in `memory`, or times in seconds since 1970.
 */
import { typeOfKind } from "../agents/own_memory.ts";
import { asObject, isObject, jsonIn } from "../json.ts";
import { MEMORY_TYPES, type RawRecord, texts } from "../records/mod.ts";
import { inferMemoryType, isEvent, summaryText } from "../records/view.ts";

/** The names by which tools call the list of their records, and those of lists that stand beside each other. */
const LISTS = ["records", "results", "memories"];
const PARTS = ["entities", "relations", "observations"];

/** What a document lists; undefined for one that lists nothing. A record's own lists hold texts. */
export function listedIn(document: RawRecord): readonly unknown[] | undefined {
  const lists = LISTS.map((name) => document[name]).filter((list) => Array.isArray(list));
  const parts = PARTS.flatMap((name) => document[name]).filter(isObject);
  return lists[0] ?? (parts.length > 0 ? parts : undefined);
}

/** The names of the lists of objects in a document that nothing here reads, such as the sessions of claude-mem. */
export function unreadLists(document: RawRecord): string[] {
  const read = [...LISTS, ...PARTS, "notes"];
  return Object.keys(document).filter((name) => {
    const list = document[name];
    return !read.includes(name) && Array.isArray(list) && list.some(isObject);
  });
}

/** The records that a value stands for: itself, unless another tool's form of it is known. */
export function recordsFor(value: unknown): readonly unknown[] {
  const { memory, ...rest }: RawRecord = typeof value === "string" ? { memory: value } : asObject(value) ?? {};
  if (!isObject(value) && memory === undefined || isEvent(rest)) return [value];
  const record = withTimes(rest);
  if (typeof record.content === "string") return [withKind(record)];
  if (summaryText(record) !== "") return [record];
  if (typeof memory === "string") return [asFact(memory, record)];
  const { name, entityType, observations, from, to, relationType, title, narrative, facts, concepts } = record;
  if (typeof name === "string" && Array.isArray(observations)) {
    const about = { memory_type: entityType, entities: texts([name, entityType]) };
    return texts(observations).map((text) => asFact(holds(text, name) ? text : `${name}: ${text}`, about));
  }
  if (typeof from === "string" && typeof to === "string" && typeof relationType === "string") {
    const content = `${from} ${relationType.replaceAll("_", " ")} ${to}`;
    return [asFact(content, { memory_type: "B", entities: [from, to] })];
  }
  if (typeof title !== "string") return [value];
  const told = texts(narrative)[0] ?? listIn(facts).join("; ");
  const { timestamp, created_at } = record;
  // What was done, with words like “never” in it, is no rule.
  const about = {
    memory_type: typeOfKind(String(record.type)) ?? "W",
    entities: listIn(concepts),
    timestamp: timestamp ?? created_at,
  };
  return [asFact(told === "" ? title : holds(told, title) ? told : `${title}: ${told}`, about)];
}

function asFact(content: string, { memory_type, ...about }: RawRecord): RawRecord {
  return withKind({ ...about, memory_type: memory_type ?? "", type: "fact", content });
}

/** The record with a kind of ours, told by another tool's name of it, or by the text. */
function withKind(record: RawRecord): RawRecord {
  const { memory_type: kind, content } = record;
  if (typeof kind !== "string" || MEMORY_TYPES.some((known) => known === kind)) return record;
  return { ...record, memory_type: typeOfKind(kind) ?? inferMemoryType(String(content)) };
}

/** Seconds, or milliseconds, from 2001 on: what other tools give as a time. */
const EPOCH = { least: 1e9, milliseconds: 1e11, most: 1e14 };

function withTimes(record: RawRecord): RawRecord {
  const times = ["timestamp", "created_at", "updated_at"].flatMap((name) => {
    const at = record[name];
    if (typeof at !== "number" || at < EPOCH.least || at > EPOCH.most) return [];
    return [[name, new Date(at < EPOCH.milliseconds ? at * 1000 : at).toISOString()]];
  });
  return times.length === 0 ? record : { ...record, ...Object.fromEntries(times) };
}

function holds(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}

/** A list of texts, which claude-mem's database has as JSON. */
function listIn(value: unknown): string[] {
  return texts(typeof value === "string" ? jsonIn(value) : value);
}
