/**
 * In: files, and what each is to hold. Out: all of them so, or all as they were.
 * Not done here: deciding and locking; what is recorded of it, and copies that outlast it (store/change.ts,
 * setup/apply.ts).
 *
 * Every new content is written beside its file first, which is all that needs space. Only then is each file replaced in
 * one step, in order.
 *
 * @module
 */
import { replaceAtomically, sameBytes, type Staged, stageReplacement } from "./files.ts";
import type { Runtime } from "./runtime.ts";

/** What one of several files is to become. */
export interface FileToBe {
  readonly path: string;
  /** Undefined: the file goes. */
  readonly after: Uint8Array | undefined;
  /** What it holds now; undefined: nothing. Asked for when it is put back, so that not all need be in memory. */
  readonly before: () => Uint8Array | undefined;
  /** Of what it becomes; private without it. */
  readonly mode?: number | undefined;
}

export interface StagedTogether {
  /** Replaces one file after the other. Throws IO_ERROR; then, or when nothing shall come of it, call `takeBack`. */
  commit(): void;
  /** Takes away the new contents, and puts back what was replaced. Returns whether every file is as it was. */
  takeBack(): boolean;
}

/** Puts the new contents beside their files. Throws IO_ERROR, and what the list throws; then nothing of it is left. */
export function stageTogether(runtime: Runtime, list: Iterable<FileToBe>): StagedTogether {
  const steps: Step[] = [];
  let begun = 0;
  const takeBack = () => {
    for (const { discard } of steps) discard();
    const left = steps.slice(0, begun).reverse().filter((step) => !isBack(runtime, step));
    // Once more where it failed: what was taken back since has freed space on a full disk.
    return left.filter((step) => !isBack(runtime, step)).length === 0;
  };
  try {
    for (const file of list) steps.push(stepOf(runtime, file));
  } catch (error) {
    takeBack();
    throw error;
  }
  return {
    takeBack,
    commit() {
      for (const { commit } of steps) {
        begun++;
        commit();
      }
    },
  };
}

interface Step extends Staged {
  readonly file: FileToBe;
  /** Undefined: the file is new. */
  readonly modeBefore: number | undefined;
}

function stepOf(runtime: Runtime, file: FileToBe): Step {
  const { path, after, mode } = file;
  const modeBefore = runtime.files.stat(path)?.mode;
  const staged = after
    ? stageReplacement(runtime, path, after, mode === undefined ? {} : { mode })
    : { commit: () => runtime.files.remove(path), discard: () => {} };
  return { ...staged, file, modeBefore };
}

/** What stopped the change may stop this too; the first failure says more. */
function isBack(runtime: Runtime, { file: { path, before }, modeBefore: mode }: Step): boolean {
  const { files } = runtime;
  try {
    if (mode === undefined) {
      if (files.stat(path)) files.remove(path);
      return true;
    }
    const old = before();
    if (old === undefined) return false;
    // Nothing is written where nothing was changed: on a full disk even that would fail.
    if (!sameBytes(files.read(path), old)) replaceAtomically(runtime, path, old, { mode });
    return true;
  } catch {
    return false;
  }
}
