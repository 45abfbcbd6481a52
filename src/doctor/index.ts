/**
 * Checks of derived data: can the index be read, does it know all files and agree with them; is the model for search by
 * meaning there, can this system run the model, how many vectors are there?
 */
import { clock } from "../cli/terminal.ts";
import { chooseModel, folderOfChoice, type InstalledModel, wantedModel } from "../embedding/choice.ts";
import { modelState, verifyFiles } from "../embedding/model_files.ts";
import { MemoryError } from "../errors.ts";
import { compareWithLines, compareWithRebuild, integrityProblems } from "../index/inspect.ts";
import { openVectors } from "../index/vectors.ts";
import { largest } from "../lists.ts";
import { LAYER_NAMES } from "../records/mod.ts";
import { inBoth, joined, same, type Sentence } from "../sentence.ts";
import { INDEX_FILE, VECTORS_FILE } from "../store/layout.ts";
import { some } from "../wording.ts";
import { failedCheck, type Finding, finding, type Patient, said, THRESHOLDS, together } from "./check.ts";
import type { StoreView } from "./view.ts";

const MINUTE_MS = 60_000;

/** Whether the index can be read, and the vectors beside it. */
export function sqliteAccessible(view: StoreView, patient: Patient): Finding {
  const { state, records, problem = same(""), next = said("make_usable") } = view.index;
  if (state === "newer") return finding("newer", { problem });
  if (state === "unreadable") return { status: "fail", detail: problem, next_step: next };
  const told = () => damage(patient, view).map(({ file, problem }) => inBoth((say) => `${file}: ${say(problem)}`));
  const wrong = state === "corrupt" ? [problem] : told();
  if (wrong.length > 0) return finding("index_damaged", { wrong: some(wrong, 5) });
  if (state === "absent" || state === "outdated") return finding(`index_${state}`);
  return finding("indexed", { records });
}

/** The damage of index and vectors. With `deep`, every page of both is read. */
export function damage({ deep }: Pick<Patient, "deep">, { store, vectors }: StoreView) {
  const at = (file: string, problems: readonly Sentence[]) => problems.map((problem) => ({ file, problem }));
  const known = at(VECTORS_FILE, vectors.problem === undefined ? [] : [vectors.problem]);
  if (!deep) return known;
  return [
    ...at(INDEX_FILE, integrityProblems(store, INDEX_FILE)),
    ...known.length > 0 ? known : at(VECTORS_FILE, integrityProblems(store, VECTORS_FILE)),
  ];
}

/** Whether the index knows the newest lines of all files. */
export function indexFresh(view: StoreView, patient: Patient): Finding {
  return together([freshness(patient, view), ...deferred(patient, view)]);
}

/** For how many minutes the index has lacked lines of the files; undefined when it lacks none. */
export function lagMinutes({ runtime }: Pick<Patient, "runtime">, { index, lines }: StoreView): number | undefined {
  const { state, behind } = index;
  const isEmpty = [...lines.documents.values()].every((count) => count === 0);
  if (behind.length === 0 || (state === "absent" && isEmpty)) return undefined;
  const now = runtime.now().getTime();
  // A file that was changed in the future was written under a wrong clock; then the clock's error counts.
  const lags = behind.map(({ changedAt }) => changedAt === undefined ? 0 : Math.abs(now - changedAt) / MINUTE_MS);
  return Math.floor(largest(lags, 0));
}

function freshness(patient: Patient, view: StoreView): Finding {
  const { state, behind } = view.index;
  if (state !== "open" && state !== "absent") return finding("not_to_be_told");
  const minutes = lagMinutes(patient, view);
  if (minutes === undefined) return finding("in_step");
  let name = minutes < 1 ? "moments_behind" : "behind";
  if (minutes > THRESHOLDS.index_lag_warn_minutes) name = "far_behind";
  return finding(name, { minutes, files: behind.map(({ file }) => file) });
}

/** A background sync that has logged nothing for this long is dead. */
const DEFERRED_DEAD_MS = 10 * MINUTE_MS;

/** The end of the last background sync. A failed one is no reason to warn if the index has caught up since. */
function deferred({ runtime }: Patient, { logs, index: { behind } }: StoreView): Finding[] {
  const last = logs.deferred;
  if (!last) return [];
  const age = runtime.now().getTime() - Date.parse(last.at);
  const at = clock(last.at, runtime);
  if (last.state === "finished") return [finding("sync_finished", { at })];
  if (last.state === "requested" && age <= DEFERRED_DEAD_MS) return [finding("sync_running")];
  const lost = finding(last.state === "failed" ? "sync_failed" : "sync_lost", { at, reason: last.reason ?? "" });
  return [behind.length === 0 ? { status: "pass", detail: lost.detail } : lost];
}

/** Whether the rows of the index agree with the lines of the files: by count, and one by one. */
export function consistency(view: StoreView, patient: Patient): Finding {
  const { index: { state, rows }, lines: { documents } } = view;
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const files = sum(documents);
  if (state !== "open") return finding("no_index", { files });
  const wrong = differences(patient, view);
  const agree = comparesRows(patient, view) ? "agree" : "agree_by_number";
  const name = wrong.length > 0 ? "differ" : agree;
  return finding(name, { files, index: sum(rows), wrong });
}

/**
 * Up to this size rows are compared one by one without `--deep`: some 15,000 facts, in three tenths of a second.
 * Processor time on 23 November 2026: 10,000 facts 0.2 s, 100,000 facts 1.1 s, `compareWithRebuild` of 10,000 2.6 s.
 */
const COMPARED_BYTES = 5 * 1024 * 1024;

function comparesRows({ deep }: Pick<Patient, "deep">, { lines: { bytes } }: StoreView): boolean {
  return deep || bytes <= COMPARED_BYTES;
}

/** Places where the index differs from files that it has read to their ends. */
export function differences(patient: Pick<Patient, "deep">, view: StoreView): string[] {
  const { store, index, lines: { documents } } = view;
  const late = new Set(index.behind.map(({ file }) => file));
  const names = [...new Set([...documents.keys(), ...index.rows.keys()])];
  const byCount = names.filter((file) => !late.has(file) && (documents.get(file) ?? 0) !== (index.rows.get(file) ?? 0));
  if (byCount.length > 0 || !comparesRows(patient, view)) return byCount;
  // While a file waits for a sync, its new lines may supersede records of any file, so a rebuild would differ.
  const rows = patient.deep && late.size === 0 ? compareWithRebuild(store) : compareWithLines(store);
  return rows.map(({ file, id, what }) => `${file} ${id} (${what})`);
}

/** Whether the model for search by meaning is there and, with `deep`, works. */
export async function modelCache(patient: Patient): Promise<Finding> {
  const { runtime, memory: { config } } = patient;
  if (!config.embedding.enabled) return finding("model_off");
  try {
    const model = wantedModel(runtime, config);
    const there = finding("model_there", { name: model.name });
    return together([there, ...vectors(patient), ...patient.deep ? [await tried(patient, model)] : []]);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return missing(patient, error);
  }
}

/** The model that the settings name, and the state of its files; without `state` for a folder of the person's own. */
function stateOfModel({ runtime, memory: { config } }: Patient) {
  const choice = chooseModel(runtime, config.embedding.model);
  const state = choice.kind === "folder" ? undefined : modelState(runtime, folderOfChoice(runtime, config, choice));
  return { choice, state };
}

/** The finding for a model that can't be used, by the error of looking for it. */
function missing(patient: Patient, error: MemoryError): Finding {
  const failed = failedCheck(error);
  if (error.code === "CONFIG_INVALID") return failed;
  const { choice, state } = stateOfModel(patient);
  if (state?.status === "damaged") return finding("model_damaged", { problem: failed.detail });
  if (state === undefined) return { ...failed, status: "warn" };
  return state.status === "ready" ? failed : finding("model_absent", { name: choice.name });
}

/** How many vectors there are. None yet is no fault, since vectors are made in the background. */
function vectors({ views }: Patient): Finding[] {
  return views.filter(({ vectors: { models } }) => models.length > 0).map(({ store, vectors: { models } }) =>
    finding("vectors", {
      layer: LAYER_NAMES[store.layer],
      models: some(models.map(({ model, records }) => said("vectors_by", { model, records }))),
    })
  );
}

/** Tries everything that search by meaning needs: the model's files, loading the model, and sqlite-vec. */
async function tried(patient: Patient, model: InstalledModel): Promise<Finding> {
  const { runtime, views } = patient;
  const { state } = stateOfModel(patient);
  const problems = state?.status === "ready" ? verifyFiles(runtime, state.folder, state.manifest) : [];
  if (problems.length > 0) return finding("model_damaged", { problem: joined(problems) });
  try {
    const { loadEmbedder } = await import("../embedding/mod.ts");
    (await loadEmbedder(runtime, model))[Symbol.dispose]();
    for (const { store, vectors } of views) if (vectors.state === "open") openVectors(store).close();
    return finding("model_runs");
  } catch (error) {
    return failedCheck(error);
  }
}
