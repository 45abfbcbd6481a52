/** The records chosen for a prompt: in what words, and how that is noted. */
import type { Delivery } from "../agents/delivery.ts";
import type { Recalled } from "../recall/choose.ts";
import { BRIEF_NONCE_LENGTH, NONCE_LENGTH, renderContext } from "../recall/frame.ts";
import { remember } from "../recall/ledger.ts";
import { noticeOf } from "../recall/notice.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { othersIn } from "../recall/readers.ts";
import { tellingWords } from "../recall/telling.ts";
import type { Injection } from "../store/session_state.ts";
import { noteState, type Scene } from "./scene.ts";

type Context = NonNullable<ReturnType<typeof contextOf>>;

/** The context for these records, as far as it fits into so many tokens; undefined where nothing fits. */
export function contextOf({ memory, runtime, language }: Scene, chosen: readonly Recalled[], tokens: number) {
  return promptContext(chosen.map(({ hit }) => hit), tokens, language, { isOthers: othersIn(memory), runtime });
}

/** The context in its frames, noted in the ledger, and the line that the client shows the person. */
export function tell(
  scene: Scene,
  chosen: readonly Recalled[],
  context: Context,
  { expected, explicit, words: asked }: {
    readonly expected: Delivery;
    readonly explicit: boolean | undefined;
    /** The prompt, with what was pasted. */
    readonly words: string;
  },
): { readonly text: string; readonly notice: string | undefined } {
  const { memory, event, runtime, language } = scene;
  const { ids } = context;
  const nonce = runtime.random(context.isBrief ? BRIEF_NONCE_LENGTH : NONCE_LENGTH);
  const told = chosen.map(({ hit }) => hit).filter(({ id }) => ids.includes(id));
  const telling = told.map(({ id, content }) => [id, tellingWords(content, asked)] as const)
    .filter(([, words]) => words.length > 0);
  noteGiven(scene, {
    ids,
    tokens: context.tokens,
    frame: nonce,
    expected,
    reason: explicit ? "command" : "prompt",
    telling: Object.fromEntries(telling),
  });
  const notice = noticeOf(told, { agent: event.agent, config: memory.config, language, runtime });
  return { text: renderContext(context, nonce, language), notice };
}

/** Notes the records that the reply to this prompt gives. */
export function noteGiven(scene: Scene, given: Omit<Injection, "at" | "event" | "channel">): void {
  const at = scene.runtime.now().toISOString();
  const injection = { at, event: scene.event.name, channel: "hook" as const, ...given };
  noteState(scene, (state) => remember(state, injection));
}
