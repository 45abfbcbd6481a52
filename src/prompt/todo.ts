/** In: a text. Out: the to-do that its mark says it is: “TODO: …”, “[ ] …”, 待办：…; whether it puts a job off. */
import { once } from "../remembered.ts";
import { patternsIn } from "../text/patterns.ts";
import commands from "./commands.txt" with { type: "text" };
import { sentencesIn } from "./sentences.ts";
import { inUsualWords, sign } from "./signs.ts";

const MARKED =
  /^\s*(?:[-*+]\s+)?(?:(?:(?:still )?to[- ]?do|action items?)\s*[:：]|to[- ]?do\s+[-–—]+\s|(?:待办(?:事项)?|还要做)\s*[:：]|[[【(（]\s*(?:to-?do|待办(?:事项)?)\s*[\]】)）]\s*[:：]?|\[ ?\]\s)(.*)$/isu;

/** Behind a blank alone the mark must be written as one: "TODO comments", "todo service" and "待办 列表" are names. */
const BARE_MARK = /^\s*(?:TODO|待办)\s/u;
const bare = once(() =>
  new RegExp(`^\\s*(?:TODO|待办)\\s+(?!${patternsIn(commands).part("OF_A_MARK")})(\\S.*)$`, "su")
);

/** The to-do in a text that begins with a mark of one, without the mark; undefined for another text. */
export function todoIn(text: string): string | undefined {
  const plain = inUsualWords(text);
  const [, job] = MARKED.exec(plain) ?? (BARE_MARK.test(plain) ? bare().exec(plain) : null) ?? [];
  return job === undefined ? undefined : text.slice(text.length - job.length).trim();
}

const PUTS_OFF = sign("puts off");

/** Whether a sentence puts a job off: “later: dark mode”, 备份以后再弄. */
export function putsOff(text: string): boolean {
  return sentencesIn(text).some(({ said }) => PUTS_OFF.test(said));
}
