/** `memory note propose` */
import { type ProposedNote, proposeNotes } from "../../capture/note.ts";
import { name, required, text } from "../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { readPayloads } from "../../notes/payload.ts";
import { openMemory } from "../../store/memory.ts";
import { jsonOperand } from "../json_operand.ts";
import { becauseOf } from "../not_saved.ts";

export const notePropose = defineCommand({
  name: "note propose",
  summary: { en: "Judge what may become a curated note", zh: "判断哪些内容值得写成笔记" },
  about: {
    en: `PAYLOAD is what taste-recognition makes, or an array of it; - reads it from stdin:
{"scene", "principles": […], "choice", "source": "auto|remember|extract|choice|init",
"confidence": "low|medium|high", "evidence"?, "apply"?: "personal|project|team",
"score"?: {"d1": 0-2, … "d5": 0-2}}. Nothing of a call is used unless all of it is valid.
What is new and sure is written at once; the rest comes back as proposals with questions for the user,
to be answered with \`memory note add\` within a day. personal holds for the person anywhere and goes to the global
layer, unless --layer says otherwise.`,
    zh: `PAYLOAD 是 taste-recognition 的产物，或由它组成的数组；- 表示从标准输入读取：
{"scene", "principles": […], "choice", "source": "auto|remember|extract|choice|init",
"confidence": "low|medium|high", "evidence"?, "apply"?: "personal|project|team",
"score"?: {"d1": 0-2, … "d5": 0-2}}。一次调用全部有效才会采用。
新的、确定的直接写入；其余作为提议返回，附上要问用户的问题，须在一天之内用 \`memory note add\` 答复。
personal 对用户本人处处成立，存到全局层，除非用 --layer 另行指定。`,
  },
  examples: [
    `memory note propose '{"scene": "设计 API 错误响应时", "principles": ["统一 { code, message }", "直接返回字符串"], "choice": "统一 { code, message }", "source": "remember", "confidence": "high", "score": {"d1": 2, "d2": 2, "d3": 2, "d4": 2, "d5": 2}}'`,
    "memory note propose - --session 4f0c < payloads.json",
  ],
  args: {
    session: name({ en: "The session it comes from", zh: "来自哪个会话" }),
    generation: text({ en: "The turn of the session, for the audit log", zh: "会话的轮次，写入审计日志" }, "ID"),
  },
  operands: { payload: required(text({ en: "JSON, or - for stdin", zh: "JSON；- 表示标准输入" }, "PAYLOAD")) },
  async run({ runtime, args, operands, projectPath, layer }) {
    const hint = { en: "See `memory help note propose`", zh: "见 `memory help note propose`" };
    const payloads = readPayloads(await jsonOperand(runtime, operands.payload, hint));
    const memory = openMemory(runtime, { projectPath });
    const author = { actor: "agent", command: "note propose", ...args } as const;
    return ok({ results: await proposeNotes(memory, payloads, { layer, author }) });
  },
  render: ({ results }: { results: readonly ProposedNote[] }, style: Style) =>
    results.map((result) => line(result, style)).join(""),
});

function line({ status, id, decision, proposal, reason, message, questions = [] }: ProposedNote, style: Style): string {
  if (status === "written") return `${style.green(style.say({ en: "Written", zh: "已写入" }))} ${id}\n`;
  if (status === "dropped") {
    return `${style.dim(style.say({ en: "Not kept", zh: "未保留" }))}${becauseOf(message ?? reason, style)}\n`;
  }
  const asked = questions.map(({ question, options }) =>
    `  ${question}\n${options.map((option) => `    ${option.id.padEnd(8)} ${option.label}\n`).join("")}`
  );
  return `${style.yellow(style.say({ en: "To be decided", zh: "待决定" }))} ${proposal} (${decision})\n${
    asked.join("")
  }`;
}
