/**
 * What nobody saved of a session that is over or about to be compacted: made from its conversation without any model,
 * and marked as such. A session that is over gets its summary and its metrics, too.
 *
 * @module
 */
import { clean } from "../capture/gate.ts";
import { type Gist, gistOf, isSubstantial, isWork } from "../capture/conversation.ts";
import { summaryOf } from "../capture/summary.ts";
import { reasonOf } from "../errors.ts";
import { newId, utcDay } from "../records/ids.ts";
import {
  type Fact,
  isDeleted,
  type MemoryType,
  type RawRecord,
  type SessionSummary,
  supersededBy,
} from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { fitSentences } from "../recall/budget.ts";
import { sentencesOf } from "../text/sentences.ts";
import { usageOf } from "../recall/ledger.ts";
import { readContents, recordFiles } from "../store/contents.ts";
import { dailyFile, SESSIONS_FILE } from "../store/layout.ts";
import { nowGiven, type SessionState, updateSessionState } from "../store/session_state.ts";
import { storesToRead } from "../store/memory.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import type { Ending, Scene } from "./scene.ts";
import { unwantedOf } from "./wish.ts";
import { replaceAutomatic, writeAutomatic, writeEvent } from "./write.ts";
import { neighboursOf } from "../capture/neighbours.ts";
import { sharesHeld } from "../recall/contradiction.ts";
import { sessionOf } from "../records/view.ts";
import type { EventOf, Reply } from "../agents/event.ts";
import { compactKeep, compactNotice } from "../templates/prompts.ts";

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
  ending: Ending,
  ended: object = {},
  read = () => readConversation(ending.runtime, ending.state),
): void {
  const { runtime, store, memory, state } = ending;
  const session = state.session_id;
  if (!state.skip || state.skip_from_here) {
    const before = factsOf(ending);
    // An earlier version did not note whose session it was: what can't be told apart must not be recalled anywhere.
    const isKnown = store.layer === "project" || state.project !== undefined;
    const summarised = isKnown && memory.config.auto_save ? summarise(ending, before, read) : {};
    if (summarised !== "unwanted") {
      const { source, facts = before } = summarised;
      writeEvent(ending, session, "session_metrics", metricsOf(state, facts, source));
      writeEvent(ending, session, "session_end", ended);
    }
  }
  const ended_at = runtime.now().toISOString();
  updateSessionState(store, session, () => ({ ended_at, prompt_open: false, ask_open: false }));
}

/** Ends sessions whose client never said that they ended. One that can't be ended costs the session at hand nothing. */
export function finishAbandoned(scene: Scene, sessions: readonly SessionState[]): void {
  for (const state of sessions) {
    try {
      finishSession({ ...scene, state }, { reason: "abandoned" });
    } catch (error) {
      const { session_id: session } = state;
      scene.log.error("an abandoned session can't be ended", { session, reason: reasonOf(error) });
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
  ending: Ending,
  before: readonly RawRecord[],
  read: () => Conversation | undefined,
): Summarised | "unwanted" {
  const { store, memory, state: { session_id: session } } = ending;
  const existing = storesToRead(memory).map((each) => summaryOf(each, session)).find(Boolean);
  // An automatic summary is renewed when the session goes on; what somebody wrote is never touched.
  if (existing && existing.auto_generated !== true) {
    return { source: typeof existing.source === "string" ? existing.source : "rules" };
  }
  const conversation = read();
  if (unwantedOf(ending, conversation) === "all") return "unwanted";
  const captured = before.length === 0 ? captureConversation(ending, conversation) : 0;
  if (captured === "unwanted") return captured;
  const facts = captured > 0 ? factsOf(ending) : before;
  // What was stated in small talk is kept as a fact; it is nothing to go on with, and would hide the session that is.
  const isWorth = before.length > 0 || facts.some(({ memory_type }) => memory_type === "S");
  const summary = fromConversation(ending, facts, conversation) ??
    (isWorth ? fromStages(ending, facts) : undefined);
  if (!summary) return { facts };
  if (typeof existing?.id === "string") {
    replaceAutomatic(store, SESSIONS_FILE, {
      ...summary,
      id: existing.id,
      // To-dos may have been noted while the session went on.
      todos: openTodos(existing),
    });
  } else writeAutomatic(store, [{ file: SESSIONS_FILE, record: summary }]);
  updateSessionState(store, session, (now) => nowGiven(now, [summary.id]));
  return { source: summary.source, facts };
}

/** A summary of the stages that were saved (方案 C, sessionEnd). Other facts are told as facts, and not here again. */
function fromStages(ending: Ending, facts: readonly RawRecord[]): SessionSummary | undefined {
  const stages = facts.filter(({ memory_type }) => memory_type === "S").map(contentOf);
  const [first] = stages;
  if (first === undefined) return undefined;
  // Of a first sentence too long for a topic as many characters: a token is at least one.
  const topic = fitSentences(first, TOPIC_TOKENS_MAX)?.text ?? first.slice(0, TOPIC_TOKENS_MAX);
  return automaticSummary(ending, topic, fitSentences(stages.join(" → "), SUMMARY_TOKENS_MAX)?.text ?? topic);
}

/** A summary of the transcript, if there is one and it was work. The person's own words make the topic. */
function fromConversation(
  ending: Ending,
  facts: readonly RawRecord[],
  conversation: Conversation | undefined,
): SessionSummary | undefined {
  if (!conversation || !isSubstantial(conversation.turns)) return undefined;
  // A stage tells the same work.
  const saved = facts.filter(({ memory_type }) => memory_type !== "S").map(contentOf);
  const gist = gistOfWork(ending, conversation, saved);
  return gist && automaticSummary(ending, gist.topic, gist.summary);
}

function automaticSummary(ending: Ending, topic: string, summary: string): SessionSummary {
  const { runtime, memory, state } = ending;
  const project = ownerOf(ending);
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

/** Far below what an agent states (0.8) and what counts as important at a start (0.9): nobody vouched for it. */
const AUTOMATIC_CONFIDENCE = 0.4;

/** Whose a captured record is: the project's that its session began in, not that of whoever ends it. */
function ownerOf({ store, state }: Ending): string | undefined {
  return store.layer === "global" ? state.project ?? undefined : undefined;
}

/**
 * Keeps the gist of the conversation since the last capture as a stage summary and facts, if nothing was saved in that
 * time.
 *
 * @param whole of a session that ends, its conversation, where it can be read. If that was no work, only what the
 * person stated is kept. What is being compacted always was.
 * @returns how many records were written; "unwanted" when the person says in it that nothing be saved
 */
function captureConversation(ending: Ending, whole?: Conversation): number | "unwanted" {
  const { runtime, store, state } = ending;
  const { session_id: session, captured_bytes: from = 0 } = state;
  const saves = (state.fact_count ?? 0) + (state.summary_saved ? 1 : 0);
  if (saves > (state.saves_at_capture ?? 0)) {
    updateSessionState(store, session, () => ({ saves_at_capture: saves }));
    return 0;
  }
  const conversation = from === 0 && whole ? whole : readConversation(runtime, state, from);
  const unwanted = unwantedOf(ending, conversation);
  if (unwanted === "all") return "unwanted";
  const gist = conversation && gistOfWork(ending, conversation);
  if (!conversation || !gist) return 0;
  const hasStage = !whole || isWork(whole.turns);
  const written = writeGist(ending, gist, hasStage);
  // A session that is taken up again may still become work, from its first question on; and what is read next must
  // hold the wish not to save, too.
  if (!hasStage || unwanted) return written;
  updateSessionState(store, session, () => ({ captured_bytes: conversation.end }));
  return written;
}

/**
 * The gist of a conversation. Its words are cleaned before they are cut into sentences: half of a private part or of a
 * secret would not be known as one any more.
 */
function gistOfWork(
  ending: Ending,
  { turns, deletes }: Pick<Conversation, "turns" | "deletes">,
  saved?: readonly string[],
): Gist | undefined {
  const { memory, language } = ending;
  const deleted = deletes ? deletedSince(ending) : [];
  const cleaned = turns.map((turn) =>
    turn.role === "user" ? { ...turn, text: withoutAll(clean(memory, turn.text).text, deleted) } : turn
  );
  return gistOf(cleaned, language, ownerOf(ending) ?? memory.locations.projectRoot, saved);
}

/** As much of a sentence in what was deleted, or of that in the sentence, and the one says the other. */
const SAID_AGAIN = 0.5;

/** A text without the sentences that say what was deleted. */
function withoutAll(text: string, deleted: readonly string[]): string {
  if (deleted.length === 0) return text;
  const isDeleted = (sentence: string) =>
    deleted.some((content) => sharesHeld(sentence, content).some((share) => share >= SAID_AGAIN));
  return sentencesOf(text).filter((sentence) => !isDeleted(sentence)).join("").trim();
}

function writeGist(ending: Ending, gist: Gist, hasStage: boolean): number {
  const { memory, store, state } = ending;
  const drawn = [
    ...gist.stated.map(({ content, memoryType }) => automaticFact(ending, content, memoryType)),
    ...hasStage ? [automaticFact(ending, gist.summary, "S")] : [],
  ].filter(({ content }) => content !== "");
  const neighbours = neighboursOf(memory, store, drawn.map(({ content }) => content), ownerOf(ending));
  const facts = drawn.filter((_, at) => neighbours[at]?.identical === undefined);
  if (facts.length > 0) {
    writeAutomatic(store, facts.map((record) => ({ file: dailyFile(utcDay(record.timestamp)), record })));
    updateSessionState(store, state.session_id, (now) => nowGiven(now, facts.map(({ id }) => id)));
  }
  return facts.length;
}

function automaticFact(ending: Ending, content: string, memoryType: MemoryType): Fact {
  const { runtime, memory, state: { session_id: session, agent } } = ending;
  const project = ownerOf(ending);
  return {
    id: newId(runtime, "log"),
    type: "fact",
    memory_type: memoryType,
    content: clean(memory, content).text,
    entities: [],
    confidence: AUTOMATIC_CONFIDENCE,
    timestamp: runtime.now().toISOString(),
    source: { session, ...(agent ? { agent } : {}), ...(project ? { project } : {}) },
    auto_generated: true,
  };
}

/** The session's facts, oldest first, from the files themselves: the index may lag behind or be broken. */
function factsOf(ending: Ending): RawRecord[] {
  const { session_id } = ending.state;
  const records = factsSince(ending).filter((record) => !isDeleted(record));
  // What was replaced holds no more, in the same session or since.
  const replaced = supersededBy(records.map(({ id, supersedes }) => ({ id: String(id), supersedes })));
  return records.filter((record) =>
    sessionOf(record) === session_id && contentOf(record) !== "" && !replaced.has(String(record.id))
  );
}

/** What facts said that were saved and deleted since the session began. */
function deletedSince(ending: Ending): string[] {
  return factsSince(ending).filter(isDeleted).map(contentOf).filter((content) => content !== "");
}

function contentOf({ content }: RawRecord): string {
  return typeof content === "string" ? content : "";
}

function factsSince({ memory, state }: Ending): RawRecord[] {
  const firstFile = dailyFile(utcDay(state.created_at));
  return storesToRead(memory).flatMap((store) => {
    const files = recordFiles(store).filter(({ file, home }) => home === "daily" && file >= firstFile);
    // Every line holds the empty word, so that each is kept as it is read: all of them are looked at.
    return readContents(store, files, "").records.map(({ record }) => record);
  }).filter((record) => record.type === "fact");
}

/**
 * Captures the conversation before it is compacted, and says so: to the person, and to a client that asks what its own
 * summary must keep. The agent can't be reached now; the next prompt or start asks it to save.
 */
export function onPreCompact(scene: Scene<EventOf<"pre_compact">>): Reply {
  const { state, memory, language } = scene;
  if (state.skip || !memory.config.auto_save) return {};
  if (captureConversation(scene) === "unwanted") return {};
  return { notice: compactNotice(language), context: compactKeep(language) };
}
