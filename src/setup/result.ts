/** The result of init and uninstall: what was changed, or would be, and what the person is told besides. */
import type { Agent } from "../agents/event.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Kept } from "./apply.ts";
import type { FileChange } from "./changes.ts";
import { hooksIn } from "./hook_changes.ts";
import { type ClientHome, homeAround } from "./moved_homes.ts";
import type { OlderData } from "./older_tools.ts";
import type { Place } from "./place.ts";
import type { Purge } from "./purge.ts";
import type { Share } from "../store/keep_private.ts";
import { said } from "./words.ts";

export interface SetupFile {
  readonly path: string;
  readonly action: FileChange["action"];
  /** The client in whose home the file lies, where a variable has moved that home. */
  readonly client?: Agent | undefined;
  /** How many hooks of ours a hook file holds, or held before they were removed. */
  readonly hooks?: number | undefined;
  readonly copy?: string | undefined;
}

/** The changes that were made, or would be, as JSON has them. */
export interface SetupResult extends ReturnType<typeof head> {
  readonly files: readonly SetupFile[];
  readonly besides?: readonly SetupFile[];
  readonly notes: readonly Sentence[];
  readonly next: readonly Sentence[];
  /** Memories of older tools that can be imported; told by `init` alone. */
  readonly older?: readonly OlderData[];
  /** Files of ours that a `.gitignore` shows to git in spite of its exclude file. */
  readonly shown_to_git?: readonly string[];
  readonly purge?: Purge;
  /** Confirms the purge, between 3 seconds and 5 minutes after this preview. */
  readonly confirm_token?: string;
}

/** Remarks on the copies of files that the user had changed. */
export function keptTexts(kept: readonly Kept[]): readonly Sentence[] {
  return kept.map(({ path, copy, isOriginal }) => said(isOriginal ? "missed" : "edited", { path, copy }));
}

/** The fields of every result that are known before anything is changed. */
export function head({ scope, root, dataFolder, agents }: Place, lang: Language, share: Share, dryRun: boolean) {
  return { scope, root, data_folder: dataFolder, agents, lang, share, dry_run: dryRun };
}

/** A change as a file of the result. */
export function fileOf(change: FileChange, kept: readonly Kept[], homes: readonly ClientHome[]): SetupFile {
  const { path, action } = change;
  const copy = kept.find((each) => each.path === path)?.copy;
  return { path, action, client: homeAround(homes, path)?.agent, hooks: hooksIn(change) || undefined, copy };
}
