/** What a person sees after init and uninstall. */
import { join, relative, sep } from "node:path";
import { type Agent, AGENTS } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import type { Style } from "../cli/command.ts";
import { pad, width } from "../cli/columns.ts";
import type { FirstFetch } from "./model/first_fetch.ts";
import { isInside } from "../paths.ts";
import type { Sentence } from "../sentence.ts";
import type { SetupFile, SetupResult } from "../setup/mod.ts";

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
export function setupText(result: SetupResult & { readonly model?: FirstFetch }, style: Style): string {
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
