/** In: what a prompt states, and the facts that it is about. Out: the fact, at hand or told before, that it changes. */
import { bareIn, givesValueOf, replaces } from "../capture/bare.ts";
import { denies } from "../capture/correction.ts";
import { factsOf } from "../index/read.ts";
import { contradicts, mayContradict } from "../recall/contradiction.ts";
import { openReaders } from "../recall/open_readers.ts";
import { type Placed, wantedIn } from "../recall/readers.ts";
import { readStatements } from "../recall/statement.ts";
import { savedSincePrompt, type SessionState } from "../store/session_state.ts";
import { readConversation } from "./conversation.ts";
import { SYNC } from "./guard.ts";
import type { PromptScene } from "./prompt_recall.ts";

/** A longer reply is a report, not an answer from one fact. Characters. */
const ANSWER_MAX = 500;

interface Stated {
  /** The first sentence, where it may be nothing but another value; else empty. */
  readonly bare: string;
  readonly stated: readonly string[];
  /** The sentences of a short prompt that may state a value. */
  readonly valued: readonly string[];
  /** The facts that the prompt is about. */
  readonly facts: readonly Placed[];
}

/** The fact that a prompt changes. */
export async function changedFact(
  scene: PromptScene,
  state: SessionState,
  { bare, stated, valued, facts }: Stated,
): Promise<Placed | undefined> {
  return await factAtHand(scene, state, bare) ??
    facts.find(({ content }) => saysOtherwise(stated, content)) ?? await factTold(scene, state, valued);
}

function saysOtherwise(stated: readonly string[], content: string): boolean {
  return stated.some((said) => denies(said, content) || contradicts(readStatements(said), readStatements(content)));
}

/** Of the facts that the session was told or saved, one that a short prompt contradicts, whatever recall finds. */
async function factTold(
  scene: PromptScene,
  { given = [] }: SessionState,
  valued: readonly string[],
): Promise<Placed | undefined> {
  const stated = valued.filter((each) => readStatements(each).some(mayContradict));
  if (stated.length === 0) return undefined;
  return (await factsOfIds(scene, given)).find(({ content }) => saysOtherwise(stated, content));
}

/** The facts among some records, the latest first; without stages of work. */
async function factsOfIds({ memory, opened }: PromptScene, ids: readonly string[]): Promise<Placed[]> {
  const readers = opened.readers ??= await openReaders(memory, SYNC.prompt);
  const complete = readers.filter(({ whole }) => whole);
  const facts = wantedIn(memory, complete, ({ index }) => factsOf(index.db, ids));
  const at = ({ id }: Placed) => ids.indexOf(id);
  return facts.filter(({ memoryType }) => memoryType !== "S").sort((one, other) => at(other) - at(one));
}

/**
 * The fact at hand into which a sentence puts another value: it was saved since the last prompt, or given last, or the
 * agent has just told its value. The agent's reply is read only where a fact has such a value.
 */
async function factAtHand(scene: PromptScene, state: SessionState, said: string): Promise<Placed | undefined> {
  const { given = [] } = state;
  const bare = said === "" ? undefined : bareIn(said);
  if (!bare) return undefined;
  const fitting = (await factsOfIds(scene, given)).filter(({ content }) => replaces(bare, content));
  if (fitting.length === 0) return undefined;
  const last = state.injections?.at(-1);
  const latest = last?.reason === undefined ? [] : last.ids;
  const saved = savedSincePrompt(state, 1);
  const known = fitting.find(({ id }) => saved.includes(id)) ?? fitting.find(({ id }) => latest.includes(id));
  if (known) return known;
  const reply = lastReply(scene, state);
  return reply.length > ANSWER_MAX ? undefined : fitting.find(({ content }) => givesValueOf(reply, content));
}

function lastReply({ runtime, event }: PromptScene, state: SessionState): string {
  const turns = readConversation(runtime, state, state.looked_bytes, event.prompt)?.turns ?? [];
  const from = turns.findLastIndex(({ role, text }) => role === "user" && text !== "") + 1;
  return turns.slice(from).map(({ text }) => text).join("\n").trim();
}
