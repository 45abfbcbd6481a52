/**
 * In: a session that is over. Out: its summary if nobody wrote one, and its metrics, in the truth.
 * Not done here: noticing that it is over.
 *
 * @module
 */
import { clean } from "../capture/clean.ts";
import { isSubstantial } from "../capture/conversation.ts";
import { summaryOf } from "../capture/summary.ts";
import { reasonOf } from "../errors.ts";
import { newId } from "../records/ids.ts";
import type { RawRecord, SessionSummary } from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { fitSentences } from "../recall/budget.ts";
import { usageOf } from "../recall/ledger.ts";
import { SESSIONS_FILE } from "../store/layout.ts";
import { nowGiven, type SessionState, updateSessionState } from "../store/session_state.ts";
import { storesToRead } from "../store/memory.ts";
import { captureConversation, gistOfWork, ownerOf, type SceneParts } from "./automatic.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import type { Scene } from "./scene.ts";
import { contentOf, factsOf } from "./session_facts.ts";
import { unwantedOf } from "./wish.ts";
import { replaceAutomatic, writeAutomatic, writeEvent } from "./write.ts";

/** A topic is a line, a summary a paragraph. */
const TOPIC_TOKENS_MAX = 60;
const SUMMARY_TOKENS_MAX = 300;

/**
 * Ends a session: writes summary and metrics, marks its state. A session told not to save leaves only the mark.
 *
 * @param read its conversation; whoever has read it already passes it on, as a client may kill the last hook within
 * seconds
 */
export function finishSession(
  place: SceneParts,
  state: SessionState,
  ended: object = {},
  read = () => readConversation(place.runtime, state),
): void {
  const session = state.session_id;
  if (!state.skip || state.skip_from_here) {
    const before = factsOf(place, state);
    // An earlier version did not note whose session it was: what can't be told apart must not be recalled anywhere.
    const isKnown = place.store.layer === "project" || state.project !== undefined;
    const saves = isKnown && place.memory.config.auto_save;
    const summarised = saves ? summarise(place, state, before, read) : {};
    if (summarised !== "unwanted") {
      const { source, facts = before } = summarised;
      writeEvent(place, session, "session_metrics", metricsOf(state, facts, source));
      writeEvent(place, session, "session_end", ended);
    }
  }
  const at = place.runtime.now().toISOString();
  updateSessionState(place.store, session, () => ({ ended_at: at, prompt_open: false, ask_open: false }));
}

/** Ends sessions whose client never said that they ended. One that can't be ended costs the session at hand nothing. */
export function finishAbandoned(place: SceneParts & Pick<Scene, "log">, sessions: readonly SessionState[]): void {
  for (const state of sessions) {
    try {
      finishSession(place, state, { reason: "abandoned" });
    } catch (error) {
      const { session_id: session } = state;
      place.log.error("an abandoned session can't be ended", { session, reason: reasonOf(error) });
    }
  }
}

interface Summarised {
  /** Where the summary comes from; undefined without one. */
  readonly source?: string | undefined;
  /** The session's facts, with those captured just now. */
  readonly facts?: readonly RawRecord[];
}

/** Makes sure that the session has a summary, unless its person says in the conversation that nothing be saved. */
function summarise(
  place: SceneParts,
  state: SessionState,
  before: readonly RawRecord[],
  read: () => Conversation | undefined,
): Summarised | "unwanted" {
  const session = state.session_id;
  const existing = storesToRead(place.memory).map((store) => summaryOf(store, session)).find(Boolean);
  // An automatic summary is renewed when the session goes on; what somebody wrote is never touched.
  if (existing && existing.auto_generated !== true) {
    return { source: typeof existing.source === "string" ? existing.source : "rules" };
  }
  const conversation = read();
  if (unwantedOf(place, state, conversation) === "all") return "unwanted";
  const captured = before.length === 0 ? captureConversation(place, session, state, conversation) : 0;
  if (captured === "unwanted") return captured;
  const facts = captured > 0 ? factsOf(place, state) : before;
  // What was stated in small talk is kept as a fact; it is nothing to go on with, and would hide the session that is.
  const isWorth = before.length > 0 || facts.some(({ memory_type }) => memory_type === "S");
  const summary = fromConversation(place, state, facts, conversation) ??
    (isWorth ? fromStages(place, state, facts) : undefined);
  if (!summary) return { facts };
  if (typeof existing?.id === "string") {
    replaceAutomatic(place.store, SESSIONS_FILE, {
      ...summary,
      id: existing.id,
      // To-dos may have been noted while the session went on.
      todos: openTodos(existing),
    });
  } else writeAutomatic(place.store, [{ file: SESSIONS_FILE, record: summary }]);
  updateSessionState(place.store, session, (now) => nowGiven(now, [summary.id]));
  return { source: summary.source, facts };
}

/** A summary of the stages that were saved (方案 C, sessionEnd). Other facts are told as facts, and not here again. */
function fromStages(place: SceneParts, state: SessionState, facts: readonly RawRecord[]): SessionSummary | undefined {
  const stages = facts.filter(({ memory_type }) => memory_type === "S").map(contentOf);
  const [first] = stages;
  if (first === undefined) return undefined;
  // Of a first sentence too long for a topic as many characters: a token is at least one.
  const topic = fitSentences(first, TOPIC_TOKENS_MAX)?.text ?? first.slice(0, TOPIC_TOKENS_MAX);
  return automaticSummary(place, state, topic, fitSentences(stages.join(" → "), SUMMARY_TOKENS_MAX)?.text ?? topic);
}

/**
 * A summary of the transcript, if there is one and it was work. The person's own words make the topic.
 */
function fromConversation(
  place: SceneParts,
  state: SessionState,
  facts: readonly RawRecord[],
  conversation: Conversation | undefined,
): SessionSummary | undefined {
  if (!conversation || !isSubstantial(conversation.turns)) return undefined;
  // A stage tells the same work.
  const saved = facts.filter(({ memory_type }) => memory_type !== "S").map(contentOf);
  const gist = gistOfWork(place, state, conversation, saved);
  return gist && automaticSummary(place, state, gist.topic, gist.summary);
}

function automaticSummary(
  place: SceneParts,
  state: SessionState,
  topic: string,
  summary: string,
): SessionSummary {
  const { runtime, memory } = place;
  const project = ownerOf(place, state);
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
    ...(project === undefined ? {} : { project }),
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
