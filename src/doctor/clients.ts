/**
 * Checks of the clients: do they call memory and this binary, does a settings file keep them from running hooks, is
 * memory switched on, is an older memory tool still at work here?
 */
import { basename, dirname, join, resolve } from "node:path";
import { binariesOf } from "../agents/command.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { commandsIn, missingHooks, ourCommands, withHooks } from "../agents/hook_file.ts";
import { agentNamed } from "../agents/mod.ts";
import { CODEX_SETTINGS, codexTrusts, OFF_SWITCHES, type OffSwitch } from "../agents/off_switch.ts";
import { agentPath, hookFilePath, type Scope, SETUPS, userHookFile, wantedHooks } from "../agents/setup.ts";
import { reasonTold } from "../errors.ts";
import { readText } from "../files.ts";
import { programOnPath } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { inBoth, same, type Sentence } from "../sentence.ts";
import { ownPaths } from "../setup/changes.ts";
import { atToolsOf, hookFileOf, savingBar } from "../setup/hook_changes.ts";
import { type DataPlace, olderData, olderWiring } from "../setup/older_tools.ts";
import { asClientsSee } from "../setup/moved_homes.ts";
import { clientsRoot } from "../setup/place.ts";
import { textsInStep } from "../setup/switches.ts";
import { clientNames, olderDataText, olderWiringText, trustText } from "../setup/words.ts";
import { SHARE_FOLDER } from "../store/layout.ts";
import { disabledReason, wayOn } from "../store/memory.ts";
import { hasToolSession, sessionStates } from "../store/sessions.ts";
import { VERSION } from "../version.ts";
import { named } from "../wording.ts";
import { type Finding, finding, type Patient, said, together } from "./check.ts";

/** Whether a client calls memory here, with all events. */
export function hooksInstalled(patient: Patient): Finding {
  const { runtime, memory, views } = patient;
  const files = hookFiles(patient);
  const seen = agentsSeen(views);
  // The global layer also holds sessions of other places.
  const here = views.filter(({ store }) => memory.project === undefined || store.layer === "project");
  const notSetUp = agentsSeen(here).filter((agent) => !isSetUp(files, agent));
  const byHand = notSetUp.filter((agent) => files.some((file) => file.agent === agent && file.byHand));
  const gone = notSetUp.filter((agent) => !byHand.includes(agent));
  const hasNone = notSetUp.length === 0 && !files.some(({ commands }) => commands.length > 0);
  const reason = disabledReason(memory);
  return together([
    ...reason === undefined ? [] : [finding("switched_off", { reason, way: wayOn(memory) })],
    ...textsInStep(memory) ? [] : [finding("texts_apart")],
    ...hooksOff(patient, files),
    ...hasNone ? [finding(here.some(({ store }) => hasToolSession(store)) ? "tools_used" : "no_client")] : [],
    ...files.flatMap((file) => [...hooksIn(patient, file, files, seen), ...unread(runtime, file, files)]),
    ...byHand.length > 0 ? [finding("sessions_seen", { clients: clientNames(byHand) })] : [],
    ...gone.length > 0 ? [finding("hooks_gone", { clients: clientNames(gone), agents: gone.join(",") })] : [],
  ]);
}

function agentsSeen(views: Patient["views"]): Agent[] {
  const names = views.flatMap(({ store }) => sessionStates(store).map(({ agent }) => agent ?? ""));
  return [...new Set(names.flatMap((name) => agentNamed(name) ?? []))];
}

/** Whether `init` has connected an agent here; otherwise an agent that calls memory has hooks written by hand. */
function isSetUp(files: readonly HookFileView[], agent: Agent): boolean {
  return files.filter((file) => file.agent === agent).some(({ commands, root, runtime }) =>
    commands.length > 0 || ownPaths(runtime, root, agent).some((path) => runtime.files.stat(path))
  );
}

/** A sentence without its period, since findings are joined with signs of their own. */
function unended(text: Sentence): Sentence {
  return inBoth((say) => say(text).replace(/[.。]$/, ""));
}

function hooksIn(
  patient: Patient,
  file: HookFileView,
  files: readonly HookFileView[],
  seen: readonly Agent[],
): Finding[] {
  const { agent, root, path, commands, problem, runtime } = file;
  const client = SETUPS[agent].name;
  if (problem !== undefined) return [finding("hooks_unreadable", { client, path, problem })];
  if (commands.length === 0) return [];
  const { wanted, missing } = hooksWanted(patient, file);
  if (missing.length > 0) {
    // One step mends all files that lack hooks.
    const init = initOf(patient, file);
    const agents = files.filter((each) =>
      initOf(patient, each) === init && hooksWanted(patient, each).missing.length > 0
    )
      .map(({ agent }) => agent);
    const all = `${init} --agent ${[...new Set(agents)].join(",")}`;
    return [finding("hooks_missing", { client, path, missing: named(missing.map(({ event }) => event)), init: all })];
  }
  const all = finding("all_hooks", { client, path, number: wanted.length });
  // On the first day it is no fault that no session was seen, but the finding says what may keep hooks from running.
  const trust = isTrusted(runtime, agent, path) ?? seen.includes(agent) ? undefined : trustText(agent);
  const bar = savingBar(runtime, agent, { path, root });
  const more = [
    all.detail,
    ...trust ? [unended(trust)] : [],
    ...bar === undefined ? [] : [bar === "none" ? said("asks", { agent }) : said("barred", { list: bar, path })],
  ];
  return [{ ...all, detail: inBoth((say) => more.map(say).join(say({ en: ". ", zh: "。" }))) }];
}

/** The hooks that a file is to hold, and those that it lacks, if it holds any. */
function hooksWanted({ memory }: Patient, { agent, scope, commands, runtime }: HookFileView) {
  const wanted = wantedHooks(agent, runtime, atToolsOf(memory, scope === "home"));
  return { wanted, missing: commands.length === 0 ? [] : missingHooks(commands, wanted) };
}

/** The command that writes a hook file again: `memory init`, for files of the user's home with `--global`. */
function initOf({ memory }: Patient, { agent, scope, path, runtime }: HookFileView): string {
  const { projectRoot } = memory.locations;
  const isProjects = scope === "project" || (projectRoot !== undefined &&
    hookFileOf(runtime, { scope: "project", root: projectRoot, base: "" }, agent).path === path);
  return `memory init${isProjects ? "" : " --global"}`;
}

/** Whether the client has noted that the person trusts a file's hooks; undefined for clients without such notes. */
function isTrusted(runtime: Runtime, agent: Agent, path: string): boolean | undefined {
  if (agent !== "codex") return undefined;
  const settings = readText(runtime.files, agentPath(runtime, agent, runtime.home, CODEX_SETTINGS)) ?? "";
  return codexTrusts(settings, path) || codexTrusts(settings, runtime.files.realPath(path) ?? path);
}

/** Hooks in a file of the project that the client reads only when it is started in the project's root. */
function unread(
  runtime: Runtime,
  { agent, scope, path, commands }: HookFileView,
  files: readonly HookFileView[],
): Finding[] {
  const { name: client, hooksAtHome } = SETUPS[agent];
  if (!hooksAtHome || scope === "home" || commands.length === 0) return [];
  if (files.some((file) => file.agent === agent && file.scope === "home" && file.commands.length > 0)) return [];
  return [finding("unread_below", { client, path, agent, home: userHookFile(runtime, agent) })];
}

/** Whether hooks call this binary, and no newer version has written the index. */
export function binaryVersion(patient: Patient): Finding {
  const { runtime, views } = patient;
  const real = (path: string) => runtime.files.realPath(path);
  const called = binariesOf(hookFiles(patient).flatMap(({ commands }) => commands));
  const own = runtime.execPath;
  // The person types what every page says, and a tool that was installed since may have a program of that name.
  const first = /^memory(?:\.exe)?$/.test(basename(own)) ? programOnPath(runtime, basename(own)) : undefined;
  const isOther = first !== undefined && real(first) !== real(own);
  return together([
    finding("version", { version: VERSION, path: own }),
    ...isOther ? [finding("other_in_path", { path: first, own, folder: dirname(own) })] : [],
    ...called.filter((path) => real(path) === undefined || real(path) !== real(own))
      .map((path) => finding(real(path) === undefined ? "binary_gone" : "other_binary", { path })),
    ...views.filter(({ index }) => index.state === "newer")
      .map(({ index: { problem = same("") } }) => finding("newer", { problem })),
  ]);
}

/** A finding for each settings file that switches off the hooks of a connected client. */
function hooksOff(patient: Patient, files: readonly HookFileView[]): Finding[] {
  const connected = Map.groupBy(files.filter(({ commands }) => commands.length > 0), ({ agent }) => agent);
  return [...connected].flatMap(([agent, files]) =>
    (OFF_SWITCHES[agent] ?? []).flatMap((off) =>
      filesOff(patient, files, off).map((path) =>
        finding("hooks_off", { client: SETUPS[agent].name, path, setting: off.setting })
      )
    )
  );
}

/**
 * The first settings file that names the switch, if the switch is off there. There may be two such files, since a home
 * that the person has moved is looked through separately. `connected` are the client's files with our hooks.
 */
function filesOff({ memory }: Patient, connected: readonly HookFileView[], off: OffSwitch): string[] {
  const { files, managed = [], isOff, apart } = off;
  const root = memory.locations.projectRoot;
  const counts = (scope: Scope) => !apart || connected.some((file) => file.scope === scope);
  const found = connected.flatMap(({ agent, runtime }) => {
    const at = (folder: string, names: readonly string[]) =>
      names.map((name) => agentPath(runtime, agent, folder, name));
    const paths = [
      ...managed,
      ...(root !== undefined && counts("project") ? at(root, files.project) : []),
      ...(counts("home") ? at(runtime.home, files.home) : []),
    ];
    for (const path of paths) {
      const isSo = isOff(readText(runtime.files, path) ?? "", root ?? runtime.home);
      if (isSo !== undefined) return isSo ? [path] : [];
    }
    return [];
  });
  return [...new Set(found)];
}

export type HookFileView = ReturnType<typeof hookFiles>[number];

/**
 * The hook files of the project, of the linked worktree around the working directory, and of the user. `root` holds the
 * agent's folder; `runtime` is the world as that agent sees it, since the person may have moved the agent's home.
 */
export function hookFiles(patient: Patient) {
  const { runtime } = patient;
  const root = clientsRoot(runtime, patient.memory.locations.projectRoot);
  const places = [
    ...root === undefined ? [] : [{ root, scope: "project" as const }],
    { root: runtime.home, scope: "home" as const },
  ];
  const seen = asClientsSee(runtime);
  const found = places.flatMap(({ root, scope }) =>
    AGENTS.flatMap((agent) =>
      seen.map((runtime) => {
        const path = hookFilePath(runtime, agent, { root, scope });
        return { agent, scope, root, path, runtime };
      })
    )
  );
  const first = found.filter((file, at) => found.findIndex(({ path }) => path === file.path) === at);
  return first.map((file) => ({ ...file, ...read(file) }));
}

/**
 * The content of a hook file: our commands, whether others call memory, and the reason if the client can't read it.
 * There is no text where the file is missing or unreadable.
 */
function read({ runtime, agent, path, root }: { runtime: Runtime; agent: Agent; path: string; root: string }) {
  const unread = { text: undefined, commands: [], byHand: false };
  const calls = ({ command }: { command: string }) => mayCallMemory(runtime, root, command);
  try {
    const bytes = runtime.files.read(path);
    if (!bytes) return { ...unread, problem: undefined };
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const edited = withHooks(text, agent, []);
    const problem = typeof edited === "string" ? undefined : edited.problem;
    return { text, commands: ourCommands(text, agent), byHand: commandsIn(text, agent).some(calls), problem };
  } catch (error) {
    return { ...unread, problem: reasonTold(error) };
  }
}

/** Whether a hook that a person wrote calls memory, or names a script that does. */
function mayCallMemory(runtime: Runtime, root: string, command: string): boolean {
  const names = (text: string) => /\bmemory\b/i.test(text);
  // `"$CLAUDE_PROJECT_DIR"/hooks/start.sh`
  const words = command.replace(/"?\$\{?\w+\}?"?\//g, "").match(/[^\s"'`;|&()<>]+/g) ?? [];
  return names(command) || words.some((word) => {
    const path = resolve(root, word);
    const isFile = runtime.files.stat(path)?.kind === "file";
    return isFile && names(new TextDecoder().decode(runtime.files.readRange(path, 0, SCRIPT_BYTES)));
  });
}

/** More than a script of hooks has; a program may be named, too. */
const SCRIPT_BYTES = 65_536;

/** Whether an older memory tool still works here, or has left something behind. */
export function olderTools({ runtime, memory: { locations, global }, layer }: Patient): Finding {
  const { projectRoot, projectFolder, globalFolder } = locations;
  const told = (text: Sentence, command: string) => finding("to_run", { told: text, command });
  const found = (spot: DataPlace): Finding[] => {
    const isHome = spot.layer === "global";
    const wiring = olderWiring(runtime, { root: spot.root, scope: isHome ? "home" : "project" });
    const text = unended(olderWiringText(wiring, isHome));
    // An import takes the records of another folder, and leaves the team's notes there.
    const unread = (spot.passedOver ?? []).filter((folder) =>
      runtime.files.list(join(folder, SHARE_FOLDER)).length > 0
    );
    return [
      ...wiring.length === 0 ? [] : [told(text, `memory init${isHome ? " --global" : ""} --take-over`)],
      ...olderData(runtime, spot).map((data) => told(olderDataText(data), data.command)),
      ...unread.map((folder) => finding("not_read", { folder, read: spot.dataFolder })),
    ];
  };
  const findings = [
    ...projectRoot !== undefined && projectFolder !== undefined && layer !== "global"
      ? found({ root: projectRoot, dataFolder: projectFolder, layer: "project", passedOver: locations.passedOver })
      : [],
    ...global !== undefined && layer !== "project"
      ? found({ root: runtime.home, dataFolder: globalFolder, layer: "global" })
      : [],
  ];
  return findings.length > 0 ? together(findings) : finding("none");
}
