/** What the tools are given to remember, and what they are asked: the same texts for each of them. */
import FACTS from "./peers_facts.tsv" with { type: "text" };

/** A fact, and the words that somebody would look for it with. */
interface Asked {
  readonly fact: string;
  readonly query: string;
}

function facts(language: string): readonly Asked[] {
  const rows = FACTS.trim().split("\n").map((line) => line.split("\t"));
  return rows.filter(([of]) => of === language).map(([, fact = "", query = ""]) => ({ fact, query }));
}

export const ENGLISH = facts("en");
export const CHINESE = facts("zh");

/** Prompts that nothing remembered is about: a hook has nothing to say to them. */
export const UNRELATED = [
  "Write a haiku about autumn leaves",
  "How do I reverse a list in Python?",
  "写一首关于秋天的短诗",
  "Python 怎么反转列表？",
];

const PARTS = "ordering|catalogue|warehouse|newsletter|partner portal|gift card|wishlist|refund|telephony|survey";
const PARTS_ZH = "订单|目录|仓储|简报|合作方|礼品卡|心愿单|退款|电话|问卷";
const OWNERS = "Ana|Bruno|Chidi|Dalia|Emeka|Farah|Goran|Hana|Ivo";
const OWNERS_ZH = "安然|白露|陈默|丁香|方圆|高远|何夕|江月|柯南";

/** Facts of everyday work; each holds one word of some query, so that one word leads nowhere. No two are equal. */
function filler(number: number, asked: readonly Asked[], chinese: boolean): string {
  const pick = (words: readonly string[], by: number) => words[by % words.length];
  const word = pick(asked.flatMap(({ query }) => query.split(" ")), number);
  return chinese
    ? `第 ${number} 次评审谈到${word}，由${pick(OWNERS_ZH.split("|"), number)}在${
      pick(PARTS_ZH.split("|"), number)
    }组主持`
    : `Review ${number} of the ${pick(PARTS.split("|"), number)} team, led by ${
      pick(OWNERS.split("|"), number)
    }, named ${word}`;
}

/** `count` texts, half of them Chinese; each starts with a number of its own, by which it is known in any output. */
export function texts(count: number): readonly string[] {
  const half = Math.ceil(count / 2);
  // The texts that are asked for lie evenly among the others, so that age does not tell them.
  const step = Math.floor(half / ENGLISH.length);
  const fill = (asked: readonly Asked[], chinese: boolean) =>
    Array.from(
      { length: half },
      (_, at) => (at % step === 0 ? asked[at / step]?.fact : undefined) ?? filler(at, asked, chinese),
    );
  const [english, chinese] = [fill(ENGLISH, false), fill(CHINESE, true)];
  return english.flatMap((text, at) => [text, chinese[at] ?? ""]).map((text, at) => `${codeOf(at)} ${text}`);
}

/** The number that text `at` starts with. */
export function codeOf(at: number): string {
  return `N${String(at).padStart(4, "0")}`;
}
