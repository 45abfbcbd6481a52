/** What a session has saved, was given and was told: `session_state/<id>.json`, written by hooks, deleted when old. */
import { dirname, join } from "node:path";
import { tried } from "../errors.ts";
import { modifiedMs, readJson, replaceAtomically } from "../files.ts";
import { fingerprint } from "../hash.ts";
import { isObject, type JsonObject } from "../json.ts";
import { BYTES_MAX } from "../limits.ts";
import type { RecordId, SessionId } from "../records/ids.ts";
import { pathInside, pathOf, STATE_FOLDER, type StorePath } from "./layout.ts";
import { acquire } from "./lock.ts";
import type { Memory } from "./memory.ts";
import type { Store } from "./mod.ts";
import { homesFolder } from "./owner.ts";
import { transcriptSize } from "./transcript.ts";

/** The fields of a state beside the id of its session, and what each holds. On disk every one may be missing. */
const FIELDS = {
  created_at: "string",
  updated_at: "string",
  /** Set by sessionEnd; a later event makes the session live again. */
  ended_at: "string",
  agent: "string",
  /** In the person's store, the project that the session began in, or null: another project's may end it. */
  project: "string or null",
  /** What of memory was switched off when the session was last told how to use it: names of settings, or "". */
  off: "string",
  prompts: "number",
  /** How many of them had substance: no small talk, no general question. */
  work_prompts: "number",
  /** The last prompt had no substance. */
  talks: "boolean",
  /** How many prompts had substance when the last summary was saved, or the agent was last asked for one. */
  work_covered: "number",
  goodbye: "boolean",
  summary_saved: "boolean",
  /** The prompt count when the last summary was saved, the agent was last asked for one, the last fact was saved. */
  saved_at_prompt: "number",
  asked_at_prompt: "number",
  fact_at_prompt: "number",
  /** Ids of the facts that it saved at the prompt of `fact_at_prompt`. */
  facts_of_prompt: "texts",
  /** The prompt count when the agent was last told that a prompt states what is to be kept. */
  nudged_at_prompt: "number",
  /** Fingerprints of the sentences that it was told so of. */
  nudged: "texts",
  /** Ids of records that it was told of at a tool call; of a subagent's behind the subagent's id and a blank. */
  told_at_tools: "texts",
  /** How many of these records were found by their words, not by a condition of theirs. */
  found_at_tools: "number",
  /** What the subagents that are about to start are to be given: the type of each, and ids of records. */
  spawning: "texts",
  /** Ids of the open to-dos whose closing call it was told. */
  todos_told: "texts",
  /** Nothing of this session is saved: the user said so. */
  skip: "boolean",
  /** … from a prompt in mid-session on: what was said before it may be summed up. */
  skip_from_here: "boolean",
  /** Nothing is saved until the next prompt: the user said so of the latest one. */
  skip_turn: "boolean",
  /** A prompt began a piece that is not to be saved, and the later ones may go on with it. */
  piece_open: "boolean",
  fact_count: "number",
  /** Ids of records that stand in this session's context: given or saved since its start or last compaction. */
  given: "texts",
  /** Keys of the latest events with their times, so that one event delivered twice acts once. */
  seen: "texts",
  /** The agent's transcript file; not every event names it. */
  transcript: "string",
  /** Nobody watches it, as far as its latest start could tell. */
  background: "boolean",
  /** A prompt was counted whose turn has not ended yet. */
  prompt_open: "boolean",
  /** At its last prompt the agent could run nothing. */
  reads_only: "boolean",
  /** The agent was asked to save and has not answered yet. */
  ask_open: "boolean",
  /** The context was compacted: the next event gives again what was given, and asks again for what was not saved. */
  restore_due: "boolean",
  /** The source of a start whose answer the client dropped: the first prompt is given that answer. */
  start_due: "string",
  /** How much of the transcript, in bytes, capture has already read. */
  captured_bytes: "number",
  /** How much of it there was when somebody saved a summary. */
  summed_bytes: "number",
  /** How much of the transcript, in bytes, the ends of turns have looked at. */
  looked_bytes: "number",
  /** What was said before this byte of the transcript is not captured: its record was deleted. */
  forgotten_bytes: "number",
  /** It began as the copy of a conversation. What was said in that before this time was said in another session. */
  copied_until: "string",
  /** A fact of it was deleted: sentences that say the same are not captured. */
  has_deleted: "boolean",
  /** How many saves there were when capture last looked. */
  saves_at_capture: "number",
  /** Ids of what was captured although the session may go on. */
  provisional: "texts",
  /** When its last event was then, and `captured_bytes` and `saves_at_capture` before that. */
  provisional_at: "string",
  provisional_from: "number",
  provisional_saves: "number",
  /** The digest of the core memory that was given: a resumed session gets it again only when it changed. */
  core_digest: "string",
  /** What was given, through which channel; the oldest are dropped. */
  injections: "injections",
  tokens_given: "number",
  /** Ids of given records that a reply named. */
  cited: "texts",
  /** Ids of records given with a prompt that a reply rests on, named or not. */
  used: "texts",
  /** The agent's replies can be read, so that a record they never use counts as given in vain. */
  replies_read: "boolean",
} as const;

interface Kinds {
  readonly string: string;
  readonly "string or null": string | null;
  readonly number: number;
  readonly boolean: boolean;
  readonly texts: readonly string[];
  readonly injections: readonly Injection[];
}

type Fields = { readonly [Name in keyof typeof FIELDS]?: Kinds[typeof FIELDS[Name]] | undefined };

/** Unknown fields are kept. */
export interface SessionState extends Fields {
  readonly session_id: SessionId;
  readonly created_at: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}

/** One text of ours on its way to the model. */
export interface Injection {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly event: string;
  /** `hook`: in the reply to the event. `rule_file`: in a rule that the agent always loads. */
  readonly channel: "hook" | "rule_file";
  /** The id of its frames, by which it is known again in a transcript. */
  readonly frame: string;
  readonly ids: readonly RecordId[];
  readonly tokens: number;
  /** What the tables of agents/delivery.ts expected of this build. */
  readonly expected: "yes" | "no" | "unknown";
  /** For what was given besides a start: a prompt spoke of it, the user asked memory for it, a call is about it. */
  readonly reason?: "prompt" | "command" | "tool";
  /** A start context that a prompt was given, since the start could not be. */
  readonly begins?: boolean;
  /** For what a prompt was given: the words that show that a reply rests on a record, by record id. */
  readonly telling?: Readonly<Record<string, readonly string[]>>;
  readonly seen?: boolean;
}

/** Holders are rare and quick, but took 40 on a busy machine; what is lost may be the word not to save. */
const STATE_LOCK_TIMEOUT_MS = 200;

/** The state of a session; undefined when it has none, or none that can be read: better asked twice than lost. */
export function readSessionState(store: Store, session: SessionId): SessionState | undefined {
  return readState(store, stateFile(session));
}

/** Reads, changes and writes a session's state. The new state is written without waiting for the disk. */
export function updateSessionState(
  store: Store,
  session: SessionId,
  change: (state: SessionState) => Partial<SessionState>,
): SessionState {
  return rewriteState(store, session, (before, now) => ({ ...before, ...change(before), updated_at: now }));
}

/** The change that notes facts as saved at the latest prompt. */
export function nowSaved(
  { prompts = 0, fact_at_prompt, facts_of_prompt = [] }: SessionState,
  ids: readonly RecordId[],
): Partial<SessionState> {
  const before = fact_at_prompt === prompts ? facts_of_prompt : [];
  return { fact_at_prompt: prompts, facts_of_prompt: [...before, ...ids] };
}

/** Ids of the facts that a session saved since its latest prompt; `back`: since the prompt so many before it. */
export function savedSincePrompt(
  { prompts = 0, fact_at_prompt = 0, facts_of_prompt = [] }: SessionState,
  back = 0,
): readonly string[] {
  return fact_at_prompt >= prompts - back ? facts_of_prompt : [];
}

/** The change that notes records as known to a session from here on: it has saved them itself. */
export function nowGiven({ given = [] }: SessionState, ids: readonly RecordId[]): Partial<SessionState> {
  return { given: [...new Set([...given, ...ids])] };
}

/** Whether the next prompt is to be given what a session starts with: it was lost, or never arrived. */
export function isStartDue({ restore_due, start_due }: SessionState): boolean {
  return restore_due === true || start_due !== undefined;
}

/** Notes that records were deleted, so that no capture brings them back; with `all` nothing said so far is captured. */
export function noteDeleted(store: Store, session: SessionId, all: boolean): void {
  const transcript = readSessionState(store, session)?.transcript;
  if (transcript === undefined) return;
  const forgotten_bytes = transcriptSize(store.runtime, transcript);
  rewriteState(store, session, (state) => ({
    ...state,
    has_deleted: true,
    ...all && forgotten_bytes !== undefined ? { forgotten_bytes } : {},
  }));
}

/** The fields of a state that hold for a year: its session may be resumed until then. */
const LASTING = [
  "session_id",
  "created_at",
  "updated_at",
  "ended_at",
  "agent",
  "project",
  "skip",
  "forgotten_bytes",
  "copied_until",
];

/** Leaves of a session's state the word on what of it is not saved. It makes no session live again. */
export function keepWishAlone(store: Store, session: SessionId): void {
  rewriteState(store, session, (state) => {
    const kept = Object.fromEntries(Object.entries(state).filter(([name]) => LASTING.includes(name)));
    const { session_id, created_at, updated_at } = state;
    return { ...kept, session_id, created_at, updated_at, ended_at: state.ended_at ?? updated_at };
  });
}

/** The state of a session that was told in another project to save nothing: it may go on in another folder. */
export function wishElsewhere(store: Store, session: SessionId): SessionState | undefined {
  const { runtime, home: own } = store;
  const folder = homesFolder(runtime);
  for (const name of runtime.files.list(folder)) {
    const home = join(folder, name);
    const state = home === own ? undefined : readState({ ...store, home }, stateFile(session));
    if (state?.skip === true) return state;
  }
  return undefined;
}

function firstState(store: Store, session: SessionId, now: string): SessionState {
  const { skip, skip_from_here } = wishElsewhere(store, session) ?? {};
  return { session_id: session, created_at: now, updated_at: now, ...skip ? { skip, skip_from_here } : {} };
}

/** Changes a session's state. Unless `change` sets `updated_at`, no ended session looks live by it. */
export function rewriteState(
  store: Store,
  session: SessionId,
  change: (state: SessionState, now: string) => SessionState,
): SessionState {
  const { runtime } = store;
  const file = stateFile(session);
  const path = pathInside(store, file);
  runtime.files.makeFolder(dirname(path));
  // A person waits for a hook: where the lock isn't free in time, what the other process writes may be lost.
  const release = acquire(runtime, `${path}.lock`, STATE_LOCK_TIMEOUT_MS, {});
  try {
    const now = runtime.now().toISOString();
    const before = readSessionState(store, session) ?? firstState(store, session, now);
    const after = change(before, now);
    replaceAtomically(runtime, path, `${JSON.stringify(after)}\n`, { sync: false });
    return after;
  } finally {
    release?.();
  }
}

/** The file of a session's state. The id comes from outside: unless it is a plain name it is encoded. */
function stateFile(session: SessionId): StorePath {
  const plain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(session);
  return `${STATE_FOLDER}/${plain ? session : encoded(session)}.json`;
}

/** A long id is cut, since file names are limited; a fingerprint keeps it unique. */
function encoded(session: SessionId): string {
  const name = `_${Buffer.from(session).toString("hex")}`;
  return name.length <= 200 ? name : `${name.slice(0, 180)}-${fingerprint(session)}`;
}

/** The state in a file; undefined where it can't be read. */
export function readState(store: Store, file: StorePath): SessionState | undefined {
  return tried(() => {
    const path = pathOf(store, file);
    const value = readJson(store.runtime.files, path, BYTES_MAX.settings);
    if (!isObject(value) || typeof value.session_id !== "string") return undefined;
    const state = withRightTypes(value) as Partial<SessionState> & Pick<SessionState, "session_id">;
    // Python's states may not say when they were written; the file does.
    const updated_at = state.updated_at ?? new Date(modifiedMs(store.runtime.files.stat(path))).toISOString();
    return { created_at: updated_at, ...state, updated_at };
  });
}

/** Drops known fields of a wrong type, whoever wrote them: they would make every event fail. */
function withRightTypes(state: JsonObject): unknown {
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => {
      return !Object.hasOwn(FIELDS, name) || holds(FIELDS[name as keyof Fields], value);
    }),
  );
}

function holds(kind: keyof Kinds, value: unknown): boolean {
  if (kind === "injections") return Array.isArray(value);
  if (kind === "texts") return Array.isArray(value) && value.every((item) => typeof item === "string");
  const type = value === null ? "null" : typeof value;
  return kind === "string or null" ? type === "null" || type === "string" : type === kind;
}

/** The store with the session states of a place: the project's, else the global one. */
export function stateStore({ project, global }: Pick<Memory, "project" | "global">): Store | undefined {
  return project ?? global;
}
