/** Notes that wait for the user's decision: a JSON file each in `proposals/`, for a day. */
import { readJson } from "../files.ts";
import { meantId, newId, type ProposalId, type RecordId, type SessionId } from "../records/ids.ts";
import { namesInside, pathOf, PROPOSALS_FOLDER, type StorePath } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { replaceFile } from "../store/file.ts";
import type { Decision, Level } from "./judge.ts";
import { type Payload, readPayloads } from "./payload.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import { type Author, changeNotes, createNote, type Written } from "./write.ts";
import { composeNote, mergeIntoNote } from "./render.ts";
import { existingNote } from "./files.ts";
import type { Note, NoteFields } from "./note.ts";
import { named } from "../wording.ts";
import { failure } from "./words.ts";

/** After a night nobody remembers what was asked. */
const LIVES_MS = 24 * 60 * 60_000;

interface Proposal {
  readonly id: ProposalId;
  readonly created_at: string;
  readonly payload: Payload;
  /** null: the agent gave no score, the user names the level. */
  readonly level: Level | null;
  readonly limited: boolean;
  readonly decision: Decision;
  readonly targets: readonly RecordId[];
  readonly session: SessionId;
  readonly generation: string;
  /** Whose the note is, in a store that several projects share. */
  readonly project?: string | undefined;
}

/** Stores a proposal and removes expired ones. A payload that is already waiting keeps its proposal. */
export function keepProposal(store: LockedStore, draft: Omit<Proposal, "id" | "created_at">): Proposal {
  for (const id of idsOf(store)) if (!findProposal(store, id)) removeProposal(store, id);
  const wanted = JSON.stringify(draft);
  const same = waitingProposals(store).find(({ id: _, created_at: _at, ...rest }) => JSON.stringify(rest) === wanted);
  if (same) return same;
  let id = newId(store.runtime, "prop");
  while (store.runtime.files.stat(pathOf(store, fileOf(id)))) id = newId(store.runtime, "prop");
  const proposal: Proposal = { id, created_at: store.runtime.now().toISOString(), ...draft };
  replaceFile(store, fileOf(proposal.id), `${JSON.stringify(proposal)}\n`);
  return proposal;
}

/**
 * The waiting proposal of an id, whose end is enough. Throws RECORD_NOT_FOUND when it was used, has expired or never
 * existed.
 */
export function readProposal(store: Store, id: ProposalId): Proposal {
  const proposal = findProposal(store, id);
  if (proposal) return proposal;
  throw failure("no_proposal", { id });
}

/** The waiting proposal of an id, whose end is enough, if it waits in this store. */
export function findProposal(store: Store, word: string): Proposal | undefined {
  const id = meantId(word, idsOf(store));
  const proposal = id === undefined ? undefined : readFile(store, fileOf(id));
  // In both directions: a clock that was put back must not keep a proposal alive for ever.
  const isLive = proposal && Math.abs(store.runtime.now().getTime() - Date.parse(proposal.created_at)) < LIVES_MS;
  return isLive ? proposal : undefined;
}

/** Those that files bear: what has another name is none of ours. */
function idsOf(store: Store): string[] {
  return namesInside(store, PROPOSALS_FOLDER).flatMap((name) =>
    /^(prop-\d{9}-[a-z0-9]{4})\.json$/.exec(name)?.[1] ?? []
  );
}

/** Takes a proposal away; none is no failure. */
export function removeProposal(store: LockedStore, word: string): void {
  const id = meantId(word, idsOf(store));
  if (id !== undefined) store.runtime.files.remove(pathOf(store, fileOf(id)));
}

/** Removes the proposals with texts that are purged. Returns how many. */
export function dropProposals(store: LockedStore, goes: (text: string) => boolean): number {
  const going = waitingProposals(store).filter(({ payload: { scene, choice, evidence, principles } }) =>
    goes([scene, choice, evidence, ...principles].join("\n"))
  );
  for (const { id } of going) removeProposal(store, id);
  return going.length;
}

/** The waiting proposals. */
export function waitingProposals(store: Store): Proposal[] {
  return idsOf(store).flatMap((id) => findProposal(store, id) ?? []);
}

function readFile(store: Store, file: StorePath): Proposal | undefined {
  const proposal = readJson(store.runtime.files, pathOf(store, file)) as Proposal | undefined;
  try {
    if (!proposal) return undefined;
    const [payload] = readPayloads(proposal.payload);
    return payload && typeof proposal.created_at === "string" ? { ...proposal, payload } : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(id: ProposalId): string {
  return `${PROPOSALS_FOLDER}/${id}.json`;
}

// Carrying out what the user agreed to: a proposal becomes a note, part of one, or the successor of one.

/** What the user decided about a proposal. */
export interface Answer {
  readonly decision?: Exclude<Decision, "veto"> | undefined;
  /** Notes to merge into or to replace; those of the proposal when empty. */
  readonly targets: readonly RecordId[];
  readonly level?: Level | undefined;
  /** The level where the agent gave no score; what it scored stays. */
  readonly openLevel?: Level | undefined;
}

interface Executed {
  readonly decision: Exclude<Decision, "veto">;
  readonly level: Level;
  readonly id: RecordId;
  readonly file: StorePath;
  /** Notes that this one replaces in recall. */
  readonly superseded: readonly string[];
  readonly warnings?: readonly string[];
}

/** What `executeProposal` would write, without writing. Throws as it does. */
export function previewProposal(store: Store, id: ProposalId, answer: Answer) {
  const proposal = readProposal(store, id);
  const { decision, level, targets, fields } = agreed(store, proposal, answer);
  const shown = decision === "merge" && targets[0]
    ? { ...targets[0], ...mergeIntoNote(targets[0], proposal.payload, fields) }
    : fields;
  const { title, whenToLoad, oneLiner, strength, audience } = shown;
  return {
    proposal: id,
    decision,
    level,
    targets: targets.map((target) => target.id),
    note: { title, when_to_load: whenToLoad, one_liner: oneLiner, strength, audience },
  };
}

/**
 * Writes what the user agreed to; the proposal is used up.
 *
 * @throws MemoryError RECORD_NOT_FOUND (proposal or target gone), INVALID_ARGUMENT (an undecided veto, no target)
 */
export function executeProposal(store: Store, id: ProposalId, answer: Answer, author: Author): Executed {
  return withLock(store, LOCK_TIMEOUT_MS, (locked) => {
    const proposal = readProposal(locked, id);
    const wish = agreed(locked, proposal, answer);
    const by = {
      ...author,
      session: author.session ?? proposal.session,
      generation: author.generation ?? proposal.generation,
    };
    const { written, superseded } = write(locked, proposal, wish, by);
    removeProposal(locked, id);
    const { note, warnings } = written;
    const more = warnings.length > 0 ? { warnings: warnings.map(({ en }) => en) } : {};
    return { decision: wish.decision, level: wish.level, id: note.id, file: note.path, superseded, ...more };
  });
}

/** What the user wants, in full: what they left open is as the proposal has it. */
interface Agreed {
  readonly decision: Executed["decision"];
  readonly level: Level;
  /** Empty for a new note. */
  readonly targets: readonly Note[];
  readonly fields: NoteFields;
}

function write(
  store: LockedStore,
  { payload }: Proposal,
  { decision, targets, fields }: Agreed,
  author: Author,
): { written: Written; superseded: readonly string[] } {
  const retire = (note: Note) => ({ note, changes: { status: "archive", updatedAt: fields.updatedAt } as const });
  const [first, ...rest] = targets;
  if (decision === "new" || !first) return { written: createNote(store, fields, author), superseded: [] };
  if (decision === "replace") {
    const superseded = targets.map(({ id }) => id);
    return {
      written: createNote(store, { ...fields, supersedes: superseded }, author, targets.map(retire)),
      superseded,
    };
  }
  // Several notes that say the same become one, under the id of the nearest.
  const superseded = rest.map(({ id }) => id);
  const changes = {
    ...mergeIntoNote(first, payload, fields),
    supersedes: [...new Set([...first.supersedes, ...superseded])],
  };
  return { written: changeNotes(store, [{ note: first, changes }, ...rest.map(retire)], author), superseded };
}

/** Throws INVALID_ARGUMENT for a veto that nobody decided, or a merge with nothing; RECORD_NOT_FOUND. */
function agreed(store: Store, proposal: Proposal, answer: Answer): Agreed {
  const decision = answer.decision ?? proposal.decision;
  if (decision === "veto") throw failure("contradicts", { id: proposal.id, targets: named(proposal.targets) });
  const level = answer.level ?? proposal.level ?? answer.openLevel ?? "L0";
  const wanted = decision === "new" ? [] : answer.targets.length > 0 ? answer.targets : proposal.targets;
  if (decision !== "new" && wanted.length === 0) throw failure("needs_target", { decision });
  const targets = wanted.map((id) => existingNote(store, id));
  const { payload, limited, session, project } = proposal;
  const fields = composeNote(payload, { level, limited, session, project, now: store.runtime.now().toISOString() });
  return { decision, level, targets, fields };
}
