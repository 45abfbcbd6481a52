/** `memory init` and `memory uninstall` */
import { join, relative, sep } from "node:path";
import { type Agent, AGENTS } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { choice, flag, maybe, withDefault } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { pad, type Style, width } from "../cli/terminal.ts";
import { fail } from "../errors.ts";
import { isInside } from "../paths.ts";
import type { Sentence } from "../sentence.ts";
import { SHARES } from "../setup/install.ts";
import { install, type SetupFile, type SetupResult, uninstall as remove } from "../setup/mod.ts";
import { openMemory } from "../store/memory.ts";
import type { FirstFetch } from "./model/fetch.ts";

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
    noAllow: flag({ en: "Let it ask each time, and take such rules back", zh: "每次都询问，并收回这样的规则" }),
    dryRun: flag({ en: "Only list what would be written", zh: "只列出将写入的内容" }),
  },
  async run({ runtime, args, projectPath, quiet, forPerson }) {
    const { global, agent, lang, share, dryRun, takeOver, skipModel } = args;
    const allow = allowIn(args);
    const told = forPerson ? undefined : "en";
    const result = install(runtime, { global, projectPath, agent, lang, told, share, allow, dryRun, takeOver });
    if (dryRun) return preview(result, setupText);
    if (skipModel) return ok(result, setupText);
    const { fetchFirst } = await import("./model/fetch.ts");
    const { config } = openMemory(runtime, { projectPath: result.root });
    return ok({ ...result, model: await fetchFirst(runtime, config, { quiet }) }, setupText);
  },
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
    return result.dry_run ? preview(result, setupText) : ok(result, setupText);
  },
});

type Action = SetupFile["action"];

const DONE: Readonly<Record<Action, Sentence>> = {
  create: { en: "created", zh: "新建" },
  merge: { en: "added to", zh: "加入" },
  rewrite: { en: "rewritten", zh: "重写" },
  exclude: { en: "added to", zh: "加入" },
  keep: { en: "as it was", zh: "未变" },
  retire: { en: "taken out", zh: "取下" },
  remove: { en: "removed", zh: "移除" },
  restore: { en: "restored", zh: "还原" },
};

/** The same of a dry run. */
const WOULD: Readonly<Record<Action, Sentence>> = {
  create: { en: "would create", zh: "将新建" },
  merge: { en: "would add to", zh: "将加入" },
  rewrite: { en: "would rewrite", zh: "将重写" },
  exclude: { en: "would add to", zh: "将加入" },
  keep: { en: "would leave", zh: "将不变" },
  retire: { en: "would take out", zh: "将取下" },
  remove: { en: "would remove", zh: "将移除" },
  restore: { en: "would restore", zh: "将还原" },
};

/**
 * What was done, then the notes, then what happens next. About ten lines for however many clients: a dry run tells each
 * client's files.
 */
function setupText(result: SetupResult & { readonly model?: FirstFetch }, style: Style): string {
  const { files, notes, next, dry_run, root, model } = result;
  const head = dry_run
    ? style.say({ en: `Nothing is changed yet; in ${root}:`, zh: `尚未改动；在 ${root}：` })
    : style.bold(root);
  const nothing = files.length === 0
    ? [style.say({ en: "  nothing of memory's is here", zh: "  这里没有 memory 的文件" })]
    : [];
  const fetched = model ? [modelLine(model, style)] : [];
  const lines = dry_run ? fileLines(result, style) : sumLines(result, style);
  const parts = [
    [head, ...lines, ...nothing, ...notes.map((note) => style.yellow(note)), ...fetched],
    next,
  ];
  return `${parts.filter((part) => part.length > 0).map((part) => part.join("\n")).join("\n\n")}\n`;
}

function fileLines(result: SetupResult, style: Style): string[] {
  const words = result.dry_run ? WOULD : DONE;
  const lines = Map.groupBy(result.files, (file) => `${ownerOf(file, result, style)}\n${file.action}`);
  const rows = [...lines.values()].flatMap((files) => {
    const [first] = files;
    return first ? [{ owner: ownerOf(first, result, style), action: first.action, what: placesOf(files, result) }] : [];
  });
  const owners = Math.max(0, ...rows.map(({ owner }) => width(owner)));
  const actions = Math.max(0, ...rows.map(({ action }) => width(style.say(words[action]))));
  return rows.map(({ owner, action, what }) => {
    const word = pad(style.say(words[action]), actions);
    return `  ${pad(owner, owners)}  ${action === "keep" ? style.dim(word) : style.green(word)}  ${what}`;
  });
}

/** A line for what was done, with the files that are few, and how many there are of whom of those that are many. */
function sumLines(result: SetupResult, style: Style): string[] {
  const lines = Map.groupBy(result.files, ({ action }) => style.say(DONE[action]));
  const actions = Math.max(0, ...[...lines.keys()].map(width));
  return [...lines].map(([word, files]) => {
    const owners = [...new Set(files.flatMap((file) => ownerOf(file, result, style).split(", ")))];
    const count = style.say({ en: `${files.length} files`, zh: `${files.length} 个文件` });
    const what = files.length <= NAMED_FILES
      ? files.map(({ path }) => shortPath(result.root, path)).join(", ")
      : `${owners.join(", ")} (${count})`;
    return `  ${
      files[0]?.action === "keep" ? style.dim(pad(word, actions)) : style.green(pad(word, actions))
    }  ${what}`;
  });
}

/** More would fill a second line. */
const NAMED_FILES = 2;

/** Whose file it is: the memory's own, or a client's. */
function ownerOf({ path, client }: SetupFile, { root, data_folder, agents }: SetupResult, style: Style): string {
  if (isInside(path, data_folder) || isClients(path, OWN_FOLDER)) return style.say({ en: "Memory", zh: "记忆" });
  const first = relative(root, path).split(sep)[0] ?? "";
  if (first === ".git") return "git";
  if (first === OPEN_FOLDER) return OPEN_READERS.filter((agent) => agents.includes(agent)).map(nameOf).join(", ");
  const agent =
    AGENTS.find((each) =>
      [SETUPS[each].folder, SETUPS[each].projectFolder].some((folder) => isClients(path, folder))
    ) ?? client;
  return agent === undefined ? style.say(OTHERS) : nameOf(agent);
}

/** Whether a file lies in a client's folder, in the project or in the home folder. */
function isClients(path: string, folder: string | undefined): boolean {
  return folder !== undefined && `${sep}${path}`.includes(`${sep}${folder.replaceAll("/", sep)}${sep}`);
}

/** The files as places below the root: a folder with its number of files where there are several. */
function placesOf(files: readonly SetupFile[], { root, data_folder }: SetupResult): string {
  const places = Map.groupBy(files, ({ path }) => {
    const whole = isInside(path, data_folder) ? data_folder : undefined;
    return whole ?? folderOf(root, path);
  });
  return [...places].map(([folder, inside]) => {
    const [only, ...others] = inside;
    return others.length === 0 && only
      ? shortPath(root, only.path)
      : `${shortPath(root, folder)}${sep} (${inside.length})`;
  }).join(", ");
}

/** The folder of a client's folder that a file lies in: `.cursor/skills` for a skill. */
function folderOf(root: string, path: string): string {
  const parts = relative(root, path).split(sep);
  return parts[0] === ".." || parts.length < 3 ? path : join(root, ...parts.slice(0, 2));
}

/** Below the root without it; what lies outside stays whole. */
function shortPath(root: string, path: string): string {
  return isInside(path, root) ? relative(root, path) : path;
}

const OTHERS: Sentence = { en: "others", zh: "其他" };

/** The folder of memory's own settings in the home folder. */
const OWN_FOLDER = ".memory";

/** Skills that several clients read. */
const OPEN_FOLDER = ".agents";
const OPEN_READERS = AGENTS.filter((agent) => SETUPS[agent].texts.skills.startsWith(OPEN_FOLDER));
const nameOf = (agent: Agent) => SETUPS[agent].name;

function modelLine({ model, status, reason }: FirstFetch, style: Style): string {
  if (status !== "skipped") {
    return style.say({ en: `Search by meaning: ${model} is here`, zh: `按语义搜索：${model} 已就绪` });
  }
  return style.say({
    en: `Search by meaning waits for \`memory model download\`. ${reason?.en}`,
    zh: `按语义搜索还要 \`memory model download\`。${reason?.zh}`,
  });
}
