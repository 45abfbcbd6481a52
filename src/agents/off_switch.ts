/** Which settings keep a client from running any hook; which hooks Codex has been told to trust. */
import { asObject, parseJsonc } from "../json.ts";
import type { Agent } from "./event.ts";
import type { Scope } from "./setup.ts";

/** Where a client is told to run no hooks. */
export interface OffSwitch {
  /** What stands there, as a person would look for it. */
  readonly setting: string;
  /** Relative to the project's root or to the home folder; the strongest first. */
  readonly files: Readonly<Record<Scope, readonly string[]>>;
  /** The project's files speak of its hooks alone, the home folder's of its own. */
  readonly apart?: true;
  /** Files of whoever manages the machine, which are stronger. */
  readonly managed?: readonly string[];
  /** Whether hooks are off by this text; undefined where it says nothing of it. */
  readonly isOff: (text: string, root: string) => boolean | undefined;
}

/** Below the home folder, or below the project's root. */
export const CODEX_SETTINGS = ".codex/config.toml";

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

const sameIn = (...files: readonly string[]) => ({ project: files, home: files });

const ALL_HOOKS = { setting: "disableAllHooks", isOff: (text: string) => told(settingsIn(text)["disableAllHooks"]) };

/** Cursor has none. */
export const OFF_SWITCHES: Readonly<Partial<Record<Agent, readonly OffSwitch[]>>> = {
  claude: [{
    ...ALL_HOOKS,
    files: { project: [".claude/settings.local.json", ".claude/settings.json"], home: [".claude/settings.json"] },
    managed: [
      "/etc/claude-code/managed-settings.json",
      "/Library/Application Support/ClaudeCode/managed-settings.json",
    ],
  }],
  codex: [
    {
      setting: "[features] hooks = false",
      files: sameIn(CODEX_SETTINGS),
      isOff: (text) => isNot(BOOLEANS[tomlValue(text, "features", "hooks") ?? ""]),
    },
    {
      setting: 'trust_level = "untrusted"',
      files: { project: [], home: [CODEX_SETTINGS] },
      isOff: (text, root) => tomlValue(text, `projects."${root}"`, "trust_level") === '"untrusted"',
    },
  ],
  gemini: [
    {
      setting: "hooksConfig.enabled",
      files: sameIn(".gemini/settings.json"),
      isOff: (text) => isNot(asObject(settingsIn(text)["hooksConfig"])?.["enabled"]),
    },
    {
      setting: "hooksConfig.disabled",
      files: sameIn(".gemini/settings.json"),
      isOff: (text) => {
        const disabled = asObject(settingsIn(text)["hooksConfig"])?.["disabled"];
        return (Array.isArray(disabled) && disabled.includes("memory")) || undefined;
      },
    },
    distrustIn(".gemini/trustedFolders.json"),
  ],
  qwen: [
    { ...ALL_HOOKS, files: sameIn(".qwen/settings.json") },
    distrustIn(".qwen/trustedFolders.json"),
  ],
  copilot: [{
    ...ALL_HOOKS,
    apart: true,
    files: {
      project: [".github/copilot/settings.local.json", ".github/copilot/settings.json"],
      home: [".copilot/settings.json"],
    },
  }],
};

/**
 * Whether Codex's settings note that the hooks of a file were trusted; undefined where they note nothing of any. That a
 * hook was changed since then they don't tell: the note is a hash that only Codex knows how to make.
 */
export function codexTrusts(text: string, hookFile: string): boolean | undefined {
  if (!text.includes("[hooks.state.")) return undefined;
  return text.includes(`[hooks.state."${JSON.stringify(hookFile).slice(1, -1)}:`);
}

function settingsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(parseJsonc(text)) ?? {};
  } catch {
    return {};
  }
}

function told(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Whether a switch is off that says "on"; undefined where it says nothing. */
function isNot(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? !value : undefined;
}

function distrustIn(file: string): OffSwitch {
  const isOff = (text: string, root: string) => settingsIn(text)[root] === "DO_NOT_TRUST" || undefined;
  return { setting: "DO_NOT_TRUST", files: { project: [], home: [file] }, isOff };
}

/** The value of a key as it is written, below the heading of its table or with that before it. */
function tomlValue(text: string, table: string, key: string): string | undefined {
  let heading = "";
  for (const line of text.split(/\r?\n/)) {
    heading = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line)?.[1] ?? heading;
    const [, name = "", value] = /^\s*([^=#]+?)\s*=\s*("[^"]*"|[\w.-]+)/.exec(line) ?? [];
    if (value !== undefined && [heading, name].filter(Boolean).join(".") === `${table}.${key}`) return value;
  }
  return undefined;
}
