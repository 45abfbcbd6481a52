/** Gives records that share an id with another one that says something else an id of their own, in their files. */
import type { RawRecord } from "../records/mod.ts";
import type { Planned } from "../store/change.ts";
import { type Contents, readContents } from "../store/contents.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Actor } from "../store/audit.ts";
import { commit } from "./commit.ts";

/** The change, and how many records get an id; no change when none shares its own. */
export function planTellingApart(store: Store, actor: Actor): Planned<number> {
  const { hidden } = readContents(store);
  if (hidden.length === 0) return { change: undefined, result: 0 };
  const ids = new Map(hidden.flatMap(({ key, lines }) => lines.map(({ record }) => [JSON.stringify(record), key])));
  const rewrite = (record: RawRecord) => {
    const id = ids.get(JSON.stringify(record));
    return id === undefined ? "keep" : { ...record, id };
  };
  const files = new Set(hidden.flatMap(({ lines }) => lines.map(({ file }) => file)));
  return {
    change: {
      actor,
      command: "doctor",
      scope: "all",
      rewrite: new Map([...files].map((file) => [file, rewrite])),
    },
    result: hidden.length,
  };
}

/**
 * Before some of these records are changed: what was meant is known by its own id, and its line bears it only from now
 * on. Otherwise a deletion would take what another line of that id says, which nobody was shown. Returns whether lines
 * changed, so that whoever read them reads them again.
 */
export function tellApartFirst(store: LockedStore, { hidden }: Pick<Contents, "hidden">): boolean {
  if (hidden.length === 0) return false;
  const { change } = planTellingApart(store, "system");
  return change !== undefined && commit(store, change) !== undefined;
}
