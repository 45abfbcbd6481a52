/** `memory init` and `memory uninstall` */
import { basename, dirname, relative, sep } from "node:path";
import { type Agent, AGENTS } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { choice, choices, confirmation, flag } from "../cli/args.ts";
import { defineCommand, ok, preview } from "../cli/command.ts";
import { becauseOf, inBrackets } from "../cli/lines.ts";
import { pad, type Style, width } from "../cli/terminal.ts";
import { isInside } from "../paths.ts";
import { USAGE_RULE_FILE } from "../recall/rule_file.ts";
import { same, type Sentence } from "../sentence.ts";
import { SHARES } from "../store/keep_private.ts";
import { install } from "../setup/mod.ts";
import type { SetupFile, SetupResult } from "../setup/result.ts";
import { uninstall as remove } from "../setup/uninstall.ts";
import { ORIGINALS_FOLDER } from "../store/layout.ts";
import { openMemory } from "../store/memory.ts";
import { named } from "../wording.ts";
import type { FirstFetch } from "./model.ts";
import { refuse, said } from "./words.ts";

export const init = defineCommand({
  output: "text",
  withoutLayers: said("say_global"),
  args: {
    global: flag,
    agent: choices([...AGENTS, "auto", "none"]),
    lang: choice(["zh", "en"]),
    share: choice(SHARES),
    takeOver: flag,
    skipModel: flag,
    allow: flag,
    noAllow: flag,
    notes: flag,
    noNotes: flag,
    list: flag,
    dryRun: flag,
  },
  async run({ runtime, args, projectPath, quiet }) {
    const { global, agent, lang, share, list, dryRun, takeOver, skipModel } = args;
    const clients = agent.filter((each) => each !== "none");
    if (agent.length > clients.length && clients.length > 0) {
      refuse("not_beside", { name: "none", other: named(clients) });
    }
    const allow = oneOf(args.allow, args.noAllow, "allow_and_no_allow");
    const notes = oneOf(args.notes, args.noNotes, "notes_and_no_notes");
    const options = { global, projectPath, agents: agent, lang, share, allow, notes, takeOver } as const;
    const result = install(runtime, { ...options, dryRun: dryRun || list });
    const { dry_run, root, scope } = result;
    let model: FirstFetch | undefined;
    if (!skipModel) {
      const { firstFetch } = await import("./model.ts");
      const { config } = openMemory(runtime, scope === "home" ? {} : { root });
      model = await firstFetch(runtime, config, { dryRun: dry_run, quiet });
    }
    const shown = { ...result, model };
    return dry_run ? preview(shown, setupText, { isList: list }) : ok(shown, setupText);
  },
});

function oneOf(yes: boolean, no: boolean, both: string): boolean | undefined {
  if (yes && no) refuse(both);
  return yes || no ? yes : undefined;
}

export const uninstall = defineCommand({
  output: "text",
  withoutLayers: said("say_global"),
  args: {
    global: flag,
    agent: choices([...AGENTS, "auto"]),
    caches: flag,
    purge: flag,
    confirm: confirmation,
    dryRun: flag,
  },
  run({ runtime, args, projectPath }) {
    const { confirm, agent, ...options } = args;
    // A bare --confirm is a preview too: a deletion that can't be undone needs the token.
    const token = typeof confirm === "string" ? confirm : undefined;
    if (token !== undefined && !args.purge) refuse("token_without_purge");
    const result = remove(runtime, { ...options, agents: agent, projectPath, token });
    return result.dry_run ? preview(result, setupText) : ok(result, setupText);
  },
});

type SetupShown = SetupResult & { readonly model?: FirstFetch | undefined };

function setupText(result: SetupShown, reader: Style, { isList = false } = {}): string {
  // The remarks are in the language of the place: of the home folder, also where the project here has another.
  const style = reader.in(result.lang);
  const { files, notes, next, dry_run, root, model } = result;
  const preview = said(isList ? "files_listed" : "nothing_changed_yet", { root });
  const head = dry_run ? style.say(preview) : style.bold(root);
  const lines = dry_run ? fileLines(result, style) : groupLines(result, style);
  if (isList) return `${[head, ...lines].join("\n")}\n`;
  if (files.length === 0) lines.push(style.say(said("nothing_here")));
  const parts = [
    [head, ...lines],
    [
      ...notes.map((note) => style.yellow(note)),
      ...model && model.status !== "absent" ? [modelLine(model, style)] : [],
    ],
    // The last step, which the person takes now, stands by itself.
    next.slice(0, -1).map(style.say),
    next.slice(-1).map(style.say),
  ];
  return `${parts.filter((part) => part.length > 0).map((part) => part.join("\n")).join("\n\n")}\n`;
}

function fileLines(result: SetupShown, style: Style): string[] {
  const owner = style.say(said("memory"));
  const { files, besides = [], data_folder, model } = result;
  const rows: { owner: string; action: string; path: string; what?: Sentence | undefined }[] = [
    ...files.map((file) => ({ ...file, owner: ownerOf(file, result, style) })),
    ...besides.map(({ path, action }) => {
      const isCopies = basename(path) === ORIGINALS_FOLDER;
      const what = isCopies ? "copies_before" : isInside(path, data_folder) ? undefined : "home_holds";
      return { owner, action, path, what: what && said(what) };
    }),
  ];
  if (model?.folder !== undefined) {
    const { megabytes: size } = model;
    const what = size === undefined ? said("for_meaning") : said("for_meaning_of", { size });
    rows.push({ owner, action: "download", path: model.folder, what });
  }
  const would = (action: string) => said(`would_${action}`);
  const owners = Math.max(0, ...rows.map(({ owner }) => width(owner)));
  const actions = Math.max(0, ...rows.map(({ action }) => width(style.say(would(action)))));
  return [...Map.groupBy(rows, ({ owner }) => owner).values()].flat().map(({ owner, action, path, what }) => {
    const word = pad(style.say(would(action)), actions);
    const mark = action === "keep" || action === "leave" ? style.dim : style.green;
    const holds = what ? style.say(inBrackets(what)) : "";
    return `  ${pad(owner, owners)}  ${mark(word)}  ${shortPath(result.root, path)}${holds}`;
  });
}

function groupLines(result: SetupResult, style: Style): string[] {
  // Only `--list` names the copies and the home.
  const own = (result.besides ?? []).filter(({ path }) => isInside(path, result.data_folder));
  const groups = [...Map.groupBy([...result.files, ...own], (file) => ownerOf(file, result, style))];
  const isClient = (owner: string) => Number(AGENTS.some((agent) => owner.includes(nameOf(agent))));
  return groups.toSorted(([one], [other]) => isClient(other) - isClient(one)).map(([owner, files]) => {
    const changed = files.filter(({ action }) => action !== "keep" && action !== "leave");
    const what = changed.length > 0 ? style.say(named(thingsOf(changed, result, style))) : style.dim(said("as_it_was"));
    return `  ${style.green(owner)}${becauseOf(what, style)}`;
  });
}

function thingsOf(files: readonly SetupFile[], result: SetupResult, style: Style): string[] {
  const things = files.map((file) => thingOf(file, result))
    // Hooks first, since they are the part that runs.
    .toSorted((one, other) => Number(other.kind === "hook") - Number(one.kind === "hook"));
  const alike = Map.groupBy(things, ({ kind, place, isGone }) => `${kind}\n${place}\n${isGone}`);
  return [...alike.values()].map((group) => {
    const { kind = "", place = "", isGone = false } = group[0] ?? {};
    const count = group.reduce((sum, thing) => sum + thing.count, 0);
    const where = shortPath(result.root, place);
    const told = (what: Sentence) => style.say(isGone ? said("removed", { what }) : what);
    // Nothing to count: the file belongs to a skill.
    if (count === 0) return told(same(where));
    if (kind !== "exclude") return told(said(`things_${kind}`, { count, where }));
    const kept = result.share === "none" ? "out_of_commits" : "clients_out_of_commits";
    const how = (result.shown_to_git ?? []).length > 0 ? "some_out_of_commits" : kept;
    return told(said(isGone ? "lines_of" : how, { where }));
  });
}

/** A file as a person counts it: a skill, a hook … */
function thingOf({ path, action, hooks }: SetupFile, { data_folder }: SetupResult) {
  // Settings without a hook of ours get back what was taken out of them.
  const isBack = action === "restore" && hooks === undefined && path.endsWith(".json");
  const isGone = !isBack && (action === "remove" || action === "restore" || action === "retire");
  const made = (kind: string, place: string, count = 1) => ({ kind, place, count, isGone });
  if (isInside(path, data_folder)) return made("file", data_folder);
  if (isExclude(path)) return made("exclude", path);
  if (hooks !== undefined) return made("hook", path, hooks);
  const parts = path.split(sep);
  const at = (folder: string) => parts.slice(0, parts.lastIndexOf(folder) + 1).join(sep);
  // The files beside SKILL.md belong to the skill.
  if (parts.includes("skills")) return made("skill", at("skills"), parts.at(-1) === "SKILL.md" ? 1 : 0);
  if (parts.includes("commands")) return made("command", dirname(path));
  if (parts.includes("agents")) return made("agent", dirname(path));
  if (slashed(dirname(path)).endsWith(`/${dirname(USAGE_RULE_FILE)}`)) return made("rule", dirname(path));
  const isPermissions = AGENTS.some((each) => {
    const { allows } = SETUPS[each];
    return allows?.kind === "file" && slashed(path).endsWith(`/${allows.file}`);
  });
  return made(isPermissions ? "permissions" : "file", path);
}

/** Whether it is git's own list of what commits leave out. Of a linked worktree it lies in the main one. */
function isExclude(path: string): boolean {
  return slashed(path).endsWith("/info/exclude");
}

/** A path with slashes, one before it, for a look at its last names. */
function slashed(path: string): string {
  return `/${path.replaceAll(sep, "/")}`;
}

function ownerOf({ path, client }: SetupFile, { root, data_folder, agents }: SetupResult, style: Style): string {
  if (isInside(path, data_folder) || isClients(path, OWN_FOLDER)) return style.say(said("memory"));
  const first = relative(root, path).split(sep)[0] ?? "";
  if (isExclude(path)) return "git";
  if (first === OPEN_FOLDER) return style.say(named(OPEN_READERS.filter((each) => agents.includes(each)).map(nameOf)));
  const agent =
    AGENTS.find((each) =>
      [SETUPS[each].folder, SETUPS[each].projectFolder].some((folder) => isClients(path, folder))
    ) ?? client;
  return agent === undefined ? style.say(said("others")) : nameOf(agent);
}

/** Whether a file lies in a client's folder, in the project or in the home folder. */
function isClients(path: string, folder: string | undefined): boolean {
  return folder !== undefined && slashed(path).includes(`/${folder}/`);
}

function shortPath(root: string, path: string): string {
  return isInside(path, root) ? relative(root, path) : path;
}

/** The folder of memory's own settings in the home folder. */
const OWN_FOLDER = ".memory";

/** Skills that several clients read. */
const OPEN_FOLDER = ".agents";
const OPEN_READERS = AGENTS.filter((agent) => SETUPS[agent].texts.skills.startsWith(OPEN_FOLDER));
const nameOf = (agent: Agent) => SETUPS[agent].name;

function modelLine({ model, status, reason }: FirstFetch, style: Style): string {
  const told = status === "skipped"
    ? said("meaning_waits", { reason: reason ?? same("") })
    : said("meaning_ready", { model });
  return style.say(told);
}
