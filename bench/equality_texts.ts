/** Texts of the tests' sets, saved: what is taken for a secret, and what for a change of something known. */
import * as fs from "node:fs";
import { join } from "node:path";
import { askBoth, closePair, compareFiles, type Match, openPair, type Pair } from "./equality_pair.ts";
import { sampled, type Task } from "./equality_task.ts";

const FIXTURES = join(import.meta.dirname ?? ".", "..", "tests", "fixtures");
/** In a sample of a secret, so that nobody's scanner takes it for one. */
const BREAK = /¦/g;
/** Records of one call. */
const TOGETHER = 100;

/** Lines of each list of secrets: every save looks for those before it. */
const ABOUT = 100;

/** A text that is known and one that may change it. */
interface Change {
  readonly older?: string;
  readonly known?: string;
  readonly newer?: string;
  readonly save?: string;
}

export const textTasks: readonly Task[] = [
  { name: "texts-secrets", play: playSecrets },
  { name: "texts-changes", play: playChanges },
  { name: "texts-notes", play: playNotes },
];

function lines(...path: readonly string[]): string[] {
  const text = fs.readFileSync(join(FIXTURES, ...path), "utf8");
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

async function opened(match: Match, name: string): Promise<Pair> {
  const pair = openPair(match, name);
  await call(pair, ["init", "--agent", "cursor", "--skip-model", "--quiet"]);
  return pair;
}

async function call(pair: Pair, words: readonly string[], stdin = ""): Promise<void> {
  const told = `memory ${words.join(" ")} ${stdin}`;
  await askBoth(pair, told, ({ binary }) => ({ program: binary, words, stdin }));
  pair.match.report.calls++;
}

/** Payloads in calls of many each. */
async function callWith(pair: Pair, words: readonly string[], payloads: readonly object[]): Promise<void> {
  for (let at = 0; at < payloads.length; at += TOGETHER) {
    await call(pair, words, JSON.stringify(payloads.slice(at, at + TOGETHER)));
  }
}

async function playSecrets(match: Match): Promise<void> {
  const pair = await opened(match, "texts-secrets");
  for (const file of fs.readdirSync(join(FIXTURES, "secrets"))) {
    const payloads = sampled(match, lines("secrets", file), ABOUT).map((line) => ({
      content: JSON.parse(line).text.replace(BREAK, ""),
    }));
    await callWith(pair, ["save", "-"], payloads);
  }
  compareFiles(pair, "what was saved");
  closePair(pair);
}

async function playChanges(match: Match): Promise<void> {
  const pair = await opened(match, "texts-changes");
  const pairs = lines("changes", "pairs.txt").map((line) => line.split(" | ").slice(1));
  const sets = ["contradicting.jsonl", "values.jsonl", "values_free.jsonl"].map((file) =>
    lines("changes", file).map((line) => {
      const { older, known, newer, save }: Change = JSON.parse(line);
      return [older ?? known ?? "", newer ?? save ?? ""];
    })
  );
  for (const set of [pairs, ...sets]) {
    for (const at of [0, 1]) await callWith(pair, ["save", "-"], set.map((texts) => ({ content: texts[at] })));
  }
  compareFiles(pair, "what was saved");
  closePair(pair);
}

async function playNotes(match: Match): Promise<void> {
  const pair = await opened(match, "texts-notes");
  const notes = lines("changes", "notes.txt").map((line) => line.split(" | ").slice(2));
  const sure = { source: "remember", confidence: "high", score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 } };
  for (const at of [0, 2]) {
    const payloads = notes.map((texts) => ({
      scene: texts[at],
      principles: [texts[at + 1]],
      choice: texts[at + 1],
      ...sure,
    }));
    await callWith(pair, ["note", "propose", "-"], payloads);
  }
  await call(pair, ["note", "list", "--waiting", "--limit", "200"]);
  for (const [scene = ""] of sampled(match, notes, 20)) await call(pair, ["retrieve", scene]);
  compareFiles(pair, "what was written");
  closePair(pair);
}
