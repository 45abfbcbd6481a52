/** What is measured: the rows of docs/internals/retrieval.md's speed table. */
import * as fs from "node:fs";
import { join } from "node:path";
import { writeFacts, writeNotes } from "./dataset.ts";
import { writeRandomVectors } from "./random_model.ts";

/** A place to measure in: a home, a project, its data folder. */
export interface Place {
  readonly home: string;
  readonly project: string;
  readonly data: string;
  /** Runs the binary to its end; throws when it fails. */
  readonly run: (words: readonly string[], stdin?: string) => string;
}

/** One call of the binary and what it is measured in. */
export interface Row {
  readonly name: string;
  /** Our own target in milliseconds; docs/internals/retrieval.md, "Speed", shows it beside what was measured. */
  readonly targetMs: number;
  /** Fewer runs for what takes seconds. */
  readonly runs?: number;
  readonly prepare: (place: Place) => void;
  /** Before each run, not timed. */
  readonly before?: (place: Place, run: number) => void;
  readonly words: readonly string[];
  readonly stdin?: (place: Place, run: number) => string;
  /** What standard output must hold: a row that stopped doing its work must not count as fast. */
  readonly says?: string;
}

const SEARCH = ["search", "Redis 缓存 TTL 300 incident", "--json"];

const facts = (count: number) => (place: Place) => {
  writeFacts(place.data, count, new Date());
  place.run(["sync"]);
};

const payload = (event: string, more: (run: number) => object = () => ({})) => (place: Place, run: number) =>
  JSON.stringify({
    conversation_id: `00000000-0000-4000-8000-${String(run).padStart(12, "0")}`,
    generation_id: `gen-${run}`,
    hook_event_name: event,
    cursor_version: "3.20.17",
    workspace_roots: [place.project],
    transcript_path: null,
    ...more(run),
  });

const prompt = (text: string) => payload("beforeSubmitPrompt", () => ({ prompt: text, attachments: [] }));

const notes = (count: number) => (place: Place) => {
  writeNotes(place.data, count);
  place.run(["note", "index"]);
  place.run(["sync"]);
};

/** A judgement that is like no other, so that it is written and not asked about. */
const judgement = (_: Place, run: number) => {
  // A name of letters, since words that are shared would make it near to the others.
  const nameOf = (number: number) => [...String(number * 7919)].map((digit) => "kmrtvwxyzq"[Number(digit)]).join("");
  const choice = nameOf(run + 100);
  const sure = { source: "remember", confidence: "high", score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 } };
  return JSON.stringify({ scene: nameOf(run + 500), principles: [choice], choice, ...sure });
};

/** One fact more than the index knows. */
function addFact(place: Place, run: number | string, content = `Fact number ${run}`): void {
  const day = new Date().toISOString().slice(0, 10);
  const fact = { id: `log-new-${run}`, type: "fact", memory_type: "W", content, timestamp: `${day}T00:00:00Z` };
  fs.appendFileSync(join(place.data, "daily", `${day}.jsonl`), `${JSON.stringify(fact)}\n`);
}

function removeIndex({ home }: Place): void {
  const homes = join(home, ".memory", "projects");
  const indexes = fs.readdirSync(homes, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(^|\/)index\.sqlite/.test(name)
  );
  if (indexes.length === 0) throw new Error(`No index below ${homes}: nothing would be measured`);
  for (const name of indexes) fs.rmSync(join(homes, name));
}

/** A start, a prompt that memory has nothing for and one that it answers, in a memory of so many facts. */
function hookRows(
  { count, start, silent, hit }: Record<"count" | "start" | "silent" | "hit", number>,
): readonly Row[] {
  const size = `${count.toLocaleString("en")} facts`;
  return [
    {
      name: `hook sessionStart, ${size}`,
      targetMs: start,
      prepare: facts(count),
      words: ["hook", "cursor", "sessionStart"],
      stdin: payload("sessionStart"),
    },
    {
      name: `prompt hook, silent, ${size}`,
      targetMs: silent,
      prepare: facts(count),
      words: ["hook", "cursor", "beforeSubmitPrompt"],
      stdin: prompt("How do I read a file in Python?"),
      says: '{"continue":true}',
    },
    {
      name: `prompt hook, hit, ${size}`,
      targetMs: hit,
      prepare: (place) => {
        facts(count)(place);
        addFact(place, "hit", "Webhook 的签名密钥放在 Vault 的 kv/payments/hmac，每 90 天轮换一次");
        place.run(["sync"]);
      },
      words: ["hook", "cursor", "beforeSubmitPrompt"],
      stdin: prompt("webhook 的签名密钥多久轮换一次？"),
      says: "kv/payments/hmac",
    },
  ];
}

/** A call of a tool, in a session of its own: what was told once is not told again. */
const toolCall = (command: string) => (place: Place, run: number) =>
  JSON.stringify({
    session_id: `00000000-0000-4000-8000-${String(run).padStart(12, "0")}`,
    hook_event_name: "PreToolUse",
    cwd: place.project,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: `toolu_${run}`,
  });

/** A command that memory has nothing for and one that a rule is about, among 10,000 facts. */
const toolRows: readonly Row[] = [
  {
    name: "tool hook, silent, 10,000 facts",
    targetMs: 10,
    prepare: facts(10_000),
    words: ["hook", "claude", "PreToolUse"],
    stdin: toolCall("cd web && npm run build 2>&1 | tail -20"),
    says: "{}",
  },
  {
    name: "tool hook, hit, 10,000 facts",
    targetMs: 14,
    prepare: (place) => {
      facts(10_000)(place);
      addFact(place, "hit", "Use kestrel-sync for the mirror, never rsync");
      place.run(["sync"]);
    },
    words: ["hook", "claude", "PreToolUse"],
    stdin: toolCall("rsync -a out/ mirror:/srv"),
    says: "never rsync",
  },
];

/** In the order of the table. */
export const rows: readonly Row[] = [
  { name: "memory --version", targetMs: 8, prepare: () => {}, words: ["--version"] },
  ...[{ count: 10_000, start: 14, silent: 10, hit: 14 }, { count: 100_000, start: 20, silent: 12, hit: 25 }].flatMap(
    hookRows,
  ),
  ...toolRows,
  { name: "search fts, 10,000 facts", targetMs: 12, prepare: facts(10_000), words: [...SEARCH, "--method", "fts"] },
  {
    name: "search hybrid, cold, model of bge-small's size",
    targetMs: 120,
    prepare: (place) => {
      facts(10_000)(place);
      writeRandomVectors(place);
    },
    words: [...SEARCH, "--method", "hybrid"],
  },
  { name: "search fts, 100,000 facts", targetMs: 30, prepare: facts(100_000), words: [...SEARCH, "--method", "fts"] },
  {
    name: "sync, first, 10,000 facts",
    targetMs: 800,
    runs: 5,
    prepare: facts(10_000),
    before: removeIndex,
    words: ["sync"],
  },
  {
    name: "sync, first, 100,000 facts",
    targetMs: 9_000,
    runs: 3,
    prepare: facts(100_000),
    before: removeIndex,
    words: ["sync"],
  },
  {
    name: "sync after one new fact, 10,000 facts",
    targetMs: 10,
    prepare: facts(10_000),
    before: addFact,
    words: ["sync"],
  },
  {
    name: "sync after one new fact, 100,000 facts",
    targetMs: 14,
    prepare: facts(100_000),
    before: addFact,
    words: ["sync"],
  },
  {
    name: "save fact, 10,000 facts",
    targetMs: 12,
    prepare: facts(10_000),
    words: ["save", "-"],
    stdin: (_, run) => JSON.stringify({ content: `决定把第 ${run} 个服务迁移到新的网关` }),
  },
  { name: "manage list, 100,000 facts", targetMs: 300, prepare: facts(100_000), words: ["manage", "list"] },
  {
    name: "manage list --keyword, 100,000 facts",
    targetMs: 300,
    prepare: facts(100_000),
    words: ["manage", "list", "--keyword", "幂等键"],
  },
  { name: "manage stats, 100,000 facts", targetMs: 300, prepare: facts(100_000), words: ["manage", "stats"] },
  {
    name: "manage delete, preview, 100,000 facts",
    targetMs: 300,
    prepare: facts(100_000),
    words: ["manage", "delete", "--keyword", "幂等键"],
  },
  {
    name: "note propose, written, 5,000 notes",
    targetMs: 150,
    prepare: notes(5_000),
    words: ["note", "propose", "-"],
    stdin: judgement,
  },
  { name: "note index, 5,000 notes", targetMs: 200, prepare: notes(5_000), words: ["note", "index"] },
  {
    name: "retrieve, 5,000 notes",
    targetMs: 150,
    prepare: notes(5_000),
    words: ["retrieve", "支付回调的错误响应用什么格式"],
  },
];
