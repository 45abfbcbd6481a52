/** Changes the text or another field of a record. Its id, its time and fields unknown to memory stay. */
import { cleanerFor } from "../capture/gate.ts";
import { lackedBy, withoutWordsOf, WORDS } from "../records/later.ts";
import { unlessEmpty } from "../lists.ts";
import { LAYER_NAMES, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import { idsField, meantId, type RecordId } from "../records/ids.ts";
import { asReopened, doneTodos, isTodoId, withReworded } from "../records/todos.ts";
import { asText } from "../records/view.ts";
import { isSameTodo } from "../recall/todos.ts";
import type { Sentence } from "../sentence.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { type Contents, evidenceOf } from "../store/contents.ts";
import { inScope, oneOf, type RecordScope, recordsThatPass } from "../store/filter.ts";
import { saidIn } from "../store/instructions.ts";
import { isNoteId, readNotes } from "../notes/files.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { standingFor } from "../store/same_words.ts";
import { changeTime } from "../store/resolve.ts";
import { type Stored, textIn } from "../store/stored.ts";
import { coreHint } from "./core.ts";
import { copiesOf } from "./delete.ts";
import { todoHint } from "./todos.ts";
import { failure, said } from "./words.ts";

export interface Edits {
  readonly content?: string | undefined;
  readonly memoryType?: MemoryType | undefined;
  readonly confidence?: number | undefined;
  readonly entities?: readonly string[] | undefined;
  /** All questions by which the record will be asked for: they replace the old ones. */
  readonly asks?: readonly string[] | undefined;
  /** All tool calls at which the record is told: they replace the old ones. */
  readonly when?: readonly string[] | undefined;
  /** Records that this one replaces, besides those that it replaces already; empty: none. An id's end is enough. */
  readonly supersedes?: readonly RecordId[] | undefined;
  /** All open to-dos of a summary: they replace the old ones. A to-do that was done is open again. */
  readonly todos?: readonly string[] | undefined;
  /** New words for a to-do, open or done, in each of the summaries that name it. */
  readonly reworded?: { readonly todo: RecordId; readonly as: string; readonly keys: readonly string[] } | undefined;
}

export interface Edited {
  readonly id: RecordId;
  readonly updated_fields: readonly string[];
  readonly redacted: readonly string[] | undefined;
  readonly before: readonly string[];
  /** The ids of the records that change along with it (`existingRecord`). */
  readonly along: readonly string[];
}

/** The change that edits a record, if any. Throws RECORD_NOT_FOUND, INVALID_ARGUMENT for a field it can't have. */
export function planEdit(
  memory: Memory,
  store: Store,
  named: RecordId,
  edits: Edits,
  { scope, actor, contents }: { scope: RecordScope; actor: Actor; contents: Contents },
): Planned<Edited> {
  const id = standingFor(contents, named) ?? named;
  const { stored, along } = existingRecord(contents, id, scope, memory, edits.reworded?.keys);
  const supersedes = idsToReplace(contents, stored, edits);
  const { fields: own, kinds } = fieldsOf(memory, stored, { ...edits, supersedes });
  const ofIds = (ids: readonly string[] = []) =>
    contents.records.filter(({ key }) => ids.includes(key)).map(({ record }) => record);
  // A record that replaces others takes over their questions and conditions; where it does not after all, they go.
  const fields: RawRecord = {
    ...lackedBy(WORDS, stored.record, ...ofIds(supersedes)),
    ...supersedes?.length === 0 ? withoutWordsOf(stored.record, ...ofIds(texts(stored.record.supersedes))) : {},
    ...own,
  };
  const all = [stored, ...along];
  // Each summary has other to-dos beside the one that gets new words.
  const fieldsFor = (each: Stored) => edits.reworded ? fieldsOf(memory, each, edits).fields : fields;
  const changed = Object.keys(fields).filter((name) =>
    all.some((each) => JSON.stringify(each.record[name]) !== JSON.stringify(fieldsFor(each)[name]))
  );
  const result: Edited = {
    id,
    updated_fields: changed,
    redacted: unlessEmpty(kinds),
    before: changed.includes("content") || changed.includes("summary")
      ? all.map(({ record }) => asText(record.content ?? record.summary))
      : [],
    along: along.map(({ key }) => key),
  };
  if (changed.length === 0) return { change: undefined, result };
  const isReworded = changed.some((field) => WORDING.includes(field));
  const rewrite = (record: RawRecord, key: string) => {
    const meant = all.find((each) => key === each.key && JSON.stringify(record) === JSON.stringify(each.line));
    if (!meant) return "keep" as const;
    const updated_at = changeTime(store.runtime.now(), record);
    const said = changed.includes("content") ? { said_at: updated_at } : {};
    const fields = fieldsFor(meant);
    const reopened = changed.includes("todos") ? asReopened({ ...record, ...fields }, meant.record, updated_at) : {};
    const edited = { ...ownedBy(record, changed), ...fields, ...reopened, ...said, updated_at };
    return isReworded ? withoutGone(edited, contents) : edited;
  };
  const stated = (edits.reworded ? all : [stored])
    .flatMap((each) => saidIn(each.file, { ...ownedBy(each.record, changed), ...fieldsFor(each) }))
    .filter(({ text }) => isReworded || text !== stored.record.content);
  return {
    change: {
      actor,
      command: "edit",
      scope: stored.kind,
      rewrite: new Map(all.map(({ file }) => [file, rewrite])),
      ...isReworded || changed.includes("when") ? { said: stated } : {},
      audit: { fields: changed, copies: edits.reworded ? undefined : along.length || undefined },
    },
    result,
  };
}

/** The whole ids of the records to replace. Throws RECORD_NOT_FOUND; INVALID_ARGUMENT where that makes a circle. */
function idsToReplace(contents: Contents, { key, layer }: Stored, { supersedes }: Edits): string[] | undefined {
  const { records } = contents;
  return supersedes?.map((word) => {
    const id = standingFor(contents, meantId(word, records.map((each) => each.key), textIn(records)) ?? word);
    if (id === undefined) throw failure("nothing_to_replace", { word, layer: LAYER_NAMES[layer] });
    if (id === key) throw failure("replaces_itself", { id });
    // Two records that replace each other would both be out of force.
    if (allReplacedBy(records, id).has(key)) throw failure("replaces_newer", { id: key, newer: id });
    return id;
  });
}

/** The ids that a record replaces, that those replace, and so on. */
function allReplacedBy(records: readonly Stored[], id: RecordId): ReadonlySet<RecordId> {
  const replaced = new Set<RecordId>();
  for (let found = [id]; found.length > 0;) {
    const holders = records.filter(({ key, isDeleted }) => !isDeleted && found.includes(key));
    found = holders.flatMap(({ supersedes }) => texts(supersedes)).filter((older) => !replaced.has(older));
    for (const older of found) replaced.add(older);
  }
  return replaced;
}

/** A record without the ids of its evidence that is gone: if that came back, its old words would be shown. */
function withoutGone(record: RawRecord, { records }: Contents): RawRecord {
  const evidence = evidenceOf(record);
  if (evidence.length === 0) return record;
  const there = new Set(records.filter(({ isDeleted }) => !isDeleted).map(({ key }) => key));
  const { evidence: _, ...rest } = record;
  const left = evidence.filter((id) => there.has(id));
  return left.length === 0 ? rest : { ...rest, evidence: left };
}

const WORDING: readonly string[] = ["content", "memory_type", "summary", "todos"];

/** An imported or captured record counts as the person's own once the person has reworded it. */
function ownedBy(record: RawRecord, changed: readonly string[]): RawRecord {
  if (!changed.some((field) => WORDING.includes(field))) return record;
  const { imported_at: _, auto_generated: __, ...own } = record;
  return own;
}

/**
 * The record of this id, and the records that change along with it. Throws RECORD_NOT_FOUND, naming the record's scope
 * if that is another one.
 */
function existingRecord(
  contents: Contents,
  id: RecordId,
  scope: RecordScope,
  memory: Memory,
  others?: readonly string[],
) {
  const named = recordsThatPass(contents, scope, { ids: [id], deleted: "with", copies: true });
  const stored = oneOf(id, named.filter(({ isDeleted }) => !isDeleted));
  if (stored) {
    const along = others
      ? contents.records.filter(({ key }) => key !== id && others.includes(key))
      : sayingTheSame(contents, stored);
    return { stored, along: along.filter(({ isDeleted }) => !isDeleted) };
  }
  if (named.length > 0) throw failure("is_deleted", { id });
  const isNote = isNoteId(id) && storesToRead(memory).flatMap(readNotes).some((note) => note.id === id);
  if (isNote) throw failure("is_a_note", { id, hint: said("notes_have_verbs", { id }) });
  throw failure("no_record", { id, scope: inScope(scope), hint: whereItMayBe(memory, contents, id) });
}

/**
 * For a consolidated fact the daily records that it was made of, which are shown in its place; for any other record the
 * consolidated facts that were made of it and of nothing else that is still there.
 */
function sayingTheSame(contents: Contents, stored: Stored): Stored[] {
  if (stored.kind !== "facts") return copiesOf(contents, [stored]);
  const ids = new Set(evidenceOf(stored.record));
  return contents.records.filter(({ kind, key }) => kind === "daily" && ids.has(key));
}

function whereItMayBe(memory: Memory, contents: Contents, id: RecordId): Sentence {
  const [elsewhere] = recordsThatPass(contents, "all", { ids: [id], copies: true });
  if (elsewhere) return said("in_other_scope", { file: elsewhere.file, kind: elsewhere.kind });
  if (isTodoId(id)) return todoHint(memory, id);
  if (isNoteId(id)) return said("notes_have_verbs", { id });
  return coreHint(storesToRead(memory), id) ?? said("how_to_find_ids");
}

function fieldsOf(memory: Memory, { record, type, key }: Stored, edits: Edits) {
  const { content, memoryType, confidence, entities, asks, when, supersedes, todos, reworded } = edits;
  const named = { id: asText(record.id) || key, type };
  if (todos && type !== "summary") throw failure("no_todos_of_it", named);
  const ofFacts = [memoryType, confidence, entities, asks, when, supersedes];
  if (type !== "fact" && ofFacts.some((each) => each !== undefined)) {
    throw failure(type === "summary" ? "only_content_and_todo" : "only_content", named);
  }
  const clean = cleanerFor(memory);
  const text = content === undefined ? undefined : clean.text(content);
  const newTodo = reworded && clean.text(reworded.as);
  if (text === "" || newTodo === "") throw failure("empty_content");
  const fields: RawRecord = {
    ...text === undefined ? {} : { [type === "summary" ? "summary" : "content"]: text },
    ...memoryType === undefined ? {} : { memory_type: memoryType },
    ...confidence === undefined ? {} : { confidence },
    ...entities ? { entities: clean.texts(entities) } : {},
    ...asks ? { asks: clean.asks(asks) } : {},
    ...when ? { when: clean.conditions(when) } : {},
    ...todos ? todoFields(record, clean.texts(todos)) : {},
    ...reworded && newTodo ? withReworded(record, reworded.todo, newTodo) : {},
    ...supersedes
      ? { supersedes: idsField(supersedes.length === 0 ? [] : [...texts(record.supersedes), ...supersedes]) }
      : {},
  };
  return { fields, kinds: clean.kinds() };
}

function todoFields(record: RawRecord, todos: readonly string[]): RawRecord {
  const done = doneTodos(record);
  const left = done.filter(({ todo }) => !todos.some((other) => isSameTodo(todo, other)));
  return { todos, ...left.length < done.length ? { done: left } : {} };
}
