/** The differences for a person: those that say the same are one. */
import type { Difference, Report } from "./equality_pair.ts";

const AROUND = 60;
const SHOWN = 240;
const CALLS_SHOWN = 3;

/** Prints them and the sum; whether there are any. */
export function printDifferences({ calls, prompts, queries, differences }: Report): boolean {
  const groups = Map.groupBy(differences, (difference) => JSON.stringify(parting(difference)));
  for (const [key, alike] of groups) {
    const [old, now]: [string, string] = JSON.parse(key);
    for (const { where, call, part } of alike.slice(0, CALLS_SHOWN)) {
      console.log(`${where}: ${short(call, SHOWN)}\n  ${part}`);
    }
    if (alike.length > CALLS_SHOWN) console.log(`and ${alike.length - CALLS_SHOWN} more`);
    console.log(`  old: ${old}\n  new: ${now}\n`);
  }
  const sum = [`${calls} calls`, `${prompts} prompts`, `${queries} queries`, `${differences.length} differences`];
  console.log(sum.join(", "));
  return differences.length > 0;
}

/** What stands around the place from which on the two are not the same. */
function parting({ old, new: now }: Difference): [string, string] {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const from = Math.max(0, same - AROUND);
  const shown = (text: string) =>
    `${from > 0 ? "…" : ""}${short(JSON.stringify(text.slice(from)).slice(1, -1), SHOWN)}`;
  return [shown(old), shown(now)];
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
