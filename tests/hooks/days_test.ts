/**
 * Three days of work, 25 turns, in either language, played by scripted agents through the compiled binary's hooks and
 * verbs: the records in the store afterwards, and the context of the next morning's session. The author of the stories
 * knew neither our texts nor our code; each turn names the parts that are worth keeping.
 */
import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";

interface Kept {
  readonly what: string;
  readonly type: "rule" | "preference" | "decision" | "correction" | "background" | "cause" | "deadline" | "todo";
  readonly scope: "project" | "person";
  readonly replaces?: string;
}

interface Turn {
  readonly day: number;
  readonly turn: number;
  readonly user: string;
  readonly agent_does: string;
  readonly keep: readonly Kept[];
  readonly closes: readonly string[];
  /** What the person wishes about saving, or `none`. */
  readonly wish: string;
  readonly ends_session: boolean;
}

const TYPES: Readonly<Record<Exclude<Kept["type"], "todo">, string>> = {
  rule: "O",
  preference: "O",
  correction: "O",
  decision: "W",
  deadline: "W",
  cause: "W",
  background: "B",
};

/** How an agent acts on our texts. */
interface Agent {
  /** Whether it saves what is worth keeping in this turn, in the turn itself. */
  readonly saves: (turn: Turn, told: string) => boolean;
  /** Saves a summary when a session ends, with its to-dos. */
  readonly summarises: boolean;
  /** Saves everything a second time, and tries to save where the person said not to. */
  readonly isEager?: true;
}

const NUDGE = /\[memory\]/;

const AGENTS: Readonly<Record<string, Agent>> = {
  literal: { saves: () => true, summarises: true },
  eager: { saves: () => true, summarises: true, isEager: true },
  lazy: { saves: ({ wish }) => wish === "save_this", summarises: false },
  "acting on hooks alone": { saves: (_, told) => NUDGE.test(told), summarises: false },
};

interface Outcome {
  readonly box: Box;
  /** The facts that the agent saved. */
  readonly wanted: readonly Kept[];
  readonly requestsByDay: ReadonlyMap<number, number>;
  /** The context of the next morning's session. */
  readonly morning: string;
  readonly stored: readonly Json[];
}

/** Stories in which the answer to a save must name the record that it changes; in the others the agent names it. */
const TOLD_OF_CHANGES: readonly string[] = ["en", "zh"];
const STORIES = ["en", "zh", "en2", "zh2", "en3", "zh3"] as const;

const story = (name: string): Turn[] =>
  readFileSync(new URL(`../fixtures/days/${name}.jsonl`, import.meta.url), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line));

async function play(name: (typeof STORIES)[number], agent: Agent): Promise<Outcome> {
  const language = name.slice(0, 2);
  const box = memoryBox();
  const options = { env: { LANG: language === "zh" ? "zh_CN.UTF-8" : "en_US.UTF-8" } };
  const turns = story(name);
  const ids = new Map<string, string>();
  const wanted: Kept[] = [];
  const requestsByDay = new Map<number, number>();
  let session = "";
  let isUnwanted = false;
  let todos: string[] = [];
  let done: string[] = [];
  const transcript = () => join(box.home, `${session}.jsonl`);
  const hook = (event: string, fields: object) =>
    box.hook("claude", event, {
      session_id: session,
      transcript_path: transcript(),
      cwd: box.project,
      hook_event_name: event,
      ...fields,
    }, options);
  const write = (line: object) => appendFileSync(transcript(), `${JSON.stringify(line)}\n`);
  const save = (words: readonly string[]) => box.json(["save", ...words], options);

  for (const [at, turn] of turns.entries()) {
    const before = turns[at - 1];
    if (!before || before.ends_session || before.day !== turn.day) {
      session = `session-${turn.turn}`;
      isUnwanted = false;
      await hook("SessionStart", { source: "startup" });
    }
    if (turn.wish === "dont_save") isUnwanted = true;
    if (turn.wish === "save_again") isUnwanted = false;
    const isPiece = turn.wish === "dont_save_this_turn";
    const told = JSON.stringify(await hook("UserPromptSubmit", { prompt: turn.user }));
    write({ type: "user", message: { role: "user", content: turn.user } });
    write({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: turn.agent_does }] } });
    if (turn.wish.startsWith("delete:")) await forget(box, turn.wish.slice("delete:".length));
    if (agent.isEager && (isUnwanted || isPiece)) await save(["fact", "--content", `A secret of turn ${turn.turn}`]);
    if (!isUnwanted && agent.saves(turn, told)) {
      for (const kept of turn.keep) {
        if (kept.type === "todo") {
          if (agent.summarises) todos.push(kept.what);
          continue;
        }
        const older = ids.get(kept.replaces ?? "");
        const isNamed = older !== undefined && !TOLD_OF_CHANGES.includes(name);
        // A fact that replaces another goes to that one's layer without being told.
        const layer = kept.scope === "person" && !isNamed ? ["--layer", "global"] : [];
        const replacing = isNamed ? ["--supersedes", older] : [];
        const words = ["fact", "--type", TYPES[kept.type], "--content", kept.what, ...layer, ...replacing];
        const { data } = await save(words);
        ids.set(kept.what, data.id);
        wanted.push(kept);
        if (agent.isEager) await save(words);
        // The answer says that this looks like a change, and how to confirm it.
        if (older !== undefined && !isNamed) await replace(box, data, kept.replaces ?? "");
      }
      done.push(...turn.closes);
    }
    const reply = await hook("Stop", { stop_hook_active: false, last_assistant_message: turn.agent_does });
    if (JSON.stringify(reply).includes("[Session Save]")) {
      requestsByDay.set(turn.day, (requestsByDay.get(turn.day) ?? 0) + 1);
    }
    const after = turns[at + 1];
    if (after && !turn.ends_session && after.day === turn.day) continue;
    if (agent.summarises && !isUnwanted && todos.length + done.length > 0) {
      const lists = [...todos.flatMap((todo) => ["--todo", todo]), ...done.flatMap((words) => ["--done", words])];
      await save([
        "summary",
        "--session",
        session,
        "--topic",
        `Day ${turn.day}`,
        "--summary",
        turn.agent_does,
        ...lists,
      ]);
      todos = [];
      done = [];
    }
    await hook("SessionEnd", { reason: "prompt_input_exit" });
  }
  session = "next-morning";
  const start = await hook("SessionStart", { source: "startup" });
  const { data } = await box.json(["manage", "list", "--scope", "all", "--limit", "200"], options);
  return { box, wanted, requestsByDay, morning: start.hookSpecificOutput.additionalContext, stored: data.records };
}

/** Confirms the change that the answer to a save offers: the agent knows of the older fact only by it. */
async function replace(box: Box, saved: Json, older: string): Promise<void> {
  const change = saved.changes?.find(({ content }: Json) => content === older);
  assert.ok(change, `the answer names what it changes: ${older}`);
  await box.json(["manage", "edit", "--id", saved.id, "--supersedes", change.id]);
}

async function forget(box: Box, keyword: string): Promise<void> {
  await box.run(["manage", "delete", "--keyword", keyword, "--confirm"]);
}

/** Every file below the data folder, as one text. */
function everything(box: Box): string {
  return readdirSync(box.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.sqlite/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")).join("\n");
}

/** The words of the turns in which nothing was to be saved: no later session may know them. */
function unwanted(turns: readonly Turn[]): string[] {
  const words: string[] = [];
  let isUnwanted = false;
  for (const [at, turn] of turns.entries()) {
    const before = turns[at - 1];
    if (!before || before.ends_session || before.day !== turn.day) isUnwanted = false;
    if (turn.wish === "dont_save") isUnwanted = true;
    if (turn.wish === "save_again") isUnwanted = false;
    if (isUnwanted || turn.wish === "dont_save_this_turn") {
      words.push(turn.user.slice(-24), ...turn.user.split(/[,，.。;；:：]\s*/).filter((clause) => clause.length > 20));
    }
  }
  return words;
}

for (const language of STORIES) {
  for (const [name, agent] of Object.entries(AGENTS)) {
    test(`three days in ${language} with an agent that is ${name}`, async () => {
      const turns = story(language);
      const { box, wanted, requestsByDay, morning, stored } = await play(language, agent);
      const contents = stored.map(({ content = "" }: Json) => content);
      const deleted = turns.flatMap(({ wish }) => wish.startsWith("delete:") ? [wish.slice("delete:".length)] : []);
      const live = wanted.filter(({ what }) =>
        !wanted.some(({ replaces }) => replaces === what) &&
        !deleted.some((word) => what.toLowerCase().includes(word.toLowerCase()))
      );

      for (const { what } of live) assert.ok(contents.includes(what), `kept: ${what}`);
      for (const { what } of live) {
        assert.equal(contents.filter((content: string) => content === what).length, 1, `once: ${what}`);
      }
      const rules = live.filter(({ type }) => type === "rule" || type === "preference" || type === "correction");
      for (const { what } of rules) assert.ok(morning.includes(what), `a rule is told at the start: ${what}`);
      for (const { replaces } of wanted) {
        const line = morning.split("\n").find((each) => replaces !== undefined && each.includes(replaces));
        assert.equal(line, undefined, "what was replaced is not told beside its successor");
      }
      if (agent.summarises) {
        for (const closed of turns.flatMap(({ closes }) => closes)) {
          assert.ok(!morning.includes(closed), `a settled to-do does not come back: ${closed}`);
        }
        const last = turns.flatMap(({ keep }) => keep).findLast(({ type }) => type === "todo");
        assert.ok(morning.includes(last?.what ?? "?"), "what is open is told");
      }
      for (const words of unwanted(turns)) {
        assert.ok(!everything(box).includes(words), `not kept anywhere: ${words}`);
      }
      assert.ok(!contents.some((content: string) => /A secret of turn/.test(content)), "nothing saved after the wish");
      // A request that led to nothing comes once more, at the goodbye.
      const most = agent.summarises ? 1 : 2;
      for (const [day, count] of requestsByDay) assert.ok(count <= most, `day ${day}: ${count} requests`);
    });
  }
}
