/**
 * The sentences by which people command memory, in both languages, as parts of patterns.
 * Not done here: politeness around them, and where in a prompt a sentence may stand (commands.ts); the wish not to save
 * (wish/).
 *
 * @module
 */
import type { WishAction } from "./wish/mod.ts";

/** What a command is to do. */
export type CommandAction = WishAction | "save" | "search" | "show" | "show_today" | "delete";

/**
 * Where else the words mean a program's data as often. `at_end`: the sentence counts as the last one of a prompt that
 * names no file. `alone`: as the whole prompt.
 */
export type Place = "at_end" | "alone";

/** Sentences with one meaning. */
export interface CommandForms {
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
export const COMMAND_FORMS: readonly CommandForms[] = [
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
