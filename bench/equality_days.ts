/** The tests' stories of three days of work, played by an agent that does what it is told. */
import * as fs from "node:fs";
import { join } from "node:path";
import { hookCall } from "./equality_hook.ts";
import { askBoth, closePair, compareFiles, type Match, openPair, settle } from "./equality_pair.ts";
import type { Task } from "./equality_task.ts";

const STORIES = join(import.meta.dirname ?? ".", "..", "tests", "fixtures", "days");

interface Kept {
  readonly what: string;
  readonly type: string;
  readonly scope: string;
}

interface Turn {
  readonly day: number;
  readonly turn: number;
  readonly user: string;
  readonly agent_does: string;
  readonly keep: readonly Kept[];
  readonly closes: readonly string[];
  readonly ends_session: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  rule: "O",
  preference: "O",
  correction: "O",
  background: "B",
};

/** One story in each language, or all of them. */
export function dayTasks(isWhole: boolean): Task[] {
  const files = isWhole ? fs.readdirSync(STORIES) : ["en3.jsonl", "zh3.jsonl"];
  return files.map((file) => {
    const name = `days-${file.replace(".jsonl", "")}`;
    return { name, play: (match) => playDays(match, name, file) };
  });
}

async function playDays(match: Match, name: string, file: string): Promise<void> {
  const pair = openPair(match, name);
  if (file.startsWith("zh")) { for (const { env } of pair.sides) env["LANG"] = "zh_CN.UTF-8"; }
  const call = async (...words: readonly string[]) => {
    await askBoth(pair, `memory ${words.join(" ")}`, ({ binary }) => ({ program: binary, words }));
    match.report.calls++;
  };
  const turns = fs.readFileSync(join(STORIES, file), "utf8").trim().split("\n").map((line): Turn => JSON.parse(line));
  let session = "";
  const hook = async (event: string, turn: number, more: object) => {
    const told = `hook claude ${event} ${JSON.stringify(more)}`;
    await askBoth(pair, told, hookCall({ client: "claude", event, session, turn, more }));
    match.report.prompts++;
  };
  await call("init", "--agent", "claude", "--skip-model", "--quiet");
  for (const [at, turn] of turns.entries()) {
    const [before, after] = [turns[at - 1], turns[at + 1]];
    if (!before || before.ends_session || before.day !== turn.day) {
      session = `session-${turn.turn}`;
      await hook("SessionStart", turn.turn, { source: "startup" });
    }
    await hook("UserPromptSubmit", turn.turn, { prompt: turn.user });
    for (const { home } of pair.sides) writeTranscript(home, session, turn);
    for (const { what, type, scope } of turn.keep) {
      if (type === "todo") await call("save", "summary", "--session", session, "--todo", what);
      else {
        const layer = scope === "person" ? ["--layer", "global"] : [];
        await call("save", "fact", "--content", what, "--type", TYPES[type] ?? "W", ...layer);
      }
    }
    for (const words of turn.closes) await call("done", words);
    await hook("Stop", turn.turn, { stop_hook_active: false, last_assistant_message: turn.agent_does });
    if (!after || turn.ends_session || after.day !== turn.day) {
      await hook("SessionEnd", turn.turn, { reason: "prompt_input_exit" });
      await settle(pair);
      compareFiles(pair, `the end of ${session}`);
    }
  }
  session = "next-morning";
  await hook("SessionStart", 0, { source: "startup" });
  await call("manage", "list", "--limit", "200");
  await call("manage", "list", "--todos", "--done");
  await call("doctor");
  compareFiles(pair, "the next morning");
  closePair(pair);
}

function writeTranscript(home: string, session: string, { user, agent_does: text }: Turn): void {
  fs.mkdirSync(join(home, "transcripts"), { recursive: true });
  const lines = [
    { type: "user", message: { role: "user", content: user } },
    { type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } },
  ];
  const written = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  fs.appendFileSync(join(home, "transcripts", `${session}.jsonl`), written);
}
