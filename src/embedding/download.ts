/**
 * In: a model. Out: its files in the models folder, complete and checked, recorded in its model.json.
 * Nothing else in memory uses the network.
 */
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isInside, memoryHome } from "../paths.ts";
import { type Config, switchWord } from "../config/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { removeEmptyFolders } from "../files.ts";
import { sha256Hex } from "../hash.ts";
import { acquireLong, type LongLock } from "../store/lock.ts";
import { folderOfChoice, GRAPHS, type HubChoice, type ModelChoice, TRAIT_FILES } from "./choice.ts";
import { type Hub, lookUp, type RemoteFile } from "./hub.ts";
import { installManifest, type Manifest, type ModelFile, modelState } from "./model_files.ts";
import { listedFiles, notAsPinned, notPinned, pin, type PinnedFile, pinnedFiles, recordedFiles } from "./pins.ts";
import { transfer } from "./transfer.ts";
import { named } from "../wording.ts";
import { failure, said } from "./words.ts";

export interface Progress {
  /** Bytes of the model on the disk, and of all of it. */
  readonly done: number;
  readonly total: number;
}

export interface DownloadOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Called with a sentence for the person while it waits for another process or for a server. */
  readonly onNote?: (sentence: Sentence) => void;
  /** Ask the hub and check every file even if the model is there: a file may be damaged, or there is a new version. */
  readonly update?: boolean;
  /** Accept a model of unknown checksums, and record those of its files (pins.ts). */
  readonly pin?: boolean;
  /** Give up after one short try to reach the hub: `memory init` must not wait for a network that is not there. */
  readonly impatient?: boolean;
  /** For tests. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly stallMs?: number;
}

export interface Downloaded {
  /** `exists`: no file had to be fetched. */
  readonly status: "downloaded" | "exists";
  readonly manifest: Manifest;
}

const LOCK_FILE = "download.lock";
/** After so long without a byte a connection counts as cut, however slow it is. */
const STALL_MS = 30_000;
const IMPATIENT_STALL_MS = 5_000;
/** With the pauses between them these tries take three seconds. */
const FIRST_TRIES = 3;
const WAIT_FOR_OTHER_MS = 250;

/** Throws MODEL_UNAVAILABLE where MEMORY_OFFLINE rules out every download. */
export function refuseOffline(runtime: Pick<Runtime, "env">, { name }: Pick<ModelChoice, "name">): void {
  const offline = runtime.env("MEMORY_OFFLINE") ?? "";
  if (offline !== "" && switchWord(offline) !== false) throw failure("offline", { name });
}

/** Downloads a model unless it is there. Throws MODEL_UNAVAILABLE or IO_ERROR; the next call goes on from there. */
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
  if (!before && !pinned && !options.pin) throw notPinned(runtime, choice);
  if (before && !options.update) return { status: "exists", manifest: before };
  refuseOffline(runtime, choice);
  const isNew = runtime.files.stat(folder) === undefined;
  runtime.files.makeFolder(folder);
  const lock = await takeLock(runtime, join(folder, LOCK_FILE), options);
  try {
    // Another process may have downloaded the model while this one waited.
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
    // What a failed download left empty goes; of a folder outside of memory's home only this one.
    const home = memoryHome(runtime);
    if (isNew) removeEmptyFolders(runtime, folder, isInside(folder, home) ? home : dirname(folder));
  }
}

async function takeLock(runtime: Runtime, path: string, { onNote, pause = sleep }: DownloadOptions): Promise<LongLock> {
  for (let told = false;; told = true) {
    const lock = acquireLong(runtime, path);
    if (lock) return lock;
    if (!told) onNote?.(said("other_downloads"));
    await pause(WAIT_FOR_OTHER_MS);
  }
}

async function fetchAll(
  runtime: Runtime,
  hub: Hub,
  { choice, folder, before, pinned }: {
    choice: HubChoice;
    folder: string;
    before: Manifest | undefined;
    pinned: readonly PinnedFile[] | undefined;
  },
  report: (progress: Progress) => void,
): Promise<Downloaded> {
  const { repository, revision, graph, files: found } = await findModel(hub, choice);
  const wanted = !pinned ? found : found.map((file) => {
    const pin = pinned.find(({ path }) => path === file.path);
    if (!pin) throw notAsPinned(runtime, choice, said("is_new", { path: file.path }));
    return { ...file, pinned: pin };
  });
  const total = wanted.reduce((sum, file) => sum + (file.size ?? 0), 0);
  const name = revision.slice(0, 12);
  const files: ModelFile[] = [];
  let done = 0;
  let isNew = before?.revision !== revision;
  for (const file of wanted) {
    const target = join(folder, name, ...file.path.split("/"));
    const came = await transfer(runtime, hub, file, target, (bytes) => {
      report({ done: done + bytes, total });
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

async function findModel(hub: Hub, choice: HubChoice) {
  const { repository, asked, tokenizer } = await findRepository(hub, choice);
  // The commit that the first answer named, so that files of two commits never mix. A mirror may know no commits.
  const { commit } = tokenizer;
  const isNamed = commit !== undefined && commit !== asked && await lookUp(hub, repository, commit, tokenizer.path);
  const revision = isNamed ? commit : asked;
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

async function findRepository(hub: Hub, choice: HubChoice) {
  const { repositories, revisions } = choice.kind === "known"
    // A mirror may keep no history: then its newest files are taken, and their revision is recorded.
    ? { repositories: choice.known.repositories, revisions: [choice.known.revision, "main"] }
    : { repositories: [choice.repository], revisions: ["main"] };
  for (const asked of revisions) {
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

/** The ONNX graph, and the file `<graph>_data` beside it, which may hold the weights. */
async function findGraph(
  hub: Hub,
  choice: HubChoice,
  find: (path: string) => Promise<RemoteFile | undefined>,
): Promise<RemoteFile[]> {
  const usual = GRAPHS.filter((path) => choice.precision === "q8" || !/quantized|int8/.test(path));
  for (const path of usual) {
    const graph = await find(path);
    const weights = graph && await find(`${path}_data`);
    if (graph) return weights ? [graph, weights] : [graph];
  }
  throw failure("no_onnx", { endpoint: hub.endpoint, name: choice.name, usual: named(usual) });
}

/** A revision for a server that names no commit, made from the tags of the files. */
function unnamedRevision(files: readonly RemoteFile[]): string {
  const tags = files.map(({ path, etag, size }) => `${path} ${etag} ${size}`);
  return sha256Hex([tags.join("\n")]).slice(0, 40);
}
