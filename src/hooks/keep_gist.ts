/** Captures what nobody saved: facts and a stage, made without a model and marked as such. */
import { type Gist, gistOf } from "../capture/conversation.ts";
import { holdsWork, isSubstantial } from "../capture/work.ts";
import { clean } from "../capture/gate.ts";
import { neighboursOf } from "../capture/neighbours.ts";
import { summaryOf } from "../capture/summary.ts";
import { sharesHeld } from "../recall/shares.ts";
import { newId, utcDay } from "../records/ids.ts";
import { type Fact, isDeleted, type MemoryType, type RawRecord, supersededBy } from "../records/mod.ts";
import { asText, GUESS_CONFIDENCE, isSaid, sessionOf } from "../records/view.ts";
import { readContents, recordFiles } from "../store/contents.ts";
import { kindOfFile } from "../store/truth_files.ts";
import { dailyFile, type StorePath } from "../store/layout.ts";
import { storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { nowGiven, type SessionState, updateSessionState } from "../store/session_state.ts";
import { sentencesOf } from "../text/sentences.ts";
import { textsTakenBack } from "../upkeep/touched.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import type { Ending } from "./scene.ts";
import { unwantedOf } from "./wish.ts";
import { isKeptApart, storeOfUnasked, writeAutomatic } from "./write.ts";

/** Keeps what the person ordered or stated, as far as no saved fact is about it. */
export function keepUnsaved(
  ending: Ending,
  conversation: Conversation | undefined,
  facts: readonly RawRecord[] = factsOf(ending),
): readonly Fact[] {
  const gist = conversation && gistOfWork(ending, conversation, facts);
  return gist ? writeGist(ending, gist) : [];
}

/**
 * Keeps the gist of the conversation since the last capture as a stage and facts; if something was saved in that time,
 * only what the person ordered or stated besides. Returns how many records that makes, the coming summary included.
 *
 * @param whole the conversation of a session that ends; without work in it, only what the person stated is kept
 */
export function captureConversation(ending: Ending, whole?: Conversation): number | "unwanted" {
  const { runtime, store, state } = ending;
  const { session_id: session, captured_bytes: from = 0 } = state;
  const conversation = from === 0 && whole ? whole : readConversation(runtime, state, from);
  const unwanted = unwantedOf(ending, conversation);
  if (unwanted === "all") return "unwanted";
  // Somebody saved since the last capture, or since the last summary.
  if (savesOf(state) > (state.saves_at_capture ?? 0)) {
    keepUnsaved(ending, conversation);
    updateSessionState(store, session, () => ({ saves_at_capture: savesOf(state) }));
    return 0;
  }
  const gist = conversation && gistOfWork(ending, conversation);
  if (!conversation || !gist) return 0;
  const hasStage = !whole || holdsWork(whole.turns);
  // The summary of a session that ends says what its stage would say.
  const stage = whole ? undefined : afterSummary(ending, { conversation, gist })?.gist.summary;
  const written = writeGist(ending, gist, stage).length + (hasStage && whole ? 1 : 0);
  // The next capture reads from the same byte: a session may still become work, and a wish must be read again.
  if (!hasStage || unwanted) return written;
  updateSessionState(store, session, (now) => capturedTo(conversation, now));
  return written;
}

/**
 * Keeps what was said in a session with a summary that somebody wrote, as far as no saved text is about it, and the
 * work after the summary as a stage, which the next start tells beside it. Returns the conversation that it read.
 */
export function captureBesides(ending: Ending, facts: readonly RawRecord[]): Conversation | "unwanted" | undefined {
  const { runtime, store, state } = ending;
  const { captured_bytes = 0, summed_bytes = 0 } = state;
  const conversation = readConversation(runtime, state, captured_bytes);
  const unwanted = unwantedOf(ending, conversation);
  if (unwanted === "all") return "unwanted";
  const gist = conversation && gistOfWork(ending, conversation, facts);
  if (!gist) return conversation;
  // Without the byte at which the summary was saved nothing tells what is later.
  const later = captured_bytes + summed_bytes > 0 ? afterSummary(ending, { conversation, gist }, facts) : undefined;
  const stage = later && isSubstantial(later.conversation.turns) ? later.gist.summary : undefined;
  writeGist(ending, gist, stage);
  if (stage !== undefined && !unwanted) {
    updateSessionState(store, state.session_id, (now) => capturedTo(conversation, now));
  }
  return conversation;
}

interface Read {
  readonly conversation: Conversation;
  readonly gist: Gist;
}

/** That part of a conversation which comes after the last summary that somebody wrote; often all of it. */
function afterSummary(ending: Ending, all: Read, facts: readonly RawRecord[] = []): Read | undefined {
  const { runtime, state } = ending;
  const { captured_bytes = 0, summed_bytes = 0 } = state;
  if (summed_bytes <= captured_bytes) return all;
  const conversation = readConversation(runtime, state, summed_bytes);
  const gist = conversation && gistOfWork(ending, conversation, facts);
  return gist && { conversation, gist };
}

/** The change of a state whose conversation was captured so far. */
export function capturedTo({ end }: Conversation, state: SessionState): Partial<SessionState> {
  return { captured_bytes: end, saves_at_capture: savesOf(state) };
}

function savesOf({ fact_count = 0, summary_saved }: SessionState): number {
  return fact_count + (summary_saved ? 1 : 0);
}

/**
 * The gist of a conversation. The person's words are cleaned before they are cut into sentences, since half of a secret
 * could not be found any more.
 */
export function gistOfWork(
  ending: Ending,
  { turns, deletes }: Pick<Conversation, "turns" | "deletes">,
  facts: readonly RawRecord[] = [],
): Gist | undefined {
  const { memory, language } = ending;
  const deleted = deletes || ending.state.has_deleted ? deletedSince(ending) : [];
  const cleanedText = (text: string) => withoutAll(clean(memory, text).text, deleted);
  const cleaned = turns.map((turn) => {
    if (turn.role !== "user") return turn;
    const [order, forgets] = [cleanedText(turn.order ?? ""), turn.forgets];
    const told = { ...order && { order }, ...forgets && { forgets } };
    return { role: turn.role, text: cleanedText(turn.text), tools: turn.tools, ...told };
  });
  return gistOf(cleaned, language, ownerOf(ending) ?? memory.locations.projectRoot, {
    saved: [...savedTexts(facts.filter(isSaid)), ...decidedIn(ending)],
    captured: savedTexts(facts.filter((fact) => !isSaid(fact))),
  });
}

/** The texts of facts that were deleted since the session began, or whose save was taken back. */
function deletedSince(ending: Ending): string[] {
  const deleted = factsSince(ending).filter(isDeleted).map(({ content }) => asText(content));
  const undone = storesToRead(ending.memory).flatMap((store) => textsTakenBack(store, ending.state.created_at));
  return [...deleted, ...undone].filter((content) => content !== "");
}

/** The share of the words of a sentence in a deleted text, or the reverse, from which both say the same. */
const SAID_AGAIN = 0.5;

function withoutAll(text: string, deleted: readonly string[]): string {
  if (deleted.length === 0) return text;
  const isDeleted = (sentence: string) =>
    deleted.some((content) => sharesHeld(sentence, content).some((share) => share >= SAID_AGAIN));
  return sentencesOf(text).filter((sentence) => !isDeleted(sentence)).join("").trim();
}

/** Writes a gist and a stage of work as facts, without what a record says already. Returns those that were written. */
function writeGist(
  ending: Ending,
  { ordered, stated }: Gist,
  stage?: string,
): readonly Fact[] {
  const asked = ordered.map((each) => automaticFact(ending, each, ORDERED_CONFIDENCE));
  const unasked = [...stated, ...stage ? [{ content: stage, memoryType: "S" as const }] : []]
    .map((each) => automaticFact(ending, each, GUESS_CONFIDENCE));
  if (!isKeptApart(ending)) return writeFacts(ending, ending.store, [...asked, ...unasked]);
  const kept = writeFacts(ending, ending.store, asked);
  return unasked.length === 0 ? kept : [...kept, ...writeFacts(ending, storeOfUnasked(ending), unasked)];
}

function writeFacts(ending: Ending, store: Store, drawn: readonly Fact[]): readonly Fact[] {
  const { memory, state } = ending;
  const project = ownerOf(ending, store);
  const told = drawn.filter(({ content }) => content !== "")
    .map((fact) => project === undefined ? fact : { ...fact, source: { ...fact.source, project } });
  if (told.length === 0) return [];
  const neighbours = neighboursOf(memory, store, told.map(({ content }) => content), project);
  const facts = told.flatMap((fact, at): Fact[] => {
    const { identical, guessedIn, changed = [] } = neighbours[at] ?? {};
    if (identical === undefined) {
      // What was captured before a compaction is corrected like what stands in the same part (capture/conversation.ts).
      const wrong = changed.filter(({ capturedIn }) => capturedIn === state.session_id).map(({ id }) => id);
      return [wrong.length === 0 ? fact : { ...fact, supersedes: wrong }];
    }
    // A guess that is said again in another session is written anew, with that day, so that a start tells it again.
    return guessedIn === undefined || guessedIn === state.session_id ? [] : [{ ...fact, supersedes: identical }];
  });
  if (facts.length > 0) {
    writeAutomatic(store, facts.map((record) => ({ file: dailyFile(utcDay(record.timestamp)), record })));
    updateSessionState(ending.store, state.session_id, (now) => nowGiven(now, facts.map(({ id }) => id)));
  }
  return facts;
}

function automaticFact(
  ending: Ending,
  { content, memoryType }: { content: string; memoryType: MemoryType },
  confidence: number,
): Fact {
  const { runtime, memory, state: { session_id: session, agent } } = ending;
  return {
    id: newId(runtime, "log"),
    type: "fact",
    memory_type: memoryType,
    content: clean(memory, content).text,
    entities: [],
    confidence,
    timestamp: runtime.now().toISOString(),
    source: { session, ...(agent ? { agent } : {}) },
    auto_generated: true,
  };
}

/** For what the person ordered to save: less than an agent's fact (0.8), since nobody judged it. */
const ORDERED_CONFIDENCE = 0.6;

/**
 * The project of a record captured to a store: the one that its session began in, not the one of the session that ends
 * it.
 */
export function ownerOf({ memory, store, state }: Ending, to = store): string | undefined {
  if (to.layer !== "global") return undefined;
  return store.layer === "global" ? state.project ?? undefined : memory.locations.here;
}

/** The session's facts, oldest first, read from the files: the index may lag behind or be broken. */
export function factsOf(ending: Ending): RawRecord[] {
  const { session_id } = ending.state;
  const records = factsSince(ending).filter((record) => !isDeleted(record));
  // A fact that was replaced does not hold any more.
  const replaced = supersededBy(records.map(({ id, supersedes }) => ({ id: asText(id), supersedes })));
  return records.filter((record) =>
    sessionOf(record) === session_id && asText(record.content) !== "" && !replaced.has(asText(record.id))
  );
}

function factsSince({ memory, state }: Ending): RawRecord[] {
  return storesToRead(memory).flatMap((store) =>
    readContents(store, daysSince(store, state.created_at)).records.map(({ record }) => record)
  ).filter((record) => record.type === "fact");
}

/** The daily files from the day of a time on. */
export function daysSince(store: Store, time: string): StorePath[] {
  const first = dailyFile(utcDay(time));
  return recordFiles(store).filter((file) => kindOfFile(file) === "daily" && file >= first);
}

/** The decisions that the session's summary holds. Its prose tells of the work, and no rule that a start would tell. */
function decidedIn({ memory, state }: Ending): string[] {
  if (!state.summary_saved) return [];
  return storesToRead(memory).flatMap((store) => {
    const { decisions } = summaryOf(store, state.session_id) ?? {};
    return Array.isArray(decisions) ? decisions.map(asText) : [];
  });
}

/** The texts of facts without stages, which tell the same work as the transcript. */
function savedTexts(facts: readonly RawRecord[]): string[] {
  return facts.filter(({ memory_type }) => memory_type !== "S").map(({ content }) => asText(content));
}
