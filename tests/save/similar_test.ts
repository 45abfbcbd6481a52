/** Which known facts the answer to a save names, on labelled sets (tests/fixtures/changes). */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { neighboursOf } from "../../src/capture/neighbours.ts";
import { closeReaders } from "../../src/recall/readers.ts";
import { storesToRead } from "../../src/store/memory.ts";
import { remembering } from "../recall_asked.ts";
import { testWorld } from "../world.ts";

const SETS = new URL("../fixtures/changes/", import.meta.url);

/** A fact that is saved, and the key of the known one that it changes, says again, or is beside. */
interface Saved {
  readonly text: string;
  readonly changes?: string;
  readonly same?: string;
  readonly beside?: string;
}

interface Known {
  readonly key: string;
  readonly text: string;
}

function read<Row>(name: string): Row[] {
  return readFileSync(new URL(name, SETS), "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** In per cent: saves of each sort that name the right fact, and those about nothing known that name any. */
function named(sets: readonly { readonly known: readonly Known[]; readonly saves: readonly Saved[] }[]) {
  const counts = { changes: [0, 0], same: [0, 0], news: [0, 0] };
  const count = (sort: keyof typeof counts, isNamed: boolean) => {
    counts[sort] = [(counts[sort][0] ?? 0) + (isNamed ? 1 : 0), (counts[sort][1] ?? 0) + 1];
  };
  for (const { known, saves } of sets) {
    const { folder } = testWorld();
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "records.jsonl");
    const records = known.map(({ key, text }, at) => ({ key, text, type: "W", days: 1 + at % 60 }));
    writeFileSync(file, records.map((each) => JSON.stringify(each)).join("\n"));
    const { memory, readers, keyOf } = remembering(file);
    const store = storesToRead(memory).find(({ layer }) => layer === "project");
    assert.ok(store);
    for (const { text, changes, same, beside } of saves) {
      const [near] = neighboursOf(memory, store, [text], undefined);
      const keys = [...near?.changed ?? [], ...near?.similar ?? []].map(({ id }) => keyOf.get(id) ?? "");
      if (changes !== undefined) count("changes", keys.includes(changes));
      else if (same !== undefined) count("same", keys.includes(same));
      else if (beside === undefined) count("news", keys.length > 0);
    }
    closeReaders(readers);
  }
  const share = ([some = 0, all = 0]: readonly number[]) => 100 * some / all;
  return { changes: share(counts.changes), same: share(counts.same), news: share(counts.news) };
}

const setOf = (name: string) => ({
  known: read<Known>(`${name}_known.jsonl`),
  saves: read<Saved>(`${name}_saves.jsonl`),
});

test("of facts that change or repeat a known one in other words, no fewer name it than were measured, and few others name any", () => {
  const chosenBy = named(["bianji", "hospice", "indiegame", "kuajing", "seismo", "xuexiao"].map(setOf));
  assert.ok(chosenBy.changes >= 42 && chosenBy.same >= 84 && chosenBy.news <= 10, JSON.stringify(chosenBy));
  // Nothing was chosen by these two.
  const blind = named(["ferryline", "lengku"].map(setOf));
  assert.ok(blind.changes >= 31 && blind.same >= 93 && blind.news <= 13, JSON.stringify(blind));
});

test("of saves that change a value, most name the known one", () => {
  interface Pair {
    readonly known: string;
    readonly save: string;
    readonly changes: boolean;
  }
  for (const [file, least] of [["values.jsonl", 80], ["values_free.jsonl", 75]] as const) {
    const pairs = read<Pair>(file);
    const known = pairs.map((pair, at) => ({ key: String(at), text: pair.known }));
    const saves = pairs.flatMap(({ save, changes }, at) => changes ? [{ text: save, changes: String(at) }] : []);
    const { changes } = named([{ known, saves }]);
    assert.ok(changes >= least, `${file}: ${changes}`);
  }
});
