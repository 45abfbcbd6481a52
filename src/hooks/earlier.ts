/** What memory knows of a prompt that asks for earlier work as a whole, in its frames, noted in ledger and log. */
import type { Delivery } from "../agents/delivery.ts";
import { asksBack, type Dated, datedIn, earlierIn } from "../prompt/earlier.ts";
import { earlierContext } from "../recall/earlier.ts";
import { NONCE_LENGTH, renderContext } from "../recall/frame.ts";
import { openReaders } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { noteGiven, type Opened, queryForLog, stateNow, SYNC } from "./prompt_recall.ts";
import type { Scene } from "./scene.ts";
import type { EventOf } from "../agents/event.ts";

/**
 * What a prompt asks for of a day, of the last session or of what is open; most often nothing. `isAll`: it asks for
 * nothing but that (what is open may stand in facts, too); `dated`: it names a time beside a thing.
 */
export function earlierFor(
  scene: Scene<EventOf<"user_prompt">>,
  own: string,
  { expected, skip, isQuery }: { readonly expected: Delivery; readonly skip: boolean; readonly isQuery: boolean },
  opened: Opened,
): { context: string; tokens: number; isAll: boolean; dated?: Dated | undefined } {
  const { memory, event, runtime, language, log, prompt } = scene;
  const started = runtime.now().getTime();
  // The prompt itself is counted already.
  const isFirst = (scene.state.work_prompts ?? 0) <= (prompt?.isWork ? 1 : 0);
  const asked = earlierIn(own, runtime, { isFirst, isQuery });
  const nothing = { context: "", tokens: 0, isAll: false };
  if (!asked) {
    const dated = isQuery || asksBack(own) ? datedIn(own, runtime) : undefined;
    return { ...nothing, dated };
  }
  const readers = opened.readers ??= openReaders(memory, SYNC);
  const context = earlierContext(memory, readers.filter(({ whole }) => whole), asked, {
    session: event.session,
    given: new Set(stateNow(scene).given ?? []),
    tokens: memory.config.context.prompt_tokens,
    language,
  });
  if (!context) return nothing;
  const { ids, tokens } = context;
  const frame = runtime.random(NONCE_LENGTH);
  logRetrieval(log, {
    session: event.session,
    trigger: "prompt",
    query: skip ? "" : queryForLog(own),
    intent: asked.asks,
    candidates: ids.length,
    chosen: ids,
    tokens,
    ms: runtime.now().getTime() - started,
  });
  // Without a reason: a list of a day is no claim that each of its records is about the prompt.
  noteGiven(scene, { frame, ids, tokens, expected });
  return { context: renderContext(context, frame, language), tokens, isAll: !asked.goesOn && asked.asks !== "open" };
}
