/** What was saved a moment ago, before any index has seen it, counts when the next fact is saved. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

const TODAY = () => `daily/${new Date().toISOString().slice(0, 10)}.jsonl`;

/** A memory whose index knows the first facts and not the last one. */
async function lagging(): Promise<{ box: Box; save: (content: string) => ReturnType<Box["json"]> }> {
  const box = memoryBox();
  const save = (content: string) => box.json(["save", "fact", "--content", content]);
  await save("The importer retries three times");
  await save("Deploys go out on Tuesdays");
  await box.json(["sync"]);
  await save("登录会话缓存用 Redis，TTL 300 秒");
  return { box, save };
}

test("the same text is not saved twice, in whatever spelling", async () => {
  const { box, save } = await lagging();
  const id = box.lines(TODAY()).at(-1)?.["id"];
  for (const text of ["登录会话缓存用 Redis，TTL 300 秒", " 登录会话缓存用  Redis，TTL 300 秒 "]) {
    assert.deepEqual((await save(text)).data, { id, status: "exists" });
  }
  assert.equal((await save("The importer retries three times")).data.status, "exists");
});

test("what says nearly the same is told, whether the index knows it or not", async () => {
  const { box, save } = await lagging();
  const [importer, , cache] = box.lines(TODAY()).map(({ id }) => id);
  const ids = async (text: string) => {
    const { changes = [], similar = [] } = (await save(text)).data;
    return [...changes, ...similar].map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await ids("登录会话缓存用 Redis，TTL 900 秒"), [cache]);
  assert.deepEqual(await ids("The importer retries three times at most"), [importer]);
});

test("a text that somebody changed or took away in the file is saved again, whatever the index says", async () => {
  for (const edit of [(line: string) => line.replace("Tuesdays", "Mondays"), () => ""]) {
    const { box, save } = await lagging();
    const lines = box.read(TODAY()).split("\n");
    box.write(
      TODAY(),
      lines.map((line) => line.includes("Tuesdays") ? edit(line) : line).filter(Boolean).join("\n") + "\n",
    );
    await save("Something else was saved meanwhile");
    assert.equal((await save("Deploys go out on Tuesdays")).data.status, "saved");
  }
});

test("after many saves in a row the index has them all, each once", async () => {
  const { box, save } = await lagging();
  for (let count = 0; count < 40; count++) await save(`Service number ${count} listens on port ${8000 + count}`);
  const { data } = await box.json(["sync"]);
  assert.equal(data.total, 43);
  assert.equal((await box.json(["search", "port 8017"])).results[0].content, "Service number 17 listens on port 8017");
});
