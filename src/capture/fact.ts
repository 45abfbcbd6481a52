/** One fact on its way into the truth: cleaned, checked against what is there, appended, recorded. */
import { MemoryError } from "../errors.ts";
import { newId, utcDay } from "../records/ids.ts";
import { inferMemoryType } from "../records/infer.ts";
import type { Fact, Layer, MemoryType } from "../records/mod.ts";
import { appendLocked } from "../store/append.ts";
import { type Actor, recordAddition } from "../store/audit.ts";
import { dailyFile, pathOf } from "../store/layout.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/lock.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { clean } from "./clean.ts";
import { noteInState, saveGate, storeToSave } from "./gate.ts";
import type { SaveResult } from "./result.ts";
import { neighboursOf } from "./neighbours.ts";

export interface FactInput {
  readonly content: string;
  readonly memoryType?: MemoryType | undefined;
  readonly entities?: readonly string[];
  readonly tags?: readonly string[];
  /** 0–1; 0.8 when the author gives none (方案 C §1.3). */
  readonly confidence?: number | undefined;
  readonly session?: string | undefined;
  readonly supersedes?: string | undefined;
  readonly agent?: string;
  readonly actor?: Actor;
}

const DEFAULT_CONFIDENCE = 0.8;

/** Saves a fact; an identical one of the same layer stays the only one. Throws INVALID_ARGUMENT, LOCK_BUSY, IO_ERROR. */
export function saveFact(memory: Memory, input: FactInput, layer?: Layer): SaveResult {
  const gate = saveGate(memory, { session: input.session, automatic: false });
  if (!gate.open) return { status: "skipped", reason: gate.reason };
  const store = storeToSave(memory, input.session, layer);
  const { text: content, kinds } = clean(memory, input.content);
  if (content === "") {
    throw new MemoryError("INVALID_ARGUMENT", "--content is empty: nothing to save", {
      hint: "Say in one sentence what shall be remembered",
    });
  }
  const size = sizeOfToday(store);
  const { identical, similar } = neighboursOf(memory, store, content);
  // A fact that replaces another may say what a third says already.
  const isNew = input.supersedes === undefined;
  if (isNew && identical !== undefined) return { id: identical, status: "exists" };

  const project = belongsToProject(store, layer) ? memory.locations.here : undefined;
  const fact = makeFact(memory, project, { ...input, content, session: gate.session });
  const meanwhile = append(store, fact, input.actor ?? "agent", (locked) =>
    // Whoever saved since we looked may have saved the same.
    isNew && sizeOfToday(locked) !== size ? neighboursOf(memory, locked, content).identical : undefined);
  if (meanwhile !== undefined) return { id: meanwhile, status: "exists" };
  noteInState(memory, gate.session, ({ fact_count = 0 }) => ({ fact_count: fact_count + 1 }));
  return {
    id: fact.id,
    status: "saved",
    ...kinds.length > 0 ? { redacted: kinds } : {},
    ...similar.length > 0 ? { similar } : {},
  };
}

/** A record that lands in the person's store by the set-up alone is still its project's; `--layer global` says: the person's own. */
export function belongsToProject(store: Store, asked: Layer | undefined): boolean {
  return store.layer === "global" && asked === undefined;
}

function makeFact({ runtime }: Memory, project: string | undefined, input: FactInput): Fact {
  const source = {
    ...input.session === undefined ? {} : { session: input.session },
    ...input.agent === undefined ? {} : { agent: input.agent },
    ...project === undefined ? {} : { project },
  };
  return {
    id: newId(runtime, "log"),
    type: "fact",
    memory_type: input.memoryType ?? inferMemoryType(input.content),
    content: input.content,
    entities: input.entities ?? [],
    confidence: input.confidence ?? DEFAULT_CONFIDENCE,
    timestamp: runtime.now().toISOString(),
    ...Object.keys(source).length > 0 ? { source } : {},
    ...input.tags?.length ? { tags: input.tags.map((tag) => tag.replace(/^#/, "")) } : {},
    ...input.supersedes === undefined ? {} : { supersedes: input.supersedes },
  };
}

/** New facts make today's file grow; that is all that can have happened between a look and the lock. */
function sizeOfToday(store: Store): number {
  const { files, now } = store.runtime;
  return files.stat(pathOf(store, dailyFile(utcDay(now().toISOString()))))?.size ?? 0;
}

/** Appends a fact, unless under the lock `same` finds it; returns what it found. */
function append(
  store: Store,
  fact: Fact,
  actor: Actor,
  same: (locked: LockedStore) => string | undefined,
): string | undefined {
  const file = dailyFile(utcDay(fact.timestamp));
  return withLock(store, LOCK_TIMEOUT_MS, (locked) => {
    const existing = same(locked);
    if (existing !== undefined) return existing;
    appendLocked(locked, [{ file, record: fact }], () => {
      recordAddition(locked, {
        actor,
        command: "save",
        scope: "daily",
        before_count: 0,
        after_count: 1,
        ids: [fact.id],
        files: [file],
        success: true,
      });
    });
    return undefined;
  });
}
