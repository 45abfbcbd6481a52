/** In: the records that a prompt calls for. Out: a few lines for the agent, with the ids to cite or change them by. */
import type { Found } from "../index/read.ts";
import { dayOf } from "../records/days.ts";
import type { RecordId } from "../records/ids.ts";
import { legible, oneLine } from "../text/legible.ts";
import { standingText } from "../records/todos.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import {
  BRIEF_NONCE_LENGTH,
  citations,
  type Context,
  COSTLY_NONCE,
  firstSentence,
  frame,
  type FrameKind,
  type Named,
  saidInShort,
} from "./frame.ts";
import { estimateTokens, fitSentences } from "./budget.ts";
import { isStated } from "./readers.ts";

/** The share of the budget that one record may take while others wait. */
const SHARE_OF_ONE = 0.5;

/** Before the end of the id of the record that holds instead. */
const OUTDATED: Record<Language, string> = { en: "probably outdated by", zh: "可能已过时，现以此为准：" };

/** Before the end of the id of a record of others that says otherwise. */
const CONTESTED: Record<Language, string> = { en: "others say otherwise since:", zh: "他人后来另有说法：" };

/** For the dash before a record and the end of its line. */
const LINE_TOKENS = 2;

/** A record to be told. */
type Told = Found & Named & {
  /** The end of the id of a record that contradicts it and goes before it. */
  readonly outdatedBy?: string | undefined;
  /** The same of a record in which others have since said otherwise. */
  readonly contestedBy?: string | undefined;
};

/**
 * The records as a context, in their order, as many as the budget allows, or the best one that fits alone in a brief
 * frame; undefined when not even that does.
 *
 * @param isOthers whether others may have written a record, so that it is to be weighed, not followed
 */
export function promptContext<R extends Told>(
  records: readonly R[],
  tokens: number,
  language: Language,
  { isOthers, runtime, isBrief = false }: {
    readonly isOthers: (record: R) => boolean;
    readonly runtime: Pick<Runtime, "offsetMs">;
    /** One record in a brief frame. */
    readonly isBrief?: boolean;
  },
): Context | undefined {
  const kindOf = (record: R): FrameKind =>
    isStated(record) && !isOthers(record) && record.outdatedBy === undefined ? "conventions" : "notes";
  const lines: Record<FrameKind, string[]> = { conventions: [], notes: [] };
  const ids: RecordId[] = [];
  const suffixOf = suffixes(citations(isBrief ? [] : records), language, runtime);
  const nonce = isBrief ? COSTLY_NONCE.slice(0, BRIEF_NONCE_LENGTH) : COSTLY_NONCE;
  let left = tokens;
  for (const record of records) {
    const kind = kindOf(record);
    // All records of a frame share it, so its cost is not taken from the share of one record.
    const framing = lines[kind].length === 0 ? estimateTokens(frame(kind, "", nonce, language, isBrief)) : 0;
    const share = isBrief || records.length === 1 ? left : Math.floor(tokens * SHARE_OF_ONE);
    const line = lineOf(record, suffixOf(record), Math.min(left - framing, share));
    if (!line) continue;
    lines[kind].push(line.text);
    ids.push(record.id);
    left -= line.tokens + framing;
    if (isBrief) break;
  }
  if (ids.length === 0) {
    return isBrief ? undefined : promptContext(records, tokens, language, { isOthers, runtime, isBrief: true });
  }
  const [conventions, notes] = [lines.conventions.join("\n"), lines.notes.join("\n")];
  return { conventions, notes, ids, tokens: tokens - left, isBrief };
}

/** The line of a record within so many tokens; undefined where not even its first sentence fits. */
function lineOf(record: Found, suffix: string, tokens: number): { text: string; tokens: number } | undefined {
  const around = estimateTokens(suffix) + LINE_TOKENS;
  const said = fitSentences(saidBy(record), tokens - around);
  return said && { text: `- ${said.text}${suffix}`, tokens: said.tokens + around };
}

/** The text of a record exactly as it is given, so that its tokens are counted right. */
function saidBy(record: Found): string {
  if (record.type === "note") return legible(firstSentence(saidInShort(record)));
  // The parts of a summary stand on lines of their own; in one line they are sentences.
  // A question for a day is told what was done then, too.
  return legible(oneLine(withoutRepetition(standingText(record.content)).replace(/([^。！？.!?;；:：])\n+/g, "$1; ")));
}

/** Without lines that another line contains: an automatic summary repeats its topic. */
function withoutRepetition(content: string): string {
  const lines = content.split("\n");
  const isSaid = (line: string, place: number) =>
    lines.some((other, at) => at !== place && other.includes(line) && (other.length > line.length || at < place));
  return lines.filter((line, place) => line.trim() === "" || !isSaid(line, place)).join("\n");
}

/** The name of a record, its day unless it is a note, and by what it is outdated. */
function suffixes(cite: (record: Named) => string, language: Language, runtime: Pick<Runtime, "offsetMs">) {
  return (record: Told): string => {
    const { timestamp, type, outdatedBy, contestedBy } = record;
    const name = ` [${cite(record)}]`;
    const otherwise = outdatedBy !== undefined
      ? ` ⚠ ${OUTDATED[language]} ${outdatedBy}`
      : contestedBy !== undefined
      ? ` ⚠ ${CONTESTED[language]} ${contestedBy}`
      : "";
    return `${type === "note" || timestamp === "" ? name : `${name} (${dayOf(timestamp, runtime)})`}${otherwise}`;
  };
}
