/** The model at `memory init`: fetched if a hub answers at once, else later, when it is wanted. */
import type { Config } from "../../config/mod.ts";
import { chooseModel, folderOfChoice } from "../../embedding/choice.ts";
import { modelState } from "../../embedding/model_files.ts";
import { reasonTold } from "../../errors.ts";
import type { Runtime } from "../../runtime.ts";
import { downloadWithMeter } from "./meter.ts";
import { inResult, type Sentence } from "../../sentence.ts";

/** What came of fetching the model. */
export interface FirstFetch {
  readonly model: string;
  readonly status: "downloaded" | "exists" | "skipped";
  /** Why it was skipped. */
  readonly reason?: Sentence;
}

/** Fetches the configured model. Never throws: memory works by word without it. */
export async function fetchFirst(
  runtime: Runtime,
  config: Config,
  { quiet }: { readonly quiet: boolean },
): Promise<FirstFetch> {
  const model = config.embedding.model;
  const skipped = (reason: Sentence): FirstFetch => ({ model, status: "skipped", reason: inResult(reason) });
  if (!config.embedding.enabled) return skipped({ en: "embedding.enabled is false", zh: "embedding.enabled 为 false" });
  try {
    const choice = chooseModel(runtime, model);
    const isThere = choice.kind === "folder" ||
      modelState(runtime, folderOfChoice(runtime, config, choice)).status === "ready";
    if (isThere) return { model, status: "exists" };
    // Impatient: init does not wait for a network that is not there.
    return { model, status: (await downloadWithMeter(runtime, config, choice, { quiet, impatient: true })).status };
  } catch (error) {
    return skipped(reasonTold(error));
  }
}
