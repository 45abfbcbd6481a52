/** Standard input and output where a verb takes a file or JSON: \`-\` names them, as in other programs. */
import { languageOf } from "../config/mod.ts";
import { fail, reasonTold } from "../errors.ts";
import { BYTES_MAX, sizeTold } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { refuse, said } from "./words.ts";

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
export async function readStandardInput(runtime: Runtime, most: number, deadlineMs = PATIENT_MS): Promise<Uint8Array> {
  const isTyped = runtime.stdin.isTerminal;
  if (isTyped) await tellThatItWaits(runtime);
  const patience = isTyped ? PATIENT_MS : deadlineMs;
  const { bytes, complete } = await runtime.stdin.read(most, patience);
  if (complete) return bytes;
  refuse("stdin_too_long", { most: sizeTold(most) });
}

async function tellThatItWaits(runtime: Runtime): Promise<void> {
  const { loadConfig } = await import("../config/mod.ts");
  const end = runtime.platform === "win32" ? "Ctrl-Z, Enter" : "Ctrl-D";
  const language = languageOf(runtime, loadConfig(runtime).config);
  runtime.stderr.write(
    said("waits_for_input", { end })[language],
  );
}

const STDIN_DEADLINE_MS = 30_000;

/** The parsed value. Throws INVALID_ARGUMENT with `hint` as the next step. */
export async function jsonOperand(runtime: Runtime, operand: string, hint: Sentence): Promise<unknown> {
  const json = operand === STREAM ? await readStdin(runtime) : operand;
  try {
    return JSON.parse(json);
  } catch (cause) {
    fail("INVALID_ARGUMENT", said("not_json", { cause: reasonTold(cause) }), hint, { cause });
  }
}

async function readStdin(runtime: Runtime): Promise<string> {
  const bytes = await readStandardInput(runtime, BYTES_MAX.event, STDIN_DEADLINE_MS);
  // TextDecoder takes away the BOM that an editor or PowerShell may have put first.
  return new TextDecoder().decode(bytes);
}
