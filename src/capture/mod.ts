/**
 * In: facts, summaries and notes that somebody asks to save. Out: records in the truth, or the reason why not.
 * Not done here: deciding what is worth remembering, which is the agent's judgement; finding it again (search/,
 * recall/).
 */
import { reasonOf, tried } from "../errors.ts";
import { openIndex, SOON } from "../index/mod.ts";
import { closing } from "../index/sqlite.ts";
import { mayOutdate, rankOf } from "../recall/precedence.ts";
import { mark } from "../recall/settle.ts";
import { actorOf } from "../store/audit.ts";
import { newId, type OperationId, type RecordId, utcDay } from "../records/ids.ts";
import type { Fact, Layer, MemoryType } from "../records/mod.ts";
import { warnOfEmptied } from "../store/emptied.ts";
import { appendLocked } from "../store/append.ts";
import { saidIn, todosIn } from "../store/instructions.ts";
import { asObject } from "../json.ts";
import { applyChange } from "../store/change.ts";
import { dailyFile, SESSIONS_FILE, type StorePath } from "../store/layout.ts";
import { trackingOf } from "../store/tracking.ts";
import { logOf, type Memory, storesToRead } from "../store/memory.ts";
import type { LockedStore } from "../store/mod.ts";
import type { Entry } from "../store/spool.ts";
import { withLock } from "../store/write_lock.ts";
import {
  type Additions,
  additionsTo,
  alreadyThere,
  asChange,
  draftFact,
  type FactDraft,
  type FactInput,
  nearTo,
  type NearTold,
  noteSaved,
  replacedHereTold,
  withoutRepeats,
} from "./fact.ts";
import type { Skipped } from "./gate.ts";
import { type Changed, endOfToday, type Neighbours, neighboursOf, neighboursSince } from "./neighbours.ts";
import {
  completed,
  draftSummary,
  type SummaryDraft,
  type SummaryInput,
  type TodosTold,
  wordingsOf,
} from "./summary.ts";

/** What to save, and the layer that it names itself. */
export type Payload =
  & ({ readonly fact: FactInput } | { readonly summary: SummaryInput })
  & { readonly layer?: Layer | undefined };

export type SaveResult = Saved | Skipped;

export interface Saved extends NearTold, Omit<TodosTold, "hint"> {
  readonly id: RecordId;
  readonly status: "saved" | "exists" | "updated";
  /** The layer that it lies in, where that is another than usual: the global one, or that of a record it replaces. */
  readonly layer?: Layer;
  /** The project for which it lies in the global layer. */
  readonly project?: string;
  /** The write, by which `undo` takes it back. */
  readonly operation?: OperationId;
  /** The file that it went into, where git tracks that: the next commit takes it along. */
  readonly tracked_file?: StorePath;
  /** Records of the global layer that it replaces in this project alone. */
  readonly replaced_here?: readonly RecordId[];
  /** The type of a fact whose author named none. */
  readonly memory_type?: MemoryType;
  readonly redacted?: readonly string[];
  /** The text of the fact as it was saved, where a secret was taken out. */
  readonly content?: string;
}

/** An agent saves fewer records at once; more come from a file. */
const MANY = 20;

/**
 * Saves records. A fact that its layer already has is not saved again, and a session has one summary. All records of
 * one store become one write of the audit log, which `undo` takes back as a whole.
 *
 * @throws MemoryError INVALID_ARGUMENT, RECORD_NOT_FOUND, NOT_INITIALISED, LOCK_BUSY, IO_ERROR; then nothing was
 * saved in the store that failed, and in no later one
 * @returns the outcome of each, in order
 */
export function saveRecords(memory: Memory, payloads: readonly Payload[], layer?: Layer): SaveResult[] {
  if (payloads.length > MANY) memory.runtime.expectLongWork();
  const taken = new Set<string>();
  const freshId = (kind: "log" | "sum") => {
    let id = newId(memory.runtime, kind);
    // Four random letters: enough for a millisecond, not quite for hundreds of records at once.
    while (taken.has(id)) id = newId(memory.runtime, kind);
    taken.add(id);
    return id;
  };
  const drafts = payloads.map((payload) =>
    "fact" in payload
      ? draftFact(memory, payload.fact, payload.layer ?? layer, freshId)
      : draftSummary(memory, payload.summary, payload.layer ?? layer, freshId)
  );
  const open = drafts.flatMap((draft) => "status" in draft ? [] : [draft]);
  const stores = [...Map.groupBy(open, ({ store }) => store.folder).values()];
  const results = new Map(stores.flatMap((own) => [...saveInto(memory, own)]));
  return drafts.map((draft): SaveResult => {
    if ("status" in draft) return draft;
    const saved = results.get(draft) as Saved;
    return "closing" in draft ? completed(memory, draft, saved) : saved;
  });
}

type Draft = FactDraft | SummaryDraft;

/** Saves the drafts of one store. Returns the outcome of each. */
function saveInto(memory: Memory, drafts: readonly Draft[]): Map<Draft, Saved> {
  const ofFacts = drafts.flatMap((draft) => "fact" in draft ? [draft] : []);
  const ofSummaries = drafts.flatMap((draft) => "closing" in draft ? [draft] : []);
  const [{ store }] = drafts as readonly [Draft];
  const contents = ofFacts.map(({ fact }) => fact.content);
  const project = ofFacts[0]?.project;
  const end = endOfToday(store);
  const before = neighboursOf(memory, store, contents, project);
  const { additions, known, neighbours, facts, written } = withLock(store, (locked) => {
    const neighbours = neighboursSince(locked, contents, project, { before, end });
    const facts = ofFacts.map((draft, at) => asChange(draft, neighbours[at]));
    const additions = additionsTo(locked, facts, neighbours, ofFacts.map(({ isTyped }) => isTyped));
    const known = alreadyThere(facts, neighbours).map((id, at) => additions.ids[at] ?? id);
    const written = write(memory, locked, withoutRepeats(facts, known), ofSummaries, additions);
    return { additions, known, neighbours, facts, written };
  });
  noteSaved(memory, ofFacts, known);
  const place = placeTold(store, written.operation);
  const factTold = (draft: FactDraft, at: number): Saved => {
    const id = known[at];
    if (id !== undefined) return { id, status: additions.ids[at] === undefined ? "exists" : "updated" };
    return newFactTold(memory, draft, facts[at] ?? draft.fact, neighbours[at]);
  };
  return new Map<Draft, Saved>([
    ...ofSummaries.map((draft, at) => [draft, place(draft, written.results[at] as Saved)] as const),
    ...ofFacts.map((draft, at) => [draft, place(draft, factTold(draft, at))] as const),
  ]);
}

/** What is told of a new fact, whose contraries are marked as outdated. */
function newFactTold(
  memory: Memory,
  { moved, replacedHere, kinds, isTyped, store }: FactDraft,
  fact: Fact,
  neighbours: Neighbours | undefined,
): Saved {
  const near = nearTo(fact, neighbours);
  const told = new Set(near.changes?.map(({ id }) => id));
  const outdated = (neighbours?.changed ?? [])
    .filter((each) => told.has(each.id) && mayOutdate(rankIn(fact), rankIn(each)))
    .map(({ id }) => ({ id, layer: store.layer }));
  markChanged(memory, fact.id, outdated);
  return {
    id: fact.id,
    status: "saved",
    ...moved === undefined ? {} : { layer: moved },
    ...isTyped ? {} : { memory_type: fact.memory_type },
    ...kinds.length > 0 ? { redacted: kinds, content: fact.content } : {},
    ...near,
    ...replacedHere.length === 0
      ? {}
      : { replaced_here: replacedHere, hint: replacedHereTold(replacedHere, near.hint) },
  };
}

/** Adds to an outcome where the record lies, and by which write it came there. */
function placeTold(store: Draft["store"], operation: OperationId | undefined) {
  const tracking = trackingOf(store);
  return (draft: Draft, saved: Saved): Saved => {
    const file = "fact" in draft ? dailyFile(utcDay(draft.fact.timestamp)) : SESSIONS_FILE;
    const isWritten = saved.status === "saved" || saved.status === "updated" && "closing" in draft;
    const project = "fact" in draft ? draft.project : draft.record.project;
    return {
      ...saved,
      ...store.layer === "global" ? { layer: store.layer, ...project === undefined ? {} : { project } } : {},
      ...isWritten && tracking(file) === "tracked" ? { tracked_file: file } : {},
      ...operation === undefined || saved.status === "exists" ? {} : { operation },
    };
  };
}

/** The rank of a fact that is saved, or of one that it contradicts, in the order of recall/precedence.ts. */
function rankIn(fact: Fact | Changed) {
  const stated = "stated" in fact ? fact.stated : fact.memory_type === "O";
  return { rank: rankOf({ stated, isRule: stated }) };
}

/** Has the records that a new one contradicts told as outdated before the next start finds that. Never throws. */
function markChanged(
  memory: Memory,
  id: RecordId,
  changed: readonly { readonly id: RecordId; readonly layer: Layer }[],
): void {
  const [store] = storesToRead(memory);
  if (changed.length === 0 || !store) return;
  tried(
    () => closing(openIndex(store, SOON), (index) => mark(index, changed, id, memory.runtime.now())),
    (error) => logOf(memory, store).warning("outdated records are not marked", { reason: reasonOf(error) }),
  );
}

/** Writes facts, summaries, and what is added to facts that are there, as one write. On failure nothing is written. */
function write(
  memory: Memory,
  store: LockedStore,
  facts: readonly Fact[],
  drafts: readonly SummaryDraft[],
  additions: Additions,
): { readonly results: readonly Saved[]; readonly operation: OperationId | undefined } {
  const { results, added, rewrite: rewordings } = wordingsOf(memory, store, drafts);
  const rewrite = new Map([...additions.rewrite, ...rewordings]);
  const entries: Entry[] = [
    ...facts.map((record) => ({ file: dailyFile(utcDay(record.timestamp)), record })),
    ...added.map((record) => ({ file: SESSIONS_FILE, record })),
  ];
  const sharedOp = drafts.map(({ closing }) => closing.sharedOp).find((each) => each !== undefined);
  const audit = {
    ...sharedOp === undefined ? {} : { together: sharedOp },
    ...additions.fields.length === 0 ? {} : { fields: additions.fields },
  };
  const hasFacts = facts.length > 0 || additions.rewrite.size > 0;
  const scope = drafts.length === 0 ? "daily" : hasFacts ? "all" : "sessions";
  const details = { actor: actorOf(memory.runtime), command: "save", scope } as const;
  // Carried out as a change, so that undo brings back the earlier wording of a summary, and the words of a fact.
  const said = [
    ...entries.flatMap(({ file, record }) => saidIn(file, asObject(record) ?? {})),
    ...drafts.flatMap(({ record }) => todosIn(SESSIONS_FILE, asObject(record) ?? {})),
  ];
  warnOfEmptied(store, entries.map(({ file }) => file));
  const operation = rewrite.size > 0
    ? applyChange(store, { ...details, audit, append: entries, rewrite, said })
    : entries.length > 0
    ? appendLocked(store, entries, { addition: { ...audit, ...details } })
    : undefined;
  return { results, operation: operation?.op_id };
}
