/** The model on the day of `memory init`: fetched when a hub answers at once, else left to be fetched when it is wanted. */
import type { Config } from "../../config/mod.ts";
import { chooseModel, folderOfChoice } from "../../embedding/choice.ts";
import { modelState } from "../../embedding/model_folder.ts";
import { asMemoryError } from "../../errors.ts";
import { hasLibrary } from "../../native.ts";
import type { Runtime } from "../../runtime.ts";
import { downloadWithMeter } from "./meter.ts";

/** Init is not held up by a network that is not there: a hub that is reached answers in a fraction of this. */
const ANSWER_WITHIN_MS = 4_000;

export interface FirstFetch {
  readonly model: string;
  readonly status: "downloaded" | "exists" | "skipped";
  /** Why it was skipped. */
  readonly reason?: string;
}

/** Fetches the configured model. Never throws: memory works by word without it. */
export async function fetchFirst(runtime: Runtime, config: Config, quiet: boolean): Promise<FirstFetch> {
  const model = config.embedding.model;
  const skipped = (reason: string): FirstFetch => ({ model, status: "skipped", reason });
  if (!config.embedding.enabled) return skipped("embedding.enabled is false");
  if (!hasLibrary(runtime, "onnxruntime")) return skipped(`no native runtime for ${runtime.platform}-${runtime.arch}`);
  try {
    const choice = chooseModel(runtime, model);
    const isThere = choice.kind === "folder" ||
      modelState(runtime, folderOfChoice(runtime, config, choice)).status === "ready";
    if (isThere) return { model, status: "exists" };
    const offline = runtime.env("MEMORY_OFFLINE");
    if (offline && offline !== "0") return skipped("MEMORY_OFFLINE is set");
    if (!await answers(config.embedding.endpoint)) return skipped(`${config.embedding.endpoint} does not answer`);
    return { model, status: (await downloadWithMeter(runtime, config, choice, { quiet })).status };
  } catch (error) {
    return skipped(asMemoryError(error).message);
  }
}

/** Whether anything answers there; what it answers is the download's matter. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return true;
  } catch {
    return false;
  }
}
