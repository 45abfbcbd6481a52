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
  /** Whether it was asked to stop before the end of the file. */
  readonly more: boolean;
}

const decoder = new TextDecoder();

/**
 * The records of `bytes` from offset `from` on. Markdown is only ever read whole.
 *
 * @param most of a large file read about so many records at a time
 */
export function readTruth({ file, kind }: TruthFile, bytes: Uint8Array, from = 0, most = Infinity): TruthPart {
  switch (kind) {
    case "core":
      return { placed: coreSections(decoder.decode(bytes)).map(asPlaced), end: bytes.length, more: false };
    case "note":
      return {
        placed: [asPlaced(noteRecord(parseNote(decoder.decode(bytes), file)), 0)],
        end: bytes.length,
        more: false,
      };
    default:
      return readLines(bytes, from, most);
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

function readLines(bytes: Uint8Array, from: number, most: number): TruthPart {
  const placed: Placed[] = [];
  let end = from;
  let more = false;
  for (const { start, length, record, problem } of parseLines(bytes, from, most)) {
    const isWhole = bytes[start + length - 1] === NEWLINE;
    more = isWhole && start + length < bytes.length;
    if (problem !== undefined && !isWhole) break;
    end = start + length;
    if (record) placed.push({ record, raw: decoder.decode(bytes.subarray(start, end)).trim(), start });
  }
  return { placed, end, more };
}

function asPlaced(record: RawRecord, start: number): Placed {
  return { record, raw: JSON.stringify(record), start };
}
