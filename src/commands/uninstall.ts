/** `memory uninstall` */
import { AGENTS } from "../agents/event.ts";
import { choice, flag, maybe, withDefault } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { uninstall as remove } from "../setup/mod.ts";
import { setupText } from "./setup_text.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary: { en: "Take back what init wrote; the memory itself stays", zh: "撤回 init 写入的内容；记忆本身保留" },
  about: {
    en: `Hooks, rules, skills and commands of memory go; files that were there before become what they were.
What you wrote into one of ours is copied first, and named. --purge erases the memory too: the first call only shows what
would go and gives a token, the second one takes it.`,
    zh: `移除 memory 的钩子、规则、技能和命令；原来就有的文件恢复原样。你写进我们文件里的内容会先另存并告知。
--purge 连记忆一起清除：第一次只显示将清除什么并给出确认码，第二次带上确认码才执行。`,
  },
  examples: [
    "memory uninstall",
    "memory uninstall --dry-run",
    "memory uninstall --global --caches",
    "memory uninstall --purge",
  ],
  args: {
    global: flag({ en: "From your home folder", zh: "从主目录中移除" }),
    agent: withDefault(choice({ en: "From which client", zh: "从哪个客户端移除" }, [...AGENTS, "auto"]), "auto"),
    caches: flag({
      en: "Also models and unpacked libraries, which all projects share",
      zh: "连同所有项目共用的模型和解包的库",
    }),
    purge: flag({ en: "Also the memory itself, with all its backups", zh: "连同记忆本身及其全部备份" }),
    confirm: maybe(
      { en: "Carry out the purge that the token's preview has shown", zh: "执行该确认码预览过的清除" },
      "TOKEN",
    ),
    dryRun: flag({ en: "Only list what would be taken away", zh: "只列出将移除的内容" }),
  },
  run({ runtime, args, projectPath, forPerson }) {
    const { confirm, ...wishes } = args;
    // A bare --confirm is a preview too: what can't be taken back needs the token.
    const token = typeof confirm === "string" ? confirm : undefined;
    const told = forPerson ? undefined : "en";
    const result = remove(runtime, { ...wishes, projectPath, lang: undefined, told, share: undefined, token });
    return result.dry_run ? preview(result) : ok(result);
  },
  render: setupText,
});
