/**
 * Ids of records: `<kind>-HHMMSSmmm-xxxx` in UTC, as the Python original wrote them after its second-only ids collided.
 */
import type { Runtime } from "../runtime.ts";

/** A fact, a summary, a consolidated fact, an operation, a proposal. */
export type IdKind = "log" | "sum" | "fact" | "op" | "prop";

/** Letters and digits, 36 of them: short enough to be typed. */
const SUFFIX_LENGTH = 4;

/** A new id; unique among the ids made in the same millisecond but for one chance in 1.7 million. */
export function newId(runtime: Pick<Runtime, "now" | "random">, kind: IdKind): string {
  const clock = runtime.now().toISOString().slice(11, 23).replace(/[:.]/g, "");
  return `${kind}-${clock}-${runtime.random(SUFFIX_LENGTH)}`;
}

/** A time to the second by the person's clock, as a name that sorts by it: `2026-02-18-120500`. */
export function stampOf(time: Date, { offsetMs }: Pick<Runtime, "offsetMs">): string {
  const at = time.getTime();
  return new Date(at + offsetMs(at)).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
}

/** The UTC day (`2026-02-18`) that a time belongs to: the name of its daily file. */
export function utcDay(time: Date | string): string {
  return (typeof time === "string" ? time : time.toISOString()).slice(0, 10);
}
