/**
 * What the user is asked before a note is written, in LingXi's form. The id of an option is what `memory note add`
 * takes as `--decision` or `--level`. A person reads the questions, so they contain no command.
 */
import type { Language } from "../sentence.ts";
import type { Decision } from "./governance.ts";
import type { Payload } from "./payload.ts";
import { LEVELS } from "./score.ts";

/** A question with its answers to choose from. */
export interface Question {
  readonly question_id: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly allow_multiple: boolean;
}

/** A note that the user is asked about, besides the new one. */
export interface Asked {
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
  const options = OPTIONS[decision].map((id) => ({ id, label: words.option[decision][id] ?? words.cancel }));
  const level = LEVELS.map((id) => ({ id, label: words.level[id] }));
  return [
    { question_id: `${proposal}-decision`, question, options, allow_multiple: false },
    ...levelKnown
      ? []
      : [{ question_id: `${proposal}-level`, question: words.levelQuestion, options: level, allow_multiple: false }],
  ];
}

type Option = Exclude<Decision, "veto"> | "cancel";

/** The suggested answer first. */
const OPTIONS: Readonly<Record<Decision, readonly Option[]>> = {
  new: ["new", "cancel"],
  merge: ["merge", "new", "cancel"],
  replace: ["replace", "new", "cancel"],
  veto: ["cancel", "replace", "new"],
};

interface Words {
  readonly question: Readonly<Record<Decision, (choice: string, targets: string) => string>>;
  readonly option: Readonly<Record<Decision, Readonly<Partial<Record<Option, string>>>>>;
  readonly cancel: string;
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
    cancel: "取消",
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
    cancel: "Cancel",
    levelQuestion: "On which level?",
    level: { L0: "L0: the fact of this time", L1: "L1: a principle from now on", "L0+L1": "L0+L1: both" },
  },
};
