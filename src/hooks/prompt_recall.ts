/** The records that a prompt is given, in frames, noted in ledger and log. */
import type { Delivery } from "../agents/delivery.ts";
import { isStopWord } from "../text/stop.ts";
import type { Dated } from "../prompt/earlier.ts";
import type { Intent } from "../prompt/intent.ts";
import { type PromptRecall, recallForPrompt } from "../recall/mod.ts";
import { BRIEF_NONCE_LENGTH, NONCE_LENGTH, renderContext } from "../recall/frame.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { openReaders, othersIn, type Reader } from "../recall/readers.ts";
import { noticeOf } from "../recall/notice.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { tellingWords } from "../recall/telling.ts";
import { redact } from "../records/redact.ts";
import type { Found } from "../index/read.ts";
import { type Injection, isStartDue, readSessionState, type SessionState } from "../store/session_state.ts";
import { remember } from "../recall/ledger.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";
import { SYNC } from "./sync.ts";
import { reasonOf } from "../errors.ts";
import { sentencesOf } from "../prompt/lasting.ts";
import { oneLine } from "../text/legible.ts";
import { todoId } from "../records/todos.ts";
import { openTodosIn, todoSpokenOf } from "../recall/todos.ts";

const LOGGED_PROMPT = 120;
/** Redacted before it is cut for the log: a secret that begins in the logged part ends within these characters. */
const READ_FOR_LOG = 2_000;

interface Asked extends Omit<PromptRecall, "given"> {
  readonly intent: Intent;
  /** Records are told only where the prompt names something of theirs; otherwise it may mean files. */
  readonly onlyIfNamed?: boolean;
  /** Nothing of the session is to be kept: the log gets none of the prompt's words. */
  readonly skip: boolean;
  /** A time that the prompt names, and the prompt without it: records of that time are looked at first. */
  readonly dated?: Dated | undefined;
  /** The tokens of this prompt's budget that other parts of the reply have spent. */
  readonly spent?: number;
}

/** The layers that were opened for a prompt; the handler of the prompt closes them. */
export interface Opened {
  readers?: readonly Reader[];
  /** The line about the records that the client shows the person. */
  notice?: string | undefined;
}

/** The records that a prompt is about, in frames; most often an empty text. */
export async function recallFor(
  scene: Scene,
  { prompt, whole, intent, explicit, onlyIfNamed, skip, dated, spent = 0 }: Asked,
  expected: Delivery,
  opened: Opened,
): Promise<string> {
  const { memory, event, runtime, language, log } = scene;
  const started = runtime.now().getTime();
  const state = stateNow(scene);
  const open = () => opened.readers ??= openReaders(memory, SYNC.prompt);
  const given = new Set(explicit ? [] : state.given ?? []);
  const asked = { prompt, whole, intent, given, ...(explicit ? { explicit } : {}) };
  const then = dated && await recallForPrompt(memory, open, { ...asked, prompt: dated.rest, within: dated.time });
  const recall = then && then.chosen.length > 0 ? then : await recallForPrompt(memory, open, asked);
  noteUsed(scene, state, recall.known ?? []);
  const found = recall.chosen.map(({ hit }) => hit);
  const hits = onlyIfNamed && !namesSome(prompt, found) ? [] : found;
  const context = promptContext(hits, memory.config.context.prompt_tokens - spent, language, {
    isOthers: othersIn(memory),
    runtime,
  });
  logRetrieval(log, {
    session: event.session,
    trigger: explicit ? "command" : "prompt",
    query: skip ? "" : queryForLog(prompt),
    intent: intent.intent_type,
    signals: skip ? [] : intent.signals_found,
    candidates: recall.candidates,
    chosen: context?.ids ?? [],
    tokens: context?.tokens ?? 0,
    ms: runtime.now().getTime() - started,
    ...(recall.heldBack.length > 0 ? { held_back: recall.heldBack } : {}),
    ...(recall.silent ? { silent: recall.silent } : {}),
  });
  if (!context) return "";
  const nonce = runtime.random(context.isBrief ? BRIEF_NONCE_LENGTH : NONCE_LENGTH);
  const { ids } = context;
  const telling = recall.chosen.filter(({ hit }) => ids.includes(hit.id)).map(({ hit }) =>
    [hit.id, tellingWords(hit.content, whole ?? prompt)] as const
  ).filter(([, words]) => words.length > 0);
  noteGiven(scene, {
    ids,
    tokens: context.tokens,
    frame: nonce,
    expected,
    reason: explicit ? "command" : "prompt",
    telling: Object.fromEntries(telling),
  });
  const told = hits.filter(({ id }) => ids.includes(id));
  opened.notice = noticeOf(told, { agent: event.agent, config: memory.config, language, runtime });
  return renderContext(context, nonce, language);
}

/**
 * Notes a record as used that the session was given unasked, at its start for example, when a prompt is about it. A
 * record that a prompt was given counts only when a reply rests on it: whatever gave it wrongly gives it wrongly again.
 */
function noteUsed(scene: Scene, state: Scene["state"], known: readonly string[]): void {
  const unasked = (state.injections ?? []).flatMap(({ ids, reason }) => reason === undefined ? ids : []);
  const used = known.filter((id) => unasked.includes(id) && !state.used?.includes(id));
  if (used.length > 0) noteState(scene, ({ used: before = [] }) => ({ used: [...new Set([...before, ...used])] }));
}

/** As much of a prompt as the log keeps. */
export function queryForLog(prompt: string): string {
  return redact(prompt.slice(0, READ_FOR_LOG)).text.slice(0, LOGGED_PROMPT);
}

/** The session's state, read again where this prompt has just been given the start context. */
export function stateNow({ state, store, event }: Scene): SessionState {
  return isStartDue(state) ? readSessionState(store, event.session) ?? state : state;
}

/** Notes the records that the reply to this prompt gives. */
export function noteGiven(scene: Scene, given: Omit<Injection, "at" | "event" | "channel">): void {
  const at = scene.runtime.now().toISOString();
  const injection = { at, event: scene.event.name, channel: "hook" as const, ...given };
  noteState(scene, (state) => remember(state, injection));
}

/** Whether a prompt names something that one of these records speaks of. */
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

/** Characters of a to-do that are told: the beginning of a long one tells which it is. */
const TOLD_MAX = 60;
/** To-dos that the state keeps as told: more than a session is told of. */
const TOLD_KEPT = 20;

/**
 * One line that names the call which closes the open to-do that the prompt may be about, once in a session; most often
 * an empty text.
 */
export async function todoLine(scene: Scene, own: string, readers: readonly Reader[]): Promise<string> {
  const { state, memory, language, log } = scene;
  try {
    const told = state.todos_told ?? [];
    const open = openTodosIn(memory, readers).filter(({ todo, isOthers }) => !isOthers && !told.includes(todoId(todo)));
    const spokenOf = open.length === 0 ? undefined : await todoSpokenOf(sentencesOf(own).map(({ said }) => said), open);
    if (!spokenOf) return "";
    const id = todoId(spokenOf.todo);
    noteState(scene, ({ todos_told = [] }) => ({ todos_told: [...todos_told, id].slice(-TOLD_KEPT) }));
    const text = oneLine(spokenOf.todo);
    const todo = text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)} …` : text;
    const { line } = await import("./answers.ts");
    return line("todo_spoken_of", language, { todo, id, memory: commandsFor(scene).memory });
  } catch (error) {
    log.error("a prompt is not compared with the to-dos", { reason: reasonOf(error) });
    return "";
  }
}
