/** The work of verbs with a model. It is loaded only for a search by meaning. */
import type { Caller } from "../cli/command.ts";
import { startMeter } from "../cli/progress.ts";
import { type Config, languageOf } from "../config/mod.ts";
import { startFilling } from "../embedding/background.ts";
import { chooseModel, isModelThere } from "../embedding/choice.ts";
import { type Filled, fillVectors } from "../embedding/fill.ts";
import { openMeaning } from "../embedding/meaning.ts";
import { reasonTold } from "../errors.ts";
import type { SyncableIndex } from "../index/mod.ts";
import { LAYER_NAMES } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { searchByMeaning, type SearchResult, type SearchSettings } from "../search/mod.ts";
import { said } from "./words.ts";

/** If a person asks for meaning by name, the model is fetched and the vectors are made first. */
export async function byMeaning(
  call: Caller,
  readers: readonly SyncableIndex[],
  asked: "vector" | "hybrid" | undefined,
) {
  const { runtime, memory } = call;
  if (asked !== undefined && call.forPerson && runtime.stderr.isTerminal) await prepare(call, readers);
  const meaning = openMeaning(runtime);
  let started = false;
  return {
    async search(text: string, settings: SearchSettings): Promise<SearchResult> {
      const result = await searchByMeaning(readers, text, settings, {
        method: asked ?? "hybrid",
        config: memory.config,
        meaning,
      });
      if (result.pending && !started) {
        started = startFilling(memory, readers.map(({ store }) => store));
      }
      return result;
    },
    close: () => meaning.close(),
  };
}

/** Fetches the model and makes the vectors while the person watches. Where that fails, the search goes by words. */
async function prepare(
  { runtime, memory: { config }, quiet, note }: Caller,
  readers: readonly SyncableIndex[],
): Promise<void> {
  const choice = chooseModel(runtime, config.embedding.model);
  if (!config.embedding.enabled || choice.kind === "folder" || isModelThere(runtime, config, choice)) return;
  try {
    const { downloadWithMeter } = await import("./model.ts");
    await downloadWithMeter(runtime, config, choice, { quiet });
    for (const reader of readers) await fillWithMeter(runtime, config, reader, { quiet });
  } catch (error) {
    note(reasonTold(error));
  }
}

/** As many threads as the machine has, since a person is waiting. */
const ALL_THREADS = 0;

const LOOK_AGAIN_MS = 200;

/** Makes the vectors of one store, after another process that is making them. Throws as `fillVectors` does. */
export async function fillWithMeter(
  runtime: Runtime,
  config: Pick<Config, "embedding" | "index" | "lang">,
  index: SyncableIndex,
  { quiet }: { quiet: boolean },
): Promise<Filled> {
  using meter = startMeter(runtime, {
    label: { en: `vectors (${index.store.layer})`, zh: `向量（${LAYER_NAMES[index.store.layer].zh}）` },
    unit: "records",
    quiet,
    language: languageOf(runtime, config),
  });
  for (let told = false;; told = true) {
    const onProgress = (done: number, total: number) => meter.update(done, total);
    const filled = await fillVectors(index, config, { threads: ALL_THREADS, onProgress });
    if (filled.status === "done") return filled;
    if (!told) meter.note(said("others_make_vectors"));
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
