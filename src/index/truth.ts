/**
 * In: a file of the truth. Out: its records, each with its place and text, as far as the file can be read.
 * Not done here: comparing them with what the index holds (sync.ts).
 *
 * @module
 */
import type { RawRecord } from "../records/mod.ts";
import { contentOf, type Note } from "../notes/note.ts";
import { parseNote } from "../notes/parse.ts";
import type { TruthFile } from "../store/layout.ts";
import { NEWLINE, parseLines } from "../store/lines.ts";
import { coreSections } from "./sections.ts";
import type { Placed } from "./write.ts";

/** What was read of a file. */
export interface TruthPart {
  readonly placed: readonly Placed[];
  /** How far the file could be read; what follows is a line still being written. */
  readonly end: number;
}

const decoder = new TextDecoder();

/** The records of `bytes` from offset `from` on. Markdown is only ever read whole. */
export function readTruth({ file, kind }: TruthFile, bytes: Uint8Array, from = 0): TruthPart {
  switch (kind) {
    case "core":
      return { placed: coreSections(decoder.decode(bytes)).map(asPlaced), end: bytes.length };
    case "note":
      return { placed: [asPlaced(noteRecord(parseNote(decoder.decode(bytes), file)), 0)], end: bytes.length };
    default:
      return readLines(bytes, from);
  }
}

/** A note as a record: what to show, what to find it by, and what recall asks of it. Its text stays in its file. */
function noteRecord({ text: _text, problems: _problems, body, project, ...fields }: Note): RawRecord {
  const { createdAt, updatedAt } = fields;
  return {
    ...fields,
    ...project === "" ? {} : { project },
    // On equal ids the project's note beats the team's, whatever their dates.
    updated_at: fields.shared ? "" : updatedAt || createdAt || "0",
    timestamp: updatedAt || createdAt,
    content: contentOf(fields),
    body,
  };
}

function readLines(bytes: Uint8Array, from: number): TruthPart {
  const placed: Placed[] = [];
  let end = from;
  for (const { start, length, record, problem } of parseLines(bytes, from)) {
    const isWhole = bytes[start + length - 1] === NEWLINE;
    if (problem !== undefined && !isWhole) break;
    end = start + length;
    if (record) placed.push({ record, raw: decoder.decode(bytes.subarray(start, end)).trim(), start });
  }
  return { placed, end };
}

function asPlaced(record: RawRecord, start: number): Placed {
  return { record, raw: JSON.stringify(record), start };
}
