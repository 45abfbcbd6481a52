/** Prompts and records of our own: what a memory holds, and what people type who have it. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "recall");
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
 * @param isLabelled whether they were saved with the labels that they have
 */
export function memoryOf(
  file: string,
  now: Date,
  isLabelled = false,
): { daily: Map<string, string>; keyOf: Map<string, string> } {
  const daily = new Map<string, string>();
  const keyOf = new Map<string, string>();
  lines<Remembered>(file).forEach(({ key, type, days, text, labels = [] }, place) => {
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
        tags: isLabelled ? labels : [],
      };
      const line = JSON.stringify({ ...session, timestamp, source: "rules" });
      daily.set("sessions.jsonl", `${daily.get("sessions.jsonl") ?? ""}${line}\n`);
      return;
    }
    const fact = {
      id,
      type: "fact",
      memory_type: type,
      content: text,
      entities: isLabelled ? labels : [],
      confidence: 0.8,
      timestamp,
      source: { session: `s-${days}-${place % 40}` },
    };
    const name = `daily/${timestamp.slice(0, 10)}.jsonl`;
    daily.set(name, `${daily.get(name) ?? ""}${JSON.stringify(fact)}\n`);
  });
  return { daily, keyOf };
}

function lines<T>(file: string): T[] {
  return readFileSync(join(FIXTURES, file), "utf8").trim().split("\n").map((line) => JSON.parse(line));
}
