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
  summary: "Show the models that search by meaning can use",
  about: `The model in use is embedding.model of the settings. Besides these, any repository of the hub with an ONNX
file and a tokenizer.json works, and any folder with the same: set embedding.model to its name or path.`,
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
