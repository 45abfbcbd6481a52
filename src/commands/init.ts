/** `memory init` */
import { AGENTS } from "../agents/event.ts";
import { choice, flag, withDefault } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { fail } from "../errors.ts";
import { SHARES } from "../setup/install.ts";
import { install } from "../setup/mod.ts";
import { openMemory } from "../store/memory.ts";
import { setupText } from "./setup_text.ts";

export const init = defineCommand({
  name: "init",
  summary: {
    en: "Give this project a memory, and connect your coding agents to it",
    zh: "让项目拥有记忆，并接好它的客户端",
  },
  about: {
    en:
      `Connects Cursor, Claude Code, Codex, Gemini CLI, Qwen Code and Copilot CLI: those that the project, or else your home
folder, shows in use.
Works on the git root above the working directory. Adds to files that are there and never overwrites what you wrote;
twice is the same as once, and \`memory uninstall\` takes all of it back. The memory is private: git sees nothing of it unless
--share says so. The embedding model (search by meaning) is fetched too when its hub answers; without it search
goes by word.`,
    zh: `接入项目中在用的 Cursor、Claude Code、Codex、Gemini CLI、Qwen Code、Copilot CLI；项目中看不出来就看主目录。
作用于工作目录之上的 git 根目录。只往已有文件里添加，从不覆盖你写的内容；执行两次与一次相同，
\`memory uninstall\` 全部收回。记忆是私有的：不加 --share，git 看不到。模型站点有响应时，
同时下载嵌入模型（用于按语义搜索）；没有模型就按词搜索。`,
  },
  examples: [
    "memory init",
    "memory init --dry-run",
    "memory init --skip-model",
    "memory init --agent claude --lang zh",
    "memory init --agent codex",
    "memory init --global",
    "memory init --share notes",
    "memory init --take-over --dry-run",
    "memory init --no-allow",
  ],
  args: {
    global: flag({
      en: "For all your projects: the clients' files in your home folder, and the global memory",
      zh: "用于你的所有项目：主目录中各客户端的文件和全局记忆",
    }),
    agent: withDefault(
      choice({
        en: "Which client to connect; auto: those whose folders exist",
        zh: "接入哪个客户端；auto：目录已存在的那些",
      }, [...AGENTS, "auto"]),
      "auto",
    ),
    lang: choice({ en: "Language of rules, skills and prompts", zh: "规则、技能和提示语的语言" }, ["zh", "en"]),
    share: choice({ en: "What git may see of the memory", zh: "git 可以看到哪些记忆" }, SHARES),
    takeOver: flag({
      en: "Take out the hooks, rule and skill of an older memory tool; `memory uninstall` puts them back",
      zh: "取下旧记忆工具的钩子、规则和技能；`memory uninstall` 会放回",
    }),
    skipModel: flag({
      en: "Do not fetch the embedding model; `memory model download` does it later",
      zh: "不下载嵌入模型；以后可用 `memory model download`",
    }),
    allow: flag({
      en:
        "Let the agent save and look up without asking each time, as in a client that is connected for the first time",
      zh: "让 agent 保存和查询时不再逐次询问；首次接入的客户端默认如此",
    }),
    noAllow: flag({
      en: "Let it ask each time, and take such rules back",
      zh: "每次都询问，并收回这样的规则",
    }),
    dryRun: flag({ en: "Only list what would be written", zh: "只列出将写入的内容" }),
  },
  async run({ runtime, args, projectPath, quiet, forPerson }) {
    const { global, agent, lang, share, dryRun, takeOver, skipModel } = args;
    const allow = allowIn(args);
    const told = forPerson ? undefined : "en";
    const result = install(runtime, { global, projectPath, agent, lang, told, share, allow, dryRun, takeOver });
    if (dryRun) return preview(result);
    if (skipModel) return ok(result);
    const { fetchFirst } = await import("./model/first_fetch.ts");
    const { config } = openMemory(runtime, { projectPath: result.root });
    return ok({ ...result, model: await fetchFirst(runtime, config, { quiet }) });
  },
  render: setupText,
});

/** Throws INVALID_ARGUMENT for both. */
function allowIn({ allow, noAllow }: { readonly allow: boolean; readonly noAllow: boolean }): boolean | undefined {
  if (allow && noAllow) {
    fail("INVALID_ARGUMENT", {
      en: "--allow and --no-allow exclude each other",
      zh: "--allow 与 --no-allow 不能同时使用",
    }, { en: "Leave one of them out", zh: "请去掉其中一个" });
  }
  return allow ? true : noAllow ? false : undefined;
}
