/**
 * In: a text that a client put together. Out: the person's part of it,
 * without the elements that the client wrapped round.
 * Not done here: knowing the elements; each client has its own.
 *
 * Hot path: prompts come through here.
 *
 * @module
 */

/**
 * The text without these elements and what is in them. One that is never closed is
 * the person's own: they write about it.
 *
 * @param names as a pattern of alternatives
 */
export function withoutElements(text: string, names: string): string {
  if (!text.includes("<")) return text;
  const opening = new RegExp(`<(${names})(?:\\s[^<>]*)?>`, "g");
  const neverClosed = new Set<string>();
  let rest = "";
  let from = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [tag, name = ""] = found;
    // Looked for once: a paste of ten thousand openings must not be read ten thousand times.
    if (neverClosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, found.index + tag.length);
    if (end === -1) {
      neverClosed.add(name);
      continue;
    }
    rest += text.slice(from, found.index);
    from = end + name.length + 3;
    opening.lastIndex = from;
  }
  return rest + text.slice(from);
}

/** What stands in each element of this name, trimmed; one that is never closed is none. */
export function inElements(text: string, name: string): string[] {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  const contents: string[] = [];
  let from = text.indexOf(opening);
  while (from !== -1) {
    const start = from + opening.length;
    const end = text.indexOf(closing, start);
    if (end === -1) break;
    contents.push(text.slice(start, end).trim());
    from = text.indexOf(opening, end);
  }
  return contents;
}
