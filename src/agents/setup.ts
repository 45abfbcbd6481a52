/**
 * In: an agent's name. Out: where it keeps its hooks, skills, rules, commands and agents,
 * and which hooks we want there.
 * Not done here: reading or writing any of them (setup/).
 *
 * @module
 */
import { CLAUDE_DATA_DIR, DEFAULT_DATA_DIR } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { TextFolders } from "../templates/files.ts";
import { type AllowRules, codexRules, geminiPolicy } from "./allow.ts";
import { hookCommand } from "./command.ts";
import type { CursorEvent } from "./cursor.ts";
import type { Agent } from "./event.ts";

/** One project, or the home folder, which stands for all. */
export type Scope = "project" | "home";

/** One hook that we want: the entry for its event. */
export interface WantedHook {
  readonly event: string;
  readonly entry: Readonly<Record<string, unknown>> & { readonly command: string };
}

/** What `init` has to know of an agent. */
export interface Setup {
  /** As people know it. */
  readonly name: string;
  /** The agent's own folder, in a project and in the home folder alike: where it is, the agent is used. */
  readonly folder: string;
  /** The variable by which a person moves its home, and the folders of the home folder that it names then; "": all. */
  readonly home?: { readonly variable: string; readonly standsFor: readonly string[] };
  /** Its folder in a project, where that has another name. */
  readonly projectFolder?: string;
  /** Relative to the project's root, or to the home folder. */
  readonly hookFile: Readonly<Record<Scope, string>>;
  /**
   * Cursor and Copilot CLI list entries under an event, Cursor in a file that names its version; the others list
   * groups, which list entries.
   */
  readonly shape: "flat" | "versioned" | "grouped";
  readonly hooks: (runtime: Pick<Runtime, "execPath" | "platform">) => readonly WantedHook[];
  readonly texts: TextFolders;
  /** It loads the rules of recall/rule_file.ts with every request. */
  readonly hasRules: boolean;
  /** Where a project's memory goes that is set up for this agent alone. */
  readonly dataDir: string;
  /**
   * It reads a project's hook file only when it is started in the folder that holds it. Below, no hook would run: they
   * go into the file of the home folder, which is read wherever it is started.
   */
  readonly hooksAtHome?: true;
  /** How it is told what the agent may do without asking; undefined where it can't be told by a file. */
  readonly allows?: AllowRules;
  /** What the person has to trust before the agent runs hooks that it has not seen. */
  readonly trusts?: "hooks" | "folder";
}

interface HookOptions {
  /** In the agent's own unit. */
  readonly timeout?: number;
  readonly [option: string]: unknown;
}

/**
 * Seconds. Ours answer within milliseconds; the limits only bound a machine that hangs, and match 方案 C where it names
 * one. The request at stop continues a turn once, never in a row.
 */
const CURSOR_HOOKS: Readonly<Partial<Record<CursorEvent, HookOptions>>> = {
  sessionStart: { timeout: 10 },
  beforeSubmitPrompt: { timeout: 5 },
  preCompact: { timeout: 10 },
  stop: { timeout: 10, loop_limit: 1 },
  sessionEnd: { timeout: 30 },
};

/** In seconds. Without a timeout of ours all SessionEnd hooks together would have 1.5 seconds. */
const CLAUDE_HOOKS: Readonly<Record<string, HookOptions>> = {
  SessionStart: { timeout: 10 },
  UserPromptSubmit: { timeout: 5 },
  PreCompact: { timeout: 10 },
  Stop: { timeout: 10 },
  SessionEnd: { timeout: 30 },
};

/**
 * In seconds. It cuts SessionEnd to 3 and warns at each start of whoever asks for more;
 * builds without that event pass over it.
 */
const CODEX_HOOKS: Readonly<Record<string, HookOptions>> = {
  SessionStart: { timeout: 10 },
  UserPromptSubmit: { timeout: 5 },
  PreCompact: { timeout: 10 },
  Stop: { timeout: 10 },
  SessionEnd: { timeout: 3 },
};

/** In milliseconds. */
const GEMINI_HOOKS: Readonly<Record<string, HookOptions>> = {
  SessionStart: { timeout: 10_000 },
  BeforeAgent: { timeout: 5_000 },
  PreCompress: { timeout: 10_000 },
  AfterAgent: { timeout: 10_000 },
  SessionEnd: { timeout: 30_000 },
};

/** In milliseconds, as of Gemini CLI, which it comes from; its events have Claude Code's names. */
const QWEN_HOOKS: Readonly<Record<string, HookOptions>> = {
  SessionStart: { timeout: 10_000 },
  UserPromptSubmit: { timeout: 5_000 },
  PreCompact: { timeout: 10_000 },
  Stop: { timeout: 10_000 },
  SessionEnd: { timeout: 30_000 },
};

/** In seconds. */
const COPILOT_HOOKS: Readonly<Record<string, HookOptions>> = {
  sessionStart: { timeoutSec: 10 },
  userPromptSubmitted: { timeoutSec: 5 },
  preCompact: { timeoutSec: 10 },
  agentStop: { timeoutSec: 10 },
  sessionEnd: { timeoutSec: 30 },
};

/**
 * All of them read it, in a project and in the home folder. Codex reads no folder of its own for skills in a project,
 * and Gemini CLI warns at each start of a skill that it finds in `.gemini/skills` and here.
 */
const OPEN_SKILLS: TextFolders = { skills: ".agents/skills" };

/** Adding a client: its wire format in a file of its own, its name in `AGENTS`, an entry here. */
export const SETUPS: Readonly<Record<Agent, Setup>> = {
  cursor: {
    name: "Cursor",
    folder: ".cursor",
    hookFile: { project: ".cursor/hooks.json", home: ".cursor/hooks.json" },
    shape: "versioned",
    hooks: (runtime) => wanted(runtime, "cursor", CURSOR_HOOKS, {}),
    texts: {
      skills: ".cursor/skills",
      agents: ".cursor/agents",
      commands: ".cursor/commands",
      plainCommands: true,
    },
    hasRules: true,
    dataDir: DEFAULT_DATA_DIR,
  },
  claude: {
    name: "Claude Code",
    folder: ".claude",
    home: { variable: "CLAUDE_CONFIG_DIR", standsFor: [".claude"] },
    hookFile: { project: ".claude/settings.local.json", home: ".claude/settings.json" },
    shape: "grouped",
    hooks: (runtime) => {
      // Left to itself it takes Git Bash on Windows, which can't read the command.
      const shell = runtime.platform === "win32" ? { shell: "powershell" } : {};
      return wanted(runtime, "claude", CLAUDE_HOOKS, { type: "command", ...shell });
    },
    texts: { skills: ".claude/skills", agents: ".claude/agents", commands: ".claude/commands" },
    hasRules: false,
    dataDir: CLAUDE_DATA_DIR,
    allows: {
      kind: "list",
      path: ["permissions", "allow"],
      rule: (command, platform) => `${platform === "win32" ? "PowerShell" : "Bash"}(${command}:*)`,
    },
  },
  codex: {
    name: "Codex",
    folder: ".codex",
    home: { variable: "CODEX_HOME", standsFor: [".codex"] },
    hookFile: { project: ".codex/hooks.json", home: ".codex/hooks.json" },
    shape: "grouped",
    hooks: (runtime) => wanted(runtime, "codex", CODEX_HOOKS, { type: "command" }),
    texts: OPEN_SKILLS,
    hasRules: false,
    // Its sandbox lets no command write below `.codex` and `.agents`, so a save could not be made there.
    dataDir: DEFAULT_DATA_DIR,
    trusts: "hooks",
    allows: { kind: "file", file: ".codex/rules/memory.rules", text: codexRules },
  },
  gemini: {
    name: "Gemini CLI",
    folder: ".gemini",
    home: { variable: "GEMINI_CLI_HOME", standsFor: [""] },
    hookFile: { project: ".gemini/settings.json", home: ".gemini/settings.json" },
    shape: "grouped",
    // The name under which its list of hooks shows them and can switch them off.
    hooks: (runtime) => wanted(runtime, "gemini", GEMINI_HOOKS, { type: "command", name: "memory" }),
    texts: OPEN_SKILLS,
    hasRules: false,
    dataDir: DEFAULT_DATA_DIR,
    hooksAtHome: true,
    trusts: "folder",
    allows: { kind: "file", file: ".gemini/policies/memory.toml", text: geminiPolicy },
  },
  qwen: {
    name: "Qwen Code",
    folder: ".qwen",
    home: { variable: "QWEN_HOME", standsFor: [".qwen"] },
    hookFile: { project: ".qwen/settings.json", home: ".qwen/settings.json" },
    shape: "grouped",
    hooks: (runtime) => wanted(runtime, "qwen", QWEN_HOOKS, { type: "command", name: "memory" }),
    texts: OPEN_SKILLS,
    hasRules: false,
    dataDir: DEFAULT_DATA_DIR,
    hooksAtHome: true,
    allows: { kind: "list", path: ["permissions", "allow"], rule: (command) => `run_shell_command(${command})` },
  },
  copilot: {
    name: "Copilot CLI",
    folder: ".copilot",
    home: { variable: "COPILOT_HOME", standsFor: [".copilot", ".agents"] },
    projectFolder: ".github/copilot",
    hookFile: { project: ".github/copilot/settings.local.json", home: ".copilot/settings.json" },
    shape: "flat",
    hooks: (runtime) => wanted(runtime, "copilot", COPILOT_HOOKS, { type: "command" }),
    texts: OPEN_SKILLS,
    hasRules: false,
    dataDir: DEFAULT_DATA_DIR,
    trusts: "folder",
  },
};

function wanted(
  runtime: Pick<Runtime, "execPath" | "platform">,
  agent: Agent,
  hooks: Readonly<Record<string, HookOptions>>,
  first: Readonly<Record<string, unknown>>,
): readonly WantedHook[] {
  return Object.entries(hooks).map(([event, options]) => ({
    event,
    entry: { ...first, command: hookCommand(runtime, agent, event), ...options },
  }));
}
