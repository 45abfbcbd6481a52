/**
 * In: two texts that may be told, of which one goes before the other. Out: whether it puts the other out of force, or
 * is enough to tell.
 * Not done here: which goes before (precedence.ts), judging what two sentences say (contradiction.ts). Both load lists
 * of words; most events compare nothing, so whoever may need this imports it lazily.
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { areAlike, mayMeet, type Terms, termsOf } from "../text/likeness.ts";
import { agree, contradicts } from "./contradiction.ts";
import { mayBeAbout } from "./other_names.ts";
import type { Said } from "./precedence.ts";
import { readStatements, type Statement } from "./statement.ts";

/** Whether two texts may be about the same thing: a look that spares taking the other one apart. */
export function mayBeAboutOne(one: Said, other: Said): boolean {
  return areForeign(one, other) ? mayBeAbout(statementsOf(one), lowerOf(other)) : mayMeet(termsIn(one), termsIn(other));
}

/** Whether the first, which goes before the second, says otherwise of the same thing. */
export function saysOtherwise(first: Said, second: Said): boolean {
  return mayBeAboutOne(first, second) && turns(first, second);
}

/** The same of two that are known to share words. */
export function turns(first: Said, second: Said): boolean {
  return contradicts(statementsOf(first), statementsOf(second), { lookUp: areForeign(first, second) });
}

/**
 * Whether the first, which goes before the second, is enough to tell: both say the same in nearly the same words, or it
 * changes a word or two of the other. "Branch 1" never stands for "Branch 2".
 */
export function standsForBoth(first: Said, second: Said): boolean {
  return areAlike(termsIn(first), termsIn(second)) &&
    (agree(statementsOf(first), statementsOf(second)) || saysOtherwise(first, second));
}

/** Whether they are of two languages. */
export function areForeign(one: Said, other: Said): boolean {
  return isCjk(one.text) !== isCjk(other.text);
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
