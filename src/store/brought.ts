/**
 * In: files that others may have written: those that git tracks, and all of a stranger's folder. Out: in the home,
 * digests of what they say; and of what a file held of the person's own before git tracked it.
 */
import { recordBytes } from "./file_read.ts";
import { homesOfPlace } from "./home.ts";
import { coreLines } from "./core_lines.ts";
import { heldInMirror, oneText, ownTexts } from "./held_before.ts";
import { everSaidInLines, type Instruction, instructionsIn, saidInLines, textIn } from "./instructions.ts";
import {
  addKnown,
  EVERYTHING,
  foundDigest,
  knownIn,
  lineDigest,
  noteKnown,
  readKnown,
  textDigest,
  wasFound,
} from "./known.ts";
import { CORE_FILE, DELETED_NOTES_FOLDER, pathOf, type StorePath } from "./layout.ts";
import { bytesMaxOf, everyTruthFile, noteFiles, truthFiles } from "./truth_files.ts";
import type { LockedStore, Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";

/** What a file says: a file of records in each of its lines. */
function textsOf(file: StorePath, bytes: Uint8Array): string[] {
  return file.endsWith(".jsonl") ? saidInLines(file, bytes) : oneText(file, bytes);
}

/** Notes the texts that a file held before git tracked it as the person's own. */
export function noteOwn(store: LockedStore, file: StorePath, bytes: Uint8Array): void {
  const known = readKnown(store);
  addKnown(store, "trusted", ownTexts(known, file, bytes, textsOf), known);
}

/** Notes what others say in files that git tracks: agents go on weighing it once git tracks the files no more. */
export function noteTracked(store: LockedStore, files: readonly StorePath[] = everyTruthFile(store)): void {
  const known = readKnown(store);
  const brought = new Set(broughtIn(store, files, known));
  if (brought.size === 0) return;
  const tracking = trackingOf(store);
  // What the person says in the same words, in a file of their own, stays theirs.
  const own = instructionsIn(store)
    .filter(({ file, text }) =>
      brought.has(foundDigest(text)) && !wasFound(known, text) && tracking(file) === "untracked"
    )
    .map(({ text, section }) => section === undefined ? textDigest(text) : lineDigest(text));
  // A record with the words of a line must not take the line's section from the person.
  const sections = tracking(CORE_FILE) === "untracked" ? [] : heldInMirror(store, CORE_FILE, known, textsOf);
  addKnown(store, "trusted", [...own, ...sections], known);
  addKnown(store, "found", [...brought]);
}

/** Digests of what others say in those of these files that git tracks, as far as it is not noted yet. */
export function broughtIn(store: Store, files: readonly StorePath[], known = readKnown(store)): string[] {
  const tracking = trackingOf(store);
  // Of a file that is changing it shows later whether git brought it.
  return files.filter((file) => !["untracked", "changing"].includes(tracking(file))).flatMap((file) => {
    const own = known.trusted.union(heldInMirror(store, file, known, textsOf));
    return linesIn(store, file).filter(({ text, section }) =>
      text.trim() !== "" && !own.has(section ?? textDigest(text))
    );
  }).map(({ text }) => foundDigest(text)).filter((digest) => !known.found.has(digest));
}

/** What a file says in any of its lines, whether or not the line counts. */
function linesIn(store: Store, file: StorePath): Omit<Instruction, "file">[] {
  if (file === CORE_FILE) return coreLines(textIn(store, file));
  if (!file.endsWith(".jsonl")) return [{ text: textIn(store, file) }];
  return everSaidInLines(file, recordBytes(store, file) ?? new Uint8Array()).map((text) => ({ text }));
}

/** The texts among these that the store does not hold yet. */
export function newAmong(store: Store, said: readonly Instruction[]): Instruction[] {
  const here = new Set(said.length === 0 ? [] : instructionsIn(store).map(({ text }) => foundDigest(text)));
  return said.filter(({ text }) => text.trim() !== "" && !here.has(foundDigest(text)));
}

/** The digests of a folder's texts; for a copy of another folder, without the texts of that folder. */
function foundTexts(store: Store, copyOf?: string): Set<string> {
  const { files } = store.runtime;
  const found = new Set(instructionsIn(store).map(({ text }) => foundDigest(text)));
  for (const file of noteFiles(store, DELETED_NOTES_FOLDER)) found.add(foundDigest(textIn(store, file)));
  const read = truthFiles(store).filter(({ kind, stat }) => stat && stat.size <= bytesMaxOf(kind))
    .map(({ file }) => file);
  // Also records that are deleted, or hidden by another line of their id, since they may come back.
  for (const file of read.filter((file) => file.endsWith(".jsonl"))) {
    for (const { text } of linesIn(store, file)) found.add(foundDigest(text));
  }
  // Files beyond the limits are not read now, but may be once other files are gone.
  if (everyTruthFile(store).filter((file) => files.stat(pathOf(store, file))).length > read.length) {
    found.add(EVERYTHING);
  }
  if (copyOf !== undefined) {
    const original = { ...store, folder: copyOf };
    for (const { text } of instructionsIn(original)) found.delete(foundDigest(text));
  }
  return found;
}

/**
 * Notes the texts of a stranger's folder when it is claimed. Texts that the person has trusted at this place before
 * stay trusted, because `git clean` removes the token of a folder and leaves the records that are shared by git.
 */
export function noteWhatIsThere(store: Store, copyOf?: string): void {
  const { runtime, folder } = store;
  const known = readKnown(store);
  const before = [known, ...homesOfPlace(runtime, folder).map((home) => knownIn(runtime, home))];
  noteKnown(store, {
    ...known,
    found: known.found.union(foundTexts({ ...store, standing: "foreign" }, copyOf)),
    trusted: new Set(before.flatMap(({ trusted }) => [...trusted])),
    outdated: new Set(before.flatMap(({ outdated }) => [...outdated])),
  });
}
