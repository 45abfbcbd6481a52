/** `memory config set`, `preset` and `reset`. Every write is recorded, and undo takes it back. */
import { join } from "node:path";
import { shellWord } from "../agents/command.ts";
import { choice, flag, required, text } from "../cli/args.ts";
import { type Call, defineCommand, ok } from "../cli/command.ts";
import type { Style } from "../cli/terminal.ts";
import {
  changedText as changedFile,
  PRESET_NAMES,
  PRESETS,
  ruleOf,
  type Wanted,
  wantedValue,
} from "../config/change.ts";
import { globalConfigFile, isTrusted, languageOf, mayComeFromProject, readConfigFile, valueAt } from "../config/mod.ts";
import { rulesByKey } from "../config/schema.ts";
import { fail, reasonOf } from "../errors.ts";
import { replaceAtomically, sweepBeside } from "../files.ts";
import { unlessEmpty } from "../lists.ts";
import { realOf } from "../paths.ts";
import { inResult, joined, type Sentence } from "../sentence.ts";
import { refreshTexts } from "../setup/texts.ts";
import { actorOf } from "../store/audit.ts";
import { CONFIG_FILE, USER_CONFIG_FILE } from "../store/layout.ts";
import { logOf, type Memory, notInitialised, openMemory } from "../store/memory.ts";
import { openStore } from "../store/mod.ts";
import { settingsWait, takeSettings } from "../store/known.ts";
import { whileSettingUp } from "../store/write_lock.ts";
import { carryOut } from "../upkeep/mod.ts";
import { settingWarnings } from "./config.ts";
import { refuse, said } from "./words.ts";

const GLOBAL = { global: flag };
const KEY = text("KEY");

export const configSet = defineCommand({
  args: GLOBAL,
  operands: { key: required(KEY), value: required(text("VALUE")) },
  run(call) {
    const { key, value } = call.operands;
    return ok(writeSetting(call, "config set", key, wantedValue(key, value)), changedText);
  },
});

function changedText(data: ReturnType<typeof writeSetting>, style: Style): string {
  return allChangedText({ ...data, changed: [data] }, style);
}

function allChangedText({ changed, file, needs_rebuild, warning, texts_left }: Written, style: Style): string {
  const lines = changed.map((one, at) => {
    const after = style.bold(JSON.stringify(one.new_value));
    const told = isTurned(one) ? `${JSON.stringify(one.old_value)} → ${after}` : after + style.say(said("as_before"));
    return `${one.key}: ${told}${at === 0 ? `  ${style.dim(file)}` : ""}\n`;
  });
  return [
    ...lines,
    needs_rebuild ? style.yellow(said("rebuild_vectors")) : "",
    changed.some(({ needs_init }) => needs_init) ? style.yellow(said("hooks_follow")) : "",
    settingWarnings(warning === undefined ? [] : [warning], style),
    leftText(texts_left, style),
  ].join("");
}

export const configPreset = defineCommand({
  args: GLOBAL,
  operands: { name: required(choice(PRESET_NAMES)) },
  run(call) {
    const { name } = call.operands;
    const wanted = new Map<string, unknown>(Object.entries(PRESETS[name]));
    return ok({ preset: name, ...writeSettings(call, "config preset", wanted) }, allChangedText);
  },
});

/** Not reset by `--all`: init has taken the language from the locale, which hooks don't see. */
const KEPT = "lang";

export const configReset = defineCommand({
  args: { all: flag, global: flag },
  operands: { key: KEY },
  run(call) {
    const { operands: { key }, args: { all } } = call;
    if ((key === undefined) === !all) refuse("key_or_all");
    if (key !== undefined) {
      ruleOf(key);
      return ok(writeSetting(call, "config reset", key, undefined), changedText);
    }
    const file = readConfigFile(call.runtime, settingsFile(call.memory, isGlobal(call)), []);
    const there = [...rulesByKey().keys()].filter((known) => known !== KEPT && valueAt(file, known) !== undefined);
    const written = writeSettings(call, "config reset", new Map(there.map((known) => [known, undefined])));
    return ok(written, (data, style) => allChangedText(data, style) || style.say(said("nothing_was_set")));
  },
});

type Writer = Call<{ readonly global: boolean }, unknown>;

function isGlobal({ args, layer }: Writer): boolean {
  return args.global || layer === "global";
}

/** Throws UNKNOWN_KEY, CONFIG_INVALID, INVALID_ARGUMENT, NOT_INITIALISED. */
function writeSettings(call: Writer, command: string, wanted: Wanted) {
  const { runtime, memory: before } = call;
  const global = isGlobal(call);
  if (!global) refuseGuarded(before, wanted);
  const { file, operation } = changeSettings(before, wanted, { global, command });
  const after = openMemory(runtime, call);
  const changed = [...wanted.keys()].map((key) => {
    const one = { key, old_value: valueAt(before.config, key), new_value: valueAt(after.config, key) };
    return { ...one, needs_init: ruleOf(key).needsInit && isTurned(one) ? true : undefined };
  });
  const warning = overruled(after, wanted, global);
  return {
    file,
    changed,
    needs_rebuild: changed.some((one) => ruleOf(one.key).needsRebuild === true && isTurned(one)),
    warning: warning && inResult(warning),
    texts_left: followSwitches(after),
    operation,
  };
}

function isTurned({ old_value, new_value }: { old_value: unknown; new_value: unknown }): boolean {
  return JSON.stringify(old_value) !== JSON.stringify(new_value);
}

type Written = ReturnType<typeof writeSettings>;

interface How {
  readonly global: boolean;
  readonly command: string;
}

/** Changes a settings file, so that undo takes it back. Throws CONFIG_INVALID, NOT_INITIALISED, LOCK_BUSY, IO_ERROR. */
export function changeSettings(
  memory: Memory,
  wanted: Wanted,
  how: How,
): { readonly file: string; readonly operation: string | undefined } {
  const { runtime } = memory;
  const file = settingsFile(memory, how.global);
  sweepBeside(runtime, realOf(runtime, file));
  // The file is read under the lock, so that of two changes at once both stay.
  const text = () => changedFile(runtime.files.read(file), wanted, memory, file);
  const change = () => write(memory, text, how);
  // Each project has a lock of its own, but the user's file belongs to all of them.
  const operation = how.global ? whileSettingUp(runtime, change) : change();
  return { file, operation };
}

function writeSetting(call: Writer, command: string, key: string, value: unknown) {
  const { changed, ...written } = writeSettings(call, command, new Map([[key, value]]));
  // There is a change for each wanted setting.
  return { ...changed[0] as typeof changed[number], ...written };
}

function settingsFile(memory: Memory, global: boolean): string {
  const { runtime, locations } = memory;
  if (global) return globalConfigFile(runtime);
  if (locations.projectFolder === undefined) throw notInitialised(memory, "project", said("or_own_settings"));
  return join(locations.projectFolder, CONFIG_FILE);
}

/** Writes a change that undo can take back, and gives its id; where there is no memory, it only replaces the file. */
function write(memory: Memory, text: () => string, { global, command }: How): string | undefined {
  const { runtime, locations: { projectFolder } } = memory;
  const opened = () => projectFolder === undefined ? memory.global : openStore(runtime, projectFolder, "project");
  const store = opened();
  if (!store) {
    replaceAtomically(runtime, globalConfigFile(runtime), text());
    return undefined;
  }
  const plan = () => ({
    change: {
      actor: actorOf(runtime),
      command,
      scope: "config",
      replace: new Map([[global ? USER_CONFIG_FILE : CONFIG_FILE, new TextEncoder().encode(text())]]),
    },
    result: undefined,
  });
  // Settings that git brought beside these go on waiting for the person.
  const waits = global || settingsWait(store);
  // No record changes, so the index stays as it is.
  const { done } = carryOut(memory, store, plan, { syncMode: "immediate", noSync: true });
  if (!waits) takeSettings(opened() ?? store);
  return done?.operation;
}

/** Throws INVALID_ARGUMENT for a setting that the project's file must not hold. */
function refuseGuarded({ runtime, locations }: Memory, wanted: Wanted): void {
  const own = readConfigFile(runtime, globalConfigFile(runtime), []);
  const trusted = isTrusted(runtime, own, locations.projectRoot);
  const refused = [...wanted].find(([key, value]) =>
    // A guarded setting may be removed: then the project steers nothing by it.
    value !== undefined && !mayComeFromProject(ruleOf(key), trusted, value)
  )?.[0];
  if (refused === undefined) return;
  const command = ruleOf(refused).userOnly || locations.projectRoot === undefined
    ? undefined
    : `\`memory config set trusted_projects ${
      shellWord(runtime, withProject(valueAt(own, "trusted_projects"), locations.projectRoot))
    } --global\``;
  const step = command === undefined ? said("set_for_yourself") : said("set_for_yourself_or_trust", { command });
  fail("INVALID_ARGUMENT", said("guarded_setting", { refused }), step);
}

/** The trusted projects and this one, written as `config set` takes a whole list. */
function withProject(before: unknown, projectRoot: string): string {
  const list = [...Array.isArray(before) ? before : [], projectRoot];
  const isPlain = list.every((path) => typeof path === "string" && !path.includes(",") && !path.startsWith("["));
  return isPlain ? list.join(",") : JSON.stringify(list);
}

/** Settings that were written without effect, because a layer above sets them as well. */
function overruled({ sourceOf }: Memory, wanted: Wanted, global: boolean): Sentence | undefined {
  const above = global ? ["project", "environment"] : ["environment"];
  const told = [...wanted].flatMap(([key, value]) => {
    const source = sourceOf(key);
    return value !== undefined && above.includes(source) ? [said(`stays_by_${source}`, { key })] : [];
  });
  return told.length === 0 ? undefined : joined(told);
}

/**
 * Has the installed texts follow changed settings. Gives those that were changed by hand: they stay, and may still
 * order an agent to save. A failure only warns: the start of the next session tries again.
 */
export function followSwitches(memory: Memory): readonly string[] | undefined {
  try {
    return unlessEmpty(refreshTexts(memory));
  } catch (error) {
    const { runtime, config, project, global } = memory;
    const reason = reasonOf(error);
    runtime.warn?.(said("texts_not_followed", { reason }), languageOf(runtime, config));
    const store = project ?? global;
    if (store) logOf(memory, store).warning("The texts are not refreshed", { reason });
    return undefined;
  }
}

/** The line about texts that were left alone. */
export function leftText(texts: readonly string[] = [], style: Style): string {
  return texts.length === 0 ? "" : style.yellow(said("texts_left", { files: texts.join(", ") }));
}
