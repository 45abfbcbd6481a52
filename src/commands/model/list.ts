/** `memory model list` */
import { defineCommand, ok } from "../../cli/command.ts";
import { chooseModel } from "../../embedding/choice.ts";
import { KNOWN_MODELS } from "../../embedding/models.ts";
import type { Sentence } from "../../sentence.ts";
import { openMemory } from "../../store/memory.ts";
import { describeModel, type ModelView, renderModel, systemProblem } from "./describe.ts";

interface Listing {
  readonly models: readonly ModelView[];
  readonly problem?: Sentence;
}

export const modelList = defineCommand({
  name: "model list",
  summary: { en: "Show the models that search by meaning can use", zh: "列出语义搜索可用的模型" },
  about: {
    en: `The model in use is embedding.model of the settings. Besides these, any repository of the hub with an ONNX
file and a tokenizer.json works, and any folder with the same: set embedding.model to its name or path.`,
    zh: `使用中的模型是设置 embedding.model。除这些以外，站点上任何有 ONNX 文件和 tokenizer.json 的仓库、
任何有同样文件的目录都可以用：把 embedding.model 设为它的名字或路径。`,
  },
  examples: ["memory model list", "memory config set embedding.model intfloat/multilingual-e5-small"],
  args: {},
  run({ runtime, projectPath }) {
    const { config } = openMemory(runtime, { projectPath });
    const configured = chooseModel(runtime, config.embedding.model);
    const choices = KNOWN_MODELS.map(({ id }) => chooseModel(runtime, id));
    const all = choices.some(({ name }) => name === configured.name) ? choices : [configured, ...choices];
    const problem = systemProblem(runtime);
    const models = all.map((choice) => describeModel(runtime, config, choice));
    return ok({ models, ...problem ? { problem } : {} } satisfies Listing);
  },
  render: ({ models, problem }: Listing, style) =>
    models.map((view) => renderModel(view, style)).join("") + (problem ? `${style.yellow(style.say(problem))}\n` : ""),
});
