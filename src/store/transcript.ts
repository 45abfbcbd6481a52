/**
 * The transcript of a session, which may be the end of several files (agents/codex_parts.ts). They count as one text:
 * the state of the session counts its bytes.
 */
import { basename, dirname, join } from "node:path";
import { goesOn, goesOnFrom } from "../agents/codex_parts.ts";
import { tried } from "../errors.ts";
import type { Runtime } from "../runtime.ts";

/** A file of it, up to the byte at which the next one goes on. */
interface TranscriptPart {
  readonly path: string;
  readonly end: number;
}

/** More files than anybody makes by going back. */
const PARTS_MAX = 50;
/** Longer than the first line of any such file, which holds the client's instructions. */
const FIRST_LINE_BYTES = 256 * 1024;

/** The files of a transcript, oldest first; none where it can't be found. Throws where one can't be read. */
export function transcriptParts({ files }: Runtime, transcript: string): readonly TranscriptPart[] {
  const stat = files.stat(transcript);
  if (stat?.kind !== "file") return [];
  const parts = [{ path: transcript, end: stat.size }];
  while (parts.length < PARTS_MAX) {
    const [{ path } = { path: transcript }] = parts;
    if (!goesOn(path)) break;
    const [line = ""] = new TextDecoder().decode(files.readRange(path, 0, FIRST_LINE_BYTES)).split("\n", 1);
    const from = goesOnFrom(line);
    const name = from && files.list(dirname(path)).find((each) => each.endsWith(from.ending));
    // Where the earlier file is gone, what is left is read.
    if (!from || name === undefined || name === basename(path)) break;
    parts.unshift({ path: join(dirname(path), name), end: from.end });
  }
  return parts;
}

/** How many bytes a transcript has; undefined where it can't be found. */
export function transcriptSize(runtime: Runtime, transcript: string): number | undefined {
  const parts = tried(() => transcriptParts(runtime, transcript)) ?? [];
  return parts.length === 0 ? undefined : sizeOf(parts);
}

/** The bytes of the parts together. */
export function sizeOf(parts: readonly TranscriptPart[]): number {
  return parts.reduce((sum, { end }) => sum + end, 0);
}
