/**
 * Words that say nothing of what a text is about (words/stop.txt, stop_zh.txt), for each who asks:
 *
 * - question: words that ask rather than name, English function words, and what people say around a request to an
 *   assistant. Of Chinese only question words and particles: a full list was measured to harm.
 * - no meaning: what two texts may differ in and still say the same. Far fewer: a "not", a "from" or a "to" counts.
 * - scene: what a note's scene or choice says besides, and what one does in nearly every scene, as stems: "designing"
 *   and "adding error responses" are one scene.
 * - id: what is left out of the ids of notes. "no", "not" and "never" stay: they carry the meaning.
 * - change: what says that something changed, or how much, and not what of, as stems.
 */
import type { Analysis } from "./mod.ts";
import { below, holds, wordList } from "./word_list.ts";
import words from "./words/stop.txt" with { type: "text" };
import chinese from "./words/stop_zh.txt" with { type: "text" };

const listed = (...titles: string[]) => wordList(titles.map((title) => below(title, words)).join(""));
const QUESTION = listed("question, no meaning", "question");
/** Asked for every word of all facts at once, when they are consolidated. */
let noMeaning: Set<string> | undefined;
const SCENE = listed("scene");
const SCENE_STEMS = listed("scene stems");
const CHANGE_STEMS = listed("change stems");

/** Those of a Chinese question, the longer of two that begin alike first. */
const CHINESE_STOP_WORDS: readonly string[] = below("question", chinese).trim().split(/\s/);

/** Whether a lower-case word is an English stop word. */
export function isStopWord(word: string): boolean {
  return holds(QUESTION, word);
}

/** The words of a question that name something: stop words are dropped unless there is nothing else ("What is it?"). */
export function contentOf({ surfaces, stems, wholes, notations, runs }: Analysis): Analysis {
  const kept = surfaces.map((_, i) => i).filter((i) => !isStopWord(surfaces[i] ?? ""));
  const spoken = runs.length === 0 ? runs : withoutStopWords(runs.join(" "));
  if (kept.length === 0 && spoken.length === 0) return { surfaces, stems, wholes, notations, runs };
  const pick = (list: readonly string[]) => kept.map((i) => list[i] ?? "");
  return { surfaces: pick(surfaces), stems: pick(stems), wholes, notations, runs: spoken };
}

/** Runs of characters without stop words, taken out one by one: a pattern of all of them takes longer to compile. */
function withoutStopWords(runs: string): string[] {
  let text = runs;
  for (const word of CHINESE_STOP_WORDS) if (text.includes(word)) text = text.replaceAll(word, " ");
  return text.split(" ").filter((run) => run !== "");
}

/** Whether a lower-case word, or a Chinese character, has no meaning of its own. */
export function isFiller(word: string): boolean {
  noMeaning ??= new Set(
    (listed("question, no meaning", "no meaning") + below("no meaning", chinese)).split(/\s+/),
  );
  return noMeaning.has(word);
}

/** Whether a word says nothing of which scene or choice is meant. */
export function isSceneFiller(word: string, stem: string): boolean {
  return holds(QUESTION, word) || holds(SCENE, word) || holds(SCENE_STEMS, stem);
}

/** Whether a stem only says that something changed, or how much. */
export function isOfChange(stem: string): boolean {
  return holds(CHANGE_STEMS, stem);
}

/** Whether a word is left out of the ids of notes. */
export function isLeftOutOfIds(word: string): boolean {
  return holds(listed("id"), word);
}
