/**
 * What a search answers where replaced records hold words of the query that no record in force holds, or more of them
 * than any does: “why did we drop Buildkit” gives the record that is in force instead, with the one it replaced. So
 * does a question for what held before. A query that is a code which no record holds gets a sentence that says so.
 */
import type { MemoryIndex } from "../index/open.ts";
import { hashTerm } from "../index/profile.ts";
import { replacedBy, replacementOf } from "../index/read.ts";
import { asksWhatWas } from "../prompt/signs.ts";
import { isPair, pairKey, termsIn } from "../search/counts.ts";
import { largest } from "../lists.ts";
import { type Hit, search, type SearchResult, type SearchSettings } from "../search/mod.ts";
import type { Sentence } from "../sentence.ts";
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { analyse } from "../text/mod.ts";
import { NO_SPACE_SCRIPTS } from "../text/script.ts";
import { said } from "./words.ts";

/** At most so many replaced records are told: a word is all by which they were found. */
const MOST_REPLACED = 3;

/**
 * A replaced record without a word of its own is meant if its relevance by words is more than so many times that of
 * every hit, and so many times LEAST: a little more may come from its length alone.
 */
const CLEARLY = 1.3;
const LEAST = 0.2;

/**
 * The hits together with the successors of replaced records that are meant: by a word of the query which the hits lack,
 * or by more of its words than any hit has. `replaces` maps the id of a successor to the record that it replaced; where
 * the query asks what held before, it does so for all hits.
 */
export function withReplaced<F extends SearchResult>(
  text: string,
  found: F,
  settings: SearchSettings,
  readers: readonly MemoryIndex[],
): { readonly found: F; readonly replaces: ReadonlyMap<string, Hit> } {
  const unheld = (found.unheld ?? []).map((term) => isPair(term) ? pairKey(term) : hashTerm(term));
  const replaces = new Map<string, Hit>();
  let hits: readonly Hit[] = found.hits;
  const filters = { ...settings.filters, replaced: true };
  const most = largest(hits.map(byWords), 0);
  // This reads all replaced records, so it is left out where none can be meant: no relevance is above 1.
  const mayBeMeant = found.method !== "vector" && (unheld.length > 0 || CLEARLY * most < 1);
  const replaced = mayBeMeant ? search(readers, text, { ...settings, filters }).hits : [];
  // With meaning, scores are shares of the best.
  const isShare = hits.some(({ factors }) => factors.semantic !== undefined);
  const unit = isShare ? largest(replaced.map(byWords), most) : 1;
  for (const each of replaced) {
    const old = { ...each, score: each.score / unit };
    const terms = termsIn(old.profile);
    const db = readers.find(({ store }) => store.layer === old.layer)?.db;
    const isMeant = unheld.some((term) => terms.has(term)) || byWords(old) > CLEARLY * Math.max(most, LEAST);
    const now = db && isMeant ? replacementOf(db, old.id) : undefined;
    if (!now || replaces.has(now.id) || replaces.size === MOST_REPLACED) continue;
    replaces.set(now.id, old);
    hits = withSuccessor(hits, old, now);
  }
  if (asksWhatWas(text)) {
    for (const [id, old] of replacedByHits(hits, readers)) if (!replaces.has(id)) replaces.set(id, old);
  }
  return {
    found: { ...found, hits: hits.slice(0, settings.limit), total: found.total + hits.length - found.hits.length },
    replaces,
  };
}

/** Hits with the successor of a replaced one, at the place of the better score of the two. */
function withSuccessor(hits: readonly Hit[], old: Hit, now: Partial<Hit> & Pick<Hit, "id">): readonly Hit[] {
  const known = hits.find(({ id, layer }) => id === now.id && layer === old.layer);
  const others = hits.filter((each) => each !== known);
  const hit = known ?? { ...old, ...now };
  const place = others.findIndex(({ score }) => score < old.score);
  return others.toSpliced(place < 0 ? others.length : place, 0, { ...hit, score: Math.max(hit.score, old.score) });
}

/** The records that hits have replaced, each with the id of the hit. */
function replacedByHits(hits: readonly Hit[], readers: readonly MemoryIndex[]): [id: string, old: Hit][] {
  return readers.flatMap(({ store: { layer }, db }) => {
    const here = new Map(hits.filter((hit) => hit.layer === layer).map((hit) => [hit.id, hit]));
    return replacedBy(db, [...here.keys()], here.size * MOST_REPLACED).flatMap(({ by, ...old }): [string, Hit][] => {
      const hit = here.get(by);
      return hit ? [[by, { ...hit, ...old }]] : [];
    });
  });
}

function byWords({ factors }: Hit): number {
  return factors.lexical ?? 0;
}

/**
 * Words of a query without its fields that no record in force holds, as they were typed. Not ordinary ones, which may
 * be said otherwise, and none of Chinese, where every other pair of characters is no word.
 */
export function unheldWords(text: string, { unheld = [] }: SearchResult): string[] {
  const isUnheld = (term: string) => unheld.includes(term);
  return [...new Set(text.match(LATIN))].filter((word) => {
    const { surfaces, stems, wholes } = analyse(word);
    const lacks = stems.some((stem, at) => isUnheld(stem) && priorOf(surfaces[at] ?? stem) >= TRADE_PRIOR);
    return lacks && wholes.every(isUnheld);
  });
}

const LETTER = String.raw`(?![${NO_SPACE_SCRIPTS}])[\p{L}\p{N}]`;
const LATIN = new RegExp(`(?:${LETTER})+(?:[._\\-/\\\\:@+#&]{1,2}(?:${LETTER})+)*`, "gu");

/** Says that no record holds a query that is one code, where hits only share a part of it. */
export function nowhere(text: string, { hits, unheld = [] }: SearchResult): Sentence | undefined {
  const code = text.trim();
  if (hits.length === 0 || !IS_CODE.test(code)) return undefined;
  const { wholes, notations, runs } = analyse(code);
  const isUnheld = (term: string) => unheld.includes(term);
  if (wholes.length === 0 || runs.length > 0 || ![...wholes, ...notations].every(isUnheld)) return undefined;
  const wanted = plainCode(code);
  const isHeld = ({ content }: Hit) => {
    const text = plainCode(content);
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
      // HB-101 is not HB-1013, but a hash may go on with any digit.
      if (IS_HASH.test(code) || !/\d{2}/.test(text.slice(at + wanted.length - 1).slice(0, 2))) return true;
    }
    return false;
  };
  return hits.some(isHeld) ? undefined : said("no_record_holds", { code });
}

/** One word with a digit, an underscore or a capital within, and no date. */
const IS_CODE = /^(?!\d+(?:[-/]\d+){1,2}$)(?=.*(?:[\d_]|[a-z][A-Z]))\S+$/;
const IS_HASH = /^[\da-f]{7,}$/i;

/** A text without what a code is also written with or without: hb1013, HB 1013. */
function plainCode(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}.]|\.(?!\d)|(?<!\d)\./gu, "");
}
