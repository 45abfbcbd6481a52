/** In: a text. Out: the to-do that its mark says it is: “TODO: …”, “[ ] …”, 待办：…; whether it puts a job off. */
import { sentencesIn } from "./sentences.ts";
import { sign } from "./signs.ts";

const MARKED =
  /^\s*(?:[-*+]\s+)?(?:(?:still )?to[- ]?do\s*[:：]|to-?do\s+[-–—]+\s|(?:待办(?:事项)?|还要做)\s*[:：]|[[【(（]\s*(?:to-?do|待办(?:事项)?)\s*[\]】)）]\s*[:：]?|\[ ?\]\s)(.*)$/isu;

/** Behind a blank alone the mark must be written as one: "TODO comments", "todo service" and "待办 列表" are names. */
const BARE =
  /^\s*(?:TODO|待办)\s+(?!(?:comments?|lists?|items?|apps?|notes?|markers?|tags?|counts?|trackers?|boards?|bots?|services?|pages?|tables?|files?|api|is|are|was|must|in|on|should|never)\b|(?:注释|列表|清单|事项|页|表|功能|接口|模块|应用|服务|是|在|都|要|不|用|里|的|和))(\S.*)$/su;

/** The to-do in a text that begins with a mark of one, without the mark; undefined for another text. */
export function todoIn(text: string): string | undefined {
  return (MARKED.exec(text)?.[1] ?? BARE.exec(text)?.[1])?.trim();
}

const PUTS_OFF = sign("puts off");

/** Whether a sentence puts a job off: “later: dark mode”, 备份以后再弄. */
export function putsOff(text: string): boolean {
  return sentencesIn(text).some(({ said }) => PUTS_OFF.test(said));
}
