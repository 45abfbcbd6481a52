/**
 * A project with a little of everything in it, and shell lines run in copies of it,
 * so that none spoils it for the next.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import process from "node:process";
import { BINARY, memoryBox } from "./box.ts";
import { temporaryFolder } from "./installer.ts";

/** Longer than any example takes on a busy machine; what still runs then hangs. */
const TIMEOUT_MS = 20_000;

/** What examples take from the working directory. */
const FILES: Readonly<Record<string, string>> = {
  "event.json": JSON.stringify({ conversation_id: "s1", workspace_roots: ["."], hook_event_name: "sessionStart" }),
  "payloads.json": JSON.stringify([{
    scene: "Choosing an error format",
    principles: ["One shape everywhere", "What each library gives"],
    choice: "One shape everywhere",
    source: "remember",
    confidence: "high",
  }]),
  "records.json": JSON.stringify([{ type: "fact", content: "Postgres keeps the orders" }]),
  "filled.json": JSON.stringify([{ id: "log-1-none", asks: ["what keeps the orders?"] }]),
  "questions.jsonl": `${JSON.stringify({ id: "q1", text: "Redis" })}\n`,
};

export async function preparedHome(): Promise<string> {
  const box = memoryBox();
  await box.run(["init", "--skip-model"]);
  await box.run(["save", "fact", "--content", "Redis caches sessions, TTL 300 s", "--type", "W"]);
  await box.run(["save", "summary", "--topic", "Cache", "--summary", "Chose Redis", "--session", "s1"]);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(box.project, name), text);
  await box.run(["export", "--output", "backup.json"]);
  writeFileSync(join(box.project, "backup.json.gz"), gzipSync(readFileSync(join(box.project, "backup.json"))));
  await box.run(["export", "--output", join(box.home, "memory.json")]);
  // What an earlier system left: a day as its Markdown.
  const days = join(box.home, "old", "memory-data", "daily");
  mkdirSync(days, { recursive: true });
  writeFileSync(join(days, "2026-02-18.md"), (await box.run(["show", "--format", "memory-v1"])).stdout);
  // What clients remember by themselves.
  for (const file of [".claude/projects/-home-me-app/memory/MEMORY.md", ".gemini/GEMINI.md"]) {
    const path = join(box.home, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "## Gemini Added Memories\n- Deploys go out on Tuesdays\n");
  }
  return box.home;
}

/**
 * Why a line of a shell is a wrong call of `memory`; undefined when it is none. Nothing is fetched.
 *
 * @param ends the exit codes with which it may end: what it names (an id, a model) need not be there
 */
export function wrongCall(prepared: string, line: string, ends: readonly number[] = [0, 1, 4]): string | undefined {
  const home = join(temporaryFolder(), "home");
  cpSync(prepared, home, { recursive: true });
  // As if the project had been made there: beside its original it would be a copy.
  for (const name of readdirSync(join(home, ".memory", "projects"))) {
    const owner = join(home, ".memory", "projects", name, "owner.json");
    if (existsSync(owner)) writeFileSync(owner, readFileSync(owner, "utf8").replaceAll(prepared, realpathSync(home)));
  }
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd: join(home, "work", "app"),
    env: { HOME: home, PATH: `${dirname(BINARY)}:${process.env["PATH"]}`, MEMORY_OFFLINE: "1" },
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    input: "",
  });
  const isRight = status !== null && ends.includes(status) && !stdout.includes('"code":"INTERNAL"');
  return isRight ? undefined : `${line} (exit ${status})\n${stderr}`;
}
