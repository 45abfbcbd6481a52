/**
 * In: the output of a failed command. Out: the parts that identify the failure: codes, names of exceptions, lines that
 * name the error; and how much of these a record shares.
 *
 * Numbers, times and folders of a machine change from run to run, so they are no part of a signature. Phrases of any
 * failure, such as "No such file or directory" or "TypeError", and what a program prints at the end of each, such as
 * "Command failed with exit code 2", identify none: they stand in words/failures.txt.
 */
import { remembered } from "../remembered.ts";
import { hasHan } from "../text/script.ts";
import { below } from "../text/word_list.ts";
import words from "./words/failures.txt" with { type: "text" };

/** The parts of an output that identify a failure. */
export interface Failure {
  /** `EADDRINUSE`, `TS2345`, `OperationalError`, `413` of an answer over HTTP, as they are written. */
  readonly codes: readonly string[];
  /** The lines that name the error, in lower case: the first two and the last two of them. */
  readonly lines: readonly string[];
}

/** Longer lines are printed data. */
const LINE_CHARACTERS = 300;

// deno-lint-ignore no-control-regex -- colours are control characters
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
const CODE =
  /\b(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E[A-Z]{4,}[A-Z0-9]*|[A-Z]{1,6}-?\d{3,6}|(?:[A-Za-z]\w*\.)*[A-Z][A-Za-z]*(?:Error|Exception|Failure|Fault|BackOff|Killed|Violation|Mismatch))\b/g;
const SAYS_FAILURE =
  /error|fatal|exception|panic|fail|cannot|can't|could not|couldn't|denied|refused|not found|no such|unable|unsupported|invalid|missing|undefined|timed? ?out|killed|already|too many|out of|not allowed|错误|失败|无法|不能|拒绝|超时|找不到|未找到|不存在|致命|\berr!|^[●✕✗] /i;
/** The status of an answer over HTTP, except for those that every server gives now and then. */
const STATUS =
  /\b(?!40[0134]\b|50[0234]\b)([45]\d\d) (?:[A-Z][a-z]+ )*[A-Z][a-z]+|\b(?:HTTP|[Ss]tatus|error:)\D{0,12}(?!40[0134]\b|50[0234]\b)([45]\d\d)\b/;
/** Lines that name no error: frames of a stack, summaries. */
const NO_ERROR =
  /^\s*(?:at |File "|\d+ (?:passed|failed)|=+|-+$|make(?:\[\d+\])?: \*\*\*|npm (?:err!|error) (?:a complete log|lifecycle))/i;

/** Lines that hold a word of failure and tell of none: the count of a run without errors, a test that passed. */
const NO_FAILURE =
  /^\s*(?:[✓✔√]|ok\b|pass(?:ed)?\b|-+ pass\b)|(?<![\d.])(?:0|no|zero) (?:\w+ )?(?:errors?|failures?|failed|failing|fatal)\b|(?:没有|无|0\s*个)(?:错误|失败)/i;

/**
 * The lines of an output that tell of a failure, where nobody says how the call ended; undefined without any. A command
 * that ends well may print such a line, too: what is told by it must name its words.
 */
export function linesOfFailure(output: string): string | undefined {
  const lines = output.replace(COLOURS, "").split("\n").filter((line) =>
    line.length <= LINE_CHARACTERS && SAYS_FAILURE.test(line) && !NO_FAILURE.test(line)
  );
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** The parts of an output that identify a failure; undefined for an empty output. */
export function failureIn(output: string): Failure | undefined {
  const plain = output.replace(COLOURS, "");
  const lines = plain.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && line.length <= LINE_CHARACTERS && !/^Exit code \d+$/.test(line));
  const telling = lines.filter((line) => SAYS_FAILURE.test(line) && !NO_ERROR.test(line));
  const chosen = [...new Set(telling.length > 0 ? [...telling.slice(0, 2), ...telling.slice(-2)] : lines.slice(-1))];
  if (chosen.length === 0) return undefined;
  const named = chosen.concat(lines).slice(0, 200).join("\n").match(CODE) ?? [];
  const statuses = chosen.flatMap((line) => {
    const found = STATUS.exec(line);
    return found?.[1] ?? found?.[2] ?? [];
  });
  return {
    codes: [...new Set([...named.map((code) => code.split(".").at(-1) ?? ""), ...statuses])].slice(0, 12),
    lines: chosen.map((line) => line.toLowerCase()),
  };
}

/** Lines beside an error: what runs the program prints them at any failure. */
const BESIDE = /^\W*(?:\w+ )?warn|^\s*\w?make(?:\[\d+\])?: \*\*\*/i;

/**
 * The output, with the other names of a failure added to each line that names it: Node prints `ECONNREFUSED` where Go
 * prints “connection refused”. Phrases that many failures print, such as “no such file”, get no other names.
 */
export function withOtherNames(output: string): string {
  const low = output.toLowerCase();
  const same = listed("same failure").map((line) => line.split(" = "))
    .filter((names) => names.some((name) => low.includes(name)));
  if (same.length === 0) return output;
  return output.split("\n").map((line) => {
    const lowLine = line.toLowerCase();
    const others = same.filter((names) => names.some((name) => lowLine.includes(name))).flat();
    return [line, ...others.filter((name) => !lowLine.includes(name))].join(" ");
  }).join("\n");
}

/** The port of a server. Longer ones are given by chance. */
const OWN_PORT = /(?<=\d\.\d+|localhost|::):\d{2,4}\b/g;

/**
 * Texts that are equal for the same failure in another run: the lines that name the error, without the parts that
 * change, and the codes in them. None where they would not tell the failure from others of the same command.
 */
export function signaturesOf({ codes, lines }: Failure): string[] {
  const naming = lines.filter((line) => !BESIDE.test(line) && !isSummary(withoutChanging(line)));
  const own = codes.map((code) => code.toLowerCase())
    .filter((code) => !isGeneric(code) && naming.some((line) => hasWord(line, code)));
  const ports = naming.flatMap((line) => line.match(OWN_PORT) ?? []);
  const plain = naming.map(withoutChanging);
  return own.length > 0 || plain.some((line) => lengthOf(line.match(WORD) ?? []) > 2)
    ? [...own, ...ports, ...plain]
    : [];
}

function withoutChanging(line: string): string {
  return line.replace(/\S*[/\\]\S*/g, elsewhere).replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f.:,-]*\w*\b/g, "")
    .replace(/[^\p{L}]+/gu, " ").trim();
}

/** A path as another checkout has it, too: of an absolute one the last part, of an address the host. */
function elsewhere(path: string): string {
  const host = /\w:\/\/([^/\s]+)/.exec(path)?.[1];
  return host ?? (/^["'`(<[]*(?:[a-z]:)?[/\\~]/.test(path) ? path.replace(/.*[/\\](?=.)/, "") : path);
}

/** Whether a line only tells that something failed, and not what: “Command failed with exit code 2”. */
function isSummary(line: string): boolean {
  return listed("summaries").some((phrase) => ` ${line} `.includes(` ${phrase} `)) ||
    (withoutChinese(line).match(WORD) ?? []).every(isPlain);
}

/** Whether a word stands in many failures: “failed”, “build”, “ELIFECYCLE”. */
export function isPlain(word: string): boolean {
  return isGeneric(word) || listed("any failure").includes(word) || listed("any task").includes(word);
}

/** A list of words/failures.txt, read when it is first asked for. */
const listed = remembered((title: string) => below(title, words).trim().split("\n"));

function isGeneric(code: string): boolean {
  return listed("codes").includes(code);
}

/** How much a record shares with a failure, 0–1: 1 if it names a code of the failure. */
export function sharesFailure({ codes, lines }: Failure, content: string, labels: readonly string[]): number {
  const said = `${content}\n${labels.join("\n")}`.toLowerCase();
  if (areApart(PORT, said, lines)) return 0;
  if (codes.some((code) => !isGeneric(code.toLowerCase()) && hasWord(said, code.toLowerCase()))) return 1;
  // A label of several words is a phrase by which somebody expects the record to be found.
  const named = labels.map((label) => label.toLowerCase().trim()).filter((label) => /[a-z]\s+[a-z]/.test(label));
  if (named.some((label) => !isOrdinary(label) && lines.some((line) => line.includes(label)))) return 1;
  const runs = lines.map((line) => longestRun(line, said));
  const best = Math.max(0, ...runs);
  return best >= 4 ? 1 : best === 3 ? 0.8 : 0;
}

const PORT = /[a-z\d\])]:(\d{2,5})\b/g;
const QUOTED = /['"]([\w./@-]+)['"]/g;

/** Whether a record tells of a failure of the same form that is about something else: another port, another module. */
export function isAnotherFailure({ lines }: Failure, content: string): boolean {
  const said = content.toLowerCase();
  return areApart(PORT, said, lines) || areApart(QUOTED, said, lines);
}

/** Whether a record and a failure both have parts of this form, and no part in common. */
function areApart(form: RegExp, said: string, lines: readonly string[]): boolean {
  const partsIn = (text: string) => [...text.matchAll(form)].map(([, part]) => part);
  const failed = partsIn(lines.join("\n"));
  const named = partsIn(said);
  return failed.length > 0 && named.length > 0 && !named.some((part) => failed.includes(part));
}

/** Whether a text holds a word that no letter and no number stands beside. */
export function hasWord(said: string, word: string): boolean {
  for (let at = said.indexOf(word); at !== -1; at = said.indexOf(word, at + 1)) {
    if (!/[a-z\d]/i.test(said.charAt(at - 1)) && !/[a-z\d]/i.test(said.charAt(at + word.length))) return true;
  }
  return false;
}

const WORD = /\p{sc=Han}|[\p{L}\d_]+(?:[.-][\p{L}\d_]+)*/gu;

/** The most words of a line that stand side by side in a text, too. Phrases of any failure don't count. */
function longestRun(line: string, said: string): number {
  const own = line.match(WORD) ?? [];
  const text = ` ${(said.match(WORD) ?? []).join(" ")} `;
  let best = 0;
  for (let from = 0; from < own.length; from++) {
    for (let to = own.length; to > from + 2; to--) {
      const run = own.slice(from, to);
      const joined = run.join(" ");
      if (!text.includes(` ${joined} `)) continue;
      if (!isOrdinary(joined)) best = Math.max(best, lengthOf(run));
      break;
    }
  }
  return best;
}

/** The length in words; two Chinese characters count as one. */
function lengthOf(run: readonly string[]): number {
  const han = run.filter(hasHan).length;
  return run.length - han + Math.floor(han / 2);
}

function isOrdinary(said: string): boolean {
  // "ModuleNotFoundError: No module named" says no more than the phrase.
  const plain = said.split(" ").filter((word) => !isGeneric(word)).join(" ");
  return plain === "" || listed("phrases").some((phrase) => ` ${phrase} `.includes(` ${plain} `)) ||
    /^[\d .]+$/.test(plain);
}

/** Whether an error's line holds a phrase whole, of which two words say more than that something failed. */
export function printsPhrase({ codes, lines }: Failure, phrase: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(WORD) ?? [];
  const words = wordsOf(phrase);
  const joined = words.join(" ");
  if (words.length === 1) return !isGeneric(joined) && codes.some((code) => code.toLowerCase() === joined);
  const telling = wordsOf(withoutChinese(phrase)).filter((word) => /\p{L}/u.test(word) && !isPlain(word));
  return lengthOf(telling) > 1 && !isOrdinary(joined) &&
    lines.some((line) => ` ${wordsOf(line).join(" ")} `.includes(` ${joined} `));
}

/** Whether the words of a condition may be printed by any failure: “Error: not found”, 没有那个文件或目录. */
export function isOfAnyFailure(words: string): boolean {
  const [rest, others] = [withoutChinese(words.toLowerCase()), listed("any failure")];
  return (rest.match(WORD) ?? []).every((word) => others.includes(word) || /^\d{1,2}$/.test(word));
}

function withoutChinese(text: string): string {
  return listed("any failure zh").reduce((rest, phrase) => rest.replaceAll(phrase, " "), text);
}
