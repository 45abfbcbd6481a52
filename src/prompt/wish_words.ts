/**
 * The parts of which the wish not to save is made, in both languages: a denial, a verb of keeping, what is not to be
 * kept, where, and until when. A part of a sentence is a wish only if it holds nothing else.
 *
 * Not done here: where in a prompt such a part may stand, and what else must speak for it (mod.ts).
 *
 * @module
 */
import { rarePattern } from "../rare_pattern.ts";

/**
 * What is not to be kept. `talk`: the session; `coming`: what will be said; `all`: anything; `piece`: a part of what is
 * said; `this`: a bare pronoun; `named`: a thing as a program has them, too; `open`: whatever else, which memory's own
 * name alone makes a wish.
 */
export type Kind = "talk" | "coming" | "all" | "piece" | "this" | "named" | "open" | "none";
/** In the order in which they are looked for. */
export const KINDS: readonly Kind[] = ["talk", "coming", "all", "piece", "this", "named", "open"];

/**
 * One shape of a part of a sentence. Its groups: one of KINDS; `strong` for a verb that is said of memory first of all,
 * `mind` for one that is said of it alone, `log`; `place` for memory's own name.
 */
export interface WishForm {
  readonly pattern: string;
  /** `nothing`: whoever says this can only mean memory. `a sentence`: it must be all that a sentence says. */
  readonly needs?: "nothing" | "a sentence";
}

const compiled = new Map<WishForm, RegExp>();

/** The pattern of a shape, with the politeness around it. */
export function patternOf(form: WishForm): RegExp {
  const known = compiled.get(form);
  if (known) return known;
  const pattern = new RegExp(`^${BEFORE}(?:${form.pattern})${AFTER}$`, "iu");
  compiled.set(form, pattern);
  return pattern;
}

let politeness: RegExp | undefined;
/** Whether words only join or soften what stands beside them. */
export function isPolite(words: string): boolean {
  politeness ??= new RegExp(`^\\s*${BEFORE}(?:${AFTER})[\\s,.!?，。！？]*$`, "iu");
  return words.length < POLITE_MAX && politeness.test(`${words.trim()} `);
}

/** Characters. */
const POLITE_MAX = 60;

/** Words that only join a part of a sentence to the one before it, or make it polite. */
const BEFORE =
  "(?:(?:yes|no|sure|and|but|also|so|oh|hey|yo|btw|by the way|just|please|pls|plz|kindly|ok|okay|alright|good|thanks|then|now|first|well|fyi|note|heads up|again|this time|you|you can|really|quick private thing|let's)\\s+|(?:另外|然后|而且|但是?|不过|还有|哦|噢|嗯|行|对了|那|先说一下|先说好|说好了?|提前说|注意|麻烦你?|请你?|好的|帮我|帮忙|那么|拜托|顺便说一?下?|记得|千万|好了?|你|咱们?|我们|我说|所以|也|就|都|问个私事)\\s*)*";
const AFTER =
  "(?:\\s*(?:please|pls|plz|thanks|thank you|thx|ok|okay|alright|all right|for now|though|either|anywhere|at all|anyway|any ?more|afterwards|this time|right|there|today|lol|haha|谢谢你?|多谢|拜托|好吗|可以吗|行吗|吧|了|哦|噢|喔|啊|哈|哟|啦|呀|呢|嘛|喽|好不好))*";

/** Until when, in the person's own words: whoever says this means what is said. */
const UNTIL =
  "\\b(?:un)?till? (?:i(?:'m|'ve)? (?:say|tell|told|give|lift|ask|let|am|back|done|come|return|finish|otherwise)|i'm|you hear|told|further|after)\\b[^,.;:!?]{0,60}?(?=$|[,.;:!?]| (?:don't|dont|do not|never|nothing|no|please|keep|leave|stop)\\b)|\\bfor (?:the next (?:few|couple)(?: of)?(?: (?:messages|prompts|minutes|turns|things|lines))?|a (?:few|couple of) (?:messages|prompts|minutes|turns|lines)|a (?:little )?(?:bit|while))\\b|(?:在|等)?我(?:还?没)?(?:说|讲|开口|松口|通知|告诉|点头|发话|喊|同意|确认|开完)[^，。,.；;：:]{0,10}?(?:之前|以前|前)|直到我?[^，。,.；;：:]{0,12}|等我?(?:说|讲|通知|开口|发话|喊|告诉你)[^，。,.；;：:]{0,12}";
/** From when, or for now: a rule for a program may begin so, too. */
const FROM =
  "\\bfor (?:the time being|the moment|now|a (?:moment|minute))\\b|\\bas of (?:now|here|this (?:point|line|message|moment))\\b|\\bfrom (?:here|now|this (?:point|line|message|moment)|there)(?: on(?:wards?)?| forward)?(?![a-z])|\\b(?:after|below) this(?: line| message| point)?\\b|从(?:现在|这儿?|这里|此刻?|这句话?|这条)(?:开始|起|往后|以后)|(?:现在|这会儿?|今后)(?:开始|起)|(?:以后|今后|往后)(?=(?:都|也|就)?(?:不要|别|不用)(?:再)?(?:保存|记录|记)(?:了|任何东西)?$)|暂时|暂且";
/** The talk that is yet to come is named before the wish: "next i'll vent a bit, don't record it". */
const AHEAD =
  "\\b(?:(?:the )?next (?:few|couple|two|three)(?: of)? (?:messages|prompts|things|lines|turns))\\b|\\bi(?:'m| am) (?:going|about) to (?:say|tell|paste|write|share|send|type|show|vent)\\b|(?:接下来|下面|下边|后面|往后|之后|待会儿?|等会儿?)[^，。,.；;：:]{0,6}?(?:[说讲聊贴骂]|发泄|吐槽|几句|段话|私|密|条消息|(?:这些|的东西|的内容)(?=你|涉|都|全|$))";

let spans: RegExp | undefined;
/** A text without the words that say from when and until when. */
export function withoutSpans(text: string): string {
  spans ??= new RegExp(`${UNTIL}|${FROM}|先(?=[不别停甭]|就别)`, "giu");
  return text.replace(spans, " ").replace(/\s+/g, " ").replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "").trim();
}

/** The person says that they will lift it, or that what they say next is meant. */
export const LIFTED_LATER = rarePattern(
  ["til", "next few", "next couple", "a bit", "while", "few ", "couple of", "前", "直到", "等我", "等通知"],
  () => new RegExp(UNTIL, "iu"),
);
/** What is to come is meant. */
export const COMING_CUE = rarePattern(
  [
    "for now",
    "moment",
    "time being",
    "from ",
    "this",
    "开始",
    "起",
    "暂",
    "going to",
    "about to",
    "接下",
    "下面",
    "下边",
    "后",
    "会",
  ],
  () => new RegExp(`${FROM}|${AHEAD}`, "iu"),
);
/** The same, and so that nothing else can be meant. */
export const AHEAD_CUE = rarePattern(
  ["going to", "about to", "next", "接下", "下面", "下边", "后", "会"],
  () => new RegExp(AHEAD, "iu"),
);

/** What is told in confidence, is of a person's life, or is good for one use. */
export const PERSONAL = rarePattern(
  [""],
  () =>
    /\b(?:personal|private(?! key| method| field)|privacy|confidential|sensitive|secret (?:part|stuff)|nobody'?s business|embarrassing|nda|off the record|between (?:us|you and me)|for your eyes|(?:is|it's|that's|just|only) (?:just |only )?(?:for|true for) (?:now|today|you|(?:the|this|that)(?: one)? (?:e?mail|letter|message|reply|note|text))\b|only for (?:today|now|you)|just this once|use it once|meant for someone|my (?:mother|mom|father|dad|wife|husband|partner|daughter|son|kid|ex|boss|doctor|therapist|birthday|salary|raise|divorce|visa|bank|own|real|personal|private)|(?:pin|code|passw\w*|number|token|key|card|phone|account|wifi)\b[^.!?;]{0,24}\b(?=\w*\d)\w{4,}|i got (?:the|a) raise|salary|divorce|burnout|layoffs?|lawsuit|pregnan\w*|hospital|funeral|quitting|resign\w*|interviewing|therapist|doctor)\b|隐私|私事|私下|私人|个人的?事|保密|涉密|机密|敏感|家里|不方便|吐槽|离职|辞职|跳槽|面试|离婚|怀孕|住院|生病|抑郁|工资|薪水|涨薪|裁员|医生|律师|官司|生日|我(?:妈|爸|老婆|老公|女儿|儿子|孩子|领导|老板)|只(?:写(?:信|邮件|通知|在邮件)|是写|跟你|给你|告诉你)|就完[了事]|[写回发]完就|用一次就|今天用|发错|当我没说|当没听过|知道就行|听听就|随手开|不值得|(?:密码|pin|号码?|代号|验证码|[优惠兑换邀请]码|token|门禁|卡号)[^，。,.;；]{0,8}?(?=[a-z-]*\d)[a-z0-9#-]{3,}/iu,
);

// ---- English ----

const TALK_EN = "(?:session|conversation|chat|discussion|thread|talk|exchange)";
const THE_TALK_EN = `(?:(?:this|our|today's)(?: whole| entire| little| particular)?|the (?:whole|entire)) ${TALK_EN}`;
const WHERE_EN = "(?:your|my|long-?term|long term)";
const PLACE_EN = `(?:(?:the |any )?(?:${WHERE_EN} )+(?:memory|memories|notes|notebook))`;
/** "In memory" alone is where a program keeps things; what goes into it, or is left out of it, is not. */
const INTO_EN = `(?:(?:to|in|into|for|from) ${PLACE_EN}|(?:in)?to (?:the )?(?:memory|memories))`;
const OUT_EN = `(?:(?:out of|away from|off|from) (?:(?:the )?memory|memories|${PLACE_EN}))`;
const MIND_EN = "(?:remember|memori[sz]e|note down|write down|jot down|take (?:any )?notes (?:on|of))";
const STRONG_EN = "(?:record|note|save)";
const WEAK_EN = "(?:keep|store|(?<log>log)|capture|retain|persist|put|add|commit|write|hold on to|hang on to|archive)";
const MIND_ING_EN = "(?:remembering|memori[sz]ing|noting down|writing down|taking notes(?: on| of)?)";
const STRONG_ING_EN = "(?:recording|noting|saving)";
const WEAK_ING_EN = "(?:keeping|storing|(?<log>logging)|capturing|retaining|putting)";
const MIND_ED_EN = "(?:remembered|memori[sz]ed|noted down|written down)";
const STRONG_ED_EN = "(?:recorded|noted|saved)";
const WEAK_ED_EN = "(?:kept|stored|(?<log>logged)|captured|retained)";
const VERB_EN = `(?:(?<mind>${MIND_EN})|(?<strong>${STRONG_EN})|${WEAK_EN})`;
const VERB_ING_EN = `(?:(?<mind>${MIND_ING_EN})|(?<strong>${STRONG_ING_EN})|${WEAK_ING_EN})`;
const VERB_ED_EN = `(?:(?<mind>${MIND_ED_EN})|(?<strong>${STRONG_ED_EN})|${WEAK_ED_EN})`;

const UNIT_EN =
  "(?:bits?|parts?|pieces?|messages?|prompts?|things?|lines?|sentences?|paragraphs?|details?|topics?|stuff|turns?|few|couple|one)";
const SAY_EN = "(?:say|tell|paste|write|share|send|ask|type|show|talk about|discuss)";
const SAID_EN = "(?:said|told|mentioned|pasted|wrote|shared|sent|asked|typed|showed|gave)";
const MORE_EN = "(?: [^,.;:!?]{1,60})?";
const COMING_EN =
  `(?:any(?:thing)?(?: of)? |all (?:of )?|everything (?:of )?)?(?:what(?:ever)?(?:'s| is)? (?:coming|next|below|follows|comes)(?: next| now| here)?|(?:(?:the|these|my|this) )?(?:next|following|rest)(?: (?:few|couple|two|three|several))?(?: of (?:it|this|the|that))?(?: ${UNIT_EN}| ${TALK_EN})?(?: i ${SAY_EN}${MORE_EN})?|the following|(?:what(?:ever)?|anything|everything|things|(?:the )?(?:stuff|things))(?: that)? (?:i|we)(?:'m|'ll| am| will)?(?: (?:about|going|gonna)(?: to)?| now)? ${SAY_EN}${MORE_EN})`;
const OF_THE_TALK_EN =
  `(?: (?:of|from|in|about)(?: what)? (?:${THE_TALK_EN}|this|that|it|here|today|(?:i|we) (?:${SAY_EN}|${SAID_EN})${MORE_EN})|(?: that)? (?:i|we)(?:'ve| have)? ${SAID_EN}${MORE_EN}| here| said here)`;
const ANY_EN = "(?:anything|everything|nothing|none|any|all|things|stuff|a (?:single )?(?:thing|word))";
const ALL_EN = `${ANY_EN}${OF_THE_TALK_EN}?`;
const PIECE_EN =
  `(?:(?:this|that|the|my|these|those)(?: (?:last|previous|latest|very|whole|little|one|same)){0,2} ${UNIT_EN}(?: (?:about|on|with|regarding|concerning|where|when|i) [^,.;:!?]{1,60}?)?|what i(?:'ve| have)?(?: just)? ${SAID_EN}(?: [^,.;:!?]{1,60}?)?|the above)`;
const THIS_EN = "(?:this|that|it|them|these|those)";
const NAMED_EN =
  "(?:(?:that|this|the|my|his|her|their|any)(?: \\w+){0,2}? (?:numbers?|pin|codes?|passwords?|passphrase|names?|address|salary|phone|card|birthday|e?mail|account|token|key|secrets?)(?: i(?: just)? (?:mentioned|told you|gave you|said))?|names|the " +
  `${TALK_EN})`;
const KNOWN_EN =
  `(?<talk>${ANY_EN}(?: said|(?: that)? (?:i|we) (?:say|discuss|talk about))? (?:of|from|in|about) (?:what (?:we|i) [^,.;:!?]{1,30} (?:today|here)|${THE_TALK_EN})|${THE_TALK_EN})|(?<coming>${COMING_EN})|(?<all>${ALL_EN})|(?<piece>${PIECE_EN})|(?<this>${THIS_EN})|(?<named>${NAMED_EN})`;
const OBJECT_EN = `(?:${KNOWN_EN}|(?<open>[^,.;:!?]{2,50}?))`;
const NOT_EN =
  "(?:(?:i|we) (?:do not|don't|dont|would not|wouldn't) (?:want|like) (?:you )?to|(?:i'd|i would|we'd) (?:rather|prefer)(?: (?:that )?you)? (?:did not|didn't|not|not to)|(?:can|could|would|will) you (?:please )?not|make sure (?:you )?(?:do not|don't|dont|not to)|(?:there(?:'s| is) )?no need to|(?:you )?(?:do not|don't|dont) (?:need|have) to|needn't|need not|try not to|(?:do not|don't|dont|shouldn't|should not|must not|mustn't|may not)(?: be)?|let's not|never|not to|without|not worth)";
const STOP_EN =
  "(?:stop|skip|pause|hold off(?: on)?|refrain from|avoid|no need for|quit|shouldn't be|should not be|not worth|without)";
const SHOULD_NOT_EN =
  "(?:(?:should|must|may|can|need|does|do|is|are|has)(?:n't| not)(?: (?:to|need|have|be|get|go|end up|land|supposed))*|not(?: to| be)*)";
const SHOULD_EN = "(?:(?:is|are|should|must|may|will|can|to|be|gets?|goes|go|end up|land|ends up)(?: |$)){1,4}";
/** What needs no keeping, or is not worth it: of the talk, and not of whatever a program has. */
const NONE_EN =
  "(?:(?:there(?:'s| is) )?(?:nothing|none|not (?:any(?:thing)?|a (?:single )?(?:word|thing|bit)|one (?:word|thing|bit))|no (?:part|bit|word)))";
const NONE_OF_EN =
  `(?:(?<talk>${NONE_EN} (?:of|from|in) ${THE_TALK_EN})|(?<coming>${NONE_EN} of ${COMING_EN})|(?<all>${NONE_EN}${OF_THE_TALK_EN}))`;
const NEEDS_EN = "(?:needs?|wants?|requires?|deserves?|merits?|(?:(?:that )?(?:is |are |'s )?)?worth)";
const NEEDS_TO_EN = "(?:needs?|wants?|deserves?|ha(?:s|ve)|ought) to(?: be| get| go| end up| land| stay)?";
const NEEDS_NO_EN =
  "(?:(?:does|do)(?:n't| not) (?:need|want|require|deserve|merit)(?: any)?|needs? no|(?:is|are)(?:n't| not) worth)";

const KEEP_OUT_EN = "(?:(?:i'd|i would) like |i want |(?:please )?have )?(?:keep |leave |hold |strike |scratch )?";
const STAYS_EN =
  "(?: (?:is|are|stays?|should|must|has|have|to|be|kept|stay|needs?|remains?|left|just|strictly|all)){0,4}";

const KEPT_EN =
  `(?:(?:keep|leave|go|get|stay) )?(?:(?:${KNOWN_EN})(?:'s| is| are| stays?| has to stay| should stay)? )?`;
const BETWEEN_EN = "between (?:us|you and (?:me|i)|the two of us)(?: two)?";

const ENGLISH: readonly WishForm[] = [
  { pattern: `${NOT_EN} ${VERB_EN}(?: ${OBJECT_EN})??(?<down> down)?(?: (?:(?<place>${INTO_EN})|in memory))?` },
  { pattern: `${STOP_EN} ${VERB_ING_EN}(?: ${OBJECT_EN})??(?: (?<place>${INTO_EN}))?` },
  { pattern: `${KEEP_OUT_EN}(?:${KNOWN_EN})${STAYS_EN} (?<place>${OUT_EN})` },
  { pattern: `${KEEP_OUT_EN}(?<open>[^,.;:!?]{2,50}?)${STAYS_EN} (?:out of|away from|off|from) (?<place>${PLACE_EN})` },
  {
    pattern:
      `(?:i|we) (?:do not|don't|dont|would not|wouldn't|never) (?:want|like|need) ${OBJECT_EN}(?: to)?(?: be| get)? ${VERB_ED_EN}(?: (?<place>${INTO_EN}))?`,
  },
  {
    pattern:
      `(?:i|we) (?:do not|don't|dont|would not|wouldn't|never) (?:want|like|need) ${OBJECT_EN}(?: to(?: be| end up| land| go))? (?<place>in(?:to)? (?:the )?memory|${INTO_EN})`,
  },
  { pattern: `${OBJECT_EN} ${SHOULD_NOT_EN} (?:${VERB_ED_EN}(?: (?<place>${INTO_EN}))?)` },
  { pattern: `${OBJECT_EN} ${SHOULD_NOT_EN} (?<place>${INTO_EN}|in(?:to)? (?:the )?memory)` },
  {
    pattern:
      `(?<=^|[^a-z])(?:(?<talk>${NONE_EN} (?:of|from|in) (?:${THE_TALK_EN}|what (?:we|i) [^,.;:!?]{1,30}?))|(?<all>${NONE_EN}(?:${OF_THE_TALK_EN})?)) ${SHOULD_EN}(?:${VERB_ED_EN}(?: (?<place>${INTO_EN}))?|(?:in|into) (?:your |my |the )?memory)`,
  },
  { pattern: `${NONE_OF_EN} ${NEEDS_EN} ${VERB_ING_EN}(?: (?<place>${INTO_EN}))?` },
  { pattern: `${NONE_OF_EN} ${NEEDS_TO_EN} ${VERB_ED_EN}(?: (?<place>${INTO_EN}))?` },
  { pattern: `${NONE_OF_EN} ${NEEDS_TO_EN} (?<place>${INTO_EN}|in(?:to)? (?:the )?memory)` },
  { pattern: `${OBJECT_EN} ${NEEDS_NO_EN} ${VERB_ING_EN}(?: (?<place>${INTO_EN}))?` },
  { pattern: `(?:keep |make |leave |take )?no (?:memor(?:y|ies)|records?|notes?) (?:of|on|about|from) ${OBJECT_EN}` },
  { pattern: `no (?:memory|saving|recording|note-?taking)(?: (?:for|of|in|on) ${OBJECT_EN})?` },
  { pattern: `(?:pause|suspend) (?:your |the )?(?<coming>memory)`, needs: "nothing" },
  { pattern: `(?:stop|switch off|turn off) (?:your |the )?(?<all>memory)`, needs: "nothing" },
  { pattern: `${KEPT_EN}(?:strictly |just |all )?off the record`, needs: "nothing" },
  { pattern: `(?!(?:strictly |just )?between)${KEPT_EN}(?:strictly |just |all )?${BETWEEN_EN}`, needs: "nothing" },
  // Said in passing ("the lead, between you and me, is leaving") it is of a few words only.
  { pattern: `(?:strictly |just )?(?<piece>${BETWEEN_EN})`, needs: "a sentence" },
  {
    pattern: `(?:(?:keep|make|leave) )?(?<talk>${THE_TALK_EN})(?: is|'s| stays?)? (?:private|confidential)`,
    needs: "nothing",
  },
  { pattern: `(?<talk>this)(?: is|'s) (?:a|meant as a|going to be a) private ${TALK_EN}`, needs: "nothing" },
  {
    pattern:
      `(?:(?:skip|no|mute|disable|switch off|turn off|stop)(?: the| your)? (?<all>memory|remembering|notes|note-?taking)|(?<off>memory off))(?: (?:for|in) (?:this (?:one|${TALK_EN})|a (?:minute|moment|while|bit)))?`,
    needs: "a sentence",
  },
  {
    pattern:
      `(?:${NOT_EN} (?:keep|make|leave|take) (?:an? |any )?|leave no )(?:records?|notes?|traces?) (?:of|on|about) ${OBJECT_EN}`,
  },
  { pattern: `${NOT_EN} (?:put|add|write|keep) (?<this>this|these) in memory` },
  { pattern: `forget (?<piece>what i(?:'ve| have)? just ${SAID_EN}(?: [^,.;:!?]{1,40})?)`, needs: "nothing" },
];

// ---- Chinese ----

const TALK_ZH = "(?:会话|对话|聊天|谈话|讨论|交流|session|chat)";
const NOT_ZH =
  "(?:不要|不用|不必|不需要|无需|无须|没(?:有)?(?:什么|啥)?必要|不值得|用不着|犯不着|不许|不准|不得|不能|不可|不想(?:让你|被)?|不希望(?:你|被)?|能不能别|可不可以不|别|甭|勿|莫|一概不|停止?|不)(?:再|给我|去|帮我|给|都|做)*";
const ADVERBS_ZH =
  "(?:你|我们|咱们?|都|就|也|先|全都?|全部|一律|一概|统统|请|千万|可|可以|最好|麻烦|一定|务必|通通|里面?|中|说的|聊的|内容|东西|哪儿|哪里|哪)*";
const MEMORY_ZH = "(?:(?:你的?|长期|任何|我的)*(?:记忆库?|小本本|备忘录?|memory)(?:里|中|上|内)?(?:面|头)?)";
const PLACE_ZH = `(?:(?:往|到|在|进|入|给|向|于)+${MEMORY_ZH})`;
const KEEP_ZH =
  "(?:(?<strong>记录|录)|(?<mind>记住|记下|记)|保存|储存|存档|存|留底|留档|留存|留痕迹?|保留|留下?(?:任何)?(?:记录|痕迹)?)(?:下来|下去|起来|进去|住|下(?![面边一])|着|上|过)?";
const ALL_ZH = "(?:任何(?:东西|内容|话|事)?|什么|啥|一个字|东西|一切|所有(?:东西|内容)?)";
const COMING_ZH =
  `(?:(?:这|我)?(?:下面|接下来|以下|下边|后面|往下|后续|往后|之后|待会儿?|一会儿?|等会儿?|等下|等一下)(?:的?(?:这|那|几)?(?:些|一?小?段|一?部分|句话?|条|段|点|个|轮)(?:消息|话|内容|对话)?)?(?:我|咱们|我们)?(?:要|会|想)?(?:说|发|贴|讲|聊|问|写|粘贴|谈)?的?(?:这|那|几|一)?(?:些|小?段|部分|句话?|条|几段|点|个)?(?:话题?|内容|东西|对话|聊天|事情?|消息|文字|信息)?|[贴发说讲聊]的(?:东西|内容|话)?|啊?我[跟和]你[说讲][^，。,；;：:]{0,6})${ALL_ZH}?`;
const SESSION_ZH =
  `(?:(?:(?:这|本|此|今天|这一|整个|全部|随手开的)这?(?:个|次|场|轮|段|回)?的?${TALK_ZH}|(?:这|本|此|这一|随手开的)(?:次|场|轮|回)|这里面?[聊说]的|今天(?:聊|说)?的?(?:这些)?|${TALK_ZH})(?:里|中)?(?:面)?(?:说|聊)?的?(?:所有|任何|全部|这些)?(?:内容|东西|话|信息|记录)?)(?:的?${ALL_ZH})?`;
const PIECE_ZH =
  "(?:(?:(?:这|那)(?:一?小?段|一?部分|几?句话?|几?条|几段|一?点|些|种事|件?事儿?|话)|(?:上面?一?|前一?|刚才?那?|刚刚那?|最后)(?:一?小?段|一?部分|几?句话?|几?条|几段|一?点|些|话|的(?=内容|话|东西|信息|消息))?)(?:话|内容|东西|消息|信息|文字)?|(?:我)?(?:刚才|刚刚|刚|上面|前面)?我?(?:说|提到?|讲|发|写|贴|聊)的[^，。,；;：:]{0,16}?|(?:关于)?[^，。,；;：:]{1,20}?(?:这|那)(?:件?事儿?|部分|段|句|点|些|个事)|(?:刚才|刚刚|刚)[^，。,；;：:]{1,12}?那?(?:段|句|部分|事))";
const THIS_ZH = "(?:这个?|那个?|它们?)";
const NAMED_ZH =
  "(?:(?:这个?|那个?|我的?|他的?|她的?)?(?:手机号?|电话|号码?|密码|验证码|优惠码|密钥|名字|姓名|代号|码|地址|工资|门禁|pin|账号|口令|token))";
const OBJECT_ZH =
  `(?:(?<coming>${COMING_ZH})|(?<talk>${SESSION_ZH})|(?<all>${ALL_ZH})|(?<named>${NAMED_ZH})|(?<this>${THIS_ZH})|(?<piece>${PIECE_ZH})|(?<open>[^，。,；;：:]{1,20}?))`;

const CHINESE: readonly WishForm[] = [
  {
    pattern:
      `(?<coming>先?(?:停(?:一下|下|止)?|暂停)(?:你的)?记忆|记忆(?:先|给我)?(?:停一?停?|歇一?歇?)(?:一下|一会儿?)?)|(?<all>先?(?:关掉|关一下)(?:你的)?记忆|记忆(?:先|给我)?关掉?(?:一下)?)`,
    needs: "nothing",
  },
  {
    pattern:
      `(?:在|把|对)?${OBJECT_ZH}??${ADVERBS_ZH}${NOT_ZH}(?<place>${PLACE_ZH})?${KEEP_ZH}(?:任何|的)*(?:东西|内容|话)?`,
  },
  {
    pattern:
      `(?:在|把|对)?${OBJECT_ZH}??${ADVERBS_ZH}${NOT_ZH}(?:把(?:它|这个?|这些)?)?(?:${PLACE_ZH}|(?:保存|存|记录|记|写|收录?|放|落|留|做|加)*)(?:[进入到落在往]*)(?<place>${MEMORY_ZH})(?:[记存写放加](?:任何)?(?:东西|内容)?)?`,
  },
  { pattern: `${NOT_ZH}(?<place>${PLACE_ZH})?${KEEP_ZH}${OBJECT_ZH}` },
  {
    pattern: `${NOT_ZH}把${OBJECT_ZH}${ADVERBS_ZH}(?:${KEEP_ZH}(?<place>${PLACE_ZH})?|[写放加](?<place2>${PLACE_ZH}))`,
  },
  {
    pattern:
      `(?:在|对)?(?:(?<coming>${COMING_ZH})|(?<talk>${SESSION_ZH}))${ADVERBS_ZH}没有?(?:什么|啥|任何|一[条句点件个])?(?:东西|内容|话|事)?(?:是)?(?:值得|需要|必要|用得着|该|要|好|可)${KEEP_ZH}(?:的|的?(?:东西|内容|话|事))?`,
  },
  { pattern: `(?:${OBJECT_ZH})${ADVERBS_ZH}(?:不留|别留|没有)(?:任何)?(?:记录|痕迹|底)` },
];

/** The shapes of the wish that something be not kept, of those languages that a text holds. */
export function wishForms(text: string): readonly WishForm[] {
  const isChinese = /\p{Script=Han}/u.test(text);
  return isChinese ? /[a-z]{3}/i.test(text) ? [...CHINESE, ...ENGLISH] : CHINESE : ENGLISH;
}

/** The shapes of its end. */
export const LIFTS: readonly WishForm[] = [
  {
    pattern:
      "(?:(?:you (?:can|may|could)|can|may|feel free to|(?:it's|it is) (?:ok|okay|fine|safe) to|go ahead(?: and)?|go back to|start|resume|please|back to)\\s+){0,2}(?:normal(?:ly)? )?(?:sav(?:e|ing)|remember(?:ing)?|record(?:ing)?|tak(?:e|ing) notes|keep(?:ing)? notes|memori[sz](?:e|ing))(?: things| stuff| everything| this| anything)?(?: to memory)? (?:again|as usual|normally|as normal|as before)(?: now)?",
  },
  {
    pattern:
      "(?:go back to|resume|back to) (?:normal )?(?:saving|remembering|recording|taking notes)(?: things| stuff)?(?: normally)?",
  },
  {
    pattern:
      "(?:your )?(?:memory|saving|recording)(?: is|'s)? (?:back on|on again|(?:fine|ok|okay|allowed)(?: again)?)",
  },
  {
    pattern:
      "(?:从?(?:这儿?|这里|现在|此)(?:开始|起)?|后面|下面|往下|之后|接下来|以后|你|又|的)*(?:可以|能|恢复|继续|接着|重新|照常|照旧|正常)(?:再|正常|照常|继续|恢复|重新|开始|你|来)*(?:记录|记忆|存|记|(?<!可以|能)保存)(?:东西|内容|下来)?",
  },
  {
    pattern:
      "(?:现在|接下来|之后|这次(?:会话|对话)?|本次会话|后面)?(?:又|就)?可以(?:再|继续|重新|开始|恢复)*(?:保存|记录|存|记)|(?:恢复|继续|重新(?:开始)?|重新打开)(?:保存|记录)(?:本次|这次)?(?:会话|对话|记忆)?|you (?:can|may) (?:save|record|remember)(?: things)? now|(?:start|resume) (?:saving|recording|remembering)(?: things| this session| this conversation)?|(?:saving|recording) is (?:fine|ok|okay|allowed)|turn (?:saving|recording|memory) back on|(?:we're |we are |this is )?(?:back )?on the record(?: again)?",
    needs: "a sentence",
  },
];
