/** Standard input and output where a verb takes a file: `-` names them, as in other programs. */
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";

/** The name that is no file; one that is called so is `./-`. */
export const STREAM = "-";

/** How messages call them, at the beginning of a sentence. */
export const STANDARD_INPUT: Sentence = { en: "Standard input", zh: "标准输入" };

/** The longest that a timer waits: a person named the input, so it is read to its end, whenever that comes. */
const PATIENT_MS = 2 ** 31 - 1;

/**
 * All of standard input. Throws INVALID_ARGUMENT for more than `limitMegabytes`, and for what does not end in time.
 *
 * @param limitMegabytes in units of 2^20 bytes
 */
export async function readStandardInput(
  { stdin }: Pick<Runtime, "stdin">,
  limitMegabytes: number,
  deadlineMs = PATIENT_MS,
): Promise<Uint8Array> {
  const { bytes, complete } = await stdin.read(limitMegabytes * 1024 * 1024, deadlineMs);
  if (complete) return bytes;
  throw new MemoryError("INVALID_ARGUMENT", {
    en: `stdin did not end, or is longer than ${limitMegabytes} MiB`,
    zh: `标准输入没有结束，或超过 ${limitMegabytes} MiB`,
  });
}
