/** What `memory model` says of one model. */
import type { Style } from "../../cli/command.ts";
import { size, wrap } from "../../cli/columns.ts";
import {
  chooseModel,
  folderOfChoice,
  installedModel,
  type ModelChoice,
  type ModelSettings,
} from "../../embedding/choice.ts";
import { type Manifest, modelState } from "../../embedding/model_files.ts";
import { MemoryError } from "../../errors.ts";
import { hasLibrary } from "../../native.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, type Sentence } from "../../sentence.ts";

/** A model as the verbs show it. */
export interface ModelView {
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
export function describeModel(
  runtime: Runtime,
  config: ModelSettings,
  choice: ModelChoice,
): ModelView {
  const folder = folderOfChoice(runtime, config, choice);
  const configured = sameModel(runtime, config.embedding.model, choice);
  return { model: choice.name, ...stateOf(runtime, config, choice, folder), configured, ...traitsOf(choice), folder };
}

function sameModel(runtime: Runtime, configured: string, choice: ModelChoice): boolean {
  return chooseModel(runtime, configured).name === choice.name;
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

function stateOf(
  runtime: Runtime,
  config: ModelSettings,
  choice: ModelChoice,
  folder: string,
): Pick<ModelView, "status"> & Partial<ModelView> {
  if (choice.kind === "folder") return ownState(runtime, config, choice);
  const state = modelState(runtime, folder);
  const known = choice.kind === "known" ? choice.known : undefined;
  switch (state.status) {
    case "ready":
      return { status: "ready", ...originOf(state.manifest) };
    case "damaged":
      return { status: "damaged", problem: inResult(state.problem), ...state.manifest ? originOf(state.manifest) : {} };
    default: {
      const begun = state.status === "partial" ? { problem: inResult(partly(state.bytes)) } : {};
      const origin = known && { repository: known.repositories[0] ?? "", bytes: known.megabytes * 1e6 };
      return { status: state.status, ...begun, ...origin };
    }
  }
}

function partly(bytes: number): Sentence {
  const there = size(bytes);
  return { en: `${there} are there`, zh: `已有 ${there}` };
}

function originOf({ repository, revision, files }: Manifest): Partial<ModelView> {
  return { repository, revision, bytes: files.reduce((sum, file) => sum + file.size, 0) };
}

function ownState(
  runtime: Runtime,
  config: ModelSettings,
  choice: ModelChoice,
): Pick<ModelView, "status"> & Partial<ModelView> {
  try {
    return { status: "ready", revision: installedModel(runtime, config, choice).identity.revision };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { status: "absent", problem: inResult(error.told.message) };
  }
}

/** Why no model can run on this system, if none can. */
export function systemProblem(runtime: Runtime): Sentence | undefined {
  if (hasLibrary(runtime, "onnxruntime")) return undefined;
  const system = `${runtime.platform}-${runtime.arch}`;
  return inResult({
    en: `ONNX Runtime has no build for ${system}: search works by word only`,
    zh: `ONNX Runtime 没有 ${system} 的版本：只能按词搜索`,
  });
}

const MARKS: Readonly<Record<ModelView["status"], string>> = {
  ready: "✓",
  absent: "·",
  partial: "…",
  damaged: "✗",
};

/** Before what is told of a model. */
const INDENT = "    ";

/** A few lines for a person. */
export function renderModel(view: ModelView, style: Style): string {
  const { status, model, configured, bytes, dimensions, about, problem, unchecked, revision } = view;
  const mark = status === "ready"
    ? style.green(MARKS.ready)
    : status === "damaged"
    ? style.red(MARKS.damaged)
    : MARKS[status];
  const measures = [
    bytes && size(bytes),
    dimensions && style.say({ en: `${dimensions} dimensions`, zh: `${dimensions} 维` }),
  ].filter(Boolean).join(style.say({ en: ", ", zh: "，" }));
  const plain = (text: string) => text;
  const details = ([
    [about && style.say(about), plain],
    [measures, plain],
    [problem && style.say(problem), style.yellow],
    [revision && style.say({ en: `revision ${revision}`, zh: `版本 ${revision}` }), style.dim],
    [unchecked && style.say({ en: `not checked: ${unchecked.en}`, zh: `未经验证：${unchecked.zh}` }), style.dim],
  ] as const).flatMap(([text, mark]) => text ? wrap(text, style.columns - INDENT.length).map(mark) : []);
  return `${mark} ${style.bold(model)}${configured ? style.say({ en: " (in use)", zh: "（使用中）" }) : ""}\n${
    details.map((line) => `${INDENT}${line}\n`).join("")
  }`;
}
