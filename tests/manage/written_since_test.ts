/**
 * Records that are written after the preview of a change that takes everything: the token is void, whether they came
 * before the confirmation or while this waited for the lock. Against the binary.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { LOCK_FILE } from "../../src/store/layout.ts";
import { acquire } from "../../src/store/lock.ts";
import { systemRuntime } from "../../src/system/mod.ts";
import type { Box, Json, Ran } from "../box.ts";
import { testTogether, tokenRests } from "../together.ts";
import { boxWith } from "./box.ts";

const OTHER = { id: "log-other", type: "fact", content: "From elsewhere", timestamp: "2026-02-18T10:00:00.000Z" };
const SINCE = { id: "log-since", type: "fact", content: "Written since", timestamp: "2026-02-19T10:00:00.000Z" };

/** The words of each change that takes everything, with a memory of its own. */
async function takingAll(): Promise<{ box: Box; words: string[] }[]> {
  const [{ box: first }, { box: second }] = [await boxWith("Redis holds sessions"), await boxWith("Redis is here")];
  const input = join(first.home, "in.json");
  const bundle = { records: [OTHER], core_memory: "# Core\n\n- theirs\n", notes: [] };
  fs.writeFileSync(input, JSON.stringify({ format: "memory-export", version: 1, ...bundle }));
  return [
    { box: first, words: ["import", "--input", input, "--mode", "replace"] },
    { box: second, words: ["uninstall", "--purge"] },
  ];
}

const tokenOf = async ({ box, words }: { box: Box; words: string[] }) => (await box.json(words)).data.confirm_token;

/** Takes the lock of a data folder; returns a function that releases it. */
function held(folder: string): () => void {
  const release = acquire(systemRuntime(), join(folder, LOCK_FILE), 0);
  assert.ok(release);
  return release;
}

/** Waits until a process has surely come to the lock. */
const comesToLock = () => new Promise((resolve) => setTimeout(resolve, 1_000));

const refusal = ({ stdout }: Ran) => JSON.parse(stdout).error?.code;

testTogether("a text of the person's that is written after the preview is neither replaced nor erased", async () => {
  await Promise.all((await takingAll()).map(async ({ box, words }) => {
    box.write("MEMORY.md", "# Core\n\n- mine\n");
    const token = await tokenOf({ box, words });
    box.write("MEMORY.md", "# Core\n\n- mine\n- mine since\n");
    await tokenRests();
    assert.equal(refusal(await box.run(["--json", ...words, "--confirm", token])), "CONFIRM_EXPIRED", words[0]);
    assert.match(box.read("MEMORY.md"), /mine since/, words[0]);
  }));
});

testTogether("a record that is saved while a confirmed change waits for the lock is not lost", async () => {
  await Promise.all((await takingAll()).map(async ({ box, words }) => {
    const token = await tokenOf({ box, words });
    await tokenRests();
    const release = held(box.data);
    const waiting = box.run(["--json", ...words, "--confirm", token]);
    await comesToLock();
    box.write("daily/2026-02-19.jsonl", `${JSON.stringify(SINCE)}\n`);
    release();
    assert.equal(refusal(await waiting), "CONFIRM_EXPIRED", words[0]);
    assert.match(box.read("daily/2026-02-19.jsonl"), /Written since/, words[0]);
  }));
});

testTogether("of two processes that confirm the same token at once one does it", async () => {
  const [taking] = await takingAll();
  assert.ok(taking);
  const { box, words } = taking;
  const token = await tokenOf(taking);
  await tokenRests();
  const release = held(box.data);
  const both = [1, 2].map(() => box.run(["--json", ...words, "--confirm", token]));
  await comesToLock();
  release();
  const refusals = (await Promise.all(both)).map(refusal);
  assert.deepEqual(refusals.filter((code) => code !== undefined), ["CONFIRM_EXPIRED"]);
  const imports = box.lines("audit/operations.jsonl").filter(({ command }: Json) => command === "import");
  assert.equal(imports.length, 1);
});

testTogether("a token of a purge holds for its filter alone: another one erases other wordings", async () => {
  const { box } = await boxWith("Redis holds sessions");
  const purge = ["manage", "delete", "--purge", "--include-backups", "--keyword"];
  const token = await tokenOf({ box, words: [...purge, "sessions"] });
  await tokenRests();
  assert.equal(refusal(await box.run(["--json", ...purge, "Redis", "--confirm", token])), "CONFIRM_EXPIRED");
});

testTogether("where one layer is no longer as it was shown, nothing goes in the other either", async () => {
  const { box } = await boxWith("Redis holds sessions");
  await box.json(["init", "--global", "--agent", "claude", "--skip-model"]);
  await box.json(["save", "fact", "--layer", "global", "--content", "Redis is preferred everywhere"]);
  const global = join(box.home, ".cursor", "skills", "memory-data");
  const purge = ["manage", "delete", "--purge", "--keyword", "Redis"];
  const token = await tokenOf({ box, words: purge });
  await tokenRests();
  const release = held(global);
  const waiting = box.run(["--json", ...purge, "--confirm", token]);
  await comesToLock();
  const since = join(global, "daily", "2026-02-19.jsonl");
  fs.writeFileSync(since, `${JSON.stringify({ ...SINCE, content: "Redis since" })}\n`);
  release();
  assert.equal(refusal(await waiting), "CONFIRM_EXPIRED");
  const { records } = (await box.json(["manage", "list"])).data;
  assert.deepEqual(records.map(({ content }: Json) => content).sort(), [
    "Redis holds sessions",
    "Redis is preferred everywhere",
    "Redis since",
  ]);
});
