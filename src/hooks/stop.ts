/** The end of a turn: at most one request to save what the session came to (docs/recall.md, "Saving"). */
import type { EventOf, Reply } from "../agents/event.ts";
import { countPrompts, hasChange, WORK_PROMPTS_MIN } from "../capture/work.ts";
import { saysGoodbye } from "../prompt/work.ts";
import { type SessionState, updateSessionState } from "../store/session_state.ts";
import { type Conversation, readConversation, runsUnattended } from "./conversation.ts";
import { noteLeft } from "./left.ts";
import { noteProof } from "./proof.ts";
import { commandsFor, type Scene } from "./scene.ts";
import { unwantedOf } from "./wish.ts";

/** What is new in a transcript is read again at the next end of a turn, unless it is more than this. */
const READ_AGAIN_BYTES = 64 * 1024;

/** Answers the end of a turn, most often with nothing. */
export async function onStop(scene: Scene<EventOf<"stop">>): Promise<Reply> {
  const { event, state, memory, store, runtime } = scene;
  const { looked_bytes = 0 } = state;
  const news = readConversation(runtime, state, looked_bytes);
  noteProof(scene, news, event.lastReply);
  noteLeft(scene, news);
  if (news && Math.abs(news.end - looked_bytes) > READ_AGAIN_BYTES) {
    updateSessionState(store, event.session, () => ({ looked_bytes: news.end }));
  }
  if (unwantedOf(scene, news)) return {};
  if (event.outcome !== "completed" || scene.answersAsk || !memory.config.auto_save) return {};
  // The person wants this turn left out; a later turn is asked.
  if (state.skip_turn) return {};
  // An agent that may run no command can't save; a later turn is asked.
  if (event.readsOnly ?? state.reads_only) return {};
  const { ask_after_prompts, ask_again_prompts } = memory.config.save;
  const isDue = (work: Work) => isAskDue(work, ask_after_prompts, ask_again_prompts);
  // The transcript can only make the request due later, and to read all of it takes long.
  if (state.work_prompts !== undefined && !isDue({ ...state, changed: true })) return {};
  const conversation = looked_bytes === 0 ? news : readConversation(runtime, state);
  if (!isDue(withTranscript(state, conversation))) return {};
  // A script reads the agent's last answer, which must not be one about saving.
  if (runsUnattended(scene, conversation)) return {};
  updateSessionState(store, event.session, ({ prompts = 0, work_prompts = 0 }) => ({
    asked_at_prompt: prompts,
    work_covered: work_prompts,
    ask_open: true,
    restore_due: false,
  }));
  const { stopAsk, stopNotice } = await import("../templates/prompts.ts");
  return { ask: stopAsk(scene.language, commandsFor(scene)), notice: stopNotice(scene.language) };
}

/** Prompts of work since a request that led to no save, after which a goodbye asks again. */
const WORK_UNHEARD_MIN = 3;

type Work = Partial<SessionState> & { readonly changed?: boolean };

/** Where no hook heard the prompts, they are counted in the transcript. */
function withTranscript(state: SessionState, conversation: Conversation | undefined): Work {
  const turns = conversation?.turns ?? [];
  const changed = hasChange(turns);
  if (state.work_prompts !== undefined) {
    // A prompt that looked like work counts as talk where the agent did nothing. Covered work is not counted again.
    const talk = state.work_covered ? 0 : countPrompts(turns).talk;
    return { ...state, changed, work_prompts: state.work_prompts - talk };
  }
  const last = turns.findLast(({ role }) => role === "user")?.text ?? "";
  return { ...state, changed, work_prompts: countPrompts(turns).work, goodbye: saysGoodbye(last) };
}

/**
 * Where there is work since the last summary or request, the agent is asked at a goodbye, after a compaction at which
 * it could not be asked, and after `first` prompts in which nothing was saved; later after `again`, unless that is 0.
 */
export function isAskDue(work: Work, first: number, again: number): boolean {
  const { prompts = 0, work_prompts = 0, work_covered = 0, changed = false } = work;
  const { saved_at_prompt, asked_at_prompt, fact_at_prompt = 0 } = work;
  const isFirst = saved_at_prompt === undefined && asked_at_prompt === undefined;
  if (!isFirst && again === 0) return false;
  const enough = isFirst && !changed ? WORK_PROMPTS_MIN : 1;
  if (work_prompts - work_covered < enough) return false;
  if (work.goodbye || work.restore_due) {
    // After a compaction the agent is asked beside a prompt: no work counts as covered by that.
    const wasAsked = asked_at_prompt !== undefined && work_covered > 0;
    if (!wasAsked || prompts - asked_at_prompt >= again) return true;
    // A request that led to no save leaves what was done since to the goodbye.
    const wasHeard = saved_at_prompt !== undefined && saved_at_prompt >= asked_at_prompt ||
      fact_at_prompt === asked_at_prompt;
    return !wasHeard && work_prompts - work_covered >= WORK_UNHEARD_MIN;
  }
  const last = Math.max(saved_at_prompt ?? 0, asked_at_prompt ?? 0, fact_at_prompt);
  return prompts - last >= (isFirst ? first : again);
}
