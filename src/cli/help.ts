/** Help, made from the command table: the declaration that parses a verb also explains it. */
import type { Arg } from "./args.ts";
import { type Command, GLOBAL_ARGS, optionName } from "./command.ts";
import { ALIASES, entryOf, TABLE } from "./table.ts";

const HEADER = "memory: long-term memory for coding agents";

/** The help of a verb, of a group of verbs (`manage`), or the overview for no words. */
export async function helpText(words: readonly string[]): Promise<string> {
  const name = words.join(" ");
  const entry = entryOf(name);
  const group = TABLE.filter((other) => other.name.startsWith(`${name} `));
  if (entry) return verbHelp(await entry.load(), group.length > 0 ? await verbList(group) : undefined);
  if (name !== "" && group.length > 0) return `Usage: memory ${name} VERB …\n\n${await verbList(group)}`;
  if (words.length > 1) return await helpText(words.slice(0, -1));
  return await overview();
}

async function overview(): Promise<string> {
  const shown = TABLE.filter(({ name }) =>
    !name.includes(" ") || name.startsWith("manage ") || name.startsWith("note ")
  );
  const aliases = Object.entries(ALIASES).map(([short, long]) => `  ${short.padEnd(12)}= memory ${long}`).join("\n");
  return `${HEADER}

Usage: memory VERB …

${await verbList(shown)}
${aliases}

Everywhere:
${optionLines(GLOBAL_ARGS)}

\`memory help VERB\` tells more, with examples
`;
}

async function verbList(entries: readonly { name: string; load: () => Promise<Command> }[]): Promise<string> {
  const commands = await Promise.all(entries.map(({ load }) => load()));
  return columns(commands.map(({ name, summary }) => [name, summary]));
}

function verbHelp(command: Command, verbs: string | undefined): string {
  const operands = Object.values(command.operands).map((operand) => operandUsage(operand)).join(" ");
  const hasArgs = Object.keys(command.args).length > 0;
  const usage = `memory ${command.name}${hasArgs ? " [options]" : ""}${operands && ` ${operands}`}`;
  const parts = [`${command.summary}\n`, `Usage: ${usage}\n`];
  if (command.about) parts.push(`${command.about.trim()}\n`);
  const operandLines = Object.values(command.operands).map((operand) => [operand.placeholder, operand.about] as const);
  if (operandLines.length > 0) parts.push(columns(operandLines));
  if (verbs) parts.push(`Also:\n${verbs}`);
  if (hasArgs) parts.push(`Options:\n${optionLines(command.args)}\n`);
  parts.push(`Everywhere:\n${optionLines(GLOBAL_ARGS)}\n`);
  parts.push(`Examples:\n${command.examples.map((example) => `  ${example}\n`).join("")}`);
  return parts.join("\n");
}

function operandUsage({ placeholder, required, repeated }: Arg<unknown>): string {
  const name = repeated ? `${placeholder} …` : placeholder;
  return required ? name : `[${name}]`;
}

function optionLines(args: Readonly<Record<string, Arg<unknown>>>): string {
  return columns(
    Object.entries(args).map(([key, arg]) => {
      const value = arg.takes === "flag" ? "" : arg.takes === "maybe" ? ` [${arg.placeholder}]` : ` ${arg.placeholder}`;
      const more = arg.repeated && arg.takes === "value" ? " …" : "";
      return [`${optionName(key)}${value}${more}`, `${arg.about}${arg.required ? " (required)" : ""}`] as const;
    }),
  ).trimEnd();
}

/** The widest left column that still leaves room for a sentence. */
const WIDEST = 30;

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(WIDEST, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${" ".repeat(width)}  ${right}\n` : `  ${left.padEnd(width)}  ${right}\n`
  ).join("");
}
