/** JSON that a verb takes as an operand, or from stdin where the operand is `-`. */
import { MemoryError, reasonOf } from "../errors.ts";
import type { Runtime } from "../runtime.ts";

/** More than any agent says in one go. */
const LONGEST_BYTES = 16 * 1024 * 1024;
const STDIN_DEADLINE_MS = 30_000;

/** The parsed value. Throws INVALID_ARGUMENT with `hint` as the next step. */
export async function jsonOperand(runtime: Runtime, operand: string, hint: string): Promise<unknown> {
  const json = operand === "-" ? await readStdin(runtime) : operand;
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new MemoryError("INVALID_ARGUMENT", `PAYLOAD is not valid JSON: ${reasonOf(cause)}`, { hint, cause });
  }
}

async function readStdin(runtime: Runtime): Promise<string> {
  const { bytes, complete } = await runtime.stdin.read(LONGEST_BYTES, STDIN_DEADLINE_MS);
  if (!complete) throw new MemoryError("INVALID_ARGUMENT", "stdin did not end, or is longer than 16 MiB");
  // TextDecoder takes away the BOM that an editor or PowerShell may have put first.
  return new TextDecoder().decode(bytes);
}
