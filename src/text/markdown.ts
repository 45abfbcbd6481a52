/** In: Markdown. Out: what of it says something: without its comments, or without what only frames the rest. */
import { linesOf } from "./legible.ts";

const BEGINS = "<!--";
const ENDS = "-->";

/** The text with the result of `instead` for each comment, but not for one in code or one that never ends. */
export function replaceComments(text: string, instead: (comment: string) => string = () => ""): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of commentsIn(text)) {
    if (end === undefined) break;
    kept += text.slice(from, start) + instead(text.slice(start, end));
    from = end;
  }
  return kept + text.slice(from);
}

/** The text before its first comment. */
export function beforeComment(text: string): string {
  return text.slice(0, commentsIn(text)[0]?.start);
}

/** The lines of a text, those of a code fence as one: headings and comments in it are code. */
export function fencesJoined(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    if (fence === undefined) joined.push(line);
    else joined.push(`${joined.pop()}\n${line}`);
    if (fence === undefined) fence = mayHoldCode(line) ? FENCE.exec(line)?.[1] : undefined;
    else if (closes(line, fence)) fence = undefined;
  }
  return joined;
}

/** The beginning of a code fence, also in a list or a quotation; not of code within a line. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})/;

function mayHoldCode(text: string): boolean {
  return text.includes("`") || text.includes("~~~");
}

/** Whether a line ends a fence: by as many of its signs, or more, with nothing behind them. */
function closes(line: string, fence: string): boolean {
  const end = /^[ \t>]*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return end !== undefined && end.startsWith(fence);
}

interface Comment {
  readonly start: number;
  /** Undefined for a comment that never ends, the last one. */
  readonly end: number | undefined;
}

/**
 * The comments outside of code. Of a comment and code the one that begins first holds the other. A pattern of whole
 * comments would search for an end from every beginning, and take seconds for a file of nothing but beginnings.
 */
function commentsIn(text: string): Comment[] {
  const found: Comment[] = [];
  // For speed: most texts have no comments, and most others no code.
  if (!text.includes(BEGINS)) return found;
  const marks = mayHoldCode(text) ? new RegExp(`${BEGINS}|${FENCE.source}|\\\\?\`+`, "gm") : /<!--/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 0: sign, 1: fence, index } = mark;
    if (sign === BEGINS) {
      const close = text.indexOf(ENDS, marks.lastIndex);
      const end = close === -1 ? undefined : close + ENDS.length;
      found.push({ start: index, end });
      if (end === undefined) break;
      marks.lastIndex = end;
    } else if (!sign.startsWith("\\")) {
      marks.lastIndex = fence === undefined
        ? codeEnd(text, sign, marks.lastIndex)
        : fenceEnd(text, fence, marks.lastIndex);
    }
  }
  return found;
}

/** The end of the fence whose first line ends behind `from`: that of the text, if nothing closes it. */
function fenceEnd(text: string, fence: string, from: number): number {
  for (let start = text.indexOf("\n", from) + 1; start > 0;) {
    const next = text.indexOf("\n", start) + 1;
    const end = next === 0 ? text.length : next - 1;
    if (closes(text.slice(start, end), fence)) return end;
    start = next;
  }
  return text.length;
}

/** More than anybody writes within a line; a limit, because it may be searched from every backtick. */
const LONGEST_CODE = 4_000;

/**
 * The end of code within a line: behind as many backticks as begin it. Without an end they are only signs. Code over
 * several lines is not known: one of them alone, with half a comment, would hide what it is put before.
 */
function codeEnd(text: string, ticks: string, from: number): number {
  const [line = ""] = text.slice(from, from + LONGEST_CODE).split("\n", 1);
  const runs = /`+/g;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].length === ticks.length) return from + runs.lastIndex;
  }
  return from;
}

/** A MEMORY.md without its title, comments and empty sections. */
export function substanceOf(core: string): string {
  const lines = fencesJoined(linesOf(replaceComments(core.replace(/^\uFEFF/, ""))));
  const said = lines.findIndex((line) => line.trim() !== "");
  let next: string | undefined;
  // From the end, so that what follows a heading is known.
  const kept = lines.toReversed().filter((line, fromEnd) => {
    const level = headingLevel(line);
    const isSaid = level === 0 || next !== undefined && (headingLevel(next) === 0 || headingLevel(next) > level);
    if (line.trim() !== "") next = line;
    return isSaid && !(level === 1 && lines.length - 1 - fromEnd === said);
  }).toReversed();
  return kept.join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

/** The level of the heading that a line is; 0 for any other line. */
export function headingLevel(line: string): number {
  return /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
}

/** The part of a merge that a line stands in. */
type Side = "none" | "ours" | "before" | "theirs";

/**
 * The numbers, from 1, of the lines by which git marks the sides of a merge that it could not finish, and of those that
 * it shows between them as they were before both. An example in a code fence is no such merge.
 */
export function conflictMarks(lines: readonly string[]): number[] {
  const marked: number[] = [];
  let side: Side = "none";
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    const last: Side = side;
    if (side === "none") {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
      if (!isCode && line.startsWith("<<<<<<< ")) side = "ours";
    } else if (line.startsWith("|||||||")) side = "before";
    else if (line === "=======") side = "theirs";
    else if (line.startsWith(">>>>>>> ")) side = "none";
    if (side !== last || side === "before") marked.push(at + 1);
  }
  return side === "none" ? marked : [];
}
