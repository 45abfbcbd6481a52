/**
 * Secrets in the words of commands. A line of commands.txt is programs, and what leads from their name to the secret,
 * word for word: an option like `-P` anywhere behind it (with a `+` the secret is joined to it, with a `:` a name is),
 * a word of its own, `*` for any word. A sign at the end stands within the word that holds the secret, right before it:
 * of `-u :`, `-u name:secret`.
 *
 * @module
 */
import commands from "./commands.txt" with { type: "text" };
import { isFile } from "./look.ts";
import type { Shape } from "./shapes.ts";

/** Options that have no value of their own. */
const FLAGS = "(?:--?(?:relogin|force|raw|quiet|verbose|verify|cloud|yes|insecure|no-[a-z-]{1,20}|[fqvy])\\s+)*";

/** Whatever stands between a program and its option; a command may go on after a backslash. */
const BETWEEN = String.raw`(?:\\\n|[^\n|;]){0,200}?`;

/** The pattern of a row. */
function commandPattern(programs: string, lead: string, word: string): RegExp {
  const words = lead.split(" ");
  const sign = /^[:%,/]$/.test(words.at(-1) ?? "") ? words.pop() ?? "" : "";
  const steps = words.map((step) => {
    if (step === "*") return String.raw`\s+(?:-\S{1,40}\s+)*\S{1,200}`;
    const isJoined = step.endsWith("+");
    const literal = (isJoined ? step.slice(0, -1) : step).replaceAll(".", "\\.");
    if (literal.endsWith(":") && !isJoined) return String.raw`${BETWEEN}\s${literal}\S{1,80}`;
    return String.raw`${BETWEEN}[\s'"]${literal}${isJoined ? "" : String.raw`(?=[\s=])`}`;
  });
  const isJoined = words.at(-1)?.endsWith("+") === true;
  const isOption = words.at(-1)?.startsWith("-") === true;
  const gap = isJoined
    ? ""
    : sign === "/"
    ? String.raw`\s+(?:-\w+\s+)*["']?`
    : isOption
    ? String.raw`(?:\s+|=)`
    : String.raw`\s+${FLAGS}`;
  const program = programs.replace(/[.)]/g, "\\$&");
  return new RegExp(String.raw`(?<![\w.-])(?:${program})(?=\s)${steps.join("")}${gap}${wordAfter(sign, word)}`, "g");
}

/** The pattern of a word of the shell that holds a name, a sign and the secret. */
function wordAfter(sign: string, word: string): string {
  if (sign === "") return word;
  if (sign === "/") return String.raw`\w{1,40}\/(?:"([^"\n]{3,200})"|([^\s'"@$][^\s'"@]{2,80}))`;
  return String
    .raw`(?:'[^\s${sign}']{1,80}${sign}([^'\n]{3,200})'|"[^\s${sign}"]{1,80}${sign}([^"\n]{3,200})"|[^\s${sign}'"/]{1,80}${sign}([^\s'"/]{3,200}))`;
}

/**
 * The commands that a text may hold: the program stands in it, and the first word of what leads to the secret.
 *
 * @param word the pattern of what a shell takes for one word
 */
export function commandsIn(text: string, hasOption: boolean, word: string): Shape[] {
  const shapes: Shape[] = [];
  for (const row of commands.trim().split("\n")) {
    const blank = row.indexOf(" ");
    const lead = row.slice(blank + 1);
    if (!hasOption && lead.startsWith("-")) continue;
    // No pattern for its first word: it is asked of each row.
    const next = lead.indexOf(" ");
    const first = (next === -1 ? lead : lead.slice(0, next)).replace("+", "").replace("*", "");
    if (!text.includes(first)) continue;
    const programs = row.slice(0, blank);
    if (!programs.split("|").some((program) => text.includes(`${program} `))) continue;
    shapes.push({
      kind: "password",
      pattern: () => commandPattern(programs, lead, word),
      looks: (secret) => !isFile(secret),
    });
  }
  return shapes;
}
