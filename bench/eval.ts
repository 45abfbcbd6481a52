/**
 * How well search finds, by words alone, on public sets: the shipped path, from records in files to ranked hits. One store
 * per group of a set, growing where queries were asked before all records existed.
 *
 *   deno task eval                      every set of the folder
 *   deno task eval --data DIR           another folder of sets ({id, text, date?, group?, seq?}, see bench/eval_sets.ts)
 *   deno task eval --set locomo-turn    one set
 *   deno task eval --ablate             what each part of the ranking brings: the change when it is left out
 *
 * @module
 */
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { loadConfig } from "../src/config/mod.ts";
import { openIndex } from "../src/index/mod.ts";
import { systemRuntime } from "../src/runtime.ts";
import { search, type SearchSettings } from "../src/search/mod.ts";
import { RECIPE, type Recipe } from "../src/search/recipe.ts";
import { settingsOfSearch } from "../src/search/settings.ts";
import { openStore } from "../src/store/mod.ts";
import { type EvalGroup, loadSet, setNames } from "./eval_sets.ts";
import { average, judge, MEASURES, type Scores } from "./metrics.ts";

const DEFAULT_DATA = "../shared/eval/sets";

/** The recipe without one of its parts. */
const WITHOUT: Readonly<Record<string, Recipe>> = {
  "everyday words count less": { ...RECIPE, everydayWord: 1 },
  "kindred words": { ...RECIPE, kindredWord: 0 },
  "3-grams": { ...RECIPE, grams: { ...RECIPE.grams, weight: 0 } },
  "cap of 3-grams in long texts": { ...RECIPE, gramsUpTo: Infinity },
  "single characters": { ...RECIPE, chars: { ...RECIPE.chars, weight: 0 } },
  "cap of characters of long queries": { ...RECIPE, charsUpTo: Infinity },
  "pairs of words": { ...RECIPE, pairs: { ...RECIPE.pairs, weight: 0 } },
  "smoothing of length": { ...RECIPE, words: { ...RECIPE.words, smoothing: 0 } },
  "neighbours in the session": { ...RECIPE, neighbours: [0, 0] },
  "answers after questions": { ...RECIPE, answer: 0 },
  "the session as one text": { ...RECIPE, session: { ...RECIPE.session, weight: 0 } },
  "kin of records without a session": { ...RECIPE, kin: 0 },
  "time asked for and told": { ...RECIPE, tellsTime: 1 },
  "number asked for and told": { ...RECIPE, tellsNumber: 1 },
};

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

interface Tally {
  readonly scores: Scores[];
  readonly milliseconds: number[];
}

/** Runs the queries of one group with each recipe, in a store that is thrown away. */
function runGroup({ records, queries }: EvalGroup, recipes: readonly Recipe[], tallies: readonly Tally[]): void {
  const folder = fs.mkdtempSync(join(os.tmpdir(), "memory-eval-"));
  const runtime = systemRuntime();
  const index = openIndex(openStore(runtime, folder, "project"));
  // A home without settings: the defaults are measured.
  const { config } = loadConfig({ ...runtime, home: folder, env: () => undefined });
  const settings: SearchSettings = settingsOfSearch(config, { limit: 10, now: runtime.now() });
  fs.mkdirSync(join(folder, "daily"));
  let written = 0;
  try {
    for (const { text, relevant, visible } of queries) {
      for (; written < visible; written++) {
        const record = records[written];
        if (!record) break;
        const file = join(folder, "daily", `${record.timestamp.slice(0, 10)}.jsonl`);
        fs.appendFileSync(file, `${JSON.stringify(record)}\n`);
      }
      index.sync();
      recipes.forEach((recipe, i) => {
        const started = process.hrtime.bigint();
        const { hits } = search([index], text, settings, recipe);
        tallies[i]?.milliseconds.push(Number(process.hrtime.bigint() - started) / 1e6);
        tallies[i]?.scores.push(judge(hits.map(({ id }) => id), relevant));
      });
    }
  } finally {
    index.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function runSet(folder: string, name: string, recipes: readonly Recipe[]): Tally[] {
  const tallies = recipes.map((): Tally => ({ scores: [], milliseconds: [] }));
  for (const group of loadSet(folder, name)) runGroup(group, recipes, tallies);
  return tallies;
}

function percentile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
}

function printScores(folder: string, names: readonly string[]): void {
  console.log(`| set | queries | ${MEASURES.join(" | ")} | ms p50 / p95 |\n|${"---|".repeat(MEASURES.length + 3)}`);
  for (const name of names) {
    const [tally] = runSet(folder, name, [RECIPE]);
    if (!tally) continue;
    const mean = average(tally.scores);
    const numbers = MEASURES.map((measure) => mean[measure].toFixed(3).replace(/^0/, ""));
    const times = `${percentile(tally.milliseconds, 0.5)} / ${percentile(tally.milliseconds, 0.95)}`;
    console.log(`| ${name} | ${tally.scores.length} | ${numbers.join(" | ")} | ${times} |`);
  }
}

/** Changes in hundredths of R@5 and nDCG@10: negative means that the part helps. */
function printAblation(folder: string, names: readonly string[]): void {
  const recipes = [RECIPE, ...Object.values(WITHOUT)];
  const bySet = names.map((name) => runSet(folder, name, recipes).map(({ scores }) => average(scores)));
  console.log(`| without | ${names.join(" | ")} |\n|${"---|".repeat(names.length + 1)}`);
  Object.keys(WITHOUT).forEach((part, i) => {
    const cells = bySet.map((means) =>
      (["R@5", "nDCG@10"] as const).map((measure) => {
        const change = 100 * ((means[i + 1]?.[measure] ?? 0) - (means[0]?.[measure] ?? 0));
        return `${change > 0 ? "+" : ""}${change.toFixed(1)}`;
      }).join(" / ")
    );
    console.log(`| ${part} | ${cells.join(" | ")} |`);
  });
}

const data = option("--data") ?? DEFAULT_DATA;
if (!fs.existsSync(data)) {
  console.error(`There are no sets in ${data}: name a folder with --data`);
  process.exit(2);
}
const wanted = option("--set");
const names = setNames(data).filter((name) => wanted === undefined || name === wanted);
if (process.argv.includes("--ablate")) printAblation(data, names);
else printScores(data, names);
