/**
 * In: files, and what each is to hold. Out: all of them so, or all as they were.
 * Not done here: deciding and locking; what is recorded of it, and copies that outlast it (store/change.ts,
 * setup/apply.ts).
 *
 * Every new content is written beside its file first, which is all that needs space. Only then is each file replaced in
 * one step, in order, if it still is as it was: a client writes its settings, a person their notes, whenever they like.
 *
 * @module
 */
import { replaceAtomically, sameBytes, type Staged, stageReplacement } from "./files.ts";
import type { FileStat, Runtime } from "./runtime.ts";
import { failure } from "./words.ts";

/** What one of several files is to become. */
export interface FileToBe {
  readonly path: string;
  /** Undefined: the file goes. */
  readonly after: Uint8Array | undefined;
  /** Reads its present content; undefined: there is no file. Called each time, so that not all need be in memory. */
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
      for (const { commit, file: { path }, seen } of steps) {
        if (!isSame(runtime.files.stat(path), seen)) throw failure("changed_meanwhile", { path });
        begun++;
        commit();
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

function isSame(now: FileStat | undefined, seen: FileStat | undefined): boolean {
  return now?.inode === seen?.inode && now?.size === seen?.size && now?.modifiedNs === seen?.modifiedNs;
}

/** Puts a file back. False where that fails, too: the failure that stopped the change says more and is thrown. */
function isBack(runtime: Runtime, { file: { path, before, after }, seen }: Step): boolean {
  const { files } = runtime;
  try {
    const [now, old] = [files.read(path), before()];
    // Nothing is written where nothing was changed: on a full disk even that would fail.
    if (sameBytes(now, old)) return true;
    // Another program has written the file since: its text stays.
    if (!sameBytes(now, after)) return false;
    if (seen === undefined) files.remove(path);
    else if (old === undefined) return false;
    else replaceAtomically(runtime, path, old, { mode: seen.mode });
    return true;
  } catch {
    return false;
  }
}
