/**
 * Whether a new build of the binary does the same as an old one: both play the same, and every difference is printed.
 *
 *   deno task bench:equality --old FILE   the binary to compare with; with it, any of:
 *     --new FILE                          the other one, dist/memory unless told
 *     --sets DIR                          public retrieval sets too (their shape: bench/eval_sets.ts)
 *     --all                               all of what is sampled otherwise, as large sets are
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
import type { Difference, Match, Report, Task } from "./equality_pair.ts";
import { recallTasks } from "./equality_recall.ts";
import { searchTasks } from "./equality_search.ts";
import { playStory } from "./equality_story.ts";

const STORIES = join(import.meta.dirname ?? ".", "equality");
const AROUND = 60;
const SHOWN = 240;
const CALLS_SHOWN = 3;
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

/** Prints them, those that say the same as one, and the sum; whether there are any. */
function printDifferences({ calls, prompts, queries, differences }: Report): boolean {
  const groups = Map.groupBy(differences, (difference) => JSON.stringify(parting(difference)));
  for (const [key, alike] of groups) {
    const [old, now]: [string, string] = JSON.parse(key);
    for (const { where, call, part } of alike.slice(0, CALLS_SHOWN)) {
      console.log(`${where}: ${short(call, SHOWN)}\n  ${part}`);
    }
    if (alike.length > CALLS_SHOWN) console.log(`and ${alike.length - CALLS_SHOWN} more`);
    console.log(`  old: ${old}\n  new: ${now}\n`);
  }
  const sum = [`${calls} calls`, `${prompts} prompts`, `${queries} queries`, `${differences.length} differences`];
  console.log(sum.join(", "));
  return differences.length > 0;
}

/** What stands around the place from which on the two are not the same. */
function parting({ old, new: now }: Difference): [string, string] {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const from = Math.max(0, same - AROUND);
  const shown = (text: string) =>
    `${from > 0 ? "…" : ""}${short(JSON.stringify(text.slice(from)).slice(1, -1), SHOWN)}`;
  return [shown(old), shown(now)];
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
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
  ...recallTasks(),
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
