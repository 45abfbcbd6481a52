/** In: what a purge means. Out: the traces of its records, ids and texts, by which purge.ts finds more of them. */
import type { RecordId } from "../records/ids.ts";
import { asksForKind, type Filter, fold, type RecordScope } from "../store/filter.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { textsOf } from "./mentions.ts";
import { idsOfNoNote, isWorded } from "./note_ids.ts";

/** What a deletion or a purge means. */
export interface Meant {
  /** The filter of the purge: earlier wordings in backups are found by it. */
  readonly filter: Filter;
  readonly scope: RecordScope;
  /** Everything was purged: all proposals are erased. */
  readonly all: boolean;
  /** False for records of other projects, which lie in the global store too. */
  readonly isHere: (stored: Stored) => boolean;
}

/** The ids of notes that are there no more, as far as a purge means them. Nothing else is known of them. */
export function idsLeft(stores: readonly Store[], { filter, scope, all }: Meant): string[] {
  const { ids = [], keyword } = filter;
  if ((scope !== "all" && scope !== "notes") || asksForKind(filter)) return [];
  if (!all && ids.length === 0 && keyword === undefined) return [];
  const named = new Set(ids.map((id) => id.toLowerCase()));
  const holds = holdingAny([], keyword);
  return idsOfNoNote(stores).filter((id) =>
    (named.size === 0 || named.has(id.toLowerCase())) &&
    (keyword === undefined || holds(id) || holds(id.replaceAll("-", " ")))
  );
}

/** No more texts are looked for, since each takes a pass over all files. */
export const TEXTS_MAX = 1_000;

/** The ids and texts of purged records of all layers, by which their traces are found. */
export interface Traces {
  readonly ids: ReadonlySet<RecordId>;
  readonly texts: readonly string[];
  /** The ids of notes that were purged or removed before, as far as the purge means them. */
  readonly left: readonly RecordId[];
}

/** The traces of records. They have to be taken before the records are purged. */
export function tracesOf(records: readonly Stored[], stores: readonly Store[], meant: Meant): Traces {
  return {
    ids: new Set(records.map(({ key }) => key)),
    texts: textsOf(records.slice(0, TEXTS_MAX)),
    left: idsLeft(stores, meant),
  };
}

/** The ids made of words among those of purged notes: nothing is to hold them any more. */
export function wordedIds({ ids, left }: Traces): string[] {
  return [...ids, ...left].filter(isWorded);
}

/** A shorter text occurs in others by chance. */
export const SHORTEST_TEXT_BYTES = 6;

/** Makes a test of whether a text is a part of a purged one, as a query for it is. */
export function heldByAny(texts: readonly string[]): (text: string) => boolean {
  const whole = texts.map(fold);
  return (text) => {
    const own = fold(text);
    return Buffer.byteLength(own) >= SHORTEST_TEXT_BYTES && whole.some((each) => standsIn(each, own));
  };
}

/** Makes a test of whether a text holds a purged text, unless by chance, or the keyword, if short as a whole word. */
export function holdingAny(texts: readonly string[], keyword?: string): (text: string) => boolean {
  const whole = texts.map(fold).filter((text) => Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const asked = keyword === undefined ? "" : fold(keyword);
  const isShort = Buffer.byteLength(asked) < SHORTEST_TEXT_BYTES;
  return (text) => {
    const own = fold(text);
    if (asked !== "" && (isShort ? standsIn(own, asked) : own.includes(asked))) return true;
    return whole.some((each) => standsIn(own, each));
  };
}

function standsIn(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    if (!isOneWord(text.slice(0, at), words) && !isOneWord(words, text.slice(end))) return true;
  }
  return false;
}

/** Whether a word goes on from one text into the next; never for Chinese, which has no spaces between words. */
function isOneWord(before: string, after: string): boolean {
  return /(?!\p{sc=Han})[\p{L}\p{N}]$/u.test(before.slice(-2)) &&
    /^(?!\p{sc=Han})[\p{L}\p{N}]/u.test(after.slice(0, 2));
}
