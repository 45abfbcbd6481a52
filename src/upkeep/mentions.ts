/** Finds the places that still hold a text after records with that text were deleted or reworded. */
import type { RecordId } from "../records/ids.ts";
import { cutTo } from "../text/legible.ts";
import { replaceComments } from "../text/markdown.ts";
import { readCore } from "../store/file_read.ts";
import { type Layer, texts } from "../records/mod.ts";
import { asText, someText, viewOf } from "../records/view.ts";
import { type Contents, supersededIn } from "../store/contents.ts";
import { fold, matcher } from "../store/filter.ts";
import { CORE_FILE, type StorePath } from "../store/layout.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { isLineOfInit } from "../templates/files.ts";
import { readScope } from "./notes.ts";

export interface Mention {
  readonly file: StorePath;
  readonly layer: Layer;
  readonly id?: RecordId;
  /** The line of MEMORY.md, from 1. */
  readonly line?: number;
  readonly text: string;
}

interface Beside {
  /** Records that are not looked at, by `placeOf`: the reworded one, those to be deleted. */
  readonly except?: ReadonlySet<string>;
  /** The records of a store that may hold the text, where these have been read already. */
  readonly among?: (store: Store) => Contents | undefined;
}

/** A keyword is looked for anywhere in a text, `contents` as whole texts. */
interface Needles extends Beside {
  readonly keyword?: string | undefined;
  readonly contents: readonly string[];
}

/** More than anybody reads. */
const MENTIONS_MAX = 20;
/** So short a line stands in many texts by chance. */
const SHORTEST_LINE = 8;
/** A line with a smaller share of a text has some words of it, and does not say the same. */
const LEAST_SHARE = 0.5;
const EXCERPT_LENGTH = 120;
/** If more texts were deleted, only the keyword is looked for: each text takes a pass over all records. */
const TEXTS_MAX = 200;

/** Looks through MEMORY.md and all records and notes that are still there, in both layers. */
export function remainingMentions(memory: Memory, needles: Needles): Mention[] {
  const { keyword, contents, except, among } = needles;
  const test = mentionTest(needles);
  // Rules out records that can't hold a lone keyword, most of them without parsing their lines.
  const mayHold = keyword === undefined || contents.length > 0
    ? () => true
    : matcher({ keyword, events: true, deleted: "with" });
  const found: Mention[] = [];
  for (const store of storesToRead(memory)) {
    const read = among?.(store) ?? readScope(store, "all");
    found.push(...inCore(store, beginsIn(test)), ...inRecords(read, test, except, mayHold));
    if (found.length >= MENTIONS_MAX) break;
  }
  return found.slice(0, MENTIONS_MAX);
}

/** The places, besides records out of force, that still hold what a record replaces: an agent may still follow it. */
export function mentionsOfReplaced(memory: Memory, id: RecordId): Mention[] {
  const read = new Map(storesToRead(memory).map((store) => [store.folder, readScope(store, "all")]));
  const all = [...read.values()].flatMap(({ records }) => records);
  const ids = texts(all.find(({ key }) => key === id)?.supersedes);
  const contents = textsOf(all.filter(({ key }) => ids.includes(key)));
  const replaced = supersededIn([...read.values()]);
  const except = new Set(all.filter(({ key }) => key === id || replaced.has(key)).map(placeOf));
  return remainingMentions(memory, { contents, except, among: ({ folder }) => read.get(folder) });
}

/** What a deletion of everything leaves: MEMORY.md without headings and comments, and the team's notes. */
export function remainingOfAll(stores: readonly Store[], { except, among }: Beside): Mention[] {
  const blanked = (text: string) => replaceComments(text, (comment) => comment.replace(/[^\n]+/g, ""));
  return stores.flatMap((store) => {
    const core = inCore(store, (lines, at) => /^(?!#).*\S/.test(lines[at] ?? ""), blanked);
    const contents = among?.(store) ?? readScope(store, "all");
    return [...core, ...inRecords(contents, () => true, except, ({ kind }) => kind === "notes")];
  }).slice(0, MENTIONS_MAX);
}

/** A name for a record that is unique in both layers. */
export function placeOf({ layer, key }: Pick<Stored, "layer" | "key">): string {
  return `${layer}\n${key}`;
}

/** @param says whether the text says something: a name that stands in a deleted text repeats nothing of it */
type Test = (text: string, says?: boolean) => boolean;

function mentionTest({ keyword, contents }: Needles): Test {
  const word = keyword === undefined ? undefined : wholeWord(fold(keyword));
  const texts = contents.length > TEXTS_MAX ? [] : contents.map(plain).filter((text) => text.length >= SHORTEST_LINE);
  return (text, says = true) => {
    if (word?.test(fold(text))) return true;
    if (texts.length === 0) return false;
    const own = plain(text);
    if (own.length < SHORTEST_LINE) return false;
    return texts.some((each) =>
      own.includes(each) || (says && own.length >= each.length * LEAST_SHARE && each.includes(own))
    );
  };
}

/** A word by itself, or in the plural: "google" does not mention "go". Chinese has no spaces between words. */
function wholeWord(word: string): RegExp {
  const before = /^[a-z\d]/.test(word) ? "(?<![a-z\\d])" : "";
  const after = /[a-z\d]$/.test(word) ? "(?:e?s)?(?![a-z\\d])" : "";
  return new RegExp(before + RegExp.escape(word) + after);
}

/** Without case, width, the mark of a list item, and blanks: in MEMORY.md the same sentence is a list item. */
function plain(text: string): string {
  return fold(text).replace(/^[\s>*#\-+\d.]+/, "").replace(/[\s。．.!！;；,，]+$/, "").trim();
}

/**
 * @param isMeant whether a line is one, or the first of several that are one together
 * @param asRead makes the text that is tested, with the same number of lines
 */
function inCore(
  store: Store,
  isMeant: (lines: readonly string[], at: number) => boolean,
  asRead = (text: string) => text,
): Mention[] {
  const text = new TextDecoder().decode(readCore(store));
  const lines = text.split("\n");
  const read = asRead(text).split("\n");
  return read.flatMap((line, at) =>
    isMeant(read, at) && !isLineOfInit(line)
      ? [{ file: CORE_FILE, layer: store.layer, line: at + 1, text: excerpt(lines[at] ?? "") }]
      : []
  );
}

/** Over more lines no editor breaks a sentence. */
const BROKEN_LINES_MAX = 10;

/** Whether what a test finds begins in a line; it may go on in the next ones. */
function beginsIn(test: Test): (lines: readonly string[], at: number) => boolean {
  return (lines, at) => {
    if (test(lines[at] ?? "")) return true;
    const part = (from: number, to: number) => test(lines.slice(from, to).join("\n"));
    if (!part(at, at + BROKEN_LINES_MAX)) return false;
    let end = at + 2;
    while (!part(at, end)) end++;
    return !part(at + 1, end);
  };
}

function inRecords(
  { records, copies }: Contents,
  test: Test,
  except: ReadonlySet<string> = new Set(),
  mayHold: (stored: Stored) => boolean,
): Mention[] {
  // Tested before any line is parsed: a store may hold a hundred thousand records.
  const isThere = (stored: Stored) =>
    !except.has(placeOf(stored)) && !copies.has(stored.key) && !stored.isDeleted && mayHold(stored);
  return records.filter((stored) => isThere(stored) && mentions(stored, test))
    .map(({ record, kind, layer, file, key }) => {
      const { id, content } = viewOf(record, kind);
      return { file, layer, id: id || key, text: excerpt(content) };
    });
}

function mentions({ record, kind }: Stored, test: Test): boolean {
  if (kind !== "notes") return someText(record, test);
  const body = String(record.body ?? "");
  return test(body) || body.split("\n").some((line) => test(line));
}

function excerpt(text: string): string {
  return cutTo(text.trim().replace(/\s+/g, " "), EXCERPT_LENGTH);
}

/** The texts of records, to be looked for as `contents`. */
export function textsOf(records: readonly Stored[]): string[] {
  return records.map(({ record, kind }) => {
    const { topic, summary } = record;
    return asText(summary) || asText(topic) || viewOf(record, kind).content;
  });
}
