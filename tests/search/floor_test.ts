/**
 * A floor under the quality of search: a small bilingual memory about coding work, with questions as people ask them.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { average, judge } from "../../bench/metrics.ts";
import { type Json, memoryBox } from "../box.ts";
import { loadConfig } from "../../src/config/mod.ts";
import { openIndex } from "../../src/index/mod.ts";
import { search, settingsOfSearch } from "../../src/search/mod.ts";
import { testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const FOLDER = join(import.meta.dirname ?? ".", "..", "fixtures", "retrieval");
/**
 * Measured .960 and .974. Without rarity, stems, words or single characters it is less; to lose one first place is too
 * much.
 */
const HIT_AT_1 = 0.955;
const MRR = 0.972;

function lines(file: string): string[] {
  return fs.readFileSync(join(FOLDER, file), "utf8").split("\n").filter((line) => line !== "");
}

test("search finds what was decided, preferred and run, in Chinese, English and both", () => {
  const world = testWorld();
  const store = testStore(world);
  const records = lines("records.txt").map((line) => {
    const [id = "", ...words] = line.split(" ");
    return { id, type: "fact", memory_type: "W", content: words.join(" "), timestamp: "2026-02-01T10:00:00Z" };
  });
  fs.mkdirSync(pathOf(store, "daily"));
  fs.writeFileSync(
    join(store.folder, "daily", "2026-02-01.jsonl"),
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  const index = openIndex(store);
  index.sync();
  const { config } = loadConfig(world.runtime);
  const settings = settingsOfSearch(config, { limit: 10, now: world.runtime.now() });
  const missed: string[] = [];
  const scores = lines("queries.txt").map((line) => {
    const [ids = "", text = ""] = line.split("\t");
    const found = search([index], text, settings).hits.map(({ id }) => id);
    const score = judge(found, ids.split(" "));
    if (score["hit@1"] === 0) missed.push(`${text} → ${found.slice(0, 3).join(" ")}, not ${ids}`);
    return score;
  });
  const mean = average(scores);
  assert.ok(records.length >= 150 && scores.length >= 120);
  const all = `hit@1 ${mean["hit@1"].toFixed(3)}, MRR ${mean["MRR@10"].toFixed(3)}\n${missed.join("\n")}`;
  assert.ok(mean["hit@1"] >= HIT_AT_1 && mean["MRR@10"] >= MRR, all);
});

interface Asked {
  readonly project: string;
  readonly id: string;
  readonly cls: string;
  readonly query: string;
  /** The ids of all right records, or their ends; none for a query that nothing answers. */
  readonly relevant: readonly string[];
}

interface Told extends Asked {
  /** The place of the first right record, from 0; -1 where none is among five. */
  readonly place: number;
  readonly hits: number;
}

/** What the compiled binary finds of a set, each of its projects imported into a memory of its own. */
async function toldOf(set: string, projects: readonly string[]): Promise<Told[]> {
  const all: { readonly project: string; readonly record: Json }[] = lines(`${set}_records.jsonl`).map((line) =>
    JSON.parse(line)
  );
  const asked: Asked[] = lines(`${set}_queries.jsonl`).map((line) => JSON.parse(line));
  const found = await Promise.all(projects.map(async (project) => {
    const box = memoryBox();
    const records = all.filter((each) => each.project === project).map(({ record }) => record);
    const queries = asked.filter((each) => each.project === project);
    const file = (name: string, content: readonly object[]) => {
      fs.writeFileSync(join(box.home, name), content.map((each) => `${JSON.stringify(each)}\n`).join(""));
      return join(box.home, name);
    };
    await box.run(["import", file("records.jsonl", records), "--confirm"]);
    const given = file("queries.jsonl", queries.map(({ id, query }) => ({ id, text: query })));
    const { stdout } = await box.run(["search", "--queries", given, "--max-results", "5"]);
    const results = new Map<string, Json[]>(
      stdout.trim().split("\n").map((line) => JSON.parse(line)).map(({ id, results }) => [id, results]),
    );
    // A to-do counts as its summary.
    const summaryOf = new Map<string, string>(
      records.flatMap(({ id, todos = [] }) => todos.map((todo: string) => [todo, id])),
    );
    return queries.map((each) => {
      const hits = results.get(each.id) ?? [];
      const ids = hits.map(({ id, type, content }) => type === "todo" ? summaryOf.get(content) ?? id : id);
      const place = ids.findIndex((id) => each.relevant.some((end) => id.endsWith(end)));
      return { ...each, place, hits: hits.length };
    });
  }));
  return found.flat();
}

function share(all: readonly Told[], most: number): number {
  return all.filter(({ place }) => place >= 0 && place < most).length / all.length;
}

test("in two projects by an author who knew no method, 79 of 100 queries have a right record first and 92 among five", async () => {
  const all = await toldOf("blind", ["A", "B"]);
  const told = `${share(all, 1)} first, ${share(all, 5)} among five`;
  assert.ok(all.length === 207 && share(all, 1) >= 0.79 && share(all, 5) >= 0.917, told);
});

// Measured blind it was .82 and .92, before some of its misses were mended (docs/internals/retrieval.md).
test("in two later projects, one English and one Chinese, 82 of 100 queries have a right record first and 92 among five", async () => {
  const all = await toldOf("depot", ["depot", "groceries"]);
  // A date without a year is another one in another year.
  const answered = all.filter(({ relevant, cls }) => relevant.length > 0 && cls !== "time");
  const silent = all.filter(({ relevant }) => relevant.length === 0);
  const inVain = silent.filter(({ hits }) => hits > 0).length;
  const told = `${share(answered, 1)} first, ${share(answered, 5)} among five, ${inVain} told in vain`;
  assert.deepEqual([answered.length, silent.length], [280, 46]);
  assert.ok(share(answered, 1) >= 0.825 && share(answered, 5) >= 0.92 && inVain <= 33, told);
});
