/**
 * In: a data folder, and what is written to it. Out: in its home, digests of texts (instructions.ts) that a stranger
 * has put there, and of those that the person trusts or has put out of force (outdated.ts), the settings among them.
 * Hot path.
 *
 * Texts that the person adds are theirs. Where others may change MEMORY.md, a line is the person's only while its whole
 * section reads as they knew it: without the line above it, "Never do any of these:", a list says the contrary.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { fileStamp, isSameFile, readJson, readText, replaceAtomically } from "../files.ts";
import { sha256Hex } from "../hash.ts";
import { asObject } from "../json.ts";
import { remembered } from "../remembered.ts";
import type { Runtime } from "../runtime.ts";
import { oneLine } from "../text/legible.ts";
import { homeInMainWorktree } from "./home.ts";
import type { Instruction } from "./instructions.ts";
import { goesAlong } from "./keep_private.ts";
import { CONFIG_FILE, MIRROR_FOLDER, pathOf, type StorePath } from "./layout.ts";
import type { LockedStore, Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";
import { bytesMaxOfFile } from "./truth_files.ts";

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
 * The digest of a trusted line of MEMORY.md. It is not that of a record with the same words, since below "Never do any
 * of these:" the line says the contrary.
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

/** The home that notes which texts of a folder are whose; all worktrees of a repository have one, the main one's. */
export function knowingHome({ runtime, folder, layer, home }: Omit<Store, "standing">): string {
  return layer === "global" ? home : homeInMainWorktree(runtime, folder) ?? home;
}

/** The digests that are noted of a folder. */
export function readKnown(store: Omit<Store, "standing">): Known {
  return knownIn(store.runtime, knowingHome(store));
}

/** The digests that are noted in a home. */
export function knownIn(runtime: Runtime, home: string): Known {
  const { found, trusted, outdated, withdrawn } = asObject(readJson(runtime.files, join(home, FOUND_FILE))) ?? {};
  const known = { found: setOf(found), trusted: setOf(trusted), outdated: setOf(outdated) };
  return typeof withdrawn === "string" ? { ...known, withdrawn } : known;
}

/** Not looked through, since there may be thousands: nobody but `noteKnown` writes them. */
function setOf(digests: unknown): Set<string> {
  return new Set<string>(Array.isArray(digests) ? digests : []);
}

/** Changes with what is noted of a folder. */
export function knownStamp(store: Store): string {
  const stat = store.runtime.files.stat(join(knowingHome(store), FOUND_FILE));
  return stat ? fileStamp(stat) : "";
}

/** Replaces the notes of a folder; where there is nothing to note, the file goes. */
export function noteKnown(store: Store, { found, trusted, outdated, withdrawn }: Known): void {
  const { runtime } = store;
  const path = join(knowingHome(store), FOUND_FILE);
  if (found.size + trusted.size + outdated.size === 0 && withdrawn === undefined) return runtime.files.remove(path);
  const lists = { found: [...found], trusted: [...trusted], ...outdated.size > 0 ? { outdated: [...outdated] } : {} };
  replaceAtomically(runtime, path, `${JSON.stringify({ ...lists, withdrawn })}\n`);
}

/**
 * Notes texts that the person writes by a verb, as far as git may commit their file or somebody else wrote them before.
 * Never throws, since the texts are written already.
 */
export function noteSaid(store: Store, said: readonly Instruction[]): void {
  // In a client's sandbox the home can't be written; the text is only weighed until `memory trust`.
  tried(() => {
    if (store.standing !== "own" || said.length === 0) return;
    const known = readKnown(store);
    const mayGoAlong = remembered((file: StorePath) => goesAlong(store, file));
    const noted = said.filter(({ file, text }) => wasFound(known, text) || mayGoAlong(file));
    addKnown(store, "trusted", noted.map(({ text }) => textDigest(text)), known);
  });
}

/** Notes that a verb changed a text: the new text gets the standing of the old one. */
export function noteReworded(store: LockedStore, file: StorePath, before: string, after: string): void {
  const known = readKnown(store);
  if (known.trusted.has(textDigest(before))) return addKnown(store, "trusted", [textDigest(after)], known);
  if (wasFound(known, before)) return addKnown(store, "found", [foundDigest(after)], known);
  // A text in a tracked file may be anybody's.
  if (trackingOf(store)(file) === "untracked") noteSaid(store, [{ file, text: after }]);
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

/** Whether git may have brought the settings of one's own project. Then only those hold that ask for care. Hot path. */
export function settingsWait(store: Store): boolean {
  const { files } = store.runtime;
  const [path, kept] = [pathOf(store, CONFIG_FILE), join(store.home, MIRROR_FOLDER, CONFIG_FILE)];
  const before = files.stat(kept);
  // A file that has its second name was the person's alone.
  if (before && isSameFile(files.stat(path), before)) return false;
  if (trackingOf(store)(CONFIG_FILE) === "untracked") return false;
  const text = settingsText(store) ?? "";
  if (before && text === readText(files, kept, bytesMaxOfFile(CONFIG_FILE))) return false;
  return !readKnown(store).trusted.has(textDigest(text));
}

/** Notes the settings that are there, or `text` that is about to be, as the person's, where git may bring others. */
export function takeSettings(store: Store, text = settingsText(store)): void {
  if (text === undefined || store.standing !== "own") return;
  if (trackingOf(store)(CONFIG_FILE) !== "untracked") addKnown(store, "trusted", [textDigest(text)]);
}

function settingsText(store: Store): string | undefined {
  return readText(store.runtime.files, pathOf(store, CONFIG_FILE), bytesMaxOfFile(CONFIG_FILE));
}
