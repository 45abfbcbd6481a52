/**
 * In: a model. Out: the checksums that its files must have, and whether they have them.
 *
 * The checksums of listed models stand in models.tsv. Any other model the person accepts once, with `--pin`: then its
 * checksums are kept in `~/.memory/pinned-models.json`.
 */
import { join } from "node:path";
import { shellWord } from "../agents/command.ts";
import { type MemoryError, tried } from "../errors.ts";
import { fileStamp, readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import type { ModelChoice } from "./choice.ts";
import { fileSha256, type ModelFile } from "./model_files.ts";
import { failure, said } from "./words.ts";

/** A file with the checksum that it must have. */
export interface PinnedFile {
  /** Relative to the model's folder, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
  /** Bytes, if they are known before the download. */
  readonly size?: number;
}

interface Pins {
  /** The name or folder of a model → its files. */
  readonly models: Readonly<Record<string, readonly PinnedFile[]>>;
  /** The path of a file → its checksum, and size and times of the file when the checksum was computed. */
  readonly checked: Readonly<Record<string, { readonly sha256: string; readonly stamp: string }>>;
}

const PINS_FILE = "pinned-models.json";

/** The pinned files of a model; undefined for a model that is not listed and that the person has not pinned yet. */
export function pinnedFiles(runtime: Runtime, choice: ModelChoice): readonly PinnedFile[] | undefined {
  return listedFiles(choice) ?? readPins(runtime).models[keyOf(choice)];
}

/** The files of a listed model in the wanted precision. */
export function listedFiles(choice: ModelChoice): readonly PinnedFile[] | undefined {
  return choice.kind === "known" ? choice.known.files[choice.precision] : undefined;
}

/** The checksums that were recorded at a download; undefined if one of them is missing. */
export function recordedFiles(files: readonly ModelFile[]): PinnedFile[] | undefined {
  const sums = files.flatMap(({ path, size, sha256 }) => sha256 === undefined ? [] : [{ path, size, sha256 }]);
  return sums.length === files.length ? sums : undefined;
}

/** Pins the files of a model, which the person has accepted. Throws IO_ERROR. */
export function pin(runtime: Runtime, choice: ModelChoice, files: readonly PinnedFile[]): void {
  const { models, checked } = readPins(runtime);
  writePins(runtime, { models: { ...models, [keyOf(choice)]: files }, checked });
}

/** The failure for a model that is neither listed nor pinned. */
export function notPinned(runtime: Runtime, { kind, name }: ModelChoice): MemoryError {
  const command = `memory model ${kind === "folder" ? "verify" : "download"} ${shellWord(runtime, name)} --pin`;
  return failure("nobody_vouches", { name, command });
}

/** The failure for files that differ from the pinned ones. */
export function notAsPinned(
  runtime: Runtime,
  { kind, name }: Pick<ModelChoice, "kind" | "name">,
  problem: Sentence,
): MemoryError {
  const word = shellWord(runtime, name);
  const fetch = `memory model download ${word} --update`;
  const again = kind === "folder" ? `memory model verify ${word} --pin` : `${fetch} --pin`;
  const step = kind === "known" ? said("fetch_again", { command: fetch }) : said("pin_again", { command: again });
  return failure("not_as_pinned", { name, problem, step });
}

/** The differences of files from the pinned ones. The checksum of an unchanged file is not computed again. */
export function changedFiles(runtime: Runtime, folder: string, files: readonly PinnedFile[]): Sentence[] {
  const { models, checked } = readPins(runtime);
  const fresh = { ...checked };
  const problems = files.flatMap(({ path, sha256 }): Sentence[] => {
    const place = join(folder, ...path.split("/"));
    const stat = runtime.files.stat(place);
    if (stat?.kind !== "file") return [said("missing", { path })];
    const stamp = fileStamp(stat);
    const known = checked[place];
    const found = known?.stamp === stamp ? known.sha256 : fileSha256(runtime, place);
    fresh[place] = { sha256: found, stamp };
    return found === sha256 ? [] : [said("sum_differs", { path })];
  });
  if (JSON.stringify(fresh) !== JSON.stringify(checked)) {
    // Where memory's home can't be written, checksums are computed each time.
    tried(() => writePins(runtime, { models, checked: fresh }));
  }
  return problems;
}

function keyOf(choice: ModelChoice): string {
  return choice.kind === "folder" ? choice.folder : choice.name;
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
  const folder = memoryHome(runtime);
  runtime.files.makeFolder(folder);
  replaceAtomically(runtime, join(folder, PINS_FILE), `${JSON.stringify({ version: 1, ...pins }, null, 2)}\n`);
}
