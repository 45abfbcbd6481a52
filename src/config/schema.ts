/** Every setting: its default, its range, and who may set it. Loading, `config set` and the docs use this list. */
import { once } from "../remembered.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import type { Sentence } from "../sentence.ts";
import { named } from "../wording.ts";

export interface Rule<T> {
  readonly fallback: T;
  /** The range in words, for messages and the reference page. */
  readonly range: () => Sentence;
  readonly accepts: (value: unknown) => boolean;
  /** It decides where data goes or a model comes from: a project's file can set it only if the project is trusted. */
  readonly guarded?: boolean;
  /** Whether a value is guarded, where only some values are. */
  readonly guardedValue?: (value: unknown) => boolean;
  /** Whether only a file may hold a value: clients take variables from a repository's `.env`, too. */
  readonly fileOnly?: (value: unknown) => boolean;
  /** Only the user's own file or the environment may hold it, trusted or not. */
  readonly userOnly?: boolean;
  /** The index or the vectors must be rebuilt after a change. */
  readonly needsRebuild?: boolean;
  /** What `init` writes for clients depends on it, so that it must run again after a change. */
  readonly needsInit?: boolean;
}

type Options = Pick<Rule<unknown>, "guarded" | "guardedValue" | "fileOnly" | "userOnly" | "needsRebuild" | "needsInit">;

function flag(fallback: boolean, options?: Options): Rule<boolean> {
  const range = () => ({ en: "true or false", zh: "true 或 false" });
  return { fallback, range, accepts: (value) => typeof value === "boolean", ...options };
}

function whole(
  fallback: number,
  min: number,
  max: number,
  { orOff, ...options }: Options & { orOff?: -1 } = {},
): Rule<number> {
  const accepts = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) && ((value >= min && value <= max) || value === orOff);
  const range = () => ({
    en: `${orOff === undefined ? "" : `${orOff} or `}a whole number ${min}–${max}`,
    zh: `${orOff === undefined ? "" : `${orOff} 或 `}${min}–${max} 的整数`,
  });
  return { fallback, range, accepts, ...options };
}

function share(fallback: number): Rule<number> {
  const accepts = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;
  return { fallback, range: () => ({ en: "a number 0–1", zh: "0–1 的数" }), accepts };
}

function choice<const T extends string>(fallback: T, values: readonly T[], options?: Options): Rule<T> {
  return {
    fallback,
    range: () => named(values),
    accepts: (value) => values.some((known) => known === value),
    ...options,
  };
}

function text(fallback: string, range: Sentence, options?: Options): Rule<string> {
  const accepts = (value: unknown) => typeof value === "string" && value.trim() !== "";
  return { fallback, range: () => range, accepts, ...options };
}

function words(range: Sentence, options?: Options): Rule<readonly string[]> {
  const accepts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string");
  return { fallback: [], range: () => range, accepts, ...options };
}

const guarded = { guarded: true };

function isOff(value: unknown): boolean {
  return value === false;
}
const signals = words({ en: "a list of words", zh: "词的列表" });

/** Nested and ordered as in the file; docs/configuration.md explains each. */
export const SCHEMA = {
  enabled: flag(true),
  auto_save: flag(true),
  auto_retrieve: flag(true, { needsInit: true }),
  lang: choice("auto", ["auto", "zh", "en"], { needsInit: true }),
  storage: {
    location: choice("project-first", ["project-first", "project-only", "global-only"], guarded),
    retention_days: whole(-1, 1, 3650, { orOff: -1, ...guarded, fileOnly: (value) => value !== -1 }),
  },
  memory: {
    load_days_full: whole(2, 1, 365),
    load_days_partial: whole(5, 1, 365),
    load_days_max: whole(7, 1, 365),
    partial_per_day: whole(3, 1, 100),
    facts_limit: whole(15, 1, 500),
    important_confidence: share(0.9),
  },
  retrieval: {
    max_candidates: whole(10, 1, 200),
    max_results: whole(3, 1, 20),
    search_scope_days: whole(-1, 1, 3650, { orOff: -1 }),
    time_decay_rate: share(0.95),
    decay_floor: share(0.98),
    source_weight: { project: share(1), global: share(0.7) },
    min_relevance: share(0.42),
    fusion: choice("weighted", ["weighted", "rrf"]),
  },
  context: { start_tokens: whole(1200, 100, 2400), prompt_tokens: whole(300, 50, 2000) },
  recall: {
    at_tools: choice("on", ["on", "failures", "off"], { needsInit: true }),
    tool_lines: whole(20, 1, 100),
    tell_person: choice("auto", ["auto", "on", "off"]),
  },
  intent: {
    signals: {
      continuation: signals,
      preference: signals,
      project: signals,
      task: signals,
      query: signals,
      exclude: signals,
    },
  },
  save: { ask_after_prompts: whole(6, 1, 100), ask_again_prompts: whole(10, 0, 100) },
  delivery: { rule_file: choice("auto", ["auto", "always", "never"]) },
  embedding: {
    enabled: flag(true),
    model: text("BAAI/bge-small-zh-v1.5", {
      en: "a model of `memory model list`, a repository or a folder",
      zh: "`memory model list` 里的模型、仓库名或目录",
    }, {
      needsRebuild: true,
      // A repository could contain a model file, or name its own on the hub, and native code would read that file.
      guardedValue: (value) => !isKnownModel(value),
    }),
    endpoint: text("https://huggingface.co", { en: "the address of a model hub", zh: "模型站点的地址" }, guarded),
    cache_dir: text("~/.memory/models", { en: "a folder", zh: "目录" }, guarded),
  },
  index: {
    chunk_tokens: whole(400, 50, 2000, { needsRebuild: true }),
    chunk_overlap: whole(80, 0, 1999, { needsRebuild: true }),
  },
  // A repository may switch redaction on, but not off.
  privacy: { redact: flag(true, { guardedValue: isOff, fileOnly: isOff }) },
  cleanup: {
    auto_cleanup_days: whole(0, 0, 3650, { fileOnly: (value) => value !== 0 }),
    backup_retain_days: whole(30, 1, 365, { fileOnly: (value) => Number(value) < 30 }),
  },
  log: { level: choice("INFO", ["DEBUG", "INFO", "WARNING", "ERROR"]), retain_days: whole(7, 1, 365) },
  paths: {
    data_dir: text(DEFAULT_DATA_DIR, { en: "a folder, relative to the project", zh: "相对项目的目录" }, {
      userOnly: true,
    }),
  },
  trusted_projects: words({ en: "a list of project folders", zh: "项目目录的列表" }, { userOnly: true }),
} as const;

type Values<T> = T extends Rule<infer V> ? V : { readonly [K in keyof T]: Values<T[K]> };

export type Config = Values<typeof SCHEMA>;

/** `retrieval.max_results` → its rule, in the order of the schema. Built on demand: mostly no setting is changed. */
export const rulesByKey = once((): ReadonlyMap<string, Rule<unknown>> => collect(SCHEMA, "", new Map()));

// Not a generator: this runs in hooks, where a cold generator takes ten times as long.
function collect(node: object, prefix: string, found: Map<string, Rule<unknown>>): Map<string, Rule<unknown>> {
  for (const [name, value] of Object.entries(node)) {
    if ("accepts" in value) found.set(prefix + name, value);
    else collect(value, `${prefix}${name}.`, found);
  }
  return found;
}

/** Settings whose variable has a name of its own; for others it is made like `MEMORY__retrieval__max_results`. */
export const ENVIRONMENT_OF: Readonly<Record<string, string>> = {
  lang: "MEMORY_LANG",
  "log.level": "MEMORY_LOG_LEVEL",
  "embedding.model": "MEMORY_EMBEDDING_MODEL",
  "embedding.endpoint": "HF_ENDPOINT",
};

/** A relation between settings that must hold; where it does not, all its keys fall back to their defaults. */
interface Constraint {
  readonly keys: readonly string[];
  readonly rule: string;
  readonly holds: (values: readonly number[]) => boolean;
}

export const CONSTRAINTS: readonly Constraint[] = [
  {
    keys: ["memory.load_days_full", "memory.load_days_partial", "memory.load_days_max"],
    rule: "load_days_full < load_days_partial < load_days_max",
    holds: ([full = 0, partial = 0, max = 0]) => full < partial && partial < max,
  },
  {
    keys: ["index.chunk_tokens", "index.chunk_overlap"],
    rule: "chunk_overlap < chunk_tokens",
    holds: ([tokens = 0, overlap = 0]) => overlap < tokens,
  },
];

/** The models that a project's own settings may name, since we know their files (embedding/models.ts). */
export const KNOWN_MODEL_IDS = [
  "BAAI/bge-small-zh-v1.5",
  "intfloat/multilingual-e5-small",
  "google/embeddinggemma-300m",
  "Qwen/Qwen3-Embedding-0.6B",
] as const;

/** Whether `embedding.model` names such a model, in whatever case and precision. */
function isKnownModel(name: unknown): boolean {
  const id = typeof name === "string" ? name.toLowerCase().replace(/@(?:q8|fp32)$/, "") : undefined;
  return KNOWN_MODEL_IDS.some((known) => known.toLowerCase() === id);
}
