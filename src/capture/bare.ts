/**
 * In: a prompt, and a text that is at hand. Out: whether the prompt is nothing but another value in the place of one
 * that the text holds: “hm no, 1mb”, “nope, tabs”, 不对，是 5433, 算了，还是用 redis.
 *
 * What opens and ends such a prompt is taken off; the rest must be a value, and beside it words of the text alone.
 */
import { sign, signWords } from "../prompt/signs.ts";
import { onlyAsks } from "../prompt/work.ts";
import { blanked, LABEL, type Quantity, type Span } from "../recall/quantities.ts";
import { readStatements, type Statement } from "../recall/statement.ts";
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { isCjk, pairsOf } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";
import { stem } from "../text/stem.ts";

export const OPENS = sign("opens a correction");
const ENDS = sign("ends a correction");
const DENIES = sign("denies a value at hand");
const FILLS = signWords("fills a correction");
const HESITATES = sign("hesitates");
const CHOOSES = sign("chooses");
const NOTHING = signWords("corrects nothing");
/** Who corrects so says nothing else. Characters. */
const BARE_MAX = 60;
/** Of a word that names a product, or is known to no list. */
const PRODUCT_PRIOR = 0.75;
/** Words of a name. */
const WORDS_MAX = 2;

/** A prompt, as far as it may be nothing but another value. */
interface Bare {
  /** Without what opens and ends it. */
  readonly now: Statement;
  /** What it says does not hold. */
  readonly denied: string;
  /** It says that something is to be used, or to be put in a place. */
  readonly chooses: boolean;
  /** Something opened or ended it. */
  readonly isMarked: boolean;
}

/** Takes off what opens and ends a correction; undefined where nothing is left, and for a prompt that asks. */
export function bareIn(said: string): Bare | undefined {
  if (said.length > BARE_MAX || onlyAsks(said)) return undefined;
  const plain = said.trim().toLowerCase().replace(/[’‘]/g, "'");
  const typed = without(plain, HESITATES.find(plain));
  let [value, denied] = [typed, ""];
  for (let before = ""; value !== before;) {
    before = value;
    const not = DENIES.find(value);
    const gone = (not ?? "").replace(NOT, " ");
    if (restOf(gone).length > 0) denied += gone;
    value = without(value, not);
    value = without(value, OPENS.find(value));
    value = without(value, ENDS.find(value)).trim();
  }
  const [now] = readStatements(value);
  const isMarked = value !== typed;
  // Nothing but a value.
  const isAlone = () => blanked(value, valuesIn(now)).trim() === "";
  return value === "" || !isMarked && !isAlone() ? undefined : { now, denied, chooses: CHOOSES.test(typed), isMarked };
}

/** A text without what was found at one of its ends. */
function without(text: string, found = ""): string {
  return text.startsWith(found) ? text.slice(found.length) : text.slice(0, -found.length);
}

/** Whether such a prompt puts its value in the place of one that a text holds. */
export function replaces({ now, denied, chooses, isMarked }: Bare, held: string): boolean {
  const [before] = readStatements(held);
  if (isMarked && isOfOneShape(now, before)) return true;
  const isDenied = denied !== "" && namesOneOf(denied, before);
  if (denied !== "" && !isDenied) return false;
  const count = countIn(now, before);
  const others = now.choices.filter(({ gone, name }) => !gone && before.choices.every((each) => each.name !== name));
  // A number alone may answer a question; its unit shows what it takes the place of.
  if (!isMarked && count?.dimension === "") return false;
  if (count) return others.length === 0 && restOf(blanked(now.plain, valuesIn(now)), before).length === 0;
  const areOfOneKind = others.some(({ lines }) =>
    before.choices.some((each) => !each.gone && each.lines.some((line) => lines.includes(line)))
  );
  if (areOfOneKind) return restOf(blanked(now.plain, others), before).length === 0;
  // A value of numbers alone has no name.
  if (!isMarked || before.choices.length === 0 && !before.slot && !isDenied) return false;
  const words = restOf(now.plain, before);
  if (words.length === 0 || words.length > WORDS_MAX || words.some((word) => NOTHING.includes(word))) return false;
  const least = chooses || others.length > 0 ? TRADE_PRIOR : PRODUCT_PRIOR;
  return isDenied || words.every((word) => isName(word, least) || isCjk(word) && endsLike(word, held));
}

/** Whether a prompt is nothing but a value behind what opens a correction, so that it says nothing by itself. */
export function correctsSomething(said: string): boolean {
  const bare = bareIn(said);
  if (!bare?.isMarked) return false;
  const { now, chooses } = bare;
  const values = valuesIn(now);
  const words = restOf(blanked(now.plain, values));
  return words.length === 0
    ? values.length > 0
    : words.length <= WORDS_MAX && words.every((word) => isName(word, chooses ? TRADE_PRIOR : PRODUCT_PRIOR));
}

/** Whether a reply gives a number or a name that a text gives. */
export function givesValueOf(reply: string, held: string): boolean {
  const [{ plain, choices, quantities, slot }] = readStatements(held);
  const values = [...choices, ...quantities].map(({ from, to }) => plain.slice(from, to).trim());
  const said = reply.toLowerCase();
  return [...values, ...slot ? [slot.value] : []].some((value) => {
    const at = value === "" ? -1 : said.indexOf(value);
    return at !== -1 && (!/^\d/.test(value) || !/\d/.test(said.charAt(at - 1) + said.charAt(at + value.length)));
  });
}

/** The one number of a prompt that takes the place of one of its kind; the others are those of the text. */
function countIn(now: Statement, before: Statement): Quantity | undefined {
  const isHeld = (each: Quantity) => before.quantities.some(({ amount }) => amount === each.amount);
  const fresh = now.quantities.filter((each) => !isHeld(each));
  const [only] = fresh;
  const may = fresh.length === 1 && only !== undefined && only.dimension !== LABEL &&
    before.quantities.some((each) =>
      each.dimension !== LABEL && (only.dimension === "" || only.dimension === each.dimension)
    );
  return may ? only : undefined;
}

/** Whether a prompt is nothing but an identifier like one of a text: pre-05 for pre-03, #0f5bd7 for #1f6feb. */
function isOfOneShape(now: Statement, before: Statement): boolean {
  const [only, ...more] = now.plain.match(IDENTIFIER) ?? [];
  if (only === undefined || more.length > 0 || restOf(now.plain.replace(only, " "), before).length > 0) return false;
  return (before.plain.match(IDENTIFIER) ?? []).some((each) => each !== only && shapeOf(each) === shapeOf(only));
}

const IDENTIFIER = /(?<![\w#])(?=[\w#./-]*\d)(?=[\w#./-]*[a-z#])[\w#][\w#./-]*\w/g;

function shapeOf(name: string): string {
  return /^#[\da-f]+$/.test(name) ? "#" : name.replace(/[a-z]+/g, "a").replace(/\d+/g, "9");
}

/** The numbers and the known names of a statement. */
function valuesIn({ quantities, choices }: Statement): readonly Span[] {
  return [...quantities, ...choices];
}

/** The words of a text besides those that fill it up, and those of a statement. */
function restOf(text: string, known?: Statement): string[] {
  const stems = new Set((known?.plain.match(WORD) ?? []).map(stem));
  const words = (text.match(WORD) ?? []).filter((word) => !FILLS.includes(word) && !stems.has(stem(word)));
  const runs = (text.match(/\p{sc=Han}+/gu) ?? []).flatMap((run) => {
    const held = pairsOf(run).filter((pair) => known?.plain.includes(pair));
    const rest = held.reduce((left, pair) => left.replaceAll(pair, " "), run);
    return [...rest].filter((sign) => !FILLS.includes(sign)).join("").split(" ");
  });
  return [...words, ...runs].filter((each) => each !== "");
}

/** Whether what a prompt denies is a thing that a statement names. */
function namesOneOf(denied: string, { choices, plain }: Statement): boolean {
  const [{ choices: named }] = readStatements(denied);
  if (named.some(({ name }) => choices.some((each) => each.name === name))) return true;
  const words = denied.match(WORD)?.filter((word) => !isStopWord(word)) ?? [];
  const pairs = pairsOf(denied.replace(/[^\p{sc=Han}]+/gu, " ")).filter((pair) => !pair.includes(" "));
  return [...words, ...pairs].some((each) => each.length > 1 && plain.includes(each));
}

const NOT = /不[是用要放存走]|\bnot?\b/g;
const WORD = /[a-z\d/](?:[\w.+#@/'-]*[\w+#@/])?/g;

/** Whether a word names something; `least`: how much it must tell by itself. A name in Chinese is taken for less. */
function isName(word: string, least: number): boolean {
  if (!isCjk(word)) return /^[a-z/][^']+$/.test(word) && !isStopWord(word) && priorOf(word) >= least;
  return least === TRADE_PRIOR && word.length > 1 && word.length < 6 &&
    pairsOf(word).every((pair) => priorOf(pair) === 1);
}

/** Whether a text ends with a name of the same kind: 英文, where 中文 is put in its place. */
function endsLike(name: string, text: string): boolean {
  return name.length < 5 && new RegExp(`${name.at(-1)}\\P{L}*$`, "u").test(text);
}
