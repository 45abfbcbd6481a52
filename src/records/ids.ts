/**
 * Ids of records: how they are made, and which record an id means.
 *
 * New ids are `<kind>-HHMMSSmmm-xxxx` in UTC. The Python original first made ids of the time of day alone, to the
 * second (`log-101530`), so facts of the same second, also on two days, share an id. When such a record is read, a
 * digest of its text is added to the id, and when it is next written, the file has that id, too. store/ decides which
 * of two versions of one record counts.
 *
 * People and agents may type the end of an id, or its beginning, where only one id has it.
 * Hot path: every line passes here.
 */
import { fingerprint } from "../hash.ts";
import type { Runtime } from "../runtime.ts";
import type { RawRecord } from "./mod.ts";
import { isEvent, sessionOf, timestampOf } from "./view.ts";
import { cutTo, oneLine } from "../text/legible.ts";
import { failure } from "../words.ts";

/** A record's id, a type that refuses other kinds of id in its place. A plain text may take the place of any kind. */
export type RecordId = string & { readonly names?: "record" };
/** The id that a client has given to a session. */
export type SessionId = string & { readonly names?: "session" };
/** The id of a change in the audit log. */
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

/** Of 36 letters and digits; short enough to be typed. */
const SUFFIX_LENGTH = 4;

/** A new id. Two ids made in the same millisecond are equal with a chance of one in 1.7 million. */
export function newId<Kind extends keyof IdKinds>(runtime: Pick<Runtime, "now" | "random">, kind: Kind): IdKinds[Kind] {
  const clock = runtime.now().toISOString().slice(11, 23).replace(/[:.]/g, "");
  return `${kind}-${clock}-${runtime.random(SUFFIX_LENGTH)}`;
}

/** A time to the second by the person's clock, as a name that sorts by time: `2026-02-18-120500`. */
export function stampOf(time: Date, { offsetMs }: Pick<Runtime, "offsetMs">): string {
  const at = time.getTime();
  return new Date(at + offsetMs(at)).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
}

/** The id that a server of tools (`memory mcp`) gives to its session, as no client does. */
export function toolSessionId(runtime: Pick<Runtime, "now" | "random" | "offsetMs">): SessionId {
  return `mcp-${stampOf(runtime.now(), runtime)}-${runtime.random(SUFFIX_LENGTH)}`;
}

/** Whether a session is that of such a server. */
export function isToolSession(id: SessionId): boolean {
  return /^mcp-\d{4}-/.test(id);
}

/** The UTC day (`2026-02-18`) that a time belongs to: the name of its daily file. */
export function utcDay(time: Date | string): string {
  return (typeof time === "string" ? time : time.toISOString()).slice(0, 10);
}

const SECONDS_ONLY = /^[a-z]+-\d{6}$/;
const SECONDS_AND_DIGEST = /^([a-z]+-\d{6})-[0-9a-f]{8}$/;

/** Whether an id is only a time of day to the second, so that several records may have it. */
export function isShortId(id: string): boolean {
  return SECONDS_ONLY.test(id);
}

/** The id without the digest that was added to it; undefined for an id without a digest. */
export function shortIdOf(id: string): string | undefined {
  return SECONDS_AND_DIGEST.exec(id)?.[1];
}

/** The key of a record while files change: its id, else a digest of its line behind a colon, as in no id of ours. */
export function keyOf(record: RawRecord, line: string): string {
  if (typeof record.id === "string" && record.id !== "") return record.id;
  return `line:${fingerprint(line.trim())}`;
}

/** Ids stand in lines of text for people and agents: one of other signs, or a long one, could say anything there. */
const PLAIN_ID = /^[\p{L}\p{N}_.:@/+-]{1,100}$/u;

/** The record with an id of its own: a digest is added to a short id, or replaces one that is no plain word. */
export function withOwnId(record: RawRecord): RawRecord {
  const { id } = record;
  if (typeof id !== "string" || id === "") return record;
  if (!PLAIN_ID.test(id)) return withDigestId({ ...record, id: "id" });
  return isShortId(id) ? withDigestId(record) : record;
}

/** The record with a digest of its text added to its id. */
export function withDigestId(record: RawRecord): RawRecord {
  const kind = isEvent(record) ? record.type : "";
  const digest = fingerprint(JSON.stringify([kind, timestampOf(record), ...wordsOf(record)])).slice(-8);
  return { ...record, id: `${String(record.id)}-${digest}` };
}

/** Whether two records of equal id are one: they have the same text, or one is a later version of the other. */
export function isSameRecord(a: RawRecord, b: RawRecord): boolean {
  return textOf(a) === textOf(b) || isVersionOf(a, b);
}

/** What a record says, as one text. */
export function textOf(record: RawRecord): string {
  return JSON.stringify(wordsOf(record));
}

/**
 * Whether one of two records of equal id may be a later version of the other: an edited record keeps the time at which
 * it was made, a rewritten summary its session.
 */
export function isVersionOf(a: RawRecord, b: RawRecord): boolean {
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

/** With fewer characters a typing error could name another record. */
const SHORTEST = 4;
/** The ids that this program makes. Their end, random letters or a digest, tells them apart. */
const OURS = /^(?:(?:log|sum|fact|prop|op)-\d{9}-([a-z0-9]{4})|[a-z]+-\d{6}-([0-9a-f]{8}))$/;
/** Those that an import makes of texts are a digest alone: six digits of it, since four of thousands would be equal. */
const OF_IMPORT = /^(?:log|sum)-[0-9a-f]{8}([0-9a-f]{6})$/;
const NAMED_MAX = 5;
/** The beginning of a text, by which a reader knows it again. */
const TEXT_NAMED_MAX = 60;

/** The end of an id, which is enough to name the record; the whole id if this program did not make it. */
export function briefId(id: string): string {
  const [, letters, digest] = OURS.exec(id) ?? OF_IMPORT.exec(id) ?? [];
  return letters ?? digest ?? id;
}

/** As `briefId`, but gives the whole id where another of these ids has the same end. */
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

/** Whether this is a whole id of this program, so that no other id need be looked up. */
export function isWholeId(word: string): boolean {
  return OURS.test(word);
}

/** An id without the brackets in which a session's start shows it, since people copy the brackets, too. */
export function unbracketed(word: string): string {
  return word.replace(/^\[([^[\]]+)\]$/, "$1");
}

/**
 * The id that a word means: the id itself, its beginning or its end; undefined for none. Throws for several, and names
 * them with what their records say, as far as `textOf` knows.
 */
export function meantId(
  typed: string,
  ids: Iterable<string>,
  textOf: (id: string) => string | undefined = () => undefined,
): string | undefined {
  const word = unbracketed(typed);
  const found = new Set<string>();
  for (const id of ids) {
    if (id === word) return id;
    if (word.length >= SHORTEST && (id.endsWith(word) || id.startsWith(word))) found.add(id);
  }
  const all = [...found];
  if (all.length <= 1) return all[0];
  const more = all.length > NAMED_MAX ? { en: " …", zh: "……" } : "";
  const named = all.slice(0, NAMED_MAX).map((id) => {
    const text = oneLine(textOf(id) ?? "");
    return text === "" ? id : `${id} “${cutTo(text, TEXT_NAMED_MAX)}”`;
  });
  throw failure("ambiguous", { word, count: all.length, named: named.join(", "), more });
}

/** The value of a field of ids: one id alone, several in a list, undefined for none. */
export function idsField(ids: readonly string[]): string | readonly string[] | undefined {
  const each = [...new Set(ids)];
  return each.length > 1 ? each : each[0];
}
