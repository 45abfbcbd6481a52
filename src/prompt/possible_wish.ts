/**
 * In: a prompt in which no wish is known. Out: whether it may hold one all the same, so that the agent, who understands
 * it, is told what to run.
 * Not done here: wishes that are known (mod.ts).
 *
 * What people say of what is to be forgotten, kept between two, or unknown to a later session. It is no order by
 * itself: a wrong guess costs one line, so it must be rare (tests/recall/wish_test.ts counts it on prompts of work).
 *
 * @module
 */
import { holdsAny } from "../rare_pattern.ts";

const NOT_EN = "(?:n't|\\b(?:dont|not|no|none|nothing|never|without))\\b";
const TOLD_EN = "(?:said|told|asked|mentioned|heard|had|talked|spoke|wrote|pasted|sent|shared)";
const THIS_EN = "(?:it|this|that|these|those|them|any of (?:it|this|that)|all (?:of )?(?:it|this|that))";
const LATER_EN =
  "(?:(?:later|other|future|next|subsequent|another) (?:session|chat|conversation|time)s?|the next you|tomorrow)";

const NONE_EN = "\\b(?:nothing|none|not an?y?|no part)\\b";
const NEEDED_EN = "\\b(?:to|be|worth|needs?|deserves?) (?:be )?";

const NOT_ZH = "(?:别|不要|不用|不必|甭|勿|不想|不能|不该|不许|不准|无需|没必要)";

/** Words without which a text can't match, and the pattern, both of a text in lower case. */
const SHAPES: readonly (readonly [hints: string, pattern: string])[] = [
  // What was said is to count as unsaid.
  ["forget", `\\bforget (?:that )?(?:i|we) (?:ever |just |even )?${TOLD_EN}\\b`],
  [
    "forget",
    `\\bforget (?:about )?(?:${THIS_EN}|everything|what i|the \\w+)(?: [^,.;:]{0,24})? (?:afterwards|later|after (?:that|this)|(?:once|when) (?:we|you|i|it)(?:'re|'s| are| is| have)? (?:done|finished|answered|over))`,
  ],
  ["forget", `\\b(?:after(?:wards)?|once|when)\\b[^.;]{0,24}, forget\\b`],
  [
    "pretend|act |as if|as though|like",
    `\\b(?:pretend|act (?:as if|like)|as (?:if|though)|like)\\b.{0,24}\\b(?:never|didn't|did not|hadn't|wasn't) (?:happen(?:ed)?|${TOLD_EN}|hear|see|seen|exist(?:ed)?|there|here)\\b`,
  ],
  [
    "you didn't|you never|you did not",
    `\\byou (?:didn't|never|did not) (?:hear|see|read|heard|saw) (?:${THIS_EN}|any)\\b`,
  ],
  // It is between two people.
  [
    "between",
    "(?:\\b(?:stays?|keep|kept|remains?|just|only|strictly)\\b.{0,20}\\b|(?:^|[,;:(–—-] ?))between (?:the two of us|you and (?:me|i)|us)\\b",
  ],
  ["eyes only|ears only", "\\bfor your (?:eyes|ears) only\\b"],
  [
    "yourself|secret|under wraps|under your hat|quiet|hush|keep it dark|confidential",
    `\\bkeep (?:${THIS_EN}|quiet|what i .{0,30}) (?:strictly )?(?:to yourself|secret|under wraps|under your hat|quiet|hush|dark|confidential)\\b`,
  ],
  [
    "mum|between these walls|this room|confidence|discreet|off the books",
    "\\bmum'?s the word\\b|\\bbetween these walls\\b|\\b(?:leaves?|out of) this room\\b|\\bin (?:strict|the strictest|total) confidence\\b|\\b(?:be|stay) discreet\\b|\\boff the books\\b",
  ],
  ["the record|for the notes", "\\b(?:not|isn't|never) (?:meant )?for the (?:record|notes)\\b|\\bfrom the record\\b"],
  // No trace of it is to stay.
  [
    "trace|record|footprint|mark",
    `\\b(?:leave|leaves|leaving|keep) (?:no|without an?y?) (?:trace|record|footprint|mark)s?\\b|\\b(?:no|without (?:a|any)) traces? of (?:this|our|what)\\b`,
  ],
  [
    "incognito|private",
    "\\b(?:go|be|stay|do this(?: one)?|talk|chat|speak) incognito\\b|\\bincognito (?:chat|session|talk)\\b|\\bprivate (?:session|chat|conversation)\\b(?! (?:key|api|token|table|store|cookie|id|handler|middleware))",
  ],
  [
    "stick around|sticking around|outlive|survive|with the |with this ",
    `${NOT_EN}.{0,40}\\b(?:stick(?:ing)? around|outlive|survive) (?:this|the|our|here|past)\\b|${NOT_EN}.{0,24}\\bstick(?:ing)? around\\b|\\b(?:die|dies|go|goes) with (?:the|this) (?:window|chat|session|tab)\\b`,
  ],
  // The memory is named as the agent's own.
  [
    "your |my mem|my notes|my long|term mem|term not",
    `(?:${NOT_EN}|\\b(?:out of|off|from|skip|stop|wipe|scrap|erase|strike|scratch|drop|pause|clear)\\b).{0,48}\\b(?:your|my|long[- ]?term) (?:long[- ]?term )?(?:memory|memories|notes|notebook|diary|mind|brain|records|archive)\\b`,
  ],
  [
    "your |term mem|term not",
    `\\b(?:your|long-?term) (?:memory|memories|notes|notebook|diary|mind|brain|records)\\b[^,.:;]{0,40}(?:${NOT_EN}|\\boff\\b|\\bblank\\b)`,
  ],
  [
    "memory|remembering|notes|note|summar",
    "^\\W*(?:please )?(?:skip|no|kill|mute|disable|switch off|turn off|stop) (?:the )?(?:memory|remembering|(?:session )?summar(?:y|ies)|notes?(?: ?taking)?)\\b(?! (?:leak|limit|usage|alloc|error|profil|pool|barrier|release|file|field))|^\\W*memory off\\b|\\b(?:scrap|strike|wipe|erase|drop|delete) (?:that|this|it|what i|the last|my last|everything)\\b.{0,30} from memory\\W*$",
  ],
  [
    "hang |hold |hanging |holding ",
    `${NOT_EN}.{0,24}\\b(?:hang|hold|holding|hanging) on(?:to| to) (?:${THIS_EN}|what|my|anything)\\b`,
  ],
  [
    " away| down",
    `${NOT_EN}.{0,16}\\b(?:file|put|write|jot|squirrel|stash|tuck)(?: any)?(?: of)? ?${THIS_EN}?(?: (?:stuff|bit|part))? (?:away|down)(?: for later)?(?= *(?:$|[,;:]))|\\bno (?:writing|noting|jotting) (?:${THIS_EN} )?down\\b`,
  ],
  // None of it is worth keeping.
  [
    "nothing|none|not a|no part",
    `${NONE_EN}.{0,60}${NEEDED_EN}(?:remember|memori[sz])|${NONE_EN}.{0,12}\\b(?:here|this (?:session|chat|conversation)|today|i (?:say|said|tell))\\b.{0,30}${NEEDED_EN}(?:sav(?:e|ed|ing)|keep|keeping|kept|record(?:ed|ing)?)\\b`,
  ],
  ["记", "(?:没|无)有?[^，。；,;不]{0,6}(?:好|可|要|值得)记(?![录数时日])|不是[^，。；,;]{0,3}(?:给|让|叫|要)你记"],
  // A later session is not to know of it.
  [
    "session|chat|conversation|another time|next time|later|next you|tomorrow",
    `${NOT_EN}.{0,40}\\b(?:know|mention|bring|remind|reminded|leak|carry|come up|pop up|show up|surface|see|hear|remember|learn)\\b.{0,40}\\b(?:${LATER_EN}|again later)\\b`,
  ],
  [
    "session|chat|conversation|another time|next time|next you|tomorrow",
    `\\b${LATER_EN}\\b.{0,30}${NOT_EN}.{0,12}\\b(?:know|mention|bring|remind|remember|hear)\\b`,
  ],
  ["reminded", `${NOT_EN} (?:want|like|need)? ?(?:to )?be reminded of\\b`],
  [
    "throwaway",
    "\\b(?:everything|all|anything)(?: in here| in this chat| here)(?: is|'s)? (?:just |all |only )?throwaway\\b",
  ],
  [
    "当",
    "(?:就?当|权当|只当)(?:我|你|这|它|咱|啥|什么|从来|从)?[^，。；,;]{0,10}没(?:有)?(?:说|听|发生|看|提|讲|问|见|存在|来)",
  ],
  [
    "听|知道就",
    "听听(?:就好|就行|就算|算了|得了)|听(?:过|完)就(?:算|忘|完|行|好)|左耳进右耳出|过耳就忘|知道就(?:行|好)了?[，。,]?(?=.{0,6}(?:别|不要|不用)|$)",
  ],
  [
    "完|就忘",
    "(?:说|聊|用|看|写|发|回|改|做|问|弄|讲|答)完(?:了)?(?:以后|之后)?(?:你)?就?(?:请)?(?:把[^，。；]{0,10})?(?:忘|扔|翻篇|丢|抹|当没)|(?:过后|事后|转头|回头|完事)(?:你)?就?忘",
  ],
  ["忘", "忘(?:掉|了|记)(?:我|咱|你|这|刚|上面|前面)[^，。；]{0,10}(?:说|贴|发|讲|聊|提|段|句|话|事)"],
  [
    "烂|知|之间|门|传|声张|张扬|往外|到处|别人",
    "烂在肚子|(?:咱|我们|你我)[俩两]?(?:个人|个|人)?之间(?:说|讲|的)|你知我知|天知地知|咱们?[俩两]个?人?知道|我们[俩两]个?人?知道|(?:出了|出)(?:这个|这)门|别(?:外传|声张|张扬)|不(?:要|可)外传|(?:别|不要)(?:往外|到处|跟别人|和别人|对别人|告诉别人)",
  ],
  [
    "私下|悄悄|密",
    "私下(?:说|讲|聊|跟你|告诉)|悄悄(?:说|话|跟你|告诉)|(?:请|要|务必|麻烦)(?:你)?(?:替我|给我|帮我)?保(?:个)?密|保密(?:啊|哦|哈|一下)",
  ],
  [
    "本|档|底|存|带|脑|心|备忘|日记",
    `${NOT_ZH}[^，。；,;]{0,14}(?:小本|本子|档案|建档|入档|留底|留档|留存|存根|带走|带到(?:下|别)|带去下|进脑子|往心里|备忘|日记)`,
  ],
  ["无痕", "无痕(?:聊|谈|说|模式[，,]?我|对话|会话)|(?:走|开|用)(?:个|一下)?无痕"],
  ["脑|记性|印象|心里", "(?:从|在)?(?:你的?)?(?:脑子|脑海|记性|印象|心里)里?[^，。]{0,4}(?:抹|删|清|擦|忘)"],
  [
    "提|知道|看|翻|想起|出现",
    `(?:下次|下回|以后|今后|别的会话|其他会话|下个会话|之后)[^，。；,;]{0,10}${NOT_ZH}(?:再)?[^，。；,;]{0,4}(?:提起|提这|提那|再提|提了|知道这|让我看|翻出|翻旧|想起|出现[^，。]{0,10}(?:名|事))`,
  ],
  [
    "让|叫|再提",
    `${NOT_ZH}(?:让|叫)[^，。；,;]{0,4}(?:下次|下回|以后|别的会话|其他会话)[^，。；,;]{0,8}(?:知道|看到|提|想起)|(?:谁也|都)?别再提(?:这|那|它|起|了|$)`,
  ],
  ["记", `${NOT_ZH}(?:替我|帮我|给我|再)?(?:记着|记挂|惦记|记在心|记在账|被记|记我|记上|记本)`],
  [
    "记忆",
    "记忆(?:功能)?(?:先|就|给我)?(?:停|关|歇)|(?:停|关|歇)(?:掉|了|一下)?(?:你的|长期)?记忆(?!体|化|卡|棒)|别(?:动|开|用)(?:你的)?记忆(?!体|化)",
  ],
  [
    "不算数|气话|牢骚|吐槽|当真",
    "(?:说|聊|讲)的(?:都|这些)?不算数|(?:气话|牢骚|吐槽)[^，。]{0,8}(?:别当真|不算数|听听|别往)|别当真也别",
  ],
];

/** More than a person says of such a thing in one sentence; longer ones are pasted. Characters. */
const SENTENCE_MAX = 200;
const SENTENCE = /[^。！？!?；;\n.]+(?:\.(?=\S)[^。！？!?；;\n.]+)*/g;

/** Whether one of a prompt's sentences may wish that something be not kept. Quoted words are somebody else's. */
export function mayWish(said: string): boolean {
  const own = said.toLowerCase().replace(/[’‘]/g, "'").replace(/[“"「『`][^”"」』`\n]*[”"」』`]/g, " ");
  const meant = SHAPES.filter(([hints]) => holdsAny(own, hints.split("|")));
  if (meant.length === 0) return false;
  const sentences = (own.match(SENTENCE) ?? []).map((each) => each.trim()).filter(({ length }) =>
    length <= SENTENCE_MAX
  );
  return meant.some(([, pattern]) => {
    const shape = new RegExp(pattern);
    return sentences.some((each) => shape.test(each));
  });
}
