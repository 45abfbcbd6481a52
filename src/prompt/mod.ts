/**
 * In: what a person wrote. Out: what it is: a command to memory, work or talk, a goodbye; and of it what is looked up,
 * with its intent.
 * Not done here: what memory knows of it (recall/), what is done about it (hooks/).
 *
 * Hot path: a person has pressed Enter. What only few prompts hold has files of their own, imported lazily: a wish in
 * words that no pattern knows (possible_wish.ts), what is to last (lasting.ts), a pasted text (own_words.ts).
 *
 * @module
 */
import { findCommand, type UserCommand } from "./command.ts";
import { identifyIntent, type Intent, type IntentContext, isSocial } from "./intent.ts";
import { followsUp, isWork, saysGoodbye } from "./work.ts";

/** A prompt, taken apart once. */
export interface Prompt {
  /** The person's words; of a very long text the first and the last lines. */
  readonly text: string;
  readonly command: UserCommand | undefined;
  /** It is work: no small talk, no general question. */
  readonly isWork: boolean;
  /** It only goes on with the talk before it: asked where there was some. */
  readonly followsUp: boolean;
  /** The person leaves. */
  readonly saysGoodbye: boolean;
}

/** What is looked up of a prompt. */
interface Question {
  /** The person's own words. */
  readonly prompt: string;
  /** With what was pasted beside them; undefined: nothing was. */
  readonly whole: string | undefined;
  readonly intent: Intent;
  /** The user asked for it: whatever fits at all is told. */
  readonly explicit: boolean;
  /** Small talk, or another topic: nothing is looked up. */
  readonly isSilent: boolean;
}

/** Takes a prompt apart, which holds the person's words alone. */
export function parsePrompt(words: string): Prompt {
  const text = withoutMiddle(words);
  const command = findCommand(text);
  return {
    text,
    command,
    isWork: isWork(words, command),
    get followsUp() {
      return followsUp(words);
    },
    saysGoodbye: saysGoodbye(words),
  };
}

/** What of a prompt is looked up. `command`: the one in it that counts where it was said. */
export async function questionIn(
  { text, command: held }: Prompt,
  command: UserCommand | undefined,
  context: IntentContext,
): Promise<Question> {
  // Who searches is told what is found; who deletes, what would go.
  const explicit = command?.action === "search" || (command?.action === "delete" && command.argument !== undefined);
  const isTold = explicit || command?.action === "skip_piece";
  const asked = isTold && command.argument !== undefined ? command.argument : command?.rest ?? text;
  const prompt = explicit || asked.length < LONG_PROMPT ? asked : (await import("./own_words.ts")).ownWords(asked);
  const intent = identifyIntent(prompt, prompt === text ? { ...context, command: held ?? "none" } : context);
  const isSilent = isSocial(prompt) || intent.intent_type === "new_topic";
  return { prompt, whole: prompt === asked ? undefined : asked, intent, explicit, isSilent };
}

/** A shorter one is compared as it is: the sets in tests/fixtures/recall hold none as long. Characters. */
const LONG_PROMPT = 300;

/**
 * Of a longer prompt only the first and the last lines are looked at:
 * 1 MB of pasted text took a fifth of a second. Characters.
 */
const HEAD = 24_000;
const TAIL = 8_000;

/**
 * What a person asks stands before or after what they paste. Cut between lines:
 * half a sentence must not become a command.
 */
function withoutMiddle(prompt: string): string {
  if (prompt.length <= HEAD + TAIL) return prompt;
  const end = prompt.lastIndexOf("\n", HEAD);
  const start = prompt.indexOf("\n", prompt.length - TAIL);
  const head = end === -1 ? `${prompt.slice(0, HEAD)} […]` : prompt.slice(0, end);
  return head + (start === -1 ? "" : prompt.slice(start));
}
