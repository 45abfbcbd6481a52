/**
 * In: a prompt and the layers of a memory. Out: the few records that the prompt is about, or the reason for silence.
 * Not done here: finding by words (search/), delivering (hooks/), the start of a session (start.ts), the intent
 * (prompt/intent.ts).
 *
 * Hot path: for a prompt that says too little for any record nothing is opened, and nothing loaded that reads an index.
 */
import type { Span } from "../records/days.ts";
import type { RecordId } from "../records/ids.ts";
import type { Memory } from "../store/memory.ts";
import type { Intent } from "../prompt/intent.ts";
import type { Recalled, Silence } from "./choose.ts";
import { lineFor, namesIn, OF_COVERED, shareAsked, STATED } from "./line.ts";
import { type NamesCount, type Outline, outlineOf, potentialOf, TOPIC } from "./outline.ts";
import type { Placed, Reader } from "./readers.ts";

/** The answer to a prompt. */
export interface Recall {
  /** Best first. */
  readonly chosen: readonly Recalled[];
  /** How many records were judged. */
  readonly candidates: number;
  /** Records that the prompt is about and that the session has already. */
  readonly known?: readonly Placed[];
  /** Ids of records that would be chosen, had they not been given in vain so often. */
  readonly heldBack: readonly string[];
  /** Why nothing was chosen. */
  readonly silent?: Silence;
}

/** A prompt that may call for records. */
export interface PromptRecall {
  readonly prompt: string;
  readonly intent: Pick<Intent, "intent_type">;
  /** The person's words of which `prompt` is the part that names the matter; absent: it is all of them. */
  readonly typed?: string;
  /** The prompt with the text that was pasted beside it; absent: nothing was pasted. */
  readonly whole?: string | undefined;
  /** Ids of the records that the session has in its context. */
  readonly given: ReadonlySet<string>;
  /** When each of them was told; absent: what was changed since counts as known, too. */
  readonly toldAt?: (id: RecordId) => string | undefined;
  /** The person asked memory to search: every record that fits at all is told. */
  readonly explicit?: boolean;
  /** The prompt points back at what was said, or goes on with it, so less need speak for a record. */
  readonly pointsBack?: boolean | undefined;
  /** It is the task of a subagent, which knows nothing else, or a part of it: less need speak for a record. */
  readonly isTask?: boolean;
  /** Only records saved in this time. The prompt names the time, so less need speak for a record. */
  readonly within?: Span;
}

const NOTHING: Recall = { chosen: [], candidates: 0, heldBack: [], silent: "nothing found" };

/** A pasted log holds more words than anybody asks about. */
const PROMPT_CHARACTERS_MAX = 2_000;

/** The records that a prompt calls for, by words alone. `open` is only called for one that says enough. */
export async function recallForPrompt(
  memory: Memory,
  open: () => readonly Reader[] | Promise<readonly Reader[]>,
  asked: PromptRecall,
): Promise<Recall> {
  const prompt = asked.prompt.slice(0, PROMPT_CHARACTERS_MAX);
  const outline = outlineOf(prompt);
  const asksBack = asked.within !== undefined || asked.pointsBack === true;
  const typed = asked.typed?.slice(0, PROMPT_CHARACTERS_MAX) ?? prompt;
  const share = shareAsked(typed, { asksBack, isTask: asked.isTask === true });
  const least = evidenceAt(memory.config.retrieval.min_relevance) * share;
  const more = Math.max(1, share / OF_COVERED);
  // Beside a paste, a word that names a label may be about the paste.
  const namesCount = asked.whole === undefined ? namesIn(prompt, asked.intent) : "more";
  const potential = potentialIn(outline, namesCount);
  // Where names don't count, no record is spared what is asked for the wording (evidence.ts).
  const spared = namesCount === "not" ? 1 : more;
  if (potential === 0 || !asked.explicit && STATED * spared * potential < lineFor(least)) {
    // "Why does this fail?" is about the pasted text.
    return asked.whole === undefined
      ? NOTHING
      : recallForPrompt(memory, open, { ...asked, prompt: asked.whole, whole: undefined });
  }
  const { chosenFrom } = await import("./choose.ts");
  const readers = await open();
  // A part of the records is worse than none: the missing ones may supersede the rest.
  const indexes = readers.filter(({ whole }) => whole).map(({ index }) => index);
  const recall = await chosenFrom(memory, indexes, { ...asked, prompt }, outline, { least, more }) ?? NOTHING;
  return recall.silent && indexes.length < readers.length ? { ...recall, silent: "index unfinished" } : recall;
}

/** With less than one ordinary word of the trade, a prompt names no label either. */
const NAMES_SOMETHING = 0.15;

/** The most evidence that any record could have for a prompt, also by a label that is all that the prompt is about. */
function potentialIn(outline: Outline, namesCount: NamesCount): number {
  const potential = potentialOf(outline);
  return namesCount === "as topic" && potential >= NAMES_SOMETHING ? potential + TOPIC : potential;
}

/** The setting goes from 0 to 1, while evidence has no upper end. */
function evidenceAt(relevance: number): number {
  return relevance >= 1 ? Infinity : relevance / (1 - relevance);
}
