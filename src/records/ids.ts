/**
 * Ids of records: made, told apart, and meant.
 *
 * New ones are `<kind>-HHMMSSmmm-xxxx` in UTC. The Python original first made ids of the time of day alone, to the
 * second (`log-101530`). Facts of one second, or of the same second on two days, have the same id there. Whoever reads
 * such a record knows it by that id and a digest of what it says; the file says so too from the next time on that the
 * record is written. Which of two versions of one record counts is decided in store/.
 *
 * People and agents may type the end of an id, or its beginning, where only one id has it.
 * Hot path: every line passes here.
 *
 * @module
 */
import type { MemoryError } from "../errors.ts";
import { fingerprint } from "../hash.ts";
import type { Runtime } from "../runtime.ts";
import type { RawRecord } from "./mod.ts";
import { isEvent, sessionOf, timestampOf } from "./view.ts";
import { failure } from "../words.ts";

/**
 * A record's id, to the compiler: it refuses one kind of id where a field or a function says another. Text of no kind
 * may stand for any of them, as arguments and foreign JSON bring it.
 */
export type RecordId = string & { readonly names?: "record" };
/** The id that a client gave a session. */
export type SessionId = string & { readonly names?: "session" };
/** The id of a change, in the audit log. */
export type OperationId = string & { readonly names?: "operation" };
/** The id of a note that waits for an answer. */
export type ProposalId = string & { readonly names?: "proposal" };

/** A fact, a summary, a consolidated fact, an operation, a proposal. */
interface IdKinds {
  readonly log: RecordId;
  readonly sum: RecordId;
  readonly fact: RecordId;
  readonly op: OperationId;
  readonly prop: ProposalId;
}

/** Letters and digits, 36 of them: short enough to be typed. */
const SUFFIX_LENGTH = 4;

/** A new id; unique among the ids made in the same millisecond but for one chance in 1.7 million. */
export function newId<Kind extends keyof IdKinds>(
  runtime: Pick<Runtime, "now" | "random">,
  kind: Kind,
): IdKinds[Kind] {
  const clock = runtime.now().toISOString().slice(11, 23).replace(/[:.]/g, "");
  return `${kind}-${clock}-${runtime.random(SUFFIX_LENGTH)}`;
}

/** A time to the second by the person's clock, as a name that sorts by it: `2026-02-18-120500`. */
export function stampOf(time: Date, { offsetMs }: Pick<Runtime, "offsetMs">): string {
  const at = time.getTime();
  return new Date(at + offsetMs(at)).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
}

/** The UTC day (`2026-02-18`) that a time belongs to: the name of its daily file. */
export function utcDay(time: Date | string): string {
  return (typeof time === "string" ? time : time.toISOString()).slice(0, 10);
}

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

/** With fewer characters a slip of the finger would mean another record. */
const SHORTEST = 4;
/** The ids that this program makes. Their end, random letters or a digest, tells them apart. */
const OURS = /^(?:(?:log|sum|fact|prop|op)-\d{9}-([a-z0-9]{4})|[a-z]+-\d{6}-([0-9a-f]{8}))$/;
/** More of them nobody compares. */
const NAMED_MAX = 5;

/** The part of an id that is enough to name it; the whole id if it is not one of ours. */
export function briefId(id: string): string {
  const [, letters, digest] = OURS.exec(id) ?? [];
  return letters ?? digest ?? id;
}

/** The same for each of these ids, with the whole id where another one ends alike. */
export function briefIds(ids: Iterable<string>): (id: string) => string {
  const first = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of ids) {
    const brief = briefId(id);
    const other = first.get(brief);
    if (other === undefined) first.set(brief, id);
    else if (other !== id) taken.add(brief);
  }
  return (id) => taken.has(briefId(id)) ? id : briefId(id);
}

/** Whether this is a whole id as this program makes them: then there is nothing to look up. */
export function isWholeId(word: string): boolean {
  return OURS.test(word);
}

/** An id without the brackets in which a start shows it: who copies both means the id. */
export function unbracketed(word: string): string {
  return word.replace(/^\[([^[\]]+)\]$/, "$1");
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
    if (word.length >= SHORTEST && (id.endsWith(word) || id.startsWith(word))) found.add(id);
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
  const more = ids.length > NAMED_MAX ? { en: " …", zh: "……" } : "";
  return failure("ambiguous", { word, count: ids.length, named: ids.slice(0, NAMED_MAX).join(", "), more });
}
