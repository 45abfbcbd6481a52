/** The part of `memory search` that needs a model: loaded only when meaning is wanted. */
import type { Call } from "../../cli/command.ts";
import { languageOf } from "../../config/mod.ts";
import { openMeaning } from "../../embedding/meaning.ts";
import { chooseModel, folderOfChoice } from "../../embedding/choice.ts";
import { startFilling } from "../../embedding/background.ts";
import { modelState } from "../../embedding/model_files.ts";
import { reasonTold } from "../../errors.ts";
import type { MemoryIndex } from "../../index/mod.ts";
import type { Method, SearchSettings } from "../../search/mod.ts";
import { type MethodResult, searchBy } from "../../search/methods.ts";
import type { Memory } from "../../store/memory.ts";

/** One way to search, by words or by meaning. */
export interface Searcher {
  search(text: string, settings: SearchSettings): Promise<MethodResult>;
  close(): void;
}

/**
 * A search by meaning or by both. On a terminal, if asked for by name,
 * it fetches the model and makes the vectors first.
 */
export async function byMeaning(
  call: Call<unknown, unknown>,
  memory: Memory,
  readers: readonly MemoryIndex[],
  asked: Method | undefined,
): Promise<Searcher> {
  const { runtime } = call;
  const { config } = memory;
  if (asked !== undefined && call.forPerson && runtime.stderr.isTerminal) await prepare(call, memory, readers);
  const meaning = openMeaning(runtime);
  let started = false;
  return {
    async search(text, settings) {
      const result = await searchBy(readers, text, settings, { method: asked ?? "hybrid", config, meaning });
      if (result.pending && !started) {
        started = startFilling(runtime, config, readers.map(({ store }) => store), memory.locations.projectRoot);
      }
      return result;
    },
    close: () => meaning.close(),
  };
}

/** Fetches what a search by meaning needs while somebody watches. Where that fails, the search goes by words. */
async function prepare(
  { runtime, quiet, note }: Call<unknown, unknown>,
  { config }: Memory,
  readers: readonly MemoryIndex[],
): Promise<void> {
  const choice = chooseModel(runtime, config.embedding.model);
  if (!config.embedding.enabled || choice.kind === "folder") return;
  if (modelState(runtime, folderOfChoice(runtime, config, choice)).status === "ready") return;
  try {
    const { downloadWithMeter } = await import("../model/meter.ts");
    await downloadWithMeter(runtime, config, choice, { quiet });
    const { fillWithMeter } = await import("../fill_meter.ts");
    for (const reader of readers) await fillWithMeter(runtime, config, reader, { quiet });
  } catch (error) {
    note(reasonTold(error), languageOf(runtime, config));
  }
}
