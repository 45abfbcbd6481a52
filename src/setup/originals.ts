/** The content of files before init first changed them, which uninstall puts back. These copies do not expire. */
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { readJson, replaceAtomically, sweepBeside } from "../files.ts";
import { isObject } from "../json.ts";
import { stampOf } from "../records/ids.ts";
import { destination, isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { anchorOf } from "../store/owner.ts";
import { ORIGINALS_FOLDER } from "../store/layout.ts";
import type { FileToBe } from "../together.ts";
import { refuse } from "./words.ts";

const MANIFEST = "manifest.json";

/** What was at a path. Copies of a project's files lie in the home of its memory, others in `~/.memory`. */
interface Entry {
  /** Relative to the data folder, so that a project can be moved, or to `~/.memory`. A folder's ends with a slash. */
  readonly path: string;
  /** The copy's name; null when there was nothing. */
  readonly copy: string | null;
}

/**
 * A file before our first change, without `bytes` where it did not exist; undefined when we never changed it, or its
 * copy is gone: it is not taken for a file that we made.
 */
export function originalOf(runtime: Runtime, base: string, path: string) {
  const entry = readManifest(runtime, base).find((each) => each.path === keyOf(runtime, base, path));
  if (!entry) return undefined;
  const copy = entry.copy === null ? undefined : join(base, ORIGINALS_FOLDER, entry.copy);
  const bytes = copy === undefined ? undefined : runtime.files.read(copy);
  return copy !== undefined && bytes === undefined ? undefined : { bytes, copy };
}

/** The text of an original; undefined where there was no file. */
export function textOf(original: ReturnType<typeof originalOf>): string | undefined {
  return original?.bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(original.bytes);
}

/** The names of the files of which there are copies: originals, and files of ours that the user had changed. */
export function namesKept(runtime: Runtime, base: string): readonly string[] {
  const copies = runtime.files.list(join(base, ORIGINALS_FOLDER)).filter((name) => name !== MANIFEST);
  return [...new Set(copies.map((name) => name.replace(/^[\d-]+-\w{4}-/, "")))].sort();
}

/** The folders that init made; undefined at a place that 0.1.0 set up, which noted none. */
export function madeFolders(runtime: Runtime, base: string): ReadonlySet<string> | undefined {
  const folders = readManifest(runtime, base).filter(({ path }) => path.endsWith("/"));
  return folders.length > 0 ? new Set(folders.map(({ path }) => resolve(anchorOf(runtime, base), path))) : undefined;
}

/** Forgets folders that are gone; a folder that still holds something is removed later. */
export function forgetGone(runtime: Runtime, base: string, folders: ReadonlySet<string>): void {
  const folder = join(base, ORIGINALS_FOLDER);
  if (!runtime.files.stat(folder)) return;
  guardOriginals(runtime, base);
  const gone = new Set(
    [...folders].filter((each) => !runtime.files.stat(each)).map((each) => folderKey(runtime, base, each)),
  );
  writeManifest(runtime, base, readManifest(runtime, base).filter(({ path }) => !gone.has(path)));
  if (runtime.files.list(folder).length === 0) runtime.files.remove(folder);
}

/** Throws IO_ERROR when a link would lead the copies out of their folder. */
export function guardOriginals(runtime: Runtime, base: string): void {
  const path = join(base, ORIGINALS_FOLDER, MANIFEST);
  const to = destination(runtime.files, path);
  if (!isInside(to, destination(runtime.files, base))) {
    refuse("copies_lead_out", { path: join(base, ORIGINALS_FOLDER), to });
  }
}

/**
 * Copies files that have no original yet, and notes the folders that init is about to make outside of the data folder,
 * all on the disk. `onFailure` gets a function that forgets this again.
 */
export function keepOriginals(
  runtime: Runtime,
  base: string,
  { changes, made }: { changes: readonly { path: string; original: Uint8Array | undefined }[]; made: Iterable<string> },
  onFailure: (forget: () => void) => void,
): void {
  const folder = join(base, ORIGINALS_FOLDER);
  const isNew = runtime.files.stat(folder) === undefined;
  const entries = readManifest(runtime, base);
  const all = new Map(entries.map((entry) => [entry.path, entry]));
  const copies: string[] = [];
  onFailure(() => {
    guardOriginals(runtime, base);
    if (isNew) return runtime.files.remove(folder);
    // The manifest first, so that it never names a missing copy.
    if (all.size > entries.length) writeManifest(runtime, base, entries);
    for (const copy of copies) runtime.files.remove(join(folder, copy));
  });
  for (const { path, original } of changes) {
    const key = keyOf(runtime, base, path);
    if (all.has(key)) continue;
    const copy = original === undefined ? null : writeCopy(runtime, base, path, original);
    if (copy !== null) copies.push(copy);
    all.set(key, { path: key, copy });
  }
  const anchor = destination(runtime.files, anchorOf(runtime, base));
  for (const each of made) {
    const path = folderKey(runtime, base, each);
    if (!isInside(destination(runtime.files, each), anchor)) all.set(path, { path, copy: null });
  }
  if (all.size > entries.length) writeManifest(runtime, base, [...all.values()]);
}

/** Keeps a copy of a file of ours that the user changed. Returns its path. */
export function keepEdited(runtime: Runtime, base: string, path: string, bytes: Uint8Array): string {
  return join(base, ORIGINALS_FOLDER, writeCopy(runtime, base, path, bytes));
}

/** The manifest without the originals of these files; `removeCopies` removes their copies, but for `missed` ones. */
export function forgettingOriginals(runtime: Runtime, base: string, paths: readonly string[]) {
  const folder = join(base, ORIGINALS_FOLDER);
  const manifest = join(folder, MANIFEST);
  const bytes = runtime.files.read(manifest);
  const keyed = new Map(paths.map((path) => [keyOf(runtime, base, path), path]));
  const entries = readManifest(runtime, base);
  const gone = entries.filter(({ path }) => keyed.has(path));
  const left = entries.filter(({ path }) => !keyed.has(path));
  const file: FileToBe[] = gone.length === 0 ? [] : [{
    path: manifest,
    after: left.length === 0 ? undefined : new TextEncoder().encode(textOfManifest(left)),
    before: () => bytes,
  }];
  const removeCopies = (missed: readonly string[]) => {
    if (!runtime.files.stat(folder)) return;
    for (const { path, copy } of gone) {
      if (copy !== null && !missed.includes(keyed.get(path) ?? "")) runtime.files.remove(join(folder, copy));
    }
    if (runtime.files.list(folder).length === 0) runtime.files.remove(folder);
  };
  return { file, removeCopies };
}

function writeCopy(runtime: Runtime, base: string, path: string, bytes: Uint8Array): string {
  const folder = join(base, ORIGINALS_FOLDER);
  const copy = `${stampOf(runtime.now(), runtime)}-${runtime.random(4)}-${basename(path)}`;
  runtime.files.makeFolder(folder);
  runtime.files.write(join(folder, copy), bytes, { how: "create", sync: true });
  return copy;
}

function keyOf(runtime: Runtime, base: string, path: string): string {
  const anchor = anchorOf(runtime, base);
  // Paths are relative to the data folder's real path, also where a link leads to the project.
  const place = anchor === base ? resolve(path) : join(destination(runtime.files, dirname(path)), basename(path));
  return relative(resolve(anchor), place).split(sep).join("/");
}

function folderKey(runtime: Runtime, base: string, folder: string): string {
  return `${keyOf(runtime, base, folder)}/`;
}

/** Without a manifest uninstall removes our parts from the files instead of putting copies back. */
function readManifest(runtime: Runtime, base: string): readonly Entry[] {
  const value = readJson(runtime.files, join(base, ORIGINALS_FOLDER, MANIFEST));
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && typeof value.path === "string" &&
    (value.copy === null || (typeof value.copy === "string" && basename(value.copy) === value.copy));
}

function writeManifest(runtime: Runtime, base: string, entries: readonly Entry[]): void {
  const path = join(base, ORIGINALS_FOLDER, MANIFEST);
  sweepBeside(runtime, path);
  if (entries.length === 0) return runtime.files.remove(path);
  runtime.files.makeFolder(dirname(path));
  replaceAtomically(runtime, path, textOfManifest(entries));
}

function textOfManifest(entries: readonly Entry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}
