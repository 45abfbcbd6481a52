/**
 * In: a model's files. Out: whether they are, byte for byte, those that memory knows or that the person took once.
 * Not done here: fetching them (download.ts).
 *
 * A model of our list has its checksums in models.ts. Any other one nobody vouches for: the person takes it once, with
 * `--pin`, and what it was then is kept in `~/.memory/pinned-models.json`.
 *
 * @module
 */
import { join } from "node:path";
import { readJson, replaceAtomically } from "../files.ts";
import { MemoryError } from "../errors.ts";
import { isObject } from "../json.ts";
import { memoryHome } from "../paths.ts";
import type { FileStat, Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import type { ModelChoice } from "./choice.ts";
import { fileSha256, type ModelFile } from "./model_folder.ts";

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
  return new MemoryError("MODEL_UNAVAILABLE", {
    en: `Nobody vouches for the model ${name}: it is not in memory's list`,
    zh: `没有可核对模型 ${name} 的依据：它不在 memory 的清单里`,
  }, {
    en: `If you trust where it comes from, run \`${command}\` once; a file that changes later is refused`,
    zh: `如果信任它的来源，请运行一次 \`${command}\`；以后文件有变化会被拒绝`,
  });
}

/** The failure for files that are not what was pinned. */
export function notAsPinned(choice: Pick<ModelChoice, "kind" | "name">, problem: Sentence): MemoryError {
  const { kind, name } = choice;
  const again = kind === "folder"
    ? `memory model verify '${name}' --pin`
    : `memory model download ${name} --update --pin`;
  const fetch = `memory model download ${name} --update`;
  return new MemoryError(
    "MODEL_UNAVAILABLE",
    {
      en: `The model ${name} is not the one that was pinned: ${problem.en}`,
      zh: `模型 ${name} 与固定的不一致：${problem.zh}`,
    },
    kind === "known"
      ? {
        en: `Run \`${fetch}\`, or set embedding.endpoint to another mirror`,
        zh: `请运行 \`${fetch}\`，或把 embedding.endpoint 设为别的镜像`,
      }
      : { en: `If the change is yours, run \`${again}\``, zh: `如果是你自己改的，请运行 \`${again}\`` },
  );
}

/** How files differ from the pinned ones. The checksum of a file that has not changed since is not computed again. */
export function changedFiles(runtime: Runtime, folder: string, files: readonly PinnedFile[]): Sentence[] {
  const { models, checked } = readPins(runtime);
  const fresh = { ...checked };
  const problems = files.flatMap(({ path, sha256 }): Sentence[] => {
    const place = join(folder, ...path.split("/"));
    const stat = runtime.files.stat(place);
    if (stat?.kind !== "file") return [{ en: `${path} is missing`, zh: `缺少 ${path}` }];
    const stamp = stampOf(stat);
    const known = checked[place];
    const found = known?.stamp === stamp ? known.sha256 : fileSha256(runtime, place);
    fresh[place] = { sha256: found, stamp };
    return found === sha256 ? [] : [{ en: `the checksum of ${path} differs`, zh: `${path} 的校验和不符` }];
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
