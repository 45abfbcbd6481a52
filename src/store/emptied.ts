/**
 * In: a store. Out: files of records that another program has emptied in place, though saves to them were acknowledged.
 * What was removed or replaced has its second name still (lost.ts); what is emptied is empty under both.
 */
import { tried } from "../errors.ts";
import { joined, type Sentence } from "../sentence.ts";
import { some } from "../wording.ts";
import { readOperations } from "./audit.ts";
import { listBackups } from "./backup.ts";
import { readContents } from "./contents.ts";
import { languageIn } from "./keep_private.ts";
import { pathOf, type StorePath } from "./layout.ts";
import { emptyFiles } from "./truth_files.ts";
import type { Store } from "./mod.ts";
import { said } from "./words.ts";

interface Emptied {
  readonly files: readonly StorePath[];
  /** How many records the audit log knows that are in no file any more. */
  readonly records: number;
  /** The newest backup that holds an earlier form of one of the files. */
  readonly backup: string | undefined;
}

/**
 * The files of a store that were emptied, among so many latest days; undefined for none. A line that somebody takes out
 * is theirs to take, so only a file that holds nothing at all counts.
 */
export function emptiedOf(store: Store, latest = Infinity): Emptied | undefined {
  if (store.standing !== "own") return undefined;
  const empty = emptyFiles(store, latest);
  if (empty.length === 0) return undefined;
  const acknowledged = new Map(empty.map((file) => [file, new Set<string>()]));
  for (const { success, files: touched, ids, ids_total, before_count, after_count } of readOperations(store)) {
    if (!success || before_count === after_count) continue;
    for (const file of touched) {
      const known = acknowledged.get(file);
      if (!known) continue;
      const namesAll = typeof ids_total !== "number" || ids_total <= ids.length;
      if (after_count > before_count) { for (const id of ids) known.add(id); }
      else if (namesAll) { for (const id of ids) known.delete(id); }
      else known.clear();
    }
  }
  const there = new Set(readContents(store).records.map(({ key }) => key));
  const gone = empty.map((file) => ({
    file,
    ids: [...acknowledged.get(file) ?? []].filter((id) => !there.has(id)),
  })).filter(({ ids }) => ids.length > 0);
  if (gone.length === 0) return undefined;
  const emptied = gone.map(({ file }) => file);
  const backup = listBackups(store).find(({ files, problem }) =>
    problem === undefined && files.some((file) => emptied.includes(file))
  );
  return { files: emptied, records: new Set(gone.flatMap(({ ids }) => ids)).size, backup: backup?.id };
}

/** Says what was emptied. */
export function emptiedText({ files, records }: Emptied): Sentence {
  return said("emptied", { files: some(files), records });
}

/** The next steps for emptied files: the backup that may help, and what ends the warning. */
export function emptiedStep({ backup }: Emptied, end = said("emptied_by_you")): Sentence {
  return joined([backup === undefined ? said("emptied_for_good") : said("emptied_and_backed_up", { backup }), end]);
}

/** Warns of what was emptied where these files are about to be written: from then on they look like any other. */
export function warnOfEmptied(store: Store, files: readonly StorePath[]): void {
  const { runtime, folder } = store;
  if (!files.some((file) => runtime.files.stat(pathOf(store, file))?.size === 0)) return;
  // A failed warning must not keep anybody from saving.
  const emptied = tried(() => emptiedOf(store));
  if (!emptied) return;
  const step = emptiedStep(emptied, said("emptied_told_now"));
  runtime.warn?.(said("loss", { what: emptiedText(emptied), step }), languageIn(runtime, folder));
}

/** A line for each of these stores in which files were emptied. */
export function emptiedLines(stores: readonly Store[]): Sentence[] {
  return stores.flatMap((store) => emptiedOf(store) ?? []).map(emptiedLine);
}

/** What was emptied and the next steps, in one line. */
export function emptiedLine(emptied: Emptied): Sentence {
  return said("loss", { what: emptiedText(emptied), step: emptiedStep(emptied) });
}
