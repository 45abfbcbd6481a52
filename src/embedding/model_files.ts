/**
 * In: a model's name. Out: where its files lie, whether they are all there, and what was recorded when they came.
 * Not done here: getting them (download.ts), using them (mod.ts).
 *
 *   ~/.memory/models/BAAI--bge-small-zh-v1.5/model.json          what is in use, written last
 *   ~/.memory/models/BAAI--bge-small-zh-v1.5/75c43b069aac/…      its files, a folder per revision
 */
import { isAbsolute, join, resolve } from "node:path";
import { readJson, replaceAtomically } from "../files.ts";
import type { Config } from "../config/mod.ts";
import { isObject } from "../json.ts";
import { memoryHome, withHome } from "../paths.ts";
import type { FileStat, Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { sha256Hex } from "../hash.ts";
import { MemoryError } from "../errors.ts";
import type { ModelChoice } from "./choice.ts";
import { failure, said } from "./words.ts";

/** A file of a model. */
export interface ModelFile {
  /** In the repository, with forward slashes. */
  readonly path: string;
  readonly size: number;
  /** Undefined when the server told none: then only the size was checked. */
  readonly sha256: string | undefined;
}

/** `model.json`: what was downloaded, from where. */
export interface Manifest {
  readonly version: 1;
  readonly model: string;
  readonly repository: string;
  readonly revision: string;
  readonly endpoint: string;
  /** Below the model's folder. */
  readonly folder: string;
  /** The ONNX graph among the files. */
  readonly graph: string;
  readonly files: readonly ModelFile[];
  readonly downloaded_at: string;
}

/** What is there of a model. */
type ModelState =
  | { readonly status: "ready"; readonly manifest: Manifest; readonly folder: string }
  | { readonly status: "absent" }
  /** Begun, not finished. */
  | { readonly status: "partial"; readonly bytes: number }
  | { readonly status: "damaged"; readonly problem: Sentence; readonly manifest?: Manifest };

/** Of a file that has not come whole. */
export const PART_SUFFIX = ".part";
/** The record of what was downloaded. */
export const MANIFEST_FILE = "model.json";

/** The folder that holds all models, `~` standing for the home folder. */
export function modelsFolder(runtime: Runtime, { embedding }: Pick<Config, "embedding">): string {
  const { cache_dir } = embedding;
  // The default follows MEMORY_HOME, as everything below ~/.memory does.
  if (cache_dir === "~/.memory/models") return join(memoryHome(runtime), "models");
  // One folder for everybody, wherever they stand.
  return resolve(memoryHome(runtime), withHome(runtime, cache_dir));
}

/** The folder of one model; its name is the model's with what a file name can't hold replaced. */
export function modelFolder(modelsFolder: string, name: string): string {
  return join(modelsFolder, name.replaceAll("/", "--").replace(/[^\w.@-]/g, "_"));
}

/** The folder that `embedding.model` names, where it names a folder: `/a/folder`, `~/a/folder`, `./a/folder`. */
export function ownFolderOf(runtime: Runtime, name: string): string | undefined {
  const path = withHome(runtime, name);
  if (isAbsolute(path)) return path;
  return /^\.{1,2}[\\/]/.test(name) ? resolve(runtime.cwd(), name) : undefined;
}

/** What is there of a model. Reads names and sizes, not contents: `verifyFiles` does that. */
export function modelState(runtime: Runtime, folder: string): ModelState {
  if (runtime.files.stat(folder) === undefined) return { status: "absent" };
  const manifest = readJson(runtime.files, join(folder, MANIFEST_FILE));
  if (!isManifest(manifest)) {
    if (runtime.files.stat(join(folder, MANIFEST_FILE))) {
      return { status: "damaged", problem: said("no_record") };
    }
    const bytes = folderBytes(runtime, folder);
    return bytes > 0 ? { status: "partial", bytes } : { status: "absent" };
  }
  const inside = join(folder, manifest.folder);
  for (const { path, size } of manifest.files) {
    const found = runtime.files.stat(join(inside, path))?.size;
    if (found === size) continue;
    return { status: "damaged", problem: sizeProblem(path, found, size), manifest };
  }
  return { status: "ready", manifest, folder: inside };
}

/** Compares every file with its recorded checksum; returns a sentence per file that differs. */
export function verifyFiles(runtime: Runtime, folder: string, { files }: Manifest): Sentence[] {
  return files.flatMap(({ path, size, sha256 }) => {
    const found = runtime.files.stat(join(folder, path))?.size;
    if (found !== size) return [sizeProblem(path, found, size)];
    if (sha256 === undefined || fileSha256(runtime, join(folder, path)) === sha256) return [];
    return [said("checksum_differs", { path })];
  });
}

function sizeProblem(path: string, found: number | undefined, size: number): Sentence {
  return found === undefined ? said("missing", { path }) : said("wrong_size", { path, found, size });
}

/** Read by pieces: a model may be larger than what one wants in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The SHA-256 of a file in hexadecimal digits; of nothing when the file is not there. */
export function fileSha256(runtime: Runtime, path: string): string {
  return sha256Hex(pieces(runtime, path));
}

function* pieces(runtime: Runtime, path: string): Generator<Uint8Array> {
  for (let start = 0;; start += PIECE_BYTES) {
    const piece = runtime.files.readRange(path, start, PIECE_BYTES);
    if (piece === undefined || piece.length === 0) return;
    yield piece;
  }
}

/** Makes a set of files the one in use, and removes the folders of other revisions. */
export function installManifest(runtime: Runtime, folder: string, manifest: Manifest): void {
  replaceAtomically(runtime, join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of runtime.files.list(folder)) {
    const path = join(folder, name);
    if (name === manifest.folder || runtime.files.stat(path)?.kind !== "folder") continue;
    try {
      runtime.files.remove(path);
    } catch {
      // In use by another process on Windows; the next download tries again.
    }
  }
}

function isManifest(value: unknown): value is Manifest {
  return isObject(value) && value.version === 1 && typeof value.folder === "string" &&
    typeof value.graph === "string" &&
    Array.isArray(value.files);
}

/** Bytes of a model's files, whole or in part. */
export function folderBytes(runtime: Runtime, folder: string): number {
  return runtime.files.list(folder).reduce((sum, name) => {
    const path = join(folder, name);
    const stat = runtime.files.stat(path);
    if (stat?.kind === "folder") return sum + folderBytes(runtime, path);
    return sum + (name.endsWith(".lock") ? 0 : stat?.size ?? 0);
  }, 0);
}

// A model of our list has its checksums in models.ts. Any other one nobody vouches for: the person takes it once, with
// `--pin`, and what it was then is kept in `~/.memory/pinned-models.json`.

/** A file and what it has to be. */
export interface PinnedFile {
  /** Relative to the model's folder, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
  /** Bytes, where they are known before. */
  readonly size?: number;
}

interface Pins {
  /** The name or folder of a model → its files. */
  readonly models: Readonly<Record<string, readonly PinnedFile[]>>;
  /** A path → its checksum, and what the system said of the file when that was computed. */
  readonly checked: Readonly<Record<string, { readonly sha256: string; readonly stamp: string }>>;
}

const PINS_FILE = "pinned-models.json";

/** The files of a model, as they have to be; undefined for one that nobody has vouched for yet. */
export function pinnedFiles(runtime: Runtime, choice: ModelChoice): readonly PinnedFile[] | undefined {
  return listedFiles(choice) ?? readPins(runtime).models[keyOf(choice)];
}

/** The files of a model of our list in the precision that is wanted. */
export function listedFiles(choice: ModelChoice): readonly PinnedFile[] | undefined {
  return choice.kind === "known" ? choice.known.files[choice.precision] : undefined;
}

/** The checksums that were recorded when a model came; undefined where one is missing. */
export function recordedFiles(files: readonly ModelFile[]): PinnedFile[] | undefined {
  const sums = files.flatMap(({ path, size, sha256 }) => sha256 === undefined ? [] : [{ path, size, sha256 }]);
  return sums.length === files.length ? sums : undefined;
}

/** Keeps what the person took. Throws IO_ERROR. */
export function pin(runtime: Runtime, choice: ModelChoice, files: readonly PinnedFile[]): void {
  const { models, checked } = readPins(runtime);
  writePins(runtime, { models: { ...models, [keyOf(choice)]: files }, checked });
}

/** The failure for a model that nobody has vouched for. */
export function notPinned({ kind, name }: ModelChoice): MemoryError {
  const command = kind === "folder" ? `memory model verify '${name}' --pin` : `memory model download ${name} --pin`;
  return failure("nobody_vouches", { name, command });
}

/** The failure for files that are not what was pinned. */
export function notAsPinned(choice: Pick<ModelChoice, "kind" | "name">, problem: Sentence): MemoryError {
  const { kind, name } = choice;
  const fetch = `memory model download ${name} --update`;
  const again = kind === "folder" ? `memory model verify '${name}' --pin` : `${fetch} --pin`;
  const step = kind === "known" ? said("fetch_again", { command: fetch }) : said("pin_again", { command: again });
  return failure("not_as_pinned", { name, problem, step });
}

/** How files differ from the pinned ones. The checksum of a file that has not changed since is not computed again. */
export function changedFiles(runtime: Runtime, folder: string, files: readonly PinnedFile[]): Sentence[] {
  const { models, checked } = readPins(runtime);
  const fresh = { ...checked };
  const problems = files.flatMap(({ path, sha256 }): Sentence[] => {
    const place = join(folder, ...path.split("/"));
    const stat = runtime.files.stat(place);
    if (stat?.kind !== "file") return [said("missing", { path })];
    const stamp = stampOf(stat);
    const known = checked[place];
    const found = known?.stamp === stamp ? known.sha256 : fileSha256(runtime, place);
    fresh[place] = { sha256: found, stamp };
    return found === sha256 ? [] : [said("sum_differs", { path })];
  });
  if (JSON.stringify(fresh) !== JSON.stringify(checked)) {
    try {
      writePins(runtime, { models, checked: fresh });
    } catch {
      // Where nothing can be written, it is computed each time.
    }
  }
  return problems;
}

function keyOf({ kind, name, ...choice }: ModelChoice): string {
  return kind === "folder" && "folder" in choice ? choice.folder : name;
}

/** An edit can't hide behind a restored time: the system keeps a second one that nobody can set. */
function stampOf({ size, modifiedNs, changedNs, inode }: FileStat): string {
  return [size, modifiedNs, changedNs, inode].join(" ");
}

function readPins(runtime: Runtime): Pins {
  const value = readJson(runtime.files, join(memoryHome(runtime), PINS_FILE));
  const { models, checked } = isObject(value) ? value : {};
  return {
    models: isObject(models) ? models as Pins["models"] : {},
    checked: isObject(checked) ? checked as Pins["checked"] : {},
  };
}

function writePins(runtime: Runtime, pins: Pins): void {
  runtime.files.makeFolder(memoryHome(runtime));
  replaceAtomically(
    runtime,
    join(memoryHome(runtime), PINS_FILE),
    `${JSON.stringify({ version: 1, ...pins }, null, 2)}\n`,
  );
}
