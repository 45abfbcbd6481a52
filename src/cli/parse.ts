/**
 * The words of a command line → the values of a verb's arguments. What is unknown is refused, naming the nearest known.
 */
import { fail, MemoryError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { Arg } from "./args.ts";
import { type Command, GLOBAL_ARGS, type GlobalValues, optionName } from "./command.ts";

/** The values of a command line, by the keys of the verb's declaration. */
export interface Parsed {
  readonly args: Readonly<Record<string, unknown>>;
  readonly operands: Readonly<Record<string, unknown>>;
  readonly global: GlobalValues;
}

interface Split {
  /** Words given for each option, by its key. */
  readonly given: Map<string, string[]>;
  readonly rest: string[];
}

/** Reads the words after the verb. Throws INVALID_ARGUMENT. */
export function parseWords(command: Command, words: readonly string[]): Parsed {
  const known: Record<string, Arg<unknown>> = { ...GLOBAL_ARGS, ...command.args };
  const { given, rest } = split(command, known, words);
  const global = readAll(GLOBAL_ARGS, given) as GlobalValues;
  // Help wins over whatever is missing or wrong beside it.
  if (global.help) return { args: {}, operands: {}, global };
  return { args: readAll(command.args, given), operands: readOperands(command, rest), global };
}

function split(command: Command, known: Record<string, Arg<unknown>>, words: readonly string[]): Split {
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
    if (name === "--confirm" && key === undefined && needsNoConfirm(command)) continue;
    if (key === undefined || !arg) throw unknownOption(command, name, [...keyOf.keys()]);
    const inline = equals === -1 ? undefined : word.slice(equals + 1);
    const value = inline === undefined
      ? valueBehind(arg, name, words[at + 1], isOption)
      : inlineValue(arg, name, inline);
    if (inline === undefined && value !== undefined) at++;
    given.set(key, [...given.get(key) ?? [], value ?? ""]);
  }
  return { given, rest };
}

/**
 * Whether a verb that asks for no confirmation takes the word as said anyway. Where the words are what is looked for,
 * it may be one of them.
 */
function needsNoConfirm({ operands }: Command): boolean {
  return !Object.values(operands).some(({ repeated }) => repeated);
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

function readAll(args: Readonly<Record<string, Arg<unknown>>>, given: Split["given"]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, arg]) => [key, arg.read(given.get(key) ?? [], optionName(key))]),
  );
}

function readOperands(command: Command, rest: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let at = 0;
  for (const [key, operand] of Object.entries(command.operands)) {
    const words = operand.repeated ? rest.slice(at) : rest.slice(at, at + 1);
    at += words.length;
    // An operand whose placeholder is its list of choices is called by its key.
    values[key] = operand.read(words, operand.choices.length > 0 ? key.toUpperCase() : operand.placeholder);
  }
  const extra = rest[at];
  if (extra === undefined) return values;
  const [verb, help] = [`memory ${command.name}`.trimEnd(), `memory help ${command.name}`.trimEnd()];
  fail("INVALID_ARGUMENT", { en: `${verb} does not take "${extra}"`, zh: `${verb} 不接受“${extra}”` }, {
    en: `See \`${help}\``,
    zh: `见 \`${help}\``,
  });
}

function unknownOption(command: Command, name: string, known: readonly string[]): MemoryError {
  const close = nearest(name, known);
  const verb = `memory ${command.name}`.trimEnd();
  const help = `memory help ${command.name}`.trimEnd();
  const see = { en: `See \`${help}\``, zh: `见 \`${help}\`` };
  // `memory search --no-verify`: a flag of another command, to be looked for.
  const takesText = Object.values(command.operands).some(({ choices }) => choices.length === 0);
  const orText = {
    en: `${see.en}; if ${name} is meant as text, write -- before it`,
    zh: `${see.zh}；如果 ${name} 本身就是要写的文字，请在它前面加 --`,
  };
  return new MemoryError(
    "INVALID_ARGUMENT",
    { en: `${verb} has no option ${name}`, zh: `${verb} 没有选项 ${name}` },
    close ? { en: `Did you mean ${close}?`, zh: `是不是 ${close}？` } : takesText ? orText : see,
  );
}
