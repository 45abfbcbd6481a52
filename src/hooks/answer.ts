/**
 * In: the words with which a client calls `memory hook`. Out: the reply on standard output, and exit code 0.
 * Not done here: the reply (mod.ts).
 *
 * @module
 */
import type { Runtime } from "../runtime.ts";
import { guardHook } from "./guard.ts";
import type { Reading } from "./input.ts";
import { runHook } from "./mod.ts";

/** Longer than the thread takes that answers in this one's place and ends the process. */
const ENDING_MS = 5_000;

/** Answers one hook event: reply on standard output, nothing on standard error, exit code 0, whatever comes in. */
export async function answerHook(runtime: Runtime, words: readonly string[], reading: Reading): Promise<0> {
  const { agent, event, projectPath } = readWords(words);
  const guard = guardHook(runtime);
  const reply = await runHook(guard.runtime, agent, event, projectPath, { reading, guard });
  if (!guard.mayAnswer()) {
    // It was answered already, and the process ends any moment.
    runtime.sleep(ENDING_MS);
    return 0;
  }
  try {
    if (reply !== "") runtime.stdout.write(`${reply}\n`);
  } catch {
    // The client has gone; nobody waits for the answer.
  }
  return 0;
}

/** Agent, event and --project-path. Any other word is ignored: it is no reason to fail. */
function readWords(words: readonly string[]): { agent: string; event: string; projectPath: string | undefined } {
  const plain: string[] = [];
  let projectPath: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--project-path") projectPath = words[++at];
    else if (word.startsWith("--project-path=")) projectPath = word.slice("--project-path=".length);
    else if (word === "--layer") at++;
    else if (!word.startsWith("-")) plain.push(word);
  }
  const [agent = "", event = ""] = plain;
  return { agent, event, projectPath };
}
