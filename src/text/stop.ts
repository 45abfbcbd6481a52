/** Words that ask rather than name: they say what kind of sentence a query is, not what it is about. */
import { holds, wordList } from "./word_list.ts";

/** English function words, and what people say around a request to an assistant. */
const ENGLISH = wordList(`
  a about above across actually after again against all almost alone along already also although always am among an
  and another any anybody anyone anything anyway are aren around as at away be became because been before being below
  between both but by can cannot could couldn did didn do does doesn doing don done during each either else ever every
  everyone everything for from had hadn has hasn have haven having he hello her here hers herself hey hi him himself
  his hmm how however i if in into is isn it its itself just let lets like ll maybe me might mine more most much must
  my myself neither never no nobody none nor not nothing now of off oh ok okay on once one only onto or other others
  our ours ourselves out per perhaps please quite rather re really s she should shouldn since so some somebody
  someone something still such sure t than that the their theirs them themselves then there these they this those though
  through to together too toward under until up upon us ve very via was wasn we well were weren what whatever when
  where whether which while who whom whose why will with within without won would wouldn yeah yes yet you your yours
  yourself
`);

/** Chinese question words and particles only: a full stop list was measured to harm. */
export const CHINESE_STOP_WORDS: readonly string[] =
  `什么时候 什么 怎么样 怎么办 怎么 怎样 如何 为什么 为何 多少 几个 哪个 哪些 哪里 哪儿 哪 谁 是否 是不是 有没有 能不能 可不可以 可以 请问 请 告诉我 一下 吗 呢 吧 啊 呀 嘛`
    .split(" ");

/** Whether a lower-case word is an English stop word. */
export function isStopWord(word: string): boolean {
  return holds(ENGLISH, word);
}
