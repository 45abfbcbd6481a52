/**
 * LingXi's score card: is a judgement worth a note, and on which level? The agent scores, this decides.
 *
 * @module
 */
import type { Language, Sentence } from "../sentence.ts";
import type { Payload, Score } from "./payload.ts";
import { isRecallable, type Note } from "./note.ts";
import { sameChoice, sameScene } from "../text/likeness.ts";
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
  /** It comes from a one-off: the principle must say where it ends. */
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

// What LingXi's governance suggests of a payload, given the notes nearest to it.

/** A note near to a payload, with the score of the search that found it. */
export interface Neighbour {
  readonly note: Note;
  readonly score: number;
  /** How near it is in meaning: 0 ordinary, 1 the same text; absent if no model was asked. */
  readonly closeness?: number;
  /** How much of their words they share, in both languages: 0–1. */
  readonly kinship?: number;
  /** Whether the payload gives another value of what the note says, or says the contrary. */
  readonly contradicts?: boolean;
}

export type Decision = "new" | "merge" | "replace" | "veto";

type Likeness = "same scene, same choice" | "same scene, other choice" | "near" | "other scene";

/** A note near to a payload, as the agent that has to judge it is told of it. */
interface Weighed {
  readonly id: string;
  readonly score: number;
  readonly reason: Likeness;
  /** What the note says, and when. */
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
 * From this closeness on, two texts are about the same scene even if they share no word: better one question too many
 * than a second note that contradicts the first in other words.
 */
const SAME_SCENE_BY_MEANING = 0.6;

/**
 * From here on a note is so near that the agent reads it before anything is written. Measured with the weights of
 * multilingual-e5-small on the pairs in tests/fixtures/changes: three in four pairs that contradict each other are as
 * close, three in ten that are only related, one in twenty of the others; at `SAME_SCENE_BY_MEANING` one in seven, one
 * in a hundred and none.
 */
const NEAR_BY_MEANING = 0.35;
/**
 * The same by words. Measured on tests/fixtures/changes/notes.txt: of notes about the same thing in other words 80 in a
 * hundred are as near, of two about something else one or two.
 */
export const NEAR_BY_WORDS = 0.22;

/** The user's own words or choice: only these outweigh an earlier note. */
const CHOSEN_BY_USER: readonly Payload["source"][] = ["remember", "choice"];

/** What to do with a payload, given its neighbours. Archived ones do not count. */
export function govern(payload: Payload, neighbours: readonly Neighbour[]): Judgement {
  const nearest = neighbours.filter(({ note }) => isRecallable(note)).slice(0, NEIGHBOURS)
    .map((each): Weighed => {
      const { id, oneLiner, decision, title, whenToLoad } = each.note;
      const said = { one_liner: oneLiner || decision || title, when_to_load: whenToLoad };
      return { id, score: each.score, reason: nearness(payload, each), ...said };
    });
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

function nearness(payload: Payload, { note, closeness = 0, kinship = 0, contradicts = false }: Neighbour): Likeness {
  const reason = likeness(payload, note, closeness);
  if (reason !== "other scene") return reason;
  if (contradicts) return "same scene, other choice";
  return closeness >= NEAR_BY_MEANING || kinship >= NEAR_BY_WORDS ? "near" : reason;
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

// What the user is asked before a note is written, in LingXi's form. The id of an option is what `memory note add`
// takes as `--decision` or `--level`. A person reads the questions, so they contain no command.

export interface Question {
  readonly question_id: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly allow_multiple: boolean;
}

interface Asked {
  readonly id: string;
  readonly oneLiner: string;
}

/** The questions of a proposal: what to do with it, and, without a score, on which level. */
export function questionsFor(
  proposal: string,
  payload: Payload,
  decision: Decision,
  targets: readonly Asked[],
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

/** The suggested one first. */
const ANSWERS: Readonly<Record<Decision, readonly string[]>> = {
  new: ["new", "cancel"],
  merge: ["merge", "new", "cancel"],
  replace: ["replace", "new", "cancel"],
  veto: ["cancel", "replace", "new"],
};
