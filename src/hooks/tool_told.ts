/** One record told at a tool call: in what words, and how that is noted. */
import type { Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import type { Found } from "../index/read.ts";
import { openLog } from "../log.ts";
import { BRIEF_NONCE_LENGTH, renderContext } from "../recall/frame.ts";
import { remember } from "../recall/ledger.ts";
import { noticeOf } from "../recall/notice.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { sharedIn, textOf } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { tellingWords } from "../recall/telling.ts";
import { dayOf } from "../records/days.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import { type SessionState, updateSessionState } from "../store/session_state.ts";
import { toldAs, type ToolEvent } from "./tool_line.ts";

/** One record as the answer to an event of a tool, noted; undefined where another delivery of it was faster. */
export function tell(
  runtime: Runtime,
  { event, memory, hit, candidates, started, lead }: {
    readonly event: ToolEvent;
    readonly memory: Memory;
    readonly hit: Found & { readonly layer: Layer };
    readonly candidates: number;
    readonly started: number;
    /** Stands before the record, in the language of the session. */
    readonly lead?: string;
  },
): Reply | undefined {
  const store = memory.project ?? memory.global;
  const language = languageOf(runtime, memory.config);
  const isShared = sharedIn(memory);
  const context = promptContext([hit], LINE_TOKENS, language, {
    isShared: ({ layer, file }) => isShared(layer, file, () => textOf(memory, hit)),
    localDay: (timestamp) => dayOf(timestamp, runtime),
  });
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
    // It would be told at every call.
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
  const localDay = (timestamp: string) => dayOf(timestamp, runtime);
  const notice = noticeOf([hit], { agent: event.agent, config: memory.config, language, localDay });
  return { context: lead ? `${lead}\n${framed}` : framed, ...notice ? { notice } : {} };
}

/** A line, whatever a prompt may be given. */
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
    // What a subagent was told stands in its own context alone.
    ...event.subagent === undefined ? { given } : {},
    agent: event.agent,
    told_at_tools: [...state.told_at_tools ?? [], toldAs(event, id)],
  };
}
