/**
 * In: the words of a command line. Out: what the verb came to, printed, and the exit code.
 * Not done here: any work of a verb. The only place that turns an error into output.
 *
 * @module
 */
import { asMemoryError, EXIT_CODE_OF, MemoryError } from "../errors.ts";
import type { Output, Runtime } from "../runtime.ts";
import { type Language, same, type Sentence } from "../sentence.ts";
import { VERSION } from "../version.ts";
import { startReading } from "../hooks/input.ts";
import { nearest } from "../nearest.ts";
import type { Call, Command, Outcome } from "./command.ts";
import { type Parsed, parseWords } from "./parse.ts";
import { style } from "./style.ts";
import { ALIASES, type Entry, TABLE } from "./table.ts";

/** Runs one command line to its exit code. Never throws. */
export async function runCli(runtime: Runtime, words: readonly string[]): Promise<number> {
  const { before, after } = leadingOptions(words);
  if (before.includes("--version") || before.includes("-V")) {
    return printText(runtime, "version", VERSION, words.includes("--json"));
  }
  // Before everything that can fail: a hook answers and exits 0 whatever words it is called with.
  if (after[0] === "hook" && after[1] !== "--help" && !before.includes("--help")) {
    const reading = startReading(runtime.stdin);
    return (await import("../commands/hook.ts")).answerHook(runtime, [...before, ...after.slice(1)], reading);
  }
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
    runtime.stdout.write(await format(runtime, command, outcome, asJson, parsed.global));
    return outcome.exitCode;
  } catch (thrown) {
    return await printError(runtime, command, asMemoryError(thrown), asJson, projectPath);
  }
}

/** Without a terminal JSON is the default, but for verbs whose result is text. */
function wantsJson(runtime: Runtime, { output }: Command, asked: boolean): boolean {
  return asked || (output !== "text" && output !== "bare text" && !runtime.stdout.isTerminal);
}

/** The longest verb that the words begin with, after any global options; undefined when they name none. */
function findVerb(words: readonly string[]): (Entry & { rest: string[] }) | undefined {
  const { before, after } = leadingOptions(words);
  const first = after[0];
  if (first === undefined || first === "help") return undefined;
  const expanded = [...(ALIASES[first] ?? first).split(" "), ...after.slice(1)];
  for (let count = Math.min(3, expanded.length); count > 0; count--) {
    const entry = TABLE.find(({ name }) => name === expanded.slice(0, count).join(" "));
    if (entry) return { ...entry, rest: [...before, ...expanded.slice(count)] };
  }
  // `memory manage --help` asks for a group of verbs.
  const asksForHelp = after.some((word) => word === "--help" || word === "-h");
  if (asksForHelp && after[1]?.startsWith("-") && TABLE.some(({ name }) => name.startsWith(`${first} `))) {
    return undefined;
  }
  throw unknownVerb(expanded.filter((word) => !word.startsWith("-")));
}

/** `memory --json search x` is `memory search --json x`. */
function leadingOptions(words: readonly string[]): { before: string[]; after: string[] } {
  let at = 0;
  for (; words[at]?.startsWith("-"); at++) {
    if (words[at] === "--project-path" || words[at] === "--layer") at++;
  }
  return { before: words.slice(0, at), after: words.slice(at) };
}

function unknownVerb(words: readonly string[]): MemoryError {
  const group = TABLE.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
  const said = group.length > 0 ? words.slice(0, 2).join(" ") : words[0] ?? "";
  // `memory undo` is `memory manage undo`: the person knows the verb, not its group.
  const grouped = group.length > 0 ? undefined : TABLE.find(({ name }) => name.endsWith(` ${said}`))?.name;
  const close = words[1] === undefined && group.length > 0
    ? undefined
    : grouped ?? nearest(said, group.length > 0 ? group : [...TABLE.map(({ name }) => name), ...Object.keys(ALIASES)]);
  const see = group.length > 0 && words[1] === undefined ? `memory help ${words[0]}` : "memory --help";
  const verbs = [...new Set(group.map((name) => name.split(" ")[1]))];
  const message = group.length > 0 && words[1] === undefined
    ? {
      en: `memory ${words[0]} needs to be told what: ${verbs.join(", ")}`,
      zh: `memory ${words[0]} 后面要写明做什么：${verbs.join("、")}`,
    }
    : { en: `There is no verb "${said}"`, zh: `没有“${said}”这个命令` };
  return new MemoryError("INVALID_ARGUMENT", message, {
    hint: close
      ? { en: `Did you mean \`memory ${close}\`?`, zh: `是不是 \`memory ${close}\`？` }
      : { en: `See \`${see}\``, zh: `见 \`${see}\`` },
  });
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
  return printText(runtime, "help", await helpText(words, language), json);
}

/** Text for everybody: JSON only when asked for. */
function printText(runtime: Runtime, command: string, text: string, asJson: boolean): 0 {
  const document = asJson ? JSON.stringify({ status: "ok", command, data: text }) : text.trimEnd();
  runtime.stdout.write(`${document}\n`);
  return 0;
}

/** Parses options that come without a verb. */
const NO_VERB: Command = {
  name: "",
  summary: same(""),
  examples: [],
  args: {},
  operands: {},
  output: "text",
  run: () => ({ status: "ok", data: "", exitCode: 0 }),
};

function callOf(runtime: Runtime, { args, operands, global }: Parsed, asJson: boolean): Call<never, never> {
  const tell = (sentence: Sentence, language: Language) => {
    if (!global.quiet) runtime.stderr.write(`${sentence[runtime.stderr.isTerminal ? language : "en"]}\n`);
  };
  // A verb may open its memory more than once; each warning is given once.
  const told = new Set<string>();
  const warn = ({ en, zh }: Sentence, language: Language) => {
    if (told.has(en)) return;
    told.add(en);
    tell({ en: `warning: ${en}`, zh: `警告：${zh}` }, language);
  };
  return {
    runtime: { ...runtime, warn },
    args: args as never,
    operands: operands as never,
    projectPath: global.projectPath,
    layer: global.layer,
    quiet: global.quiet,
    note: tell,
    forPerson: !asJson && runtime.stdout.isTerminal,
  };
}

async function format(
  runtime: Runtime,
  command: Command,
  outcome: Outcome,
  asJson: boolean,
  { noColor, projectPath }: Parsed["global"],
): Promise<string> {
  const { status, data, isPrinted, view } = outcome;
  if (isPrinted) return "";
  if (!asJson && command.render) {
    const { readerLanguage } = await import("./reader_language.ts");
    return command.render(data as never, style(runtime, noColor, readerLanguage(runtime, projectPath)), view as never);
  }
  if (!asJson && typeof data === "string") return data;
  const name = envelopeName(command);
  const document = command.output.startsWith("bare") ? data : { status, command: name, data };
  return `${JSON.stringify(document, null, asJson ? undefined : 2)}\n`;
}

/** What the envelope calls a verb: `delete` for `manage delete`, `save` for `save fact`. */
function envelopeName({ name }: Command): string {
  return name.replace(/^manage /, "").replace(/^(save|config) .*/, "$1");
}

async function printError(
  runtime: Runtime,
  command: Command | undefined,
  error: MemoryError,
  asJson: boolean,
  projectPath: string | undefined,
): Promise<number> {
  const { code, message, data } = error;
  const hint = error.told.hint ?? nextStep(error, command);
  const language = await readerOf(runtime.stderr, runtime, projectPath);
  const words = ERROR_WORDS[language];
  const advice = hint?.[language] ? `\n${words.hint}${hint[language]}\n` : "";
  tell(runtime.stderr, `${words.error}${error.told.message[language]}\n${advice}`);
  if (asJson) {
    const document = {
      status: "error",
      command: command ? envelopeName(command) : "",
      error: { code, message, ...hint?.en ? { hint: hint.en } : {}, ...data },
    };
    tell(runtime.stdout, `${JSON.stringify(document)}\n`);
  }
  // Search without a store is a wrong call by 方案 C's table, everywhere else a failure.
  if (code === "NOT_INITIALISED" && command?.name === "search") return 2;
  return EXIT_CODE_OF[code];
}

const ERROR_WORDS: Readonly<Record<Language, { readonly error: string; readonly hint: string }>> = {
  en: { error: "error: ", hint: "hint: " },
  zh: { error: "错误：", hint: "提示：" },
};

/** The language of an output's reader. Whatever is no terminal is read by programs, and stays English. */
async function readerOf(output: Output, runtime: Runtime, projectPath: string | undefined): Promise<Language> {
  if (!output.isTerminal) return "en";
  const { readerLanguage } = await import("./reader_language.ts");
  return readerLanguage(runtime, projectPath);
}

/** A hint for an error that brings none of its own. */
function nextStep({ code, cause }: MemoryError, command: Command | undefined): Sentence | undefined {
  if (code === "IO_ERROR" && cause instanceof Error && "path" in cause) {
    return {
      en: "Make sure that this path can be read and written, and that the disk is not full",
      zh: "请确认该路径可读可写，且磁盘未满",
    };
  }
  if (EXIT_CODE_OF[code] !== 2) return undefined;
  const help = command ? `memory help ${command.name}` : "memory help";
  return { en: `See \`${help}\``, zh: `见 \`${help}\`` };
}

/** Writes the text of a failure. If even that fails (a full disk), the exit code is all there is. */
function tell(output: Runtime["stdout"], text: string): void {
  try {
    output.write(text);
  } catch {
    // The exit code says it.
  }
}
