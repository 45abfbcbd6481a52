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
import { priorOf } from "../text/commonness.ts";
import { pairsOf } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { holds } from "../text/word_list.ts";
import { doesAsAsked, forCommand, isName, NAMED, type Rarity, withoutRun } from "./at_command.ts";
import { forbidsName, holdsPhrase, type Reading, readingOf, recommends } from "./reading.ts";
import { type Act, type Command, commandWords } from "./tool_call.ts";

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
  /** Names that an edit writes, by what they are in lower case. */
  readonly added: ReadonlyMap<string, string>;
  /** The call in words. */
  readonly said: string;
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

/** A file without its ending, a folder: as a word, not as a path. */
const WORD_OF_PATH = 0.6;
const HALF = 0.5;
/** … of several parts, as words side by side. */
const IN_ROW = 0.8;
/** The path itself. */
const PATH = 1.2;
/** The folder that the file is in; each that is farther up says less. */
const FOLDER = 0.72;
const FARTHER = 0.7;
/** One that every project has: `api/`, `src/`. */
const PLACE = 0.6;
/** What the command does, in a phrase. */
const PHRASE = 0.5;
/** The record says what is to be done or not. */
const RULE = 0.25;
/** Its topic is the language of the file. */
const LANGUAGE = 0.15;
/** A name that an edit writes: one that is not to be used; one of several parts; any other that is rare. */
const IDENTIFIER = 0.5;
const WRITTEN = 0.25;
const WRITTEN_MAX = 0.5;
/** It names another thing that the call has too. */
const BESIDE = 0.1;
const BESIDE_MAX = 0.3;
/** … and what says neither: so much must speak for it. */
const TELLS = 0.9;
/** So much must speak for a record that it is told. */
export const LINE = 0.75;

/**
 * A call for comparing.
 *
 * @param relative makes a path relative to the project; undefined for one that lies outside
 */
export function callOf(act: Act, relative: (path: string) => string | undefined): Call {
  const paths = [...new Set(act.paths)].map((path) => pathOf(path, relative(path)));
  return {
    paths,
    commands: act.commands.map(lowered),
    phrases: act.commands.map(lowered).flatMap(phrasesFor),
    added: namesIn(act.added ?? ""),
    said: saidBy(act, paths),
  };
}

/** Of what an edit writes so much is read as words. */
const WRITTEN_CHARACTERS = 300;

/** The call in words. */
function saidBy({ commands, added = "" }: Act, paths: readonly Path[]): string {
  return [
    ...commands.slice(0, 3).map(({ program, words, options, values }) =>
      [program, ...words, ...options, ...values].join(" ")
    ),
    ...paths.slice(0, 3).map(({ path }) => path),
    added.slice(0, WRITTEN_CHARACTERS),
  ].join("\n");
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
  // `confluent-kafka==2.3.0`, `react@19`
  const plain = (word: string) =>
    word.toLowerCase().replace(/^:(?=\w)/, "").replace(/(?<=\w)(?:[=<>~!]=|@)[\d^~].*$/, "");
  const lower = (all: readonly string[]) => all.map(plain);
  return { program, words: withoutRun(program, lower(words)), options: lower(options), values: lower(values) };
}

function phrasesFor(command: Command): string[] {
  const line = ` ${[command.program, ...command.words, ...command.options].join(" ").toLowerCase()} `;
  const names = [command.program, ...command.words.slice(0, 1)].filter((name) => !name.includes("/"));
  return commandWords("acts").trim().split("\n").map((row) => row.trim()).flatMap((row) => {
    const [calls = "", phrases = ""] = row.split(" = ");
    const isMeant = calls.split("|").some((call) => {
      // A part of the name of a program or a script: `./scripts/deploy.sh`, `npm run db:seed`.
      if (call.startsWith("~")) return names.some((name) => name.includes(call.slice(1)));
      const [program = "", ...words] = call.split(" ");
      return line.startsWith(` ${program} `) && words.every((word) => line.includes(` ${word} `));
    });
    return isMeant ? phrases.split("|") : [];
  });
}

/** Groups of terms of the index: a record that may be about the call holds all terms of one of them. */
export function termsFor({ paths, commands, phrases, added }: Call): string[][] {
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
    if (end !== "" && path !== "") groups.push([end.slice(1)], ...languagesOf(end).map((name) => [name]));
  }
  for (const { program, words, values } of commands) {
    add(program);
    for (const word of [...words, ...values]) if (isName(word)) add(word);
  }
  for (const phrase of phrases) add(phrase);
  for (const [low, name] of added) if (name.length > 2 && !holds(commandWords("prose"), low)) add(name);
  return groups.filter((group) => group.length > 0);
}

/** Whether a part of a path says anything by itself. */
function isTelling(part: string): boolean {
  const name = part.replace(/^[^a-z]+/, "");
  return name.length > 2 && !holds(commandWords("places"), name) && !/^[\d._-]+$/.test(name);
}

/** How much speaks for a record, from 0; `LINE` is enough. */
export function speaksFor(call: Call, { content, labels, isRule }: Said, rarity: Rarity): number {
  const reading = readingOf(content, labels, isRule);
  let best = 0;
  let isAbout = 0;
  for (const command of call.commands) {
    const found = forCommand(command, reading, rarity);
    // It is done already as the record says.
    if (found === undefined) return 0;
    const more = [...command.words.slice(1), ...command.values].filter((word) => word.length > 2);
    if (found > 0) best = Math.max(best, found + beside(reading, more, found));
  }
  for (const path of call.paths) {
    const found = forPath(path, reading, rarity);
    if (found === 0) continue;
    // A command is given a folder to look through, too.
    const counts = found < NAMED && call.commands.length > 0 ? found * HALF : found;
    isAbout = Math.max(isAbout, counts + beside(reading, path.folders.filter(isTelling), found));
  }
  best = call.commands.length > 0 ? Math.max(best, isAbout) : isAbout + forAdded(call, reading, isRule, rarity);
  if (best < PHRASE && call.commands.some((command) => doesAsAsked(command, reading))) return 0;
  if (best < PHRASE && call.phrases.some((phrase) => holdsPhrase(reading.text, phrase))) best = PHRASE;
  if (best + RULE < LINE) return best;
  const rule = reading.isRule ? RULE : 0;
  // What only tells something must be about the very thing.
  return rule === 0 && best < TELLS ? 0 : best + rule;
}

/** What else of a call a record names, of what alone would say too little. */
function beside({ tokens }: Reading, names: readonly string[], found: number): number {
  if (found >= NAMED) return 0;
  const shared = names.filter((name) => tokens.some(({ text }) => text === name)).length;
  return Math.min(BESIDE_MAX, BESIDE * Math.max(0, shared - (found <= WORD_OF_PATH ? 1 : 0)));
}

// What an edit writes.

/** The names in a text of code, whole and in their parts, as they are written, by what they are in lower case. */
function namesIn(code: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const NAME = /[A-Za-z_@][\w@-]*(?:[./][A-Za-z_][\w-]*)*/g;
  const add = (name: string) => void (name.length > 2 && names.set(name.toLowerCase(), name));
  for (let match = NAME.exec(code); match && names.size < NAMES_MAX; match = NAME.exec(code)) {
    add(match[0]);
    const parts = match[0].split(/[./_@-]|(?<=[a-z])(?=[A-Z])/);
    if (parts.length > 1) parts.forEach(add);
  }
  return names;
}

const NAMES_MAX = 150;

/** What a record forbids and an edit writes; names that both hold. */
function forAdded({ added, paths }: Call, reading: Reading, isRule: boolean, rarity: Rarity): number {
  if (added.size === 0) return 0;
  let forbidden = 0;
  let shared = 0;
  const counted = new Set<string>();
  const end = paths[0]?.end ?? "";
  for (const token of reading.tokens) {
    const name = token.text.replace(/\(.*$/, "");
    const known = added.has(name) ? name : added.has(stem(name)) ? stem(name) : undefined;
    if (known === undefined || counted.has(known)) continue;
    // A plain word counts where it is written as code, and not to be written: `any`.
    if (holds(commandWords("prose"), known) && !(token.isQuoted && forbidsName(reading, token))) continue;
    counted.add(known);
    if (forbidsName(reading, token)) forbidden = Math.max(forbidden, 0.5 + 0.5 * priorOf(known));
    else if (!recommends(reading, token)) {
      shared += isIdentifier(known) ? IDENTIFIER : WRITTEN * rarity(known) * priorOf(known);
    }
  }
  const about = isRule && namesLanguage(reading, end) ? LANGUAGE : 0;
  return forbidden + Math.min(WRITTEN_MAX, shared) + about;
}

/** A name that nobody writes but for this thing: of several parts. */
function isIdentifier(name: string): boolean {
  return name.length > 6 && /[a-z][._][a-z]/.test(name) && !/\.(?:[a-z]{1,4})$/.test(name);
}

/** The names by which a record speaks of the language of a file. */
function languagesOf(end: string): readonly string[] {
  return (LANGUAGES[end]?.source.replaceAll("\\b", " ").match(/[a-z]{3,}/g) ?? []).map((name) => stem(name));
}

const LANGUAGES: Readonly<Record<string, RegExp>> = {
  ".py": /\bpython\b/,
  ".rs": /\brust\b/,
  ".go": /^go\b|\bgolang\b|\bgo (?:code|style|services?)\b/,
  ".ts": /\btypescript\b/,
  ".tsx": /\breact\b|\btypescript\b/,
  ".jsx": /\breact\b/,
  ".sql": /\bsql\b/,
  ".tf": /\bterraform\b/,
  ".kt": /\bkotlin\b/,
  ".swift": /\bswift\b/,
  ".java": /\bjava\b/,
  ".vue": /\bvue\b/,
  ".css": /\bcss\b|样式/,
  ".scss": /\bs?css\b|样式/,
  ".sh": /\bshell\b|\bbash\b/,
  ".md": /\bdocs\b|文档/,
};

function namesLanguage({ text }: Reading, end: string): boolean {
  return LANGUAGES[end]?.test(text) ?? false;
}

// Paths.

function forPath(path: Path, reading: Reading, rarity: Rarity): number {
  let best = 0;
  for (const { text } of reading.tokens) best = Math.max(best, namesPath(text, path));
  for (const label of reading.labels) best = Math.max(best, namesPath(label, path));
  if (best >= NAMED || path.isOutside) return best;
  // What a path says in words.
  let words = 0;
  for (const [away, part] of [path.stem, ...path.folders.toReversed()].entries()) {
    if (!isTelling(part)) continue;
    const stems = analyse(part).stems.filter((each) => each.length > 1);
    const telling = stems.filter((each) => !holds(commandWords("places"), each) && !holds(commandWords("prose"), each));
    const near = away < 3 ? 1 : FARTHER ** (away - 2);
    if (stems.length > 1 && telling.length > 1 && holdsInRow(reading, stems)) words += IN_ROW * rarity(part) * near;
    else if (telling.length > 0 && telling.every((each) => hasWord(reading, each))) {
      // Of `quarry_api` the project's name alone says half.
      const whole = telling.length === stems.length ? 1 : HALF;
      words += WORD_OF_PATH * Math.min(...telling.map(rarity)) * near * whole;
    }
  }
  return Math.max(best, Math.min(NAMED, words));
}

/** How much a word of a record says of a path. */
function namesPath(said: string, { path, base, end, stem, folders }: Path): number {
  const name = said.replaceAll("\\", "/").replace(/^(?:\.\/|~\/)+/, "").replace(/^\/(?=.)/, "");
  if (!/[a-z]/.test(name)) return 0;
  if (name.includes("*")) return matchesGlob(name, path, base) ? NAMED : 0;
  const plain = name.replace(/\/+$/, "");
  if (name.includes("/")) {
    if (path === plain) return isTelling(plain) || plain.includes("/") ? PATH : FOLDER;
    if (path.endsWith(`/${plain}`) && (plain.includes("/") || isTelling(plain))) return PATH;
    // A command that is given a folder is about what lies in it.
    if (path.includes("/") && plain.startsWith(`${path}/`)) return NAMED;
    const at = `/${path}`.indexOf(`/${plain}/`);
    if (at === -1) return 0;
    const below = path.slice(at + plain.length + 1).split("/").length - 1;
    if (below === 0 && plain.includes("/")) return TELLS;
    return (plain.includes("/") || isTelling(plain) ? FOLDER + 0.1 : FOLDER * PLACE) * FARTHER ** below;
  }
  if (plain === base) {
    return base.includes(".") ? (isTelling(stem) || isRootFile(base) ? PATH : WORD_OF_PATH) : fileWord(base);
  }
  if (plain === end && end !== "" && !/^\.(?:js|ts|py|go|rs|java|md|txt)$/.test(end)) return WORD_OF_PATH;
  if (!isName(plain)) return 0;
  return plain === stem ? NAMED : plain === folders.at(-1) ? FOLDER : 0;
}

/** Files without an ending whose name is a name: Dockerfile, Makefile. */
function fileWord(base: string): number {
  return /^(?:dockerfile|makefile|jenkinsfile|procfile|justfile|gemfile|rakefile|vagrantfile|caddyfile|codeowners)$/
      .test(base)
    ? NAMED
    : isTelling(base)
    ? WORD_OF_PATH
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

/** Whether a record has a word by itself, not within a path or an identifier. */
function hasWord({ tokens, labels }: Reading, word: string): boolean {
  const isIt = (text: string) => text === word || (/^[a-z]+$/.test(text) && stem(text) === word);
  return tokens.some(({ text }) => isIt(text)) || labels.some(isIt);
}

/** Whether these words stand side by side, or as one name in another spelling. */
function holdsInRow({ tokens, labels }: Reading, words: readonly string[]): boolean {
  const whole = words.join("");
  const plain = tokens.filter(({ text }) => !text.includes("/"));
  return [plain.map(({ text }) => text).join(" "), ...labels].some((said) => {
    const { stems, wholes } = analyse(said);
    return wholes.includes(whole) || stems.some((_, at) => words.every((word, ahead) => stems[at + ahead] === word));
  });
}
