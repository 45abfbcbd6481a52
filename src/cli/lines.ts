/** What a record is called, and the lines that several verbs print. */
import { briefId } from "../records/ids.ts";
import type { Layer } from "../records/mod.ts";
import { same, type Sentence } from "../sentence.ts";
import { some } from "../wording.ts";
import { fit, roomBeside, type Style, width } from "./terminal.ts";
import { said } from "./told.ts";

/** The line that says how to go on after a preview: with `--confirm`, and a token if one is needed. */
export function confirmLine(style: Style, token?: string): string {
  return style.say(token === undefined ? said("confirm") : said("confirm_token", { token }));
}

/** A line for each backup of a change, with its whole path: it lies in no folder that a person would look into. */
export function copiesLines(style: Style, folders: readonly string[]): string {
  return folders.map((folder) => style.dim(said("copies_in", { folder }))).join("");
}

/** The line of a record that says nearly the same. */
export function similarLine(style: Style, { id, content }: { id: string; content: string }): string {
  return style.dim(said("similar", { content, id: briefId(id) }));
}

/** The kinds of secrets that were taken out of a text. */
export function takenOutLine(kinds: readonly string[] = [], style: Style): string {
  return kinds.length === 0 ? "" : style.yellow(said("taken_out", { kinds: some(kinds) }));
}

/** The mark of a record for all projects, in a list that holds the project's records as well. */
export const GLOBAL: Sentence = { en: "global", zh: "全局" };

/** The mark of a text that is to be weighed, not followed. */
export const OTHERS: Sentence = { en: "others may have written it", zh: "可能出自他人" };

/** That of a convention which no agent is told to follow: others may have written it, or the person did not say it. */
export const UNCONFIRMED: Sentence = { en: "unconfirmed", zh: "未经确认" };

/** The kinds that have a word of their own. */
const KINDS: readonly string[] = ["W", "B", "O", "S", "fact", "summary", "note", "todo", "core"];

/** A word for what a record is: the kind of a fact, or the type. Every other type is an event of a session. */
export function kindOf(type: string, memoryType: string = type): Sentence {
  const kind = KINDS.includes(memoryType) ? memoryType : "event";
  return said(`kind_${kind}`);
}

/** What stands in brackets behind a text. */
export function inBrackets({ en, zh }: Sentence): Sentence {
  return { en: ` (${en})`, zh: `（${zh}）` };
}

/** The line that tells how many more there are, and `how` to see them. */
export function moreLine(style: Style, left: number, how = ""): string {
  const next = how === "" ? "" : inBrackets(same(how));
  return left > 0 ? style.dim(said("more", { left, next })) : "";
}

/** A reason behind its colon; empty without a reason. */
export function becauseOf(reason: string | Sentence | undefined, { say }: Style): string {
  if (reason === undefined) return "";
  const told = typeof reason === "string" ? same(reason) : reason;
  return say({ en: `: ${told.en}`, zh: `：${told.zh}` });
}

/** A place that holds the text of a record that is gone or says something else now. */
interface Place {
  readonly file: string;
  readonly line?: number;
  readonly id?: string;
  readonly layer: Layer;
  readonly text: string;
}

/** A heading and a line for each place; empty when there is none. */
export function mentionLines(mentions: readonly Place[], style: Style): string {
  if (mentions.length === 0) return "";
  const lines = mentions.map(({ file, line, id, layer, text }) => {
    const at = file + (line === undefined ? "" : `:${line}`) + (id ? ` ${briefId(id)}` : "");
    const place = layer === "global" ? `global ${at}` : at;
    return `  ${style.dim(place)} ${fit(text, roomBeside(width(place) + 4, style.columns))}\n`;
  });
  return `${style.yellow(said("still_stands_in"))}\n${lines.join("")}`;
}
