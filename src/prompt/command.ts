/**
 * The user's own commands (v1 §8), in both languages. A command counts only as a whole sentence: alone, with an object
 * or a politeness word. "Don't save this." is one, "why don't saves persist?" is none, nor is an item in a list of what
 * a program is to do. The wish not to save has a file of its own (wish.ts).
 *
 * @module
 */
import { holdsAny, rarePattern } from "../rare_pattern.ts";
import { foldHan, HAN } from "../text/script.ts";
import { findWish, mayHoldWish, type Wish, type WishAction } from "./wish.ts";

/** A command that a prompt holds. */
export interface UserCommand {
  readonly action: CommandAction;
  /** The words that made it a command, as typed. */
  readonly sentence: string;
  /** Nothing is saved from here on; unset, nothing of the session. */
  readonly reach?: "from_here";
  /** What to save, search or delete, where the user said it. */
  readonly argument?: string;
  /** It counts only where memory knows of that: the words may mean files as well. */
  readonly onlyIfKnown?: true;
  /** The prompt without the command. */
  readonly rest: string;
}

const HAN_RUN = new RegExp(`[${HAN}]+`, "g");

const PLEASE =
  "(?:(?:yes|no|sure|please|pls|ok(?:ay)?|hey|so|well|thanks|[请請]你?|麻烦你?|拜托|好的?|嗯|对了|那么?|帮我|帮忙)[\\s,，、]*)*";
const THANKS =
  "(?:[\\s,，、]*(?:please|pls|thanks|thank you|thx|ok|okay|for now|this time|谢谢你?|多谢|拜托|好吗|可以吗|吧|了|哦|啊|哈|啦|呀))*";
/** What stands before it is said all the same, with a request for assent. */
const TAG =
  /(?<=[^\s:：])(?:[\s,，、]*(?:ok(?:ay)?|all ?right|好吗|好么|好不好)|[,，]\s*(?:可以吗|行吗|行不行))[?？]\s*$/iu;
const ASKING = /^\s*(?:can|could|would|will) you\s+|^\s*(?:你?能不能|你?可不可以|你?可以|你?能)/iu;

// Nearly every prompt holds none of these and is done with here, before the forms are compiled.
const MAY_HOLD_ONE = rarePattern(
  [
    "存",
    "记",
    "記",
    "忘",
    "痕",
    "sav",
    "record",
    "remember",
    "memor",
    "stor",
    "keep",
    "forget",
    "note",
    "log",
    "everything",
    "captur",
    "retain",
    "between",
    "delete",
    "那",
    " one",
    "remove",
    "erase",
    "all ",
    "关于",
    "有关",
    "跟",
  ],
  () =>
    /保存|[储儲]存|记住|记下|记录|记[一个得着好到进]|存[一下到进]|[别別要用必不先]存|[别别要用必不先][再]?记|记忆|忘[掉记]|可以[存记]|[条段句点的]记|记[了些什]|你[记存]|留[下痕记任底存]|[别甭勿][^，。]{0,4}[存记写]|[不别][^，。]{0,6}存|記[住下錄一憶個得]|[別要用必不先]記|\b(?:sav(?:e|ed|ing)|record(?:ing)?|remember\w*|memoriz\w*|memory|memories|forget|note|everything|(?:not|don.?t|never) (?:keep|store|log)|keep (?:this|that|it)|keeping|storing|logging|captur\w+|retain\w*|between (?:us|you and me)|(?:delete|remove|erase|drop|clear|wipe|rid of|out|away|toss|bin|scrap|ditch|purge|lose) (?:what(?:ever)?|all|anything))\b|(?:关于|有关|跟).{1,40}的[^，。]{0,4}(?:都|全|统统|所有|一切)|那[一几]?[条些].{0,40}[留删刪清忘扔丢抹]|[删刪清忘扔丢抹].{0,40}那[一几]?[条些]|\b(?:the|that|those) [^,.;:]{1,40} ones?\b/i,
);

/** The forms of one meaning as one pattern, with the politeness around them. */
const compiled = new Map<CommandForms, RegExp>();

function patternOf(kind: CommandForms): RegExp {
  const known = compiled.get(kind);
  if (known) return known;
  // Spaces are typed as they come.
  const forms = kind.forms.map((form) => form.replaceAll(" ", "\\s+")).join("|");
  const pattern = new RegExp(`^${PLEASE}(?:${forms})${THANKS}$`, "i");
  compiled.set(kind, pattern);
  return pattern;
}

/** Signs of emphasis, brackets and emoji around a sentence are no words. */
const DECORATION_BEFORE = /^[\s*_(（]+/;
const DECORATION_AFTER = /[\s.。!！～~*_)）\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]+$/u;

/** What an item of a list begins with. */
const ITEM =
  /^\s*(?:[-*+•·]\s+|\d{1,2}(?:[.．]\s+|[)）、]\s*)|[(（]\d{1,2}[)）]\s*|[①-⑳]\s*|[一二三四五六七八九十]、\s*)/u;
/** An item that names the talk or the memory can't mean a program's data. */
const NAMES_THE_TALK = /对话|会话|聊天|讨论|记忆|memor|session|conversation|chat|discussion|off the record/i;
const NAMES_A_FILE =
  /\b(?:files?|documents?|draft|image)\b|文件|文档|\w\.(?:tsx?|jsx|py|go|rs|md|json|ya?ml|toml|txt|csv|css|html?|sh|sql|java|c|h|cpp)\b/i;

/** The command that a prompt holds, if it does. The wish not to save goes before all others; else the first counts. */
export function findCommand(prompt: string): UserCommand | undefined {
  const mayHoldOne = MAY_HOLD_ONE.test(prompt);
  if (!mayHoldOne && !mayHoldWish(prompt)) return undefined;
  // Quoted code is somebody else's word.
  const text = prompt.replace(/```[\s\S]*?(?:```|$)/g, "\n").replace(/[’‘]/g, "'");
  const plain = simplified(text);
  const wish = mayHoldWish(plain) ? findWish(plain) : undefined;
  const command = wish ?? (mayHoldOne ? firstCommand(plain) : undefined);
  return command && asTyped(command, plain, text);
}

function firstCommand(plain: string): Omit<UserCommand, "rest"> | undefined {
  const prompt = plain.trim();
  for (const line of plain.split("\n")) {
    const [command] = commandsOfLine(line, prompt);
    if (command) return command;
  }
  return undefined;
}

/** Whether the wish that a piece be not saved means what was said before the prompt, too. */
export function pointsBack(prompt: string, { sentence, rest, argument }: UserCommand): boolean {
  if (argument !== undefined) return false;
  if (rest === "" || SAID_BEFORE.test(sentence)) return true;
  return isAtHead(prompt, sentence) && /那|\bthat\b/iu.test(sentence);
}

const SAID_BEFORE = /刚才|刚刚|上面|前面|上一|前一|\b(?:just|last|previous|above)\b/iu;

/** Whether that wish comes before a piece which may go on with the next prompts: "don't save this part: …". */
export function opensPiece(prompt: string, command: UserCommand): boolean {
  const { sentence, rest, argument } = command;
  return argument === undefined && rest !== "" && !pointsBack(prompt, command) && isAtHead(prompt, sentence);
}

function isAtHead(prompt: string, sentence: string): boolean {
  const at = prompt.replace(/[’‘]/g, "'").indexOf(sentence);
  return at >= 0 && at <= GREETING_MAX;
}

/** "Hey, ", "另外，" may stand before what begins a prompt. Characters. */
const GREETING_MAX = 8;

/** As long as the text. 搜尋 is 搜索 in Taiwan and Hong Kong. */
function simplified(text: string): string {
  return text.replace(HAN_RUN, foldHan).replaceAll("搜寻", "搜索");
}

/** A command found in the simplified text, in the words of the text itself, which is as long. */
function asTyped(command: Wish | Omit<UserCommand, "rest">, plain: string, text: string): UserCommand {
  const { start = plain.indexOf(command.sentence), ...said } = { start: undefined, ...command };
  const end = start + command.sentence.length;
  const sentence = text.slice(start, end);
  const rest = `${text.slice(0, start)} ${text.slice(end)}`.trim();
  if (command.argument === undefined) return { ...said, sentence, rest };
  const from = plain.lastIndexOf(command.argument, end - command.argument.length);
  return { ...said, sentence, argument: text.slice(from, from + command.argument.length), rest };
}

function commandsOfLine(line: string, prompt: string): Omit<UserCommand, "rest">[] {
  const commands: Omit<UserCommand, "rest">[] = [];
  // The point after the number of an item ends no sentence.
  const ends = [...line.matchAll(/[。！？!?；;]+|(?<!(?:^|[。！？!?；;：:.])\s*\d{1,2})\.(?=\s|$)/gu)]
    .map((end) => end.index + end[0].length);
  let start = 0;
  for (const end of [...ends, line.length]) {
    const sentence = line.slice(start, end);
    // What is to be searched or saved may itself hold full stops: an argument reaches to the end of the line.
    const command = commandWithArgument(line.slice(start), prompt) ??
      (sentence.length > LONG_SENTENCE
        ? undefined
        : commandOf(sentence, prompt, "alone") ?? deletionIn(sentence, prompt));
    if (command) commands.push(command);
    if (command?.argument !== undefined && line.slice(start).trim() === command.sentence) break;
    start = end;
  }
  return commands;
}

/** What is to be deleted ends with its sentence, whatever is said after it, and may begin behind a comma. */
function deletionIn(sentence: string, prompt: string): Omit<UserCommand, "rest"> | undefined {
  const command = commandOf(sentence, prompt, "with an argument");
  if (command) return command.action === "delete" ? command : undefined;
  const next = OF_A_CASE.test(sentence) ? null : NEXT_CLAUSE.exec(sentence);
  return next ? deletionIn(sentence.slice(next.index + next[0].length), prompt) : undefined;
}

/** The end of a sentence's first clause, with what only joins the next to it. */
const NEXT_CLAUSE =
  /[,，](?:\s*(?:(?:and|then|but|so|oh|also|or rather|actually|i mean|that is)\b|另外|还有|然后|就是说?|我是说))*\s*/iu;
const OF_A_CASE = /^\s*(?:if|when|once|unless|如果|要是|一旦|每当)|[?？]\s*$/iu;

/** Whether a prompt orders memory to drop something, in whatever words: what it says of that is nothing to keep. */
export const ORDERS_DELETION = rarePattern(
  ["delete", "forget", "erase", "purge", "wipe", "scrap", "删", "忘", "抹", "清"],
  () =>
    /(?<!n't |\b(?:not|never|dont) )\b(?:delete|forget|erase|purge|wipe|scrap)\b[^.!?;]{0,60}\b(?:you(?:'ve| have)? (?:stored?|saved?|kept|noted|remember(?:ed)?|know|have)|your (?:memory|notes)|memories)\b|(?:删|忘|抹|清)[掉了除]?[^，。；]{0,12}(?:你[记存]|记忆[里中])|你[记存][^，。；]{0,16}(?:删|忘|抹|清)/iu,
);

/** Longer than any command; of what follows one, the rest of the line is its argument. Characters. */
const LONG_SENTENCE = 400;

/** A command that begins a text. Of a long text only the head is compared: a pasted line has thousands of sentences. */
function commandWithArgument(text: string, prompt: string): Omit<UserCommand, "rest"> | undefined {
  const head = text.slice(0, LONG_SENTENCE);
  const command = commandOf(head, prompt, "with an argument");
  if (command?.argument === undefined || head.length === text.length) return command;
  const argument = withoutStop(text.slice(head.lastIndexOf(command.argument)));
  return { ...command, sentence: text.trim(), argument };
}

function withoutStop(argument: string): string {
  return argument.replace(/[\s.。!！]+$/u, "").trim();
}

function commandOf(
  typed: string,
  prompt: string,
  wanted: "with an argument" | "alone",
): Omit<UserCommand, "rest"> | undefined {
  const sentence = typed.replace(ITEM, "");
  const isWhole = typed.trim() === prompt;
  if (sentence !== typed && !isWhole && !NAMES_THE_TALK.test(sentence)) return undefined;
  const withArgument = wanted === "with an argument";
  const said = sentence.replace(TAG, "");
  const asked = /[?？]\s*$/u.test(said);
  const isRequest = ASKING.test(said);
  const words = said.replace(/(?:吗|嘛)?[?？]\s*$/u, "").replace(DECORATION_BEFORE, "").replace(DECORATION_AFTER, "");
  // "可以" begins a request, and what is allowed.
  const wordings = isRequest ? [words, words.replace(ASKING, "")] : [words];
  for (const bare of wordings) {
    const command = matchOf(bare, typed, prompt, { withArgument, isQuestion: asked && !isRequest });
    if (command) return command;
  }
  return undefined;
}

/** The first meaning that fits a sentence without its decoration. */
function matchOf(
  bare: string,
  typed: string,
  prompt: string,
  { withArgument, isQuestion }: { withArgument: boolean; isQuestion: boolean },
): Omit<UserCommand, "rest"> | undefined {
  const lower = bare.toLowerCase();
  for (const kind of COMMAND_FORMS) {
    if (!holdsAny(lower, kind.hints) || !mayStand(kind, typed, prompt)) continue;
    // A question about saving is no command; a polite request in the form of a question is one.
    if (isQuestion && (kind.action === "save" || (!withArgument && !kind.mayAsk))) continue;
    const match = patternOf(kind).exec(bare);
    if (!match) continue;
    const argument = withoutStop(match.slice(1).find((group) => group !== undefined) ?? "");
    if (withArgument !== (argument !== "")) continue;
    const { action, onlyIfKnown } = kind;
    return { action, sentence: typed.trim(), ...argument ? { argument } : {}, ...onlyIfKnown ? { onlyIfKnown } : {} };
  }
  return undefined;
}

/** Whether a sentence of this meaning counts where it stands. */
function mayStand({ place }: CommandForms, typed: string, prompt: string): boolean {
  if (place === undefined) return true;
  if (place === "alone") return typed.trim() === prompt;
  return prompt.endsWith(typed.trim()) && !NAMES_A_FILE.test(prompt);
}

/** What a command is to do. */
export type CommandAction = WishAction | "save" | "search" | "show" | "show_today" | "delete";

/**
 * Where else the words mean a program's data as often. `at_end`: the sentence counts as the last one of a prompt that
 * names no file. `alone`: as the whole prompt.
 */
type Place = "at_end" | "alone";

/** Sentences with one meaning. */
interface CommandForms {
  readonly action: CommandAction;
  readonly place?: Place;
  /** Where memory knows nothing of the argument, something else is meant. */
  readonly onlyIfKnown?: true;
  /** A question is a command of this meaning, too: "What do you remember?". */
  readonly mayAsk?: true;
  /** A text without any of these can't match; lower case, simplified. */
  readonly hints: readonly string[];
  /** Each without its politeness; the one group, where there is one, is the argument. */
  readonly forms: readonly string[];
}

const THIS_ZH = "(?:这个|这些|这段|这次|这一次|本次|此次|这轮|这条|这一?点|以上|上面|刚才|今天)的?";
const MUST_ZH = "(?:你?(?:一定要?|务必|要)|你)?";
const KEPT_ZH = "(?:决定|决策|约定|偏好|习惯|规则|规范|结论|方案|事实?|要求|配置|会话|对话|讨论|内容|信息)";
const MEMORY_ZH = "(?:我的|你的|全部的?|所有的?|已有的?)*记忆";
/** From now on, and always: what is said so holds longer than a task. */
const LASTING_ZH =
  "(?=.*(?:以后|今后|往后|从现在|从今|每次|永远|一律|总是|始终|下次|我(?:们)?(?:不|更|最)?(?:太)?(?:喜欢|习惯|偏好|用|讨厌)|我们(?:团队|项目|公司)?(?:的|都|只|不|用)))";
const KEPT_EN =
  "(?:session|conversation|chat|discussion|one|decision|convention|preference|rule|fact|point|note|requirement|setting|info|information)";
const YOUR_EN = "(?:your |the |my )?";
const IN_MEMORY_EN = `(?:to|in|into) ${YOUR_EN}(?:long-?term )?memory`;
const FOR_LATER_EN = "(?: for (?:me|later|next time|the future|future sessions|future reference))";
const LASTING_EN =
  "(?=.*\\b(?:always|never|from now on|in (?:the )?future|going forward|every time|next time|i(?: really)? (?:prefer|like|hate|dislike|use|don't like)|i'd rather|we(?: only| all)? (?:use|prefer|deploy|never|always|don't|do not|write|name|keep|ship|release)|my|our)\\b)";
/** What follows "search": 找不到 is no search, and what fails or is asked how it works is a program's. */
const WANTED_ZH = "(?!不到|到|不)(?!.*(?:怎么(?:实现|写|做)|如何实现|为什么|报错|返回))(.+)";
const FIND_ZH = "(?:搜索|搜一下|搜搜|搜|检索|查找|查询|查一下|查查|查|找一下|找找|找|翻一下|翻翻)";

const DELETE_EN =
  "(?:delete|erase|forget|remove|drop|clear|wipe|purge|scrap|toss|bin|ditch|lose|throw (?:out|away)|get rid of)(?: out)?";
const DELETE_ZH = "(?:删除|删掉|删了|删|清除|清掉|清了|忘掉|忘了|抹掉|扔掉|扔了|丢掉)";

/** One of the things that are remembered, as people point at it: by a name or two. */
const ONE_EN = "(?:the|that|those) ([\\w.+#-]+(?: [\\w.+#-]+)?) ones?";
const ONE_ZH = "([^，,。；;]{1,20}?)\\s*[那这][一几]?[条些]";

/** Why something is to be deleted stands behind it more often than not. */
const REASON_ZH = "(?:吧|了|掉|啊|哈)*(?:[，,][^。；;]*)?";
const REASON_EN = "(?:,[^.;:]*)?";

/** In the order in which they are tried. */
const COMMAND_FORMS: readonly CommandForms[] = [
  {
    action: "save",
    hints: ["存", "记"],
    forms: [
      `${MUST_ZH}(?:记住|记下|记录|保存|记一下|存一下)(?:一下|下来?)?${THIS_ZH}${KEPT_ZH}?`,
      `把${THIS_ZH}${KEPT_ZH}?(?:都)?(?:记住|记下来?|记一下|记录下来|存下来|保存(?:下来|一下)?)(?:[到进]记忆[里中]?)?`,
      // 保存了 and 记录了 most often tell what has been done.
      `${MUST_ZH}(?:记住|记下)了${THIS_ZH}${KEPT_ZH}?`,
      "把它们?(?:都)?(?:记住|记下来?|记一下)",
      "把它们?(?:都)?(?:写|记|存|保存|记录)[到进入]记忆[里中]?",
      `${THIS_ZH}${KEPT_ZH}?(?:都)?(?:要|得|需要|值得|帮我|请)?(?:记住|记下来|记一下|存一下|存下来)(?:[到进]记忆[里中]?)?`,
      `(?:把?${THIS_ZH}${KEPT_ZH}?)?(?:写|记|存|保存|记录)[到进入]记忆[里中]?`,
      `${MUST_ZH}(?:记住|记下来?|记一下|记着|记得)(?:${THIS_ZH}${KEPT_ZH}?\\s*[:：,，]|\\s*[:：])\\s*(.+)`,
      // Without an object a comma will do only after a request, or for what is to last: "记住，…" may be told to others.
      `(?<=请|帮我)(?:你)?(?:一定要?|要)?(?:记住|记下|记一下|记得|记着)\\s*[,，]\\s*(.+)`,
      `${MUST_ZH}(?:记住|记好|记得|记着)了?\\s*[,，]?\\s*((?:以后|今后|往后|从现在|从今|每次|永远|一律|下次|我们?(?:不|更|最)?太?(?:喜欢|习惯|偏好|讨厌)).+)`,
      `${MUST_ZH}(?:记住|记好|记得|记着)了?\\s*[,，]\\s*${LASTING_ZH}(.+)`,
      `(?:以后|今后)(?:都)?(?:要|请)?(?:记住|记得)\\s*[:：,，]\\s*(.+)`,
      `(?:记(?:个|一个|一条)(?:事|笔记|约定|规则|偏好|决定))\\s*[:：,，]\\s*(.+)`,
      `(?:写|记|存|保存|记录)[到进入]记忆[里中]?\\s*[:：]\\s*(.+)`,
    ],
  },
  {
    action: "save",
    place: "alone",
    hints: ["记", "存"],
    forms: [`${MUST_ZH}(?:记住|记下来|记一下|存一下)`],
  },
  {
    action: "save",
    hints: ["save", "remember", "record", "memor", "add", "note", "forget", "mind"],
    forms: [
      `(?:save|remember|record|memorize|add) (?:this|that)(?: ${KEPT_EN})?(?: ${IN_MEMORY_EN})?${FOR_LATER_EN}?`,
      `(?:remember|memorize) it${FOR_LATER_EN}?`,
      `(?:save|add|record|store|put|write|commit) (?:it|this|that)(?: ${KEPT_EN})?(?: ${IN_MEMORY_EN}|${FOR_LATER_EN})`,
      `(?:make|take) a note of (?:this|that|it)`,
      `note (?:this|that) down${FOR_LATER_EN}?`,
      `keep (?:this|that|it) in (?:mind|memory)${FOR_LATER_EN}`,
      `(?:save|remember) this(?: ${KEPT_EN})?\\s*[:：]\\s*(.+)`,
      `(?:save|add|store|put|commit)(?: this)? ${IN_MEMORY_EN}\\s*[:：]\\s*(.+)`,
      "make a note\\s*[:：]\\s*(.+)",
      // Without a word of politeness it is a part of the task as often, unless it is to last.
      `(?<=(?:please|pls)[\\s,]*)remember(?:\\s*[:：,]| that)\\s*(.+)`,
      `(?<=(?:please|pls)[\\s,]*)remember ${LASTING_EN}((?:i|we|my|our|to always|to never|always|never)\\b.+)`,
      `(?:always )?remember(?:\\s*[:：,]|,? that)?\\s*${LASTING_EN}((?:from now on|in (?:the )?future|going forward|always|never|to always|to never|i|i'd|we|my|our)\\b.+)`,
      `(?:from now on|going forward|in (?:the )?future)[\\s,]+remember(?:\\s*[:：,]| that| to)?\\s*(.+)`,
      `(?:do not|don't|dont|never) forget(?:\\s*[:：,]|,? that)\\s*${LASTING_EN}(.+)`,
    ],
  },
  // Alone, and with a value: "Remember: output JSON only" is a part of a task.
  {
    action: "save",
    place: "alone",
    hints: ["remember"],
    forms: ["remember\\s*[:：]\\s*(?=.*(?:\\d|\\b(?:is|are)\\b|=))(.+)"],
  },
  { action: "save", place: "at_end", hints: ["save it"], forms: ["save it"] },
  {
    action: "search",
    hints: ["记忆"],
    forms: [
      `${FIND_ZH}(?:一下)?${MEMORY_ZH}[里中库]?(?:\\s*[:：]\\s*(.+)|\\s+(.+))?`,
      `(?:搜索|搜一下|检索|查找|查一下|找一下|找找|查看|看看|看一下)(?:一下)?(?:关于|有关|跟|和)\\s*(.+?)\\s*(?:有关|相关)?的记忆`,
      `${FIND_ZH}(?:一下)?记忆[里中库](?:面|头)?的\\s*${WANTED_ZH}`,
      `[在从到去]记忆[里中库](?:面|头)?${FIND_ZH}(?:一下)?\\s*[:：]?\\s*${WANTED_ZH}`,
      `(?:看看|看一下|查查|查一下|找找)?(?:你的?)?记忆[里中](?:面|头)?有(?:没有|无)(?:关于|提到|记过|说过)?\\s*(.+?)(?:的(?:内容|记录|信息))?`,
    ],
  },
  {
    action: "search",
    hints: ["memor", "remember"],
    forms: [
      `(?:look up|look|find|search) in (?:${YOUR_EN})?memory\\s*[:：]\\s*(.+)`,
      `search (?:(?:my|your|the) )?memor(?:y|ies)(?:\\s*[:：]\\s*(.+))?`,
      `search (?:(?:my|your|the) )?memor(?:y|ies) (?:for|about) (.+)`,
      `(?:check|look in|look through|look into|go through|search in) (?:my|your) memor(?:y|ies)(?:\\s*[:：]\\s*| (?:for|about) )(.+)`,
      "(?:look up|find|search for) (.+?) in (?:your|my) memor(?:y|ies)",
      "find (?:my |your |the |all )?memories (?:of|about|on) (.+)",
      "what do you remember (?:about|of|from) (.+)",
      "what (?:does|did) (?:your|my|the) memory (?:say|hold|have|know) (?:about|on|of) (.+)",
    ],
  },
  {
    action: "show_today",
    mayAsk: true,
    hints: ["记", "存", "memor", "saved", "today"],
    forms: [
      `(?:查看|看看|看一下|看下|看|显示|列出)(?:一下)?(?:你?的)?(?:今日|今天)的?${MEMORY_ZH}`,
      "(?:你)?今天(?:都)?(?:记|存|记住|保存)(?:了|下了?)(?:些)?(?:什么|啥|哪些)(?:记忆|内容)?",
      "(?:show|view|display|list)(?: me)?(?: (?:my|the|your))? (?:today's|todays) memor(?:y|ies)",
      "(?:show|view|display|list)(?: me)?(?: (?:my|the|your))? memor(?:y|ies) (?:of|from|for) today",
      "what (?:did|have) you (?:saved?|remember(?:ed)?|recorded?) today",
    ],
  },
  {
    action: "show",
    mayAsk: true,
    hints: ["记", "存", "memor", "remember", "saved"],
    forms: [
      `(?:查看|看看|看一下|看下|显示|列出|列一下|展示|打开)(?:一下)?${MEMORY_ZH}(?:列表|内容)?`,
      `(?:看看|看一下|说说|列出)?(?:你)?(?:现在|目前|到现在)?(?:都)?(?:记|存|记住|保存)(?:了|下了?|得)(?:些)?(?:什么|啥|哪些)(?:东西|内容|记忆)?`,
      `(?:你的?)?记忆[里中](?:面|头)?(?:现在|都)?(?:有|存了|记了)(?:些)?(?:什么|啥|哪些)(?:东西|内容)?`,
      "(?:show|view|display|list)(?: me)?(?: (?:all|every))?(?: of)?(?: (?:my|the|your))?(?: saved| stored)? memor(?:y|ies)",
      "(?:show|list|tell)(?: me)? (?:everything|what)(?: all)? you(?:'ve| have)? (?:remember(?:ed)?|saved|stored)(?: so far)?",
      "what (?:do you remember|have you (?:remembered|saved|stored))(?: so far)?",
      "what(?:'s| is) in (?:your|my) memory",
    ],
  },
  {
    action: "delete",
    hints: ["记忆", "忘", "关于", "有关", "你记", "你存"],
    forms: [
      `(?:清空|清除|删除|删掉|删了|抹掉|忘掉|忘记)(?:我的|你的)?(?:全部|所有)的?记忆`,
      `(?:清空|清掉|重置)(?:一下)?${MEMORY_ZH}`,
      `把${MEMORY_ZH}(?:全部|全|都|统统)*(?:清空|清除|清掉|删除|删掉|删了|抹掉|忘掉|忘了)`,
      "(?:忘掉|忘记|删掉)(?:你记住的|你记的)?(?:一切|所有(?:东西|事情|内容))",
      "(?:删除|删掉|清除)记忆(?:\\s*[:：]\\s*(.+)|\\s+(.+))",
      "把(?:关于|有关)\\s*(.+?)\\s*的记忆(?:都)?(?:删除|删掉|删了|清除|忘掉)",
      "(?:删除|删掉|清除|忘掉|忘记|清掉)(?:关于|有关|跟|和)\\s*(.+?)\\s*(?:有关|相关)?的(?:所有|全部)?记忆",
      "(?:把|将)?(.+?)从(?:你的)?记忆[里中]?(?:删除|删掉|删了|清除|移除|去掉|抹掉)",
      "从(?:你的)?记忆[里中](?:删除|删掉|清除|移除|去掉|抹掉)\\s*[:：]?\\s*(.+)",
      `(?:把|将)?(?:关于|有关)?([^，,。；;]+?)(?:相关|有关)?的(?:那(?:条|些))?(?:所有|全部)?记忆(?:全部|全|都|统统|给我)*(?:删除|删掉|删了|清除|清掉|忘掉|忘了|抹掉)${REASON_ZH}`,
      `(?:把|将)?(?:你)?(?:关于|有关)([^，,。；;]+?)(?:存|记|记住|保存)(?:下来)?的(?:东西|内容|都)?(?:全部|全|都|统统)*(?:删除|删掉|删了|清除|清掉|忘掉|忘了|抹掉)${REASON_ZH}`,
      `(?:把|将)?你(?:存|记|记住|保存)(?:下来)?的(?:关于|有关)?([^，,。；;]+?)(?:相关|有关)?的?(?:那(?:条|些|个|段)|内容|东西|记忆)?(?:全部|全|都|统统|给我)*${DELETE_ZH}${REASON_ZH}`,
      `${DELETE_ZH}你(?:存|记|记住|保存)(?:下来)?的(?:关于|有关)?([^，,。；;]+?)(?:相关|有关)?的?(?:那(?:条|些|个|段)|内容|东西|记忆)?${REASON_ZH}`,
    ],
  },
  {
    action: "delete",
    hints: ["memor", "remember", "forget", "you"],
    forms: [
      `(?:delete|remove|erase|clear|wipe|reset|forget) (?:all|every|everything in|everything from)(?: of)?(?: (?:my|your|the))? memor(?:y|ies)`,
      `(?:clear|wipe|erase|reset|empty)(?: out)? (?:my|your) memor(?:y|ies)`,
      "(?:delete|erase|forget) everything(?: (?:that )?you (?:remember|know|saved|have saved))?",
      "(?:delete|remove|erase) (?:(?:my|the|your) )?memor(?:y|ies)\\s*[:：]\\s*(.+)",
      "(?:delete|remove|erase|clear) (?:(?:my|your|the|all|all my|all your|all the) )?(?:memor(?:y|ies) about|memories (?:of|on)) (.+)",
      "(?:delete|remove|erase) (.+?) from (?:your|my) memor(?:y|ies)",
      `${DELETE_EN} (?:what(?:ever)?|all|anything|everything)(?: (?:of it|things|the stuff))?(?: that)? you(?:'ve| have)? (?:have|know|remember(?:ed)?|saved?|stored?|kept|got|noted)(?: saved| stored)? (?:about|on|of) ([^,.;:]+)${REASON_EN}`,
    ],
  },
  {
    action: "delete",
    onlyIfKnown: true,
    hints: ["everything", "all ", "anything", " one"],
    forms: [
      `${DELETE_EN} (?:everything|all|anything)(?: (?:there is|we have))? (?:about|on) ([^,.;:]+)${REASON_EN}`,
      `${DELETE_EN} ${ONE_EN}${REASON_EN}`,
      `${ONE_EN}(?:,[^.;:]*)? (?:(?:must|should|may|can)(?: ?not|n't) (?:stay|be kept|remain)|(?:has|have|needs?) to go)`,
    ],
  },
  {
    action: "delete",
    onlyIfKnown: true,
    hints: ["关于", "有关", "跟", "那条", "那几条", "那些", "这条"],
    forms: [
      `(?:把|将)?(?:所有|全部)?(?:关于|有关|跟)\\s*([^，,。；;]+?)\\s*(?:有关|相关)?的(?:东西|内容|信息|那些|事)?(?:所有|全部|都|全|统统)+(?:给我)?${DELETE_ZH}${REASON_ZH}`,
      `${DELETE_ZH}(?:所有|全部)?(?:关于|有关|跟)\\s*([^，,。；;]+?)\\s*(?:有关|相关)?的(?:所有|全部|一切)(?:东西|内容|信息)?${REASON_ZH}`,
      `(?:把|将)?${ONE_ZH}(?:[，,][^。；;]*?)?(?:(?:别|不要|不能|不该|不许|没必要|不)(?:再)?留(?:着|下来?|存)?|${DELETE_ZH})${REASON_ZH}`,
    ],
  },
  {
    action: "delete",
    place: "alone",
    hints: ["memor"],
    forms: ["(?:clear|wipe|erase|reset|empty)(?: the| all)? memor(?:y|ies)"],
  },
];
