/** Standard input and output where a verb takes a file: `-` names them, as in other programs. */
import { languageOf } from "../config/mod.ts";
import { fail } from "../errors.ts";
import { sizeTold } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";

/** The name that is no file; one that is called so is `./-`. */
export const STREAM = "-";

/** How messages call them, at the beginning of a sentence. */
export const STANDARD_INPUT: Sentence = { en: "Standard input", zh: "标准输入" };

/** The longest that a timer waits: a person named the input, so it is read to its end, whenever that comes. */
const PATIENT_MS = 2 ** 31 - 1;

/**
 * All of standard input. A person at a terminal is told that it is waited for, and how to end it.
 *
 * Throws INVALID_ARGUMENT for more than `most` bytes, and for what does not end in time.
 */
export async function readStandardInput(
  runtime: Runtime,
  most: number,
  deadlineMs = PATIENT_MS,
): Promise<Uint8Array> {
  const isTyped = runtime.stdin.isTerminal;
  if (isTyped) await tellThatItWaits(runtime);
  const patience = isTyped ? PATIENT_MS : deadlineMs;
  const { bytes, complete } = await runtime.stdin.read(most, patience);
  if (complete) return bytes;
  fail("INVALID_ARGUMENT", {
    en: `stdin did not end, or is longer than ${sizeTold(most)}`,
    zh: `标准输入没有结束，或超过 ${sizeTold(most)}`,
  });
}

async function tellThatItWaits(runtime: Runtime): Promise<void> {
  const { loadConfig } = await import("../config/mod.ts");
  const end = runtime.platform === "win32" ? "Ctrl-Z, Enter" : "Ctrl-D";
  const language = languageOf(runtime, loadConfig(runtime).config);
  runtime.stderr.write(
    {
      en: `Waiting for input; end it with ${end} on a line of its own\n`,
      zh: `正在等待输入；输完后另起一行按 ${end} 结束\n`,
    }[language],
  );
}
