/** In: the text of a MEMORY.md. Out: its lines and the sections that they stand in. Hot path. */
import { sha256Hex } from "../hash.ts";
import { append } from "../lists.ts";
import { linesOf } from "../text/legible.ts";
import { fencesJoined, headingLevel, replaceComments } from "../text/markdown.ts";

/**
 * The lines of a MEMORY.md, each with the digest of its section. A section goes from one heading to the next. Its
 * digest also covers what stands directly below the higher headings that it belongs to, without comments, blank lines
 * and line ends.
 */
export function coreLines(core: string) {
  const above: { readonly level: number; readonly digest: string }[] = [];
  const digests: string[] = [];
  for (const { level, lines } of sectionsOf(core)) {
    while ((above.at(-1)?.level ?? -1) >= level) above.pop();
    const said = lines.map((line) => line.trimEnd()).filter((line) => line !== "");
    const digest = sha256Hex(["section", above.at(-1)?.digest ?? "", said.join("\n")]).slice(0, 32);
    above.push({ level, digest });
    append(digests, lines.map(() => digest));
  }
  return linesOf(core).map((text, at) => ({ text, section: digests[at] ?? "" }));
}

/** The sections of a MEMORY.md without its comments, the first of level 0. */
function sectionsOf(core: string): { readonly level: number; readonly lines: string[] }[] {
  // A comment keeps its lines, so that the others keep their numbers.
  const bare = replaceComments(core, (comment) => linesOf(comment).map(() => "").join("\n"));
  let section = { level: 0, lines: [] as string[] };
  const sections = [section];
  for (const part of fencesJoined(linesOf(bare))) {
    const level = headingLevel(part);
    if (level > 0) {
      section = { level, lines: [] };
      sections.push(section);
    }
    append(section.lines, part.split("\n"));
  }
  return sections;
}
