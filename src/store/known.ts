/**
 * In: a data folder, and what is written to it. Out: in its home, digests of texts (instructions.ts) that a stranger
 * has put there, of those that the person trusts or has put out of force, the settings among them, and of the lines
 * that this machine wrote. Hot path.
 *
 * Texts that the person adds are theirs. Where others may change MEMORY.md, a line is the person's only while its whole
 * section reads as they knew it: without the line above it, "Never do any of these:", a list says the contrary.
 */
import { join } from "node:path";
import { isSameFile, readJson, readText, replaceAtomically } from "../files.ts";
import { sha256Hex } from "../hash.ts";
import { asObject } from "../json.ts";
import { type RawRecord, texts } from "../records/mod.ts";
import { opinionIn } from "../records/view.ts";
import { once, remembered } from "../remembered.ts";
import { oneLine } from "../text/legible.ts";
import { homeOfFile, readContents, supersededIn } from "./contents.ts";
import { type Instruction, instructionsIn, isConditionText, saidIn, textIn } from "./instructions.ts";
import { goesAlong } from "./keep_private.ts";
import { CONFIG_FILE, MIRROR_FOLDER, pathOf, type StorePath } from "./layout.ts";
import { recordsIn } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";
import type { Entry } from "./spool.ts";
import { trackingOf } from "./tracking.ts";
import { bytesMaxOfFile, noteFiles } from "./truth_files.ts";

/** In the home. */
const FOUND_FILE = "found.json";

/** Stands for every text, in a folder with more texts than can be noted. */
export const EVERYTHING = "*";

/** Digests of texts. */
export interface Known {
  /** Texts that a stranger has put there; agents are told to weigh them. */
  readonly found: ReadonlySet<string>;
  /** Texts, found ones or of tracked files, that the person has called their own; agents follow them. */
  readonly trusted: ReadonlySet<string>;
  /** Texts that were trusted until the person changed, deleted or replaced them; another may bring them back. */
  readonly outdated: ReadonlySet<string>;
  /** When trust was last taken back, ISO 8601. */
  readonly withdrawn?: string;
}

/** The digest of a trusted text: the same only for the same letters, whatever the line ends. */
export function textDigest(text: string): string {
  return sha256Hex([oneLine(text)]).slice(0, 32);
}

/**
 * The digest of a trusted line of MEMORY.md, not that of a record: below "Never do any of these:" it says the contrary.
 */
export function lineDigest(line: string): string {
  return sha256Hex(["line", oneLine(line)]).slice(0, 32);
}

/** The digest of a found text: the same for another layout, so that reformatting makes no text the person's own. */
export function foundDigest(text: string): string {
  const said = text.normalize("NFKC").toLowerCase().replace(/^\s*\d+[.)]\s/, "").replace(/[^\p{L}\p{N}]+/gu, "");
  return sha256Hex([said]).slice(0, 32);
}

/** Whether a stranger put this text there, or may have. */
export function wasFound({ found }: Known, text: string): boolean {
  return found.has(EVERYTHING) || found.has(foundDigest(text));
}

/** The digests that are noted in a home. */
export function readKnown({ runtime, home }: Pick<Store, "runtime" | "home">): Known {
  const { found, trusted, outdated, withdrawn } = asObject(readJson(runtime.files, join(home, FOUND_FILE))) ?? {};
  const known = { found: new Set(texts(found)), trusted: new Set(texts(trusted)), outdated: new Set(texts(outdated)) };
  return typeof withdrawn === "string" ? { ...known, withdrawn } : known;
}

/** Replaces the notes in a home; where there is nothing to note, the file goes. */
export function noteKnown({ runtime, home }: Store, { found, trusted, outdated, withdrawn }: Known): void {
  const path = join(home, FOUND_FILE);
  if (found.size + trusted.size + outdated.size === 0 && withdrawn === undefined) return runtime.files.remove(path);
  const lists = { found: [...found], trusted: [...trusted], ...outdated.size > 0 ? { outdated: [...outdated] } : {} };
  replaceAtomically(runtime, path, `${JSON.stringify({ ...lists, withdrawn })}\n`);
}

/**
 * Notes texts that the person writes by a verb, as far as git may commit their file or somebody else wrote them before.
 * Never throws, since the texts are written already.
 */
export function noteSaid(store: Store, said: readonly Instruction[]): void {
  try {
    if (store.standing !== "own" || said.length === 0) return;
    const known = readKnown(store);
    const mayGoAlong = remembered((file: StorePath) => goesAlong(store, file));
    const noted = said.filter(({ file, text }) => wasFound(known, text) || mayGoAlong(file));
    addKnown(store, "trusted", noted.map(({ text }) => textDigest(text)), known);
  } catch {
    // In a client's sandbox the home can't be written; the text is only weighed until `memory trust`.
  }
}

/** Notes that a verb changed a text: the new text gets the standing of the old one. */
export function noteReworded(store: LockedStore, file: StorePath, before: string, after: string): void {
  const known = readKnown(store);
  if (known.trusted.has(textDigest(before))) return addKnown(store, "trusted", [textDigest(after)], known);
  if (wasFound(known, before)) return addKnown(store, "found", [foundDigest(after)], known);
  // A text in a tracked file may be anybody's.
  if (trackingOf(store)(file) === "untracked") noteSaid(store, [{ file, text: after }]);
}

/** Those of these texts that the store does not hold yet. */
export function newAmong(store: Store, said: readonly Instruction[]): Instruction[] {
  const here = new Set(said.length === 0 ? [] : instructionsIn(store).map(({ text }) => foundDigest(text)));
  return said.filter(({ text }) => text.trim() !== "" && !here.has(foundDigest(text)));
}

/** Notes texts that somebody else has written: agents weigh them. */
export function noteFound(store: LockedStore, said: readonly Instruction[]): void {
  addKnown(store, "found", said.map(({ text }) => foundDigest(text)));
}

/** Adds digests of one kind. */
export function addKnown(
  store: Store,
  kind: "found" | "trusted",
  digests: readonly string[],
  known = readKnown(store),
): void {
  if (digests.every((digest) => known[kind].has(digest))) return;
  const outdated = kind === "trusted" ? known.outdated.difference(new Set(digests)) : known.outdated;
  noteKnown(store, { ...known, outdated, [kind]: new Set([...known[kind], ...digests]) });
}

/** Whether git brought the settings of one's own project: then only those hold that ask for care. Hot path. */
export function settingsWait(store: Store): boolean {
  const { files } = store.runtime;
  const [path, kept] = [pathOf(store, CONFIG_FILE), join(store.home, MIRROR_FOLDER, CONFIG_FILE)];
  const before = files.stat(kept);
  // Under its second name stands what was the person's alone.
  if (before && isSameFile(files.stat(path), before)) return false;
  if (trackingOf(store)(CONFIG_FILE) === "untracked") return false;
  const text = settingsText(store) ?? "";
  if (before && text === readText(files, kept, bytesMaxOfFile(CONFIG_FILE))) return false;
  return !readKnown(store).trusted.has(textDigest(text));
}

/** Takes the settings that are there as the person's own, as far as git may bring others. */
export function takeSettings(store: Store): void {
  const text = settingsText(store);
  if (text === undefined || store.standing !== "own") return;
  if (trackingOf(store)(CONFIG_FILE) !== "untracked") addKnown(store, "trusted", [textDigest(text)]);
}

function settingsText(store: Store): string | undefined {
  return readText(store.runtime.files, pathOf(store, CONFIG_FILE), bytesMaxOfFile(CONFIG_FILE));
}

// What a change of the person's puts out of force is theirs no more, so that a pull can't bring it back as theirs.

/** A text of a record or note, and the records that replace it. */
interface Stated extends Instruction {
  readonly successors: readonly string[];
}

/** The texts of records and notes, by who says which. */
type InForce = ReadonlyMap<string, Stated>;

/** What is in force before a change; undefined where nothing has to be known of it, since no text is trusted. */
export function inForceBefore(store: Store): InForce | undefined {
  return store.standing === "own" && readKnown(store).trusted.size > 0 ? statedIn(store) : undefined;
}

function statedIn(store: Store): InForce {
  const contents = readContents(store);
  const superseded = supersededIn([contents]);
  const replacing = contents.records.filter(({ isDeleted }) => !isDeleted)
    .flatMap(({ key, supersedes }) => texts(supersedes).map((older) => ({ key, older })));
  const successorsOf = Map.groupBy(replacing, ({ older }) => older);
  const stated = new Map<string, Stated>();
  for (const file of noteFiles(store)) {
    const text = textIn(store, file);
    stated.set(`${file}\0${textDigest(text)}`, { file, text, successors: [] });
  }
  for (const { key, file, record } of contents.records) {
    const successors = superseded.has(key) ? (successorsOf.get(key) ?? []).map((each) => each.key) : [];
    for (const each of saidIn(file, record)) stated.set(`${key}\0${textDigest(each.text)}`, { ...each, successors });
  }
  return stated;
}

/** Notes which trusted texts a change puts out of force, or brings back. Never throws: the change is made already. */
export function noteOutdated(store: LockedStore, before: InForce | undefined, bringsBack: boolean): void {
  if (before === undefined) return;
  try {
    const after = statedIn(store);
    outdate(store, goneSince(store, before, after), bringsBack ? backSince(before, after) : []);
  } catch {
    // In a client's sandbox the home can't be written.
  }
}

function goneSince(store: Store, before: InForce, after: InForce): Set<string> {
  const tracking = trackingOf(store);
  const kept = new Set<string>();
  for (const { file, text, successors } of after.values()) {
    // The same words of somebody else keep nothing in force; a condition says nothing by itself.
    const keeps = isConditionText(text) || tracking(file) === "untracked";
    if (keeps && successors.length === 0) kept.add(textDigest(text));
  }
  const gone = new Set<string>();
  for (const [key, { text, successors }] of before) {
    const now = after.get(key);
    // What somebody else had replaced before is out of force only once the person replaces it, too.
    const isGone = now === undefined || now.successors.some((id) => !successors.includes(id));
    if (isGone) gone.add(textDigest(text));
  }
  return gone.difference(kept);
}

function backSince(before: InForce, after: InForce): Set<string> {
  const back = new Set<string>();
  for (const [key, { text, successors }] of after) {
    const was = before.get(key);
    const wasOut = was === undefined || was.successors.length > 0;
    if (wasOut && successors.length === 0) back.add(textDigest(text));
  }
  return back;
}

/** Notes that trusted texts are out of force, and that such texts are in force again. */
export function outdate(store: LockedStore, gone: Iterable<string>, back: Iterable<string> = []): void {
  const known = readKnown(store);
  const out = new Set(gone).intersection(known.trusted);
  const again = new Set(back).intersection(known.outdated);
  if (out.size + again.size === 0) return;
  noteKnown(store, {
    ...known,
    trusted: known.trusted.difference(out).union(again),
    outdated: known.outdated.union(out).difference(again),
  });
}

// Records that this machine adds to a project's memory: one in a file that others may change is the person's own as
// long as its line has a digest here. An opinion and a to-do are told by their texts alone.

/** In the home. */
const OWN_LINES_FILE = "own_lines";

/** So many records are looked for in the text of the file; for more, all its lines are read into a set. */
const FEW = 50;

function recordDigest(record: object): string {
  return sha256Hex([JSON.stringify(record)]).slice(0, 24);
}

/** What an import brought says others' words, and a consolidated fact those of any record. */
function mayBeOwn(record: RawRecord): boolean {
  return (record.type === "fact" || record.type === "summary") &&
    record.imported_at === undefined && record.evidence === undefined;
}

/** Notes lines that this machine has written in files that git takes along. Never throws: they are written already. */
export function noteOwnLines(store: LockedStore, written: readonly Entry[]): void {
  if (store.standing !== "own" || store.layer === "global") return;
  try {
    const mayGoAlong = remembered((file: StorePath) => goesAlong(store, file));
    const lines = written.filter(({ file, record }) => mayBeOwn({ ...record }) && mayGoAlong(file))
      .map(({ record }) => `${recordDigest(record)}\n`);
    if (lines.length === 0) return;
    store.runtime.files.write(join(store.home, OWN_LINES_FILE), lines.join(""), { how: "append" });
  } catch {
    // In a client's sandbox the home can't be written.
  }
}

/** The records of a file that was the person's own until git began to track it. */
export function noteLinesOf(store: LockedStore, file: StorePath, bytes: Uint8Array): void {
  if (!file.endsWith(".jsonl")) return;
  const isNoted = ownLinesIn(store);
  noteOwnLines(store, recordsIn(bytes).filter((record) => !isNoted(record)).map((record) => ({ file, record })));
}

/** Tests records, as they stand in their lines: whether this machine wrote the line. */
export function ownLinesIn(store: Store): (record: RawRecord) => boolean {
  const text = store.standing === "own" ? readText(store.runtime.files, join(store.home, OWN_LINES_FILE)) ?? "" : "";
  let asked = 0;
  let all: ReadonlySet<string> | undefined;
  return (record) => {
    if (text === "") return false;
    const digest = recordDigest(record);
    return ++asked <= FEW ? text.includes(digest) : (all ??= new Set(text.split("\n"))).has(digest);
  };
}

/** The same for records that are only told, and never followed. */
export function ownIn(store: Store): (file: StorePath, record: RawRecord) => boolean {
  // Read late, since a prompt waits for it.
  const isOwn = once(() => ownLinesIn(store));
  return (file, record) =>
    file.endsWith(".jsonl") && opinionIn(record, homeOfFile(file)) === undefined && isOwn()(record);
}
