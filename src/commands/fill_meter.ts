/** Making vectors while somebody watches. */
import { startMeter } from "../cli/progress.ts";
import { type Config, languageOf } from "../config/mod.ts";
import { type Filled, fillVectors } from "../embedding/fill.ts";
import type { MemoryIndex } from "../index/mod.ts";
import type { Runtime } from "../runtime.ts";
import { LAYER_NAMES } from "../records/mod.ts";

/** As many threads as the machine has: somebody is waiting. */
const ALL_THREADS = 0;

/** How often to look whether another process has finished. */
const LOOK_AGAIN_MS = 200;

/**
 * Makes the vectors of one store, with progress on stderr. Waits for another process that is already at it.
 * Throws as `fillVectors` does.
 */
export async function fillWithMeter(
  runtime: Runtime,
  config: Pick<Config, "embedding" | "index" | "lang">,
  index: MemoryIndex,
  { quiet }: { quiet: boolean },
): Promise<Filled> {
  const meter = startMeter(runtime, {
    label: {
      en: `vectors (${index.store.layer})`,
      zh: `向量（${LAYER_NAMES[index.store.layer].zh}）`,
    },
    unit: "records",
    quiet,
    language: languageOf(runtime, config),
  });
  try {
    for (let told = false;; told = true) {
      const onProgress = (done: number, total: number) => meter.update(done, total);
      const filled = await fillVectors(index, config, { threads: ALL_THREADS, onProgress });
      if (filled.status === "done") return filled;
      if (!told) {
        meter.note({
          en: "another process is making the vectors; waiting for it",
          zh: "另一个进程正在生成向量，等待中",
        });
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  } finally {
    meter.end();
  }
}
