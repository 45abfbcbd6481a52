/** `memory model download` */
import { flag } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { chooseModel } from "../../embedding/choice.ts";
import { openMemory } from "../../store/memory.ts";
import { describeModel, type ModelView, renderModel } from "./describe.ts";
import { downloadWithMeter } from "./meter.ts";
import { MODEL_OPERAND } from "./operand.ts";

export const modelDownload = defineCommand({
  name: "model download",
  summary: { en: "Download the model that search by meaning needs", zh: "下载语义搜索所需的模型" },
  about: {
    en: `A download that was cut goes on where it stopped. Mirrors: HF_ENDPOINT or embedding.endpoint; proxies as the
environment has them (HTTPS_PROXY). Every file is checked before it is used: of the
models of \`memory model list\` against the checksums that memory brings along, of any other against those of the day
on which you took it with --pin. Only https is fetched from, after redirects as well; http from this machine alone.`,
    zh: `中断的下载会从断点继续。镜像用 HF_ENDPOINT 或 embedding.endpoint；代理按环境变量（HTTPS_PROXY）。
每个文件用之前都会核对：\`memory model list\` 里的模型用 memory 自带的校验和，
其他模型用你以 --pin 接受时的校验和。只通过 https 下载，重定向之后也一样；http 只限本机。`,
  },
  examples: [
    "memory model download",
    "memory model download intfloat/multilingual-e5-small",
    "memory model download someone/their-model --pin",
    "HF_ENDPOINT=https://hf-mirror.com memory model download",
  ],
  args: {
    pin: flag({
      en: "Take a model that is not in the list, and remember its checksums; a later change is refused",
      zh: "接受一个不在清单里的模型，并记下校验和；以后有变化会拒绝",
    }),
    update: flag({
      en: "Ask the hub and check every file even though the model is there",
      zh: "模型已在时也询问站点并核对每个文件",
    }),
  },
  operands: MODEL_OPERAND,
  async run({ runtime, args, operands, projectPath, quiet }) {
    const { config } = openMemory(runtime, { projectPath });
    const choice = chooseModel(runtime, operands.model ?? config.embedding.model);
    const { status } = await downloadWithMeter(runtime, config, choice, { quiet, update: args.update, pin: args.pin });
    return ok({ ...describeModel(runtime, config, choice), download: status });
  },
  render: (view: ModelView, style) => renderModel(view, style),
});
