/**
 * LingXi's score card: is a judgement worth a note, and on which level? The agent scores, this decides.
 *
 * @module
 */
import type { Language, Sentence } from "../sentence.ts";
import type { Payload, Score } from "./payload.ts";
import { isRecallable, type Note } from "./note.ts";
import { sameChoice, sameScene } from "../text/likeness.ts";

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
  const verdict = (level: Level | null, reason: Sentence, more: Partial<Verdict> = {}): Verdict => ({
    total,
    level,
    ask: false,
    limited: false,
    reason,
    ...more,
  });
  if (total <= 3) {
    return verdict(null, {
      en: `total ${total} of 10: it would not change a later decision`,
      zh: `总分 ${total}（满分 10）：不会改变以后的决定`,
    });
  }
  if (d4 === 0) {
    return total >= 6
      ? verdict("L0", {
        en: "nothing verifies it (d4 = 0), so the user is asked",
        zh: "无从验证（d4 = 0），所以要问用户",
      }, { ask: true })
      : verdict(null, {
        en: `nothing verifies it (d4 = 0) and the total is ${total}`,
        zh: `无从验证（d4 = 0），总分只有 ${total}`,
      });
  }
  if (d5 === 0) {
    return d1 === 2 && d2 >= 1
      ? verdict("L1", {
        en: "it may not last (d5 = 0), so its limits are stated",
        zh: "未必长期成立（d5 = 0），所以写明适用边界",
      }, { limited: true })
      : verdict(null, {
        en: "it was solved once and will not come again (d5 = 0)",
        zh: "一次性的问题，不会再来（d5 = 0）",
      });
  }
  if (total >= 8 && d2 >= 1) {
    return verdict("L0+L1", { en: `total ${total}: fact and principle`, zh: `总分 ${total}：既是事实，也是原则` });
  }
  if (total >= 6 && d1 + d2 >= 3) {
    return verdict("L1", { en: `total ${total}: a principle that transfers`, zh: `总分 ${total}：可以迁移的原则` });
  }
  return verdict("L0", { en: `total ${total}: a fact worth keeping`, zh: `总分 ${total}：值得留下的事实` });
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
  const words = WORDS[language];
  const question = words.question[decision](
    payload.choice,
    targets.map(({ id, oneLiner }) => `${oneLiner} [${id}]`).join("; "),
  );
  const asked = (what: string, question: string, labels: Readonly<Record<string, string>>): Question => ({
    question_id: `${proposal}-${what}`,
    question,
    options: Object.entries(labels).map(([id, label]) => ({ id, label })),
    allow_multiple: false,
  });
  return [
    asked("decision", question, words.option[decision]),
    ...levelKnown ? [] : [asked("level", words.levelQuestion, words.level)],
  ];
}

interface Words {
  readonly question: Readonly<Record<Decision, (choice: string, targets: string) => string>>;
  /** The suggested answer first. */
  readonly option: Readonly<Record<Decision, Readonly<Partial<Record<Exclude<Decision, "veto"> | "cancel", string>>>>>;
  readonly levelQuestion: string;
  readonly level: Readonly<Record<typeof LEVELS[number], string>>;
}

const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    question: {
      new: (choice) => `要记住这一条吗？${choice}`,
      merge: (choice, targets) => `已有相同的记忆：${targets}。要把「${choice}」合并进去吗？`,
      replace: (choice, targets) => `这与已有的记忆不同：${targets}。要用「${choice}」取代它吗？`,
      veto: (choice, targets) => `「${choice}」与已有的记忆冲突：${targets}。以哪一条为准？`,
    },
    option: {
      new: { new: "记住", cancel: "不记" },
      merge: { merge: "合并", new: "另记一条", cancel: "不记" },
      replace: { replace: "取代旧的", new: "两条都保留", cancel: "保留旧的，不记新的" },
      veto: { cancel: "以旧的为准", replace: "以新的为准", new: "两条都保留" },
    },
    levelQuestion: "记为哪一层？",
    level: { L0: "L0：这一次的事实", L1: "L1：以后都适用的原则", "L0+L1": "L0+L1：事实和原则" },
  },
  en: {
    question: {
      new: (choice) => `Remember this? ${choice}`,
      merge: (choice, targets) => `There is a note that says the same: ${targets}. Merge "${choice}" into it?`,
      replace: (choice, targets) => `An earlier note says otherwise: ${targets}. Replace it with "${choice}"?`,
      veto: (choice, targets) => `"${choice}" contradicts an earlier note: ${targets}. Which one counts?`,
    },
    option: {
      new: { new: "Remember it", cancel: "Don't" },
      merge: { merge: "Merge", new: "Keep it as a note of its own", cancel: "Don't remember it" },
      replace: { replace: "Replace the old one", new: "Keep both", cancel: "Keep the old one only" },
      veto: { cancel: "The old one", replace: "The new one", new: "Keep both" },
    },
    levelQuestion: "On which level?",
    level: { L0: "L0: the fact of this time", L1: "L1: a principle from now on", "L0+L1": "L0+L1: both" },
  },
};
