/** How the result of `memory init` and `memory uninstall` reads: groups, or each file. */
import { basename, dirname, relative, sep } from "node:path";
import { type Agent, AGENTS, eventNames } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { pad, type Style, width } from "../cli/terminal.ts";
import { isInside } from "../paths.ts";
import { USAGE_RULE_FILE } from "../recall/rule_file.ts";
import { same, type Sentence } from "../sentence.ts";
import type { SetupFile, SetupResult } from "../setup/mod.ts";
import { ORIGINALS_FOLDER } from "../store/layout.ts";
import type { FirstFetch } from "./model/fetch.ts";
import { said } from "./words.ts";

type Action = SetupFile["action"];

/** What is told of a setup: its files, and the model. */
export type SetupShown = SetupResult & { readonly model?: FirstFetch };

const DONE: Readonly<Record<Action, Sentence>> = {
  create: { en: "created", zh: "新建" },
  merge: { en: "added to", zh: "加入" },
  rewrite: { en: "rewritten", zh: "重写" },
  exclude: { en: "added to", zh: "加入" },
  keep: { en: "as it was", zh: "未变" },
  leave: { en: "left: yours", zh: "保留：你的文件" },
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
  keep: { en: "is there", zh: "已有" },
  leave: { en: "left: yours", zh: "保留：你的文件" },
  retire: { en: "would take out", zh: "将取下" },
  remove: { en: "would remove", zh: "将移除" },
  restore: { en: "would restore", zh: "将还原" },
};

/** What was done, then the notes, then what happens next. */
export function setupText(result: SetupShown, style: Style, { isList = false } = {}): string {
  const { files, notes, next, dry_run, root, model } = result;
  const head = isList
    ? style.say(said("files_listed", { root }))
    : dry_run
    ? style.say({ en: `Nothing is changed yet; in ${root}:`, zh: `尚未改动；在 ${root}：` })
    : style.bold(root);
  const nothing = files.length === 0
    ? [style.say({ en: "  nothing of memory's is here", zh: "  这里没有 memory 的文件" })]
    : [];
  const fetched = model && model.status !== "absent" ? [modelLine(model, style)] : [];
  const lines = dry_run ? fileLines(result, style) : groupLines(result, style);
  if (isList) return `${[head, ...lines].join("\n")}\n`;
  const parts = [
    [head, ...lines, ...nothing],
    [...notes.map((note) => style.yellow(note)), ...fetched],
    // What to do now stands by itself.
    next.slice(0, -1),
    next.slice(-1),
  ];
  return `${parts.filter((part) => part.length > 0).map((part) => part.join("\n")).join("\n\n")}\n`;
}

/** A line for each file. */
function fileLines(result: SetupShown, style: Style): string[] {
  const rows = result.files.map((file): Row => ({
    owner: ownerOf(file, result, style),
    action: WOULD[file.action],
    path: file.path,
  }));
  const own = style.say(MEMORY);
  for (const { path, action } of result.besides ?? []) {
    const what = basename(path) === ORIGINALS_FOLDER
      ? { what: COPIES }
      : isInside(path, result.data_folder)
      ? {}
      : { what: HOME_HOLDS };
    rows.push({ owner: own, action: WOULD[action], path, ...what });
  }
  const { model } = result;
  if (model?.folder !== undefined) {
    const size = model.megabytes === undefined ? "" : `${model.megabytes} MB`;
    const what = {
      en: [size, "for search by meaning, not with --skip-model"].filter(Boolean).join(" "),
      zh: [size, "语义搜索用；加 --skip-model 则不下载"].filter(Boolean).join("，"),
    };
    rows.push({ owner: own, action: { en: "would download", zh: "将下载" }, path: model.folder, what });
  }
  const owners = Math.max(0, ...rows.map(({ owner }) => width(owner)));
  const actions = Math.max(0, ...rows.map(({ action }) => width(style.say(action))));
  return [...Map.groupBy(rows, ({ owner }) => owner).values()].flat().map(({ owner, action, path, what }) => {
    const word = pad(style.say(action), actions);
    const mark = action === WOULD.keep || action === WOULD.leave ? style.dim : style.green;
    const holds = what ? style.say({ en: ` (${what.en})`, zh: `（${what.zh}）` }) : "";
    return `  ${pad(owner, owners)}  ${mark(word)}  ${shortPath(result.root, path)}${holds}`;
  });
}

interface Row {
  readonly owner: string;
  readonly action: Sentence;
  readonly path: string;
  readonly what?: Sentence;
}

const MEMORY: Sentence = { en: "Memory", zh: "记忆" };

const COPIES: Sentence = { en: "files as they were before, for uninstall", zh: "文件原来的样子，供 uninstall 恢复" };

const HOME_HOLDS: Sentence = {
  en: "index, log, backups, second names of the memory's files",
  zh: "索引、日志、备份、记忆文件的第二个名字",
};

/** A line for each client, for the memory and for git: how many of what, and where. */
function groupLines(result: SetupResult, style: Style): string[] {
  // The copies and the home are told by --list alone.
  const own = (result.besides ?? []).filter(({ path }) => isInside(path, result.data_folder));
  const groups = [...Map.groupBy([...result.files, ...own], (file) => ownerOf(file, result, style))];
  const isClient = (owner: string) => Number(AGENTS.some((agent) => owner.includes(nameOf(agent))));
  return groups.toSorted(([one], [other]) => isClient(other) - isClient(one)).map(([owner, files]) => {
    const changed = files.filter(({ action }) => action !== "keep" && action !== "leave");
    const what = changed.length > 0
      ? thingsOf(changed, result, style).join(style.say({ en: ", ", zh: "、" }))
      : style.dim(style.say(DONE.keep));
    return `  ${style.green(owner)}${style.say({ en: ": ", zh: "：" })}${what}`;
  });
}

/** What files are, as a person counts them. */
interface Thing {
  readonly one: Sentence;
  readonly many: Sentence;
  /** The file, or the folder that holds several. */
  readonly place: string;
  readonly count: number;
  readonly isGone: boolean;
}

function thingsOf(files: readonly SetupFile[], result: SetupResult, style: Style): string[] {
  const things = files.map((file) => thingOf(file, result));
  const alike = Map.groupBy(things, ({ one, place, isGone }) => `${one.en}\n${place}\n${isGone}`);
  // Hooks first: they are what runs.
  const sorted = [...alike.values()].toSorted(([one], [other]) =>
    Number(other?.one === HOOK[0]) - Number(one?.one === HOOK[0])
  );
  return sorted.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { one, many, place, isGone } = first;
    const count = group.reduce((sum, thing) => sum + thing.count, 0);
    const where = shortPath(result.root, place);
    const removed = isGone ? style.say({ en: "removed ", zh: "移除 " }) : "";
    // What stands beside a skill is a part of it.
    if (count === 0) return [`${removed}${where}`];
    if (one === EXCLUDE && isGone) {
      return [style.say({ en: `lines of ${where}`, zh: `${where} 中相应的行` })].map((text) => removed + text);
    }
    if (one === EXCLUDE) {
      const { en, zh } = result.share === "none" ? EXCLUDE : EXCLUDE_CLIENTS;
      return [style.say({ en: `${en} (${where})`, zh: `${zh}（${where}）` })];
    }
    return [
      removed +
      style.say({
        en: `${count} ${(count === 1 ? one : many).en} (${where})`,
        zh: `${count} ${one.zh}（${where}）`,
      }),
    ];
  });
}

const SKILL = [{ en: "skill", zh: "个技能" }, { en: "skills", zh: "个技能" }] as const;
const COMMAND = [{ en: "command", zh: "个命令" }, { en: "commands", zh: "个命令" }] as const;
const AGENT = [{ en: "agent", zh: "个 agent" }, { en: "agents", zh: "个 agent" }] as const;
const HOOK = [{ en: "hook", zh: "个钩子" }, { en: "hooks", zh: "个钩子" }] as const;
const RULE = [{ en: "rule", zh: "条规则" }, { en: "rules", zh: "条规则" }] as const;
const PERMISSIONS = [{ en: "file of permissions", zh: "个权限文件" }, {
  en: "files of permissions",
  zh: "个权限文件",
}] as const;
/** No number is told of it. */
const EXCLUDE: Sentence = { en: "keeps these files out of commits", zh: "这些文件不会提交" };
/** The memory is shared. */
const EXCLUDE_CLIENTS: Sentence = { en: "keeps the clients' files out of commits", zh: "各客户端的文件不会提交" };
const FILE = [{ en: "file", zh: "个文件" }, { en: "files", zh: "个文件" }] as const;

function thingOf({ path, action }: SetupFile, { data_folder }: SetupResult): Thing {
  const isGone = action === "remove" || action === "restore" || action === "retire";
  const made = ([one, many]: readonly [Sentence, Sentence], place: string, count = 1): Thing => ({
    one,
    many,
    place,
    count,
    isGone,
  });
  if (isInside(path, data_folder)) return made(FILE, data_folder);
  if (endsWith(path, "info/exclude")) return made([EXCLUDE, EXCLUDE], path);
  const agent = AGENTS.find((each) => Object.values(SETUPS[each].hookFile).some((file) => endsWith(path, file)));
  if (agent !== undefined) return made(HOOK, path, eventNames(agent).length);
  const parts = path.split(sep);
  const at = (folder: string) => parts.slice(0, parts.lastIndexOf(folder) + 1).join(sep);
  // A skill's other files stand beside it.
  if (parts.includes("skills")) return made(SKILL, at("skills"), parts.at(-1) === "SKILL.md" ? 1 : 0);
  if (parts.includes("commands")) return made(COMMAND, dirname(path));
  if (parts.includes("agents")) return made(AGENT, dirname(path));
  if (endsWith(path, dirname(USAGE_RULE_FILE), parts.at(-1))) return made(RULE, dirname(path));
  const isPermissions = AGENTS.some((each) => {
    const { allows } = SETUPS[each];
    return allows?.kind === "file" && endsWith(path, allows.file);
  });
  return isPermissions ? made(PERMISSIONS, path) : made(FILE, path);
}

function endsWith(path: string, ...names: readonly (string | undefined)[]): boolean {
  return `${sep}${path}`.endsWith(`${sep}${names.join(sep).replaceAll("/", sep)}`);
}

/** Whose file it is: the memory's own, or a client's. */
function ownerOf({ path, client }: SetupFile, { root, data_folder, agents }: SetupResult, style: Style): string {
  if (isInside(path, data_folder) || isClients(path, OWN_FOLDER)) return style.say(MEMORY);
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
  return style.say(said("meaning_waits", { reason: reason ?? same("") }));
}
