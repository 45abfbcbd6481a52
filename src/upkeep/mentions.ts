/** Where a text still stands after records with it were deleted or reworded. */
import type { RecordId } from "../records/ids.ts";
import { replaceComments } from "../text/comments.ts";
import { readCore } from "../store/file.ts";
import type { Layer } from "../records/mod.ts";
import { someText, viewOf } from "../records/view.ts";
import type { Contents } from "../store/contents.ts";
import { fold, matcher } from "../store/filter.ts";
import { CORE_FILE, type StorePath } from "../store/layout.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { readScope } from "./notes.ts";

export interface Mention {
  readonly file: StorePath;
  readonly layer: Layer;
  readonly id?: RecordId;
  /** Of MEMORY.md, from 1. */
  readonly line?: number;
  readonly text: string;
}

/** What to look for: a keyword anywhere, or whole texts. */
interface Needles extends Beside {
  readonly keyword?: string | undefined;
  readonly contents: readonly string[];
}

interface Beside {
  /** Records that are no mention: the reworded one, those that would go. By `placeOf`. */
  readonly except?: ReadonlySet<string>;
  /** What of a store has been read already: all that may hold one of them. Absent: it is read. */
  readonly among?: (store: Store) => Contents | undefined;
}

/** More is not a list that anybody reads; the sum says how many there are. */
const MENTIONS_MAX = 20;
/** A line this short is in many a text by chance. */
const SHORTEST_LINE = 8;
/** A line that is less of a text than this shares a few words with it, and does not say the same. */
const LEAST_SHARE = 0.5;
const EXCERPT_LENGTH = 120;
/** With more deleted texts than this nobody looks for each of them; the keyword, if any, still is. */
const TEXTS_MAX = 200;

/** Looks through MEMORY.md, and every record and note that is still there, of every layer. */
export function remainingMentions(memory: Memory, needles: Needles): Mention[] {
  const test = mentionTest(needles);
  const found: Mention[] = [];
  for (const store of storesToRead(memory)) {
    const contents = needles.among?.(store) ?? readScope(store, "all");
    found.push(
      ...inCore(store, test),
      ...inRecords(contents, test, needles.except, quickTest(needles)),
    );
    if (found.length >= MENTIONS_MAX) break;
  }
  return found.slice(0, MENTIONS_MAX);
}

/**
 * What is left where everything was to go: MEMORY.md, which is written by hand, and the team's notes. Headings and
 * comments say nothing of their own.
 */
export function remainingOfAll(stores: readonly Store[], { except, among }: Beside): Mention[] {
  const blanked = (text: string) => replaceComments(text, (comment) => comment.replace(/[^\n]+/g, ""));
  return stores.flatMap((store) => {
    const core = inCore(store, (text) => text.trim() !== "" && !text.startsWith("#"), blanked);
    const contents = among?.(store) ?? readScope(store, "all");
    return [...core, ...inRecords(contents, () => true, except, ({ home }) => home === "notes")];
  }).slice(0, MENTIONS_MAX);
}

/** Names a record among those of both layers. */
export function placeOf({ layer, key }: Pick<Stored, "layer" | "key">): string {
  return `${layer}\n${key}`;
}

type Test = (text: string) => boolean;

function mentionTest({ keyword, contents }: Needles): Test {
  const word = keyword === undefined ? undefined : wholeWord(fold(keyword));
  const texts = contents.length > TEXTS_MAX ? [] : contents.map(plain).filter((text) => text.length >= SHORTEST_LINE);
  return (text) => {
    if (word?.test(fold(text))) return true;
    if (texts.length === 0) return false;
    const own = plain(text);
    if (own.length < SHORTEST_LINE) return false;
    return texts.some((each) => own.includes(each) || (own.length >= each.length * LEAST_SHARE && each.includes(own)));
  };
}

/** A word by itself, or in the plural: "go" is not mentioned by "google". Chinese has no space between words. */
function wholeWord(word: string): RegExp {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = /^[a-z\d]/.test(word) ? "(?<![a-z\\d])" : "";
  const after = /[a-z\d]$/.test(word) ? "(?:e?s)?(?![a-z\\d])" : "";
  return new RegExp(before + plain + after);
}

/** Without case, width, marks of a list and blanks: the same sentence in MEMORY.md is a bullet. */
function plain(text: string): string {
  return fold(text).replace(/^[\s>*#\-+\d.]+/, "").replace(/\s+/g, " ").replace(/[\s。．.!！;；,，]+$/, "").trim();
}

/** @param asRead the text as the test is to see it, with as many lines */
function inCore(store: Store, test: Test, asRead = (text: string) => text): Mention[] {
  const text = new TextDecoder().decode(readCore(store));
  const lines = text.split("\n");
  return asRead(text).split("\n").flatMap((line, index) =>
    test(line) ? [{ file: CORE_FILE, layer: store.layer, line: index + 1, text: excerpt(lines[index] ?? "") }] : []
  );
}

/** Rules out records that a lone keyword can't stand in, most of them without parsing their lines. */
function quickTest({ keyword, contents }: Needles): (stored: Stored) => boolean {
  return keyword === undefined || contents.length > 0
    ? () => true
    : matcher({ keyword, events: true, deleted: "with" });
}

function inRecords(
  { records, copies }: Contents,
  test: Test,
  except: ReadonlySet<string> = new Set(),
  mayHold: (stored: Stored) => boolean,
): Mention[] {
  // Asked first of what needs no line to be parsed: a preview may mean a hundred thousand records.
  const isThere = (stored: Stored) =>
    !except.has(placeOf(stored)) && !copies.has(stored.key) && !stored.isDeleted && mayHold(stored);
  return records.filter((stored) => isThere(stored) && mentions(stored, test))
    .map(({ record, home, layer, file, key }) => {
      const { id, content } = viewOf(record, home);
      return { file, layer, id: id || key, text: excerpt(content) };
    });
}

function mentions({ record, home }: Stored, test: Test): boolean {
  if (home !== "notes") return someText(record, test);
  return String(record.body ?? "").split("\n").some(test);
}

function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH - 1)}…` : line;
}

/** The texts of records, for `contents` of the needles. */
export function textsOf(records: readonly Stored[]): string[] {
  return records.map(({ record, home }) => {
    const { topic, summary } = record;
    return typeof summary === "string" && summary !== "" ? summary : String(topic ?? viewOf(record, home).content);
  });
}
