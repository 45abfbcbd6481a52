/**
 * In: a data folder that a stranger has filled. Out: its texts, noted in the home, so that they stay a stranger's.
 * Not done here: what of a memory is followed (recall/shared.ts).
 *
 * A text is known by its digest: a line of MEMORY.md, what an opinion says, a note as a file. What the person writes
 * beside them is theirs.
 *
 * @module
 */
import { BYTES_MAX } from "../limits.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { readContents, recordFiles } from "./contents.ts";
import { noteKnown, readKnown, textDigest } from "./known.ts";
import { CORE_FILE, noteFiles, pathOf, staysInside } from "./layout.ts";
import { visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";

/** A text that an agent could be told to follow. */
export interface Instruction {
  readonly file: string;
  readonly text: string;
}

/** Every text of a memory that an agent could be told to follow. */
export function instructionsIn(store: Store): Instruction[] {
  const textIn = (file: string) => {
    if (!staysInside(store, file)) return "";
    // No agent is given more of a file.
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

/** Whether the person gave this opinion: one that was imported or captured is weighed, whoever owns the memory. */
function isOpinion(record: RawRecord): boolean {
  return record.memory_type === "O" && record.auto_generated !== true && record.imported_at === undefined &&
    !isDeleted(record);
}

/** The digests of what lies in a folder; of a copy, without what lies in the folder that it was made of. */
function foundTexts(store: Store, copyOf?: string): Set<string> {
  const found = new Set(instructionsIn(store).map(({ text }) => textDigest(text)));
  // Also what another line of the same id hides, or what is deleted: either may change.
  for (const { file } of recordFiles(store)) {
    visitLines(store.runtime.files.read(pathOf(store, file)) ?? new Uint8Array(), (record) => {
      if (record?.memory_type === "O" && typeof record.content === "string") found.add(textDigest(record.content));
    });
  }
  if (copyOf !== undefined) {
    const original = { ...store, folder: copyOf };
    for (const { text } of instructionsIn(original)) found.delete(textDigest(text));
  }
  return found;
}

/** Notes what a stranger has put into a folder, when it is claimed. */
export function noteWhatIsThere(store: Store, copyOf?: string): void {
  noteKnown(store, { found: foundTexts(store, copyOf), trusted: new Set() });
}

/** Notes which texts the person has said to be theirs; with none, what was found is weighed as before. */
export function noteTrusted(store: Store, trusted: ReadonlySet<string>): void {
  noteKnown(store, { found: readKnown(store)?.found ?? new Set(), trusted });
}
