/** In: what a tool call does, and its failure. Out: the names in it that a record may hold, each with its role. */
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { analyse } from "../text/mod.ts";
import { isCjk, pairsOf } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { holds } from "../text/word_list.ts";
import type { Act } from "./act.ts";
import { type Command, commandWords, hasSubcommands, rowOf } from "./command.ts";
import type { Failure } from "./failure.ts";

/** Kinds of calls. Each has weights of its own. */
export const KINDS = ["edit", "command", "failure"] as const;
export type Kind = typeof KINDS[number];

/** A file or folder of a call, in lower case, with forward slashes; relative to the project if it lies there. */
export interface Path {
  readonly path: string;
  readonly isOutside: boolean;
  readonly base: string;
  readonly stem: string;
  /** `.ts` */
  readonly end: string;
  readonly folders: readonly string[];
}

/** The role of a name in a call. If a name has several, the first of this list counts. */
const ROLES = ["program", "act", "word", "file", "folder", "part", "written", "printed"] as const;
export type Role = typeof ROLES[number];

/** A call, prepared for the comparison with records. */
export interface Call {
  readonly kind: Kind;
  readonly paths: readonly Path[];
  readonly commands: readonly Command[];
  readonly names: ReadonlyMap<string, Role>;
  /** Phrases for what its commands do: `git commit` writes a “commit message”. */
  readonly phrases: readonly string[];
  /** The environments that the call names, such as production or the main branch. */
  readonly places: ReadonlySet<string>;
  /** The names that an edit imports, the functions that it calls, and the packages that a command adds. */
  readonly used: ReadonlySet<string>;
  /** The values that an edit takes out of its file. */
  readonly removed: ReadonlySet<string>;
  readonly isNew: boolean;
  readonly failure: Failure | undefined;
  /** The whole call in lower case, in which longer names are looked for. */
  readonly text: string;
  /** The part of the call that is compared word by word. */
  readonly said: string;
  /** Groups of terms of the index: a record that may be about the call holds all terms of one of them. */
  readonly terms: readonly (readonly string[])[];
  /** The same for everyday folders and endings of files (“vendor/”, “*.proto”), where few records hold them. */
  readonly everyday: readonly (readonly string[])[];
  /** The names of the project (own_names.ts): that a path holds them says nothing. */
  readonly own: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The weight of a name: 1 if one record holds it, and the less the more do. */
export type Rarity = (name: string) => number;

/** So much of the text of an edit is compared word by word, and so many of its names are compared. */
const WRITTEN_CHARACTERS = 300;
const WRITTEN_NAMES = 300;
const PRINTED_NAMES = 250;
const NAME = /[A-Za-z_@][\w@-]*(?:[./][A-Za-z_][\w-]*)*/g;
const PRINTED = /[a-z_][\w-]*(?:\.[\w-]+)*|\d{3,}/g;
const VALUE = /\d[\d.]*\d|[a-z_][\w-]*(?:[./][\w-]+)*/g;
const CALLED = /([A-Za-z_][\w.]*)!?\(/g;
const IMPORTED = /\b(?:from|import|require|include|use|pod|gem)\b[ (]*(?:["'<]([\w@./-]+)|(\w[\w.]*))/g;

/**
 * Prepares a call for the comparison with records. A command line that only changes files is also an edit of them.
 * `relative` makes a path relative to the project; undefined for one that lies outside. `own`: the project's names.
 */
export function callsOf(act: Act, relative: Relative, failed?: Failed, own = NO_NAMES): Call[] {
  const call = callOf(act, relative, failed, own);
  const isEdit = act.changesFiles && !failed && act.commands.length > 0 && act.paths.length > 0;
  return isEdit ? [call, callOf({ ...act, commands: [] }, relative, undefined, own)] : [call];
}

type Relative = (path: string) => string | undefined;
type Failed = { readonly failure: Failure; readonly printed: string };

/** One reading of a call, as an edit, a command or a failure. */
export function callOf(act: Act, relative: Relative, failed?: Failed, own = NO_NAMES): Call {
  const all = act.folder ? [...act.paths, act.folder] : act.paths;
  const paths = [...new Set(all)].map((path) => pathOf(path, relative(path)));
  const commands = act.commands.map(lowered);
  const settings = act.settings.map((setting) => setting.toLowerCase());
  const printed = failed?.printed.toLowerCase() ?? "";
  const written = act.added.slice(0, WRITTEN_CHARACTERS);
  const lines = act.commands.slice(0, 3).map((command) => wordsOf(command).join(" "));
  const kind: Kind = failed ? "failure" : act.commands.length > 0 ? "command" : "edit";
  const said = [...lines, ...paths.slice(0, 3).map(({ path }) => path), written, ...failed?.failure.lines ?? []];
  const where = kind === "edit" ? paths.map(({ path }) => path) : [...said, ...settings];
  const call = {
    kind,
    paths,
    commands,
    names: withoutOwn(namesOf(act.added, { paths, commands, settings, printed }), own),
    phrases: commands.flatMap(phrasesFor),
    places: placesIn(where.join(" ").toLowerCase()),
    used: usedBy(act, commands),
    removed: removedBy(act),
    isNew: act.isNew,
    failure: failed?.failure,
    text: [...commands.flatMap(wordsOf), ...settings, ...paths.map(({ path }) => path), act.added, printed].join("\n")
      .toLowerCase(),
    said: said.join("\n"),
    own,
  };
  return { ...call, terms: termsOf(call), everyday: everydayOf(call) };
}

function wordsOf({ program, words, options, values }: Command): string[] {
  return [program, ...words, ...options, ...values];
}

function namesOf(
  added: string,
  { paths, commands, settings, printed }: Pick<Call, "paths" | "commands"> & {
    settings: readonly string[];
    printed: string;
  },
): Map<string, Role> {
  const { names, add, addParts, addWord } = nameList();
  for (const { program, words, options, values } of commands) {
    add(program, "program");
    const [first = "/"] = words;
    if (!first.includes("/")) add(first, "act");
    for (const word of [...words, ...options, ...values]) addWord(word);
  }
  for (const setting of settings) {
    add(setting.replace(/=.*$/s, ""), "word");
    addWord(setting);
  }
  for (const { base, stem: own, folders } of paths) {
    add(base, "file");
    add(own, "file");
    addParts(own, "part");
    for (const folder of folders) {
      add(folder, "folder");
      addParts(folder, "part");
    }
  }
  for (const name of added.match(NAME)?.slice(0, WRITTEN_NAMES) ?? []) {
    add(name.toLowerCase(), "written");
    addParts(name, "written");
  }
  for (const name of printed.match(PRINTED)?.slice(0, PRINTED_NAMES) ?? []) add(name, "printed");
  return names;
}

/** Names, to which more can be added, each with the first of its roles. */
function nameList() {
  const names = new Map<string, Role>();
  const add = (name: string, role: Role) => {
    const before = names.get(name);
    if (name.length > 1 && (before === undefined || ROLES.indexOf(role) < ROLES.indexOf(before))) names.set(name, role);
  };
  const addParts = (word: string, role: Role) => {
    for (const part of partsOf(word)) {
      if (part.length < 3 || /^\d+$/.test(part)) continue;
      add(part, role);
      if (/^[a-z]+$/.test(part)) add(stem(part), role);
    }
  };
  const addWord = (word: string) => {
    add(word, "word");
    add(withoutVersion(word), "word");
    // A script within a command: `psql -c 'alter table orders'`.
    if (/\s/.test(word)) { for (const name of word.match(PRINTED) ?? []) add(name, "word"); }
    addParts(word, "part");
  };
  return { names, add, addParts, addWord };
}

/** Names without those of the project, unless it is called or typed: `ledger report`. */
function withoutOwn(names: Map<string, Role>, own: ReadonlySet<string>): Map<string, Role> {
  for (const [name, role] of names) {
    if (!["program", "act", "word"].includes(role) && own.has(asOwnName(name))) names.delete(name);
  }
  return names;
}

function usedBy({ added }: Act, commands: readonly Command[]): Set<string> {
  const [called, imported] = added === "" ? [[], []] : [
    added.matchAll(CALLED).map(([, name = ""]) => name),
    added.matchAll(IMPORTED).map(([, name = "", other = ""]) => name || other),
  ];
  const packages = commands.flatMap(({ program, words: [act = "", ...names] }) =>
    hasSubcommands(program) && /^(?:add|install|i|get|require|up|update|upgrade)$/.test(act)
      ? names.map(withoutVersion)
      : []
  );
  return new Set([...called, ...imported, ...packages].map((name) => name.toLowerCase()).slice(0, WRITTEN_NAMES));
}

function removedBy({ removed, added }: Act): Set<string> {
  if (removed === "") return new Set();
  const valuesIn = (lines: string) => lines.toLowerCase().match(VALUE) ?? [];
  const kept = new Set(valuesIn(added));
  return new Set(valuesIn(removed).filter((value) => !kept.has(value)).slice(0, WRITTEN_NAMES));
}

/** `cesium` of `cesium@latest`, `@scope/name` of `@scope/name@2`. */
function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@[\w.^~-]*$/, "");
}

function partsOf(word: string): string[] {
  return word.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
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
  // Takes the version from `confluent-kafka==2.3.0` and `react@19`, but not the address from `deploy@10.0.3.4`.
  const plain = (word: string) =>
    word.toLowerCase().replace(/^:(?=\w)/, "").replace(/(?<=\w)(?:[=<>~!]=|@(?!\d+(?:\.\d+){3}))[\d^~].*$/, "");
  const lower = (all: readonly string[]) => all.map(plain);
  return {
    program: programNamed(program),
    words: withoutRun(program, lower(words)),
    options: lower(options),
    values: lower(values),
  };
}

/** Leaves out `run`: `npm run deploy` and `yarn deploy` name the same script. */
export function withoutRun(program: string, words: readonly string[]): readonly string[] {
  return words[0] === "run" && /^(?:npm|pnpm|yarn|bun)$/.test(program) ? words.slice(1) : words;
}

/** The name of a program, however it is called: `./mvnw` is `mvn`. */
export function programNamed(said: string): string {
  const name = said.replace(/^(?:\.{0,2}\/.*|.*bin\/)(?=[^/]+$)/, "");
  return rowOf("same program", name)?.[0] ?? name;
}

/** The environments that a text in lower case names: production, the local machine, the main branch. */
export function placesIn(text: string): Set<string> {
  const words = new Set(text.split(/[^a-z0-9]+/));
  const found = new Set<string>();
  for (const line of commandWords("environments").trim().split(" \n ")) {
    const names = line.split(" ");
    if (names.some((name) => isCjk(name) ? text.includes(name) : words.has(name))) found.add(names[0] ?? "");
  }
  return found;
}

function phrasesFor(command: Command): string[] {
  const line = ` ${[command.program, ...command.words, ...command.options].join(" ")} `;
  const names = [command.program, ...command.words.slice(0, 1)].filter((name) => !name.includes("/"));
  // Most rows are for other programs and need not be read.
  const rows = commandWords("acts").trim().split(" \n ")
    .filter((row) => row.startsWith("~") || row.includes(command.program));
  return rows.flatMap((row) => {
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

function everydayOf({ paths }: Pick<Call, "paths">): string[][] {
  const folders = paths.flatMap(({ folders, base }) => [...folders, base]).filter(isCommon);
  const endings = paths.map(({ base }) => base.slice(base.indexOf(".", 1) + 1 || base.length));
  return [...new Set([...folders, ...endings])].map((name) => analyse(name).stems).filter((stems) => stems.length > 0);
}

function termsOf({ names, paths, phrases, failure, used }: Omit<Call, "terms" | "everyday">): string[][] {
  const groups: string[][] = [];
  const add = (name: string) => {
    const { stems, wholes, runs } = analyse(name);
    groups.push(
      wholes.length === 1 ? wholes : [...stems, ...runs.flatMap((run) => run.length > 1 ? pairsOf(run) : run)],
    );
    // In a record the name may be part of a longer word: the index then holds its stems, and not the whole name.
    if (wholes.length === 1 && stems.length > 1) groups.push(stems);
  };
  for (const [name, role] of names) if (role === "program" || used.has(name) || !isCommon(name)) add(name);
  for (const phrase of phrases) add(phrase);
  for (const { folders } of paths) for (let at = 1; at < folders.length; at++) add(`${folders[at - 1]}/${folders[at]}`);
  for (const line of failure?.lines ?? []) {
    for (const run of analyse(line).runs) {
      for (let at = 0; at + 3 < run.length; at++) groups.push(pairsOf(run.slice(at, at + 4)));
    }
  }
  for (const code of failure?.codes ?? []) add(code);
  return groups.filter((group) => group.length > 0);
}

/** Whether a word says nothing by itself: thousands of records may hold it. */
function isCommon(name: string): boolean {
  return /^[a-z]+$/.test(name) &&
    (holds(commandWords("prose"), name) || holds(commandWords("places"), name) || priorOf(name) < TRADE_PRIOR);
}

/** Whether a part of a path is specific enough to be compared by itself. */
export function isTelling(part: string): boolean {
  const name = part.replace(/^[^a-z]+/, "");
  return name.length > 2 && !holds(commandWords("places"), name) && !/^[\d._-]+$/.test(name);
}

/** A name without the signs in which its spellings differ: `my-app`, `my_app` and “My App” are one. */
export function asOwnName(name: string): string {
  return name.toLowerCase().replace(/[-_. ]+/g, "");
}
