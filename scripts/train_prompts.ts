/**
 * Learns the weights by which prompts are judged (src/prompt/sentence_weights.ts), and says how well they do.
 *
 *   deno task train:prompts            writes src/prompt/learnt_weights.txt
 *   deno task train:prompts --check    tells how well each set is known by weights that have not learnt from it
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packWeights } from "../src/prompt/sentence_weights.ts";
import { ROOT } from "./compile.ts";
import { allPrompts, allStatements, checkLasting } from "./lasting_sets.ts";
import { learn } from "./learn.ts";
import { checkCalls, learnCalls } from "./recall_sets.ts";
import { checkWishes, learnWishes } from "./wish_sets.ts";

const WEIGHTS = join(ROOT, "src", "prompt", "learnt_weights.txt");

/** The text of learnt_weights.txt. */
export function weightsText(): string {
  const states = learn(allPrompts());
  return packWeights(learnWishes(), states, learn(allStatements(), { known: states }), learnCalls());
}

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    checkLasting();
    checkWishes();
    checkCalls();
  } else writeFileSync(WEIGHTS, weightsText());
}
