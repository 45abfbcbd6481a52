/**
 * Whether a new build of the binary does the same as an old one: both play the same, and every difference is printed.
 *
 *   deno task bench:equality --old FILE   the binary to compare with; with it, any of:
 *     --new FILE                          the other one, dist/memory unless told
 *     --sets DIR                          public retrieval sets too (their shape: bench/eval_sets.ts)
 *     --all                               all of what is sampled otherwise: large sets, stories of days
 *     --quick                             a fifth of the prompts and questions, for on the way
 *     --only WORD                         only stories and sets whose name holds the word
 *
 * Exit 1 if there are differences.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { Match } from "./equality_pair.ts";
import { printDifferences } from "./equality_print.ts";
import { dayTasks } from "./equality_days.ts";
import { recallTasks } from "./equality_recall.ts";
import { searchTasks } from "./equality_search.ts";
import { playStory } from "./equality_story.ts";
import type { Task } from "./equality_task.ts";
import { textTasks } from "./equality_texts.ts";

const STORIES = join(import.meta.dirname ?? ".", "equality");
/** One for each core of a small machine: hooks have deadlines, and must not wait for each other. */
const AT_ONCE = 2;

function storyTasks(): Task[] {
  return fs.readdirSync(STORIES).sort().map((file) => {
    const name = file.replace(/\.txt$/, "");
    return { name, play: (match) => playStory(match, name, join(STORIES, file)) };
  });
}

async function playAll(match: Match, tasks: readonly Task[]): Promise<void> {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const started = Date.now();
      await task.play(match);
      console.error(`${task.name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A copy beside the homes, so that each can have a link to it and nobody replaces it meanwhile. */
function copied(binary: string, to: string): string {
  fs.copyFileSync(binary, to);
  return to;
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    old: { type: "string" },
    new: { type: "string", default: "dist/memory" },
    sets: { type: "string" },
    all: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
const old = resolve(values.old ?? stop("Name the binary to compare with by --old"));
const now = resolve(values.new);
for (const path of [old, now, values.sets ?? old]) if (!fs.existsSync(path)) stop(`There is no ${path}`);
const folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "eq-")));
const clear = () => fs.rmSync(folder, { recursive: true, force: true });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    clear();
    process.exit(1);
  });
}
const tasks = [
  ...storyTasks(),
  ...dayTasks(values.all),
  ...recallTasks(),
  ...textTasks,
  ...searchTasks(values.sets),
];
const match: Match = {
  folder,
  binaries: { old: copied(old, join(folder, "old")), new: copied(now, join(folder, "new")) },
  started: Date.now(),
  extent: values.all ? "all" : values.quick ? "quick" : "usual",
  report: { calls: 0, prompts: 0, queries: 0, differences: [] },
};
try {
  await playAll(match, tasks.filter(({ name }) => name.includes(values.only)));
} finally {
  clear();
}
process.exitCode = printDifferences(match.report) ? 1 : 0;
