/** Words for later: the questions that come with a fact, from the save to whoever asks. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryBox } from "../box.ts";

const FACT = "Thumbnails come in three sizes, made by the resizer when a picture is uploaded";
const ASKS = ["为什么列表里的图是糊的", "blurry pictures in the catalogue"];
const asksWords = ASKS.flatMap((ask) => ["--asks", ask]);

/** The ids that a search finds. */
async function found(box: ReturnType<typeof memoryBox>, query: string): Promise<string[]> {
  const { results } = await box.json(["search", query]);
  return results.map(({ id }: { id: string }) => id);
}

test("a fact is saved with the questions by which it will be asked for, and shown with them", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  assert.equal(data.status, "saved");
  const { data: shown } = await box.json(["show", data.id]);
  assert.deepEqual(shown.record.asks, ASKS);
  assert.match((await box.run(["show", data.id])).stdout, /asks:[^]*为什么列表里的图是糊的[^]*blurry pictures/);
  const { data: list } = await box.json(["manage", "list"]);
  assert.deepEqual(list.records[0].asks, ASKS);
});

test("a payload brings its questions, one as a text alone", async () => {
  const box = memoryBox();
  const payloads = [{ content: "One", asks: ["first?", "second?"] }, { content: "Two", asks: "third?" }, {
    content: "Three",
  }];
  const { data } = await box.json(["save", JSON.stringify(payloads)]);
  const asks = await Promise.all(
    data.results.map(async ({ id }: { id: string }) => (await box.json(["show", id])).data.record.asks),
  );
  assert.deepEqual(asks, [["first?", "second?"], ["third?"], undefined]);
});

test("more than three questions are refused, and nothing is saved", async () => {
  const box = memoryBox();
  const words = ["a?", "b?", "c?", "d?"].flatMap((ask) => ["--asks", ask]);
  const { error } = await box.json(["save", "fact", "--content", FACT, ...words]);
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.equal((await box.json(["manage", "list"])).data.total, 0);
});

test("search finds a fact by its questions, and one that says it itself comes first", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  await box.json(["save", "fact", "--content", "The changelog is written by hand"]);
  assert.deepEqual(await found(box, "blurry pictures"), [data.id]);
  assert.deepEqual(await found(box, "图是糊的"), [data.id]);
  const { data: itself } = await box.json(["save", "fact", "--content", "Blurry pictures are sent back to the studio"]);
  assert.deepEqual(await found(box, "blurry pictures"), [itself.id, data.id]);
});

test("an edit gives other questions, or none, and an undo brings them back", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  const asks = async () => (await box.json(["show", id])).data.record.asks;
  const { data: edited } = await box.json(["manage", "edit", "--id", id, "--asks", "which sizes?"]);
  assert.deepEqual(edited.updated_fields, ["asks"]);
  assert.deepEqual(await asks(), ["which sizes?"]);
  assert.deepEqual(await found(box, "catalogue"), []);
  await box.json(["manage", "edit", "--id", id, "--asks", ""]);
  assert.deepEqual(await asks(), []);
  await box.json(["manage", "undo"]);
  assert.deepEqual(await asks(), ["which sizes?"]);
});
