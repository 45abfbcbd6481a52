/** Help texts, made from the declarations of verbs and from the words of `verbs.txt`. */
import { hasHan } from "../text/script.ts";
import type { Language } from "../sentence.ts";
import { type Command, GLOBAL_ARGS, optionName } from "./command.ts";
import { entryOf, loadVerb, SHORT_NAMES, shortName, TABLE } from "./table.ts";
import { ALL, verbsBelow } from "./mistyped.ts";
import { width, wrap } from "./terminal.ts";
import { aboutArg, examplesIn, optionAbout, wordsOf } from "./words.ts";
import { said } from "./told.ts";
import { named } from "../wording.ts";

/** The help of a verb or a group of verbs; the everyday verbs for no words, all for `--all`; `room`: of a terminal. */
export async function helpText(words: readonly string[], language: Language, room = Infinity): Promise<string> {
  return within(await helpLines(words, language), room);
}

/** Breaks lines that are too wide: a second column stays a column, a paragraph flows. */
function within(text: string, room: number): string {
  if (room === Infinity) return text;
  const paragraphs = text.trimEnd().split("\n\n").map((paragraph) => {
    const lines = paragraph.split("\n");
    // Indented lines are a table, an example or a list.
    const isProse = lines.every((line) => /^\S/.test(line)) && !/[:：]$/.test(lines[0] ?? "");
    if (isProse) return wrap(flowing(paragraph), room).join("\n");
    return lines.flatMap((line) => {
      const [, left = "", right = ""] = /^( {2,}\S.*? {2,}|\s*)(\S.*)$/.exec(line) ?? [];
      if (width(line) <= room || /^ +(?:memory |--\S+ \S+$)/.test(line)) return [line];
      // A narrow terminal has no room beside the left column.
      if (room - width(left) < LEAST_ROOM) {
        return [left.trimEnd(), ...wrap(right, room - 6).map((part) => `      ${part}`)];
      }
      return wrap(right, room - width(left)).map((part, at) => (at === 0 ? left : " ".repeat(width(left))) + part);
    }).join("\n");
  });
  return `${paragraphs.join("\n\n")}\n`;
}

/** Columns for the right column; with fewer its text goes below the left one. */
const LEAST_ROOM = 24;

const SIGN = /[\u3000-\u303f\uff00-\uffef]/;

/** The lines of a paragraph as one. */
export function flowing(paragraph: string): string {
  return paragraph.split("\n").reduce(joined);
}

/** Two lines as one. Between Chinese characters, and after a Chinese sign, there is no blank. */
function joined(one: string, next: string): string {
  const [before, after] = [one.slice(-1), next.slice(0, 1)];
  const isJoined = SIGN.test(before) || (hasHan(before) && (hasHan(after) || SIGN.test(after)));
  return `${one}${isJoined ? "" : " "}${next}`;
}

async function helpLines(words: readonly string[], language: Language): Promise<string> {
  const name = words.join(" ");
  if (name === ALL) {
    const more = said("help_more_all", { verbs: named(SHORT_NAMES) })[language];
    return overview(TABLE.map(({ name }) => shortName(name) ?? name), `${everywhere(language)}\n${more}`, language);
  }
  const entry = entryOf(name);
  const group = verbsBelow(name);
  const verbs = group.length > 0 ? verbList(group, language) : undefined;
  if (entry) return verbHelp({ ...await loadVerb(entry), name }, verbs, language);
  if (name !== "" && verbs !== undefined) return `${said("usage")[language]}memory ${name} VERB …\n\n${verbs}`;
  if (words.length > 1) return await helpLines(words.slice(0, -1), language);
  return overview(EVERYDAY, said("help_more")[language], language);
}

const EVERYDAY = ["init", "remember", "search", "list", "show", "delete", "undo", "doctor"];

function overview(verbs: readonly string[], end: string, language: Language): string {
  const head = `${said("help_head")[language]}\n\n${said("usage")[language]}memory VERB …\n`;
  return `${head}\n${verbList(verbs, language)}\n${end}\n`;
}

function verbList(names: readonly string[], language: Language): string {
  return columns(names.map((name) => [name, wordsOf(name).summary[language]]));
}

const GLOBAL = { name: "", args: GLOBAL_ARGS };

/** The options of every verb. */
export function everywhere(language: Language): string {
  return `${said("everywhere")[language]}\n${optionLines(GLOBAL, language)}\n`;
}

function verbHelp(command: Command, verbs: string | undefined, language: Language): string {
  const { name } = command;
  const { summary, about, examples } = wordsOf(name);
  const operands = Object.entries(command.operands);
  const hasArgs = Object.keys(command.args).length > 0;
  const options = hasArgs ? said("with_options")[language] : "";
  const usages = operands.map(([, { placeholder, required, repeated }]) => {
    const name = repeated ? `${placeholder} …` : placeholder;
    return required ? ` ${name}` : ` [${name}]`;
  }).join("");
  const parts = [`${summary[language]}\n`, `${said("usage")[language]}memory ${name}${options}${usages}\n`];
  const short = shortName(name);
  if (short !== undefined) parts.push(`${said("in_short")[language]}memory ${short}\n`);
  if (about) parts.push(`${about[language]}\n`);
  if (operands.length > 0) {
    const rows = operands.map(([key, { placeholder }]) => [placeholder, aboutArg(name, key.toUpperCase())[language]]);
    parts.push(columns(rows));
  }
  if (verbs) parts.push(`${said("also")[language]}\n${verbs}`);
  if (hasArgs) parts.push(`${said("options")[language]}\n${optionLines(command, language)}\n`);
  parts.push(everywhere(language));
  const lines = examplesIn(examples, language).map((line) => `  ${line}\n`);
  parts.push(`${said("examples")[language]}\n${lines.join("")}`);
  return parts.join("\n");
}

function optionLines({ name: verb, args }: Pick<Command, "name" | "args">, language: Language): string {
  const required = said("is_required")[language];
  return columns(
    Object.entries(args).map(([key, arg]) => {
      const name = optionName(key);
      const value = { flag: "", maybe: ` [${arg.placeholder}]`, value: ` ${arg.placeholder}` }[arg.takes];
      const more = arg.repeated && arg.takes === "value" ? " …" : "";
      return [`${name}${value}${more}`, `${optionAbout(verb, name, arg)[language]}${arg.required ? required : ""}`];
    }),
  ).trimEnd();
}

/** The widest left column that still leaves room for a sentence. */
const WIDEST = 30;

function columns(rows: readonly (readonly string[])[]): string {
  const widest = Math.min(WIDEST, Math.max(...rows.map(([left = ""]) => left.length)));
  return rows.map(([left = "", right = ""]) =>
    left.length > widest ? `  ${left}\n  ${" ".repeat(widest)}  ${right}\n` : `  ${left.padEnd(widest)}  ${right}\n`
  ).join("");
}
