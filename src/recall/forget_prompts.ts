/**
 * In: a session of which nothing is to be kept. Out: the log of recalls without the words of its prompts.
 * Not done here: what was logged besides, which holds ids and numbers alone.
 *
 * @module
 */
import { readText, replaceAtomically } from "../files.ts";
import { leadsInside, LOGS_FOLDER, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";

/**
 * Takes what the log tells of a session's prompts out of it: the wish not to save often comes after the words it is
 * meant for. Throws IO_ERROR.
 *
 * @param since when the session began (ISO 8601); older logs are not read
 */
export function forgetPrompts(store: Store, session: string, since: string): void {
  const { runtime } = store;
  for (const name of runtime.files.list(pathOf(store, LOGS_FOLDER))) {
    if (!name.endsWith(".jsonl") || name.slice(0, 10) < since.slice(0, 10)) continue;
    const path = pathOf(store, `${LOGS_FOLDER}/${name}`);
    if (!leadsInside(store, path)) continue;
    const before = readText(runtime.files, path) ?? "";
    const after = before.split("\n").map((line) => withoutPrompt(line, session)).join("\n");
    if (after !== before) replaceAtomically(runtime, path, after, { sync: false });
  }
}

/** A line of this session with a query as an empty one; any other as it is. */
function withoutPrompt(line: string, session: string): string {
  if (!line.includes('"query"')) return line;
  try {
    const fields: Record<string, unknown> = JSON.parse(line);
    return fields.session === session ? JSON.stringify({ ...fields, query: "", signals: [] }) : line;
  } catch {
    // Half a line of a process that was killed tells of no session.
    return line;
  }
}
