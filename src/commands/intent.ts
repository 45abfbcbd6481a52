import { choice, required, texts } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import type { Style } from "../cli/terminal.ts";
import { languageOf } from "../config/mod.ts";
import { identifyIntent, type Intent } from "../prompt/intent.ts";
import { openMemory } from "../store/memory.ts";

export const intent = defineCommand({
  name: "intent",
  summary: {
    en: "Say what a prompt is about, and whether it calls for recall or for saving",
    zh: "判断一句话在说什么，要不要检索或保存",
  },
  about: {
    en: `The verdict is v1's: continuation, preference, project, task, independent, new_topic, unknown; a command of
the user is \`command\` with its action. Words of your own are added by \`intent.signals.CATEGORY\`.`,
    zh: `结论沿用 v1：continuation、preference、project、task、independent、new_topic、unknown；
用户的指令是 \`command\` 及其动作。可用 \`intent.signals.CATEGORY\` 补充自己的词。`,
  },
  examples: [`memory intent "继续昨天的 API 重构"`, `memory intent --new-session false "Fix the login page"`],
  args: {
    newSession: choice({ en: "Whether the session is new, which is assumed", zh: "会话是不是新的，默认是" }, [
      "true",
      "false",
    ]),
  },
  operands: { prompt: required(texts({ en: "The prompt", zh: "用户的提示词" }, "PROMPT")) },
  output: "bare",
  run({ runtime, args, operands, projectPath, forPerson }) {
    const { config } = openMemory(runtime, { projectPath });
    return ok(
      identifyIntent(operands.prompt.join(" "), {
        newSession: args.newSession !== "false",
        more: config.intent.signals,
        language: forPerson ? languageOf(runtime, config) : "en",
      }),
      intentText,
    );
  },
});

function intentText(verdict: Intent, { bold, dim, say }: Style): string {
  const does = [
    verdict.should_retrieve ? say({ en: "recall", zh: "检索" }) : "",
    verdict.should_save ? say({ en: "save", zh: "保存" }) : "",
  ].filter(Boolean).join(say({ en: ", ", zh: "、" }));
  const action = verdict.action ? ` ${verdict.action}` : "";
  return `${bold(verdict.intent_type)}${action} ${dim(`(${verdict.confidence})`)}  ${
    does || say({ en: "neither recall nor save", zh: "既不检索也不保存" })
  }\n${verdict.reason}\n`;
}
