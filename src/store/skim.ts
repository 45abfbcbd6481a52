/**
 * In: a line of a day's file. Out: the id and the time of the plain fact in it, found without parsing, which takes
 * twice as long: of a hundred thousand facts a list shows fifty.
 * Not done here: any line of which this can't be told. It is parsed (contents.ts).
 *
 * A line that somebody has broken in its middle may pass. Whoever asks for its record parses it, and gets its id alone.
 *
 * @module
 */

/** How a plain fact begins as we write it; whole ids of consolidated facts begin with the last of these. */
const [HEAD, TYPE, TIMESTAMP, CONSOLIDATED] = ['{"id":"', '","type":"fact",', '"timestamp":"', "fact-"];
/** What says of a fact that it is not plain; within a text the quotes would be escaped. */
const NOT_PLAIN = ['"deleted_at"', '"supersedes"', '"evidence"'];

/** What is kept of a plain fact. */
interface Plain {
  readonly key: string;
  /** In ms since 1970. */
  readonly time: number;
}

/**
 * Gives what is found in the line of a file's text, from `start` to `end`; undefined for a line that is to be parsed.
 *
 * @param bytes the same file
 */
export function skimming(all: string, bytes: Uint8Array): (start: number, end: number) => Plain | undefined {
  // The file is asked first: most have none of these. In bytes they are found six times as fast.
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const marks = NOT_PLAIN.filter((mark) => raw.includes(mark));
  return (start, end) => {
    if (!all.startsWith(HEAD, start)) return undefined;
    const line = all.slice(start, end);
    const keyEnd = line.indexOf('"', HEAD.length);
    if (!line.startsWith(TYPE, keyEnd) || line.startsWith(CONSOLIDATED, HEAD.length)) return undefined;
    const at = line.indexOf(TIMESTAMP);
    if (at === -1 || !isWhole(line, at) || marks.some((mark) => line.includes(mark))) return undefined;
    const key = line.slice(HEAD.length, keyEnd);
    const from = at + TIMESTAMP.length;
    const time = Date.parse(line.slice(from, line.indexOf('"', from)));
    return Number.isNaN(time) || key === "" || key.includes("\\") ? undefined : { key: ownText(key), time };
  };
}

/**
 * Whether a line ends like a whole one, with a closed string, and has its time outside of the one object that may be in
 * it. A line torn inside a string may end in any letters, but has a bare quote only where the string begins; two lines
 * that a torn end made one have more objects.
 */
function isWhole(line: string, time: number): boolean {
  const object = line.indexOf("{", 1);
  if (object !== -1 && (object < time || line.indexOf("{", object + 1) !== -1)) return false;
  const tail = object !== -1 ? '"}}' : line.endsWith("]}") ? '"]}' : '"}';
  return line.endsWith(tail) && !BEFORE_A_STRING.includes(line.charAt(line.length - tail.length - 1));
}

/** With the backslash, which makes a quote part of the text. */
const BEFORE_A_STRING = ":,[ \\";

const LONGEST_KEY = 1_000;
let scratch: Buffer | undefined;

/** A copy of a text: a piece of a longer one would hold all of that in memory. */
function ownText(text: string): string {
  if (text.length > LONGEST_KEY) return text;
  scratch ??= Buffer.alloc(LONGEST_KEY * 3);
  return scratch.toString("utf8", 0, scratch.write(text, "utf8"));
}
