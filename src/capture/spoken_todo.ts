/**
 * In: the sentences of a prompt, and open to-dos. Out: the one that the prompt may be about. Hot path: the thesaurus is
 * loaded only where a clause tells that something is done, or shares words with a to-do.
 */
import { sign } from "../prompt/signs.ts";
import { beginningOf, piecesIn, piecesOf } from "../text/likeness.ts";
import type { RarePattern } from "../text/patterns.ts";
import { HAN, isCjk } from "../text/script.ts";

/** The open to-do that a sentence tells to be done or dropped, else the one of whose subject a sentence holds most. */
export async function todoSpokenOf<T extends { readonly todo: string }>(
  sentences: readonly string[],
  todos: readonly T[],
): Promise<T | undefined> {
  const said = sentences.map((sentence) => sentence.toLowerCase());
  const all = said.join("\n");
  const pieces = todos.map((each) => ({ each, pieces: piecesIn(all, each.todo.toLowerCase()) }));
  return await todoToldDone(said, pieces) ?? await todoNamed(said, pieces);
}

/** To-dos, each with the pieces of it that the prompt holds. */
type Pieces<T> = readonly { readonly each: T; readonly pieces: readonly string[] }[];

const TELLS_DONE = sign("tells that something is done");
const NOT_DONE = sign("not done");
const TO_COME = sign("to come");
/** Chinese is written with a blank in place of a comma, too, behind words that end a clause: “压测过了 p99 80ms”. */
const CLAUSE_END = /[,，、;；。]|\.(?=\s|$)|(?<=[了完])\s+/u;
/** One comparison takes a third of a millisecond, and ten sentences make two thousand pairs with two hundred to-dos. */
const COMPARED_MAX = 40;
/** Clauses that are compared, of those that tell what is done. */
const CLAUSES_MAX = 8;

/** The to-dos of which a text does not say that they are open or wrong; the words of a to-do's own name don't count. */
function notDenied<T>(text: string, todos: Pieces<T>, says?: RarePattern): Pieces<T> {
  if (!NOT_DONE.test(text)) return todos;
  return todos.filter(({ pieces }) => {
    const held = pieces.filter((piece) => text.includes(piece));
    const rest = held.length === 0 ? text : withoutName(text, held);
    return !NOT_DONE.test(rest) && (!says || says.test(rest));
  });
}

const BESIDE_WORD = /[a-z0-9]+(?=[\s-]+([a-z0-9]+))/g;
const HAN_RUN = new RegExp(`[${HAN}]+(?=(.?))`, "g");
const ENDS_CLAUSE = /^(?:了|[^\p{L}\p{N}]|$)/u;
/** Stands for a character of the name. */
const NAMED = "\u0000";
const NAMES = new RegExp(`${NAMED}+`, "g");

/**
 * A text without what a to-do is called: 还款接口 does not say 还, nor “slow queries” that something is slow. What ends the
 * name may tell how it is: “the links are broken”, 报错了.
 */
function withoutName(text: string, pieces: readonly string[]): string {
  const isNamed = (word: string) => pieces.includes(beginningOf(word));
  const withoutRuns = (run: string, behind: string) => {
    const isMarked = (at: number) => [at - 1, at].some((from) => pieces.includes(run.slice(from, from + 2)));
    const marks = Array.from(run, (_, at) => isMarked(at) ? NAMED : run.charAt(at)).join("");
    return marks.replace(NAMES, (name, at: number) => {
      const end = at + name.length;
      return ENDS_CLAUSE.test(run.slice(end) + behind) ? run.slice(Math.max(at, end - 2), end) : "";
    });
  };
  return text.replace(BESIDE_WORD, (word, next) => isNamed(word) && isNamed(next) ? "" : word)
    .replace(HAN_RUN, withoutRuns);
}

async function todoToldDone<T extends { readonly todo: string }>(
  said: readonly string[],
  todos: Pieces<T>,
): Promise<T | undefined> {
  const clauses = said.flatMap((sentence) => sentence.split(CLAUSE_END))
    .filter((each) => TELLS_DONE.test(each) && !TO_COME.test(each))
    .map((clause) => ({ clause, open: notDenied(clause, todos, TELLS_DONE) }))
    .filter(({ open }) => open.length > 0).slice(0, CLAUSES_MAX);
  if (clauses.length === 0) return undefined;
  const { meantTodo } = await import("./meant_todo.ts");
  const { mayBeAbout } = await import("../recall/shares.ts");
  const { readStatements } = await import("../recall/statement.ts");
  for (const { clause, open } of clauses) {
    const read = readStatements(clause);
    const near = open.map((of) => ({ ...of, held: heldBy(clause, of) })).filter(({ each, held }) =>
      held > 0 || mayBeAbout(read, each.todo.toLowerCase())
    ).sort((a, b) => b.held - a.held).slice(0, COMPARED_MAX);
    const meant = meantTodo(clause, near.map(({ each }) => each));
    if ("found" in meant) return meant.found[0];
  }
  return undefined;
}

/** The least share of a to-do's subject that a sentence about it holds: measured in tests/save/todo_line_test.ts. */
const ABOUT = 0.6;
/** The fewest words that a sentence and its to-do share; a sentence in the other language can share names alone. */
const SHARED = { alike: 2, foreign: 1 } as const;

async function todoNamed<T extends { readonly todo: string }>(
  said: readonly string[],
  todos: Pieces<T>,
): Promise<T | undefined> {
  const near = said.flatMap((sentence) =>
    notDenied(sentence, todos).flatMap((of) => {
      const { each, pieces } = of;
      const isAlike = isCjk(sentence) === isCjk(each.todo);
      const shared = pieces.filter((piece) => sentence.includes(piece)).length;
      const isNear = shared >= (isAlike ? SHARED.alike : SHARED.foreign) && !namesOther(sentence, each.todo);
      return isNear ? [{ each, sentence, held: heldBy(sentence, of) / piecesOf(each.todo.toLowerCase()).length }] : [];
    })
  ).sort((a, b) => b.held - a.held).slice(0, COMPARED_MAX);
  if (near.length === 0) return undefined;
  const { sharesHeld } = await import("../recall/shares.ts");
  const [first, second] = near.map(({ each, sentence, held }) => ({
    each,
    held,
    share: sharesHeld(each.todo, sentence)[0],
  }))
    .filter(({ share }) => share >= ABOUT).sort((a, b) => b.share - a.share || b.held - a.held);
  if (!first || !second || first.share > second.share || first.held > second.held) return first?.each;
  // To name the newest of several that are named alike would be a guess.
  const { isSameTodo } = await import("../recall/todos.ts");
  return isSameTodo(first.each.todo, second.each.todo) ? first.each : undefined;
}

function numbersIn(text: string): readonly string[] {
  return text.match(/\d+/g) ?? [];
}

/** How many pieces and numbers of a to-do a sentence holds. */
function heldBy(sentence: string, { each, pieces }: Pieces<{ readonly todo: string }>[number]): number {
  const numbers = numbersIn(each.todo).filter((number) => numbersIn(sentence).includes(number));
  return pieces.filter((piece) => sentence.includes(piece)).length + numbers.length;
}

/** Whether a sentence has numbers, and none of the to-do's: “chapter 12” is not chapter 96. */
function namesOther(sentence: string, todo: string): boolean {
  const [said, numbers] = [numbersIn(sentence), numbersIn(todo)];
  return said.length > 0 && numbers.length > 0 && !numbers.some((number) => said.includes(number));
}
