/** Which records are replaced by others that are still there. */
import { type Contents, isGone, PlainFact } from "../store/contents.ts";

/** The ids of replaced records, each with the id of the record that replaces it. */
export function supersededIn(all: readonly Pick<Contents, "records">[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { records } of all) {
    for (const stored of records) {
      // Parsing a hundred thousand lines for the few that name another would cost more than listing them.
      if (stored instanceof PlainFact && !stored.replaces) continue;
      if (isGone(stored)) continue;
      for (const id of [stored.record.supersedes].flat()) {
        if (typeof id === "string" && id !== "" && id !== stored.key) found.set(id, stored.key);
      }
    }
  }
  return found;
}
