/** Which backups there are, and the removal of old ones. */
import { DAY_MS } from "../records/days.ts";
import { namesInside } from "./guard.ts";
import { BACKUPS_FOLDER, pathOf } from "./layout.ts";
import type { LockedStore, Store } from "./mod.ts";
import { readManifest } from "./operations.ts";
import { inResult, type Sentence } from "../sentence.ts";

/** A backup as `memory manage backups` shows it. */
export interface Backup {
  readonly id: string;
  readonly created_at: string;
  readonly command: string;
  readonly files: readonly string[];
  /** What is missing from it. */
  readonly problem?: Sentence;
}

const NO_LIST = inResult({ en: "no list of its files", zh: "没有文件清单" });

const ID = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(?:-\d+)?$/;

/** Every backup, newest first. Those of the Python original, and those cut short, have no list of their files. */
export function listBackups(store: Store): Backup[] {
  const { files } = store.runtime;
  return namesInside(store, BACKUPS_FOLDER).filter((name) => ID.test(name)).map((id): Backup => {
    const folder = `${BACKUPS_FOLDER}/${id}`;
    const manifest = readManifest(store, folder);
    if (!manifest) return { id, created_at: timeOfId(id), command: "", files: [], problem: NO_LIST };
    const lost = manifest.files.filter((file) => files.stat(pathOf(store, `${folder}/${file}`)) === undefined);
    return {
      id,
      created_at: manifest.created_at ?? timeOfId(id),
      command: manifest.command ?? "",
      files: manifest.files,
      ...lost.length > 0
        ? { problem: inResult({ en: `missing: ${lost.join(", ")}`, zh: `缺少：${lost.join("、")}` }) }
        : {},
    };
  }).sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Removes backups older than `days` and returns how many. A backup from the future, made by a wrong clock, stays. */
export function removeOldBackups(store: LockedStore, days: number): number {
  const now = store.runtime.now().getTime();
  const old = listBackups(store).filter(({ created_at }) => now - Date.parse(created_at) > days * DAY_MS);
  for (const { id } of old) store.runtime.files.remove(pathOf(store, `${BACKUPS_FOLDER}/${id}`));
  return old.length;
}

/** The Python original named its backups by the person's clock, too. */
function timeOfId(id: string): string {
  const [, day, hours, minutes, seconds] = ID.exec(id) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}`).toISOString();
}
