/**
 * In: a prompt that may have to do with earlier work. Out: what memory knows of it,
 * in its frames, noted in ledger and log.
 * Not done here: what is relevant (recall/).
 *
 * @module
 */
import type { Delivery } from "../agents/delivery.ts";
import { isStopWord } from "../text/stop.ts";
import type { Intent } from "../recall/intent.ts";
import { type PromptRecall, recallForPrompt } from "../recall/mod.ts";
import { BRIEF_NONCE_LENGTH, NONCE_LENGTH, renderContext } from "../recall/frame.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { openReaders, type Reader } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { sharedIn, textOf } from "../recall/shared.ts";
import { tellingWords } from "../recall/telling.ts";
import { dayOf } from "../records/days.ts";
import { redact } from "../records/redact.ts";
import type { Hit } from "../search/mod.ts";
import { isStartDue, readSessionState } from "../store/session_state.ts";
import { notePrompt } from "./ledger.ts";
import type { Scene } from "./scene.ts";

/** A person has pressed Enter: what can't be brought in step in this time waits for the next event. */
const SYNC_DEADLINE_MS = 150;
/** Longer than a save writes the index; who writes longer makes it anew. */
const WRITER_WAIT_MS = 20;
/** What the log keeps of a prompt. */
const LOGGED_PROMPT = 120;
/** Of a long prompt: a secret that begins in what is logged ends within it. */
const READ_FOR_LOG = 2_000;

interface Asked extends Omit<PromptRecall, "given"> {
  readonly intent: Intent;
  /** What memory knows counts only where the prompt names something of it: else files may be meant. */
  readonly onlyIfNamed?: boolean;
  /** Nothing of the session is to be kept, so nor are the prompt's words in the log. */
  readonly skip: boolean;
}

/** The layers that a prompt was looked up in; whoever made this closes them. */
export interface Opened {
  readers?: readonly Reader[];
}

/** What memory knows of a prompt, in its frames; empty when that is nothing worth saying. */
export async function recallFor(
  scene: Scene,
  { prompt, whole, intent, explicit, onlyIfNamed, skip }: Asked,
  expected: Delivery,
  opened: Opened,
): Promise<string> {
  const { memory, event, runtime, language, log, store } = scene;
  const started = runtime.now().getTime();
  // The start that was given just before has told something too.
  const state = isStartDue(scene.state) ? readSessionState(store, event.session) ?? scene.state : scene.state;
  const open = () => opened.readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS, waitMs: WRITER_WAIT_MS });
  const given = new Set(explicit ? [] : state.given ?? []);
  const asked = { prompt, whole, intent, given, ...(explicit ? { explicit } : {}) };
  const recall = await recallForPrompt(memory, open, asked);
  const found = recall.chosen.map(({ hit }) => hit);
  const hits = onlyIfNamed && !namesSome(prompt, found) ? [] : found;
  const isShared = sharedIn(memory);
  const context = promptContext(hits, memory.config.context.prompt_tokens, language, {
    isShared: (hit) => isShared(hit.layer, hit.file, () => textOf(memory, hit)),
    localDay: (timestamp) => dayOf(timestamp, runtime),
  });
  logRetrieval(log, {
    session: event.session,
    trigger: explicit ? "command" : "prompt",
    query: skip ? "" : redact(prompt.slice(0, READ_FOR_LOG)).text.slice(0, LOGGED_PROMPT),
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
  notePrompt(scene, context, {
    frame: nonce,
    expected,
    reason: explicit ? "command" : "prompt",
    telling: Object.fromEntries(telling),
  });
  return renderContext(context, nonce, language);
}

/** Whether a prompt names something that one of these records speaks of. */
function namesSome(prompt: string, hits: readonly Hit[]): boolean {
  const names = prompt.toLowerCase().split(/[\s,，]+/)
    .filter((word) => word.length > 1 && !isStopWord(word) && !TELLS_APART.test(word));
  return hits.some(({ content }) => {
    const said = content.toLowerCase();
    return names.some((name) => said.includes(name));
  });
}

/** Words that say which of several things is meant, and name none. */
const TELLS_APART =
  /^(?:older|oldest|old|newer|newest|new|earlier|earliest|later|latest|last|first|former|previous|prior|recent|current|whole|entire|different|旧的?|新的?|老的?|最新的?|最早的?|最近的?|早先的?|之前的?|以前的?|先前的?|现在的?|其他的?|别的)$/;
