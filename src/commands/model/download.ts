/** `memory model download` */
import { flag, text } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { chooseModel } from "../../embedding/choice.ts";
import { openMemory } from "../../store/memory.ts";
import { describeModel, type ModelView, renderModel } from "./describe.ts";
import { downloadWithMeter } from "./meter.ts";

export const modelDownload = defineCommand({
  name: "model download",
  summary: "Download the model that search by meaning needs",
  about: `A download that was cut goes on where it stopped. Mirrors: HF_ENDPOINT or embedding.endpoint; proxies as the
environment has them (HTTPS_PROXY). Every file is checked against the hub's checksum before it is used.`,
  examples: [
    "memory model download",
    "memory model download intfloat/multilingual-e5-small",
    "HF_ENDPOINT=https://hf-mirror.com memory model download",
  ],
  args: { update: flag("Ask the hub and check every file even though the model is there") },
  operands: { model: text("Which model; the configured one without", "MODEL") },
  async run({ runtime, args, operands, projectPath, quiet }) {
    const { config } = openMemory(runtime, { projectPath });
    const choice = chooseModel(runtime, operands.model ?? config.embedding.model);
    const { status } = await downloadWithMeter(runtime, config, choice, { quiet, update: args.update });
    return ok({ ...describeModel(runtime, config, choice), download: status });
  },
  render: (view: ModelView, style) => renderModel(view, style),
});
