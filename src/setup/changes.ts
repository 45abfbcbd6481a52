/**
 * What is to become of a file, as a value that --dry-run shows and apply.ts carries out; which files are wholly ours.
 *
 * @module
 */
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { dirname, join } from "node:path";
import { agentPath, SETUPS } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { readText, sameBytes } from "../files.ts";
import { USAGE_RULE_FILE } from "../recall/rule_file.ts";
import type { Language } from "../sentence.ts";
import { agentFiles, formerFiles, notesFiles, rulesText } from "../templates/files.ts";
import type { Parts } from "../templates/fill.ts";
import { binaryCommand } from "../agents/command.ts";
import { isOlderText } from "../agents/older_tools.ts";
import { originalOf } from "./originals.ts";
import { isInside } from "../paths.ts";
import type { Place } from "./place.ts";
import { refuse } from "./words.ts";

/**
 * `keep`: already as wanted. `leave`: somebody's own file under a name of ours. `retire`: of an older tool, taken out.
 * `restore`: back to what was there before us.
 */
type Action = "create" | "merge" | "rewrite" | "exclude" | "keep" | "leave" | "retire" | "remove" | "restore";

/** What becomes of one file. */
export interface FileChange {
  readonly path: string;
  readonly action: Action;
  /** The file as it is; undefined if there is none. */
  readonly before: Uint8Array | undefined;
  /** The file as it is to be; undefined if it goes. */
  readonly after: Uint8Array | undefined;
  /** The folder with the originals that uninstall puts back; undefined for the store's own files, which have none. */
  readonly base: string | undefined;
  /** The user has changed the file: it is copied first, and the copy named. */
  readonly edited: boolean;
}

const encoder = new TextEncoder();

/** Whether a change changes anything. */
export function isDue({ action }: FileChange): boolean {
  return action !== "keep" && action !== "leave";
}

/** Two agents may read the same file, and one may be looked for in more than one home. */
export function withoutRepeats(changes: readonly FileChange[]): FileChange[] {
  return [...new Map(changes.map((each) => [each.path, each])).values()];
}

/** The change that gives a file this text. */
export function fileChange(
  runtime: Runtime,
  path: string,
  action: Action,
  text: string | Uint8Array | undefined,
  { base, edited = false }: { readonly base?: string | undefined; readonly edited?: boolean } = {},
): FileChange {
  const before = runtime.files.read(path);
  const after = typeof text === "string" ? encoder.encode(text) : text;
  const isSame = sameBytes(before, after);
  return {
    path,
    action: isSame ? "keep" : before === undefined && !["exclude", "restore"].includes(action) ? "create" : action,
    before,
    after,
    base,
    edited: edited && !isSame,
  };
}

/** The change that writes a file of ours. A file of that name that we did not write stays as it is. */
export function ownFileChange(runtime: Runtime, path: string, text: string, base: string): FileChange {
  const before = runtime.files.read(path);
  const now = before && new TextDecoder().decode(before);
  if (now !== undefined && now.trim() !== "" && isSomebodys(now)) {
    return { path, action: "leave", before, after: before, base, edited: false };
  }
  const edited = now !== undefined && sealOf(now) !== "untouched";
  return fileChange(runtime, path, "rewrite", seal(text, path), { base, edited });
}

/** The change that creates a file and never touches one that is there. */
export function newFileChange(runtime: Runtime, path: string, text: string): FileChange {
  const before = runtime.files.read(path);
  return fileChange(runtime, path, "create", before ?? text);
}

/**
 * A text file byte for byte, BOM included. Throws CONFIG_INVALID when it is no UTF-8: writing it back would spoil it.
 */
export function editableText(runtime: Runtime, path: string): string | undefined {
  const bytes = runtime.files.read(path);
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    refuse("no_text", { path }, cause);
  }
}

// The seal by which we see later whether somebody changed a file of ours.
//
// The seal is a comment of the YAML head where a file has one: clients hand the rest on to the model. At the end of the
// text, where earlier versions put it, it still counts.

/**
 * `untouched`: as we wrote it, in this version or an earlier one. `edited`: ours, changed since. `foreign`: never ours.
 */
type Seal = "untouched" | "edited" | "foreign";

const HEAD = /^---\n(?:.*\n)*?(?=---\n)/;
const IN_HEAD = /^(---\r?\n(?:.*\r?\n)*?)# memory:([0-9a-f]{12})\r?\n(?=---\r?\n)/;
const AT_END = /(?:<!-- memory:([0-9a-f]{12}) -->|(?<=\n)# memory:([0-9a-f]{12}))\s*$/;
/** Cursor reads the head of a rule in a way of its own, which need not know comments. */
const RULE = /^alwaysApply:/m;

/**
 * The text, sealed.
 *
 * @param file its name, which tells how a comment is written in it
 */
export function seal(text: string, file: string): string {
  const body = `${text.trimEnd()}\n`;
  if (/\.(?:rules|toml)$/.test(file)) return `${body}# memory:${hash(body)}\n`;
  const head = HEAD.exec(body)?.[0];
  if (head === undefined || RULE.test(head)) return `${body}\n<!-- memory:${hash(body)} -->\n`;
  return `${head}# memory:${hash(body)}\n${body.slice(head.length)}`;
}

/** Whether a text is ours, and as we wrote it. */
export function sealOf(text: string): Seal {
  const { body, mark } = apart(text);
  if (mark === undefined) return "foreign";
  return hash(body) === mark ? "untouched" : "edited";
}

/** The text without its seal. */
export function unsealed(text: string): string {
  return apart(text).body;
}

function apart(text: string): { readonly body: string; readonly mark: string | undefined } {
  const inHead = IN_HEAD.exec(text);
  if (inHead) {
    const [whole, head = "", mark] = inHead;
    return { body: head + text.slice(whole.length), mark };
  }
  const atEnd = AT_END.exec(text);
  return atEnd ? { body: text.slice(0, atEnd.index), mark: atEnd[1] ?? atEnd[2] } : { body: text, mark: undefined };
}

/** Whether neither we wrote a text, in whatever form it is now, nor a tool whose place we take. */
function isSomebodys(text: string): boolean {
  return !isMarked(text) && !isOlderText(text);
}

/** Whether a text holds a seal of ours, wherever. */
export function isMarked(text: string): boolean {
  return /(?:<!--|#) memory:[0-9a-f]{12}/.test(text);
}

/** Line ends don't count: git may have converted them. */
function hash(text: string): string {
  return sha256Hex([`${text.replaceAll("\r\n", "\n").trimEnd()}\n`]).slice(0, 12);
}

/** An agent's files that are wholly ours, with what they say. */
export function ownTexts(
  runtime: Runtime,
  root: string,
  agent: Agent,
  { language, switches }: { readonly language: Language; readonly switches?: Parts },
): readonly { readonly path: string; readonly text: string }[] {
  const { texts, hasRules } = SETUPS[agent];
  const memory = binaryCommand(runtime);
  const rules = hasRules ? [{ file: USAGE_RULE_FILE, text: rulesText(language, memory, switches) }] : [];
  return [...rules, ...agentFiles(texts, language, memory, switches)]
    .map(({ file, text }) => ({ path: agentPath(runtime, agent, root, file), text }));
}

/** Where these are, and those of earlier versions. */
export function ownPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  const { texts, hasRules, allows, hooksAtHome } = SETUPS[agent];
  return [
    ...agentFiles(texts, "en", "").map(({ file }) => agentPath(runtime, agent, root, file)),
    ...formerPaths(runtime, root, agent),
    ...(hasRules ? [join(root, USAGE_RULE_FILE)] : []),
    // Beside hooks that projects share they go with those.
    ...(allows?.kind === "file" && !hooksAtHome ? [agentPath(runtime, agent, root, allows.file)] : []),
  ];
}

/** Those by which agents write and read curated notes. */
export function notesPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  return notesFiles(SETUPS[agent].texts).map((file) => agentPath(runtime, agent, root, file));
}

/** Whether init has written any of these at a place. */
export function hasNotesFlow(runtime: Runtime, root: string): boolean {
  return AGENTS.flatMap((agent) => notesPaths(runtime, root, agent))
    .some((path) => sealOf(readText(runtime.files, path) ?? "") !== "foreign");
}

/** Those that only earlier versions wrote. */
export function formerPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  return formerFiles(SETUPS[agent].texts).map((file) => agentPath(runtime, agent, root, file));
}

/** Takes away a file of ours. What was there before us comes back; a file that the user changed is copied first. */
export function ownFileRemoval(runtime: Runtime, path: string, base: string): FileChange | undefined {
  const bytes = runtime.files.read(path);
  if (bytes === undefined) return undefined;
  const original = originalOf(runtime, base, path);
  const text = new TextDecoder().decode(bytes);
  const state = sealOf(text);
  // Never ours, or the user's own again.
  if (state === "foreign" && (!isMarked(text) || original === undefined || sameBytes(original.bytes, bytes))) {
    return undefined;
  }
  const wasForeign = original?.bytes && sealOf(new TextDecoder().decode(original.bytes)) === "foreign";
  const after = wasForeign ? original.bytes : undefined;
  return fileChange(runtime, path, after ? "restore" : "remove", after, { base, edited: state !== "untouched" });
}

// The folders that init makes for its files, and that uninstall takes away when nothing is left in them.

/** The folders below the root that are not there yet and that these changes and the memory need. */
export function foldersToMake(
  { files }: Runtime,
  changes: readonly FileChange[],
  { root, dataFolder }: Pick<Place, "root" | "dataFolder">,
): ReadonlySet<string> {
  const missing = new Set<string>();
  const parents = changes.filter((change) => isDue(change) && change.after !== undefined)
    .map(({ path }) => dirname(path));
  for (const folder of [dirname(dataFolder), ...parents]) {
    for (let each = folder; each !== root && isInside(each, root) && !missing.has(each); each = dirname(each)) {
      if (files.stat(each)) break;
      missing.add(each);
    }
  }
  return missing;
}

/**
 * Removes a folder with nothing left in it, and so on upward, but never the root.
 *
 * @param made no others: an empty folder of somebody else's stays. Without it all,
 *   as in what an earlier version set up, which noted none
 */
export function removeEmptyFolders(
  { files }: Runtime,
  folder: string,
  root: string,
  made?: ReadonlySet<string>,
): void {
  for (let each = folder; each !== root && isInside(each, root); each = dirname(each)) {
    const kind = files.stat(each)?.kind;
    if (kind !== undefined && (kind !== "folder" || files.list(each).length > 0 || made?.has(each) === false)) return;
    files.remove(each);
  }
}
