/** The requests of hooks to an agent, and notices to a person; apart from brief.ts and files.ts, for a quick start. */
import type { Language, Sentence } from "../sentence.ts";
import { fill } from "./fill.ts";
import compactKeepEn from "./en/compact-keep.md" with { type: "text" };
import compactNoticeEn from "./en/compact-notice.md" with { type: "text" };
import flushAskEn from "./en/flush-ask.md" with { type: "text" };
import stopAskEn from "./en/stop-ask.md" with { type: "text" };
import stopNoticeEn from "./en/stop-notice.md" with { type: "text" };
import compactKeepZh from "./zh/compact-keep.md" with { type: "text" };
import compactNoticeZh from "./zh/compact-notice.md" with { type: "text" };
import flushAskZh from "./zh/flush-ask.md" with { type: "text" };
import stopAskZh from "./zh/stop-ask.md" with { type: "text" };
import stopNoticeZh from "./zh/stop-notice.md" with { type: "text" };

export interface SessionValues {
  /** The binary and the session's id as words of a shell (`requestWords`). */
  readonly memory: string;
  readonly session: string;
}

const asks = (texts: Sentence) => (language: Language, values: SessionValues) => fill(texts[language], { ...values });
const tells = (texts: Sentence) => (language: Language) => fill(texts[language], {});

/** Asks the agent at stop to save a summary of the session; one line, since most clients show it to the person. */
export const stopAsk = asks({ en: stopAskEn, zh: stopAskZh });

export const flushAsk = asks({ en: flushAskEn, zh: flushAskZh });

export const compactNotice = tells({ en: compactNoticeEn, zh: compactNoticeZh });

/** The person reads this in place of the request at stop. */
export const stopNotice = tells({ en: stopNoticeEn, zh: stopNoticeZh });

/** Tells the model that sums up a compacted conversation which parts must stay. */
export const compactKeep = tells({ en: compactKeepEn, zh: compactKeepZh });
