/** In: the texts and ids of purged records. Out: a search through every file's bytes, proving that none is left. */
import { removeIndex } from "../index/mod.ts";
import type { RecordId } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { fold } from "../store/filter.ts";
import { filesBelow, INDEX_FILE, MIRROR_FOLDER, pathOf, type StorePath, TRACKED_FOLDER } from "../store/layout.ts";
import { truthFiles } from "../store/truth_files.ts";
import type { Store } from "../store/mod.ts";
import { cutTo } from "../text/legible.ts";
import { goneFrom } from "./note_ids.ts";
import { SHORTEST_TEXT_BYTES, TEXTS_MAX } from "./traces.ts";

export interface Verification {
  readonly clean: boolean;
  readonly searched_files: number;
  /** How many texts were looked for, if not all. */
  readonly sampled?: number;
  /** The files that hold a purged text, and the beginning of the text. */
  readonly found: readonly { readonly file: StorePath; readonly what: string; readonly layer?: Layer }[];
}

/** Files named per store; one is enough to know that the purge is incomplete. */
const FOUND_MAX = 50;

/** Searches the names and bytes of every file of these layers for words in any case and spelling, as a keyword does. */
export function verifyLayers(
  stores: readonly Store[],
  { texts, ids, keyword }: { texts: readonly string[]; ids: readonly RecordId[]; keyword?: string | undefined },
): Verification {
  const step = Math.ceil(texts.length / TEXTS_MAX);
  const sample = texts.filter((text, at) => at % step === 0 && Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const wanted = keyword === undefined ? sample : [...sample, keyword];
  const gone = [...goneFrom(stores, ids)].map((id) => id.replace(/^mem-/, "MEM-"));
  const needles = [...wanted.map((text) => needleOf(text)), ...gone.map((id) => needleOf(id, true))];
  const all = stores.map((store) => leftIn(store, needles));
  return {
    clean: all.every(({ found }) => found.length === 0),
    searched_files: all.reduce((sum, { searched }) => sum + searched, 0),
    ...step > 1 ? { sampled: sample.length } : {},
    found: all.flatMap(({ found }) => found.slice(0, FOUND_MAX)),
  };
}

/** The texts left in one store. An index is removed if it holds a text that no file holds: it can be made again. */
function leftIn(store: Store, needles: readonly Needle[]) {
  const first = search(store, needles);
  const elsewhere = new Set(first.found.filter(({ file }) => !isIndex(file)).map(({ what }) => what));
  const isStale = first.found.some(({ file, what }) => isIndex(file) && !elsewhere.has(what));
  if (isStale) removeIndex(store);
  const { found: all, searched } = isStale ? search(store, needles) : first;
  const named = new Set(
    all.flatMap(({ file, what }) => [MIRROR_FOLDER, TRACKED_FOLDER].map((folder) => `${folder}/${file}\n${what}`)),
  );
  // An index in step only repeats the files, and the mirror is a second name of each file.
  const found = all.filter(({ file, what }) =>
    (!isIndex(file) || !elsewhere.has(what)) && !named.has(`${file}\n${what}`)
  );
  return { searched, found: found.map((each) => store.layer === "global" ? { ...each, layer: store.layer } : each) };
}

function isIndex(file: StorePath): boolean {
  return file.startsWith(INDEX_FILE);
}

interface Needle {
  readonly what: string;
  readonly folded: string;
  /** A longer id that begins with it is another one. */
  readonly isId: boolean;
}

function needleOf(text: string, isId = false): Needle {
  return { what: cutTo(text, 40), folded: fold(text), isId };
}

function holdsNeedle(content: string, { folded, isId }: Needle): boolean {
  for (let at = content.indexOf(folded); at !== -1; at = content.indexOf(folded, at + 1)) {
    if (!isId || !/[\w-]/.test(content.charAt(at + folded.length))) return true;
  }
  return false;
}

/** Bytes read at once: an index may be larger than a file that is read as a whole. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** How many bytes stand for one character of a folded text at most: three letters of one, each as `\uXXXX`. */
const LONGEST_CHARACTER_BYTES = 18;

/** The text of a file in pieces that overlap: a text of up to `longest` characters stands whole in one of them. */
function* piecesOf({ files }: Runtime, path: string, longest: number): Generator<string> {
  const size = files.stat(path)?.size ?? 0;
  const overlap = longest * LONGEST_CHARACTER_BYTES;
  const step = Math.max(PIECE_BYTES, overlap);
  for (let at = 0; at < size; at += step) {
    // What is no text in a database becomes signs that no text holds.
    const text = new TextDecoder().decode(files.readRange(path, at, Math.min(step + overlap, size - at)));
    yield fold(text);
    if (text.includes("\\")) yield fold(unescaped(text));
  }
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** A text without the escapes of JSON, which may stand for any letter. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g,
    (_, code?: string, sign = "") =>
      code === undefined ? ESCAPES[sign] ?? sign : String.fromCharCode(parseInt(code, 16)),
  );
}

function search(store: Store, needles: readonly Needle[]) {
  // Files of the truth may lie behind links, such as notes in another folder.
  const truth = truthFiles(store).filter(({ stat }) => stat?.kind === "file").map(({ file }) => file);
  const files = [...new Set([...filesBelow(store, ""), ...truth])];
  const longest = Math.max(0, ...needles.map(({ folded }) => folded.length));
  const found: { file: StorePath; what: string }[] = [];
  let searched = 0;
  for (const file of files) {
    const path = pathOf(store, file);
    if (store.runtime.files.stat(path)?.kind !== "file") continue;
    searched++;
    const hits = new Set<string>();
    const look = (content: string) => {
      for (const needle of needles) if (!hits.has(needle.what) && holdsNeedle(content, needle)) hits.add(needle.what);
    };
    look(fold(file));
    for (const content of piecesOf(store.runtime, path, longest)) look(content);
    for (const what of hits) found.push({ file, what });
  }
  return { found, searched };
}
