/** The reply that tells one record at a tool call, and the note of it in state and log. */
import type { Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import type { Found } from "../index/read.ts";
import { openLog } from "../log.ts";
import { BRIEF_NONCE_LENGTH, renderContext } from "../recall/frame.ts";
import { remember } from "../recall/ledger.ts";
import { noticeOf } from "../recall/notice.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { othersIn } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { tellingWords } from "../recall/telling.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import { type SessionState, stateStore, updateSessionState } from "../store/session_state.ts";
import { toldAs, type ToolEvent } from "./tool_line.ts";

/** Tells one record and notes that; undefined where another delivery of the same event has told it already. */
export function tell(
  runtime: Runtime,
  { event, memory, hit, candidates, started, lead }: {
    readonly event: ToolEvent;
    readonly memory: Memory;
    readonly hit: Found & { readonly layer: Layer };
    readonly candidates: number;
    readonly started: number;
    /** A line before the record, in the language of the session. */
    readonly lead?: string;
  },
): Reply | undefined {
  const store = stateStore(memory);
  const language = languageOf(runtime, memory.config);
  const context = promptContext([hit], LINE_TOKENS, language, { isOthers: othersIn(memory), runtime });
  if (!store || !context) return undefined;
  const log = openLog(runtime, store, memory.config.log.level);
  const nonce = runtime.random(BRIEF_NONCE_LENGTH);
  const at = runtime.now().toISOString();
  const words = tellingWords(hit.content, [event.call.command ?? "", ...event.call.paths].join(" "));
  const injection = {
    at,
    event: event.name,
    channel: "hook" as const,
    frame: nonce,
    ids: context.ids,
    tokens: context.tokens,
    expected: event.agent === "cursor" ? "unknown" as const : "yes" as const,
    reason: "tool" as const,
    ...words.length > 0 ? { telling: { [hit.id]: words } } : {},
  };
  let isLate = false;
  try {
    updateSessionState(store, event.session, (state) => {
      isLate = (state.told_at_tools ?? []).includes(toldAs(event, hit.id));
      return isLate ? {} : noted(state, event, hit.id, injection);
    });
  } catch (error) {
    log.error("the session's state can't be written", { session: event.session, reason: reasonOf(error) });
    // A record that can't be noted as told would be told at every call.
    return undefined;
  }
  if (isLate) return undefined;
  logRetrieval(log, {
    session: event.session,
    trigger: "tool",
    candidates,
    chosen: context.ids,
    tokens: context.tokens,
    ms: runtime.now().getTime() - started,
  });
  const framed = renderContext({ ...context, isBrief: true }, nonce, language);
  const notice = noticeOf([hit], { agent: event.agent, config: memory.config, language, runtime });
  return { context: lead ? `${lead}\n${framed}` : framed, ...notice ? { notice } : {} };
}

/** About one line. A prompt may be given more. */
const LINE_TOKENS = 120;

function noted(
  state: SessionState,
  event: ToolEvent,
  id: string,
  injection: Parameters<typeof remember>[1],
): Partial<SessionState> {
  const { given = [], ...change } = remember(state, injection);
  return {
    ...change,
    // The session itself does not know what its subagent was told.
    ...event.subagent === undefined ? { given } : {},
    agent: event.agent,
    told_at_tools: [...state.told_at_tools ?? [], toldAs(event, id)],
  };
}
