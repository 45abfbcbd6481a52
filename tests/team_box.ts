/** Two people who share a memory by git: each with a home and a clone of their own, and the binary run in it. */
import * as fs from "node:fs";
import { join } from "node:path";
import { type Box, memoryBox } from "./box.ts";
import { git } from "./trust/hostile_box.ts";

export interface Team {
  readonly ann: Box;
  readonly li: Box;
}

/** A memory with one record that Ann has shared and Li has pulled. */
export async function team(): Promise<Team> {
  const [ann, li] = [memoryBox({ empty: true }), memoryBox({ empty: true })];
  const origin = join(ann.home, "origin.git");
  git(ann.home, "init", "-q", "--bare", "-b", "main", origin);
  git(ann.home, "clone", "-q", origin, ann.project);
  git(ann.project, "checkout", "-qb", "main");
  await ann.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  await ann.json(["remember", "Base rule: never push on Fridays"]);
  fs.writeFileSync(join(ann.project, "README.md"), "app\n");
  share(ann);
  git(li.home, "clone", "-q", origin, li.project);
  await li.json(["init", "--skip-model", "--agent", "cursor"]);
  return { ann, li };
}

/** Commits all that a person's clone has, takes the other's commits in, and pushes both. */
export function share({ project }: Box): void {
  git(project, "add", "-A");
  git(project, "commit", "-q", "--allow-empty", "-m", "work");
  try {
    git(project, "-c", "pull.rebase=false", "pull", "-q", "--no-edit", "origin", "main");
  } catch (error) {
    // The first commit finds nothing to pull.
    if (fs.existsSync(join(project, ".git", "MERGE_HEAD"))) throw error;
  }
  git(project, "push", "-q", "-u", "origin", "main");
}

/** Brings the work of both to both. */
export function shareAll({ ann, li }: Team): void {
  share(ann);
  share(li);
  share(ann);
}
