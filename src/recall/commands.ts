/**
 * The user's own commands (v1 §8), in both languages. A command counts only as a whole sentence: alone, with an object
 * or a politeness word. "Don't save this." is one, "why don't saves persist?" is none, nor is an item in a list of what
 * a program is to do.
 *
 * @module
 */
import { rarePattern } from "../rare_pattern.ts";

/** What a command is to do. */
export type CommandAction = "save" | "skip_save" | "search" | "show_today" | "delete";

/** A command that a prompt holds. */
export interface UserCommand {
  readonly action: CommandAction;
  /** The words that made it a command, as typed. */
  readonly sentence: string;
  /** What to save, search or delete, where the user said it. */
  readonly argument?: string;
  /** The prompt without the command. */
  readonly rest: string;
}

const PLEASE =
  "(?:(?:yes|no|sure|please|pls|ok(?:ay)?|hey|so|well|thanks|[请請]你?|麻烦你?|拜托|好的?|嗯|对了|那么?|帮我|帮忙)[\\s,，、]*)*";
const THANKS =
  "(?:[\\s,，、]*(?:please|pls|thanks|thank you|thx|ok|okay|for now|this time|谢谢你?|多谢|拜托|好吗|可以吗|吧|了|哦|啊|哈|啦|呀))*";
/** What stands before it is said all the same, with a request for assent. */
const TAG =
  /(?<=[^\s:：])(?:[\s,，、]*(?:ok(?:ay)?|all ?right|好吗|好么|好不好)|[,，]\s*(?:可以吗|行吗|行不行))[?？]\s*$/iu;
const ASKING = /^\s*(?:can|could|would|will) you\s+|^\s*(?:你?能不能|你?可不可以|你?可以|你?能)/iu;

const THIS_ZH = "(?:这个|这些|这段|这次|这一次|本次|此次|这轮|这条|这一?点|以上|上面|刚才|今天)的?";
const TALK_ZH = "(?:(?:会话|对话|聊天|讨论)的?(?:内容|信息)?|内容|信息|话)";
const MUST_ZH = "(?:你?(?:一定要?|务必|要)|你)?";
const KEPT_ZH = "(?:决定|决策|约定|偏好|习惯|规则|规范|结论|方案|事实?|要求|配置|会话|对话|讨论|内容|信息)";
const THIS_EN = "(?:this|that|it|these|those)";
const TALK_EN = "(?:session|conversation|chat|discussion|one|part)";
const KEPT_EN =
  "(?:session|conversation|chat|discussion|one|decision|convention|preference|rule|fact|point|note|requirement|setting|info|information)";
const MEMORY_EN = "(?:\\s+(?:to|in|into)\\s+(?:your |the |my )?memory)?";

const FOR_LATER_EN = "(?:\\s+for\\s+(?:me|later|next time|the future|future sessions))";
/** What follows "search": 找不到 is no search, and what fails or is asked how it works is a program's. */
const WANTED_ZH = "(?!不到|到|不)(?!.*(?:怎么(?:实现|写|做)|如何实现|为什么|报错|返回))(.+)";

/**
 * Each form of a command without its politeness; the one group, where there is one, is its argument. One `at the end`
 * means a file as often: it counts as the last sentence of a prompt that names none.
 */
const FORMS: readonly (readonly [CommandAction, string, "at the end"?])[] = [
  [
    "skip_save",
    `(?:${THIS_ZH}?${TALK_ZH}?(?:都|就|先|请)*)?(?:不要|不用|不必|不需要|无需|别|不)(?:再)?(?:保存|储存|儲存|记录)(?:到记忆[里中]?)?(?:${THIS_ZH})?${TALK_ZH}?`,
  ],
  [
    "skip_save",
    `(?:${THIS_ZH}${TALK_ZH}?(?:都|就|先|请)*)?(?:不要|不用|不必|别)(?:再)?记住?(?:${THIS_ZH})?${TALK_ZH}?`,
  ],
  [
    "skip_save",
    `(?:this time[\\s,]+)?(?:do not|don't|dont|never)\\s+(?:save|record)(?:\\s+(?:any of\\s+)?${THIS_EN}(?:\\s+${TALK_EN})?|\\s+anything(?:\\s+(?:from|of|in)\\s+${THIS_EN}(?:\\s+${TALK_EN})?)?|\\s+(?:the|our)\\s+${TALK_EN})?${MEMORY_EN}`,
  ],
  ["skip_save", `(?:do not|don't|dont)\\s+(?:remember|memorize)\\s+(?:${THIS_EN}(?:\\s+${TALK_EN})?|anything)`],
  // "存" alone may mean a file or a table: it needs what or when.
  ["skip_save", `${THIS_ZH}${TALK_ZH}?(?:都|就|先|请)*(?:不要|不用|不必|别|不)(?:再)?存(?:下来|起来|档)?`],
  ["skip_save", `(?:不要|不用|不必|别)(?:再)?存(?:下来?)?(?:${THIS_ZH}${TALK_ZH}?|${TALK_ZH}|到记忆[里中]?)`],
  ["skip_save", "(?:不要|别)留下?(?:任何)?记录"],
  [
    "skip_save",
    `(?:不要|不用|不必|别)把${THIS_ZH}${TALK_ZH}?(?:都)?(?:保存|记录|记|存)(?:下来|起来|[到进]记忆[里中]?)?`,
  ],
  ["skip_save", "(?:不要|不用|不必|别)(?:再)?[写记存][到进入]记忆[里中]?"],
  ["skip_save", "(?:不要|不用|不必|别)把它们?(?:都)?(?:记住|记下来?|(?:写|记|存|保存)[到进入]记忆[里中]?)"],
  [
    "skip_save",
    `(?:(?:there(?:'s| is)\\s+)?no need to|(?:you\\s+)?(?:do not|don't|dont) (?:need|have) to)\\s+(?:(?:save|record|remember)\\s+(?:this(?:\\s+${TALK_EN})?|anything)|save)`,
  ],
  // What is not to be kept or stored is most often code's, unless it is talk.
  ["skip_save", `(?:do not|don't|dont)\\s+(?:keep|store)\\s+${THIS_EN}\\s+(?:session|conversation|chat|discussion)`],
  ["skip_save", `skip\\s+(?:saving|recording)\\s+${THIS_EN}(?:\\s+${TALK_EN})?`],
  [
    "skip_save",
    `(?:(?:let's|let us)\\s+)?(?:keep\\s+)?(?:(?:${THIS_EN}|this\\s+${TALK_EN})(?:\\s+is|'s)?\\s+)?off the record`,
  ],
  ["save", `${MUST_ZH}(?:记住|记下|记录|保存|记一下|存一下)(?:一下|下来?)?${THIS_ZH}${KEPT_ZH}?`],
  [
    "save",
    `把${THIS_ZH}${KEPT_ZH}?(?:都)?(?:记住|记下来?|记一下|记录下来|存下来|保存(?:下来|一下)?)(?:[到进]记忆[里中]?)?`,
  ],
  // 保存了 and 记录了 most often tell what has been done.
  ["save", `${MUST_ZH}(?:记住|记下)了${THIS_ZH}${KEPT_ZH}?`],
  ["save", "把它们?(?:都)?(?:记住|记下来?|记一下)"],
  ["save", "把它们?(?:都)?(?:写|记|存|保存|记录)[到进入]记忆[里中]?"],
  ["save", `${MUST_ZH}(?:记住|记下|记一下)(?:${THIS_ZH}${KEPT_ZH}?\\s*[:：,，]|\\s*[:：])\\s*(.+)`],
  // Without an object a comma will do only after a request: "记住，…" may also be told to others.
  ["save", `(?<=请)(?:你)?(?:一定要?|要)?(?:记住|记下|记一下)\\s*[,，]\\s*(.+)`],
  [
    "save",
    `(?:save|remember|record|memorize|add)\\s+(?:this|that)(?:\\s+${KEPT_EN})?${MEMORY_EN}${FOR_LATER_EN}?`,
  ],
  ["save", `(?:remember|memorize)\\s+it${FOR_LATER_EN}?`],
  ["save", `(?:save|add|record)\\s+it(?:\\s+(?:to|in|into)\\s+(?:your |the |my )?memory|${FOR_LATER_EN})`],
  ["save", "save\\s+it", "at the end"],
  ["save", `(?:save|remember)\\s+this(?:\\s+${KEPT_EN})?\\s*[:：]\\s*(.+)`],
  ["save", "(?:save|add) (?:to|into) (?:your |the |my )?memory\\s*[:：]\\s*(.+)"],
  ["search", "(?:搜索|搜一下|搜搜|搜|检索|查找|查询|查一下|查)(?:一下)?记忆[里中库]?(?:\\s*[:：]\\s*(.+)|\\s+(.+))?"],
  ["search", "(?:搜索|搜一下|检索|查找|查一下)(?:一下)?(?:关于|有关)\\s*(.+?)\\s*的记忆"],
  [
    "search",
    `(?:搜索|搜一下|搜搜|搜|检索|查找|查询|查一下|查查|查|找一下|找找|找)(?:一下)?记忆[里中库](?:面|头)?的\\s*${WANTED_ZH}`,
  ],
  [
    "search",
    `[在从到去]记忆[里中库](?:面|头)?(?:搜索|搜一下|搜搜|搜|检索|查找|查一下|查查|查|找找|找)(?:一下)?\\s*[:：]?\\s*${WANTED_ZH}`,
  ],
  ["search", "(?:look up|look|find|search)\\s+in\\s+(?:(?:my|your|the)\\s+)?memory\\s*[:：]\\s*(.+)"],
  ["search", "search\\s+(?:(?:my|your|the)\\s+)?memor(?:y|ies)(?:\\s*[:：]\\s*(.+))?"],
  ["search", "search\\s+(?:(?:my|your|the)\\s+)?memor(?:y|ies)\\s+(?:for|about)\\s+(.+)"],
  ["show_today", "(?:查看|看看|看一下|看下|看|显示)(?:一下)?(?:今日|今天)的?记忆"],
  ["show_today", "(?:show|view|display)(?:\\s+me)?(?:\\s+(?:my|the))?\\s+(?:today's|todays)\\s+memor(?:y|ies)"],
  ["show_today", "(?:show|view|display)(?:\\s+me)?(?:\\s+(?:my|the))?\\s+memor(?:y|ies)\\s+(?:of|from|for)\\s+today"],
  ["delete", "(?:删除|删掉|清除)记忆(?:\\s*[:：]\\s*(.+)|\\s+(.+))"],
  ["delete", "把(?:关于|有关)\\s*(.+?)\\s*的记忆(?:都)?(?:删除|删掉|删了|清除)"],
  ["delete", "(?:删除|删掉|清除)(?:关于|有关)\\s*(.+?)\\s*的记忆"],
  ["delete", "(?:delete|remove)\\s+(?:(?:my|the)\\s+)?memor(?:y|ies)\\s*[:：]\\s*(.+)"],
  ["delete", "(?:delete|remove)\\s+(?:(?:my|your|the)\\s+)?(?:memor(?:y|ies)\\s+about|memories\\s+of)\\s+(.+)"],
];

// Nearly every prompt holds none of these and is done with here, before the forms are compiled.
const MAY_HOLD_ONE = rarePattern(
  ["存", "记", "記", "sav", "record", "remember", "memor", "store", "keep"],
  () =>
    /保存|[储儲]存|记住|记下|记录|记一下|存[一下]|[别別要用必不]存|别记|要记|用记|必记|记忆|記[住下錄一憶]|[別要用必]記|\b(?:sav(?:e|ing)|record(?:ing)?|remember|memorize|memory|memories|(?:not|don.?t) (?:keep|store))\b/i,
);

interface Form {
  readonly action: CommandAction;
  readonly pattern: RegExp;
  readonly onlyAtEnd: boolean;
}

let compiled: readonly Form[] | undefined;

function forms(): readonly Form[] {
  compiled ??= FORMS.map(([action, form, place]) => ({
    action,
    // Signs of emphasis, brackets and emoji around it are no words.
    pattern: new RegExp(
      `^[\\s*_(（]*${PLEASE}(?:${form})${THANKS}[\\s.。!！～~*_)）\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]*$`,
      "iu",
    ),
    onlyAtEnd: place !== undefined,
  }));
  return compiled;
}

/** What an item of a list begins with. */
const ITEM =
  /^\s*(?:[-*+•·]\s+|\d{1,2}(?:[.．]\s+|[)）、]\s*)|[(（]\d{1,2}[)）]\s*|[①-⑳]\s*|[一二三四五六七八九十]、\s*)/u;
/** An item that names the talk or the memory can't mean a program's data. */
const NAMES_THE_TALK = /对话|会话|聊天|讨论|记忆|memor|session|conversation|chat|discussion|off the record/i;
const NAMES_A_FILE =
  /\b(?:files?|documents?|draft|image)\b|文件|文档|\w\.(?:tsx?|jsx|py|go|rs|md|json|ya?ml|toml|txt|csv|css|html?|sh|sql|java|c|h|cpp)\b/i;

/**
 * The command that a prompt holds, if it does. The wish not to save goes before all others; else the first one counts.
 */
export function findCommand(prompt: string): UserCommand | undefined {
  if (!MAY_HOLD_ONE.test(prompt)) return undefined;
  // Quoted code is somebody else's word.
  const text = prompt.replace(/```[\s\S]*?(?:```|$)/g, "\n").replace(/[’‘]/g, "'");
  const plain = simplified(text);
  const found = plain.split("\n").flatMap((line) => commandsOfLine(line, plain.trim()));
  const command = found.find(({ action }) => action === "skip_save") ?? found[0];
  return command && asTyped(command, plain, text);
}

/** The characters of the forms as they are written in Taiwan and Hong Kong. 搜尋 is 搜索 there. */
const TRADITIONAL = "記錄憶這個話對會討論內請麼幫檢尋刪關於裡裏顯決約規則範結實點剛輪條無別來煩謝儲錯";
const SIMPLIFIED = "记录忆这个话对会讨论内请么帮检索删关于里里显决约规则范结实点刚轮条无别来烦谢储错";

function simplified(text: string): string {
  return text.replace(new RegExp(`[${TRADITIONAL}]`, "g"), (sign) => SIMPLIFIED.charAt(TRADITIONAL.indexOf(sign)));
}

/** A command found in the simplified text, in the words of the text itself, which is as long. */
function asTyped(command: Omit<UserCommand, "rest">, plain: string, text: string): UserCommand {
  const at = plain.indexOf(command.sentence);
  const end = at + command.sentence.length;
  const sentence = text.slice(at, end);
  const rest = `${text.slice(0, at)} ${text.slice(end)}`.trim();
  if (command.argument === undefined) return { ...command, sentence, rest };
  const from = plain.lastIndexOf(command.argument, end - command.argument.length);
  return { ...command, sentence, argument: text.slice(from, from + command.argument.length), rest };
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
    const command = commandOf(line.slice(start), prompt, "with an argument") ?? commandOf(sentence, prompt, "alone");
    if (command) commands.push(command);
    if (command?.argument !== undefined) break;
    start = end;
  }
  return commands;
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
  // A question about saving is no command, a polite request in the form of a question is one.
  if (asked && !ASKING.test(said) && !withArgument) return undefined;
  const bare = said.replace(ASKING, "").replace(/(?:吗|嘛)?[?？]\s*$/u, "");
  for (const { action, pattern, onlyAtEnd } of forms()) {
    const match = pattern.exec(bare);
    if (!match || (onlyAtEnd && !(prompt.endsWith(typed.trim()) && !NAMES_A_FILE.test(prompt)))) continue;
    const argument = match.slice(1).find((group) => group !== undefined)?.replace(/[\s.。!！]+$/u, "").trim();
    if (withArgument !== (argument !== undefined && argument !== "")) continue;
    return { action, sentence: typed.trim(), ...(argument ? { argument } : {}) };
  }
  return undefined;
}
