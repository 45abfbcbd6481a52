/**
 * `memory mcp`: what an agent needs of memory, as tools of the Model Context Protocol on standard input and output, for
 * clients whose hooks memory does not know.
 *
 * The call of a tool is a call of its verb with the words that a shell would give it, one after the other; nothing is
 * kept from one to the next. A tool's schema comes from the declaration of its verb, its texts from `verbs.txt`.
 */
import { Writable } from "node:stream";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { LISTED_AT_ONCE } from "../agents/delivery.ts";
import { languageOf } from "../config/mod.ts";
import { asMemoryError, reasonTold } from "../errors.ts";
import { isObject, jsonIn, type JsonObject } from "../json.ts";
import type { Output, Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import { switchesOf } from "../setup/switches.ts";
import { openMemory } from "../store/memory.ts";
import { mcpText } from "../templates/mcp.ts";
import { VERSION } from "../version.ts";
import type { Arg } from "./args.ts";
import { GLOBAL_ARGS, optionName, parseWords } from "./command.ts";
import { flowing } from "./help.ts";
import { printError } from "./print.ts";
import { runVerb } from "./run_verb.ts";
import { loadVerb, TABLE } from "./table.ts";
import { failure, said } from "./told.ts";
import { aboutArg, wordsOf } from "./words.ts";
import { named, type Values } from "../wording.ts";

/** The verbs that are tools, each with the options that are shown. */
const TOOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["start", []],
  ["search", ["maxResults", "from", "to", "type"]],
  ["show", []],
  ["save fact", ["content", "type", "entities", "asks", "when", "supersedes", "layer"]],
  ["save summary", ["topic", "summary", "decision", "todo"]],
  ["done", []],
  ["manage delete", ["confirm"]],
]);
/** Those that change nothing. What they are is told in one sentence, since every session of a client reads it. */
const ONLY_READ: ReadonlySet<string> = new Set(["start", "search", "show"]);

const DECLARATION = { name: "mcp", args: {}, operands: {} };

/** Serves the tools until the client closes the input. Returns the exit code. Never throws. */
export async function serveMcp(runtime: Runtime, words: readonly string[]): Promise<number> {
  let projectPath: string | undefined;
  try {
    ({ global: { projectPath } } = await parseWords(DECLARATION, words));
    await serve(runtime, projectPath);
    return 0;
  } catch (thrown) {
    return await printError(runtime, asMemoryError(thrown), undefined, words.includes("--json"), projectPath);
  }
}

async function serve(runtime: Runtime, projectPath: string | undefined): Promise<void> {
  runtime.expectLongWork();
  const language = languageOf(runtime, openMemory(runtime, { projectPath }).config);
  if (runtime.stdin.isTerminal) runtime.stderr.write(`${said("mcp_waits")[language]}\n`);
  const verbs = TABLE.filter(({ name }) => TOOLS.has(name));
  const tools = await Promise.all(verbs.map(async (entry) => toolOf(await loadVerb(entry), language)));
  const place = projectPath === undefined ? {} : { project_path: projectPath };
  let last: Promise<unknown> = Promise.resolve();
  const server = () => {
    const instructions = mcpText(language, switchesOf(openMemory(runtime, { projectPath })));
    const made = new Server({ name: "memory", version: VERSION }, { capabilities: { tools: {} }, instructions });
    made.setRequestHandler("tools/list", () => ({ tools: tools.map(({ shown }) => shown) }));
    made.setRequestHandler("tools/call", ({ params: { name, arguments: given } }) => {
      const tool = tools.find(({ shown }) => shown.name === name);
      if (!tool) throw invalid("no_tool", { name });
      const words = wordsFor(tool, { ...place, ...given });
      // One after the other: two calls at once would wait for one another's lock.
      const result = last.then(() => answer(runtime, words));
      // A call that fails answers for itself alone.
      last = result.catch(() => {});
      return result;
    });
    return made;
  };
  const input = runtime.stdin.stream();
  const ends = ["end", "close", "pause"] as const;
  const ended = Promise.race(ends.map((end) => new Promise((resolve) => void input.once(end, () => resolve(end)))));
  let problem: Error | undefined;
  const onerror = (error: Error) => void (problem = error);
  serveStdio(server, { transport: new StdioServerTransport(input, writable(runtime.stdout)), onerror });
  const end = await ended;
  await last;
  // The transport has let go of it, after a message of more than 10 MB: a client would wait for ever.
  if (end === "pause") throw failure("mcp_gave_up", { reason: reasonTold(problem) });
}

type Tool = ReturnType<typeof toolOf>;

/** A tool as a client lists it, with its verb and the names of the verb's operands. */
function toolOf({ name: verb, args, operands }: Awaited<ReturnType<typeof loadVerb>>, language: Language) {
  const { summary, about } = wordsOf(verb);
  const options = Object.entries({ ...args, projectPath: GLOBAL_ARGS.projectPath, layer: GLOBAL_ARGS.layer })
    .filter(([key]) => key === "projectPath" || TOOLS.get(verb)?.includes(key));
  const parameters = [
    ...Object.entries(operands).map(([key, arg]) => ({ key, arg, about: aboutArg(verb, key.toUpperCase()) })),
    ...options.map(([key, arg]) => ({ key, arg, about: aboutArg(verb, optionName(key)) })),
  ];
  const onlyReads = ONLY_READ.has(verb);
  const told = onlyReads || !about ? [summary] : [summary, about];
  return {
    verb,
    operands: Object.keys(operands),
    shown: {
      name: verb.replace("manage ", "").replaceAll(" ", "_"),
      description: told.map((text) => asParameters(flowing(text[language]))).join("\n\n"),
      inputSchema: {
        type: "object" as const,
        properties: Object.fromEntries(
          parameters.map(({ key, arg, about }) =>
            [nameOf(key), { ...typeOf(arg), description: asParameters(about[language]) }] as const
          ),
        ),
        required: parameters.filter(({ arg }) => arg.required).map(({ key }) => nameOf(key)),
      },
      annotations: { readOnlyHint: onlyReads, destructiveHint: verb === "manage delete", openWorldHint: false },
      _meta: LISTED_AT_ONCE,
    },
  };
}

/** `maxResults` → `max_results`. */
function nameOf(key: string): string {
  return optionName(key).slice(2).replaceAll("-", "_");
}

/** A text about options as one about parameters. Commands stay as a shell takes them. */
function asParameters(text: string): string {
  return text.replace(/[;；] ?- (?:is stdin|为标准输入)/, "").replace(
    /`memory [^`]*`|--([a-z][a-z-]*)/g,
    (whole, option?: string) => option === undefined ? whole : `\`${option.replaceAll("-", "_")}\``,
  );
}

/** The type of a parameter in JSON Schema. A number is called N in every declaration. */
function typeOf({ takes, placeholder, repeated, choices }: Arg<unknown>): JsonObject {
  if (takes !== "value") return { type: "boolean" };
  const one = { type: placeholder === "N" ? "integer" : "string", ...choices.length > 0 ? { enum: choices } : {} };
  return repeated ? { type: "array", items: one } : one;
}

/**
 * The words of the command line that a call of a tool means.
 *
 * @throws ProtocolError for a value that is no text, number or truth value, and for a parameter that the tool does not
 * list: a person may have allowed the tool for good, and did not see what else the verb can do
 */
function wordsFor({ verb, operands, shown }: Tool, given: JsonObject): string[] {
  const words = verb.split(" ");
  const behind: string[] = [];
  const known = Object.keys(shown.inputSchema.properties);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      throw invalid("no_parameter", { tool: shown.name, name, known: named(known) });
    }
    const values = (Array.isArray(value) ? value : [value]).filter((each) => each !== null && each !== false);
    if (values.some((each) => typeof each === "object")) {
      throw invalid("nested_parameter", { tool: shown.name, name });
    }
    if (operands.includes(name)) behind.push(...values.map(String));
    else {
      const option = `--${name.replaceAll("_", "-")}`;
      words.push(...values.map((each) => each === true ? option : `${option}=${each}`));
    }
  }
  return [...words, "--", ...behind];
}

function invalid(name: string, values: Values): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, said(name, values).en);
}

/** Runs a verb, and answers with what it prints. */
async function answer(runtime: Runtime, words: readonly string[]) {
  const [printed, told]: [string[], string[]] = [[], []];
  const nothing = () => Promise.resolve({ bytes: new Uint8Array(), complete: true });
  // Inherits, since a copy would read every getter of the system's.
  const inner: Runtime = Object.assign(Object.create(runtime), {
    stdin: { ...runtime.stdin, isTerminal: false, read: nothing },
    stdout: collecting(printed),
    stderr: collecting(told),
  });
  const code = await runVerb(inner, [], words);
  const [result, notes] = [printed.join("").trimEnd(), told.join("").trimEnd()];
  const document = jsonIn(result);
  const isError = code > 1 || result === "" || (isObject(document) && document.status === "error");
  // The document of a failure says what the note says.
  const texts = isError && result !== "" ? [result] : [result, notes];
  return { content: texts.filter(Boolean).map((text) => ({ type: "text" as const, text })), isError };
}

function collecting(pieces: string[]): Output {
  return { isTerminal: false, columns: 0, write: (text) => void pieces.push(text) };
}

function writable({ write }: Output): Writable {
  return new Writable({
    write(text, _encoding, done) {
      write(String(text));
      done();
    },
  });
}
