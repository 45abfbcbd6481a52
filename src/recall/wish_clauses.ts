/**
 * The wish not to save where it stands among other words: "separate thing, and don't save any of this session pls: …".
 * A part of a sentence counts only where nothing but the talk can be meant; a whole sentence has more forms
 * (command_forms.ts).
 *
 * Not done here: what becomes of the wish (hooks/wish.ts).
 *
 * @module
 */
import { rarePattern } from "../rare_pattern.ts";

/** What a part of a sentence wishes. */
export type ClauseWish = "skip_save" | "skip_piece";

/** Words that only join a part of a sentence to the one before it, or make it polite. */
const BEFORE =
  "(?:(?:and|but|also|so|oh|hey|btw|by the way|just|please|pls|plz|kindly|ok|okay|then|first|well|fyi|note|heads up|again|for now|this time|you|really)\\s+|(?:另外|然后|而且|但是?|不过|还有|哦|噢|嗯|对了|那|先说一下|先说好|说好了?|提前说|注意|麻烦你?|请你?|拜托|顺便说一?下?|记得|千万|好|你|我说)\\s*)*";
const AFTER =
  "(?:\\s*(?:please|pls|plz|thanks|thank you|thx|ok|okay|though|either|anywhere|at all|anyway|afterwards|for now|this time|right|谢谢你?|多谢|拜托|好吗|可以吗|行吗|吧|了|哦|噢|喔|啊|哈|哟|啦|呀|呢|嘛|喽|好不好))*";
const TALK_EN = "(?:session|conversation|chat|discussion|thread|talk|exchange)";
const THIS_TALK_EN = `(?:this|our|today's)(?: whole| entire| little| particular)? ${TALK_EN}`;
/** All of it, where the talk is not named. */
const ALL_EN =
  `(?:a(?:ny|nything|ll| word| thing)|everything|nothing|none)(?: (?:of|from|in|about|that is said in|said in|we say in))? (?:${THIS_TALK_EN}|this|it|here)`;
/** What is yet to come: nobody knows where it ends. */
const COMING_EN =
  "(?:any of )?(?:what(?:'s| is) (?:coming|next|below)|what (?:follows|comes(?: next| now)?)|the following|(?:the|this) next (?:part|bit|message|messages|piece|few messages|topic|thing)|(?:what|anything|everything) i(?:'m| am|'ll| will)? (?:(?:about to|going to|gonna) )?(?:say|tell you|paste|write|send|share|ask)(?: you)?(?: here| next| now| below| from here on| from now on| after this)?|anything (?:from here on|from now on|below|after this)|the rest(?: of (?:(?:this|the|our) )?(?:it|session|conversation|chat)?)?)";
const IN_MEMORY_EN = "(?: (?:to|in|into|for) (?:(?:your|my|the|long-?term) )*(?:memory|memories|notes|later))";
const NOT_EN =
  "(?:(?:i|we) (?:do not|don't|dont|would not|wouldn't) (?:want|like) (?:you )?to|(?:i'd|i would|we'd) (?:rather|prefer)(?: (?:that )?you)? (?:did not|didn't|not|not to)|(?:can|could|would|will) you (?:please )?not|make sure (?:you )?(?:do not|don't|dont|not to)|(?:there(?:'s| is) )?no need to|(?:you )?(?:do not|don't|dont) (?:need|have) to|try not to|(?:you )?(?:do not|don't|dont|shouldn't|should not|must not|mustn't|may not)|never|not to|without)";
const SAVE_EN =
  "(?:save|saving|record|recording|remember|remembering|memori[sz]e|memori[sz]ing|store|storing|keep|keeping|log|logging|capture|capturing|retain|retaining|note down|noting down|write down|put|add)";
const SAVED_EN = "(?:saved|recorded|remembered|memori[sz]ed|stored|kept|logged|captured|retained|noted|written down)";
const WANT_EN = "(?:i|we) (?:do not|don't|dont|would not|wouldn't|never) (?:want|like|need)";

const TALK_ZH = "(?:会话|对话|聊天|谈话|讨论|交流|session|chat)";
const NOT_ZH =
  "(?:不要|不用|不必|不需要|无需|不许|不准|不想(?:让你|被)?|不希望(?:你|被)?|别|甭|勿)(?:再|给我|去|帮我|给|都)*";
const SAVE_ZH =
  "(?:保存|储存|存档|存|记录|记住|记|留底|留痕迹?|留下?(?:任何)?记录|留存|写|收)(?:下来|起来|住|下|着|[到进入](?:你的|长期)*记忆[里中库]?|记忆[里中]?)?";
const ADVERBS_ZH = "(?:你|都|就|也|先|全都?|全部|一律|统统|请|千万|可|可以|最好|麻烦|一定|务必|通通)*";
const COMING_ZH =
  "(?:下面|接下来|以下|下边|后面|往下|后续|待会儿?|一会儿?|等会儿?|等下|等一下)(?:我|咱们|我们)?(?:要|会|想)?(?:说|发|贴|讲|聊|问|写|粘贴|谈)?的?(?:这|那)?(?:一?小?段|一?部分|些|几?句|几?条|几段|点|个)?(?:话题?|内容|东西|对话|聊天|事情?|消息|文字|信息)?";
const SESSION_ZH =
  `(?:这|本|此|今天|这一|整个)(?:这?(?:个|次|场|轮|段))?的?${TALK_ZH}(?:里|中)?(?:说|聊)?的?(?:所有|任何|全部)?(?:内容|东西|话|信息)?`;
const PIECE_ZH =
  "(?:这|那|上面?一?|前一?|刚才?那?|刚刚那?)(?:一?小?段|一?部分|几?句|几?条|几段|一?点|些)(?:话|内容|东西|消息|信息|文字)?|(?:刚才|刚刚|上面|前面)我?(?:说|提到?|讲|发|写|贴|聊)?的(?:这|那)?(?:些|个|段|句)?(?:话|内容|东西|消息|信息)?";

const whole = (...forms: readonly string[]) => new RegExp(`^\\s*${BEFORE}(?:${forms.join("|")})${AFTER}\\s*$`, "iu");

const SESSION = rarePattern(
  [
    "存",
    "记",
    "留",
    "写",
    "sav",
    "record",
    "remember",
    "memor",
    "stor",
    "keep",
    "kept",
    "log",
    "captur",
    "retain",
    "not",
    "between",
  ],
  () =>
    whole(
      `${NOT_EN} ${SAVE_EN} (?:(?:a(?:ny|nything|ll| word| thing)|everything)(?: (?:of|from|in|about|that is said in|said in|we say in))? )?${THIS_TALK_EN}${IN_MEMORY_EN}?`,
      `${NOT_EN} ${SAVE_EN} a(?:ny|ll| word| thing) of (?:this|it|that)${IN_MEMORY_EN}?`,
      `${NOT_EN} ${SAVE_EN} ${COMING_EN}${IN_MEMORY_EN}?`,
      `${NOT_EN} (?:remember|memori[sz]e) (?:this|it|any of this)`,
      `${NOT_EN} ${SAVE_EN} (?:this|that|it|these|those|anything|any of this) (?:to|in|into) (?:your |my )(?:long-?term )?memory`,
      `${WANT_EN} (?:${ALL_EN}|${THIS_TALK_EN}|any of this|${COMING_EN}) (?:to (?:be|get) )?${SAVED_EN}${IN_MEMORY_EN}?`,
      `${WANT_EN} (?:${ALL_EN}|${THIS_TALK_EN}|this|any of this|${COMING_EN})(?: to (?:be|end up|land))? (?:in|into) (?:your |my |the )?(?:long-?term )?memory`,
      `(?:${THIS_TALK_EN}|${COMING_EN}|nothing (?:of|from|in) ${THIS_TALK_EN}|none of this|nothing (?:i say|here|of this)) (?:(?:should|must|is|may|will|can|ought|needs?|gets?|goes|does|do)(?: not|n't)?|not|isn't) ?(?:to )?(?:be |get )?(?:${SAVED_EN}|(?:go |end up )?(?:in|into) (?:your |my |the )?memory)`,
      `(?:(?:let's )?(?:keep|leave) )?(?:${THIS_TALK_EN}|all of this|any of this|this(?: one)?|what follows|everything here|the rest)(?: is|'s| stays?| has to stay| should stay)? (?:strictly |just |all )?(?:off the record|between (?:us|you and me)(?: two)?|out of (?:your |my |the )?(?:long-?term )?memory)`,
      `(?:${THIS_TALK_EN})(?: is|'s| stays?)? (?:private|confidential)`,
      "(?:strictly )?off the record",
      `(?:${SESSION_ZH})${ADVERBS_ZH}(?:不留|别留)(?:任何)?(?:记录|痕迹|底)`,
      `${COMING_ZH}${ADVERBS_ZH}${NOT_ZH}${SAVE_ZH}`,
      `${SESSION_ZH}${ADVERBS_ZH}${NOT_ZH}${SAVE_ZH}`,
      `${NOT_ZH}${SAVE_ZH}(?:${COMING_ZH}|${SESSION_ZH})`,
      `${NOT_ZH}把(?:${COMING_ZH}|${SESSION_ZH})${ADVERBS_ZH}${SAVE_ZH}`,
      `(?:这|本)(?:次|个|轮|场)${ADVERBS_ZH}(?:聊的|说的)(?:内容|东西)?${ADVERBS_ZH}${NOT_ZH}${SAVE_ZH}`,
    ),
);
const PIECE = rarePattern(
  ["存", "记", "留", "写", "sav", "record", "remember", "memor", "stor", "keep", "log", "captur", "retain", "not"],
  () =>
    whole(
      `(?:${PIECE_ZH})${ADVERBS_ZH}${NOT_ZH}${SAVE_ZH}`,
      `${NOT_ZH}(?:存|记|记录|记住|保存)(?:${PIECE_ZH})`,
      `${NOT_ZH}把(?:${PIECE_ZH})${ADVERBS_ZH}${SAVE_ZH}`,
      `${NOT_EN} ${SAVE_EN} (?:(?:this|that|the last|the previous|my last) (?:part|bit|piece|message|prompt|sentence|paragraph|detail|one)|what i(?:'ve| have)? just (?:said|told you|wrote|sent|pasted|shared)|the above)${IN_MEMORY_EN}?`,
      `${WANT_EN} (?:this|that)(?: (?:part|bit|piece|message|paragraph|detail|one))? (?:to be )?${SAVED_EN}${IN_MEMORY_EN}?`,
      `(?:keep|leave) (?:this|that) (?:part|bit|piece|message|one) (?:to yourself|out of it|out of (?:your |my |the )?(?:long-?term )?memory|off the record)`,
    ),
);

/** A reason for which people want nothing kept; with it, short words are enough. */
const PRIVATE =
  /\b(?:personal|private(?! key)|privacy|confidential|sensitive|nobody'?s business|embarrassing|nda|off the record)\b|隐私|私事|私人|个人的?事|保密|机密|敏感|私下|家里的?事|不方便/iu;
const SHORT = rarePattern(
  ["存", "记", "sav", "record", "remember", "stor", "keep"],
  () =>
    whole(
      `${NOT_EN} (?:save|record|remember|store|keep)(?: (?:this|that|it|these|any of it))?`,
      `(?:这个|这|这些|这次|这事儿?)?${ADVERBS_ZH}${NOT_ZH}(?:保存|储存|存|记录|记住|记)(?:下来|住|下|这个|这些|它)?`,
    ),
);

const CLAUSE_END =
  /[,，、:：()（）\n]|[—–]+|\s-+\s|\s(?:because|since|bc|cause|cos|coz)\s|因为|毕竟|[。！？!?；;]+|\.(?=\s|$)/gu;
/** What is said of a program, of a case, or asked. */
const OF_A_CASE =
  /^\s*(?:if|when(?:ever)?|unless|once|until|while|why|how|what|where|does|is|are|should (?:we|i|it)|如果|要是|当|若|假如|除非|一旦|每当|为什么|怎么|为何|是否)/iu;

/** A wish among the words of a prompt, as typed, or undefined. Quoted words are somebody else's. */
export function wishAmong(text: string): { readonly action: ClauseWish; readonly sentence: string } | undefined {
  let piece: string | undefined;
  const own = text.replace(/[“"「『][^”"」』\n]*[”"」』]/gu, (quoted) => " ".repeat(quoted.length));
  for (const { words, isAsked } of clausesIn(own)) {
    if (isAsked) continue;
    if (SESSION.test(words)) return { action: "skip_save", sentence: words.trim() };
    if (piece === undefined && (PIECE.test(words) || (PRIVATE.test(own) && SHORT.test(words)))) piece = words.trim();
  }
  return piece === undefined ? undefined : { action: "skip_piece", sentence: piece };
}

/** More parts than a prompt of a person has; a pasted log would take long. */
const CLAUSES_MAX = 200;
const CLAUSE_LENGTH_MAX = 160;

function clausesIn(text: string): { readonly words: string; readonly isAsked: boolean }[] {
  const clauses: { words: string; isAsked: boolean }[] = [];
  let start = 0;
  let ofCase = false;
  const add = (end: number, sign: string) => {
    const words = text.slice(start, end);
    if (OF_A_CASE.test(words)) ofCase = true;
    const isRequest = /^\s*(?:please\s+)?(?:can|could|would|will) you\b|(?:好吗|可以吗|行吗|好不好)\s*$/iu.test(words);
    const isAsked = ofCase || (/[?？]/u.test(sign) && !isRequest);
    if (words.length <= CLAUSE_LENGTH_MAX) clauses.push({ words, isAsked });
    if (/[。！？!?；;.\n]/u.test(sign)) ofCase = false;
  };
  for (const end of text.matchAll(CLAUSE_END)) {
    if (clauses.length >= CLAUSES_MAX) return clauses;
    add(end.index, end[0]);
    start = end.index + end[0].length;
  }
  add(text.length, "");
  return clauses;
}

/** What is named in a sentence, and is not to be kept: "please don't note down her name". */
const NAMED = rarePattern(
  ["别", "不要", "不用", "不必", "don't", "dont", "do not", "never", "no need to"],
  () =>
    /(?:别|不要|不用|不必)(?:再)?(?:记|记录|记住|记下来?|存下来)(?:了|啊|哈|哦|吧|下来|住|到记忆里?)*\s*(?:$|[,，。!！;；])|\b(?:do not|don't|dont|never|no need to) (?:write|note|jot|take)(?: \w+){0,3} down\b|\b(?:do not|don't|dont|never|no need to) (?:save|record|remember|memori[sz]e|keep|store|note(?: down)?|log|mention)\b(?: \w+){0,3} (?:his|her|their|my|names?|address|salary|phone)\b/iu,
);

/** A text without the sentences that name something that is not to be kept: a capture has no other way to obey. */
export function withoutUnwanted(text: string): string {
  if (!NAMED.test(text)) return text;
  return text.split(/(?<=[。！？!?；;\n])|(?<=\.)(?=\s)/u).filter((sentence) => !NAMED.test(sentence)).join("").trim();
}
