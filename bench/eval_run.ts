/**
 * Runs the queries of a set against stores that are thrown away: the shipped path,
 * from records in files to ranked hits.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Config, loadConfig } from "../src/config/mod.ts";
import { fillVectors } from "../src/embedding/fill.ts";
import { type Meaning, openMeaning } from "../src/embedding/meaning.ts";
import { openIndex } from "../src/index/mod.ts";
import type { Runtime } from "../src/runtime.ts";
import { systemRuntime } from "../src/system/mod.ts";
import type { Fusion } from "../src/search/fuse.ts";
import { type Method, search, searchByMeaning, settingsOfSearch } from "../src/search/mod.ts";
import { RECIPE, type Recipe } from "../src/search/recipe.ts";
import { openStore } from "../src/store/mod.ts";
import { pinned } from "../tests/pinned.ts";
import { type EvalGroup, loadSet } from "./eval_sets.ts";
import { judge, type Scores } from "./metrics.ts";

/** One way to rank, to be compared with others. */
export interface Variant {
  /** The numbers that differ from those in use. */
  readonly recipe: Partial<Recipe>;
  /** Absent: as configured. */
  readonly fusion?: Fusion;
}

/** The numbers in use: the ranking reads them from `RECIPE`, where a variant is set. */
const IN_USE: Recipe = { ...RECIPE };

/** What one way to rank came to, query by query. */
interface Tally {
  readonly scores: Scores[];
  readonly milliseconds: number[];
}

/** What runs the queries. */
export interface Engine {
  readonly runtime: Runtime;
  readonly config: Config;
  readonly method: Method;
  readonly meaning: Meaning;
}

/** @param model folder of a model; without it there are words alone */
export function openEngine(method: Method, model: string | undefined): Engine {
  const home = fs.mkdtempSync(join(os.tmpdir(), "memory-eval-home-"));
  process.on("exit", () => fs.rmSync(home, { recursive: true, force: true }));
  // A home without settings: the defaults are measured. Who names a model here vouches for it.
  const runtime = { ...systemRuntime(), home };
  if (model) pinned(runtime, model);
  const { config } = loadConfig({ ...runtime, env: () => undefined });
  const embedding = { ...config.embedding, ...model ? { model } : {} };
  return { runtime, config: { ...config, embedding }, method, meaning: openMeaning(runtime) };
}

/** One tally per variant. */
export async function runSet(
  engine: Engine,
  folder: string,
  name: string,
  variants: readonly Variant[],
): Promise<Tally[]> {
  const tallies = variants.map((): Tally => ({ scores: [], milliseconds: [] }));
  for (const group of loadSet(folder, name)) await runGroup(engine, group, variants, tallies);
  return tallies;
}

/** One store per group, growing where queries were asked before all records existed. */
async function runGroup(
  { runtime, config, method, meaning }: Engine,
  { records, queries }: EvalGroup,
  variants: readonly Variant[],
  tallies: readonly Tally[],
): Promise<void> {
  const folder = fs.mkdtempSync(join(os.tmpdir(), "memory-eval-"));
  const index = openIndex(openStore(runtime, folder, "project"));
  const settings = settingsOfSearch(config, { limit: 10, now: runtime.now() });
  fs.mkdirSync(join(folder, "daily"));
  let written = 0;
  try {
    for (const { text, relevant, visible } of queries) {
      const fresh = records.slice(written, visible);
      written += fresh.length;
      for (const record of fresh) {
        const file = join(folder, "daily", `${record.timestamp.slice(0, 10)}.jsonl`);
        fs.appendFileSync(file, `${JSON.stringify(record)}\n`);
      }
      index.sync();
      if (fresh.length > 0 && method !== "fts") await fillVectors(index, config, { threads: 0 });
      for (const [i, { recipe, fusion = settings.fusion }] of variants.entries()) {
        Object.assign(RECIPE, IN_USE, recipe);
        const started = process.hrtime.bigint();
        const wanted = { ...settings, fusion };
        const found = method === "fts"
          ? search([index], text, wanted)
          : await searchByMeaning([index], text, wanted, { method, config, meaning });
        tallies[i]?.milliseconds.push(Number(process.hrtime.bigint() - started) / 1e6);
        if (found.degraded) throw new Error(found.degraded.en);
        tallies[i]?.scores.push(judge(found.hits.map(({ id }) => id), relevant));
      }
    }
  } finally {
    Object.assign(RECIPE, IN_USE);
    index.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
