/** How `config` verbs write: to the project's file or the user's own, as a change that can be undone. */
import { dirname, join } from "node:path";
import { shellWord } from "../../../agents/command.ts";
import { replaceAtomically } from "../../../files.ts";
import { type Call } from "../../../cli/command.ts";
import { changedText, ruleOf, type Wanted } from "../../../config/change.ts";
import { globalConfigFile, isTrusted, mayComeFromProject, readConfigFile, valueAt } from "../../../config/mod.ts";
import { fail } from "../../../errors.ts";
import type { Runtime } from "../../../runtime.ts";
import { inResult, joined, type Sentence } from "../../../sentence.ts";
import { CONFIG_FILE, USER_CONFIG_FILE } from "../../../store/layout.ts";
import { acquire } from "../../../store/lock.ts";
import { LOCK_TIMEOUT_MS } from "../../../store/write_lock.ts";
import { type Memory, notInitialised, openMemory } from "../../../store/memory.ts";
import { openStore } from "../../../store/mod.ts";
import { carryOut } from "../../../upkeep/mod.ts";
import { actorOf } from "../arguments.ts";
import { followSwitches } from "../../follow_switches.ts";

/** What a change of settings came to. */
export interface Written {
  readonly file: string;
  /** Keys in force before and after. */
  readonly changed: readonly { readonly key: string; readonly old_value: unknown; readonly new_value: unknown }[];
  readonly needs_rebuild: boolean;
  readonly warning?: Sentence;
  /** Rules and skills that somebody has changed: they stay as they are, and may order what is switched off. */
  readonly texts_left?: readonly string[];
}

/** Which file is written, and by which verb. */
export interface Writing {
  /** The user's own file instead of the project's. */
  readonly global: boolean;
  readonly command: string;
}

/** How a verb of `config` writes that takes `--global`. */
export function writingOf(
  { args, layer }: Pick<Call<{ readonly global: boolean }, unknown>, "args" | "layer">,
  command: string,
): Writing {
  return { global: args.global || layer === "global", command };
}

type Caller = Pick<Call<unknown, unknown>, "runtime" | "projectPath">;

/**
 * Writes settings and says what is in force now. Throws UNKNOWN_KEY, CONFIG_INVALID, INVALID_ARGUMENT, NOT_INITIALISED.
 */
export function writeSettings(place: Caller, wanted: Wanted, how: Writing): Written {
  const { global } = how;
  const before = openMemory(place.runtime, place);
  const file = settingsFile(before, how);
  if (!global) refuseGuarded(before, wanted);
  // Read when nobody else writes: of two changes at once both shall stay.
  const text = () => changedText(place.runtime.files.read(file), wanted, before, file);
  if (global) whileAlone(place.runtime, file, () => write(before, text, how));
  else write(before, text, how);

  const after = openMemory(place.runtime, place);
  const changed = [...wanted.keys()].map((key) => ({
    key,
    old_value: valueAt(before.config, key),
    new_value: valueAt(after.config, key),
  }));
  const left = followSwitches(after);
  const warning = overruled(after, wanted, how);
  return {
    file,
    changed,
    needs_rebuild: changed.some(({ key, old_value, new_value }) =>
      ruleOf(key).needsRebuild === true && JSON.stringify(old_value) !== JSON.stringify(new_value)
    ),
    ...warning === undefined ? {} : { warning: inResult(warning) },
    ...left.length > 0 ? { texts_left: left } : {},
  };
}

/** The file that holds a project's settings, or the user's. Throws NOT_INITIALISED. */
export function settingsFile(memory: Memory, { global }: Pick<Writing, "global">): string {
  const { runtime, locations } = memory;
  if (global) return globalConfigFile(runtime);
  if (locations.projectFolder === undefined) {
    throw notInitialised(memory, "project", {
      en: "or change your own settings with --global",
      zh: "或用 --global 修改个人设置",
    });
  }
  return join(locations.projectFolder, CONFIG_FILE);
}

/** Writes as a recorded change, which undo takes back; without any memory here, straight to the file. */
function write(memory: Memory, text: () => string, { global, command }: Writing): void {
  const { runtime, locations } = memory;
  const store = locations.projectFolder !== undefined
    ? openStore(runtime, locations.projectFolder, "project")
    : memory.global;
  if (!store) return replaceAtomically(runtime, globalConfigFile(runtime), text());
  const change = () => ({
    actor: actorOf(runtime),
    command,
    scope: "config",
    replace: new Map([[global ? USER_CONFIG_FILE : CONFIG_FILE, new TextEncoder().encode(text())]]),
  });
  // Nothing of the truth changes: the index stays as it is.
  carryOut(memory, store, () => ({ change: change(), result: undefined }), { syncMode: "immediate", noSync: true });
}

/** The user's settings belong to all projects, each of which has a lock of its own. Throws LOCK_BUSY, IO_ERROR. */
function whileAlone(runtime: Runtime, file: string, body: () => void): void {
  runtime.files.makeFolder(dirname(file));
  const release = acquire(runtime, `${file}.lock`, LOCK_TIMEOUT_MS);
  if (!release) {
    fail("LOCK_BUSY", { en: `Somebody else is changing ${file}`, zh: `${file} 正被别处修改` });
  }
  try {
    body();
  } finally {
    release();
  }
}

function refuseGuarded({ runtime, locations }: Memory, wanted: Wanted): void {
  const own = readConfigFile(runtime, globalConfigFile(runtime), []);
  const trusted = isTrusted(runtime, own, locations.projectRoot);
  const refused = [...wanted].find(([key, value]) =>
    // Removing a guarded setting steers nothing.
    value !== undefined && !mayComeFromProject(ruleOf(key), trusted, value)
  )?.[0];
  if (refused === undefined) return;
  const command = ruleOf(refused).userOnly || locations.projectRoot === undefined
    ? undefined
    : `\`memory config set trusted_projects ${
      shellWord(runtime, withProject(valueAt(own, "trusted_projects"), locations.projectRoot))
    } --global\``;
  fail("INVALID_ARGUMENT", {
    en: `A project's own settings can't hold ${refused}: a repository must not steer where data goes or what is loaded`,
    zh: `项目自己的设置不能包含 ${refused}：不能由仓库决定数据存到哪里、加载什么`,
  }, {
    en: `Set it for yourself with --global${command ? `, or trust this project first: ${command}` : ""}`,
    zh: `请用 --global 设为个人设置${command ? `，或先信任本项目：${command}` : ""}`,
  });
}

/** The trusted projects and this one, as a word for `config set`, which sets the whole list. */
function withProject(before: unknown, projectRoot: string): string {
  const list = [...Array.isArray(before) ? before : [], projectRoot];
  const isPlain = list.every((path) => typeof path === "string" && !path.includes(",") && !path.startsWith("["));
  return isPlain ? list.join(",") : JSON.stringify(list);
}

/** What was written but has no effect, because a layer above says otherwise. */
function overruled({ sourceOf }: Memory, wanted: Wanted, { global }: Writing): Sentence | undefined {
  const above = global ? ["project", "environment"] : ["environment"];
  const keys = [...wanted].filter(([key, value]) => value !== undefined && above.includes(sourceOf(key)));
  if (keys.length === 0) return undefined;
  return joined(keys.map(([key]) => ({
    en: `${key} comes from the ${sourceOf(key)} and stays as it is there`,
    zh: `${key} 由${sourceOf(key) === "project" ? "项目设置" : "环境变量"}决定，仍按那里的值`,
  })));
}
