/** In: a sentence. Out: its slot: the subject to which it gives a name, by "is", "runs with", 放在 and the like. */
import { priorOf } from "../text/commonness.ts";
import { HAN, isCjk } from "../text/script.ts";

/** A subject and its one name: if two sentences give a subject different names, only one of them holds. */
export interface Slot {
  readonly subject: string;
  readonly value: string;
  readonly kind: Kind;
}

/** By the word before the name. `any`: the sentence tells of a change, and is compared with every kind. */
type Kind = "is" | "means" | "place" | "to" | "who" | "any";

/** Words before a name, by kind; the last of them in a sentence counts. */
const ENGLISH: readonly (readonly [Kind, RegExp])[] = [
  [
    "is",
    /\b(?:is|are) (?:called|named|held by)\b|\b(?:belongs?|defaults?) to\b|\b(?:starts?|begins?) with\b|\bis\b|\bare\b|[:=](?= )/g,
  ],
  ["means", /\b(?:us(?:e|es|ing)|with|through|via|by|on top of|runs? on|thanks to)\b/g],
  ["place", /\b(?:in|into|on|at|inside|against|under)\b/g],
  ["to", /\bto\b/g],
];

/** A person before the verb and behind it: "Ann leads the team", "the team is led by Ann". */
const WHO =
  /^((?:team )?[a-z][\w.-]*) (?:now )?((?:lead|own|maintain|handle|manage|review|approve|coordinate|run)s?|is (?:now )?(?:on call|on duty|in charge of|responsible for|the (?:owner|lead|maintainer|head|contact|reviewer|manager)(?: of| for)?))\b/;
const WHO_DOES = /\b(?:led|owned|maintained|handled|managed|reviewed|approved|coordinated|run) by\b/;
/** A number by itself is a quantity. */
const NO_NAME = /[,;:]|\b(?:and|or|not|to)\b|(?:^|\s)\d+(?:[.,]\d+)?\b/;
/** A value of more words is no name. */
const WORDS_MAX = 3;

const CHINESE: readonly (readonly [Kind, RegExp])[] = [
  ["any", /[改换][成为用到由走在放]了?|(?:迁移?|切换?|转|搬)到了?/g],
  ["means", /[使采选]?用|通过|走|由/g],
  ["is", /默认(?:展示|显示)|叫做?|是|为|归|属于|[:：=]/g],
  ["place", /在|到(?![账期达齐])/g],
];

/** A Chinese value of more characters is no name. */
const SIGNS_MAX = 8;
const LATIN_VALUE = new RegExp(String.raw`^\s*([a-z\d][\w.+#/-]*(?: [a-z\d][\w.+#/-]*)?)\s*(?=[${HAN}]|$)`);
/** 由小陈负责 */
const IN_CHARGE = /(?:负责|主管|管理?|维护|跟进|对接|牵头|审[核批])$/;
export const TELLS_OF_CHANGE = /\b(?:now|moved|switched|changed|renamed)\b|[改换搬]|现在/;

/** The slot of a sentence in lower case, its blanks single; undefined where it has none, or its value is no name. */
export function slotIn(plain: string): Slot | undefined {
  const text = plain.replace(/[。.!！\s]+$/, "");
  const slot = isCjk(text) ? slotInChinese(text) : slotInEnglish(text);
  // A person is only compared with a person, also where the sentence tells of a change.
  return slot && slot.kind !== "who" && TELLS_OF_CHANGE.test(text) ? { ...slot, kind: "any" } : slot;
}

function slotInEnglish(text: string): Slot | undefined {
  const who = WHO.exec(text);
  if (who?.[1] !== undefined && priorOf(who[1]) === 1) {
    return { subject: text.slice(text.indexOf(who[2] ?? "")), value: who[1], kind: "who" };
  }
  const found = lastOf(ENGLISH, text);
  if (!found) return undefined;
  const value = text.slice(found.end).trim().replace(/ everywhere$/, "");
  if (value === "" || value.split(" ").length > WORDS_MAX || NO_NAME.test(value)) return undefined;
  return { subject: text.slice(0, found.at), value, kind: WHO_DOES.test(text) ? "who" : found.kind };
}

function slotInChinese(text: string): Slot | undefined {
  const found = lastOf(CHINESE, text);
  if (!found) return undefined;
  const tail = text.slice(found.end);
  // "用 GBK 编码": the Latin word is the name.
  const latin = LATIN_VALUE.exec(tail);
  const value = latin?.[1] ?? tail.replace(/[了的上里中]$/, "");
  if (value === "" || (latin === null && value.length > SIGNS_MAX)) return undefined;
  const after = latin ? tail.slice(latin[0].length) : "";
  const isWho = text.charAt(found.end - 1) === "由" && IN_CHARGE.test(tail);
  return { subject: `${text.slice(0, found.at)} ${after}`, value, kind: isWho ? "who" : found.kind };
}

function lastOf(kinds: readonly (readonly [Kind, RegExp])[], text: string) {
  let last: { kind: Kind; at: number; end: number } | undefined;
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const end = match.index + match[0].length;
      // If two end at the same place, the longer one counts, which stands first in the table.
      if (last === undefined || end > last.end) last = { kind, at: match.index, end };
    }
  }
  return last;
}
