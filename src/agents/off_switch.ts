/** The settings that keep a client from running any hook, and the hook files that Codex trusts. */
import { asObject, parseJsonc } from "../json.ts";
import type { Agent, Payload } from "./event.ts";
import { flag, object } from "./payload.ts";
import type { Scope } from "./setup.ts";

/** A setting by which a client runs no hooks. */
export interface OffSwitch {
  /** The setting as a person would search for it. */
  readonly setting: string;
  /** Relative to the project's root or to the home folder; the strongest first. */
  readonly files: Readonly<Record<Scope, readonly string[]>>;
  /** Each scope's files switch off only the hooks of that scope. */
  readonly apart?: true;
  /** Files of the machine's administrator, which outrank the others. */
  readonly managed?: readonly string[];
  /** Whether a settings file switches hooks off; undefined where it does not hold the setting. */
  readonly isOff: (text: string, root: string) => boolean | undefined;
}

/** Relative to the home folder, or to the project's root. */
export const CODEX_SETTINGS = ".codex/config.toml";

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

const sameIn = (...files: readonly string[]) => ({ project: files, home: files });

const ALL_HOOKS = { setting: "disableAllHooks", isOff: (text: string) => flag(settingsIn(text), "disableAllHooks") };

/** By client, without Cursor, which has no such setting. */
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
      isOff: (text) => isNot(hooksConfig(text)["enabled"]),
    },
    {
      setting: "hooksConfig.disabled",
      files: sameIn(".gemini/settings.json"),
      isOff: (text) => {
        const { disabled } = hooksConfig(text);
        return (Array.isArray(disabled) && disabled.includes("memory")) || undefined;
      },
    },
    distrustIn(".gemini/trustedFolders.json"),
  ],
  qwen: [{ ...ALL_HOOKS, files: sameIn(".qwen/settings.json") }, distrustIn(".qwen/trustedFolders.json")],
  copilot: [{
    ...ALL_HOOKS,
    apart: true,
    files: {
      project: [".github/copilot/settings.local.json", ".github/copilot/settings.json"],
      home: [".copilot/settings.json"],
    },
  }],
};

/** Whether Codex's settings note trust in the hooks of a file, changed since or not; undefined without any note. */
export function codexTrusts(text: string, hookFile: string): boolean | undefined {
  if (!text.includes("[hooks.state.")) return undefined;
  return text.includes(`[hooks.state."${JSON.stringify(hookFile).slice(1, -1)}:`);
}

function settingsIn(text: string): Payload {
  return asObject(parseJsonc(text)) ?? {};
}

function hooksConfig(text: string): Payload {
  return object(settingsIn(text), "hooksConfig");
}

/** The opposite of a switch; undefined for any other value. */
function isNot(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? !value : undefined;
}

function distrustIn(file: string): OffSwitch {
  const isOff = (text: string, root: string) => settingsIn(text)[root] === "DO_NOT_TRUST" || undefined;
  return { setting: "DO_NOT_TRUST", files: { project: [], home: [file] }, isOff };
}

/** The value of a key as the text spells it, below the heading of its table or with the table in the key. */
function tomlValue(text: string, table: string, key: string): string | undefined {
  let heading = "";
  for (const line of text.split(/\r?\n/)) {
    heading = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line)?.[1] ?? heading;
    const [, name = "", value] = /^\s*([^=#]+?)\s*=\s*("[^"]*"|[\w.-]+)/.exec(line) ?? [];
    if (value !== undefined && [heading, name].filter(Boolean).join(".") === `${table}.${key}`) return value;
  }
  return undefined;
}
