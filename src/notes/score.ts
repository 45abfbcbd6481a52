/**
 * LingXi's score card: is a judgement worth a note, and on which level? The agent scores, this decides.
 *
 * @module
 */
import type { Sentence } from "../sentence.ts";
import type { Score } from "./payload.ts";

/** The parts that a note may have. */
export const LEVELS = ["L0", "L1", "L0+L1"] as const;
/** L0: the verifiable fact. L1: the reusable principle. */
export type Level = typeof LEVELS[number];

/** What the score card says. */
export interface Verdict {
  /** d1 + … + d5, 0–10. */
  readonly total: number;
  /** null: not worth a note. */
  readonly level: Level | null;
  /** The user must agree, however sure the agent is. */
  readonly ask: boolean;
  /** It comes from a one-off: the principle must say where it ends. */
  readonly limited: boolean;
  /** The reason, for people. */
  readonly reason: Sentence;
}

/** The rules in order (docs/notes.md); the first that fits decides. */
export function judge({ d1, d2, d3, d4, d5 }: Score): Verdict {
  const total = d1 + d2 + d3 + d4 + d5;
  const verdict = (
    level: Level | null,
    reason: Sentence,
    more: { ask?: boolean; limited?: boolean } = {},
  ): Verdict => ({
    total,
    level,
    ask: more.ask ?? false,
    limited: more.limited ?? false,
    reason,
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
