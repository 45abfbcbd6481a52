/** `memory model verify` */
import { join } from "node:path";
import { defineCommand, ok } from "../../cli/command.ts";
import { chooseModel, folderOfChoice } from "../../embedding/choice.ts";
import { openEmbedder } from "../../embedding/mod.ts";
import { modelState, verifyFiles } from "../../embedding/model_folder.ts";
import { MemoryError, reasonTold } from "../../errors.ts";
import { joined, type Sentence } from "../../sentence.ts";
import { openMemory } from "../../store/memory.ts";
import { MODEL_OPERAND } from "./operand.ts";

interface Verified {
  readonly model: string;
  readonly verified: true;
  readonly dimensions: number;
}

export const modelVerify = defineCommand({
  name: "model verify",
  summary: { en: "Check a model's files and run it once", zh: "校验模型文件并试跑一次" },
  about: {
    en: "Compares every file with the checksum recorded at its download, then turns a sentence into a vector.",
    zh: "把每个文件与下载时记下的校验和比较，再把一句话变成向量。",
  },
  examples: ["memory model verify"],
  args: {},
  operands: MODEL_OPERAND,
  async run({ runtime, operands, projectPath }) {
    const { config } = openMemory(runtime, { projectPath });
    const choice = chooseModel(runtime, operands.model ?? config.embedding.model);
    const folder = folderOfChoice(runtime, config, choice);
    const state = choice.kind === "folder" ? undefined : modelState(runtime, folder);
    const problems = state?.status === "ready"
      ? verifyFiles(runtime, join(folder, state.manifest.folder), state.manifest)
      : [];
    if (problems.length > 0) throw damaged(choice.name, problems);
    const embedding = { ...config.embedding, enabled: true, model: choice.name };
    const embedder = await openEmbedder(runtime, { ...config, embedding });
    try {
      embedder.embedQuery("memory");
      return ok({ model: choice.name, verified: true, dimensions: embedder.dimensions } satisfies Verified);
    } catch (error) {
      throw damaged(choice.name, [reasonTold(error)]);
    } finally {
      embedder.close();
    }
  },
  render: ({ model, dimensions }: Verified, style) =>
    `${style.green("✓")} ${
      style.say({
        en: `${model}: every file is as downloaded, and it gives vectors of ${dimensions} dimensions`,
        zh: `${model}：文件与下载时一致，能给出 ${dimensions} 维向量`,
      })
    }\n`,
});

function damaged(model: string, problems: readonly Sentence[]): MemoryError {
  const told = joined(problems);
  return new MemoryError("MODEL_UNAVAILABLE", {
    en: `The model ${model} is damaged: ${told.en}`,
    zh: `模型 ${model} 已损坏：${told.zh}`,
  }, {
    hint: {
      en: "Run `memory model download --update`: it fetches again what differs",
      zh: "请运行 `memory model download --update`：会重新下载不同的部分",
    },
    data: { problems: problems.map(({ en }) => en) },
  });
}
