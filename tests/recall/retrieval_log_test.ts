/** The log of recalls, of which a session's prompts are taken out while others write on. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { openLog } from "../../src/log.ts";
import { forgetPrompts, logRetrieval, readRetrievals } from "../../src/recall/retrieval_log.ts";
import { pathOf } from "../../src/store/layout.ts";
import type { Files } from "../../src/runtime.ts";
import { testStore, testWorld } from "../world.ts";

test("what others log while a session's prompts are taken out stays, whenever they opened the log", () => {
  let meanwhile = () => {};
  const files = (real: Files): Files => ({
    ...real,
    read(path) {
      const bytes = real.read(path);
      if (path.endsWith(".jsonl")) meanwhile();
      return bytes;
    },
  });
  const store = testStore(testWorld({ files }));
  const log = openLog(store.runtime, store);
  const recall = (session: string, query: string, signals?: readonly string[]) =>
    logRetrieval(log, {
      session,
      trigger: "prompt",
      query,
      ...signals && { signals },
      candidates: 1,
      chosen: [],
      tokens: 0,
      ms: 1,
    });
  recall("mine", "Where is the numbat, 袋食蚁兽?", ["numbat"]);
  recall("other", "Where is the quoll?");
  recall("mine", "x");
  const path = pathOf(store, "logs/2026-02-18.jsonl");
  const before = fs.readFileSync(path, "utf8");
  const opened = fs.openSync(path, "a");
  meanwhile = () => {
    meanwhile = () => {};
    recall("other", "And the bilby?");
  };
  forgetPrompts(store, "mine", "2026-02-18T09:00:00.000Z");
  fs.writeSync(opened, before.split("\n")[1]?.replace("quoll", "potoroo") + "\n");
  fs.closeSync(opened);
  assert.deepEqual(
    readRetrievals(store).map(({ session, query, signals }) => [session, query, signals]),
    [
      ["mine", "", []],
      ["other", "Where is the quoll?", undefined],
      ["mine", "", undefined],
      ["other", "And the bilby?", undefined],
      ["other", "Where is the potoroo?", undefined],
    ],
  );
  const after = fs.readFileSync(path, "utf8");
  assert.doesNotMatch(after, /numbat|袋食蚁兽/);
  forgetPrompts(store, "mine", "2026-02-18T09:00:00.000Z");
  assert.equal(fs.readFileSync(path, "utf8"), after, "a second time changes nothing");
});
