/**
 * In: a data folder that a stranger has filled. Out: digests of its texts, noted in the home, so that those texts go on
 * counting as a stranger's.
 * Not done here: choosing the texts that agents follow (recall/readers.ts).
 *
 * A text is a line of MEMORY.md, the content of an opinion, or a whole note. Texts that the person adds are theirs.
 *
 * @module
 */
import { BYTES_MAX } from "../limits.ts";
import { linesOf } from "../text/legible.ts";
import { readContents } from "./contents.ts";
import { EVERYTHING, foundDigest, type Instruction, noteKnown, opinionOf, readKnown } from "./known.ts";
import { homesOfPlace } from "./home.ts";
import {
  bytesMaxOf,
  CORE_FILE,
  DELETED_NOTES_FOLDER,
  everyTruthFile,
  noteFiles,
  pathOf,
  staysInside,
  type StorePath,
  truthFiles,
} from "./layout.ts";
import { visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";

/** Every text of a memory that an agent could be told to follow. */
export function instructionsIn(store: Store): Instruction[] {
  return [
    ...linesOf(textIn(store, CORE_FILE)).map((text) => ({ file: CORE_FILE, text })),
    ...noteFiles(store).map((file) => ({ file, text: textIn(store, file) })),
    ...readContents(store).records.flatMap((stored) => {
      const text = opinionOf(stored.record);
      return text === undefined ? [] : [{ file: stored.file, text }];
    }),
  ].filter(({ text }) => text.trim() !== "");
}

function textIn(store: Store, file: StorePath): string {
  if (!staysInside(store, file)) return "";
  // No agent is given more than this of a file.
  const bytes = store.runtime.files.readRange(pathOf(store, file), 0, BYTES_MAX.markdown);
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}

/** The digests of a folder's texts; for a copy of another folder, without the texts of that folder. */
function foundTexts(store: Store, copyOf?: string): Set<string> {
  const { files } = store.runtime;
  const found = new Set(instructionsIn(store).map(({ text }) => foundDigest(text)));
  for (const file of noteFiles(store, DELETED_NOTES_FOLDER)) found.add(foundDigest(textIn(store, file)));
  // Also records that are deleted, or hidden by another line of their id, since they may come back.
  const read = filesRead(store);
  for (const file of read.filter((file) => file.endsWith(".jsonl"))) {
    visitLines(files.read(pathOf(store, file)) ?? new Uint8Array(), (record) => {
      if (record?.memory_type === "O" && typeof record.content === "string") found.add(foundDigest(record.content));
    });
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

/** The existing files of the truth that are small enough to be read. */
function filesRead(store: Store): string[] {
  return truthFiles(store).filter(({ kind, stat }) => stat && stat.size <= bytesMaxOf(kind)).map(({ file }) => file);
}

/**
 * Notes the texts of a stranger's folder when it is claimed. Texts that the person has trusted at this place before
 * stay trusted, because `git clean` removes the token of a folder and leaves the records that are shared by git.
 */
export function noteWhatIsThere(store: Store, copyOf?: string): void {
  const { runtime, folder } = store;
  const trusted = homesOfPlace(runtime, folder).flatMap((home) => [...readKnown({ runtime, home }).trusted]);
  noteKnown(store, { found: foundTexts({ ...store, standing: "foreign" }, copyOf), trusted: new Set(trusted) });
}
