/**
 * In: a data folder. Out: its texts that an agent could be told to follow; in the home, digests of those that were
 * found when the folder was claimed, and of those that the person trusts.
 * Not done here: choosing the texts that agents follow (recall/readers.ts). Hot path.
 *
 * A text is a line of MEMORY.md, the content of an opinion, a to-do, or a whole note. Texts that the person adds are
 * theirs. Where others may change MEMORY.md, a line is the person's only while its whole section reads as they knew it:
 * without the line above it, "Never do any of these:", a list says the contrary.
 *
 * @module
 */
import { join } from "node:path";
import { readJson, replaceAtomically } from "../files.ts";
import { asObject } from "../json.ts";
import { BYTES_MAX } from "../limits.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { isGiven, opinionIn, typeOf } from "../records/view.ts";
import { remembered } from "../remembered.ts";
import { linesOf, oneLine } from "../text/legible.ts";
import { fencesJoined, headingLevel, replaceComments } from "../text/markdown.ts";
import { sha256Hex } from "../hash.ts";
import { trackingIn } from "../git/tracking.ts";
import { homeOfFile, readContents, supersededIn } from "./contents.ts";
import { recordBytes } from "./file.ts";
import { homesOfPlace } from "./home.ts";
import { goesAlong } from "./keep_private.ts";
import {
  bytesMaxOf,
  bytesMaxOfFile,
  CORE_FILE,
  DELETED_NOTES_FOLDER,
  everyTruthFile,
  MIRROR_FOLDER,
  noteFiles,
  pathOf,
  staysInside,
  type StorePath,
  truthFiles,
} from "./layout.ts";
import { visitLines } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";

/** In the home. */
const FOUND_FILE = "found.json";

/** Stands for every text, in a folder with more texts than can be noted. */
const EVERYTHING = "*";

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
 * The digest of a trusted line of MEMORY.md that others have written, too. A record with the same words has another:
 * below "Never do any of these:" they say the contrary.
 */
export function lineDigest(line: string): string {
  return sha256Hex(["line", oneLine(line)]).slice(0, 32);
}

/** The digest of a found text: the same for another layout, so that reformatting makes no text the person's own. */
function foundDigest(text: string): string {
  const said = text.normalize("NFKC").toLowerCase().replace(/^\s*\d+[.)]\s/, "").replace(/[^\p{L}\p{N}]+/gu, "");
  return sha256Hex([said]).slice(0, 32);
}

/** A condition of an opinion as a text: who sets it steers when the opinion is followed. */
export function conditionText(condition: string): string {
  return `when: ${condition}`;
}

function isCondition(text: string): boolean {
  return text.startsWith(conditionText(""));
}

/** What a record in a file says that an agent could be told to follow: an opinion, and when it is told. */
export function saidIn(file: StorePath, record: RawRecord): Instruction[] {
  const opinion = opinionIn(record, homeOfFile(file));
  if (opinion === undefined || !isGiven(record) || isDeleted(record)) return [];
  return [opinion, ...texts(record.when).map(conditionText)].map((text) => ({ file, text }));
}

/** A to-do as a text: it is the person's to do, or may be somebody else's. */
export function todoText(todo: string): string {
  return `to-do: ${todo}`;
}

/** The open to-dos of a summary as texts. */
export function todosIn(file: StorePath, record: RawRecord): Instruction[] {
  if (typeOf(record, homeOfFile(file)) !== "summary" || isDeleted(record)) return [];
  return openTodos(record).map((todo) => ({ file, text: todoText(todo) }));
}

/** All that a record in a file says that an agent could be told to follow. */
export function instructionsOf(file: StorePath, record: RawRecord): Instruction[] {
  return [...saidIn(file, record), ...todosIn(file, record)];
}

/** Whether a stranger put this text there, or may have. */
export function wasFound({ found }: Known, text: string): boolean {
  return found.has(EVERYTHING) || found.has(foundDigest(text));
}

/** A line of MEMORY.md, and the digest of the section that it stands in. */
interface CoreLine {
  readonly text: string;
  readonly section: string;
}

/**
 * The lines of a MEMORY.md. A section goes from one heading to the next; its digest holds what stands directly below
 * the headings above it, too, and leaves out comments, blank lines and line ends.
 */
export function coreLines(core: string): CoreLine[] {
  // A comment keeps its lines, so that the others keep their numbers.
  const bare = replaceComments(core, (comment) => linesOf(comment).map(() => "").join("\n"));
  const above: { readonly level: number; readonly digest: string }[] = [];
  const digests: string[] = [];
  let section: string[] = [];
  let level = 0;
  let lines = 0;
  const end = () => {
    while ((above.at(-1)?.level ?? -1) >= level) above.pop();
    const said = section.map((line) => line.trimEnd()).filter((line) => line !== "");
    const digest = sha256Hex(["section", above.at(-1)?.digest ?? "", said.join("\n")]).slice(0, 32);
    above.push({ level, digest });
    for (; lines > 0; lines--) digests.push(digest);
  };
  for (const part of fencesJoined(linesOf(bare))) {
    const next = headingLevel(part);
    if (next > 0) {
      end();
      [section, level] = [[], next];
    }
    const found = part.split("\n");
    section.push(...found);
    lines += found.length;
  }
  end();
  return linesOf(core).map((text, at) => ({ text, section: digests[at] ?? "" }));
}

/** The digests that are noted in a home. */
export function readKnown({ runtime, home }: Pick<Store, "runtime" | "home">): Known {
  const { found, trusted, outdated, withdrawn } = asObject(readJson(runtime.files, join(home, FOUND_FILE))) ?? {};
  const known = { found: asSet(found), trusted: asSet(trusted), outdated: asSet(outdated) };
  return { ...known, ...typeof withdrawn === "string" ? { withdrawn } : {} };
}

function asSet(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);
}

/** Replaces the notes in a home; where there is nothing to note, the file goes. */
export function noteKnown({ runtime, home }: Store, { found, trusted, outdated, withdrawn }: Known): void {
  const path = join(home, FOUND_FILE);
  if (found.size + trusted.size + outdated.size === 0 && withdrawn === undefined) return runtime.files.remove(path);
  const lists = { found: [...found], trusted: [...trusted], ...outdated.size > 0 ? { outdated: [...outdated] } : {} };
  replaceAtomically(runtime, path, `${JSON.stringify({ ...lists, withdrawn })}\n`);
}

/** A text that an agent could be told to follow, and its file. */
export interface Instruction {
  readonly file: StorePath;
  readonly text: string;
  /** Of a line of MEMORY.md, the digest of its section. */
  readonly section?: string;
}

/**
 * Notes texts that the person writes by a verb: in files that git may commit, so that agents follow them even once git
 * tracks the file, and those that somebody else had written before. Others are followed anyway. Never throws, since the
 * texts are written already.
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
  if (trackingIn(store.runtime, store.folder)(file) === "untracked") noteSaid(store, [{ file, text: after }]);
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

/** Notes that trusted texts are out of force. */
export function outdate(store: LockedStore, digests: readonly string[]): void {
  const known = readKnown(store);
  const gone = new Set(digests).intersection(known.trusted);
  if (gone.size === 0) return;
  noteKnown(store, { ...known, trusted: known.trusted.difference(gone), outdated: known.outdated.union(gone) });
}

/** A text of a record or note, and the records that replace it. */
interface Stated extends Instruction {
  readonly successors: readonly string[];
}

/** What is in force before a change; undefined where nothing has to be known of it, since no text is trusted. */
export function inForceBefore(store: Store): ReadonlyMap<string, Stated> | undefined {
  return store.standing === "own" && readKnown(store).trusted.size > 0 ? statedIn(store) : undefined;
}

/** The texts of the records and notes, by who says which. */
function statedIn(store: Store): ReadonlyMap<string, Stated> {
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

/**
 * Notes which trusted texts the person's change has put out of force: they are the person's no more, so that a pull
 * can't bring them back as theirs. Never throws, since the change is made already.
 *
 * @param bringsBack whether the change takes another one back: what it puts in force is the person's again
 */
export function noteOutdated(
  store: LockedStore,
  before: ReadonlyMap<string, Stated> | undefined,
  bringsBack: boolean,
): void {
  if (before === undefined) return;
  try {
    const known = readKnown(store);
    const after = statedIn(store);
    const tracking = trackingIn(store.runtime, store.folder);
    const digests = (stated: ReadonlyMap<string, Stated>, isMeant: (key: string, each: Stated) => boolean) =>
      new Set([...stated].filter(([key, each]) => isMeant(key, each)).map(([, { text }]) => textDigest(text)));
    // The same words of somebody else keep nothing in force; a condition says nothing by itself.
    const kept = digests(
      after,
      (_, { file, text, successors }) =>
        successors.length === 0 && (isCondition(text) || tracking(file) === "untracked"),
    );
    // What somebody else had replaced before is out of force only once the person replaces it, too.
    const isGone = (now: Stated | undefined, { successors }: Stated) =>
      now === undefined || now.successors.some((id) => !successors.includes(id));
    const gone = digests(before, (key, each) => isGone(after.get(key), each)).difference(kept)
      .intersection(known.trusted);
    const isBack = (was: Stated | undefined, { successors }: Stated) =>
      successors.length === 0 && (was === undefined || was.successors.length > 0);
    const back = bringsBack
      ? digests(after, (key, each) => isBack(before.get(key), each)).intersection(known.outdated)
      : new Set<string>();
    if (gone.size + back.size === 0) return;
    noteKnown(store, {
      ...known,
      trusted: known.trusted.difference(gone).union(back),
      outdated: known.outdated.union(gone).difference(back),
    });
  } catch {
    // In a client's sandbox the home can't be written.
  }
}

/** Every text of a memory that an agent could be told to follow. */
export function instructionsIn(store: Store): Instruction[] {
  return [
    ...coreLines(textIn(store, CORE_FILE)).map((line) => ({ file: CORE_FILE, ...line })),
    ...noteFiles(store).map((file) => ({ file, text: textIn(store, file) })),
    ...readContents(store).records.flatMap(({ file, record }) => instructionsOf(file, record)),
  ].filter(({ text }) => text.trim() !== "");
}

/** Notes the texts of a file as the person's: so it held them before git tracked it. */
export function noteOwn(store: LockedStore, file: StorePath, bytes: Uint8Array): void {
  const known = readKnown(store);
  addKnown(store, "trusted", ownTexts(known, file, bytes), known);
}

/**
 * Digests of what a file that people write by hand held of the person's own before git tracked it, as its second name
 * (mirror.ts) still shows until the next session's end notes it. What a verb writes is noted at once.
 */
export function heldBefore(store: Store, file: StorePath, known: Known): ReadonlySet<string> {
  return file.endsWith(".jsonl") ? new Set() : heldInMirror(store, file, known);
}

function heldInMirror({ runtime, home, standing }: Store, file: StorePath, known: Known): ReadonlySet<string> {
  const path = join(home, MIRROR_FOLDER, file);
  const isThere = standing === "own" && runtime.files.stat(path) !== undefined;
  const bytes = isThere ? runtime.files.read(path, bytesMaxOfFile(file)) : undefined;
  return new Set(bytes ? ownTexts(known, file, bytes) : []);
}

/** The digests of the texts of a file, but for those that a stranger put there. */
function ownTexts(known: Known, file: StorePath, bytes: Uint8Array): string[] {
  const isOwn = (text: string) => text.trim() !== "" && !wasFound(known, text) && !known.outdated.has(textDigest(text));
  if (file !== CORE_FILE) return textsOf(file, bytes).filter(isOwn).map(textDigest);
  const lines = coreLines(new TextDecoder().decode(bytes)).filter(({ text }) => text.trim() !== "");
  const others = new Set(lines.filter(({ text }) => !isOwn(text)).map(({ section }) => section));
  return [...new Set(lines.map(({ section }) => section))].filter((section) => !others.has(section));
}

function textsOf(file: StorePath, bytes: Uint8Array): string[] {
  if (!file.endsWith(".jsonl")) return [new TextDecoder().decode(bytes)];
  const said: string[] = [];
  visitLines(bytes, (record = {}) => {
    said.push(...instructionsOf(file, record).map(({ text }) => text));
  });
  return said;
}

/** The texts of all lines that are in force or may come into it: also of deleted, imported and captured records. */
function everyTextOf(file: StorePath, bytes: Uint8Array): string[] {
  const said: string[] = [];
  visitLines(bytes, (line = {}) => {
    const { deleted_at: _deleted, auto_generated: _guessed, imported_at: _imported, ...record } = line;
    said.push(...instructionsOf(file, record).map(({ text }) => text));
  });
  return said;
}

/**
 * Notes the texts of files that git tracks, as far as the person did not say or trust them: agents go on weighing these
 * once git tracks the files no more.
 */
export function noteTracked(store: LockedStore, files: readonly StorePath[] = everyTruthFile(store)): void {
  const known = readKnown(store);
  const brought = new Set(broughtIn(store, files, known));
  if (brought.size === 0) return;
  const tracking = trackingIn(store.runtime, store.folder);
  // What the person says in the same words, in a file of their own, stays theirs.
  const own = instructionsIn(store)
    .filter(({ file, text }) =>
      brought.has(foundDigest(text)) && !wasFound(known, text) && tracking(file) === "untracked"
    )
    .map(({ text, section }) => section === undefined ? textDigest(text) : lineDigest(text));
  // A record with the words of a line must not take the line's section from the person.
  const sections = tracking(CORE_FILE) === "untracked" ? [] : heldInMirror(store, CORE_FILE, known);
  addKnown(store, "trusted", [...own, ...sections], known);
  addKnown(store, "found", [...brought]);
}

/** Digests of such texts that are not noted yet. */
export function broughtIn(store: Store, files: readonly StorePath[], known = readKnown(store)): string[] {
  const tracking = trackingIn(store.runtime, store.folder);
  return files.filter((file) => tracking(file) !== "untracked").flatMap((file) => {
    const own = known.trusted.union(heldInMirror(store, file, known));
    return linesIn(store, file).filter(({ text, section }) =>
      text.trim() !== "" && !own.has(section ?? textDigest(text))
    );
  }).map(({ text }) => foundDigest(text)).filter((digest) => !known.found.has(digest));
}

/** What a file says in any of its lines, whether or not the line counts. */
function linesIn(store: Store, file: StorePath): Omit<Instruction, "file">[] {
  if (file === CORE_FILE) return coreLines(textIn(store, file));
  if (!file.endsWith(".jsonl")) return [{ text: textIn(store, file) }];
  return everyTextOf(file, recordBytes(store, file) ?? new Uint8Array()).map((text) => ({ text }));
}

function textIn(store: Store, file: StorePath): string {
  if (!staysInside(store, file)) return "";
  // No agent is given more than this of a file.
  const bytes = store.runtime.files.readRange(pathOf(store, file), 0, BYTES_MAX.markdown);
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}

/** The digests of a folder's texts; for a copy of another folder, without the texts of that folder. */
function foundTexts(store: Store, copyOf?: string): Set<string> {
  const { files } = store.runtime;
  const found = new Set(instructionsIn(store).map(({ text }) => foundDigest(text)));
  for (const file of noteFiles(store, DELETED_NOTES_FOLDER)) found.add(foundDigest(textIn(store, file)));
  const read = truthFiles(store).filter(({ kind, stat }) => stat && stat.size <= bytesMaxOf(kind))
    .map(({ file }) => file);
  // Also records that are deleted, or hidden by another line of their id, since they may come back.
  for (const file of read.filter((file) => file.endsWith(".jsonl"))) {
    for (const text of everyTextOf(file, files.read(pathOf(store, file)) ?? new Uint8Array())) {
      found.add(foundDigest(text));
    }
  }
  // Files beyond the limits are not read now, but may be once other files are gone.
  if (everyTruthFile(store).filter((file) => files.stat(pathOf(store, file))).length > read.length) {
    found.add(EVERYTHING);
  }
  if (copyOf !== undefined) {
    const original = { ...store, folder: copyOf };
    for (const { text } of instructionsIn(original)) found.delete(foundDigest(text));
  }
  return found;
}

/**
 * Notes the texts of a stranger's folder when it is claimed. Texts that the person has trusted at this place before
 * stay trusted, because `git clean` removes the token of a folder and leaves the records that are shared by git.
 */
export function noteWhatIsThere(store: Store, copyOf?: string): void {
  const { runtime, folder } = store;
  const before = homesOfPlace(runtime, folder).map((home) => readKnown({ runtime, home }));
  noteKnown(store, {
    found: foundTexts({ ...store, standing: "foreign" }, copyOf),
    trusted: new Set(before.flatMap(({ trusted }) => [...trusted])),
    outdated: new Set(before.flatMap(({ outdated }) => [...outdated])),
  });
}
