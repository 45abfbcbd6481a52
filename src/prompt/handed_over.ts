/**
 * In: a prompt and the place of a command to memory, or of a statement, in it. Out: whether that may belong to a text
 * which the person only hands over: a page, a mail, a ticket or a log, beside the question or the task about it.
 */
import { isSentence } from "./own_words.ts";
import { sign } from "./signs.ts";

const HANDS_OVER = sign("hands over a text");
/** A line that asks, or says what it shows. */
const ASKS =
  /[?？]\s*$|(?:^\W*|[,，;] *)(?:what|why|how|who|which|where|when|is|are|does|do|did|can|could|here|got|look|see|check|thoughts)\b|什么|怎么|为什么|为啥|[吗呢]\s*$|看[看下一]|帮我|解释/iu;
/** A line that tells how something is: “The login page is broken”. */
const STATES =
  /^(?!\W*(?:here|this is|these are|below|这[是个]?\p{Lo}{0,2}是|以下|下面)).*(?:\b(?:is|are|was|were|has|have|should|must|fails?|breaks?)\b|坏|挂|慢|有问题|没反应|不对|应该)/iu;
/** A line that points to a text beside it, or is nothing but an order to work on one. */
const POINTS =
  /\b(?:this|these|that|below|following|above|attached|pasted|here)\b|^\W*(?:please )?(?:tl;?dr|summari|translat|explain|proofread|paraphrase|rephrase)|^@|这|以下|下面|翻译|润色|总结|概括|解释|整理/iu;
const ENDS = /[.!?。！？…;；,，]["'”’)）]?$/u;
/** Words by which people speak of themselves and to an agent. */
const OWN = /\b(?:i|i'm|i've|we|we're|my|our|us|you|your|please|let's|thanks)\b|我|咱|你|请/iu;
/** A greeting, a name or a title is as short. Characters. */
const TITLE_MAX = 60;
/** Nobody writes as many commands. Lines. */
const LINES_MAX = 50;

/**
 * A command is the person's own in their first paragraph, beside sentences of theirs, and where nothing but commands
 * stands beside the line that is about a text.
 */
export function isHandedOver(text: string, command: string, at: number, isCommand: (text: string) => boolean): boolean {
  const above = paragraphsOf(text.slice(0, at));
  const [below = [], ...further] = paragraphsOf(text.slice(at + command.length));
  const before = above.flat();
  const after = [...below, ...further.flat()];
  const [head, ...between] = before;
  // The command opens the prompt.
  if (head === undefined) return false;
  const isAlone = (lines: readonly string[]) => lines.length <= LINES_MAX && lines.every(isCommand);
  // The line about a text opens the prompt, too, or ends a paragraph.
  let end = 0;
  const ends = [1, ...above.slice(0, -1).map(({ length }) => end += length)];
  const about = ends.find((line) => handsOver(before[line - 1] ?? ""));
  if (about !== undefined) return !isAlone([...before.slice(about), ...after]);
  if (isAlone([...between, ...after])) return false;
  const isStrange = (line: string) => !isCommand(line) && !isOwn(line);
  const isBesideText = between.some(isStrange);
  const isAboveText = below.slice(0, LINES_MAX).some(isStrange);
  if (ASKS.test(head) || HANDS_OVER.test(head)) return isBesideText || isAboveText;
  const tail = further.flat().at(-1);
  const isTitle = head.length <= TITLE_MAX && !ENDS.test(head) && !OWN.test(head) && !isCommand(head);
  if (!isTitle) return false;
  // The text stands above the line that is about it, or alone.
  return (tail !== undefined && (handsOver(tail) || ASKS.test(tail))) || (isBesideText && isAboveText);
}

function handsOver(line: string): boolean {
  return HANDS_OVER.test(line) && (ASKS.test(line) || POINTS.test(line) && !STATES.test(line));
}

/** The lines of each paragraph of a text, without empty ones; the first and the last may be cut, or empty. */
function paragraphsOf(text: string): string[][] {
  return text.split(/\n[^\S\n]*\n/).map((part) =>
    part.split("\n").map((line) => line.trim()).filter((line) => line !== "")
  );
}

/** Whether a line reads like a sentence that the person says. */
function isOwn(line: string): boolean {
  return ENDS.test(line) && isSentence(line, true) || OWN.test(line);
}
