/**
 * The line that names the call by which a prompt's statement replaces a fact that the session knows (docs/recall.md,
 * "Saving"). It is told in two cases. The prompt contradicts a fact that the session was told or saved. Or the prompt
 * is nothing but another value (“no, tabs”) for a fact at hand: one that the agent has just saved, was just given, or
 * has just answered from.
 */
import { bareIn, givesValueOf, replaces } from "../capture/bare.ts";
import { denies } from "../capture/correction.ts";
import { reasonOf } from "../errors.ts";
import { factsOf } from "../index/read.ts";
import { lastingIn, leavesOpen } from "../prompt/lasting.ts";
import { sentencesIn } from "../prompt/sentences.ts";
import { sign } from "../prompt/signs.ts";
import { onlyAsks } from "../prompt/work.ts";
import { contradicts, mayContradict } from "../recall/contradiction.ts";
import { openReaders, type Placed, wantedIn } from "../recall/readers.ts";
import { readStatements } from "../recall/statement.ts";
import { briefId } from "../records/ids.ts";
import { savedSincePrompt, type SessionState } from "../store/session_state.ts";
import { line } from "./answers.ts";
import { readConversation } from "./conversation.ts";
import { SYNC } from "./guard.ts";
import { type PromptScene, type Recalled, stateNow } from "./prompt_recall.ts";
import { commandsFor } from "./scene.ts";

/** A sentence that reports what goes wrong, or how it is at the moment, states no value that is to hold. */
const REPORTS = [sign("debugging"), sign("stands so now")];
/** A longer prompt is compared only with the facts that it is about. Characters. */
const SHORT = 200;
/** A longer reply is a report, not an answer from one fact. Characters. */
const ANSWER_MAX = 500;

/** The least score (prompt/lasting.ts) of what may state a value: half of the prompts of work have less. */
const MAY_STATE = -2.25;

/** The line; empty for most prompts. */
export function changeLine(scene: PromptScene, own: string, about: Recalled["about"] = []): string {
  const sentences = sentencesIn(own).map(({ said }) => said);
  const stated = sentences.filter((said, at) =>
    !/[?？]$/.test(said) && !REPORTS.some((each) => each.test(said)) && !onlyAsks(said) &&
    !leavesOpen(said, sentences[at + 1])
  );
  const first = stated[0] === sentences[0] ? stated[0] ?? "" : "";
  const facts = about.filter(({ type }) => type === "fact");
  try {
    const state = stateNow(scene);
    const changed = factAtHand(scene, state, first) ??
      facts.find(({ content }) => saysOtherwise(stated, content)) ?? factTold(scene, state, own, stated);
    return changed ? line("may_change", scene.language, { ...commandsFor(scene), id: briefId(changed.id) }) : "";
  } catch (error) {
    scene.log.error("a prompt is not compared with what the session was told", { reason: reasonOf(error) });
    return "";
  }
}

function saysOtherwise(stated: readonly string[], content: string): boolean {
  return stated.some((said) => denies(said, content) || contradicts(readStatements(said), readStatements(content)));
}

/** Of the facts that the session was told or saved, one that a short prompt contradicts, whatever recall finds. */
function factTold(scene: PromptScene, { given = [] }: SessionState, own: string, said: readonly string[]) {
  if (given.length === 0 || own.length > SHORT) return undefined;
  const stated = said.filter((each) =>
    lastingIn(each, MAY_STATE).length > 0 && readStatements(each).some(mayContradict)
  );
  if (stated.length === 0) return undefined;
  return factsOfIds(scene, given).find(({ content }) => saysOtherwise(stated, content));
}

/** The facts among some records, the latest first; without stages of work. */
function factsOfIds({ memory, opened }: PromptScene, ids: readonly string[]): Placed[] {
  const readers = opened.readers ??= openReaders(memory, SYNC.prompt);
  const complete = readers.filter(({ whole }) => whole);
  const facts = wantedIn(memory, complete, ({ index }) => factsOf(index.db, ids));
  const at = ({ id }: Placed) => ids.indexOf(id);
  return facts.filter(({ memoryType }) => memoryType !== "S").sort((one, other) => at(other) - at(one));
}

/**
 * The fact at hand into which a sentence puts another value: it was saved since the last prompt, or given last, or the
 * agent has just told its value. The agent's reply is read only where a fact has such a value.
 */
function factAtHand(scene: PromptScene, state: SessionState, said: string): Placed | undefined {
  const { given = [] } = state;
  const bare = given.length > 0 ? bareIn(said) : undefined;
  if (!bare) return undefined;
  const fitting = factsOfIds(scene, given).filter(({ content }) => replaces(bare, content));
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
