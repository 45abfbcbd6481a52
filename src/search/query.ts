/**
 * In: a query as a person or agent typed it. Out: the words to look for, phrases, excluded words and filters.
 *
 * No query is wrong: what is not our syntax is text.
 */
import type { DocumentType } from "../index/document.ts";
import { isDay } from "../records/days.ts";
import { MEMORY_TYPES } from "../records/mod.ts";
import type { Filters } from "./candidates.ts";

/** What the fields of a query ask for; `after` and `before` are local days. */
interface Fields extends Pick<Filters, "types" | "memoryTypes" | "tags" | "session"> {
  readonly after?: string;
  readonly before?: string;
}

export interface Query {
  /** What to look for, with phrases, without exclusions and fields. */
  readonly text: string;
  /** Records that hold them literally come first. */
  readonly phrases: readonly string[];
  /** Records that hold one of these words are left out. */
  readonly excluded: readonly string[];
  /** What the fields ask for: `type:fact,O tag:api after:2026-02-18`. */
  readonly fields: Fields;
}

/** A text as a query of words alone: a prompt or a sentence has no query syntax. */
export function plainQuery(text: string): Query {
  return { text, phrases: [], excluded: [], fields: {} };
}

const PHRASE = /["“”„«»「」『』]([^"“”„«»「」『』]{2,}?)["“”„«»「」『』]/g;
const EXCLUDED = /(^|\s)NOT\s+("([^"]+)"|\S+)/g;
/** A Chinese keyboard types the full-width colon. */
const FIELD = /(^|\s)(type|tag|session|before|after)[:：](\S+)/g;
const TYPES: readonly DocumentType[] = ["fact", "summary", "note", "core"];

/** Parses a query. A field with an impossible value (`type:error`) counts as text. */
export function parseQuery(typed: string): Query {
  const excluded: string[] = [];
  const fields: { -readonly [Name in keyof Fields]: Fields[Name] } = {};
  const text = typed.replace(EXCLUDED, (_, space: string, word: string, phrase: string | undefined) => {
    excluded.push(phrase ?? word);
    return space;
  }).replace(FIELD, (whole: string, space: string, field: string, value: string) => {
    const kinds = field === "type" ? value.split(",") : [];
    const types = TYPES.filter((type) => kinds.includes(type));
    const memoryTypes = MEMORY_TYPES.filter((type) => kinds.includes(type));
    if (field === "type" && types.length + memoryTypes.length < kinds.length) return whole;
    if (types.length > 0) fields.types = [...fields.types ?? [], ...types];
    if (memoryTypes.length > 0) fields.memoryTypes = [...fields.memoryTypes ?? [], ...memoryTypes];
    if (field === "type") return space;
    if (field === "tag") fields.tags = [...fields.tags ?? [], value];
    else if (field === "session") fields.session = value;
    else if ((field === "before" || field === "after") && isDay(value)) fields[field] = value;
    else return whole;
    return space;
  });
  const phrases = [...text.matchAll(PHRASE)].map(([, phrase = ""]) => phrase.trim()).filter((phrase) => phrase !== "");
  return { text, phrases, excluded, fields };
}
