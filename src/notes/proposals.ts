/** Notes that wait a day for the user's decision: a JSON file each in `proposals/`. */
import { tried } from "../errors.ts";
import { readJson } from "../files.ts";
import { DAY_MS } from "../records/days.ts";
import { meantId, newId, type ProposalId, type RecordId, type SessionId } from "../records/ids.ts";
import { namesInside, pathOf, PROPOSALS_FOLDER } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { replaceFile } from "../store/file.ts";
import type { Decision, Level } from "./judge.ts";
import { type Payload, readPayloads } from "./payload.ts";
import { withLock } from "../store/write_lock.ts";
import { type Author, changeNotes, createNote, type Written } from "./write.ts";
import { composeNote, mergeIntoNote } from "./render.ts";
import { existingNote } from "./files.ts";
import type { Note } from "./note.ts";
import { named } from "../wording.ts";
import { failure } from "./words.ts";

/** After a night nobody remembers the question. */
const LIVES_MS = DAY_MS;

interface Proposal {
  readonly id: ProposalId;
  readonly created_at: string;
  readonly payload: Payload;
  /** null: the agent gave no score, so the user names the level. */
  readonly level: Level | null;
  readonly limited: boolean;
  readonly decision: Decision;
  readonly targets: readonly RecordId[];
  readonly session: SessionId;
  readonly generation: string;
  readonly project?: string | undefined;
}

/** Stores a proposal and removes expired ones. A payload that is already waiting keeps its proposal. */
export function keepProposal(store: LockedStore, draft: Omit<Proposal, "id" | "created_at">): Proposal {
  dropProposals(store, () => false);
  const wanted = JSON.stringify(draft);
  const same = waitingProposals(store).find(({ id: _, created_at: _at, ...rest }) => JSON.stringify(rest) === wanted);
  if (same) return same;
  const id = newId(store.runtime, "prop");
  const proposal: Proposal = { id, created_at: store.runtime.now().toISOString(), ...draft };
  replaceFile(store, fileOf(id), `${JSON.stringify(proposal)}\n`);
  return proposal;
}

/** As `findProposal`, but throws RECORD_NOT_FOUND. */
export function readProposal(store: Store, word: string): Proposal {
  const proposal = findProposal(store, word);
  if (proposal) return proposal;
  throw failure("no_proposal", { id: word });
}

/** The proposal of an id, whose end is enough; undefined when it was used, has expired or never existed. */
export function findProposal(store: Store, word: string): Proposal | undefined {
  const id = meantId(word, idsOf(store));
  const proposal = id === undefined ? undefined : proposalOf(store, id);
  return isWaiting(store, proposal) ? proposal : undefined;
}

/** The waiting proposals. */
export function waitingProposals(store: Store): Proposal[] {
  return idsOf(store).map((id) => proposalOf(store, id)).filter((proposal) => isWaiting(store, proposal));
}

/** Removes a proposal, if it is there. */
export function removeProposal(store: LockedStore, id: ProposalId): void {
  store.runtime.files.remove(pathOf(store, fileOf(id)));
}

/**
 * Removes the proposals whose text is purged, and with them those that wait no more, which nobody sees and which keep
 * their text. Returns how many held purged text.
 */
export function dropProposals(store: LockedStore, isPurged: (text: string) => boolean): number {
  let dropped = 0;
  for (const id of idsOf(store)) {
    const proposal = proposalOf(store, id);
    const holdsPurged = proposal !== undefined && isPurged(textOf(proposal));
    if (holdsPurged) dropped++;
    if (holdsPurged || !isWaiting(store, proposal)) removeProposal(store, id);
  }
  return dropped;
}

function textOf({ payload: { scene, choice, evidence, principles } }: Proposal): string {
  return [scene, choice, evidence, ...principles].join("\n");
}

function idsOf(store: Store): ProposalId[] {
  return namesInside(store, PROPOSALS_FOLDER).flatMap((name) =>
    /^(prop-\d{9}-[a-z0-9]{4})\.json$/.exec(name)?.[1] ?? []
  );
}

function proposalOf(store: Store, id: ProposalId): Proposal | undefined {
  const proposal = readJson(store.runtime.files, pathOf(store, fileOf(id))) as Proposal;
  return tried(() => {
    const [payload] = readPayloads(proposal.payload);
    return payload && { ...proposal, id, payload };
  });
}

function isWaiting(store: Store, proposal: Proposal | undefined): proposal is Proposal {
  if (!proposal) return false;
  // In both directions: a clock that was put back must not keep a proposal alive for ever.
  return Math.abs(store.runtime.now().getTime() - Date.parse(proposal.created_at)) < LIVES_MS;
}

function fileOf(id: ProposalId): string {
  return `${PROPOSALS_FOLDER}/${id}.json`;
}

// Carrying out the user's answer: a proposal becomes a note, part of a note, or the successor of one.

export interface Answer {
  readonly decision?: Exclude<Decision, "veto"> | undefined;
  /** Notes to merge into or to replace; those of the proposal when empty. */
  readonly targets: readonly RecordId[];
  readonly level?: Level | undefined;
  /** The level for a proposal without a score; a level that follows from the score stays. */
  readonly openLevel?: Level | undefined;
}

/** The note that `executeProposal` would write. Throws as that does. */
export function previewProposal(store: Store, word: string, answer: Answer) {
  const proposal = readProposal(store, word);
  const { decision, level, targets, fields } = agreed(store, proposal, answer);
  const shown = decision === "merge" && targets[0]
    ? { ...targets[0], ...mergeIntoNote(targets[0], proposal.payload, fields) }
    : fields;
  const { title, whenToLoad, oneLiner, strength, audience } = shown;
  return {
    proposal: word,
    decision,
    level,
    targets: targets.map((target) => target.id),
    choice: proposal.payload.choice,
    note: { title, when_to_load: whenToLoad, one_liner: oneLiner, strength, audience },
  };
}

/**
 * Carries out an answer, and removes the proposal. The notes in `superseded` are replaced in recall. Throws
 * RECORD_NOT_FOUND (proposal or target gone), INVALID_ARGUMENT (an undecided veto, no target).
 */
export function executeProposal(store: Store, word: string, answer: Answer, author: Author) {
  return withLock(store, (locked) => {
    const proposal = readProposal(locked, word);
    const wish = agreed(locked, proposal, answer);
    const { session = proposal.session, generation = proposal.generation } = author;
    const by = { ...author, session, generation };
    const { note, told, superseded } = write(locked, proposal.payload, wish, by);
    removeProposal(locked, proposal.id);
    const { decision, level } = wish;
    return { decision, level, id: note.id, file: note.path, superseded, ...told };
  });
}

function write(
  store: LockedStore,
  payload: Payload,
  { decision, targets, fields }: ReturnType<typeof agreed>,
  author: Author,
): Written & { readonly superseded: readonly RecordId[] } {
  const retire = (note: Note) => ({ note, changes: { status: "archive", updatedAt: fields.updatedAt } as const });
  const [first, ...rest] = targets;
  if (decision !== "merge" || !first) {
    const superseded = targets.map(({ id }) => id);
    const successor = { ...fields, supersedes: withEarlier(targets) };
    return { ...createNote(store, successor, author, targets.map(retire)), superseded };
  }
  // Several notes that say the same become one, under the id of the nearest.
  const superseded = rest.map(({ id }) => id);
  const supersedes = [...new Set([...first.supersedes, ...withEarlier(rest)])];
  const changes = { ...mergeIntoNote(first, payload, fields), supersedes };
  return { ...changeNotes(store, [{ note: first, changes }, ...rest.map(retire)], author), superseded };
}

/** The ids of notes and of those that they replace, since an archived note replaces none. */
function withEarlier(notes: readonly Note[]): RecordId[] {
  return [...new Set(notes.flatMap(({ id, supersedes }) => [id, ...supersedes]))];
}

/** The user's wish: what the answer leaves open is taken from the proposal. A new note has no targets. */
function agreed(store: Store, proposal: Proposal, answer: Answer) {
  const decision = answer.decision ?? proposal.decision;
  if (decision === "veto") throw failure("contradicts", { id: proposal.id, targets: named(proposal.targets) });
  const level = answer.level ?? proposal.level ?? answer.openLevel ?? "L0";
  const offered = answer.targets.length > 0 ? answer.targets : proposal.targets;
  const wanted = decision === "new" ? [] : offered;
  if (decision !== "new" && wanted.length === 0) throw failure("needs_target", { decision });
  const targets = wanted.map((id) => existingNote(store, id));
  const { payload, limited, session, project } = proposal;
  const fields = composeNote(payload, { level, limited, session, project, now: store.runtime.now().toISOString() });
  return { decision, level, targets, fields };
}
