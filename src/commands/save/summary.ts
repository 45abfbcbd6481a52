/** `memory save summary` */
import { saveSummary as save } from "../../capture/summary.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { choice, name, required, text, texts } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { openMemory } from "../../store/memory.ts";
import { renderSaved } from "./render.ts";

export const saveSummary = defineCommand({
  name: "save summary",
  summary: "Remember what a session came to",
  about: "A session has one summary: the newer wording counts, earlier ones stay in its history.",
  examples: [
    `memory save summary --topic "API 重构" --summary "用 FastAPI 替换 Flask" --decision "统一错误格式" --todo "补迁移脚本"`,
  ],
  args: {
    topic: required(text("What it was about, in a few words")),
    summary: required(text("What was done and why, 200–500 characters")),
    decision: texts("A decision that was made"),
    todo: texts("Something left to do"),
    tag: texts("A tag", "T"),
    session: name("The session"),
    source: choice("Asked for by the rules or at stop, not by the user", ["rules", "stop"]),
  },
  run({ runtime, args, projectPath, layer }) {
    const { topic, summary, decision, todo, tag, session, source } = args;
    const memory = openMemory(runtime, { projectPath });
    const saved = save(memory, { topic, summary, decisions: decision, todos: todo, tags: tag, session, source }, layer);
    vectorsFollow(memory, layer);
    return ok(saved);
  },
  render: renderSaved,
});
