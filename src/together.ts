/**
 * In: files, and the new content of each. Out: all files changed, or all as they were.
 * Not done here: deciding and locking; recording the change and keeping copies (store/change.ts, setup/apply.ts).
 *
 * Every new content is written beside its file first: only this step needs disk space. Then each file is replaced in
 * one step, in order, if it has not changed meanwhile: clients write their settings, and people their notes, at any
 * time.
 */
import { tried } from "./errors.ts";
import { isSameFile, replaceAtomically, sameBytes, type Staged, stageReplacement } from "./files.ts";
import type { FileStat, Runtime } from "./runtime.ts";
import { failure } from "./words.ts";

/** One of several files, with its new content. */
export interface FileToBe {
  readonly path: string;
  /** Undefined: the file is removed. */
  readonly after: Uint8Array | undefined;
  /** Reads the present content; undefined: there is no file. A function, so that not all contents are in memory. */
  readonly before: () => Uint8Array | undefined;
  /** The mode of the new file; by default that of the one it replaces. */
  readonly mode?: number | undefined;
}

export interface StagedTogether {
  /** Replaces one file after the other. Throws IO_ERROR; then, or to give up the change, call `takeBack`. */
  commit(tell?: (done: number) => void): void;
  /** Removes the new contents, and puts replaced files back. Returns whether every file is as it was. */
  takeBack(): boolean;
}

/** Puts the new contents beside their files. If it or `list` throws, the new contents are removed again. */
export function stageTogether(runtime: Runtime, list: Iterable<FileToBe>): StagedTogether {
  const steps: Step[] = [];
  let begun = 0;
  const takeBack = () => {
    for (const { discard } of steps) discard();
    const left = steps.slice(0, begun).reverse().filter((step) => !putBack(runtime, step));
    // A second try where the first failed: the files that were put back since may have freed space on a full disk.
    return left.filter((step) => !putBack(runtime, step)).length === 0;
  };
  try {
    for (const file of list) steps.push(stepOf(runtime, file));
  } catch (error) {
    takeBack();
    throw error;
  }
  return {
    takeBack,
    commit(tell = () => {}) {
      for (const { commit, file: { path }, seen } of steps) {
        if (!isSameFile(runtime.files.stat(path), seen)) throw failure("changed_meanwhile", { path });
        begun++;
        commit();
        tell(begun);
      }
    },
  };
}

interface Step extends Staged {
  readonly file: FileToBe;
  /** Undefined: the file is new. */
  readonly seen: FileStat | undefined;
}

function stepOf(runtime: Runtime, file: FileToBe): Step {
  const { files } = runtime;
  const { path, after, before, mode } = file;
  const staged = after
    ? stageReplacement(runtime, path, after, mode === undefined ? {} : { mode })
    : { commit: () => files.remove(path), discard: () => {} };
  const seen = files.stat(path);
  if (sameBytes(seen && files.read(path), before())) return { ...staged, file, seen };
  staged.discard();
  throw failure("changed_meanwhile", { path });
}

/** Puts a file back. Returns whether that worked; the failure that stopped the change says more, and is thrown. */
function putBack(runtime: Runtime, { file: { path, before, after }, seen }: Step): boolean {
  const { files } = runtime;
  return tried(() => {
    const [now, old] = [files.read(path), before()];
    // An unchanged file is not written: on a full disk even that would fail.
    if (sameBytes(now, old)) return true;
    // Another program has written the file meanwhile, and its text stays.
    if (!sameBytes(now, after)) return false;
    if (seen === undefined) files.remove(path);
    else if (old === undefined) return false;
    else replaceAtomically(runtime, path, old, { mode: seen.mode });
    return true;
  }) ?? false;
}
