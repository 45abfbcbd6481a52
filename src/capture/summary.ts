/** Saving session summaries: one for each sitting of a session, with its earlier wordings. */
import { estimateTokens } from "../recall/budget.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import { briefId, type SessionId } from "../records/ids.ts";
import { timestampOf } from "../records/view.ts";
import { sentencesOf } from "../text/sentences.ts";
import { contradicts, deniesOrRecounts } from "../recall/contradiction.ts";
import { saysTheSame, stemsOf, wordingOf } from "../text/likeness.ts";
import { distinct, isSameTodo } from "../recall/todos.ts";
import { readStatements } from "../recall/statement.ts";
import { doneTodos, openTodos, todoId, withClosed } from "../records/todos.ts";
import { isDeleted, type Layer, type RawRecord, type SessionSummary, texts } from "../records/mod.ts";
import { pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { recordsIn } from "../store/lines.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { admit, cleanerFor, noteInState, type Skipped } from "./gate.ts";
import type { Saved } from "./mod.ts";
import { asNamedTodo, closeElsewhere, type Closing, closingFor, closingOf, openStill } from "./todos.ts";
import { itemsOf } from "./meant_todo.ts";
import { nowGiven } from "../store/session_state.ts";
import { transcriptSize } from "../store/transcript.ts";
import { inResult } from "../sentence.ts";
import { failure, said } from "./words.ts";

export interface SummaryInput {
  /** Undefined together with `summary`: only to-dos are saved, into the session's summary or a record of their own. */
  readonly topic?: string | undefined;
  readonly summary?: string | undefined;
  readonly decisions?: readonly string[];
  readonly todos?: readonly string[];
  /** Words that name to-dos of any session which are done. */
  readonly done?: readonly string[];
  readonly tags?: readonly string[];
  readonly session?: SessionId | undefined;
  /** The text that asked for the save; undefined: the user asked. */
  readonly source?: SessionSummary["source"] | undefined;
}

export type SummaryDraft = Exclude<ReturnType<typeof draftSummary>, Skipped>;

/** Whether to-dos alone were given, which need no summary around them. */
export function namesTodosAlone({ topic, summary, todos = [] }: SummaryInput): boolean {
  return topic === undefined && summary === undefined && todos.length > 0;
}

/** The summary as it will be saved, or the reason why it is skipped. Throws INVALID_ARGUMENT, NOT_INITIALISED. */
export function draftSummary(
  memory: Memory,
  input: SummaryInput,
  layer: Layer | undefined,
  freshId: (kind: "sum") => string,
) {
  const admitted = admit(memory, { session: input.session, automatic: input.source !== undefined, layer });
  if ("status" in admitted) return admitted;
  const { store, session, project } = admitted;
  const clean = cleanerFor(memory);
  const topic = clean.text(input.topic ?? "");
  const summary = clean.text(input.summary ?? "");
  const decisions = clean.texts(itemsOf(input.decisions ?? []));
  const todos = distinct(clean.texts(itemsOf(input.todos ?? [])).map((todo) => ({ todo }))).map(({ todo }) => todo);
  const tags = clean.texts(input.tags);
  const isTodosAlone = namesTodosAlone(input);
  if (topic === "" && (!isTodosAlone || todos.length === 0)) throw failure("empty_topic");
  const isAsked = isTodosAlone && session === undefined;
  const closing = closingFor(memory, todos, clean.texts(input.done), { store, session, isAsked });
  const timestamp = memory.runtime.now().toISOString();
  const record: SessionSummary = {
    id: freshId("sum"),
    type: "summary",
    ...session === undefined ? {} : { session_id: session },
    topic,
    summary,
    decisions,
    todos: closing.opens,
    tags: tags.map((tag) => tag.replace(/^#/, "")),
    timestamp,
    source: input.source ?? "rules",
    // A record of to-dos alone is a stand-in: the session's summary replaces it and takes its to-dos over.
    ...isTodosAlone ? { auto_generated: true } : {},
    ...project === undefined ? {} : { project },
    ...closing.own.length > 0 ? { done: closing.own.map((todo) => ({ todo, done_at: timestamp })) } : {},
  };
  return { store, record, kinds: clean.kinds(), closing, isTodosAlone };
}

/** Completes a written summary: closes to-dos of other layers, notes it in its session, and gives the outcome. */
export function completed(memory: Memory, draft: SummaryDraft, result: Saved): Saved {
  const { record, kinds, closing, store, isTodosAlone } = draft;
  const { id } = result;
  const left = closeElsewhere(memory, store, closing);
  const told = {
    ...closing,
    closes: closing.closes.filter((each) => !left.includes(each)),
    notClosed: [...closing.notClosed, ...left.map((each) => ({ words: each.todo, todos: [asNamedTodo(each)] }))],
  };
  noteInState(memory, record.session_id, (state) => ({
    // A session with a summary is not asked for another one, and its end sums up what comes later.
    ...isTodosAlone ? {} : {
      summary_saved: true,
      saved_at_prompt: state.prompts ?? 0,
      work_covered: state.work_prompts ?? 0,
      saves_at_capture: (state.fact_count ?? 0) + 1,
      summed_bytes: transcriptSize(memory.runtime, state.transcript ?? "") ?? state.summed_bytes ?? 0,
    },
    ...nowGiven(state, [id]),
  }));
  return { ...result, ...kinds.length > 0 ? { redacted: kinds } : {}, ...toldOfTodos(told) };
}

/**
 * Joins summaries with those that their sessions have of this sitting, and closes the to-dos that they name as done.
 *
 * @returns the outcome of each, in order; `added`: summaries of sessions that had none; `rewrite`: the changes of those
 * that are there, empty when nothing changes
 */
export function wordingsOf(memory: Memory, store: LockedStore, drafts: readonly SummaryDraft[]) {
  const bySession = new Map<unknown, RawRecord>();
  if (drafts.some(({ record }) => record.session_id !== undefined)) {
    for (const record of liveSummaries(store)) {
      if (isOfSitting(memory, record)) bySession.set(record.session_id, record);
    }
  }
  const named = drafts.flatMap(({ closing }) => closing.closes);
  const closed = named.length === 0 ? [] : openStill(memory, store, named);
  const added = new Map<string, SessionSummary>();
  const rewritten = new Map<string, SessionSummary>();
  const results = drafts.map(({ record, isTodosAlone }): Saved => {
    const { session_id: session } = record;
    const earlier = session === undefined ? undefined : bySession.get(session);
    const done = closed.filter(({ stored }) => stored.key === earlier?.id).map(({ todo }) => todo);
    const own = !earlier
      ? record
      : isTodosAlone
      ? withTodos(earlier, record, done)
      : newerWording(earlier, record, done);
    (earlier && !added.has(own.id) ? rewritten : added).set(own.id, own);
    if (session !== undefined) bySession.set(session, { ...own });
    return { id: own.id, status: earlier ? "updated" : "saved" };
  });
  const closings = closingOf(store, closed.filter(({ stored }) => !rewritten.has(stored.key)));
  const told = { results, added: [...added.values()] };
  if (rewritten.size === 0) return { ...told, rewrite: closings };
  const wording = (old: RawRecord, key: string) => {
    const record = rewritten.get(String(old.id));
    return record ? { ...record } : closings.get(SESSIONS_FILE)?.(old, key) ?? "keep";
  };
  return { ...told, rewrite: new Map([...closings, [SESSIONS_FILE, wording]]) };
}

/** A newer summary with the decisions and open to-dos of the earlier one, and its text unless that was automatic. */
function newerWording(earlier: RawRecord, record: SessionSummary, closed: readonly string[]): SessionSummary {
  const isEmpty = earlier.topic === "" && earlier.summary === "";
  const history = Array.isArray(earlier.history) ? earlier.history : [];
  // The new timestamp is later than `updated_at`, which is dropped.
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
      decisions: [...standing(decisions, record.decisions, contradicts), ...record.decisions],
    },
    ...todosAfter(earlier, record, closed),
    id: String(earlier.id),
    ...isEmpty ? {} : { history: [...history, wording] },
  };
}

function withTodos(earlier: RawRecord, record: SessionSummary, closed: readonly string[]): SessionSummary {
  // A summary that somebody wrote is not marked as automatic: the session's end would replace it.
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

/** The to-dos of a session's summary after another wording has named some and some were done. */
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

/** The earlier sentences that no newer one repeats or changes; a word more (“Windows”, “Windows ARM”) changes none. */
function standing(earlier: readonly string[], newer: readonly string[], changes: typeof contradicts): string[] {
  const undoes = (other: string, older: string) => {
    const [ours, theirs] = [stemsOf(other), stemsOf(older)];
    return !saysTheSame(theirs, ours) && !saysTheSame(ours, theirs) &&
      changes(readStatements(other), readStatements(older));
  };
  return earlier.filter((older) =>
    !newer.some((other) => wordingOf(older) === wordingOf(other) || undoes(other, older))
  );
}

/** Tokens of the earlier wording that are kept, its end: a start cuts long texts, and `history` has the rest. */
const EARLIER_TOKENS_MAX = 200;

/** The sentences of an earlier summary that still hold, and then the newer one on a line of its own. */
function standingText(earlier: string, newer: string): string {
  // Another name may be a further thing that was done: “refunds work for Stripe”, “refunds work for Adyen”.
  const kept = standing(sentencesOf(earlier), sentencesOf(newer), deniesOrRecounts);
  while (estimateTokens(kept.join("")) > EARLIER_TOKENS_MAX) kept.shift();
  return `${kept.join("").trim()}\n${newer}`.trim();
}

/** After so long a pause that ends on another day, a session is told as two. */
const PAUSE_MS = DAY_MS / 4;

/** Whether a summary is of the present sitting: a session that is taken up on another day gets a further one. */
export function isOfSitting({ runtime }: Pick<Memory, "runtime">, record: RawRecord): boolean {
  const [at, now] = [timestampOf(record), runtime.now()];
  return !(now.getTime() - Date.parse(at) > PAUSE_MS) || dayOf(at, runtime) === dayOf(now.toISOString(), runtime);
}

/** The latest living summary of a session, if it has one. */
export function summaryOf(store: Store, session: SessionId): RawRecord | undefined {
  return liveSummaries(store).findLast((record) => record.session_id === session);
}

function liveSummaries(store: Store): RawRecord[] {
  return recordsIn(store.runtime.files.read(pathOf(store, SESSIONS_FILE))).filter((record) => !isDeleted(record));
}

export type TodosTold = ReturnType<typeof toldOfTodos>;

function toldOfTodos({ opens, own, closes, notClosed, doneAlready, again }: Closing) {
  const closed = new Map([...own, ...closes.map(({ todo }) => todo)].map((todo) => [todoId(todo), todo]));
  const [first] = notClosed;
  const asked = first?.todos[0]?.id;
  const hint = first
    ? asked === undefined
      ? said("closed_none", { words: first.words })
      : said("closed_which", { words: first.words, id: asked })
    : doneAlready.length > 0
    ? said("done_meanwhile")
    : opens.length > 0 && again[0]
    ? said("open_already", { todo: again[0].todo, id: briefId(todoId(again[0].todo)) })
    : undefined;
  return {
    // A text that was given may hold several to-dos.
    ...opens.length > 0 ? { todos: opens.map((todo) => asNamedTodo({ todo })) } : {},
    ...closed.size > 0 ? { closed: [...closed].map(([id, todo]) => ({ id, todo })) } : {},
    // Words that name no open to-do, or several.
    ...notClosed.length > 0 ? { not_closed: notClosed } : {},
    // To-dos that were closed while this session went on, so they are not opened again.
    ...doneAlready.length > 0 ? { done_already: doneAlready } : {},
    ...opens.length > 0 && again.length > 0 ? { open_already: again.map(asNamedTodo) } : {},
    ...hint ? { hint: inResult(hint) } : {},
  };
}
