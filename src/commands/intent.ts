import { choice, required, texts } from "../cli/args.ts";
import { defineCommand, ok } from "../cli/command.ts";
import type { Style } from "../cli/terminal.ts";
import { languageOf } from "../config/mod.ts";
import { identifyIntent, type Intent } from "../prompt/intent.ts";

export const intent = defineCommand({
  args: { newSession: choice(["true", "false"]) },
  operands: { prompt: required(texts("PROMPT")) },
  output: "bare",
  run({ runtime, memory: { config }, args, operands, forPerson }) {
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
  const told = does || say({ en: "neither recall nor save", zh: "既不检索也不保存" });
  return `${bold(verdict.intent_type)}${action} ${dim(`(${verdict.confidence})`)}  ${told}\n${verdict.reason}\n`;
}
