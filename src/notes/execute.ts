/** Carrying out what the user agreed to: a proposal becomes a note, part of one, or the successor of one. */
import { fail } from "../errors.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Author } from "./audit.ts";
import { composeNote, mergeIntoNote } from "./compose.ts";
import { existingNote } from "./files.ts";
import type { Decision } from "./governance.ts";
import type { Note, NoteFields } from "./note.ts";
import { type Proposal, readProposal, removeProposal } from "./proposals.ts";
import type { Level } from "./score.ts";
import { changeNotes, createNote, type Written } from "./write.ts";

/** What the user decided about a proposal. */
export interface Answer {
  readonly decision?: Exclude<Decision, "veto"> | undefined;
  /** Notes to merge into or to replace; those of the proposal when empty. */
  readonly targets: readonly string[];
  readonly level?: Level | undefined;
  /** The level where the agent gave no score; what it scored stays. */
  readonly openLevel?: Level | undefined;
}

/** What was written. */
export interface Executed {
  readonly decision: Exclude<Decision, "veto">;
  readonly level: Level;
  readonly id: string;
  readonly file: string;
  /** Notes that this one replaces in recall. */
  readonly superseded: readonly string[];
  readonly warnings?: readonly string[];
}

/** What `executeProposal` would write, without writing. Throws as it does. */
export function previewProposal(store: Store, id: string, answer: Answer) {
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
export function executeProposal(store: Store, id: string, answer: Answer, author: Author): Executed {
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
  if (decision === "veto") {
    fail("INVALID_ARGUMENT", {
      en: `Proposal ${proposal.id} contradicts ${proposal.targets.join(", ")}`,
      zh: `提议 ${proposal.id} 与 ${proposal.targets.join("、")} 矛盾`,
    }, {
      en: "Ask the user which one counts, then say --decision replace or --decision new",
      zh: "请问用户以哪个为准，再加 --decision replace 或 --decision new",
    });
  }
  const level = answer.level ?? proposal.level ?? answer.openLevel ?? "L0";
  const wanted = decision === "new" ? [] : answer.targets.length > 0 ? answer.targets : proposal.targets;
  if (decision !== "new" && wanted.length === 0) {
    fail("INVALID_ARGUMENT", {
      en: `--decision ${decision} needs --target: the proposal names no note`,
      zh: `--decision ${decision} 需要 --target：提议没有指明笔记`,
    }, { en: "`memory note list` shows the notes", zh: "`memory note list` 会列出笔记" });
  }
  const targets = wanted.map((id) => existingNote(store, id));
  const { payload, limited, session, project } = proposal;
  const fields = composeNote(payload, { level, limited, session, project, now: store.runtime.now().toISOString() });
  return { decision, level, targets, fields };
}
