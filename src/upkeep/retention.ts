/**
 * In: rules that say how long daily records are kept. Out: older records that say nothing more are removed, or marked
 * as deleted, in one write that can be undone. What is in force stays, under its id.
 */
import type { RecordId } from "../records/ids.ts";
import { ADDED } from "../records/later.ts";
import { type RawRecord, texts } from "../records/mod.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { type Contents, readContents, supersededIn } from "../store/contents.ts";
import type { StorePath } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { commit, deletion, giveOwnIds } from "./commit.ts";
import { dailyWordings, staysOthers } from "./consolidate.ts";
import { copiesOf, filesOf } from "./delete.ts";
import { filesBefore, momentBefore, type Rule } from "./retention_rules.ts";

/**
 * The daily records that are older than the rules allow and say nothing more, the consolidated facts that would say it
 * again, and the files whose records are removed.
 */
export function oldRecords(store: Store, rules: readonly Rule[]) {
  const contents = readContents(store);
  const filesFor = (action: Rule["action"]) => {
    const old = rules.filter((rule) => rule.action === action).flatMap((rule) => filesBefore(store, rule));
    return new Set(old.filter((file) => !staysOthers(contents, file)));
  };
  const removed = filesFor("remove");
  const deleted = filesFor("delete");
  const saysNothing = nothingMore(contents, momentBefore(store, Math.min(...rules.map(({ days }) => days))));
  const isOld = ({ file, isDeleted }: Stored) => removed.has(file) || (deleted.has(file) && !isDeleted);
  const records = contents.records.filter((stored) => isOld(stored) && saysNothing(stored));
  const copies = copiesOf(contents, records.filter(({ isDeleted }) => !isDeleted));
  return { records, copies, contents, removed };
}

/**
 * A test for records that say nothing more: events, deleted records, and records that a newer one replaces or says
 * again. The newer one has to be older than `since`, too: until then it may be taken back, and the older one would hold
 * again.
 */
function nothingMore(contents: Contents, since: number): (stored: Stored) => boolean {
  const superseded = supersededIn([contents]);
  const repeated = repeatedIn(contents, superseded);
  const there = new Set(contents.records.filter(({ isDeleted }) => !isDeleted).map(({ key }) => key));
  const old = new Set(contents.records.filter(({ time }) => time < since).map(({ key }) => key));
  return (stored) => {
    if (stored.isDeleted || stored.isEvent) return true;
    // Without it, the record that it replaces would hold again.
    if (texts(stored.supersedes).some((id) => there.has(id))) return false;
    return old.has(superseded.get(stored.key) ?? repeated.get(stored) ?? "");
  };
}

/** The facts that a newer one says in the same words, with all their labels and words for later; each with its id. */
function repeatedIn(contents: Contents, superseded: ReadonlyMap<string, string>): ReadonlyMap<Stored, RecordId> {
  const wordings = dailyWordings(contents, superseded);
  const same = Map.groupBy(wordings, ([{ file }, wording]) => `${contents.isOthers(file)}\n${wording}`);
  return new Map([...same.values()].flatMap((group) => {
    const all = group.map(([stored]) => stored);
    const newest = all.reduce((one, other) => other.time < one.time ? one : other);
    const holds = ({ record }: Stored) =>
      ADDED.every((field) => new Set(texts(record[field])).isSubsetOf(new Set(texts(newest.record[field]))));
    return all.filter((each) => each !== newest && holds(each)).map((each) => [each, newest.key] as const);
  }));
}

/** The change that the rules ask for now; undefined when nothing is old enough. */
export function planRetention(
  locked: LockedStore,
  rules: readonly Rule[],
  actor: Actor,
): Planned<Readonly<Record<"removed" | "deleted", number>>> {
  const first = oldRecords(locked, rules);
  // Records that got an id of their own stand in other lines now.
  const { records, copies, contents, removed } = giveOwnIds(locked, first.contents) > 0
    ? oldRecords(locked, rules)
    : first;
  if (records.length === 0) return { change: undefined, result: { removed: 0, deleted: 0 } };
  const mark = deletion(locked.runtime, "system");
  const rewrite = (record: RawRecord, file: StorePath) => removed.has(file) ? undefined : mark(record);
  const gone = records.filter(({ file }) => removed.has(file)).length;
  return {
    change: {
      actor,
      command: "retention",
      scope: "daily",
      ...filesOf(locked, contents, [...records, ...copies], rewrite, () => undefined),
      audit: { copies: copies.length || undefined },
    },
    result: { removed: gone, deleted: records.length - gone },
  };
}

/** Carries out what the rules ask for now. */
export function retain(locked: LockedStore, rules: readonly Rule[]): void {
  const { change } = planRetention(locked, rules, "system");
  if (change) commit(locked, change);
}
