/** Changing what a record says. Its id, its time and the fields we do not know stay. */
import { cleanAll, cleanAsks, cleanGiven } from "../capture/gate.ts";
import { LAYER_NAMES, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import { idsField, meantId, type RecordId } from "../records/ids.ts";
import { doneTodos } from "../records/todos.ts";
import { isSameTodo } from "../recall/todos.ts";
import type { Actor } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { type Contents, evidenceOf, readContents } from "../store/contents.ts";
import { inScope, oneOf, type RecordScope, select } from "../store/filter.ts";
import { opinionOf } from "../store/known.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { changeTime } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { failure, said } from "./words.ts";

interface Edits {
  readonly content?: string | undefined;
  readonly memoryType?: MemoryType | undefined;
  readonly confidence?: number | undefined;
  readonly entities?: readonly string[] | undefined;
  /** The questions by which it will be asked for, all of them. */
  readonly asks?: readonly string[] | undefined;
  /** Records that this one replaces, besides those that it replaces already; the end of an id is enough. */
  readonly supersedes?: readonly RecordId[] | undefined;
  /** What a summary leaves to do, all of it; one that was done is open again. */
  readonly todos?: readonly string[] | undefined;
}

interface Edited {
  readonly id: RecordId;
  readonly updated_fields: readonly string[];
  readonly redacted?: readonly string[];
  /** The texts that it no longer says. */
  readonly before: readonly string[];
  /** The daily records that were changed with a consolidated fact, since they are what says it. */
  readonly along: readonly string[];
}

interface EditPlace {
  readonly scope: RecordScope;
  readonly actor: Actor;
  /** What the store holds, where it has been read already. */
  readonly contents?: Contents;
}

/**
 * The change that edits a record. Throws RECORD_NOT_FOUND, or INVALID_ARGUMENT for a field that its kind does not have.
 *
 * @returns no change when the record says so already
 */
export function planEdit(
  memory: Memory,
  store: Store,
  id: RecordId,
  edits: Edits,
  { scope, actor, contents = readContents(store) }: EditPlace,
): Planned<Edited> {
  const { stored, along } = existingRecord(contents, id, scope);
  const { fields, kinds } = fieldsOf(memory, stored, { ...edits, supersedes: replacedBy(store, stored, edits) });
  const all = [stored, ...along];
  const changed = Object.keys(fields).filter((name) =>
    all.some(({ record }) => JSON.stringify(record[name]) !== JSON.stringify(fields[name]))
  );
  const result: Edited = {
    id,
    updated_fields: changed,
    ...kinds.length > 0 ? { redacted: kinds } : {},
    before: changed.includes("content") || changed.includes("summary")
      ? all.map(({ record }) => String(record.content ?? record.summary ?? ""))
      : [],
    along: along.map(({ key }) => key),
  };
  if (changed.length === 0) return { change: undefined, result };
  const isMeant = (record: RawRecord, key: string) =>
    all.some((each) => key === each.key && JSON.stringify(record) === JSON.stringify(each.record));
  const rewrite = (record: RawRecord, key: string) => {
    if (!isMeant(record, key)) return "keep" as const;
    const updated_at = changeTime(store.runtime.now(), record);
    return { ...ownedBy(record, changed), ...fields, updated_at };
  };
  const text = changed.some((field) => WORDING.includes(field))
    ? opinionOf({ ...ownedBy(stored.record, changed), ...fields })
    : undefined;
  return {
    change: {
      actor,
      command: "edit",
      scope: stored.home,
      rewrite: new Map(all.map(({ file }) => [file, rewrite])),
      ...text === undefined ? {} : { said: { file: stored.file, text } },
      audit: { fields: changed },
    },
    result,
  };
}

/** The whole ids of what a record is to replace. Throws RECORD_NOT_FOUND, INVALID_ARGUMENT for the record itself. */
function replacedBy(store: Store, { key }: Stored, { supersedes }: Edits): string[] | undefined {
  const known = supersedes && readContents(store).records.map((each) => each.key);
  return supersedes?.map((word) => {
    const id = meantId(word, known ?? []);
    if (id === undefined) throw failure("nothing_to_replace", { word, layer: LAYER_NAMES[store.layer] });
    if (id !== key) return id;
    throw failure("replaces_itself", { id });
  });
}

const WORDING: readonly string[] = ["content", "memory_type", "summary", "todos"];

/** What an import brought or capture made is the user's own from the time on that the user rewords it. */
function ownedBy(record: RawRecord, changed: readonly string[]): RawRecord {
  if (!changed.some((field) => WORDING.includes(field))) return record;
  const { imported_at: _, auto_generated: __, ...own } = record;
  return own;
}

/** A record, and what else says the same as it. */
interface Meant {
  readonly stored: Stored;
  /** The daily records that a consolidated fact was made of and that are still there: they are shown in its place. */
  readonly along: readonly Stored[];
}

/** The record of this id. Throws RECORD_NOT_FOUND, naming its scope if it is in another one. */
function existingRecord(contents: Contents, id: RecordId, scope: RecordScope): Meant {
  const named = select(contents, scope, { ids: [id], deleted: "with" }, { copies: true });
  const alive = oneOf(id, named.filter(({ isDeleted }) => !isDeleted));
  if (alive) return { stored: alive, along: evidenceThere(contents, alive) };
  const [found] = named;
  if (found) throw failure("is_deleted", { id });
  const elsewhere = select(contents, "all", { ids: [id] }, { copies: true })[0];
  const hint = elsewhere
    ? said("in_other_scope", { file: elsewhere.file, home: elsewhere.home })
    : said(id.startsWith("MEM-") ? "notes_have_verbs" : "how_to_find_ids");
  throw failure("no_record", { id, scope: inScope(scope), hint });
}

function evidenceThere({ records }: Contents, { home, record }: Stored): Stored[] {
  if (home !== "facts") return [];
  const ids = new Set(evidenceOf(record));
  return records.filter((each) => each.home === "daily" && ids.has(each.key) && !each.isDeleted);
}

function fieldsOf(
  memory: Memory,
  { record, type, key }: Stored,
  edits: Edits,
): { fields: RawRecord; kinds: readonly string[] } {
  const { content, memoryType, confidence, entities, asks, supersedes, todos } = edits;
  const named = { id: String(record.id ?? key), type };
  if (todos && type !== "summary") throw failure("no_todos_of_it", named);
  const ofFacts = [memoryType, confidence, entities, asks, supersedes];
  if (type !== "fact" && ofFacts.some((each) => each !== undefined)) {
    throw failure(type === "summary" ? "only_content_and_todo" : "only_content", named);
  }
  const { text, kinds } = content === undefined ? { text: undefined, kinds: [] } : cleanGiven(memory, content);
  if (text === "") throw failure("empty_content");
  const names = entities && cleanAll(memory, entities);
  const questions = asks && cleanAsks(memory, asks);
  const open = todos && cleanAll(memory, todos);
  return {
    fields: {
      ...text === undefined ? {} : type === "summary" ? { summary: text } : { content: text },
      ...memoryType === undefined ? {} : { memory_type: memoryType },
      ...confidence === undefined ? {} : { confidence },
      ...names === undefined ? {} : { entities: names.texts },
      ...questions === undefined ? {} : { asks: questions.texts },
      ...open ? todoFields(record, open.texts) : {},
      ...supersedes ? { supersedes: idsField([...texts(record.supersedes), ...supersedes]) } : {},
    },
    kinds: [...new Set([...kinds, ...names?.kinds ?? [], ...questions?.kinds ?? [], ...open?.kinds ?? []])],
  };
}

function todoFields(record: RawRecord, todos: readonly string[]): RawRecord {
  const done = doneTodos(record);
  const left = done.filter(({ todo }) => !todos.some((other) => isSameTodo(todo, other)));
  return { todos, ...left.length < done.length ? { done: left } : {} };
}
