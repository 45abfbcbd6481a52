/**
 * In: a query as a person or agent typed it. Out: the words to look for, phrases, excluded words and filters.
 * Not done here: analysing words (text/).
 *
 * No query is wrong: what is not our syntax is text.
 *
 * @module
 */
import type { DocumentType } from "../index/truth.ts";
import type { SessionId } from "../records/ids.ts";
import { isDay } from "../records/days.ts";

/** A parsed query. */
export interface Query {
  /** What to look for, with phrases, without exclusions and fields. */
  readonly text: string;
  /** Records that hold them literally come first. */
  readonly phrases: readonly string[];
  /** Records that hold one of these words are left out. */
  readonly excluded: readonly string[];
  readonly types: readonly DocumentType[];
  readonly tags: readonly string[];
  readonly session: SessionId | undefined;
  /** A day as typed, `2026-02-18`: only records that are older than it. */
  readonly before: string | undefined;
  /** A day as typed: only records of that day and later. */
  readonly after: string | undefined;
}

/** A text as a query of words alone: a prompt or a sentence has no query syntax. */
export function plainQuery(text: string): Query {
  const none: readonly never[] = [];
  const fields = { types: none, tags: none, session: undefined, before: undefined, after: undefined };
  return { text, phrases: none, excluded: none, ...fields };
}

const PHRASE = /["“”„«»「」『』]([^"“”„«»「」『』]{2,}?)["“”„«»「」『』]/g;
const EXCLUDED = /(^|\s)NOT\s+("([^"]+)"|\S+)/g;
/** A Chinese keyboard types the full-width colon. */
const FIELD = /(^|\s)(type|tag|session|before|after)[:：](\S+)/g;
const TYPES: readonly DocumentType[] = ["fact", "summary", "note", "core"];

/** Parses a query. A field with an impossible value (`type:error`) counts as text. */
export function parseQuery(typed: string): Query {
  const excluded: string[] = [];
  const types: DocumentType[] = [];
  const tags: string[] = [];
  let session: SessionId | undefined;
  let before: string | undefined;
  let after: string | undefined;

  const text = typed.replace(EXCLUDED, (_, space: string, word: string, phrase: string | undefined) => {
    excluded.push(phrase ?? word);
    return space;
  }).replace(FIELD, (whole: string, space: string, field: string, value: string) => {
    const type = TYPES.find((known) => known === value);
    if (field === "type" && type) types.push(type);
    else if (field === "tag") tags.push(value);
    else if (field === "session") session = value;
    else if (field === "before" && isDay(value)) before = value;
    else if (field === "after" && isDay(value)) after = value;
    else return whole;
    return space;
  });
  const phrases = [...text.matchAll(PHRASE)].map(([, phrase = ""]) => phrase.trim()).filter((phrase) => phrase !== "");
  return { text, phrases, excluded, types, tags, session, before, after };
}
