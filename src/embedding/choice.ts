/**
 * In: `embedding.model` of the settings. Out: the model that it names, where its files lie, and its identity, by which
 * vectors of one model are told from those of another.
 */
import { basename, join } from "node:path";
import type { Config } from "../config/mod.ts";
import { asText } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { fileSha256, modelsFolder, modelState, ownFolderOf } from "./model_files.ts";
import { notAsPinned, notPinned, pin, type PinnedFile, pinnedFiles, recordedFiles } from "./pins.ts";
import { DEFAULT_PRECISION, KNOWN_MODELS, type KnownModel, type Precision, type Traits } from "./models.ts";
import type { Pooling } from "./pool.ts";
import { readJson } from "../files.ts";
import { asObject, type JsonObject } from "../json.ts";
import { failure, said } from "./words.ts";

/** The settings that vectors depend on. */
export type ModelSettings = Pick<Config, "embedding" | "index">;

/** The model that `embedding.model` names. */
export type ModelChoice =
  | { readonly kind: "known"; readonly name: string; readonly known: KnownModel; readonly precision: Precision }
  | { readonly kind: "repository"; readonly name: string; readonly repository: string; readonly precision: Precision }
  | { readonly kind: "folder"; readonly name: string; readonly folder: string };

export type HubChoice = Exclude<ModelChoice, { kind: "folder" }>;
type FolderChoice = Extract<ModelChoice, { kind: "folder" }>;

/** A model that is on this disk, ready to be loaded. */
export interface InstalledModel {
  readonly name: string;
  readonly folder: string;
  readonly graph: string;
  readonly traits: Traits;
  readonly identity: ModelIdentity;
  readonly kind: ModelChoice["kind"];
  readonly pinned: readonly PinnedFile[];
}

/** Vectors may be compared only if all of this is equal. */
interface ModelIdentity {
  readonly model: string;
  readonly repository: string;
  readonly revision: string;
  /** The ONNX file. Each precision has one of its own. */
  readonly graph: string;
  readonly pooling: string;
  readonly query_prefix: string;
  readonly passage_prefix: string;
  readonly chunk_tokens: number;
  readonly chunk_overlap: number;
}

const PRECISION = /@(q8|fp32)$/;

/** Reads `BAAI/bge-small-zh-v1.5`, `…@fp32`, `someone/else`, `/a/folder`, `~/a/folder`. Throws CONFIG_INVALID. */
export function chooseModel(runtime: Runtime, name: string): ModelChoice {
  const folder = ownFolderOf(runtime, name);
  if (folder !== undefined) return { kind: "folder", name, folder };
  const precision = (PRECISION.exec(name)?.[1] ?? DEFAULT_PRECISION) as Precision;
  const plain = name.replace(PRECISION, "");
  const known = KNOWN_MODELS.find(({ id }) => id.toLowerCase() === plain.toLowerCase());
  if (known) return { kind: "known", name: known.id + (PRECISION.exec(name)?.[0] ?? ""), known, precision };
  if (!/^[\w.-]+\/[\w.-]+$/.test(plain) || plain.includes("..")) throw failure("no_model_name", { name });
  return { kind: "repository", name, repository: plain, precision };
}

/** The folder that holds, or will hold, the model's files. */
export function folderOfChoice(runtime: Runtime, config: Pick<Config, "embedding">, choice: ModelChoice): string {
  if (choice.kind === "folder") return choice.folder;
  // Characters that a file name can't hold are replaced.
  return join(modelsFolder(runtime, config), choice.name.replaceAll("/", "--").replace(/[^\w.@-]/g, "_"));
}

/** Whether the model is on this disk, by the names and sizes of its files; of a person's own folder none are known. */
export function isModelThere(runtime: Runtime, config: Pick<Config, "embedding">, choice: ModelChoice): boolean {
  const folder = folderOfChoice(runtime, config, choice);
  return choice.kind === "folder"
    ? runtime.files.stat(folder) !== undefined
    : modelState(runtime, folder).status === "ready";
}

/** A model on this disk. Throws MODEL_UNAVAILABLE, which says what is missing and how to get it. */
export function installedModel(runtime: Runtime, config: ModelSettings, choice: ModelChoice): InstalledModel {
  const { model, repository, revision, ...found } = choice.kind === "folder"
    ? inOwnFolder(runtime, choice)
    : downloaded(runtime, config, choice);
  const { pooling, queryPrefix, passagePrefix } = found.traits;
  const identity = {
    model,
    repository,
    revision,
    graph: found.graph,
    pooling,
    query_prefix: queryPrefix,
    passage_prefix: passagePrefix,
    chunk_tokens: config.index.chunk_tokens,
    chunk_overlap: config.index.chunk_overlap,
  };
  return { name: choice.name, kind: choice.kind, ...found, identity };
}

function downloaded(runtime: Runtime, config: ModelSettings, choice: HubChoice) {
  const state = modelState(runtime, folderOfChoice(runtime, config, choice));
  if (state.status !== "ready") {
    const { status } = state;
    throw failure(`model_${status}`, { name: choice.name, problem: status === "damaged" ? state.problem : "" });
  }
  const { manifest: { repository, revision, graph, files }, folder } = state;
  // 0.1.0 did not pin a model that the person had them download: its manifest has the checksums.
  const pinned = pinnedFiles(runtime, choice) ?? recordedFiles(files);
  if (!pinned) throw notPinned(runtime, choice);
  if (!pinned.some(({ path }) => path === graph)) throw notAsPinned(runtime, choice, said("none_of_files", { graph }));
  const traits = choice.kind === "known" ? choice.known : readTraits(runtime, folder);
  return { model: choice.name, repository, revision, folder, graph, traits, pinned };
}

/** The configured model on the disk, not loaded. Throws MODEL_UNAVAILABLE when there is none, or embedding is off. */
export function wantedModel(runtime: Runtime, config: ModelSettings): InstalledModel {
  if (!config.embedding.enabled) throw failure("switched_off");
  return installedModel(runtime, config, chooseModel(runtime, config.embedding.model));
}

/** An identity as text; equal identities have equal keys. */
export function identityKey(identity: ModelIdentity): string {
  const parts = Object.entries(identity).sort(([a], [b]) => a < b ? -1 : 1);
  return sha256Hex([JSON.stringify(parts)]).slice(0, 16);
}

function inOwnFolder(runtime: Runtime, choice: FolderChoice) {
  const { folder } = choice;
  const files = filesOfFolder(runtime, folder);
  const pinned = pinnedFiles(runtime, choice);
  if (!pinned) throw notPinned(runtime, choice);
  const path = files.find((each) => !pinned.some((file) => file.path === each));
  if (path !== undefined) throw notAsPinned(runtime, choice, said("is_new", { path }));
  const graph = graphOf(runtime, folder);
  const weights = pinned.find(({ path }) => path === graph)?.sha256 ?? "";
  const revision = `local-${weights.slice(0, 12)}`;
  const traits = readTraits(runtime, folder);
  return { model: basename(folder), repository: "", revision, folder, graph, traits, pinned };
}

/** The files of a person's own folder that are read. Throws MODEL_UNAVAILABLE when it holds no model. */
function filesOfFolder(runtime: Runtime, folder: string): string[] {
  const graph = graphOf(runtime, folder);
  const more = ["tokenizer_config.json", ...TRAIT_FILES, `${graph}_data`];
  return ["tokenizer.json", graph, ...more.filter((path) => runtime.files.stat(join(folder, path))?.kind === "file")];
}

/** Pins the files of a person's own folder as they are now. Throws MODEL_UNAVAILABLE when it holds no model. */
export function pinFolder(runtime: Runtime, choice: FolderChoice): void {
  const sum = (path: string) => ({ path, sha256: fileSha256(runtime, join(choice.folder, path)) });
  pin(runtime, choice, filesOfFolder(runtime, choice.folder).map(sum));
}

function graphOf(runtime: Runtime, folder: string): string {
  const graph = GRAPHS.find((file) => runtime.files.stat(join(folder, file)));
  if (graph === undefined || !runtime.files.stat(join(folder, "tokenizer.json"))) {
    throw failure("no_model_in", { folder, graphs: GRAPHS[0] });
  }
  return graph;
}

/** Where an ONNX conversion keeps its graph, the smallest first. */
export const GRAPHS = ["onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx", "model.onnx"] as const;

/**
 * The JSON files in which Sentence Transformers describes how to use a model, read for models that are not in our list.
 * Where they say nothing, the usual way is assumed: mean pooling, no prefixes.
 */
export const TRAIT_FILES = [
  "config.json",
  "1_Pooling/config.json",
  "sentence_bert_config.json",
  "config_sentence_transformers.json",
] as const;

/** The limit of BERT, for models whose files name none. */
const DEFAULT_MAX_TOKENS = 512;

function readTraits(runtime: Runtime, folder: string): Traits {
  const [config = {}, pooling = {}, sentence = {}, described = {}] = TRAIT_FILES.map((file) =>
    asObject(readJson(runtime.files, join(folder, file))) ?? {}
  );
  const prompts = asObject(described.prompts) ?? {};
  const type = String(config.model_type ?? "");
  return {
    pooling: poolingOf(pooling),
    queryPrefix: asText(prompts.query),
    passagePrefix: asText(prompts.passage ?? prompts.document),
    maxTokens: positive(sentence.max_seq_length) ?? positionsOf(config, type) ?? DEFAULT_MAX_TOKENS,
    // These are decoders; the comment on `oneByOne` says why that matters.
    oneByOne: /qwen|gemma|llama|mistral/.test(type),
  };
}

function poolingOf({ pooling_mode_cls_token, pooling_mode_lasttoken }: JsonObject): Pooling {
  if (pooling_mode_cls_token === true) return "cls";
  return pooling_mode_lasttoken === true ? "last" : "mean";
}

/** RoBERTa counts positions from 2, so two of them are not for tokens. */
function positionsOf({ max_position_embeddings }: JsonObject, type: string): number | undefined {
  const positions = positive(max_position_embeddings);
  if (positions === undefined) return undefined;
  return Math.min(DEFAULT_MAX_TOKENS, /roberta/.test(type) ? positions - 2 : positions);
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}
