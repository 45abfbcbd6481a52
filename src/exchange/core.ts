/** In: the core memory here and an imported one. Out: both in one text, each line once. */
import { beforeComment, fencesJoined, headingLevel, replaceComments } from "../text/markdown.ts";

interface Section {
  /** Empty for the lines before the first heading. */
  readonly heading: string;
  readonly lines: string[];
}

/**
 * The current text with the lines that only the imported one has; undefined when nothing changes. What stands in a
 * comment is left out, since half of one would hide the text behind it. Code stays whole, with the comments in it.
 */
export function mergeCore(current: string, imported: string): string | undefined {
  if (!holdsSubstance(imported)) return undefined;
  if (!holdsSubstance(current)) return imported === current ? undefined : imported;
  const eol = current.includes("\r\n") ? "\r\n" : "\n";
  const known = new Set(linesOf(current).map(normalised));
  const sections = sectionsOf(current.endsWith("\n") ? current : `${current}\n`);
  let added = false;
  for (const { heading, lines } of sectionsOf(beforeComment(replaceComments(imported)))) {
    const fresh = lines.filter((line) => isSubstance(line) && !known.has(normalised(line)));
    if (fresh.length === 0) continue;
    added = true;
    const section = sections.find((each) => normalised(each.heading) === normalised(heading));
    if (section) section.lines.splice(section.lines.findLastIndex((line) => line.trim() !== "") + 1, 0, ...fresh);
    else sections.push({ heading, lines: ["", ...fresh, ""] });
  }
  if (!added) return undefined;
  const lines = sections.flatMap(({ heading, lines }) => heading === "" ? lines : [heading, ...lines]);
  return `${lines.join("\n").replace(/\s+$/, "").replaceAll("\n", eol)}${eol}`;
}

/** Whether a core memory says anything besides headings and comments. */
export function holdsSubstance(text: string): boolean {
  return linesOf(replaceComments(text)).some(isSubstance);
}

/** Whether a line says something, as no heading, comment or rule does. */
export function isSubstance(line: string): boolean {
  return line.trim() !== "" && headingLevel(line) === 0 && !/^\s*(<!--.*-->|-{3,})\s*$/.test(line);
}

/** The lines, and each code fence as one: part of one would be no code. */
function linesOf(text: string): string[] {
  return fencesJoined(text.replace(/^\uFEFF/, "").split(/\r?\n/));
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: "", lines: [] }];
  for (const line of linesOf(text)) {
    if (headingLevel(line) > 0) sections.push({ heading: line, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function normalised(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}
