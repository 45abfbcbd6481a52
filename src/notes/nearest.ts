/** The notes nearest to a text by INDEX.md alone, for when there is no search index. */
import type { Store } from "../store/mod.ts";
import { isNotePath, readNote } from "./files.ts";
import { type Neighbour, NEIGHBOURS } from "./judge.ts";
import { readIndex } from "./index_file.ts";
import { overlap, sceneWords } from "../text/likeness.ts";

/** By the words that a text shares with a note's title and "when to load"; the score is the Dice coefficient, 0–1. */
export function nearestByTable(store: Store, text: string): Neighbour[] {
  const asked = sceneWords(text);
  const ranked = readIndex(store).rows.filter((row) => row.Status !== "archive" && isNotePath(row.File))
    .map((row) => ({ file: row.File, score: overlap(asked, sceneWords(`${row.Title} ${row["When to load"]}`)).dice }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  return ranked.slice(0, NEIGHBOURS).flatMap(({ file, score }) => {
    const note = readNote(store, file);
    return note ? [{ note, score: Math.round(score * 1000) / 1000 }] : [];
  });
}
