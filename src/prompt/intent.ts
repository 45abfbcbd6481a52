/**
 * In: a prompt. Out: v1's report of its topic (§5), which `memory intent` prints; `intent_type` alone steers recall.
 * The order is v1's: exclusion, strong, weak, fallback; where v1's tables of examples contradict it, the tables win.
 */
import { foldHan, HAN } from "../text/script.ts";
import { type CommandAction, findCommand, type UserCommand } from "./command.ts";
import type { Language } from "../sentence.ts";
import { sign, signWords } from "./signs.ts";

/** v1's object (§5.1.3), word for word; `action` and `argument` only for a command. */
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
  readonly more?: Signals;
  /** The command in the prompt; absent: to be found. */
  readonly command?: UserCommand | "none";
  readonly language?: Language;
}

const STRONG = ["continuation", "preference", "project"] as const;
/** v1's strong signals: earlier work, a preference, the project. Such a prompt never asks for general knowledge. */
export const STRONG_TYPES: ReadonlySet<IntentType> = new Set(STRONG);

/** v1's three levels of confidence (§5.1.3). */
const CERTAIN = 0.9;
const LIKELY = 0.6;
const UNSURE = 0.5;

const SILENT = { confidence: CERTAIN, should_retrieve: false, should_save: false } as const;
const TOLD = { confidence: CERTAIN, should_retrieve: true, should_save: true } as const;
const GUESSED = { ...TOLD, confidence: LIKELY } as const;

/** The verdict of each rule; `verdict` adds the fields that depend on the prompt. */
const RULES = {
  command: { intent_type: "command", ...SILENT, en: "a command of the user", zh: "用户命令" },
  exclude: { intent_type: "new_topic", ...SILENT, en: "a signal of a new topic", zh: "检测到新话题信号" },
  strong: { intent_type: "project", ...TOLD, en: "a strong signal", zh: "检测到强信号" },
  weak: { intent_type: "task", ...SILENT, confidence: LIKELY, en: "a weak signal", zh: "检测到弱信号" },
  none: { intent_type: "unknown", ...SILENT, confidence: UNSURE, en: "no clear signal", zh: "无明显信号" },
  social: { intent_type: "independent", ...SILENT, en: "social or empty", zh: "寒暄或空内容" },
  unrelated: { intent_type: "new_topic", ...SILENT, en: "has nothing to do with the work", zh: "与工作无关" },
  taste: { intent_type: "preference", ...GUESSED, en: "a matter of the user's preference", zh: "取决于用户偏好" },
  stated: {
    intent_type: "project",
    ...TOLD,
    en: "states a decision or a setting of the project",
    zh: "陈述了项目的决策或配置",
  },
  public: { intent_type: "independent", ...SILENT, en: "general knowledge", zh: "通用知识" },
} as const;
const MARKS = { en: [": ", " (", ")"], zh: ["：", "（", "）"] } as const;
const SESSION = { en: ["running session", "new session"], zh: ["旧会话", "新会话"] } as const;

/** An intent with the name of its rule as the reason. */
type Verdict = Omit<Intent, "reason"> & { readonly reason: keyof typeof RULES };

function verdict(
  reason: keyof typeof RULES,
  signals: readonly string[],
  besides: Partial<Pick<Intent, "intent_type" | "should_retrieve" | "should_save">> = {},
): Verdict {
  const { intent_type, confidence, should_retrieve, should_save } = RULES[reason];
  return { intent_type, confidence, should_retrieve, should_save, ...besides, signals_found: signals, reason };
}

/** The intent of a prompt. */
export function identifyIntent(prompt: string, context: IntentContext = {}): Intent {
  const { newSession = true, more = {}, language = "en", command = findCommand(prompt) ?? "none" } = context;
  const judged = command === "none" ? judge(prompt, newSession, more) : ofCommand(command);
  const { reason, signals_found: [first] } = judged;
  const [colon, open, close] = MARKS[language];
  const signal = first ? `${colon}${first}` : "";
  const isOfSession = reason === "weak" || reason === "none";
  const session = isOfSession ? `${open}${SESSION[language][newSession ? 1 : 0]}${close}` : "";
  return { ...judged, reason: `${RULES[reason][language]}${signal}${session}` };
}

function judge(prompt: string, newSession: boolean, more: Signals): Verdict {
  const normalised = normalise(prompt);
  const words = (category: SignalCategory) =>
    [...new Set([...signWords(category), ...(more[category] ?? [])])].filter((word) => word !== "");
  // In the order of the list; case does not matter.
  const find = (category: SignalCategory) => words(category).filter((word) => holds(normalised, word.toLowerCase()));
  const excluded = openingWith(normalised, words("exclude"));
  if (excluded.length > 0) return verdict("exclude", excluded);
  const kept = KEPT_BY_PROGRAM.find(prompt);
  for (const type of STRONG) {
    const signals = find(type).filter((signal) => kept === undefined || signal !== "remember");
    if (signals.length > 0) {
      return verdict("strong", signals, { intent_type: type, should_save: type !== "continuation" });
    }
  }
  const ofTables = verdictOfTables(prompt);
  if (ofTables) return ofTables;
  const weak = [...find("task"), ...find("query"), ...kept === undefined ? [] : [kept]];
  if (weak.length === 0) return verdict("none", [], { should_retrieve: newSession });
  return verdict("weak", weak, { should_retrieve: newSession, should_save: !DEBUGGING.test(prompt) });
}

function ofCommand({ action, argument, sentence }: UserCommand): Verdict {
  const should_retrieve = action === "search" || action === "show_today";
  return {
    ...verdict("command", [sentence], { should_retrieve, should_save: action === "save" }),
    action,
    ...argument && { argument },
  };
}

const KNOWLEDGE = sign("knowledge");
const OF_PRODUCT = sign("knowledge of a product");
/** "We", "our". */
const OF_US = sign("of us");

/** Whether a prompt asks for general knowledge, and for nothing of the person's own. */
export function asksGeneralKnowledge(prompt: string, { intent_type }: Pick<Intent, "intent_type">): boolean {
  if (STRONG_TYPES.has(intent_type) || OF_US.test(prompt)) return false;
  return intent_type === "independent" ||
    clausesOf(prompt).some((each) => KNOWLEDGE.test(each) || OF_PRODUCT.test(each));
}

/** The topic of a prompt (v1 §5.1). */
type IntentType = typeof STRONG[number] | "task" | "independent" | "new_topic" | "unknown" | "command";

/** The person is looking into a failure. */
const DEBUGGING = sign("debugging");
const KEPT_BY_PROGRAM = sign("remember in a program");
const UNRELATED = sign("unrelated");
const CODE_FOR_ME = sign("code for me");
const WHICH_TOOL = sign("which tool");
const DECISION = sign("decision");
const CONFIGURATION = sign("configuration");
const GENERAL_QUESTION = sign("general question");
const PUBLIC_SUBJECT = sign("public subject");
const OF_HERE = () =>
  /我们|咱们|项目|这个|那个|这里|这段|这些|本地|仓库|我的|\b(?:our|my|this|that|these|here|we|repo|repository|project|codebase)\b|[\w-]+\.(?:ts|js|py|go|rs|java|json|md|toml|ya?ml|tsx|jsx|vue|css|html)\b|\w+\/\w+\//iu;

/** Whether a text names the project or a part of it: a file, "our", "this". */
export function namesHere(text: string): boolean {
  return OF_HERE().test(text);
}

/** Parts of a program: "天气用的哪家接口" is no small talk about the weather. */
const BUILT = () =>
  /接口|服务|模块|组件|页面|功能|缓存|数据|\b(?:api|sdk|data|feed|service|widget|component|endpoint|provider|cache|job|table|model)s?\b/iu;

/** The verdict of the tables' row that fits a prompt; undefined when none fits. */
export function verdictOfTables(prompt: string): Verdict | undefined {
  const text = prompt.trim().replace(/[\s.。!！]+$/, "");
  if (isSocial(text)) return verdict("social", []);
  const unrelated = UNRELATED.find(text)?.trim();
  const isSmallTalk = unrelated !== undefined && !OF_HERE().test(text) && !BUILT().test(text);
  if (isSmallTalk) return verdict("unrelated", [unrelated]);
  const preference = CODE_FOR_ME.find(text) ?? WHICH_TOOL.find(text);
  if (preference) return verdict("taste", [preference]);
  if (DEBUGGING.test(text)) return undefined;
  const stated = DECISION.find(text) ?? CONFIGURATION.find(text);
  if (stated) return verdict("stated", [stated]);
  const subject = GENERAL_QUESTION.test(text) ? PUBLIC_SUBJECT.find(text) : undefined;
  const isGeneral = subject !== undefined && !OF_HERE().test(text);
  return isGeneral ? verdict("public", [subject]) : undefined;
}

/** `task` and `query` are weak categories. */
type SignalCategory = typeof STRONG[number] | "task" | "query" | "exclude";

type Signals = Readonly<Partial<Record<SignalCategory, readonly string[]>>>;

/** A text in one spelling: case, full-width letters, curly apostrophes, runs of spaces. */
function normalise(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[’‘`´]/g, "'").replace(/\s+/g, " ");
}

/** The signals that begin a clause of a normalised prompt as words of their own: "换个话题，…", not "换个话题的按钮". */
function openingWith(prompt: string, signals: readonly string[]): string[] {
  const words = signals.filter((signal) => prompt.includes(signal.toLowerCase()));
  // Most prompts hold none, and the patterns below are slow to compile.
  if (words.length === 0) return words;
  const clauses = clausesOf(prompt).map((clause) => clause.trimStart().replace(LEADING_IN, ""));
  return words.filter((signal) => {
    const word = signal.toLowerCase();
    return clauses.some((clause) => clause.startsWith(word) && ENDS_HERE.test(clause.slice(word.length)));
  });
}

const LEADING_IN =
  /^(?:(?:ok|okay|well|now|so|and|an?|one|i have an?|let's|let us|on to an?)[\s,]+|(?:这是|还?有个?|再|来|我们?|咱们|想|要|好了?|那|嗯|一个)[\s,，]*)*/u;
/** The end of a text, a sign, a blank, or a word that leads to the point. */
const ENDS_HERE = /^(?:$|[\s\p{P}]|(?:吧|啦|了|来了|啊|哈)(?:$|[\s\p{P}])|(?:聊|说|问))/u;

/** @param signal not empty */
function holds(prompt: string, signal: string): boolean {
  for (let at = prompt.indexOf(signal); at >= 0; at = prompt.indexOf(signal, at + 1)) {
    if (!joins(prompt, at - 1, at) && !joins(prompt, at + signal.length - 1, at + signal.length)) return true;
  }
  return false;
}

/** Scripts with spaces between words. In others, as in Chinese, a signal may be anywhere. */
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

/** Fits nearly every text, so that `\p{L}`, which takes ten times as long to compile, is seldom needed. */
const COMMON_LETTER = new RegExp(`[a-z0-9${HAN}]`);
/** The repetition in the pattern would be slow on a long text that almost matches. Characters. */
const SOCIAL_MAX_LENGTH = 60;
const SOCIAL_WORDS = signWords("social");
const social = () =>
  new RegExp(
    `^(?:(?:${
      SOCIAL_WORDS.join("|")
    })(?:[啊呀哦呢吧啦了的]{1,2}|\\s+(?:there|all|again))?(?![a-z])[\\s\\p{P}\\p{S}]*)+$`,
    "u",
  );

/** Whether a prompt is only a greeting, thanks, a bare yes, or empty: LingXi's reason to be silent. */
export function isSocial(prompt: string): boolean {
  const text = prompt.trim().toLowerCase();
  if (!COMMON_LETTER.test(text) && !/[\p{L}\p{N}]/u.test(text)) return true;
  if (text.length > SOCIAL_MAX_LENGTH) return false;
  const simplified = foldHan(text);
  return SOCIAL_WORDS.some((word) => simplified.startsWith(word)) && social().test(simplified);
}

const ENDS = /[.!?:;,](?=\s)|[。！？：；，\n]/g;
const POLITELY =
  /^(?:(?:please|now|so|ok|okay|(?:can|could|would) you(?: please)?|let's|tell me|remind me)\s+|请问|请|麻烦你?|帮我|帮忙|告诉我|那么?|\s+)*/i;

/** A log or a table has hundreds of clauses; people ask in the first ones. */
const CLAUSES_MAX = 12;

/** The prompt from each of its clauses on, without words of politeness at the beginning. */
function clausesOf(prompt: string): string[] {
  const clauses = [prompt];
  ENDS.lastIndex = 0;
  for (let end = ENDS.exec(prompt); end && clauses.length < CLAUSES_MAX; end = ENDS.exec(prompt)) {
    clauses.push(prompt.slice(end.index + 1));
  }
  return clauses.map((clause) => clause.replace(POLITELY, "")).filter((clause) => clause !== "");
}
