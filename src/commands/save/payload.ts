/** `memory save PAYLOAD` */
import { readPayload, savePayloads } from "../../capture/mod.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { required, text } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { openMemory } from "../../store/memory.ts";
import { jsonOperand } from "../json_operand.ts";
import { renderSaved } from "./render.ts";

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
    const hint = {
      en: "See `memory help save`, or use `memory save fact --content …`",
      zh: "见 `memory help save`，或改用 `memory save fact --content …`",
    };
    const value = await jsonOperand(runtime, operands.payload, hint);
    const memory = openMemory(runtime, { projectPath });
    const payloads = Array.isArray(value)
      ? value.map((item, index) => readPayload(item, { en: `Payload ${index + 1}`, zh: `第 ${index + 1} 个 payload ` }))
      : [readPayload(value)];
    const results = savePayloads(memory, payloads, layer);
    vectorsFollow(memory, layer);
    return ok(Array.isArray(value) ? { results } : results[0]);
  },
  render: renderSaved,
});
