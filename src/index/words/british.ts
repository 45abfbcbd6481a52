/** British spelling as American, so that "colour" and "normalisation" meet "color" and "normalization". */
import { holds, linesWith, wordList } from "./word_list.ts";

/** Words that follow no rule, each after its American form. */
const SPELLINGS = wordList(`
  gray grey greys greyed
  license licence licences licenced
  defense defence
  offense offence
  practice practise practised practising
  program programme programmes
  judgment judgement
  artifact artefact artefacts
  fulfill fulfil
  skeptic sceptic
  aging ageing
`);
const BEFORE_OUR = wordList(`
  col behavi fav hon lab neighb flav hum rum harb arm endeav sav vap vig od
`);
const BEFORE_RE = wordList(`
  cent met kilomet centimet millimet lit theat fib calib
`);
const AFTER_IS = wordList(`
  e ed es er ers ing ation ations able
`);

/**
 * @param word lower-case letters
 * @returns its American spelling; any other word as it is
 */
export function american(word: string): string {
  const our = word.indexOf("our");
  if (our > 1 && [0, 2, 3].some((from) => holds(BEFORE_OUR, word.slice(from, our)))) return put(word, our, 3, "or");
  const is = word.lastIndexOf("is");
  if (is > 2 && holds(AFTER_IS, word.slice(is + 2)) && takesIze(word, is)) return put(word, is, 2, "iz");
  const yz = word.lastIndexOf("yz");
  // The other way round: "analyze" meets "analysis" as well.
  if (yz > 2) return put(word, yz, 2, "ys");
  const logue = word.indexOf("logue");
  if (logue > 1) return put(word, logue, 5, "log");
  const re = word.lastIndexOf("re");
  if (re > 1 && re > word.length - 4 && holds(BEFORE_RE, word.slice(0, re))) return put(word, re, 2, "er");
  return linesWith(SPELLINGS, word)[0]?.[0] ?? word;
}

/** Not "advise", "surprise", "otherwise", "praise", "precise": their other forms keep the "s". */
function takesIze(word: string, at: number): boolean {
  const last = word.charAt(at - 1);
  if (last === "c") return word.charAt(at - 2) === "i";
  return !"aouvw".includes(last) && !word.startsWith("pr", at - 2) && !word.startsWith("prom");
}

function put(word: string, at: number, length: number, instead: string): string {
  const end = word.slice(at + length);
  return `${word.slice(0, at)}${instead}${end === "d" ? "ed" : end}`;
}
