/** Shared by tests of `memory manage`: a box that remembers facts, and a call of the verb; a purge. */
import { type Box, type Json, memoryBox } from "../box.ts";
import { tokenRests } from "../together.ts";

/** A box that remembers these facts, and their ids. */
export async function boxWith(...contents: string[]): Promise<{ box: Box; ids: string[] }> {
  const box = memoryBox();
  const saved = await box.json(["save", JSON.stringify(contents.map((content) => ({ content })))]);
  return { box, ids: saved.data.results.map(({ id }: Json) => id) };
}

/** Calls `memory manage` with the words of a text, and then with words that may hold blanks. */
export function manage(box: Box, text: string, ...more: string[]): Promise<Json> {
  return box.json(["manage", ...text.split(" "), ...more]);
}

/** Purges with the backups and proves it. */
export async function purgeWholly(box: Box, ...meant: string[]): Promise<Json> {
  const words = ["manage", "delete", ...meant, "--purge", "--include-backups", "--verify"];
  const token = (await box.json(words)).data.confirm_token;
  await tokenRests();
  return (await box.json([...words, "--confirm", token])).data;
}
