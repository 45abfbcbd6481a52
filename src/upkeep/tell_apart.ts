/** Gives records that another one of the same id hides an id of their own, so that they are found again. */
import { renamed } from "../records/own_id.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Planned } from "../store/change.ts";
import { readContents } from "../store/contents.ts";
import type { Store } from "../store/mod.ts";
import type { Actor } from "../store/operation.ts";

/** The change, and how many records it brings back; no change when none is hidden. */
export function planTellingApart(store: Store, actor: Actor): Planned<number> {
  const { hidden } = readContents(store);
  if (hidden.length === 0) return { change: undefined, result: 0 };
  const keys = new Set<unknown>(hidden.map(({ key }) => key));
  const rewrite = (record: RawRecord) => {
    const own = typeof record.id === "string" ? renamed(record) : record;
    return keys.has(own.id) ? own : "keep";
  };
  const files = new Set(hidden.map(({ file }) => file));
  return {
    change: {
      actor,
      command: "doctor",
      scope: "all",
      rewrite: new Map([...files].map((file) => [file, rewrite])),
    },
    result: keys.size,
  };
}
