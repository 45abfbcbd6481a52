/**
 * In: the Markdown that a client keeps as a memory of its own, or that tells it what to do. Out: a sentence or
 * paragraph for each thing in it, and the places of what says nothing that holds.
 *
 * Claude Code: MEMORY.md, whose lines may only point to topic files, and topic files with a head of their own. Codex:
 * the Markdown of `~/.codex/memories`. Gemini CLI: a section of GEMINI.md. Instructions: CLAUDE.md, Cursor's rules.
 */
import type { MemoryType } from "../records/mod.ts";
import { type Block, blocksOf } from "../text/blocks.ts";
import { dayIn, type LeftOut, matches, type Nature, type Part, plainHeading, Reading } from "./sections.ts";

/** The clients whose own memory can be imported, as `--format` names them. */
export const CLIENT_MEMORIES = ["claude-code", "codex", "gemini"] as const;
export type ClientMemory = typeof CLIENT_MEMORIES[number];

/** One thing that a client remembers. */
export interface Remembered {
  readonly text: string;
  /** The file's topic, and the heading above the text. */
  readonly labels: readonly string[];
  /** Told by the kind that the client gave the text; undefined where the client gave none. */
  readonly memoryType: MemoryType | undefined;
  /** The heading above the text, where it is a question that the text answers. */
  readonly asks: readonly string[];
  /** The local day that the file or a heading names. */
  readonly day: string | undefined;
  readonly isTodo: boolean;
}

interface OwnMemory {
  readonly remembered: readonly Remembered[];
  readonly leftOut: readonly LeftOut[];
  /** The paths for which the file holds, as globs; none for all. */
  readonly scope: readonly string[];
}

interface Place {
  /** Whether the import reads another file, too. */
  readonly isRead?: (file: string) => boolean;
  readonly nature?: Nature;
}

const GEMINI_SECTION = /^##\s+Gemini Added Memories\s*$/i;

/** The part of GEMINI.md that Gemini CLI writes itself, in its lines; the rest are the person's instructions. */
export function geminiMemories(text: string): string {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => GEMINI_SECTION.test(line));
  if (start < 0) return "";
  const end = lines.findIndex((line, at) => at > start && /^#{1,2}\s/.test(line));
  return lines.map((line, at) => at > start && (end < 0 || at < end) ? line : "").join("\n");
}

/** The names of files and folders in which a project tells agents what to do. */
const INSTRUCTIONS =
  /(?:^|\/)(?:(?:CLAUDE|AGENTS|AGENT|GEMINI|QWEN|CONVENTIONS)(?:\.local|\.override)?\.md|copilot-instructions\.md|[^/]+\.(?:mdc|instructions\.md)|\.(?:cursor|windsurf|cline)rules|\.(?:cursor|claude|windsurf|clinerules)\/rules\/.+|\.clinerules\/.+)$/i;
/** Folders of a client in a project's folder: what stands in them holds for all of it. */
const CLIENTS_FOLDER = /(?:^|\/)\.(?:cursor|claude|windsurf|github|clinerules|gemini|codex|qwen)(?:\/.*)?$/;

/** What a file is by its path, which has forward slashes. */
export function natureOf(path: string): Nature {
  if (!INSTRUCTIONS.test(path)) return "memory";
  return /\.mdc$|rules(?:\/|$)/i.test(path) ? "rules" : "instructions";
}

/** The folder of a project for which a file of instructions in it holds; empty for the whole project. */
export function folderOfInstructions(path: string): string {
  return INSTRUCTIONS.test(path) ? path.split("/").slice(0, -1).join("/").replace(CLIENTS_FOLDER, "") : "";
}

/** Claude Code's four kinds: about the user and their wishes, about the work, about where things are. */
const KINDS: Readonly<Record<string, MemoryType>> = { user: "O", feedback: "O", project: "W", reference: "W" };

/** What tools call facts that are conventions, or decisions; undefined for other words. */
export function typeOfKind(kind: string): MemoryType | undefined {
  if (/^(?:preference|rule|convention|guideline)s?$|^(?:偏好|规则|约定)$/i.test(kind)) return "O";
  return /^(?:decision|决定)s?$/i.test(kind) ? "W" : undefined;
}

/** The things that a file remembers, without lines that point to a file which the import reads, too (`isRead`). */
export function readOwnMemory(source: string, place: Place = {}): OwnMemory {
  const { isRead = () => false, nature = "memory" } = place;
  const { head, body } = splitHead(source.replace(/^\uFEFF/, ""));
  const all = blocksOf(body);
  const ofHead = isWithdrawn(head.get("status")) ? 1 : undefined;
  // Instructions may have a section on the status of a project.
  const properties = nature === "memory" ? propertiesOf(all, head) : new Map<Block, boolean>();
  const status = ofHead ?? [...properties].find(([, isWithdrawn]) => isWithdrawn)?.[0].line;
  if (status !== undefined) return { remembered: [], leftOut: [{ line: status, why: "withdrawn" }], scope: [] };
  const titles = nature === "memory" ? [] : [head.get("title"), head.get("description")];
  const reading = new Reading(titles.filter((each) => each !== undefined), dayOfHead(head), nature);
  const blocks = all.filter((block) => !properties.has(block));
  const isGraph = head.has("permalink") || blocks.some((block) => block.kind === "heading" && isOfGraph(block));
  const parts = blocks.flatMap((block, at) => {
    const read = reading.read(block, blocks[at + 1]);
    return isGraph && block.kind === "item" ? read.map((part) => inGraph(part, block, head.get("title"))) : read;
  })
    .filter((part) => "why" in part || !pointsTo(part.text, isRead));
  const topics = [head.get("name") ?? head.get("title"), ...listOf(nature === "memory" ? head.get("tags") : "")];
  const memoryType = KINDS[head.get("type") ?? ""];
  const description = head.get("description") ?? "";
  const said = parts.flatMap((part): Graphed[] => "why" in part ? [] : [part]);
  const told: readonly Graphed[] = parts.length > 0 || description === "" ? said : [reading.part(description)];
  return {
    remembered: told.map(({ text, label, asks, isRule, day, isTodo, tags = [], kind }) => ({
      text,
      asks,
      labels: [...new Set([...topics, label, ...tags])].filter((each) => each !== undefined && each !== "").map(String),
      memoryType: memoryType ?? kind ?? (isRule ? "O" : undefined),
      day,
      isTodo,
    })),
    leftOut: [
      ...[...properties.keys()].map(({ line }): LeftOut => ({ line, why: "head" })),
      ...parts.flatMap((part) => "why" in part ? [part] : []),
    ],
    scope: nature === "memory" ? [] : scopeOf(head),
  };
}

/** The headings of basic-memory's notes, and its two forms of an item: `[kind] text #tag`, and `relation [[Note]]`. */
const OF_GRAPH = /^(?:observations|relations)$/i;
const OBSERVATION = /^\[([\p{L}][^\]\n]{0,40})\]\s+(?!\()/u;
const RELATION = /^[\p{L}][\p{L}\p{N} _-]{0,40}\s*\[\[[^\]]+\]\]/u;
const TAG = /(?<=^|\s)#([\p{L}\p{N}][\p{L}\p{N}_/-]*)/gu;

function isOfGraph(block: Block): boolean {
  return OF_GRAPH.test(plainHeading(block));
}

/** An item of such a note with its kind and tags apart; a relation names the note that has it, and decides nothing. */
function inGraph(part: Part | LeftOut, { lines: [line = ""] }: Block, title = ""): Graphed | LeftOut {
  if ("why" in part) return part;
  const label = OF_GRAPH.test(part.label ?? "") ? undefined : part.label;
  const kind = OBSERVATION.exec(line)?.[1];
  if (kind === undefined) {
    return RELATION.test(line) ? { ...part, label, text: `${title} ${part.text}`.trim(), kind: "B" } : part;
  }
  const text = part.text.replace(OBSERVATION, "");
  const tags = [...text.matchAll(TAG)].map(([, tag = ""]) => tag);
  return { ...part, label, text: text.replace(TAG, "").replace(/ {2,}/g, " ").trim(), tags, kind: typeOfKind(kind) };
}

interface Graphed extends Part {
  readonly tags?: readonly string[];
  readonly kind?: MemoryType | undefined;
}

/** The keys of the head between two lines of dashes, at any depth, and the text behind it, in its lines. */
function splitHead(text: string): { readonly head: Map<string, string>; readonly body: string } {
  const [whole = "", inside = ""] = /^---[ \t]*\r?\n(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const head = new Map<string, string>();
  let last = "";
  for (const line of inside.split(/\r?\n/)) {
    const [, key = "", value = ""] = /^\s*([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const item = /^\s*-\s+(.*?)\s*$/.exec(line)?.[1];
    if (key !== "") last = key.toLowerCase();
    if (key !== "" && value !== "") head.set(last, withoutQuotes(value));
    else if (item !== undefined) head.set(last, [...head.has(last) ? [head.get(last)] : [], item].join(", "));
  }
  return { head, body: whole.replace(/[^\n]+/g, "") + text.slice(whole.length) };
}

function withoutQuotes(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

/** The globs by which Cursor, Claude Code and Copilot CLI give a file only where it matters. */
function scopeOf(head: ReadonlyMap<string, string>): string[] {
  if (head.get("alwaysapply") === "true") return [];
  const all = listOf(head.get("globs") ?? head.get("paths") ?? head.get("applyto"));
  return all.some((glob) => /^[*/]+$/.test(glob)) ? [] : all;
}

/** A list of a head: `[a, b]`, or its items joined. A glob may have a comma in its braces. */
function listOf(value = ""): string[] {
  return value.replace(/^\[(.*)\]$/, "$1").split(/,(?![^{]*\})/).map((each) => withoutQuotes(each.trim()))
    .filter((each) => each !== "");
}

const DATES = ["updated", "last updated", "last edited", "last edited time", "modified", "date", "created"];
const DATES_ZH = ["更新时间", "最后更新", "最后编辑", "日期", "创建时间"];

function dayOfHead(head: ReadonlyMap<string, string>): string | undefined {
  for (const key of [...DATES, ...DATES_ZH]) {
    const day = dayIn(head.get(key) ?? "");
    if (day !== undefined) return day;
  }
  return undefined;
}

const PROPERTY = /^[*_]*([^:：*_`]{1,24}?)[*_]*\s*[:：][*_]*\s*(.*)$/;

/**
 * The blocks that tell when a document was written, or whether it still holds; for each, whether it says that the
 * document no longer holds. What they tell is added to `head`.
 */
function propertiesOf(blocks: readonly Block[], head: Map<string, string>): Map<Block, boolean> {
  const found = new Map<Block, boolean>();
  const first = blocks.findIndex(({ kind, level = 0 }) => kind === "heading" && level > 1);
  for (const [at, block] of blocks.entries()) {
    const above = blocks[at - 1];
    if (block.kind !== "item" && block.kind !== "paragraph") continue;
    if (above?.kind === "heading" && STATUS.test(plainHeading(above))) {
      const [status = ""] = block.lines;
      if (isStatus(status)) found.set(block, isWithdrawn(status));
      continue;
    }
    const read = block.lines.map((line) => PROPERTY.exec(line) ?? []);
    const isProperty = ([, key = "", value = ""]: readonly string[]) =>
      STATUS.test(key) ? isStatus(value) : matches("properties", key);
    if (first >= 0 && at > first || !read.every(([, key]) => key) || !read.some(isProperty)) continue;
    for (const [, key = "", value = ""] of read) {
      if (!head.has(key.toLowerCase())) head.set(key.toLowerCase(), value);
    }
    found.set(block, read.some(([, key = "", value]) => STATUS.test(key) && isWithdrawn(value)));
  }
  return found;
}

function isStatus(text: string): boolean {
  return isWithdrawn(text) || matches("status", text);
}

const STATUS = /^(?:status|状态)$/i;

/** A longer text tells of more than whether it holds. */
const STATUS_MAX = 120;

function isWithdrawn(status = ""): boolean {
  return status.length <= STATUS_MAX && matches("withdrawn", status.replace(/^[*_"'\s]+/, ""));
}

/** Whether a text is a line of an index: a link to a topic file, and a few words about it. */
function pointsTo(text: string, isRead: (file: string) => boolean): boolean {
  const file = /^(?:\*\*)?\[[^\]]*\]\(([^)#]+\.md)(?:#[^)]*)?\)/.exec(text)?.[1];
  return file !== undefined && isRead(file.replace(/^\.\//, ""));
}
