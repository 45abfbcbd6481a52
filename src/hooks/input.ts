/** Standard input as the JSON object that a client writes there. */
import { tried } from "../errors.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Input } from "../runtime.ts";

/** A client writes the event at once. A pipe that stays open and empty must not hold up the prompt. */
const INPUT_DEADLINE_MS = 2_000;

/** Standard input being read, with the JSON object in it where that came in one piece. */
export type Reading = Promise<Awaited<ReturnType<Input["read"]>> & { readonly object: unknown }>;

/** Begins to read a hook's input, so that the code that answers it can load meanwhile. */
export function startReading(stdin: Input): Reading {
  let object: unknown;
  // Reading ends with a whole JSON object: a client that keeps the pipe open must not hold up the prompt.
  const isWhole = (bytes: Uint8Array) => (object = objectIn(bytes)) !== undefined;
  return stdin.read(BYTES_MAX.event, INPUT_DEADLINE_MS, isWhole).then((read) => ({ ...read, object }));
}

function objectIn(bytes: Uint8Array): unknown {
  return tried(() => {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null ? value : undefined;
  });
}

/** A hook's input as JSON, when it is there. */
export async function parseInput(reading: Reading): Promise<unknown> {
  const { bytes, complete, object } = await reading;
  if (object !== undefined) return object;
  if (bytes.length > BYTES_MAX.event) throw new Error(`The input is longer than ${BYTES_MAX.event} bytes`);
  // TextDecoder drops the byte order mark that Cursor writes on Windows.
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "") throw new Error("The input is empty");
  try {
    return JSON.parse(text);
  } catch {
    const why = complete ? "is not valid JSON" : `had not ended after ${INPUT_DEADLINE_MS} ms`;
    throw new Error(`The input ${why} (${bytes.length} bytes)`);
  }
}
