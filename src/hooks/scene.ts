/** What an event's handler works with: the memory of its place, and the session's state, which counts the event. */
import { goesOn } from "../agents/codex_parts.ts";
import { dropsStart, dropsStopped, lostAtResume } from "../agents/delivery.ts";
import type { Agent, HookEvent } from "../agents/event.ts";
import { type Binary, requestWords } from "../agents/command.ts";
import { eventKey } from "../agents/mod.ts";
import { configuredDataDir, languageOf } from "../config/mod.ts";
import { asMemoryError, reasonOf, tried } from "../errors.ts";
import { fingerprint } from "../hash.ts";
import { type Log, openLog } from "../log.ts";
import { programOnPath, realOf } from "../paths.ts";
import { locateMemory } from "../store/locate.ts";
import { withoutParts } from "../records/mod.ts";
import type { Prompt } from "../prompt/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { AUDIT_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import {
  type Injection,
  readSessionState,
  type SessionState,
  stateStore,
  updateSessionState,
} from "../store/session_state.ts";
import { isOwnRequest } from "./requests.ts";
import type { Switched } from "./answers.ts";

export interface Scene<Event extends HookEvent = HookEvent> {
  readonly runtime: Runtime;
  readonly event: Event;
  readonly prompt: Prompt | undefined;
  readonly memory: Memory;
  /** The store for the session's state and events: the project's, else the global one. */
  readonly store: Store;
  readonly state: SessionState;
  /** The state or the data folder can't be written, so the agent is not asked to save. */
  readonly unwritten: boolean;
  readonly language: Language;
  readonly log: Log;
  /** The key by which a second delivery of the event is recognised. */
  readonly key: string;
  /** Another configuration of the client has delivered the same event before. */
  readonly repeated: boolean;
  /** The event is the end of the turn in which the agent answered our request to save. */
  readonly answersAsk: boolean;
  /** What was given may have left: no end of the turn before came, or the person went back in the conversation. */
  readonly cut: "stopped" | "back" | undefined;
  /** The switches that were turned since the session was last told how to use memory. */
  readonly switched: Switched | undefined;
}

/** The part of a scene that also exists for an abandoned session, which another session ends. */
export type Ending = Pick<Scene, "runtime" | "memory" | "store" | "language" | "state">;

/** Two configurations deliver one event within this time; the same words later are another event. */
const REPEATED_WITHIN_MS = 10_000;
/** Keys that the state keeps: more events than a session has within that time. */
const KEYS_KEPT = 12;

/** The scene of an event, whose prompt is parsed; undefined where there is no memory at all. */
export function openScene(event: HookEvent, memory: Memory, prompt: Prompt | undefined): Scene | undefined {
  const { runtime } = memory;
  const store = stateStore(memory);
  if (!store) return undefined;
  const { withheld = [], transcript } = event;
  const clean = withheld.length > 0 ? (line: string) => withoutParts(line, withheld) : undefined;
  const log = openLog(runtime, store, memory.config.log.level, clean);
  const switchesNow = SWITCHES.filter((name) => !memory.config[name]).join(" ");
  let coming = COMES_AGAIN;
  const [written, unwritten] = stateAfter({ store, event, log }, (before) => {
    coming = comingOf(store, event, before, switchesNow);
    const { seen, answersAsk } = coming;
    if (!seen) return {};
    const isTold = event.kind === "user_prompt" || (event.kind === "session_start" && event.startSource !== "resume");
    return {
      seen,
      ...(isTold ? { off: switchesNow || undefined } : {}),
      agent: event.agent,
      ...(store.layer === "global" ? { project: before.project ?? memory.locations.here ?? null } : {}),
      ended_at: undefined,
      ...transcript === undefined || isWithheld(event) ? {} : { transcript },
      ...progress(before, event, answersAsk, prompt),
    };
  });
  const { seen, ...known } = coming;
  return {
    runtime,
    event,
    prompt,
    memory,
    store,
    // A transcript's path with a secret in it is not kept in the state, but this event may read it.
    state: transcript !== undefined && isWithheld(event) ? { ...written, transcript } : written,
    unwritten,
    language: languageOf(runtime, memory.config),
    log,
    repeated: seen === undefined,
    ...known,
  };
}

/** What the session's state before an event says of it. */
interface Coming extends Pick<Scene, "key" | "answersAsk" | "cut" | "switched"> {
  /** The keys of the state with that of the event; undefined where it has been delivered before. */
  readonly seen: SessionState["seen"];
}

const COMES_AGAIN: Coming = { key: "", seen: undefined, answersAsk: false, cut: undefined, switched: undefined };

function comingOf(store: Store, event: HookEvent, before: SessionState, switchesNow: string): Coming {
  const key = keyOf(store, event, before);
  const seen = withKey(before.seen ?? [], key, store.runtime.now());
  if (!seen) return { ...COMES_AGAIN, key };
  const { off = "" } = before;
  return {
    key,
    seen,
    answersAsk: event.kind === "stop" && (event.answersOurAsk === true || before.ask_open === true),
    cut: cutBefore(event, before),
    switched: event.kind === "user_prompt" && before.given && off !== switchesNow
      ? { before: off, now: switchesNow }
      : undefined,
  };
}

function cutBefore(event: HookEvent, before: SessionState): Scene["cut"] {
  if (event.kind === "user_prompt") return before.prompt_open && dropsStopped(event.agent) ? "stopped" : undefined;
  if (event.kind !== "session_start") return undefined;
  const isElsewhere = before.transcript !== undefined && before.transcript !== event.transcript;
  return isElsewhere && goesOn(event.transcript ?? "") ? "back" : undefined;
}

const SWITCHES = ["auto_save", "auto_retrieve"] as const;

type StateChange = (state: SessionState) => Partial<SessionState>;

/**
 * Writes the state after an event. Where it can't be written (a full disk, a folder of another user), the event still
 * gets it, so that records can be told; `unwritten` then keeps the agent from being asked to save.
 */
function stateAfter(
  { store, event, log }: Pick<Scene, "store" | "event" | "log">,
  change: StateChange,
): [state: SessionState, unwritten: boolean] {
  const { session } = event;
  try {
    const state = updateSessionState(store, session, change);
    const unwritten = !store.runtime.files.mayWrite(store.folder);
    if (unwritten) log.error("the data folder can't be written", { session });
    return [state, unwritten];
  } catch (error) {
    if (asMemoryError(error).code !== "IO_ERROR") throw error;
    log.error(UNWRITTEN, { session, reason: reasonOf(error) });
    const now = store.runtime.now().toISOString();
    const before = readSessionState(store, session) ?? { session_id: session, created_at: now, updated_at: now };
    // A text that is told once would be told at every prompt, since nothing notes that it was told.
    return [{ ...before, ...change(before), updated_at: now, restore_due: false, start_due: undefined }, true];
  }
}

/** Notes something in the session's state; a failure is only logged. */
export function noteState({ store, event, log, unwritten }: Scene, change: StateChange): void {
  if (unwritten) return;
  tried(
    () => updateSessionState(store, event.session, change),
    (error) => log.error(UNWRITTEN, { session: event.session, reason: reasonOf(error) }),
  );
}

const UNWRITTEN = "the session's state can't be written";

/** The words of the commands that this session's agent is to type. */
export function commandsFor({ runtime, event, memory }: Pick<Scene, "runtime" | "event" | "memory">) {
  const { projectRoot } = memory.locations;
  const [here = "", ...others] = event.workspaceRoots;
  // An agent that has changed to a folder outside still belongs to the project that its session began in.
  const isElsewhere = projectRoot !== undefined && others.length > 0 &&
    locateMemory(runtime, { start: [here], dataDir: configuredDataDir(runtime) }).projectRoot !== projectRoot;
  return requestWords(binaryFor(runtime, event.agent), event.session, isElsewhere ? projectRoot : undefined);
}

/** Copilot CLI offers to allow a program for good only where the command calls it by its bare name. */
function binaryFor(runtime: Runtime, agent: Agent): Binary {
  const { execPath, platform } = runtime;
  const isFound = agent === "copilot" && platform !== "win32" &&
    realOf(runtime, programOnPath(runtime, "memory") ?? "/") === realOf(runtime, execPath);
  return isFound ? { execPath: "memory", platform } : runtime;
}

/** Makes a failed event count as never delivered, so that a second delivery is answered. */
export function disown(scene: Scene): void {
  noteState(scene, ({ seen = [] }) => ({ seen: seen.filter((entry) => !isOf(entry, scene.key)) }));
}

/** Claims a start again after it wrote something itself, since its key depends on what was written (`keyOf`). */
export function reclaim(scene: Scene): void {
  const { store, event, key, state } = scene;
  const now = keyOf(store, event, state);
  if (now === key) return;
  noteState(scene, ({ seen = [] }) => ({
    seen: seen.map((entry) => isOf(entry, key) ? entry.replace(key, now) : entry),
  }));
}

/**
 * The key of an event. Two starts with a write between them are two events, since their answers differ: the size of the
 * audit log tells of every write. So are two starts of which the second goes on in another file, and two ends with a
 * prompt between them: a script may resume a session within seconds.
 */
function keyOf(store: Store, event: HookEvent, { prompts = 0 }: Pick<SessionState, "prompts">): string {
  let since = "";
  if (event.kind === "session_start") {
    const { transcript = "" } = event;
    const place = goesOn(transcript) ? fingerprint(transcript) : "";
    since = `${store.runtime.files.stat(pathOf(store, AUDIT_FILE))?.size ?? 0}${place}`;
  }
  if (event.kind === "session_end") since = String(prompts);
  return fingerprint(`${eventKey(event)}\u001f${since}`);
}

/** The keys with this event's key added; undefined when it is among them. */
function withKey(seen: readonly string[], key: string, now: Date): string[] | undefined {
  // Compared in both directions: after a clock was set back, keys lie in the future.
  const fresh = seen.filter((entry) => Math.abs(now.getTime() - Number(entry.split(" ")[0])) < REPEATED_WITHIN_MS);
  if (fresh.some((entry) => isOf(entry, key))) return undefined;
  return [...fresh, `${now.getTime()} ${key}`].slice(-KEYS_KEPT);
}

function isOf(entry: string, key: string): boolean {
  return entry.endsWith(` ${key}`);
}

function isWithheld({ transcript = "", withheld = [] }: HookEvent): boolean {
  return withoutParts(transcript, withheld) !== transcript;
}

// A client replays all of what was given, a part, or nothing.
function stillKnown({ given = [], injections = [] }: SessionState, agent: Agent): Partial<SessionState> {
  const lost = lostAtResume(agent);
  if (lost === "nothing") return {};
  const idsOf = (some: readonly Injection[]) => some.flatMap(({ ids }) => ids);
  const kept = idsOf(lost === "all" ? [] : injections.filter(({ reason }) => reason !== undefined));
  const told = idsOf(injections);
  // Records that the session saved itself stay given: they stand in the calls that saved them.
  return { given: given.filter((id) => !told.includes(id) || kept.includes(id)), core_digest: undefined };
}

function progress(
  before: SessionState,
  event: HookEvent,
  answersAsk: boolean,
  prompt: Prompt | undefined,
): Partial<SessionState> {
  const { prompts = 0 } = before;
  switch (event.kind) {
    case "session_start":
      return {
        ...(event.startSource === "resume"
          ? stillKnown(before, event.agent)
          : { given: [], told_at_tools: [], facts_of_prompt: [], found_at_tools: 0, background: event.background }),
        ...(event.startSource === "resume" && before.agent === undefined ? { copied_until: before.created_at } : {}),
        ...(dropsStart(event) ? { start_due: event.startSource } : {}),
      };
    case "user_prompt": {
      // A prompt without text of the person (the client reports that a task has ended) only opens a turn.
      if (event.prompt === undefined) return { prompt_open: true };
      if (isOwnRequest(event.prompt)) return {};
      const isWork = prompt?.isWork === true && !(before.talks && prompt.followsUp);
      return {
        ...(event.readsOnly === undefined ? {} : { reads_only: event.readsOnly }),
        skip_turn: undefined,
        prompts: prompts + 1,
        work_prompts: (before.work_prompts ?? 0) + (isWork ? 1 : 0),
        talks: !isWork,
        goodbye: prompt?.saysGoodbye === true,
        prompt_open: true,
        ask_open: false,
      };
    }
    case "stop":
      // Clients without a prompt hook still end their turns.
      return { prompts: before.prompt_open || answersAsk ? prompts : prompts + 1, prompt_open: false, ask_open: false };
    case "pre_compact":
      return { given: [], told_at_tools: [], facts_of_prompt: [], found_at_tools: 0, restore_due: true };
    default:
      return {};
  }
}
