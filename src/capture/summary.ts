/** Saving session summaries: one for each session, with its earlier wordings. */
import { MemoryError } from "../errors.ts";
import { newId } from "../records/ids.ts";
import { isDeleted, type Layer, type RawRecord, type SessionSummary } from "../records/mod.ts";
import { appendLocked } from "../store/append.ts";
import { recordOperation } from "../store/audit.ts";
import type { Actor } from "../store/operation.ts";
import { applyChange } from "../store/change.ts";
import { pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { clean, cleanAll } from "./clean.ts";
import { belongsToProject } from "./fact.ts";
import { noteInState, saveGate, storeToSave } from "./gate.ts";
import type { SaveResult } from "./result.ts";

/** A session summary as somebody wants it saved. */
export interface SummaryInput {
  readonly topic: string;
  readonly summary: string;
  readonly decisions?: readonly string[];
  readonly todos?: readonly string[];
  readonly tags?: readonly string[];
  readonly session?: string | undefined;
  /** Who asked for it; undefined: the user. */
  readonly source?: SessionSummary["source"] | undefined;
  readonly actor?: Actor;
}

/** Saves a session summary, as the newer wording if the session already has one. Throws as `saveFacts` does. */
export function saveSummary(memory: Memory, input: SummaryInput, layer?: Layer): SaveResult {
  const automatic = input.source !== undefined;
  const gate = saveGate(memory, { session: input.session, automatic });
  if (!gate.open) return { status: "skipped", reason: gate.reason };
  const store = storeToSave(memory, input.session, layer);
  const { record, kinds } = makeSummary(memory, belongsToProject(store, layer) ? memory.locations.here : undefined, {
    ...input,
    session: gate.session,
  });
  const result = withLock(store, LOCK_TIMEOUT_MS, (locked) => write(locked, record, input.actor ?? "agent"));
  markSaved(memory, gate.session);
  return { ...result, ...kinds.length > 0 ? { redacted: kinds } : {} };
}

/** Notes in the session's state that it has a summary, so that stop does not ask for one. */
function markSaved(memory: Memory, session: string | undefined): void {
  noteInState(memory, session, ({ prompts = 0 }) => ({ summary_saved: true, saved_at_prompt: prompts }));
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
    ...project === undefined ? {} : { project },
  };
  return { record, kinds: [...new Set([topic, summary, decisions, todos, tags].flatMap(({ kinds }) => kinds))] };
}

function write(store: LockedStore, record: SessionSummary, actor: Actor): SaveResult {
  const earlier = record.session_id === undefined ? undefined : summaryOf(store, record.session_id);
  const saved: SessionSummary = earlier ? newerWording(earlier, record) : record;
  const write = { actor, command: "save", scope: "sessions" };
  if (earlier) {
    // As a change, so that undo brings back the earlier wording.
    const rewrite = (old: RawRecord) => old.id === earlier.id ? { ...saved } : "keep";
    applyChange(store, { ...write, rewrite: new Map([[SESSIONS_FILE, rewrite]]) });
  } else {
    const counts = { before_count: 0, after_count: 1 };
    appendLocked(store, [{ file: SESSIONS_FILE, record: saved }], () => {
      recordOperation(store, { ...write, ...counts, ids: [saved.id], files: [SESSIONS_FILE], success: true });
    });
  }
  return { id: saved.id, status: earlier ? "updated" : "saved" };
}

function newerWording(earlier: RawRecord, record: SessionSummary): SessionSummary {
  const history = Array.isArray(earlier.history) ? earlier.history : [];
  const { auto_generated: _, ...kept } = earlier;
  const { decisions, todos } = earlier;
  const wording = {
    summary: String(earlier.summary ?? ""),
    timestamp: String(earlier.timestamp ?? ""),
    // The newer wording has its own; those of the earlier one are not lost.
    ...Array.isArray(decisions) && decisions.length > 0 ? { decisions } : {},
    ...Array.isArray(todos) && todos.length > 0 ? { todos } : {},
  };
  return { ...kept, ...record, id: String(earlier.id), history: [...history, wording] };
}

/** The summary of a session that counts, if it has one. */
export function summaryOf(store: Store, session: string): RawRecord | undefined {
  const bytes = store.runtime.files.read(pathOf(store, SESSIONS_FILE));
  if (!bytes) return undefined;
  return parseLines(bytes).findLast(({ record }) => record?.session_id === session && !isDeleted(record))?.record;
}
