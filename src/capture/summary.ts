/** Saving session summaries: one for each session, with its earlier wordings. */
import { MemoryError } from "../errors.ts";
import { normaliseContent } from "../index/write.ts";
import { alike } from "../recall/alike.ts";
import { newId } from "../records/ids.ts";
import { type Fact, isDeleted, type Layer, type RawRecord, type SessionSummary, texts } from "../records/mod.ts";
import { appendLocked } from "../store/append.ts";
import { recordOperation } from "../store/audit.ts";
import { applyChange } from "../store/change.ts";
import { pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { clean, cleanAll } from "./clean.ts";
import { belongsToProject, factEntries } from "./fact.ts";
import { noteInState, saveGate, storeToSave } from "./gate.ts";
import { type SaveResult, skipped } from "./result.ts";
import { nowGiven } from "../store/session_state.ts";

/** A session summary as somebody wants it saved. */
export interface SummaryInput {
  readonly topic: string;
  readonly summary: string;
  readonly decisions?: readonly string[];
  readonly todos?: readonly string[];
  /** Words of to-dos that are done, of this summary or of its earlier wordings. */
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
  const results = withLock(draft.store, LOCK_TIMEOUT_MS, (locked) => {
    return writeSummaries(locked, [draft.record]);
  });
  return settle(memory, draft, results[0]);
}

/** A summary ready to be saved. */
export interface SummaryDraft {
  readonly store: Store;
  readonly record: SessionSummary;
  /** Kinds of secrets that were taken out. */
  readonly kinds: readonly string[];
}

/** The summary as it is to be saved, or why it is not. Throws INVALID_ARGUMENT, NOT_INITIALISED. */
export function draftSummary(memory: Memory, input: SummaryInput, layer?: Layer): SummaryDraft | SaveResult {
  const gate = saveGate(memory, { session: input.session, automatic: input.source !== undefined });
  if (!gate.open) return skipped(gate);
  const store = storeToSave(memory, input.session, layer);
  const project = belongsToProject(store, layer) ? memory.locations.here : undefined;
  return { store, ...makeSummary(memory, project, { ...input, session: gate.session }) };
}

/** What became of a summary that is written; its session knows of it then. */
export function settle(memory: Memory, { record, kinds }: SummaryDraft, result?: SaveResult): SaveResult {
  markSaved(memory, record.session_id, result?.id ?? record.id);
  return { ...result ?? { status: "skipped" }, ...kinds.length > 0 ? { redacted: kinds } : {} };
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

/** Throws INVALID_ARGUMENT when nothing is left of the topic. */
export function refuseEmpty(memory: Memory, { topic }: SummaryInput): void {
  if (clean(memory, topic).text !== "") return;
  throw new MemoryError("INVALID_ARGUMENT", {
    en: "The topic is empty: nothing to save",
    zh: "主题为空：没有可保存的内容",
  }, {
    hint: { en: "Say in a few words what the session was about", zh: "请用几个字写明会话的主题" },
  });
}

function makeSummary(
  memory: Memory,
  project: string | undefined,
  input: SummaryInput,
): { record: SessionSummary; kinds: string[] } {
  const topic = clean(memory, input.topic);
  const summary = clean(memory, input.summary);
  const decisions = cleanAll(memory, input.decisions ?? []);
  const todos = cleanAll(memory, input.todos ?? []);
  const done = cleanAll(memory, input.done ?? []);
  const tags = cleanAll(memory, input.tags ?? []);
  refuseEmpty(memory, input);
  const record: SessionSummary = {
    id: newId(memory.runtime, "sum"),
    type: "summary",
    ...input.session === undefined ? {} : { session_id: input.session },
    topic: topic.text,
    summary: summary.text,
    decisions: decisions.texts,
    todos: todos.texts.filter((todo) => !isDone(todo, done.texts)),
    ...done.texts.length > 0 ? { done: done.texts } : {},
    tags: tags.texts.map((tag) => tag.replace(/^#/, "")),
    timestamp: memory.runtime.now().toISOString(),
    source: input.source ?? "rules",
    ...project === undefined ? {} : { project },
  };
  return { record, kinds: [...new Set([topic, summary, decisions, todos, done, tags].flatMap(({ kinds }) => kinds))] };
}

/**
 * Writes summaries, and facts that were given with them, as one write of the audit log. On failure nothing is written.
 *
 * @returns what became of each summary, in order
 */
export function writeSummaries(
  store: LockedStore,
  summaries: readonly SessionSummary[],
  facts: readonly Fact[] = [],
): SaveResult[] {
  const bySession = new Map<unknown, RawRecord>();
  if (summaries.some(({ session_id }) => session_id !== undefined)) {
    for (const record of liveSummaries(store)) bySession.set(record.session_id, record);
  }
  const saved = new Map<string, SessionSummary>();
  const rewritten = new Set<string>();
  const results = summaries.map((given): SaveResult => {
    let record = given;
    // An id has four random letters: enough for a millisecond, not quite for hundreds of summaries at once.
    while (saved.has(record.id)) record = { ...record, id: newId(store.runtime, "sum") };
    const { session_id: session } = record;
    const earlier = session === undefined ? undefined : bySession.get(session);
    const own = earlier ? newerWording(earlier, record) : record;
    if (earlier && !saved.has(own.id)) rewritten.add(own.id);
    if (session !== undefined) bySession.set(session, { ...own });
    saved.set(own.id, own);
    return { id: own.id, status: earlier ? "updated" : "saved" };
  });
  const added = [...saved.values()].filter(({ id }) => !rewritten.has(id));
  const entries = [...factEntries(facts), ...added.map((record) => ({ file: SESSIONS_FILE, record }))];
  const write = { actor: "agent" as const, command: "save", scope: facts.length > 0 ? "all" : "sessions" };
  if (rewritten.size > 0) {
    // As a change, so that undo brings back the earlier wording.
    const rewrite = (old: RawRecord) => {
      const record = rewritten.has(String(old.id)) ? saved.get(String(old.id)) : undefined;
      return record ? { ...record } : "keep";
    };
    applyChange(store, { ...write, append: entries, rewrite: new Map([[SESSIONS_FILE, rewrite]]) });
  } else if (entries.length > 0) {
    const counts = { before_count: 0, after_count: entries.length };
    const ids = [...facts, ...added].map(({ id }) => id);
    const files = [...new Set(entries.map(({ file }) => file))];
    appendLocked(store, entries, () => {
      recordOperation(store, { ...write, ...counts, ids, files, success: true });
    });
  }
  return results;
}

/**
 * A summary on top of the one that its session has: what was decided stays decided, and what was to be done stays open
 * until it is named as done. What was made automatically is only a stand-in.
 */
function newerWording(earlier: RawRecord, record: SessionSummary): SessionSummary {
  const history = Array.isArray(earlier.history) ? earlier.history : [];
  const { auto_generated: isStandIn, ...kept } = earlier;
  const [decisions, todos] = [texts(earlier.decisions), texts(earlier.todos)];
  const wording = {
    summary: String(earlier.summary ?? ""),
    timestamp: String(earlier.timestamp ?? ""),
    ...decisions.length > 0 ? { decisions } : {},
    ...todos.length > 0 ? { todos } : {},
  };
  const done = [...texts(earlier.done), ...record.done ?? []];
  const grown = isStandIn === true ? {} : {
    decisions: withEarlier(decisions, record.decisions),
    todos: withEarlier(todos.filter((todo) => !isDone(todo, record.done ?? [])), record.todos),
    ...done.length > 0 ? { done } : {},
  };
  return { ...kept, ...record, ...grown, id: String(earlier.id), history: [...history, wording] };
}

/** The earlier items that no newer one says again in nearly the same words, and the newer ones. */
function withEarlier(earlier: readonly string[], newer: readonly string[]): string[] {
  return [...earlier.filter((item) => !newer.some((other) => alike(item, other))), ...newer];
}

/** Whether a to-do is among those that are done: its words, a part of them, or nearly the same. */
function isDone(todo: string, done: readonly string[]): boolean {
  const words = normaliseContent(todo);
  return done.some((each) => {
    const said = normaliseContent(each);
    return said !== "" && (words.includes(said) || said.includes(words) || alike(todo, each));
  });
}

/** The summary of a session that counts, if it has one. */
export function summaryOf(store: Store, session: string): RawRecord | undefined {
  return liveSummaries(store).findLast((record) => record.session_id === session);
}

function liveSummaries(store: Store): RawRecord[] {
  const bytes = store.runtime.files.read(pathOf(store, SESSIONS_FILE));
  return bytes ? parseLines(bytes).flatMap(({ record }) => record && !isDeleted(record) ? [record] : []) : [];
}
