/** A verb is a declaration that help, completion, the reference page and the parser all read. */
import { EXIT_CODE_OF, fail, type MemoryError } from "../errors.ts";
import { legibleValue } from "../text/legible.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { type Arg, choice, flag, nameOf, type ValuesOf } from "./args.ts";
import type { Style } from "./terminal.ts";
import { didYouMean, failure, said } from "./told.ts";
import { named } from "../wording.ts";

type Args = Readonly<Record<string, Arg<unknown>>>;

export const GLOBAL_ARGS = {
  projectPath: nameOf("DIR"),
  layer: choice(["project", "global"]),
  json: flag,
  text: flag,
  quiet: flag,
  noColor: flag,
  help: flag,
};

export type GlobalValues = ValuesOf<typeof GLOBAL_ARGS>;

/** A verb gets this besides its own arguments. */
export interface Caller {
  readonly runtime: Runtime;
  readonly projectPath: string | undefined;
  readonly layer: Layer | undefined;
  /** The memory that is meant, opened when a verb first asks for it. */
  readonly memory: Memory;
  /** The layers of it to read. Throws NOT_INITIALISED where there is none. */
  readonly stores: readonly [Store, ...Store[]];
  /** A line for the person on stderr, unless --quiet. */
  readonly note: (sentence: Sentence) => void;
  /** --quiet: no progress either. */
  readonly quiet: boolean;
  /** A terminal reads stdout and no --json was given. With --text a pipe is a pipe: nothing is asked or drawn there. */
  readonly forPerson: boolean;
  /** The result is printed as text, whoever reads it. */
  readonly asText: boolean;
}

/** The result of a verb. How it is printed depends on the declaration and on the terminal. */
export interface Outcome {
  readonly status: "ok" | "preview";
  readonly data: unknown;
  readonly exitCode: number;
  /** The data as a person reads it. Absent: the data is a text for another program, which is printed as it is. */
  readonly text: ((style: Style) => string) | undefined;
  /** The verb has written its result itself, line by line (`search --queries`). */
  readonly isPrinted?: boolean;
}

/** Makes a text of data; `view` holds whatever else the text needs, such as the word to highlight. */
type Render<D, V extends readonly unknown[]> = (data: D, style: Style, ...view: V) => string;

/** The result of a verb that is done. */
export function ok<D, V extends readonly unknown[]>(data: D, render?: Render<D, V>, ...view: V): Outcome {
  const text = render && ((style: Style) => render(legibleValue(data), style, ...legibleValue(view)));
  return { status: "ok", data, exitCode: 0, text };
}

/** The result of a preview: nothing was changed, and the data tells the change that would be made. */
export function preview<D, V extends readonly unknown[]>(data: D, render: Render<D, V>, ...view: V): Outcome {
  return { ...ok(data, render, ...view), status: "preview" };
}

/** The result of a verb that found nothing: exit 1, as in the seeds. */
export function nothing<D, V extends readonly unknown[]>(data: D, render: Render<D, V>, ...view: V): Outcome {
  return { ...ok(data, render, ...view), exitCode: 1 };
}

/** The result of a verb that has already written to stdout. */
export const PRINTED: Outcome = { status: "ok", data: undefined, exitCode: 0, text: undefined, isPrinted: true };

export interface Declaration {
  readonly args: Args;
  /** In order. The last one may be `repeated`: then it takes all words left. */
  readonly operands: Args;
  /**
   * `envelope`: JSON in an envelope for machines, the text for people.
   * `bare`: the same without the envelope (search, intent).
   * `text`: text for everybody, JSON only with --json (show, completions).
   * `bare text`: as `text`, the JSON without the envelope (retrieve).
   */
  readonly output: "envelope" | "bare" | "text" | "bare text";
  /** The next step where `--layer global` is refused, because the verb does not go by layers. */
  readonly withoutLayers?: Sentence | undefined;
  /** Reads the words behind the verb. Throws INVALID_ARGUMENT. `run` is undefined where help is asked for. */
  readonly read: (name: string, words: readonly string[]) => Promise<{
    readonly global: GlobalValues;
    readonly run: ((caller: Caller) => Outcome | Promise<Outcome>) | undefined;
  }>;
}

export interface Command extends Declaration {
  readonly name: string;
}

export type Call<A, O> = Caller & { readonly args: A; readonly operands: O };

/** Declares a verb; infers the types of its arguments. */
export function defineCommand<A extends Args = Record<never, never>, O extends Args = Record<never, never>>(verb: {
  readonly args?: A;
  readonly operands?: O;
  readonly output?: Declaration["output"];
  readonly withoutLayers?: Sentence;
  run(call: Call<ValuesOf<A>, ValuesOf<O>>): Outcome | Promise<Outcome>;
}): Declaration {
  const { args = {} as A, operands = {} as O, output = "envelope", withoutLayers } = verb;
  return {
    args,
    operands,
    output,
    withoutLayers,
    async read(name, words) {
      const { global, values } = await parseWords({ name, args, operands, withoutLayers }, words);
      if (!values) return { global, run: undefined };
      // Inherits from the caller, since a copy would read its getters and so open a memory.
      const run = async (caller: Caller) => await verb.run(Object.assign(Object.create(caller), values));
      return { global, run: async (caller) => unlessUnconfirmed(await run(caller), values.args) };
    },
  };
}

/** Where a bare `--confirm` did nothing, since a token is wanted, a script must not go on as if it had. */
function unlessUnconfirmed(outcome: Outcome, { confirm, dryRun }: ValuesOf<Args>): Outcome {
  const isWanted = outcome.status === "preview" && confirm === true && dryRun !== true;
  return isWanted ? { ...outcome, exitCode: EXIT_CODE_OF.CONFIRM_EXPIRED } : outcome;
}

/** `maxResults` → `--max-results`. */
export function optionName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

type Wanted = Pick<Command, "name" | "args" | "operands" | "withoutLayers">;

/** Throws INVALID_ARGUMENT, except where help is asked for: then there are no `values`, whatever else is wrong. */
export async function parseWords(verb: Wanted, words: readonly string[]): Promise<{
  readonly global: GlobalValues;
  readonly values?: { readonly args: ValuesOf<Args>; readonly operands: ValuesOf<Args> };
}> {
  const { given, typed, rest } = await split(verb, { ...GLOBAL_ARGS, ...verb.args }, words);
  const option = (key: string) => [typed.get(key) ?? optionName(key), given.get(key) ?? []] as const;
  const global = await valuesOf(verb, GLOBAL_ARGS, option);
  if (global.help) return { global };
  if (global.json && global.text) throw failure("json_and_text");
  const args = await valuesOf(verb, verb.args, option);
  if (global.layer === "global" && verb.withoutLayers) {
    fail("INVALID_ARGUMENT", said("without_layers", { called: `memory ${verb.name}` }), verb.withoutLayers);
  }
  return { global, values: { args, operands: await readOperands(verb, rest) } };
}

/** Throws INVALID_ARGUMENT. Only here does a value get the type that its declaration promises. */
async function valuesOf<A extends Args>(
  verb: Wanted,
  args: A,
  wordsFor: (key: string, arg: Arg<unknown>) => readonly [name: string, words: readonly string[], called?: string],
): Promise<ValuesOf<A>> {
  const values: Record<string, unknown> = {};
  for (const [key, arg] of Object.entries(args)) {
    const [name, words, called = name] = wordsFor(key, arg);
    if (arg.required && words.length === 0) {
      const hint = arg.choices.length > 0 ? said("one_of", { choices: named(arg.choices) }) : undefined;
      throw (await import("./words.ts")).missingArg(verb.name, name, called, hint);
    }
    values[key] = arg.read(words, called);
  }
  return values as ValuesOf<A>;
}

/** The words given for each option, by its key, and the others. Throws INVALID_ARGUMENT. */
async function split(verb: Wanted, known: Args, words: readonly string[]) {
  const keyOf = keysByName(known);
  const given = new Map<string, string[]>();
  // The name by which each option was called: it may have another one.
  const typed = new Map<string, string>();
  const rest: string[] = [];
  const isOption = (word: string) => looksLikeOption(word) && keyOf.has(word.split("=")[0] ?? "");
  // A verb that needs no confirmation ignores `--confirm`; where any words are taken it is refused, as a possible word.
  const firstOfWords = Object.values(verb.operands).findIndex(({ repeated }) => repeated);
  const mayBeWord = () => firstOfWords === 0 || (firstOfWords > 0 && rest.length > firstOfWords);
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
    const [name, inWord] = optionIn(word);
    const key = keyOf.get(name);
    const arg = key === undefined ? undefined : known[key];
    if (name === "--confirm" && key === undefined && !mayBeWord()) continue;
    if (key === undefined || !arg) throw await unknownOption(verb, name, [...keyOf.keys()]);
    if (inWord !== undefined && arg.takes === "flag") throw failure("takes_no_value", { name, value: inWord });
    const behind = inWord === undefined ? valueBehind(arg, name, words[at + 1], isOption) : undefined;
    if (behind !== undefined) at++;
    typed.set(key, name);
    given.set(key, [...given.get(key) ?? [], inWord ?? behind ?? ""]);
  }
  return { given, typed, rest };
}

/** The key of each option by its names. A name ranks before another option's alias. */
function keysByName(known: Args): Map<string, string> {
  const aliases = Object.entries(known).flatMap(([key, { alias }]) =>
    alias === undefined ? [] : [[optionName(alias), key] as const]
  );
  return new Map([...aliases, ...Object.keys(known).map((key) => [optionName(key), key] as const)]);
}

/** The name of an option, and the value that the same word holds. */
function optionIn(word: string): [name: string, value: string | undefined] {
  const equals = word.indexOf("=");
  if (equals !== -1) return [word.slice(0, equals), word.slice(equals + 1)];
  return [word === "-h" ? "--help" : word, undefined];
}

function valueBehind(
  { takes, placeholder }: Arg<unknown>,
  name: string,
  next: string | undefined,
  isOption: (word: string) => boolean,
): string | undefined {
  if (takes === "flag") return undefined;
  if (takes === "maybe") return next?.startsWith("-") ? undefined : next;
  if (next !== undefined && next !== "--" && !isOption(next)) return next;
  throw failure("needs_value", { name, placeholder });
}

/** `--name` or `-h`. Anything else with a dash is text: a negative number, `-rf`, a line of a diff. */
function looksLikeOption(word: string): boolean {
  return /^-(?:h|-|-[A-Za-z][A-Za-z0-9-]*(?:=.*)?)$/s.test(word);
}

async function readOperands(verb: Wanted, rest: readonly string[]): Promise<ValuesOf<Args>> {
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
  const hint = wordMeant(extra, verb.args, optionName) ?? seeHelp(verb.name);
  fail("INVALID_ARGUMENT", said("does_not_take", { called, extra }), hint);
}

async function unknownOption(
  { name: verb, operands }: Wanted,
  name: string,
  known: readonly string[],
): Promise<MemoryError> {
  const see = seeHelp(verb);
  // In `memory search --no-verify` the word may be a text to look for.
  const takesText = Object.values(operands).some(({ choices }) => choices.length === 0);
  const otherwise = takesText ? said("or_text", { see, name }) : see;
  const { optionMeant } = await import("./words.ts");
  const hint = didYouMean(optionMeant(name, known)) ?? otherwise;
  return failure("no_option", { called: `memory ${verb}`.trimEnd(), name, hint });
}

/** The hint that leads to the help of a verb. */
export function seeHelp(verb: string): Sentence {
  const help = `memory help ${verb}`.trimEnd();
  return { en: `See \`${help}\``, zh: `见 \`${help}\`` };
}
