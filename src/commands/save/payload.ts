/** `memory save PAYLOAD` */
import { readPayload, savePayloads } from "../../capture/mod.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { required, text } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { openMemory } from "../../store/memory.ts";
import { jsonOperand } from "../json_operand.ts";
import { savedText } from "./text.ts";

export const savePayload = defineCommand({
  name: "save",
  summary: { en: "Remember what a JSON payload holds", zh: "保存一段 JSON 里的内容" },
  about: {
    en: `PAYLOAD is v1's {"topic", "key_info", "tags"}, a fact {"content", "memory_type" …}, a summary
{"topic", "summary", "decisions", "todos" …}, or an array of them; - reads it from stdin.
Nothing of an array is saved unless all of it is valid.`,
    zh: `PAYLOAD 是 v1 的 {"topic", "key_info", "tags"}、事实 {"content", "memory_type" …}、总结
{"topic", "summary", "decisions", "todos" …}，或由它们组成的数组；- 表示从标准输入读取。
数组要么全部有效、全部保存，要么一条也不保存。`,
  },
  examples: [
    `memory save '{"topic": "API 重构", "key_info": ["决定使用 FastAPI"], "tags": ["#api"]}'`,
    "memory save - < records.json",
  ],
  args: {},
  operands: { payload: required(text({ en: "JSON, or - for stdin", zh: "JSON；- 表示标准输入" }, "PAYLOAD")) },
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
  render: savedText,
});
