/**
 * In: a tool call and a record. Out: the signs that the record is about the call, each a number from 0: for instance,
 * the call has a name of the record, does something that the record forbids, or lacks an option that it demands. Other
 * signs speak against the record: for instance, the call already does what the record demands.
 * Not done here: the weight of each sign (judge.ts).
 *
 * @module
 */
import { priorOf } from "../text/commonness.ts";
import { isBelow } from "../text/glob.ts";
import { isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop.ts";
import { holds } from "../text/word_list.ts";
import { type Call, isTelling, type Path, placesIn, programNamed, type Role, withoutRun } from "./call.ts";
import { type Command, commandWords, hasSubcommands, isSubcommand } from "./command.ts";
import { hasWord, isAnotherFailure, sharesFailure } from "./failure.ts";
import {
  before,
  endsClause,
  holdsPhrase,
  isForbiddenBehind,
  isKeyword,
  isPinned,
  partOfPath,
  polarityOf,
  type Reading,
  readingOf,
  type Token,
} from "./reading.ts";

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

/** Signs for a record. */
export const SIGNS_FOR = [...SIGNS_OF_NAMES, "words"] as const;

/** Signs against a record. */
export const SIGNS_AGAINST = [
  "goes another way",
  "other path",
  "means",
  "of a command",
  "unplaced",
  "of old files",
  "B",
] as const;

/** The strength of each sign; a missing one counts as 0. */
export type Signs = Readonly<Record<string, number>>;

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

/** The weight of a name: 1 if one record holds it, and the less the more do. */
export type Rarity = (name: string) => number;

/** A record that leaves tests out of its rule. */
const TESTS_SPARED =
  /\b(?:except|outside|apart from|other than|not) (?:for |of |in )?(?:the )?tests?\b|测试(?:代码)?除外|除了?测试/;

/** The share of labels that a plain ban without any counts to have met: that of “pnpm, npm” at a call of npm. */
const OF_PLAIN_BAN = 0.5;

/** The most that names in the written or printed text count together. */
const MOST = 2;

/** The signs of a record for a call, by names alone. */
export function signsOf(call: Call, { content, labels, type, isAsked = false }: Said, rarity: Rarity): Signs {
  const code = isAsked ? 1 : call.failure ? sharesFailure(call.failure, content, labels) : 0;
  if (call.failure && code === 0 && isAnotherFailure(call.failure, content)) return {};
  const reading = readingOf(content, labels, type === "O");
  const { text } = reading;
  const paths = forPaths(call, reading);
  const names = forNames(call, reading, rarity);
  const command = forCommands(call, reading, rarity);
  const labelled = forLabels(call, reading, rarity);
  // A plain ban names all that it is about, so a missing label says nothing.
  const isPlainBan = names.addsBanned || command.isPlainBan || paths.frozen === 1;
  const isUnlabelled = labels.length === 0 && isPlainBan || command.isPlainBan && labelled["share of labels"] === 0;
  if (isUnlabelled) labelled["share of labels"] = OF_PLAIN_BAN;
  const options = forOptions(call, reading, command);
  const met = forPlaces(call, text);
  const isObeyed = !options.ban && !options.missing && !command.isBanned &&
    (options.isMet || command.isWay || names.isWay || (call.kind !== "edit" && hasShape(call, reading)));
  const isSpared = TESTS_SPARED.test(text) && call.paths.some(({ path }) => /tests?\b|spec\b/.test(path));
  const isOther = isSpared ||
    call.kind !== "edit" && (met < 0 || !command.isBannedAct && (isObeyed || options.isSpared));
  const isBannedAct = command.isBannedAct || options.ban && command.act > 0;
  const isOld = call.isNew &&
    /\b(?:already|existing|merged|released|published|applied)\b|已经|已合|已发|合入|发布的/.test(text);
  const removed = paths.file > 0 || paths.folder > 0 ? removedOf(call, reading, rarity) : 0;
  // Many folders have a `server.js`. A value in the file that the record names shows that it means this one.
  const file = paths.file >= 0.5 && removed > 0 ? 1 : paths.file;
  return {
    program: command.program,
    file,
    folder: paths.folder,
    ...labelled,
    "banned program": !names.addsBanned && (isOther || !command.isBanned) ? 0 : 1,
    "banned act": isOther || !isBannedAct ? 0 : 1,
    frozen: isOld ? 0 : paths.frozen,
    changed: paths.changed,
    "missing option": isOther || !options.missing ? 0 : Math.max(command.program, command.act, labelled.label),
    topic: !isOther && reading.isRule && call.phrases.some((phrase) => holdsPhrase(text, phrase)) ? 1 : 0,
    removed,
    written: names.written,
    "written ban": names.writtenBan,
    code,
    asked: isAsked ? 1 : 0,
    printed: names.printed,
    "goes another way": isOther ? 1 : 0,
    "other path": paths.isOther ? 1 : 0,
    means: paths.means,
    // A command that has to follow an edit is about the edit.
    "of a command": call.kind === "edit" && paths.changed === 0 && tellsOfCommand(reading) ? 1 : 0,
    unplaced: met === 0 && placesIn(text).size > 0 ? 1 : 0,
    "of old files": isOld ? 1 : 0,
    B: type === "B" ? 1 : 0,
  };
}

/** The names of a record that a call has too. */
function forNames(call: Call, reading: Reading, rarity: Rarity) {
  const found = { written: 0, writtenBan: 0, printed: 0, isWay: false, addsBanned: false };
  const acts = new Set(call.commands.flatMap(({ words }) => words.slice(0, 2)));
  const seen = new Set<string>();
  for (const [at, token] of reading.tokens.entries()) {
    const { text } = token;
    const role = roleOf(call, text);
    const isUsed = call.used.has(text) || call.used.has(plainName(text));
    if (role === undefined || role === "program" || role === "act" || seen.has(text)) continue;
    if (acts.has(text) && !isUsed) continue;
    const isPlain = /^[a-z]+$/.test(text);
    const isCommon = isPlain && (holds(commandWords("prose"), text) || holds(commandWords("places"), text));
    if (isCommon && !token.isQuoted && !isUsed) continue;
    const polarity = polarityOf(reading, token);
    // A common word counts as code where the call uses what the record forbids: “print”, “moment”.
    const isBanned = isUsed && (polarity === "not" || role === "word" && isPinned(reading));
    if (isCommon && !token.isQuoted && !isBanned) continue;
    seen.add(text);
    const weight = rarity(text) * (token.isCode || isBanned ? 1 : priorOf(text));
    if (role === "printed") found.printed += weight;
    else if (role === "word" && isBanned) found.addsBanned = true;
    else if (role === "written") {
      if (polarity === "not") {
        if (isKeyword(text.replace(/\(.*$/, "")) && !holdsBeside(call, reading, at)) continue;
        found.writtenBan = Math.max(found.writtenBan, weight);
      } else if (polarity !== "way") found.written += weight;
    } else if (polarity === "way" && role === "word" && token.isCode) found.isWay = true;
  }
  return { ...found, written: Math.min(MOST, found.written), printed: Math.min(MOST, found.printed) };
}

/** Whether a call has a word of a record beside the same neighbour: `go func`, “default export”. */
function holdsBeside({ text }: Call, { text: said, tokens }: Reading, at: number): boolean {
  const pairs = [[tokens[at - 1], tokens[at]], [tokens[at], tokens[at + 1]]];
  return pairs.some(([first, second]) =>
    first && second && said.slice(first.end, second.start) === " " && hasWord(text, `${first.text} ${second.text}`)
  );
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
    const isHan = isCjk(name);
    const met = hasWord(call.text, name) || isHan && call.text.includes(name) ? 1 : isHan ? 0 : partMet(call, name);
    // A missing Chinese label says nothing: most calls hold no Chinese.
    if (isHan && met === 0) continue;
    const weight = isHan ? 1 : rarity(name);
    all++;
    share += met * weight;
    if (met === 1 && !isHan && /[^a-z]/.test(name)) label = Math.max(label, weight);
  }
  return { "share of labels": all === 0 ? 0 : share / all, label };
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

// Commands.

interface ForCommands {
  /** The record names the program of a command. */
  program: number;
  /** The record names the program with its subcommand. */
  act: number;
  /** The record forbids the program altogether. */
  isBanned: boolean;
  /** It says so in so many words: “never npm”. */
  isPlainBan: boolean;
  /** The record forbids the program with this subcommand. */
  isBannedAct: boolean;
  /** The record recommends the program or the subcommand. */
  isWay: boolean;
  /** The record names the program with other subcommands only. */
  isOther: boolean;
}

function forCommands({ commands }: Call, reading: Reading, rarity: Rarity): ForCommands {
  const found = {
    program: 0,
    act: 0,
    isBanned: false,
    isPlainBan: false,
    isBannedAct: false,
    isWay: false,
    isOther: false,
  };
  for (const command of commands) forCommand(found, command, reading, rarity);
  return { ...found, isOther: found.isOther && found.act === 0 };
}

function forCommand(found: ForCommands, command: Command, reading: Reading, rarity: Rarity): void {
  const { program } = command;
  const own = command.words.map((word) => /^[a-z]+:[a-z]/.test(word) ? word.replace(/:.*$/, "") : word)
    .filter((word) => !/[/.=$]/.test(word)).slice(0, 2);
  const { calls, polarity, isNamed } = callsNamed(program, own, reading);
  if (!isNamed) return;
  const mine = calls.filter(({ said: [first = "", second] }) =>
    own.some((word, at) =>
      isSameAct(first, word) && (second === undefined || own[at + 1] === undefined || !/^[a-z-]+$/.test(second) ||
        isStopWord(second) || command.words.includes(second))
    )
  );
  const weight = (holds(commandWords("generic"), program) ? 0.5 : 1) * rarity(program);
  if (mine.length > 0) {
    found.act = 1;
    found.program = Math.max(found.program, weight);
    if (
      mine.some((call) => call.polarity === "not" && !call.withOption) ||
      (!polarity && isLeftOut(reading, program, own))
    ) {
      found.isBannedAct = true;
    } else if (mine.some((call) => call.polarity === "way")) found.isWay = true;
  } else if (polarity === "way") {
    found.isWay = true;
    found.program = Math.max(found.program, weight);
  } else if (calls.length > 0) found.isOther = true;
  else if (polarity === "not") {
    found.isBanned = true;
    found.isPlainBan ||= reading.tokens.some((token) =>
      programNamed(token.text) === program && endsClause(reading, token) && polarityOf(reading, token) === "not"
    );
  } else found.program = Math.max(found.program, weight);
}

/** The subcommands with which a record names a program, and whether it forbids or recommends the program. */
function callsNamed(program: string, own: readonly string[], reading: Reading) {
  const calls: {
    readonly said: readonly string[];
    readonly polarity?: "not" | "way" | undefined;
    /** An option is among the next three words, so that what is said holds for it alone: “never git push --force”. */
    readonly withOption?: boolean;
  }[] = [];
  const { tokens, labels } = reading;
  const hasOption = (at: number) => tokens.slice(at + 1, at + 4).some(({ text }) => text.startsWith("-"));
  let polarity: "not" | "way" | undefined;
  let isNamed = false;
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]?.text ?? "";
    if (programNamed(token.text) !== program) return;
    // "They go to the desk", "no Python code": the name of the program may be a usual word or mean another thing.
    const mayBeWord = isStopWord(program) || priorOf(program) <= 0.25 || holds(commandWords("interpreters"), program);
    const isCode = token.isQuoted || (token.isCode && !token.isCapital);
    const isMeant = isCode || isSubcommand(program, next) || own.includes(next) || labels.includes(program);
    if (mayBeWord && !isMeant) return;
    isNamed = true;
    // "Buf overwrites them" describes the program, and forbids no call of it.
    const isDescribed = /^[a-z]+s$/.test(next) && !tokens[at + 1]?.isCode;
    const isBanned = next === "is" && isForbiddenBehind(reading.text.slice(token.end));
    const of = isBanned ? "not" : isDescribed ? undefined : polarityOf(reading, token);
    polarity = of === "not" ? of : polarity ?? of;
    const said = withoutRun(program, following(reading, at, program));
    if (said.length > 0) calls.push({ said, polarity: of, withOption: hasOption(at) });
  });
  for (const label of labels) {
    const [name = "", ...said] = label.split(" ");
    if (programNamed(name) !== program) continue;
    isNamed = true;
    if (said.length > 0) calls.push({ said: withoutRun(program, said) });
  }
  if (!isNamed) return { calls, polarity, isNamed };
  // Further subcommands may stand elsewhere in the record: "terraform apply, destroy and import".
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const behind = before && reading.text.slice(before.end, token.start) === " " ? before.text : "";
    // "npm install" says nothing of pnpm.
    if (hasSubcommands(behind) && programNamed(behind) !== program) return;
    const isOwn = own.includes(token.text) && (priorOf(token.text) > 0.25 || programNamed(behind) === program);
    if (isOwn || isSubcommand(program, token.text)) {
      calls.push({ said: [token.text], polarity: polarityOf(reading, token), withOption: hasOption(at) });
    }
  });
  return { calls, polarity, isNamed };
}

/**
 * Whether a record names another program as the only one for a subcommand: “installed with pnpm only; npm install …”.
 */
function isLeftOut(reading: Reading, program: string, [act = ""]: readonly string[]): boolean {
  return /\bonly\b|只/.test(reading.text) &&
    reading.tokens.some((token) =>
      isSubcommand(token.text, act) && programNamed(token.text) !== program && polarityOf(reading, token) === "way"
    );
}

/** The words behind a program in a record, as far as they may be its arguments. */
function following({ text, tokens }: Reading, at: number, program: string): string[] {
  const found: string[] = [];
  for (let next = at + 1; next < tokens.length && next < at + 6; next++) {
    const [last, token] = [tokens[next - 1], tokens[next]];
    if (!last || !token || text.slice(last.end, token.start) !== " " || !/[a-z]/.test(token.text)) break;
    // In plain text the first word may be a subcommand, too: "goose down".
    const mayBe = token.isCode || isSubcommand(program, token.text) ||
      (next === at + 1 && !hasSubcommands(program) && !isStopWord(token.text) && !token.text.endsWith("s"));
    if (!mayBe) break;
    if (!/^-|^(?:\.+|x+|\$.*|name|file|path|%.*)$|^v?\d/.test(token.text)) found.push(token.text);
  }
  return found;
}

/** “applied” is the same act as `apply`. */
function isSameAct(said: string, act: string): boolean {
  return said === act || (act.length > 2 && /^[a-z]+$/.test(said) && stem(said) === stem(act));
}

/** Whether a call has the options that a record demands, and those that it forbids. */
function forOptions({ commands }: Call, reading: Reading, { isOther }: ForCommands) {
  const { tokens, text } = reading;
  const none = { ban: false, missing: false, isMet: false, isSpared: false };
  // "It adds -race" demands nothing.
  const named = tokens.filter((token) =>
    /^--?[a-z][\w-]*(?:=.*)?$/.test(token.text) &&
    !/\b(?:adds|sets|passes|implies|includes)\b[^,]*$|(?:自带|会带|会加|自动加)[^，,]*$/.test(before(reading, token))
  );
  const speaking = commands.filter(({ program }) => tokens.some((token) => programNamed(token.text) === program));
  if (named.length === 0 || isOther) return none;
  const meant = speaking.length > 0 ? speaking : commands;
  const given = meant.flatMap(({ options }) => options);
  const beside = meant.flatMap(({ values, words, options }) => [...values, ...words, ...options]);
  const has = (option: string) => given.some((each) => isSameOption(option, each));
  const isForbidden = (token: Token) =>
    !/without|不带|不加|没带|missing/.test(text.slice(Math.max(0, token.start - 8), token.start)) &&
    polarityOf(reading, token) === "not";
  const { forbidden = [], demanded = [] } = Object.groupBy(
    named,
    (token) => isForbidden(token) ? "forbidden" : "demanded",
  );
  const isDone = forbidden.some(({ text }) => has(text.replace(/=.*$/s, "")));
  const isMet = demanded.every((token) => {
    const [option = "", set] = token.text.split("=");
    const next = tokens[tokens.indexOf(token) + 1];
    const isValue = next && text.slice(token.end, next.start) === " " &&
      (next.isCode || holds(commandWords("valued"), option) && !isStopWord(next.text));
    const follows = isValue ? next.text : undefined;
    const value = set ?? follows;
    // A number in the record is an example: any will do.
    const isFree = value === undefined || (/^[\d.]+$/.test(value) && option.startsWith("--"));
    return has(option) && (isFree || beside.some((each) => each.includes(value)));
  });
  return {
    ban: isDone && speaking.length > 0,
    missing: !isMet,
    isMet: isMet && demanded.length > 0,
    isSpared: forbidden.length > 0 && !isDone,
  };
}

/** Whether a record names an option, or a program with a subcommand. */
function tellsOfCommand({ tokens }: Reading): boolean {
  return tokens.some(({ text }, at) =>
    at > 0 && /^--?[a-z]/.test(text) || isSubcommand(text, tokens[at + 1]?.text ?? "")
  );
}

/** `-v` is `--volumes`. */
function isSameOption(said: string, own: string): boolean {
  return said === own || (said.length === 2 && own.startsWith(`-${said}`)) ||
    (own.length === 2 && said.startsWith(`-${own}`));
}

/** Whether a call has a text in the shape of a record's example: `feat(HL-491)` for `feat(HL-123)`. */
function hasShape({ text }: Call, { tokens }: Reading): boolean {
  return tokens.some(({ text: said }) => {
    if (said.length < 4 || !/\d\d/.test(said) || !/[a-z#]/.test(said) || /^-|[/.]/.test(said)) return false;
    const shape = new RegExp(said.replace(/[^\w#-]/g, ".").replace(/\d+/g, "\\d+"));
    return (shape.exec(text)?.[0] ?? said) !== said;
  });
}

/** 1 if the record and the call name the same environment, -1 if they name different ones, 0 if one names none. */
function forPlaces({ places }: Call, text: string): number {
  const there = placesIn(text);
  if (there.size === 0 || places.size === 0) return 0;
  return [...there].some((place) => places.has(place)) ? 1 : -1;
}

// Paths.

function forPaths({ kind, paths }: Call, reading: Reading) {
  const { tokens, labels } = reading;
  const found = { file: 0, folder: 0, isOther: false, frozen: 0, changed: 0, means: 0 };
  // If a record names several paths, the one that fits best counts.
  let best = 0;
  for (const said of [...tokens, ...labels]) {
    for (const path of paths) {
      const { file, folder } = fitOf(
        typeof said === "string" ? said : said.isFolder ? `${said.text}/` : said.text,
        path,
      );
      found.file = Math.max(found.file, file);
      found.folder = Math.max(found.folder, folder);
      const fit = Math.max(file, folder);
      if (kind !== "edit" || fit === 0 || fit < best || typeof said === "string") continue;
      if (fit > best) found.frozen = found.changed = found.means = 0;
      best = fit;
      const part = partOfPath(reading, said);
      // What is frozen is frozen whole, however deep below "vendor/" the file lies.
      if (part) found[part] = part === "frozen" && folder > 0 ? 1 : fit;
    }
  }
  const isPath = (said: string, at: number) =>
    /[a-z][\w.-]*\/[\w.-]*[a-z]/.test(said) && !/^@|:/.test(said) && !tokens[at - 1]?.text.startsWith("-");
  found.isOther = found.file < 1 && found.folder <= 0.4 && paths.some((path) => !path.isOutside) &&
    tokens.some(({ text }, at) => isPath(text, at));
  return found;
}

/** How well a word of a record names a file, or a folder of the file. */
function fitOf(
  said: string,
  { path, isOutside, base, stem: own, folders, end }: Path,
): { file: number; folder: number } {
  const name = said.replaceAll("\\", "/").replace(/^(?:\.\/|~\/)+/, "").replace(/^\/(?=.)/, "");
  const asFile = (file: number) => ({ file, folder: 0 });
  const asFolder = (folder: number) => ({ file: 0, folder });
  // Another project may have the same path below its root.
  if (!/[a-z]/.test(name) || isOutside && !/^[/~]/.test(said)) return asFile(0);
  const plain = name.replace(/(?<=\/)\.\.\.(?=\/)/g, "**").replace(/(?:\/\*{0,2})+$/, "");
  if (plain.includes("*")) return asFile(isBelow(plain, path) ? (plain.includes("/") ? 1 : 0.7) : 0);
  if (name.includes("/")) {
    if (path === plain || path.endsWith(`/${plain}`)) return asFile(1);
    // A command for a folder is about the files in it.
    if (path.includes("/") && plain.startsWith(`${path}/`)) return asFolder(0.5);
    const at = `/${path}`.indexOf(`/${plain}/`);
    if (at === -1) return asFile(0);
    const below = path.slice(at + plain.length + 1).split("/").length - 1;
    return asFolder((plain.includes("/") || isTelling(plain) ? 1 : 0.5) * 0.8 ** Math.max(0, below));
  }
  if (plain === base) {
    // `rm -r nats`: a folder may bear the name of anything.
    if (folders.length === 0 && !/\.|file$/.test(base)) return asFile(0.3);
    if (folders.length === 0 || isTelling(own)) return asFile(1);
    return asFile(base.includes(".") ? 0.5 : 0.3);
  }
  if (plain === end && end.length > 1) return asFile(0.3);
  if (plain === own && isTelling(own)) return asFile(/[a-z\d][:_-][a-z\d]/.test(own) ? 0.8 : 0.5);
  return asFolder(folders.includes(plain) && isTelling(plain) ? 0.4 : 0);
}
