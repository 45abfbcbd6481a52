/**
 * In: the blocks of a document. Out: a text for each thing that it says, as its heading means it, and the places of
 * what says nothing that holds.
 *
 * A heading says what its items are: what stands below “Don'ts” would be an order to do it, were it told alone. The
 * words of headings stand in instruction_words.txt.
 */
import { isDay } from "../records/days.ts";
import { remembered } from "../remembered.ts";
import { type Block, readable } from "../text/blocks.ts";
import { isCjk } from "../text/script.ts";
import { below } from "../text/word_list.ts";
import WORDS from "./instruction_words.txt" with { type: "text" };

/** What a file is: a client's memory or another document, instructions to agents beside facts, or nothing but rules. */
export type Nature = "memory" | "instructions" | "rules";

/** What is left out of a file, and where it begins. */
export interface LeftOut {
  readonly line: number;
  readonly why: "import" | "rejected" | "withdrawn" | "done" | "code" | "head" | "nothing";
}

/** The day in a text, as documents name it. */
export function dayIn(text: string): string | undefined {
  const [, year, month = "", date = ""] = /(?<!\d)(\d{4})[-/年.](\d{1,2})[-/月.](\d{1,2})(?!\d)/.exec(text) ?? [];
  const written = year ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : undefined;
  if (written !== undefined) return isDay(written) ? written : undefined;
  // Notion's “October 12, 2026 3:14 PM”. Without its hour no zone moves the day.
  const [named] = /[A-Za-z]{3,9} \d{1,2}, \d{4}/.exec(text) ?? [];
  const at = named === undefined ? NaN : Date.parse(`${named} UTC`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}

const patternOf = remembered((title: string) =>
  new RegExp(below(title, WORDS).split("\n").filter((line) => line !== "").join("|"), "i")
);

/** Whether one of the words of a table is in a text. */
export function matches(title: string, text: string): boolean {
  return patternOf(title).test(text.replaceAll("’", "'"));
}

/** What stands below a heading. */
interface Section {
  readonly level: number;
  readonly heading: string;
  readonly day: string | undefined;
  readonly kind: "rules" | "ways" | "facts" | "bans" | "avoid" | "rejected" | "examples" | undefined;
  /** The words by which it forbids, as far as they are its own: “Never commit”. */
  readonly ban: string | undefined;
  /** The words without which its items say little: “Run these before each commit:”. */
  readonly lead?: string | undefined;
}

export interface Part {
  readonly text: string;
  readonly label: string | undefined;
  readonly asks: readonly string[];
  readonly isRule: boolean;
  readonly day: string | undefined;
  readonly isTodo: boolean;
}

/** What is longer is no heading that a word of it judges. */
const HEADING_MAX = 200;

/** A heading without its number, its signs and what it puts in brackets. */
export function plainHeading({ lines: [heading = ""] }: Pick<Block, "lines">): string {
  return readable(heading.slice(0, HEADING_MAX)).replace(/[*_`]/g, "").replace(
    /^[^\p{L}\p{N}]+|^\d+(?:\.\d+)*[.)、\s]\s*/gu,
    "",
  )
    .replace(/\s*[（(].*$/u, "").replace(/[^\p{L}\p{N}')]+$/u, "").trim();
}

/** Below any heading of Markdown's own: a paragraph that leads to a list. */
const LEADS = 7;
const LEAD_MAX = 80;
const COLON = /[:：][*_]*$/;
/** A sign by which an item shows how not to do it. */
const CROSS = /^(?:❌|🚫|⛔|✗|✘)\uFE0F?\s*/u;
/** `@docs/style.md`, which has a client read that file; `@types/node` is a name. */
const IMPORT = /^@(?:[~./]\S*|\S+\.\w+)$/;
/** Of code that is longer nobody could tell in a line what it is for. */
const COMMANDS_MAX = 12;
/** What a fence names where it holds commands. */
const SHELLS = ["", ..."sh bash shell zsh fish console terminal powershell ps1 pwsh cmd bat".split(" ")];

/** A document while its blocks are read in their order. */
export class Reading {
  readonly #sections: Section[] = [];
  /** The last heading below which something stood: only the first text answers its question. */
  #answered: string | undefined;
  readonly #day: string | undefined;
  readonly #isInstructions: boolean;

  constructor(titles: readonly string[], day: string | undefined, nature: Nature) {
    this.#day = day;
    this.#isInstructions = nature !== "memory";
    if (nature === "rules") {
      this.#sections.push({ level: -1, heading: "", day: undefined, kind: "ways", ban: undefined });
    }
    for (const title of titles) this.#enter(title, 0);
  }

  read(block: Block, next: Block | undefined): (Part | LeftOut)[] {
    const { kind, line, lines, level = 1, box } = block;
    const leftOut = (why: LeftOut["why"]): LeftOut[] => [{ line, why }];
    if (kind === "heading" || this.#leads(block, next)) {
      this.#enter(lines.join(" "), kind === "heading" ? level : LEADS);
      return [];
    }
    if (kind === "paragraph" && this.#sections.at(-1)?.heading.match(/[:：]$/)) this.#leave(LEADS);
    const section = this.#section;
    if (lines.length > 0 && lines.every((each) => each.split(" ").every((word) => IMPORT.test(word)))) {
      return leftOut("import");
    }
    if (section?.kind === "rejected") return leftOut("rejected");
    if (box === "done") return leftOut("done");
    if (kind === "code") {
      const code = this.#commands(block);
      return code === undefined ? leftOut("code") : [this.part(code)];
    }
    const text = kind === "row" ? rowText(block) : readable(lines.join("\n"));
    if (!/[\p{L}\p{N}]/u.test(text) || isLinkAlone(text)) return leftOut("nothing");
    return [this.part(section?.lead === undefined ? text : behind(section.lead, text), kind, box === "open")];
  }

  /** A text as it stands in its section. */
  part(said: string, kind: Block["kind"] = "paragraph", hasBox = false): Part {
    const section = this.#section;
    const label = this.#sections.findLast(({ level }) => level > 0)?.heading.replace(/[:：]$/, "");
    const isRuleAt = kind !== "paragraph" && (section?.kind === "rules" || this.#isWay(said));
    const ban = kind !== "code" && CROSS.test(said) ? wordOf("bans", said) : this.#ban(said, kind);
    const text = ban === undefined ? said : behind(ban, said.replace(CROSS, ""));
    const isTodo = hasBox && (section?.kind === undefined || section.kind === "facts");
    const isRule = !isTodo &&
      (kind !== "paragraph" && (ban !== undefined || this.#forbids) || isRuleAt || this.#isOrder(said));
    const asks = /[?？]$/.test(label ?? "") && label !== this.#answered ? [label ?? ""] : [];
    this.#answered = label;
    return { text, label, asks, isRule, day: section?.day ?? this.#day, isTodo };
  }

  get #section(): Section | undefined {
    return this.#sections.at(-1);
  }

  get #forbids(): boolean {
    return this.#section?.kind === "bans" || this.#section?.kind === "avoid";
  }

  /** The words that forbid what is said, where it stands below a ban and is none by itself. */
  #ban(said: string, kind: Block["kind"]): string | undefined {
    const section = this.#section;
    if (!section || !this.#forbids || speaksForItself(said)) return undefined;
    if (section.kind === "bans" && matches("says no", said)) return undefined;
    if (kind === "paragraph") return section.heading.replace(/[:：]$/, "");
    return section.ban ?? wordOf(section.kind === "avoid" ? "avoid" : "bans", said);
  }

  #isWay(said: string): boolean {
    return this.#section?.kind === "ways" && !matches("facts", said);
  }

  #isOrder(said: string): boolean {
    return this.#isInstructions && matches("orders", said.replace(/^[*_]+/, "")) && !matches("facts", said);
  }

  /** Whether a paragraph is a heading of what follows: some words in bold letters, or with a colon before a list. */
  #leads({ kind, lines: [text = "", ...more] }: Block, next: Block | undefined): boolean {
    if (kind !== "paragraph" || more.length > 0) return false;
    if (/^<summary>/i.test(text)) return true;
    if (next === undefined || next.kind === "heading") return false;
    if (next.kind !== "paragraph" && COLON.test(text)) return text.length <= LEAD_MAX;
    // “**Never push to main**” says something by itself.
    const bold = /^(\*\*|__|\*|_)([^*_]+)\1$/.exec(text)?.[2] ?? "";
    const isShort = bold !== "" && (isCjk(bold) ? bold.length <= 8 : bold.split(" ").length <= 3);
    return isShort && !/[.!。！]$/.test(bold) && (next.kind === "item" || !speaksForItself(bold));
  }

  #leave(level: number): void {
    while ((this.#section?.level ?? -2) >= level) this.#sections.pop();
  }

  #enter(text: string, level: number): void {
    this.#leave(level);
    const above = this.#section;
    const plain = plainHeading({ lines: [text] });
    const kind = kindOf(plain, this.#isInstructions);
    // “Code style” below “Don'ts” names what the bans are about.
    const isKept = kind === undefined || above?.kind === "rejected" ||
      this.#forbids && ["rules", "ways", "facts", "examples"].includes(kind) && !matches("instead", plain);
    const ban = kind === "bans" || kind === "avoid" ? (isOwnBan(plain) ? plain : undefined) : above?.ban;
    const heading = readable(text).replace(/^(\*\*|__|\*|_)(.*?)\1([:：]?)$/, "$2$3").replace(/^\d+[.)]\s+/, "");
    const day = dayIn(heading) ?? above?.day;
    const says = isCjk(heading) ? heading.length > 6 : heading.split(" ").length > 2;
    const lead = level === LEADS && kind === undefined && COLON.test(text) && says
      ? heading.replace(COLON, "")
      : undefined;
    // A file of rules may hold facts, too.
    const inherited = above?.kind === "rules" && above.level <= 1 ? "ways" : above?.kind;
    this.#sections.push({ level, heading, day, kind: isKept ? inherited : kind, ban, lead });
  }

  /** Code that stands alone as one fact with its heading; undefined for code that only shows something. */
  #commands({ lines, language = "" }: Block): string | undefined {
    const section = this.#section;
    const heading = section?.heading.replace(/[:：]$/, "") ?? "";
    const isTold = SHELLS.includes(language) && section?.kind !== "examples" && !this.#forbids;
    if (!isTold || heading === "") return undefined;
    const code = lines.join("\n").replace(/\\\n\s*/g, "").split("\n").filter((line) => line.trim() !== "");
    if (code.length === 0 || code.length > COMMANDS_MAX || code.some((line) => /^\s|`/.test(line))) return undefined;
    const [colon, comma] = isCjk(heading) ? ["：", "；"] : [": ", "; "];
    const said = code.map((line, at) => {
      const comment = /^(?:#|\/\/|::|REM )\s*(.*)$/i.exec(line)?.[1];
      const text = comment === undefined ? `\`${line.trim().replace(/^\$ /, "")}\`` : comment.replace(/[:：.]$/, "");
      return at === code.length - 1 ? text : text + (comment === undefined ? comma : colon);
    });
    return `${heading}${colon}${said.join("")}`;
  }
}

function kindOf(heading: string, isInstructions: boolean): Section["kind"] {
  if (matches("rejected", heading)) return "rejected";
  if (matches("bans", heading) && !matches("rules", heading)) return "bans";
  if (matches("avoid", heading)) return "avoid";
  if (matches("instead", heading)) return "rules";
  if (matches("facts below", heading)) return "facts";
  if (matches("rules", heading)) return "rules";
  if (isOwnBan(heading)) return "bans";
  if (matches("examples", heading)) return "examples";
  return isInstructions && matches("ways", heading) ? "ways" : undefined;
}

/** Whether a heading forbids in words of its own, to which its items are what is forbidden: “Never commit”. */
function isOwnBan(heading: string): boolean {
  return matches("heading that forbids", heading) && !matches("bans", heading) && !matches("avoid", heading);
}

/** Whether a text says by itself that it forbids something. */
function speaksForItself(text: string): boolean {
  return matches("speaks for itself", text.replace(/^[*_"“]+/, "").split(/[;,.:：；，。–—]/)[0] ?? "");
}

function wordOf(kind: "bans" | "avoid", text: string): string {
  if (isCjk(text)) return kind === "bans" ? "不要" : "避免";
  return kind === "bans" ? "Don't" : "Avoid";
}

function behind(lead: string, text: string): string {
  return `${lead}${isCjk(lead) ? "：" : ": "}${text}`;
}

const JUDGED: readonly Section["kind"][] = ["bans", "avoid", "rejected"];

/** A row as a sentence: “payments: Port 4102”. */
function rowText({ lines: cells, header = [] }: Block): string {
  const [first = "", ...rest] = cells.map(readable);
  const headers = header.map(readable);
  const isChinese = isCjk([...headers, first].join(""));
  const [colon, comma] = isChinese ? ["：", "；"] : [": ", "; "];
  // “Don't | Do”: what stands in the first column is nothing's name.
  const isJudged = headers.some((each) => JUDGED.includes(kindOf(plainHeading({ lines: [each] }), false)));
  const named = (cell: string, at: number) =>
    cell === "" ? [] : [`${headers[at] ?? ""}${isJudged ? colon : " "}${cell}`.trim()];
  if (isJudged || first === "") return [first, ...rest].flatMap(named).join(comma);
  const values = rest.flatMap((cell, at) => named(cell, at + 1));
  return values.length === 0 ? first : `${first}${colon}${values.join(comma)}`;
}

/** Whether a text is a link to a file of its own folder, which the import does not bring, or where a link leads. */
function isLinkAlone(text: string): boolean {
  return /^\[[^\]]*\](?:\((?![a-z]+:)[^)]*\)|:\s+\S+)$/i.test(text);
}
