/** What an import brings, without secrets and private text: another tool, or another setting, may have let them in. */
import { redact, redactAll, redactId, type RedactOptions } from "../records/redact.ts";
import { NOTES_FOLDER } from "../store/layout.ts";
import type { Bundle } from "./mod.ts";

/** The bundle as it may be kept, and which kinds of secrets were taken out of it. */
export function cleanBundle(
  { records, core_memory, notes }: Bundle,
  options: RedactOptions,
): { bundle: Bundle; kinds: readonly string[] } {
  const found = new Set<string>();
  const cleaned = (text: string) => {
    const { text: kept, kinds } = redact(text, options);
    for (const kind of kinds) found.add(kind);
    return kept;
  };
  const bundle = {
    records: records.map((record) => redactAll(record, options, found)),
    core_memory: cleaned(core_memory),
    notes: notes.map(({ path, content }) => ({ path: cleanPath(path, options), content: cleaned(content) })),
  };
  return { bundle, kinds: [...found] };
}

/** A name of a file stays one. */
function cleanPath(path: string, options: RedactOptions): string {
  const below = path.slice(NOTES_FOLDER.length + 1).replace(/\.md$/, "");
  const kept = redactId(below, options);
  return kept === below ? path : `${NOTES_FOLDER}/${kept.replace(/[[\]:]/g, "-")}.md`;
}
