/**
 * In: a record. Out: the same under an id that no other record has, and whether two records are one.
 * Not done here: which of two versions of one record counts (store/resolve.ts).
 *
 * The Python original first made ids of the time of day alone, to the second (`log-101530`). Facts of one second, or of
 * the same second on two days, have the same id there. Whoever reads such a record knows it by that id and a digest of
 * what it says; the file says so too from the next time on that the record is written.
 * Hot path: every line passes here.
 *
 * @module
 */
import { fingerprint } from "../hash.ts";
import type { RawRecord } from "./mod.ts";
import { isEvent, sessionOf, timestampOf } from "./view.ts";

const SECONDS_ONLY = /^[a-z]+-\d{6}$/;
const SECONDS_AND_DIGEST = /^([a-z]+-\d{6})-[0-9a-f]{8}$/;
const DIGITS = 6;
const DASH = 45;

/** Whether an id is a time of day to the second and nothing else, so that several records may have it. */
export function isShortId(id: string): boolean {
  return id.charCodeAt(id.length - DIGITS - 1) === DASH && SECONDS_ONLY.test(id);
}

/** The id that a record had in its file before it was told apart from others; undefined for any other id. */
export function shortIdOf(id: string): string | undefined {
  return SECONDS_AND_DIGEST.exec(id)?.[1];
}

/** What a record is known by when files change: its id, else a digest of its line; no id of ours has a colon. */
export function keyOf(record: RawRecord, line: string): string {
  if (typeof record.id === "string" && record.id !== "") return record.id;
  return `line:${fingerprint(line.trim())}`;
}

/** The record under an id of its own. */
export function withOwnId(record: RawRecord): RawRecord {
  return typeof record.id === "string" && isShortId(record.id) ? renamed(record) : record;
}

/** The record with a digest of what it says behind its id. */
export function renamed(record: RawRecord): RawRecord {
  const kind = isEvent(record) ? record.type : "";
  const digest = fingerprint(JSON.stringify([kind, timestampOf(record), ...wordsOf(record)])).slice(-8);
  return { ...record, id: `${String(record.id)}-${digest}` };
}

/**
 * Whether two records of equal id are one: they say the same, or one of them is a later version of the other. What was
 * edited keeps the time at which it was made, a summary that was written anew its session.
 */
export function isSameRecord(a: RawRecord, b: RawRecord): boolean {
  if (JSON.stringify(wordsOf(a)) === JSON.stringify(wordsOf(b))) return true;
  const isVersion = [a, b].some(({ updated_at, history, deleted_at }) =>
    [updated_at, history, deleted_at].some((mark) => mark !== undefined && mark !== null)
  );
  if (!isVersion) return false;
  const session = sessionOf(a);
  return madeAt(a) === madeAt(b) ||
    (session !== undefined && session === sessionOf(b) && Array.isArray(a.history ?? b.history));
}

function wordsOf({ content, topic, summary, decisions, todos }: RawRecord): unknown[] {
  return [content ?? "", topic ?? "", summary ?? "", decisions ?? [], todos ?? []];
}

function madeAt({ created_at, timestamp }: RawRecord): unknown {
  return created_at ?? timestamp;
}
