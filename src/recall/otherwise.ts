/**
 * In: two texts that may be told, of which one goes before the other. Out: whether it puts the other out of force, or
 * is enough to tell.
 * Not done here: which goes before (precedence.ts), judging what two sentences say (contradiction.ts). Both load lists
 * of words; most events compare nothing, so whoever may need this imports it lazily.
 *
 * @module
 */
import { isCjk } from "../search/words/ordinary.ts";
import { areAlike, mayMeet, type Terms, termsOf } from "./alike.ts";
import { agree, contradicts } from "./contradiction.ts";
import { mayBeAbout } from "./other_names.ts";
import type { Said } from "./precedence.ts";
import { readStatements, type Statement } from "./statement.ts";

/**
 * Whether the first, which goes before the second, says otherwise of the same thing.
 *
 * @param meet whether texts of one language are known to share words
 */
export function saysOtherwise(first: Said, second: Said, meet = false): boolean {
  const lookUp = isCjk(first.text) !== isCjk(second.text);
  if (lookUp ? !mayBeAbout(statementsOf(first), lowerOf(second)) : !meet && !mayMeet(termsIn(first), termsIn(second))) {
    return false;
  }
  return contradicts(statementsOf(first), statementsOf(second), { lookUp });
}

/**
 * Whether the first, which goes before the second, is enough to tell: both say the same in nearly the same words, or it
 * changes a word or two of the other. "Branch 1" never stands for "Branch 2".
 */
export function standsForBoth(first: Said, second: Said): boolean {
  return areAlike(termsIn(first), termsIn(second)) &&
    (agree(statementsOf(first), statementsOf(second)) || saysOtherwise(first, second));
}

function termsIn(each: Said): Terms {
  return each.terms ??= termsOf(each.text);
}

function lowerOf(each: Said): string {
  return each.lower ??= each.text.toLowerCase();
}

function statementsOf(each: Said): readonly Statement[] {
  return each.statements ??= readStatements(each.text);
}
