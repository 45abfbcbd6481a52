/** Where an agent keeps its hooks and texts, also where a variable has moved its home; and the hooks that we want. */
import { join, resolve } from "node:path";
import { CLAUDE_DATA_DIR, withHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { TextFolders } from "../templates/files.ts";
import { type AllowRules, codexRules, geminiPolicy } from "./allowed.ts";
import { type Binary, hookCommand } from "./command.ts";
import { type Agent, type EventKind, EVENTS, saysBefore, SECONDS } from "./event.ts";

/** One project, or the home folder, which stands for all. */
export type Scope = "project" | "home";

/** A hook that we want: the entry for its event. */
export interface WantedHook {
  readonly event: string;
  /** The tools that it is for, as the client's pattern. */
  readonly matcher?: string;
  /** The groups of tools of which patterns of ours are made. */
  readonly groups?: readonly string[];
  readonly entry: Readonly<Record<string, unknown>> & { readonly command: string };
}

/** What differs between agents for `init`. */
export interface Setup {
  readonly name: string;
  readonly program: string;
  /** The agent's folder, in a project and in the home folder. It shows that the agent is in use there. */
  readonly folder: string;
  /** The variable that moves the agent's home, and the folders that it replaces; "" is the whole home folder. */
  readonly home?: { readonly variable: string; readonly standsFor: readonly string[] };
  /** The agent's folder in a project, where it has another name. */
  readonly projectFolder?: string;
  /** Relative to the project's root, or to the home folder. */
  readonly hookFile: Readonly<Record<Scope, string>>;
  /**
   * Cursor and Copilot CLI have a list of entries for each event, Cursor in a file with a version; the others have a
   * list of groups, which hold lists of entries.
   */
  readonly shape: "flat" | "versioned" | "grouped";
  /** Makes a hook's entry, with the time limit in the agent's unit. */
  readonly entry: (command: string, seconds: number, event: string, platform: string) => WantedHook["entry"];
  /**
   * The tools at which we want hooks, as the client names them: those that run commands, those that write files, and
   * those that start a subagent, where it can be told something.
   */
  readonly tools?: { readonly runs: string; readonly writes: string; readonly spawns?: string };
  readonly texts: TextFolders;
  /** The agent loads the rules of recall/rule_file.ts with every request. */
  readonly hasRules?: true;
  /**
   * The data folder of a project that is set up for this agent alone, if it is not the usual one. Codex needs the usual
   * one, since its sandbox lets no command write below `.codex` and `.agents`.
   */
  readonly dataDir?: string;
  /** The agent reads a project's hook file only when started in the root, so its hooks go into the home folder's. */
  readonly hooksAtHome?: true;
  /** The rules by which the agent acts without asking; undefined for an agent that reads none from a file. */
  readonly allows?: AllowRules;
  /** What a person must trust before the agent runs new hooks; a new folder, before it does anything there. */
  readonly trusts?: "hooks" | "folder" | "new_folder";
}

/** How much is told at tools, by `recall.at_tools`, from least to most; at `none` subagents are told nothing either. */
export const AT_TOOLS = ["none", "off", "failures", "on"] as const;
export type AtTools = typeof AT_TOOLS[number];

/**
 * The tools at which we want an event, as the client's pattern; "" for none. A client that takes no context before a
 * call gets it after the call, also at edits.
 */
function matcherOf(agent: Agent, kind: EventKind, atTools: AtTools): string {
  const { runs, writes, spawns } = SETUPS[agent].tools ?? {};
  const isOn = atTools === "on";
  const isBefore = kind === "tool_start";
  const tools = [
    (isOn || !isBefore && atTools === "failures") && runs,
    isOn && (isBefore || !saysBefore(agent)) && writes,
    isBefore && atTools !== "none" && spawns,
  ];
  return tools.filter((tool) => tool).join("|");
}

/**
 * The folder for skills that all agents but Cursor and Claude Code share. Codex reads no other folder in a project, and
 * Gemini CLI warns at each start of a skill that is here and in `.gemini/skills`.
 */
const OPEN_SKILLS: TextFolders = { skills: ".agents/skills" };

/** Adding a client: its wire format in a file of its own, its name in `AGENTS`, an entry here. */
export const SETUPS: Readonly<Record<Agent, Setup>> = {
  cursor: {
    name: "Cursor",
    program: "cursor-agent",
    folder: ".cursor",
    hookFile: { project: ".cursor/hooks.json", home: ".cursor/hooks.json" },
    shape: "versioned",
    // A request at `stop` continues a turn once.
    entry: (command, timeout, event) => ({ command, timeout, ...event === "stop" ? { loop_limit: 1 } : {} }),
    tools: { runs: "Shell", writes: "Write|StrReplace|EditNotebook|Delete" },
    texts: { skills: ".cursor/skills", agents: ".cursor/agents", commands: ".cursor/commands", plainCommands: true },
    hasRules: true,
  },
  claude: {
    name: "Claude Code",
    program: "claude",
    folder: ".claude",
    home: { variable: "CLAUDE_CONFIG_DIR", standsFor: [".claude"] },
    hookFile: { project: ".claude/settings.local.json", home: ".claude/settings.json" },
    shape: "grouped",
    // On Windows Claude Code would take Git Bash, which can't read the command.
    entry: (command, timeout, _event, platform) => {
      return { type: "command", ...platform === "win32" ? { shell: "powershell" } : {}, command, timeout };
    },
    tools: { runs: "Bash|PowerShell", writes: "Edit|Write|MultiEdit|NotebookEdit", spawns: "Agent|Task" },
    texts: { skills: ".claude/skills", agents: ".claude/agents", commands: ".claude/commands" },
    dataDir: CLAUDE_DATA_DIR,
    trusts: "new_folder",
    allows: {
      kind: "list",
      rule: (command, platform) => `${platform === "win32" ? "PowerShell" : "Bash"}(${command}:*)`,
    },
  },
  codex: {
    name: "Codex",
    program: "codex",
    folder: ".codex",
    home: { variable: "CODEX_HOME", standsFor: [".codex"] },
    hookFile: { project: ".codex/hooks.json", home: ".codex/hooks.json" },
    shape: "grouped",
    // Codex cuts SessionEnd to 3 seconds and warns at each start of a higher limit.
    entry: (command, seconds, event) => ({ type: "command", command, timeout: event === "SessionEnd" ? 3 : seconds }),
    tools: { runs: "Bash", writes: "apply_patch", spawns: "spawn_agent" },
    texts: OPEN_SKILLS,
    trusts: "hooks",
    allows: { kind: "file", file: ".codex/rules/memory.rules", text: codexRules },
  },
  gemini: {
    name: "Gemini CLI",
    program: "gemini",
    folder: ".gemini",
    home: { variable: "GEMINI_CLI_HOME", standsFor: [""] },
    hookFile: { project: ".gemini/settings.json", home: ".gemini/settings.json" },
    shape: "grouped",
    entry: namedEntry,
    tools: { runs: "run_shell_command", writes: "write_file|replace" },
    texts: OPEN_SKILLS,
    hooksAtHome: true,
    trusts: "folder",
    allows: { kind: "file", file: ".gemini/policies/memory.toml", text: geminiPolicy },
  },
  qwen: {
    name: "Qwen Code",
    program: "qwen",
    folder: ".qwen",
    home: { variable: "QWEN_HOME", standsFor: [".qwen"] },
    hookFile: { project: ".qwen/settings.json", home: ".qwen/settings.json" },
    shape: "grouped",
    entry: namedEntry,
    tools: { runs: "run_shell_command", writes: "write_file|edit" },
    texts: OPEN_SKILLS,
    hooksAtHome: true,
    allows: { kind: "list", rule: (command) => `run_shell_command(${command})` },
  },
  copilot: {
    name: "Copilot CLI",
    program: "copilot",
    folder: ".copilot",
    home: { variable: "COPILOT_HOME", standsFor: [".copilot", ".agents"] },
    projectFolder: ".github/copilot",
    hookFile: { project: ".github/copilot/settings.local.json", home: ".copilot/settings.json" },
    shape: "flat",
    entry: (command, timeoutSec) => ({ type: "command", command, timeoutSec }),
    texts: OPEN_SKILLS,
    trusts: "folder",
  },
};

/** An entry with a name, by which the client lists the hook and can switch it off. */
function namedEntry(command: string, seconds: number): WantedHook["entry"] {
  return { type: "command", name: "memory", command, timeout: seconds * 1_000 };
}

/** The hooks that we want of an agent. */
export function wantedHooks(agent: Agent, binary: Binary, atTools: AtTools = "on"): readonly WantedHook[] {
  return Object.entries(EVENTS[agent]).flatMap(([event, kind]): WantedHook[] => {
    const entry = SETUPS[agent].entry(hookCommand(binary, agent, event), SECONDS[kind], event, binary.platform);
    if (kind === "subagent_start") return atTools === "none" ? [] : [{ event, entry }];
    if (kind !== "tool_start" && kind !== "tool_end") return [{ event, entry }];
    const matcher = matcherOf(agent, kind, atTools);
    return matcher === "" ? [] : [{ event, matcher, groups: Object.values(SETUPS[agent].tools ?? {}), entry }];
  });
}

type World = Pick<Runtime, "env" | "home" | "cwd">;

/** The folder to which a variable has moved an agent's home; undefined where it has not. */
export function movedHome(runtime: World, agent: Agent): string | undefined {
  const { home } = SETUPS[agent];
  const named = home && withHome(runtime, runtime.env(home.variable));
  return named ? resolve(runtime.cwd(), named) : undefined;
}

/** The path of an agent's file below a root, which may be the home folder. */
export function agentPath(runtime: World, agent: Agent, root: string, file: string): string {
  const moved = root === runtime.home ? movedHome(runtime, agent) : undefined;
  const own = SETUPS[agent].home?.standsFor.find((folder) => folder === "" || `${file}/`.startsWith(`${folder}/`));
  return moved === undefined || own === undefined ? join(root, file) : join(moved, file.slice(own.length));
}

/** The path of an agent's hook file in a project or in the home folder. */
export function hookFilePath(runtime: World, agent: Agent, { root, scope }: { root: string; scope: Scope }): string {
  return agentPath(runtime, agent, root, SETUPS[agent].hookFile[scope]);
}

/** The path of the hook file that serves all projects. */
export function userHookFile(runtime: World, agent: Agent): string {
  return hookFilePath(runtime, agent, { root: runtime.home, scope: "home" });
}

/** The file that holds only an agent's rules; undefined for an agent whose rules stand in its settings. */
export function ruleFileOf(runtime: World, agent: Agent, root: string): string | undefined {
  const { allows, hooksAtHome } = SETUPS[agent];
  return allows?.kind === "file"
    ? agentPath(runtime, agent, hooksAtHome ? runtime.home : root, allows.file)
    : undefined;
}
