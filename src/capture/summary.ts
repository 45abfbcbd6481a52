/** Saving session summaries: one for each session, with its earlier wordings, and which to-dos it opens and closes. */
import { fail } from "../errors.ts";
import { estimateTokens } from "../recall/budget.ts";
import { sentencesOf } from "../text/sentences.ts";
import { contradicts } from "../recall/contradiction.ts";
import { saysTheSame, stemsOf } from "../text/likeness.ts";
import { isSameTodo } from "../recall/todos.ts";
import { readStatements } from "../recall/statement.ts";
import { newId } from "../records/ids.ts";
import { doneTodos, openTodos, todoId, withClosed } from "../records/todos.ts";
import { type Fact, isDeleted, type Layer, type RawRecord, type SessionSummary, texts } from "../records/mod.ts";
import { appendLocked } from "../store/append.ts";
import { applyChange } from "../store/change.ts";
import { pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import {
  cleanAll,
  cleanGiven,
  noteInState,
  projectNamed,
  saveGate,
  sessionNamed,
  stateStore,
  storeToSave,
} from "./gate.ts";
import { belongsToProject, factEntries, type NamedTodo, type NotClosed, type SaveResult, skipped } from "./fact.ts";
import { closingOf, itemsOf, meantTodo, openStill, partsOf, stillOpen, type Todo, todosHere } from "./todos.ts";
import { nowGiven, readSessionState } from "../store/session_state.ts";
import { DAY_MS } from "../records/days.ts";
import { inResult } from "../sentence.ts";

/** A session summary as somebody wants it saved. */
export interface SummaryInput {
  /** Undefined, with the summary: to-dos alone, for the session's summary or for a record of their own. */
  readonly topic?: string | undefined;
  readonly summary?: string | undefined;
  readonly decisions?: readonly string[];
  readonly todos?: readonly string[];
  /** Words of to-dos that are done, of whichever session. */
  readonly done?: readonly string[];
  readonly tags?: readonly string[];
  readonly session?: string | undefined;
  /** Who asked for it; undefined: the user. */
  readonly source?: SessionSummary["source"] | undefined;
}

/** Saves a session summary, as the newer wording if the session already has one. Throws as `saveFacts` does. */
export function saveSummary(memory: Memory, input: SummaryInput, layer?: Layer): SaveResult {
  const draft = draftSummary(memory, input, layer);
  if ("status" in draft) return draft;
  const results = withLock(draft.store, LOCK_TIMEOUT_MS, (locked) => writeSummaries(memory, locked, [draft]));
  return settle(memory, draft, results[0]);
}

/** A summary ready to be saved. */
export interface SummaryDraft {
  readonly store: Store;
  readonly record: SessionSummary;
  /** Kinds of secrets that were taken out. */
  readonly kinds: readonly string[];
  readonly closing: Closing;
  /** It holds nothing but to-dos. */
  readonly onlyTodos: boolean;
}

/** The summary as it is to be saved, or why it is not. Throws INVALID_ARGUMENT, NOT_INITIALISED. */
export function draftSummary(memory: Memory, said: SummaryInput, layer?: Layer): SummaryDraft | SaveResult {
  const input = { ...said, session: sessionNamed(memory, said.session) };
  const gate = saveGate(memory, { session: input.session, automatic: input.source !== undefined });
  if (!gate.open) return skipped(gate);
  const store = storeToSave(memory, input.session, layer);
  const project = belongsToProject(store, layer) ? projectNamed(memory) : undefined;
  const made = makeSummary(memory, project, { ...input, session: gate.session });
  const done = cleanAll(memory, input.done ?? []);
  const closing = closingFor(memory, made.record, done.texts, { store, session: gate.session });
  const { timestamp } = made.record;
  const record: SessionSummary = {
    ...made.record,
    todos: closing.opens,
    ...closing.own.length > 0 ? { done: closing.own.map((todo) => ({ todo, done_at: timestamp })) } : {},
  };
  return {
    store,
    record,
    kinds: [...new Set([...made.kinds, ...done.kinds])],
    closing,
    onlyTodos: input.topic === undefined,
  };
}

/** What became of a summary that is written; its session knows of it then. */
export function settle(memory: Memory, draft: SummaryDraft, result?: SaveResult): SaveResult {
  const { record, kinds, closing, store, onlyTodos } = draft;
  const id = result?.id ?? record.id;
  closeElsewhere(memory, store, closing);
  if (onlyTodos) noteInState(memory, record.session_id, (state) => nowGiven(state, [id]));
  else markSaved(memory, record.session_id, id);
  return {
    ...result ?? { status: "skipped" },
    ...kinds.length > 0 ? { redacted: kinds } : {},
    ...toldOfTodos(closing, id),
  };
}

/** Notes in the session's state that it has a summary, so that stop does not ask for one, and it is not told of it. */
function markSaved(memory: Memory, session: string | undefined, id: string): void {
  noteInState(memory, session, (state) => ({
    summary_saved: true,
    saved_at_prompt: state.prompts ?? 0,
    work_covered: state.work_prompts ?? 0,
    ...nowGiven(state, [id]),
  }));
}

/** Throws INVALID_ARGUMENT when nothing is left of the topic, or of to-dos that come without one. */
export function refuseEmpty(memory: Memory, { topic, summary, todos = [] }: SummaryInput): void {
  if (topic === undefined && summary === undefined && cleanAll(memory, itemsOf(todos)).texts.length > 0) return;
  if (topic !== undefined && cleanGiven(memory, topic).text !== "") return;
  fail("INVALID_ARGUMENT", { en: "The topic is empty: nothing to save", zh: "主题为空：没有可保存的内容" }, {
    en: "Say in a few words what the session was about",
    zh: "请用几个字写明会话的主题",
  });
}

function makeSummary(
  memory: Memory,
  project: string | undefined,
  input: SummaryInput,
): { record: SessionSummary; kinds: string[] } {
  const topic = cleanGiven(memory, input.topic ?? "");
  const summary = cleanGiven(memory, input.summary ?? "");
  const decisions = cleanAll(memory, itemsOf(input.decisions ?? []));
  const todos = cleanAll(memory, itemsOf(input.todos ?? []));
  const tags = cleanAll(memory, input.tags ?? []);
  refuseEmpty(memory, input);
  const record: SessionSummary = {
    id: newId(memory.runtime, "sum"),
    type: "summary",
    ...input.session === undefined ? {} : { session_id: input.session },
    topic: topic.text,
    summary: summary.text,
    decisions: decisions.texts,
    todos: todos.texts,
    tags: tags.texts.map((tag) => tag.replace(/^#/, "")),
    timestamp: memory.runtime.now().toISOString(),
    source: input.source ?? "rules",
    // A stand-in: the session's summary takes its place and its to-dos over.
    ...input.topic === undefined ? { auto_generated: true } : {},
    ...project === undefined ? {} : { project },
  };
  return { record, kinds: [...new Set([topic, summary, decisions, todos, tags].flatMap(({ kinds }) => kinds))] };
}

/**
 * Writes summaries, what is done with them, and facts that were given with them, as one write of the audit log. On
 * failure nothing is written.
 *
 * @returns what became of each summary, in order
 */
export function writeSummaries(
  memory: Memory,
  store: LockedStore,
  drafts: readonly Pick<SummaryDraft, "record" | "closing" | "onlyTodos">[],
  facts: readonly Fact[] = [],
): SaveResult[] {
  const bySession = new Map<unknown, RawRecord>();
  if (drafts.some(({ record }) => record.session_id !== undefined)) {
    for (const record of liveSummaries(store)) bySession.set(record.session_id, record);
  }
  const named = drafts.flatMap(({ closing }) => closing.closes);
  const closed = named.length === 0 ? [] : openStill(memory, store, named);
  const saved = new Map<string, SessionSummary>();
  const rewritten = new Set<string>();
  const results = drafts.map(({ record: given, onlyTodos }): SaveResult => {
    let record = given;
    // An id has four random letters: enough for a millisecond, not quite for hundreds of summaries at once.
    while (saved.has(record.id)) record = { ...record, id: newId(store.runtime, "sum") };
    const { session_id: session } = record;
    const earlier = session === undefined ? undefined : bySession.get(session);
    const done = closed.filter(({ stored }) => stored.key === earlier?.id).map(({ todo }) => todo);
    const own = !earlier ? record : onlyTodos ? withTodos(earlier, record, done) : newerWording(earlier, record, done);
    if (earlier && !saved.has(own.id)) rewritten.add(own.id);
    if (session !== undefined) bySession.set(session, { ...own });
    saved.set(own.id, own);
    return { id: own.id, status: earlier ? "updated" : "saved" };
  });
  const added = [...saved.values()].filter(({ id }) => !rewritten.has(id));
  const entries = [...factEntries(facts), ...added.map((record) => ({ file: SESSIONS_FILE, record }))];
  const write = { actor: "agent" as const, command: "save", scope: facts.length > 0 ? "all" : "sessions" };
  const together = drafts.map(({ closing }) => closing.together).find((each) => each !== undefined);
  const audit = together === undefined ? {} : { together };
  const closings = closingOf(store, closed.filter(({ stored }) => !rewritten.has(stored.key)));
  if (rewritten.size > 0 || closings.size > 0) {
    // As a change, so that undo brings back the earlier wording.
    const rewrite = (old: RawRecord, key: string) => {
      const record = rewritten.has(String(old.id)) ? saved.get(String(old.id)) : undefined;
      return record ? { ...record } : closings.get(SESSIONS_FILE)?.(old, key) ?? "keep";
    };
    applyChange(store, { ...write, audit, append: entries, rewrite: new Map([...closings, [SESSIONS_FILE, rewrite]]) });
  } else if (entries.length > 0) {
    const counts = { before_count: 0, after_count: entries.length };
    const ids = [...facts, ...added].map(({ id }) => id);
    const files = [...new Set(entries.map(({ file }) => file))];
    appendLocked(store, entries, { addition: { ...audit, ...write, ...counts, ids, files, success: true } });
  }
  return results;
}

/**
 * A summary on top of the one that its session has: what was told and decided stays, and what was to be done stays open
 * until it is done. What was made automatically is only a stand-in.
 */
function newerWording(earlier: RawRecord, record: SessionSummary, closed: readonly string[]): SessionSummary {
  const isEmpty = earlier.topic === "" && earlier.summary === "";
  const history = Array.isArray(earlier.history) ? earlier.history : [];
  // The time of the newer wording is later than that of any change of the earlier one.
  const { auto_generated: isStandIn, updated_at: _, ...kept } = earlier;
  const [decisions, todos] = [texts(earlier.decisions), openTodos(earlier)];
  const wording = {
    summary: String(earlier.summary ?? ""),
    timestamp: String(earlier.timestamp ?? ""),
    ...decisions.length > 0 ? { decisions } : {},
    ...todos.length > 0 ? { todos } : {},
  };
  return {
    ...kept,
    ...record,
    ...isStandIn === true ? {} : {
      summary: standingText(wording.summary, record.summary),
      decisions: [...standing(decisions, record.decisions), ...record.decisions],
    },
    ...todosAfter(earlier, record, closed),
    id: String(earlier.id),
    ...isEmpty ? {} : { history: [...history, wording] },
  };
}

/** The summary that a session has, with more to-dos. */
function withTodos(earlier: RawRecord, record: SessionSummary, closed: readonly string[]): SessionSummary {
  // What somebody wrote stays theirs: a mark of the to-do's would let the session's end replace it.
  const { auto_generated: _, ...added } = record;
  const changed: SessionSummary & { readonly updated_at: string } = {
    ...added,
    ...earlier,
    type: "summary",
    ...todosAfter(earlier, record, closed),
    id: String(earlier.id),
    updated_at: record.timestamp,
  };
  return changed;
}

/** The to-dos of a session's summary when another wording names some, and some are done. */
function todosAfter(
  earlier: RawRecord,
  record: SessionSummary,
  closed: readonly string[],
): Pick<SessionSummary, "todos" | "done"> {
  const before = withClosed(earlier, closed, record.timestamp);
  const done = [...doneTodos(before), ...record.done ?? []];
  const isNamedAgain = (todo: string) => record.todos.some((other) => isSameTodo(todo, other));
  return {
    todos: [...openTodos(before).filter((todo) => !isNamedAgain(todo)), ...record.todos],
    ...done.length > 0 ? { done } : {},
  };
}

/** The earlier sentences that no newer one says again or gives another value. */
function standing(earlier: readonly string[], newer: readonly string[]): string[] {
  const isReplaced = (older: string) =>
    newer.some((other) =>
      saysTheSame(stemsOf(older), stemsOf(other)) || contradicts(readStatements(other), readStatements(older))
    );
  return earlier.filter((item) => !isReplaced(item));
}

/** Of earlier wordings the end: a start cuts a long text behind its beginning, and the history has the rest. */
const EARLIER_TOKENS_MAX = 200;

/** What of an earlier summary still stands, and then the newer one on a line of its own. */
function standingText(earlier: string, newer: string): string {
  const kept = standing(sentencesOf(earlier), sentencesOf(newer));
  while (estimateTokens(kept.join("")) > EARLIER_TOKENS_MAX) kept.shift();
  return `${kept.join("").trim()}\n${newer}`.trim();
}

/** The summary of a session that counts, if it has one. */
export function summaryOf(store: Store, session: string): RawRecord | undefined {
  return liveSummaries(store).findLast((record) => record.session_id === session);
}

function liveSummaries(store: Store): RawRecord[] {
  const bytes = store.runtime.files.read(pathOf(store, SESSIONS_FILE));
  return bytes ? parseLines(bytes).flatMap(({ record }) => record && !isDeleted(record) ? [record] : []) : [];
}

/** What becomes of to-dos with a summary. */
interface Closing {
  /** What the summary leaves open. */
  readonly opens: readonly string[];
  /** What it names as to-do and as done at once. */
  readonly own: readonly string[];
  /** To-dos of summaries that are saved already. */
  readonly closes: readonly Todo[];
  readonly notClosed: readonly NotClosed[];
  readonly doneAlready: readonly string[];
  /** What the writes have in common where another layer is concerned, too. */
  readonly together: string | undefined;
}

/** Where a summary goes, and whose it is. */
interface Place {
  readonly store: Store;
  readonly session: string | undefined;
}

/** What a summary opens and closes. */
function closingFor(
  memory: Memory,
  { todos }: Pick<SessionSummary, "todos">,
  done: readonly string[],
  place: Place,
): Closing {
  if (todos.length === 0 && done.length === 0) {
    return { opens: [], own: [], closes: [], notClosed: [], doneAlready: [], together: undefined };
  }
  const known = todosHere(memory, storesToRead(memory));
  const open = stillOpen(known);
  const own = new Set<string>();
  const closes = new Set<Todo>();
  const notClosed: NotClosed[] = [];
  const named: readonly Candidate[] = todos.map((todo) => ({ todo, known: undefined }));
  const others: readonly Candidate[] = open.map((each) => ({ todo: each.todo, known: each }));
  const ofParts = [...named, ...others].filter(({ todo }) => partsOf(todo).length > 1);
  // Several things that are done may come in one text; so may all of one to-do that has parts.
  const wordings = done.flatMap((words) => "found" in meantTodo(words, ofParts) ? [words] : partsOf(words));
  for (const words of wordings) {
    const ofSession = others.filter((each) => place.session !== undefined && each.known?.session === place.session);
    // A session's own to-dos are meant before those of others.
    const first = meantTodo(words, [...named, ...ofSession]);
    const meant = "found" in first ? first : meantTodo(words, [...named, ...others]);
    if ("found" in meant) {
      const everywhere = [...named, ...others].filter((each) =>
        meant.found.some(({ todo }) => isSameTodo(todo, each.todo))
      );
      for (const { todo, known } of everywhere) known ? closes.add(known) : own.add(todo);
    } else if ((open.length > 0 || todos.length > 0) && !wasDone(words, known)) {
      // Where nothing is open, the words tell what was done, and name no to-do.
      notClosed.push({ words, todos: ("several" in meant ? meant.several : meant.nearest).map(namedTodo) });
    }
  }
  const left = todos.filter((todo) => !own.has(todo));
  const doneAlready = left.filter((todo) => isCarriedOn(memory, todo, known, place.session));
  return {
    opens: left.filter((todo) => !doneAlready.includes(todo)),
    own: [...own],
    closes: [...closes],
    notClosed,
    doneAlready,
    together: [...closes].some(({ store }) => store.folder !== place.store.folder)
      ? newId(memory.runtime, "op")
      : undefined,
  };
}

interface Candidate {
  readonly todo: string;
  /** Where it is saved already. */
  readonly known: Todo | undefined;
}

function wasDone(words: string, known: readonly Todo[]): boolean {
  return "found" in meantTodo(words, known.filter(({ done_at }) => done_at !== undefined));
}

/**
 * Whether a to-do was closed while the session went on that names it. The session was told of it when it was open, and
 * carries it on. What was closed before a session began, and is named in it, is to be done once more.
 */
function isCarriedOn(memory: Memory, todo: string, known: readonly Todo[], session: string | undefined): boolean {
  const same = known.filter((each) => isSameTodo(each.todo, todo));
  if (same.some(({ done_at }) => done_at === undefined)) return false;
  const began = beginOf(memory, session);
  return same.some(({ done_at = "" }) => Date.parse(done_at) >= began);
}

/** When a session began, in ms since 1970; for an unknown one a day ago. */
function beginOf(memory: Memory, session: string | undefined): number {
  const store = stateStore(memory);
  const state = store && session !== undefined ? readSessionState(store, session) : undefined;
  const began = Date.parse(state?.created_at ?? "");
  return Number.isNaN(began) ? memory.runtime.now().getTime() - DAY_MS : began;
}

/** Closes what stands in another layer than the summary. */
function closeElsewhere(memory: Memory, store: Store, { closes, together }: Closing): void {
  const others = storesToRead(memory).filter(({ folder }) =>
    folder !== store.folder && closes.some((each) => each.store.folder === folder)
  );
  for (const other of others) {
    const named = closes.filter((each) => each.store.folder === other.folder);
    withLock(other, LOCK_TIMEOUT_MS, (locked) => {
      const rewrite = closingOf(locked, openStill(memory, locked, named));
      applyChange(locked, { actor: "agent", command: "save", scope: "sessions", rewrite, audit: { together } });
    });
  }
}

/** What the result of a save tells of to-dos. */
function toldOfTodos({ opens, own, closes, notClosed, doneAlready }: Closing, id: string): Partial<SaveResult> {
  const closed = new Map([...own, ...closes.map(({ todo }) => todo)].map((todo) => [todoId(todo), todo]));
  const [first] = notClosed;
  const asked = first?.todos[0]?.id;
  const hint = first
    ? {
      en: `"${first.words}" closed no to-do: ${
        asked === undefined
          ? "`memory manage list --todos` lists what is open"
          : `say which, as \`memory done ${asked}\``
      }`,
      zh: `“${first.words}”没有对应到唯一的待办：${
        asked === undefined ? "`memory manage list --todos` 会列出待办" : `请指明是哪一件，如 \`memory done ${asked}\``
      }`,
    }
    : doneAlready.length > 0
    ? {
      en:
        `Not opened again, since it was done in the meantime; to open it: \`memory manage edit --id ${id} --todo '…'\``,
      zh: `期间已完成，没有重新打开；要重新打开：\`memory manage edit --id ${id} --todo '…'\``,
    }
    : undefined;
  return {
    ...opens.length > 0 ? { todos: opens.map((todo) => namedTodo({ todo })) } : {},
    ...closed.size > 0 ? { closed: [...closed].map(([id, todo]) => ({ id, todo })) } : {},
    ...notClosed.length > 0 ? { not_closed: notClosed } : {},
    ...doneAlready.length > 0 ? { done_already: doneAlready } : {},
    ...hint ? { hint: inResult(hint) } : {},
  };
}

function namedTodo({ todo }: { readonly todo: string }): NamedTodo {
  return { id: todoId(todo), todo };
}
