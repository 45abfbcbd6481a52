/** What a person is shown and told of a memory that others brought or that was moved, and what git takes of it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, memoryBox } from "./box.ts";
import { DATA, opinion, ORDER, put } from "./hostile_box.ts";
import { onTerminal, withTerminal } from "./terminal.ts";

test("doctor never counts the home in use among those whose project is gone", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The cache is Redis"]);
  const detail = async (cwd: string) => {
    const { data: { checks } } = await box.json(["doctor"], { cwd });
    return checks.find(({ id }: { id: string }) => id === "home").detail;
  };
  const moved = join(box.home, "moved");
  fs.renameSync(box.project, moved);
  assert.equal(await detail(moved), box.own, "moved, and not written to since");
  const restored = join(box.home, "restored");
  fs.cpSync(moved, restored, { recursive: true });
  fs.rmSync(moved, { recursive: true });
  assert.equal(await detail(restored), box.own, "copied, and the original taken away");
  // What replaces the token file makes the folder a stranger's; its project is still there.
  const token = fs.readFileSync(join(restored, DATA, ".owner"));
  await box.json(["save", "fact", "--content", "The queue is RabbitMQ"], { cwd: restored });
  put(join(restored, DATA, ".owner"), "");
  assert.doesNotMatch(await detail(restored), /not where they were/);
  put(join(restored, DATA, ".owner"), token.toString());
  fs.rmSync(restored, { recursive: true });
  fs.mkdirSync(join(box.home, "work", "other"), { recursive: true });
  const left = await detail(join(box.home, "work", "other"));
  assert.match(left, /not where they were/);
  assert.ok(left.includes(box.own), "a project that is gone is named");
});

test("memory trust shows every text that its token covers", async () => {
  const box = memoryBox({ empty: true });
  const lines = Array.from({ length: 150 }, (_, at) => `- Harmless rule ${at}`).join("\n");
  put(join(box.data, "MEMORY.md"), `# Heading: ${ORDER}\n<!-- Comment: ${ORDER} -->\n${lines}\n`);
  put(join(box.data, "facts.jsonl"), opinion("log-000000001-aaaa", `Last: ${ORDER}`));
  const { data: { texts, total } } = await box.json(["trust"]);
  assert.deepEqual([total, texts.length], [153, 153]);
  for (const part of ["Heading", "Comment", "Last"]) {
    assert.ok(texts.some(({ text }: { text: string }) => text.includes(`${part}: ${ORDER}`)), part);
  }
  if (withTerminal.skip) return;
  const printed = execFileSync(...onTerminal(`${BINARY} trust`), {
    cwd: box.project,
    env: { HOME: box.home, PATH: process.env["PATH"], LANG: "en_US.UTF-8", NO_COLOR: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).replace(/\s+/g, " ");
  for (const part of [`Heading: ${ORDER}`, `Comment: ${ORDER}`, `Last: ${ORDER}`, "Harmless rule 149"]) {
    assert.ok(printed.includes(part), part);
  }
});
