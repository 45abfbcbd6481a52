/** Standard input as the JSON object that a client writes there. */
import { BYTES_MAX } from "../limits.ts";
import type { Input } from "../runtime.ts";

/** An agent writes the event at once; a pipe that stays open without a word must not hold up the prompt. */
const INPUT_DEADLINE_MS = 2_000;

/** Standard input on its way; with the object that it holds, if that came in one piece. */
export type Reading = Promise<Awaited<ReturnType<Input["read"]>> & { readonly object: unknown }>;

/** Begins to read a hook's input: while it comes, the code that answers it is loaded. */
export function startReading(stdin: Input): Reading {
  let object: unknown;
  // An event that came in one piece is whole: a client that keeps the pipe open must
  // not hold up the prompt for its end.
  const isWhole = (bytes: Uint8Array) => (object = objectIn(bytes)) !== undefined;
  return stdin.read(BYTES_MAX.event, INPUT_DEADLINE_MS, isWhole).then((read) => ({ ...read, object }));
}

function objectIn(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A hook's input as JSON, when it is there. */
export async function parseInput(reading: Reading): Promise<unknown> {
  const { bytes, complete, object } = await reading;
  if (object !== undefined) return object;
  if (bytes.length > BYTES_MAX.event) throw new Error(`The input is longer than ${BYTES_MAX.event} bytes`);
  // TextDecoder takes away the BOM with which Cursor on Windows begins.
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "") throw new Error("The input is empty");
  try {
    return JSON.parse(text);
  } catch {
    const why = complete ? "is not valid JSON" : `had not ended after ${INPUT_DEADLINE_MS} ms`;
    throw new Error(`The input ${why} (${bytes.length} bytes)`);
  }
}
