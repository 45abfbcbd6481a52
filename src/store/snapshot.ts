/**
 * A list read page by page shows one view, whatever is written meanwhile. The view is a list of keys, and how long the
 * audit log was when it was opened: of what was written since, the backups tell how it was before.
 *
 * @module
 */
import { fail } from "../errors.ts";
import { modifiedMs, readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { operationsSince } from "./audit.ts";
import { readManifest } from "./backup.ts";
import {
  AUDIT_FILE,
  guardInside,
  leadsInside,
  namesInside,
  pathOf,
  readInside,
  SNAPSHOTS_FOLDER,
  type StorePath,
} from "./layout.ts";
import type { Store } from "./mod.ts";

/** A record of a view: its file and key. */
export interface Ref {
  readonly file: StorePath;
  readonly key: string;
}

export interface View {
  readonly total: number;
  /** What was asked for when it was opened, as a digest: no word of it may stay behind a purge. */
  readonly asked: string;
  page(offset: number, limit: number): Ref[];
  /**
   * The file as it was before this record was first changed or taken away since; undefined when it was not, was not
   * there, or was purged: a view must not bring that back.
   */
  fileBefore(ref: Ref): Uint8Array | undefined;
}

/** A conversation about a list takes minutes; after an hour nobody turns its pages. */
export const SNAPSHOT_LIVES_MS = 60 * 60_000;
/** More open views than anybody needs. Beyond it the oldest goes, so that listing in a loop can't fill the disk. */
const SNAPSHOTS_KEPT = 20;
const TOKEN_LENGTH = 12;
const TOKEN = /^[a-z0-9]{12}$/;

interface SnapshotFile {
  readonly created_at: string;
  readonly asked?: string;
  /** How many bytes of the audit log are older than the view. */
  readonly since: number;
  /** Runs name a file by its place in this list. */
  readonly files: readonly StorePath[];
  /** Keys of the same file in a row. */
  readonly runs: readonly Run[];
}

type Run = readonly [file: number, keys: readonly string[]];

/**
 * Opens a view. This comes before its records are read, so that no write in between is taken for an older one. Old
 * views go.
 *
 * @param asked what was asked for, as a digest
 * @param token that of the same view in another layer
 * @returns the token, and the function that fills the view
 */
export function openSnapshot(
  store: Store,
  asked = "",
  token: string = store.runtime.random(TOKEN_LENGTH),
): { readonly token: string; fill(refs: Iterable<Ref>): void } {
  const { runtime } = store;
  dropOldSnapshots(store);
  const since = runtime.files.stat(pathOf(store, AUDIT_FILE))?.size ?? 0;
  const base = { created_at: runtime.now().toISOString(), asked, since };
  const write = (content: Pick<SnapshotFile, "files" | "runs">) => {
    const text = JSON.stringify({ ...base, ...content });
    // Not flushed: a power cut costs the view and nothing else.
    guardInside(store, pathOf(store, snapshotFile(token)));
    replaceAtomically(runtime, pathOf(store, snapshotFile(token)), text, { sync: false });
  };
  write({ files: [], runs: [] });
  return { token, fill: (refs) => write(packed(refs)) };
}

function packed(refs: Iterable<Ref>): Pick<SnapshotFile, "files" | "runs"> {
  const places = new Map<string, number>();
  const runs: [number, string[]][] = [];
  let last: string | undefined;
  for (const { file, key } of refs) {
    if (file === last) {
      runs.at(-1)?.[1].push(key);
      continue;
    }
    const place = places.get(file) ?? places.size;
    places.set(file, place);
    runs.push([place, [key]]);
    last = file;
  }
  return { files: [...places.keys()], runs };
}

/** A view that was opened earlier. Throws SNAPSHOT_EXPIRED. */
export function readSnapshot(store: Store, token: string): View {
  const content = TOKEN.test(token) ? readFile(store, snapshotFile(token)) : undefined;
  const age = content && store.runtime.now().getTime() - Date.parse(content.created_at);
  if (!content || age === undefined || age > SNAPSHOT_LIVES_MS) {
    fail("SNAPSHOT_EXPIRED", { en: `The view "${token}" is not open any more`, zh: `视图“${token}”已失效` }, {
      en: "List again without --snapshot: the first page opens a new view",
      zh: "请去掉 --snapshot 重新列出：第一页会打开新的视图",
    });
  }
  return {
    asked: content.asked ?? "",
    total: content.runs.reduce((sum, [, keys]) => sum + keys.length, 0),
    page: (offset, limit) => pageOf(content, offset, limit),
    fileBefore: filesBefore(store, content.since),
  };
}

function pageOf({ files, runs }: SnapshotFile, offset: number, limit: number): Ref[] {
  const page: Ref[] = [];
  let start = 0;
  for (const [place, keys] of runs) {
    const to = offset + limit - start;
    if (to <= 0) break;
    const file = files[place] ?? "";
    page.push(...keys.slice(Math.max(0, offset - start), to).map((key) => ({ file, key })));
    start += keys.length;
  }
  return page;
}

function filesBefore(store: Store, since: number): View["fileBefore"] {
  const writes = operationsSince(store, since).flatMap(({ success, mode, backup_path }) => {
    const manifest = success && backup_path !== undefined ? readManifest(store, backup_path) : undefined;
    return manifest?.changes ? [{ mode, backup_path, changes: manifest.changes }] : [];
  });
  return ({ file, key }) => {
    const touching = writes.filter(({ changes }) => {
      const records = changes[file]?.records;
      // A whole file, such as a note, has no records of its own.
      return records !== undefined && (key in records || Object.keys(records).length === 0);
    });
    if (touching.some(({ mode }) => mode === "purge")) return undefined;
    return touching[0] && readInside(store, `${touching[0].backup_path}${file}`);
  };
}

/** Earlier versions kept texts of records here. */
const IMAGES_FILE = `${SNAPSHOTS_FOLDER}/before.jsonl`;

/** Removes expired views. */
export function dropOldSnapshots(store: Store): void {
  const { files } = store.runtime;
  if (!leadsInside(store, pathOf(store, SNAPSHOTS_FOLDER))) return;
  const live = new Set(liveSnapshots(store).slice(-SNAPSHOTS_KEPT + 1));
  for (const file of snapshotFiles(store)) if (!live.has(file)) files.remove(pathOf(store, file));
  files.remove(pathOf(store, IMAGES_FILE));
}

function snapshotFile(token: string): string {
  return `${SNAPSHOTS_FOLDER}/${token}.json`;
}

function snapshotFiles(store: Store): string[] {
  return namesInside(store, SNAPSHOTS_FOLDER)
    .filter((name) => name.endsWith(".json") && TOKEN.test(name.slice(0, -".json".length)))
    .map((name) => `${SNAPSHOTS_FOLDER}/${name}`);
}

/** The files of views that have not expired, oldest first. */
function liveSnapshots(store: Store): string[] {
  const now = store.runtime.now().getTime();
  return snapshotFiles(store).flatMap((file) => {
    const stat = store.runtime.files.stat(pathOf(store, file));
    const opened = stat && modifiedMs(stat);
    return opened === undefined || now - opened > SNAPSHOT_LIVES_MS ? [] : [{ file, opened }];
  }).sort((a, b) => a.opened - b.opened).map(({ file }) => file);
}

function readFile(store: Store, file: StorePath): SnapshotFile | undefined {
  const content = readJson(store.runtime.files, pathOf(store, file));
  return isSnapshotFile(content) ? content : undefined;
}

function isSnapshotFile(content: unknown): content is SnapshotFile {
  return isObject(content) && "created_at" in content && "since" in content && Array.isArray(content.files) &&
    Array.isArray(content.runs) && content.runs.every((run) => Array.isArray(run) && Array.isArray(run[1]));
}
