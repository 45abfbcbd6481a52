/**
 * In: a project's memory. Out: its texts that are weighed, and the person's word that they are theirs after all.
 * Not done here: asking for that word (commands/trust.ts); what trust is (store/home.ts).
 *
 * @module
 */
import { sharedIn } from "../recall/readers.ts";
import { readContents } from "../store/contents.ts";
import { instructionsIn } from "../store/found.ts";
import { addKnown, type Instruction, noteKnown, readKnown, textDigest } from "../store/known.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";

/** The texts of the project's memory that would be followed if they were surely the person's. */
export function weighedInstructions(memory: Pick<Memory, "runtime" | "project">): Instruction[] {
  if (!memory.project) return [];
  const isShared = sharedIn(memory);
  return instructionsIn(memory.project).filter(({ file, text }) => isShared("project", file, () => text));
}

/** How many rules an import brought, which are told as unconfirmed until the person rewords them. */
export function importedRules(store: Store): number {
  return readContents(store).records.filter(({ record, isDeleted }) =>
    record.memory_type === "O" && record.imported_at !== undefined && !isDeleted
  ).length;
}

/** Whether a line says something: headings and comments of MEMORY.md do not. */
export function saysSomething({ text }: Instruction): boolean {
  return !/^\s*(?:#|<!--|-->)/.test(text) || text.includes("\n");
}

/** Makes these texts ones to follow, as they read now. */
export function trust(store: LockedStore, instructions: readonly Instruction[]): void {
  addKnown(store, "trusted", instructions.map(({ text }) => textDigest(text)));
}

/** Follows what is followed now also when git tracks it: the person is about to share what is theirs. */
export function trustWhatIsFollowed(project: Store): void {
  const isShared = sharedIn({ runtime: project.runtime, project });
  const own = instructionsIn(project).filter(({ file, text }) => !isShared("project", file, () => text));
  if (own.length > 0) withLock(project, LOCK_TIMEOUT_MS, (locked) => trust(locked, own));
}

/** Takes all trust back. Returns how many texts are weighed again. */
export function distrust(store: LockedStore): number {
  const known = readKnown(store);
  noteKnown(store, { ...known, trusted: new Set() });
  return known.trusted.size;
}
