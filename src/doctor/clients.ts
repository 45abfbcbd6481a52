/**
 * Checks of the clients: do they call memory and this binary, does a file keep them from running hooks, is memory
 * switched on, does a memory tool from before still work beside it?
 *
 * @module
 */
import { binaryOf } from "../agents/command.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { ourCommands, withHooks } from "../agents/hook_file.ts";
import { agentNamed } from "../agents/mod.ts";
import { CODEX_SETTINGS, codexTrusts, OFF_SWITCHES, type OffSwitch } from "../agents/off_switch.ts";
import { agentPath, type Scope, SETUPS, userHookFile } from "../agents/setup.ts";
import { reasonTold } from "../errors.ts";
import { readText } from "../files.ts";
import { gitRoot, mainWorktree } from "../git/worktree.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { same, type Sentence } from "../sentence.ts";
import { ownPaths } from "../setup/changes.ts";
import { mayCall } from "../setup/hook_changes.ts";
import { olderData, olderWiring } from "../setup/older_tools.ts";
import { asClientsSee } from "../setup/place.ts";
import { textsInStep } from "../setup/switches.ts";
import { olderDataText, olderWiringText, trustText } from "../setup/words.ts";
import { disabledReason } from "../store/memory.ts";
import { sessionStates } from "../store/session_state.ts";
import { VERSION } from "../version.ts";
import { type Check, fail, type Finding, inBoth, pass, type Patient, together, warn } from "./check.ts";

/** Whether a client calls memory here, with all events. */
export const hooksInstalled: Check = (patient) => {
  const files = hookFiles(patient);
  const seen = seenAgents(patient);
  const findings = files.flatMap((file) => [...looked(patient, file, seen), ...unread(patient, file, files)]);
  const others = seen.filter((agent) => !isSetUp(files, agent));
  if (others.length > 0) {
    findings.push(pass({ en: `sessions of ${others.join(", ")} were seen`, zh: `见到过 ${others.join("、")} 的会话` }));
  } else if (!files.some(({ commands }) => commands.length > 0)) {
    findings.unshift(
      warn({ en: "no client calls memory here", zh: "没有客户端在这里调用 memory" }, {
        en: "Run `memory init` in the project",
        zh: "请在项目中运行 `memory init`",
      }),
    );
  }
  const off = switchedOff(patient);
  return together([...off ? [off] : [], ...textsApart(patient), ...hooksOff(patient), ...findings]);
};

function textsApart({ memory }: Patient): Finding[] {
  if (textsInStep(memory)) return [];
  return [
    warn({
      en: "installed rules and skills say something else than the settings",
      zh: "已安装的规则和 skill 与设置不一致",
    }, { en: "Run `memory doctor --fix`", zh: "请运行 `memory doctor --fix`" }),
  ];
}

function seenAgents({ views }: Patient): readonly Agent[] {
  const names = views.flatMap(({ store }) => sessionStates(store).map(({ agent }) => agent ?? ""));
  return [...new Set(names.flatMap((name) => agentNamed(name) ?? []))];
}

/** Whether init has connected an agent here; one that calls memory without it has hooks that somebody wrote by hand. */
function isSetUp(files: readonly HookFileView[], agent: Agent): boolean {
  return files.filter((file) => file.agent === agent).some(({ commands, root, runtime }) =>
    commands.length > 0 || ownPaths(runtime, root, agent).some((path) => runtime.files.stat(path))
  );
}

function switchedOff({ memory }: Patient): Finding | undefined {
  const reason = disabledReason(memory);
  if (reason === undefined) return undefined;
  return warn({ en: `memory is switched off: ${reason.en}`, zh: `记忆已关闭：${reason.zh}` }, {
    en: "Switch it on with `memory enable`",
    zh: "用 `memory enable` 打开",
  });
}

function looked(
  { language }: Patient,
  { agent, root, path, commands, problem, runtime }: HookFileView,
  seen: readonly Agent[],
): Finding[] {
  const client = SETUPS[agent].name;
  if (problem !== undefined) {
    return [
      fail({ en: `${client} can't read ${path}: ${problem.en}`, zh: `${client} 无法读取 ${path}：${problem.zh}` }, {
        en: `Mend ${path} by hand, then run \`memory init\``,
        zh: `请手工修复 ${path}，再运行 \`memory init\``,
      }),
    ];
  }
  if (commands.length === 0) return [];
  const wanted = SETUPS[agent].hooks(runtime).map(({ event }) => event);
  const missing = wanted.filter((event) => !commands.some((command) => command.event === event));
  if (missing.length === 0) {
    const all = {
      en: `${client}: all ${wanted.length} in ${path}`,
      zh: `${client}：${path} 中 ${wanted.length} 个齐全`,
    };
    // That they were never called is no fault on the first day; why they may never be is worth a word.
    const trust = isTrusted(runtime, agent, path) ?? seen.includes(agent) ? undefined : trustText(language, agent);
    // Findings are joined with signs of their own.
    const open = trust && same(trust.replace(/[.。]$/, ""));
    const asks = mayCall(runtime, agent, { path, root }) === false
      ? {
        en: `It asks before each save; \`memory init --agent ${agent} --allow\` lets it save by itself`,
        zh: `它每次保存前都会询问；\`memory init --agent ${agent} --allow\` 让它直接保存`,
      }
      : undefined;
    const more = [open, asks].filter((each) => each !== undefined && each !== "");
    return [pass(inBoth((say) => [all, ...more].map(say).join(say({ en: ". ", zh: "。" }))))];
  }
  return [
    warn({
      en: `${client}: ${missing.join(", ")} missing in ${path}`,
      zh: `${client}：${path} 缺少 ${missing.join("、")}`,
    }, { en: `Run \`memory init --agent ${agent}\``, zh: `请运行 \`memory init --agent ${agent}\`` }),
  ];
}

/** Whether the client notes that the hooks of a file were trusted; undefined where it is not known to note it. */
function isTrusted(runtime: Runtime, agent: Agent, path: string): boolean | undefined {
  if (agent !== "codex") return undefined;
  const settings = readText(runtime.files, agentPath(runtime, agent, runtime.home, CODEX_SETTINGS)) ?? "";
  return codexTrusts(settings, path) || codexTrusts(settings, runtime.files.realPath(path) ?? path);
}

/** Hooks in a file of the project that the client reads only when it is started in the project's root. */
function unread(
  { runtime }: Patient,
  { agent, scope, path, commands }: HookFileView,
  files: readonly HookFileView[],
): Finding[] {
  const { name, hooksAtHome } = SETUPS[agent];
  if (!hooksAtHome || scope === "home" || commands.length === 0) return [];
  if (files.some((file) => file.agent === agent && file.scope === "home" && file.commands.length > 0)) return [];
  const home = userHookFile(runtime, agent);
  return [
    warn({
      en: `${name} reads ${path} only when it is started in that folder; below it no hook runs`,
      zh: `${name} 只有在该目录中启动时才读 ${path}；在其下的目录里钩子不会运行`,
    }, {
      en: `Run \`memory init --agent ${agent}\`, which moves them to ${home}`,
      zh: `请运行 \`memory init --agent ${agent}\`，把它们移到 ${home}`,
    }),
  ];
}

/** Whether hooks call this binary, and its data is not too new for it. */
export const binaryVersion: Check = (patient) => {
  const { runtime, views } = patient;
  const called = new Set(
    hookFiles(patient).flatMap(({ commands }) => commands.flatMap(({ command }) => binaryOf(command) ?? [])),
  );
  const findings: Finding[] = [pass(same(`${VERSION} (${runtime.execPath})`))];
  for (const path of called) {
    const real = runtime.files.realPath(path);
    if (real === undefined) {
      findings.push(
        fail({ en: `hooks call ${path}, which is gone`, zh: `钩子调用的 ${path} 已不存在` }, {
          en: "Run `memory doctor --fix`, which lets them call this binary",
          zh: "请运行 `memory doctor --fix`，让钩子改用当前程序",
        }),
      );
    } else if (real !== runtime.files.realPath(runtime.execPath)) {
      findings.push(
        warn({ en: `hooks call another binary: ${path}`, zh: `钩子调用的是另一个程序：${path}` }, {
          en: "If that is not meant, run `memory init` with the binary that you want",
          zh: "若非有意，请用想要的程序运行 `memory init`",
        }),
      );
    }
  }
  for (const { index: { state, problem = same("") } } of views) {
    if (state === "newer") findings.push(fail(problem, { en: "Update `memory`", zh: "请升级 `memory`" }));
  }
  return together(findings);
};

/** What to say of the clients that call memory here and are told to run no hooks. */
function hooksOff(patient: Patient): Finding[] {
  const connected = Map.groupBy(hookFiles(patient).filter(({ commands }) => commands.length > 0), ({ agent }) => agent);
  return [...connected].flatMap(([agent, files]) =>
    (OFF_SWITCHES[agent] ?? []).flatMap((off) =>
      filesOff(patient, files, off).map((path) => told(patient, SETUPS[agent].name, path, off))
    )
  );
}

function told(_: Patient, name: string, path: string, { setting }: OffSwitch): Finding {
  return warn({
    en: `${name} runs no hooks: ${path} says so (${setting})`,
    zh: `${name} 不运行钩子：${path} 里这样写着（${setting}）`,
  }, { en: `Change ${setting} there, if memory is wanted`, zh: `若要使用记忆，请改掉其中的 ${setting}` });
}

/**
 * The first file that says anything of it, if it says that hooks are off. A home that was moved has its own say.
 *
 * @param connected the client's files with our hooks
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

/** A hook file as doctor sees it. */
export interface HookFileView {
  readonly agent: Agent;
  readonly scope: Scope;
  /** The folder that holds the agent's folder. */
  readonly root: string;
  readonly path: string;
  /** The world as the agent sees it whose file this is: its person may have moved its home. */
  readonly runtime: Runtime;
  /** Undefined when there is no such file, or none that can be read. */
  readonly text: string | undefined;
  readonly commands: readonly { readonly event: string; readonly command: string }[];
  /** Why the client can't read it either. */
  readonly problem: Sentence | undefined;
}

/** The hook files of the project, of the linked worktree we are in, and of the user. */
export function hookFiles(patient: Patient): HookFileView[] {
  const { runtime } = patient;
  const places: { root: string; scope: Scope }[] = projectRoots(patient).map((root) => ({ root, scope: "project" }));
  places.push({ root: runtime.home, scope: "home" });
  const seen = asClientsSee(runtime);
  const found = places.flatMap(({ root, scope }) =>
    AGENTS.flatMap((agent) =>
      seen.map((runtime) => {
        const path = agentPath(runtime, agent, root, SETUPS[agent].hookFile[scope]);
        return { agent, scope, root, path, runtime };
      })
    )
  );
  const first = found.filter((file, at) => found.findIndex(({ path }) => path === file.path) === at);
  return first.map((file) => ({ ...file, ...read(patient, file.agent, file.path) }));
}

function projectRoots({ runtime, memory }: Patient): string[] {
  const { projectRoot } = memory.locations;
  const here = gitRoot(runtime, runtime.cwd());
  const isLinked = here !== undefined && here !== projectRoot && mainWorktree(runtime, here) === projectRoot;
  return [...projectRoot === undefined ? [] : [projectRoot], ...isLinked ? [here] : []];
}

function read({ runtime }: Patient, agent: Agent, path: string) {
  const { shape } = SETUPS[agent];
  try {
    const bytes = runtime.files.read(path);
    if (!bytes) return { text: undefined, commands: [], problem: undefined };
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const edited = withHooks(text, shape, []);
    const problem = typeof edited === "string" ? undefined : edited.problem;
    return { text, commands: ourCommands(text, shape), problem };
  } catch (error) {
    return { text: undefined, commands: [], problem: reasonTold(error) };
  }
}

interface Spot {
  readonly root: string;
  readonly dataFolder: string;
  readonly layer: Layer;
}

/** Whether an older memory tool still works here, or has left something behind. */
export const olderTools: Check = (patient) => {
  const findings = spotsOf(patient).flatMap((spot) => [...wired(patient, spot), ...remembered(patient, spot)]);
  const none = { en: "none", zh: "无" };
  return findings.length > 0 ? together(findings) : pass(none);
};

function spotsOf({ runtime, memory: { locations, global }, layer }: Patient): Spot[] {
  const { projectRoot, projectFolder, globalFolder } = locations;
  return [
    ...projectRoot !== undefined && projectFolder !== undefined && layer !== "global"
      ? [{ root: projectRoot, dataFolder: projectFolder, layer: "project" as const }]
      : [],
    ...global !== undefined && layer !== "project"
      ? [{ root: runtime.home, dataFolder: globalFolder ?? global.folder, layer: "global" as const }]
      : [],
  ];
}

function wired({ runtime, language }: Patient, { root, layer }: Spot): Finding[] {
  const isHome = layer === "global";
  const wiring = olderWiring(runtime, { root, scope: isHome ? "home" : "project" });
  if (wiring.length === 0) return [];
  const command = `memory init${isHome ? " --global" : ""} --take-over`;
  return [
    warn(same(olderWiringText(language, wiring, isHome).replace(/[.。]$/, "")), {
      en: `Run \`${command}\``,
      zh: `请运行 \`${command}\``,
    }),
  ];
}

function remembered({ runtime, language }: Patient, spot: Spot): Finding[] {
  return olderData(runtime, spot).map((found) =>
    warn(same(olderDataText(language, found)), { en: `Run \`${found.command}\``, zh: `请运行 \`${found.command}\`` })
  );
}
