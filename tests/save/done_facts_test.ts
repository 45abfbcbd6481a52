/** What closing a to-do says of facts on the same matter, which may tell how it stood before. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { summary } from "./todo_box.ts";

for (
  const { todo, words, fact, others, now } of [
    {
      todo: "开局前两小时的提醒消息",
      words: "提醒消息",
      fact: "开局前两小时提醒：订阅消息为主，没授权的才发短信；短信签名还在审，先不动手",
      others: ["定金从每人 30 元涨到 50 元，运营说鸽子太多", "开局后两小时内可以退款"],
      now: "开局前两小时提醒：订阅消息为主，没授权的才发短信",
    },
    {
      todo: "Reminder messages two hours before a game",
      words: "reminder messages",
      fact:
        "Reminder messages go out two hours before a game, by push first; the sms signature is in review, so not started",
      others: ["The deposit is 50, since too many players stay away", "Games are refunded for two hours"],
      now: "Reminder messages go out two hours before a game, by push first, else by sms",
    },
  ]
) {
  test(`who closes a to-do is named the fact that still calls it open, with the command that replaces it: ${words}`, async () => {
    const box = memoryBox();
    for (const content of [...others, fact]) await box.json(["save", "fact", "--type", "W", "--content", content]);
    await summary(box, "s-1", "--todo", todo, "--todo", "Buy printer paper");
    const { data } = await box.json(["done", words]);
    assert.deepEqual(data.similar.map(({ content }: { content: string }) => content), [fact]);
    assert.match(data.hint, /`memory save fact --content '…' --supersedes ID`/);
    const saved = await box.json(["save", "fact", "--content", now, "--supersedes", data.similar[0].id]);
    assert.equal(saved.data.status, "saved");
    const { records } = (await box.json(["manage", "list", "--scope", "all"])).data;
    assert.equal(records.find(({ content }: { content: string }) => content === fact).superseded_by, saved.data.id);
    const other = (await box.json(["done", "printer paper"])).data;
    assert.deepEqual([other.similar, other.hint], [undefined, undefined], "of another matter nothing is said");
  });
}
