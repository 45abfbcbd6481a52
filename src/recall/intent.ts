/**
 * What a prompt is about, whether it calls for recall, and whether what it says is worth saving (v1 §5). v1's algorithm
 * in its order: exclusion, strong, weak, fallback; where its example tables say something else of a prompt, the tables
 * win (example_tables.ts).
 *
 * @module
 */
import { type CommandAction, findCommand, type UserCommand } from "./commands.ts";
import type { Language } from "../sentence.ts";
import { isDebugging, verdictOfTables } from "./example_tables.ts";
import {
  foundIn,
  normalise,
  openingWith,
  type SignalCategory,
  SIGNALS,
  type Signals,
  type StrongCategory,
} from "./signals.ts";
import { CERTAIN, type IntentType, LIKELY, type Reason, UNSURE, type Verdict } from "./verdict.ts";

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

function judge(prompt: string, newSession: boolean, more: Partial<Signals>): Verdict {
  const command = findCommand(prompt);
  if (command) return ofCommand(command);
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
