/** Downloads a model while a person watches: for `memory model download`, a search by meaning, and `memory init`. */
import { startMeter } from "../../cli/progress.ts";
import { type Config, languageOf } from "../../config/mod.ts";
import { chooseModel, folderOfChoice, isModelThere, type ModelChoice } from "../../embedding/choice.ts";
import { type Downloaded, downloadModel, type DownloadOptions } from "../../embedding/download.ts";
import { MemoryError, reasonTold } from "../../errors.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";

/** Downloads a model unless it is there, with a bar or lines on stderr. Throws as `downloadModel` does. */
export async function downloadWithMeter(
  runtime: Runtime,
  config: Pick<Config, "embedding" | "lang">,
  choice: ModelChoice,
  { quiet, ...options }: { quiet: boolean } & Pick<DownloadOptions, "update" | "impatient" | "pin">,
): Promise<Downloaded> {
  const language = languageOf(runtime, config);
  const meter = startMeter(runtime, { label: same(choice.name), unit: "bytes", quiet, language });
  try {
    return await downloadModel(runtime, config, choice, {
      ...options,
      onProgress: ({ done, total }) => meter.update(done, total),
      onNote: (sentence) => meter.note(sentence),
    });
  } finally {
    meter.end();
  }
}

/** The outcome of a first fetch, or its plan. */
export interface FirstFetch {
  readonly model: string;
  /** `absent`: it would be downloaded. */
  readonly status: "downloaded" | "exists" | "skipped" | "absent";
  /** The reason, if it was skipped. */
  readonly reason?: Sentence;
  /** The place of an absent model, and its size if known. */
  readonly folder?: string;
  readonly megabytes?: number;
}

/** Plans a fetch of the configured model, without any network. Never throws. */
export function planFetch(runtime: Runtime, config: Config): FirstFetch {
  const { model, enabled } = config.embedding;
  if (!enabled) return skipped(model, SWITCHED_OFF);
  try {
    const choice = chooseModel(runtime, model);
    if (isModelThere(runtime, config, choice)) return { model, status: "exists" };
    const folder = folderOfChoice(runtime, config, choice);
    const size = choice.kind === "known" ? { megabytes: Math.round(choice.known.megabytes) } : {};
    return { model, status: "absent", folder, ...size };
  } catch (error) {
    return skipped(model, reasonTold(error));
  }
}

const SWITCHED_OFF: Sentence = { en: "embedding.enabled is false", zh: "embedding.enabled 为 false" };

function skipped(model: string, reason: Sentence): FirstFetch {
  return { model, status: "skipped", reason: inResult(reason) };
}

/** Fetches the configured model. Never throws: memory works by word without it. */
export async function fetchFirst(runtime: Runtime, config: Config, quiet: boolean): Promise<FirstFetch> {
  const { model, enabled } = config.embedding;
  if (!enabled) return skipped(model, SWITCHED_OFF);
  try {
    const choice = chooseModel(runtime, model);
    if (isModelThere(runtime, config, choice)) return { model, status: "exists" };
    // Impatient, since init must not wait for a network that is not there.
    return { model, status: (await downloadWithMeter(runtime, config, choice, { quiet, impatient: true })).status };
  } catch (error) {
    const { en, zh } = reasonTold(error);
    // The hint may name a mirror for a hub that can't be reached.
    const hint = error instanceof MemoryError ? error.told.hint : undefined;
    return skipped(model, hint ? { en: `${en}. ${hint.en}`, zh: `${zh}。${hint.zh}` } : { en, zh });
  }
}
