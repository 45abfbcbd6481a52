/**
 * What share of the lines that a session starts with is used in it, by budget: the stories of `tests/fixtures/days`,
 * each in a memory of its own.
 *
 *   deno task bench:start                      budgets of 2,000, 1,200 and 600 tokens
 *   deno task bench:start --beside 2000        … with so many facts of other matters, saved over the two months before
 *
 * A line counts as used as in the ledger: a later prompt of the session is about its record (it would be given it, had
 * it not been told), or the agent's reply or a save in that turn rests on it. A to-do is used when a prompt speaks of
 * it or it is closed; the end of the last session when a reply rests on it, or the person goes on with it.
 */
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { earlierIn } from "../src/prompt/earlier.ts";
import { parsePrompt, questionIn } from "../src/prompt/mod.ts";
import { sentencesIn } from "../src/prompt/sentences.ts";
import { gatherStart } from "../src/recall/gather.ts";
import { recallForPrompt } from "../src/recall/mod.ts";
import { closeReaders } from "../src/recall/readers.ts";
import { openReadersNow } from "../src/recall/synced_readers.ts";
import { settle } from "../src/recall/settle.ts";
import { fitting } from "../src/recall/start.ts";
import type { StartMaterial } from "../src/recall/start_material.ts";
import { restsOn, tellingWords } from "../src/recall/telling.ts";
import { todoSpokenOf } from "../src/capture/spoken_todo.ts";
import { type Memory, openMemory } from "../src/store/memory.ts";
import { ownStore, testWorld, type World } from "../tests/world.ts";
import { writeFacts } from "./dataset.ts";

const BUDGETS = [2_000, 1_200, 600];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse("2026-02-02T00:00:00.000Z");

interface Kept {
  readonly what: string;
  readonly type: string;
  readonly replaces?: string;
}

interface Turn {
  readonly day: number;
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

/** What a start says of one record. */
interface Line {
  readonly id: string;
  readonly kind: "convention" | "to-do" | "session" | "fact";
  readonly text: string;
}

interface Sum {
  starts: number;
  tokens: number;
  lines: number;
  used: number;
  /** Records that were used in the session and known before it, told or not. */
  wanted: number;
}

interface Session {
  readonly at: number;
  readonly turns: readonly Turn[];
}

function sessionsOf(story: string): Session[] {
  const file = new URL(`../tests/fixtures/days/${story}.jsonl`, import.meta.url);
  const turns = fs.readFileSync(file, "utf8").trim().split("\n").map((line): Turn => JSON.parse(line));
  const sessions: { at: number; turns: Turn[] }[] = [];
  let ofDay = 0;
  turns.forEach((turn, at) => {
    const before = turns[at - 1];
    if (!before || before.ends_session || before.day !== turn.day) {
      ofDay = before?.day === turn.day ? ofDay + 1 : 0;
      sessions.push({ at: FIRST_DAY + turn.day * DAY_MS + (9 + 2 * ofDay) * 3_600_000, turns: [] });
    }
    sessions.at(-1)?.turns.push(turn);
  });
  return sessions;
}

/** A project whose memory grows as the sessions go on. */
class Replay {
  readonly #world: World = testWorld({ now: new Date(FIRST_DAY).toISOString() });
  readonly #project = join(this.#world.folder, "app");
  readonly #data = join(this.#project, ".cursor", "skills", "memory-data");
  #count = 0;

  constructor(beside: number) {
    ownStore(this.#world.runtime, this.#data);
    fs.mkdirSync(join(this.#data, "daily"), { recursive: true });
    if (beside > 0) writeFacts(this.#data, beside, new Date(FIRST_DAY));
  }

  goTo(at: number): void {
    this.#world.advance(at - this.#world.runtime.now().getTime());
  }

  open(): Memory {
    return openMemory(this.#world.runtime, { projectPath: this.#project });
  }

  write(kind: "fact" | "summary" | "session_metrics", fields: object): string {
    const now = this.#world.runtime.now().toISOString();
    const id = `${kind === "summary" ? "sum" : "log"}-${String(100_000_000 + this.#count++)}-abcd`;
    const name = kind === "summary" ? "sessions.jsonl" : `daily/${now.slice(0, 10)}.jsonl`;
    fs.appendFileSync(join(this.#data, name), `${JSON.stringify({ id, type: kind, timestamp: now, ...fields })}\n`);
    return id;
  }

  closeTodos(done: readonly string[]): void {
    const path = join(this.#data, "sessions.jsonl");
    if (done.length === 0 || !fs.existsSync(path)) return;
    const lines = fs.readFileSync(path, "utf8").trim().split("\n").map((line) => {
      const record = JSON.parse(line);
      return JSON.stringify({ ...record, todos: record.todos.filter((todo: string) => !done.includes(todo)) });
    });
    fs.writeFileSync(path, `${lines.join("\n")}\n`);
  }
}

function linesIn({ conventions, facts, todos, lastSession }: StartMaterial): Line[] {
  return [
    ...conventions.map(({ id, text }): Line => ({ id, kind: "convention", text })),
    ...facts.map(({ id, content }): Line => ({ id, kind: "fact", text: content })),
    ...todos.map(({ id, todo }): Line => ({ id, kind: "to-do", text: todo })),
    ...lastSession ? [{ id: lastSession.id, kind: "session" as const, text: lastSession.summary }] : [],
  ];
}

/** The ids of those lines that a turn uses, and of whatever else is remembered that it uses. */
async function usedIn(memory: Memory, turn: Turn, lines: readonly Line[], isFirst: boolean): Promise<Set<string>> {
  const used = new Set<string>();
  const readers = openReadersNow(memory);
  try {
    const parsed = parsePrompt(turn.user);
    const question = await questionIn(parsed, parsed.command, { newSession: isFirst });
    if (!question.isSilent) {
      const { chosen } = await recallForPrompt(memory, () => readers, { ...question, given: new Set() });
      for (const { hit } of chosen) used.add(hit.id);
    }
  } finally {
    closeReaders(readers);
  }
  const said = [turn.agent_does, ...turn.keep.map(({ what }) => what)].join("\n").toLowerCase();
  for (const line of lines) {
    if (line.kind === "to-do") {
      const spoken = [...sentencesIn(turn.user).map(({ said }) => said), ...turn.closes];
      if (await todoSpokenOf(spoken, [{ todo: line.text }])) used.add(line.id);
    } else if (restsOnLine(said, line, turn)) used.add(line.id);
    else if (line.kind === "session" && earlierIn(turn.user, memory.runtime, { isFirst })) used.add(line.id);
    else if (turn.keep.some(({ replaces }) => replaces === line.text)) used.add(line.id);
  }
  return used;
}

function restsOnLine(said: string, { text }: Line, { user }: Turn): boolean {
  const telling = tellingWords(text, user);
  return telling.length > 0 && restsOn(said, telling);
}

async function play(story: string, beside: number, sums: ReadonlyMap<string, Sum>): Promise<void> {
  const replay = new Replay(beside);
  const ids = new Map<string, string>();
  for (const [number, { at, turns }] of sessionsOf(story).entries()) {
    replay.goTo(at);
    const memory = replay.open();
    const readers = openReadersNow(memory);
    const material = await settle(gatherStart(memory, readers), readers[0]?.index);
    const told = BUDGETS.map((tokens) => fitting(material, tokens, story.startsWith("zh") ? "zh" : "en"));
    closeReaders(readers);
    const lines = linesIn(material);
    const known = new Set(ids.values());
    const used = new Set<string>();
    const todos: string[] = [];
    for (const [place, turn] of turns.entries()) {
      replay.goTo(at + place * 300_000);
      for (const id of await usedIn(replay.open(), turn, lines, place === 0)) used.add(id);
      for (const { what, type, replaces } of turn.keep) {
        if (type === "todo") {
          todos.push(what);
          continue;
        }
        const older = ids.get(replaces ?? "");
        const more = older === undefined ? {} : { supersedes: [older] };
        const source = { session: `s-${number}` };
        const fields = { memory_type: TYPES[type] ?? "W", content: what, entities: [], confidence: 0.8, source };
        ids.set(what, replay.write("fact", { ...fields, ...more }));
      }
    }
    replay.closeTodos(turns.flatMap(({ closes }) => closes));
    const last = turns.at(-1);
    const summary = { session_id: `s-${number}`, topic: last?.user.slice(0, 60), summary: last?.agent_does };
    replay.write("summary", { ...summary, decisions: [], todos });
    replay.write("session_metrics", { session_id: `s-${number}`, used: [...used], recalled: [...used] });
    // The first has nothing to start with.
    if (number === 0) continue;
    for (const [place, budget] of BUDGETS.entries()) {
      const context = told[place];
      for (const kind of ["all", "convention", "to-do", "session", "fact"] as const) {
        const sum = sums.get(`${budget} ${kind}`);
        if (!sum) continue;
        const some = lines.filter((line) => (kind === "all" || line.kind === kind) && context?.ids.includes(line.id));
        sum.starts++;
        sum.tokens += kind === "all" ? context?.tokens ?? 0 : 0;
        sum.lines += some.length;
        sum.used += some.filter(({ id }) => used.has(id)).length;
        sum.wanted += kind !== "all"
          ? 0
          : new Set([...[...used].filter((id) => known.has(id) || lines.some((line) => line.id === id))]).size;
      }
    }
  }
}

const beside = Number(process.argv[process.argv.indexOf("--beside") + 1]) || 0;
const sums = new Map(
  BUDGETS.flatMap((budget) =>
    ["all", "convention", "to-do", "session", "fact"].map((kind) =>
      [`${budget} ${kind}`, { starts: 0, tokens: 0, lines: 0, used: 0, wanted: 0 }] as const
    )
  ),
);
for (const story of ["en", "en2", "en3", "zh", "zh2", "zh3"]) await play(story, beside, sums);
const share = (part: number, of: number) => of === 0 ? "–" : `${Math.round(100 * part / of)} %`;
for (const budget of BUDGETS) {
  const all = sums.get(`${budget} all`);
  if (!all) continue;
  const kinds = ["convention", "to-do", "session", "fact"].map((kind) => {
    const { lines = 0, used = 0 } = sums.get(`${budget} ${kind}`) ?? {};
    return `${kind} ${used}/${lines}`;
  });
  console.log(
    `${budget}: ${all.starts} starts, ${Math.round(all.tokens / all.starts)} tokens, ${
      (all.lines / all.starts).toFixed(1)
    } lines, used ${share(all.used, all.lines)} of the lines, told ${share(all.used, all.wanted)} of what was used; ${
      kinds.join(", ")
    }`,
  );
}
