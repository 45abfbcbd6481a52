/**
 * In: the words of a command line that does not call a hook. Out: the result of its verb, printed for a person or a
 * program (print.ts), and the exit code. Not done here: any work of a verb.
 */
import { resolve } from "node:path";
import { asMemoryError, MemoryError, reasonTold } from "../errors.ts";
import { withoutClosedHome } from "../home_trouble.ts";
import { isObject } from "../json.ts";
import { withHome } from "../paths.ts";
import type { Output, Runtime } from "../runtime.ts";
import type { Layer } from "../records/mod.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { type Caller, type Command, type GlobalValues, type Outcome, parseWords } from "./command.ts";
import { ALL, refuseMistypedVerb, unknownVerb, verbsBelow } from "./mistyped.ts";
import { outcomeText, printError, readerLanguage, shownOn } from "./print.ts";
import { showProgress } from "./progress.ts";
import { loadVerb, shortName, TABLE, writtenOut } from "./table.ts";
import { failure } from "./told.ts";

/**
 * Runs the verb that the words name, behind the options that stand before it, to its exit code. A failure is printed as
 * the result would be, or always as JSON. Never throws.
 */
export async function runVerb(
  runtime: Runtime,
  before: readonly string[],
  after: readonly string[],
  failsInJson = false,
): Promise<number> {
  const words = [...before, ...after];
  const asked = { json: words.includes("--json"), text: words.includes("--text") };
  let command: Command | undefined;
  let openedBy = (): Memory | undefined => undefined;
  let clearBar = () => {};
  // Words that name no verb are taken for a program's only where they begin with a group of verbs, as `manage` is.
  let asJson = verbsBelow(after[0] ?? "").length > 0 ? wantsJson(runtime, "envelope", asked) : asked.json;
  let projectPath: string | undefined;
  let layer: Layer | undefined;
  try {
    const found = await findVerb(runtime, before, after);
    if (!found) return await printOverview(runtime, before, after[0] === "help" ? after.slice(1) : after);
    if (!found.entry.isBrief) runtime.expectLongWork();
    command = await loadVerb(found.entry);
    // People use the short names, so the result is text then.
    if (found.short !== undefined) command = { ...command, name: found.short, output: "text" };
    asJson = wantsJson(runtime, command.output, asked);
    const { global, run } = await command.read(command.name, found.rest);
    if (!run) return await printHelp(runtime, command.name.split(" "), global);
    asJson = wantsJson(runtime, command.output, global);
    ({ projectPath, layer } = global);
    const { caller, opened, clear } = await callerOf(runtime, global, asJson, command.name);
    openedBy = opened;
    clearBar = clear;
    const outcome = await run(caller);
    clearBar();
    await noteLosses(command, opened(), layer);
    const text = await outcomeText(runtime, command, outcome, { ...global, asJson });
    try {
      runtime.stdout.write(text);
    } catch (cause) {
      // The verb has done its work by then. An agent that reads of a failure would do that work again.
      const end = changedNothing(outcome) ? "output_of_nothing" : "output_failed";
      throw failure(end, { name: command.name, reason: reasonTold(cause) }, { cause });
    }
    return outcome.exitCode;
  } catch (thrown) {
    clearBar();
    const error = asMemoryError(thrown);
    const isGone = error.code === "NOT_INITIALISED" && layer !== "global";
    const told = isGone ? await lossBehind(runtime, projectPath) ?? error : error;
    // What was asked for may be among what is lost.
    if (told === error && command) await noteLosses(command, openedBy(), layer);
    return await printError(runtime, told, command, asJson || failsInJson, projectPath);
  }
}

function changedNothing({ status, exitCode, data }: Outcome): boolean {
  if (status === "preview") return true;
  if (!isObject(data)) return exitCode !== 0;
  // A purge that its proof contradicts has purged all the same.
  return (exitCode !== 0 && !isObject(data.verified)) || data.status === "skipped";
}

/** These verbs tell a loss in their results, or bring back what is lost. */
const TELL_LOSSES: ReadonlySet<string> = new Set(["status", "doctor", "manage doctor", "restore", "manage restore"]);

async function noteLosses({ name }: Command, memory: Memory | undefined, layer: Layer | undefined): Promise<void> {
  if (memory === undefined || TELL_LOSSES.has(name)) return;
  const { runtime, config } = memory;
  try {
    const { mayBeGone, storesToRead } = await import("../store/memory.ts");
    const { mayHaveLost } = await import("../store/missing.ts");
    const { emptyFiles } = await import("../store/truth_files.ts");
    const stores = storesToRead(memory, layer);
    const isEmptied = stores.some((store) => emptyFiles(store).length > 0);
    // What says more loads much, and most often nothing is missing.
    if (!isEmptied && !mayBeGone(memory) && !stores.some(mayHaveLost)) return;
    const { lossesOf, lossText } = await import("../store/lost.ts");
    const { languageOf } = await import("../config/mod.ts");
    const { emptiedLines } = await import("../store/emptied.ts");
    for (const told of [...lossesOf(memory, layer).map(lossText), ...emptiedLines(stores)]) {
      runtime.warn?.(told, languageOf(runtime, config));
    }
  } catch {
    // The verb has done its work, so a failed warning is no failure.
  }
}

/** The failure where a memory was and is gone; undefined where there never was one. */
async function lossBehind(runtime: Runtime, projectPath: string | undefined): Promise<MemoryError | undefined> {
  try {
    const { lossFailure, lostMemoryOf } = await import("../store/lost.ts");
    const { openMemory } = await import("../store/memory.ts");
    const gone = lostMemoryOf(openMemory(runtime, { projectPath }));
    return gone && lossFailure(gone.lost);
  } catch {
    // The first failure says more.
    return undefined;
  }
}

/** Without a terminal JSON is the default, except for verbs whose result is text. */
function wantsJson(
  { stdout }: Runtime,
  output: Command["output"],
  asked: Pick<GlobalValues, "json" | "text">,
): boolean {
  return asked.json || (!asked.text && output !== "text" && output !== "bare text" && !stdout.isTerminal);
}

/** What a verb gets; `opened` gives its memory, if the verb has asked for that by now. */
async function callerOf(
  system: Runtime,
  { projectPath, layer, quiet }: GlobalValues,
  asJson: boolean,
  name: string,
): Promise<{ readonly caller: Caller; readonly opened: () => Memory | undefined; readonly clear: () => void }> {
  refuseNoFolder(system, projectPath);
  // The runtime gives a folder whose name is no UTF-8 under another name.
  const here = system.cwd();
  if (here.includes("\ufffd") && system.files.stat(".")?.inode !== system.files.stat(here)?.inode) {
    throw failure("no_utf8_folder", { here });
  }
  const { languageOf } = await import("../config/mod.ts");
  const { existingStores, openMemory } = await import("../store/memory.ts");
  const print = (sentence: Sentence, language: Language) => {
    const { stderr } = system;
    if (quiet) return;
    progress.clear();
    stderr.write(`${shownOn(stderr, sentence[stderr.isTerminal || !asJson ? language : "en"])}\n`);
  };
  const progress = showProgress(system, () => languageOf(system, opened?.config ?? { lang: "auto" }));
  const tellProgress = quiet ? undefined : system.tellProgress ?? progress.tell;
  // A verb may open its memory more than once; each warning is given once.
  const told = new Set<string>();
  const warn = ({ en, zh }: Sentence, language: Language) => {
    if (told.has(en)) return;
    told.add(en);
    print({ en: `warning: ${en}`, zh: `警告：${zh}` }, language);
  };
  // A verb that prints by itself, as an export does, changes nothing.
  const write = (text: string) => {
    try {
      system.stdout.write(text);
    } catch (cause) {
      throw failure("output_of_nothing", { name, reason: reasonTold(cause) }, { cause });
    }
  };
  // Inherits, since a copy would read every getter, such as the machine's name, though most are never needed.
  const stdout: Output = Object.assign(Object.create(system.stdout), { write });
  const runtime: Runtime = Object.assign(Object.create(withoutClosedHome(system)), { warn, stdout, tellProgress });
  let opened: Memory | undefined;
  const memory = () => opened ??= openMemory(runtime, { projectPath });
  const caller: Caller = {
    runtime,
    projectPath,
    layer,
    get memory() {
      return memory();
    },
    get stores() {
      return existingStores(memory(), layer);
    },
    quiet,
    note: (sentence) => print(sentence, languageOf(runtime, memory().config)),
    forPerson: !asJson && runtime.stdout.isTerminal,
    asText: !asJson,
  };
  return { caller, opened: () => opened, clear: progress.clear };
}

/** Throws INVALID_ARGUMENT: without it a verb would work on another memory than the one that was named. */
export function refuseNoFolder(runtime: Runtime, projectPath: string | undefined): void {
  if (projectPath === undefined) return;
  if (runtime.files.stat(resolve(runtime.cwd(), withHome(runtime, projectPath)))?.kind === "folder") return;
  throw failure("no_folder", { found: projectPath });
}

const NO_VERB = { name: "", args: {}, operands: {} };

/** The longest verb that the words begin with, its short name if it was called by that, and the words behind it. */
async function findVerb(runtime: Runtime, before: readonly string[], after: readonly string[]) {
  const first = after[0];
  if (first === undefined || first === "help") return undefined;
  const expanded = writtenOut(after);
  const isShort = expanded !== after;
  for (let count = Math.min(3, expanded.length); count > 0; count--) {
    const entry = TABLE.find(({ name }) => name === expanded.slice(0, count).join(" "));
    if (!entry) continue;
    const rest = expanded.slice(count);
    refuseMistypedVerb(runtime, entry.name, rest.filter((word) => !word.startsWith("-")));
    return { entry, short: isShort ? shortName(entry.name) : undefined, rest: [...before, ...rest] };
  }
  // `memory manage --help` asks for a group of verbs.
  const asksForHelp = after.some((word) => word === "--help" || word === "-h");
  if (asksForHelp && after[1]?.startsWith("-") && verbsBelow(first).length > 0) return undefined;
  // The value of an unknown option looks like a verb. This throws for that option first.
  await parseWords(NO_VERB, before);
  throw unknownVerb(runtime, (isShort ? expanded : after).filter((word) => !word.startsWith("-")));
}

/** `memory help VERB`, or options without a verb. The options are checked all the same. */
async function printOverview(runtime: Runtime, options: readonly string[], words: readonly string[]): Promise<number> {
  const isOption = (word: string) => word.startsWith("-");
  const { global } = await parseWords(NO_VERB, [...options, ...words].filter((word) => isOption(word) && word !== ALL));
  const asked = words.filter((word) => !isOption(word));
  const [first] = writtenOut(asked);
  if (first !== undefined && !TABLE.some(({ name }) => `${name} `.startsWith(`${first} `))) {
    throw unknownVerb(runtime, asked);
  }
  const all = asked.length === 0 && [...options, ...words].includes(ALL) ? [ALL] : asked;
  return await printHelp(runtime, all, global);
}

async function printHelp(
  runtime: Runtime,
  words: readonly string[],
  { json, projectPath }: Pick<GlobalValues, "json" | "projectPath">,
): Promise<number> {
  const { helpText } = await import("./help.ts");
  const language = json ? "en" : await readerLanguage(runtime, projectPath);
  const room = !json && runtime.stdout.isTerminal ? runtime.stdout.columns : Infinity;
  const text = await helpText(words, language, room);
  const document = json ? JSON.stringify({ status: "ok", command: "help", data: text }) : text.trimEnd();
  runtime.stdout.write(`${document}\n`);
  return 0;
}
