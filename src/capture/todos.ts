/**
 * In: the memory of a place, and words. Out: the to-dos of its sessions, open and done; the one that the words mean;
 * the rewrite that closes some; the to-dos that a summary opens and closes.
 *
 * The files are read directly: a to-do that was saved a moment ago can be closed without waiting for an index.
 */
import { reasonOf } from "../errors.ts";
import { DAY_MS } from "../records/days.ts";
import { layerHere } from "../recall/readers.ts";
import type { RawRecord } from "../records/mod.ts";
import { comparableTodo, doneTodos, openTodos, todoId, withClosed } from "../records/todos.ts";
import { sessionOf, timestampOf } from "../records/view.ts";
import { actorOf } from "../store/audit.ts";
import { applyChange, type Change } from "../store/change.ts";
import { readContents, summaryFiles } from "../store/contents.ts";
import { select } from "../store/filter.ts";
import { logOf, type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { changeTime } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { readSessionState, stateStore } from "../store/session_state.ts";
import { withLock } from "../store/write_lock.ts";
import { analyse } from "../text/mod.ts";
import { countHan } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";
import { likenessOf, type Shares, sharesHeld, type Weight } from "../recall/shares.ts";
import { subjectIn } from "../recall/statement.ts";
import { distinct, isSameTodo } from "../recall/todos.ts";
import { meantId, newId, type SessionId } from "../records/ids.ts";

/** A to-do, and the summary that names it. */
export interface Todo {
  readonly todo: string;
  /** When the summary was made, ISO 8601; empty when it does not say. */
  readonly timestamp: string;
  /** When it was done; undefined while it is open, empty when nobody noted it. */
  readonly done_at: string | undefined;
  readonly session: SessionId | undefined;
  readonly topic: string;
  readonly stored: Stored;
  readonly store: Store;
}

/** The to-dos of all sessions of this place, of the newest summary first; one of two summaries comes twice. */
export function todosHere(memory: Memory, stores: readonly Store[]): Todo[] {
  const summaries = stores.flatMap((store) =>
    select(readContents(store, summaryFiles(store)), "all", { types: ["summary"] })
      .filter(({ record }) => layerHere(memory, store.layer, record) !== undefined)
      .map((stored) => ({ stored, store }))
  );
  summaries.sort((a, b) => b.stored.time - a.stored.time);
  return summaries.flatMap(({ stored, store }) => {
    const { record } = stored;
    const from = {
      timestamp: timestampOf(record),
      session: sessionOf(record),
      topic: typeof record.topic === "string" ? record.topic : "",
      stored,
      store,
    };
    return [
      ...openTodos(record).map((todo): Todo => ({ todo, done_at: undefined, ...from })),
      ...doneTodos(record).map(({ todo, done_at }): Todo => ({ todo, done_at, ...from })),
    ];
  });
}

/** The to-dos that are open. */
export function stillOpen(todos: readonly Todo[]): Todo[] {
  return todos.filter(({ done_at }) => done_at === undefined);
}

/** The ones of these to-dos that are open in a store now, as the store has them. */
export function openStill(memory: Memory, store: Store, todos: readonly Todo[]): Todo[] {
  const isMeant = (each: Todo) =>
    todos.some(({ todo, stored }) => todo === each.todo && stored.key === each.stored.key);
  return stillOpen(todosHere(memory, [store])).filter(isMeant);
}

/** The change of a store's files that closes to-dos of its summaries. */
export function closingOf(store: Store, closed: readonly Todo[]): NonNullable<Change["rewrite"]> {
  const now = store.runtime.now();
  const rewrite = (record: RawRecord, key: string) => {
    const line = JSON.stringify(record);
    // Two records may share an id in their file; one of them is then known by an id of its own, which it gets here.
    const meant = closed.filter(({ stored }) => JSON.stringify({ ...stored.line, id: record.id }) === line);
    const [first] = meant;
    if (!first) return "keep";
    const before = first.stored.record;
    const after = withClosed(before, meant.map(({ todo }) => todo), now.toISOString());
    if (after === before) return "keep";
    const id = first.stored.key === key ? record.id : first.stored.key;
    return { ...after, ...id === undefined ? {} : { id }, updated_at: changeTime(now, record) };
  };
  const own = closed.filter((each) => each.store.folder === store.folder);
  return new Map(own.map(({ stored: { file } }) => [file, rewrite]));
}

/**
 * The to-dos that words mean. To close the wrong to-do is worse than to ask, since nobody would miss it: so a to-do
 * must hold every telling word.
 */
type Meant<T> =
  /** One to-do; several entries say the same. */
  | { readonly found: readonly T[] }
  | { readonly several: readonly T[] }
  /** The nearest ones, none of which is meant for certain. */
  | { readonly nearest: readonly T[] };

/** The share of the words that a to-do must hold: one word tells “tests of the login” from “tests of the logout”. */
const ALL_WORDS = 0.99;
/** The same for Chinese, less since nobody repeats particles. With two characters less it would be another thing. */
const MOST_CHARACTERS = 0.75;
/** The same across languages: not every word has its counterpart in the thesaurus. */
const MOST_TRANSLATED = 0.6;
/** The share of the words for a to-do that is wholly in them, and of a to-do that is said besides another one. */
const HALF = 0.5;
/** The score from which a to-do is named as one of the nearest. */
const NEAR = 0.3;
const NEAREST_MAX = 3;

/** Words that say that something is done, and nothing of the thing. */
const DONE_WORDS =
  /(?<![\p{L}\p{N}])(?:done|finish(?:ed)?|complet(?:ed?|ion)|closed?|i|we|have|has|just|already|now|task|todo|to-do)(?![\p{L}\p{N}])|已经|已|做完|弄完|写完|完成|搞定|弄好|做好|处理好|结束|完了|好了|掉了|待办|任务|这件事|那件事/giu;

/** The to-do that words mean: by its id, by all of its text, or by words that no other open to-do has. */
export function meantTodo<T extends { readonly todo: string }>(words: string, todos: readonly T[]): Meant<T> {
  const meant = fullestNamed(words, todos);
  const others = "found" in meant ? saidBesides(words, meant.found, todos) : [];
  return "found" in meant && others.length > 0 ? { several: distinct([...meant.found, ...others]) } : meant;
}

/**
 * The to-dos of which the words say a part that the found one lacks: “the header and the manual” are two to-dos, and
 * to close only the one that is named more fully would be a guess.
 */
function saidBesides<T extends { readonly todo: string }>(
  words: string,
  found: readonly T[],
  todos: readonly T[],
): readonly T[] {
  const [first] = found;
  if (!first || todosNamed(words, todos).length > 0) return [];
  const heldBy = (todo: string) => sharesHeld(words, todo)[0];
  const alone = heldBy(first.todo);
  if (alone === 1) return [];
  return todos.filter((each) =>
    !found.includes(each) && sharesHeld(words, each.todo)[1] >= HALF && heldBy(`${first.todo}\n${each.todo}`) > alone
  );
}

function fullestNamed<T extends { readonly todo: string }>(words: string, todos: readonly T[]): Meant<T> {
  const all = (found: readonly T[]) => ({
    found: todos.filter(({ todo }) => found.some((each) => isSameTodo(each.todo, todo))),
  });
  const named = todosNamed(words, todos);
  if (named.length > 0) return all(named);
  const said = comparableTodo(words);
  const equal = todos.filter(({ todo }) => comparableTodo(todo) === said);
  if (equal.length > 0) return all(equal);
  const judged = todos.map((each) => ({ each, ...judge(said, each.todo) })).sort((a, b) => b.score - a.score);
  const clear = clearest(said, judged.filter(({ isClear }) => isClear).map(({ each }) => each));
  const [first] = clear;
  if (first) {
    return clear.every((each) => isSameTodo(each.todo, first.todo)) ? all(clear) : { several: distinct(clear) };
  }
  // One character says too little to mean a to-do, but those that hold it may be meant.
  const holdsThem = (todo: string) => said !== "" && comparableTodo(todo).includes(said);
  const near = judged.filter(({ each, score }) => score >= NEAR || holdsThem(each.todo)).map(({ each }) => each);
  return { nearest: distinct(near).slice(0, NEAREST_MAX) };
}

/** The to-do that words mean among those that were done, wherever it stands; none unless they mean one. */
export function doneBefore(words: string, todos: readonly Todo[]): readonly Todo[] {
  const meant = fullestNamed(words, todos.filter(({ done_at }) => done_at !== undefined));
  return "found" in meant ? meant.found : [];
}

/**
 * The clearest of several that may be meant: those that hold the words literally, else those in their language that
 * have the words themselves. One that has words of nearly the same meaning (发布 for 部署) is no clearer than a
 * translation, which comes first.
 */
function clearest<T extends { readonly todo: string }>(said: string, todos: readonly T[]): readonly T[] {
  const isPhrase = said.includes(" ") || isMostlyHan(said);
  const verbatim = todos.filter(({ todo }) => isPhrase && comparableTodo(todo).includes(said));
  if (verbatim.length > 0) return verbatim;
  const ours = subjectIn(essence(said));
  const inWords = todos.filter(({ todo }) =>
    (likenessOf(ours, subjectIn(comparableTodo(todo)))?.[0] ?? 0) >= MOST_CHARACTERS
  );
  if (inWords.length > 0) return inWords;
  const isForeign = ({ todo }: T) => isMostlyHan(todo) !== isMostlyHan(said);
  return [...todos.filter(isForeign), ...todos.filter((each) => !isForeign(each))];
}

const LIKE_AN_ID = /^(?:todo-)?[0-9a-f]{4,6}$/i;

/** The to-dos that an id or its end names, where the words are one; several entries say the same. */
export function todosNamed<T extends { readonly todo: string }>(words: string, todos: readonly T[]): readonly T[] {
  const word = words.trim().toLowerCase();
  if (!LIKE_AN_ID.test(word)) return [];
  const id = meantId(word, todos.map(({ todo }) => todoId(todo)));
  return id === undefined ? [] : todos.filter(({ todo }) => todoId(todo) === id);
}

function judge(said: string, todo: string): { readonly isClear: boolean; readonly score: number } {
  const [ours, theirs] = [essence(said), essence(comparableTodo(todo))];
  if (ours === "" || theirs === "") return { isClear: false, score: 0 };
  const [mostlyHan, otherHan] = [isMostlyHan(ours), isMostlyHan(theirs)];
  const isTranslated = mostlyHan !== otherHan;
  // Of two words in another language one alone is a guess, however telling: so all count the same there.
  const [held, whole] = sharesOf(ours, theirs, isTranslated ? () => 1 : undefined);
  const least = isTranslated ? MOST_TRANSLATED : mostlyHan ? MOST_CHARACTERS : ALL_WORDS;
  const isClear = sameNumbers(ours, theirs) && (held >= least || (whole >= ALL_WORDS && held >= HALF)) &&
    namesEach(ours, todo, least);
  return { isClear, score: (held + whole) / 2 + (isClear ? 1 : 0) };
}

/** The share of each text's words that the other holds, where it tells something; else of all words: “limit”, “use”. */
function sharesOf(ours: string, theirs: string, weight?: Weight): Shares {
  const shares = sharesHeld(ours, theirs, weight);
  if (Math.max(...shares) > 0) return shares;
  const stemsOf = (text: string) => {
    const { stems, surfaces } = analyse(text);
    return new Set(stems.filter((_, at) => !isStopWord(surfaces[at] ?? "")));
  };
  const [mine, others] = [stemsOf(ours), stemsOf(theirs)];
  const shared = mine.intersection(others).size;
  return shared === 0 ? [0, 0] : [shared / mine.size, shared / others.size];
}

/** Whether the words name every job of a to-do: of one with several jobs a part may be done and the rest open. */
function namesEach(said: string, todo: string, least: number): boolean {
  const parts = partsOf(todo);
  const jobs = parts.filter((part) => !IS_REMARK.test(part)).map((part) => essence(comparableTodo(part)));
  const [job] = jobs;
  if (job === undefined || parts.length < 2) return true;
  if (jobs.length === 1) return sharesHeld(said, job)[0] >= HALF;
  return jobs.every((each) => sharesHeld(each, said)[0] >= Math.min(least, MOST_CHARACTERS));
}

/** A remark beside a job, such as who has something or where a list lies. */
const IS_REMARK =
  /^(?:(?:[Tt]he|[Mm]y|[Oo]ur) (?:user|client|customer|team|owner|lead)|[Tt]hey|[Hh]e|[Ss]he|[Ww]e|I|[Yy]ou|\p{Lu}\p{Ll}+) (?:already |still )?(?:has|have|holds?|keeps?|knows?) (?!to\b)|^(?:[Tt]he|[Aa]) (?:list|sheet|spreadsheet|file|document|draft|link)s? (?:is|are|lies?) (?:in|at|on|with) |^(?:用户|他们?|她们?|我们?|你)(?:手[上里头])?有|^(?:清单|名单|表格?|文件|文档|草稿|链接)[^，]{0,4}在/u;

function essence(text: string): string {
  return text.replace(DONE_WORDS, " ").replace(/\s+/g, " ").trim();
}

function isMostlyHan(text: string): boolean {
  const han = countHan(text);
  return han * 2 > (text.match(/[a-z]+/gi)?.length ?? 0);
}

/** Whether the to-do holds every number that was said: “Release 1.2” is not “Release 1.3”. */
function sameNumbers(said: string, todo: string): boolean {
  const numbers = new Set(todo.match(/\d+(?:[.:]\d+)*/g));
  return (said.match(/\d+(?:[.:]\d+)*/g) ?? []).every((number) => numbers.has(number));
}

/** The separator of items. A semicolon inside code or without a space behind it (“a;b”) separates nothing. */
const BETWEEN = /；|;\s+/u;
const CODE = /(`[^`]*`)/u;
const LIST_MARK = /^\s*(?:[-*•]\s+|\d{1,2}[.)、]\s*|\[[ x]\]\s+)/u;
/** Stands for a separator while code is left as it is. */
const MARK = "\u0000";
/** A line with fewer parts is one item: its second half is as often a remark on the first. */
const LIST_MIN = 3;

/** The items that texts hold, without list marks and blanks around them. */
export function itemsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => partsOf(text, LIST_MIN));
}

/** The parts between line ends and semicolons; a line with fewer parts than `least` is one part. */
function partsOf(text: string, least = 0): string[] {
  const items = withoutBlanks(text.split(/\r?\n+/)).flatMap((line) => {
    const parts = partsOfLine(line);
    return parts.length < least ? [line] : parts;
  });
  // A single item is kept as it was written.
  return items.length > 1 ? items.map((item) => item.replace(LIST_MARK, "")) : items;
}

function partsOfLine(line: string): string[] {
  const marked = line.split(CODE).map((part, at) => at % 2 === 1 ? part : part.split(BETWEEN).join(MARK)).join("");
  return withoutBlanks(marked.split(MARK));
}

function withoutBlanks(items: readonly string[]): string[] {
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

export type Closing = ReturnType<typeof closingFor>;

/**
 * The to-dos that a summary opens and closes. `done`: words that name done ones; `isAsked`: somebody names to-dos
 * outside of a session, and so opens done ones anew.
 */
export function closingFor(
  memory: Memory,
  todos: readonly string[],
  done: readonly string[],
  place: { readonly store: Store; readonly session: SessionId | undefined; readonly isAsked: boolean },
) {
  const known = todos.length + done.length === 0 ? [] : todosHere(memory, storesToRead(memory));
  const own = new Set<string>();
  const closes = new Set<Todo>();
  /** Words that closed none, with the to-dos that they fit equally, else the nearest. */
  const notClosed: { readonly words: string; readonly todos: ReturnType<typeof asNamedTodo>[] }[] = [];
  const all: readonly { readonly todo: string; readonly known: Todo | undefined }[] = [
    ...todos.map((todo) => ({ todo, known: undefined })),
    ...stillOpen(known).map((each) => ({ todo: each.todo, known: each })),
  ];
  const ofSession = all.filter((each) =>
    each.known === undefined || (place.session !== undefined && each.known.session === place.session)
  );
  const withParts = all.filter(({ todo }) => partsOf(todo).length > 1);
  // Several things that are done may come in one text; so may all of one to-do that has parts.
  const wordings = done.flatMap((words) => "found" in meantTodo(words, withParts) ? [words] : partsOf(words));
  for (const words of wordings) {
    // The session's own to-dos come before those of others.
    const first = meantTodo(words, ofSession);
    const meant = "found" in first ? first : meantTodo(words, all);
    if ("found" in meant) {
      const everywhere = all.filter((each) => meant.found.some(({ todo }) => isSameTodo(todo, each.todo)));
      for (const { todo, known } of everywhere) {
        if (known) closes.add(known);
        else own.add(todo);
      }
    } else if (all.length > 0 && doneBefore(words, known).length === 0) {
      // Where nothing is open, the words only tell of work and mean no to-do.
      notClosed.push({ words, todos: ("several" in meant ? meant.several : meant.nearest).map(asNamedTodo) });
    }
  }
  const left = todos.filter((todo) => !own.has(todo));
  const stay = stillOpen(known).filter((each) => !closes.has(each));
  const doneAlready = place.isAsked ? [] : left.filter((todo) => isCarriedOn(memory, todo, known, place.session));
  return {
    opens: left.filter((todo) => !doneAlready.includes(todo)),
    /** Texts that the summary names as to-do and as done at once. */
    own: [...own],
    /** To-dos of summaries that are saved already. */
    closes: [...closes],
    notClosed,
    doneAlready,
    /** To-dos that are open already and may be the same thing in other words. */
    again: distinct(left.flatMap((todo) => {
      const meant = meantTodo(todo, stay);
      return "found" in meant ? meant.found.filter((each) => !isSameTodo(each.todo, todo)) : [];
    })),
    /** The id that the writes have in common where another layer is concerned, too. */
    sharedOp: [...closes].some(({ store }) => store.folder !== place.store.folder)
      ? newId(memory.runtime, "op")
      : undefined,
  };
}

/**
 * Whether a to-do was closed while the session that names it went on: the session was told of the open to-do and
 * repeats it. A to-do that was closed before the session began and is named in it is to be done once more.
 */
function isCarriedOn(memory: Memory, todo: string, known: readonly Todo[], session: SessionId | undefined): boolean {
  const same = known.filter((each) => isSameTodo(each.todo, todo));
  if (same.some(({ done_at }) => done_at === undefined)) return false;
  const began = beginOf(memory, session);
  return same.some(({ done_at = "" }) => Date.parse(done_at) >= began);
}

/** When a session began, in ms since 1970; for an unknown session a day ago. */
function beginOf(memory: Memory, session: SessionId | undefined): number {
  const store = stateStore(memory);
  const state = store && session !== undefined ? readSessionState(store, session) : undefined;
  const began = Date.parse(state?.created_at ?? "");
  return Number.isNaN(began) ? memory.runtime.now().getTime() - DAY_MS : began;
}

/** Closes the to-dos in other layers than the summary's, which is saved by then. Returns those that stay open. */
export function closeElsewhere(memory: Memory, store: Store, { closes, sharedOp }: Closing): readonly Todo[] {
  const others = closes.filter((each) => each.store.folder !== store.folder);
  const left: Todo[] = [];
  for (const named of Map.groupBy(others, (each) => each.store.folder).values()) {
    const [{ store: other }] = named as [Todo];
    try {
      withLock(other, (locked) => {
        const rewrite = closingOf(locked, openStill(memory, locked, named));
        const audit = { together: sharedOp };
        applyChange(locked, { actor: actorOf(memory.runtime), command: "save", scope: "sessions", rewrite, audit });
      });
    } catch (error) {
      logOf(memory, other).warning("to-dos stay open", { reason: reasonOf(error) });
      left.push(...named);
    }
  }
  return left;
}

/** A to-do as results name it. */
export function asNamedTodo({ todo }: { readonly todo: string }) {
  return { id: todoId(todo), todo };
}
