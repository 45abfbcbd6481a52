/**
 * A list read page by page shows one view, whatever is written meanwhile. The view is a list of keys; a change keeps
 * what it overwrites as an "image" while a view is open, so that every page shows the records as they were when it was
 * opened.
 *
 * @module
 */
import { fail } from "../errors.ts";
import { modifiedMs, readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import { guardInside, leadsInside, namesInside, pathOf, readInside, SNAPSHOTS_FOLDER } from "./layout.ts";
import type { LockedStore, Store } from "./mod.ts";
import { replaceFile } from "./file.ts";
import { formatLine, visitLines } from "./lines.ts";
import { wins } from "./resolve.ts";

/** A record of a view: its file and key; or, for a note, what is shown of it. */
export type Ref =
  | { readonly file: string; readonly key: string }
  | { readonly file: string; readonly shown: RawRecord };

export interface View {
  readonly token: string;
  readonly total: number;
  /** What was asked for when it was opened, as a digest: no word of it may stay behind a purge. */
  readonly asked: string;
  page(offset: number, limit: number): Ref[];
  /** Records as they were before they changed, by file and key. */
  readonly images: ReadonlyMap<string, RawRecord>;
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
  /** Number of the last image that is older than the view. */
  readonly since: number;
  /** Runs name a file by its place in this list. */
  readonly files: readonly string[];
  /** Keys of the same file in a row, or what is shown of one note. */
  readonly runs: readonly Run[];
}

type Run = readonly [file: number, content: readonly string[] | RawRecord];

/**
 * Opens a view. This comes before its records are read: from here on every change keeps what it overwrites. Old views
 * go.
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
  const base = { created_at: runtime.now().toISOString(), asked, since: lastImage(store) };
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
  const runs: [number, string[] | RawRecord][] = [];
  let keys: string[] | undefined;
  let current: string | undefined;
  for (const ref of refs) {
    if (keys && "key" in ref && ref.file === current) {
      keys.push(ref.key);
      continue;
    }
    const place = places.get(ref.file) ?? places.size;
    places.set(ref.file, place);
    current = ref.file;
    if ("key" in ref) {
      keys = [ref.key];
      runs.push([place, keys]);
    } else {
      keys = undefined;
      runs.push([place, ref.shown]);
    }
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
    token,
    asked: content.asked ?? "",
    total: content.runs.reduce((sum, run) => sum + lengthOf(run), 0),
    page: (offset, limit) => pageOf(content, offset, limit),
    images: imagesSince(store, content.since),
  };
}

function isKeys(content: Run[1]): content is readonly string[] {
  return Array.isArray(content);
}

function lengthOf([, content]: Run): number {
  return isKeys(content) ? content.length : 1;
}

function pageOf({ files, runs }: SnapshotFile, offset: number, limit: number): Ref[] {
  const page: Ref[] = [];
  let start = 0;
  for (const run of runs) {
    const [place, content] = run;
    const file = files[place] ?? "";
    const [from, to] = [Math.max(0, offset - start), offset + limit - start];
    if (to <= 0) break;
    if (isKeys(content)) page.push(...content.slice(from, to).map((key) => ({ file, key })));
    else if (from === 0) page.push({ file, shown: content });
    start += lengthOf(run);
  }
  return page;
}

/** Keeps the records of one change as they were, for open views; each is to be given before it changes. */
export function keepForSnapshots(store: LockedStore): (replaced: readonly Omit<Image, "number">[]) => void {
  let number: number | undefined;
  const isWanted = liveSnapshots(store).length > 0;
  return (replaced) => {
    if (!isWanted || replaced.length === 0) return;
    number ??= lastImage(store) + 1;
    guardInside(store, pathOf(store, IMAGES_FILE));
    const text = replaced.map((image) => formatLine({ number, ...image })).join("");
    store.runtime.files.write(pathOf(store, IMAGES_FILE), text, { how: "append" });
  };
}

/** Takes purged records out of every view. A file behind a link that leads out of the store was not written by us. */
export function forgetInSnapshots(store: LockedStore, isPurged: (key: string, record: RawRecord) => boolean): void {
  if (readInside(store, IMAGES_FILE)) {
    const kept = images(store).filter(({ key, record }) => !isPurged(key, record));
    replaceFile(store, IMAGES_FILE, kept.map(formatLine).join(""));
  }
  for (const file of snapshotFiles(store)) {
    const content = leadsInside(store, pathOf(store, file)) && readFile(store, file);
    if (!content) continue;
    const runs = content.runs.filter(([, shown]) => isKeys(shown) || !isPurged(String(shown.id), shown));
    if (runs.length === content.runs.length) continue;
    replaceFile(store, file, JSON.stringify({ ...content, runs }));
  }
}

/** Removes expired views, and the images that no view needs. */
export function dropOldSnapshots(store: Store): void {
  const { files } = store.runtime;
  if (!leadsInside(store, pathOf(store, SNAPSHOTS_FOLDER))) return;
  const live = new Set(liveSnapshots(store).slice(-SNAPSHOTS_KEPT + 1));
  for (const file of snapshotFiles(store)) if (!live.has(file)) files.remove(pathOf(store, file));
  if (live.size === 0) files.remove(pathOf(store, IMAGES_FILE));
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

function readFile(store: Store, file: string): SnapshotFile | undefined {
  const content = readJson(store.runtime.files, pathOf(store, file));
  return isSnapshotFile(content) ? content : undefined;
}

function isSnapshotFile(content: unknown): content is SnapshotFile {
  return isObject(content) && "created_at" in content && "since" in content && Array.isArray(content.files) &&
    Array.isArray(content.runs);
}

const IMAGES_FILE = `${SNAPSHOTS_FOLDER}/before.jsonl`;

interface Image {
  /** The number of the change: all its images carry the same. */
  readonly number: number;
  readonly file: string;
  readonly key: string;
  readonly record: RawRecord;
}

/** The key of an image: that of its file and record. */
export function imageKey(file: string, key: string): string {
  return `${file}\n${key}`;
}

function asImage({ number, file, key, record }: RawRecord): Image | undefined {
  const isImage = typeof number === "number" && typeof file === "string" && typeof key === "string" && isObject(record);
  return isImage ? { number, file, key, record } : undefined;
}

/** None behind a link that leads out of the store. */
function images(store: Store): Image[] {
  const found: Image[] = [];
  visitLines(readInside(store, IMAGES_FILE) ?? new Uint8Array(), (record) => {
    const image = record && asImage(record);
    if (image) found.push(image);
  });
  return found;
}

/** The number of the newest image; 0 when there is none. */
function lastImage(store: Store): number {
  return images(store).at(-1)?.number ?? 0;
}

/** The records as they were at image `since`: the first later image of each tells. */
function imagesSince(store: Store, since: number): Map<string, RawRecord> {
  const first = new Map<string, Image>();
  for (const image of images(store)) {
    if (image.number <= since) continue;
    const key = imageKey(image.file, image.key);
    const current = first.get(key);
    // Several lines of one id change together: the one that counted is the view's.
    if (!current || (current.number === image.number && wins(image.record, current.record))) first.set(key, image);
  }
  return new Map([...first].map(([key, { record }]) => [key, record]));
}
