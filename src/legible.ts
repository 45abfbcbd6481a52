/**
 * In: text that somebody else may have written. Out: the same with every character that a reader can't see, or that
 * would steer a terminal, written as JSON writes it: `\u001b`, `\u202e`. What is stored stays as it is; this is for
 * whatever is printed or given to an agent, and JSON keeps its meaning by it.
 * Not done here: making it one line (records/one_line.ts).
 *
 * @module
 */

/**
 * Control characters but line feed and tab; direction marks; characters of no width; fillers; tags, with which text can
 * be written that only a program reads; variation selectors; what shorthand and music are set with. Code units, so
 * that one pattern holds all planes.
 */
const UNSEEN =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\udb40-\udb43][\udc00-\udfff]|\ud82f[\udca0-\udca3]|\ud834[\udd73-\udd7a]/g;

/** A text of which a reader sees all. */
export function legible(text: string): string {
  return text.replace(UNSEEN, (found, at: number) => belongs(found, text, at) ? found : escaped(found));
}

/** All texts of a plain value made legible, names of fields included. */
export function legibleValue(value: unknown): unknown {
  if (typeof value === "string") return legible(value);
  if (Array.isArray(value)) return value.map(legibleValue);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [legible(name), legibleValue(inner)]));
}

/** Whether it has its place where it stands: at the end of a line, inside of an emoji, between letters it joins. */
function belongs(found: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (found === "\r") return after.startsWith("\n");
  if (found === "\u200c" || found === "\u200d") {
    // Arabic, the scripts of India and their neighbours.
    if (/[\u0600-\u1cff]$/.test(before) && /^[\u0600-\u1cff]/.test(after)) return true;
    return found === "\u200d" && /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) &&
      /^\p{Extended_Pictographic}/u.test(after);
  }
  // One of them chooses how a sign looks; a row of them can hide a message.
  if (/^[\ufe00-\ufe0f]$/.test(found)) {
    return /[\d#*]$|[^\0-\x7f\ufe00-\ufe0f]$/.test(before) && !/\udb40[\udd00-\uddef]$/.test(before);
  }
  if (/^\udb40[\udd00-\uddef]$/.test(found)) return /\p{Script=Han}$/u.test(before);
  return false;
}

/** Characters as JSON writes them when it spells them out. */
export function escaped(found: string): string {
  return found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
