/**
 * In: a language and the values of a session. Out: what hooks ask of an agent, and tell a person of it.
 * Not done here: when to say it (hooks/); how to use memory (brief.ts), which each start tells; the files that init
 * writes (files.ts), which a hook need not load.
 *
 * @module
 */
import type { Language } from "../sentence.ts";
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

/** What the templates name. */
export interface SessionValues {
  /** The binary and the session's id as words of a shell (`commandWords`). */
  readonly memory: string;
  readonly session: string;
}

/** Asks the agent at stop to save what the session came to: one line, since most clients show it to the person. */
export function stopAsk(language: Language, values: SessionValues): string {
  return fill(language === "zh" ? stopAskZh : stopAskEn, { ...values });
}

/** Asks the agent to save what a compaction would lose. */
export function flushAsk(language: Language, values: SessionValues): string {
  return fill(language === "zh" ? flushAskZh : flushAskEn, { ...values });
}

/** One sentence to the person before a compaction. */
export function compactNotice(language: Language): string {
  return fill(language === "zh" ? compactNoticeZh : compactNoticeEn, {});
}

/** What the person reads in place of the request at stop. */
export function stopNotice(language: Language): string {
  return fill(language === "zh" ? stopNoticeZh : stopNoticeEn, {});
}

/** Tells whoever sums up a conversation that is compacted what of it must stay. */
export function compactKeep(language: Language): string {
  return fill(language === "zh" ? compactKeepZh : compactKeepEn, {});
}
