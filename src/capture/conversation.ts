/** The gist of a conversation by plain patterns: the safety net for a session in which nothing was saved. */
import { samePlain } from "../text/likeness.ts";
import { countHan, isCjk } from "../text/script.ts";
import type { Turn } from "../agents/event.ts";
import { contradicts, holdsMore, recounts } from "../recall/contradiction.ts";
import { sharesHeld } from "../recall/shares.ts";
import { readStatements } from "../recall/statement.ts";
import { sign } from "../prompt/signs.ts";
import { sentencesOf } from "../text/sentences.ts";
import { type Lasting, lastingIn, LINES } from "../prompt/lasting.ts";
import { sentencesIn } from "../prompt/sentences.ts";
import { withoutGoingOn } from "../prompt/earlier.ts";
import { isSocial } from "../prompt/intent.ts";
import { withoutPasted } from "../prompt/own_words.ts";
import { ITEM, QUOTED } from "../prompt/wish.ts";
import { bareIn, correctsSomething } from "./bare.ts";
import {
  type Contradicted,
  contradictedBy,
  corrected,
  CORRECTS,
  CORRECTS_VALUE,
  correctsBarely,
  denies,
  opensCorrection,
  withoutOpener,
} from "./correction.ts";
import { said } from "./words.ts";
import { namesAThing, onlyAsks, withoutGoodbye } from "../prompt/work.ts";
import { joined, type Language, same, type Sentence } from "../sentence.ts";
import { acted, changedFiles, ranCommands, type Run, toolsAfter, withoutEarlier } from "./work.ts";

export type Gist = NonNullable<ReturnType<typeof gistOf>>;

/** A topic is shown as the heading of an entry: one line of a terminal. */
const TOPIC_CHARACTERS_MAX = 80;
/** The lists are short, so that the record can be read at a glance. */
const FILES_MAX = 8;
/** More than people state in a session, and more than they order to save in one. */
const STATED_MAX = 20;
const ORDERED_MAX = 50;
/** A longer text was pasted behind the order, or the correction. */
const ORDER_CHARACTERS_MAX = 1_000;
/** Later topics that are kept: the latest tell where the work ended. */
const LATER_TOPICS_MAX = 3;
const ENDED = /[?？!！。…]$/u;
/** What follows a sentence that ends with a mark of its own. */
const GAP: Sentence = { en: " ", zh: "" };
/** What follows any other sentence. */
const STOP: Sentence = { en: ". ", zh: "。" };
/** The share of the words from which two texts say the same: a prompt and a saved fact, or two to-dos. */
const SAID_THERE = 0.7;

/** A turn, with the text that the person orders to save, which `text` does not hold, and what they order to forget. */
type Asked = Turn & Pick<Told, "order" | "forgets">;

/** The texts of a session's facts: what they say is left out. */
interface Known {
  /** Those that somebody saved: statements that they are about are left out, too. */
  readonly saved?: readonly string[];
  readonly captured?: readonly string[];
}

/**
 * The gist of some turns, from which frames and requests of ours are already taken out.
 *
 * @param projectRoot files below it are named relative to it
 * @returns undefined when the person said nothing of substance, or only to go on and the agent did nothing
 */
export function gistOf(turns: readonly Asked[], language: Language, projectRoot?: string, known: Known = {}) {
  const own = saidIn(turns, known);
  const told = tellOf(own, turns, language, projectRoot);
  return told && {
    ...told,
    /** What the person ordered to save. */
    ordered: own.ordered,
    /** Decisions and preferences that the person stated, sentence by sentence. */
    stated: own.stated,
  };
}

/** What the person ordered to save and stated, and the prompts that stand, as far as they were not taken back. */
function saidIn(turns: readonly Asked[], { saved = [], captured = [] }: Known) {
  const told = toldIn(
    turns.flatMap((turn, at) =>
      turn.role === "user" && (turn.order || turn.forgets || !isAnswered(turns, at))
        ? { ...turn, saved: savedBefore(turns, at, saved), savedLater: savedIn(turns.slice(at + 1), saved) }
        : []
    ),
  );
  const ordered = orderedIn(told).filter(({ content }) => !saved.some((fact) => hasJudged(fact, content)));
  const prompts = told.flatMap((each, at) => {
    const { text, isBare, savedLater = [] } = each;
    if (text === "" || isBare || DISMISSAL.test(text) || FORGETS.test(text) || onlyTakesBack(text)) return [];
    const states = statesOf(each);
    const isJudged = (content: string) =>
      savedLater.some((fact) => isAbout(fact, content)) || saved.some((fact) => hasJudged(fact, content));
    return {
      text: withoutPasted(text).trim() || text,
      states,
      judged: states.map(({ content }) => content).filter(isJudged),
      // Each of these may take it back.
      later: told.slice(at + 1),
    };
  });
  const stated = [
    ...told.flatMap(({ fact }) => fact ? statement(fact) : []),
    ...prompts.flatMap(({ states, judged, later }) =>
      states.flatMap((each) => judged.includes(each.content) ? [] : asItStands(each, later))
        .filter(({ content }) => !saved.some((fact) => hasJudged(fact, content)))
    ),
  ].filter(({ content }) => !captured.some((fact) => samePlain(fact, content))).filter(({ content }, at, all) =>
    !all.slice(0, at).some((other) => samePlain(other.content, content))
  )
    .slice(0, STATED_MAX);
  return {
    ordered,
    stated,
    // A task that is given up was begun; a rule that is taken back never held.
    standing: prompts.filter(({ text, states, later }) =>
      !isTakenBack(topicOf(text), later, states.length > 0 ? 0 : HALF)
    ),
    // A rule that is also a fact is left out: the fact may be replaced, and the gist would still tell the old rule.
    facts: [...saved, ...captured, ...[...ordered, ...stated].map(({ content }) => content)],
  };
}

/** The topic of what was said, and with what was done the summary; undefined where there is no topic. */
function tellOf(
  { ordered, stated, standing, facts }: ReturnType<typeof saidIn>,
  turns: readonly Turn[],
  language: Language,
  projectRoot: string | undefined,
) {
  const tools = turns.flatMap((turn) => turn.tools);
  const files = changedFiles(tools, projectRoot);
  const commands = ranCommands(tools);
  const [did] = [...files, ...commands.map(({ command }) => command)];
  const wentOn = did !== undefined && turns.some(({ role, text }) => role === "user" && isGoingOn(text));
  const besides = standing.flatMap(({ text, judged, later: [next] }) =>
    topicBesides(text, [...facts, ...judged], next !== undefined && leansBack(next.text)) ?? []
  );
  // What facts say is a title where something was done for it; they tell it by themselves, and may be replaced.
  const titles = standing.filter(({ judged }) => did !== undefined || judged.length === 0)
    .map(({ text }) => topicOf(text));
  const topic = besides[0] ?? titles[0] ?? (wentOn ? said("gist_went_on", { did: same(did) })[language] : undefined) ??
    ordered[0]?.content ?? stated[0]?.content;
  if (!topic) return undefined;
  const later = besides.filter((text) => text !== topic).slice(-LATER_TOPICS_MAX);
  const parts = [
    ...later.length > 0 ? [said("gist_then", { topics: joined(later.map(same)) })] : [],
    ...files.length > 0 ? [said("gist_files", { files: fewOf(files) })] : [],
    ...commands.length > 0 ? [said("gist_runs", { runs: joined(commands.map(runTold)) })] : [],
  ].map((part) => part[language]);
  return {
    /** In the person's own words, if there are any. */
    topic,
    /** What was asked, which files changed, which commands ran and how they ended. */
    summary: [topic, ...parts].reduce((text, part) => text + (ENDED.test(text) ? GAP : STOP)[language] + part),
  };
}

/** What a person said: the text of a prompt, without openings and goodbyes, and beside it what they order to save. */
interface Told {
  readonly text: string;
  readonly order?: string;
  readonly forgets?: string;
  /** The text before it was corrected. */
  readonly was?: string | undefined;
  /** Texts of the facts that the agent saved between the prompt before this one and this one. */
  readonly saved?: readonly string[];
  /** Texts of the facts that the agent saved after this prompt. */
  readonly savedLater?: readonly string[];
  /** The sentence of this prompt that takes the place of an earlier statement. */
  readonly instead?: Lasting;
  /** The prompt is nothing but another value, which says nothing without what it corrects. */
  readonly isBare?: boolean;
  /** One of the `saved` facts, with this prompt as its correction. */
  readonly fact?: string | undefined;
}

/** What was said, prompt by prompt, each with its correction; without prompts that say nothing. */
function toldIn(asked: readonly Told[]): Told[] {
  const told: Told[] = [];
  for (const { text: whole, order = "", forgets, saved = [], savedLater = [] } of asked) {
    if (forgets !== undefined) {
      told.push({ text: "", forgets });
      // Where the order is the whole prompt, nothing else is said.
      if (whole.includes(forgets)) continue;
    }
    const text = withoutGoodbye(withoutOpening(withoutEarlier(whole)));
    const last = told.at(-1);
    const says = namesAThing(text) && !isSocial(text);
    const correction = order === "" && whole.length <= ORDER_CHARACTERS_MAX && opensCorrection(whole)
      ? correctionIn(told, text)
      : undefined;
    const before = [...last?.fact ? [last.fact] : [], ...saved].find((each) => correctsBarely(each, whole));
    const fact = before && corrected(before, whole);
    const joined = last && joinedTo(last, { whole, order, savedLater, fact, correction });
    if (joined) {
      told[told.length - 1] = joined;
    } else if (fact) {
      told.push({ text, isBare: true, fact });
    } else if (correction?.contradicted) {
      told.push({ ...putInPlace(told, correction.contradicted, correction.text), savedLater });
    } else if (says || order !== "") {
      const own = correction?.isAlone ? correction.text : text;
      told.push({ text: says ? own : "", order, savedLater, isBare: correctsSomething(whole) });
    }
  }
  return told;
}

/**
 * What was said last, with the prompt behind it as its correction: by itself that names no subject, and what it
 * corrects does not hold. Undefined where the prompt corrects something else, or nothing.
 */
function joinedTo(
  last: Told,
  { whole, order, savedLater, fact, correction }: {
    readonly whole: string;
    readonly order: string;
    readonly savedLater: readonly string[];
    readonly fact: string | undefined;
    readonly correction: ReturnType<typeof correctionIn> | undefined;
  },
): Told | undefined {
  const said = last.order || last.text;
  if (said && order === "" && !correction?.isElsewhere) {
    const isMeant = isCorrected(said, whole) || !correction?.isAlone && takesItsPlace(said, whole);
    if (isMeant && last.order) return { ...last, order: corrected(said, whole), fact };
    if (isMeant) return { ...last, text: corrected(said, whole), was: last.was ?? said, savedLater, fact };
  }
  return fact && last.fact ? { ...last, fact } : undefined;
}

/** A prompt that opens as a correction, without its opener, and what it contradicts. */
function correctionIn(told: readonly Told[], prompt: string) {
  const text = withoutOpener(prompt);
  const stated = told.map((each) => [...linesOf(each).map(statement), ...statesOf(each)]);
  const contradicted = contradictedBy(text, stated);
  return {
    text,
    contradicted,
    /** What it contradicts stands before the last prompt. */
    isElsewhere: contradicted !== undefined && contradicted.at < told.length - 1,
    /** It states something, and is no part of a task before it, which states nothing. */
    isAlone: stated.at(-1)?.length === 0 && lastingIn(text, LINES.unjudged).length > 0,
  };
}

/** Takes what a correction contradicts out of an earlier prompt, and gives the correction that takes its place. */
function putInPlace(told: Told[], { at, wrong, sentence }: Contradicted, correction: string): Told {
  const { text, order = "", instead, ...rest } = told[at] as Told;
  const isWrong = (said: string) => wrong.some(({ content }) => said.includes(content));
  const lines = order.split("\n").filter((line) => !isWrong(line)).join("\n");
  const left = sentencesOf(text).filter((each) => !isWrong(each)).join("").trim();
  told[at] = { ...rest, text: left, order: lines, ...instead && !wrong.includes(instead) && { instead } };
  // What it says besides, and is not corrected, still holds.
  const content = wrong.reduce(
    (now, { content }) => holdsMore(content, sentence) ? corrected(content, now) : now,
    sentence,
  );
  if (lines !== order) return { text: correction.replace(sentence, "").trim(), order: content };
  return { text: correction, instead: { content, memoryType: wrong[0]?.memoryType ?? "O" } };
}

/** The facts that the agent saved between a prompt and the one before it. */
function savedBefore(turns: readonly Turn[], at: number, facts: readonly string[]): string[] {
  return savedIn(turns.slice(turns.findLastIndex(({ role }, before) => before < at && role === "user") + 1, at), facts);
}

/** The facts that the agent saved in these turns by a command. */
function savedIn(turns: readonly Turn[], facts: readonly string[]): string[] {
  const unquoted = (text: string) => text.replace(/['"\\]/g, "");
  const commands = turns.flatMap(({ tools }) => tools.map(({ command = "" }) => unquoted(command)));
  return facts.filter((fact) => commands.some((command) => command.includes(unquoted(fact))));
}

/** Whether a later text takes this one back, whatever its words, and says how it is. */
function takesItsPlace(text: string, later: string): boolean {
  return CORRECTS.test(later) && isTakenBack(text, [{ text: later }], 0);
}

/** Whether a later text gives another value of a kind that this one holds. */
function isCorrected(text: string, later: string): boolean {
  if (correctsBarely(text, later)) return true;
  if (!CORRECTS_VALUE.test(later)) return false;
  const [now, before] = [readStatements(later), readStatements(text)];
  // A task is done with another thing; a rule may hold beside what is said of a task.
  const [{ choices, slot }] = before;
  const hasName = choices.length > 0 || slot !== undefined;
  if (hasName && bareIn(later)?.chooses && lastingIn(text, LINES.unjudged).length === 0) return true;
  return contradicts(now, before) || recounts(now, before) || denies(later, text);
}

/** What a prompt states. A correction that was joined to the prompt makes its statement no less sure. */
function statesOf({ text, was, instead }: Told): Lasting[] {
  const stated = lastingIn(text, LINES.unjudged);
  if (instead) return [instead, ...stated.filter(({ content }) => !instead.content.includes(content))];
  const before = was === undefined || stated.length > 0 ? undefined : lastingIn(was, LINES.unjudged).at(-1);
  if (!before) return stated;
  const begin = before.content.replace(/[.,;!。，；！]+$/u, "");
  const whole = sentencesIn(text).find(({ typed }) => typed.startsWith(begin));
  return whole ? [{ ...before, content: whole.typed }] : [];
}

/** Whether a prompt only asks, and the agent answered without work: it wants to be told, and not to be kept. */
function isAnswered(turns: readonly Turn[], at: number): boolean {
  const { text = "" } = turns[at] ?? {};
  // What somebody states beside a question is kept: “commits in English, ok?”
  return onlyAsks(text) && !acted(toolsAfter(turns, at)) && lastingIn(text, LINES.unjudged).length === 0;
}

/** The share of the words in either direction from which a saved fact is about a statement. */
const ABOUT_IT = 0.3;

/** Whether a saved fact is about what the person stated: one that was saved later has judged it. */
function isAbout(fact: string, stated: string): boolean {
  return Math.max(...sharesHeld(stated, fact)) >= ABOUT_IT;
}

/** The same where nothing tells which of the two came first: a statement that contradicts the fact corrects it. */
function hasJudged(fact: string, stated: string): boolean {
  return isAbout(fact, stated) && !contradicts(readStatements(stated), readStatements(fact));
}

/** The to-dos that the person ordered to note and did not take back later, each once; none of the `noted` ones. */
export function orderedTodos(
  turns: readonly (Turn & Pick<Told, "forgets"> & { readonly todos?: readonly string[] })[],
  noted: readonly string[],
): string[] {
  const asked = turns.filter(({ role }) => role === "user");
  const ordered = asked.flatMap(({ todos = [] }, at) =>
    todos.filter((todo) => !isTakenBack(todo, asked.slice(at + 1), 0))
  );
  return ordered.filter((todo, at) =>
    !ordered.slice(0, at).some((other) => samePlain(todo, other)) &&
    // The agent may have noted it in words of its own.
    !noted.some((other) => Math.max(...sharesHeld(todo, other)) >= SAID_THERE)
  );
}

/** The texts that the person ordered to save, each item of a list and each text once, the latest not taken back. */
function orderedIn(told: readonly Told[]): Lasting[] {
  const orders = told.flatMap((each, at) => {
    const later = told.slice(at + 1).map((next) => ({ ...next, text: `${next.text} ${next.order ?? ""}`.trim() }));
    return linesOf(each).filter((line) => line.length <= ORDER_CHARACTERS_MAX && !isTakenBack(line, later, 0));
  });
  return orders.filter((order, at) => !orders.slice(at + 1).some((again) => samePlain(order, again)))
    .slice(-ORDERED_MAX).map(statement);
}

/** The items that a prompt orders to save. */
function linesOf({ order = "" }: Told): string[] {
  return order.split("\n").map((line) => line.replace(ITEM, "").trim()).filter((line) => line !== "");
}

/** A text that is kept however little it says that it lasts. */
function statement(content: string): Lasting {
  return { content, memoryType: lastingIn(content, -Infinity)[0]?.memoryType ?? "O" };
}

const TAKES_BACK = sign("takes back");
const DISMISSAL = sign("dismissal");
const FORGETS = sign("orders to forget");
/** At the beginning of a prompt. */
const TAKES_BACK_LAST = sign("takes back the last");

/** The share of the words in either direction from which a prompt that takes something back means a task. */
const HALF = 0.49;
/** Who takes something back says little more. Characters. */
const TAKING_BACK_MAX = 300;

/** What is said after a text, and may take it back. */
type Later = Pick<Told, "text" | "forgets">;

/** Whether a later prompt takes back a text, of whose words it shares more than `least`: “never mind, …”, 算了，…. */
function isTakenBack(text: string, later: readonly Later[], least: number): boolean {
  return takenBackBy(text, later, least) !== undefined;
}

function takenBackBy(text: string, later: readonly Later[], least: number) {
  return later.filter((each) => each.text.length <= TAKING_BACK_MAX).find((each, at) =>
    at === 0 && (least === 0 || DISMISSAL.test(each.text)) && TAKES_BACK_LAST.test(each.text) ||
    TAKES_BACK.test(each.text) && Math.max(...sharesHeld(each.text, text)) > least ||
    each.forgets !== undefined && sharesHeld(each.forgets, text)[0] > HALF ||
    contradicts(readStatements(each.text), readStatements(text))
  );
}

const LEANS = sign("leans on the order before");
const PUTS_ANOTHER = sign("puts another in its place");

/**
 * A statement after what was said later: unchanged; with the prompt that puts another in its place, “scratch that, we
 * go with Typesense”; or none, where it was taken back.
 */
function asItStands(stated: Lasting, later: readonly Later[]): Lasting[] {
  const by = takenBackBy(stated.content, later, 0)?.text;
  if (by === undefined) return [{ ...stated, content: withoutTakingBack(stated.content) }];
  // What states a rule by itself is kept for itself.
  const putsAnother = PUTS_ANOTHER.test(by) && lastingIn(by, LINES.unjudged).length === 0;
  return putsAnother ? [{ ...stated, content: corrected(stated.content, by) }] : [];
}

/** What holds, without what it takes back: “we stay with REST” of “forget that rule, we stay with REST”. */
function withoutTakingBack(text: string): string {
  const rest = text.replace(/^[^,，:：;；.。]+[,，:：;；.。]\s*/u, "");
  return rest !== text && TAKES_BACK_LAST.test(text.slice(0, text.length - rest.length)) && namesAThing(rest)
    ? rest
    : text;
}

/** Whether a prompt takes back what was said, and says nothing else. */
function onlyTakesBack(text: string): boolean {
  if (text.length > TAKING_BACK_MAX || !TAKES_BACK_LAST.test(text) || PUTS_ANOTHER.test(text)) return false;
  const rest = withoutTakingBack(text);
  return rest === text ? lastingIn(text, LINES.unjudged).length === 0 : onlyTakesBack(rest);
}

function isGoingOn(prompt: string): boolean {
  const rest = withoutGoingOn(prompt);
  return rest !== prompt.trimStart() && (rest === "" || isSocial(rest));
}

const FIRST_CLAUSE = /^([\p{L} '’]{1,24})(?:[,，。.!！~～\n]+\s*|$)/u;
const INTRODUCES =
  /^(?:[Mm]orning|(?:我是|我叫)\S{1,8}|(?:[Ii](?:['’]m| am)|[Tt]his is) \p{Lu}\p{L}+(?: here)?|\p{Lu}\p{L}+ here)$/u;

/** A prompt without its opening clauses: greetings, an introduction, an order just to go on. */
function withoutOpening(text: string): string {
  let rest = text;
  for (let before = ""; rest !== before;) {
    before = rest;
    rest = withoutGoingOn(rest);
    const [clause = "", said = ""] = FIRST_CLAUSE.exec(rest) ?? [];
    if (isSocial(said) || INTRODUCES.test(said.trim())) rest = rest.slice(clause.length);
  }
  return rest;
}

const LEADS_UP = sign("leads up to an order");
/** Of what leads up to an order so much is told that it says something. Characters. */
const LEAD_MIN = 24;

/**
 * The first sentence of more than one word: “back.”, “nice.”, “好。” only open a prompt, and `./...` ends none. Behind
 * what others want, a doubt or something imagined it goes on to the order, for which that is cut.
 */
function firstTelling(text: string): string {
  const marks = text.replace(QUOTED, (quoted) => quoted.replace(/[。！？!?.]/gu, "_"));
  let at = 0;
  const sentences = (marks.match(/.+?(?:[。！？!?]+|\.(?<!\/\.{2,3})(?=\s)|$)/gu) ?? [])
    .map((each) => text.slice(at, at += each.length));
  const isTelling = (each: string) => /\S\s+\S/u.test(each.trim()) || countHan(each) > 2;
  const leadsUp = (each: string) => LEADS_UP.test(each.trim()) && !/[?？]\s*$/u.test(each);
  const first = Math.max(sentences.findIndex(isTelling), 0);
  const order = sentences.findIndex((each, nth) => nth >= first && !leadsUp(each));
  if (order <= first) return (sentences[first] ?? "").trim();
  const [lead, end] = [sentences.slice(first, order).join("").trim(), (sentences[order] ?? "").trim()];
  const room = TOPIC_CHARACTERS_MAX - end.length - 1;
  return room < Math.min(lead.length, LEAD_MIN)
    ? end
    : `${cutAtWord(lead, room)}${GAP[isCjk(end) ? "zh" : "en"]}${end}`;
}

/** What is about something says so before as much. Characters. */
const HEAD = 20_000;

/** The first sentence, cut between words to the length of a title. */
function topicOf(whole: string): string {
  const text = whole.slice(0, HEAD);
  const withoutCode = text.replace(/```[\s\S]*?(?:```|$)/g, " ").replace(/\s+/g, " ").trim() ||
    text.replace(/[`\s]+/g, " ").trim();
  return cutAtWord(firstTelling(withoutCode).replace(/[。.!！\s]+$/u, ""), TOPIC_CHARACTERS_MAX);
}

/** A text of at most so many characters and, where it was cut, a mark of that. */
function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const atWord = /^.*[\s，,、；;:：]/u.exec(cut)?.[0].trimEnd();
  return `${atWord && atWord.length > most / 2 ? atWord : cut} …`;
}

/** Beside a rule “commit it” and 今天可以 name no topic, if nothing leans on them. Characters, Chinese ones twice. */
const BESIDES_MIN = 16;

/** The topic of what a prompt says besides some facts; undefined for nothing. */
function topicBesides(text: string, facts: readonly string[], isLeanedOn: boolean): string | undefined {
  const isFact = (each: string) => facts.some((fact) => Math.min(...sharesHeld(each, fact)) >= SAID_THERE);
  const whole = topicOf(text);
  if (!isLeanedOn && !isFact(whole)) return whole;
  const rest = sentencesOf(text).filter((sentence) => !isFact(sentence)).join("");
  const topic = topicOf(rest);
  if (!isLeanedOn) return topic.length + countHan(topic) >= BESIDES_MIN ? topic : undefined;
  // Behind what it states stands the order.
  const line = rest.replace(/[。.!！\s]+$/u, "").trim();
  return (line.length > TOPIC_CHARACTERS_MAX || /[`\n]/.test(line) ? topic : line) || undefined;
}

/** What leans on an order says little more. Characters, Chinese ones twice. */
const LEANING_MAX = 60;

/** Whether a prompt says nothing without the order before it: “and refund.ts”, 详情页同样. */
function leansBack(text: string): boolean {
  return text.length + countHan(text) <= LEANING_MAX && LEANS.test(text);
}

function fewOf(files: readonly string[]): Sentence {
  const shown = same(files.slice(0, FILES_MAX).join(", "));
  const more = files.length - FILES_MAX;
  return more > 0 ? said("gist_more", { files: shown, more }) : shown;
}

function runTold({ command, failed }: Run): Sentence {
  if (failed === undefined) return same(`\`${command}\``);
  return said(failed ? "run_failed" : "run_passed", { command });
}
