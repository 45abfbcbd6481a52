/** What tests of to-dos do with a box: save a summary, and look at the to-dos. */
import type { Box, Json } from "../box.ts";

export function summary(box: Box, session: string, ...more: string[]): Promise<Json> {
  return box.json([
    "save",
    "summary",
    "--topic",
    `Work ${session}`,
    "--summary",
    "Done.",
    "--session",
    session,
    ...more,
  ]);
}

/** The open to-dos; with options, those that the options ask for. */
export const todosOf = async (box: Box, ...options: string[]): Promise<string[]> =>
  (await box.json(["manage", "list", ...options.length > 0 ? options : ["--todos"]])).data.todos
    .map(({ todo }: Json) => todo);
