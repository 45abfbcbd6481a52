/**
 * In: a command and a record. Out: how much the record says of this very command.
 *
 * A record names a program in passing, or with what it is told to do, or as what is not to be used. Nothing speaks for
 * one that names another subcommand, another target, an option that the command lacks, or the way that it goes already.
 *
 * @module
 */
import { stem } from "../text/stem.ts";
import { holds } from "../text/word_list.ts";
import { forbids, forbidsName, isNegated, type Reading, recommends, type Token } from "./reading.ts";
import { type Command, commandWords, isSubcommand } from "./tool_call.ts";

/** How much it says that a record holds a term, by how many do: 1 for what one record holds. */
export type Rarity = (name: string) => number;

/** It names the thing itself. */
export const NAMED = 1;
/** A program, whatever it is told to do; one that everybody calls all the time. */
const PROGRAM = 0.6;
const EVERYDAY = 0.2;
/** … as what is not to be used. */
const FORBIDDEN = 0.6;
/** A word of the command that is a name, without its program. */
const NAME = 0.45;
/** A script of the project that is run by its name. */
const SCRIPT = 0.8;
/** What the program is told to do, elsewhere in the record. */
const ACT = 0.3;

/** How much a record says of a command, from 0; undefined where the command does what the record asks for. */
export function forCommand(command: Command, reading: Reading, rarity: Rarity): number | undefined {
  const { tokens, labels } = reading;
  let best = 0;
  let isNamed = false;
  let isObeyed = false;
  tokens.forEach((token, at) => {
    if (!isProgram(token.text, command.program)) return;
    isNamed = true;
    // “Not in Python code” forbids no program.
    const doesForbid = holds(commandWords("interpreters"), command.program) ? forbids : forbidsName;
    const told = forMention(command, reading, at, rarity);
    const isForbidden = told < NAMED && doesForbid(reading, token);
    // The way that it goes already.
    if (
      !isForbidden && !command.program.includes(".") && recommends(reading, token) && hasOptions(command, reading, at)
    ) {
      isObeyed ||= told > 0;
      return;
    }
    best = Math.max(best, isForbidden && told > 0 ? Math.min(NAMED + FORBIDDEN, told + FORBIDDEN) : told);
  });
  if (isObeyed && best <= NAMED) return undefined;
  if (!isNamed) best = Math.max(best, ...labels.map((label) => forLabel(command, label, rarity)));
  const names = [...command.words, ...command.values].filter(isName);
  let named = 0;
  for (const name of new Set(names)) {
    if (tokens.some((token) => token.text === name && !recommends(reading, token))) {
      named += (isScript(command, name) ? SCRIPT : NAME) * rarity(name);
    }
  }
  if (named > 0) best = Math.max(best, Math.min(NAMED, named + best));
  const [own] = command.words;
  if (isNamed && best > 0 && best < NAMED && own !== undefined && tokens.some(({ text }) => sameAct(text, own))) {
    best = Math.min(NAMED, best + ACT);
  }
  if (best === 0 || goesElsewhere(command, reading)) return 0;
  const left = byOptions(command, reading);
  return left === undefined ? undefined : best * left;
}

const BRANCHES = /^(?:main|master|trunk|develop|release)$/;

/** What is said of pushing to one branch says nothing of pushing to another one. */
function goesElsewhere({ program, words: [first, , branch] }: Command, { tokens }: Reading): boolean {
  if (program !== "git" || first !== "push" || branch === undefined) return false;
  const named = tokens.filter(({ text }) => BRANCHES.test(text));
  return named.length > 0 && !named.some(({ text }) => branch === text || branch.endsWith(`:${text}`));
}

/** A name of several parts, which says something without its program: `db:seed`, `deploy-staging`. */
export function isName(word: string): boolean {
  return /[a-z0-9][:_-][a-z0-9]/i.test(word) && /[a-z]{2}/i.test(word) && !/[/.=]/.test(word) && !word.startsWith("-");
}

function isScript({ program, words: [first] }: Command, name: string): boolean {
  return name === first &&
    (PACKAGERS.test(program) || /^(?:make|just|task|rake|gradle|gradlew|nx|turbo)$/.test(program));
}

/** “applied” says of `apply` what `apply` says. */
function sameAct(said: string, act: string): boolean {
  return said === act || (act.length > 2 && /^[a-z]+$/.test(said) && stem(said) === stem(act));
}

function forLabel({ program, words }: Command, label: string, rarity: Rarity): number {
  const [named = "", first, ...rest] = label.split(" ");
  if (!isProgram(named, program)) return 0;
  if (first === undefined) return alone(program, rarity);
  return first === words[0] && (rest.length === 0 || rest[0] === words[1]) ? NAMED : 0;
}

const SAME_PROGRAM: Readonly<Record<string, string>> = {
  python3: "python",
  pip3: "pip",
  nodejs: "node",
  "docker-compose": "docker",
  gradlew: "gradle",
  flyctl: "fly",
  py: "python",
};

function isProgram(said: string, program: string): boolean {
  const name = said.replace(/^.*\//, "");
  return name !== "" && (SAME_PROGRAM[name] ?? name) === (SAME_PROGRAM[program] ?? program);
}

function alone(program: string, rarity: Rarity): number {
  return holds(commandWords("generic"), program) ? EVERYDAY : PROGRAM * rarity(program);
}

/** The words of code that follow a program in a record, as far as they stand with it. */
function following({ text, tokens }: Reading, at: number, program: string): readonly Token[] {
  const found: Token[] = [];
  for (let next = at + 1; next < tokens.length && found.length < 5; next++) {
    const [last, token] = [tokens[next - 1], tokens[next]];
    if (!last || !token || text.slice(last.end, token.start) !== " ") break;
    if (!/[a-z]/.test(token.text)) break;
    if (!token.isCode && !(found.length === 0 && isSubcommand(program, token.text))) break;
    found.push(token);
  }
  return found;
}

/** Whether a command has the options that stand with its program in a record. */
function hasOptions({ program, options }: Command, reading: Reading, at: number): boolean {
  return following(reading, at, program).every(({ text }) =>
    !/^--?[a-z]/.test(text) || options.includes(text.split("=")[0] ?? "")
  );
}

/** What a program with the words behind it says of a command; 0 where it is another command. */
function forMention(
  { program, words, options, values }: Command,
  reading: Reading,
  at: number,
  rarity: Rarity,
): number {
  const behind = following(reading, at, program);
  const said = withoutRun(program, behind.map(({ text }) => text).filter((text) => !text.startsWith("-")));
  const own = words.concat(values);
  const [first] = said;
  if (first === undefined) {
    // In plain words the first one may still be what it is told to do: "alembic upgrade takes a lock".
    const next = reading.tokens[at + 1]?.text;
    return next !== undefined && next === words[0] || behind.some(({ text }) => options.includes(text))
      ? NAMED
      : alone(program, rarity);
  }
  if (words.length === 0) return isPlaceholder(first) || isSubcommand(program, first) ? 0 : alone(program, rarity);
  for (const [place, word] of said.entries()) {
    if (isPlaceholder(word)) break;
    const mine = words[place];
    if (mine === undefined || own.includes(word) || isBelow(mine, word)) continue;
    // Another subcommand, or another thing that it is done to.
    return 0;
  }
  return NAMED;
}

function isPlaceholder(word: string): boolean {
  return /^(?:\.+|x+|\$.*|name|file|path|%.*|-)$|^v?\d/.test(word);
}

function isBelow(path: string, folder: string): boolean {
  const [long, short] = [path.replace(/^\.\//, ""), folder.replace(/^\.\//, "").replace(/\/+$/, "")];
  return long === short || (short.includes("/") && long.startsWith(`${short}/`));
}

const PACKAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** `npm run deploy` and `yarn deploy` name the same script in two ways. */
export function withoutRun(program: string, words: readonly string[]): readonly string[] {
  return PACKAGERS.test(program) && words[0] === "run" ? words.slice(1) : words;
}

/** Whether a command has the options that a record asks for. */
export function doesAsAsked(command: Command, reading: Reading): boolean {
  return byOptions(command, reading) === undefined;
}

/** What is left of it by the options that a record asks for or forbids; undefined for a command that does so. */
function byOptions({ options, values, words }: Command, reading: Reading): number | undefined {
  const named = reading.tokens.filter(({ text }) => /^--?[a-z][\w-]*(?:=.*)?$/.test(text));
  if (named.length === 0) return 1;
  const nameOf = ({ text }: Token) => text.split("=")[0] ?? "";
  const forbidden = named.filter((token) => forbids(reading, token) || isNegated(reading, token));
  const wanted = named.filter((token) => !forbidden.includes(token));
  if (forbidden.some((token) => options.includes(nameOf(token)))) return 1;
  if (forbidden.length > 0) return 0;
  const isMet = (token: Token) => {
    // Within backticks it is part of a command that is told as it is.
    if (!options.includes(nameOf(token)) || reading.text.charAt(token.start - 1) === " " && token.isQuoted) {
      return false;
    }
    const next = reading.tokens[reading.tokens.indexOf(token) + 1];
    const value = token.text.split("=")[1] ??
      (next && reading.text.slice(token.end, next.start) === " " && next.isCode ? next.text : undefined);
    return value === undefined || values.concat(words).some((each) => each === value);
  };
  return wanted.some(isMet) ? undefined : 1;
}
