/** What is printed: results, texts and failures, for a person or a program. */
import { EXIT_CODE_OF, MemoryError } from "../errors.ts";
import { legible, legibleValue, neutralise, neutralJson } from "../legible.ts";
import type { Output, Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Command, Outcome } from "./command.ts";
import type { Parsed } from "./parse.ts";
import { style } from "./style.ts";

/** What a verb came to, as it goes to standard output: rendered for a person, else JSON. */
export async function outcomeText(
  runtime: Runtime,
  command: Command,
  outcome: Outcome,
  { asJson, noColor, projectPath }: Pick<Parsed["global"], "noColor" | "projectPath"> & { readonly asJson: boolean },
): Promise<string> {
  const { status, data, isPrinted, view } = outcome;
  if (isPrinted) return "";
  if (!asJson && command.render) {
    const { readerLanguage } = await import("./reader_language.ts");
    const marks = style(runtime, noColor, readerLanguage(runtime, projectPath));
    const text = command.render(legibleValue(data) as never, marks, legibleValue(view) as never);
    return runtime.stdout.isTerminal ? await folded(text, runtime.stdout) : neutralise(text);
  }
  if (!asJson && typeof data === "string") return shownOn(runtime.stdout, data);
  const name = envelopeName(command);
  const document = command.output.startsWith("bare") ? data : { status, command: name, data };
  return `${neutralJson(document, asJson ? undefined : 2)}\n`;
}

/** Text in lines that fit the terminal; one without a width breaks them itself. */
async function folded(text: string, { columns }: Output): Promise<string> {
  if (!(columns > 0)) return text;
  const { fold } = await import("./columns.ts");
  return fold(text, columns);
}

/** What the envelope calls a verb: `delete` for `manage delete`, `save` for `save fact`. */
function envelopeName({ name }: Command): string {
  const [first = "", ...below] = name.split(" ");
  const words = first === "manage" ? below : [first, ...below];
  return words[0] === "save" || words[0] === "config" ? words[0] : words.join(" ");
}

/** What is known of a call that failed; a verb that could not be found is undefined. */
export interface FailedCall {
  readonly command: Command | undefined;
  readonly asJson: boolean;
  readonly projectPath: string | undefined;
}

/** A text as an output's reader gets it: an agent may read an output that is no terminal. */
export function shownOn({ isTerminal }: Output, text: string): string {
  return isTerminal ? legible(text) : neutralise(text);
}

/** Prints a failure: a sentence on stderr and, for a program, JSON on stdout. Returns the exit code. */
export async function printError(
  runtime: Runtime,
  error: MemoryError,
  { command, asJson, projectPath }: FailedCall,
): Promise<number> {
  const { code, message, data } = error;
  const hint = error.told.hint ?? nextStep(error, command);
  const language = await readerOf(runtime.stderr, runtime, projectPath);
  const words = ERROR_WORDS[language];
  const advice = hint?.[language] ? `\n${words.hint}${hint[language]}\n` : "";
  const told = shownOn(runtime.stderr, `${words.error}${error.told.message[language]}\n${advice}`);
  tell(runtime.stderr, runtime.stderr.isTerminal ? await folded(told, runtime.stderr) : told);
  if (asJson) {
    const document = {
      status: "error",
      command: command ? envelopeName(command) : "",
      error: { code, message, ...hint?.en ? { hint: hint.en } : {}, ...data },
    };
    tell(runtime.stdout, `${neutralJson(document)}\n`);
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
export async function readerOf(output: Output, runtime: Runtime, projectPath: string | undefined): Promise<Language> {
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
  if (code === "INTERNAL") {
    return {
      en: "This is a defect of memory; `memory doctor` tells whether anything is damaged",
      zh: "这是 memory 的缺陷；`memory doctor` 会检查是否有损坏",
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
