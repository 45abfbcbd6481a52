/**
 * The tools of `memory mcp`: how a client lists each, which words of a command line a call of one means, and how an
 * answer reads to an agent that has tools and perhaps no shell. A tool's schema comes from the declaration of its verb,
 * its texts from `verbs.txt`.
 */
import { LISTED_AT_ONCE } from "../agents/delivery.ts";
import { isObject, jsonIn, type JsonObject } from "../json.ts";
import type { SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { named } from "../wording.ts";
import type { Arg } from "./args.ts";
import { GLOBAL_ARGS, optionName } from "./command.ts";
import { flowing } from "./help.ts";
import type { loadVerb } from "./table.ts";
import { failure, said } from "./told.ts";
import { aboutArg, wordsOf } from "./words.ts";

/** The verbs that are tools, each with the options that are shown. */
export const TOOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["start", []],
  ["search", ["maxResults", "from", "to", "type"]],
  ["show", []],
  ["save fact", ["content", "type", "entities", "asks", "when", "supersedes", "layer"]],
  ["save summary", ["topic", "summary", "decision", "todo", "done"]],
  ["done", []],
  ["manage delete", ["confirm"]],
  ["manage undo", []],
]);
/** What a verb can do without only by options that are not shown. */
const NEEDED: ReadonlySet<string> = new Set(["query", "words", "id"]);
/** Those that change nothing. Help says more of them; every session of a client reads what stands here. */
const ONLY_READ: ReadonlySet<string> = new Set(["start", "search", "show"]);
/** Those whose records belong to a session. */
const OF_SESSION: ReadonlySet<string> = new Set(["save fact", "save summary", "done"]);

export type Tool = ReturnType<typeof toolOf>;

/** A tool as a client lists it, with its verb and the names of the verb's operands. */
export function toolOf({ name: verb, args, operands }: Awaited<ReturnType<typeof loadVerb>>, language: Language) {
  const { about } = wordsOf(verb);
  const name = toolName(verb);
  const options = Object.entries({ ...args, projectPath: GLOBAL_ARGS.projectPath, layer: GLOBAL_ARGS.layer })
    .filter(([key]) => key === "projectPath" || TOOLS.get(verb)?.includes(key));
  const parameters = [
    ...Object.entries(operands).map(([key, arg]) => ({ key, arg, name: key.toUpperCase() })),
    ...options.map(([key, arg]) => ({ key, arg, name: optionName(key) })),
  ];
  const shownOptions = options.map(([key]) => optionName(key));
  const onlyReads = ONLY_READ.has(verb);
  // Many a client keeps the instructions from its model, which then knows only this of each tool.
  // What help says of `undo` is of the newest write of anybody.
  const told = [said(`tool_${name}`), ...onlyReads || !about || verb === "manage undo" ? [] : [about]];
  return {
    verb,
    operands: Object.keys(operands),
    options: shownOptions,
    onlyReads,
    ofSession: OF_SESSION.has(verb),
    shown: {
      name,
      description: told.map((text) => asParameters(flowing(text[language]), shownOptions, isTool)).join("\n\n"),
      inputSchema: {
        type: "object" as const,
        properties: Object.fromEntries(parameters.map(({ key, arg, name }) => {
          // How a shell gives an option several times, its own text says.
          const others = shownOptions.filter((option) => option !== name);
          const told = key in GLOBAL_ARGS ? said(`tool_${nameOf(key)}`) : aboutArg(verb, name);
          const description = asParameters(told[language], others, isTool);
          return [nameOf(key), { ...typeOf(arg), description }] as const;
        })),
        required: parameters.filter(({ key, arg }) => arg.required || NEEDED.has(key)).map(({ key }) => nameOf(key)),
        additionalProperties: false,
      },
      annotations: { readOnlyHint: onlyReads, destructiveHint: verb.startsWith("manage "), openWorldHint: false },
      _meta: LISTED_AT_ONCE,
    },
  };
}

/** `maxResults` → `max_results`. */
function nameOf(key: string): string {
  return optionName(key).slice(2).replaceAll("-", "_");
}

function toolName(verb: string): string {
  return verb.replace("manage ", "").replaceAll(" ", "_");
}

/** The verb at the beginning of a command. */
function verbIn(command: string): string | undefined {
  return [...TOOLS.keys()].find((verb) => command === verb || command.startsWith(`${verb} `));
}

function isTool(command: string): boolean {
  return verbIn(command) !== undefined;
}

const COMMAND_OR_OPTION = /`memory ([^`]*)`|(`?)--([a-z][a-z-]*)/g;

/**
 * A text about options as one about parameters, without the clauses that name other options or commands than those
 * which are known here.
 */
function asParameters(text: string, options: readonly string[], isKnown: (command: string) => boolean): string {
  const isOfShell = (clause: string) =>
    [...clause.matchAll(COMMAND_OR_OPTION)].some(([, command, , option]) =>
      command === undefined ? !options.includes(`--${option}`) : !isKnown(command)
    );
  const kept = text.split(CLAUSE_END).filter((clause) => !isOfShell(clause)).join("");
  return renamed(kept).replace(/^[;；]/, "").trim();
}

/** Before a semicolon, so that it goes with the clause behind it, and after a sentence. */
const CLAUSE_END = /(?=[;；])|(?<=\.\s|。)/;

/** What says the same to who has these tools and perhaps no shell. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["init", "memory init --agent none"],
  ["manage list", "search"],
  ["manage list --todos", "start"],
]);

/** Options as parameters, verbs as tools. Other commands stay as a shell takes them. */
function renamed(text: string): string {
  const withoutInput = text.replace(/[;；] ?- (?:is stdin|为标准输入)/, "");
  return withoutInput.replace(COMMAND_OR_OPTION, (whole, command?: string, quote?: string, option?: string) => {
    if (command === undefined) return `\`${option?.replaceAll("-", "_")}${quote === "" ? "`" : ""}`;
    const instead = INSTEAD.get(command);
    if (instead !== undefined) return `\`${instead}\``;
    const verb = verbIn(command);
    return verb === undefined ? whole : `\`${toolName(verb)}${command.slice(verb.length)}\``;
  });
}

/** What an answer says of itself, besides what it shows. */
const TELLING = /,"(message|hint)":"((?:[^"\\]|\\.)*)"/g;

/** The document of a verb, whose message and hint name parameters and tools. */
export function asAnswer({ options, operands }: Tool, document: string): string {
  // Other verbs print the text that was asked for.
  if (!document.startsWith("{")) return document;
  return document.replace(TELLING, (_, field: string, told: string) => {
    const kept = field === "message" ? withOperands(renamed(told), operands) : asParameters(told, options, isNoExample);
    return kept === "" ? "" : `,"${field}":"${kept}"`;
  });
}

/** `QUERY is missing` → `` `query` is missing ``. */
function withOperands(message: string, operands: readonly string[]): string {
  return message.replace(
    /^[A-Z]+/,
    (word) => operands.includes(word.toLowerCase()) ? `\`${word.toLowerCase()}\`` : word,
  );
}

/** Help and examples of a command line; the schema tells that of a tool. */
function isNoExample(command: string): boolean {
  return !/^help\b/.test(command) && !(isTool(command) && / (?:--|')/.test(command));
}

/** The type of a parameter in JSON Schema. A number is called N in every declaration. */
function typeOf({ takes, placeholder, repeated, choices, limits }: Arg<unknown>): JsonObject {
  if (takes !== "value") return { type: "boolean" };
  const one = { type: placeholder === "N" ? "integer" : "string", ...choices.length > 0 ? { enum: choices } : {} };
  return { ...repeated ? { type: "array", items: one } : one, ...limits };
}

/**
 * The words of the command line that a call of a tool means.
 *
 * @throws INVALID_ARGUMENT for a value of another type than the schema's, and for a parameter that the tool does not
 * list: a person may have allowed the tool for good, and did not see what else the verb can do
 */
export function wordsFor({ verb, operands, shown }: Tool, given: JsonObject, session?: SessionId): string[] {
  const words = verb.split(" ");
  if (session !== undefined) words.push(`--session=${session}`);
  const behind: string[] = [];
  const { properties } = shown.inputSchema;
  for (const [name, value] of Object.entries(given)) {
    const schema = properties[name];
    if (schema === undefined) {
      throw failure("no_parameter", { tool: shown.name, name, known: named(Object.keys(properties)) });
    }
    const values = valuesOf(schema, value);
    if (values === undefined) {
      const { description: _, ...wanted } = schema;
      throw failure("wrong_type", { tool: shown.name, name, wanted: JSON.stringify(wanted) });
    }
    if (operands.includes(name)) behind.push(...values.map(String));
    else {
      const option = `--${name.replaceAll("_", "-")}`;
      words.push(...values.flatMap((each) => each === true ? option : each === false ? [] : `${option}=${each}`));
    }
  }
  return [...words, "--", ...behind];
}

/**
 * The values that a parameter is given, none for null; undefined where one is of another type than the schema's. Some
 * models write a list, a number or a truth value as a text.
 */
function valuesOf({ type, items }: JsonObject, value: unknown): (string | number | boolean)[] | undefined {
  if (value === null) return [];
  const meant = type !== "string" && typeof value === "string" ? jsonIn(value) : value;
  if (type === "array") {
    const all = Array.isArray(meant) ? meant : [value];
    const found = all.map((each) => isObject(items) ? valuesOf(items, each) : undefined);
    return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
  }
  if (type === "string") return typeof meant === "string" ? [meant] : undefined;
  if (type === "integer") return Number.isInteger(meant) ? [Number(meant)] : undefined;
  return typeof meant === "boolean" ? [meant] : undefined;
}
