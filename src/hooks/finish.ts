/**
 * Ends a session: keeps the gist of what nobody saved, and writes a summary, if there is none, and metrics. If a
 * session that seemed to be over goes on, what was captured is taken back, and captured anew at its end: a later word
 * may correct what was said, or wish that nothing be saved.
 */
import { orderedTodos } from "../capture/conversation.ts";
import { holdsWork, isSubstantial } from "../capture/work.ts";
import { clean } from "../capture/gate.ts";
import { isOfSitting, summaryOf } from "../capture/summary.ts";
import { reasonOf } from "../errors.ts";
import { fitSentences } from "../recall/budget.ts";
import { usageOf } from "../recall/ledger.ts";
import { newId } from "../records/ids.ts";
import type { RawRecord, SessionSummary } from "../records/mod.ts";
import { doneTodos, openTodos } from "../records/todos.ts";
import { asText } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { SESSIONS_FILE } from "../store/layout.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { nowGiven, readSessionState, type SessionState, updateSessionState } from "../store/session_state.ts";
import { type Conversation, ranUnattended, readConversation, runsUnattended } from "./conversation.ts";
import {
  captureBesides,
  captureConversation,
  capturedTo,
  daysSince,
  factsOf,
  gistOfWork,
  keepUnsaved,
  ownerOf,
} from "./keep_gist.ts";
import { type Ending, noteState, type Scene } from "./scene.ts";
import { unwantedOf } from "./wish.ts";
import { rewriteAutomatic } from "./rewrite.ts";
import { isKeptApart, storeOfUnasked, writeAutomatic, writeEvent } from "./write.ts";

// About a line, and about a paragraph.
const TOPIC_TOKENS_MAX = 60;
const SUMMARY_TOKENS_MAX = 300;

/**
 * Of a session that is not to be saved only its end is noted. `unattended`: a script ran it, whose prompts are no words
 * of the person, so that only what its agent saved is kept. `read` gives the conversation: a caller may have read it.
 */
export function finishSession(
  ending: Ending,
  ended: object,
  unattended: boolean,
  read = () => readConversation(ending.runtime, ending.state),
): void {
  const { runtime, store, memory, state } = ending;
  if (!state.skip || state.skip_from_here) {
    const before = factsOf(ending);
    // Where the state does not tell the session's project, the summary could surface in any.
    const isKnown = store.layer === "project" || state.project !== undefined;
    const summarised = isKnown && memory.config.auto_save
      ? summarise(ending, before, unattended, read)
      : { facts: before };
    if (summarised !== "unwanted") {
      const { source, facts } = summarised;
      writeEvent(ending, "session_metrics", metricsOf(state, facts, source));
      writeEvent(ending, "session_end", ended);
    }
  }
  const ended_at = runtime.now().toISOString();
  updateSessionState(store, state.session_id, () => ({ ended_at, prompt_open: false, ask_open: false }));
}

/** Ends sessions whose client never said so, at the time of their last event: what they leave belongs to that day. */
export function finishAbandoned(scene: Scene, sessions: readonly SessionState[]): void {
  for (const state of sessions) {
    const now = () => {
      // A look at the real clock lets the hook's guard see how long this takes.
      scene.runtime.now();
      return new Date(state.updated_at);
    };
    const runtime: Runtime = Object.assign(Object.create(scene.runtime), { now });
    const memory: Memory = Object.assign(Object.create(scene.memory), { runtime });
    try {
      const ending = { ...scene, runtime, memory, state };
      finishSession(ending, { reason: "abandoned" }, ranUnattended(ending));
      noteProvisional(scene.store, state);
    } catch (error) {
      const { session_id: session } = state;
      scene.log.error("an abandoned session can't be ended", { session, reason: reasonOf(error) });
    }
  }
}

/**
 * Makes sure that the session has a summary, unless the person says in the conversation that nothing be saved. Returns
 * the `source` of the summary, if there is one, and the session's facts, including those captured just now.
 */
function summarise(
  ending: Ending,
  before: readonly RawRecord[],
  unattended: boolean,
  read: () => Conversation | undefined,
) {
  const { store, memory, state: { session_id: session } } = ending;
  const found = summariesOf(memory, session);
  const records = found.map(({ record }) => record);
  const existing = found.find(({ record }) => record.topic !== "") ?? found[0];
  if (existing && staysAsItIs(memory, existing.record)) {
    const conversation = unattended ? undefined : captureBesides(ending, before);
    if (conversation === "unwanted") return "unwanted";
    addTodos(existing.store, existing.record, todosToNote(memory, conversation, records));
    const { source } = existing.record;
    return { source: typeof source === "string" ? source : "rules", facts: before };
  }
  if (unattended) return { facts: before };
  const conversation = read();
  if (unwantedOf(ending, conversation) === "all") return "unwanted";
  const kept = before.length > 0 ? keepUnsaved(ending, conversation, before) : [];
  const captured = before.length === 0 ? captureConversation(ending, conversation) : 0;
  if (captured === "unwanted") return "unwanted";
  const facts = captured > 0 ? factsOf(ending) : [...before, ...kept.map((fact) => ({ ...fact }))];
  const isEnough = conversation && (captured > 0 ? holdsWork(conversation.turns) : isSubstantial(conversation.turns));
  // A statement in small talk is kept as a fact, but makes no summary: as the last session it would hide the last work.
  const isWorth = before.length > 0 || facts.some(({ memory_type }) => memory_type === "S");
  const ofTurns = isEnough ? fromConversation(ending, facts, conversation) : undefined;
  const told = ofTurns ?? (isWorth ? fromStages(ending, facts) : undefined);
  const todos = todosToNote(memory, conversation, records);
  if (!told && todos.length === 0) return { facts };
  const to = storeOfUnasked(ending);
  const project = ownerOf(ending, to);
  const summary = {
    ...told ?? automaticSummary(ending, "", ""),
    todos,
    ...project === undefined ? {} : { project },
  };
  writeSummary(to, summary, found.find(({ store: { folder } }) => folder === to.folder)?.record);
  updateSessionState(store, session, (now) => ({
    ...nowGiven(now, [summary.id]),
    ...conversation && !conversation.unwanted ? capturedTo(conversation, now) : {},
  }));
  return { source: summary.source, facts };
}

/** The summaries of a session, with the stores that hold them. */
function summariesOf(memory: Memory, session: string) {
  return storesToRead(memory).flatMap((store) => {
    const record = summaryOf(store, session);
    return record ? [{ store, record }] : [];
  });
}

/** A summary that somebody wrote, or of an earlier sitting, gets no other words: later work becomes a stage. */
function staysAsItIs(memory: Memory, summary: RawRecord): boolean {
  return summary.topic !== "" && (summary.auto_generated !== true || !isOfSitting(memory, summary));
}

/** The to-dos that the person ordered to note, without those that the summaries hold, open or done. */
function todosToNote(
  memory: Memory,
  conversation: Conversation | undefined,
  summaries: readonly RawRecord[],
): string[] {
  const noted = summaries.flatMap((record) => [...openTodos(record), ...doneTodos(record).map(({ todo }) => todo)]);
  return orderedTodos(conversation?.turns ?? [], noted).map((todo) => clean(memory, todo).text);
}

/** Adds to-dos to a summary that somebody wrote, as `memory remember 'TODO: …'` does in its session. */
function addTodos(store: Store, summary: RawRecord, todos: readonly string[]): void {
  if (todos.length === 0) return;
  rewriteAutomatic(
    store,
    "sessions",
    [SESSIONS_FILE],
    (old) => old.id === summary.id ? { ...old, todos: [...openTodos(old), ...todos] } : "keep",
  );
}

function writeSummary(store: Store, summary: SessionSummary, existing: RawRecord | undefined): void {
  if (typeof existing?.id !== "string") return writeAutomatic(store, [{ file: SESSIONS_FILE, record: summary }]);
  // To-dos may have been added to the old summary while the session went on.
  const todos = [...openTodos(existing), ...summary.todos];
  rewriteAutomatic(
    store,
    "sessions",
    [SESSIONS_FILE],
    (old) => old.id === existing.id ? { ...old, ...summary, id: old.id, todos } : "keep",
  );
}

/** A summary of the stages that were saved (方案 C, sessionEnd). Other facts are told by themselves. */
function fromStages(ending: Ending, facts: readonly RawRecord[]): SessionSummary | undefined {
  const stages = facts.filter(({ memory_type }) => memory_type === "S").map(({ content }) => asText(content));
  const [first] = stages;
  if (first === undefined) return undefined;
  // A first sentence that is too long is cut: a token has at least one character.
  const topic = fitSentences(first, TOPIC_TOKENS_MAX)?.text ?? first.slice(0, TOPIC_TOKENS_MAX);
  return automaticSummary(ending, topic, fitSentences(stages.join(" → "), SUMMARY_TOKENS_MAX)?.text ?? topic);
}

/** A summary of the transcript, if it holds work. The topic is in the person's own words. */
function fromConversation(
  ending: Ending,
  facts: readonly RawRecord[],
  conversation: Conversation,
): SessionSummary | undefined {
  const gist = gistOfWork(ending, conversation, facts);
  // A stage that an agent saved says where the work stands, which the person's words don't.
  const [stage = ""] = facts.filter(({ memory_type, auto_generated }) => memory_type === "S" && auto_generated !== true)
    .map(({ content }) => asText(content)).slice(-1);
  const stands = fitSentences(stage, SUMMARY_TOKENS_MAX)?.text ?? "";
  return gist && automaticSummary(ending, gist.topic, `${gist.summary}\n${stands}`.trim());
}

function automaticSummary(ending: Ending, topic: string, summary: string): SessionSummary {
  const { runtime, memory, state } = ending;
  const cleaned = (text: string) => clean(memory, text).text;
  return {
    id: newId(runtime, "sum"),
    type: "summary",
    session_id: state.session_id,
    topic: cleaned(topic),
    summary: cleaned(summary),
    decisions: [],
    todos: [],
    tags: [],
    timestamp: runtime.now().toISOString(),
    source: "auto",
    auto_generated: true,
  };
}

function metricsOf(state: SessionState, facts: readonly RawRecord[], summarySource: string | undefined): object {
  return {
    ...(state.agent ? { agent: state.agent } : {}),
    summary_source: summarySource ?? null,
    summary_saved: summarySource !== undefined,
    fact_count: facts.filter((fact) => fact.memory_type !== "S").length,
    stage_summary_count: facts.filter((fact) => fact.memory_type === "S").length,
    prompts: state.prompts ?? 0,
    ...usageOf(state),
  };
}

/** Notes what was captured of a session since it had the state `before`. */
export function noteProvisional(store: Store, before: SessionState): void {
  const { session_id: session, given: known = [], captured_bytes = 0, saves_at_capture = 0 } = before;
  const { given = [] } = readSessionState(store, session) ?? before;
  const provisional = given.filter((id) => !known.includes(id));
  if (provisional.length === 0) return;
  updateSessionState(store, session, () => ({
    provisional,
    provisional_at: before.updated_at,
    provisional_from: captured_bytes,
    provisional_saves: saves_at_capture,
  }));
}

/**
 * Takes back what was captured of a session that goes on after all. What somebody has confirmed, changed or done since
 * stays. All of it stays where it would not be captured anew: the session is taken up on another day, or by a script,
 * or its transcript is gone.
 */
export function takeBack(scene: Scene): void {
  const { runtime, store, state } = scene;
  const { provisional = [], provisional_at = "", provisional_from = 0, provisional_saves = 0 } = state;
  const isReadable = runtime.files.stat(state.transcript ?? "")?.kind === "file";
  if (!isReadable || !isOfSitting(scene, { timestamp: provisional_at }) || runsUnattended(scene)) {
    return noteState(scene, () => ({ provisional: undefined }));
  }
  const ids = new Set(provisional);
  const isOurs = (record: RawRecord) =>
    ids.has(asText(record.id)) && record.auto_generated === true && record.updated_at === undefined &&
    doneTodos(record).length === 0;
  const takeFrom = (each: Store) => {
    const files = [...daysSince(each, state.created_at), SESSIONS_FILE];
    return rewriteAutomatic(each, "all", files, (record) => isOurs(record) ? undefined : "keep");
  };
  if (![store, ...isKeptApart(scene) ? [storeOfUnasked(scene)] : []].every(takeFrom)) return;
  const before = { captured_bytes: provisional_from, saves_at_capture: provisional_saves };
  noteState(scene, () => ({ provisional: undefined, ...before }));
}
