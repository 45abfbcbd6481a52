/**
 * What a prompt is about, whether it calls for recall, and whether what it says is worth saving (v1 §5). v1's algorithm
 * in its order: exclusion, strong, weak, fallback; where its example tables say something else of a prompt, the tables
 * win, and the rules for that stand where they take effect.
 *
 * @module
 */
import { type CommandAction, findCommand } from "./commands.ts";
import { rarePattern } from "../rare_pattern.ts";
import type { Language } from "../sentence.ts";
import { foundIn, normalise, type SignalCategory, SIGNALS, type Signals, type StrongCategory } from "./signals.ts";

export type IntentType = StrongCategory | "task" | "independent" | "new_topic" | "unknown" | "command";

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

export interface IntentContext {
  /** Whether the session is new; v1 assumes it is. */
  readonly newSession?: boolean;
  /** More words per category (`intent.signals.CATEGORY`). */
  readonly more?: Partial<Signals>;
  /** The language of `reason`. */
  readonly language?: Language;
}

const CERTAIN = 0.9;
const LIKELY = 0.6;
const UNSURE = 0.5;
const STRONG: readonly StrongCategory[] = ["continuation", "preference", "project"];

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
  const { newSession = true, more = {}, language = "en" } = context;
  const judged = judge(prompt, newSession, more);
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

interface Judged {
  readonly type: IntentType;
  readonly confidence: number;
  readonly retrieve: boolean;
  readonly save: boolean;
  readonly signals: readonly string[];
  readonly reason: Reason;
  readonly action?: CommandAction;
  readonly argument?: string;
}

function judge(prompt: string, newSession: boolean, more: Partial<Signals>): Judged {
  const command = findCommand(prompt);
  if (command) {
    const { action, argument } = command;
    const reads = action === "search" || action === "show_today";
    const judged = verdict("command", CERTAIN, reads, action === "save", [command.sentence], "command");
    return { ...judged, action, ...(argument ? { argument } : {}) };
  }
  const normalised = normalise(prompt);
  const find = (category: SignalCategory) => foundIn(normalised, [...SIGNALS[category], ...(more[category] ?? [])]);
  const excluded = find("exclude");
  if (excluded.length > 0) return verdict("new_topic", CERTAIN, false, false, excluded, "exclude");

  for (const category of STRONG) {
    const signals = find(category);
    if (signals.length > 0) return verdict(category, CERTAIN, true, category !== "continuation", signals, "strong");
  }
  const row = ofTable(prompt);
  if (row) return row;

  const weak = [...find("task"), ...find("query")];
  // Table 5.4: debugging is not saved.
  if (weak.length > 0) return verdict("task", LIKELY, newSession, !DEBUGGING.test(prompt), weak, "weak");
  return verdict("unknown", UNSURE, newSession, false, [], "none");
}

/** Whether a prompt is only a greeting, thanks, a bare yes, or nothing at all: LingXi's reason to be silent. */
export function isSocial(prompt: string): boolean {
  const text = prompt.trim().toLowerCase();
  if (!COMMON_LETTER.test(text) && !/[\p{L}\p{N}]/u.test(text)) return true;
  // Short texts only: the repetition in the pattern would be slow on a long one that almost matches.
  return text.length <= SOCIAL_MAX_LENGTH && SOCIAL_WORDS.some((word) => text.startsWith(word)) && social().test(text);
}

/** Spares nearly every text the question what is a letter in any script, which takes ten times as long to compile. */
const COMMON_LETTER = /[a-z0-9\u4e00-\u9fff]/;
const SOCIAL_MAX_LENGTH = 60;
const SOCIAL_WORDS = [
  ...[
    "你好",
    "您好",
    "嗨",
    "哈喽",
    "早上好",
    "下午好",
    "晚上好",
    "早安",
    "晚安",
    "谢谢你",
    "谢谢",
    "多谢",
    "辛苦",
    "感谢",
  ],
  ...[
    "好",
    "可以",
    "行",
    "嗯",
    "是",
    "对",
    "不是",
    "没问题",
    "收到",
    "明白",
    "知道",
    "不错",
    "很好",
    "太棒",
    "厉害",
    "哈",
    "再见",
    "拜拜",
  ],
  ...["hi", "hello", "hey", "yo", "good morning", "good afternoon", "good evening", "good night", "good job", "good"],
  ...[
    "thanks a lot",
    "thanks so much",
    "thanks",
    "thank a lot",
    "thank so much",
    "thank you very much",
    "thank you so much",
  ],
  ...["thank you", "thank", "thx", "okay", "ok", "yes", "yeah", "yep", "no", "nope", "sure", "great", "nice", "cool"],
  ...["perfect", "awesome", "well done", "got it", "i see", "sounds good", "lgtm", "bye", "goodbye", "see you"],
];
const social = () =>
  new RegExp(
    `^(?:(?:${
      SOCIAL_WORDS.join("|")
    })(?:[啊呀哦呢吧啦了的]{1,2}|\\s+(?:there|all|again))?(?![a-z])[\\s\\p{P}\\p{S}]*)+$`,
    "u",
  );

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

/** Projects have to do with the weather too: "天气用的哪家接口" is no small talk. */
const BUILT = () =>
  /接口|服务|模块|组件|页面|功能|缓存|数据|\b(?:api|sdk|data|feed|service|widget|component|endpoint|provider|cache|job|table|model)s?\b/iu;

/** What the rows of the tables in §5.1.1 and §5.4 say where the words alone would not. */
function ofTable(prompt: string): Judged | undefined {
  const text = prompt.trim().replace(/[\s.。!！]+$/, "");
  if (isSocial(text)) return verdict("independent", CERTAIN, false, false, [], "social");
  const unrelated = UNRELATED.find(text)?.trim();
  const isSmallTalk = unrelated !== undefined && !OF_HERE().test(text) && !BUILT().test(text);
  if (isSmallTalk) return verdict("new_topic", CERTAIN, false, false, [unrelated], "unrelated");
  const preference = CODE_FOR_ME.find(text) ?? WHICH_TOOL.find(text);
  if (preference) return verdict("preference", LIKELY, true, true, [preference], "taste");
  if (DEBUGGING.test(text)) return undefined;
  const stated = DECISION.find(text) ?? CONFIGURATION.find(text);
  if (stated) return verdict("project", CERTAIN, true, true, [stated], "stated");
  const subject = GENERAL_QUESTION.test(text) ? PUBLIC_SUBJECT().exec(text)?.[0] : undefined;
  const isGeneral = subject !== undefined && !OF_HERE().test(text);
  return isGeneral ? verdict("independent", CERTAIN, false, false, [subject], "public") : undefined;
}

function verdict(
  type: IntentType,
  confidence: number,
  retrieve: boolean,
  save: boolean,
  signals: readonly string[],
  reason: Reason,
): Judged {
  return { type, confidence, retrieve, save, signals, reason };
}
