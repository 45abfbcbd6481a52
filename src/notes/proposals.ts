/** Notes that wait for the user's decision: a JSON file each in `proposals/`, for a day. */
import { fail } from "../errors.ts";
import { newId } from "../records/ids.ts";
import { meantId } from "../records/meant_id.ts";
import { namesInside, pathOf, PROPOSALS_FOLDER } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { replaceFile } from "../store/file.ts";
import type { Decision } from "./governance.ts";
import { type Payload, readPayloads } from "./payload.ts";
import type { Level } from "./score.ts";

/** After a night nobody remembers what was asked. */
const LIVES_MS = 24 * 60 * 60_000;

/** A note that waits. */
export interface Proposal {
  readonly id: string;
  readonly created_at: string;
  readonly payload: Payload;
  /** null: the agent gave no score, the user names the level. */
  readonly level: Level | null;
  readonly limited: boolean;
  readonly decision: Decision;
  readonly targets: readonly string[];
  readonly session: string;
  readonly generation: string;
  /** Whose the note is, in a store that several projects share. */
  readonly project?: string | undefined;
}

/** Stores a proposal and removes expired ones. A payload that is already waiting keeps its proposal. */
export function keepProposal(store: LockedStore, draft: Omit<Proposal, "id" | "created_at">): Proposal {
  removeExpired(store);
  const waiting = waitingProposals(store);
  const same = waiting.find((each) => JSON.stringify(withoutDate(each)) === JSON.stringify(draft));
  if (same) return same;
  const now = store.runtime.now().toISOString();
  let proposal: Proposal = { id: newId(store.runtime, "prop"), created_at: now, ...draft };
  while (store.runtime.files.stat(pathOf(store, fileOf(proposal.id)))) {
    proposal = { ...proposal, id: newId(store.runtime, "prop") };
  }
  replaceFile(store, fileOf(proposal.id), `${JSON.stringify(proposal)}\n`);
  return proposal;
}

/**
 * The waiting proposal of an id, whose end is enough. Throws RECORD_NOT_FOUND when it was used, has expired or never
 * existed.
 */
export function readProposal(store: Store, id: string): Proposal {
  const proposal = findProposal(store, id);
  if (proposal) return proposal;
  fail("RECORD_NOT_FOUND", {
    en: `No proposal ${id} waits: it was used, is older than a day, or never was`,
    zh: `没有待定的提议 ${id}：已用过、超过一天，或从未有过`,
  }, { en: "Propose the payload again with `memory note propose`", zh: "请用 `memory note propose` 重新提议" });
}

/** The waiting proposal of an id, whose end is enough, if it waits in this store. */
export function findProposal(store: Store, word: string): Proposal | undefined {
  const id = isProposalId(word) ? word : meantId(word, idsOf(store));
  const proposal = id !== undefined && isProposalId(id) ? readFile(store, fileOf(id)) : undefined;
  return proposal && isLive(store, proposal) ? proposal : undefined;
}

function idsOf(store: Store): string[] {
  return namesInside(store, PROPOSALS_FOLDER).map((name) => name.replace(/\.json$/, ""));
}

/** Takes a proposal away; none is no failure. */
export function removeProposal(store: LockedStore, word: string): void {
  const id = meantId(word, idsOf(store));
  if (id !== undefined && isProposalId(id)) store.runtime.files.remove(pathOf(store, fileOf(id)));
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

/** Removes those that have expired, and what is no proposal. */
function removeExpired(store: LockedStore): void {
  for (const id of idsOf(store)) {
    if (isProposalId(id) && !findProposal(store, id)) store.runtime.files.remove(pathOf(store, fileOf(id)));
  }
}

function isLive(store: Store, { created_at }: Proposal): boolean {
  // In both directions: a clock that was put back must not keep a proposal alive for ever.
  return Math.abs(store.runtime.now().getTime() - Date.parse(created_at)) < LIVES_MS;
}

function readFile(store: Store, file: string): Proposal | undefined {
  const bytes = store.runtime.files.read(pathOf(store, file));
  if (!bytes) return undefined;
  try {
    const proposal: Proposal = JSON.parse(new TextDecoder().decode(bytes));
    const [payload] = readPayloads(proposal.payload);
    return payload && typeof proposal.created_at === "string" ? { ...proposal, payload } : undefined;
  } catch {
    return undefined;
  }
}

function withoutDate({ id: _id, created_at: _createdAt, ...draft }: Proposal): Omit<Proposal, "id" | "created_at"> {
  return draft;
}

function fileOf(id: string): string {
  return `${PROPOSALS_FOLDER}/${id}.json`;
}

/** Whether this is an id of ours: it names a file, so nothing else may pass. */
function isProposalId(id: string): boolean {
  return /^prop-\d{9}-[a-z0-9]{4}$/.test(id);
}
