/** Help, made from the command table: the declaration that parses a verb also explains it. */
import type { Language, Sentence } from "../sentence.ts";
import type { Arg } from "./args.ts";
import { type Command, GLOBAL_ARGS, optionName } from "./command.ts";
import { ALIASES, entryOf, TABLE } from "./table.ts";
import { width, wrap } from "./terminal.ts";

const HEADER: Sentence = { en: "memory: long-term memory for coding agents", zh: "memory：给编程 agent 的长期记忆" };
const USAGE: Sentence = { en: "Usage:", zh: "用法：" };
const EVERYWHERE: Sentence = { en: "Everywhere:", zh: "通用：" };

/**
 * The help of a verb, of a group of verbs (`manage`), or the overview for no words.
 *
 * @param room columns of the terminal; lines are as they are written where there is none
 */
export async function helpText(words: readonly string[], language: Language, room = Infinity): Promise<string> {
  return within(await helpLines(words, language), room);
}

/** Lines that a terminal has room for: below a column they go on in it, and paragraphs flow. */
function within(text: string, room: number): string {
  if (room === Infinity) return text;
  const paragraphs = text.trimEnd().split("\n\n").map((paragraph) => {
    const lines = paragraph.split("\n");
    // What is indented is a table, an example or a list.
    const isTold = lines.every((line) => /^\S/.test(line)) && !/[:：]$/.test(lines[0] ?? "");
    if (isTold) return wrap(lines.reduce(joined), room).join("\n");
    return lines.flatMap((line) => {
      const [, left = "", right = ""] = /^( {2,}\S.*? {2,}|\s*)(\S.*)$/.exec(line) ?? [];
      if (width(line) <= room || /^ +(?:memory |--\S+ \S+$)/.test(line)) return [line];
      // A narrow terminal has no room beside the left column.
      if (room - width(left) < LEAST_ROOM) {
        return [
          left.trimEnd(),
          ...wrap(right, room - 6).map((part) => `      ${part}`),
        ];
      }
      return wrap(right, room - width(left)).map((part, at) => (at === 0 ? left : " ".repeat(width(left))) + part);
    }).join("\n");
  });
  return `${paragraphs.join("\n\n")}\n`;
}

/** Beside the left column; with less, what it means stands below. */
const LEAST_ROOM = 24;

/** Two lines as one: between Chinese characters, and after a Chinese sign, there is no blank. */
function joined(one: string, next: string): string {
  const isChinese = /[\u3000-\u303f\uff00-\uffef]$/.test(one) ||
    (/[\u4e00-\u9fff]$/.test(one) && /^[\u3000-\u9fff\uff00-\uffef]/.test(next));
  return `${one}${isChinese ? "" : " "}${next}`;
}

async function helpLines(words: readonly string[], language: Language): Promise<string> {
  const name = words.join(" ");
  const entry = entryOf(name);
  const group = TABLE.filter((other) => other.name.startsWith(`${name} `));
  const verbs = group.length > 0 ? await verbList(group, language) : undefined;
  if (entry) return verbHelp(await entry.load(), verbs, language);
  if (name !== "" && verbs !== undefined) return `${usage(language)}memory ${name} VERB …\n\n${verbs}`;
  if (words.length > 1) return await helpLines(words.slice(0, -1), language);
  return await overview(language);
}

/** A full-width colon brings its own blank. */
function usage(language: Language): string {
  return `${USAGE[language]}${language === "en" ? " " : ""}`;
}

async function overview(language: Language): Promise<string> {
  // The help of `save` names what is below it.
  const shown = TABLE.filter(({ name }) => !name.startsWith("save "));
  const aliases = Object.entries(ALIASES).map(([short, long]) => `  ${short.padEnd(12)}= memory ${long}`).join("\n");
  const more = { en: "`memory help VERB` tells more, with examples", zh: "`memory help VERB` 有更多说明和例子" };
  return `${HEADER[language]}

${usage(language)}memory VERB …

${await verbList(shown, language)}
${aliases}

${EVERYWHERE[language]}
${optionLines(GLOBAL_ARGS, language)}

${more[language]}
`;
}

async function verbList(
  entries: readonly { name: string; load: () => Promise<Command> }[],
  language: Language,
): Promise<string> {
  const commands = await Promise.all(entries.map(({ load }) => load()));
  return columns(commands.map(({ name, summary }) => [name, summary[language]]));
}

function verbHelp(command: Command, verbs: string | undefined, language: Language): string {
  const operands = Object.values(command.operands).map((operand) => operandUsage(operand)).join(" ");
  const hasArgs = Object.keys(command.args).length > 0;
  const options = hasArgs ? { en: " [options]", zh: " [选项]" }[language] : "";
  const call = `memory ${command.name}${options}${operands && ` ${operands}`}`;
  const parts = [`${command.summary[language]}\n`, `${usage(language)}${call}\n`];
  if (command.about) parts.push(`${command.about[language].trim()}\n`);
  const operandLines = Object.values(command.operands).map((operand) =>
    [operand.placeholder, operand.about[language]] as const
  );
  if (operandLines.length > 0) parts.push(columns(operandLines));
  if (verbs) parts.push(`${{ en: "Also:", zh: "另有：" }[language]}\n${verbs}`);
  if (hasArgs) parts.push(`${{ en: "Options:", zh: "选项：" }[language]}\n${optionLines(command.args, language)}\n`);
  parts.push(`${EVERYWHERE[language]}\n${optionLines(GLOBAL_ARGS, language)}\n`);
  const examples = { en: "Examples:", zh: "例子：" }[language];
  parts.push(`${examples}\n${command.examples.map((example) => `  ${example}\n`).join("")}`);
  return parts.join("\n");
}

function operandUsage({ placeholder, required, repeated }: Arg<unknown>): string {
  const name = repeated ? `${placeholder} …` : placeholder;
  return required ? name : `[${name}]`;
}

function optionLines(args: Readonly<Record<string, Arg<unknown>>>, language: Language): string {
  const required = { en: " (required)", zh: "（必需）" }[language];
  return columns(
    Object.entries(args).map(([key, arg]) => {
      const value = arg.takes === "flag" ? "" : arg.takes === "maybe" ? ` [${arg.placeholder}]` : ` ${arg.placeholder}`;
      const more = arg.repeated && arg.takes === "value" ? " …" : "";
      return [`${optionName(key)}${value}${more}`, `${arg.about[language]}${arg.required ? required : ""}`] as const;
    }),
  ).trimEnd();
}

/** The widest left column that still leaves room for a sentence. */
const WIDEST = 30;

function columns(rows: readonly (readonly [string, string])[]): string {
  const widest = Math.min(WIDEST, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length > widest ? `  ${left}\n  ${" ".repeat(widest)}  ${right}\n` : `  ${left.padEnd(widest)}  ${right}\n`
  ).join("");
}
