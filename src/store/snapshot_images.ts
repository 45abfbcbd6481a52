/** The records as they were before they changed, kept in one file for the views that are open. */
import { isObject } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import { guardInside, readInside } from "./guard.ts";
import { pathOf, SNAPSHOTS_FOLDER } from "./layout.ts";
import { formatLine, visitLines } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";
import { wins } from "./resolve.ts";
import { replaceFile } from "./rewrite.ts";

const IMAGES_FILE = `${SNAPSHOTS_FOLDER}/before.jsonl`;

/** A record as it was before a change. */
export interface Image {
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

/** Keeps records as they were. */
export function addImages(store: LockedStore, number: number, replaced: readonly Omit<Image, "number">[]): void {
  const text = replaced.map((image) => formatLine({ number, ...image })).join("");
  guardInside(store, pathOf(store, IMAGES_FILE));
  store.runtime.files.write(pathOf(store, IMAGES_FILE), text, { how: "append" });
}

/** Takes purged records out of the images. */
export function forgetImages(store: LockedStore, isPurged: (key: string, record: RawRecord) => boolean): void {
  const bytes = readInside(store, IMAGES_FILE);
  if (!bytes) return;
  const kept: string[] = [];
  visitLines(bytes, (record) => {
    const image = record && asImage(record);
    if (image && !isPurged(image.key, image.record)) kept.push(formatLine(image));
  });
  replaceFile(store, IMAGES_FILE, kept.join(""));
}

/** Removes all images, when no view is open. */
export function removeImages(store: Store): void {
  store.runtime.files.remove(pathOf(store, IMAGES_FILE));
}

function asImage({ number, file, key, record }: RawRecord): Image | undefined {
  const isImage = typeof number === "number" && typeof file === "string" && typeof key === "string" && isObject(record);
  return isImage ? { number, file, key, record } : undefined;
}

function images(store: Store): Image[] {
  const bytes = store.runtime.files.read(pathOf(store, IMAGES_FILE));
  const found: Image[] = [];
  if (bytes) visitLines(bytes, (record) => void found.push(...record ? [asImage(record)].filter(isThere) : []));
  return found;
}

function isThere(image: Image | undefined): image is Image {
  return image !== undefined;
}

/** The number of the newest image; 0 when there is none. */
export function lastImage(store: Store): number {
  return images(store).at(-1)?.number ?? 0;
}

/** The records as they were at image `since`: the first later image of each tells. */
export function imagesSince(store: Store, since: number): Map<string, RawRecord> {
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
