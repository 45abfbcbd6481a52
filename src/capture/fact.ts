/** Saving facts: cleaned, compared with what is there, appended, recorded; and what became of each, as for any save. */
import { sessionsNamed } from "../agents/command.ts";
import { fail } from "../errors.ts";
import { briefId, idsField, newId, utcDay } from "../records/ids.ts";
import { normaliseContent } from "../index/write.ts";
import { inferMemoryType } from "../records/view.ts";
import { type Fact, type Layer, type MemoryType, type RawRecord, texts } from "../records/mod.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { appendLocked } from "../store/append.ts";
import { applyChange, type Change } from "../store/change.ts";
import { readContents } from "../store/contents.ts";
import { dailyFile, pathOf } from "../store/layout.ts";
import type { Rewrite } from "../store/change_plan.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Entry } from "../store/spool.ts";
import {
  cleanAll,
  cleanGiven,
  noteInState,
  projectNamed,
  saveGate,
  sessionNamed,
  type Skipped,
  storeToSave,
} from "./gate.ts";
import {
  type DayEnd,
  existingIds,
  layerOfReplaced,
  type Near,
  type Neighbours,
  neighboursOf,
  neighboursSince,
} from "./neighbours.ts";
import { nowGiven, type SessionState } from "../store/session_state.ts";

/** A fact as somebody wants it saved. */
export interface FactInput {
  readonly content: string;
  readonly memoryType?: MemoryType | undefined;
  readonly entities?: readonly string[];
  readonly tags?: readonly string[];
  /** 0–1; 0.8 when the author gives none (方案 C §1.3). */
  readonly confidence?: number | undefined;
  readonly session?: string | undefined;
  readonly supersedes?: readonly string[];
  readonly agent?: string;
}

/** What an agent states without saying how sure it is: below the 0.9 that counts as important at a start. */
const DEFAULT_CONFIDENCE = 0.8;

interface Draft {
  readonly input: FactInput;
  readonly content: string;
  readonly kinds: readonly string[];
  readonly session: string | undefined;
  readonly store: Store;
  /** As asked for, or that of what it replaces. */
  readonly layer: Layer | undefined;
}

/**
 * Saves facts, but not one that its layer already has. They become one write of the audit log, which `undo` takes back
 * as a whole. Throws INVALID_ARGUMENT, RECORD_NOT_FOUND, LOCK_BUSY, IO_ERROR; then nothing was saved.
 *
 * @param write writes those that are new, with whatever else belongs to the same write
 * @returns what became of each, in order
 */
export function saveFacts(
  memory: Memory,
  inputs: readonly FactInput[],
  layer?: Layer,
  write: WriteFacts = append,
): SaveResult[] {
  if (inputs.length > MANY) memory.runtime.expectLongWork();
  const drafts = inputs.map((input) => draft(memory, input, layer));
  const results = drafts.map((each) => "status" in each ? each : undefined);
  const stores = new Map(drafts.flatMap((each) => "store" in each ? [[each.store.folder, each.store]] : []));
  const placesIn = ({ folder }: Store) =>
    drafts.flatMap((each, at) => "store" in each && each.store.folder === folder ? [at] : []);
  for (const store of stores.values()) {
    const places = placesIn(store);
    const whole = existingIds(memory, store, places.flatMap((at) => inputs[at]?.supersedes ?? []));
    for (const at of places) {
      const own = drafts[at] as Draft;
      const { supersedes } = own.input;
      if (supersedes) {
        drafts[at] = { ...own, input: { ...own.input, supersedes: supersedes.map((word) => whole.get(word) ?? word) } };
      }
    }
  }
  for (const store of stores.values()) {
    const places = placesIn(store);
    const own = places.map((at) => drafts[at] as Draft);
    saveInto(memory, store, own, { layer: own[0]?.layer, asked: layer, write }).forEach((result, at) =>
      void (results[places[at] ?? 0] = result)
    );
  }
  return results.map((result) => result ?? { status: "skipped" });
}

/** Writes facts, which may be none, and the line of the audit log that they become. */
type WriteFacts = (store: LockedStore, facts: readonly Fact[]) => void;

/** More facts than this come from a file of records rather than from an agent. */
const MANY = 20;

/** A fact ready to be saved, or why it is not. */
function draft(memory: Memory, said: FactInput, layer: Layer | undefined): Draft | SaveResult {
  const input = { ...said, session: sessionNamed(memory, said.session) };
  const gate = saveGate(memory, { session: input.session, automatic: false });
  if (!gate.open) return skipped(gate);
  const { text: content, kinds } = cleanGiven(memory, input.content);
  if (content === "") {
    fail("INVALID_ARGUMENT", { en: "--content is empty: nothing to save", zh: "--content 为空：没有可保存的内容" }, {
      en: "Say in one sentence what shall be remembered",
      zh: "请用一句话写明要记住什么",
    });
  }
  const store = storeToSave(memory, input.session, layer);
  const replaced = layer === undefined ? layerOfReplaced(memory, store, input.supersedes) : undefined;
  const [entities, tags] = [cleanAll(memory, input.entities ?? []), cleanAll(memory, input.tags ?? [])];
  return {
    input: { ...input, entities: entities.texts, tags: tags.texts },
    content,
    kinds: [...new Set([...kinds, ...entities.kinds, ...tags.kinds])],
    session: gate.session,
    store: replaced ?? store,
    layer: replaced?.layer ?? layer,
  };
}

function saveInto(
  memory: Memory,
  store: Store,
  drafts: readonly Draft[],
  { layer, asked, write }: { layer: Layer | undefined; asked: Layer | undefined; write: WriteFacts },
): SaveResult[] {
  const contents = drafts.map(({ content }) => content);
  const end = endOfToday(store);
  const project = belongsToProject(store, layer) ? projectNamed(memory) : undefined;
  let neighbours: readonly Neighbours[] = neighboursOf(memory, store, contents, project);
  const facts = makeFacts(memory, project, drafts);
  let known: readonly (string | undefined)[] = [];
  const linked = withLock(store, LOCK_TIMEOUT_MS, (locked) => {
    // Somebody has saved since we looked, perhaps the same.
    if (hasGrown(locked, end)) {
      neighbours = neighboursSince(locked, contents, project, { before: neighbours, end });
    }
    const link = linkOf(locked, facts, neighbours);
    if (link) {
      applyChange(locked, link.change);
      return link.id;
    }
    known = alreadyThere(facts, neighbours);
    write(locked, facts.filter((_, at) => known[at] === undefined));
    return undefined;
  });
  if (linked !== undefined) return [{ id: linked, status: "updated" }];
  const named = sessionsNamed(memory.runtime.env);
  const isAgents = !memory.runtime.stdout.isTerminal;
  noteSaved(
    memory,
    drafts.map(({ session, input }, at) => {
      const isNamed = input.session !== undefined || isAgents || (session !== undefined && named.includes(session));
      return { session, isNamed, id: facts[at]?.id ?? "", existing: known[at] };
    }),
  );
  return facts.map(({ id }, at): SaveResult => {
    const existing = known[at];
    if (existing !== undefined) return { id: existing, status: "exists" };
    const { kinds = [] } = drafts[at] ?? {};
    return {
      id,
      status: "saved",
      ...layer !== undefined && layer !== asked ? { layer } : {},
      ...kinds.length > 0 ? { redacted: kinds } : {},
      ...nearTo(id, neighbours[at], drafts[at]),
    };
  });
}

/** What stands near a fact that was saved, and how to say that it replaces one of them. */
function nearTo(id: string, neighbours: Neighbours | undefined, draft: Draft | undefined) {
  const others = <T extends { readonly id: string }>(found: readonly T[] = []) =>
    found.filter(({ id }) => !draft?.input.supersedes?.includes(id));
  const [similar, changes] = [others(neighbours?.similar), others(neighbours?.changed)];
  const hint = changes.length > 0
    ? looksLikeChange(id, changes)
    : similar.length > 0
    ? mayBeChange(id, similar)
    : undefined;
  return {
    ...similar.length > 0 ? { similar } : {},
    ...changes.length > 0 ? { changes } : {},
    ...hint ? { hint: inResult(hint) } : {},
  };
}

function looksLikeChange(id: string, changes: readonly Near[]): Sentence {
  const command = replacing(id, changes.map((each) => briefId(each.id)).join(","));
  const said = changes.map(({ content }) => content);
  return {
    en: `This looks like a change of: ${
      said.map((text) => `"${text}"`).join("; ")
    }. If it no longer holds: \`${command}\``,
    zh: `这像是更改了${said.map((text) => `“${text}”`).join("、")}。旧的若已不成立：\`${command}\``,
  };
}

function mayBeChange(id: string, similar: readonly Near[]): Sentence {
  const commands = similar.map((each) => `\`${replacing(id, briefId(each.id))}\``);
  return {
    en: `If it replaces what is similar: ${commands.join(" or ")}`,
    zh: `若取代了相近的记录：${commands.join("或")}`,
  };
}

function replacing(id: string, older: string): string {
  return `memory manage edit --id ${briefId(id)} --supersedes ${older}`;
}

/**
 * Whether the only fact of a call stands there already and is only now said to replace another: an answer to
 * `looksLikeChange`. Then the record that is there is told so.
 */
function linkOf(
  store: LockedStore,
  [fact, ...others]: readonly Fact[],
  [near]: readonly Neighbours[],
): { id: string; change: Change } | undefined {
  const existing = near?.identical;
  if (fact?.supersedes === undefined || others.length > 0 || existing === undefined) return undefined;
  const replaced = [fact.supersedes].flat();
  const stored = readContents(store).records.find(({ key }) => key === existing);
  if (!stored || replaced.includes(existing)) return undefined;
  const supersedes = idsField([...texts(stored.record.supersedes), ...replaced]);
  const rewrite = (record: RawRecord, key: string): Rewrite =>
    key === existing ? { ...record, supersedes, updated_at: store.runtime.now().toISOString() } : "keep";
  const change: Change = {
    actor: "agent",
    command: "save",
    scope: "daily",
    rewrite: new Map([[stored.file, rewrite]]),
    audit: { fields: ["supersedes"] },
  };
  return { id: existing, change };
}

/** What became of a fact: the id of one that says the same, if there is one. */
interface Saved {
  readonly session: string | undefined;
  /**
   * Who names the session, or whose shell does, speaks within it, and so does an agent where only one is live; a person
   * may have saved in a terminal beside it.
   */
  readonly isNamed: boolean;
  readonly id: string;
  readonly existing: string | undefined;
}

/**
 * Notes in the state of each session what it saved: one that saves needs no automatic capture, and need not be told
 * what it has said itself.
 */
function noteSaved(memory: Memory, saved: readonly Saved[]): void {
  for (const session of new Set(saved.map((each) => each.session))) {
    const own = saved.filter((each) => each.session === session);
    const count = own.filter(({ existing }) => existing === undefined).length;
    noteInState(memory, session, (state) => ({
      fact_count: (state.fact_count ?? 0) + count,
      fact_at_prompt: state.prompts ?? 0,
      ...(answersNudge(state) ? { work_covered: state.work_prompts ?? 0 } : {}),
      ...nowGiven(state, own.flatMap(({ isNamed, id, existing }) => isNamed ? [existing ?? id] : [])),
    }));
  }
}

/** A save in the turn of a nudge or in the next one keeps what the work came to so far: no request is due for it. */
function answersNudge({ prompts = 0, nudged_at_prompt }: SessionState): boolean {
  return nudged_at_prompt !== undefined && prompts - nudged_at_prompt <= 1;
}

/** For each fact the id of one that already says the same, in the layer or earlier in the list. */
function alreadyThere(facts: readonly Fact[], neighbours: readonly Neighbours[]): (string | undefined)[] {
  const said = new Map<string, string>();
  return facts.map(({ id, content, supersedes }, at) => {
    // A fact that replaces another may repeat a third.
    if (supersedes !== undefined) return undefined;
    const text = normaliseContent(content);
    const same = neighbours[at]?.identical ?? said.get(text);
    if (same === undefined) said.set(text, id);
    return same;
  });
}

/** Whether a record in the global store belongs to a project: it does, unless `--layer global` was asked for. */
export function belongsToProject(store: Store, asked: Layer | undefined): boolean {
  return store.layer === "global" && asked === undefined;
}

function makeFacts(memory: Memory, project: string | undefined, drafts: readonly Draft[]): Fact[] {
  const taken = new Set<string>();
  return drafts.map(({ input, content, session }) => {
    let fact = makeFact(memory, project, { ...input, content, session });
    // An id has four random letters: enough for a millisecond, not quite for hundreds of facts at once.
    while (taken.has(fact.id)) fact = { ...fact, id: newId(memory.runtime, "log") };
    taken.add(fact.id);
    return fact;
  });
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
    ...input.supersedes?.length ? { supersedes: idsField(input.supersedes) ?? [] } : {},
  };
}

/** New facts make today's file grow, so its size tells whether somebody saved between our look and the lock. */
function endOfToday(store: Store): DayEnd {
  const file = dailyFile(utcDay(store.runtime.now().toISOString()));
  return { file, size: sizeOf(store, file) };
}

function hasGrown(store: Store, { file, size }: DayEnd): boolean {
  return sizeOf(store, file) !== size;
}

function sizeOf(store: Store, file: string): number {
  return store.runtime.files.stat(pathOf(store, file))?.size ?? 0;
}

/** Where facts are written. */
export function factEntries(facts: readonly Fact[]): Entry[] {
  return facts.map((record) => ({ file: dailyFile(utcDay(record.timestamp)), record }));
}

function append(store: LockedStore, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const entries = factEntries(facts);
  appendLocked(store, entries, {
    addition: {
      actor: "agent",
      command: "save",
      scope: "daily",
      before_count: 0,
      after_count: facts.length,
      ids: facts.map(({ id }) => id),
      files: [...new Set(entries.map(({ file }) => file))],
      success: true,
    },
  });
}

/** What became of a record that was to be saved. */
export interface SaveResult {
  readonly id?: string;
  readonly status: "saved" | "exists" | "updated" | "skipped";
  /** Of a record that is skipped: why, as a code, and what that means. */
  readonly reason?: string;
  readonly message?: Sentence;
  /** Where it went, if to another layer than it would have by itself: that of the record that it replaces. */
  readonly layer?: Layer;
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  /** At most two records that this one may replace, though nothing says for certain that it does. */
  readonly similar?: readonly Near[];
  /** Records that this one seems to change: another value of the same thing, or the contrary. */
  readonly changes?: readonly Near[];
  /** What to do about them. */
  readonly hint?: Sentence;
  /** To-dos that were made: one text may hold several. */
  readonly todos?: readonly NamedTodo[];
  /** To-dos that were closed with a summary. */
  readonly closed?: readonly NamedTodo[];
  /** Words that were said to be done and mean no open to-do, or several. */
  readonly not_closed?: readonly NotClosed[];
  /** To-dos that were not opened again, since they were closed while this session went on. */
  readonly done_already?: readonly string[];
}

/** A to-do and its id. */
export interface NamedTodo {
  readonly id: string;
  readonly todo: string;
}

/** Words that name no to-do for certain. */
export interface NotClosed {
  readonly words: string;
  /** Those between which they do not decide, else the nearest. */
  readonly todos: readonly NamedTodo[];
}

/** The result of what the gate did not let through. */
export function skipped({ reason, message }: Skipped): SaveResult {
  return { status: "skipped", reason, message };
}
