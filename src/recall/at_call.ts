/**
 * In: what a tool call does, and a record that shares a name with it. Out: how much speaks for the record being about
 * this file, folder, program or command.
 * Not done here: reading a command line (tool_call.ts), finding the records, telling them (hooks/tool.ts).
 *
 * A call is made of exact words, so nothing is taken for similar: a record must name the path, a part of it that says
 * something by itself, the program with its subcommand, or the program as what is (not) to be used. The numbers were
 * chosen on tests/fixtures/recall/tools_*.jsonl (docs/internals/recall-measured.md).
 *
 * @module
 */
import { analyse } from "../text/mod.ts";
import { isCjk, pairsOf } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { below, holds } from "../text/word_list.ts";
import { type Act, type Command, commandWords, isSubcommand } from "./tool_call.ts";
import rules from "./words/rules.txt" with { type: "text" };

/** What a record says, as far as it is judged here. */
export interface Said {
  readonly content: string;
  /** Its entities and tags. */
  readonly labels: readonly string[];
  /** The user's own rule (type O), or a note. */
  readonly isRule: boolean;
}

/** A call, taken apart for comparing. */
export interface Call {
  readonly paths: readonly Path[];
  readonly commands: readonly Command[];
  /** Phrases for what its commands do: `git commit` writes a “commit message”. */
  readonly phrases: readonly string[];
}

interface Path {
  /** In lower case, with forward slashes; relative to the project if it lies there. */
  readonly path: string;
  readonly isOutside: boolean;
  readonly base: string;
  readonly stem: string;
  /** `.ts` */
  readonly end: string;
  readonly folders: readonly string[];
}

/** What speaks for a record that names the thing itself. */
const NAMED = 1;
/** A part of a path that says something by itself: a folder, a file without its ending. */
const PART = 0.5;
/** A program, whatever it is told to do; one that everybody calls all the time. */
const PROGRAM = 0.55;
const EVERYDAY = 0.2;
/** … as what is not to be used. */
const FORBIDDEN = 0.4;
/** The record says what is to be done or not. */
const RULE = 0.25;
/** It names another thing that the call has too. */
const BESIDE = 0.1;
const BESIDE_MAX = 0.3;
/** The call does already what the record asks for. */
const OBEYED = 0.5;

/** So much must speak for a record that it is told. */
export const LINE = 0.75;

/**
 * A call for comparing.
 *
 * @param relative makes a path relative to the project; undefined for one that lies outside
 */
export function callOf(act: Act, relative: (path: string) => string | undefined): Call {
  const paths = [...new Set(act.paths)].map((path) => pathOf(path, relative(path)));
  return { paths, commands: act.commands.map(lowered), phrases: act.commands.flatMap(phrasesFor) };
}

function pathOf(said: string, inside: string | undefined): Path {
  const path = (inside ?? said).replaceAll("\\", "/").replace(/^(?:\.\/)+/, "").replace(/\/+$/, "").toLowerCase();
  const parts = path.split("/");
  const base = parts.at(-1) ?? "";
  const dot = base.lastIndexOf(".");
  return {
    path,
    isOutside: inside === undefined,
    base,
    stem: dot > 0 ? base.slice(0, base.indexOf(".", 1)) : base,
    end: dot > 0 ? base.slice(dot) : "",
    folders: parts.slice(0, -1).filter((part) => part !== "" && part !== "." && part !== ".."),
  };
}

function lowered({ program, words, options, values }: Command): Command {
  const lower = (all: readonly string[]) => all.map((word) => word.toLowerCase());
  return { program, words: withoutRun(program, lower(words)), options: lower(options), values: lower(values) };
}

const PACKAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** `npm run deploy` and `yarn deploy` name the same script in two ways. */
function withoutRun(program: string, words: readonly string[]): readonly string[] {
  return PACKAGERS.test(program) && words[0] === "run" ? words.slice(1) : words;
}

function phrasesFor(command: Command): string[] {
  const line = ` ${[command.program, ...command.words, ...command.options].join(" ").toLowerCase()} `;
  return commandWords("acts").trim().split("\n").map((row) => row.trim()).flatMap((row) => {
    const [calls = "", phrases = ""] = row.split(" = ");
    const isMeant = calls.split("|").some((call) => {
      const [program = "", ...words] = call.split(" ");
      return line.startsWith(` ${program} `) && words.every((word) => line.includes(` ${word} `));
    });
    return isMeant ? phrases.split("|") : [];
  });
}

/** Groups of terms of the index: a record that may be about the call holds all terms of one of them. */
export function termsFor({ paths, commands, phrases }: Call): string[][] {
  const groups: string[][] = [];
  const add = (name: string) => {
    const { stems, wholes, runs } = analyse(name);
    const terms = wholes.length === 1
      ? wholes
      : [...stems, ...runs.flatMap((run) => run.length > 1 ? pairsOf(run) : [run])];
    if (terms.length > 0) groups.push(terms);
  };
  for (const { base, stem, folders, end, path } of paths) {
    add(base);
    if (isTelling(stem)) add(stem), groups.push(analyse(stem).stems);
    for (const folder of folders) if (isTelling(folder)) add(folder);
    for (let at = 0; at < folders.length - 1; at++) add(`${folders[at]}/${folders[at + 1]}`);
    if (folders.length > 0) add(`${folders.at(-1)}/${base}`);
    if (end !== "" && path !== "") groups.push([end.slice(1)]);
  }
  for (const { program, words } of commands) {
    const [first] = words;
    add(program);
    if (first !== undefined && isCompound(first)) add(first);
  }
  for (const phrase of phrases) add(phrase);
  return groups.filter((group) => group.length > 0);
}

/** Whether a part of a path says anything by itself. */
function isTelling(part: string): boolean {
  return part.length > 2 && !holds(commandWords("places"), part) && !/^[\d._-]+$/.test(part);
}

/** A name of several parts: `db:seed`, `deploy-staging`. */
function isCompound(word: string): boolean {
  return /[a-z0-9][:_-][a-z0-9]/i.test(word) && !word.includes("/");
}

/** A word of a record with its place. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /[A-Za-z0-9_@.~*\\/+$#=:%-]+/g;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const trimmed = match[0].replace(/(?<=.)[.:,=]+$/, "").replace(/^[:=]+(?=.)/, "");
    const start = match.index + match[0].indexOf(trimmed);
    tokens.push({ text: trimmed.toLowerCase(), start, end: start + trimmed.length });
  }
  return tokens;
}

/** A record, taken apart for comparing. */
interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly labels: readonly string[];
  readonly isRule: boolean;
}

/** How much speaks for a record, from 0; `LINE` is enough. */
export function speaksFor({ paths, commands, phrases }: Call, said: Said): number {
  const text = said.content.toLowerCase();
  const labels = said.labels.map((label) => label.toLowerCase());
  const reading = { text, tokens: tokensOf(text), labels, isRule: said.isRule || saysRule(text) };
  const rule = reading.isRule ? RULE : 0;
  let best = 0;
  for (const path of paths) {
    const found = forPath(path, reading);
    if (found > 0) best = Math.max(best, found + rule + beside(reading, path.folders.filter(isTelling), found));
  }
  for (const command of commands) {
    const found = forCommand(command, reading);
    const more = [...command.words.slice(1), ...command.values].filter((word) => word.length > 2);
    if (found > 0) best = Math.max(best, found + rule + beside(reading, more, found));
  }
  if (best < LINE && phrases.some((phrase) => holdsPhrase(text, phrase))) best = Math.max(best, PART + rule);
  return best;
}

/** What else of a call a record names, of what alone would say too little. */
function beside({ tokens }: Reading, names: readonly string[], found: number): number {
  if (found >= NAMED) return 0;
  const shared = names.filter((name) => tokens.some(({ text }) => text === name)).length;
  return Math.min(BESIDE_MAX, BESIDE * Math.max(0, shared - (found === PART ? 1 : 0)));
}

function saysRule(text: string): boolean {
  const { en, zh } = ruleWords();
  return en.test(text) || zh.test(text);
}

let ruleTests: { readonly en: RegExp; readonly zh: RegExp; readonly not: RegExp; readonly notZh: RegExp } | undefined;

function ruleWords() {
  const either = (title: string) => below(title, rules).trim().split("\n").join("|");
  return ruleTests ??= {
    en: new RegExp(`\\b(?:${either("rule")})\\b`),
    zh: new RegExp(either("rule zh")),
    not: new RegExp(
      `\\b(?:${
        either("not")
      })\\W{1,3}(?:(?:use|run|call|invoke|add|install|with|the|a|plain|bare|raw|ever|to|using|running|calling)\\W{1,3}){0,3}$`,
    ),
    notZh: new RegExp(`(?:${either("not zh")})[^，。；,;]{0,4}$`),
  };
}

// Paths.

function forPath(path: Path, reading: Reading): number {
  let best = 0;
  for (const { text } of reading.tokens) best = Math.max(best, namesPath(text, path));
  for (const label of reading.labels) best = Math.max(best, namesPath(label, path));
  if (best >= NAMED || path.isOutside) return best;
  // What a path says in words.
  const parts = [path.stem, ...path.folders].filter(isTelling);
  for (const part of parts) {
    const words = analyse(part).stems;
    if (words.length > 1 && holdsInRow(reading, words)) return Math.max(best, NAMED);
    if (words.length === 1 && hasWord(reading, words[0] ?? "")) best = Math.max(best, PART);
  }
  return best;
}

/** How much a word of a record says of a path. */
function namesPath(said: string, { path, base, end, stem, folders }: Path): number {
  const name = said.replaceAll("\\", "/").replace(/^(?:\.\/|~\/)+/, "").replace(/^\/(?=.)/, "");
  if (name.includes("*")) return matchesGlob(name, path, base) ? NAMED : 0;
  const plain = name.replace(/\/+$/, "");
  if (plain === "") return 0;
  if (name.includes("/")) {
    if (path === plain || path.endsWith(`/${plain}`)) return NAMED;
    const isFolder = `/${path}`.includes(`/${plain}/`);
    // `src/` alone says as little as the word.
    return isFolder && (plain.includes("/") || isTelling(plain)) ? NAMED : 0;
  }
  if (plain === base) return base.includes(".") ? (isTelling(stem) || isRootFile(base) ? NAMED : PART) : fileWord(base);
  if (plain === end && end !== "" && !/^\.(?:js|ts|py|go|rs|java|md|txt)$/.test(end)) return PART;
  if (plain === path || (folders.length > 0 && isTelling(plain) && isCompound(plain) && folders.includes(plain))) {
    return NAMED;
  }
  return isCompound(plain) && plain === stem ? NAMED : 0;
}

/** Files without an ending whose name is a name: Dockerfile, Makefile. */
function fileWord(base: string): number {
  return /^(?:dockerfile|makefile|jenkinsfile|procfile|justfile|gemfile|rakefile|vagrantfile|caddyfile|codeowners)$/
      .test(base)
    ? NAMED
    : isTelling(base)
    ? PART
    : 0;
}

/** Names that stand for one file of a project, though their words are common. */
function isRootFile(base: string): boolean {
  return /^(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|docker-compose[\w.-]*\.ya?ml|compose\.ya?ml|changelog\.md|readme(?:\.zh)?\.md|\.env[\w.]*|\.gitignore|requirements[\w-]*\.txt|pyproject\.toml|cargo\.(?:toml|lock)|go\.(?:mod|sum)|setup\.(?:py|cfg)|deno\.jsonc?|poetry\.lock|yarn\.lock|pnpm-lock\.yaml|agents\.md|claude\.md|contributing\.md)$/
    .test(base);
}

function matchesGlob(glob: string, path: string, base: string): boolean {
  if (!/[a-z]/.test(glob)) return false;
  const pattern = glob.replace(/[.+$#=:%~@\\-]/g, "\\$&").replace(/\*\*\/?/g, "\0").replace(/\*/g, "[^/]*")
    .replaceAll("\0", ".*");
  return new RegExp(`(?:^|/)${pattern}$`).test(glob.includes("/") ? path : base) ||
    (glob.endsWith("/*") && `/${path}`.includes(`/${glob.slice(0, -1)}`));
}

function hasWord({ tokens, labels }: Reading, word: string): boolean {
  return [...tokens.map(({ text }) => text), ...labels].some((text) =>
    text === word || (/^[a-z]+$/.test(text) && stem(text) === word)
  );
}

/** Whether these words stand side by side, or as one name in another spelling. */
function holdsInRow({ text, labels }: Reading, words: readonly string[]): boolean {
  const whole = words.join("");
  return [text, ...labels].some((said) => {
    const { stems, wholes } = analyse(said);
    return wholes.includes(whole) || stems.some((_, at) => words.every((word, ahead) => stems[at + ahead] === word));
  });
}

function holdsPhrase(text: string, phrase: string): boolean {
  if (isCjk(phrase)) return text.replaceAll(" ", "").includes(phrase.replaceAll(" ", ""));
  const at = text.indexOf(phrase);
  return at !== -1 && !/[a-z]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + phrase.length));
}

// Commands.

function forCommand(command: Command, reading: Reading): number {
  const { tokens, text, labels } = reading;
  const { program, words } = command;
  let best = 0;
  const isForbidden = (token: Token) => forbids(text, token);
  tokens.forEach((token, at) => {
    if (!isProgram(token.text, program)) return;
    const named = following(reading, at, program);
    const told = forMention(command, named);
    if (told === undefined) return;
    best = Math.max(best, told + (told < NAMED && isForbidden(token) ? FORBIDDEN : 0));
  });
  if (best === 0 && labels.some((label) => isProgram(label, program))) best = alone(program);
  const label = labels.find((each) => each.startsWith(`${program} `));
  if (label !== undefined) {
    best = Math.max(best, forMention(command, withoutRun(program, label.split(" ").slice(1))) ?? 0);
  }
  const [first = ""] = words;
  if (isCompound(first) && !first.includes(".") && tokens.some(({ text }) => text === first)) {
    best = Math.max(best, NAMED - RULE);
  }
  return best > 0 && isObeyed(command, reading) ? Math.max(0, best - OBEYED) : best;
}

const SAME_PROGRAM: Readonly<Record<string, string>> = {
  python3: "python",
  pip3: "pip",
  nodejs: "node",
  "docker-compose": "docker",
  gradlew: "gradle",
  "./gradlew": "gradle",
  flyctl: "fly",
};

function isProgram(said: string, program: string): boolean {
  const name = said.replace(/^.*\//, "");
  return (SAME_PROGRAM[name] ?? name) === (SAME_PROGRAM[program] ?? program);
}

/** The words that follow a program in a record, as far as they stand with it. */
function following({ text, tokens }: Reading, at: number, program: string): readonly string[] {
  const found: string[] = [];
  for (let next = at + 1; next < tokens.length && found.length < 4; next++) {
    const [before, token] = [tokens[next - 1], tokens[next]];
    if (!before || !token || !/^[ ]$/.test(text.slice(before.end, token.start))) break;
    found.push(token.text);
  }
  return withoutRun(program, found);
}

/** What a program with these words behind it says of a command; undefined where it is another command. */
function forMention({ program, words, options }: Command, named: readonly string[]): number | undefined {
  const [first] = named;
  if (first === undefined) return alone(program);
  const [own, second] = words;
  if (first === own) {
    const [, next] = named;
    // `docker compose up`, `git stash pop`: what is done stands in the second word.
    if (next !== undefined && second !== undefined && next !== second && isSubcommand(program, next)) return undefined;
    return NAMED;
  }
  if (options.includes(first)) return NAMED;
  if (own !== undefined && isSubcommand(program, first)) return undefined;
  if (own !== undefined && isCompound(first)) return undefined;
  return alone(program);
}

function alone(program: string): number {
  return holds(commandWords("generic"), program) ? EVERYDAY : PROGRAM;
}

/** Whether a record says of a name that it is not to be used: “never npm”, “instead of npm”, “不要用 npm”. */
function forbids(text: string, { start, end }: Token): boolean {
  const { not, notZh } = ruleWords();
  const before = text.slice(Math.max(0, start - 40), start).replace(/[`"']/g, "");
  const clause = before.slice(before.search(/[.;。；!?！？][^.;。；!?！？]*$/) + 1);
  if (not.test(clause) || notZh.test(clause)) return true;
  return /^[`"']?\s?(?:is|are)?\s?(?:forbidden|banned|not allowed|deprecated|directly|by hand|禁用|禁止|不行|不可以|不能用|已弃用|已停用)/
    .test(text.slice(end, end + 24));
}

/** Whether a command does what a record asks for: it is the way that is named beside one that is forbidden. */
function isObeyed({ program, words }: Command, { tokens, text }: Reading): boolean {
  const own = tokens.filter((token) => isProgram(token.text, program));
  if (own.length === 0 || own.some((token) => forbids(text, token))) return false;
  const [first] = words;
  return tokens.some((token) =>
    !isProgram(token.text, program) && token.text !== first && /^[a-z]/.test(token.text) && forbids(text, token) &&
    isCommandName(token.text)
  );
}

function isCommandName(name: string): boolean {
  return holds(commandWords("generic"), name) || commandWords("subcommands").includes(`\n ${name} `);
}
