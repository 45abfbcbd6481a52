/**
 * Repairs whatever can be repaired without risk: it removes only files that are derived, empty, or left behind by a
 * dead process. A repair that needs judgement is left to the person, and so are files that the person has changed.
 */
import { inResult, type Sentence } from "../sentence.ts";
import { binariesOf, binaryCommand, binaryOf, hookCommand } from "../agents/command.ts";
import { renewedRules } from "../agents/allow_rules.ts";
import { withHooks } from "../agents/hook_file.ts";
import { ruleFileOf } from "../agents/setup.ts";
import { asMemoryError, reasonTold, tried } from "../errors.ts";
import { unlessEmpty } from "../lists.ts";
import { bringInStep, removeIndex, setAsideIndex } from "../index/mod.ts";
import { removeVectors } from "../index/vectors.ts";
import { checkNotes, updateIndex } from "../notes/index_file.ts";
import type { Runtime } from "../runtime.ts";
import { applyChanges } from "../setup/apply.ts";
import { type FileChange, fileChange, ownFileChange, ownPaths } from "../setup/changes.ts";
import { keepOutOfLateGit } from "../setup/late_git.ts";
import { sealOf, unsealed } from "../setup/seal.ts";
import { editableText } from "../files.ts";
import { textsInStep } from "../setup/switches.ts";
import { refreshTexts } from "../setup/texts.ts";
import { mergeSpool } from "../store/append.ts";
import { readContents } from "../store/contents.ts";
import { INDEX_FILE, LOCK_FILE, pathOf, VECTORS_FILE } from "../store/layout.ts";
import { breakDeadLock } from "../store/lock.ts";
import { recordLines } from "../store/spread.ts";
import { openStore } from "../store/mod.ts";
import { whileSettingUp, withLock } from "../store/write_lock.ts";
import { commit, giveOwnIds } from "../upkeep/commit.ts";
import { named, some } from "../wording.ts";
import { type Patient, said, THRESHOLDS } from "./check.ts";
import type { CheckId } from "./mod.ts";
import { hookFiles, type HookFileView } from "./clients.ts";
import { bothIds, openToOthers, readersBits } from "./files.ts";
import { damage, differences, lagMinutes } from "./index.ts";
import { leftoversOf, type StoreView } from "./view.ts";

type Step = readonly [CheckId, (view: StoreView, patient: Patient) => Sentence | undefined];

/** Dead locks go first, because they would stop the other steps. */
const STEPS: readonly Step[] = [
  ["spool", clearLocks],
  ["spool", clearTemporary],
  ["spool", mergeWaiting],
  ["jsonl_parseable", joinSpread],
  ["id_unique", tellApart],
  ["permissions", closeFolder],
  ["notes_index", renewTable],
  ["sqlite_accessible", renewIndex],
  ["sqlite_accessible", renewVectors],
  ["index_fresh", followFiles],
];

/** Takes the safe steps. A step that fails does not stop the others. */
export function repair(patient: Patient) {
  const fixed: { id: CheckId; done: Sentence }[] = [];
  const failed: Sentence[] = [];
  const attempt = (id: CheckId, step: () => Sentence | undefined) => {
    const done = tried(step, (error) => failed.push(inResult(reasonTold(error))));
    if (done !== undefined) fixed.push({ id, done: inResult(done) });
  };
  for (const view of patient.views) for (const [id, step] of STEPS) attempt(id, () => step(view, patient));
  attempt("binary_version", () => {
    const files = whileSettingUp(patient.runtime, () => repoint(patient));
    return files.length === 0 ? undefined : said("repointed", { files: named(files) });
  });
  attempt("hooks_installed", () => {
    if (patient.problem !== undefined || textsInStep(patient.memory)) return undefined;
    const left = refreshTexts(patient.memory);
    return left.length > 0 ? said("texts_follow_but", { left: named(left) }) : said("texts_follow");
  });
  attempt("home", () => keepOutOfLateGit(patient.memory) ? said("late_git_kept_out") : undefined);
  return { fixed, unfixed: unlessEmpty(failed) };
}

function clearLocks({ store }: StoreView): Sentence | undefined {
  const broken = leftoversOf(store).deadLocks.filter((file) => breakDeadLock(store.runtime, pathOf(store, file)));
  if (broken.length === 0) return undefined;
  // Taking the lock completes the write that the dead process had begun.
  if (broken.includes(LOCK_FILE)) withLock(store, () => {});
  return said("locks_removed", { files: some(broken) });
}

function clearTemporary({ store }: StoreView): Sentence | undefined {
  const { temporary } = leftoversOf(store);
  for (const file of temporary) store.runtime.files.remove(pathOf(store, file));
  return temporary.length === 0 ? undefined : said("temporary_removed", { files: some(temporary) });
}

function mergeWaiting({ store }: StoreView): Sentence | undefined {
  const { waiting } = leftoversOf(store);
  if (waiting.length === 0) return undefined;
  withLock(store, mergeSpool);
  return said("spool_merged", { waiting: waiting.length });
}

function joinSpread({ store, lines: { spread } }: StoreView): Sentence | undefined {
  if (spread.length === 0) return undefined;
  const joined = withLock(store, (locked) => {
    const { files } = store.runtime;
    const lines = spread.flatMap((file) => {
      const bytes = files.read(pathOf(store, file));
      const found = bytes && recordLines(bytes);
      return found ? [[file, new TextEncoder().encode(found.map((line) => `${line}\n`).join(""))] as const] : [];
    });
    return commit(locked, { actor: "user", command: "doctor", scope: "all", replace: new Map(lines) });
  });
  if (!joined) return undefined;
  bringInStep(store);
  return said("joined", { files: some(joined.files) });
}

function tellApart({ store }: StoreView): Sentence | undefined {
  const { hidden } = readContents(store);
  if (hidden.length === 0) return undefined;
  const count = withLock(store, (locked) => giveOwnIds(locked, readContents(locked), "user"));
  if (count === 0) return undefined;
  bringInStep(store);
  return said("told_apart", { number: count, ids: some(hidden.map(bothIds)) });
}

function closeFolder({ store }: StoreView, { runtime }: Patient): Sentence | undefined {
  const open = runtime.platform === "win32" ? [] : openToOthers(store);
  if (open.length === 0) return undefined;
  for (const path of open) {
    runtime.files.setMode(path, (runtime.files.stat(path)?.mode ?? 0) & ~readersBits(store, path));
  }
  return said("closed", { paths: some(open) });
}

function renewTable({ store }: StoreView): Sentence | undefined {
  if (checkNotes(store).problems.length === 0) return undefined;
  const { changed } = withLock(store, updateIndex);
  return changed ? said("index_file_renewed") : undefined;
}

function renewIndex(view: StoreView, patient: Patient): Sentence | undefined {
  const state = view.index.state === "open" ? stateOfRows(patient, view) : view.index.state;
  if (state !== "corrupt" && state !== "different") return undefined;
  // A damaged index is kept under another name, so that the cause can be found.
  if (state === "corrupt") setAsideIndex(view.store);
  else removeIndex(view.store);
  bringInStep(view.store);
  return said("index_renewed");
}

function stateOfRows(patient: Patient, view: StoreView): "sound" | "different" | "corrupt" {
  if (damage(patient, view).some(({ file }) => file === INDEX_FILE)) return "corrupt";
  try {
    return differences(patient, view).length === 0 ? "sound" : "different";
  } catch (error) {
    if (asMemoryError(error).code === "INDEX_CORRUPT") return "corrupt";
    throw error;
  }
}

function renewVectors(view: StoreView, patient: Patient): Sentence | undefined {
  if (!damage(patient, view).some(({ file }) => file === VECTORS_FILE)) return undefined;
  removeVectors(view.store);
  return said("vectors_removed");
}

function followFiles(view: StoreView, patient: Patient): Sentence | undefined {
  const minutes = lagMinutes(patient, view);
  const isLate = minutes !== undefined && minutes > THRESHOLDS.index_lag_warn_minutes;
  const isLeft = view.index.behind.length > 0 && view.logs.deferred !== undefined;
  if ((view.index.state !== "open" && view.index.state !== "absent") || !(isLate || isLeft)) return undefined;
  bringInStep(view.store);
  return said("followed");
}

/** Makes hooks, and our texts beside them, name this binary where they name one that is gone. Throws IO_ERROR. */
function repoint(patient: Patient): string[] {
  const { runtime, memory } = patient;
  return hookFiles(patient).flatMap((file) => {
    const gone = binariesOf(file.commands).filter((path) => runtime.files.realPath(path) === undefined);
    if (gone.length === 0) return [];
    const { projectFolder, memoryHome } = memory.locations;
    const dataFolder = file.scope === "project" ? projectFolder : memoryHome;
    if (dataFolder === undefined) return [];
    const base = file.scope === "project" ? openStore(runtime, dataFolder, "project").home : memoryHome;
    const changes = [hooksChange(runtime, file, gone, base), ...textChanges(runtime, file, gone, base)];
    applyChanges(runtime, changes, { root: file.root, scope: file.scope, dataFolder, base });
    return changes.map(({ path }) => path);
  });
}

function hooksChange(
  runtime: Runtime,
  { agent, path, text = "", commands }: HookFileView,
  gone: readonly string[],
  base: string,
): FileChange {
  const hooks = commands.map(({ event, command }) => {
    const isGone = gone.includes(binaryOf(command) ?? "");
    return { event, entry: { command: isGone ? hookCommand(runtime, agent, event) : command } };
  });
  const edited = withHooks(text, agent, hooks);
  const after = typeof edited === "string" ? renewedRules(edited, agent, runtime, gone) : text;
  return fileChange(runtime, path, "merge", after, { base });
}

/** The same for skills, rules and commands that nobody has changed since we wrote them. */
function textChanges(
  runtime: Runtime,
  { agent, root, runtime: seen }: HookFileView,
  gone: readonly string[],
  base: string,
): FileChange[] {
  const now = binaryCommand(runtime);
  const rules = ruleFileOf(seen, agent, root);
  return [...new Set([...ownPaths(seen, root, agent), ...(rules ? [rules] : [])])].flatMap((path) => {
    const text = editableText(runtime, path);
    if (text === undefined || sealOf(text) !== "untouched") return [];
    const before = gone.map((execPath) => binaryCommand({ execPath, platform: runtime.platform }));
    const after = before.reduce((result, old) => result.replaceAll(old, now), text);
    return after === text ? [] : [ownFileChange(runtime, path, unsealed(after), base)];
  });
}
