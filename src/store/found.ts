/**
 * In: a data folder that a stranger has filled. Out: its texts, noted in the home, so that they stay a stranger's.
 * Not done here: what of a memory is followed (recall/shared.ts).
 *
 * A text is known by its digest: a line of MEMORY.md, what an opinion says, a note as a file. What the person writes
 * beside them is theirs.
 *
 * @module
 */
import { join } from "node:path";
import { replaceAtomically } from "../atomic.ts";
import { readJson } from "../files.ts";
import { asObject } from "../json.ts";
import { BYTES_MAX } from "../limits.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { sha256Hex } from "../sha256.ts";
import { readContents } from "./contents.ts";
import { CORE_FILE, noteFiles, pathOf } from "./layout.ts";
import type { Store } from "./mod.ts";

/** In the home: what was found, and what of that or of tracked files the person has said to be theirs. */
const FOUND_FILE = "found.json";

/** Digests of texts that are weighed, and of those that are followed all the same. */
export interface Known {
  readonly found: ReadonlySet<string>;
  readonly trusted: ReadonlySet<string>;
}

/** A text that an agent could be told to follow. */
export interface Claim {
  readonly file: string;
  readonly text: string;
}

/** By which a text is known again, whatever blanks stand around it. */
export function textDigest(text: string): string {
  return sha256Hex([text.trim()]).slice(0, 32);
}

/** Every text of a memory that an agent could be told to follow. */
export function claimsIn(store: Store): Claim[] {
  const textIn = (file: string) => {
    // Of more no agent is told.
    const bytes = store.runtime.files.readRange(pathOf(store, file), 0, BYTES_MAX.markdown);
    return new TextDecoder().decode(bytes ?? new Uint8Array());
  };
  return [
    ...textIn(CORE_FILE).split("\n").map((text) => ({ file: CORE_FILE, text })),
    ...noteFiles(store).map((file) => ({ file, text: textIn(file) })),
    ...readContents(store).records.filter(({ record }) => isOpinion(record))
      .map(({ file, record }) => ({ file, text: typeof record.content === "string" ? record.content : "" })),
  ].filter(({ text }) => text.trim() !== "");
}

/** What was imported or captured is weighed, whoever owns the memory. */
function isOpinion(record: RawRecord): boolean {
  return record.memory_type === "O" && record.auto_generated !== true && record.imported_at === undefined &&
    !isDeleted(record);
}

/** The digests of what lies in a folder; of a copy, without what lies in the folder that it was made of. */
export function foundTexts(store: Store, copyOf?: string): Set<string> {
  const found = new Set(claimsIn(store).map(({ text }) => textDigest(text)));
  if (copyOf !== undefined) {
    const original = { ...store, folder: copyOf };
    for (const { text } of claimsIn(original)) found.delete(textDigest(text));
  }
  return found;
}

/** What is noted of a memory; undefined where nothing is. */
export function readKnown({ runtime, home }: Store): Known | undefined {
  const noted = asObject(readJson(runtime.files, join(home, FOUND_FILE)));
  return noted && { found: asSet(noted.found), trusted: asSet(noted.trusted) };
}

function asSet(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);
}

/** Notes what was found. */
export function noteFound(store: Store, found: ReadonlySet<string>): void {
  note(store, { found, trusted: new Set() });
}

/** Notes which texts the person has said to be theirs; with none, what was found is weighed as before. */
export function noteTrusted(store: Store, trusted: ReadonlySet<string>): void {
  note(store, { found: readKnown(store)?.found ?? new Set(), trusted });
}

function note({ runtime, home }: Store, { found, trusted }: Known): void {
  const path = join(home, FOUND_FILE);
  if (found.size + trusted.size === 0) return runtime.files.remove(path);
  replaceAtomically(runtime, path, `${JSON.stringify({ found: [...found], trusted: [...trusted] })}\n`);
}
