/**
 * In: a command line of a shell. Out: its commands with their words, and the files and texts that the line connects
 * them with. Variables and substitutions are not resolved. Hot path: an agent waits at each call.
 */

interface SimpleCommand {
  /** Without their quotes. */
  readonly words: readonly string[];
  /** The files to which its output goes. */
  readonly writes: readonly string[];
  /** The commands of its substitutions: `$(…)`. */
  readonly inner: readonly string[];
  /** Its here document, or what `echo` hands it. */
  readonly input: string;
  /** The sign behind it: `&&`, `|`, `;`, a line end; empty at the end of the line. */
  readonly end: string;
}

/** The commands of a line. */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  return new LineReader(line).commands();
}

type Draft = ReturnType<typeof emptyDraft>;

function emptyDraft() {
  return { words: [] as string[], writes: [] as string[], inner: [] as string[], input: "", end: "" };
}

/** Reads a line sign by sign. Each method leaves `#at` behind what it has read. */
class LineReader {
  readonly #line: string;
  #at = 0;
  readonly #found: Draft[] = [];
  #command = emptyDraft();
  /** Undefined between words. */
  #word: string | undefined;
  /** Where the word goes: to the words, to the files that are written, or nowhere. */
  #goes: "word" | "write" | "nowhere" = "word";
  /** The words that end the here documents which begin behind this line. */
  #documentEnds: string[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  commands(): readonly SimpleCommand[] {
    while (this.#at < this.#line.length) this.#readNext();
    this.#endCommand();
    return this.#found;
  }

  #readNext(): void {
    const sign = this.#line.charAt(this.#at);
    const piece = pieceAt(this.#line, this.#at);
    if (piece) {
      this.#command.inner.push(...piece.inner);
      this.#add(piece.text);
      this.#at = piece.end + 1;
    } else if (sign === "\\") this.#readEscaped();
    else if (sign === " " || sign === "\t" || sign === "\r") this.#readBlank();
    else if (sign === "#" && this.#word === undefined) this.#at = indexOrEnd(this.#line, "\n", this.#at);
    else if (sign === "<") this.#readInput();
    else if (sign === ">") this.#readOutput();
    // `&>`: the output goes to a file in any case.
    else if (sign === "&" && this.#line[this.#at + 1] === ">") this.#readBlank();
    else if (/[;&|\n()]/.test(sign)) this.#readEnd(sign);
    else {
      this.#add(sign);
      this.#at++;
    }
  }

  #add(text: string): void {
    this.#word = (this.#word ?? "") + text;
  }

  #readEscaped(): void {
    const escaped = this.#line.charAt(this.#at + 1);
    if (escaped !== "\n") this.#add(escaped);
    this.#at += 2;
  }

  #readBlank(): void {
    this.#endWord();
    this.#at++;
  }

  /** `<`, `<<` with the word that ends a here document, and `<<<`, behind which a text stands. */
  #readInput(): void {
    this.#endWordBut(/^\d$/);
    if (this.#line.startsWith("<<<", this.#at)) {
      this.#at += 3;
      return;
    }
    if (this.#line[this.#at + 1] !== "<") {
      this.#goes = "nowhere";
      this.#at++;
      return;
    }
    const named = /^<<-?\s*(['"]?)([\w.-]+)\1/.exec(this.#line.slice(this.#at, this.#at + 80));
    if (named) this.#documentEnds.push(named[2] ?? "");
    this.#at += named?.[0].length ?? 1;
  }

  /** `>`, `>>`, `>|`, and `>&`, behind which another stream stands. */
  #readOutput(): void {
    this.#endWordBut(/^[\d&]$/);
    this.#at++;
    if (/[>|]/.test(this.#line.charAt(this.#at))) this.#at++;
    const isStream = this.#line[this.#at] === "&";
    if (isStream) this.#at++;
    this.#goes = isStream ? "nowhere" : "write";
  }

  /** The end of a command, and the here documents behind it. */
  #readEnd(sign: string): void {
    this.#endCommand();
    const last = this.#found.at(-1);
    // Brackets end as the last command in them does.
    if (last && !/[()]/.test(sign)) last.end ||= this.#line.startsWith("&&", this.#at) ? "&&" : sign;
    if (sign === "\n" && this.#documentEnds.length > 0) {
      const end = afterDocuments(this.#line, this.#at, this.#documentEnds);
      if (last) last.input = this.#line.slice(this.#at + 1, end);
      this.#documentEnds = [];
      this.#at = end + 1;
      return;
    }
    const isPipe = sign === "|" && this.#line[this.#at + 1] !== "|" && this.#line[this.#at - 1] !== "|";
    if (isPipe && last) this.#command.input = echoedBy(last);
    this.#at++;
  }

  /** Ends the word, unless it is the number of a stream: `2>`. */
  #endWordBut(stream: RegExp): void {
    if (this.#word !== undefined && stream.test(this.#word)) this.#word = undefined;
    this.#endWord();
  }

  #endWord(): void {
    const word = this.#word;
    if (word === undefined) return;
    if (this.#goes === "word") this.#command.words.push(word);
    else if (this.#goes === "write" && word !== "/dev/null" && !/^&?\d?$/.test(word)) this.#command.writes.push(word);
    this.#word = undefined;
    this.#goes = "word";
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#command.words.length > 0 || this.#command.writes.length > 0) this.#found.push(this.#command);
    this.#command = emptyDraft();
    this.#goes = "word";
  }
}

/** What stands in quotes or is a substitution from a place on: its text, the commands in it, and where it ends. */
function pieceAt(line: string, at: number) {
  const sign = line[at];
  if (sign === "'") {
    const end = indexOrEnd(line, "'", at + 1);
    return { text: line.slice(at + 1, end), inner: [], end };
  }
  if (sign === '"') {
    const end = endOfQuoted(line, at);
    const said = line.slice(at + 1, end);
    return { text: said.replace(/\\(["\\$`])/g, "$1"), inner: substitutionsIn(said), end };
  }
  if (sign === "$" && line[at + 1] === "(") {
    const end = endOfParens(line, at + 1);
    const text = line.slice(at, end + 1);
    return { text, inner: substitutionsIn(text), end };
  }
  if (sign === "`") {
    const end = indexOrEnd(line, "`", at + 1);
    return { text: line.slice(at, end + 1), inner: [line.slice(at + 1, end)], end };
  }
  return undefined;
}

/** The text that a command hands on: `echo "drop table x" | psql`. */
function echoedBy({ words: [program = "", ...rest] }: Draft): string {
  return /^(?:echo|printf)$/.test(program) ? rest.filter((word) => !/^-[neE]+$/.test(word)).join(" ") : "";
}

/** The commands in the substitutions of a text, without calculations: `$((…))`. */
function substitutionsIn(text: string): string[] {
  const found = [...text.matchAll(/(?<!\\)`([^`]+)`/g)].map(([, command = ""]) => command);
  for (let at = text.indexOf("$("); at !== -1; at = text.indexOf("$(", at)) {
    const end = endOfParens(text, at + 1);
    if (text[at + 2] !== "(" && text[at - 1] !== "\\") found.push(text.slice(at + 2, end));
    at = end;
  }
  return found;
}

function indexOrEnd(line: string, sign: string, from: number): number {
  const at = line.indexOf(sign, from);
  return at === -1 ? line.length : at;
}

function endOfQuoted(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === "$" && line[at + 1] === "(") at = endOfParens(line, at + 1);
    else if (line[at] === '"') return at;
  }
  return line.length;
}

function endOfParens(line: string, from: number): number {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === "(") depth++;
    else if (line[at] === ")" && --depth === 0) return at;
  }
  return line.length;
}

/** The line end at which the here documents are over. */
function afterDocuments(line: string, from: number, ends: readonly string[]): number {
  let at = from;
  for (const end of ends) {
    let said = "";
    while (said !== end && at < line.length) {
      const next = indexOrEnd(line, "\n", at + 1);
      said = line.slice(at + 1, next).trim();
      at = next;
    }
  }
  return at;
}
