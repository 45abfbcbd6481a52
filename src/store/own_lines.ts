/**
 * In: records that this machine adds to a project's memory. Out: in the home, digests of their lines: a record in a
 * file that others may change is the person's own as long as the digest of its line is noted. Hot path.
 *
 * Whether an opinion or a to-do is the person's, its text alone says (known.ts). But what else the line of an opinion
 * says, such as what it replaces, counts only where the line is noted, too. With the digest of such a line stand that
 * of its text, and when the person said it.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { readText } from "../files.ts";
import { sha256Hex } from "../hash.ts";
import type { RawRecord } from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { type FileKind, opinionIn, todoText } from "../records/view.ts";
import { once, remembered } from "../remembered.ts";
import { goesAlong } from "./keep_private.ts";
import { knowingHome, readKnown, textDigest } from "./known.ts";
import type { StorePath } from "./layout.ts";
import { recordsIn } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";
import { lastSaid } from "./resolve.ts";
import type { Entry } from "./spool.ts";

/** In the home. */
const OWN_LINES_FILE = "own_lines";

const DIGEST_LENGTH = 24;

function recordDigest(record: object): string {
  return sha256Hex([JSON.stringify(record)]).slice(0, DIGEST_LENGTH);
}

/** Whether a record may be in the person's own words: an import brought others', and a fact with evidence anybody's. */
function mayBeOwn(record: RawRecord): boolean {
  return (record.type === "fact" || record.type === "summary") &&
    record.imported_at === undefined && record.evidence === undefined;
}

/** Notes lines that this machine has written in files that git takes along. Never throws: they are written already. */
export function noteOwnLines(store: LockedStore, written: readonly Entry[]): void {
  if (store.standing !== "own" || store.layer === "global") return;
  // In a client's sandbox the home can't be written.
  tried(() => {
    const mayGoAlong = remembered((file: StorePath) => goesAlong(store, file));
    const own = written.filter(({ file, record }) => mayBeOwn({ ...record }) && mayGoAlong(file));
    note(store, own.map(({ record }) => ({ ...record })));
  });
}

/** Notes the lines of opinions that the person trusts, as said by now at the latest. */
export function noteTrustedLines(store: LockedStore, opinions: readonly RawRecord[]): void {
  note(store, opinions, store.runtime.now().toISOString());
}

function note(store: LockedStore, records: readonly RawRecord[], latest?: string): void {
  if (records.length === 0) return;
  const lines = records.map((record) => {
    const opinion = opinionIn(record, "daily");
    if (opinion === undefined) return `${recordDigest(record)}\n`;
    const said = lastSaid(record);
    return `${recordDigest(record)} ${textDigest(opinion)} ${latest !== undefined && said > latest ? latest : said}\n`;
  });
  store.runtime.files.write(join(knowingHome(store), OWN_LINES_FILE), lines.join(""), { how: "append" });
}

/** Notes the records of a file that was the person's own until git began to track it, or is to. */
export function noteLinesOf(store: LockedStore, file: StorePath, bytes: Uint8Array): void {
  if (!file.endsWith(".jsonl")) return;
  const isNoted = ownLinesIn(store);
  noteOwnLines(store, recordsIn(bytes).filter((record) => !isNoted(record)).map((record) => ({ file, record })));
}

/** Tests records, as they stand in their lines: whether this machine wrote the line. */
export function ownLinesIn(store: Store): (record: RawRecord) => boolean {
  const text = textOf(store);
  const digests = once(() => new Set(text.split("\n").map((line) => line.slice(0, DIGEST_LENGTH))));
  let asked = 0;
  return (record) => {
    if (text === "") return false;
    const digest = recordDigest(record);
    // To take the whole text apart pays for many records only.
    return ++asked > FEW ? digests().has(digest) : text.startsWith(digest) || text.includes(`\n${digest}`);
  };
}

/** So many lines are looked for in the text itself, which holds as many lines as the person wrote records. */
const FEW = 20;

function textOf(store: Store): string {
  const path = store.standing === "own" ? join(knowingHome(store), OWN_LINES_FILE) : undefined;
  return path === undefined ? "" : readText(store.runtime.files, path) ?? "";
}

/** Gives when the person said an opinion, as far as it is noted. */
export function notedTimeIn(store: Store): (opinion: RawRecord) => string | undefined {
  // Read late, since a prompt waits for it.
  const text = once(() => textOf(store));
  return (record) => {
    const opinion = opinionIn(record, "daily");
    if (text() === "" || opinion === undefined) return undefined;
    const mark = ` ${textDigest(opinion)} `;
    const at = text().lastIndexOf(mark);
    return at === -1 ? undefined : text().slice(at + mark.length).split("\n", 1)[0];
  };
}

/**
 * Makes a test: whether a record in a file of a kind is a rule whose text the person trusts. With `whole` its line has
 * to be the person's, too, so that what else the line says counts, such as what it replaces.
 */
export function trustedIn(store: Store): (record: RawRecord, kind: FileKind, whole?: "whole") => boolean {
  // Read late, since a prompt waits for it.
  const trusted = once(() => store.standing === "own" ? readKnown(store).trusted : new Set<string>());
  const isOwnLine = once(() => ownLinesIn(store));
  return (record, kind, whole) => {
    const opinion = opinionIn(record, kind);
    return opinion !== undefined && trusted().has(textDigest(opinion)) && (whole === undefined || isOwnLine()(record));
  };
}

/**
 * How far others may have written a record in a file that git tracks: `no`, since its line is the person's; `line`,
 * though the person trusts what it says; `yes`.
 */
export type Others = "no" | "line" | "yes";

/** Makes a test: how far others may have written a record in a file of a kind that git tracks. */
export function othersLinesIn(store: Store): (record: RawRecord, kind: FileKind) => Others {
  // Read late, since a prompt waits for it.
  const trusted = once(() => store.standing === "own" ? readKnown(store).trusted : new Set<string>());
  const isOwnLine = once(() => ownLinesIn(store));
  const isTrusted = (text: string) => trusted().has(textDigest(text));
  return (record, kind) => {
    const opinion = opinionIn(record, kind);
    if (opinion !== undefined && !isTrusted(opinion)) return "yes";
    if (isOwnLine()(record)) return "no";
    return opinion !== undefined || openTodos(record).some((todo) => isTrusted(todoText(todo))) ? "line" : "yes";
  };
}
