/**
 * In: a sentence in lower case. Out: the one name that it gives to what it is about, with how both are related.
 * Not done here: comparing two of them (contradiction.ts).
 *
 * @module
 */
import { priorOf } from "../text/commonness.ts";
import { isCjk } from "../text/script.ts";

/** A place for one name: of two sentences that fill the same one differently only one holds. */
export interface Slot {
  readonly subject: string;
  readonly value: string;
  readonly kind: Kind;
}

/** "With" and "through" are of one kind, "in" is of another. `any`: the sentence tells of a change. */
type Kind = "is" | "means" | "place" | "to" | "who" | "any";

/** Before a name, by kind; the last of them in a sentence counts. */
const ENGLISH: readonly (readonly [Kind, RegExp])[] = [
  [
    "is",
    /\b(?:is|are) (?:called|named|held by)\b|\b(?:belongs?|defaults?) to\b|\b(?:starts?|begins?) with\b|\bis\b|\bare\b|[:=](?= )/g,
  ],
  ["means", /\b(?:us(?:e|es|ing)|with|through|via|by|on top of|runs? on|thanks to)\b/g],
  ["place", /\b(?:in|into|on|at|inside|against|under)\b/g],
  ["to", /\bto\b/g],
];

/** Who does it, before the verb and after it: "Ann leads the team", "the team is led by Ann". */
const WHO =
  /^((?:team )?[a-z][\w.-]*) (?:now )?((?:lead|own|maintain|handle|manage|review|approve|coordinate|run)s?|is (?:now )?(?:on call|on duty|in charge of|responsible for|the (?:owner|lead|maintainer|head|contact|reviewer|manager)(?: of| for)?))\b/;
const WHO_DOES = /\b(?:led|owned|maintained|handled|managed|reviewed|approved|coordinated|run) by\b/;
/** "Uses Redis for sessions": what follows belongs to what the sentence is about. */
const SUBJECT_AFTER = /\s+(?:for|as|when|if|during|while|whenever|before|after|of)\b.*$/;
/** A number by itself is a quantity. */
const NO_NAME = /[,;:]|\b(?:and|or|not|to)\b|(?:^|\s)\d+(?:[.,]\d+)?\b/;
/** Longer, it is more of a sentence rather than a name. */
const WORDS_MAX = 3;

const CHINESE: readonly (readonly [Kind, RegExp])[] = [
  ["any", /[改换][成为用到由走在放]了?|(?:迁移?|切换?|转|搬)到了?/g],
  ["means", /[使采选]?用|通过|走|由/g],
  ["is", /默认(?:展示|显示)|叫做?|是|为|归|属于|[:：=]/g],
  ["place", /[在到]/g],
];

/** Of a Chinese sentence: as long as most names are. */
const SIGNS_MAX = 8;
const LATIN_VALUE = /^\s*([a-z\d][\w.+#/-]*(?: [a-z\d][\w.+#/-]*)?)\s*(?=[\u4e00-\u9fff]|$)/;
/** What changed may have been told by any relation before. */
const TELLS_OF_CHANGE = /\b(?:now|moved|switched|changed|renamed)\b|[改换搬]|现在/;

/** The slot of a sentence; undefined where it has none, or more than a name stands in it. */
export function slotIn(plain: string): Slot | undefined {
  const text = plain.replace(/[。.!！\s]+$/, "");
  const slot = isCjk(text) ? slotInChinese(text) : slotInEnglish(text);
  return slot && TELLS_OF_CHANGE.test(text) ? { ...slot, kind: "any" } : slot;
}

function slotInEnglish(text: string): Slot | undefined {
  const who = WHO.exec(text);
  if (who?.[1] !== undefined && priorOf(who[1]) === 1) {
    return { subject: text.slice(text.indexOf(who[2] ?? "")), value: who[1], kind: "who" };
  }
  const found = lastOf(ENGLISH, text);
  if (!found || found.at === 0 && found.kind !== "means") return undefined;
  const tail = text.slice(found.end).trim();
  const besides = SUBJECT_AFTER.exec(tail)?.[0] ?? "";
  const doer = WHO_DOES.exec(text)?.[0];
  const value = tail.slice(0, tail.length - besides.length).replace(/\s+/g, " ").trim();
  if (value === "" || value.split(" ").length > WORDS_MAX || NO_NAME.test(value)) {
    return undefined;
  }
  const subject = `${text.slice(0, found.at)} ${besides}`;
  return doer === undefined ? { subject, value, kind: found.kind } : { subject, value, kind: "who" };
}

function slotInChinese(text: string): Slot | undefined {
  const found = lastOf(CHINESE, text);
  if (!found) return undefined;
  const tail = text.slice(found.end).replace(/^了/, "");
  // "用 GBK 编码": the name is what is written in letters.
  const latin = LATIN_VALUE.exec(tail);
  const value = latin?.[1] ?? tail.replace(/[了的]$/, "");
  if (value === "" || /[,，;；、]|和|或/.test(value) || (latin === null && value.length > SIGNS_MAX)) return undefined;
  const after = latin ? tail.slice(latin[0].length) : "";
  return { subject: `${text.slice(0, found.at)} ${after}`, value, kind: found.kind };
}

function lastOf(
  kinds: readonly (readonly [Kind, RegExp])[],
  text: string,
): { readonly kind: Kind; readonly at: number; readonly end: number } | undefined {
  let last: { kind: Kind; at: number; end: number } | undefined;
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const end = match.index + match[0].length;
      // "Now uses" ends where "uses" does, and says more.
      if (last === undefined || end > last.end) last = { kind, at: match.index, end };
    }
  }
  return last;
}
