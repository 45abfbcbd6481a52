/** `memory enable` and `memory disable`: writes the switch file beside the data folder, or switches one session. */
import { dirname, join } from "node:path";
import { sessionsNamed } from "../agents/command.ts";
import { sessionNamed } from "../capture/gate.ts";
import { name } from "../cli/args.ts";
import { type Call, defineCommand, ok, type Outcome } from "../cli/command.ts";
import type { Style } from "../cli/terminal.ts";
import { fail } from "../errors.ts";
import { forgetPrompts } from "../recall/retrieval_log.ts";
import { clearRuleFile } from "../recall/rule_file.ts";
import type { SessionId } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { inResult, type Sentence } from "../sentence.ts";
import {
  DISABLE_FILE,
  disabledReason,
  isTrackedSwitch,
  type Memory,
  notInitialised,
  openMemory,
  projectOffText,
} from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { stateStore, updateSessionState } from "../store/session_state.ts";
import { isPieceOfId, meantSessions } from "../store/sessions.ts";
import { changeSettings, followSwitches, leftText } from "./config_change.ts";
import { onlySession, refuse, said } from "./words.ts";

export const disable = defineCommand({ args: { session: name }, output: "text", run: (call) => turn(call, false) });

export const enable = defineCommand({ args: { session: name }, output: "text", run: (call) => turn(call, true) });

type SwitchCall = Call<{ readonly session: SessionId | undefined }, unknown>;

function turn({ runtime, memory, layer, projectPath, args }: SwitchCall, on: boolean): Outcome {
  const named = sessionNamed(memory, args.session);
  if (named !== undefined) return turnSession(memory, named, on);
  const file = switchFile(memory, layer);
  if (on) runtime.files.remove(file);
  else {
    refuseTracked(memory, file);
    if (!runtime.files.stat(file)) runtime.files.write(file, "", { how: "create" });
    // The client loads the rule with its next request, before any hook could clear it.
    clearRuleFile(memory);
  }
  const settings = on ? allowInSettings(memory) : undefined;
  const after = openMemory(runtime, { projectPath });
  const reason = on ? disabledReason(after) : undefined;
  const data = {
    enabled: on && reason === undefined,
    file,
    reason: reason && inResult(reason),
    settings,
    texts_left: followSwitches(after),
  };
  const own = ownSwitch(memory);
  const left = on && runtime.files.stat(own) !== undefined ? own : undefined;
  return ok(data, switchedText, { isOwn: !on && file === own, left });
}

function turnSession(memory: Memory, word: string, on: boolean): Outcome {
  const store = stateStore(memory);
  if (!store) throw notInitialised(memory);
  const { session, isKnown } = sessionToSwitch(memory, store, word, on);
  const { created_at } = updateSessionState(store, session, () => ({ skip: !on, skip_from_here: false }));
  if (!on) forgetPrompts(store, session, created_at);
  const off = isKnown ? "session_not_saved" : "session_noted";
  return ok(
    { enabled: on, session, known: isKnown },
    ({ session }, { say }) => say(said(on ? "session_saved" : off, { session })),
  );
}

/** A session that is not known yet may be told to save nothing, by its whole id: its hooks may come later. */
function sessionToSwitch({ runtime }: Memory, store: Store, word: string, on: boolean) {
  const session = onlySession(word, meantSessions(store, word, sessionsNamed(runtime.env)));
  if (session === undefined && (on || isPieceOfId(word))) refuse("no_such_session", { word });
  return { session: session ?? word, isKnown: session !== undefined };
}

/** The switch for the person's own memory, which counts wherever a project has none. */
function ownSwitch({ locations: { globalFolder } }: Memory): string {
  return join(dirname(globalFolder), DISABLE_FILE);
}

function switchFile(memory: Memory, layer: Call<unknown, unknown>["layer"]): string {
  const { runtime, locations: { projectFolder, globalFolder, refused } } = memory;
  const folder = layer === "global" ? globalFolder : projectFolder ?? globalFolder;
  const isProjects = layer === "project" || (layer === undefined && refused !== undefined);
  if (isProjects && projectFolder === undefined) throw notInitialised(memory, "project");
  if (runtime.files.stat(folder)?.kind !== "folder") throw notInitialised(memory, layer);
  return join(dirname(folder), DISABLE_FILE);
}

/** Throws DISABLED where git tracks the switch file: then it switches off the project alone, and stays. */
function refuseTracked({ runtime, locations: { projectFolder } }: Memory, file: string): void {
  if (projectFolder === undefined || join(dirname(projectFolder), DISABLE_FILE) !== file) return;
  if (!isTrackedSwitch(runtime, projectFolder)) return;
  fail("DISABLED", projectOffText(projectFolder), said("untrack_switch"));
}

/** Lifts `enabled: false` in the settings. Throws DISABLED where the environment switches memory off. */
function allowInSettings(memory: Memory): { readonly file: string; readonly scope: Layer } | undefined {
  if (memory.config.enabled) return undefined;
  const scope = memory.sourceOf("enabled");
  if (scope !== "global" && scope !== "project") refuse("off_by_environment");
  const how = { global: scope === "global", command: "enable" };
  return { file: changeSettings(memory, new Map([["enabled", true]]), how).file, scope };
}

interface Switched {
  readonly enabled: boolean;
  readonly reason?: Sentence | undefined;
  readonly settings?: ReturnType<typeof allowInSettings>;
  readonly texts_left: readonly string[] | undefined;
}

/** @param left the switch of the person's own memory, where it stays */
function switchedText(
  { enabled, reason, settings, texts_left }: Switched,
  style: Style,
  { isOwn, left }: { isOwn: boolean; left: string | undefined },
): string {
  const off = said(isOwn ? "own_is_off" : "is_off");
  const on = settings === undefined
    ? said("is_on")
    : said(settings.scope === "global" ? "is_on_everywhere" : "is_on_by_file", { file: settings.file });
  const now = enabled ? on : off;
  return style.say(reason === undefined ? now : said("still_off", { reason })) +
    (left === undefined ? "" : style.say(said("own_stays_off", { file: left }))) +
    leftText(texts_left, style);
}
