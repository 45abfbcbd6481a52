/** `memory config set` */
import { flag, required, text } from "../../../cli/args.ts";
import { defineCommand, ok, type Style } from "../../../cli/command.ts";
import { wantedValue } from "../../../config/change.ts";
import type { Sentence } from "../../../sentence.ts";
import { leftText } from "../../follow_switches.ts";
import { writeSettings, writingOf } from "./write.ts";

/** A changed setting, as the verbs of `config` print it. */
export interface ChangedSetting {
  readonly key: string;
  readonly old_value: unknown;
  readonly new_value: unknown;
  readonly file: string;
  readonly needs_rebuild: boolean;
  readonly warning?: Sentence;
  readonly texts_left?: readonly string[];
}

export const configSet = defineCommand({
  name: "manage config set",
  summary: {
    en: "Change a setting of the project, or with --global your own",
    zh: "修改项目的设置；加 --global 则改自己的",
  },
  about: {
    en: "The value is checked first; comments and unknown keys of the file stay. `memory manage undo` takes it back.",
    zh: "先检查取值；文件中的注释和不认识的键保留。`memory manage undo` 可以撤销。",
  },
  examples: ["memory config set memory.facts_limit 20", "memory config set lang zh --global"],
  args: { global: flag({ en: "Your own settings, for all projects", zh: "个人设置，用于所有项目" }) },
  operands: {
    key: required(text({ en: "The setting", zh: "哪项设置" }, "KEY")),
    value: required(text({ en: "Its new value", zh: "新的值" }, "VALUE")),
  },
  run(call) {
    const { key, value } = call.operands;
    const wanted = new Map([[key, wantedValue(key, value)]]);
    const { changed, ...written } = writeSettings(call, wanted, writingOf(call, "config set"));
    return ok({ ...changed[0], ...written });
  },
  render: renderChanged,
});

/** `key: old → new`, and what to know about it. */
export function renderChanged(data: ChangedSetting, style: Style): string {
  const { key, old_value, new_value, file, needs_rebuild, warning, texts_left } = data;
  const line = `${key}: ${JSON.stringify(old_value)} → ${style.bold(JSON.stringify(new_value))}  ${style.dim(file)}\n`;
  return line + (needs_rebuild
    ? style.yellow(
      style.say({
        en: "The vectors are made anew: memory sync --embed\n",
        zh: "向量需要重新生成：memory sync --embed\n",
      }),
    )
    : "") +
    (warning === undefined ? "" : style.yellow(`! ${style.say(warning)}\n`)) + leftText(texts_left, style);
}
