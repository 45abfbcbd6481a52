/**
 * In: what a chat assistant writes when it is asked for all that it remembers: `[2025-06-02] - …` on a line for each
 * thing, often below headings, and often whole in a block of code. Out: a list item for each line, and its day.
 */
import { isDay } from "../records/days.ts";

/** The day of a line, and what stands around it. */
const DAY = String.raw`\[(\d{4}-\d{2}-\d{2}|unknown|no date|未知|日期未知)\](?:\s*[-–—:：.]\s*|\s+)(?=\S)`;
const AT_START = new RegExp(`^${DAY}`, "i");
const LINE = new RegExp(String.raw`^\s*(?:[•*+-]\s+|\d+[.)]\s+)?(?=${DAY})`, "i");
const FENCE = /^\s*(?:`{3,}|~{3,})\w*\s*$/;

/** The text with a list item for each line that begins with its day; any other text as it is. */
export function asItems(text: string): string {
  const lines = text.split(/\r?\n/);
  if (!lines.some((line) => LINE.test(line))) return text;
  const isWrapped = FENCE.test(lines.find((line) => line.trim() !== "") ?? "");
  // Each line keeps its number.
  return lines.map((line) => isWrapped && FENCE.test(line) ? "" : line.replace(LINE, "- ")).join("\n");
}

/** A remembered thing without the day at its beginning, which is told beside it. */
export function withDay<T extends { readonly text: string }>(remembered: T): T & { readonly day?: string | undefined } {
  const [whole, day = ""] = AT_START.exec(remembered.text) ?? [];
  if (whole === undefined) return remembered;
  const text = remembered.text.slice(whole.length);
  return isDay(day) ? { ...remembered, text, day } : { ...remembered, text };
}
