/** What a person sees while an index is brought in step: a meter of its records. */
import { type Meter, startMeter } from "../cli/progress.ts";
import { type Config, languageOf } from "../config/mod.ts";
import type { Runtime } from "../runtime.ts";

/** A meter for the index of one store. */
export function indexMeter(
  runtime: Runtime,
  config: Pick<Config, "lang">,
  { quiet }: { readonly quiet: boolean },
): Meter {
  return startMeter(runtime, {
    label: { en: "index", zh: "索引" },
    unit: "records",
    quiet,
    language: languageOf(runtime, config),
  });
}
