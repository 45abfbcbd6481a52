/** `memory model list`, `download`, `verify` and `remove` */
import { join } from "node:path";
import { flag, text } from "../../cli/args.ts";
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { size, type Style, wrap } from "../../cli/terminal.ts";
import {
  chooseModel,
  folderOfChoice,
  installedModel,
  type ModelChoice,
  type ModelSettings,
  pinFolder,
} from "../../embedding/choice.ts";
import { openEmbedder } from "../../embedding/mod.ts";
import { folderBytes, type Manifest, modelState, verifyFiles } from "../../embedding/model_files.ts";
import { KNOWN_MODELS } from "../../embedding/models.ts";
import { fail, MemoryError, reasonTold } from "../../errors.ts";
import { hasLibrary } from "../../native.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, joined, type Sentence } from "../../sentence.ts";
import { openMemory } from "../../store/memory.ts";
import { downloadWithMeter } from "./fetch.ts";

/** Its name: one of the list, a repository or a folder. */
const MODEL_OPERAND = {
  model: text({ en: "Which model; the configured one without", zh: "哪个模型；不写则为设置中的模型" }, "MODEL"),
};

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
  run({ runtime, projectPath }) {
    const { config } = openMemory(runtime, { projectPath });
    const configured = chooseModel(runtime, config.embedding.model);
    const choices = KNOWN_MODELS.map(({ id }) => chooseModel(runtime, id));
    const all = choices.some(({ name }) => name === configured.name) ? choices : [configured, ...choices];
    const problem = systemProblem(runtime);
    const models = all.map((choice) => describeModel(runtime, config, choice));
    return ok({ models, ...problem ? { problem } : {} }, ({ models, problem }, style) => {
      const all = models.map((view) => renderModel(view, style)).join("");
      return problem ? `${all}${style.yellow(problem)}\n` : all;
    });
  },
});

/** The model that was named, else the configured one. */
function chosen(runtime: Runtime, projectPath: string | undefined, name: string | undefined) {
  const { config } = openMemory(runtime, { projectPath });
  return { config, choice: chooseModel(runtime, name ?? config.embedding.model) };
}

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
    const { config, choice } = chosen(runtime, projectPath, operands.model);
    const { status } = await downloadWithMeter(runtime, config, choice, { quiet, update: args.update, pin: args.pin });
    return ok({ ...describeModel(runtime, config, choice), download: status }, renderModel);
  },
});

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
    const { config, choice } = chosen(runtime, projectPath, operands.model);
    const folder = folderOfChoice(runtime, config, choice);
    if (args.pin) {
      if (choice.kind !== "folder") refusePin(choice.name);
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
      return ok(
        { model: choice.name, verified: true, dimensions: embedder.dimensions },
        ({ model, dimensions }, { green, say }) =>
          `${green("✓")} ${
            say({
              en: `${model}: every file is as downloaded, and it gives vectors of ${dimensions} dimensions`,
              zh: `${model}：文件与下载时一致，能给出 ${dimensions} 维向量`,
            })
          }\n`,
      );
    } catch (error) {
      throw damaged(choice.name, [reasonTold(error)]);
    } finally {
      embedder.close();
    }
  },
});

function refusePin(model: string): never {
  fail("INVALID_ARGUMENT", {
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

export const modelRemove = defineCommand({
  name: "model remove",
  summary: { en: "Remove a downloaded model; search goes on by word", zh: "删除已下载的模型；搜索改为按词" },
  examples: ["memory model remove", "memory model remove Qwen/Qwen3-Embedding-0.6B"],
  operands: MODEL_OPERAND,
  run({ runtime, operands, projectPath }) {
    const { config, choice } = chosen(runtime, projectPath, operands.model);
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
    if (runtime.files.stat(folder) === undefined) {
      return nothing(
        { model: choice.name, removed: false, bytes: 0 },
        ({ model }, { say }) => say({ en: `${model} was not there\n`, zh: `${model} 本来就不在\n` }),
      );
    }
    runtime.files.remove(folder);
    return ok({ model: choice.name, removed: true, bytes }, ({ model, bytes }, { say, green }) =>
      say({
        en: `${green("Removed")} ${model}, ${size(bytes)}\n`,
        zh: `${green("已删除")} ${model}，${size(bytes)}\n`,
      }));
  },
});

interface ModelView {
  readonly model: string;
  readonly status: "ready" | "absent" | "partial" | "damaged";
  readonly configured: boolean;
  readonly about?: Sentence;
  readonly licence?: string;
  readonly dimensions?: number;
  readonly pooling?: string;
  readonly query_prefix?: string;
  readonly passage_prefix?: string;
  readonly max_tokens?: number;
  readonly repository?: string;
  readonly revision?: string;
  readonly folder: string;
  /** Bytes on disk, or of the download when it is not there. */
  readonly bytes?: number;
  /** What is wrong or missing. */
  readonly problem?: Sentence;
  /** What could not be tried when this version was made. */
  readonly unchecked?: Sentence;
}

/** Everything known of the model that `choice` names, as it stands on this disk. */
function describeModel(runtime: Runtime, config: ModelSettings, choice: ModelChoice): ModelView {
  const folder = folderOfChoice(runtime, config, choice);
  const configured = chooseModel(runtime, config.embedding.model).name === choice.name;
  return { model: choice.name, ...stateOf(runtime, config, choice, folder), configured, ...traitsOf(choice), folder };
}

function traitsOf(choice: ModelChoice): Partial<ModelView> {
  if (choice.kind !== "known") return {};
  const { about, licence, dimensions, pooling, queryPrefix, passagePrefix, maxTokens, unchecked } = choice.known;
  return {
    about: inResult(about),
    licence,
    dimensions,
    pooling,
    query_prefix: queryPrefix,
    passage_prefix: passagePrefix,
    max_tokens: maxTokens,
    ...unchecked ? { unchecked: inResult(unchecked) } : {},
  };
}

type State = Pick<ModelView, "status"> & Partial<ModelView>;

function stateOf(runtime: Runtime, config: ModelSettings, choice: ModelChoice, folder: string): State {
  if (choice.kind === "folder") return ownState(runtime, config, choice);
  const state = modelState(runtime, folder);
  const known = choice.kind === "known" ? choice.known : undefined;
  switch (state.status) {
    case "ready":
      return { status: "ready", ...originOf(state.manifest) };
    case "damaged":
      return { status: "damaged", problem: inResult(state.problem), ...state.manifest ? originOf(state.manifest) : {} };
    default: {
      const there = size(state.status === "partial" ? state.bytes : 0);
      const partly = inResult({ en: `${there} are there`, zh: `已有 ${there}` });
      const begun = state.status === "partial" ? { problem: partly } : {};
      const origin = known && { repository: known.repositories[0] ?? "", bytes: known.megabytes * 1e6 };
      return { status: state.status, ...begun, ...origin };
    }
  }
}

function originOf({ repository, revision, files }: Manifest): Partial<ModelView> {
  return { repository, revision, bytes: files.reduce((sum, file) => sum + file.size, 0) };
}

function ownState(runtime: Runtime, config: ModelSettings, choice: ModelChoice): State {
  try {
    return { status: "ready", revision: installedModel(runtime, config, choice).identity.revision };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { status: "absent", problem: inResult(error.told.message) };
  }
}

/** Why no model can run on this system, if none can. */
function systemProblem(runtime: Runtime): Sentence | undefined {
  if (hasLibrary(runtime, "onnxruntime")) return undefined;
  const system = `${runtime.platform}-${runtime.arch}`;
  return inResult({
    en: `ONNX Runtime has no build for ${system}: search works by word only`,
    zh: `ONNX Runtime 没有 ${system} 的版本：只能按词搜索`,
  });
}

const MARKS: Readonly<Record<ModelView["status"], string>> = { ready: "✓", absent: "·", partial: "…", damaged: "✗" };

/** Before what is told of a model. */
const INDENT = "    ";

function renderModel(view: ModelView, style: Style): string {
  const { status, model, configured, bytes, dimensions, about, problem, unchecked, revision } = view;
  const plain = (text: string) => text;
  const colour = status === "ready" ? style.green : status === "damaged" ? style.red : plain;
  const measures = [
    bytes && size(bytes),
    dimensions && style.say({ en: `${dimensions} dimensions`, zh: `${dimensions} 维` }),
  ].filter(Boolean).join(style.say({ en: ", ", zh: "，" }));
  const details = ([
    [about && style.say(about), plain],
    [measures, plain],
    [problem && style.say(problem), style.yellow],
    [revision && style.say({ en: `revision ${revision}`, zh: `版本 ${revision}` }), style.dim],
    [unchecked && style.say({ en: `not checked: ${unchecked.en}`, zh: `未经验证：${unchecked.zh}` }), style.dim],
  ] as const).flatMap(([text, mark]) => text ? wrap(text, style.columns - INDENT.length).map(mark) : []);
  return `${colour(MARKS[status])} ${style.bold(model)}${
    configured ? style.say({ en: " (in use)", zh: "（使用中）" }) : ""
  }\n${details.map((line) => `${INDENT}${line}\n`).join("")}`;
}
