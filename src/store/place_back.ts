/**
 * In: files that were the person's alone, some of which git tracks now, since a pull brought others of their names.
 * Out: where their records come back, so that no commit takes them along: in the file of the nearest day before that
 * git does not track.
 */
import { FILES_MAX } from "../limits.ts";
import { utcDay } from "../records/ids.ts";
import { DAY_MS } from "../records/days.ts";
import { remembered } from "../remembered.ts";
import { exposedIn } from "./keep_private.ts";
import { DAILY_FOLDER, dailyFile, dayOfFile, type StorePath } from "./layout.ts";
import type { Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";

/** Tells of each of these files where what it held may come back; undefined where it would go along anywhere. */
export function placesBack(store: Store, files: readonly StorePath[]): (file: StorePath) => StorePath | undefined {
  const exposed = new Set(exposedIn(store, files));
  if (exposed.size === 0) return (file) => file;
  const tracking = trackingOf(store);
  const today = dailyFile(utcDay(store.runtime.now()));
  const before = remembered((file: StorePath) => {
    let day = file;
    // In a submodule git tracks all of them.
    for (let left = FILES_MAX.daily; left > 0; left--) {
      if (tracking(day) === "untracked") return day;
      day = dayBefore(day);
    }
    return undefined;
  });
  return (file) => {
    if (!exposed.has(file)) return file;
    return file.endsWith(".jsonl") ? before(file.startsWith(`${DAILY_FOLDER}/`) ? file : today) : undefined;
  };
}

function dayBefore(file: StorePath): StorePath {
  return dailyFile(utcDay(new Date(Date.parse(dayOfFile(file)) - DAY_MS)));
}
