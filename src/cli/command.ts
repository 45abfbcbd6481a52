/**
 * What a verb is: a declaration that help, completion, the reference page and the parser all read. The words of a
 * command line become the values of its arguments; what is unknown is refused, naming the nearest. `verbs.txt` tells
 * what a verb and its options are for.
 */
import { fail, MemoryError } from "../errors.ts";
import { legibleValue } from "../text/legible.ts";
import { nearest } from "../text/nearest.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { type Arg, choice, flag, text, type ValuesOf } from "./args.ts";
import type { Style } from "./terminal.ts";
import { said } from "./told.ts";

type Args = Readonly<Record<string, Arg<unknown>>>;

/** What every verb understands. */
export const GLOBAL_ARGS = {
  projectPath: text("DIR"),
  layer: choice(["project", "global"]),
  json: flag,
  quiet: flag,
  noColor: flag,
  help: flag,
};

export type GlobalValues = ValuesOf<typeof GLOBAL_ARGS>;

/** What a verb gets besides its own arguments. */
export interface Caller {
  readonly runtime: Runtime;
  readonly projectPath: string | undefined;
  readonly layer: Layer | undefined;
  /** The memory that is meant, opened when a verb first asks for it. */
  readonly memory: Memory;
  /** It, if the verb has asked for it by now. */
  readonly opened: () => Memory | undefined;
  /** The layers of it to read. Throws NOT_INITIALISED where there is none. */
  readonly stores: readonly [Store, ...Store[]];
  /** A line for the person on stderr, unless --quiet. */
  readonly note: (sentence: Sentence, language: Language) => void;
  /** --quiet: no progress either. */
  readonly quiet: boolean;
  /** A terminal reads stdout and no --json was given. */
  readonly forPerson: boolean;
  /** The result is printed as text, whoever reads it. */
  readonly asText: boolean;
}

/** What a verb came to. How it is printed depends on the declaration and on the terminal. */
export interface Outcome {
  readonly status: "ok" | "preview";
  readonly data: unknown;
  readonly exitCode: number;
  /** The data as a person reads it. Absent: the JSON, indented. */
  readonly text: ((style: Style) => string) | undefined;
  /** The verb has written its result itself, line by line (`search --queries`). */
  readonly isPrinted?: boolean;
}

/** How data reads; `view` is what this needs besides the data, such as the word to highlight. */
type Render<D, V extends readonly unknown[]> = (data: D, style: Style, ...view: V) => string;

/** Done. */
export function ok<D, V extends readonly unknown[]>(data: D, render?: Render<D, V>, ...view: V): Outcome {
  const text = render && ((style: Style) => render(legibleValue(data), style, ...legibleValue(view)));
  return { status: "ok", data, exitCode: 0, text };
}

/** Nothing was changed; the data says what would be. */
export function preview<D, V extends readonly unknown[]>(data: D, render: Render<D, V>, ...view: V): Outcome {
  return { ...ok(data, render, ...view), status: "preview" };
}

/** Done, and nothing matched: exit 1, as in the seeds. */
export function nothing<D, V extends readonly unknown[]>(data: D, render: Render<D, V>, ...view: V): Outcome {
  return { ...ok(data, render, ...view), exitCode: 1 };
}

/** Done, and already written to stdout. */
export const PRINTED: Outcome = { status: "ok", data: undefined, exitCode: 0, text: undefined, isPrinted: true };

/** What a verb takes, and how its words are read. */
export interface Declaration {
  readonly args: Args;
  /** In order. The last one may be `repeated`: it takes all words left. */
  readonly operands: Args;
  /**
   * `envelope`: JSON in an envelope for machines, the text for people.
   * `bare`: the same without the envelope (search, intent).
   * `text`: text for everybody, JSON only with --json (show, completions).
   * `bare text`: that without the envelope (retrieve).
   */
  readonly output: "envelope" | "bare" | "text" | "bare text";
  /** Reads the words behind the verb. Throws INVALID_ARGUMENT. `run` is undefined where help is asked for. */
  readonly read: (name: string, words: readonly string[]) => Promise<{
    readonly global: GlobalValues;
    readonly run: ((caller: Caller) => Outcome | Promise<Outcome>) | undefined;
  }>;
}

/** A verb, with the words that call it. */
export interface Command extends Declaration {
  readonly name: string;
}

export type Call<A, O> = Caller & { readonly args: A; readonly operands: O };

/** Declares a verb; infers the types of its arguments. */
export function defineCommand<A extends Args = Record<never, never>, O extends Args = Record<never, never>>(verb: {
  readonly args?: A;
  readonly operands?: O;
  readonly output?: Declaration["output"];
  run(call: Call<ValuesOf<A>, ValuesOf<O>>): Outcome | Promise<Outcome>;
}): Declaration {
  const { args = {} as A, operands = {} as O, output = "envelope" } = verb;
  return {
    args,
    operands,
    output,
    async read(name, words) {
      const { global, values } = await parseWords({ name, args, operands }, words);
      // Not a copy: that would open a memory.
      return { global, run: values && ((caller) => verb.run(Object.assign(Object.create(caller), values))) };
    },
  };
}

/** `maxResults` → `--max-results`. */
export function optionName(key: string): string {
  // Most are one word, and every verb asks for the names of all its options.
  if (key === key.toLowerCase()) return `--${key}`;
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What of a declaration says how words are read. */
interface Wanted<A, O> {
  readonly name: string;
  readonly args: A;
  readonly operands: O;
}

interface Parsed<A, O> {
  readonly global: GlobalValues;
  /** Undefined where help is asked for, which wins over whatever is missing or wrong beside it. */
  readonly values?: { readonly args: ValuesOf<A>; readonly operands: ValuesOf<O> };
}

/** Reads the words after the verb. Throws INVALID_ARGUMENT. */
export async function parseWords<A extends Args, O extends Args>(
  verb: Wanted<A, O>,
  words: readonly string[],
): Promise<Parsed<A, O>> {
  const { given, rest } = split(verb, { ...GLOBAL_ARGS, ...verb.args }, words);
  const option = (key: string) => [optionName(key), given.get(key) ?? []] as const;
  const global = await valuesOf(verb, GLOBAL_ARGS, option);
  if (global.help) return { global };
  const args = await valuesOf(verb, verb.args, option);
  return { global, values: { args, operands: await readOperands(verb, rest) } };
}

/** The one place where a value gets the type that its declaration promises. */
async function valuesOf<A extends Args>(
  verb: Wanted<Args, Args>,
  args: A,
  wordsFor: (key: string, arg: Arg<unknown>) => readonly [name: string, words: readonly string[], called?: string],
): Promise<ValuesOf<A>> {
  const values: Record<string, unknown> = {};
  for (const [key, arg] of Object.entries(args)) {
    const [name, words, called = name] = wordsFor(key, arg);
    if (arg.required && words.length === 0) {
      throw (await import("./words.ts")).missingArg(verb.name, name, called, choicesHint(arg.choices));
    }
    values[key] = arg.read(words, called);
  }
  return values as ValuesOf<A>;
}

/** What it may be. */
function choicesHint(choices: readonly string[]): Sentence | undefined {
  if (choices.length === 0) return undefined;
  return { en: `One of ${choices.join(", ")}`, zh: `可以是 ${choices.join("、")}` };
}

/** The words given for each option, by its key, and the others. */
function split(verb: Wanted<Args, Args>, known: Args, words: readonly string[]) {
  const keyOf = new Map(Object.keys(known).map((key) => [optionName(key), key]));
  const given = new Map<string, string[]>();
  const rest: string[] = [];
  const isOption = (word: string) => looksLikeOption(word) && keyOf.has(word.split("=")[0] ?? "");
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      rest.push(...words.slice(at + 1));
      break;
    }
    if (!looksLikeOption(word)) {
      rest.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const name = word === "-h" ? "--help" : equals === -1 ? word : word.slice(0, equals);
    const key = keyOf.get(name);
    const arg = key === undefined ? undefined : known[key];
    // A verb that asks for no confirmation takes the word as said; among words to look for, it may be one of them.
    const takesWords = Object.values(verb.operands).some(({ repeated }) => repeated);
    if (name === "--confirm" && key === undefined && !takesWords) continue;
    if (key === undefined || !arg) throw unknownOption(verb, name, [...keyOf.keys()]);
    const inline = equals === -1 ? undefined : word.slice(equals + 1);
    const value = inline === undefined
      ? valueBehind(arg, name, words[at + 1], isOption)
      : inlineValue(arg, name, inline);
    if (inline === undefined && value !== undefined) at++;
    given.set(key, [...given.get(key) ?? [], value ?? ""]);
  }
  return { given, rest };
}

/** The value of `--name=value`. Throws INVALID_ARGUMENT for an option that takes none. */
function inlineValue({ takes }: Arg<unknown>, name: string, value: string): string {
  if (takes !== "flag") return value;
  fail("INVALID_ARGUMENT", { en: `${name} takes no value, found "${value}"`, zh: `${name} 不带值，现为“${value}”` });
}

/** The word behind an option, if it is its value. Throws INVALID_ARGUMENT where one is wanted and none is there. */
function valueBehind(
  { takes, placeholder }: Arg<unknown>,
  name: string,
  next: string | undefined,
  isOption: (word: string) => boolean,
): string | undefined {
  if (takes === "flag") return undefined;
  if (takes === "maybe") return next?.startsWith("-") ? undefined : next;
  if (next !== undefined && next !== "--" && !isOption(next)) return next;
  fail("INVALID_ARGUMENT", { en: `${name} needs a value: ${placeholder}`, zh: `${name} 需要一个值：${placeholder}` });
}

/** `--name` or `-h`. Anything else with a dash is text: a negative number, `-rf`, a line of a diff. */
function looksLikeOption(word: string): boolean {
  return word.startsWith("-") && (/^--[A-Za-z][A-Za-z0-9-]*(=|$)/.test(word) || word === "-h" || word === "--");
}

async function readOperands<O extends Args>(verb: Wanted<Args, O>, rest: readonly string[]): Promise<ValuesOf<O>> {
  let at = 0;
  const values = await valuesOf(verb, verb.operands, (key, operand) => {
    const words = operand.repeated ? rest.slice(at) : rest.slice(at, at + 1);
    at += words.length;
    const name = key.toUpperCase();
    // An operand whose placeholder is its list of choices is called by its key.
    return [name, words, operand.choices.length > 0 ? name : operand.placeholder];
  });
  const extra = rest[at];
  if (extra === undefined) return values;
  const called = `memory ${verb.name}`.trimEnd();
  const { wordMeant } = await import("./words.ts");
  fail(
    "INVALID_ARGUMENT",
    said("does_not_take", { called, extra }),
    wordMeant(extra, verb.args, optionName) ?? seeHelp(verb.name),
  );
}

function unknownOption(
  { name: verb, operands }: Wanted<Args, Args>,
  name: string,
  known: readonly string[],
): MemoryError {
  const close = nearest(name, known);
  const called = `memory ${verb}`.trimEnd();
  const see = seeHelp(verb);
  // `memory search --no-verify`: a flag of another command, to be looked for.
  const takesText = Object.values(operands).some(({ choices }) => choices.length === 0);
  const orText = said("or_text", { see, name });
  return new MemoryError(
    "INVALID_ARGUMENT",
    { en: `${called} has no option ${name}`, zh: `${called} 没有选项 ${name}` },
    close ? { en: `Did you mean ${close}?`, zh: `是不是 ${close}？` } : takesText ? orText : see,
  );
}

/** The hint that leads to the help of a verb. */
export function seeHelp(verb: string): Sentence {
  const help = `memory help ${verb}`.trimEnd();
  return { en: `See \`${help}\``, zh: `见 \`${help}\`` };
}
