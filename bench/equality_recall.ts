/** Prompts of the tests' recall sets and stories, each through the real hook. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { memoryOf, pastesOf, type Prompt, promptsOf } from "../tests/recall_fixtures.ts";
import { writeFacts } from "./dataset.ts";
import { hookCall, sessionId } from "./equality_hook.ts";
import {
  askBoth,
  closePair,
  compareFiles,
  type Match,
  openPair,
  type Pair,
  sampled,
  type Task,
} from "./equality_pair.ts";

const FIXTURES = join(import.meta.dirname ?? ".", "..", "tests", "fixtures");
const DATA = join(".cursor", "skills", "memory-data");
const PASTED = 6_000;

/** The event of a prompt. */
const CLIENTS = {
  cursor: "beforeSubmitPrompt",
  claude: "UserPromptSubmit",
  codex: "UserPromptSubmit",
  gemini: "BeforeAgent",
  qwen: "UserPromptSubmit",
  copilot: "userPromptSubmitted",
} as const;
const NAMES = Object.keys(CLIENTS) as (keyof typeof CLIENTS)[];
/** Prompts of one session. What was given is not given again, so that few stand in each other's way. */
const PER_SESSION = 8;

/** A project's records and what is asked there. */
interface Memory {
  readonly name: string;
  /** A file of records; absent: a memory without any. */
  readonly records?: string;
  readonly isLabelled?: boolean;
  /** Records of another project beside them. */
  readonly others?: number;
  readonly prompts: () => readonly Pick<Prompt, "p" | "after">[];
  /** How many prompts are played, unless all are wanted; absent: all. */
  readonly about?: number;
  readonly perSession?: number;
}

/** With two letters of its longest word swapped. */
function slipped(prompt: string): string {
  const longest = (prompt.match(/\b[a-z]{6,}\b/g) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? "";
  return prompt.replace(longest, `${longest.slice(0, 3)}${longest[4] ?? ""}${longest[3] ?? ""}${longest.slice(5)}`);
}

function pasted(): Pick<Prompt, "p">[] {
  const pastes = pastesOf(PASTED).map((p) => ({ p }));
  const asked = promptsOf("prompts.jsonl").flatMap(({ p }, at) => {
    const paste = pastes[at % pastes.length]?.p ?? "";
    return [{ p: `${p}\n${paste}` }, { p: `\`\`\`\n${paste}\`\`\`\n${p}\n` }];
  });
  return [...pastes, ...asked];
}

const PROJECTS = ["clinic", "runner", "harbor", "atelier", "quarry"];
const SINGLE = ["commands", "nudge_blind", "wishes_blind"];

/** What a line of these sets calls its prompt. */
interface Line {
  readonly prompt?: string;
  readonly text?: string;
}

function linesOf<T>(file: string): T[] {
  return fs.readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** Sets of prompts that state, wish or command something; what is remembered does not matter to them. */
function statements(): Memory[] {
  const files = [
    ...SINGLE.map((name) => `${name}.jsonl`),
    ...["lasting", "wishes"].flatMap((set) => fs.readdirSync(join(FIXTURES, set)).map((file) => join(set, file))),
  ];
  return files.map((file) => ({
    name: file.replace(/\W/g, "-").replace(/-jsonl$/, ""),
    prompts: () => linesOf<Line>(join(FIXTURES, file)).map(({ prompt, text }) => ({ p: prompt ?? text ?? "" })),
    about: 60,
    perSession: 1,
  }));
}

const MEMORIES: readonly Memory[] = [
  ...PROJECTS.map((name) => ({
    name,
    records: `${name}_records.jsonl`,
    prompts: () => promptsOf(`${name}_prompts.jsonl`),
  })),
  { name: "billing", records: "records.jsonl", prompts: () => promptsOf("prompts.jsonl") },
  ...["atelier", "quarry"].map((name) => ({
    name: `${name}-labelled`,
    records: `${name}_records.jsonl`,
    isLabelled: true,
    prompts: () => promptsOf(`${name}_prompts.jsonl`),
    about: 60,
  })),
  ...["clinic", "runner", "harbor"].map((name) => ({
    name: `${name}-of-10000`,
    records: `${name}_records.jsonl`,
    others: 9_600,
    prompts: () => promptsOf(`${name}_prompts.jsonl`),
    about: 60,
  })),
  {
    name: "harbor-slipped",
    records: "harbor_records.jsonl",
    prompts: () => promptsOf("harbor_prompts.jsonl").map((each) => ({ ...each, p: slipped(each.p) })),
    about: 60,
  },
  { name: "billing-pasted", records: "records.jsonl", prompts: pasted, about: 60 },
  ...statements(),
];

/** A task for each set. */
export function recallTasks(): Task[] {
  return MEMORIES.map((memory) => ({
    name: `recall-${memory.name}`,
    play: (match) => playPrompts(match, memory),
  }));
}

async function playPrompts(match: Match, memory: Memory): Promise<void> {
  const pair = openPair(match, `recall-${memory.name}`);
  await remember(pair, memory);
  const { prompts, about, perSession = PER_SESSION } = memory;
  let session = 0;
  for (const [turn, { p, after }] of sampled(match, prompts(), about).entries()) {
    if (turn % perSession === 0 || after !== undefined) session++;
    if (after !== undefined) await prompt(pair, { session, turn: 2 * turn, text: after });
    await prompt(pair, { session, turn: 2 * turn + 1, text: p });
  }
  compareFiles(pair, "what the hooks have written");
  closePair(pair);
}

/** Makes the memory, and its index, in both homes. */
async function remember(pair: Pair, { records, isLabelled = false, others = 0 }: Memory): Promise<void> {
  const now = new Date(pair.match.started);
  await askBoth(pair, "init", ({ binary }) => ({
    program: binary,
    words: ["init", "--agent", "cursor", "--skip-model", "--quiet"],
  }));
  for (const { project } of pair.sides) {
    if (others > 0) writeFacts(join(project, DATA), others, now);
    if (records === undefined) continue;
    for (const [name, text] of memoryOf(records, now, { labels: isLabelled }).daily) {
      const file = join(project, DATA, name);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.appendFileSync(file, text);
    }
  }
  await askBoth(pair, "sync", ({ binary }) => ({ program: binary, words: ["sync", "--quiet"] }));
}

interface Turn {
  readonly session: number;
  readonly turn: number;
  readonly text: string;
}

async function prompt(pair: Pair, { session, turn, text }: Turn): Promise<void> {
  const client = NAMES[session % NAMES.length] ?? "cursor";
  const event = CLIENTS[client];
  const call = { client, event, session: sessionId(session), turn, more: { prompt: text } };
  await askBoth(pair, text, hookCall(call));
  pair.match.report.prompts++;
}
