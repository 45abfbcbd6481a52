/** A download that somebody watches. */
import { startMeter } from "../../cli/progress.ts";
import { type Config, languageOf } from "../../config/mod.ts";
import type { ModelChoice } from "../../embedding/choice.ts";
import { type Downloaded, downloadModel, type DownloadOptions } from "../../embedding/download.ts";
import type { Runtime } from "../../runtime.ts";
import { same } from "../../sentence.ts";

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
