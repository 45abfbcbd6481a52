/**
 * Captures a session that is over or about to be compacted, and in which nobody saved anything: facts and a stage made
 * from its conversation without a model, and marked as such. A session that is over also gets a summary and metrics.
 *
 * @module
 */
import { clean } from "../capture/gate.ts";
import { type Gist, gistOf, isSubstantial, isWork } from "../capture/conversation.ts";
import { isOfSitting, summaryOf } from "../capture/summary.ts";
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
import { doneTodos, openTodos } from "../records/todos.ts";
import { fitSentences } from "../recall/budget.ts";
import { sentencesOf } from "../text/sentences.ts";
import { usageOf } from "../recall/ledger.ts";
import { homeOfFile, readContents, recordFiles } from "../store/contents.ts";
import { dailyFile, SESSIONS_FILE } from "../store/layout.ts";
import { nowGiven, type SessionState, updateSessionState } from "../store/session_state.ts";
import type { Runtime } from "../runtime.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import type { Ending, Scene } from "./scene.ts";
import { unwantedOf } from "./wish.ts";
import { replaceAutomatic, writeAutomatic, writeEvent } from "./write.ts";
import { neighboursOf } from "../capture/neighbours.ts";
import { sharesHeld } from "../recall/contradiction.ts";
import { sessionOf } from "../records/view.ts";
import type { EventOf, Reply } from "../agents/event.ts";
import { compactKeep, compactNotice } from "../templates/prompts.ts";

/** About a line. */
const TOPIC_TOKENS_MAX = 60;
/** About a paragraph. */
const SUMMARY_TOKENS_MAX = 300;

/**
 * Ends a session: writes summary and metrics, marks its state as ended. Of a session that is not to be saved only the
 * mark is written.
 *
 * @param read gives the conversation; a caller that has read it passes it on, since reading it twice takes time
 */
export function finishSession(
  ending: Ending,
  ended: object,
  read = () => readConversation(ending.runtime, ending.state),
): void {
  const { runtime, store, memory, state } = ending;
  const session = state.session_id;
  if (!state.skip || state.skip_from_here) {
    const before = factsOf(ending);
    // Earlier versions did not note the project of a session in the global store: its summary could surface anywhere.
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

/**
 * Ends sessions whose client never said that they ended, at the time of their last event: what they leave belongs to
 * that day. A failure is logged and does not stop the present session.
 */
export function finishAbandoned(scene: Scene, sessions: readonly SessionState[]): void {
  for (const state of sessions) {
    // A look at the real clock lets the hook's guard see how long this takes.
    const now = () => (scene.runtime.now(), new Date(state.updated_at));
    const runtime: Runtime = Object.assign(Object.create(scene.runtime), { now });
    const memory: Memory = Object.assign(Object.create(scene.memory), { runtime });
    try {
      finishSession({ ...scene, runtime, memory, state }, { reason: "abandoned" });
    } catch (error) {
      const { session_id: session } = state;
      scene.log.error("an abandoned session can't be ended", { session, reason: reasonOf(error) });
    }
  }
}

interface Summarised {
  /** The `source` of the summary; undefined without a summary. */
  readonly source?: string | undefined;
  /** The session's facts, including those captured just now. */
  readonly facts?: readonly RawRecord[];
}

/** Makes sure that the session has a summary, unless the person says in the conversation that nothing be saved. */
function summarise(
  ending: Ending,
  before: readonly RawRecord[],
  read: () => Conversation | undefined,
): Summarised | "unwanted" {
  const { store, memory, state: { session_id: session } } = ending;
  const existing = storesToRead(memory).map((each) => summaryOf(each, session)).find(Boolean);
  // An automatic summary is made anew when the session went on. One that somebody wrote, or of an earlier sitting, is
  // never touched: what was done after it becomes a stage.
  const isTold = existing !== undefined && existing.topic !== "";
  if (isTold && (existing.auto_generated !== true || !isOfSitting(memory, existing))) {
    if (captureLater(ending, before) === "unwanted") return "unwanted";
    return { source: typeof existing.source === "string" ? existing.source : "rules" };
  }
  const conversation = read();
  if (unwantedOf(ending, conversation) === "all") return "unwanted";
  if (before.length > 0) keepOrders(ending, conversation);
  const captured = before.length === 0 ? captureConversation(ending, conversation) : 0;
  if (captured === "unwanted") return captured;
  const facts = captured > 0 ? factsOf(ending) : before;
  // A statement in small talk is kept as a fact, but makes no summary: as the last session it would hide the last work.
  const isWorth = before.length > 0 || facts.some(({ memory_type }) => memory_type === "S");
  const isEnough = conversation && (captured > 0 ? isWork : isSubstantial)(conversation.turns);
  const told = (isEnough ? fromConversation(ending, facts, conversation) : undefined) ??
    (isWorth ? fromStages(ending, facts) : undefined);
  const todos = orderedTodos(ending, conversation);
  if (!told && todos.length === 0) return { facts };
  const summary = { ...told ?? automaticSummary(ending, "", ""), todos };
  if (typeof existing?.id === "string") {
    const isDone = new Set(doneTodos(existing).map(({ todo }) => todo));
    replaceAutomatic(store, SESSIONS_FILE, {
      ...summary,
      id: existing.id,
      // To-dos may have been added to the old summary, or done, while the session went on.
      todos: [...new Set([...openTodos(existing), ...todos])].filter((todo) => !isDone.has(todo)),
    });
  } else writeAutomatic(store, [{ file: SESSIONS_FILE, record: summary }]);
  updateSessionState(store, session, (now) => ({
    ...nowGiven(now, [summary.id]),
    ...conversation && !conversation.unwanted ? capturedTo(conversation, now) : {},
  }));
  return { source: summary.source, facts };
}

/** A summary of the stages that were saved (方案 C, sessionEnd). Other facts are told by themselves. */
function fromStages(ending: Ending, facts: readonly RawRecord[]): SessionSummary | undefined {
  const stages = facts.filter(({ memory_type }) => memory_type === "S").map(contentOf);
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
  const gist = gistOfWork(ending, conversation, savedTexts(facts));
  // A stage that an agent saved says where the work stands, which the person's words don't.
  const [stage = ""] = facts.filter(({ memory_type, auto_generated }) => memory_type === "S" && auto_generated !== true)
    .map(contentOf).slice(-1);
  const stands = fitSentences(stage, SUMMARY_TOKENS_MAX)?.text ?? "";
  return gist && automaticSummary(ending, gist.topic, `${gist.summary}\n${stands}`.trim());
}

/** The to-dos that the person ordered to note and no call saved. */
function orderedTodos({ memory }: Ending, conversation: Conversation | undefined): string[] {
  return (conversation?.turns ?? []).flatMap(({ todo }) => todo === undefined ? [] : clean(memory, todo).text || []);
}

/** The texts of facts without stages, which tell the same work as the transcript. */
function savedTexts(facts: readonly RawRecord[]): string[] {
  return facts.filter(({ memory_type }) => memory_type !== "S").map(contentOf);
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

/**
 * Nobody vouched for an automatic record: far below an agent's fact (0.8) and what a start counts as important (0.9).
 */
const AUTOMATIC_CONFIDENCE = 0.4;

/** The project of a captured record: the one that its session began in, not the one of the session that ends it. */
function ownerOf({ store, state }: Ending): string | undefined {
  return store.layer === "global" ? state.project ?? undefined : undefined;
}

/** Keeps what the person ordered to save and no call saved. */
function keepOrders(ending: Ending, conversation: Conversation | undefined): void {
  // Most sessions have none, and to clean a long conversation takes time.
  const gist = conversation?.turns.some(({ order }) => order) && gistOfWork(ending, conversation);
  if (gist) writeGist(ending, { ...gist, stated: [] }, false);
}

/**
 * Keeps the gist of the conversation since the last capture as a stage and facts; if something was saved in that time,
 * only what the person ordered.
 *
 * @param whole the conversation of a session that ends. Without work in it, only what the person stated is kept. Left
 * out before a compaction, since a session that is compacted holds work.
 * @returns how many records were written, with the summary that is to be; "unwanted" when the person says in it that
 * nothing be saved
 */
function captureConversation(ending: Ending, whole?: Conversation): number | "unwanted" {
  const { runtime, store, state } = ending;
  const { session_id: session, captured_bytes: from = 0 } = state;
  const conversation = from === 0 && whole ? whole : readConversation(runtime, state, from);
  const unwanted = unwantedOf(ending, conversation);
  if (unwanted === "all") return "unwanted";
  if (hasSavedSince(state)) {
    keepOrders(ending, conversation);
    updateSessionState(store, session, () => ({ saves_at_capture: savesOf(state) }));
    return 0;
  }
  const gist = conversation && gistOfWork(ending, conversation);
  if (!conversation || !gist) return 0;
  const hasStage = !whole || isWork(whole.turns);
  // The summary of a session that ends says what its stage would say.
  const written = writeGist(ending, gist, hasStage && !whole) + (hasStage && whole ? 1 : 0);
  // Without a stage the next capture reads from the same byte: a resumed session may still become work. With a wish
  // not to save as well: the next capture must read that wish, too.
  if (!hasStage || unwanted) return written;
  updateSessionState(store, session, (now) => capturedTo(conversation, now));
  return written;
}

/**
 * Keeps the work after a summary that somebody wrote as a stage, which the next start tells beside the summary. What
 * the person ordered to save and no call saved is kept, too, and what they stated, if nobody has saved since.
 */
function captureLater(ending: Ending, facts: readonly RawRecord[]): "unwanted" | undefined {
  const { runtime, store, state } = ending;
  // Without the byte at which the summary was saved nothing tells what is later.
  const { captured_bytes: from = 0 } = state;
  const conversation = from > 0 ? readConversation(runtime, state, from) : undefined;
  const unwanted = unwantedOf(ending, conversation);
  if (unwanted === "all") return "unwanted";
  if (!conversation || !isSubstantial(conversation.turns)) return void keepOrders(ending, conversation);
  const gist = gistOfWork(ending, conversation, savedTexts(facts));
  if (gist) writeGist(ending, hasSavedSince(state) ? { ...gist, stated: [] } : gist, true);
  if (!unwanted) updateSessionState(store, state.session_id, (now) => capturedTo(conversation, now));
  return undefined;
}

/** The change of a session's state when its conversation was captured so far. */
function capturedTo({ end }: Conversation, state: SessionState): Partial<SessionState> {
  return { captured_bytes: end, saves_at_capture: savesOf(state) };
}

function savesOf({ fact_count = 0, summary_saved }: SessionState): number {
  return fact_count + (summary_saved ? 1 : 0);
}

/** Whether somebody saved since the last capture, or since the last summary. */
function hasSavedSince(state: SessionState): boolean {
  return savesOf(state) > (state.saves_at_capture ?? 0);
}

/**
 * The gist of a conversation. Its words are cleaned before they are cut into sentences, since half of a private part or
 * of a secret could not be found any more.
 */
function gistOfWork(
  ending: Ending,
  { turns, deletes }: Pick<Conversation, "turns" | "deletes">,
  saved?: readonly string[],
): Gist | undefined {
  const { memory, language } = ending;
  const deleted = deletes || ending.state.has_deleted ? deletedSince(ending) : [];
  const cleanedText = (text: string) => withoutAll(clean(memory, text).text, deleted);
  const cleaned = turns.map((turn) => {
    if (turn.role !== "user") return turn;
    const order = cleanedText(turn.order ?? "");
    return { role: turn.role, text: cleanedText(turn.text), tools: turn.tools, ...order && { order } };
  });
  return gistOf(cleaned, language, ownerOf(ending) ?? memory.locations.projectRoot, saved);
}

/**
 * The share of a sentence's words in a deleted text, or of the text's in the sentence, from which both say the same.
 */
const SAID_AGAIN = 0.5;

/** A text without the sentences that repeat deleted texts. */
function withoutAll(text: string, deleted: readonly string[]): string {
  if (deleted.length === 0) return text;
  const isDeleted = (sentence: string) =>
    deleted.some((content) => sharesHeld(sentence, content).some((share) => share >= SAID_AGAIN));
  return sentencesOf(text).filter((sentence) => !isDeleted(sentence)).join("").trim();
}

function writeGist(ending: Ending, gist: Gist, hasStage: boolean): number {
  const { memory, store, state } = ending;
  const drawn = [
    ...[...gist.ordered, ...gist.stated].map(({ content, memoryType }) => automaticFact(ending, content, memoryType)),
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

/** The session's facts, oldest first, read from the files: the index may lag behind or be broken. */
function factsOf(ending: Ending): RawRecord[] {
  const { session_id } = ending.state;
  const records = factsSince(ending).filter((record) => !isDeleted(record));
  // A fact that was replaced does not hold any more.
  const replaced = supersededBy(records.map(({ id, supersedes }) => ({ id: String(id), supersedes })));
  return records.filter((record) =>
    sessionOf(record) === session_id && contentOf(record) !== "" && !replaced.has(String(record.id))
  );
}

/** The texts of facts that were saved and deleted since the session began. */
function deletedSince(ending: Ending): string[] {
  return factsSince(ending).filter(isDeleted).map(contentOf).filter((content) => content !== "");
}

function contentOf({ content }: RawRecord): string {
  return typeof content === "string" ? content : "";
}

function factsSince({ memory, state }: Ending): RawRecord[] {
  const firstFile = dailyFile(utcDay(state.created_at));
  return storesToRead(memory).flatMap((store) => {
    const files = recordFiles(store).filter((file) => homeOfFile(file) === "daily" && file >= firstFile);
    return readContents(store, files).records.map(({ record }) => record);
  }).filter((record) => record.type === "fact");
}

/**
 * Captures the conversation before it is compacted, and tells the person, and a client that asks what its own summary
 * must keep. The agent can't be told anything now; the next prompt or start asks it to save.
 */
export function onPreCompact(scene: Scene<EventOf<"pre_compact">>): Reply {
  const { state, memory, language } = scene;
  if (state.skip || !memory.config.auto_save) return {};
  if (captureConversation(scene) === "unwanted") return {};
  return { notice: compactNotice(language), context: compactKeep(language) };
}
