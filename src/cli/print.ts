/** How the result of a verb, or its failure, is printed: for a person or for a program. */
import { EXIT_CODE_OF, type MemoryError, tried } from "../errors.ts";
import type { Output, Runtime } from "../runtime.ts";
import { type Language, type Sentence, withinLine } from "../sentence.ts";
import { legible, neutralise, neutralJson } from "../text/legible.ts";
import { type Command, type GlobalValues, type Outcome, seeHelp } from "./command.ts";
import { shortName } from "./table.ts";
import { fold, styleOf } from "./terminal.ts";
import { said } from "./told.ts";

/** The result of a verb as text for standard output: rendered for a person, else JSON. */
export async function outcomeText(
  runtime: Runtime,
  command: Command,
  { status, data, isPrinted, text }: Outcome,
  { asJson, noColor, projectPath }: Pick<GlobalValues, "noColor" | "projectPath"> & { asJson: boolean },
): Promise<string> {
  if (isPrinted) return "";
  if (asJson) {
    const document = command.output.startsWith("bare") ? data : { status, command: envelopeName(command), data };
    return `${neutralJson(document)}\n`;
  }
  if (!text) return shownOn(runtime.stdout, String(data));
  const rendered = text(styleOf(runtime, noColor, await readerLanguage(runtime, projectPath)));
  return runtime.stdout.isTerminal ? folded(rendered, runtime.stdout) : neutralise(rendered);
}

/** Text in lines that fit the terminal; a terminal of unknown width breaks lines itself. */
function folded(text: string, { columns }: Output): string {
  return columns > 0 ? fold(text, columns) : text;
}

/** The name of a verb in the envelope: `delete` for `manage delete`, `save` for `save fact`. */
function envelopeName({ name }: Command): string {
  const [first = "", ...below] = name.split(" ");
  const words = first === "manage" ? below : [first, ...below];
  return words[0] === "save" || words[0] === "config" ? words[0] : words.join(" ");
}

/** A text made safe for the reader of an output: an agent may read an output that is no terminal. */
export function shownOn({ isTerminal }: Output, text: string): string {
  return isTerminal ? legible(text) : neutralise(text);
}

/** Prints a failure: a sentence on stderr and, for a program, JSON on stdout. Returns the exit code. */
export async function printError(
  runtime: Runtime,
  error: MemoryError,
  command: Command | undefined,
  asJson: boolean,
  projectPath: string | undefined,
): Promise<number> {
  const { code, data } = error;
  const hint = error.told.hint ?? nextStep(error, command);
  // Where the result is JSON, a program reads the pipe of stderr as well.
  const isForPerson = runtime.stderr.isTerminal || !asJson;
  const language = isForPerson ? await readerLanguage(runtime, projectPath) : "en";
  const words = { en: ["error: ", "hint: "], zh: ["错误：", "提示："] }[language];
  const told = (sentence: string) => asJson ? sentence : shortened(sentence);
  const advice = hint?.[language] ? `\n${words[1]}${told(hint[language])}\n` : "";
  // Where it is the message of another program, it may quote what others wrote.
  const message = withinLine(error.told.message[language]);
  const text = shownOn(runtime.stderr, `${words[0]}${message}\n${advice}`);
  tell(runtime.stderr, runtime.stderr.isTerminal ? folded(text, runtime.stderr) : text);
  if (asJson) {
    const document = {
      status: "error",
      command: command ? envelopeName(command) : "",
      error: { code, message: error.message, ...hint?.en ? { hint: hint.en } : {}, ...data },
    };
    tell(runtime.stdout, `${neutralJson(document)}\n`);
  }
  // 方案 C's table of exit codes calls a search without a store a wrong call; for other verbs it is a failure.
  if (code === "NOT_INITIALISED" && command?.name === "search") return 2;
  return EXIT_CODE_OF[code];
}

function shortened(hint: string): string {
  return hint.replace(/`memory (manage [a-z]+)/g, (whole, name: string) => {
    const short = shortName(name);
    return short === undefined ? whole : `\`memory ${short}`;
  });
}

function nextStep({ code, cause }: MemoryError, command: Command | undefined): Sentence | undefined {
  if (code === "IO_ERROR" && cause instanceof Error && "path" in cause) return said("check_path");
  if (code === "INTERNAL") return said("is_a_defect");
  return EXIT_CODE_OF[code] === 2 ? seeHelp(command?.name ?? "") : undefined;
}

function tell(output: Output, text: string): void {
  try {
    output.write(text);
  } catch {
    // If even that fails, as on a full disk, the exit code alone tells the failure.
  }
}

/** The language of the settings; where those of the place can't be read, the person's own. Never throws. */
export async function readerLanguage(runtime: Runtime, projectPath: string | undefined): Promise<Language> {
  const { languageOf, loadConfig } = await import("../config/mod.ts");
  try {
    const { openMemory } = await import("../store/memory.ts");
    return languageOf(runtime, openMemory(runtime, { projectPath }).config);
  } catch {
    return languageOf(runtime, tried(() => loadConfig(runtime).config) ?? { lang: "auto" });
  }
}
