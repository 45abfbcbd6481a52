/**
 * LingXi's score card: whether a judgement is worth a note, and on which level. The agent gives the scores, `judge`
 * decides.
 */
import type { Language, Sentence } from "../sentence.ts";
import type { Payload, Score } from "./payload.ts";
import { isRecallable, type Note } from "./note.ts";
import { sameChoice, samePlain, sameScene } from "../text/likeness.ts";
import { said } from "./words.ts";

export const LEVELS = ["L0", "L1", "L0+L1"] as const;
/** L0: the verifiable fact. L1: the reusable principle. */
export type Level = typeof LEVELS[number];

export interface Verdict {
  /** d1 + … + d5, 0–10. */
  readonly total: number;
  /** null: not worth a note. */
  readonly level: Level | null;
  /** The user must agree, however sure the agent is. */
  readonly ask: boolean;
  /** The judgement comes from a single case, so the principle must state its limits. */
  readonly limited: boolean;
  readonly reason: Sentence;
}

/** The rules in order (docs/notes.md); the first that fits decides. */
export function judge({ d1, d2, d3, d4, d5 }: Score): Verdict {
  const total = d1 + d2 + d3 + d4 + d5;
  const verdict = (level: Level | null, reason: string, more: Partial<Verdict> = {}): Verdict => {
    return { total, level, ask: false, limited: false, reason: said(reason, { total }), ...more };
  };
  if (total <= 3) return verdict(null, "changes_nothing");
  if (d4 === 0) return total >= 6 ? verdict("L0", "unverified_asked", { ask: true }) : verdict(null, "unverified");
  if (d5 === 0) {
    return d1 === 2 && d2 >= 1 ? verdict("L1", "may_not_last", { limited: true }) : verdict(null, "solved_once");
  }
  if (total >= 8 && d2 >= 1) return verdict("L0+L1", "both_levels");
  return total >= 6 && d1 + d2 >= 3 ? verdict("L1", "principle") : verdict("L0", "fact");
}

// LingXi's governance: the decision about a payload, given the notes nearest to it.

/** A note near to a payload, with the score of the search that found it. */
export interface Neighbour {
  readonly note: Note;
  readonly score: number;
  /** Nearness in meaning: 0 ordinary, 1 the same text; absent if no model was asked. */
  readonly closeness?: number;
  /** The share of words that both have, translations counted: 0–1. */
  readonly kinship?: number;
  /** Whether the payload contradicts the note: it names another value, or says the contrary. */
  readonly contradicts?: boolean;
}

export type Decision = "new" | "merge" | "replace" | "veto";

type Likeness = "same scene, same choice" | "same scene, other choice" | "near" | "other scene";

interface Weighed {
  readonly id: string;
  readonly score: number;
  readonly reason: Likeness;
  readonly one_liner: string;
  readonly when_to_load: readonly string[];
}

export interface Judgement {
  readonly decision: Decision;
  /** The notes that the decision is about, nearest first; empty for new. */
  readonly targets: readonly string[];
  readonly neighbours: readonly Weighed[];
}

/** LingXi's TopK. */
export const NEIGHBOURS = 5;

/**
 * From this closeness on, two texts count as one scene even if they share no word. One question too many is better than
 * a second note that contradicts the first in other words.
 */
const SAME_SCENE_BY_MEANING = 0.6;

/**
 * From this closeness on, the agent reads a note before anything is written. Measured with multilingual-e5-small on the
 * pairs in tests/fixtures/changes: 75 % of the pairs that contradict each other reach it, 30 % of those that are only
 * related, 5 % of the others; `SAME_SCENE_BY_MEANING` is reached by 14 %, 1 % and none.
 */
const NEAR_BY_MEANING = 0.35;
/**
 * The same limit for kinship. Measured on tests/fixtures/changes/notes.txt: 80 % of the notes about the same thing in
 * other words reach it, 1 or 2 % of the notes about something else.
 */
export const NEAR_BY_WORDS = 0.22;

/** Sources that are the user's own words or choice: only these may replace an earlier note. */
const CHOSEN_BY_USER: readonly Payload["source"][] = ["remember", "choice"];

/** The decision about a payload, given its neighbours. Archived neighbours do not count. */
export function govern(payload: Payload, neighbours: readonly Neighbour[]): Judgement {
  const nearest = neighbours.filter(({ note }) => isRecallable(note)).slice(0, NEIGHBOURS)
    .map((each): Weighed => {
      const { id, oneLiner, decision, title, whenToLoad } = each.note;
      const said = { one_liner: oneLiner || decision || title, when_to_load: whenToLoad };
      return { id, score: each.score, reason: likeness(payload, each), ...said };
    });
  const agreeing = nearest.filter(({ reason }) => reason === "same scene, same choice");
  const opposing = nearest.filter(({ reason }) => reason === "same scene, other choice");
  const judgement = (decision: Decision, about: typeof nearest): Judgement => ({
    decision,
    targets: about.map(({ id }) => id),
    neighbours: nearest,
  });
  // A note that says the same decides: if another note of its scene differs, the user kept both on purpose.
  if (agreeing.length > 0) return judgement("merge", agreeing);
  if (opposing.length === 0) return judgement("new", []);
  return judgement(CHOSEN_BY_USER.includes(payload.source) ? "replace" : "veto", opposing);
}

/** Whether a note is about the same scene as a payload, and makes the same choice. */
export function likeness(
  payload: Payload,
  { note, closeness = 0, kinship = 0, contradicts = false }: Omit<Neighbour, "score">,
): Likeness {
  // The very same sentence says the same on any occasion: the new occasion may be added to the note.
  if ([note.oneLiner, note.decision, note.title].some((each) => samePlain(each, payload.choice))) {
    return "same scene, same choice";
  }
  const scenes = [...note.whenToLoad, note.whenToLoad.join(" ")];
  if (closeness < SAME_SCENE_BY_MEANING && !scenes.some((scene) => sameScene(payload.scene, scene))) {
    if (contradicts) return "same scene, other choice";
    return closeness >= NEAR_BY_MEANING || kinship >= NEAR_BY_WORDS ? "near" : "other scene";
  }
  // The one-liner before the decision, which also names the alternatives. A one-liner may begin with its scene
  // ("Installing packages: pnpm").
  const said = note.oneLiner || note.decision || note.title;
  const saidAfterScene = said.slice(said.search(/[:：]/) + 1);
  return !contradicts && [said, saidAfterScene].some((each) => sameChoice(payload.choice, each))
    ? "same scene, same choice"
    : "same scene, other choice";
}

// The questions to the user before a note is written, in LingXi's form. The id of an option is a value of `--decision`
// or `--level` of `memory note add`. A person reads the questions, so they contain no command.

export interface Question {
  readonly question_id: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly allow_multiple: boolean;
}

/** The questions of a proposal: what to do with it, and, without a score, on which level. */
export function questionsFor(
  proposal: string,
  payload: Payload,
  decision: Decision,
  targets: readonly Pick<Note, "id" | "oneLiner">[],
  { levelKnown, language }: { levelKnown: boolean; language: Language },
): Question[] {
  const notes = targets.map(({ id, oneLiner }) => `${oneLiner} [${id}]`).join("; ");
  const ask = (
    what: string,
    question: Sentence,
    answers: readonly string[],
    row: (id: string) => string,
  ): Question => ({
    question_id: `${proposal}-${what}`,
    question: question[language],
    options: answers.map((id) => ({ id, label: said(row(id))[language] })),
    allow_multiple: false,
  });
  const question = said(`ask_${decision}`, { choice: payload.choice, notes });
  return [
    ask("decision", question, ANSWERS[decision], (id) => `answer_${decision}_${id}`),
    ...levelKnown ? [] : [ask("level", said("ask_level"), LEVELS, (id) => `level_${id}`)],
  ];
}

/** The answers to each decision, the suggested one first. */
const ANSWERS: Readonly<Record<Decision, readonly string[]>> = {
  new: ["new", "cancel"],
  merge: ["merge", "new", "cancel"],
  replace: ["replace", "new", "cancel"],
  veto: ["cancel", "replace", "new"],
};
