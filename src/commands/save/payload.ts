/** `memory save PAYLOAD` */
import { readPayload, savePayload as save } from "../../capture/mod.ts";
import { required, text } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { MemoryError } from "../../errors.ts";
import type { Runtime } from "../../runtime.ts";
import { openMemory } from "../../store/memory.ts";
import { renderSaved } from "./render.ts";

/** More than any agent says in one go. */
const LONGEST_PAYLOAD_BYTES = 16 * 1024 * 1024;
const STDIN_DEADLINE_MS = 30_000;

export const savePayload = defineCommand({
  name: "save",
  summary: "Remember what a JSON payload holds",
  about: `PAYLOAD is v1's {"topic", "key_info", "tags"}, a fact {"content", "memory_type" …}, a summary
{"topic", "summary", "decisions", "todos" …}, or an array of them; - reads it from stdin.
Nothing of an array is saved unless all of it is valid.`,
  examples: [
    `memory save '{"topic": "API 重构", "key_info": ["决定使用 FastAPI"], "tags": ["#api"]}'`,
    "memory save - < records.json",
  ],
  args: {},
  operands: { payload: required(text("JSON, or - for stdin", "PAYLOAD")) },
  async run({ runtime, operands, projectPath, layer }) {
    const value = parse(operands.payload === "-" ? await readStdin(runtime) : operands.payload);
    const memory = openMemory(runtime, { projectPath });
    if (!Array.isArray(value)) return ok(save(memory, readPayload(value), layer));
    const payloads = value.map((item, index) => readPayload(item, `Payload ${index + 1}`));
    return ok({ results: payloads.map((payload) => save(memory, payload, layer)) });
  },
  render: renderSaved,
});

async function readStdin(runtime: Runtime): Promise<string> {
  const { bytes, complete } = await runtime.stdin.read(LONGEST_PAYLOAD_BYTES, STDIN_DEADLINE_MS);
  if (!complete) throw new MemoryError("INVALID_ARGUMENT", "stdin did not end, or is longer than 16 MiB");
  return new TextDecoder().decode(bytes);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError("INVALID_ARGUMENT", `PAYLOAD is not valid JSON: ${reason}`, {
      hint: "See `memory help save`, or use `memory save fact --content …`",
      cause,
    });
  }
}
