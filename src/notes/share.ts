/**
 * Giving a project's note to the team: which may go, and the move to `notes/share/`, in LingXi's practice a git
 * submodule.
 */
import { MemoryError } from "../errors.ts";
import { redact } from "../records/redact.ts";
import { pathOf } from "../store/layout.ts";
import type { LockedStore } from "../store/mod.ts";
import type { Author } from "./audit.ts";
import { readNotes, SHARE_FOLDER } from "./files.ts";
import type { Note } from "./note.ts";
import { writeFiles } from "./write.ts";

/** Why a note must not go to the team's repository; empty when it may (LingXi's 推荐约定). */
function shareObstacles(note: Note, home: string): string[] {
  const obstacles: string[] = [];
  if (note.audience !== "team") obstacles.push(`Audience is ${note.audience}, it must be team`);
  if (note.portability !== "cross-project") {
    obstacles.push(`Portability is ${note.portability}, it must be cross-project`);
  }
  if (note.strength === "hypothesis") obstacles.push("Strength is hypothesis, it must be validated or enforced");
  if (note.status !== "active") obstacles.push(`Status is ${note.status}, it must be active`);
  if (note.problems.length > 0) obstacles.push(`line ${note.problems[0]?.line}: ${note.problems[0]?.problem}`);
  const secrets = redact(note.text).kinds;
  if (secrets.length > 0) obstacles.push(`it holds what looks like a secret (${secrets.join(", ")})`);
  // With the other slash too: the same path as Windows writes it.
  if (note.text.includes(home) || note.text.includes(home.replaceAll("\\", "/"))) {
    obstacles.push("it names a path of this machine");
  }
  return obstacles;
}

/** Throws INVALID_ARGUMENT with every reason why a note may not go to the team. */
export function assertShareable(note: Note, home: string): void {
  if (note.shared) throw new MemoryError("INVALID_ARGUMENT", `${note.id} is already in ${SHARE_FOLDER}`);
  const obstacles = shareObstacles(note, home);
  if (obstacles.length > 0) {
    throw new MemoryError("INVALID_ARGUMENT", `${note.id} can't go to the team: ${obstacles.join("; ")}`, {
      hint: `Change it with \`memory note edit ${note.id}\`, if the user agrees`,
      data: { obstacles },
    });
  }
}

export interface Shared {
  readonly id: string;
  readonly file: string;
  readonly warnings: readonly string[];
  /** The share folder is a git checkout of its own, as a submodule is. */
  readonly submodule: boolean;
}

/**
 * Moves a project's note to the share folder; a shared one of the same id is replaced by it.
 *
 * @throws MemoryError INVALID_ARGUMENT when it may not go
 */
export function shareNote(store: LockedStore, note: Note, author: Author): Shared {
  assertShareable(note, store.runtime.home);
  // Where the team already has it, in whatever folder.
  const theirs = readNotes(store).find((each) => each.shared && each.id === note.id);
  const file = theirs?.path ?? `${SHARE_FOLDER}/${note.id}.md`;
  const { warnings } = writeFiles(store, [{ ...note, path: file }], author, [note.path]);
  const submodule = store.runtime.files.stat(pathOf(store, `${SHARE_FOLDER}/.git`)) !== undefined;
  return { id: note.id, file, warnings, submodule };
}
