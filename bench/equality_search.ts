/** Questions of retrieval sets: the hits, with their scores. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { askBoth, closePair, type Match, openPair, type Pair, sampled, type Task } from "./equality_pair.ts";
import { type EvalGroup, loadSet, setNames } from "./eval_sets.ts";

const OURS = join(import.meta.dirname ?? ".", "..", "tests", "fixtures", "retrieval");
/** Questions of a set. */
const ABOUT = 150;

/** A task for each set: that of the tests, and those in a folder. */
export function searchTasks(folder: string | undefined): Task[] {
  const ours: Task = { name: "search-ours", play: (match) => playSet(match, "search-ours", [ourGroup()]) };
  const others = folder === undefined ? [] : setNames(folder).map((set): Task => {
    const name = `search-${set}`;
    return { name, play: (match) => playSet(match, name, [...loadSet(folder, set)]) };
  });
  return [ours, ...others];
}

/** The set of the tests: an id and a text in each line of the records, ids and a question in each of the queries. */
function ourGroup(): EvalGroup {
  const lines = (file: string) => fs.readFileSync(join(OURS, file), "utf8").split("\n").filter((line) => line !== "");
  const records = lines("records.txt").map((line): EvalGroup["records"][number] => {
    const [id = "", ...words] = line.split(" ");
    return { id, type: "fact", memory_type: "W", content: words.join(" "), timestamp: "2026-02-01T10:00:00Z" };
  });
  const queries = lines("queries.txt").map((line, at) => {
    const [relevant = "", text = ""] = line.split("\t");
    return { id: `q${at}`, text, relevant: relevant.split(" "), visible: records.length };
  });
  return { records, queries };
}

async function playSet(match: Match, name: string, groups: readonly EvalGroup[]): Promise<void> {
  const pair = openPair(match, name);
  const chosen = new Set(sampled(match, groups.flatMap(({ queries }) => queries), ABOUT));
  for (const [at, { records, queries }] of groups.entries()) {
    const asked = Map.groupBy(queries.filter((query) => chosen.has(query)), ({ visible }) => visible);
    let written = 0;
    for (const [visible, together] of asked) {
      write(pair, `group-${at}`, records.slice(written, visible));
      written = visible;
      // A search waits only so long for its index.
      await askBoth(pair, `group-${at}: sync`, ({ binary, home }) => ({
        program: binary,
        words: ["sync", "--quiet", "--project-path", join(home, `group-${at}`)],
      }));
      await search(pair, `group-${at}`, together);
    }
  }
  closePair(pair);
}

/** The folder was made by nobody: it is read all the same, and each group needs one call less. */
function write({ sides }: Pair, group: string, records: EvalGroup["records"]): void {
  for (const { home } of sides) {
    for (const record of records) {
      const day = `${record.timestamp.slice(0, 10)}.jsonl`;
      const file = join(home, group, ".cursor", "skills", "memory-data", "daily", day);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.appendFileSync(file, `${JSON.stringify(record)}\n`);
    }
  }
}

async function search(pair: Pair, group: string, queries: EvalGroup["queries"]): Promise<void> {
  const stdin = queries.map(({ id, text }) => `${JSON.stringify({ id, text })}\n`).join("");
  const words = ["search", "--queries", "-", "--explain", "--project-path"];
  await askBoth(pair, queries.map(({ text }) => `${group}: ${text}`), ({ binary, home }) => ({
    program: binary,
    words: [...words, join(home, group)],
    stdin,
  }));
  pair.match.report.queries += queries.length;
}
