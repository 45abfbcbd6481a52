/**
 * In: the commands of a tool call, and a record. Out: what the record says of their programs, subcommands and options:
 * whether it names, forbids or recommends them, or demands another option.
 */
import { priorOf } from "../text/commonness.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop.ts";
import { holds } from "../text/word_list.ts";
import { type Call, programNamed, type Rarity, withoutRun } from "./call.ts";
import { type Command, commandWords, hasSubcommands, isSubcommand } from "./command.ts";
import { before, endsClause, type Polarity, polarityOf, type Reading, type Token } from "./reading.ts";

/** What a record says of the programs and subcommands of a call. */
const SILENT = {
  /** The record names the program of a command. */
  program: 0,
  /** The record names the program with its subcommand. */
  act: 0,
  /** The record forbids the program altogether. */
  isBanned: false,
  /** It says so in so many words: “never npm”. */
  isPlainBan: false,
  /** The record forbids the program with this subcommand. */
  isBannedAct: false,
  /** The record recommends the program or the subcommand. */
  isWay: false,
  /** The record names the program with other subcommands only. */
  isOther: false,
};
type ForCommands = typeof SILENT;

/** Compares the programs and subcommands of a call with a record. */
export function forCommands({ commands }: Call, reading: Reading, rarity: Rarity): ForCommands {
  const found = { ...SILENT };
  for (const command of commands) addCommand(found, command, reading, rarity);
  return { ...found, isOther: found.isOther && found.act === 0 };
}

function addCommand(found: ForCommands, command: Command, reading: Reading, rarity: Rarity): void {
  const { program } = command;
  const acts = actsOf(command);
  const named = namedIn(reading, program, acts);
  if (!named) return;
  const { calls, polarity } = named;
  const weight = (holds(commandWords("generic"), program) ? 0.5 : 1) * rarity(program);
  const mine = calls.filter((call) => acts.some((act) => isSameAct(call.act, act)));
  if (mine.length > 0) {
    found.act = 1;
    found.program = Math.max(found.program, weight);
    if (mine.some((call) => call.polarity === "not" && !call.withOption)) found.isBannedAct = true;
    else if (mine.some((call) => call.polarity === "way")) found.isWay = true;
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

/** The first words of a command that may be subcommands: `db` of `db:migrate`. */
function actsOf({ words }: Command): readonly string[] {
  return words.map((word) => /^[a-z]+:[a-z]/.test(word) ? word.replace(/:.*$/, "") : word)
    .filter((word) => !/[/.=$]/.test(word)).slice(0, 2);
}

interface NamedCall {
  readonly act: string;
  readonly polarity?: Polarity | undefined;
  /** An option is among the next three words, so that what is said holds for it alone: “never git push --force”. */
  readonly withOption?: boolean;
}

/** How a record names a program: the subcommands, what is forbidden or recommended; undefined where it does not. */
function namedIn(reading: Reading, program: string, acts: readonly string[]) {
  const { tokens, labels } = reading;
  const labelled = labels.map((label) => label.split(" ")).filter(([name = ""]) => programNamed(name) === program);
  const places = [...tokens.entries()].filter(([at]) => isMeant(reading, at, program, acts));
  if (places.length + labelled.length === 0) return undefined;
  const withOption = (at: number) => tokens.slice(at + 1, at + 4).some(({ text }) => text.startsWith("-"));
  const polarities = places.map(([, token]) => polarityOf(reading, token));
  const behind = places.map(([at], place) => ({
    act: actBehind(reading, at, program),
    polarity: polarities[place],
    withOption: withOption(at),
  }));
  const further = tokens.flatMap((token, at): NamedCall[] =>
    isFurtherAct(reading, at, program, acts)
      ? [{ act: token.text, polarity: polarityOf(reading, token), withOption: withOption(at) }]
      : []
  );
  const ofLabels = labelled.map(([, ...said]): NamedCall => ({ act: withoutRun(program, said)[0] ?? "" }));
  return {
    calls: [...behind, ...ofLabels, ...further].filter(({ act }) => act !== ""),
    polarity: polarities.includes("not") ? "not" : polarities.find((each) => each !== undefined),
  };
}

/** Whether a word of a record is the program, and no usual word: “they go to the desk”, “no Python code”. */
function isMeant({ tokens, labels }: Reading, at: number, program: string, acts: readonly string[]): boolean {
  const token = tokens[at];
  if (!token || programNamed(token.text) !== program) return false;
  const mayBeWord = isStopWord(program) || priorOf(program) <= 0.25 || holds(commandWords("interpreters"), program);
  if (!mayBeWord || token.isQuoted || token.isCode && !token.isCapital) return true;
  const next = tokens[at + 1]?.text ?? "";
  return isSubcommand(program, next) || acts.includes(next) || labels.includes(program);
}

/** Whether a word elsewhere in the record is a subcommand of the program: “terraform apply, destroy and import”. */
function isFurtherAct({ text, tokens }: Reading, at: number, program: string, acts: readonly string[]): boolean {
  const token = tokens[at];
  if (!token) return false;
  const last = tokens[at - 1];
  const behind = last && text.slice(last.end, token.start) === " " ? last.text : "";
  // "npm install" says nothing of pnpm.
  if (hasSubcommands(behind) && programNamed(behind) !== program) return false;
  return acts.includes(token.text) && (priorOf(token.text) > 0.25 || programNamed(behind) === program) ||
    isSubcommand(program, token.text);
}

/** The word behind a program in a record that may be its subcommand; empty without one. */
function actBehind({ text, tokens }: Reading, at: number, program: string): string {
  for (let next = at + 1; next < tokens.length && next < at + 6; next++) {
    const last = tokens[next - 1];
    const token = tokens[next];
    if (!last || !token || text.slice(last.end, token.start) !== " " || !/[a-z]/.test(token.text)) break;
    // In plain text the first word may be a subcommand, too: "goose down".
    const mayBe = token.isCode || isSubcommand(program, token.text) ||
      (next === at + 1 && !hasSubcommands(program) && !isStopWord(token.text) && !token.text.endsWith("s"));
    if (!mayBe) break;
    const isPlaceholder = /^-|^(?:\.+|x+|\$.*|name|file|path|%.*)$|^v?\d/.test(token.text);
    if (!isPlaceholder && withoutRun(program, [token.text]).length > 0) return token.text;
  }
  return "";
}

/** “applied” is the same act as `apply`. */
function isSameAct(said: string, act: string): boolean {
  return said === act || (act.length > 2 && /^[a-z]+$/.test(said) && stem(said) === stem(act));
}

/** Whether a call has the options that a record demands, and those that it forbids. */
export function forOptions({ commands }: Call, reading: Reading, { isOther }: ForCommands) {
  const { tokens } = reading;
  const named = tokens.filter((token) => isOptionMeant(reading, token));
  if (named.length === 0 || isOther) return { isForbidden: false, isMissing: false, isMet: false, isSpared: false };
  const speaking = commands.filter(({ program }) => tokens.some((token) => programNamed(token.text) === program));
  const meant = speaking.length > 0 ? speaking : commands;
  const forbidden = named.filter((token) => isOptionForbidden(reading, token));
  const demanded = named.filter((token) => !forbidden.includes(token));
  const isDone = forbidden.some(({ text }) => hasOption(meant, text.replace(/=.*$/s, "")));
  const isMet = demanded.every((token) => hasDemanded(meant, reading, token));
  return {
    isForbidden: isDone && speaking.length > 0,
    isMissing: !isMet,
    isMet: isMet && demanded.length > 0,
    /** The record forbids an option, and the call has none that it forbids. */
    isSpared: forbidden.length > 0 && !isDone,
  };
}

/** Whether a word of a record is an option that is demanded or forbidden: "it adds -race" demands nothing. */
function isOptionMeant(reading: Reading, token: Token): boolean {
  return /^--?[a-z][\w-]*(?:=.*)?$/.test(token.text) &&
    !/\b(?:adds|sets|passes|implies|includes)\b[^,]*$|(?:自带|会带|会加|自动加)[^，,]*$/.test(before(reading, token));
}

function isOptionForbidden(reading: Reading, token: Token): boolean {
  const ahead = reading.text.slice(Math.max(0, token.start - 8), token.start);
  return !/without|不带|不加|没带|missing/.test(ahead) && polarityOf(reading, token) === "not";
}

function hasOption(commands: readonly Command[], option: string): boolean {
  return commands.some(({ options }) => options.some((each) => isSameOption(option, each)));
}

/** Whether commands have an option with the value that a record gives it. */
function hasDemanded(commands: readonly Command[], { text, tokens }: Reading, token: Token): boolean {
  const [option = "", set] = token.text.split("=");
  if (!hasOption(commands, option)) return false;
  const next = tokens[tokens.indexOf(token) + 1];
  const isValue = next && text.slice(token.end, next.start) === " " &&
    (next.isCode || holds(commandWords("valued"), option) && !isStopWord(next.text));
  const value = set ?? (isValue ? next.text : undefined);
  // A number in the record is an example: any will do.
  if (value === undefined || /^[\d.]+$/.test(value) && option.startsWith("--")) return true;
  return commands.some(({ values, words, options }) =>
    [...values, ...words, ...options].some((each) => each.includes(value))
  );
}

/** Whether a record names an option, or a program with a subcommand. */
export function tellsOfCommand({ tokens }: Reading): boolean {
  return tokens.some(({ text }, at) =>
    at > 0 && /^--?[a-z]/.test(text) || isSubcommand(text, tokens[at + 1]?.text ?? "")
  );
}

/** `-v` is `--volumes`. */
function isSameOption(said: string, own: string): boolean {
  return said === own || (said.length === 2 && own.startsWith(`-${said}`)) ||
    (own.length === 2 && said.startsWith(`-${own}`));
}
