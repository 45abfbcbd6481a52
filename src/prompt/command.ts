/**
 * The user's own commands (v1 §8), in both languages. A command counts only as a whole sentence: "Don't save this." is
 * one; "why don't saves persist?" is none. The wish not to save has a file of its own (wish.ts).
 */
import { once } from "../remembered.ts";
import { holdsAny, patternsIn, typedInHaste } from "../text/patterns.ts";
import { foldHan, HAN } from "../text/script.ts";
import { withCommas } from "../text/sentences.ts";
import { isHandedOver } from "./handed_over.ts";
import { withoutEnclosed, withoutPasted } from "./own_words.ts";
import commands from "./commands.txt" with { type: "text" };
import { inUsualWords, sign } from "./signs.ts";
import { todoIn } from "./todo.ts";
import { findWish, ITEM, ITEM_MARK, mayHoldWish, NAMES_A_FILE, type WishAction } from "./wish.ts";

export type CommandAction = WishAction | "save" | "search" | "show" | "show_today" | "delete" | "restore" | "undo";

export interface UserCommand {
  readonly action: CommandAction;
  /** The words that made it a command, as typed. */
  readonly sentence: string;
  /** Nothing is saved from this prompt on; without it, nothing of the whole session. */
  readonly reach?: "from_here";
  /** The text to save, to search or to delete, if the user named one. */
  readonly argument?: string;
  /** Whether the command counts only if a record is about its argument, since the words may mean files as well. */
  readonly onlyIfKnown?: true;
  /** What is to be saved is a to-do: "remind me to …", "remember: TODO …". */
  readonly isTodo?: true;
  /** It means the memory saved or told last: "delete that memory"; with `onlyIfKnown`: if one was just saved. */
  readonly isLast?: true;
  /** What is to be deleted is said to be wrong: how it is may be saved in its place. */
  readonly isWrong?: true;
  /** It may stand in a text that the person only hands over: to be asked about, not obeyed. */
  readonly isInText?: true;
  /** The prompt without the command. */
  readonly rest: string;
}

/** A command as it is found, before its rest is known. */
interface Found extends Omit<UserCommand, "rest" | "isInText"> {
  /** Where its sentence begins; absent: where the text first holds it. */
  readonly start?: number;
}

const HAN_RUN = new RegExp(`[${HAN}]+`, "g");

/** A request for assent behind a sentence. */
const TAG =
  /(?<=[^\s:：])(?:[\s,，、]*(?:ok(?:ay)?|all ?right|好吗|好么|好不好)|[,，]\s*(?:可以吗|行吗|行不行))[?？]\s*$/iu;
/** 吗 asks without a mark as well; 好吗 and the like ask for assent. */
const ASKED = /[?？]\s*$|(?<![好行成以])吗[\s。.!！]*$/u;
const ASKING =
  /^\s*(?:(?:ok(?:ay)?|hey|hi|so|well|also|oh|btw|um+|uh+|just|and|please|pls|sorry|quick one|fyi)[\s,]+)*(?:can|could|would|will) (?:you|u)\s+(?:(?:maybe|perhaps|possibly|please|pls|just)\s+)*|^\s*(?:你?能不能|你?可不可以|你?可以|你?能)/iu;

/** Nearly every prompt fails this test, before the forms are compiled. */
const MAY_HOLD_ONE = sign("command");

/** The meanings of commands.txt, in the order in which they are tried. */
const meanings = once(() => {
  const { groups, part, whole } = patternsIn(commands);
  return groups.map(({ title, words, patterns }) => {
    const [action, ...options] = title.split(", ");
    return {
      action: action as CommandAction,
      /** A text without any of these can't match; lower case, simplified. */
      words,
      /** Whether they count only as the whole prompt: among other words they mean a program's data as often. */
      isAlone: options.includes("alone"),
      /** Whether they count only as the last sentence of a prompt that names no file. */
      isAtEnd: options.includes("at the end"),
      /** Whether they mean something else where no record is about the argument. */
      onlyIfKnown: options.includes("if known"),
      /** Whether what is to be saved is a to-do, whatever its words. */
      isTodo: options.includes("a to-do"),
      /** Whether they mean the memory that was saved or told last. */
      isLast: options.includes("the last"),
      /** Whether they say that it is wrong, or no longer so. */
      isWrong: options.includes("wrong"),
      /** Whether a question may be such a command, too: "What do you remember?". */
      mayAsk: options.includes("or asked"),
      /** Matches all of these sentences with polite words around them; the group that matches is the argument. */
      pattern: once(() => {
        // Spaces are typed as they come.
        const forms = patterns.map((form) => whole(form).replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+")).join("|");
        return new RegExp(typedInHaste(`^${part("PLEASE")}(?:${forms})${part("THANKS")}$`), "i");
      }),
    };
  });
});

const DECORATION_BEFORE = /^[\s*_(（]+/;
const DECORATION_AFTER = /[\s.。!！～~*_)）\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]+$/u;

/** An item that names the talk or the memory can't mean a program's data. */
const NAMES_TALK_OR_MEMORY = /对话|会话|聊天|讨论|记忆|memor|session|conversation|chat|discussion|off the record/i;

/** The first command in a prompt; the wish not to save goes before all others. */
export function findCommand(prompt: string): UserCommand | undefined {
  const command = findAnyCommand(prompt);
  return command?.isInText ? undefined : command;
}

/** The first command in a prompt, also in a text that the person may only hand over (`isInText`): nobody obeys that. */
export function findAnyCommand(prompt: string): UserCommand | undefined {
  const command = wishOrCommand(prompt);
  if (!command?.sentence) return command;
  const text = withoutEnclosed(prompt.replace(/[’‘]/g, "'"));
  const at = text.indexOf(command.sentence);
  if (at === -1 || !text.trim().includes("\n")) return command;
  const isCommand = (line: string) => wishOrCommand(line) !== undefined;
  // What is announced as a text is one, also for a wish.
  const isInText = at >= withoutPasted(text).length || isHandedOver(text, command.sentence, at, isCommand);
  if (!isInText || isWishBelow(command, text, at)) return command;
  const own = findAnyCommand(text.slice(0, at));
  return own && !own.isInText ? { ...own, rest: `${own.rest}\n${text.slice(at)}`.trim() } : { ...command, isInText };
}

/** Whether a command is the wish not to save something. */
export function isWish({ action }: Pick<UserCommand, "action">): boolean {
  return action === "skip_save" || action === "skip_piece";
}

/**
 * Whether a command is the wish not to save, in the last paragraph. Below a text it is the person's own, in doubt:
 * saving too little is better than saving too much.
 */
function isWishBelow(command: UserCommand, text: string, at: number): boolean {
  const behind = text.slice(at + command.sentence.length).trim();
  return isWish(command) && behind.length <= THANKS_MAX && !behind.includes("\n") &&
    /\n[^\S\n]*\n\s*$/.test(text.slice(0, at));
}

/** Room for “Thanks!”. Characters. */
const THANKS_MAX = 20;

function wishOrCommand(prompt: string): UserCommand | undefined {
  const mayHoldOne = MAY_HOLD_ONE.test(prompt);
  if (!mayHoldOne && !mayHoldWish(prompt)) return undefined;
  const typed = prompt.replace(/[’‘]/g, "'");
  const text = withoutEnclosed(typed);
  const plain = comparable(text);
  const wish = mayHoldWish(plain) ? findWish(plain) : undefined;
  if (wish || !mayHoldOne) return wish && asTyped(wish, plain, text);
  const own = comparable(withoutPasted(typed));
  const command = commandIn(own);
  if (command) return asTyped(command, plain, text);
  const parted = withCommas(own);
  const behindBlank = parted === own ? undefined : commandIn(parted);
  // A to-do's forms tell a blank from a comma themselves: 加个待办 列表页.
  return behindBlank && !behindBlank.isTodo ? asTyped(behindBlank, withCommas(plain), text) : undefined;
}

/** Whether the wish that a piece be not saved also means the messages before the prompt. */
export function pointsBack(prompt: string, { sentence, rest, argument }: UserCommand): boolean {
  if (argument !== undefined) return false;
  if (rest === "" || SAID_BEFORE.test(sentence)) return true;
  return isAtHead(prompt, sentence) && /那|\bthat\b/iu.test(sentence);
}

const SAID_BEFORE = /刚|以上|上述|上面|前面|之前|最后|上一|前一|\b(?:just|last|previous|above)\b/iu;

/** Whether the wish stands before the piece, with which the next prompts may go on: "don't save this part: …". */
export function opensPiece(prompt: string, command: UserCommand): boolean {
  const { sentence, rest, argument } = command;
  return argument === undefined && rest !== "" && !pointsBack(prompt, command) && isAtHead(prompt, sentence);
}

function isAtHead(prompt: string, sentence: string): boolean {
  const at = prompt.replace(/[’‘]/g, "'").indexOf(sentence);
  return at >= 0 && at <= GREETING_MAX;
}

/** Room for "Hey, " or "另外，" before the first sentence. Characters. */
const GREETING_MAX = 8;

/** The text in simplified characters, half width and the usual words, of the same length. 搜尋 is 搜索 in Taiwan. */
function simplified(text: string): string {
  return inUsualWords(text.replace(HAN_RUN, foldHan));
}

/** 记个事儿 is 记个事. */
const SPOKEN_END = /(?<=[事点活会块条样])儿(?![童子女科歌])/gu;

/** The text as forms are compared with it. */
function comparable(text: string): string {
  return simplified(text).replace(SPOKEN_END, "");
}

/** What joined the rest to a command before it. */
const JOINED = /^[\s,，、;；]+/u;

/** A command that was found in the comparable text, in the words of the text itself. */
function asTyped(command: Found, plain: string, text: string): UserCommand {
  // Where characters of the text are missing in `plain`.
  const missing = [...simplified(text).matchAll(SPOKEN_END)].map(({ index }, nth) => index - nth);
  const typed = (from: number, to?: number) => {
    const [begin, end] = [from, to].map((at) => at && at + missing.filter((place) => place <= at).length);
    return text.slice(begin, end);
  };
  const { start = plain.indexOf(command.sentence), ...said } = command;
  const end = start + command.sentence.length;
  const sentence = typed(start, end);
  const rest = `${typed(0, start)} ${typed(end)}`.replace(JOINED, "").trim();
  if (command.argument === undefined) return { ...said, sentence, rest };
  const from = plain.lastIndexOf(command.argument, end - command.argument.length);
  return { ...said, sentence, argument: typed(from, from + command.argument.length), rest };
}

/** A colon at the end of a line, or a word for what stands below it, and the items of a list. */
const LIST = new RegExp(
  String
    .raw`(?:[:：]|(?<=几[点条件项个]|以下|下面|如下|下列|这些|\b(?:following|these|below)(?: [a-z]+)?))[^\S\n]*(?:\n[^\S\n]*)?(?:\n[^\S\n]*${ITEM_MARK}.*)+`,
  "giu",
);
/** A prompt of one paragraph whose first line is a few words and a colon: “remember:”, and what is to be remembered. */
const BELOW_HEADING = /^\s*[^\n]{1,24}[:：][^\S\n]*\n(?![^]*\S\s*\n\s*\n\s*\S)[^]*\S/u;
/** Stands for the line ends of a list while it is compared: `.` matches it, and the forms of commands name it. */
const IN_LIST = "\v";

/** The first command of a text. What is to be saved may be a list below the line of the command. */
function commandIn(plain: string): Found | undefined {
  const inOneLine = (lines: string) => lines.replaceAll("\n", IN_LIST);
  const listed = plain.replace(LIST, inOneLine).replace(BELOW_HEADING, inOneLine);
  const command = listed === plain ? undefined : commandInLines(listed);
  if (command?.action !== "save" || !command.sentence.includes(IN_LIST)) return commandInLines(plain);
  const { sentence, argument = "" } = command;
  return { ...command, sentence: sentence.replaceAll(IN_LIST, "\n"), argument: argument.replaceAll(IN_LIST, "\n") };
}

function commandInLines(plain: string): Found | undefined {
  const prompt = plain.trim();
  for (const line of plain.split("\n")) {
    // The point behind the number of an item ends no sentence.
    const ends = [...line.matchAll(/[。！？!?；;]+|(?<!(?:^|[。！？!?；;：:.])\s*\d{1,2})\.(?=\s|$)/gu)]
      .map((end) => end.index + end[0].length);
    for (const [at, end] of [...ends, line.length].entries()) {
      const start = ends[at - 1] ?? 0;
      const sentence = line.slice(start, end);
      const isLong = sentence.length > LONG_SENTENCE;
      // A text to search or save may hold full stops itself, so an argument reaches to the end of the line.
      const command = commandWithArgument(line.slice(start), prompt) ??
        (isLong ? undefined : commandOf(sentence, prompt, "alone") ?? briefCommandIn(sentence, prompt));
      if (command) return command;
    }
  }
  return undefined;
}

/** A command to delete something or to note a to-do, which ends with its sentence, and may begin behind a comma. */
function briefCommandIn(sentence: string, prompt: string): Found | undefined {
  const command = commandOf(sentence, prompt, "with an argument");
  if (command) return command.action === "delete" || command.isTodo ? command : undefined;
  const next = OF_A_CASE.test(sentence) ? null : NEXT_CLAUSE.exec(sentence);
  return next ? briefCommandIn(sentence.slice(next.index + next[0].length), prompt) : undefined;
}

/** The end of a sentence's first clause, with words that join the next clause to it. */
const NEXT_CLAUSE =
  /[,，](?:\s*(?:(?:and|then|but|so|oh|also|or rather|actually|i mean|that is)\b|另外|还有|然后|就是说?|我是说))*\s*/iu;
const OF_A_CASE = /^\s*(?:if|when|once|unless|如果|要是|一旦|每当)|[?？]\s*$/iu;

/** An order to memory, in any words, to delete something, whose name must not be saved. */
export const ORDERS_DELETION = sign("orders deletion");

/** Longer than any command without its argument. Characters. */
const LONG_SENTENCE = 400;

/** A command at the beginning of a text. Only the head is compared, since a pasted line has thousands of sentences. */
function commandWithArgument(text: string, prompt: string): Found | undefined {
  const head = text.slice(0, LONG_SENTENCE);
  const command = commandOf(head, prompt, "with an argument");
  if (command?.argument === undefined || head.length === text.length) return command;
  const argument = withoutStop(text.slice(head.lastIndexOf(command.argument)));
  return { ...command, sentence: text.trim(), argument };
}

function withoutStop(argument: string): string {
  return argument.replace(/[\s.。!！]+$/u, "").trim();
}

function commandOf(typed: string, prompt: string, wanted: "with an argument" | "alone"): Found | undefined {
  const withArgument = wanted === "with an argument";
  const sentence = typed.replace(ITEM, "");
  const isWhole = typed.trim() === prompt;
  if (sentence !== typed && !isWhole && !NAMES_TALK_OR_MEMORY.test(sentence)) return undefined;
  const said = sentence.replace(TAG, "");
  const asked = ASKED.test(said);
  const isRequest = ASKING.test(said);
  const words = said.replace(/(?:吗|嘛)?[?？]\s*$/u, "").replace(DECORATION_BEFORE, "").replace(DECORATION_AFTER, "");
  // "可以" begins a request, or permits something.
  const wordings = isRequest ? [words, words.replace(ASKING, "")] : [words];
  for (const bare of wordings) {
    const command = matchOf(bare, typed.trim(), prompt, { withArgument, isQuestion: asked && !isRequest });
    if (command) return command;
  }
  return undefined;
}

type Meaning = ReturnType<typeof meanings>[number];

interface Wanted {
  readonly withArgument: boolean;
  readonly isQuestion: boolean;
}

function matchOf(bare: string, typed: string, prompt: string, wanted: Wanted): Found | undefined {
  const lower = bare.toLowerCase();
  for (const kind of meanings()) {
    if (!holdsAny(lower, kind.words) || !mayMean(kind, typed, prompt, wanted)) continue;
    const match = kind.pattern().exec(bare);
    if (!match) continue;
    const argument = withoutStop(match.slice(1).find((group) => group !== undefined) ?? "");
    if (wanted.withArgument === (argument !== "")) return foundAs(kind, typed, argument);
  }
  return undefined;
}

/** Whether a command of this meaning may stand where a sentence stands, and be asked as that is. */
function mayMean(kind: Meaning, typed: string, prompt: string, { withArgument, isQuestion }: Wanted): boolean {
  if (kind.isAlone && typed !== prompt) return false;
  if (kind.isAtEnd && (!prompt.endsWith(typed) || NAMES_A_FILE.test(prompt))) return false;
  // A question about saving is no command, unlike a polite request in the form of a question.
  return !isQuestion || (kind.action !== "save" && (withArgument || kind.mayAsk));
}

function foundAs({ action, onlyIfKnown, isTodo, isLast, isWrong }: Meaning, typed: string, argument: string): Found {
  // Of a list each point may be a to-do or none.
  const todo = action === "save" && !argument.includes(IN_LIST) ? todoIn(argument) ?? "" : "";
  return {
    action,
    // Behind the comma stands how it is instead, which belongs to the rest.
    sentence: isWrong ? typed.replace(/[,，].*/u, "") : typed,
    ...argument !== "" && { argument: todo || argument },
    ...onlyIfKnown && { onlyIfKnown },
    ...(isTodo || todo !== "") && { isTodo: true },
    ...isLast && { isLast },
    ...isWrong && { isWrong },
  };
}
