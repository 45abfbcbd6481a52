/**
 * Core memory as records: one per section of MEMORY.md, so that a search answers
 * with the section and not with the file.
 */
import { replaceComments } from "../comments.ts";
import type { RawRecord } from "../records/mod.ts";

const HEADING = /^#{1,6}[ \t]+(?=.)/;
/** More than anybody writes: what follows belongs to the last, as each is a record. */
const SECTIONS_MAX = 1_000;
const FENCE = /^\s{0,3}(```|~~~)/;

/**
 * The sections that hold text, in order.
 *
 * @returns records `{id: "core-<heading>", title, content}`; equal headings are numbered,
 *   text before the first is `core-0`
 */
export function coreSections(markdown: string): RawRecord[] {
  const sections: { title: string; lines: string[] }[] = [{ title: "", lines: [] }];
  let fenced = false;
  for (const line of replaceComments(markdown.replace(/^\ufeff/, "")).split(/\r?\n/)) {
    if (FENCE.test(line)) fenced = !fenced;
    const title = fenced || sections.length > SECTIONS_MAX ? undefined : titleIn(line);
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title, lines: [] });
  }
  const used = new Map<string, number>();
  const records: RawRecord[] = [];
  for (const { title, lines } of sections) {
    const body = lines.join("\n").trim();
    if (body === "") continue;
    const slug = slugOf(title);
    const times = (used.get(slug) ?? 0) + 1;
    used.set(slug, times);
    records.push({
      id: `core-${slug}${times === 1 ? "" : `-${times}`}`,
      title,
      content: title === "" ? body : `${title}\n${body}`,
    });
  }
  return records;
}

/** What a heading says; undefined for a line that is none. */
function titleIn(line: string): string | undefined {
  const mark = HEADING.exec(line);
  if (!mark) return undefined;
  let end = line.length;
  while (end > mark[0].length + 1 && " \t#".includes(line.charAt(end - 1))) end--;
  return line.slice(mark[0].length, end);
}

function slugOf(title: string): string {
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return slug === "" ? "0" : slug;
}
