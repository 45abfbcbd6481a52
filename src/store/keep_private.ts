/**
 * In: a data folder that is about to be written. Out: ignore rules that keep its files out of commits; and a warning
 * about files that git tracks already.
 *
 * A clone may lack the `.gitignore` that init writes, or have one, there or around it, that shows records to git.
 */
import { join } from "node:path";
import { shellWord } from "../agents/command.ts";
import { readText, replaceAtomically } from "../files.ts";
import { languageOf, loadConfig } from "../config/mod.ts";
import { excludeFileOf, patternFor, withPatterns } from "../git/exclude.ts";
import { IGNORE_FILE, ignoreTextIn, ignoringOf, isIgnored } from "../git/ignore.ts";
import { mainWorktree, ownWorktreeAt } from "../git/worktree.ts";
import { destination, foldersAround } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { gitPath, trackingIn } from "../git/tracking.ts";
import {
  dailyFile,
  FACTS_FILE,
  NOTES_FOLDER,
  NOTES_INDEX_FILE,
  SESSIONS_FILE,
  type StorePath,
  TOKEN_FILE,
  USED_IDS_FILE,
} from "./layout.ts";
import { homesOfPlace } from "./home.ts";
import type { Store } from "./mod.ts";
import { allHomes } from "./owner.ts";
import { said } from "./words.ts";

const EXCLUDE_FILE_MODE = 0o644;

/** The pattern that keeps a whole data folder out of the commits of a worktree. */
export function patternOfData(root: string, folder: string): string {
  return patternOf({ data: gitPath(root, folder) });
}

function patternOf({ data }: Pick<Repository, "data">): string {
  return `${patternFor(data)}/`;
}

/** The pattern by which a clone notes that its person shares the data folder: git's exclude file is never committed. */
export function sharedPattern(root: string, folder: string): string {
  return `!${patternOfData(root, folder)}`;
}

/** What the person of a clone wants of its data folder: undefined where neither `init` nor a save has noted it. */
export function wishedHere(runtime: Runtime, folder: string): "private" | "shared" | undefined {
  const [nearest] = repositoriesAround(runtime, folder);
  return nearest && notedIn(runtime, nearest);
}

/** Files of records; the daily file of one day stands for all days. */
const RECORDS = [FACTS_FILE, SESSIONS_FILE, dailyFile("2026-01-01")];

/**
 * Keeps the data folder out of commits, and warns of what it changed. Where the person's own `.gitignore` shows records
 * on purpose, only the token is kept out.
 *
 * The rule goes into git's exclude file, which no commit carries. Where a `.gitignore`, which ranks above it, still
 * shows the folder, the folder's own gets a last line that leaves out everything.
 */
export function keepPrivate(store: Store, wasForeign: boolean): void {
  const { runtime, folder } = store;
  const { files } = runtime;
  const own = ignoreTextIn(files, folder);
  // As `init` writes it; no other file ranks above this one.
  if (own !== undefined && leavesOutAll(own)) return;
  const around = repositoriesAround(runtime, folder);
  const [nearest] = around;
  if (!nearest) return;
  const showsRecords = (text: string) => !RECORDS.every((file) => isIgnored([{ folder: "", text }], file));
  const isShown = own !== undefined && showsRecords(own) &&
    isOwnIgnore(store, nearest, wasForeign) && !around.some((each) => notedIn(runtime, each) === "private");
  const meant = isShown ? [TOKEN_FILE] : [TOKEN_FILE, ...RECORDS];
  const isKept = () => around.every((each) => meant.every((file) => isLeftOut(runtime, each, file)));
  if (isKept()) return;
  const warn = (told: Sentence) => runtime.warn?.(told, languageIn(runtime, folder));
  const { data, exclude } = nearest;
  // The exclude file is for all branches, and another one may share the folder.
  if (exclude !== undefined && (isShown || notedIn(runtime, nearest) !== "shared")) {
    addPattern(runtime, exclude, isShown ? patternFor(`${data}/${TOKEN_FILE}`) : patternOf(nearest));
    if (isKept()) {
      const token = join(folder, TOKEN_FILE);
      return warn(
        isShown ? said("token_excluded", { token, path: exclude }) : said("excluded", { folder, path: exclude }),
      );
    }
  }
  // The person's own `.gitignore` is not changed for the token alone.
  if (isShown) return;
  const path = join(folder, IGNORE_FILE);
  if (files.linkTarget(path) !== undefined) files.remove(path);
  const before = own === undefined || own === "" || own.endsWith("\n") ? own ?? "" : `${own}\n`;
  replaceAtomically(runtime, path, `${before}*\n`);
  warn(said("excluded", { folder, path }));
}

/**
 * Whether the person wrote the `.gitignore` of a data folder. A linked worktree has its branch's files, which no memory
 * has claimed yet, and a folder that git made anew has those of a commit; their person shares them all the same.
 */
function isOwnIgnore(store: Store, nearest: Repository, wasForeign: boolean): boolean {
  const { runtime, folder, home } = store;
  if (!wasForeign) return true;
  if (notedIn(runtime, nearest) !== "shared") return false;
  return mainWorktree(runtime, nearest.root) !== undefined ||
    homesOfPlace(runtime, folder, allHomes(runtime), "project").some((each) => each !== home);
}

/** Adds a pattern to an exclude file, if git's folder can be written, which it can't in a client's sandbox. */
function addPattern(runtime: Runtime, path: string, pattern: string): void {
  try {
    const before = readText(runtime.files, path) ?? "";
    const after = withPatterns(before, [pattern]);
    if (after === before) return;
    replaceAtomically(runtime, path, after, { mode: runtime.files.stat(path)?.mode ?? EXCLUDE_FILE_MODE });
  } catch {
    // The caller changes the folder's own `.gitignore` instead.
  }
}

/** The files among these that git tracks although a rule leaves them out: no records shared on purpose, any token. */
export function exposedIn({ runtime, folder }: Store, files: readonly StorePath[]): string[] {
  const [nearest] = repositoriesAround(runtime, folder);
  if (!nearest) return [];
  const tracking = trackingIn(runtime, folder);
  return files.filter((file) =>
    tracking(file) === "tracked" && (file === TOKEN_FILE || isLeftOut(runtime, nearest, file))
  );
}

/** Whether git tracks a file of a data folder, or would add it. */
export function goesAlong({ runtime, folder }: Store, file: StorePath): boolean {
  const [nearest] = repositoriesAround(runtime, folder);
  if (!nearest) return false;
  return !isLeftOut(runtime, nearest, file) || trackingIn(runtime, folder)(file) === "tracked";
}

/** Warns after a save that git tracks the file. To refuse the save would let a repository stop all saving. */
export function tellExposed(store: Store, files: readonly StorePath[]): void {
  const { runtime, folder } = store;
  if (!runtime.warn) return;
  try {
    // Each note stands in the table and in the list of ids, too.
    const isNote = files.some((file) => file.startsWith(`${NOTES_FOLDER}/`));
    const written = [...files, ...isNote ? [NOTES_INDEX_FILE, USED_IDS_FILE] : []];
    const exposed = exposedIn(store, written).map((file) => join(folder, file));
    if (exposed.length > 0) runtime.warn(exposedText(runtime, exposed), languageIn(runtime, folder));
  } catch {
    // Git's files can't be read; the save stands without a warning.
  }
}

/** The language of the person to whom a data folder belongs. */
export function languageIn(runtime: Runtime, folder: string): Language {
  return languageOf(runtime, loadConfig(runtime, { projectFolder: folder }).config);
}

/** What a commit takes along, since git tracks these files, and the command that ends it. */
export function exposedText(runtime: Runtime, exposed: readonly string[]): Sentence {
  const paths = { en: exposed.join(", "), zh: exposed.join("，") };
  return said("exposed", { paths, step: exposedStep(runtime, exposed) });
}

/** The next step for files that git tracks. */
export function exposedStep(runtime: Runtime, paths: readonly string[]): Sentence {
  const command = `git rm --cached ${paths.map((path) => shellWord(runtime, path)).join(" ")}`;
  return said("exposed_step", { command });
}

function leavesOutAll(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.includes("*") && !lines.some((line) => line.startsWith("!"));
}

/** A repository whose commits could carry the data folder. */
interface Repository {
  readonly root: string;
  /** The data folder, as git writes it. */
  readonly data: string;
  /** The exclude file; undefined where a planted `.git` may name that of another repository. */
  readonly exclude: string | undefined;
}

/** The repositories around a data folder, nearest first, up to the first whose `.git` is surely not broken. */
function repositoriesAround(runtime: Runtime, folder: string): Repository[] {
  const { files } = runtime;
  const real = destination(files, folder);
  const found: Repository[] = [];
  for (const root of foldersAround(runtime, real)) {
    if (files.stat(join(root, ".git")) === undefined) continue;
    const worktree = ownWorktreeAt(runtime, root);
    found.push({ root, data: gitPath(root, real), exclude: worktree && excludeFileOf(files, worktree) });
    if (worktree && files.stat(join(worktree.gitFolder, "HEAD"))) break;
  }
  return found;
}

function isLeftOut({ files }: Runtime, { root, data, exclude }: Repository, file: StorePath): boolean {
  const path = `${data}/${file}`;
  return isIgnored(ignoringOf(files, root, exclude, path), path);
}

/** What the exclude file says of the data folder; only `memory init --share` changes that line. */
function notedIn({ files }: Runtime, repository: Repository): ReturnType<typeof wishedHere> {
  const { exclude } = repository;
  const lines = exclude === undefined ? [] : (readText(files, exclude) ?? "").split(/\r?\n/);
  const pattern = patternOf(repository);
  if (lines.includes(pattern)) return "private";
  return lines.includes(`!${pattern}`) ? "shared" : undefined;
}
