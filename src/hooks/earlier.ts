/** The records for a prompt that asks for a day, the last session or what is open. */
import {
  asksBack,
  besideTime,
  type Dated,
  datedIn,
  type Earlier,
  earlierIn,
  goneOnWith,
  openWorkIn,
  pointedBackAt,
} from "../prompt/earlier.ts";
import type { Silence } from "../recall/choose.ts";
import { earlierContext } from "../recall/earlier.ts";
import { renderClean } from "../recall/clean.ts";
import { type Context, NONCE_LENGTH } from "../recall/frame.ts";
import { type PromptRecall, recallForPrompt } from "../recall/mod.ts";
import { openReaders } from "../recall/open_readers.ts";
import type { RecordId } from "../records/ids.ts";
import { logRetrieval, queryForLog } from "../recall/retrieval_log.ts";
import { type PromptScene, stateNow } from "./prompt_recall.ts";
import { noteGiven } from "./told.ts";
import { commandsFor, type Scene } from "./scene.ts";
import { SYNC } from "./guard.ts";
import type { IsMeant } from "../recall/todos.ts";
import type { Runtime } from "../runtime.ts";

export interface Answered {
  readonly context: string;
  readonly tokens: number;
  readonly ids: readonly RecordId[];
  /** Nothing more is looked up. After a question for what is open it is: facts may tell that, too. */
  readonly isAll: boolean;
  readonly dated?: Dated | undefined;
  /** It points back at what was said or done, or goes on with it. */
  readonly pointsBack?: boolean | undefined;
  /** The words to look up: those that an order to go on or another clause names, or that stand beside a time. */
  readonly named?: string | undefined;
  readonly silent?: Silence | undefined;
}

/** The share of the budget for a day or the end of the last session, where more is named that is looked up as well. */
const SHARE_BESIDE = 0.65;

const NOTHING = { context: "", tokens: 0, ids: [], isAll: false };

/** The answer to such a prompt; most often empty. */
export async function earlierFor(
  scene: PromptScene,
  { prompt: own, whole, intent }: Pick<PromptRecall, "prompt" | "whole" | "intent">,
  { skip, isQuery }: { skip: boolean; isQuery: boolean },
): Promise<Answered> {
  const { memory, event, runtime, language, prompt } = scene;
  const started = runtime.now().getTime();
  // `work_prompts` counts this prompt, too.
  const isFirst = (scene.state.work_prompts ?? 0) <= (prompt?.isWork ? 1 : 0);
  const asked = earlierIn(own, runtime, { isFirst, isQuery }) ?? openWorkIn(own);
  if (!asked || asked.isAtHand && !isFirst && !isQuery) return pointedAt(own, runtime, isQuery);
  const readers = scene.opened.readers ??= await openReaders(memory, SYNC.prompt);
  const complete = readers.filter(({ whole }) => whole);
  const given = new Set(stateNow(scene).given ?? []);
  const place = {
    session: event.session,
    isFirst: isFirst && !isQuery,
    given,
    language,
    memory: commandsFor(scene).memory,
    isMeant: await meantBy(asked),
  };
  const named = namedBeside(asked, own);
  const budget = memory.config.context.prompt_tokens;
  const less = Math.floor(budget * SHARE_BESIDE);
  // "Search memory: deploy tuesday" may be about deploys.
  const maySayMore = isQuery && asked.asks === "day" && besideTime(own, runtime) !== undefined;
  const answer = (tokens: number) => earlierContext(memory, complete, asked, { ...place, tokens });
  let context = answer(maySayMore ? less : budget);
  if (named && typeof context !== "string") {
    const about = { prompt: named, whole, intent, given, pointsBack: true };
    const { chosen } = await recallForPrompt(memory, () => readers, about);
    const { ids } = context;
    // Work of another session is gone on with.
    const isOther = chosen.length > 0 && !chosen.some(({ hit }) => ids.includes(hit.id));
    if (isOther && chosen.some(({ hit }) => hit.type === "summary")) return { ...NOTHING, pointsBack: true, named };
    if (isOther) context = answer(less);
  }
  if (typeof context === "string") {
    return unanswered(
      { own, asked, named, isQuery },
      complete.length < readers.length ? "index unfinished" : context,
      runtime,
    );
  }
  const query = skip ? "" : await queryForLog(own);
  const answered = noted(scene, context, { query, intent: asked.asks, started });
  const isAll = !asked.goesOn && asked.asks !== "open" && named === undefined && !maySayMore;
  return { ...answered, isAll, pointsBack: named !== undefined, named };
}

/** A prompt that asks for earlier work. */
interface Question {
  readonly own: string;
  readonly asked: Earlier;
  /** What it names besides the last session. */
  readonly named: string | undefined;
  readonly isQuery: boolean;
}

/** "Login loops again, what was it last time?" asks of the login. */
function namedBeside({ asks, goesOn, beside }: Earlier, own: string): string | undefined {
  if (asks !== "last") return undefined;
  return (goesOn ? goneOnWith(own) : beside) || undefined;
}

/** What is looked up instead where there is no such work. */
function unanswered({ own, asked, named, isQuery }: Question, silent: Silence, runtime: Runtime): Answered {
  if (asked.about !== undefined) return pointedAt(own, runtime, isQuery);
  // A rule about Tuesdays is no answer to what was done on Tuesday.
  const rest = asked.asks === "day" && !asked.goesOn && !isQuery ? datedIn(own, runtime)?.rest : named;
  // Of “what did we decide in May” nothing is left but words that any record may hold.
  const isBare = rest !== undefined && asked.beside === "" && !asked.goesOn;
  return { ...NOTHING, pointsBack: rest !== undefined, named: isBare ? "" : rest, silent };
}

/** Which open to-dos are meant by a question for those of one matter. */
async function meantBy({ about }: Earlier): Promise<IsMeant | undefined> {
  if (about === undefined) return undefined;
  const { isAbout } = await import("../recall/shares.ts");
  return (todo) => isAbout(about, todo);
}

/** The time and the matter that are looked up for a prompt that does not ask for earlier work as a whole. */
function pointedAt(own: string, runtime: Runtime, isQuery: boolean): Answered {
  const past = datedIn(own, runtime);
  const dated = isQuery || asksBack(own) ? past : undefined;
  const said = dated || isQuery ? undefined : pointedBackAt(own);
  // “Last week” is left out: it says nothing of the matter, and any record may hold it. “Tuesday” may be a rule's day.
  const named = said ?? (past?.time.mayCome === false ? past.rest : undefined);
  return { ...NOTHING, dated, pointsBack: said !== undefined, named };
}

function noted(
  scene: Scene,
  context: Context,
  { query, intent, started }: { query: string; intent: string; started: number },
): Pick<Answered, "context" | "tokens" | "ids"> {
  const { memory, event, runtime, language, log } = scene;
  const { ids, tokens } = context;
  const told = { candidates: ids.length, chosen: ids, tokens, ms: runtime.now().getTime() - started };
  logRetrieval(log, { session: event.session, trigger: "prompt", query, intent, ...told });
  const frame = runtime.random(NONCE_LENGTH);
  // Noted without a `reason`: a list of a day does not claim that each of its records is about the prompt.
  noteGiven(scene, { frame, ids, tokens });
  return { context: renderClean(memory.config, context, frame, language), tokens, ids };
}
