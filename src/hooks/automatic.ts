/**
 * In: a session that the agent saved nothing of. Out: records made from its conversation without any model, marked as
 * such.
 * Not done here: reading sense into a conversation (capture/conversation.ts).
 *
 * @module
 */
import { clean } from "../capture/clean.ts";
import { type Gist, gistOf, isWork } from "../capture/conversation.ts";
import { neighboursOf } from "../capture/neighbours.ts";
import { sharesHeld } from "../recall/contradiction.ts";
import { sentencesOf } from "../recall/budget.ts";
import { newId, utcDay } from "../records/ids.ts";
import type { Fact, MemoryType } from "../records/mod.ts";
import { dailyFile } from "../store/layout.ts";
import { nowGiven, type SessionState, updateSessionState } from "../store/session_state.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import type { Scene } from "./scene.ts";
import { deletedSince } from "./session_facts.ts";
import { unwantedOf } from "./wish.ts";
import { writeAutomatic } from "./write.ts";

/** Far below what an agent states (0.8) and what counts as important at a start (0.9): nobody vouched for it. */
const AUTOMATIC_CONFIDENCE = 0.4;

/** The part of a scene that exists for a session which another one ends. */
export type SceneParts = Pick<Scene, "runtime" | "memory" | "store" | "language">;

/** Whose a captured record is: the project's that its session began in, not that of whoever ends it. */
export function ownerOf({ store }: SceneParts, { project }: SessionState): string | undefined {
  return store.layer === "global" ? project ?? undefined : undefined;
}

/**
 * Keeps the gist of the conversation since the last capture as a stage summary and facts, if nothing was saved in that
 * time.
 *
 * @param whole of a session that ends, its conversation, where it can be read. If that was no work, only what the
 * person stated is kept. What is being compacted always was.
 * @returns how many records were written; "unwanted" when the person says in it that nothing be saved
 */
export function captureConversation(
  place: SceneParts,
  session: string,
  state: SessionState,
  whole?: Conversation,
): number | "unwanted" {
  const saves = (state.fact_count ?? 0) + (state.summary_saved ? 1 : 0);
  if (saves > (state.saves_at_capture ?? 0)) {
    updateSessionState(place.store, session, () => ({ saves_at_capture: saves }));
    return 0;
  }
  const { captured_bytes: from = 0 } = state;
  const conversation = from === 0 && whole ? whole : readConversation(place.runtime, state, from);
  const unwanted = unwantedOf(place, state, conversation);
  if (unwanted === "all") return "unwanted";
  const gist = conversation && gistOfWork(place, state, conversation);
  if (!conversation || !gist) return 0;
  const hasStage = !whole || isWork(whole.turns);
  const written = writeGist(place, session, state, gist, hasStage);
  // A session that is taken up again may still become work, from its first question on; and what is read next must
  // hold the wish not to save, too.
  if (!hasStage || unwanted) return written;
  updateSessionState(place.store, session, () => ({ captured_bytes: conversation.end }));
  return written;
}

/**
 * The gist of a conversation. Its words are cleaned before they are cut into sentences: half of a private part or of a
 * secret would not be known as one any more.
 */
export function gistOfWork(
  place: SceneParts,
  state: SessionState,
  { turns, deletes }: Pick<Conversation, "turns" | "deletes">,
  saved?: readonly string[],
): Gist | undefined {
  const { memory, language } = place;
  const deleted = deletes ? deletedSince(place, state) : [];
  const cleaned = turns.map((turn) =>
    turn.role === "user" ? { ...turn, text: withoutAll(clean(memory, turn.text).text, deleted) } : turn
  );
  return gistOf(cleaned, language, ownerOf(place, state) ?? memory.locations.projectRoot, saved);
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

function writeGist(place: SceneParts, session: string, state: SessionState, gist: Gist, hasStage: boolean): number {
  const drawn = [
    ...gist.stated.map(({ content, memoryType }) => automaticFact(place, session, state, content, memoryType)),
    ...hasStage ? [automaticFact(place, session, state, gist.summary, "S")] : [],
  ].filter(({ content }) => content !== "");
  const contents = drawn.map(({ content }) => content);
  const neighbours = neighboursOf(place.memory, place.store, contents, ownerOf(place, state));
  const facts = drawn.filter((_, at) => neighbours[at]?.identical === undefined);
  if (facts.length > 0) {
    writeAutomatic(place.store, facts.map((record) => ({ file: dailyFile(utcDay(record.timestamp)), record })));
    updateSessionState(place.store, session, (now) => nowGiven(now, facts.map(({ id }) => id)));
  }
  return facts.length;
}

function automaticFact(
  place: SceneParts,
  session: string,
  state: SessionState,
  content: string,
  memoryType: MemoryType,
): Fact {
  const { runtime, memory } = place;
  const project = ownerOf(place, state);
  return {
    id: newId(runtime, "log"),
    type: "fact",
    memory_type: memoryType,
    content: clean(memory, content).text,
    entities: [],
    confidence: AUTOMATIC_CONFIDENCE,
    timestamp: runtime.now().toISOString(),
    source: { session, ...(state.agent ? { agent: state.agent } : {}), ...(project ? { project } : {}) },
    auto_generated: true,
  };
}
