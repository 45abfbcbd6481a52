/**
 * In: a model's name. Out: the folder of its files, whether they are complete and unchanged, and how they came there.
 *
 *   ~/.memory/models/BAAI--bge-small-zh-v1.5/model.json          the revision in use; written last
 *   ~/.memory/models/BAAI--bge-small-zh-v1.5/75c43b069aac/…      its files, a folder per revision
 */
import { isAbsolute, join, resolve } from "node:path";
import { tried } from "../errors.ts";
import { readJson, replaceAtomically, sizesBelow } from "../files.ts";
import type { Config } from "../config/mod.ts";
import { SCHEMA } from "../config/schema.ts";
import { isObject } from "../json.ts";
import { memoryHome, withHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { sha256Hex } from "../hash.ts";
import { said } from "./words.ts";

export interface ModelFile {
  readonly path: string;
  readonly size: number;
  /** Undefined when the server gave none: then only the size was checked. */
  readonly sha256: string | undefined;
}

export interface Manifest {
  readonly version: 1;
  readonly model: string;
  readonly repository: string;
  readonly revision: string;
  readonly endpoint: string;
  readonly folder: string;
  readonly graph: string;
  readonly files: readonly ModelFile[];
  readonly downloaded_at: string;
}

type ModelState =
  | { readonly status: "ready"; readonly manifest: Manifest; readonly folder: string }
  | { readonly status: "absent" }
  /** A download began and did not finish. */
  | { readonly status: "partial"; readonly bytes: number }
  | { readonly status: "damaged"; readonly problem: Sentence; readonly manifest?: Manifest };

export const PART_SUFFIX = ".part";
const MANIFEST_FILE = "model.json";

/** The folder that holds all models, `~` standing for the home folder. */
export function modelsFolder(runtime: Runtime, { embedding }: Pick<Config, "embedding">): string {
  const { cache_dir } = embedding;
  // The default follows MEMORY_HOME, as everything below ~/.memory does.
  if (cache_dir === SCHEMA.embedding.cache_dir.fallback) return join(memoryHome(runtime), "models");
  // A relative path does not depend on the working directory.
  return resolve(memoryHome(runtime), withHome(runtime, cache_dir));
}

/** The folder that `embedding.model` names, if it names one: `/a/folder`, `~/a/folder`, `./a/folder`. */
export function ownFolderOf(runtime: Runtime, name: string): string | undefined {
  const path = withHome(runtime, name);
  if (isAbsolute(path)) return path;
  return /^\.{1,2}[\\/]/.test(name) ? resolve(runtime.cwd(), name) : undefined;
}

/** How much of a model is there, by the names and sizes of its files; `verifyFiles` checks their contents. */
export function modelState(runtime: Runtime, folder: string): ModelState {
  const manifest = readJson(runtime.files, join(folder, MANIFEST_FILE));
  if (!isManifest(manifest)) {
    if (runtime.files.stat(join(folder, MANIFEST_FILE))) {
      return { status: "damaged", problem: said("no_record") };
    }
    const bytes = folderBytes(runtime, folder);
    return bytes > 0 ? { status: "partial", bytes } : { status: "absent" };
  }
  const inside = join(folder, manifest.folder);
  for (const file of manifest.files) {
    const problem = sizeProblem(runtime, inside, file);
    if (problem) return { status: "damaged", problem, manifest };
  }
  return { status: "ready", manifest, folder: inside };
}

/** Compares every file with its recorded checksum; returns a sentence for each file that differs. */
export function verifyFiles(runtime: Runtime, folder: string, { files }: Manifest): Sentence[] {
  return files.flatMap((file) => {
    const { path, sha256 } = file;
    const isSame = () => sha256 === undefined || fileSha256(runtime, join(folder, path)) === sha256;
    return sizeProblem(runtime, folder, file) ?? (isSame() ? [] : said("checksum_differs", { path }));
  });
}

function sizeProblem(runtime: Runtime, folder: string, { path, size }: ModelFile): Sentence | undefined {
  const found = runtime.files.stat(join(folder, path))?.size;
  if (found === undefined) return said("missing", { path });
  return found === size ? undefined : said("wrong_size", { path, found, size });
}

/** Files are read by pieces: the weights of a model may be larger than the memory that is free. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The SHA-256 of a file in hexadecimal digits; a missing file counts as empty. */
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

/** Puts the files of a manifest in use, and removes the folders of other revisions. */
export function installManifest(runtime: Runtime, folder: string, manifest: Manifest): void {
  replaceAtomically(runtime, join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of runtime.files.list(folder)) {
    const path = join(folder, name);
    if (name === manifest.folder || runtime.files.stat(path)?.kind !== "folder") continue;
    // On Windows another process may use a file in it. The next download removes the folder.
    tried(() => runtime.files.remove(path));
  }
}

function isManifest(value: unknown): value is Manifest {
  return isObject(value) && value.version === 1 && typeof value.folder === "string" &&
    typeof value.graph === "string" && Array.isArray(value.files);
}

/** The bytes of a model's files, parts included; a lock is none of them. */
export function folderBytes({ files }: Pick<Runtime, "files">, folder: string): number {
  const names = files.list(folder).filter((name) => !name.endsWith(".lock"));
  return names.flatMap((name) => sizesBelow(files, join(folder, name))).reduce((sum, size) => sum + size, 0);
}
