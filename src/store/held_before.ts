/** In: a file that git tracks. Out: digests of what it held of the person's own before git tracked it. Hot path. */
import { join } from "node:path";
import { coreLines } from "./core_lines.ts";
import { type Known, textDigest, wasFound } from "./known.ts";
import { CORE_FILE, MIRROR_FOLDER, type StorePath } from "./layout.ts";
import type { Store } from "./mod.ts";
import { bytesMaxOfFile } from "./truth_files.ts";

/** Gives the texts in the bytes of any file but MEMORY.md. */
type TextsIn = (file: StorePath, bytes: Uint8Array) => string[];

/**
 * Digests of the person's own texts that a file held before git tracked it, if people write it by hand: its second name
 * (mirror.ts) shows them until the end of the next session notes them. What a verb writes is noted at once.
 */
export function heldBefore(store: Store, file: StorePath, known: Known): ReadonlySet<string> {
  return file.endsWith(".jsonl") ? new Set() : heldInMirror(store, file, known, oneText);
}

/** As one text, which a note is. */
export const oneText: TextsIn = (_file, bytes) => [new TextDecoder().decode(bytes)];

/** The same of any file. */
export function heldInMirror(
  { runtime, home, standing }: Store,
  file: StorePath,
  known: Known,
  textsIn: TextsIn,
): ReadonlySet<string> {
  const path = join(home, MIRROR_FOLDER, file);
  const isThere = standing === "own" && runtime.files.stat(path) !== undefined;
  const bytes = isThere ? runtime.files.read(path, bytesMaxOfFile(file)) : undefined;
  return new Set(bytes ? ownTexts(known, file, bytes, textsIn) : []);
}

/** The digests of the texts of a file, but for those that a stranger put there. */
export function ownTexts(known: Known, file: StorePath, bytes: Uint8Array, textsIn: TextsIn): string[] {
  const isOwn = (text: string) => text.trim() !== "" && !wasFound(known, text) && !known.outdated.has(textDigest(text));
  if (file !== CORE_FILE) return textsIn(file, bytes).filter(isOwn).map(textDigest);
  const lines = coreLines(new TextDecoder().decode(bytes)).filter(({ text }) => text.trim() !== "");
  const others = new Set(lines.filter(({ text }) => !isOwn(text)).map(({ section }) => section));
  return [...new Set(lines.map(({ section }) => section))].filter((section) => !others.has(section));
}
