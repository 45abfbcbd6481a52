/**
 * In: a payload and the notes nearest to it, which the caller found with search. Out: what LingXi's governance suggests
 * (new, merge, replace, veto) with its reasons. Pure.
 *
 * @module
 */
import { isRecallable, type Note } from "./note.ts";
import type { Payload } from "./payload.ts";
import { sameChoice, sameScene } from "./similar.ts";

/** A note near to a payload, with the score of the search that found it. */
export interface Neighbour {
  readonly note: Note;
  readonly score: number;
  /** How near it is in meaning: 0 ordinary, 1 the same text; absent if no model was asked. */
  readonly closeness?: number;
}

/** What LingXi's governance may suggest. */
export type Decision = "new" | "merge" | "replace" | "veto";

/** How a note compares with a payload. */
export type Likeness = "same scene, same choice" | "same scene, other choice" | "other scene";

/** What to do with a payload. */
export interface Judgement {
  readonly decision: Decision;
  /** The notes that the decision is about, nearest first; empty for new. */
  readonly targets: readonly string[];
  readonly neighbours: readonly { readonly id: string; readonly score: number; readonly reason: Likeness }[];
}

/** LingXi's TopK. */
export const NEIGHBOURS = 5;

/**
 * From this closeness on, two texts are about the same scene even if they share no word: better one question too many
 * than a second note that contradicts the first in other words. To be measured with the weights of a real model.
 */
const SAME_SCENE_BY_MEANING = 0.6;

/** The user's own words or choice: only these outweigh an earlier note. */
const CHOSEN_BY_USER: readonly Payload["source"][] = ["remember", "choice"];

/** What to do with a payload, given its neighbours. Archived ones do not count. */
export function govern(payload: Payload, neighbours: readonly Neighbour[]): Judgement {
  const nearest = neighbours.filter(({ note }) => isRecallable(note)).slice(0, NEIGHBOURS)
    .map(({ note, score, closeness }) => ({ id: note.id, score, reason: likeness(payload, note, closeness) }));
  const agreeing = nearest.filter(({ reason }) => reason === "same scene, same choice");
  const opposing = nearest.filter(({ reason }) => reason === "same scene, other choice");
  const judgement = (decision: Decision, about: typeof nearest): Judgement => ({
    decision,
    targets: about.map(({ id }) => id),
    neighbours: nearest,
  });
  // A note that already says it comes first: if another one of its scene differs, both were kept on purpose.
  if (agreeing.length > 0) return judgement("merge", agreeing);
  if (opposing.length === 0) return judgement("new", []);
  return judgement(CHOSEN_BY_USER.includes(payload.source) ? "replace" : "veto", opposing);
}

/** How a note compares with a payload. */
export function likeness(payload: Payload, note: Note, closeness = 0): Likeness {
  const scenes = [...note.whenToLoad, note.whenToLoad.join(" ")];
  const isNear = closeness >= SAME_SCENE_BY_MEANING;
  if (!isNear && !scenes.some((scene) => sameScene(payload.scene, scene))) return "other scene";
  // Not the decision, which also names the alternatives. A one-liner may begin with its scene ("Installing packages:
  // pnpm").
  const said = note.oneLiner || note.decision || note.title;
  const saidAfterScene = said.slice(said.search(/[:：]/) + 1);
  return [said, saidAfterScene].some((each) => sameChoice(payload.choice, each))
    ? "same scene, same choice"
    : "same scene, other choice";
}
