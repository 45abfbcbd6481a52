/**
 * How well search finds on public sets: by words alone or, with a model, by meaning too.
 *
 *   deno task eval --data DIR       every set of a folder (their shape: bench/eval_sets.ts); with it, any of:
 *     --set locomo-turn             one set, or several with commas
 *     --ablate                      what each part of the ranking brings: the change when it is left out
 *     --method hybrid --model DIR   with a model (bench/minilm.ts lays out one); or `--method vector`
 */
import * as fs from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import type { Method } from "../src/search/mod.ts";
import { RECIPE, type Recipe } from "../src/search/recipe.ts";
import { type Engine, openEngine, runSet, type Variant } from "./eval_run.ts";
import { setNames } from "./eval_sets.ts";
import { average, MEASURES, type Scores } from "./metrics.ts";

const WHOLE: Variant = { recipe: {} };

/** What differs in the recipe without one of its parts. */
const WITHOUT_LEXICAL: Readonly<Record<string, Partial<Recipe>>> = {
  "everyday words count less": { everydayWord: 1 },
  "words written otherwise": { otherSpelling: 0 },
  "notations count more": { notation: 1 },
  "kindred words": { kindredWord: 0 },
  "3-grams": { grams: { ...RECIPE.grams, weight: 0 } },
  "cap of 3-grams in long texts": { gramsUpTo: Infinity },
  "single characters": { chars: { ...RECIPE.chars, weight: 0 } },
  "cap of characters of long queries": { charsUpTo: Infinity },
  "pairs of words": { pairs: { ...RECIPE.pairs, weight: 0 } },
  "what a record begins with": { opening: { words: 0, weight: 0 } },
  "smoothing of length": { words: { ...RECIPE.words, smoothing: 0 } },
  "the best stretch of a long record": { stretch: { ...RECIPE.stretch, weight: 0 } },
  "neighbours in the session": { neighbours: { near: 0, far: 0 } },
  "answers after questions": { answer: 0 },
  "the session as one text": { session: { ...RECIPE.session, weight: 0 } },
  "kin of records without a session": { kin: 0 },
  "told again later": { retold: { ...RECIPE.retold, weight: 0 } },
  "time asked for and told": { tellsTime: 1 },
  "number asked for and told": { tellsNumber: 1 },
};

function withMeaning(change: Partial<Recipe["meaning"]>): Variant {
  return { recipe: { meaning: { ...RECIPE.meaning, ...change } } };
}

const WITHOUT_IN_HYBRID: Readonly<Record<string, Variant>> = {
  "meaning": withMeaning({ weight: 0 }),
  "the store's mean taken away": withMeaning({ mean: 0 }),
  "the query moved towards what words found": withMeaning({ anchorShare: 0 }),
  "neighbours in the session, by meaning": withMeaning({ neighbours: 0 }),
  "less weight in long records": withMeaning({ weightLength: 1e9 }),
  "less weight for long queries": withMeaning({ weightQuery: 1e9, weight: RECIPE.meaning.weight * 0.85 }),
  "those after the best count for more": withMeaning({ rise: 1 }),
  "told again later": { recipe: { retold: { ...RECIPE.retold, weight: 0 } } },
  "weighted sum (by rank instead)": { ...WHOLE, fusion: "rrf" },
  "weight .35 (.25 instead)": withMeaning({ weight: 0.25 }),
  "weight .35 (.45 instead)": withMeaning({ weight: 0.45 }),
};

function percentile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
}

async function printScores(engine: Engine, folder: string, names: readonly string[]): Promise<void> {
  console.log(`| set | queries | ${MEASURES.join(" | ")} | ms p50 / p95 |\n|${"---|".repeat(MEASURES.length + 3)}`);
  for (const name of names) {
    const [tally] = await runSet(engine, folder, name, [WHOLE]);
    if (!tally) continue;
    const mean = average(tally.scores);
    const numbers = MEASURES.map((measure) => mean[measure].toFixed(3).replace(/^0/, ""));
    const times = `${percentile(tally.milliseconds, 0.5)} / ${percentile(tally.milliseconds, 0.95)}`;
    console.log(`| ${name} | ${tally.scores.length} | ${numbers.join(" | ")} | ${times} |`);
  }
}

/** Changes in hundredths of R@5 and nDCG@10: negative means that the part helps. */
async function printAblation(engine: Engine, folder: string, names: readonly string[]): Promise<void> {
  const without = engine.method === "hybrid" ? WITHOUT_IN_HYBRID : Object.fromEntries(
    Object.entries(WITHOUT_LEXICAL).map(([part, recipe]): [string, Variant] => [part, { recipe }]),
  );
  const variants = [WHOLE, ...Object.values(without)];
  const bySet: Scores[][] = [];
  for (const name of names) {
    bySet.push((await runSet(engine, folder, name, variants)).map(({ scores }) => average(scores)));
  }
  console.log(`| without | ${names.join(" | ")} |\n|${"---|".repeat(names.length + 1)}`);
  Object.keys(without).forEach((part, i) => {
    const cells = bySet.map((means) =>
      (["R@5", "nDCG@10"] as const).map((measure) => {
        const change = 100 * ((means[i + 1]?.[measure] ?? 0) - (means[0]?.[measure] ?? 0));
        return `${change > 0 ? "+" : ""}${change.toFixed(1)}`;
      }).join(" / ")
    );
    console.log(`| ${part} | ${cells.join(" | ")} |`);
  });
}

const METHODS: readonly Method[] = ["fts", "vector", "hybrid"];

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    set: { type: "string" },
    ablate: { type: "boolean" },
    method: { type: "string", default: "fts" },
    model: { type: "string" },
  },
});
const data = values.data ?? stop("Name the folder of the sets with --data");
if (!fs.existsSync(data)) stop(`There is no folder ${data}`);
const method = METHODS.find((name) => name === values.method) ?? stop(`--method is one of ${METHODS.join(", ")}`);
if (method !== "fts" && !values.model) stop("Name a model's folder with --model; bench/minilm.ts lays out one");
const wanted = values.set?.split(",");
const names = setNames(data).filter((name) => !wanted || wanted.includes(name));
const engine = openEngine(method, values.model);
if (values.ablate) await printAblation(engine, data, names);
else await printScores(engine, data, names);
engine.meaning.close();
