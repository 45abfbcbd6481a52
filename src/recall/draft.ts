/** In: pieces of text, the most important first. Out: a context of as many of them as a budget of tokens allows. */
import { briefId, type RecordId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { legible } from "../text/legible.ts";
import { estimateTokens, fitSentences } from "./budget.ts";
import { type Context, COSTLY_NONCE, frame, type FrameKind } from "./frame.ts";

/** In fewer tokens no useful sentence fits. */
const WORTH_TRYING = 4;
/** Tokens of the end of a piece. */
export const LINE_END = 1;

interface Section {
  readonly title: string;
  /** Where several lists stand under one title. */
  readonly subtitle: string | undefined;
  readonly pieces: string[];
}

interface Piece {
  readonly subtitle?: string | undefined;
  readonly keeps?: "first" | "last" | undefined;
  /** What stands behind the text, however much of it fits. */
  readonly mark?: string;
}

/** The text with its headings as plain lines: others may have written it, and a section of memory's own begins so. */
function withoutHeadings(text: string): string {
  return text.replace(/^[^\S\n]*(?:[#＃]+[^\S\n]+|[#＃]{2,})+/gm, "");
}

/** The sections of both frames, filled piece by piece while the budget lasts. */
export class Draft {
  readonly #language: Language;
  readonly #tokens: number;
  #left: number;
  readonly #sections: Record<FrameKind, Section[]> = { conventions: [], notes: [] };
  readonly #ids: RecordId[] = [];

  constructor(tokens: number, language: Language) {
    this.#tokens = tokens;
    this.#left = tokens;
    this.#language = language;
  }

  /** Adds a line of a record; if it does not fit whole, as many of its sentences as fit, and the id at its end. */
  addItem(kind: FrameKind, title: string, item: string, id: RecordId): boolean {
    const at = item.lastIndexOf(` [${briefId(id)}]`);
    const end = at < 0 ? item.length : at;
    const isAdded = this.#add(kind, title, item.slice(0, end), { mark: item.slice(end) });
    if (isAdded) this.#ids.push(id);
    return isAdded;
  }

  /** Whether a line of this record was added. */
  tells(id: RecordId): boolean {
    return this.#ids.includes(id);
  }

  /** Whether a line was added that a mark with this id points to. */
  isCited(otherwise: string | undefined): boolean {
    return this.#ids.some((id) => briefId(id) === otherwise);
  }

  /** Adds a text that is no record, such as core memory. */
  addText(kind: FrameKind, title: string, text: string, subtitle?: string, keeps?: "first" | "last"): void {
    if (text !== "") this.#add(kind, title, text, { subtitle, keeps });
  }

  get left(): number {
    return this.#left;
  }

  /** Adds pieces that together take no more than so many tokens. */
  within(tokens: number, add: () => void): void {
    const spared = Math.max(0, this.#left - tokens);
    this.#left -= spared;
    add();
    this.#left += spared;
  }

  #add(kind: FrameKind, title: string, text: string, { subtitle, keeps, mark = "" }: Piece): boolean {
    if (this.#left < WORTH_TRYING) return false;
    const sections = this.#sections[kind];
    const section = sections.find((each) => each.title === title && each.subtitle === subtitle);
    // The first piece pays for its frame and section; if it does not fit, neither begins.
    const head = subtitle === undefined ? title : `${title}\n${subtitle}`;
    const overhead = section
      ? ""
      : `${sections.length === 0 ? frame(kind, "", COSTLY_NONCE, this.#language) : ""}\n${head}\n`;
    const cost = (overhead === "" ? 0 : estimateTokens(overhead)) + estimateTokens(mark) + LINE_END;
    const shown = kind === "notes" ? withoutHeadings(legible(text)) : legible(text);
    const piece = fitSentences(shown, this.#left - cost, keeps);
    if (!piece) return false;
    this.#left -= piece.tokens + cost;
    if (section) section.pieces.push(piece.text + mark);
    else sections.push({ title, subtitle, pieces: [piece.text + mark] });
    return true;
  }

  /** The written text, ready for its frames; undefined when it is empty. */
  finished(): Context | undefined {
    const [conventions, notes] = [this.#text("conventions"), this.#text("notes")];
    if (conventions === "" && notes === "") return undefined;
    return { conventions, notes, ids: this.#ids, tokens: this.#tokens - this.#left };
  }

  #text(kind: FrameKind): string {
    let written = "";
    let lastTitle = "";
    for (const { title, subtitle, pieces } of this.#sections[kind]) {
      // A title stands once above all lists under it.
      const isNext = title !== lastTitle;
      const lines = [...isNext ? [title] : [], ...subtitle === undefined ? [] : [subtitle], ...pieces];
      written += `${written && isNext ? "\n" : ""}${lines.join("\n")}\n`;
      lastTitle = title;
    }
    return written.trim();
  }
}
