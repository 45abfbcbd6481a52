/**
 * Words that do not tell the subject of a text (words/stop.txt, stop_zh.txt), a list for each purpose:
 *
 * - question: question words, English function words, phrases around a request to an assistant. Of Chinese only
 * question words and particles: a full list was measured to harm.
 * - no meaning: words in which two texts may differ and still say the same. Far fewer: "not", "from" or "to" counts.
 * - scene: words in the scene or choice of any note, and stems of actions in nearly every scene: "designing" and
 * "adding error responses" are one scene.
 * - id: words left out of the ids of notes. "no", "not" and "never" stay, because they carry the meaning.
 * - change: stems which tell that something changed, or how much, but not what.
 */
import { once } from "../remembered.ts";
import type { Analysis } from "./mod.ts";
import { below, holds, wordList } from "./word_list.ts";
import words from "./words/stop.txt" with { type: "text" };
import chinese from "./words/stop_zh.txt" with { type: "text" };

const listed = (...titles: string[]) => wordList(titles.map((title) => below(title, words)).join(""));
const QUESTION = listed("question, no meaning", "question");
/** A set, because a consolidation asks for every word of all facts. */
const noMeaning = once(() =>
  new Set((listed("question, no meaning", "no meaning") + below("no meaning", chinese)).split(/\s+/))
);
const SCENE = listed("scene");
const SCENE_STEMS = listed("scene stems");
const CHANGE_STEMS = listed("change stems");

/** Stop words of a Chinese question; of two with one beginning the longer stands first. */
const CHINESE_STOP_WORDS: readonly string[] = below("question", chinese).trim().split(/\s/);

/** Whether a lower-case word is an English stop word. */
export function isStopWord(word: string): boolean {
  return holds(QUESTION, word);
}

/** The words of a question without stop words; all words if there are no others ("What is it?"). */
export function contentOf({ surfaces, stems, wholes, notations, runs }: Analysis): Analysis {
  const kept = surfaces.map((_, i) => i).filter((i) => !isStopWord(surfaces[i] ?? ""));
  const spoken = runs.length === 0 ? runs : withoutStopWords(runs.join(" "));
  if (kept.length === 0 && spoken.length === 0) return { surfaces, stems, wholes, notations, runs };
  const pick = (list: readonly string[]) => kept.map((i) => list[i] ?? "");
  return { surfaces: pick(surfaces), stems: pick(stems), wholes, notations, runs: spoken };
}

/** Runs of characters without stop words. One by one, because a pattern of all of them takes longer to compile. */
function withoutStopWords(runs: string): string[] {
  let text = runs;
  for (const word of CHINESE_STOP_WORDS) if (text.includes(word)) text = text.replaceAll(word, " ");
  return text.split(" ").filter((run) => run !== "");
}

/** Whether a lower-case word, or a Chinese character, has no meaning of its own. */
export function isFiller(word: string): boolean {
  return noMeaning().has(word);
}

/** Whether a word does not help to tell scenes or choices apart. */
export function isSceneFiller(word: string, stem: string): boolean {
  return holds(QUESTION, word) || holds(SCENE, word) || holds(SCENE_STEMS, stem);
}

/** Whether a stem tells only that something changed, or how much. */
export function isOfChange(stem: string): boolean {
  return holds(CHANGE_STEMS, stem);
}

/** Whether a word is left out of the ids of notes. */
export function isLeftOutOfIds(word: string): boolean {
  return holds(listed("id"), word);
}
