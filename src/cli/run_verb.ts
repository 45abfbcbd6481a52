/**
 * In: the words of a command line that is no hook's. Out: what its verb came to, printed, and the exit code.
 * Not done here: any work of a verb. This room is the only one that turns an error into output.
 *
 * @module
 */
import { asMemoryError, MemoryError, reasonTold } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Call, Command } from "./command.ts";
import { findVerb, NO_VERB, unknownVerb } from "./find_verb.ts";
import { leadingOptions } from "./leading_options.ts";
import { type Parsed, parseWords } from "./parse.ts";
import { outcomeText, printError, readerOf, shownOn } from "./print.ts";
import { printText } from "./print_text.ts";
import { ALIASES, TABLE } from "./table.ts";

/** Runs the verb that the words name to its exit code. Never throws. */
export async function runVerb(runtime: Runtime, words: readonly string[]): Promise<number> {
  const { before, after } = leadingOptions(words);
  let command: Command | undefined;
  let asJson = words.includes("--json") || !runtime.stdout.isTerminal;
  let projectPath: string | undefined;
  try {
    const found = findVerb(words);
    if (!found) return await printOverview(runtime, before, after[0] === "help" ? after.slice(1) : after);
    if (!found.isBrief) runtime.expectLongWork();
    command = await found.load();
    asJson = wantsJson(runtime, command, words.includes("--json"));
    const parsed = parseWords(command, found.rest);
    if (parsed.global.help) return await printHelp(runtime, command.name.split(" "), parsed.global);
    asJson = wantsJson(runtime, command, parsed.global.json);
    projectPath = parsed.global.projectPath;
    const outcome = await command.run(callOf(runtime, parsed, asJson));
    const text = await outcomeText(runtime, command, outcome, { ...parsed.global, asJson });
    try {
      runtime.stdout.write(text);
    } catch (cause) {
      throw outputFailed(command, cause);
    }
    return outcome.exitCode;
  } catch (thrown) {
    return await printError(runtime, asMemoryError(thrown), { command, asJson, projectPath });
  }
}

/** By then the verb has done its work. An agent that is told of a failure would do it again. */
function outputFailed({ name }: Command, cause: unknown): MemoryError {
  const { en, zh } = reasonTold(cause);
  return new MemoryError("OUTPUT_FAILED", {
    en: `\`memory ${name}\` was done, but its result can't be written to standard output: ${en}`,
    zh: `\`memory ${name}\` 已完成，但无法把结果写到标准输出：${zh}`,
  }, {
    en: "Don't do it again; `memory manage undo --list` shows what was written",
    zh: "请不要重复执行；`memory manage undo --list` 会列出写过的内容",
  }, { cause });
}

/** Without a terminal JSON is the default, but for verbs whose result is text. */
function wantsJson(runtime: Runtime, { output }: Command, asked: boolean): boolean {
  return asked || (output !== "text" && output !== "bare text" && !runtime.stdout.isTerminal);
}

/** `memory help VERB`, or options without a verb, which are checked all the same. */
async function printOverview(runtime: Runtime, options: readonly string[], words: readonly string[]): Promise<number> {
  const isOption = (word: string) => word.startsWith("-");
  const { global } = parseWords(NO_VERB, [...options, ...words.filter(isOption)]);
  const asked = words.filter((word) => !isOption(word));
  const first = ALIASES[asked[0] ?? ""] ?? asked[0];
  if (first !== undefined && !TABLE.some(({ name }) => `${name} `.startsWith(`${first} `))) throw unknownVerb(asked);
  return await printHelp(runtime, asked, global);
}

async function printHelp(
  runtime: Runtime,
  words: readonly string[],
  { json, projectPath }: Pick<Parsed["global"], "json" | "projectPath">,
): Promise<number> {
  const { helpText } = await import("./help.ts");
  const language = json ? "en" : await readerOf(runtime.stdout, runtime, projectPath);
  const room = !json && runtime.stdout.isTerminal ? runtime.stdout.columns : Infinity;
  return printText(runtime, "help", await helpText(words, language, room), json);
}

function callOf(runtime: Runtime, { args, operands, global }: Parsed, asJson: boolean): Call<never, never> {
  const tell = (sentence: Sentence, language: Language) => {
    const { stderr } = runtime;
    if (!global.quiet) stderr.write(`${shownOn(stderr, sentence[stderr.isTerminal ? language : "en"])}\n`);
  };
  // A verb may open its memory more than once; each warning is given once.
  const told = new Set<string>();
  const warn = ({ en, zh }: Sentence, language: Language) => {
    if (told.has(en)) return;
    told.add(en);
    tell({ en: `warning: ${en}`, zh: `警告：${zh}` }, language);
  };
  return {
    // Not a copy: that would ask for the machine's name, and other things that are found out when they are needed.
    runtime: Object.assign(Object.create(runtime), { warn }),
    args: args as never,
    operands: operands as never,
    projectPath: global.projectPath,
    layer: global.layer,
    quiet: global.quiet,
    note: tell,
    forPerson: !asJson && runtime.stdout.isTerminal,
  };
}
