/** The start context while it is being written: sections of both frames, within a budget. */
import { legible } from "../legible.ts";
import type { Language } from "../sentence.ts";
import { estimateTokens, fitSentences } from "./budget.ts";
import { type Context, COSTLY_NONCE, frame, type FrameKind } from "./frame.ts";

/** In fewer tokens no useful sentence fits. */
const WORTH_TRYING = 4;
/** The end of a piece. */
const LINE_END = 1;

/** The sections of both frames, filled piece by piece while the budget lasts. */
export class Draft {
  readonly #language: Language;
  readonly #tokens: number;
  #left: number;
  readonly #sections: Record<FrameKind, Map<string, string[]>> = { conventions: new Map(), notes: new Map() };
  readonly #ids: string[] = [];

  constructor(tokens: number, language: Language) {
    this.#tokens = tokens;
    this.#left = tokens;
    this.#language = language;
  }

  /** Adds a line; if it does not fit whole, as many of its sentences as do. */
  addItem(kind: FrameKind, heading: string, item: string, id?: string): void {
    if (this.#add(kind, heading, item) && id !== undefined) this.#ids.push(id);
  }

  /** The same of a text that is no record, such as core memory. */
  addText(kind: FrameKind, heading: string, text: string): void {
    if (text !== "") this.#add(kind, heading, text);
  }

  #add(kind: FrameKind, heading: string, text: string): boolean {
    if (this.#left < WORTH_TRYING) return false;
    const section = this.#sections[kind].get(heading);
    // The first piece pays for its frame and section; if it does not fit, neither is begun.
    const overhead = section
      ? ""
      : `${this.#sections[kind].size === 0 ? frame(kind, "", COSTLY_NONCE, this.#language) : ""}\n${heading}\n`;
    const cost = overhead === "" ? LINE_END : estimateTokens(overhead) + LINE_END;
    const piece = fitSentences(legible(text), this.#left - cost);
    if (!piece) return false;
    this.#left -= piece.tokens + cost;
    if (section) section.push(piece.text);
    else this.#sections[kind].set(heading, [piece.text]);
    return true;
  }

  /** What was written, ready for its frames; undefined when that is nothing. */
  finished(): Context | undefined {
    const [conventions, notes] = [this.#text("conventions"), this.#text("notes")];
    if (conventions === "" && notes === "") return undefined;
    return { conventions, notes, ids: this.#ids, tokens: this.#tokens - this.#left };
  }

  #text(kind: FrameKind): string {
    let written = "";
    let lastTitle = "";
    for (const [heading, pieces] of this.#sections[kind]) {
      // "title\nsubtitle": the title once, however many lists stand under it.
      const [title = "", ...rest] = heading.split("\n");
      const head = title === lastTitle ? rest : [title, ...rest];
      written += `${written && title !== lastTitle ? "\n" : ""}${[...head, ...pieces].join("\n")}\n`;
      lastTitle = title;
    }
    return written.trim();
  }
}
