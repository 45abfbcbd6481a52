/**
 * In: the Markdown that a client keeps as a memory of its own. Out: a sentence or paragraph for each thing in it.
 *
 * Claude Code: MEMORY.md, whose lines may only point to topic files, and topic files with a head of their own. Codex:
 * the Markdown of `~/.codex/memories`. Gemini CLI: a section of GEMINI.md.
 */
import { replaceComments } from "../text/markdown.ts";
import type { MemoryType } from "../records/mod.ts";

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
}

const GEMINI_SECTION = /^##\s+Gemini Added Memories\s*$/i;

/** The part of GEMINI.md that Gemini CLI writes itself; the rest are the person's instructions. */
export function geminiMemories(text: string): string {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => GEMINI_SECTION.test(line));
  if (start < 0) return "";
  const end = lines.findIndex((line, at) => at > start && /^#{1,2}\s/.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join("\n");
}

/** Claude Code's four kinds: about the user and their wishes, about the work, about where things are. */
const KINDS: Readonly<Record<string, MemoryType>> = { user: "O", feedback: "O", project: "W", reference: "W" };

/** The things that a file remembers, without lines that point to a file which the import reads, too (`isRead`). */
export function readOwnMemory(source: string, isRead: (file: string) => boolean = () => false): Remembered[] {
  const { head, body } = splitHead(source.replace(/^\uFEFF/, ""));
  const topic = head.get("name");
  const memoryType = KINDS[head.get("type") ?? ""];
  const blocks = blocksOf(body).filter(({ text }) => !pointsTo(text, isRead) && !NO_SENTENCE.test(text));
  const said = blocks.length > 0 ? blocks : [{ text: head.get("description") ?? "", label: undefined, isRule: false }];
  return said.filter(({ text }) => text !== "").map(({ text, label, isRule }) => ({
    text,
    labels: [topic, label].filter((each) => each !== undefined && each !== "").map(String),
    memoryType: memoryType ?? (isRule ? "O" : undefined),
  }));
}

/** The keys of the head between two lines of dashes, at any depth, and the text behind it. */
function splitHead(text: string): { readonly head: ReadonlyMap<string, string>; readonly body: string } {
  const [whole = "", inside = ""] = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/.exec(text) ?? [];
  const head = new Map<string, string>();
  for (const line of inside.split(/\r?\n/)) {
    const [, key = "", value = ""] = /^\s*([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== "" && value !== "") head.set(key, value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return { head, body: replaceComments(text.slice(whole.length)) };
}

/** Whether a text is a line of an index: a link to a topic file, and a few words about it. */
function pointsTo(text: string, isRead: (file: string) => boolean): boolean {
  const file = /^(?:\*\*)?\[[^\]]*\]\(([^)#]+\.md)(?:#[^)]*)?\)/.exec(text)?.[1];
  return file !== undefined && isRead(file.replace(/^\.\//, ""));
}

/** A table, code alone, or `@docs/style.md`, which has a client read that file: none says anything by itself. */
const NO_SENTENCE = /^(?:\||`{3}|~{3}|@[~\w./-]*[./][\w./-]*$)/;

/** A heading below which each item is a rule for the agent; the rules of a business or a firewall are facts. */
const RULES =
  /(?:^|\s)(?:rules|conventions?|guidelines|standards|preferences|(?:code |coding )?style|do'?s and don'?ts|don'?ts?)(?:\s*\(.*)?:?$|(?:规范|约定|规则|准则|守则|规矩|偏好|禁止事项)[：:]?$/i;
const RULES_OF_THINGS =
  /\b(?:business|domain|firewall|routing|validation|pricing|rewrite|alert(?:ing)?|lint|eslint|game|security group)\b|业务|校验|路由|防火墙|计费|告警|游戏/i;

interface Block {
  text: string;
  readonly label: string | undefined;
  /** Whether it is an item below a heading of rules. */
  readonly isRule: boolean;
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/;
/** The beginning of a paragraph in which Claude Code explains the rule above, and which means nothing by itself. */
const EXPLAINS = /^\*\*(?:why|how to apply|reason|为什么|原因|如何应用)[^*]*\*\*/i;

/** List items and paragraphs, each with the heading above it. Lines indented below an item belong to the item. */
function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let label: string | undefined;
  /** The level of the heading of rules that this part stands below. */
  let rules: number | undefined;
  let open: Block | undefined;
  let isItem = false;
  let fence: string | undefined;
  const begin = (text: string, isRule = false) => {
    open = { text, label, isRule };
    blocks.push(open);
  };
  for (const line of body.split(/\r?\n/)) {
    const text = line.trim();
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== undefined || mark !== undefined) {
      if (open) open.text += `\n${line}`;
      else begin(line);
      if (fence === undefined) fence = mark;
      else if (text.startsWith(fence)) fence = undefined;
      continue;
    }
    const [, marks = "", heading] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text) ?? [];
    const item = ITEM.exec(line)?.[1]?.trim();
    if (heading !== undefined || /^(?:-{3,}|\*{3,}|_{3,})$/.test(text)) {
      label = heading ?? label;
      if (heading !== undefined && marks.length <= (rules ?? 6)) {
        rules = RULES.test(heading) && !RULES_OF_THINGS.test(heading) ? marks.length : undefined;
      }
      open = undefined;
      isItem = false;
    } else if (text === "") {
      if (!isItem) open = undefined;
    } else if (open && isItem && /^\s{2,}/.test(line)) open.text += `\n${text}`;
    else if (item !== undefined) {
      begin(item, rules !== undefined);
      isItem = true;
    } else {
      const paragraph = isItem ? undefined : open;
      const before = EXPLAINS.test(text) ? blocks.at(-1) : paragraph;
      if (before) before.text += `\n${text}`;
      else begin(text);
      open = before ?? open;
      isItem = false;
    }
  }
  return blocks;
}
