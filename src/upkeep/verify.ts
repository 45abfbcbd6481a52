/** In: the texts and ids of purged records. Out: a search through every file's bytes, proving that none is left. */
import { removeIndex } from "../index/mod.ts";
import type { RecordId } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { filesBelow, INDEX_FILE, MIRROR_FOLDER, pathOf, type StorePath } from "../store/layout.ts";
import { asBuffer } from "../store/lines.ts";
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

/** Searches the names and bytes of every file of these layers, ignoring the case of ASCII letters. */
export function verifyLayers(
  stores: readonly Store[],
  { texts, ids, keyword }: {
    readonly texts: readonly string[];
    readonly ids: readonly RecordId[];
    readonly keyword?: string | undefined;
  },
): Verification {
  const step = Math.ceil(texts.length / TEXTS_MAX);
  const sample = texts.filter((text, at) => at % step === 0 && Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const wanted = keyword === undefined ? sample : [...sample, keyword];
  const gone = [...goneFrom(stores, ids)].map((id) => id.replace(/^mem-/, "MEM-"));
  const needles = [...wanted.flatMap((text) => needlesOf(text)), ...gone.flatMap((id) => needlesOf(id, true))];
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
  const named = new Set(all.map(({ file, what }) => `${MIRROR_FOLDER}/${file}\n${what}`));
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
  readonly bytes: string;
  /** A longer id that begins with it is another one. */
  readonly isId: boolean;
}

function holdsNeedle(content: string, { bytes, isId }: Needle): boolean {
  for (let at = content.indexOf(bytes); at !== -1; at = content.indexOf(bytes, at + 1)) {
    if (!isId || !/[\w-]/.test(content.charAt(at + bytes.length))) return true;
  }
  return false;
}

/** A text as Markdown and databases hold it, and as JSON escapes it. */
function needlesOf(text: string, isId = false): Needle[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const what = cutTo(text, 40);
  return [...new Set([text, escaped])].map((each) => ({ what, bytes: asBytes(Buffer.from(each)), isId }));
}

/** Bytes as a text that can be compared: one character for each byte, ASCII letters in lower case. */
function asBytes(bytes: Buffer): string {
  return bytes.toString("latin1").toLowerCase();
}

function search(store: Store, needles: readonly Needle[]) {
  // Files of the truth may lie behind links, such as notes in another folder.
  const truth = truthFiles(store).filter(({ stat }) => stat?.kind === "file").map(({ file }) => file);
  const files = [...new Set([...filesBelow(store, ""), ...truth])];
  const found: { file: StorePath; what: string }[] = [];
  let searched = 0;
  for (const file of files) {
    const read = store.runtime.files.read(pathOf(store, file));
    if (!read) continue;
    searched++;
    const content = `${asBytes(Buffer.from(file))}\n${asBytes(asBuffer(read))}`;
    const hits = needles.filter((needle) => holdsNeedle(content, needle)).map(({ what }) => what);
    for (const what of new Set(hits)) found.push({ file, what });
  }
  return { found, searched };
}
