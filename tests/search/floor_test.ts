/**
 * A floor under the quality of search: a small bilingual memory about coding work, with questions as people ask them.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { average, judge } from "../../bench/metrics.ts";
import { memoryBox } from "../box.ts";
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

test("in two projects by an author who knew no method, 79 of 100 queries have a right record first and 92 among five", async () => {
  const [records, queries] = ["blind_records.jsonl", "blind_queries.jsonl"]
    .map((file) => lines(file).map((line) => JSON.parse(line)));
  const places = await Promise.all(["A", "B"].map(async (project) => {
    const box = memoryBox();
    const own = <T extends { readonly project: string }>(all: readonly T[] = []) =>
      all.filter((each) => each.project === project);
    const file = (name: string, all: readonly object[]) => {
      fs.writeFileSync(join(box.home, name), all.map((each) => `${JSON.stringify(each)}\n`).join(""));
      return join(box.home, name);
    };
    await box.run(["import", file("records.jsonl", own(records).map(({ record }) => record)), "--confirm"]);
    const asked = own(queries);
    const given = file("queries.jsonl", asked.map(({ id, query }) => ({ id, text: query })));
    const { stdout } = await box.run(["search", "--queries", given, "--max-results", "5"]);
    const found = new Map(
      stdout.trim().split("\n").map((line) => JSON.parse(line)).map(({ id, results }) => [id, results]),
    );
    return asked.map(({ id, relevant }) =>
      found.get(id).findIndex((hit: { id: string }) => relevant.some((each: string) => hit.id.endsWith(each)))
    );
  }));
  const all = places.flat();
  const share = (most: number) => all.filter((place) => place >= 0 && place < most).length / all.length;
  assert.ok(all.length === 207 && share(1) >= 0.79 && share(5) >= 0.917, `${share(1)} first, ${share(5)} among five`);
});
