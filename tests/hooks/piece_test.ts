/** Where an unsaved piece ends; against the compiled binary. */
import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

/** Every prompt of a piece holds this word, and no file may hold it afterwards. */
const WORD = "zebrafish";

/** Plays the prompts of a session, each answered by a change of a file. Returns the reply to each. */
async function session(box: Box, prompts: readonly string[], { keepsTranscript = true } = {}): Promise<string[]> {
  const transcript = join(box.home, "talk.jsonl");
  const answer = [{ type: "tool_use", id: "t", name: "Write", input: { file_path: "ledger.py" } }];
  const path = keepsTranscript ? { transcript_path: transcript } : {};
  const hook = (event: string, more: object = {}) =>
    box.hook("claude", event, { session_id: "talk", cwd: box.project, hook_event_name: event, ...path, ...more });
  await hook("SessionStart", { source: "startup" });
  const told: string[] = [];
  for (const prompt of prompts) {
    told.push(JSON.stringify(await hook("UserPromptSubmit", { prompt })));
    for (const [role, content] of [["user", prompt], ["assistant", answer]]) {
      appendFileSync(transcript, `${JSON.stringify({ type: role, message: { role, content } })}\n`);
    }
  }
  await hook("SessionEnd", { reason: "exit" });
  return told;
}

/** All records and states, without the index. */
function everything(box: Box): string {
  return [box.data, box.own].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".sqlite"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
  ).join("\n");
}

const PIECES = [
  [
    `有家客户要解约,名字你看到就行别往记忆里记,叫 ${WORD} 文化。把它未来的订单都关掉`,
    `以后 ${WORD} 那边的押金一律走线下`,
    "再核对一遍",
    "以后 quokka 的退款一律走原路,不要走人工",
  ],
  [
    `don't save this part, it's my CV: I led the ${WORD} team`,
    `From now on always put the ${WORD} years first`,
    "make it shorter",
    "From now on every quokka refund goes through the ledger",
  ],
] as const;

for (const [wish, goesOn, brief, next] of PIECES) {
  test(`an unsaved piece ends when the person turns to another matter, without saying so: ${wish.slice(0, 16)}`, async () => {
    const box = memoryBox();
    const told = await session(box, [
      "Fix the payroll table",
      wish,
      goesOn,
      brief,
      next,
      "Then write the numbat tests",
    ]);
    assert.doesNotMatch(told.slice(2, 4).join(), /\[memory\]/, "no nudge for what goes on with it");
    assert.match(told[4] ?? "", /\[memory\]/, "the next matter is nudged");
    const kept = everything(box);
    for (const word of ["payroll", "quokka", "numbat"]) assert.ok(kept.includes(word), word);
    for (const words of [WORD, brief]) assert.ok(!kept.includes(words), words);
  });

  test(`an unsaved piece ends after two prompts at the latest: ${wish.slice(0, 16)}`, async () => {
    const box = memoryBox();
    const told = await session(box, ["Fix the payroll table", wish, brief, brief, goesOn.replace(WORD, "quokka")]);
    assert.match(told[4] ?? "", /\[memory\]/);
    assert.ok(everything(box).includes("quokka"));
  });

  test(`without a transcript one more prompt belongs to the unsaved piece: ${wish.slice(0, 16)}`, async () => {
    const box = memoryBox();
    const told = await session(box, [wish, goesOn, next], { keepsTranscript: false });
    assert.doesNotMatch(told[1] ?? "", /\[memory\]/);
    assert.match(told[2] ?? "", /\[memory\]/);
  });
}

for (
  const wish of [
    "刚才那个别记了",
    "上面那个不要存",
    "这个别记",
    "forget the last bit",
    "the thing I just said — leave it out",
  ]
) {
  test(`a wish for what was just said leaves out that and nothing else: ${wish}`, async () => {
    const box = memoryBox();
    await session(box, [
      "Write the quokka job",
      `我们决定下季度把 ${WORD} 组调走`,
      wish,
      "Then write the numbat tests",
    ]);
    const kept = everything(box);
    assert.ok(kept.includes("quokka") && kept.includes("numbat"));
    assert.ok(!kept.includes(WORD));
  });
}

for (
  const [wish, ...goesOn] of [
    [
      `Don't save this part, draft the raise letter for Bob Miller: 90000 a year, ${WORD}`,
      "Going on with it: Bob Miller also gets a car because he asked",
      "make the letter to Bob Miller shorter",
      "now put a date on top of the letter and sign it",
      "add to the letter that Bob Miller keeps 30 vacation days",
    ],
    [
      `这段别记，帮我写一封给王伟的加薪信：年薪 90 万，${WORD}`,
      "继续改：王伟还要配一辆车",
      "把给王伟的信写短一点",
      "信里加上他有 30 天年假，下个月生效",
      "王伟的职级也写进去，放在第二段",
    ],
  ] as const
) {
  test(`an unsaved piece goes on with each prompt that names what it is about: ${wish.slice(0, 16)}`, async () => {
    const box = memoryBox();
    await session(box, [
      "Fix the payroll table",
      wish,
      ...goesOn,
      "现在修 quokka 的退款",
      "Then write the numbat tests",
    ]);
    const kept = everything(box);
    for (const word of ["payroll", "quokka", "numbat"]) assert.ok(kept.includes(word), word);
    for (const words of [WORD, ...goesOn, "Bob Miller", "王伟"]) assert.ok(!kept.includes(words), words);
  });
}

for (
  const [wish, saved] of [
    [
      `这段别存，帮我改下简历：负责 ${WORD} 从零到一，退款也归我管`,
      "退款原路退，到账 T+1，quokka 那边老问，这个存一下",
    ],
    [
      `don't save this part: I led the ${WORD} refund team`,
      "Refunds take a day, the quokka people ask often, save this",
    ],
  ] as const
) {
  test(`an unsaved piece ends when the person asks to save something: ${saved}`, async () => {
    const box = memoryBox();
    await session(box, [wish, saved, "Then write the numbat tests"]);
    const kept = everything(box);
    assert.ok(kept.includes("quokka") && kept.includes("numbat"));
    assert.ok(!kept.includes(WORD));
  });
}
