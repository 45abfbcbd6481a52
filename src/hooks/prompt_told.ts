/** The records chosen for a prompt: in what words, and how that is noted. */
import type { Found } from "../index/read.ts";
import type { Recalled } from "../recall/choose.ts";
import { renderClean } from "../recall/clean.ts";
import { BRIEF_NONCE_LENGTH, type Context, NONCE_LENGTH } from "../recall/frame.ts";
import { injectionOf, remember } from "../recall/ledger.ts";
import { noticeOf } from "../recall/notice.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { othersIn } from "../recall/readers.ts";
import { tellingWords } from "../recall/telling.ts";
import type { Runtime } from "../runtime.ts";
import { noteState, type Scene } from "./scene.ts";

/** Tells and notes the records, as far as they fit; undefined where none does. `asked`: with what was pasted. */
export function tell(
  scene: Scene,
  chosen: readonly Recalled[],
  { tokens: most, reason, asked }: {
    readonly tokens: number;
    readonly reason: "command" | "prompt";
    readonly asked: string;
  },
) {
  const { memory, event, runtime, language } = scene;
  const hits = chosen.map(({ hit, outdatedBy }) => ({ ...hit, outdatedBy }));
  const context = promptContext(hits, most, language, { isOthers: othersIn(memory), runtime });
  if (!context) return undefined;
  const told = hits.filter(({ id }) => context.ids.includes(id));
  const given = givenIn(runtime, context, told, asked);
  noteGiven(scene, { reason, ...given });
  const notice = noticeOf(told, { agent: event.agent, config: memory.config, language, runtime });
  const text = renderClean(memory.config, context, given.frame, language);
  return { text, notice, ids: given.ids, tokens: given.tokens };
}

/** What is noted of a context. Its telling words, not `said` before, show that a reply rests on a record. */
export function givenIn(
  runtime: Runtime,
  { ids, tokens, isBrief }: Context,
  records: readonly Pick<Found, "id" | "content">[],
  said: string,
) {
  const telling = records.map(({ id, content }) => [id, tellingWords(content, said)] as const)
    .filter(([, words]) => words.length > 0);
  const frame = runtime.random(isBrief ? BRIEF_NONCE_LENGTH : NONCE_LENGTH);
  return { ids, tokens, frame, telling: Object.fromEntries(telling) };
}

/** Notes the records that the reply to this prompt gives. */
export function noteGiven(scene: Scene, given: Parameters<typeof injectionOf>[2]): void {
  const injection = injectionOf(scene.runtime, scene.event, given);
  noteState(scene, (state) => remember(state, injection));
}
