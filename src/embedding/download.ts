/**
 * In: which model. Out: its files in the models folder, complete and checked, recorded in its model.json.
 * Not done here: asking the person. Only who was told to touches the network.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isInside, memoryHome } from "../paths.ts";
import { type Config, switchWord } from "../config/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { sha256Hex } from "../hash.ts";
import { acquireLong, type LongLock } from "../store/lock.ts";
import { folderOfChoice, GRAPHS, type ModelChoice, TRAIT_FILES } from "./choice.ts";
import { type Hub, lookUp, type RemoteFile } from "./hub.ts";
import {
  installManifest,
  listedFiles,
  type Manifest,
  type ModelFile,
  modelState,
  notAsPinned,
  notPinned,
  pin,
  type PinnedFile,
  pinnedFiles,
  recordedFiles,
} from "./model_files.ts";
import { GRAPH_OF } from "./models.ts";
import { transfer } from "./transfer.ts";
import { named } from "../wording.ts";
import { failure, said } from "./words.ts";

/** How far a download is. */
export interface Progress {
  readonly file: string;
  /** Bytes of the model on the disk, and of all of it. */
  readonly done: number;
  readonly total: number;
}

/** How to download, and whom to tell. */
export interface DownloadOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Sentences for a person: waiting for another process, for a server. */
  readonly onNote?: (sentence: Sentence) => void;
  /** Ask the hub and check every file even if the model is there: it may be damaged, `main` may have moved. */
  readonly update?: boolean;
  /** Take what nobody vouches for, and remember what it is (model_files.ts). */
  readonly pin?: boolean;
  /** One short try to reach the hub: who asked wants something else first. */
  readonly impatient?: boolean;
  /** For tests. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly stallMs?: number;
}

/** What is there now. */
export interface Downloaded {
  /** `exists`: nothing had to be fetched. */
  readonly status: "downloaded" | "exists";
  readonly manifest: Manifest;
}

/** A model of the hub; a folder of the user's own is never downloaded. */
type HubChoice = Exclude<ModelChoice, { kind: "folder" }>;

const LOCK_FILE = "download.lock";
/** A slow line is fine as long as something comes. */
const STALL_MS = 30_000;
const IMPATIENT_STALL_MS = 5_000;
/** With the pauses between them three seconds. */
const FIRST_TRIES = 3;
/** How often to look whether another process is done. */
const WAIT_FOR_OTHER_MS = 250;

/** Downloads a model unless it is there. Throws MODEL_UNAVAILABLE or IO_ERROR; what has arrived stays for next time. */
export async function downloadModel(
  runtime: Runtime,
  config: Pick<Config, "embedding">,
  choice: ModelChoice,
  options: DownloadOptions = {},
): Promise<Downloaded> {
  if (choice.kind === "folder") throw failure("own_folder", { name: choice.name });
  const folder = folderOfChoice(runtime, config, choice);
  const isThere = () => {
    const state = modelState(runtime, folder);
    return state.status === "ready" ? state.manifest : undefined;
  };
  const before = isThere();
  const pinned = options.pin
    ? listedFiles(choice)
    : pinnedFiles(runtime, choice) ?? (before && recordedFiles(before.files));
  if (!before && !pinned && !options.pin) throw notPinned(choice);
  if (before && !options.update) return { status: "exists", manifest: before };
  const offline = runtime.env("MEMORY_OFFLINE") ?? "";
  if (offline !== "" && switchWord(offline) !== false) throw failure("offline", { name: choice.name });
  const isNew = runtime.files.stat(folder) === undefined;
  runtime.files.makeFolder(folder);
  const lock = await takeLock(runtime, join(folder, LOCK_FILE), options);
  try {
    // Another process may have brought it while this one waited.
    const meanwhile = isThere();
    if (meanwhile && !options.update) return { status: "exists", manifest: meanwhile };
    const hub = hubAt(runtime, config.embedding.endpoint, options);
    const report = (progress: Progress) => {
      options.onProgress?.(progress);
      lock.keep();
    };
    const got = await fetchAll(runtime, hub, { choice, folder, before: meanwhile, pinned }, report);
    if (!listedFiles(choice)) pin(runtime, choice, recordedFiles(got.manifest.files) ?? []);
    return got;
  } finally {
    lock.release();
    if (isNew) removeEmpty(runtime, folder);
  }
}

/** Takes away the folder that a failed download left empty, and those of ours above it. */
function removeEmpty(runtime: Runtime, folder: string): void {
  const { files } = runtime;
  const home = memoryHome(runtime);
  for (let each = folder; each === folder || (each !== home && isInside(each, home)); each = dirname(each)) {
    if (files.stat(each)?.kind !== "folder" || files.list(each).length > 0) return;
    files.remove(each);
  }
}

async function takeLock(
  runtime: Runtime,
  path: string,
  { onNote, pause = sleep }: DownloadOptions,
): Promise<LongLock> {
  for (let told = false;; told = true) {
    const lock = acquireLong(runtime, path);
    if (lock) return lock;
    if (!told) onNote?.(said("other_downloads"));
    await pause(WAIT_FOR_OTHER_MS);
  }
}

/** What is fetched, to where, and what of it was there before. */
interface Wanted {
  readonly choice: HubChoice;
  readonly folder: string;
  readonly before: Manifest | undefined;
  readonly pinned: readonly PinnedFile[] | undefined;
}

/** Brings the files, one after the other. */
async function fetchAll(
  runtime: Runtime,
  hub: Hub,
  { choice, folder, before, pinned }: Wanted,
  report: (progress: Progress) => void,
): Promise<Downloaded> {
  const found = await findModel(hub, choice);
  const { repository, revision, graph } = found;
  const wanted = pinned ? found.files.map((file) => withPin(choice, file, pinned)) : found.files;
  const total = wanted.reduce((sum, file) => sum + (file.size ?? 0), 0);
  const name = revision.slice(0, 12);
  const files: ModelFile[] = [];
  let done = 0;
  let isNew = before?.revision !== revision;
  for (const file of wanted) {
    const target = join(folder, name, ...file.path.split("/"));
    const came = await transfer(runtime, hub, file, target, (bytes) => {
      report({ file: file.path, done: done + bytes, total });
    });
    done += came.file.size;
    isNew ||= came.fetched;
    files.push(came.file);
  }
  if (before && !isNew) return { status: "exists", manifest: before };
  const manifest: Manifest = {
    version: 1,
    model: choice.name,
    repository,
    revision,
    endpoint: hub.endpoint,
    folder: name,
    graph,
    files,
    downloaded_at: runtime.now().toISOString(),
  };
  installManifest(runtime, folder, manifest);
  return { status: "downloaded", manifest };
}

function withPin(choice: HubChoice, file: RemoteFile, pins: readonly PinnedFile[]): RemoteFile {
  const pinned = pins.find(({ path }) => path === file.path);
  if (!pinned) throw notAsPinned(choice, said("path_is_new", { path: file.path }));
  return { ...file, pinned };
}

function hubAt(runtime: Runtime, endpoint: string, options: DownloadOptions): Hub {
  const { onNote, impatient = false, pause = sleep, stallMs } = options;
  return {
    endpoint,
    now: runtime.now,
    pause,
    stallMs: stallMs ?? (impatient ? IMPATIENT_STALL_MS : STALL_MS),
    firstTries: impatient ? 1 : FIRST_TRIES,
    contact: { made: false },
    ...onNote && { onWait: onNote },
  };
}

/** Finds the repository and revision that have the model, and all its files. */
async function findModel(hub: Hub, choice: HubChoice) {
  const { repository, asked, tokenizer } = await findRepository(hub, choice);
  const revision = await pinnedRevision(hub, repository, asked, tokenizer);
  const find = (path: string) => lookUp(hub, repository, revision, path);
  const listed = listedFiles(choice)?.map(({ path }) => path);
  const graphs = listed ? [] : await findGraph(hub, choice, find);
  const paths = listed ?? ["tokenizer_config.json", ...TRAIT_FILES];
  const others = await Promise.all(
    paths.filter((path) => path !== tokenizer.path).map(async (path) => {
      const file = await find(path);
      if (!file && listed) throw failure("lacks_file", { endpoint: hub.endpoint, name: choice.name, path });
      return file ?? [];
    }),
  );
  const files = [tokenizer, ...others.flat(), ...graphs];
  const graph = files.find(({ path }) => path.endsWith(".onnx"))?.path ?? "";
  return { repository, revision: tokenizer.commit ?? unnamedRevision(files), graph, files };
}

/** The commit that the first answer named, so that files of two commits never mix. A mirror may know no commits. */
async function pinnedRevision(
  hub: Hub,
  repository: string,
  asked: string,
  { commit, path }: RemoteFile,
): Promise<string> {
  if (commit === undefined || commit === asked) return asked;
  return await lookUp(hub, repository, commit, path) ? commit : asked;
}

async function findRepository(
  hub: Hub,
  choice: HubChoice,
): Promise<{ repository: string; asked: string; tokenizer: RemoteFile }> {
  const known = choice.kind === "known" ? choice.known : undefined;
  const repositories = known?.repositories ?? [choice.kind === "repository" ? choice.repository : choice.name];
  // A mirror may keep no history: then we take its newest files and record what they are.
  for (const asked of known ? [known.revision, "main"] : ["main"]) {
    for (const repository of repositories) {
      const tokenizer = await lookUp(hub, repository, asked, "tokenizer.json");
      if (tokenizer) return { repository, asked, tokenizer };
    }
  }
  throw failure("has_no_model", {
    endpoint: hub.endpoint,
    repositories: { en: repositories.join(" or "), zh: repositories.join(" 或 ") },
  });
}

/** The ONNX graph and the weights beside it. */
async function findGraph(
  hub: Hub,
  choice: HubChoice,
  find: (path: string) => Promise<RemoteFile | undefined>,
): Promise<RemoteFile[]> {
  const usual = GRAPHS.filter((path) => choice.precision === "q8" || !/quantized|int8/.test(path));
  const own = choice.kind === "known" ? [GRAPH_OF[choice.precision]] : [];
  for (const path of new Set([...own, ...usual])) {
    const graph = await find(path);
    const weights = graph && await find(`${path}_data`);
    if (graph) return weights ? [graph, weights] : [graph];
  }
  throw failure("no_onnx", { endpoint: hub.endpoint, name: choice.name, usual: named(usual) });
}

/** The revision for a server that names no commit: made from the files' own tags. */
function unnamedRevision(files: readonly RemoteFile[]): string {
  const tags = files.map(({ path, etag, size }) => `${path} ${etag} ${size}`);
  return sha256Hex([tags.join("\n")]).slice(0, 40);
}
