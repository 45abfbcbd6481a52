/**
 * In: records that this machine adds to a project's memory. Out: in the home, digests of their lines: a record in a
 * file that others may change is the person's own as long as its line has one. An opinion and a to-do are told by their
 * texts alone (known.ts). Hot path.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { readText } from "../files.ts";
import { sha256Hex } from "../hash.ts";
import type { RawRecord } from "../records/mod.ts";
import { opinionIn } from "../records/view.ts";
import { once, remembered } from "../remembered.ts";
import { kindOfFile } from "./contents.ts";
import { goesAlong } from "./keep_private.ts";
import { knowingHome } from "./known.ts";
import type { StorePath } from "./layout.ts";
import { recordsIn } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";
import type { Entry } from "./spool.ts";

/** In the home. */
const OWN_LINES_FILE = "own_lines";

/** So many records are looked for in the text of the file; for more, all its lines are read into a set. */
const FEW = 50;

function recordDigest(record: object): string {
  return sha256Hex([JSON.stringify(record)]).slice(0, 24);
}

/** What an import brought says others' words, and a consolidated fact those of any record. */
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
    const lines = written.filter(({ file, record }) => mayBeOwn({ ...record }) && mayGoAlong(file))
      .map(({ record }) => `${recordDigest(record)}\n`);
    if (lines.length === 0) return;
    store.runtime.files.write(join(knowingHome(store), OWN_LINES_FILE), lines.join(""), { how: "append" });
  });
}

/** The records of a file that was the person's own until git began to track it. */
export function noteLinesOf(store: LockedStore, file: StorePath, bytes: Uint8Array): void {
  if (!file.endsWith(".jsonl")) return;
  const isNoted = ownLinesIn(store);
  noteOwnLines(store, recordsIn(bytes).filter((record) => !isNoted(record)).map((record) => ({ file, record })));
}

/** Tests records, as they stand in their lines: whether this machine wrote the line. */
export function ownLinesIn(store: Store): (record: RawRecord) => boolean {
  const path = store.standing === "own" ? join(knowingHome(store), OWN_LINES_FILE) : undefined;
  const text = path === undefined ? "" : readText(store.runtime.files, path) ?? "";
  let asked = 0;
  let all: ReadonlySet<string> | undefined;
  return (record) => {
    if (text === "") return false;
    const digest = recordDigest(record);
    return ++asked <= FEW ? text.includes(digest) : (all ??= new Set(text.split("\n"))).has(digest);
  };
}

/** The same for records that are only told, and never followed. */
export function ownIn(store: Store): (file: StorePath, record: RawRecord) => boolean {
  // Read late, since a prompt waits for it.
  const isOwn = once(() => ownLinesIn(store));
  return (file, record) =>
    file.endsWith(".jsonl") && opinionIn(record, kindOfFile(file)) === undefined && isOwn()(record);
}
