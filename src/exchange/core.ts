/**
 * Merges an imported MEMORY.md into the user's own, which stays as it is: what it lacks is added below its headings.
 */
import { replaceComments } from "../comments.ts";

interface Section {
  /** Empty for what comes before the first heading. */
  readonly heading: string;
  readonly lines: string[];
}

/** The merged text; undefined when nothing changes. */
export function mergeCore(current: string, imported: string): string | undefined {
  if (!holdsSubstance(imported)) return undefined;
  if (!holdsSubstance(current)) return imported === current ? undefined : imported;
  const eol = current.includes("\r\n") ? "\r\n" : "\n";
  const known = new Set(linesOf(current).map(plain));
  const sections = sectionsOf(current);
  let added = false;
  for (const { heading, lines } of sectionsOf(imported)) {
    const fresh = lines.filter((line) => isSubstance(line) && !known.has(plain(line)));
    if (fresh.length === 0) continue;
    added = true;
    const section = sections.find((each) => plain(each.heading) === plain(heading));
    if (section) section.lines.splice(lastFilled(section.lines) + 1, 0, ...fresh);
    else sections.push({ heading, lines: ["", ...fresh, ""] });
  }
  if (!added) return undefined;
  const lines = sections.flatMap((section, place) => {
    const isNew = place > 0 && section.heading !== "" && section.lines[0] === "";
    const gap = isNew && lastLine(sections[place - 1]) !== "" ? [""] : [];
    return [...gap, ...section.heading === "" ? [] : [section.heading], ...section.lines];
  });
  return `${lines.join(eol).replace(/\s+$/, "")}${eol}`;
}

/** Whether a core memory says anything besides headings and comments. */
export function holdsSubstance(text: string): boolean {
  return linesOf(replaceComments(text)).some(isSubstance);
}

function isSubstance(line: string): boolean {
  return line.trim() !== "" && !isHeading(line) && !/^\s*(<!--.*-->|-{3,})\s*$/.test(line);
}

function isHeading(line: string): boolean {
  return /^#{1,6}\s/.test(line);
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/);
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: "", lines: [] }];
  for (const line of linesOf(text)) {
    if (isHeading(line)) sections.push({ heading: line, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function lastFilled(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "");
}

function lastLine(section: Section | undefined): string {
  return section?.lines.at(-1) ?? section?.heading ?? "";
}

function plain(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}
