/** Facts like those of a real project, as many as wanted, the same at every run: bilingual, over 64 days. */
import * as fs from "node:fs";
import { join } from "node:path";
import { DEFAULT_FIELDS } from "../src/notes/note.ts";
import { renderNote } from "../src/notes/render.ts";

const DAYS = 64;
const SUBJECTS = [
  "Redis",
  "PostgreSQL",
  "the gateway",
  "订单服务",
  "支付回调",
  "the importer",
  "CI",
  "前端构建",
  "session store",
  "缓存层",
];
const VERBS = [
  "uses",
  "must not use",
  "was moved to",
  "决定采用",
  "不再使用",
  "fails with",
  "is limited by",
  "依赖",
  "retries on",
  "统一为",
];
const OBJECTS = [
  "connection pooling",
  "TTL 300 seconds",
  "ERR_LOCK_BUSY",
  "/api/v2/orders",
  "幂等键",
  "load_memory.py",
  "TypeScript 5",
  "消息队列重试三次",
  "sessionStart hook",
  "统一错误响应格式",
];
const REASONS = [
  "because of the incident in March",
  "见评审结论",
  "to keep p99 below 20 ms",
  "由团队约定",
  "until the migration is done",
];
const KINDS = ["W", "W", "W", "B", "O"];

/** Curated notes of the same vocabulary, `MEM-0000.md` and on. */
export function writeNotes(dataFolder: string, count: number): void {
  const pick = numbers(7);
  const from = <T>(items: readonly T[]): T => items[pick(items.length)] as T;
  fs.mkdirSync(join(dataFolder, "notes"), { recursive: true });
  for (let at = 0; at < count; at++) {
    const id = `MEM-${at.toString().padStart(4, "0")}`;
    const choice = `${from(SUBJECTS)} ${from(VERBS)} ${from(OBJECTS)} (${at.toString(36)})`;
    const scene = `处理 ${from(SUBJECTS)} 与 ${from(OBJECTS)} 时`;
    const fields = { ...DEFAULT_FIELDS, id, title: `${scene}—${choice}`, whenToLoad: [scene], oneLiner: choice };
    const more = {
      decision: choice,
      alternatives: from(OBJECTS),
      l0: `${choice}, ${from(REASONS)}`,
      source: "extract",
    };
    fs.writeFileSync(join(dataFolder, "notes", `${id}.md`), renderNote({ ...fields, ...more }));
  }
}

/** A small linear congruential generator: the same facts on every machine. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes `count` facts into the daily files of a data folder; the last day is `today`. */
export function writeFacts(dataFolder: string, count: number, today: Date): void {
  const pick = numbers(42);
  const from = <T>(items: readonly T[]): T => items[pick(items.length)] as T;
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(today.getTime() - (DAYS - 1 - ago) * 86_400_000));
  const files = new Map<string, string[]>();
  for (let at = 0; at < count; at++) {
    const day = days[Math.floor((at * DAYS) / count)] ?? today;
    const seconds = pick(86_400);
    const timestamp = `${day.toISOString().slice(0, 10)}T${new Date(seconds * 1000).toISOString().slice(11, 19)}Z`;
    const content = `${from(SUBJECTS)} ${from(VERBS)} ${from(OBJECTS)} ${from(REASONS)} (${at.toString(36)})`;
    const fact = {
      id: `log-${at.toString().padStart(9, "0")}-bnch`,
      type: "fact",
      memory_type: from(KINDS),
      content,
      entities: [content.split(" ")[0]],
      confidence: 0.5 + pick(6) / 10,
      timestamp,
      source: { session: `bench-${Math.floor(at / 25)}` },
    };
    const name = timestamp.slice(0, 10);
    files.set(name, [...files.get(name) ?? [], JSON.stringify(fact)]);
  }
  fs.mkdirSync(join(dataFolder, "daily"), { recursive: true });
  for (const [day, lines] of files) {
    fs.writeFileSync(join(dataFolder, "daily", `${day}.jsonl`), `${lines.join("\n")}\n`);
  }
}
