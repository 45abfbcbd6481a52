/** The download of a model while somebody watches: when it is asked for, and at `memory init`. */
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
  const meter = startMeter(runtime, {
    label: same(choice.name),
    unit: "bytes",
    quiet,
    language: languageOf(runtime, config),
  });
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

/** What came of fetching the model. */
export interface FirstFetch {
  readonly model: string;
  /** `absent`: it would be downloaded. */
  readonly status: "downloaded" | "exists" | "skipped" | "absent";
  /** Why it was skipped. */
  readonly reason?: Sentence;
  /** Where it would lie, and how large it is, where that is known. */
  readonly folder?: string;
  readonly megabytes?: number;
}

/** What fetching the configured model would do; nobody is asked. Never throws. */
export function planFetch(runtime: Runtime, config: Config): FirstFetch {
  const model = config.embedding.model;
  if (!config.embedding.enabled) return { model, status: "skipped", reason: inResult(SWITCHED_OFF) };
  try {
    const choice = chooseModel(runtime, model);
    if (isModelThere(runtime, config, choice)) return { model, status: "exists" };
    const { known } = { known: undefined, ...choice };
    return {
      model,
      status: "absent",
      folder: folderOfChoice(runtime, config, choice),
      ...known ? { megabytes: Math.round(known.megabytes) } : {},
    };
  } catch (error) {
    return { model, status: "skipped", reason: inResult(reasonTold(error)) };
  }
}

const SWITCHED_OFF: Sentence = { en: "embedding.enabled is false", zh: "embedding.enabled 为 false" };

/** Fetches the configured model. Never throws: memory works by word without it. */
export async function fetchFirst(
  runtime: Runtime,
  config: Config,
  { quiet }: { readonly quiet: boolean },
): Promise<FirstFetch> {
  const model = config.embedding.model;
  const skipped = (reason: Sentence): FirstFetch => ({ model, status: "skipped", reason: inResult(reason) });
  if (!config.embedding.enabled) return skipped(SWITCHED_OFF);
  try {
    const choice = chooseModel(runtime, model);
    if (isModelThere(runtime, config, choice)) return { model, status: "exists" };
    // Impatient: init does not wait for a network that is not there.
    return { model, status: (await downloadWithMeter(runtime, config, choice, { quiet, impatient: true })).status };
  } catch (error) {
    const { en, zh } = reasonTold(error);
    // The next step: a hub that can't be reached may have a mirror that can.
    const hint = error instanceof MemoryError ? error.told.hint : undefined;
    return skipped(hint ? { en: `${en}. ${hint.en}`, zh: `${zh}。${hint.zh}` } : { en, zh });
  }
}
