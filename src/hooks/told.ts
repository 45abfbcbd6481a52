/** The records told with a prompt or at a tool call: in what words, and how that is noted in state and log. */
import type { Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import type { Found } from "../index/read.ts";
import type { Recalled } from "../recall/choose.ts";
import { renderClean } from "../recall/clean.ts";
import { BRIEF_NONCE_LENGTH, type Context, NONCE_LENGTH } from "../recall/frame.ts";
import { injectionOf, remember } from "../recall/ledger.ts";
import { noticeOf } from "../recall/notice.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { type IsOthers, othersIn, type Placed } from "../recall/readers.ts";
import { logRetrieval, queryForLog } from "../recall/retrieval_log.ts";
import { tellingWords } from "../recall/telling.ts";
import { briefId } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import { logOf } from "../store/memory.ts";
import { type Injection, updateSessionState } from "../store/session_state.ts";
import { noteState, type Scene } from "./scene.ts";
import type { ToolScene } from "./tool_record.ts";

/** Tells and notes the records, as far as they fit; undefined where none does. `asked`: with what was pasted. */
export function tellWithPrompt(
  scene: Scene,
  chosen: readonly Recalled[],
  most: number,
  reason: "command" | "prompt",
  asked: string,
) {
  const { memory, event, runtime, language } = scene;
  const hits = chosen.map(({ hit, outdatedBy, contestedBy }) => ({ ...hit, outdatedBy, contestedBy }));
  const isOthers = othersIn(memory);
  const context = promptContext(hits, most, language, { isOthers, runtime });
  if (!context) return undefined;
  const told = hits.filter(({ id }) => context.ids.includes(id));
  const given = givenIn(runtime, context, told, asked);
  noteGiven(scene, { reason, ...given });
  const notice = noticeOf(told, { isOthers, agent: event.agent, config: memory.config, language, runtime });
  const text = renderClean(memory.config, context, given.frame, language);
  return { text, notice, ids: given.ids, tokens: given.tokens };
}

/** What is noted of a context. Its telling words, not `said` before, show that a reply rests on a record. */
function givenIn(
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

/** About one line. A prompt may be given more. */
const LINE_TOKENS = 200;
/** For a long record that waits for this call: as much as three together may take. */
const LONG_TOKENS = 3 * LINE_TOKENS;

export interface Telling {
  readonly called: string;
  readonly hits: readonly Placed[];
  /** The record by which the single hit is outdated; it is told before the hit. */
  readonly later?: Placed | undefined;
  readonly isOthers: IsOthers;
  readonly keyOf: (hit: Placed) => string;
  /** The hit was found by its words, not by a condition. */
  readonly isFound?: boolean;
  /** The hits are told as notes to weigh, whoever wrote them. */
  readonly isWeighed?: boolean;
  readonly candidates: number;
  readonly started: number;
  readonly lead?: "ended_before" | undefined;
}

/** Tells records and notes that; undefined where another delivery of the same event has told one already. */
export async function tellAtCall(scene: ToolScene, telling: Telling): Promise<Reply | undefined> {
  const { event, memory, store } = scene;
  const { session, agent, call } = event;
  const { runtime, config } = memory;
  const { hits, later, lead, candidates, isFound = false } = telling;
  const language = languageOf(runtime, config);
  const all = later ? [later, ...hits.map((hit) => ({ ...hit, outdatedBy: briefId(later.id) }))] : hits;
  const isOthers = telling.isWeighed ? () => true : telling.isOthers;
  const isBrief = all.length === 1;
  const within = (tokens: number) => promptContext(all, tokens, language, { isOthers, runtime, isBrief });
  const context = within(LINE_TOKENS * all.length) ?? (isFound ? undefined : within(LONG_TOKENS));
  if (!context) return undefined;
  const { ids, tokens } = context;
  const shown = all.filter(({ id }) => ids.includes(id));
  // A hit for which no room was left is told at the next call. An outdated hit counts as told with the later record.
  const told = hits.filter(({ id }) => ids.includes(id) || later && ids.includes(later.id));
  if (told.length === 0) return undefined;
  const given = givenIn(runtime, context, told, [call.command ?? "", ...call.paths].join(" "));
  const injection = injectionOf(runtime, event, { reason: "tool", ...given });
  const log = logOf(memory, store);
  let noted: Noted;
  try {
    noted = noteTold(scene, injection, { keys: told.map(telling.keyOf), isFound });
  } catch (error) {
    log.error("the session's state can't be written", { session, reason: reasonOf(error) });
    // What can't be noted as told would be told at every call.
    return undefined;
  }
  if (noted === "before") return undefined;
  const query = noted === "unwanted" ? "" : await queryForLog(telling.called);
  const ms = runtime.now().getTime() - telling.started;
  logRetrieval(log, { session, trigger: "tool", query, candidates, chosen: ids, tokens, ms });
  const framed = renderClean(config, context, given.frame, language);
  const notice = noticeOf(shown, { isOthers, agent, config, language, runtime });
  const before = lead ? `${(await import("./answers.ts")).line(lead, language)}\n` : "";
  return { context: before + framed, ...notice ? { notice } : {} };
}

/** `before`: one of the records was told already. `unwanted`: nothing of this part of the session is to be kept. */
type Noted = "before" | "unwanted" | "wanted";

function noteTold(
  { event: { session, agent, subagent }, store }: Pick<ToolScene, "event" | "store">,
  injection: Injection,
  { keys, isFound }: { keys: readonly string[]; isFound: boolean },
): Noted {
  let noted: Noted = "before";
  updateSessionState(store, session, (state) => {
    const { told_at_tools: told = [], found_at_tools: found = 0 } = state;
    if (keys.some((key) => told.includes(key))) return {};
    noted = [state.skip, state.skip_turn, state.piece_open].includes(true) ? "unwanted" : "wanted";
    const { given = [], ...change } = remember(state, injection);
    // The session itself does not know what its subagent was told.
    return {
      ...change,
      ...subagent === undefined ? { given } : {},
      agent,
      told_at_tools: [...told, ...keys],
      found_at_tools: found + (isFound ? 1 : 0),
    };
  });
  return noted;
}
