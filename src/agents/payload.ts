/**
 * Reading foreign JSON: fields of the wanted type, the person's part of a text, messages. Fields are named in
 * snake_case and found in camelCase as well, since one client writes both.
 *
 * Hot path: prompts come through here.
 */
import { asObject, jsonIn } from "../json.ts";
import type { SessionId } from "../records/ids.ts";
import { texts as textsIn } from "../records/mod.ts";
import type { Details, EventBase, EventKind, HookEvent, Payload } from "./event.ts";

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
export function oneOf<Word extends string>(payload: Payload, name: string, words: readonly Word[]): Word | undefined {
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

/** An event; undefined without a session, or of a kind that the client does not have. Common fields are read here. */
export function eventOf(
  kind: EventKind,
  payload: Payload,
  common: CommonFields & { readonly session: SessionId | undefined; readonly transcript?: string | undefined },
  details: DetailReaders,
): HookEvent | undefined {
  const readers: DetailReaders = {
    pre_compact: () => ({}),
    session_end: () => ({ reason: text(payload, "reason") }),
    ...details,
  };
  const more = common.session ? readers[kind]?.() : undefined;
  const transcript = text(payload, "transcript_path") ?? common.transcript;
  return more && withoutUndefined<object>({ kind, ...common, transcript, ...more }) as HookEvent;
}

/** The text without elements of these names (alternatives). One never closed stays: the person writes about it. */
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

/** The files of a patch in Codex's format. */
export function patchedFiles(patch: string): string[] {
  if (!patch.includes("*** Begin Patch")) return [];
  return [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].flatMap(([, path]) =>
    path?.trim() ?? []
  );
}

/** The object in a JSON text; undefined for any other text. */
export function objectIn(json = ""): Payload | undefined {
  return json.trimStart().startsWith("{") ? asObject(jsonIn(json)) : undefined;
}
