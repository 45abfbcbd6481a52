/**
 * In: a home. Out: which texts of its data folder were found there, and which of them the person trusts, by digest.
 * Not done here: finding those texts (found.ts); what of a memory is followed (recall/readers.ts). Hot path.
 *
 * @module
 */
import { join } from "node:path";
import { readJson, replaceAtomically } from "../files.ts";
import { asObject } from "../json.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { remembered } from "../remembered.ts";
import { oneLine } from "../text/legible.ts";
import { sha256Hex } from "../hash.ts";
import { trackingIn } from "../git/tracking.ts";
import { goesAlong } from "./keep_private.ts";
import type { StorePath } from "./layout.ts";
import type { LockedStore, Store } from "./mod.ts";

/** In the home: what was found, and what of that or of tracked files the person has said to be theirs. */
const FOUND_FILE = "found.json";

/** Among what was found: all that is not trusted. There is too much of it to be noted. */
export const EVERYTHING = "*";

/** Digests of texts that are weighed, and of those that are followed all the same. */
export interface Known {
  readonly found: ReadonlySet<string>;
  readonly trusted: ReadonlySet<string>;
  /** When trust was last taken back, ISO 8601. */
  readonly withdrawn?: string;
}

/** By which a text that is trusted is known again: to the letter, however its lines end. */
export function textDigest(text: string): string {
  return sha256Hex([oneLine(text)]).slice(0, 32);
}

/** By which a text that was found is known again: an editor that sets it in another way makes it nobody else's. */
export function foundDigest(text: string): string {
  const said = text.normalize("NFKC").toLowerCase().replace(/^\s*\d+[.)]\s/, "").replace(/[^\p{L}\p{N}]+/gu, "");
  return sha256Hex([said]).slice(0, 32);
}

/** What an opinion says that the person gave: an imported or captured one is weighed, whoever owns the memory. */
export function opinionOf(record: RawRecord): string | undefined {
  const { memory_type, auto_generated, imported_at, content } = record;
  const isGiven = memory_type === "O" && auto_generated !== true && imported_at === undefined && !isDeleted(record);
  return isGiven && typeof content === "string" ? content : undefined;
}

/** Whether a stranger put a text there, or may have. */
export function wasFound({ found }: Known, text: string): boolean {
  return found.has(EVERYTHING) || found.has(foundDigest(text));
}

/** What is noted of a memory. */
export function readKnown({ runtime, home }: Pick<Store, "runtime" | "home">): Known {
  const { found, trusted, withdrawn } = asObject(readJson(runtime.files, join(home, FOUND_FILE))) ?? {};
  return { found: asSet(found), trusted: asSet(trusted), ...typeof withdrawn === "string" ? { withdrawn } : {} };
}

function asSet(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);
}

/** Notes all of it; where there is nothing to note, no file. */
export function noteKnown({ runtime, home }: Store, { found, trusted, withdrawn }: Known): void {
  const path = join(home, FOUND_FILE);
  if (found.size + trusted.size === 0 && withdrawn === undefined) return runtime.files.remove(path);
  replaceAtomically(runtime, path, `${JSON.stringify({ found: [...found], trusted: [...trusted], withdrawn })}\n`);
}

/** A text that an agent could be told to follow, and the file that it stands in. */
export interface Instruction {
  readonly file: StorePath;
  readonly text: string;
}

/**
 * Notes what the person says by a verb where git may take it along: it is followed to the letter, also once git tracks
 * it. Elsewhere there is nothing to note. Never throws: what was said is written all the same.
 */
export function noteSaid(store: Store, said: readonly Instruction[]): void {
  try {
    if (store.standing !== "own" || said.length === 0) return;
    const known = readKnown(store);
    const mayGoAlong = remembered((file: StorePath) => known.found.has(EVERYTHING) || goesAlong(store, file));
    addKnown(store, "trusted", said.filter(({ file }) => mayGoAlong(file)).map(({ text }) => textDigest(text)), known);
  } catch {
    // Its home is closed to a client's sandbox: it is weighed there, until `memory trust`.
  }
}

/** Notes that a verb of the person changed a text: whoever said the one before, said the one after, too. */
export function noteReworded(store: LockedStore, file: StorePath, before: string, after: string): void {
  const known = readKnown(store);
  if (known.trusted.has(textDigest(before))) return addKnown(store, "trusted", [textDigest(after)], known);
  if (wasFound(known, before)) return addKnown(store, "found", [foundDigest(after)], known);
  // What git tracks may be anybody's.
  if (trackingIn(store.runtime, store.folder)(file) === "untracked") noteSaid(store, [{ file, text: after }]);
}

/** Notes more of one kind. */
export function addKnown(
  store: Store,
  kind: "found" | "trusted",
  digests: readonly string[],
  known = readKnown(store),
): void {
  if (digests.every((digest) => known[kind].has(digest))) return;
  noteKnown(store, { ...known, [kind]: new Set([...known[kind], ...digests]) });
}
