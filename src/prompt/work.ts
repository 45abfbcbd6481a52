/** In: a prompt. Out: whether it is work by its words alone, and whether the person says goodbye. */
import { countHan } from "../text/script.ts";
import { findCommand, type UserCommand } from "./command.ts";
import { asksGeneralKnowledge, identifyIntent, isSocial, namesHere, STRONG_TYPES, verdictOfTables } from "./intent.ts";
import { sign } from "./signs.ts";
import { sentencesOf, withCommas } from "../text/sentences.ts";

/** People who write or paste as much are at work. Characters. */
const LONG_PROMPT = 300;

/** Whether a prompt is work: no small talk, no question of general knowledge, no command to memory. */
export function hasSubstance(prompt: string): boolean {
  return prompt.length >= LONG_PROMPT || isWork(prompt, findCommand(prompt));
}

/** Whether a prompt with this command is work. */
export function isWork(prompt: string, command: UserCommand | undefined): boolean {
  if (prompt.length >= LONG_PROMPT || command?.action === "save") return true;
  const said = withoutGoodbye(command ? command.rest : prompt).trim();
  if (!namesAThing(said) || isSocial(said)) return false;
  const intent = identifyIntent(said, command ? {} : { command: "none" });
  // A new topic ("by the way") may be work, or the weather.
  if (intent.intent_type === "new_topic") return verdictOfTables(said)?.should_save !== false;
  return !asksGeneralKnowledge(said, intent);
}

const ASKS =
  /[?？]\s*$|什么|怎么|如何|哪|谁|几|多少|多[高远大长久]|吗|呢|^(?:(?:and|so|but|then)\s+)?(?:what|who|whose|whom|which|when|where|why|how|is|are|do|does|did|can|could|would|should)\b/iu;
const SENTENCE_ASKS = [sign("asks in Chinese"), sign("asks in English")];
const ASKS_NOTHING = sign("asks nothing");
const ORDERS = sign("orders by a question");
/** What stands behind the words of a question. */
const TAIL = /[的呀啊嘛哈。.!！~～\s]+$/u;

/** Whether a prompt asks something and orders nothing, sentence by sentence. */
export function onlyAsks(prompt: string): boolean {
  if (prompt.length >= LONG_PROMPT) return false;
  const sentences = sentencesOf(withCommas(prompt)).map((each) => each.trim()).filter((each) => each !== "");
  return sentences.length > 0 && sentences.every((each) => asks(each) && !ORDERS.test(each));
}

function asks(sentence: string): boolean {
  if (/[?？][!！]*$/.test(sentence)) return true;
  const said = sentence.replace(TAIL, "");
  return SENTENCE_ASKS.some((each) => each.test(said)) && !ASKS_NOTHING.test(said);
}

/** A longer question names its subject. Characters. */
const FOLLOW_UP_MAX = 40;
const FOLLOWS =
  /^(?:那|和|跟|还有|它|再)|^(?:and|so|but|or|which|(?:what|how) about)\b|^(?:why|为什么|为啥)[?？]?$|\bit\b/iu;
const MORE = /例子|举例|详细|再(?:来|讲|说)|\b(?:example|another|more detail|elaborate)\b/iu;

/** Whether a prompt only goes on with the talk before it: "and how does it differ?", "举个例子". */
export function followsUp(prompt: string): boolean {
  const text = prompt.trim();
  if (text.length > FOLLOW_UP_MAX || namesHere(text)) return false;
  return MORE.test(text) || (FOLLOWS.test(text) && ASKS.test(text));
}

/** Whether a prompt asks something and names nothing of the project: it is talk if the agent then reads no file. */
export function asksAtLarge(prompt: string): boolean {
  if (prompt.length >= LONG_PROMPT || !ASKS.test(prompt.trim()) || namesHere(prompt)) return false;
  return !STRONG_TYPES.has(identifyIntent(prompt).intent_type);
}

const ASKS_WHAT_WE_DO =
  /\b(?:what|which|why|who|whose|when|where|how)\b[^.!?]*\b(?:did|do|have|had|are|were) we\b|\b(?:did|have|do) we (?:ever|already|still|use|have|decide|agree)\b|(?:我们|咱们)[^。！]*(?:什么|啥|哪|谁|几|怎么|多少|为什么|吗)|(?:什么|哪|谁|怎么|为什么)[^。！]*(?:我们|咱们)/iu;

/** Whether a prompt asks what was done or decided, which the person wants to be told and not to be kept. */
export function asksWhatWeDo(prompt: string): boolean {
  return prompt.length <= GOODBYE_MAX && ASKS_WHAT_WE_DO.test(prompt);
}

/** Whether a text is long enough to name a thing: four letters or two Chinese characters are the least. */
export function namesAThing(text: string): boolean {
  return countHan(text) > 1 || /(?:\p{L}\P{L}*){4}/u.test(text);
}

/** In a longer prompt people still ask for something. Characters. */
const GOODBYE_MAX = 120;
/** Chinese is written with a blank in place of a comma, too, behind words that end a clause: “差不多了 今天先这样”. */
const CLAUSE_END =
  /[,.!?;:~…()，。！？；：～、（）\n\p{Extended_Pictographic}\u200d\ufe0f]+|(?<=[了过吧啦呀哈哦完样好行见撤拜]|继续|接着|辛苦|完事|搞定|没事|收工|下班)\s+(?=\p{sc=Han})/u;
const GOODBYE = sign("goodbye");
const GOODBYE_ALONE = sign("goodbye alone");
const UNTIL = sign("goodbye until");
const DAY_IS_OVER = sign("day is over");

/** Whether one of a prompt's clauses is a goodbye. */
export function saysGoodbye(prompt: string): boolean {
  return prompt.length <= GOODBYE_MAX &&
    (GOODBYE_ALONE.test(plain(prompt)) || clausesOf(prompt).some((clause, _, all) => leaves(clause, all)));
}

/** A prompt without the goodbye at its end, and without politeness beside it. */
export function withoutGoodbye(prompt: string): string {
  if (GOODBYE_ALONE.test(plain(prompt))) return "";
  let [rest, end] = [prompt, prompt.length];
  const clauses = clausesOf(prompt);
  for (const clause of clauses.toReversed()) {
    const said = plain(clause);
    const isLeaving = leaves(clause, clauses);
    const isOver = rest !== prompt && DAY_IS_OVER.test(said);
    if (said !== "" && !isLeaving && !isOver && !isSocial(said)) break;
    end = prompt.lastIndexOf(clause, end - clause.length);
    if (isLeaving || isOver) rest = prompt.slice(0, end).replace(/(?:[\s,;:，；：、]|\band\b)+$/u, "");
  }
  return rest;
}

/** Who only says goodbye says little. */
const CLAUSES_MAX = 8;

/** Whether a clause of a prompt is a goodbye. “Next week then” puts off the job that another clause names. */
function leaves(clause: string, all: readonly string[]): boolean {
  const said = plain(clause);
  if (GOODBYE.test(said)) return true;
  if (all.length > CLAUSES_MAX || !UNTIL.test(said)) return false;
  return all.map(plain).every((each) =>
    each === "" || UNTIL.test(each) || GOODBYE.test(each) || DAY_IS_OVER.test(each) || isSocial(each)
  );
}

function plain(clause: string): string {
  return clause.trim().replace(/’/g, "'");
}

/** The clauses of a prompt; of “push and call it a day” the goodbye is one of its own. */
function clausesOf(prompt: string): string[] {
  return prompt.split(CLAUSE_END).flatMap((clause) => {
    const [, work, end = ""] = /^(.*\S)\s+and\s+(.*)$/u.exec(clause) ?? [];
    return work !== undefined && GOODBYE.test(plain(end)) ? [work, end] : clause;
  });
}
