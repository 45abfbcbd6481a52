/**
 * In: that somebody asks for earlier work as a whole (prompt/earlier.ts), and the open layers of a memory. Out: what
 * memory knows of it, as a context: what a day brought, how the last session ended, what is left to do.
 * Not done here: what a prompt asks for; a question that names a thing (mod.ts).
 *
 * @module
 */
import type { Found } from "../index/read.ts";
import type { Earlier } from "../prompt/earlier.ts";
import { dayOf, type Span } from "../records/days.ts";
import type { SessionId } from "../records/ids.ts";
import type { NamedTime } from "../records/when.ts";
import type { Layer } from "../records/mod.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Context } from "./frame.ts";
import { gatherEnd } from "./gather.ts";
import { promptContext } from "./prompt_context.ts";
import { isWanted, type Reader, sharedIn, textOf } from "./readers.ts";
import { fitting, type StartMaterial } from "./start.ts";

/** More than any budget of a prompt takes. */
const RECORDS_MAX = 60;
/** Beside the end of a session so many of the to-dos that others left. */
const OTHER_TODOS_MAX = 3;

/** Who asks, and what of it is known there. */
interface Asking {
  readonly session: SessionId;
  /** Ids that the session has in its context. */
  readonly given: ReadonlySet<string>;
  readonly tokens: number;
  readonly language: Language;
}

/** What memory knows of it; undefined when that is nothing, or nothing new to a session that goes on. */
export function earlierContext(
  memory: Memory,
  readers: readonly Reader[],
  asked: Earlier,
  asking: Asking,
): Context | undefined {
  const { asks, time, goesOn } = asked;
  if (asks === "day") return time && ofTime(memory, readers, { time, goesOn }, asking);
  const { todos, lastSession } = gatherEnd(memory, readers, asking.session);
  if (asks === "open") return rendered({ todos }, asking);
  if (!lastSession || (goesOn && asking.given.has(lastSession.id))) return undefined;
  const isOwn = (todo: StartMaterial["todos"][number]) => todo.session === lastSession.session_id;
  const own = todos.filter(({ isOthers }) => !isOthers);
  return rendered({
    todos: [...own.filter(isOwn), ...own.filter((todo) => !isOwn(todo)).slice(0, OTHER_TODOS_MAX)],
    lastSession,
  }, asking);
}

/** A record of a time, and the layer it lies in. */
type FoundThere = Found & { readonly layer: Layer; readonly isOthers: boolean };

function ofTime(
  memory: Memory,
  readers: readonly Reader[],
  { time, goesOn }: { readonly time: NamedTime; readonly goesOn: boolean },
  { given, tokens, language }: Asking,
): Context | undefined {
  const records = recordsOf(memory, readers, time);
  if (goesOn && records.some(({ id, type }) => type === "summary" && given.has(id))) return undefined;
  // Who goes on asks for the end of it; what was said last comes first in either case.
  const first = goesOn ? records.filter(({ type }) => type === "summary") : [];
  const rest = records.filter((each) => !first.includes(each));
  return promptContext([...first, ...rest].filter(({ id }) => !goesOn || !given.has(id)), tokens, language, {
    isShared: ({ isOthers }) => isOthers,
    localDay: (timestamp) => dayOf(timestamp, memory.runtime),
  });
}

/** What was saved then, newest first, the person's own before others'; of a part of a day without any the whole day. */
export function recordsOf(memory: Memory, readers: readonly Reader[], time: NamedTime): FoundThere[] {
  const isShared = sharedIn(memory);
  const within = ({ from, to }: Span) =>
    readers.flatMap(({ index, layer }) =>
      index.between(from, to, RECORDS_MAX).filter(({ record }) => isWanted(memory, { layer }, record))
        .map((found) => ({ ...found, layer, isOthers: isShared(layer, found.file, () => textOf(memory, found)) }))
    );
  const found = within(time);
  const all = found.length > 0 ? found : within(time.whole);
  return all.toSorted((a, b) =>
    Number(a.isOthers) - Number(b.isOthers) ||
    (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0)
  );
}

function rendered(
  { todos, lastSession }: Pick<StartMaterial, "todos" | "lastSession">,
  { tokens, language }: Asking,
): Context | undefined {
  return fitting({ core: [], conventions: [], facts: [], todos, lastSession }, tokens, language);
}
