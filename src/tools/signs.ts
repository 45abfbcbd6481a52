/**
 * In: a tool call and a record. Out: the signs that the record is about the call, each a number from 0: for instance,
 * the call has a name of the record, does something that the record forbids, or lacks an option that it demands. Other
 * signs speak against the record: for instance, the call already does what the record demands.
 */
import { largest } from "../lists.ts";
import { priorOf } from "../text/commonness.ts";
import { isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { holds } from "../text/word_list.ts";
import { asOwnName, type Call, placesIn, programNamed, type Rarity, type Role } from "./call.ts";
import { commandWords } from "./command.ts";
import { forCommands, forOptions, tellsOfCommand } from "./command_signs.ts";
import { hasWord, isAnotherFailure, sharesFailure } from "./failure.ts";
import { fitOf, forPaths } from "./path_signs.ts";
import { isKeyword, isPinned, type Polarity, polarityOf, type Reading, readingOf } from "./reading.ts";

/** Signs for a record that names alone give. */
export const SIGNS_OF_NAMES = [
  // The call touches a thing that the record names.
  ...["program", "file", "folder", "share of labels", "label"],
  // The call does what the record forbids, lacks what it demands, or writes what it is about.
  ...["banned program", "banned act", "frozen", "changed", "missing option", "topic", "written", "written ban"],
  // The call takes a value out of a file, and the record names both.
  "removed",
  // The output of the call has a name of the record.
  ...["code", "printed"],
] as const;

export const SIGNS_FOR = [...SIGNS_OF_NAMES, "words"] as const;

export const SIGNS_AGAINST = ["goes another way", "other path", "means", "of a command", "of old files", "B"] as const;

/** `asked` is weighed by judge.ts alone: no set to learn from has any. */
export type SignName = typeof SIGNS_FOR[number] | typeof SIGNS_AGAINST[number] | "asked";

/** The strength of each sign; a missing one counts as 0. */
export type Signs = Readonly<Partial<Record<SignName, number>>>;

/** The parts of a record that are compared with a call. */
export interface Said {
  readonly content: string;
  /** Entities and tags. */
  readonly labels: readonly string[];
  /** A note counts as “O”, a summary as “W”. */
  readonly type: "O" | "W" | "B";
  /** The call failed and printed an ask of the record. */
  readonly isAsked?: boolean;
}

/** A record that leaves tests out of its rule. */
const TESTS_SPARED =
  /\b(?:except|outside|apart from|other than|not) (?:for |of |in )?(?:the )?tests?\b|测试(?:代码)?除外|除了?测试/;

/** The share of labels that a plain ban without any counts to have met: that of “pnpm, npm” at a call of npm. */
const OF_PLAIN_BAN = 0.5;

/** The most that names in the written or printed text count together. */
const MOST = 2;

/** The signs of a record for a call, by names alone. */
export function signsOf(call: Call, { content, labels, type, isAsked = false }: Said, rarity: Rarity): Signs {
  const shared = call.failure ? sharesFailure(call.failure, content, labels) : 0;
  const code = isAsked ? 1 : shared;
  if (call.failure && code === 0 && isAnotherFailure(call.failure, content)) return {};
  const reading = readingOf(content, labels, type === "O");
  const { text } = reading;
  const paths = forPaths(call, reading);
  const names = forNames(call, reading, rarity);
  const command = forCommands(call, reading, rarity);
  const options = forOptions(call, reading, command);
  const labelled = forLabels(call, reading, rarity);
  // A plain ban names all that it is about, so a missing label says nothing.
  const isPlainBan = names.addsBanned || command.isPlainBan || paths.frozen === 1;
  const isUnlabelled = labels.length === 0 && isPlainBan || command.isPlainBan && labelled.share === 0;
  const isOther = sparesTests(call, text) || goesAnotherWay(call, reading, { names, command, options });
  const isBannedAct = command.isBannedAct || options.isForbidden && command.act > 0;
  const isOld = isAboutOldFiles(call, text);
  const removed = paths.file > 0 || paths.folder > 0 ? removedOf(call, reading, rarity) : 0;
  return {
    program: command.program,
    // Many folders have a `server.js`. A value in the file that the record names shows that it means this one.
    file: paths.file >= 0.5 && removed > 0 ? 1 : paths.file,
    folder: paths.folder,
    "share of labels": isUnlabelled ? OF_PLAIN_BAN : labelled.share,
    label: labelled.label,
    "banned program": Number(names.addsBanned || !isOther && command.isBanned),
    "banned act": Number(!isOther && isBannedAct),
    frozen: isOld ? 0 : paths.frozen,
    changed: paths.changed,
    "missing option": !isOther && options.isMissing ? Math.max(command.program, command.act, labelled.label) : 0,
    topic: Number(!isOther && reading.isRule && call.phrases.some((phrase) => holdsPhrase(text, phrase))),
    removed,
    written: names.written,
    "written ban": names.writtenBan,
    code,
    asked: Number(isAsked),
    printed: names.printed,
    "goes another way": Number(isOther),
    "other path": Number(paths.isOther),
    means: paths.means,
    // A command that has to follow an edit is about the edit.
    "of a command": Number(call.kind === "edit" && paths.changed === 0 && tellsOfCommand(reading)),
    "of old files": Number(isOld),
    B: Number(type === "B"),
  };
}

/** Whether commands already do what a record demands, or something that it leaves alone. */
function goesAnotherWay(
  call: Call,
  reading: Reading,
  { names, command, options }: {
    names: ReturnType<typeof forNames>;
    command: ReturnType<typeof forCommands>;
    options: ReturnType<typeof forOptions>;
  },
): boolean {
  if (call.kind === "edit") return false;
  if (isElsewhere(call, reading.text)) return true;
  if (command.isBannedAct) return false;
  const isObeyed = options.isMet || command.isWay || names.isWay || hasShape(call, reading);
  return options.isSpared || isObeyed && !options.isForbidden && !options.isMissing && !command.isBanned;
}

function sparesTests({ paths }: Call, text: string): boolean {
  return TESTS_SPARED.test(text) && paths.some(({ path }) => /tests?\b|spec\b/.test(path));
}

/** Whether a call writes a whole file, and a record tells of files that are there. */
function isAboutOldFiles({ isNew }: Call, text: string): boolean {
  return isNew && /\b(?:already|existing|merged|released|published|applied)\b|已经|已合|已发|合入|发布的/.test(text);
}

function isElsewhere({ places }: Call, text: string): boolean {
  const there = placesIn(text);
  return there.size > 0 && places.size > 0 && ![...there].some((place) => places.has(place));
}

/** What a record says of the names of a call, programs and subcommands left out. */
function forNames(call: Call, reading: Reading, rarity: Rarity) {
  const names = namesOf(call, reading, rarity);
  const words = names.filter(({ role }) => role === "word");
  const written = names.filter(({ role }) => role === "written");
  const banned = written.filter(({ polarity, text, at }) =>
    polarity === "not" && (!isKeyword(text.replace(/\(.*$/, "")) || holdsBeside(call, reading, at))
  );
  return {
    written: Math.min(MOST, weightOf(written.filter(({ polarity }) => polarity !== "not" && polarity !== "way"))),
    writtenBan: largest(banned.map(({ weight }) => weight), 0),
    printed: Math.min(MOST, weightOf(names.filter(({ role }) => role === "printed"))),
    isWay: words.some(({ isBanned, polarity, isCode }) => !isBanned && polarity === "way" && isCode),
    addsBanned: words.some(({ isBanned }) => isBanned),
  };
}

function weightOf(names: readonly Named[]): number {
  return names.reduce((sum, { weight }) => sum + weight, 0);
}

/** A name of a call among the words of a record. */
interface Named {
  readonly text: string;
  /** The place among the record's words. */
  readonly at: number;
  readonly isCode: boolean;
  readonly role: Role;
  readonly polarity: Polarity | undefined;
  /** The call uses what the record forbids. */
  readonly isBanned: boolean;
  readonly weight: number;
}

/** The names of a call that a record has, each once; not the usual words among them, unless they are meant as names. */
function namesOf(call: Call, reading: Reading, rarity: Rarity): Named[] {
  const found: Named[] = [];
  const acts = new Set(call.commands.flatMap(({ words }) => words.slice(0, 2)));
  const seen = new Set<string>();
  for (const [at, token] of reading.tokens.entries()) {
    const { text, isCode } = token;
    const role = seen.has(text) ? undefined : roleOf(call, text);
    const isUsed = call.used.has(text) || call.used.has(plainName(text));
    if (role === undefined || role === "program" || role === "act" || acts.has(text) && !isUsed) continue;
    const isUsual = !token.isQuoted && isUsualWord(text);
    if (isUsual && !isUsed) continue;
    const polarity = polarityOf(reading, token);
    // A usual word counts as code where the call uses what the record forbids: “print”, “moment”.
    const isBanned = isUsed && (polarity === "not" || role === "word" && isPinned(reading));
    if (isUsual && !isBanned) continue;
    seen.add(text);
    const weight = rarity(text) * (isCode || isBanned ? 1 : priorOf(text));
    found.push({ text, at, isCode, role, polarity, isBanned, weight });
  }
  return found;
}

function isUsualWord(text: string): boolean {
  return /^[a-z]+$/.test(text) && (holds(commandWords("prose"), text) || holds(commandWords("places"), text));
}

/** Whether a call has a word of a record beside the same neighbour: `go func`, “default export”. */
function holdsBeside({ text }: Call, { text: said, tokens }: Reading, at: number): boolean {
  const pairs = [[tokens[at - 1], tokens[at]], [tokens[at], tokens[at + 1]]];
  return pairs.some(([first, second]) =>
    first && second && said.slice(first.end, second.start) === " " && hasWord(text, `${first.text} ${second.text}`)
  );
}

/** Whether a text holds a phrase as whole words; for a Chinese phrase blanks don't count. */
function holdsPhrase(text: string, phrase: string): boolean {
  return isCjk(phrase) ? text.replaceAll(" ", "").includes(phrase.replaceAll(" ", "")) : hasWord(text, phrase);
}

/** The weight of the rarest value that an edit takes out and a record names. */
function removedOf({ removed }: Call, { tokens }: Reading, rarity: Rarity): number {
  const named = tokens.filter(({ text, isCode }) => removed.has(text) && (isCode || /\d/.test(text)));
  return Math.max(0, ...named.map(({ text }) => rarity(text)));
}

function roleOf({ names, text }: Call, said: string): Role | undefined {
  return names.get(said) ?? names.get(programNamed(said)) ??
    (/^[a-z]+$/.test(said) ? names.get(stem(said)) : undefined) ?? names.get(plainName(said)) ??
    (said.length > 5 && /[a-z][^a-z]|\d/.test(said) && hasWord(text, said) ? "part" : undefined);
}

/** “moment” of `moment()` and `moment.js`. */
function plainName(said: string): string {
  return said.replace(/\(.*$/s, "").replace(/(?<=\w)\.js$/, "");
}

/** How many of a record's labels the call holds: labels tell what the record is about. */
function forLabels(call: Call, { labels }: Reading, rarity: Rarity) {
  let share = 0;
  let all = 0;
  let label = 0;
  for (const name of labels) {
    if (call.own.has(asOwnName(name))) continue;
    const isHan = isCjk(name);
    const met = hasWord(call.text, name) || isHan && call.text.includes(name) ? 1 : isHan ? 0 : partMet(call, name);
    // A missing Chinese label says nothing: most calls hold no Chinese.
    if (isHan && met === 0) continue;
    const weight = isHan ? 1 : rarity(name);
    all++;
    share += met * weight;
    if (met === 1 && !isHan && /[^a-z]/.test(name)) label = Math.max(label, weight);
  }
  return { share: all === 0 ? 0 : share / all, label };
}

function partMet({ names, paths }: Call, label: string): number {
  if (/[/*]/.test(label)) {
    const fits = paths.map((path) => fitOf(label, path));
    return Math.max(0, ...fits.map(({ file, folder }) => Math.max(file, folder)));
  }
  const isHeld = (word: string) => names.has(word) || names.has(programNamed(word)) || names.has(stem(word));
  const words = label.split(/\s+/).filter((word) => word.length > 1);
  const held = words.filter(isHeld).length;
  return words.length === 0 ? 0 : held === words.length ? 1 : 0.5 * held / words.length;
}

/** Whether a call has a text in the shape of a record's example: `feat(HL-491)` for `feat(HL-123)`. */
function hasShape({ text }: Call, { tokens }: Reading): boolean {
  return tokens.some(({ text: said }) => {
    if (said.length < 4 || !/\d\d/.test(said) || !/[a-z#]/.test(said) || /^-|[/.]/.test(said)) return false;
    const shape = new RegExp(said.replace(/[^\w#-]/g, ".").replace(/\d+/g, "\\d+"));
    return (shape.exec(text)?.[0] ?? said) !== said;
  });
}
