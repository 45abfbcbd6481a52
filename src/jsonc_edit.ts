/**
 * In: a JSON text with comments, and one change. Out: the text with that change and every other byte as it was.
 * Not done here: choosing the change (agents/hook_file.ts, config/change.ts), files, reading values (json.ts).
 *
 * The library finds the places. The edits are our own, because the library's `modify` moves comments behind a last
 * item, and reformats the text around an insertion.
 */
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";

export { getNodeValue as valueOf, type Node } from "jsonc-parser";

/** The line end and the indentation of one level in a text. */
export interface Style {
  readonly eol: string;
  readonly unit: string;
}

/** A part of a text, and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The tree of a text that holds one valid value; undefined otherwise. Comments and trailing commas are fine. */
export function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? tree : undefined;
}

/** An object's property; of two with one name the later one counts, as for every JSON reader. */
function propertyOf(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key);
}

/** The value of an object's property. */
export function childOf(node: Node | undefined, key: string): Node | undefined {
  return propertyOf(node, key)?.children?.[1];
}

/** The items of an array; none for anything else. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === "array" ? node.children ?? [] : [];
}

/** The text after edits, made from the last to the first so that the offsets stay right. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.toSorted((a, b) => b.start - a.start).reduce(
    (result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end),
    text,
  );
}

/** The style of most lines; LF and two spaces for a text without line ends or indentation. */
export function styleOf(text: string): Style {
  const breaks = text.match(/\r?\n/g) ?? [];
  const windows = breaks.filter((found) => found === "\r\n").length;
  return { eol: windows * 2 > breaks.length ? "\r\n" : "\n", unit: /^([\t]+)"/m.exec(text)?.[1] ?? "  " };
}

/** A value as text at this indentation; an object of plain values is on one line. */
export function print(value: unknown, style: Style, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => ["", item] as const) : Object.entries(value);
  const isFlat = !isList && entries.every(([, item]) => typeof item !== "object" || item === null);
  const inner = indent + style.unit;
  const items = entries.map(([key, item]) => `${isList ? "" : `${JSON.stringify(key)}: `}${print(item, style, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (items.length === 0) return `${open}${close}`;
  if (isFlat) return `${open} ${items.join(", ")} ${close}`;
  return `${open}${style.eol}${inner}${items.join(`,${style.eol}${inner}`)}${style.eol}${indent}${close}`;
}

/**
 * Adds an item at the end of an array, or a property at the end of an object.
 *
 * @param item the text of the item at a given indentation
 */
export function appendItem(text: string, container: Node, style: Style, item: (indent: string) => string): Edit[] {
  const tokens = tokensOf(text);
  const close = container.offset + container.length - 1;
  const before = lastBefore(tokens, close);
  const closeIndent = indentAt(text, container.offset);
  const last = container.children?.at(-1);
  if (!last) {
    const indent = closeIndent + style.unit;
    const hasOwnLine = text.slice(before.end, close).includes("\n");
    const end = hasOwnLine ? "" : style.eol + closeIndent;
    return [{ start: before.end, end: before.end, text: style.eol + indent + item(indent) + end }];
  }
  const first = container.children?.[0] ?? last;
  // After a line comment the item needs a new line.
  const isOneLine = !text.slice(container.offset, first.offset).includes("\n") && !before.text.startsWith("//");
  const indent = isOneLine ? closeIndent : indentAt(text, first.offset);
  const space = isOneLine ? " " : style.eol + indent;
  const comma = commaAfter(tokens, last.offset + last.length);
  const added = { start: before.end, end: before.end, text: space + item(indent) + (comma ? "," : "") };
  if (comma) return [added];
  const end = last.offset + last.length;
  return before.end === end ? [{ ...added, text: `,${added.text}` }] : [{ start: end, end, text: "," }, added];
}

/** Removes an item of an array, or a property of an object; one that `appendItem` added leaves no trace. */
export function removeItem(text: string, container: Node, item: Node): Edit[] {
  const tokens = tokensOf(text);
  const before = lastBefore(tokens, item.offset);
  const items = container.children ?? [];
  const comma = commaAfter(tokens, item.offset + item.length);
  const end = comma?.end ?? item.offset + item.length;
  if (items.length === 1 && !before.text.startsWith("//")) {
    // In an empty container `appendItem` put the closing bracket on a line of its own.
    const [eol] = /^\r?\n/.exec(text.slice(end)) ?? [];
    const closing = eol === undefined ? "" : eol + indentAt(text, container.offset);
    return [{ start: before.end, end: text.startsWith(closing, end) ? end + closing.length : end, text: "" }];
  }
  // A line comment needs its line end, unless another one follows.
  const needsBreak = before.text.startsWith("//") && !/^[ \t]*\r?\n/.test(text.slice(end));
  const start = needsBreak ? item.offset : before.end;
  const isLast = item === items.at(-1);
  const previous = items[items.indexOf(item) - 1];
  const leading = isLast && !comma && previous ? commaAfter(tokens, previous.offset + previous.length) : undefined;
  if (!leading) return [{ start, end, text: "" }];
  if (leading.end === start) return [{ start: leading.start, end, text: "" }];
  return [{ start: leading.start, end: leading.end, text: "" }, { start, end, text: "" }];
}

/** The text with a new property at the end of the object at a path; unchanged if the property exists. */
export function withProperty(text: string, path: readonly string[], key: string, value: unknown, style: Style): string {
  const parent = path.reduce<Node | undefined>(childOf, treeOf(text));
  if (!parent || childOf(parent, key)) return text;
  const item = (indent: string) => `${JSON.stringify(key)}: ${print(value, style, indent)}`;
  return applyEdits(text, appendItem(text, parent, style, item));
}

/** The text without this property. */
export function withoutProperty(text: string, path: readonly string[], key: string): string {
  const parent = path.reduce<Node | undefined>(childOf, treeOf(text));
  const property = propertyOf(parent, key);
  return parent && property ? applyEdits(text, removeItem(text, parent, property)) : text;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The comments in a text, in their order. */
export function commentsIn(text: string): string[] {
  return tokensOf(text).map((token) => token.text).filter((token) => token.startsWith("/"));
}

/** All tokens with their places, comments among them, white space not. */
function tokensOf(text: string): readonly Token[] {
  const scanner = createScanner(text, false);
  const tokens: Token[] = [];
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    if (token.trim() !== "") tokens.push({ start, end: start + token.length, text: token });
  }
  return tokens;
}

function lastBefore(tokens: readonly Token[], offset: number): Token {
  return tokens.findLast((token) => token.end <= offset) ?? { start: 0, end: 0, text: "" };
}

/** The comma that follows this place, comments ignored. */
function commaAfter(tokens: readonly Token[], offset: number): Token | undefined {
  const next = tokens.find((token) => token.start >= offset && !token.text.startsWith("/"));
  return next?.text === "," ? next : undefined;
}

/** The indentation of the line of this place. */
function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? "";
}
