/**
 * What a verb is: a declaration that help, completion, the reference page and the parser all read, and what it comes
 * to. The words of a command line become the values of its arguments; what is unknown is refused, naming the nearest.
 */
import { fail, MemoryError } from "../errors.ts";
import { legibleValue } from "../legible.ts";
import { nearest } from "../nearest.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { type Arg, choice, flag, text, type ValuesOf } from "./args.ts";
import type { Style } from "./terminal.ts";

type Args = Readonly<Record<string, Arg<unknown>>>;

/** What every verb understands. */
export const GLOBAL_ARGS = {
  projectPath: text({
    en: "Work on this project instead of the one above the working directory",
    zh: "作用于这个项目，而不是工作目录所在的项目",
  }, "DIR"),
  layer: choice({ en: "Write to, or read only, this layer of memory", zh: "写入这一层记忆，或只读这一层" }, [
    "project",
    "global",
  ]),
  json: flag({ en: "Print JSON", zh: "输出 JSON" }),
  quiet: flag({ en: "Print no progress and no notes on stderr", zh: "不在 stderr 上输出进度和提示" }),
  noColor: flag({ en: "Print no colours", zh: "不输出颜色" }),
  help: flag({ en: "Print this help", zh: "输出本帮助" }),
};

export type GlobalValues = ValuesOf<typeof GLOBAL_ARGS>;

/** What a verb gets besides its own arguments. */
export interface Caller {
  readonly runtime: Runtime;
  readonly projectPath: string | undefined;
  readonly layer: Layer | undefined;
  /** A line for the person on stderr, unless --quiet. */
  readonly note: (sentence: Sentence, language: Language) => void;
  /** --quiet: no progress either. */
  readonly quiet: boolean;
  /** A terminal reads stdout and no --json was given. */
  readonly forPerson: boolean;
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

interface Declaration {
  readonly name: string;
  readonly summary: Sentence;
  /** Paragraphs below the usage line of its help. */
  readonly about?: Sentence;
  readonly examples: readonly string[];
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
}

/** A verb: what its help says, what it takes, and how its words are read. */
export interface Command extends Declaration {
  /** Reads the words behind the verb. Throws INVALID_ARGUMENT. `run` is undefined where help is asked for. */
  readonly read: (words: readonly string[]) => {
    readonly global: GlobalValues;
    readonly run: ((caller: Caller) => Outcome | Promise<Outcome>) | undefined;
  };
}

export type Call<A, O> = Caller & { readonly args: A; readonly operands: O };

/** Declares a verb; infers the types of its arguments. */
export function defineCommand<A extends Args = Record<never, never>, O extends Args = Record<never, never>>(
  verb:
    & Omit<Declaration, "args" | "operands" | "output">
    & Partial<Pick<Declaration, "output">>
    & {
      readonly args?: A;
      readonly operands?: O;
      run(call: Call<ValuesOf<A>, ValuesOf<O>>): Outcome | Promise<Outcome>;
    },
): Command {
  const { name, args = {} as A, operands = {} as O } = verb;
  return {
    output: "envelope",
    ...verb,
    args,
    operands,
    read(words) {
      const { global, values } = parseWords({ name, args, operands }, words);
      return { global, run: values && ((caller) => verb.run({ ...caller, ...values })) };
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
export function parseWords<A extends Args, O extends Args>(verb: Wanted<A, O>, words: readonly string[]): Parsed<A, O> {
  const { given, rest } = split(verb, { ...GLOBAL_ARGS, ...verb.args }, words);
  const global = valuesOf<typeof GLOBAL_ARGS>(
    GLOBAL_ARGS,
    (key, arg) => arg.read(given.get(key) ?? [], optionName(key)),
  );
  if (global.help) return { global };
  const args = valuesOf(verb.args, (key, arg) => arg.read(given.get(key) ?? [], optionName(key)));
  return { global, values: { args, operands: readOperands(verb, rest) } };
}

/** The one place where a value gets the type that its declaration promises. */
function valuesOf<A extends Args>(args: A, read: (key: string, arg: Arg<unknown>) => unknown): ValuesOf<A> {
  return Object.fromEntries(Object.entries(args).map(([key, arg]) => [key, read(key, arg)])) as ValuesOf<A>;
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
  return word.startsWith("-") && (/^--[A-Za-z][A-Za-z-]*(=|$)/.test(word) || word === "-h" || word === "--");
}

function readOperands<O extends Args>(verb: Wanted<Args, O>, rest: readonly string[]): ValuesOf<O> {
  let at = 0;
  const values = valuesOf(verb.operands, (key, operand) => {
    const words = operand.repeated ? rest.slice(at) : rest.slice(at, at + 1);
    at += words.length;
    // An operand whose placeholder is its list of choices is called by its key.
    return operand.read(words, operand.choices.length > 0 ? key.toUpperCase() : operand.placeholder);
  });
  const extra = rest[at];
  if (extra === undefined) return values;
  const called = `memory ${verb.name}`.trimEnd();
  fail(
    "INVALID_ARGUMENT",
    { en: `${called} does not take "${extra}"`, zh: `${called} 不接受“${extra}”` },
    seeHelp(verb.name),
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
  const orText = {
    en: `${see.en}; if ${name} is meant as text, write -- before it`,
    zh: `${see.zh}；如果 ${name} 本身就是要写的文字，请在它前面加 --`,
  };
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
