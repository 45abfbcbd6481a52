/** The model at `memory init`: fetched if a hub answers at once, else later, when it is wanted. */
import type { Config } from "../../config/mod.ts";
import { chooseModel, folderOfChoice } from "../../embedding/choice.ts";
import { modelState } from "../../embedding/model_folder.ts";
import { reasonOf } from "../../errors.ts";
import type { Runtime } from "../../runtime.ts";
import { downloadWithMeter } from "./meter.ts";

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
  try {
    const choice = chooseModel(runtime, model);
    const isThere = choice.kind === "folder" ||
      modelState(runtime, folderOfChoice(runtime, config, choice)).status === "ready";
    if (isThere) return { model, status: "exists" };
    // Impatient: init does not wait for a network that is not there.
    return { model, status: (await downloadWithMeter(runtime, config, choice, { quiet, impatient: true })).status };
  } catch (error) {
    return skipped(reasonOf(error));
  }
}
