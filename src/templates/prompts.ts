/**
 * In: a language and the values of a session. Out: what hooks say to an agent or a person.
 * Not done here: when to say it (hooks/); the files that init writes (files.ts), so that a hook loads only these few.
 *
 * @module
 */
import { fill, type Language } from "./fill.ts";
import briefEn from "./en/brief.md" with { type: "text" };
import compactNoticeEn from "./en/compact-notice.md" with { type: "text" };
import flushAskEn from "./en/flush-ask.md" with { type: "text" };
import stopAskEn from "./en/stop-ask.md" with { type: "text" };
import briefZh from "./zh/brief.md" with { type: "text" };
import compactNoticeZh from "./zh/compact-notice.md" with { type: "text" };
import flushAskZh from "./zh/flush-ask.md" with { type: "text" };
import stopAskZh from "./zh/stop-ask.md" with { type: "text" };

export interface SessionValues {
  /** The binary as a shell command (`binaryCommand`). */
  readonly memory: string;
  readonly session: string;
}

/** Asks the agent at stop to save what the session came to. */
export function stopAsk(language: Language, { memory, session }: SessionValues): string {
  return fill(language === "zh" ? stopAskZh : stopAskEn, { memory, session: asWord(session) });
}

/** Asks the agent to save what a compaction would lose. */
export function flushAsk(language: Language, { memory, session }: SessionValues): string {
  return fill(language === "zh" ? flushAskZh : flushAskEn, { memory, session: asWord(session) });
}

/** How to use memory, in a few lines: for agents that have no always-applied rule file. */
export function brief(language: Language, { memory, session }: SessionValues): string {
  return fill(language === "zh" ? briefZh : briefEn, { memory, session: asWord(session) });
}

/** One sentence to the person before a compaction. */
export function compactNotice(language: Language): string {
  return fill(language === "zh" ? compactNoticeZh : compactNoticeEn, {});
}

/** Ids come from outside; one that a shell would read as more than a word is quoted. */
function asWord(session: string): string {
  return /^[\w.:@/-]+$/.test(session) && !session.startsWith("-") ? session : `'${session.replaceAll("'", "")}'`;
}
