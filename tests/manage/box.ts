/** What tests of `memory manage` share: a box that remembers facts, and the verb with its words as they are typed. */
import { type Box, type Json, memoryBox } from "../box.ts";

/** A box that remembers these facts, and their ids. */
export async function boxWith(...contents: string[]): Promise<{ box: Box; ids: string[] }> {
  const box = memoryBox();
  const saved = await box.json(["save", JSON.stringify(contents.map((content) => ({ content })))]);
  return { box, ids: saved.data.results.map(({ id }: Json) => id) };
}

/** `memory manage` with the words of a text; what holds blanks of its own comes after it. */
export function manage(box: Box, text: string, ...more: string[]): Promise<Json> {
  return box.json(["manage", ...text.split(" "), ...more]);
}
