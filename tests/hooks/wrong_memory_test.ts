/** The person says of a memory that it is wrong, or takes one back, in few words; against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { contextOf, memoryBox } from "../box.ts";
import { session } from "./wish_box.ts";

const LAST = /memory which you saved or told last is wrong[^\n]*--supersedes/;
const LAST_DELETED = /wants the memory deleted that you saved or told last/;
const NOT_SAVED = /be not remembered|does not want/;

test("a memory that is called wrong is replaced or deleted, whichever it is", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Avatars are at most 512 px"]);
  for (
    const prompt of [
      "that memory is wrong",
      "that memory is outdated, it's 1 MB now",
      "what you just saved is wrong",
      "这条记错了",
      "刚才那条记错了",
      "那条记忆过时了",
    ]
  ) {
    const { hook } = session(box, "claude", `s-${prompt}`);
    await hook("start", { source: "startup" });
    assert.match(contextOf(await hook("prompt", { prompt })), LAST, prompt);
  }
});

test("a mere pointer means a memory only right behind a save, and then as a possibility", async () => {
  const box = memoryBox();
  const pointers: readonly (readonly [string, RegExp])[] = [
    ["that one was wrong", LAST],
    ["刚才那条不对", LAST],
    ["undo that", LAST_DELETED],
    ["delete that", LAST_DELETED],
    ["这条删了", LAST_DELETED],
  ];
  for (const [prompt, line] of pointers) {
    const id = `s-${prompt}`;
    const { hook } = session(box, "claude", id);
    await hook("start", { source: "startup" });
    const ask = async (text: string) => contextOf(await hook("prompt", { prompt: text }));
    assert.doesNotMatch(await ask(prompt), line, `nothing was saved before: ${prompt}`);
    await ask("avatars get a size limit");
    await box.json(["save", "fact", "--session", id, "--content", `Avatars of ${id} are at most 512 px`]);
    const told = await ask(prompt);
    assert.match(told, line, prompt);
    assert.match(told, /If memory is meant, and not files/, prompt);
    assert.doesNotMatch(await ask(`${prompt} `), line, `a turn later: ${prompt}`);
  }
});

test("a record's own word beside what is wrong or gone names the record, and asks for no silence", async () => {
  const box = memoryBox();
  for (
    const content of [
      "The relay runs on fly in region fra",
      "测试用 Jest",
      "Logs go to Loki",
      "Mails go out by Resend",
      "The dashboard is in Vue",
      "会话存在 Postgres",
    ]
  ) await box.json(["save", "fact", "--content", content]);
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["that memory about fra is wrong", "fra", /no longer holds: fra\./],
    ["you remember the region wrong", "region fra", /no longer holds: region\./],
    ["the resend one is outdated", "Resend", /no longer holds: resend\./],
    ["the resend note is outdated now", "Resend", /no longer holds: resend\./],
    ["that note about loki isnt right anymore", "Loki", /no longer holds: loki\./],
    ["记忆里 jest 是错的", "Jest", /no longer holds: jest\./],
    ["那条 resend 作废", "Resend", /no longer holds: resend\./],
    ["会话那条过时了", "会话", /no longer holds: 会话\./],
    ["会话的那条过时了", "会话", /no longer holds: 会话\./],
    ["记忆里 loki 的那条不对，现在是 vector", "Loki", /no longer holds: loki\./],
    ["forget the jest fact from memory", "Jest", /delete memories about: jest\./],
    ["loki 的记忆不对 删掉", "Loki", /no longer holds: loki\./],
    ["kill the memory with jest", "Jest", /delete memories about: jest\./],
    ["scrap what u know about loki", "Loki", /delete memories about: loki\./],
    ["drop the resend memory", "Resend", /delete memories about: resend\./],
    ["no dashboard any more, clean that from memory", "dashboard", /delete memories about: dashboard\./],
    ["你记的loki那条是错的", "Loki", /no longer holds: loki\./],
    ["之前让你记的loki那条过时了", "Loki", /no longer holds: loki\./],
    ["loki那条改成 vector", "Loki", /no longer holds: loki\./],
    ["what you noted about loki is outdated", "Loki", /no longer holds: loki\./],
    ["loki那条不用记了", "Loki", /delete memories about: loki\./],
    ["忘了loki那条", "Loki", /delete memories about: loki\./],
    ["搜下记忆：loki", "Loki", /searches memory for: loki\./],
    ["关于loki你记了啥", "Loki", /searches memory for: loki\./],
  ];
  for (const [prompt, record, line] of cases) {
    const { hook } = session(box, "claude", `s-${prompt}`);
    const told = contextOf(await hook("prompt", { prompt }));
    assert.match(told, line, prompt);
    assert.ok(told.includes(record), `${prompt}: ${told}`);
    assert.doesNotMatch(told, NOT_SAVED, prompt);
  }
  for (
    const other of [
      "delete that branch",
      "那条测试删了",
      "那条测试过时了",
      "that test is wrong",
      "that dashboard test is wrong",
      "the memory leak is gone",
      "out of memory",
      "内存不对",
      "the aws one is gone",
      "undo that last commit",
      "我端口记错了",
      "把loki相关的都删了",
      "删掉loki的依赖",
      "loki那块去掉",
      "日志那条改成 debug",
    ]
  ) {
    const { hook } = session(box, "claude", `s-${other}`);
    const told = contextOf(await hook("prompt", { prompt: other }));
    assert.doesNotMatch(told, /no longer holds|delete memories|wants the memory deleted/, other);
  }
});

test("who wants back what was deleted is told how it is listed and restored, and nothing of files", async () => {
  const box = memoryBox();
  for (
    const prompt of ["restore the memory you just deleted", "刚删的那条恢复一下", "bring back the one you deleted"]
  ) {
    const { hook } = session(box, "claude", `s-${prompt}`);
    assert.match(contextOf(await hook("prompt", { prompt })), /list --deleted.*manage restore --id/, prompt);
  }
  const { hook } = session(box, "claude", "s-pointer");
  const told = contextOf(await hook("prompt", { prompt: "pls bring back what you just deleted" }));
  assert.match(told, /If memory is meant, and not files.*manage restore --id/, told);
  for (
    const prompt of ["restore the file you deleted", "刚删的代码恢复一下", "undo the last change", "恢复一下数据库"]
  ) {
    const { hook } = session(box, "claude", `s-${prompt}`);
    assert.doesNotMatch(contextOf(await hook("prompt", { prompt })), /--deleted/, prompt);
  }
});
