/**
 * Which facts say the same, and which of them stands for one that is gone: a session, a note or a person may hold an id
 * of a record that was tidied away since, and verbs that act on what is in force have to reach what says it now.
 */
import { isShortId, meantId, type RecordId } from "../records/ids.ts";
import { projectOf, viewOf } from "../records/view.ts";
import { wordingOf } from "../text/likeness.ts";
import { type Contents, evidenceOf } from "./contents.ts";
import type { Stored } from "./stored.ts";

/** Facts that differ in kind, in project, or in being imported never say the same, whatever they say. */
export function wordingIn({ record, kind }: Stored): string {
  const { memoryType, content } = viewOf(record, kind);
  return `${memoryType}\n${projectOf(record) ?? ""}\n${record.imported_at !== undefined}\n${wordingOf(content)}`;
}

/**
 * The id of the record that an id means now. For a record that is deleted or gone, that is the fact consolidated from
 * it, else the newest fact in the same words. `word` may also be a part of the id of a record that is gone. Undefined
 * where nothing is known of it. Throws INVALID_ARGUMENT for a part of several ids.
 */
export function standingFor({ records, copies }: Contents, word: RecordId): RecordId | undefined {
  const own = records.find(({ key }) => key === word);
  if (own ? !own.isDeleted : isShortId(word)) return own?.key;
  const there = records.filter(({ isDeleted, type }) => !isDeleted && type === "fact");
  const consolidated = there.filter(({ kind }) => kind === "facts");
  const id = own?.key ?? meantId(word, consolidated.flatMap(({ record }) => evidenceOf(record)));
  if (id === undefined) return undefined;
  const newestOf = (says: (stored: Stored) => boolean) =>
    there.filter((each) => !copies.has(each.key) && says(each)).toSorted((a, b) => a.time - b.time).at(-1)?.key;
  const made = consolidated.filter(({ record }) => evidenceOf(record).includes(id));
  const saying = new Set(made.flatMap(({ key, record }) => [key, ...evidenceOf(record)]));
  const wording = own?.type === "fact" ? wordingIn(own) : undefined;
  return newestOf(({ key }) => saying.has(key)) ??
    newestOf((each) => wording !== undefined && wordingIn(each) === wording) ?? own?.key;
}
