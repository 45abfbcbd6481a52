/** `memory model verify` */
import { join } from "node:path";
import { flag } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { chooseModel, folderOfChoice, pinFolder } from "../../embedding/choice.ts";
import { openEmbedder } from "../../embedding/mod.ts";
import { modelState, verifyFiles } from "../../embedding/model_files.ts";
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
    en: `Compares every file with the checksum that memory brings along, or that was recorded at its download, then
turns a sentence into a vector. A folder of your own is taken with --pin, once: what it holds then is remembered, and a
file that changes later is refused.`,
    zh: `把每个文件与 memory 自带的或下载时记下的校验和比较，再把一句话变成向量。自己的目录用一次 --pin 接受：
记下当时的内容，以后文件有变化会拒绝。`,
  },
  examples: ["memory model verify", "memory model verify ~/models/mine --pin"],
  args: {
    pin: flag({
      en: "Take a folder of your own, and remember its checksums; a later change is refused",
      zh: "接受自己的目录，并记下校验和；以后有变化会拒绝",
    }),
  },
  operands: MODEL_OPERAND,
  async run({ runtime, args, operands, projectPath }) {
    const { config } = openMemory(runtime, { projectPath });
    const choice = chooseModel(runtime, operands.model ?? config.embedding.model);
    const folder = folderOfChoice(runtime, config, choice);
    if (args.pin) {
      if (choice.kind !== "folder") throw noFolder(choice.name);
      pinFolder(runtime, choice);
    }
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

function noFolder(model: string): MemoryError {
  return new MemoryError("INVALID_ARGUMENT", {
    en: `${model} is no folder of yours: --pin belongs to its download`,
    zh: `${model} 不是你自己的目录：--pin 要用在下载时`,
  }, { en: `Run \`memory model download ${model} --pin\``, zh: `请运行 \`memory model download ${model} --pin\`` });
}

function damaged(model: string, problems: readonly Sentence[]): MemoryError {
  const told = joined(problems);
  return new MemoryError("MODEL_UNAVAILABLE", {
    en: `The model ${model} is damaged: ${told.en}`,
    zh: `模型 ${model} 已损坏：${told.zh}`,
  }, {
    en: "Run `memory model download --update`: it fetches again what differs",
    zh: "请运行 `memory model download --update`：会重新下载不同的部分",
  }, { data: { problems: problems.map(({ en }) => en) } });
}
