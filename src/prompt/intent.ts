/**
 * What a prompt is about, whether it calls for recall, and whether what it says is worth saving (v1 §5). v1's algorithm
 * in its order: exclusion, strong, weak, fallback; where its tables of examples (§5.1.1, §5.4) say something else of a
 * prompt, the tables win. Some rows of them are missed by v1's own words; words added for them say so.
 *
 * @module
 */
import { type CommandAction, findCommand, type UserCommand } from "./command.ts";
import { rarePattern } from "../rare_pattern.ts";
import type { Language } from "../sentence.ts";

/** v1's object (§5.1.3), word for word; `action` and `argument` only with a command of the user. */
export interface Intent {
  readonly intent_type: IntentType;
  /** 0–1. */
  readonly confidence: number;
  readonly should_retrieve: boolean;
  readonly should_save: boolean;
  readonly signals_found: readonly string[];
  readonly reason: string;
  readonly action?: CommandAction;
  readonly argument?: string;
}

/** What is known besides the prompt. */
export interface IntentContext {
  /** Whether the session is new; v1 assumes it is. */
  readonly newSession?: boolean;
  /** More words per category (`intent.signals.CATEGORY`). */
  readonly more?: Partial<Signals>;
  /** The command in it, where that is known already. */
  readonly command?: UserCommand | "none";
  /** The language of `reason`. */
  readonly language?: Language;
}

const STRONG: readonly StrongCategory[] = ["continuation", "preference", "project"];

const REASONS: Readonly<Record<Language, Readonly<Record<Reason, string>>>> = {
  en: {
    command: "a command of the user",
    exclude: "a signal of a new topic",
    strong: "a strong signal",
    weak: "a weak signal",
    none: "no clear signal",
    social: "social or empty",
    unrelated: "has nothing to do with the work",
    taste: "a matter of the user's preference",
    stated: "states a decision or a setting of the project",
    public: "general knowledge",
  },
  zh: {
    command: "用户命令",
    exclude: "检测到新话题信号",
    strong: "检测到强信号",
    weak: "检测到弱信号",
    none: "无明显信号",
    social: "寒暄或空内容",
    unrelated: "与工作无关",
    taste: "取决于用户偏好",
    stated: "陈述了项目的决策或配置",
    public: "通用知识",
  },
};
const MARKS = { en: [": ", " (", ")"], zh: ["：", "（", "）"] } as const;
const SESSION = { en: ["running session", "new session"], zh: ["旧会话", "新会话"] } as const;

/** The intent of a prompt. */
export function identifyIntent(prompt: string, context: IntentContext = {}): Intent {
  const { newSession = true, more = {}, language = "en", command = findCommand(prompt) ?? "none" } = context;
  const judged = command === "none" ? judge(prompt, newSession, more) : ofCommand(command);
  const [colon, open, close] = MARKS[language];
  const signal = judged.signals[0] ? `${colon}${judged.signals[0]}` : "";
  const session = judged.reason === "weak" || judged.reason === "none"
    ? `${open}${SESSION[language][newSession ? 1 : 0]}${close}`
    : "";
  return {
    intent_type: judged.type,
    confidence: judged.confidence,
    should_retrieve: judged.retrieve,
    should_save: judged.save,
    signals_found: judged.signals,
    reason: `${REASONS[language][judged.reason]}${signal}${session}`,
    ...(judged.action ? { action: judged.action } : {}),
    ...(judged.argument ? { argument: judged.argument } : {}),
  };
}

function judge(prompt: string, newSession: boolean, more: Partial<Signals>): Verdict {
  const normalised = normalise(prompt);
  const words = (category: SignalCategory) => [...SIGNALS[category], ...(more[category] ?? [])];
  const find = (category: SignalCategory) => foundIn(normalised, words(category));
  const excluded = openingWith(normalised, words("exclude"));
  if (excluded.length > 0) {
    const silent = { retrieve: false, save: false };
    return { type: "new_topic", confidence: CERTAIN, ...silent, signals: excluded, reason: "exclude" };
  }

  for (const type of STRONG) {
    const signals = find(type);
    if (signals.length === 0) continue;
    const save = type !== "continuation";
    return { type, confidence: CERTAIN, retrieve: true, save, signals, reason: "strong" };
  }
  const ofTables = verdictOfTables(prompt);
  if (ofTables) return ofTables;

  const weak = [...find("task"), ...find("query")];
  if (weak.length > 0) {
    const save = !isDebugging(prompt);
    return { type: "task", confidence: LIKELY, retrieve: newSession, save, signals: weak, reason: "weak" };
  }
  return { type: "unknown", confidence: UNSURE, retrieve: newSession, save: false, signals: [], reason: "none" };
}

function ofCommand({ action, argument, sentence }: UserCommand): Verdict {
  return {
    type: "command",
    confidence: CERTAIN,
    retrieve: action === "search" || action === "show_today",
    save: action === "save",
    signals: [sentence],
    reason: "command",
    action,
    ...(argument ? { argument } : {}),
  };
}

/** A strong signal of v1's: earlier work, a preference, the project. No general knowledge, however it is asked for. */
export const STRONG_TYPES: ReadonlySet<IntentType> = new Set(["continuation", "preference", "project"]);
const KNOWLEDGE = rarePattern(
  [
    ...["什么是", "解释", "区别", "原理", "优缺点", "关系", "哪个好", "是怎么实现的", "怎么理解", "英文", "用英语"],
    ...["what", "how ", "compare", "explain", "in simple words"],
  ],
  () =>
    /^(?:什么是|解释(?:一下)?)|^explain\b|^what(?:['’]?s| is| are) (?!(?:the|this|that|these|those|our|my|its?)\b)(?:an? )?[\w-]+(?: [\w-]+)?\s*\??$|^(?:what(?:['’]?s| is| are) the (?:difference|relation)|how (?:does|do) (?:an? |(?!(?:this|that|these|those) )(?:\w+ ){1,3}(?:works?|compare)\b)|what (?:does|do) (?!(?:this|that|these|those|it)\b)(?:the )?[\w/ -]{1,40} (?:stand for|mean|do)\??$|compare\b)|(?:的|有什么|有啥)(?:区别|原理|优缺点)|(?:和|跟|与).{1,20}(?:是什么关系|的关系|哪个好)|是怎么实现的|怎么理解|英文|用英语|in simple words/iu,
);
const OF_OURS = rarePattern(
  ["我们", "咱们", "公司", "团队", "we", "our", "us"],
  () => /\b(?:we|our|ours|us)\b|我们|咱们|公司|团队/i,
);
/** Whether a prompt says "we" or "our". */
export function speaksOfUs(prompt: string): boolean {
  return OF_OURS.test(prompt);
}

/** Whether a prompt asks what anybody could tell, with nothing of the person's own in it. */
export function asksGeneralKnowledge(prompt: string, { intent_type }: Pick<Intent, "intent_type">): boolean {
  if (STRONG_TYPES.has(intent_type) || speaksOfUs(prompt)) return false;
  return intent_type === "independent" || clausesOf(prompt).some((each) => KNOWLEDGE.test(each));
}

/** What a prompt is about (v1 §5.1). */
type IntentType = StrongCategory | "task" | "independent" | "new_topic" | "unknown" | "command";

/** Which rule decided. */
type Reason =
  | "command"
  | "exclude"
  | "strong"
  | "weak"
  | "none"
  | "social"
  | "unrelated"
  | "taste"
  | "stated"
  | "public";

/** The intent of a prompt, and why. */
interface Verdict {
  readonly type: IntentType;
  readonly confidence: number;
  readonly retrieve: boolean;
  readonly save: boolean;
  readonly signals: readonly string[];
  readonly reason: Reason;
  readonly action?: CommandAction;
  readonly argument?: string;
}

/** The highest of v1's three levels of confidence (§5.1.3): the prompt says so itself. */
const CERTAIN = 0.9;
/** The middle one. */
const LIKELY = 0.6;
/** The lowest one. */
const UNSURE = 0.5;

/** Table 5.4: debugging is not saved. */
const DEBUGGING = rarePattern(
  [
    ...["报错", "错误", "异常", "失败", "崩溃", "排查", "调试"],
    ...["bug", "error", "exception", "trace", "crash", "fail"],
  ],
  () =>
    /报错|错误|异常|失败|崩溃|排查|调试|bug|\b(?:errors?|exceptions?|traceback|stack ?trace|crash(?:es|ed|ing)?|fail(?:s|ed|ing|ure)?|debug(?:ging)?)\b/iu,
);
/** Table 5.1.1, 无关问题: "今天天气怎么样". */
const UNRELATED = rarePattern(
  ["天气", "笑话", "星座", "彩票", "股价", "吃什么", "weather", "joke", "horoscope", "lottery"],
  () => /天气|笑话|星座|彩票|股价|吃什么|(?:^|\s)(?:weather|joke|horoscope|lottery)\b/iu,
);
/** Table 5.1.1, 编码偏好: "帮我写个函数" asks for plain code, so the user's style decides. */
const CODE_FOR_ME = rarePattern(
  ["帮我写", "help me write"],
  () =>
    /帮我写[一]?(?:个|段|下)?[^，。,.!?！？\n]{0,8}(?:函数|方法|代码|脚本)$|\bhelp me write (?:a|an|some) (?:\w+ )?(?:function|method|code|script)$/iu,
);
/** Table 5.1.1, 工具偏好: "我想用什么框架". */
const WHICH_TOOL = rarePattern(
  [
    ...["框架", "工具", "库", "语言", "编辑器", "包管理器"],
    ...["framework", "tool", "library", "language", "editor", "database", "package manager"],
  ],
  () =>
    /(?:用|选|选择|采用)(?:什么|哪个|哪种|哪款|啥)\S{0,4}(?:框架|工具|库|语言|编辑器|数据库|包管理器)|\b(?:which|what) (?:\w+ )?(?:framework|tool|library|language|editor|database|package manager) (?:do|should|would) (?:i|we)\b/iu,
);
/** Table 5.4, 重要决策: "我们决定使用 FastAPI". */
const DECISION = rarePattern(
  [
    ...["决定", "确定", "商定", "约定", "选定", "选择", "统一", "改用"],
    ...["decided", "agreed", "chose", "settled", "standardi", "let's"],
  ],
  () =>
    /(?:我们?|团队|最终|最后|已经?)(?:决定|确定|商定|约定|选定|选择了?|统一(?:用|使用|采用)|改用)|^(?:决定|约定|统一(?:用|使用|采用))|\bwe(?:'ve| have)? (?:decided|agreed|chose|settled|standardi[sz]ed)\b|\blet's (?:use|go with|stick (?:to|with))\b/iu,
);
/** Table 5.4, 项目配置: "API 前缀是 /api/v2". */
const CONFIGURATION = rarePattern(
  [
    ...["前缀", "端口", "地址", "域名", "路径", "版本", "分支", "密钥名", "环境变量", "编码", "缩进", "格式"],
    ...["prefix", "port", "url", "endpoint", "host", "domain", "version", "branch", "indentation", "encoding"],
  ],
  () =>
    /(?:前缀|端口号?|地址|域名|路径|版本号?|分支|密钥名|环境变量|编码|缩进|格式)(?:号)?(?:统一)?(?:是|为|用|设为|改为|改成|[:：=])\s*(?!什么|多少|哪|啥|否|不是)[^\s?？]+[^?？吗呢]*$|(?<!what )(?<!which )\b(?:prefix|port|url|endpoint|host|domain|version|branch|indentation|encoding) (?:is|=|should be|must be) [^\s?]+[^?]*$/iu,
);
/** Table 5.1.1, 通用知识 and 语法查询: "Python 怎么读文件", "async/await 用法". */
const GENERAL_QUESTION = rarePattern(
  [
    ...["怎么", "如何", "怎样", "用法", "语法", "什么", "区别"],
    ...["how ", "what", "syntax", "usage", "difference between"],
  ],
  () =>
    /怎么|如何|怎样|用法|语法|什么是|是什么|什么意思|有什么区别|的区别|\bhow (?:to|do i|do you|does|can i)\b|\bwhat(?:'s| is| are)\b|\bsyntax\b|\busage\b|\bdifference between\b/iu,
);
const PUBLIC_SUBJECT = () =>
  /\b(?:python|javascript|typescript|java|kotlin|swift|golang|go|rust|c\+\+|c#|php|ruby|scala|perl|lua|sql|bash|shell|css|html|regex|json|yaml|async|await|promise|closure|generics?|git|linux|http|tcp)\b|(?:正则|闭包|泛型|协程|装饰器|迭代器|生成器|递归|冒泡排序|快速排序|二分查找)/iu;
const OF_HERE = () =>
  /我们|咱们|项目|这个|那个|这里|这段|这些|本地|仓库|我的|\b(?:our|my|this|that|these|here|we|repo|repository|project|codebase)\b|[\w-]+\.(?:ts|js|py|go|rs|java|json|md|toml|ya?ml|tsx|jsx|vue|css|html)\b|\w+\/\w+\//iu;

/** Whether a text names the project, or something of it: a file, "our", "this". */
export function namesHere(text: string): boolean {
  return OF_HERE().test(text);
}

/** Projects have to do with the weather too: "天气用的哪家接口" is no small talk. */
const BUILT = () =>
  /接口|服务|模块|组件|页面|功能|缓存|数据|\b(?:api|sdk|data|feed|service|widget|component|endpoint|provider|cache|job|table|model)s?\b/iu;

/** What the tables say of each kind of prompt. */
const ROWS = {
  social: { type: "independent", confidence: CERTAIN, retrieve: false, save: false },
  unrelated: { type: "new_topic", confidence: CERTAIN, retrieve: false, save: false },
  taste: { type: "preference", confidence: LIKELY, retrieve: true, save: true },
  stated: { type: "project", confidence: CERTAIN, retrieve: true, save: true },
  public: { type: "independent", confidence: CERTAIN, retrieve: false, save: false },
} as const;

function verdict(reason: keyof typeof ROWS, ...signals: readonly string[]): Verdict {
  return { ...ROWS[reason], signals, reason };
}

/** The verdict of the row that fits a prompt; undefined when none does, and the words decide. */
export function verdictOfTables(prompt: string): Verdict | undefined {
  const text = prompt.trim().replace(/[\s.。!！]+$/, "");
  if (isSocial(text)) return verdict("social");
  const unrelated = UNRELATED.find(text)?.trim();
  const isSmallTalk = unrelated !== undefined && !OF_HERE().test(text) && !BUILT().test(text);
  if (isSmallTalk) return verdict("unrelated", unrelated);
  const preference = CODE_FOR_ME.find(text) ?? WHICH_TOOL.find(text);
  if (preference) return verdict("taste", preference);
  if (isDebugging(text)) return undefined;
  const stated = DECISION.find(text) ?? CONFIGURATION.find(text);
  if (stated) return verdict("stated", stated);
  const subject = GENERAL_QUESTION.test(text) ? PUBLIC_SUBJECT().exec(text)?.[0] : undefined;
  const isGeneral = subject !== undefined && !OF_HERE().test(text);
  return isGeneral ? verdict("public", subject) : undefined;
}

/** Whether a prompt tells of a failure that is being looked into. */
function isDebugging(prompt: string): boolean {
  return DEBUGGING.test(prompt);
}

/** Strong: a prompt that holds one is about this. */
type StrongCategory = "continuation" | "preference" | "project";
/** Weak: only a hint. */
type WeakCategory = "task" | "query";
/** The categories to which a setting `intent.signals.CATEGORY` may add words. */
type SignalCategory = StrongCategory | WeakCategory | "exclude";

/** Words by category. */
type Signals = Readonly<Record<SignalCategory, readonly string[]>>;

/** v1's words, and those added. */
export const SIGNALS: Signals = {
  // v1 has 另外, 顺便问一下 and "by the way" too, which go on with the matter more often than they leave it.
  exclude: [
    ...["换个话题", "换一个话题", "换话题", "新话题", "新问题", "另一个问题", "问个别的", "说点别的"],
    ...["change topic", "change of topic", "change the topic", "new topic", "new question", "different topic"],
    ...["different question", "unrelated question", "on another note"],
  ],
  continuation: [
    ...["继续", "接着", "上次", "之前", "昨天", "刚才", "我们讨论过", "你记得", "还记得", "提到过", "说过"],
    ...["continue", "last time", "yesterday", "before", "remember", "we discussed", "you mentioned", "as I said"],
    // Table 5.1.1, 任务延续: "接着做那个功能".
    ...["last session", "where we left off", "go on with", "carry on with"],
  ],
  preference: [
    ...["我喜欢", "我习惯", "我通常", "按照我的风格", "我偏好", "我一般", "我的习惯是"],
    ...["I prefer", "I usually", "my style"],
    // Table 5.1.1, 风格偏好: "按我的习惯来".
    ...["我的习惯", "我的风格", "我的偏好", "my preference", "my preferences", "my usual", "my way"],
    ...["my habit", "my habits", "I'm used to", "I am used to", "I like"],
  ],
  project: [
    ...["这个项目", "我们的", "当前项目", "当前", "这里的", "项目里", "代码库", "我们的代码"],
    ...["this project", "our codebase", "in our"],
    // Table 5.1.1, 架构决策 and 代码约定: "我们的技术栈", "命名规范是什么".
    ...["技术栈", "命名规范", "代码规范", "编码规范", "代码约定", "项目结构"],
    ...["our project", "our tech stack", "naming convention", "naming conventions", "coding conventions"],
  ],
  task: [
    ...["帮我写", "帮我实现", "生成一个", "创建一个", "写一个", "实现一下", "做一个"],
    ...["help me", "create", "implement", "write"],
  ],
  query: ["怎么", "如何", "什么是", "为什么", "how to", "what is", "why"],
};

/**
 * The signals of one category that a prompt holds, in the order of the list; case does not matter.
 *
 * @param prompt normalised
 */
function foundIn(prompt: string, signals: readonly string[]): string[] {
  return [...new Set(signals)].filter((signal) => holds(prompt, signal.toLowerCase()));
}

/** One spelling for what people type in several: case, full-width letters, curly apostrophes, runs of spaces. */
function normalise(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[’‘`´]/g, "'").replace(/\s+/g, " ");
}

/**
 * The signals that begin a clause of a prompt and are not a part of its sentence: "换个话题，…" and not
 * "换个话题的按钮".
 *
 * @param prompt normalised
 */
function openingWith(prompt: string, signals: readonly string[]): string[] {
  const words = [...new Set(signals)].filter((signal) => signal !== "" && prompt.includes(signal.toLowerCase()));
  // Most prompts hold none, and the patterns are slow to compile.
  if (words.length === 0) return words;
  const clauses = clausesOf(prompt).map((clause) => clause.trimStart().replace(LEADING_IN, ""));
  return words.filter((signal) => {
    const word = signal.toLowerCase();
    return clauses.some((clause) => clause.startsWith(word) && ENDS_HERE.test(clause.slice(word.length)));
  });
}

const LEADING_IN =
  /^(?:(?:ok|okay|well|now|so|and|an?|one|i have an?|let's|let us|on to an?)[\s,]+|(?:这是|还?有个?|再|来|我们?|咱们|想|要|好了?|那|嗯|一个)[\s,，]*)*/u;
/** A sign, a blank, the end, or what one says before coming to the point. */
const ENDS_HERE = /^(?:$|[\s\p{P}]|(?:吧|啦|了|来了|啊|哈)(?:$|[\s\p{P}])|(?:聊|说|问))/u;

function holds(prompt: string, signal: string): boolean {
  if (signal === "") return false;
  for (let at = prompt.indexOf(signal); at >= 0; at = prompt.indexOf(signal, at + 1)) {
    if (!joins(prompt, at - 1, at) && !joins(prompt, at + signal.length - 1, at + signal.length)) return true;
  }
  return false;
}

// Scripts with spaces between words. In others, as in Chinese, a signal may be anywhere.
const SPACED =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{N}_]/u;

/** Whether neighbouring characters belong to one word: "write" is not in "rewrite", "write_file" or "write-ahead". */
function joins(text: string, left: number, right: number): boolean {
  const [a, b] = [text[left], text[right]];
  if (a === undefined || b === undefined) return false;
  if (SPACED.test(a) && SPACED.test(b)) return true;
  if (b === "-") return SPACED.test(a) && SPACED.test(text[right + 1] ?? "");
  return a === "-" && SPACED.test(b) && SPACED.test(text[left - 1] ?? "");
}

/** Spares nearly every text the question what is a letter in any script, which takes ten times as long to compile. */
const COMMON_LETTER = /[a-z0-9\u4e00-\u9fff]/;
/** The repetition in the pattern would be slow on a long text that almost matches. Characters. */
const SOCIAL_MAX_LENGTH = 60;
/** Also the alternatives of the pattern. */
const SOCIAL_WORDS = [
  "你好|您好|嗨|哈喽|早上好|下午好|晚上好|早安|晚安|谢谢你|谢谢|多谢|辛苦|感谢|好|可以|行|嗯|是|对|不是",
  "没问题|收到|明白|知道|不错|很好|太棒|厉害|哈|再见|拜拜|在吗|在么|在不在|你是谁|你会什么|你能做什么",
  "hi|hello|hey|yo|good morning|good afternoon|good evening|good night|good job|good|thanks a lot",
  "thanks so much|thanks|thank a lot|thank so much|thank you very much|thank you so much|thank you|thank",
  "thx|okay|ok|yes|yeah|yep|no|nope|sure|great|nice|cool|perfect|awesome|well done|got it|i see|sounds good",
  "lgtm|bye|goodbye|see you|how are you|how is it going|how's it going|what's up|who are you|what can you do",
].join("|");
const social = () =>
  new RegExp(
    `^(?:(?:${SOCIAL_WORDS})(?:[啊呀哦呢吧啦了的]{1,2}|\\s+(?:there|all|again))?(?![a-z])[\\s\\p{P}\\p{S}]*)+$`,
    "u",
  );

/** Whether a prompt is only a greeting, thanks, a bare yes, or nothing at all: LingXi's reason to be silent. */
export function isSocial(prompt: string): boolean {
  const text = prompt.trim().toLowerCase();
  if (!COMMON_LETTER.test(text) && !/[\p{L}\p{N}]/u.test(text)) return true;
  if (text.length > SOCIAL_MAX_LENGTH) return false;
  return SOCIAL_WORDS.split("|").some((word) => text.startsWith(word)) && social().test(text);
}

const ENDS = /[.!?:;,](?=\s)|[。！？：；，\n]/g;
const POLITELY =
  /^(?:(?:please|now|so|ok|okay|(?:can|could|would) you(?: please)?|let's|tell me|remind me)\s+|请问|请|麻烦你?|帮我|帮忙|告诉我|那么?|\s+)*/i;

/** A log or a table has hundreds; who asks has come to it by then. */
const CLAUSES_MAX = 12;

/** The prompt from the beginning of each of its clauses on, without words of politeness before it. */
export function clausesOf(prompt: string): string[] {
  const clauses = [prompt];
  ENDS.lastIndex = 0;
  for (let end = ENDS.exec(prompt); end && clauses.length < CLAUSES_MAX; end = ENDS.exec(prompt)) {
    clauses.push(prompt.slice(end.index + 1));
  }
  return clauses.map((clause) => clause.replace(POLITELY, "")).filter((clause) => clause !== "");
}
