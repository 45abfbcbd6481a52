/**
 * In: a person's prompt. Out: whether it is a command to memory, work, talk or a goodbye; and the question in it, with
 * its intent.
 * Not done here: answering the question (recall/), acting on the prompt (hooks/).
 *
 * Hot path: a person has pressed Enter. Files that few prompts need are imported lazily: wishes in words that no
 * pattern knows (possible_wish.ts), lasting statements (lasting.ts), pasted texts (own_words.ts).
 */
import { findAnyCommand, type UserCommand } from "./command.ts";
import { identifyIntent, type Intent, type IntentContext, isSocial } from "./intent.ts";
import { followsUp, isWork, saysGoodbye } from "./work.ts";

/** A prompt, taken apart once. */
export type Prompt = Readonly<ReturnType<typeof parsePrompt>>;

interface Question {
  /** The person's own words. */
  readonly prompt: string;
  /** `prompt` with the text that was pasted beside it; undefined: nothing was pasted. */
  readonly whole: string | undefined;
  readonly intent: Intent;
  /** The person asked memory to search: every record that fits at all is told. */
  readonly explicit: boolean;
  /** Small talk, or another topic: nothing is looked up. */
  readonly isSilent: boolean;
}

/** Takes a prompt apart. `words`: the person's, without frames of memory. */
export function parsePrompt(words: string) {
  const text = withoutMiddle(words);
  const found = findAnyCommand(text);
  const command = found?.isInText ? undefined : found;
  return {
    /** The person's words; of a very long text the first and the last lines. */
    text,
    command,
    /** A command that may belong to a text which the person only hands over. */
    inText: found?.isInText ? found : undefined,
    /** Whether the prompt is neither small talk nor a general question. */
    isWork: isWork(words, command),
    /** Whether the prompt only goes on with the small talk before it. Computed late, since few prompts follow talk. */
    get followsUp() {
      return followsUp(words);
    },
    saysGoodbye: saysGoodbye(words),
  };
}

/** The question in a prompt. `command`: the one in it, if it counts (`UserCommand.onlyIfKnown`). */
export async function questionIn(
  { text, command: held }: Prompt,
  command: UserCommand | undefined,
  context: IntentContext,
): Promise<Question> {
  // A search is answered with its finds, a deletion with the records that it would delete.
  const explicit = command?.action === "search" || (command?.action === "delete" && command.argument !== undefined);
  const isTold = explicit || command?.action === "skip_piece";
  const asked = isTold && command.argument !== undefined ? command.argument : command?.rest ?? text;
  const prompt = explicit || asked.length < LONG_PROMPT ? asked : (await import("./own_words.ts")).ownWords(asked);
  const intent = identifyIntent(prompt, prompt === text ? { ...context, command: held ?? "none" } : context);
  const isSilent = isSocial(prompt) || intent.intent_type === "new_topic";
  return { prompt, whole: prompt === asked ? undefined : asked, intent, explicit, isSilent };
}

/** Shorter prompts are looked up whole: no prompt in tests/fixtures/recall is as long. Characters. */
const LONG_PROMPT = 300;

/** Characters. Only head and tail of a longer prompt are read: 1 MB of pasted text took a fifth of a second. */
const HEAD = 24_000;
const TAIL = 8_000;

/** A prompt without its middle, cut between lines: half a sentence must not become a command. */
function withoutMiddle(prompt: string): string {
  if (prompt.length <= HEAD + TAIL) return prompt;
  const end = prompt.lastIndexOf("\n", HEAD);
  const start = prompt.indexOf("\n", prompt.length - TAIL);
  const head = end === -1 ? `${prompt.slice(0, HEAD)} […]` : prompt.slice(0, end);
  return head + (start === -1 ? "" : prompt.slice(start));
}
