/** The records near a fact, asked for before it is saved: the same text, what it may change, what it replaces. */
import { todoId } from "../records/todos.ts";
import { todosNamed } from "./meant_todo.ts";
import { todosHere } from "./todos.ts";
import { failure } from "./words.ts";
import { MemoryError, reasonOf, tried } from "../errors.ts";
import { openIndex, withIndexSoonInStep } from "../index/mod.ts";
import type { MemoryIndex } from "../index/open.ts";
import { findIdentical, idsLike, isThere } from "../index/read.ts";
import { closing } from "../index/sqlite.ts";
import { normaliseContent } from "../index/document.ts";
import { readNotes } from "../notes/files.ts";
import { remembered } from "../remembered.ts";
import { isGuess, isSaid, memoryTypeOf, projectOf, sessionOf } from "../records/view.ts";
import { areApart, contradicts, isException, mayContradict, recounts } from "../recall/contradiction.ts";
import { isStated } from "../recall/readers.ts";
import { otherTerms, sharesHeld } from "../recall/shares.ts";
import { readStatements, type Statements } from "../recall/statement.ts";
import { meantId, type RecordId, unbracketed, utcDay } from "../records/ids.ts";
import { type Kin, kinOf } from "../search/kin.ts";
import { logOf, type Memory, storesToRead } from "../store/memory.ts";
import { readContents } from "../store/contents.ts";
import { dailyFile, pathOf, type StorePath } from "../store/layout.ts";
import { recordsIn } from "../store/lines.ts";
import { standingFor } from "../store/same_words.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { textIn } from "../store/stored.ts";
import { isDeleted, type Layer, LAYER_NAMES, type RawRecord } from "../records/mod.ts";

export interface Neighbours {
  /** A visible fact with the same text in this layer. */
  readonly identical?: string;
  /** Whether the identical fact is not the person's own yet: an import brought it, or a hook captured it. */
  readonly isUnconfirmed?: boolean;
  /** The session in which a hook guessed the identical fact, empty where none is named; undefined if it is no guess. */
  readonly guessedIn?: string | undefined;
  /** Records about the same matter, if it changes none for certain: the agent can tell whether it replaces one. */
  readonly similar: readonly Near[];
  /** Records for which the text gives another value, or says the contrary. */
  readonly changed: readonly Changed[];
}

export type Near = Pick<Kin, "id" | "content">;

export interface Changed extends Near {
  /** The user stated it as a rule. */
  readonly stated: boolean;
  /** The session of which a hook captured it, and nobody has confirmed it since. */
  readonly capturedIn?: string | undefined;
}

/** More facts at once come from a file: nobody is there to be asked about each. */
const COMPARED_MAX = 20;
/** Changed records that are named to the agent, which would not read more. */
const CHANGED_MAX = 3;
/** Similar records that are named: most often the new fact replaces none of them. */
const SIMILAR_MAX = 2;
/** The least nearness of the second similar record, as a share of the first's: with less, one in fifty is right. */
const NEARLY_AS_NEAR = 0.85;
// Measured (docs/internals/recall-measured.md): with less, more facts about other matters are named.
const SIMILAR_FROM = 0.5;
/** The worth of a shared word that no other record holds, beside a share of 1. */
const OF_SHARED = 0.12;
/** The worth of another number of the same kind. */
const OF_NUMBER = 0.1;

/**
 * The neighbours of each text in this layer, among the records of the person and of `project`: those of other projects
 * are not recalled here. Where the index can't be asked, no neighbour is found and everything is saved; consolidation
 * finds duplicates later.
 */
export function neighboursOf(
  memory: Memory,
  store: Store,
  contents: readonly string[],
  project: string | undefined,
): Neighbours[] {
  if (contents.length === 0) return [];
  const meant = meantFor(store, contents, project);
  const unknown = (reason: string): Neighbours[] => {
    logOf(memory, store).warning("Saved without looking for the same fact", { reason });
    return contents.map(() => NONE);
  };
  const look = (index: MemoryIndex) => contents.map((content) => nearIn(index, content, meant));
  try {
    return withIndexSoonInStep(store, look) ?? unknown("the index is not in step");
  } catch (error) {
    try {
      // In a client's sandbox the index can't follow: a fact that says the same there may have been edited since.
      return closing(openIndex(store, { waitMs: 0 }), look).map((near) => near.identical === undefined ? near : NONE);
    } catch {
      return unknown(reasonOf(error));
    }
  }
}

/** The end of the daily file that new facts are appended to. */
export function endOfToday(store: Store) {
  const file = dailyFile(utcDay(store.runtime.now().toISOString()));
  return { file, size: sizeOf(store, file) };
}

function sizeOf(store: Store, file: StorePath): number {
  return store.runtime.files.stat(pathOf(store, file))?.size ?? 0;
}

/**
 * The neighbours found before the lock was taken, when the daily file had this `end`, and those that others have saved
 * since. The index is not brought in step for that, since others wait for the lock.
 */
export function neighboursSince(
  store: LockedStore,
  contents: readonly string[],
  project: string | undefined,
  { before, end }: { before: readonly Neighbours[]; end: ReturnType<typeof endOfToday> },
): readonly Neighbours[] {
  const size = sizeOf(store, end.file);
  if (contents.length === 0 || size === end.size) return before;
  const meant = meantFor(store, contents, project);
  const bytes = store.runtime.files.readRange(pathOf(store, end.file), end.size, Math.max(0, size - end.size));
  const said = new Map<string, RawRecord>();
  for (const record of recordsIn(bytes)) {
    if (record.type !== "fact" || typeof record.content !== "string" || isDeleted(record)) continue;
    if (meant.isMeant(record)) said.set(normaliseContent(record.content), record);
  }
  return contents.map((content, at): Neighbours => {
    const same = said.get(normaliseContent(content));
    return before[at]?.identical !== undefined || !same ? before[at] ?? NONE : identicalTo(String(same.id), same);
  });
}

const NONE: Neighbours = { similar: [], changed: [] };

function identicalTo(id: RecordId, record: RawRecord): Neighbours {
  const guessedIn = isGuess(record) ? sessionOf(record) ?? "" : undefined;
  return { ...NONE, identical: id, isUnconfirmed: !isSaid(record), guessedIn };
}

type Meant = ReturnType<typeof meantFor>;

function meantFor({ layer }: Store, contents: readonly string[], project: string | undefined) {
  /** Whether a record may count as a neighbour. */
  const isMeant = (record: RawRecord) => {
    const owner = layer === "project" ? undefined : projectOf(record);
    return owner === undefined || owner === project;
  };
  return { isMeant, compare: contents.length <= COMPARED_MAX };
}

function nearIn(index: MemoryIndex, content: string, { isMeant, compare }: Meant): Neighbours {
  const identical = findIdentical(index.db, content).filter(({ record }) => isMeant(record))
    .find(({ id }) => !isContradictedLater(index, id, content, { isMeant, compare }));
  if (identical) return identicalTo(identical.id, identical.record);
  if (!compare) return NONE;
  const statements = readStatements(content);
  const kin = kinOf(index, content, { others: otherTerms(content), isMeant });
  // To parse a record's text costs more than the rest of a save, so no more are parsed than it takes.
  const read = remembered(({ content }: Kin) => readStatements(content));
  const changed = statements.some(mayContradict)
    ? kin.values().filter((each) => contradicts(statements, read(each))).take(CHANGED_MAX).toArray()
    : [];
  const nearness = (each: Kin) => {
    const [ofText, ofKin] = sharesHeld(content, each.content);
    const near = (ofText + ofKin) / 2 + OF_SHARED * each.shared;
    const recounted = near >= SIMILAR_FROM - OF_NUMBER && recounts(statements, read(each));
    return recounted ? near + OF_NUMBER : near;
  };
  const holdsBeside = (other: Statements) => areApart(statements[0], other[0]) || isException(statements, other);
  const similar = changed.length > 0 ? [] : kin.map((each) => ({ each, near: nearness(each) }))
    .filter(({ each, near }) => near >= SIMILAR_FROM && !holdsBeside(read(each)))
    .sort((a, b) => b.near - a.near).slice(0, SIMILAR_MAX)
    .filter(({ near }, _, [first]) => near >= NEARLY_AS_NEAR * (first?.near ?? 0));
  const named = ({ id, content }: Kin) => ({ id, content });
  const isRule = (record: RawRecord) => isStated({ type: "fact", memoryType: memoryTypeOf(record), record });
  return {
    similar: similar.map(({ each }) => named(each)),
    changed: changed.map((each) => ({
      ...named(each),
      stated: isRule(each.record),
      ...each.record.auto_generated === true && { capturedIn: sessionOf(each.record) },
    })),
  };
}

/** Whether a later fact contradicts a fact: if its text is saved once more, it is to hold again. */
function isContradictedLater(index: MemoryIndex, id: string, content: string, { isMeant, compare }: Meant): boolean {
  const statements = compare ? readStatements(content) : [];
  if (!statements.some(mayContradict)) return false;
  const kin = kinOf(index, content, { others: otherTerms(content), isMeant });
  const contrary = kin.filter((each) => contradicts(readStatements(each.content), statements)).map((each) => each.id);
  return contrary.length > 0 && index.db.all(
        `SELECT 1 FROM records AS r JOIN records AS known ON known.id = ?
         WHERE r.time > known.time AND r.id IN (SELECT value FROM json_each(?))`,
        id,
        JSON.stringify(contrary),
      ).length > 0;
}

/** The share of a to-do's words that a fact must hold to be about the same matter. */
const SAME_MATTER = 0.6;

/** Facts on the matter of these to-dos, best first, which may no longer hold once they are closed. */
export function factsOn(memory: Memory, store: Store, todos: readonly string[], project?: string) {
  const { isMeant } = meantFor(store, todos, project);
  const on = (index: MemoryIndex) =>
    todos.flatMap((todo) =>
      kinOf(index, todo, { others: otherTerms(todo), isMeant }).filter(({ content }) =>
        sharesHeld(todo, content)[0] >= SAME_MATTER
      )
    ).map(({ id, content }): Near => ({ id, content }));
  return tried(() => {
    const found = withIndexSoonInStep(store, on) ?? [];
    return found.filter(({ id }, at) => found.findIndex((each) => each.id === id) === at).slice(0, SIMILAR_MAX);
  }, (error) => logOf(memory, store).warning("Closed without looking for facts on it", { reason: reasonOf(error) })) ??
    [];
}

/**
 * The whole ids of the records that a fact replaces, the store that holds them, and the store that the fact goes to.
 * The other layer is taken where it holds all of them as the person's own, and this layer none. A fact of a project
 * stays there: what it replaces in the global layer holds for all other projects.
 *
 * @param asked the layer that the caller named, in which the fact is kept
 * @throws MemoryError RECORD_NOT_FOUND for an id that this layer does not hold: the fact would replace nothing, and
 * both would be told from then on; INVALID_ARGUMENT for one that means several. Where the index can't be asked, every
 * id is believed.
 */
export function replacedBy(
  memory: Memory,
  store: Store,
  words: readonly string[],
  asked: Layer | undefined,
): { readonly store: Store; readonly holder: Store; readonly ids: readonly RecordId[] } {
  if (words.length === 0) return { store, holder: store, ids: [] };
  const found = idsIn(store, words);
  const unknown = words.find((word) => !found.has(word));
  if (unknown === undefined) return { store, holder: store, ids: words.map((word) => found.get(word) ?? word) };
  const other = storesToRead(memory).find(({ layer }) => layer !== store.layer);
  if ((asked === undefined || other?.layer === "global") && found.size === 0 && other) {
    const there = idsIn(other, words);
    const ids = words.flatMap((word) => there.get(word) ?? []);
    if (ids.length === words.length && areThePersons(other, ids)) {
      return { store: other.layer === "global" ? store : other, holder: other, ids };
    }
  }
  // A to-do is closed with `done` and not replaced.
  const [todo] = todosNamed(unbracketed(unknown), todosHere(memory, storesToRead(memory)));
  if (todo) throw failure("replaces_todo", { word: unknown, todo: todo.todo, id: todoId(todo.todo) });
  const layer = LAYER_NAMES[store.layer];
  if (!other || !idsIn(other, [unknown]).has(unknown)) throw failure("replaces_nothing", { word: unknown, layer });
  const there = { other: LAYER_NAMES[other.layer], option: other.layer };
  throw failure("replaces_elsewhere", { word: unknown, layer, ...there });
}

function areThePersons(store: Store, ids: readonly RecordId[]): boolean {
  const own = new Set(ids);
  return readContents(store).records.every((stored) => !own.has(stored.key) || projectOf(stored.record) === undefined);
}

/** The records of these ids; none where the index can't be asked. */
export function recordsOf(store: Store, ids: readonly RecordId[]): readonly RawRecord[] {
  if (ids.length === 0) return [];
  const read = ({ db }: MemoryIndex) =>
    db.all("SELECT raw FROM records WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids))
      .map(({ raw }): RawRecord => JSON.parse(String(raw)));
  return tried(() => withIndexSoonInStep(store, read)) ?? [];
}

/** The ids that words mean, without words that mean none. Where the index can't be asked, each is believed. */
function idsIn(store: Store, words: readonly string[]): Map<string, string> {
  const meant = (idOf: (word: string) => string | undefined) =>
    new Map(words.flatMap((word): [string, string][] => {
      const id = idOf(word);
      return id === undefined ? [] : [[word, id]];
    }));
  const inIndex = ({ db }: MemoryIndex) => {
    const textOf = (id: string) => {
      const record: RawRecord = JSON.parse(String(db.get("SELECT raw FROM records WHERE id = ?", id)?.["raw"] ?? "{}"));
      return [record.content, record.topic].find((text) => typeof text === "string");
    };
    const found = meant((word) => isThere(db, word) ? word : meantId(word, idsLike(db, unbracketed(word)), textOf));
    return words.every((word) => isThere(db, found.get(word) ?? "")) ? found : undefined;
  };
  try {
    const found = withIndexSoonInStep(store, inIndex);
    if (found) return found;
    // The files are read instead, which know what stands for a record that is gone: 100,000 records take half a second,
    // an index of them fifty.
    const contents = readContents(store);
    const notes = readNotes(store).map(({ id }) => id);
    const ids = [...contents.records.map(({ key }) => key), ...notes];
    return meant((word) => {
      const id = ids.includes(word) ? word : meantId(word, ids, textIn(contents.records));
      return id !== undefined && notes.includes(id) ? id : standingFor(contents, id ?? unbracketed(word));
    });
  } catch (error) {
    if (error instanceof MemoryError && error.code === "INVALID_ARGUMENT") throw error;
    return new Map(words.map((word) => [word, word]));
  }
}
