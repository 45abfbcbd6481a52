/** Reads standard input where a verb takes a file, a text or JSON and `-` is given, as in other programs. */
import { languageOf, loadConfig } from "../config/mod.ts";
import { fail, reasonTold } from "../errors.ts";
import { BYTES_MAX, PATIENT_MS, sizeTold } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { refuse, said } from "./words.ts";

/** Names standard input or output instead of a file. A file of this name is `./-`. */
export const STREAM = "-";

/** The name of standard input at the beginning of a sentence. */
export const STANDARD_INPUT: Sentence = { en: "Standard input", zh: "标准输入" };

/** Reads all of it, however long that takes. Throws INVALID_ARGUMENT for more than `most` bytes. */
export async function readStandardInput(runtime: Runtime, most: number): Promise<Uint8Array> {
  if (runtime.stdin.isTerminal) {
    const end = runtime.platform === "win32" ? "Ctrl-Z, Enter" : "Ctrl-D";
    runtime.stderr.write(said("waits_for_input", { end })[languageOf(runtime, loadConfig(runtime).config)]);
  }
  const { bytes, complete } = await runtime.stdin.read(most, PATIENT_MS);
  if (complete) return bytes;
  if (bytes.length <= most) refuse("stdin_not_read");
  refuse("stdin_too_long", { most: sizeTold(most) });
}

/** A text that a person wrote, or standard input where `-` stands for it, without the blanks around it. */
export async function textOrInput(runtime: Runtime, word: string): Promise<string> {
  if (word === STREAM) return utf8In(await readStandardInput(runtime, BYTES_MAX.event)).trim();
  // So the runtime gives a word that is no UTF-8.
  if (word.includes("\ufffd")) refuse("not_utf8");
  return word;
}

/** What is piped in where no text was given, without the blanks around it; "" for a terminal, and where nothing is. */
export async function pipedText({ stdin }: Runtime, waits: () => void): Promise<string> {
  if (stdin.isTerminal) return "";
  const timer = setTimeout(waits, SILENT_MS);
  const { bytes, complete } = await stdin.readPiped(BYTES_MAX.event, SILENT_MS);
  clearTimeout(timer);
  if (!complete && bytes.length > 0) refuse("stdin_too_long", { most: sizeTold(BYTES_MAX.event) });
  return utf8In(bytes).trim();
}

/** Long enough for a program that starts at the same time. An agent's shell may never end the input. */
const SILENT_MS = 2_000;

/** The text of an input. Throws INVALID_ARGUMENT for bytes that are no UTF-8, because they would be lost. */
export function utf8In(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    refuse("not_utf8");
  }
}

/** Parses JSON that is an operand or standard input. Throws INVALID_ARGUMENT with `hint` as the next step. */
export async function jsonOperand(runtime: Runtime, operand: string, hint: Sentence): Promise<unknown> {
  // TextDecoder takes away the BOM that an editor or PowerShell may have put first.
  const json = operand === STREAM ? utf8In(await readStandardInput(runtime, BYTES_MAX.event)) : operand;
  try {
    return JSON.parse(json);
  } catch (cause) {
    fail("INVALID_ARGUMENT", said("not_json", { cause: reasonTold(cause) }), hint, { cause });
  }
}
