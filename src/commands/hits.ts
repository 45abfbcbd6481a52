/** How the hits of a search read, in JSON and for a person; with `--explain` each tells the parts of its score. */
import { GLOBAL, inBrackets, kindOf, OTHERS, UNCONFIRMED } from "../cli/lines.ts";
import { dotted, type Style } from "../cli/terminal.ts";
import { INCOMPLETE } from "../index/mod.ts";
import type { MemoryIndex } from "../index/open.ts";
import { timesInVain } from "../index/usage.ts";
import { unlessEmpty } from "../lists.ts";
import { once } from "../remembered.ts";
import { dayOf } from "../records/days.ts";
import { briefId, type RecordId } from "../records/ids.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { isDoneAlone } from "../records/todos.ts";
import { isSaid } from "../records/view.ts";
import type { Clock } from "../records/when.ts";
import { excerptOf, termsToMeet } from "../search/excerpt.ts";
import type { Factors, FoundBy, Hit, Method, SearchResult } from "../search/mod.ts";
import { parseQuery } from "../search/query.ts";
import { forPeople, inResult, lowered, type Sentence } from "../sentence.ts";
import { named } from "../wording.ts";
import { emptyText } from "./empty.ts";
import type { nothingThen } from "./search_then.ts";
import { said } from "./words.ts";

/** The result of a search in JSON, which leaves out what is undefined. */
export interface Shown {
  readonly results: readonly ShownHit[];
  readonly method: Method;
  readonly degraded?: Sentence | undefined;
  readonly degraded_hint?: Sentence | undefined;
  readonly total: number;
  /** Words of the query that no record in force holds. */
  readonly unheld?: readonly string[] | undefined;
  /** The days around the time of the query, if nothing was saved in it. */
  readonly days?: ReturnType<typeof nothingThen>["days"];
  readonly hint?: Sentence | undefined;
}

/** A hit in JSON. A list leaves out all by which its reader does not choose. */
export interface ShownHit {
  readonly id: string;
  readonly type: Hit["type"] | "todo";
  readonly memory_type?: Hit["memoryType"];
  readonly content: string;
  readonly excerpt?: true | undefined;
  readonly found_by: readonly FoundBy[];
  readonly score: number;
  readonly source?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly day: string;
  readonly layer: Layer;
  readonly tags?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly deleted?: true | undefined;
  /** A note that is kept to be read, and no longer recalled. */
  readonly archived?: true | undefined;
  readonly others?: true | undefined;
  /** A rule that a capture guessed or an import brought. */
  readonly unconfirmed?: true | undefined;
  /** The end of the id of a record that contradicts it and goes before it. */
  readonly outdated_by?: string | undefined;
  /** The same of a record in which others have since said otherwise than the person in this one. */
  readonly contested_by?: string | undefined;
  /** What it replaced, where only that holds a word of the query, or the query asks what held before. */
  readonly replaces?: string | undefined;
  readonly explain?: Explained | undefined;
  /** With `--full` the fact or summary as it is kept, as `show` gives it. */
  readonly record?: RawRecord | undefined;
}

interface View {
  readonly query: string;
  readonly unheld: readonly string[];
  readonly full: boolean;
  readonly maxResults: number;
  /** The indexes that were searched; with them each hit explains its score. */
  readonly explainFrom: readonly MemoryIndex[] | undefined;
  readonly isOthers: (hit: Hit) => boolean;
  /** The id of the record that contradicts or replaces a hit and goes before it. */
  readonly outdatedBy: (hit: Hit) => RecordId | undefined;
  /** The id of the record in which others have since said otherwise than the person in a hit. */
  readonly contestedBy: (hit: Hit) => RecordId | undefined;
  /** The text of the record that a hit replaced and was found by. */
  readonly replacedBy: (hit: Hit) => string | undefined;
  /** The record without what must not be told. */
  readonly clean: (record: RawRecord) => RawRecord;
  readonly clock: Clock;
}

/** The result of a search, as JSON. */
export function shown({ hits, method, total, degraded, hint }: SearchResult, view: View): Shown {
  const { query, full, explainFrom, outdatedBy } = view;
  const told = laterFirst(hits, view.maxResults, outdatedBy).slice(0, view.maxResults);
  const excerpt = full ? (content: string) => content : excerptsFor(query, told.length);
  const times = explainFrom && timesInVain(explainFrom, new Map(told.map(({ id, record }) => [id, record])));
  const isList = view.maxResults > MANY && !full && !explainFrom;
  return {
    results: told.toSorted((a, b) => Number(isDoneAlone(a)) - Number(isDoneAlone(b))).map((hit) => ({
      ...shownHit(hit, view, { excerpt, isList }),
      explain: times && explained(hit.factors, times.get(hit.id)),
      record: full && (hit.type === "fact" || hit.type === "summary") ? view.clean(hit.record) : undefined,
    })),
    method,
    degraded: degraded && inResult(degraded),
    // In JSON an agent would take the hint for an order, in every search.
    degraded_hint: hint && (explainFrom ? inResult(hint) : forPeople(hint)),
    total,
    unheld: unlessEmpty(view.unheld),
  };
}

/** A hit as JSON; in a long list without its details. */
function shownHit(
  hit: Hit,
  { isOthers, outdatedBy, contestedBy, replacedBy, clock }: View,
  { excerpt, isList }: { readonly excerpt: (content: string) => string; readonly isList: boolean },
): Omit<ShownHit, "explain" | "record"> {
  const details: Partial<Hit> = isList ? {} : hit;
  const given = excerpt(hit.content);
  const later = outdatedBy(hit);
  const contested = contestedBy(hit);
  const replaced = replacedBy(hit);
  return {
    id: hit.id,
    type: hit.type,
    memory_type: details.memoryType,
    content: given,
    excerpt: given === hit.content ? undefined : true,
    found_by: hit.foundBy,
    score: round(hit.score),
    source: details.file,
    timestamp: details.timestamp,
    day: dayOf(hit.timestamp, clock),
    layer: hit.layer,
    tags: unlessEmpty(details.tags ?? []),
    session: details.session,
    deleted: hit.deleted ? true : undefined,
    archived: hit.record.status === "archive" ? true : undefined,
    others: isOthers(hit) ? true : undefined,
    unconfirmed: hit.memoryType === "O" && !isSaid(hit.record) ? true : undefined,
    outdated_by: later === undefined ? undefined : briefId(later),
    contested_by: contested === undefined ? undefined : briefId(contested),
    replaces: replaced === undefined ? undefined : excerpt(replaced),
  };
}

/** The hits in their order, except that what puts one of the `first` hits out of force moves up to stand before it. */
function laterFirst(hits: readonly Hit[], first: number, outdatedBy: View["outdatedBy"]): readonly Hit[] {
  const ordered = [...hits];
  for (const hit of hits.slice(0, first)) {
    const by = outdatedBy(hit);
    const later = ordered.findIndex(({ id }) => id === by);
    const at = ordered.indexOf(hit);
    if (later > at) ordered.splice(at, 0, ...ordered.splice(later, 1));
  }
  return ordered;
}

/** More hits than these are a list to choose from; `memory show ID` gives the whole of one. */
const MANY = 10;
/** Columns of an excerpt; in a list about ten words. */
const WIDTH = 180;
const WIDTH_IN_LIST = 60;

function excerptsFor(query: string, hits: number): (content: string) => string {
  const wanted = once(() => termsToMeet(parseQuery(query).text));
  return (content) => excerptOf(content, wanted, hits > MANY ? WIDTH_IN_LIST : WIDTH);
}

type Explained = Readonly<Record<string, unknown>>;

function explained({ points, ...factors }: Factors, inVain = 0): Explained {
  return { ...rounded(factors), points: points && rounded(points), given_in_vain: inVain > 0 ? inVain : undefined };
}

/** Four digits: more say nothing of a score. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function rounded(values: object): Record<string, number> {
  return Object.fromEntries(numbersIn(values).map(([name, value]) => [name, round(value)]));
}

function numbersIn(values: unknown): [string, number][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) => typeof value === "number" ? [[name, value]] : []);
}

/** What the score is a product of. */
const PRODUCT: readonly string[] = ["relevance", "decay", "source", "time"];
/** What else is multiplied: 1 changes nothing, as 0 does for what is added. */
const TIMES: readonly string[] = [...PRODUCT.slice(1), "retold", "answers"];

/** Two lines for a person: the product, and what made the relevance; what changed nothing is left out. */
function factorLines({ points, ...factors }: Explained, style: Style): string {
  const all = [...numbersIn(factors), ...numbersIn(points)];
  const telling = all.filter(([name, value]) => value !== (TIMES.includes(name) ? 1 : 0));
  const told = (parts: readonly [string, number][], between: string) =>
    parts.map(([name, value]) => {
      const shown = Number.isInteger(value) && !TIMES.includes(name) ? String(value) : value.toFixed(2);
      return `${style.say(said(`factor_${name}`))} ${shown}`;
    }).join(between);
  const product = telling.filter(([name]) => PRODUCT.includes(name));
  const made = telling.filter(([name]) => !PRODUCT.includes(name));
  // Alone, the relevance is the score, which stands above.
  const lines = [product.length > 1 ? told(product, " × ") : "", told(made, " · ")];
  return lines.filter((line) => line !== "").map((line) => `\n  ${style.dim(line)}`).join("");
}

/**
 * Hits for a person, and for an agent that asks for text: the text, and below it kind, day and id, with `--explain`
 * also how it was found. Further lines of a text stand deeper than what is said of it, so that none can pass for that.
 */
export function hitsText(
  data: Shown,
  style: Style,
  { briefIdOf, isAdvised }: { briefIdOf: (id: string) => string; isAdvised: boolean },
): string {
  const lines = data.results.map((hit) => {
    const { id, type, memory_type, content, score, day, layer, deleted, archived, others, outdated_by } = hit;
    const { unconfirmed, contested_by, found_by, replaces, explain } = hit;
    const isNeighbour = found_by.every((each) => each === "neighbour");
    const about = dotted([
      style.say(kindOf(type, memory_type)),
      day,
      layer === "global" && style.say(GLOBAL),
      deleted && style.say(said("is_deleted")),
      archived && style.say(said("is_archived")),
      others && style.say(OTHERS),
      unconfirmed && style.say(UNCONFIRMED),
      outdated_by && style.say(said("probably_outdated", { by: outdated_by })),
      contested_by && style.say(said("said_otherwise", { by: contested_by })),
      explain && score.toFixed(2),
      (explain || isNeighbour) && style.say(named(found_by.map((each) => said(`found_by_${each}`)))),
      briefIdOf(id),
    ]);
    const why = explain ? factorLines(explain, style) : "";
    const before = replaces === undefined ? "" : `\n  ${style.dim(style.say(said("replaces", { text: replaces })))}`;
    return `${style.bold(content.replace(/\n/g, "\n    "))}${before}\n  ${style.dim(about)}${why}\n`;
  });
  const all = degradedIn(data, isAdvised);
  const { method, hint, unheld } = data;
  const note = hint ?? (unheld && said("unheld", { words: unheld.map((word) => `“${word}”`) }));
  const ahead = note ? `${style.say(note)}\n` : "";
  const only = method === "hybrid" || !isAdvised ? "" : style.say(said(`only_by_${method}`));
  return ahead + lines.join("") + (all ? style.dim(`${only}${style.say(all)}\n`) : "");
}

/** Says that nothing was found, and why that may be. */
export function nothingFoundText(
  data: Shown,
  style: Style,
  { beginning, isAdvised }: { beginning: Sentence | undefined; isAdvised: boolean },
): string {
  const { hint } = data;
  if (hint && beginning === undefined) return `${style.say(hint)}\n`;
  const all = degradedIn(data, isAdvised);
  const why = all === undefined ? "" : inBrackets({ en: lowered(all.en), zh: all.zh });
  return emptyText(said("nothing_found", { why }), { beginning, hint }, style);
}

/** Why records may be missing; where advice is due, why the search was not by words and by meaning, and what to do. */
function degradedIn({ degraded, degraded_hint: advice }: Shown, isAdvised: boolean): Sentence | undefined {
  if (!isAdvised) return degraded?.en === INCOMPLETE.en ? degraded : undefined;
  if (!degraded || !advice) return degraded;
  return { en: `${degraded.en}; ${lowered(advice.en)}`, zh: `${degraded.zh}；${advice.zh}` };
}
