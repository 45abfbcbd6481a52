/**
 * Ids as people and agents type them: the end of one, or its beginning, is enough where only one id has it. The one
 * place for this rule.
 *
 * @module
 */
import { MemoryError } from "../errors.ts";

/** With fewer characters a slip of the finger would mean another record. */
const SHORTEST = 4;
/** The ids that this program makes. Their end, random letters or a digest, tells them apart. */
const OURS = /^(?:(?:log|sum|fact|prop)-\d{9}-([a-z0-9]{4})|[a-z]+-\d{6}-([0-9a-f]{8}))$/;
/** More of them nobody compares. */
const NAMED_MAX = 5;

/** The part of an id that is enough to name it; the whole id if it is not one of ours. */
export function briefId(id: string): string {
  const [, letters, digest] = OURS.exec(id) ?? [];
  return letters ?? digest ?? id;
}

/** Whether this is a whole id as this program makes them: then there is nothing to look up. */
export function isWholeId(word: string): boolean {
  return OURS.test(word);
}

/** An id without the brackets in which a start shows it: who copies both means the id. */
export function unbracketed(word: string): string {
  return word.replace(/^\[([^[\]]+)\]$/, "$1");
}

/** Whether a word may stand for an id. */
function standsFor(word: string, id: string): boolean {
  return id === word || word.length >= SHORTEST && (id.endsWith(word) || id.startsWith(word));
}

/**
 * The id that a word means.
 *
 * @returns undefined when it is none of these
 * @throws MemoryError INVALID_ARGUMENT when several have this beginning or end
 */
export function meantId(typed: string, ids: Iterable<string>): string | undefined {
  const word = unbracketed(typed);
  const found = new Set<string>();
  for (const id of ids) {
    if (id === word) return id;
    if (standsFor(word, id)) found.add(id);
  }
  if (found.size > 1) throw ambiguous(word, [...found]);
  return [...found][0];
}

/** Ids of records as a field holds them: one alone, several in a list, undefined for none. */
export function idsField(ids: readonly string[]): string | readonly string[] | undefined {
  const each = [...new Set(ids)];
  return each.length > 1 ? each : each[0];
}

function ambiguous(word: string, ids: readonly string[]): MemoryError {
  const named = ids.slice(0, NAMED_MAX).join(", ");
  const more = ids.length > NAMED_MAX;
  return new MemoryError("INVALID_ARGUMENT", {
    en: `${word} stands for ${ids.length} records: ${named}${more ? " …" : ""}`,
    zh: `${word} 对应 ${ids.length} 条记录：${named}${more ? "……" : ""}`,
  }, { en: "Give the whole id, or more of it", zh: "请给出完整的 id，或多写几位" });
}
