/**
 * In: what a text is about. Out: what its words are called besides, in the other language too.
 * Not done here: the lists of names (text/; that of ordinary words stands below), comparing two texts
 * (contradiction.ts).
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { type Counterpart, counterparts, nameOfPair, nearWords, termsOfName } from "../text/thesaurus.ts";
import { linesWith, wordList } from "../text/word_list.ts";
import { type Statement, subjectIn } from "./statement.ts";
import { stem } from "../text/stem.ts";

/** What a text is about. */
export type Subject = Pick<Statement, "words" | "runs">;

/** Another name of a word of one subject. */
export type Name = ReturnType<typeof otherNames>[number];

/** The terms of what the words of a text are called besides, in the other language too: for finding records by them. */
export function otherTerms(text: string): string[] {
  const { words, runs } = subjectIn(text);
  const names = otherNames({ words, runs }).map(({ word }) => word);
  return [...new Set(names.flatMap(termsOfName))];
}

/** What else the words of a subject are called, in the other language too. */
export function otherNames({ words, runs }: Subject) {
  const pairs = words.slice(1).map((word, at) => nameOfPair([words[at] ?? "", word]));
  return [...counterparts(words, pairs, runs), ...nearWords(words, runs), ...ordinaryCounterparts(words, runs)];
}

/** Too common to find a record by (the thesaurus leaves them out), and part of what a sentence is about. */
const ORDINARY = wordList(`
  code 代码
  direct directly 直接
  manage managed management 管理
  main 主
  file files 文件
  data 数据
  system systems 系统
  name names 名称 名字
  value values 值
  project projects 项目
  result results 结果
  class classes 类
  people person 人
  automatic automatically 自动
  single 单个
  image images picture pictures 图片
  phone 手机 电话
  number numbers 编号 号码
  tool tools 工具
  fee 费
  title titles 标题
  team group 组
  member members 成员
  interval 间隔
  worker workers 并发
  wide width 宽度
`);

function ordinaryCounterparts(words: readonly string[], runs: readonly string[]): Counterpart[] {
  const han = words.flatMap((word) =>
    linesWith(ORDINARY, word).flatMap((line) => line.filter(isCjk).map((other) => ({ word: other, of: word })))
  );
  if (runs.length === 0) return han;
  const latin = ordinaryHan().filter(({ of }) => runs.some((run) => run.includes(of)));
  return [...han, ...latin];
}

let ofHan: readonly Counterpart[] | undefined;

/** The English names of the Chinese words in the list; made once, since a start looks up those of many lines. */
function ordinaryHan(): readonly Counterpart[] {
  return ofHan ??= ORDINARY.split("\n").map((line) => line.trim().split(" ")).flatMap((line) =>
    line.filter(isCjk).flatMap((of) => line.filter((each) => !isCjk(each)).map((word) => ({ word, of })))
  );
}

/** To look them up takes longer than everything else here: a subject that is compared with many does it once. */
const looked = new WeakMap<Subject, readonly Name[]>();

/** The same of a subject that is kept. */
export function namesOf(subject: Subject): readonly Name[] {
  const known = looked.get(subject) ?? otherNames(subject);
  looked.set(subject, known);
  return known;
}

/**
 * Whether a text in another language names any of what some statements are about: a look that spares taking it apart.
 * Of the pairs of two languages in tests/fixtures/changes it passes all that contradict each other, and of pairs drawn
 * at random one in ten.
 *
 * @param text in lower case
 */
export function mayBeAbout([whole]: readonly Statement[], text: string): boolean {
  if (!whole) return false;
  const isIn = (name: string) =>
    isCjk(name) ? text.includes(name) : name.split("-").every((part) => text.includes(stem(part).slice(0, BEGINNING)));
  return whole.words.some(isIn) || whole.choices.some(({ name }) => isIn(name)) ||
    namesOf(whole).some(({ word }) => isIn(word));
}

/** "Policies", "policy". Letters. */
const BEGINNING = 5;
