/**
 * Secrets in shell commands. A line of commands.txt is programs, and the words from the name of a program to the
 * secret: an option like `-P` anywhere behind the name (with a `+` the secret is joined to the option, with a `:` a
 * name is), a fixed word, `*` for any word. A sign at the end stands right before the secret within one word: `-u :`
 * means `-u name:secret`.
 *
 * @module
 */
import commands from "./commands.txt" with { type: "text" };
import { isFile } from "./look.ts";
import type { Shape } from "./shapes.ts";

/** Options without a value. */
const FLAGS = "(?:--?(?:relogin|force|raw|quiet|verbose|verify|cloud|yes|insecure|no-[a-z-]{1,20}|[fqvy])\\s+)*";

/** Any text between a program and its option; a command may go on after a backslash at a line's end. */
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

/** The pattern of a shell word that holds a name, a sign and the secret. */
function wordAfter(sign: string, word: string): string {
  if (sign === "") return word;
  if (sign === "/") return String.raw`\w{1,40}\/(?:"([^"\n]{3,200})"|([^\s'"@$][^\s'"@]{2,80}))`;
  return String
    .raw`(?:'[^\s${sign}']{1,80}${sign}([^'\n]{3,200})'|"[^\s${sign}"]{1,80}${sign}([^"\n]{3,200})"|[^\s${sign}'"/]{1,80}${sign}([^\s'"/]{3,200}))`;
}

/**
 * The commands that a text may hold, because it holds the program and the first word behind it.
 *
 * @param word the pattern of a shell word
 */
export function commandsIn(text: string, hasOption: boolean, word: string): Shape[] {
  const shapes: Shape[] = [];
  for (const row of commands.trim().split("\n")) {
    const blank = row.indexOf(" ");
    const lead = row.slice(blank + 1);
    if (!hasOption && lead.startsWith("-")) continue;
    // Without a pattern, because this is done for each row.
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
