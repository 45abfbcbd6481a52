/** `memory model remove` */
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { size } from "../../cli/columns.ts";
import { chooseModel, folderOfChoice } from "../../embedding/choice.ts";
import { folderBytes } from "../../embedding/model_files.ts";
import { fail } from "../../errors.ts";
import { openMemory } from "../../store/memory.ts";
import { MODEL_OPERAND } from "./operand.ts";

interface Removed {
  readonly model: string;
  readonly removed: boolean;
  readonly bytes: number;
}

export const modelRemove = defineCommand({
  name: "model remove",
  summary: { en: "Remove a downloaded model; search goes on by word", zh: "删除已下载的模型；搜索改为按词" },
  examples: ["memory model remove", "memory model remove Qwen/Qwen3-Embedding-0.6B"],
  args: {},
  operands: MODEL_OPERAND,
  run({ runtime, operands, projectPath }) {
    const { config } = openMemory(runtime, { projectPath });
    const choice = chooseModel(runtime, operands.model ?? config.embedding.model);
    if (choice.kind === "folder") {
      fail("INVALID_ARGUMENT", {
        en: `${choice.folder} is your own folder, not a download`,
        zh: `${choice.folder} 是你自己的目录，不是下载的`,
      }, {
        en: "Remove it yourself, or choose another model with `memory config set embedding.model`",
        zh: "请自行删除，或用 `memory config set embedding.model` 换一个模型",
      });
    }
    const folder = folderOfChoice(runtime, config, choice);
    const bytes = folderBytes(runtime, folder);
    if (runtime.files.stat(folder) === undefined) return nothing({ model: choice.name, removed: false, bytes: 0 });
    runtime.files.remove(folder);
    return ok({ model: choice.name, removed: true, bytes } satisfies Removed);
  },
  render({ model, removed, bytes }: Removed, style) {
    if (!removed) return style.say({ en: `${model} was not there\n`, zh: `${model} 本来就不在\n` });
    return style.say({
      en: `${style.green("Removed")} ${model}, ${size(bytes)}\n`,
      zh: `${style.green("已删除")} ${model}，${size(bytes)}\n`,
    });
  },
});
