/**
 * Reading foreign JSON: fields of the wanted type, the person's part of a text, messages and tool calls. Fields are
 * named in snake_case and found in camelCase as well, since one client writes both.
 *
 * Hot path: prompts come through here.
 *
 * @module
 */
import { asObject, jsonIn } from "../json.ts";
import type { SessionId } from "../records/ids.ts";
import { texts as textsIn } from "../records/mod.ts";
import type { Details, EventBase, EventKind, EventOf, HookEvent, Payload, Piece, ToolCall, ToolUse } from "./event.ts";

/** A field of any type. */
export function field(payload: Payload, name: string): unknown {
  return payload[name] ?? payload[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())];
}

/** The first of these fields that is a string and not empty. */
export function text(payload: Payload, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = field(payload, name);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The words of a field: a string, or the texts of a message's blocks; other blocks are pictures and files. */
export function spoken(payload: Payload, name: string): string | undefined {
  const value = field(payload, name);
  if (typeof value === "string") return value || undefined;
  const blocks = Array.isArray(value) ? value : [value];
  const words = blocks.map((block) => typeof block === "string" ? block : text(asObject(block) ?? {}, "text") ?? "");
  return words.filter(Boolean).join("\n\n") || undefined;
}

/** The field, if it is a number. */
export function count(payload: Payload, name: string): number | undefined {
  const value = field(payload, name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The field, if it is a boolean. */
export function flag(payload: Payload, name: string): boolean | undefined {
  const value = field(payload, name);
  return typeof value === "boolean" ? value : undefined;
}

/** The strings of a list, without empty ones; a single string counts as a list of one. */
export function texts(payload: Payload, name: string): readonly string[] {
  return textsIn(field(payload, name));
}

/** The object in a field; an empty one where the field holds none. */
export function object(payload: Payload, name: string): Payload {
  return asObject(field(payload, name)) ?? {};
}

/** The items of a list as objects; none where the field is no list. */
export function objects(payload: Payload, name: string): readonly Payload[] {
  const value = field(payload, name);
  return Array.isArray(value) ? value.map((each) => asObject(each) ?? {}) : [];
}

/** The field, if it is one of these words. */
export function oneOf<Word extends string>(
  payload: Payload,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = field(payload, name);
  return words.find((word) => word === value);
}

/** Whether the field is one of these words; undefined when it is missing. */
export function isOneOf(payload: Payload, name: string, words: readonly string[]): boolean | undefined {
  const value = text(payload, name);
  return value === undefined ? undefined : words.includes(value);
}

type Given<T> = { [Key in keyof T]: T[Key] | undefined };

/** The object without its undefined fields. */
export function withoutUndefined<T extends object>(fields: Given<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The fields of each kind of event beside the common ones; undefined for an event without meaning for us. */
type DetailReaders = { readonly [Kind in EventKind]?: () => Given<Details[Kind]> | undefined };

type CommonFields = Given<Omit<EventBase<EventKind>, "kind" | "session" | "transcript">>;

/**
 * An event; undefined for one that names no session, or of a kind that the client does not have. Fields that have the
 * same name at all clients are read here.
 */
export function eventOf(
  kind: EventKind,
  payload: Payload,
  common: CommonFields & { readonly session: SessionId | undefined; readonly transcript?: string | undefined },
  details: DetailReaders,
): HookEvent | undefined {
  const readers: DetailReaders = {
    pre_compact: () => ({ trigger: oneOf(payload, "trigger", ["auto", "manual"]) }),
    session_end: () => ({ reason: text(payload, "reason") }),
    ...details,
  };
  const more = common.session ? readers[kind]?.() : undefined;
  const transcript = text(payload, "transcript_path") ?? common.transcript;
  return more && withoutUndefined<object>({ kind, ...common, transcript, ...more }) as HookEvent;
}

/**
 * The text without these elements and their content. An element that is never closed stays: the person writes about it.
 *
 * @param names as a pattern of alternatives
 */
export function withoutElements(text: string, names: string): string {
  if (!text.includes("<")) return text;
  const opening = new RegExp(`<(${names})(?:\\s[^<>]*)?>`, "g");
  const neverClosed = new Set<string>();
  let rest = "";
  let from = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [tag, name = ""] = found;
    // A paste of ten thousand opening tags must not be searched ten thousand times.
    if (neverClosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, found.index + tag.length);
    if (end === -1) {
      neverClosed.add(name);
      continue;
    }
    rest += text.slice(from, found.index);
    from = end + name.length + 3;
    opening.lastIndex = from;
  }
  return rest + text.slice(from);
}

/** The content of each element of this name, trimmed; an element that is never closed does not count. */
export function inElements(text: string, name: string): string[] {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  const contents: string[] = [];
  let from = text.indexOf(opening);
  while (from !== -1) {
    const start = from + opening.length;
    const end = text.indexOf(closing, start);
    if (end === -1) break;
    contents.push(text.slice(start, end).trim());
    from = text.indexOf(opening, end);
  }
  return contents;
}

/** The folders that are named, as paths, each once and in order. */
export function folders(...named: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(named.filter((name): name is string => Boolean(name)).map(folderOf))];
}

/** The path of a folder, which VS Code names by a URI and Windows may name by a URI's path: `/c:/app`. */
function folderOf(root: string): string {
  if (!root.startsWith("file://")) return withoutUriSlash(root);
  const place = root.slice("file://".length).replace(/^localhost(?=\/)/, "");
  // A network share has its server in this place.
  const path = place.startsWith("/") ? place : `//${place}`;
  try {
    return withoutUriSlash(decodeURIComponent(path));
  } catch {
    return withoutUriSlash(path);
  }
}

function withoutUriSlash(path: string): string {
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** The words, tool calls and results in a message, whose content is a text or a list of blocks. */
export function readMessage(content: unknown) {
  const blocks = (Array.isArray(content) ? content : [{ type: "text", text: content }]).map((block) =>
    asObject(block) ?? {}
  );
  const ofType = (type: string) => blocks.filter((block) => text(block, "type") === type);
  return {
    words: ofType("text").flatMap((block) => text(block, "text") ?? []).join("\n\n"),
    calls: ofType("tool_use"),
    results: ofType("tool_result"),
  };
}

/** The clients' names for their tools; the same word means the same in all of them. */
const TOOLS = {
  edit: "Write StrReplace Edit MultiEdit NotebookEdit EditNotebook ApplyPatch Delete apply_patch write_file " +
    "replace edit create",
  read: "Read Grep Glob LS SemanticSearch read_file read_many_files list_directory glob grep_search " +
    "search_file_content view grep",
  shell: "exec_command local_shell_call run_shell_command shell shell_command Shell bash Bash PowerShell",
  spawn: "Agent Task spawn_agent",
} as const;

/** A call, its kind told by the name of the tool. */
export function toolUse(name: string, input: Payload): ToolUse {
  return withoutUndefined<ToolUse>({
    kind: (["edit", "read", "shell", "spawn"] as const).find((kind) => TOOLS[kind].split(" ").includes(name)) ??
      "other",
    path: text(input, "path", "file_path", "target_file", "notebook_path", "target_notebook"),
    command: text(input, "command"),
  });
}

/** The calls of a line of a transcript; `input` and `id` are the fields of a call that hold its input and its id. */
export function toolUses(calls: readonly Payload[], input: string, id = "id"): Pick<Piece, "tools" | "callIds"> {
  return {
    tools: calls.map((call) => toolUse(text(call, "name") ?? "", object(call, input))),
    callIds: calls.map((call) => text(call, id)),
  };
}

/** Codex's own word for a subagent without a type. */
export const ANY_TYPE = "default";

/** The call that an event before or after it describes. */
export function toolCall(payload: Payload): ToolCall {
  const input = object(payload, "tool_input");
  const use = toolUse(text(payload, "tool_name") ?? "", input);
  const patched = use.kind === "edit" ? patchedFiles(use.command ?? "") : [];
  return withoutUndefined<ToolCall>({
    kind: use.kind,
    paths: use.path === undefined ? patched : [use.path, ...patched],
    command: use.kind === "shell" ? use.command : undefined,
    ...use.kind === "edit" ? changeBy(input) : {},
    isWhole: use.kind === "edit" && text(input, "content", "contents") !== undefined ? true : undefined,
    spawns: use.kind === "spawn"
      ? {
        type: text(input, "subagent_type", "agent_type") ?? ANY_TYPE,
        task: text(input, "prompt", "message") ?? spoken(input, "items") ?? "",
        inherits: flag(input, "fork_context") === true,
      }
      : undefined,
  });
}

/** Characters of an edit that are read. */
const CHANGE_CHARACTERS = 20_000;

/** The lines of an edit that did not stand there before, and those that stand there no more. */
function changeBy(input: Payload): Pick<ToolCall, "added" | "removed"> {
  const edits = [input, ...objects(input, "edits")].map((edit) => {
    const lines = (said: string) => said.slice(0, CHANGE_CHARACTERS).split("\n");
    const after = text(edit, "new_string", "new_str", "content", "contents", "new_source") ?? patchOf(edit, "+");
    const before = text(edit, "old_string", "old_str") ?? patchOf(edit, "-");
    return { before: new Set(lines(before)), after: new Set(lines(after)) };
  });
  const joined = (lines: readonly string[]) => lines.join("\n").slice(0, CHANGE_CHARACTERS) || undefined;
  return withoutUndefined<Pick<ToolCall, "added" | "removed">>({
    added: joined(edits.flatMap(({ before, after }) => [...after.difference(before)])),
    removed: joined(edits.flatMap(({ before, after }) => [...before.difference(after)])),
  });
}

/** The lines that a patch adds or removes. */
function patchOf(edit: Payload, sign: "+" | "-"): string {
  const lines = (text(edit, "command") ?? "").split("\n").filter((line) => line[0] === sign);
  return lines.filter((line) => line.slice(1, 3) !== sign + sign).map((line) => line.slice(1)).join("\n");
}

/** The files of a patch in Codex's format. */
export function patchedFiles(patch: string): string[] {
  if (!patch.includes("*** Begin Patch")) return [];
  return [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].flatMap(([, path]) =>
    path?.trim() ?? []
  );
}

/** Characters of each end of an output: errors stand at the end, and an exit code or a first match at the beginning. */
const OUTPUT_CHARACTERS = 10_000;

/**
 * The outcome and the output of a call.
 *
 * @param failed the outcome by the event's name, if that tells it
 */
export function toolEnd(payload: Payload, failed?: boolean): Pick<EventOf<"tool_end">, "failed" | "output"> {
  const shown = text(payload, "tool_output");
  const told = field(payload, "tool_response") ?? objectIn(shown) ?? shown;
  const response = asObject(told) ?? {};
  const interrupted = flag(payload, "is_interrupt") || flag(response, "interrupted");
  const printed = text(payload, "error", "error_message") ?? (typeof told === "string" ? told : [
    text(response, "stdout", "output", "llm_content") ?? "",
    text(response, "stderr") ?? "",
  ].filter(Boolean).join("\n"));
  const code = count(response, "exit_code") ?? Number(/^Exit Code: (\d+)/m.exec(printed)?.[1] ?? NaN);
  const byCode = Number.isNaN(code) ? undefined : code !== 0;
  return withoutUndefined<Pick<EventOf<"tool_end">, "failed" | "output">>({
    failed: interrupted ? undefined : failed === true || (byCode ?? failed),
    output: printed.length <= 2 * OUTPUT_CHARACTERS
      ? printed
      : `${printed.slice(0, OUTPUT_CHARACTERS)}\n${printed.slice(-OUTPUT_CHARACTERS)}`,
  });
}

/** The object in a JSON text; undefined for any other text. */
export function objectIn(json = ""): Payload | undefined {
  return json.trimStart().startsWith("{") ? asObject(jsonIn(json)) : undefined;
}
