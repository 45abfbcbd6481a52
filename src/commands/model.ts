/** `memory model list`, `download`, `verify` and `remove` */
import { join } from "node:path";
import { flag, nameOf } from "../cli/args.ts";
import { defineCommand, nothing, ok } from "../cli/command.ts";
import { startMeter } from "../cli/progress.ts";
import { size, type Style, wrap } from "../cli/terminal.ts";
import { type Config, languageOf } from "../config/mod.ts";
import {
  chooseModel,
  folderOfChoice,
  installedModel,
  isModelThere,
  type ModelChoice,
  type ModelSettings,
  pinFolder,
  wantedModel,
} from "../embedding/choice.ts";
import { type Downloaded, downloadModel, type DownloadOptions, refuseOffline } from "../embedding/download.ts";
import { loadEmbedder } from "../embedding/mod.ts";
import { folderBytes, type Manifest, modelState, verifyFiles } from "../embedding/model_files.ts";
import { KNOWN_MODELS, type KnownModel, NEVER_RUN } from "../embedding/models.ts";
import { MemoryError, reasonTold } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { inResult, joined, same, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { some } from "../wording.ts";
import { failure, refuse, said } from "./words.ts";

const MODEL_OPERAND = { model: nameOf("MODEL") };

export const modelList = defineCommand({
  output: "text",
  run({ runtime, memory: { config } }) {
    const configured = chooseModel(runtime, config.embedding.model);
    const choices = KNOWN_MODELS.map(({ id }) => chooseModel(runtime, id));
    const all = choices.some(({ name }) => name === configured.name) ? choices : [configured, ...choices];
    const models = all.map((choice) => describeModel(runtime, config, choice));
    return ok({ models }, ({ models }, style) => models.map((view) => renderModel(view, style)).join(""));
  },
});

function chosen({ runtime, config }: Memory, name: string | undefined) {
  return { config, choice: chooseModel(runtime, name ?? config.embedding.model) };
}

export const modelDownload = defineCommand({
  output: "text",
  args: { pin: flag, update: flag },
  operands: MODEL_OPERAND,
  async run({ runtime, memory, args, operands, quiet }) {
    const { config, choice } = chosen(memory, operands.model);
    const { status } = await downloadWithMeter(runtime, config, choice, { quiet, update: args.update, pin: args.pin });
    return ok({ ...describeModel(runtime, config, choice), download: status }, renderModel);
  },
});

/** Downloads a model unless it is there, with a bar or lines on stderr. Throws as `downloadModel` does. */
export async function downloadWithMeter(
  runtime: Runtime,
  config: Pick<Config, "embedding" | "lang">,
  choice: ModelChoice,
  { quiet, ...options }: { quiet: boolean } & Pick<DownloadOptions, "update" | "impatient" | "pin">,
): Promise<Downloaded> {
  const language = languageOf(runtime, config);
  using meter = startMeter(runtime, { label: same(choice.name), unit: "bytes", quiet, language });
  return await downloadModel(runtime, config, choice, {
    ...options,
    onProgress: ({ done, total }) => meter.update(done, total),
    onNote: (sentence) => meter.note(sentence),
  });
}

export interface FirstFetch {
  readonly model: string;
  /** `absent`: it would be downloaded. */
  readonly status: "downloaded" | "exists" | "skipped" | "absent";
  readonly reason?: Sentence;
  /** The place of an absent model, and its size if known. */
  readonly folder?: string;
  readonly megabytes?: number | undefined;
}

/** Fetches the model for `memory init`, or plans that without any network. Never throws: words are enough. */
export async function firstFetch(
  runtime: Runtime,
  config: Config,
  { dryRun, quiet }: { dryRun: boolean; quiet: boolean },
): Promise<FirstFetch> {
  const { model, enabled } = config.embedding;
  const skipped = (reason: Sentence) => ({ model, status: "skipped", reason: inResult(reason) } as const);
  if (!enabled) return skipped(said("embedding_is_off"));
  try {
    const choice = chooseModel(runtime, model);
    // A folder of the person's own is never downloaded.
    if (choice.kind === "folder" || isModelThere(runtime, config, choice)) return { model, status: "exists" };
    if (dryRun) {
      refuseOffline(runtime, choice);
      const folder = folderOfChoice(runtime, config, choice);
      const megabytes = choice.kind === "known" ? Math.round(choice.known.megabytes) : undefined;
      return { model, status: "absent", folder, megabytes };
    }
    // Impatient, since init must not wait for a network that is not there.
    return { model, status: (await downloadWithMeter(runtime, config, choice, { quiet, impatient: true })).status };
  } catch (error) {
    const { en, zh } = reasonTold(error);
    // The hint may name a mirror for a hub that can't be reached.
    const hint = !dryRun && error instanceof MemoryError ? error.told.hint : undefined;
    return skipped(hint ? { en: `${en}. ${hint.en}`, zh: `${zh}。${hint.zh}` } : { en, zh });
  }
}

export const modelVerify = defineCommand({
  output: "text",
  args: { pin: flag },
  operands: MODEL_OPERAND,
  async run({ runtime, memory, args, operands }) {
    const { config, choice } = chosen(memory, operands.model);
    const folder = folderOfChoice(runtime, config, choice);
    if (args.pin) {
      if (choice.kind !== "folder") refuse("no_folder_to_pin", { model: choice.name });
      pinFolder(runtime, choice);
    }
    const state = choice.kind === "folder" ? undefined : modelState(runtime, folder);
    const problems = state?.status === "ready"
      ? verifyFiles(runtime, join(folder, state.manifest.folder), state.manifest)
      : [];
    if (problems.length > 0) throw damaged(choice.name, problems);
    const embedding = { ...config.embedding, enabled: true, model: choice.name };
    using embedder = await loadEmbedder(runtime, wantedModel(runtime, { ...config, embedding }));
    try {
      embedder.embedQuery("memory");
      const data = { model: choice.name, verified: true, dimensions: embedder.dimensions };
      return ok(data, ({ model, dimensions }, style) => style.done(said("model_as_downloaded", { model, dimensions })));
    } catch (error) {
      throw damaged(choice.name, [reasonTold(error)]);
    }
  },
});

function damaged(model: string, problems: readonly Sentence[]): MemoryError {
  const data = { problems: problems.map(({ en }) => en) };
  return failure("model_damaged", { model, told: joined(problems) }, { data });
}

export const modelRemove = defineCommand({
  output: "text",
  operands: MODEL_OPERAND,
  run({ runtime, memory, operands }) {
    const { config, choice } = chosen(memory, operands.model);
    if (choice.kind === "folder") refuse("own_folder", { folder: choice.folder });
    const folder = folderOfChoice(runtime, config, choice);
    const bytes = folderBytes(runtime, folder);
    if (runtime.files.stat(folder) === undefined) {
      const data = { model: choice.name, removed: false, bytes: 0 };
      return nothing(data, ({ model }, { say }) => say(said("model_was_not_there", { model })));
    }
    runtime.files.remove(folder);
    const data = { model: choice.name, removed: true, bytes };
    return ok(data, ({ model, bytes }, { done }) => done(said("model_removed", { model, size: size(bytes) })));
  },
});

function describeModel(runtime: Runtime, config: ModelSettings, choice: ModelChoice) {
  const folder = folderOfChoice(runtime, config, choice);
  const known = choice.kind === "known" ? choice.known : undefined;
  return {
    model: choice.name,
    ...choice.kind === "folder" ? ownState(runtime, config, choice) : hubState(runtime, folder, known),
    configured: chooseModel(runtime, config.embedding.model).name === choice.name,
    about: known && inResult(known.about),
    licence: known?.licence,
    dimensions: known?.dimensions,
    // What could not be tried when this version was made.
    unchecked: known && inResult(NEVER_RUN),
    folder,
  };
}

type ModelView = ReturnType<typeof describeModel>;

interface State {
  readonly status: "ready" | "absent" | "partial" | "damaged";
  readonly problem?: Sentence;
  readonly repository?: string;
  readonly revision?: string;
  /** Bytes on disk, or of the download where the model is absent. */
  readonly bytes?: number;
}

function hubState(runtime: Runtime, folder: string, known: KnownModel | undefined): State {
  const state = modelState(runtime, folder);
  const { status } = state;
  if (status === "ready") return { status, ...originOf(state.manifest) };
  if (status === "damaged") {
    return { status, problem: inResult(state.problem), ...state.manifest ? originOf(state.manifest) : {} };
  }
  const begun = status === "partial" ? { problem: inResult(said("begun", { there: size(state.bytes) })) } : {};
  const origin = known && { repository: known.repositories[0] ?? "", bytes: known.megabytes * 1e6 };
  return { status, ...begun, ...origin };
}

function originOf({ repository, revision, files }: Manifest) {
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

const MARKS: Readonly<Record<ModelView["status"], string>> = { ready: "✓", absent: "·", partial: "…", damaged: "✗" };

const INDENT = "    ";

function renderModel(view: ModelView, style: Style): string {
  const { status, model, configured, bytes, dimensions, about, problem, unchecked, revision } = view;
  const plain = (text: string) => text;
  const colour = { ready: style.green, damaged: style.red, absent: plain, partial: plain }[status];
  const measures = some([...bytes ? [size(bytes)] : [], ...dimensions ? [said("dimensions", { dimensions })] : []]);
  const details = ([
    [about && style.say(about), plain],
    [style.say(measures), plain],
    [problem && style.say(problem), style.yellow],
    [revision && style.say(said("revision", { revision })), style.dim],
    [unchecked && style.say(said("untried")), style.dim],
  ] as const).flatMap(([text, mark]) => text ? wrap(text, style.columns - INDENT.length).map(mark) : []);
  const use = status === "ready"
    ? configured ? said("model_in_use") : same("")
    : said(configured ? "model_chosen" : "model_not_here");
  const lines = details.map((line) => `${INDENT}${line}\n`);
  return `${colour(MARKS[status])} ${style.bold(model)}${style.say(use)}\n${lines.join("")}`;
}
