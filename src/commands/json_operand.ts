/** JSON that a verb takes as an operand, or from stdin where the operand is `-`. */
import { BYTES_MAX } from "../limits.ts";
import { fail, reasonTold } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { readStandardInput, STREAM } from "./standard_streams.ts";

const STDIN_DEADLINE_MS = 30_000;

/** The parsed value. Throws INVALID_ARGUMENT with `hint` as the next step. */
export async function jsonOperand(runtime: Runtime, operand: string, hint: Sentence): Promise<unknown> {
  const json = operand === STREAM ? await readStdin(runtime) : operand;
  try {
    return JSON.parse(json);
  } catch (cause) {
    fail(
      "INVALID_ARGUMENT",
      {
        en: `PAYLOAD is not valid JSON: ${reasonTold(cause).en}`,
        zh: `PAYLOAD 不是有效的 JSON：${reasonTold(cause).zh}`,
      },
      hint,
      { cause },
    );
  }
}

async function readStdin(runtime: Runtime): Promise<string> {
  const bytes = await readStandardInput(runtime, BYTES_MAX.event, STDIN_DEADLINE_MS);
  // TextDecoder takes away the BOM that an editor or PowerShell may have put first.
  return new TextDecoder().decode(bytes);
}
