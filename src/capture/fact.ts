/** Drafts of facts: cleaned, given a type, compared with the facts that are there, and noted in their session. */
import { isClientsShell } from "../agents/attended.ts";
import { normaliseContent } from "../index/document.ts";
import { lastingIn, LINES } from "../prompt/lasting.ts";
import { holdsMore } from "../recall/contradiction.ts";
import { briefId, idsField, type RecordId, type SessionId } from "../records/ids.ts";
import { CONDITIONS_HELD_MAX } from "../records/conditions.ts";
import { ADDED, lackedBy, united } from "../records/later.ts";
import { DEFAULT_CONFIDENCE, type Fact, type Layer, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import backgroundWords from "./background_words.txt" with { type: "text" };
import ruleWords from "./rule_words.txt" with { type: "text" };
import { AS_SAID, inferMemoryType } from "../records/view.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { isCjk } from "../text/script.ts";
import type { Rewrite } from "../store/change.ts";
import { remembered } from "../remembered.ts";
import { evidenceOf, readContents } from "../store/contents.ts";
import type { StorePath } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore } from "../store/mod.ts";
import { nowGiven, nowSaved, type SessionState } from "../store/session_state.ts";
import { admit, cleanerFor, noteInState, type Skipped } from "./gate.ts";
import { type Near, type Neighbours, recordsOf, replacedBy } from "./neighbours.ts";
import { failure, said } from "./words.ts";

export interface FactInput {
  readonly content: string;
  readonly memoryType?: MemoryType | undefined;
  readonly entities?: readonly string[];
  readonly tags?: readonly string[];
  readonly asks?: readonly string[];
  readonly when?: readonly string[];
  /** 0–1; DEFAULT_CONFIDENCE when the author gives none (方案 C §1.3). */
  readonly confidence?: number | undefined;
  readonly session?: SessionId | undefined;
  readonly supersedes?: readonly RecordId[];
}

export type FactDraft = Exclude<ReturnType<typeof draftFact>, Skipped>;

/** The fact as it will be saved, or why it is skipped. Throws INVALID_ARGUMENT, RECORD_NOT_FOUND, NOT_INITIALISED. */
export function draftFact(
  memory: Memory,
  input: FactInput,
  layer: Layer | undefined,
  freshId: (kind: "log") => string,
) {
  const { runtime } = memory;
  const admitted = admit(memory, { session: input.session, automatic: false, layer });
  if ("status" in admitted) return admitted;
  const { session } = admitted;
  const clean = cleanerFor(memory);
  const content = clean.text(input.content);
  if (content === "") throw failure("empty_fact");
  const { store, holder, ids } = replacedBy(memory, admitted.store, input.supersedes ?? [], layer);
  const moved = store === admitted.store ? undefined : store.layer;
  const project = moved === undefined ? admitted.project : undefined;
  const replaced = recordsOf(holder, ids);
  // To edit with an empty text takes conditions away; here it was meant to give one.
  const blank = input.when?.find((each) => each.trim() === "");
  if (blank !== undefined) throw failure("no_condition", { condition: `"${blank}"` });
  const given = {
    entities: clean.texts(input.entities),
    tags: clean.texts(input.tags),
    asks: clean.asks(input.asks),
    when: clean.conditions(input.when),
  };
  const own = Object.fromEntries(
    ADDED.filter((field) => given[field].length > 0).map((field) => [field, given[field]]),
  );
  // A fact that replaces records takes over their labels and conditions, unless it brings its own, and their questions,
  // which are asked as before.
  const { entities = [], tags = [], ...words } = {
    ...united(ADDED, ...replaced),
    ...own,
    ...united(["asks"], own, ...replaced),
  };
  const source = { ...session === undefined ? {} : { session }, ...project === undefined ? {} : { project } };
  const supersedes = idsField(ids);
  const fact: Fact = {
    id: freshId("log"),
    type: "fact",
    memory_type: input.memoryType ?? typeOf(content),
    content,
    entities,
    confidence: input.confidence ?? DEFAULT_CONFIDENCE,
    timestamp: runtime.now().toISOString(),
    ...Object.keys(source).length > 0 ? { source } : {},
    ...tags.length > 0 ? { tags: tags.map((tag) => tag.replace(/^#/, "")) } : {},
    ...words,
    ...supersedes === undefined ? {} : { supersedes },
  };
  return {
    fact,
    store,
    /** The project that it belongs to, in a store that several projects share. */
    project,
    /** The layer of the record that it replaces, where that is another than its own would be. */
    moved,
    /** Records of the global layer that it replaces here alone. */
    replacedHere: holder === store ? [] : ids,
    /** The kinds of secrets that were taken out. */
    kinds: clean.kinds(),
    /** The author named its type. */
    isTyped: input.memoryType !== undefined,
    session,
    // Whether the save surely comes from the session: the caller names it, or a client's shell saves, which names it or
    // of which only one session is live. A person may save beside the session, by hand or by a script.
    isNamed: input.session !== undefined || isClientsShell(runtime),
  };
}

/** The fact, as a rule where its author names no type and it says the contrary of a rule of the user's. */
export function asChange({ fact, isTyped }: FactDraft, neighbours: Neighbours | undefined): Fact {
  const isRule = !isTyped && neighbours?.changed.some(({ stated }) => stated);
  return isRule ? { ...fact, memory_type: "O" } : fact;
}

/** Words of rules and of much else: for such a sentence the learnt weights decide whether it states a rule. */
const MAYBE_RULE = /只|别|统一|务必|(?<![-\w])only\b/i;

/** The type of a fact by its words, where the author names none. */
export function typeOf(text: string): MemoryType {
  const type = inferMemoryType(text);
  if (type !== "W") return type;
  const isRule = holdsWords(text, ruleWords) ||
    (MAYBE_RULE.test(text) && lastingIn(text, LINES.unjudged).some(({ memoryType }) => memoryType === "O"));
  if (isRule) return "O";
  return holdsWords(text, backgroundWords) ? "B" : "W";
}

/** Whether a text holds one of the words of a list and none that makes something else of it. */
function holdsWords(text: string, list: string): boolean {
  const said = text.trim();
  // To compile the patterns takes longest, and those of Chinese words match no other text.
  const mayMatch = isCjk(said) ? () => true : (line: string) => !isCjk(line);
  const lines = list.split("\n").filter((line) => line !== "" && !line.startsWith("#") && mayMatch(line));
  const not = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
  return patternOf(lines.filter((line) => !line.startsWith("- "))).test(said) && !patternOf(not).test(said);
}

function patternOf(phrases: readonly string[]): RegExp {
  return new RegExp(phrases.map((phrase) => phrase.replaceAll("…", ".{0,12}?")).join("|"), "i");
}

/** For each fact the id of one that already says the same, in the layer or earlier in the list. */
export function alreadyThere(facts: readonly Fact[], neighbours: readonly Neighbours[]): (string | undefined)[] {
  const said = new Map<string, string>();
  return facts.map(({ id, content, supersedes }, at) => {
    // A fact that replaces one record may say the same as another.
    if (supersedes !== undefined) return undefined;
    const text = normaliseContent(content);
    const same = neighbours[at]?.identical ?? said.get(text);
    if (same === undefined) said.set(text, id);
    return same;
  });
}

export type Additions = ReturnType<typeof additionsTo>;

/**
 * What a save adds to facts that are there and say the same: the records that they replace (the answer to
 * `looksLikeChange`), labels, asks and conditions, that they are rules, and that somebody has said them, where so far
 * only an import or a hook did. Throws INVALID_ARGUMENT for more conditions than a fact may have.
 *
 * @param isTyped for each fact whether its author named its type
 * @returns `ids`: for each fact the id of the one that it adds to, if it does; `fields`: those that are written
 */
export function additionsTo(
  store: LockedStore,
  facts: readonly Fact[],
  neighbours: readonly Neighbours[],
  isTyped: readonly boolean[],
) {
  const changes = new Map<string, RawRecord>();
  const contents = remembered(readContents);
  const rewrite = new Map<StorePath, (record: RawRecord, key: string) => Rewrite>();
  const withAdded = (old: RawRecord, key: string): Rewrite => {
    const added = changes.get(key);
    const now = store.runtime.now().toISOString();
    return added ? { ...old, ...added, said_at: now, updated_at: now } : "keep";
  };
  const ids = facts.map((fact, at) => {
    const { identical: existing, isUnconfirmed = false } = neighbours[at] ?? {};
    const addition = { fact, isRule: isTyped[at] === true && fact.memory_type === "O", isUnconfirmed };
    if (existing === undefined || !mayAdd(addition)) return undefined;
    const { records } = contents(store);
    const stored = records.find(({ key }) => key === existing);
    if (!stored || texts(fact.supersedes).includes(existing)) return undefined;
    if (fact.when) refuseTooMany(existing, [...texts(stored.record.when), ...fact.when]);
    // A consolidated fact outlives the records that it was made of.
    const along = records.filter(({ kind, record }) => kind === "facts" && evidenceOf(record).includes(existing));
    for (const { record, key, file } of [stored, ...along]) {
      const before = { ...record, ...changes.get(key) };
      const fields = { ...changes.get(key), ...addedTo(before, addition, key === existing) };
      if (Object.keys(fields).length === 0) continue;
      changes.set(key, fields);
      rewrite.set(file, withAdded);
    }
    return changes.has(existing) ? existing : undefined;
  });
  return { ids, rewrite, fields: [...new Set([...changes.values()].flatMap(Object.keys))] };
}

/** A fact that is saved again. */
interface Addition {
  readonly fact: Fact;
  /** Its author named it a rule. */
  readonly isRule: boolean;
  /** So far only an import or a hook has said it. */
  readonly isUnconfirmed: boolean;
}

function mayAdd({ fact, isRule, isUnconfirmed }: Addition): boolean {
  return isRule || isUnconfirmed || fact.supersedes !== undefined ||
    ADDED.some((field) => texts(fact[field]).length > 0);
}

/** The fields that a record gets: the one that says the same, or one that was made of it. */
function addedTo(record: RawRecord, { fact, isRule, isUnconfirmed }: Addition, saysSame: boolean): RawRecord {
  const { supersedes, memory_type } = fact;
  const replaced = texts(supersedes);
  return {
    ...saysSame && replaced.length > 0 ? { supersedes: idsField([...texts(record.supersedes), ...replaced]) } : {},
    // What somebody says by a verb is their own, whoever brought the words first.
    ...saysSame && isUnconfirmed ? AS_SAID : {},
    ...isRule && record.memory_type !== memory_type ? { memory_type } : {},
    ...lackedBy(ADDED, record, fact),
  };
}

/** Facts without those that say the same as an earlier one, which gets their labels, asks and conditions. */
export function withoutRepeats(facts: readonly Fact[], known: readonly (string | undefined)[]): Fact[] {
  return facts.filter((_, at) => known[at] === undefined).map((fact) => {
    const same = facts.filter((_, at) => known[at] === fact.id);
    return { ...fact, ...lackedBy(ADDED, fact, ...same) };
  });
}

function refuseTooMany(id: string, conditions: readonly string[]): void {
  const [found, most] = [new Set(conditions).size, CONDITIONS_HELD_MAX];
  if (found > most) throw failure("no_room_for_conditions", { most, found, id: briefId(id) });
}

/** Tells that records of the global layer are replaced in this project alone, and then the `hint`. */
export function replacedHereTold(ids: readonly RecordId[], hint?: Sentence): Sentence {
  const kept = said("replaced_here", { ids: ids.map(briefId).join(", ") });
  return inResult(hint ? { en: `${kept.en}. ${hint.en}`, zh: `${kept.zh}。${hint.zh}` } : kept);
}

export type NearTold = Partial<ReturnType<typeof nearTo>>;

/** The neighbours of a saved fact for the answer, without those that it replaces. */
export function nearTo({ supersedes, content }: Fact, neighbours: Neighbours | undefined) {
  const others = (found: readonly Near[] = []) =>
    found.filter((each) => !texts(supersedes).includes(each.id)).map(({ id, content }): Near => ({ id, content }));
  const [similar, changes] = [others(neighbours?.similar), others(neighbours?.changed)];
  const hint = changes.length > 0
    ? looksLikeChange(content, changes)
    : similar.length > 0
    ? said("may_replace", { options: replacing(similar) })
    : undefined;
  return {
    // Records that this one may replace.
    ...similar.length > 0 ? { similar } : {},
    // Records that give another value of the same thing, or say the contrary.
    ...changes.length > 0 ? { changes } : {},
    ...hint ? { hint: inResult(hint) } : {},
  };
}

function looksLikeChange(newer: string, changes: readonly Near[]): Sentence {
  const texts = changes.map(({ content }) => content);
  const quoted = { en: texts.map((text) => `"${text}"`).join("; "), zh: texts.map((text) => `“${text}”`).join("、") };
  const leavesSome = changes.some(({ content }) => holdsMore(content, newer));
  return said(leavesSome ? "looks_like_part_change" : "looks_like_change", {
    said: quoted,
    options: `\`--supersedes ${changes.map(({ id }) => briefId(id)).join(",")}\``,
  });
}

/** The options that replace the older records. An agent may save without asking the person, but not edit. */
function replacing(older: readonly Near[]): Sentence {
  const options = older.map((each) => `\`--supersedes ${briefId(each.id)}\``);
  return { en: options.join(" or "), zh: options.join("、") };
}

/** Notes in each session's state which facts it saved, so that it is not told them. `known`: by `alreadyThere`. */
export function noteSaved(memory: Memory, drafts: readonly FactDraft[], known: readonly (string | undefined)[]): void {
  const saved = drafts.map(({ fact: { id }, session, isNamed }, at) => ({ session, isNamed, id, existing: known[at] }));
  for (const [session, own] of Map.groupBy(saved, (each) => each.session)) {
    const count = own.filter(({ existing }) => existing === undefined).length;
    const ids = own.flatMap(({ isNamed, id, existing }) => isNamed ? [existing ?? id] : []);
    noteInState(memory, session, (state) => ({
      fact_count: (state.fact_count ?? 0) + count,
      // That prompt's work is saved, not what was done before.
      ...(answersNudge(state) ? { work_covered: (state.work_covered ?? 0) + 1 } : {}),
      ...nowSaved(state, ids),
      ...nowGiven(state, ids),
    }));
  }
}

/** Whether the save is the first that answers a nudge, in the same turn or the next. */
function answersNudge({ prompts = 0, nudged_at_prompt, fact_at_prompt = -1 }: SessionState): boolean {
  return nudged_at_prompt !== undefined && prompts - nudged_at_prompt <= 1 && fact_at_prompt < nudged_at_prompt;
}
