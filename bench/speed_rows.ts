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

/** The facts, and one more that is about what the row asks. */
const factsAnd = (count: number, content: string) => (place: Place) => {
  facts(count)(place);
  addFact(place, "hit", content);
  place.run(["sync"]);
};

function row(
  name: string,
  targetMs: number,
  prepare: Row["prepare"],
  words: readonly string[],
  more: Omit<Row, "name" | "targetMs" | "prepare" | "words"> = {},
): Row {
  return { name, targetMs, prepare, words, ...more };
}

/** A start, a prompt that memory has nothing for and one that it answers, in a memory of so many facts. */
function hookRows(count: number, start: number, silent: number, hit: number): readonly Row[] {
  const size = `${count.toLocaleString("en")} facts`;
  const words = ["hook", "cursor", "beforeSubmitPrompt"];
  const key = factsAnd(count, "Webhook 的签名密钥放在 Vault 的 kv/payments/hmac，每 90 天轮换一次");
  const none = { stdin: prompt("How do I read a file in Python?"), says: '{"continue":true}' };
  const found = { stdin: prompt("webhook 的签名密钥多久轮换一次？"), says: "kv/payments/hmac" };
  return [
    row(`hook sessionStart, ${size}`, start, facts(count), ["hook", "cursor", "sessionStart"], {
      stdin: payload("sessionStart"),
    }),
    row(`prompt hook, silent, ${size}`, silent, facts(count), words, none),
    row(`prompt hook, hit, ${size}`, hit, key, words, found),
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
function toolRows(): readonly Row[] {
  const words = ["hook", "claude", "PreToolUse"];
  const rule = factsAnd(10_000, "Use kestrel-sync for the mirror, never rsync");
  const none = { stdin: toolCall("cd web && npm run build 2>&1 | tail -20"), says: "{}" };
  const found = { stdin: toolCall("rsync -a out/ mirror:/srv"), says: "never rsync" };
  return [
    row("tool hook, silent, 10,000 facts", 10, facts(10_000), words, none),
    row("tool hook, hit, 10,000 facts", 14, rule, words, found),
  ];
}

const withVectors = (place: Place) => {
  facts(10_000)(place);
  writeRandomVectors(place);
};
const decision = (_: Place, run: number) => JSON.stringify({ content: `决定把第 ${run} 个服务迁移到新的网关` });

/** In the order of the table. */
export const rows: readonly Row[] = [
  row("memory --version", 8, () => {}, ["--version"]),
  ...hookRows(10_000, 14, 10, 14),
  ...hookRows(100_000, 20, 12, 25),
  ...toolRows(),
  row("search fts, 10,000 facts", 12, facts(10_000), [...SEARCH, "--method", "fts"]),
  row("search hybrid, cold, model of bge-small's size", 120, withVectors, [...SEARCH, "--method", "hybrid"]),
  row("search fts, 100,000 facts", 30, facts(100_000), [...SEARCH, "--method", "fts"]),
  row("sync, first, 10,000 facts", 800, facts(10_000), ["sync"], { runs: 5, before: removeIndex }),
  row("sync, first, 100,000 facts", 9_000, facts(100_000), ["sync"], { runs: 3, before: removeIndex }),
  row("sync after one new fact, 10,000 facts", 10, facts(10_000), ["sync"], { before: addFact }),
  row("sync after one new fact, 100,000 facts", 14, facts(100_000), ["sync"], { before: addFact }),
  row("save fact, 10,000 facts", 12, facts(10_000), ["save", "-"], { stdin: decision }),
  row("manage list, 100,000 facts", 300, facts(100_000), ["manage", "list"]),
  row("manage list --keyword, 100,000 facts", 300, facts(100_000), ["manage", "list", "--keyword", "幂等键"]),
  row("manage stats, 100,000 facts", 300, facts(100_000), ["manage", "stats"]),
  row("manage delete, preview, 100,000 facts", 300, facts(100_000), ["manage", "delete", "--keyword", "幂等键"]),
  row("note propose, written, 5,000 notes", 150, notes(5_000), ["note", "propose", "-"], { stdin: judgement }),
  row("note index, 5,000 notes", 200, notes(5_000), ["note", "index"]),
  row("retrieve, 5,000 notes", 150, notes(5_000), ["retrieve", "支付回调的错误响应用什么格式"]),
];
