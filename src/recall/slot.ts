/**
 * In: a sentence in lower case. Out: the one name that it gives to what it is about, with how both are related.
 * Not done here: comparing two of them (contradiction.ts).
 *
 * @module
 */
import { isCjk, priorOf } from "../search/words/ordinary.ts";

/** A place for one name: of two sentences that fill the same one differently only one holds. */
export interface Slot {
  readonly subject: string;
  readonly value: string;
  readonly kind: Kind;
}

/** "With" and "through" are of one kind, "in" is of another. `any`: the sentence tells of a change. */
type Kind = "is" | "means" | "place" | "to" | "from" | "who" | "any";

/** Before a name, by kind; the last of them in a sentence counts. */
const ENGLISH: readonly (readonly [Kind, RegExp])[] = [
  [
    "any",
    /\b(?:moved?|migrated?|switch(?:ed)?|chang(?:ed|es?)|renamed|transferred|handed over)(?: \w+)? (?:over )?(?:from .{1,30} )?to\b|\bnow uses?\b|\breplaced (?:by|with)\b|\bis now\b|\bare now\b|\bbecame\b|\bbecomes\b/g,
  ],
  ["means", /\b(?:written|built|coded|implemented|made|encoded|drawn|modelled) (?:in|on|with|by|using)\b/g],
  [
    "is",
    /\b(?:is|are) (?:called|named|held by)\b|\b(?:belongs?|defaults?) to\b|\b(?:starts?|begins?) with\b|\bis\b|\bare\b|[:=](?= )/g,
  ],
  ["means", /\b(?:us(?:e|es|ing)|with|through|via|by|on top of|runs? on|thanks to)\b/g],
  ["place", /\b(?:in|into|on|at|inside|against|under)\b/g],
  ["to", /\bto\b/g],
  ["from", /\bfrom\b/g],
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
const NOW_BEFORE = /^(?:now|from now on|currently),? /;
const NOW =
  /\b(?:now|only|instead|from now on|these days|currently|exclusively|today|anyway)\b|\b(?:the|a|an|our|its|team)\b/g;

const CHINESE: readonly (readonly [Kind, RegExp])[] = [
  [
    "any",
    /改[成为用到由走在放]|换[成到为]了?|迁移?到了?|切换?到了?|转到|搬到了?|交给了?|改名为|更名为|现在用|现在是|现在由/g,
  ],
  ["means", /使用|采用|选用|通过|用|走|由/g],
  ["is", /默认是|默认为|默认展示|默认显示|叫做?|是|为|归|属于|[:：=]/g],
  ["place", /放[在到]|存[在到]|部署[在到]|写在|记在|跑在|在|到/g],
];
/** Of a Chinese sentence: as long as most names are. */
const SIGNS_MAX = 8;
const LATIN_VALUE = /^\s*([a-z\d][\w.+#/-]*(?: [a-z\d][\w.+#/-]*)?)\s*(?=[\u4e00-\u9fff]|$)/;
const ROLE = /(?:负责|维护|管理|跟进|接手|带|对接)了?$/;

/** What changed may have been told by any relation before. */
const TELLS_OF_CHANGE = /\bnow\b|\bmoved\b|换|搬|现在/;

/** The slot of a sentence; undefined where it has none, or more than a name stands in it. */
export function slotIn(plain: string): Slot | undefined {
  const text = plain.replace(/[。.!！\s]+$/, "");
  const slot = isCjk(text) ? slotInChinese(text) : slotInEnglish(text);
  return slot && TELLS_OF_CHANGE.test(text) ? { ...slot, kind: "any" } : slot;
}

function slotInEnglish(text: string): Slot | undefined {
  const who = WHO.exec(text.replace(NOW_BEFORE, ""));
  if (who?.[1] !== undefined && priorOf(who[1]) === 1) {
    return { subject: text.slice(text.indexOf(who[2] ?? "")).replace(NOW, " "), value: who[1], kind: "who" };
  }
  const found = lastOf(ENGLISH, text);
  if (!found || found.at === 0 && found.kind !== "means") return undefined;
  const tail = text.slice(found.end).trim();
  const besides = SUBJECT_AFTER.exec(tail)?.[0] ?? "";
  const doer = WHO_DOES.exec(text)?.[0];
  const value = tail.slice(0, tail.length - besides.length).replace(NOW, " ").replace(/\s+/g, " ").trim();
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
  const value = latin?.[1] ?? tail.replace(/[了的]$/, "").replace(ROLE, "");
  if (value === "" || /[,，;；、]|和|或/.test(value) || (latin === null && value.length > SIGNS_MAX)) return undefined;
  const after = latin ? tail.slice(latin[0].length).replace(ROLE, "") : "";
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
