/**
 * In: a question for earlier work as a whole (prompt/earlier.ts), and the open layers of a memory. Out: the answer as a
 * context: the records of a day, the end of the last session, the open to-dos.
 */
import type { Earlier } from "../prompt/earlier.ts";
import { countBetween, recordsBetween } from "../index/read.ts";
import { byCode } from "../lists.ts";
import { dayOf, type Span } from "../records/days.ts";
import type { SessionId } from "../records/ids.ts";
import type { NamedTime } from "../records/when.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Silence } from "./choose.ts";
import type { Context } from "./frame.ts";
import { gatherEnd, gatherTodos } from "./last_session.ts";
import type { IsMeant } from "./todos.ts";
import { ownFirst } from "./own_first.ts";
import { promptContext } from "./prompt_context.ts";
import { othersIn, type Placed, type Reader, wantedIn } from "./readers.ts";
import { LINE_END } from "./draft.ts";
import { fitting, moreLine, SESSION_SHARE } from "./start.ts";
import type { StartMaterial } from "./start_material.ts";
import { estimateTokens } from "./budget.ts";

/** More than any budget of a prompt takes. */
const RECORDS_MAX = 60;
/** To-dos of other sessions beside the end of the last one. */
const OTHER_TODOS_MAX = 3;

interface Asking {
  readonly session: SessionId;
  /** Whether nothing but small talk stands between the session's start and the question. */
  readonly isFirst: boolean;
  /** Ids of the records that it has in its context. */
  readonly given: ReadonlySet<string>;
  readonly tokens: number;
  readonly language: Language;
  /** The binary as its agent is to type it. */
  readonly memory: string;
  /** Whether an open to-do is asked for; without it, each is. */
  readonly isMeant?: IsMeant | undefined;
}

/** The answer, or why there is none. */
export function earlierContext(
  memory: Memory,
  readers: readonly Reader[],
  asked: Earlier,
  asking: Asking,
): Context | Silence {
  const { asks, time, goesOn } = asked;
  if (asks === "day") return time ? ofTime(memory, readers, { time, goesOn }, asking) : "nothing found";
  if (asks === "open") {
    const open = { ...gatherTodos(memory, readers, asking), isPart: asking.isMeant !== undefined };
    return unlessTold(rendered(open, asking), memory, asking);
  }
  const { todos, more, lastSession } = gatherEnd(memory, readers, asking.session);
  const further = more.todos;
  if (!lastSession) {
    // Whoever goes on where no session ended goes on with what is open.
    const news = goesOn ? todos.filter(({ id, isOthers }) => !isOthers && !asking.given.has(id)) : [];
    return news.length > 0 ? rendered({ todos: news, further }, asking) : "nothing found";
  }
  if (goesOn && asking.given.has(lastSession.id)) return "already given";
  const isOwn = (todo: StartMaterial["todos"][number]) => todo.session === lastSession.session_id;
  const own = todos.filter(({ isOthers }) => !isOthers);
  const told = [...own.filter(isOwn), ...own.filter((todo) => !isOwn(todo)).slice(0, OTHER_TODOS_MAX)];
  return unlessTold(
    rendered({ todos: told, further: further + todos.length - told.length, lastSession }, asking),
    memory,
    asking,
  );
}

/** The answer, unless the start right above the question holds it. A start may have cut a longer one. */
function unlessTold(answer: Context | Silence, { config }: Memory, { isFirst, given }: Asking): Context | Silence {
  const isTold = isFirst && typeof answer !== "string" && answer.ids.every((id) => given.has(id)) &&
    answer.tokens <= SESSION_SHARE * config.context.start_tokens;
  return isTold ? "already given" : answer;
}

function ofTime(
  memory: Memory,
  readers: readonly Reader[],
  { time, goesOn }: { time: NamedTime; goesOn: boolean },
  { given, tokens, language, memory: binary }: Asking,
): Context | Silence {
  const records = recordsOf(memory, readers, time);
  if (goesOn && records.some(({ id, type }) => type === "summary" && given.has(id))) return "already given";
  // To go on, the end of the work counts most: the summary first. In both parts the newest is first.
  const first = goesOn ? records.filter(({ type }) => type === "summary") : [];
  const rest = records.filter((each) => !first.includes(each));
  const told = [...first, ...rest].filter(({ id }) => !goesOn || !given.has(id));
  const none = told.length < records.length ? "already given" : "nothing found";
  // What was done that day is an account, rules of that day included, so it stands in one frame.
  const all = { isOthers: () => true, runtime: memory.runtime };
  const [from, to] = [time.whole.from, time.whole.to - 1].map((at) =>
    dayOf(new Date(at).toISOString(), memory.runtime)
  );
  const listed = readers.reduce((sum, { index }) => sum + countBetween(index.db, time.whole), 0);
  const more = (count: number) => moreLine(count, binary, `manage list --from ${from} --to ${to}`);
  const kept = estimateTokens(more(listed)) + LINE_END;
  const context = promptContext(told, tokens - kept, language, all);
  if (!context || context.ids.length === told.length) {
    return promptContext(told, tokens, language, all) ?? context ?? none;
  }
  return {
    ...context,
    notes: `${context.notes}\n${more(listed - context.ids.length)}`,
    tokens: context.tokens + kept,
  };
}

/** The records of a time, else of its whole day: the project's, the person's elsewhere, others'; newest first. */
function recordsOf(memory: Memory, readers: readonly Reader[], time: NamedTime) {
  const isOthers = othersIn(memory);
  const most = { own: RECORDS_MAX, others: RECORDS_MAX };
  const within = (span: Span) =>
    wantedIn(memory, readers, (reader) => {
      const found = ownFirst(reader, (...part) => recordsBetween(reader.index.db, span, ...part), isOthers, most);
      // A stage of work is told where there is nothing else.
      const rest = found.filter(({ memoryType }) => memoryType !== "S");
      return rest.length > 0 ? rest : found;
    });
  const found = within(time);
  const all = (found.length > 0 ? found : within(time.whole)).map((each) => ({ ...each, isOthers: isOthers(each) }));
  const isGlobal = ({ layer }: Placed) => Number(layer === "global");
  return all.toSorted((a, b) =>
    Number(a.isOthers) - Number(b.isOthers) || isGlobal(a) - isGlobal(b) || byCode(b.timestamp, a.timestamp)
  );
}

function rendered(
  { todos, further, isPart = false, lastSession }: Pick<StartMaterial, "todos" | "lastSession"> & {
    readonly further: number;
    readonly isPart?: boolean;
  },
  { tokens, language, memory }: Asking,
): Context | Silence {
  const more = { todos: further, isPart, memory };
  return fitting({ core: [], conventions: [], facts: [], todos, more, lastSession }, tokens, language) ??
    "nothing found";
}
