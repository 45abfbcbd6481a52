/** What init and uninstall tell a person, in both languages. */
import { counted, size } from "../cli/terminal.ts";
import type { Agent } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import type { Language } from "../sentence.ts";
import { OLDER_TOOLS } from "../agents/older_tools.ts";
import type { Remark } from "./install.ts";
import type { OlderData, OlderWiring } from "./older_tools.ts";
import type { Purge } from "./remove.ts";

/** A remark as a sentence or two. */
export function remarkText(language: Language, remark: Remark): string {
  switch (remark.about) {
    case "tracked_hooks":
      return language === "zh"
        ? `${remark.insteadOf} 已由 git 跟踪，提交它会暴露本机路径，所以钩子写进了 ${remark.path}，对你的所有项目生效；没有记忆的项目不受影响。`
        : `${remark.insteadOf} is tracked by git and must not name a path of this machine, so the hooks went into ${remark.path}. They run in all your projects and do nothing where there is no memory.`;
    case "user_hooks": {
      const { name } = SETUPS[remark.agent];
      return language === "zh"
        ? `${name} 的钩子在 ${remark.path}，对你的所有项目生效；没有记忆的项目不受影响。`
        : `${name}'s hooks are in ${remark.path}. They run in all your projects and do nothing where there is no memory.`;
    }
    case "allowed": {
      const names = listed(remark.agents.map((agent) => SETUPS[agent].name), language, "and");
      return language === "zh"
        ? `${names} 保存和查找时不再逐次问你，否则每次保存都要等你点头；删除和改设置仍会先问。不想这样：memory init --no-allow`
        : `${names} may save and look up without asking, because each save waits for your yes otherwise; deleting and settings still ask. To undo: memory init --no-allow`;
    }
    case "not_allowed": {
      const names = listed(remark.agents.map((agent) => SETUPS[agent].name), language, "and");
      return language === "zh"
        ? `${names} 每次保存前都会问你。要让它直接保存和查询：memory init --allow`
        : `${names} will ask you before each save. To let it save and look up by itself: memory init --allow`;
    }
    case "tracked_files":
      return language === "zh"
        ? `下列文件已由 git 跟踪，里面写着本机路径，提交前请留意：${remark.paths.join("、")}`
        : `These files are tracked by git and now name a path of this machine; look at them before you commit: ${
          remark.paths.join(", ")
        }`;
    case "switched_off":
      return language === "zh"
        ? `记忆目前是关闭的：${remark.reason.zh}`
        : `Memory is switched off here at the moment: ${remark.reason.en}`;
    case "older_wiring":
      return olderWiringText(language, remark.wiring, remark.isHome);
    case "settings":
      return remark.said[language];
    case "hooks_stay":
      return language === "zh"
        ? `${remark.path} 里的钩子保留，因为这些项目还要用：${remark.projects.join("、")}`
        : `The hooks in ${remark.path} stay, because these projects need them: ${remark.projects.join(", ")}`;
    case "shared_memory":
      return language === "zh"
        ? `这里是链接的 worktree，与主 worktree 共用一份记忆：${remark.path}`
        : `This is a linked worktree; it shares the memory of its main worktree: ${remark.path}`;
  }
}

/** What an older memory tool wired, what comes of it, and how to take it out. */
export function olderWiringText(language: Language, wiring: readonly OlderWiring[], isHome: boolean): string {
  const command = `memory init${isHome ? " --global" : ""} --take-over`;
  const named = (words: Language) =>
    wiring.map(({ tool, file, events }) => {
      const name = OLDER_TOOLS[tool][words];
      const path = isHome ? `~/${file}` : file;
      const what = events.length > 0 ? `${path}: ${events.join(words === "zh" ? "、" : ", ")}` : path;
      return words === "zh" ? `${name}（${what}）` : `${name} (${what})`;
    }).join(words === "zh" ? "；" : "; ");
  return language === "zh"
    ? `这里还接着旧的记忆工具：${
      named("zh")
    }。agent 会收到两份上下文、被要求保存两次。用 \`${command}\` 取下它，\`memory uninstall\` 会原样放回。`
    : `An older memory tool is wired here: ${
      named("en")
    }. The agent would be given two contexts and asked to save twice. \`${command}\` takes it out; \`memory uninstall\` puts every byte back.`;
}

/** What an older tool remembered, and the command that takes it in. */
export function olderDataText(language: Language, { tool, records, command }: OlderData): string {
  return language === "zh"
    ? `${OLDER_TOOLS[tool].zh}的 ${records} 条记忆还没有导入：\`${command}\``
    : `Not here yet: ${counted(records, "record")} of ${OLDER_TOOLS[tool].en}. \`${command}\` takes ${
      records === 1 ? "it" : "them"
    } in`;
}

/** Where the copy of a changed file is. */
export function editedText(language: Language, path: string, copy: string): string {
  return language === "zh"
    ? `${path} 被改动过，原内容已另存为 ${copy}`
    : `${path} had been changed; a copy of it is ${copy}`;
}

/** What happens from now on. */
export function nextSteps(
  language: Language,
  { agents, isHome, isEmpty, core, older }: {
    readonly agents: readonly Agent[];
    readonly isHome: boolean;
    readonly isEmpty: boolean;
    readonly core: string;
    readonly older: readonly OlderData[];
  },
): readonly string[] {
  const clients = listed(agents.map((agent) => SETUPS[agent].name), language);
  const start = language === "zh"
    ? `接下来：在${isHome ? "任意项目" : "本项目"}里新开一个 ${clients} 会话。它知道以前定下的事，会自己存、自己查。`
    : `Next: start a new ${clients} session ${
      isHome ? "in any project" : "here"
    }. It knows what was decided, and saves and looks up by itself.`;
  const empty = language === "zh"
    ? `记忆现在是空的。对 agent 说“记住这个：……”，或者把你最在意的、尤其是“不要”什么写进 ${core}。`
    : `The memory is still empty. Tell the agent "remember this: …", or write what matters most to you into ${core}.`;
  const see = `memory show${isHome ? " --layer global" : ""}`;
  const show = language === "zh" ? `随时查看：${see}` : `See what was kept: ${see}`;
  const trust = agents.flatMap((agent) => trustText(language, agent) ?? []);
  const told = older.length > 0 ? older.map((each) => olderDataText(language, each)) : isEmpty ? [empty] : [];
  return [start, ...trust, ...told, show];
}

/** What the person has to do before the client runs our hooks; undefined for one that runs them as they are. */
export function trustText(language: Language, agent: Agent): string | undefined {
  const { name, trusts } = SETUPS[agent];
  switch (trusts) {
    case "hooks":
      return language === "zh"
        ? `${name} 下次启动时会问是否信任这些钩子（之后也可输入 /hooks）：不信任就不运行。程序换了位置要再信任一次。`
        : `${name} asks at its next start whether you trust the hooks (later: /hooks), and runs none before. A binary that moves has to be trusted again.`;
    case "folder":
      return language === "zh"
        ? `${name} 只在你信任的目录里运行钩子，第一次在那里启动时会问你。`
        : `${name} runs hooks only in folders that you trust, and asks when it first starts in one.`;
    case undefined:
      return undefined;
  }
}

function listed(names: readonly string[], language: Language, joined: "and" | "or" = "or"): string {
  const [last = "", ...others] = names.toReversed();
  if (others.length === 0) return last;
  const first = others.toReversed().join(language === "zh" ? "、" : ", ");
  return language === "zh" ? `${first} ${joined === "or" ? "或" : "和"} ${last}` : `${first} ${joined} ${last}`;
}

/** What stays after uninstall. */
export function dataStays(language: Language, folder: string): string {
  return language === "zh" ? `记忆本身还在：${folder}` : `The memory itself stays: ${folder}`;
}

/** What a purge takes with it. */
export function purgeText(language: Language, { folder, files, bytes }: Purge): string {
  const much = size(bytes);
  return language === "zh"
    ? `记忆本身也会清除：${folder}（${files} 个文件，${much}，含备份），无法恢复`
    : `The memory itself goes for good: ${folder} (${files} files, ${much}, its backups among them)`;
}

/** How a purge is confirmed. */
export function confirmText(language: Language, token: string): string {
  return language === "zh"
    ? `什么都还没动。确认清除：三秒后、五分钟内加上 --confirm ${token} 再执行一次。`
    : `Nothing is changed yet. To erase it, repeat the command with --confirm ${token}, in 3 seconds at the earliest and within 5 minutes.`;
}
