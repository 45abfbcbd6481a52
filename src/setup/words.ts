/** The sentences of init and uninstall for a person; their texts are in words.tsv. */
import { basename, dirname } from "node:path";
import { isOnPath } from "../paths.ts";
import { shellWord } from "../agents/command.ts";
import type { Agent } from "../agents/event.ts";
import { OLDER_TOOLS } from "../agents/older_tools.ts";
import { SETUPS } from "../agents/setup.ts";
import type { Runtime } from "../runtime.ts";
import { inBoth, joined, same, type Sentence } from "../sentence.ts";
import { lossText, type Lost } from "../store/lost.ts";
import { named, textsOfRoom, type Values } from "../wording.ts";
import type { OlderData, OlderWiring } from "./older_tools.ts";
import WORDS from "./words.tsv" with { type: "text" };

const { said, failure } = textsOfRoom(WORDS);
export { said };

/** Throws the failure of a row of words.tsv. */
export function refuse(name: string, values?: Values): never {
  throw failure(name, values);
}

/** The names of clients as a list in a sentence. */
export function clientNames(agents: readonly Agent[], joined: Sentence = { en: "and", zh: "和" }): Sentence {
  const names = agents.map((agent) => SETUPS[agent].name);
  return inBoth((say) => {
    const first = names.slice(0, -1).join(say({ en: ", ", zh: "、" }));
    return [...first === "" ? [] : [first, say(joined)], ...names.slice(-1)].join(" ");
  });
}

/** The remark on an older tool's wiring: its files, its effect, and the command that takes it out. */
export function olderWiringText(wiring: readonly OlderWiring[], isHome: boolean): Sentence {
  const wired = wiring.map(({ tool, file, events }) => {
    const path = isHome ? `~/${file}` : file;
    return said(events.length > 0 ? "tool_events" : "tool_file", {
      tool: OLDER_TOOLS[tool],
      path,
      events: named(events),
    });
  });
  return said("older_wiring", { wired: joined(wired), command: `memory init${isHome ? " --global" : ""} --take-over` });
}

/** The remark on an older tool's memory, with the command that imports it. */
export function olderDataText({ tool, records, command }: OlderData): Sentence {
  return said("older_data", { records, tool: OLDER_TOOLS[tool], command, them: records === 1 ? "it" : "them" });
}

/** A client, and whether rules let it save without asking; undefined for a client that reads no such rules. */
interface Asking {
  readonly agent: Agent;
  readonly ruled: boolean | undefined;
}

/** The questions that each client will ask the person, and the next steps. */
export function nextSteps(
  { asking, isHome, isEmpty, older, lost, wayOn, dryRun }: {
    readonly asking: readonly Asking[];
    readonly isHome: boolean;
    readonly isEmpty: boolean;
    readonly older: readonly OlderData[];
    readonly lost: Lost | undefined;
    /** What switches memory on, where it is off. */
    readonly wayOn: Sentence | undefined;
    readonly dryRun: boolean;
  },
): readonly Sentence[] {
  const asks = [...askTexts(asking, dryRun), ...lost ? [lossText(lost)] : []];
  if (dryRun) return [...asks, said("do_it")];
  const values = {
    clients: clientNames(asking.map(({ agent }) => agent), { en: "or", zh: "或" }),
    here: isHome ? { en: "in any project", zh: "在任意项目里" } : { en: "here", zh: "在这里" },
    command: `memory show${isHome ? " --layer global" : ""}`,
  };
  // What brings the records is named already, and until then a session knows nothing.
  const isToBring = isEmpty && (lost !== undefined || older.length > 0);
  const starts = isToBring ? [] : [said(isEmpty ? "try_it" : "go_on", values)];
  const last = wayOn ? [said("switch_on", { way: wayOn })] : asking.length === 0 ? [said("start_mcp", values)] : starts;
  return [...asks, ...older.map(olderDataText), ...last];
}

function askTexts(asking: readonly Asking[], dryRun: boolean): Sentence[] {
  const of = (name: string, agents: readonly Agent[]) =>
    agents.length === 0 ? [] : [said(inRun(name, dryRun), { clients: clientNames(agents) })];
  const ruled = (wanted: boolean | undefined) =>
    asking.filter(({ ruled }) => ruled === wanted).map(({ agent }) => agent);
  const trusting = (wanted: string) =>
    asking.map(({ agent }) => agent).filter((agent) => SETUPS[agent].trusts === wanted);
  return [
    ...of("asks_nothing", ruled(true)),
    ...of("asks_each", ruled(false)),
    ...of("asks_itself", ruled(undefined)),
    ...of("trust_hooks", trusting("hooks")),
    ...of("trust_folder", trusting("folder")),
    ...of("trust_new_folder", trusting("new_folder")),
  ];
}

/** The commands that put the program into PATH, for this shell and for every shell, where no shell finds it. */
export function pathText(runtime: Runtime): Sentence | undefined {
  const { env, execPath, platform } = runtime;
  const name = platform === "win32" ? "memory.exe" : "memory";
  if (env("PATH") === undefined || basename(execPath) !== name || isOnPath(runtime, name)) return undefined;
  const folder = dirname(execPath);
  const lines = linesFor(env("SHELL") ?? "", folder, platform);
  const parts = ["not_in_path", "in_this_shell", "in_every_shell"].map((row) => said(row, { folder, ...lines }));
  return inBoth((say) => parts.map(say).join("\n  "));
}

function linesFor(
  shell: string,
  folder: string,
  platform: Runtime["platform"],
): { readonly now: string; readonly always: string } {
  const word = shellWord({ platform }, folder);
  if (platform === "win32") {
    const user = `[Environment]::GetEnvironmentVariable('Path', 'User')`;
    const quoted = word.startsWith("'") ? word : `'${word}'`;
    return {
      now: `$env:Path = ${quoted} + ';' + $env:Path`,
      always: `[Environment]::SetEnvironmentVariable('Path', ${quoted} + ';' + ${user}, 'User')`,
    };
  }
  if (shell.endsWith("/fish")) return { now: `set -gx PATH ${word} $PATH`, always: `fish_add_path ${word}` };
  const now = `export PATH=${word}:"$PATH"`;
  const ofBash = platform === "darwin" ? ".bash_profile" : ".bashrc";
  const file = new Map([["zsh", ".zshrc"], ["bash", ofBash]]).get(basename(shell)) ?? ".profile";
  return { now, always: `echo ${shellWord({ platform }, now)} >> ~/${file}` };
}

/** The name of a sentence's row, or of its row for a dry run. */
export function inRun(name: string, dryRun: boolean): string {
  return dryRun ? `${name}_dry` : name;
}

/** The step before a client runs our hooks; undefined for a client that needs none. */
export function trustText(agent: Agent): Sentence | undefined {
  const { name, trusts } = SETUPS[agent];
  return trusts === undefined || trusts === "new_folder" ? undefined : said(`trust_${trusts}`, { clients: same(name) });
}
