/**
 * The words by which a prompt shows what it is about (v1 §5.1.2, §5.3, §12.2), in Chinese and English, and how they are
 * found. Some rows of v1's table of examples are missed by v1's own words; words added for them say so.
 *
 * @module
 */

import { clausesOf } from "./clauses.ts";

/** Strong: a prompt that holds one is about this. */
export type StrongCategory = "continuation" | "preference" | "project";
/** Weak: only a hint. */
export type WeakCategory = "task" | "query";
/** The categories to which a setting `intent.signals.CATEGORY` may add words. */
export type SignalCategory = StrongCategory | WeakCategory | "exclude";

/** Words by category. */
export type Signals = Readonly<Record<SignalCategory, readonly string[]>>;

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
export function foundIn(prompt: string, signals: readonly string[]): string[] {
  return [...new Set(signals)].filter((signal) => holds(prompt, signal.toLowerCase()));
}

/** One spelling for what people type in several: case, full-width letters, curly apostrophes, runs of spaces. */
export function normalise(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[’‘`´]/g, "'").replace(/\s+/g, " ");
}

/**
 * The signals that begin a clause of a prompt and are not a part of its sentence: "换个话题，…" and not
 * "换个话题的按钮".
 *
 * @param prompt normalised
 */
export function openingWith(prompt: string, signals: readonly string[]): string[] {
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
