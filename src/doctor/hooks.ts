/** The clients: do they call memory, do they call this binary, is memory switched on? */
import { agentPath, SETUPS, userHookFile } from "../agents/setup.ts";
import { binaryOf } from "../agents/command.ts";
import type { Agent } from "../agents/event.ts";
import { agentNamed } from "../agents/mod.ts";
import { CODEX_SETTINGS, codexTrusts } from "../agents/off_switch.ts";
import { readText } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import { same } from "../sentence.ts";
import { mayCall } from "../setup/hook_changes.ts";
import { ownPaths } from "../setup/changes.ts";
import { textsInStep } from "../setup/switches.ts";
import { trustText } from "../setup/words.ts";
import { disabledReason } from "../store/memory.ts";
import { sessionStates } from "../store/session_state.ts";
import { VERSION } from "../version.ts";
import { type Check, fail, type Finding, pass, type Patient, together, warn } from "./check.ts";
import { hookFiles, type HookFileView } from "./hook_files.ts";
import { hooksOff } from "./hooks_off.ts";

/** Whether a client calls memory here, with all events. */
export const hooksInstalled: Check = (patient) => {
  const { say } = patient;
  const files = hookFiles(patient);
  const seen = seenAgents(patient);
  const findings = files.flatMap((file) => [...looked(patient, file, seen), ...unread(patient, file, files)]);
  const others = seen.filter((agent) => !isSetUp(files, agent));
  if (others.length > 0) {
    findings.push(pass(say({
      en: `sessions of ${others.join(", ")} were seen`,
      zh: `见到过 ${others.join("、")} 的会话`,
    })));
  } else if (!files.some(({ commands }) => commands.length > 0)) {
    findings.unshift(warn(
      say({ en: "no client calls memory here", zh: "没有客户端在这里调用 memory" }),
      say({ en: "Run `memory init` in the project", zh: "请在项目中运行 `memory init`" }),
    ));
  }
  const off = switchedOff(patient);
  return together(say, [...off ? [off] : [], ...textsApart(patient), ...hooksOff(patient), ...findings]);
};

function textsApart({ memory, say }: Patient): Finding[] {
  if (textsInStep(memory)) return [];
  return [warn(
    say({
      en: "installed rules and skills say something else than the settings",
      zh: "已安装的规则和 skill 与设置不一致",
    }),
    say({ en: "Run `memory doctor --fix`", zh: "请运行 `memory doctor --fix`" }),
  )];
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

function switchedOff({ memory, say }: Patient): Finding | undefined {
  const reason = disabledReason(memory);
  if (reason === undefined) return undefined;
  return warn(
    say({ en: `memory is switched off: ${reason.en}`, zh: `记忆已关闭：${reason.zh}` }),
    say({ en: "Switch it on with `memory enable`", zh: "用 `memory enable` 打开" }),
  );
}

function looked(
  { say, language }: Patient,
  { agent, root, path, commands, problem, runtime }: HookFileView,
  seen: readonly Agent[],
): Finding[] {
  const client = SETUPS[agent].name;
  if (problem !== undefined) {
    return [fail(
      say({ en: `${client} can't read ${path}: ${problem.en}`, zh: `${client} 无法读取 ${path}：${problem.zh}` }),
      say({ en: `Mend ${path} by hand, then run \`memory init\``, zh: `请手工修复 ${path}，再运行 \`memory init\`` }),
    )];
  }
  if (commands.length === 0) return [];
  const wanted = SETUPS[agent].hooks(runtime).map(({ event }) => event);
  const missing = wanted.filter((event) => !commands.some((command) => command.event === event));
  if (missing.length === 0) {
    const all = say({
      en: `${client}: all ${wanted.length} in ${path}`,
      zh: `${client}：${path} 中 ${wanted.length} 个齐全`,
    });
    // That they were never called is no fault on the first day; why they may never be is worth a word.
    const trust = isTrusted(runtime, agent, path) ?? seen.includes(agent) ? undefined : trustText(language, agent);
    // Findings are joined with signs of their own.
    const open = trust?.replace(/[.。]$/, "");
    const asks = mayCall(runtime, agent, { path, root }) === false
      ? say({
        en: `It asks before each save; \`memory init --agent ${agent} --allow\` lets it save by itself`,
        zh: `它每次保存前都会询问；\`memory init --agent ${agent} --allow\` 让它直接保存`,
      })
      : undefined;
    const more = [open, asks].filter((each) => each !== undefined);
    return [pass([all, ...more].join(say({ en: ". ", zh: "。" })))];
  }
  return [warn(
    say({
      en: `${client}: ${missing.join(", ")} missing in ${path}`,
      zh: `${client}：${path} 缺少 ${missing.join("、")}`,
    }),
    say({ en: `Run \`memory init --agent ${agent}\``, zh: `请运行 \`memory init --agent ${agent}\`` }),
  )];
}

/** Whether the client notes that the hooks of a file were trusted; undefined where it is not known to note it. */
function isTrusted(runtime: Runtime, agent: Agent, path: string): boolean | undefined {
  if (agent !== "codex") return undefined;
  const settings = readText(runtime.files, agentPath(runtime, agent, runtime.home, CODEX_SETTINGS)) ?? "";
  return codexTrusts(settings, path) || codexTrusts(settings, runtime.files.realPath(path) ?? path);
}

/** Hooks in a file of the project that the client reads only when it is started in the project's root. */
function unread(
  { runtime, say }: Patient,
  { agent, scope, path, commands }: HookFileView,
  files: readonly HookFileView[],
): Finding[] {
  const { name, hooksAtHome } = SETUPS[agent];
  if (!hooksAtHome || scope === "home" || commands.length === 0) return [];
  if (files.some((file) => file.agent === agent && file.scope === "home" && file.commands.length > 0)) return [];
  const home = userHookFile(runtime, agent);
  return [warn(
    say({
      en: `${name} reads ${path} only when it is started in that folder; below it no hook runs`,
      zh: `${name} 只有在该目录中启动时才读 ${path}；在其下的目录里钩子不会运行`,
    }),
    say({
      en: `Run \`memory init --agent ${agent}\`, which moves them to ${home}`,
      zh: `请运行 \`memory init --agent ${agent}\`，把它们移到 ${home}`,
    }),
  )];
}

/** Whether hooks call this binary, and its data is not too new for it. */
export const binaryVersion: Check = (patient) => {
  const { runtime, say, views } = patient;
  const called = new Set(
    hookFiles(patient).flatMap(({ commands }) => commands.flatMap(({ command }) => binaryOf(command) ?? [])),
  );
  const findings: Finding[] = [pass(`${VERSION} (${runtime.execPath})`)];
  for (const path of called) {
    const real = runtime.files.realPath(path);
    if (real === undefined) {
      findings.push(fail(
        say({ en: `hooks call ${path}, which is gone`, zh: `钩子调用的 ${path} 已不存在` }),
        say({
          en: "Run `memory doctor --fix`, which lets them call this binary",
          zh: "请运行 `memory doctor --fix`，让钩子改用当前程序",
        }),
      ));
    } else if (real !== runtime.files.realPath(runtime.execPath)) {
      findings.push(warn(
        say({ en: `hooks call another binary: ${path}`, zh: `钩子调用的是另一个程序：${path}` }),
        say({
          en: "If that is not meant, run `memory init` with the binary that you want",
          zh: "若非有意，请用想要的程序运行 `memory init`",
        }),
      ));
    }
  }
  for (const { index: { state, problem = same("") } } of views) {
    if (state === "newer") findings.push(fail(say(problem), say({ en: "Update `memory`", zh: "请升级 `memory`" })));
  }
  return together(say, findings);
};
