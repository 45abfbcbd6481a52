/**
 * All that a handler works with: the event, the memory of its place, and the session's state brought up to the event.
 *
 * @module
 */
import { dropsStart, lostAtResume } from "../agents/delivery.ts";
import type { Agent, HookEvent } from "../agents/event.ts";
import { commandWords } from "../agents/command.ts";
import { eventKey } from "../agents/mod.ts";
import { configuredDataDir, languageOf } from "../config/mod.ts";
import { asMemoryError, reasonOf } from "../errors.ts";
import { fingerprint } from "../hash.ts";
import { type Log, openLog } from "../log.ts";
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
import type { Switched } from "./switched.ts";

/** All that a handler of an event works with. */
export interface Scene<Event extends HookEvent = HookEvent> {
  readonly runtime: Runtime;
  readonly event: Event;
  readonly prompt: Prompt | undefined;
  readonly memory: Memory;
  /** Where the session's state and events go: the project's store, else the person's. */
  readonly store: Store;
  readonly state: SessionState;
  /** The state or the data folder can't be written: to save is nothing to ask for. */
  readonly unwritten: boolean;
  readonly language: Language;
  readonly log: Log;
  /** By which the event is known again. */
  readonly key: string;
  /** The same physical event was delivered before, by another configuration. */
  readonly repeated: boolean;
  /** The stop that ends a turn which we asked for. */
  readonly answersAsk: boolean;
  /** Settings were switched since the session was last told how to use memory. */
  readonly switched: Switched | undefined;
}

/** The part of a scene that exists for a session which another one ends, too. */
export type Ending = Pick<Scene, "runtime" | "memory" | "store" | "language" | "state">;

/** Two configurations deliver one event within moments; the same words later are another event. */
const REPEATED_WITHIN_MS = 10_000;
/** More events than any session has within those moments. */
const KEYS_KEPT = 12;

/**
 * The scene of an event; undefined where there is no memory at all.
 *
 * @param prompt the person's, if the event is one
 */
export function openScene(runtime: Runtime, event: HookEvent, memory: Memory, prompt?: Prompt): Scene | undefined {
  const store = stateStore(memory);
  if (!store) return undefined;
  let key = "";
  let repeated = false;
  let answersAsk = false;
  let switched: Switched | undefined;
  const { withheld = [], transcript } = event;
  const clean = withheld.length > 0 ? (line: string) => withoutParts(line, withheld) : undefined;
  const log = openLog(runtime, store, memory.config.log.level, clean);
  const [written, unwritten] = stateAfter({ store, event, log }, (before) => {
    key = keyOf(store, event, before);
    const claimed = claim(before.seen ?? [], key, runtime.now());
    repeated = claimed === undefined;
    if (!claimed) return {};
    answersAsk = event.kind === "stop" && (event.answersOurAsk === true || before.ask_open === true);
    const now = switchedOff(memory);
    const { off: last = "" } = before;
    if (event.kind === "user_prompt" && before.given && last !== now) switched = { before: last, now };
    return {
      seen: claimed,
      ...(event.kind === "user_prompt" || tellsAnew(event) ? { off: now || undefined } : {}),
      agent: event.agent,
      ...(store.layer === "global" ? { project: before.project ?? memory.locations.here ?? null } : {}),
      ended_at: undefined,
      ...transcriptOf(event),
      ...progress(before, event, answersAsk, prompt),
    };
  });
  return {
    runtime,
    event,
    prompt,
    memory,
    store,
    // A path that is not kept is read as long as this event lasts.
    state: isWithheld(event) ? { ...written, ...transcript === undefined ? {} : { transcript } } : written,
    unwritten,
    language: languageOf(runtime, memory.config),
    log,
    key,
    repeated,
    answersAsk,
    switched,
  };
}

function tellsAnew(event: HookEvent): boolean {
  return event.kind === "session_start" && event.startSource !== "resume";
}

function switchedOff({ config }: Memory): string {
  return SWITCHES.filter((name) => !config[name]).join(" ");
}

const SWITCHES = ["auto_save", "auto_retrieve"] as const;

type StateChange = (state: SessionState) => Partial<SessionState>;

/**
 * Writes the state that an event leads to. Where it can't be written (a full disk, a folder of another user) the event
 * has it all the same: what is known can still be told. To ask for a save, `stop` must have written that it did.
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
    // What is due once would be due at every prompt.
    return [{ ...before, ...change(before), updated_at: now, restore_due: false, start_due: undefined }, true];
  }
}

/** Notes something in the session's state that nobody waits for. */
export function noteState({ store, event, log, unwritten }: Scene, change: StateChange): void {
  if (unwritten) return;
  try {
    updateSessionState(store, event.session, change);
  } catch (error) {
    log.error(UNWRITTEN, { session: event.session, reason: reasonOf(error) });
  }
}

const UNWRITTEN = "the session's state can't be written";

/** The words of commands that this session's agent is to type. */
export function commandsFor({ runtime, event, memory }: Pick<Scene, "runtime" | "event" | "memory">) {
  const { projectRoot } = memory.locations;
  const [here = "", ...others] = event.workspaceRoots;
  // An agent that has gone to another folder is still in the session of the project that it began in.
  const isElsewhere = projectRoot !== undefined && others.length > 0 &&
    locateMemory(runtime, { start: [here], dataDir: configuredDataDir(runtime) }).projectRoot !== projectRoot;
  return commandWords(runtime, event.session, isElsewhere ? projectRoot : undefined);
}

/** Makes an event that failed count as never delivered: whoever delivers it again shall have its answer. */
export function disown(scene: Scene): void {
  noteState(scene, ({ seen = [] }) => ({ seen: seen.filter((entry) => !isOf(entry, scene.key)) }));
}

/** Claims a start anew, after a write of its own that makes it look like another one. */
export function reclaim(scene: Scene): void {
  const { store, event, key, state } = scene;
  const now = keyOf(store, event, state);
  if (now === key) return;
  noteState(scene, ({ seen = [] }) => ({
    seen: seen.map((entry) => isOf(entry, key) ? entry.replace(key, now) : entry),
  }));
}

/**
 * By which an event is known again. A start at which something else is remembered than a moment ago is another one,
 * whose answer differs: of every write the audit log tells. So is an end after another prompt: a script may take a
 * session up again within moments.
 */
function keyOf(store: Store, event: HookEvent, { prompts = 0 }: Pick<SessionState, "prompts">): string {
  const since = event.kind === "session_start"
    ? store.runtime.files.stat(pathOf(store, AUDIT_FILE))?.size ?? 0
    : event.kind === "session_end"
    ? prompts
    : "";
  return fingerprint(`${eventKey(event)}\u001f${since}`);
}

/** The keys with this event's added; undefined when it is among them. */
function claim(seen: readonly string[], key: string, now: Date): string[] | undefined {
  // A clock that was set back must not make an event of the future seem delivered until it is reached.
  const fresh = seen.filter((entry) => Math.abs(now.getTime() - Number(entry.split(" ")[0])) < REPEATED_WITHIN_MS);
  if (fresh.some((entry) => isOf(entry, key))) return undefined;
  return [...fresh, `${now.getTime()} ${key}`].slice(-KEYS_KEPT);
}

function isOf(entry: string, key: string): boolean {
  return entry.endsWith(` ${key}`);
}

function transcriptOf(event: HookEvent): Partial<SessionState> {
  const { transcript } = event;
  return transcript === undefined || isWithheld(event) ? {} : { transcript };
}

function isWithheld({ transcript = "", withheld = [] }: HookEvent): boolean {
  return withoutParts(transcript, withheld) !== transcript;
}

/** What a resumed conversation has of what it was given: it replays that, or a part. */
function stillKnown({ given = [], injections = [] }: SessionState, agent: Agent): Partial<SessionState> {
  const lost = lostAtResume(agent);
  if (lost === "nothing") return {};
  const idsOf = (some: readonly Injection[]) => some.flatMap(({ ids }) => ids);
  const kept = idsOf(lost === "all" ? [] : injections.filter(({ reason }) => reason !== undefined));
  const told = idsOf(injections);
  // What it has saved itself stands in the calls that saved it.
  return { given: given.filter((id) => !told.includes(id) || kept.includes(id)), core_digest: undefined };
}

function progress(before: SessionState, event: HookEvent, answersAsk: boolean, prompt?: Prompt): Partial<SessionState> {
  const { prompts = 0 } = before;
  switch (event.kind) {
    case "session_start":
      return {
        ...(event.startSource === "resume"
          ? stillKnown(before, event.agent)
          : { given: [], told_at_tools: [], background: event.background }),
        ...(dropsStart(event) ? { start_due: event.startSource } : {}),
      };
    case "user_prompt": {
      // What the client says in the person's name (a task has ended) opens a turn, whose end is not one of a prompt.
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
      return { given: [], told_at_tools: [], restore_due: true };
    default:
      return {};
  }
}
