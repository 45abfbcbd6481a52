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
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { sha256Hex } from "../hash.ts";

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
export type ModelState =
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
  const manifest = readManifest(runtime, folder);
  if (manifest === undefined) {
    if (runtime.files.stat(join(folder, MANIFEST_FILE))) {
      return { status: "damaged", problem: { en: "model.json is no record", zh: "model.json 内容无效" } };
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
    return [{
      en: `${path} is not what was downloaded: its checksum differs`,
      zh: `${path} 与下载时不同：校验和不符`,
    }];
  });
}

function sizeProblem(path: string, found: number | undefined, size: number): Sentence {
  return found === undefined
    ? { en: `${path} is missing`, zh: `缺少 ${path}` }
    : { en: `${path} has ${found} bytes instead of ${size}`, zh: `${path} 为 ${found} 字节，应为 ${size}` };
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

function readManifest(runtime: Runtime, folder: string): Manifest | undefined {
  const value = readJson(runtime.files, join(folder, MANIFEST_FILE));
  return isManifest(value) ? value : undefined;
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
