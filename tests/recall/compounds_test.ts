/** A Chinese word inside another word does not count as that word. Against the compiled binary. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { memoryBox } from "../box.ts";
import { prompt } from "../settings_box.ts";

test("a Chinese word does not match inside another word, but matches beside it", async () => {
  const box = memoryBox();
  const contents = ["客服机器人用 Rasa 搭建", "对话框用 Radix 的实现", "报表机器放在三号机房"];
  for (const content of contents) await box.json(["save", "fact", "--content", content]);
  for (const aside of ["机器学习模型放哪", "对话怎么保存", "人用的接口"]) {
    assert.doesNotMatch(await prompt(box, aside), /Rasa|Radix/, aside);
  }
  assert.match(await prompt(box, "机器人是用什么搭建的"), /Rasa/);
  assert.doesNotMatch(await prompt(box, "机器人怎么放"), /三号机房/);
  assert.match(await prompt(box, "报表的机器放在哪"), /三号机房/);
  assert.match(await prompt(box, "对话框用的什么实现"), /Radix/);
});
