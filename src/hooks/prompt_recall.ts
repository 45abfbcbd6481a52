/** What a prompt is given. Hot path: most are given none, so what opens an index or tells is loaded late. */
import { isStopWord } from "../text/stop.ts";
import type { EventOf } from "../agents/event.ts";
import type { Intent } from "../prompt/intent.ts";
import type { Silence } from "../recall/choose.ts";
import { toldAt } from "../recall/ledger.ts";
import { type PromptRecall, type Recall, recallForPrompt } from "../recall/mod.ts";
import type { Placed, Reader } from "../recall/readers.ts";
import { logRetrieval, queryForLog } from "../recall/retrieval_log.ts";
import type { Found } from "../index/read.ts";
import { isStartDue, readSessionState, type SessionState } from "../store/session_state.ts";
import type { Answered } from "./earlier.ts";
import { noteState, type Scene } from "./scene.ts";
import { SYNC } from "./guard.ts";

interface Asked extends Omit<PromptRecall, "given" | "toldAt"> {
  readonly intent: Intent;
  /** Records are told only where the prompt names something of theirs; otherwise it may mean files. */
  readonly onlyIfNamed?: boolean;
  /** Nothing of the session is to be kept: the log gets none of the prompt's words. */
  readonly skip: boolean;
  readonly typed: string;
}

/** The scene of a prompt, with the layers that were opened for it; its handler closes them. */
export interface PromptScene extends Scene<EventOf<"user_prompt">> {
  readonly opened: { readers?: readonly Reader[] };
}

/** What recall comes to. Most often the text is empty. */
export interface Recalled {
  readonly text: string;
  /** The line that the person is shown. */
  readonly notice?: string | undefined;
  /** The records that the prompt is about, told with it or before; undefined where none was looked for. */
  readonly about?: readonly Placed[];
}

/** Recalls for a prompt. An answer about `earlier` work has spent some of its budget. */
export async function recallFor(scene: PromptScene, asked: Asked, earlier: Partial<Answered>): Promise<Recalled> {
  const { tokens: spent = 0, ids: before = [] } = earlier;
  const { prompt, typed, whole, intent, explicit, onlyIfNamed, skip } = asked;
  const { memory, event, runtime, log } = scene;
  const started = runtime.now().getTime();
  const state = stateNow(scene);
  const { recall, known } = await lookUp(scene, state, asked, earlier);
  noteUsed(scene, state, known.map(({ id }) => id));
  const chosen = onlyIfNamed && !namesSome(prompt, recall.chosen.map(({ hit }) => hit)) ? [] : recall.chosen;
  const reason = explicit ? "command" : "prompt";
  const tokens = memory.config.context.prompt_tokens - spent;
  const told = chosen.length > 0
    ? (await import("./told.ts")).tellWithPrompt(scene, chosen, tokens, reason, whole ?? prompt)
    : undefined;
  // “Nothing found” beside an answer would say that there was none.
  if (told || before.length === 0) {
    const silent = whySilent(chosen.length > 0 && !told ? "no room" : recall.silent, earlier.silent);
    logRetrieval(log, {
      session: event.session,
      trigger: reason,
      query: skip ? "" : await queryForLog(typed),
      intent: intent.intent_type,
      signals: skip ? [] : intent.signals_found,
      candidates: recall.candidates,
      chosen: told?.ids ?? [],
      tokens: told?.tokens ?? 0,
      ms: runtime.now().getTime() - started,
      ...(recall.heldBack.length > 0 ? { held_back: recall.heldBack } : {}),
      ...(silent ? { silent } : {}),
    });
  }
  const current = recall.chosen.filter(({ outdatedBy }) => outdatedBy === undefined).map(({ hit }) => hit);
  const about = [...current.filter(({ id }) => told?.ids.includes(id)), ...known];
  return { text: told?.text ?? "", notice: told?.notice, about };
}

/** Looks records up; `known` are those that the session has already, also where they are then told again. */
async function lookUp(
  scene: PromptScene,
  state: SessionState,
  { prompt, typed, whole, intent, explicit }: Asked,
  { dated, pointsBack, ids: before = [] }: Partial<Answered>,
): Promise<{ recall: Recall; known: readonly Placed[] }> {
  const { memory, opened } = scene;
  const open = async () =>
    opened.readers ??= await (await import("../recall/open_readers.ts")).openReaders(memory, SYNC.prompt);
  const given = new Set([...explicit ? [] : state.given ?? [], ...before]);
  const asked = {
    ...{ prompt, typed, whole, intent, given, pointsBack },
    toldAt: (id: string) => toldAt(state, id),
    ...(explicit ? { explicit } : {}),
  };
  // Records of the time that the prompt names are looked at first.
  const then = dated && await recallForPrompt(memory, open, { ...asked, prompt: dated.rest, within: dated.time });
  const recall = then && then.chosen.length > 0 ? then : await recallForPrompt(memory, open, asked);
  const known = recall.known ?? [];
  if (recall.silent !== "already given") return { recall, known };
  const again = (await import("./left.ts")).toldWithTheSame(scene, known.map(({ id }) => id), prompt);
  if (again.length === 0) return { recall, known };
  const others = new Set([...given].filter((id) => !again.includes(id)));
  return { recall: await recallForPrompt(memory, open, { ...asked, given: others }), known };
}

/** Why nothing is told: for the prompt, or for the earlier work that it asks for. */
function whySilent(silent: Silence | undefined, ofEarlier: Silence | undefined): Silence | undefined {
  // Any other reason is about a record that fits the prompt, and tells more.
  const isFar = silent === "nothing found" || silent === "below min_relevance";
  return ofEarlier && isFar ? ofEarlier : silent;
}

/**
 * Notes records as used that the session was given unasked, and that a prompt is about. A record that was given for a
 * prompt counts only when a reply rests on it: what wrongly found it once finds it again.
 */
function noteUsed(scene: Scene, state: Scene["state"], known: readonly string[]): void {
  const unasked = (state.injections ?? []).flatMap(({ ids, reason }) => reason === undefined ? ids : []);
  const used = known.filter((id) => unasked.includes(id) && !state.used?.includes(id));
  if (used.length > 0) noteState(scene, ({ used: before = [] }) => ({ used: [...new Set([...before, ...used])] }));
}

/** The session's state, read again where this prompt has just been given the start context. */
export function stateNow({ state, store, event }: Scene): SessionState {
  return isStartDue(state) ? readSessionState(store, event.session) ?? state : state;
}

function namesSome(prompt: string, hits: readonly Found[]): boolean {
  const names = prompt.toLowerCase().split(/[\s,，]+/)
    .filter((word) => word.length > 1 && !isStopWord(word) && !TELLS_APART.test(word));
  return hits.some(({ content }) => {
    const said = content.toLowerCase();
    return names.some((name) => said.includes(name));
  });
}

/** Words that tell one of several things from the others (“the older one”) without naming it. */
const TELLS_APART =
  /^(?:older|oldest|old|newer|newest|new|earlier|earliest|later|latest|last|first|former|previous|prior|recent|current|whole|entire|different|旧的?|新的?|老的?|最新的?|最早的?|最近的?|早先的?|之前的?|以前的?|先前的?|现在的?|其他的?|别的)$/;
