/**
 * In: the open indexes of a memory (open_readers.ts). Out: which of their records may be shown here, and which texts
 * others may have written, so that an agent weighs them and does not follow them.
 */
import { fingerprint } from "../hash.ts";
import { unfinishedFiles } from "../index/known_files.ts";
import type { MemoryIndex } from "../index/open.ts";
import { byCode } from "../lists.ts";
import { DAY_MS } from "../records/days.ts";
import type { RecordId } from "../records/ids.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { contentText, isSaid, opinionIn, projectOf } from "../records/view.ts";
import { isEvergreen } from "../search/age.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readText } from "../files.ts";
import { type Found, narrowTo, replacedElsewhere } from "../index/read.ts";
import { kindOfFile } from "../store/truth_files.ts";
import { heldBefore } from "../store/held_before.ts";
import { type Known, lineDigest, readKnown, textDigest, wasFound } from "../store/known.ts";
import { notedTimeIn, ownLinesIn } from "../store/own_lines.ts";
import { once, remembered } from "../remembered.ts";
import { pathOf } from "../store/layout.ts";
import { lastSaid } from "../store/resolve.ts";
import { trackingOf } from "../store/tracking.ts";

export interface Reader {
  readonly index: MemoryIndex;
  readonly store: Store;
  readonly layer: Layer;
  /** False while the index lacks a part of the new records (`SyncResult.whole`). */
  readonly whole: boolean;
}

/** Closes the indexes. */
export function closeReaders(readers: readonly Reader[]): void {
  for (const { index } of readers) index.close();
}

/** Whether a project's name is that of a path whose secrets were taken out, each of which leaves a fingerprint. */
function isNameOf(name: string, path: string): boolean {
  if (name.endsWith(fingerprint(path))) return true;
  const [parts, real] = [name.split(/[/\\]/), path.split(/[/\\]/)];
  return parts.length === real.length &&
    parts.every((part, at) => part === real[at] || part.endsWith(fingerprint(real[at] ?? "")));
}

/**
 * The layer to which a record counts here; undefined for another project's record. In the person's store a record that
 * names a project belongs to that project, one that names none to the person.
 */
export function layerHere(
  { locations: { here } }: Pick<Memory, "locations">,
  layer: Layer,
  record: RawRecord,
): Layer | undefined {
  if (layer === "project") return "project";
  const project = projectOf(record);
  if (project === undefined) return "global";
  // A path that holds a secret is recorded without it.
  const isHere = project === here ||
    (here !== undefined && project.includes("[redacted:") && isNameOf(project, here));
  return isHere ? "project" : undefined;
}

/**
 * Whether all records of these stores may be found, listed or deleted here. The global store holds records of other
 * projects, too. They count only outside of any project, or where that layer alone is asked for and this project has a
 * store of its own.
 */
export function isAllHere(
  { project, locations }: Pick<Memory, "project" | "locations">,
  stores: readonly Store[],
): boolean {
  return stores.length === 1 && (project !== undefined || locations.here === undefined);
}

/** Lets an index that is in step find no record of another project, by `layerHere`. */
export function narrowToHere(memory: Pick<Memory, "locations">, { db, store: { layer } }: MemoryIndex): void {
  if (layer === "global") narrowTo(db, (project) => layerHere(memory, layer, { project }) !== undefined);
}

/** Whether a record may be told here. A layer of weight 0 is not wanted. */
export function isWanted(
  memory: Pick<Memory, "locations" | "config">,
  { layer }: Pick<Reader, "layer">,
  record: RawRecord,
): boolean {
  const counts = layerHere(memory, layer, record);
  return counts !== undefined && memory.config.retrieval.source_weight[counts] > 0;
}

/** Maps records of the global layer to the facts of the project that replace them here, and only here. */
export function replacedHere(
  indexes: readonly MemoryIndex[],
  records: readonly { readonly layer: Layer; readonly id: RecordId }[],
): ReadonlyMap<RecordId, RecordId> {
  const ids = records.filter(({ layer }) => layer === "global").map(({ id }) => id);
  // Most prompts and tool calls meet no record of the global layer.
  if (ids.length === 0) return new Map();
  return new Map(indexes.flatMap(({ db, store }) => store.layer === "project" ? [...replacedElsewhere(db, ids)] : []));
}

/** Whether the setting for how far back is looked leaves a record out. */
export function isTooOld({ config, runtime }: Pick<Memory, "config" | "runtime">, found: Found): boolean {
  const days = config.retrieval.search_scope_days;
  return days !== -1 && !isEvergreen(found) && runtime.now().getTime() - Date.parse(found.timestamp) > days * DAY_MS;
}

export type Placed = Found & { readonly layer: Layer };

/**
 * The records that `find` gives for each layer, as far as they may be told here. Of an index that lacks something, only
 * what nothing missing can have changed.
 */
export function wantedIn<F extends Found>(
  memory: Memory,
  readers: readonly Reader[],
  find: (reader: Reader) => readonly F[],
): (F & Placed)[] {
  const found = readers.flatMap((reader) => {
    const wanted = find(reader).filter(({ record }) => isWanted(memory, reader, record));
    return (reader.whole ? wanted : wanted.filter(isSureIn(reader)))
      .map((each) => ({ ...each, layer: reader.layer }));
  });
  return inForceHere(readers.map(({ index }) => index), found, (each) => each);
}

/**
 * Tests the records of an index that lacks something. A later day may hold what replaces a fact, and the missing part
 * of a file what closes a to-do or ends another session.
 */
function isSureIn({ index: { db } }: Reader): (found: Pick<Found, "file">) => boolean {
  const missing = unfinishedFiles(db);
  const days = missing.filter((file) => kindOfFile(file) === "daily").sort(byCode);
  const lastDay = days.at(-1) ?? "";
  return ({ file }) => {
    const kind = kindOfFile(file);
    if (kind === "daily") return file > lastDay;
    // Consolidated facts are of old days.
    return !missing.includes(file) && (kind !== "facts" || days.length === 0);
  };
}

/** The items whose records no fact of the project replaces here. */
export function inForceHere<T>(
  indexes: readonly MemoryIndex[],
  items: readonly T[],
  recordOf: (item: T) => Pick<Placed, "layer" | "id">,
): T[] {
  const replaced = replacedHere(indexes, items.map(recordOf));
  return items.filter((item) => {
    const { layer, id } = recordOf(item);
    return layer === "project" || !replaced.has(id);
  });
}

/**
 * Whether others may have written a text of a file; `section`: for a line of MEMORY.md the digest of its section.
 * Without a text: whether they may write the file.
 */
export type IsShared = (layer: Layer, file: string, text: () => string | undefined, section?: string) => boolean;

/** Which texts of the project others may have written, by the rule at the head of store/home.ts. */
export function sharedIn({ project }: Pick<Memory, "runtime" | "project">): IsShared {
  const tracking = project && trackingOf(project);
  let known: Known | undefined;
  // A start asks of each rule several times.
  const digestOf = remembered(textDigest);
  const before = remembered((file: string) => project && known ? heldBefore(project, file, known) : new Set<string>());
  return (layer, file, text, section) => {
    if (layer !== "project" || !project || !tracking) return false;
    if (project.standing === "foreign") return true;
    // Read late, since a prompt waits for it.
    known ??= readKnown(project);
    const isTracked = tracking(file) !== "untracked";
    if (known.found.size + known.trusted.size === 0 && !isTracked) return false;
    const said = text();
    if (said === undefined) return isTracked;
    const digest = section ?? digestOf(said);
    if (known.trusted.has(digest)) return false;
    if (isTracked) return !before(file).has(digest);
    return !(section !== undefined && known.trusted.has(lineDigest(said))) && wasFound(known, said);
  };
}

/** Whether `sharedIn` may say so of any text in a file of the project, before its texts are read. */
export function mayBeSharedIn(project: Store): (file: string) => boolean {
  const { found, trusted } = readKnown(project);
  if (project.standing === "foreign" || found.size + trusted.size > 0) return () => true;
  const tracking = trackingOf(project);
  return (file) => tracking(file) !== "untracked";
}

/** Whether others may have written a record; `also`: or have added this text to it. */
export type IsOthers = (
  found: Pick<Placed, "layer" | "type" | "file" | "content" | "record">,
  also?: string,
) => boolean;

/** Asks whether others may have written a record of this memory. */
export function othersIn(
  { runtime, project }: Pick<Memory, "runtime" | "project">,
  isShared = sharedIn({ runtime, project }),
): IsOthers {
  // Read late, since a prompt waits for it.
  const isOwnLine = once(() => project ? ownLinesIn(project) : () => false);
  // An opinion is told by its text alone.
  const isOwn = (file: string, record: RawRecord) =>
    file.endsWith(".jsonl") && opinionIn(record, kindOfFile(file)) === undefined && isOwnLine()(record);
  return ({ layer, type, file, content, record }, also) => {
    const text = () => {
      // A note is recognised by its whole file.
      if (type === "note") return project ? readText(runtime.files, pathOf(project, file)) ?? "" : "";
      const said = typeof record.content === "string" ? record.content : content;
      return type === "fact" ? contentText(said) : said;
    };
    const some = isShared(layer, file, text) || (also !== undefined && isShared(layer, file, () => also));
    return some && !isOwn(file, record);
  };
}

/** Clocks of machines differ by so much. */
const CLOCKS_APART_MS = 10 * 60_000;

/** The latest time, ISO 8601, that a record can bear: a later one is that of a clock that was ahead. */
export function latestTime({ now }: Pick<Memory["runtime"], "now">): string {
  return new Date(now().getTime() + CLOCKS_APART_MS).toISOString();
}

/** When an import brought a record; empty where that is unknown. */
function broughtAt({ imported_at }: RawRecord, runtime: Pick<Memory["runtime"], "now">): string {
  return typeof imported_at === "string" && imported_at <= latestTime(runtime) ? imported_at : "";
}

/** Tells when a record was said, or last reworded. */
export type SaidAt = (
  found: Pick<Placed, "layer" | "file" | "memoryType" | "content" | "record" | "timestamp">,
) => string;

/**
 * Asks when a record was said. Where others may have written the line of a rule, its time says nothing, even if the
 * person trusts its text: the rule was said when the person said or trusted it. The time of a clock that was ahead says
 * nothing either: such a record was said when it was brought. Where that is unknown, it was said before everything else
 * (an empty time).
 */
export function saidAtIn(
  { runtime, project }: Pick<Memory, "runtime" | "project">,
  isShared = sharedIn({ runtime, project }),
): SaidAt {
  const notedTime = project ? remembered(notedTimeIn(project)) : () => undefined;
  return ({ layer, file, memoryType, content, record, timestamp }) => {
    const said = lastSaid(record) || timestamp;
    const isTold = said <= latestTime(runtime);
    const known = isTold ? said : broughtAt(record, runtime);
    if (layer !== "project" || memoryType !== "O" || isShared(layer, file, () => contentText(content))) return known;
    const mayBeTheirs = isShared(layer, file, () => undefined);
    if (!mayBeTheirs && isTold) return said;
    return notedTime(record) ?? (mayBeTheirs ? "" : known);
  };
}

/** Asks whether others may have written a note that stands in no hit. All of the team's folder counts as others'. */
export function othersNotesIn(
  memory: Pick<Memory, "runtime" | "project">,
): (layer: Layer, note: { readonly path: string; readonly shared: boolean }) => boolean {
  const isOthers = othersIn(memory);
  return (layer, { path, shared }) => shared || isOthers({ layer, type: "note", file: path, content: "", record: {} });
}

/**
 * Whether a record states the user's own rule or preference: no team shared it, no import brought it, no capture
 * guessed it. Whether its file came with a repository is another question (`sharedIn`).
 */
export function isStated({ type, memoryType, record }: Pick<Found, "type" | "memoryType" | "record">): boolean {
  if (type !== "note") return memoryType === "O" && isSaid(record);
  const { shared, source, strength } = record;
  // "<pack>@<version>": an import brought in somebody else's rules.
  const foreign = shared === true || (typeof source === "string" && source.includes("@"));
  return !foreign && (strength === "validated" || strength === "enforced");
}
