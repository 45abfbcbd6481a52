/** Prompts and records of our own: what a memory holds, and what people type who have it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where our own sets lie. */
export const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "recall");
const DAY_MS = 86_400_000;

export interface Prompt {
  readonly p: string;
  /** Keys of records that help; absent: none does. */
  readonly want?: readonly string[];
  /** Whether anything was chosen by what this prompt showed. */
  readonly half?: "tuned" | "unseen";
  /** Of what kind it is, to see which fail. */
  readonly kind?: string;
  /** What the person said right before. */
  readonly after?: string;
}

interface Remembered {
  readonly key: string;
  readonly type: string;
  readonly days: number;
  readonly text: string;
  /** The words by which an agent that saves it, as our rules ask, expects to be asked for it. */
  readonly labels?: readonly string[];
  readonly entities?: readonly string[];
  /** The questions by which it will be asked for; most sets have theirs in a file of their own. */
  readonly asks?: readonly string[];
}

/** What of the words for later an agent gave when it saved. */
export interface Saved {
  readonly labels?: boolean;
  readonly asks?: boolean;
}

export function promptsOf(file: string): Prompt[] {
  return lines(file);
}

/** Logs, code and the like as people paste them, each so many characters long. */
export function pastesOf(length: number): string[] {
  return lines<{ text: string }>("pastes.jsonl").map(({ text }) => {
    let long = text;
    // Another time, another number: no two lines of a log are the same.
    for (let more = 1; long.length < length; more++) {
      long += text.replace(/\d/g, (digit) => String((Number(digit) + more) % 10));
    }
    return long;
  });
}

/**
 * The records of a file as they lie in the data folder: its daily files, and the key of each id.
 *
 * @param file a set of ours, or any path
 * @param saved which of the labels and asks that they have they were saved with
 */
export function memoryOf(
  file: string,
  now: Date,
  saved: Saved = {},
): { daily: Map<string, string>; keyOf: Map<string, string> } {
  const daily = new Map<string, string>();
  const keyOf = new Map<string, string>();
  const asksOf = saved.asks ? asksBeside(file) : new Map<string, readonly string[]>();
  lines<Remembered>(file).forEach(({ key, type, days, text, entities, labels = entities ?? [], ...own }, place) => {
    const id = `log-${100_000_000 + place}-aaaa`;
    const timestamp = new Date(now.getTime() - days * DAY_MS).toISOString();
    keyOf.set(id, key);
    if (type === "session") {
      const [topic = "", summary = ""] = text.split(/[:：] ?(.*)/s);
      const session = {
        id,
        type: "summary",
        session_id: `s-${place}`,
        topic,
        summary,
        decisions: [],
        todos: [],
        tags: saved.labels ? labels : [],
      };
      const line = JSON.stringify({ ...session, timestamp, source: "rules" });
      daily.set("sessions.jsonl", `${daily.get("sessions.jsonl") ?? ""}${line}\n`);
      return;
    }
    const asks = asksOf.get(key) ?? (saved.asks ? own.asks : undefined);
    const fact = {
      id,
      type: "fact",
      memory_type: type,
      content: text,
      entities: saved.labels ? labels : [],
      ...asks === undefined ? {} : { asks },
      confidence: 0.8,
      timestamp,
      source: { session: `s-${days}-${place % 40}` },
    };
    const name = `daily/${timestamp.slice(0, 10)}.jsonl`;
    daily.set(name, `${daily.get(name) ?? ""}${JSON.stringify(fact)}\n`);
  });
  return { daily, keyOf };
}

/** The asks of a set's records, where a file beside it holds some: `clinic_asks.jsonl` of `clinic_records.jsonl`. */
function asksBeside(file: string): Map<string, readonly string[]> {
  const beside = file.replace("records.jsonl", "asks.jsonl");
  if (!existsSync(resolve(FIXTURES, beside))) return new Map();
  const all = lines<{ readonly key?: string; readonly id?: string; readonly asks: readonly string[] }>(beside);
  return new Map(all.map(({ key, id = "", asks }) => [key ?? id, asks]));
}

function lines<T>(file: string): T[] {
  return readFileSync(resolve(FIXTURES, file), "utf8").trim().split("\n").map((line) => JSON.parse(line));
}
