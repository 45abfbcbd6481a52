/**
 * What memory says to a few hundred prompts in both languages, most of which it can't help. The prompts and records are
 * our own; the floors are those of docs/internals/recall-measured.md, which also tells how each half came about. How a
 * prompt is put was learnt from all of them but those of tests/fixtures/recall_blind.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { askAll, type Asked, judged, remembering } from "../recall_asked.ts";
import { FIXTURES, promptsOf } from "../recall_fixtures.ts";

function holds(asked: readonly Asked[], floor: { right: number; wrong: number }): void {
  const { right, disturbed, failures } = judged(asked);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  assert.ok(
    right > floor.right && disturbed < floor.wrong,
    `right ${percent(right)}, disturbed ${percent(disturbed)}\n${failures.join("\n")}`,
  );
}

test("over 85 % of the prompts that memory can help get the right record, under 2 % of the others get any", async () => {
  holds(await askAll(remembering("records.jsonl"), promptsOf("prompts.jsonl")), { right: 0.85, wrong: 0.02 });
});

test("in a busy project, where many prompts that memory can't help are close to a record, it is right for 78 % and silent for 93 %", async () => {
  const prompts = promptsOf("clinic_prompts.jsonl");
  holds(await askAll(remembering("clinic_records.jsonl"), prompts), { right: 0.78, wrong: 0.065 });
});

test("in two projects by authors who had not seen the method, memory is right for 58 % and silent for 97 %", async () => {
  for (const project of ["runner", "harbor"]) {
    const prompts = promptsOf(`${project}_prompts.jsonl`);
    const asked = await askAll(remembering(`${project}_records.jsonl`), prompts);
    holds(asked, { right: 0.58, wrong: 0.03 });
    holds(asked.filter(({ half }) => half === "unseen"), { right: 0.56, wrong: 0.02 });
    holds(await askAll(remembering(`${project}_records.jsonl`, 9_900), prompts), { right: 0.49, wrong: 0.02 });
  }
});

test("in two projects that the author of the lists of words had not seen, memory is right for more than half", async () => {
  // Measured: 57 % right and 10.8 % disturbed, 63 % and 18.3 %.
  // Many of these prompts are about the product, and no record is.
  const floors = { atelier: { right: 0.54, wrong: 0.12 }, quarry: { right: 0.6, wrong: 0.19 } };
  for (const [project, floor] of Object.entries(floors)) {
    holds(await askAll(remembering(`${project}_records.jsonl`), promptsOf(`${project}_prompts.jsonl`)), floor);
  }
});

test("with labels from the agent more prompts get their record", async () => {
  // Measured: 67 % and 9.2 %, 67 % and 15.0 %, 74 % and 3.8 %, 73 % and 3.8 %.
  const floors = {
    atelier: { right: 0.64, wrong: 0.12 },
    quarry: { right: 0.63, wrong: 0.175 },
    harbor: { right: 0.71, wrong: 0.045 },
    runner: { right: 0.71, wrong: 0.04 },
  };
  for (const [project, floor] of Object.entries(floors)) {
    const memory = remembering(`${project}_records.jsonl`, 0, { labels: true });
    holds(await askAll(memory, promptsOf(`${project}_prompts.jsonl`)), floor);
  }
});

test("with asks from the agent more prompts get their record and fewer others get any, alone and beside labels", async () => {
  // Measured, with neither 65 % and 1.0 %, 64 % and 1.9 %; asks 68 % and 1.0 %, with labels 71 % and 2.9 %; 73 % and
  // 1.0 %, with labels 79 % and 2.9 %.
  const floors = {
    harbor: [{ right: 0.65, wrong: 0.015 }, { right: 0.68, wrong: 0.035 }],
    runner: [{ right: 0.7, wrong: 0.015 }, { right: 0.76, wrong: 0.035 }],
  };
  for (const [project, floorsOf] of Object.entries(floors)) {
    for (const [at, floor] of floorsOf.entries()) {
      const memory = remembering(`${project}_records.jsonl`, 0, { asks: true, labels: at === 1 });
      holds(await askAll(memory, promptsOf(`${project}_prompts.jsonl`)), floor);
    }
  }
});

test("in projects whose prompts use other words than the records, labels and asks bring about half of the prompts or more their record, and disturb hardly more of the others", async () => {
  // Measured: 56 % and 8.9 %; 72 % and 8.9 %; 81 % and 5.6 %; 76 % and 10.0 %; 52 % and 9.2 %; 47 % and 5.6 %;
  // 67 % and 6.7 %; 70 % and 10.0 %; 61 % and 14.4 %; 65 % and 21.1 %; 62 % and 20.9 %; 69 % and 24.5 %;
  // 70 % and 23.2 %; 62 % and 13.3 %. Without them
  // 34 % and 10.0 %, 55 % and 11.1 %, 53 % and 11.1 %, 54 % and 10.0 %, 27 % and 9.2 %, 30 % and 6.7 %, 56 % and 9.2 %,
  // 62 % and 15.0 %, 34 % and 12.2 %, 41 % and 20.0 %, 47 % and 22.0 %, 43 % and 27.7 %,
  // 64 % and 24.2 %, 47 % and 18.4 %.
  const floors = {
    canteen: { right: 0.53, wrong: 0.115 },
    reef: { right: 0.68, wrong: 0.105 },
    spindle: { right: 0.78, wrong: 0.07 },
    jahrring: { right: 0.73, wrong: 0.125 },
    podcast: { right: 0.49, wrong: 0.1 },
    lifts: { right: 0.43, wrong: 0.08 },
    atelier: { right: 0.64, wrong: 0.085 },
    quarry: { right: 0.67, wrong: 0.11 },
    hematite: { right: 0.58, wrong: 0.18 },
    basalt: { right: 0.62, wrong: 0.235 },
    lanyard: { right: 0.6, wrong: 0.23 },
    lanshao: { right: 0.66, wrong: 0.265 },
    saggar: { right: 0.68, wrong: 0.25 },
    suian: { right: 0.59, wrong: 0.15 },
  };
  for (const [project, floor] of Object.entries(floors)) {
    const memory = remembering(`${project}_records.jsonl`, 0, { labels: true, asks: true });
    holds(await askAll(memory, promptsOf(`${project}_prompts.jsonl`)), floor);
  }
});

test("in four projects from which nothing was learnt, most prompts that memory can help get their record, and one in nine of the others gets any", async () => {
  // Measured: 78 % and 7 %, 81 % and 9 %, 62 % and 8.2 %, 57 % and 7.3 %; before wording was learnt 77 % and 22 %,
  // 78 % and 27 %, 64 % and 18 %, 57 % and 17 %.
  const floors = {
    heating: { right: 0.75, wrong: 0.1 },
    pharmacy: { right: 0.78, wrong: 0.11 },
    museum: { right: 0.6, wrong: 0.1 },
    powerline: { right: 0.54, wrong: 0.09 },
  };
  for (const [project, floor] of Object.entries(floors)) {
    const base = join(FIXTURES, "..", "recall_blind", project);
    const memory = remembering(`${base}_records.jsonl`, 0, { labels: true, asks: true });
    holds(await askAll(memory, promptsOf(`${base}_prompts.jsonl`)), floor);
  }
});

/** With two letters of its longest word swapped. */
function slipped(prompt: string): string {
  const longest = (prompt.match(/\b[a-z]{6,}\b/g) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? "";
  return prompt.replace(longest, `${longest.slice(0, 3)}${longest[4] ?? ""}${longest[3] ?? ""}${longest.slice(5)}`);
}

test("with a slip in the longest word of each prompt memory is right for 46 %, without for 63 %", async () => {
  const prompts = promptsOf("harbor_prompts.jsonl").filter(({ p }) => slipped(p) !== p);
  const mistyped = prompts.map((each) => ({ ...each, p: slipped(each.p) }));
  // Measured: 50 % and 2.7 %; when no slip was looked for, 34 %.
  holds(await askAll(remembering("harbor_records.jsonl"), mistyped), { right: 0.46, wrong: 0.04 });
});

test("among 10,000 records memory is about as often right", async () => {
  const prompts = promptsOf("clinic_prompts.jsonl");
  holds(await askAll(remembering("clinic_records.jsonl", 9_554), prompts), { right: 0.76, wrong: 0.07 });
});
