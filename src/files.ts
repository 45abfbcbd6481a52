/** What is read of files again and again: their text, their JSON, when they last changed. */
import type { Files, FileStat } from "./runtime.ts";

/**
 * A file's text; undefined when nothing is there. A BOM goes, bytes that are no UTF-8 become U+FFFD.
 *
 * @param most bytes, see `Files.read`
 */
export function readText(files: Files, path: string, most?: number): string | undefined {
  const bytes = files.read(path, most);
  return bytes && new TextDecoder().decode(bytes);
}

/** The same with its BOM, for a text that is written back. */
export function readExactText(files: Files, path: string, most?: number): string | undefined {
  const bytes = files.read(path, most);
  return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * The JSON in a file; undefined when nothing is there or it is no JSON, as a crash may leave it.
 *
 * @param most bytes, see `Files.read`
 */
export function readJson(files: Files, path: string, most?: number): unknown {
  const text = readText(files, path, most);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** When a file's content last changed, in milliseconds since 1970. */
export function modifiedMs({ modifiedNs }: Pick<FileStat, "modifiedNs">): number {
  return Number(modifiedNs / 1_000_000n);
}
