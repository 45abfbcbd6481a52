/**
 * In: the records that an agent was just told. Out: one quiet line for the person, so that they see what memory does:
 * what the first of them is about, and its day.
 * Not done here: whether the client shows it as more than a remark (agents/delivery.ts).
 *
 * @module
 */
import { showsQuietly } from "../agents/delivery.ts";
import type { Agent } from "../agents/event.ts";
import type { Config } from "../config/mod.ts";
import { type RawRecord, texts } from "../records/mod.ts";
import type { Language } from "../sentence.ts";
import { neutralise, oneLine } from "../text/legible.ts";

/** What is said of a record, and when it was made. */
interface Told {
  readonly content: string;
  readonly timestamp: string;
  readonly record: RawRecord;
}

/** Of the content as much as tells which record it is. Characters. */
const WORDS_MAX = 40;
const LABELS_MAX = 2;

/** The line, where the settings want it; undefined where nothing is to be shown. */
export function noticeOf(
  told: readonly Told[],
  { agent, config, language, localDay }: {
    readonly agent: Agent;
    readonly config: Config;
    readonly language: Language;
    readonly localDay: (timestamp: string) => string;
  },
): string | undefined {
  const { tell_person } = config.recall;
  const [first, ...others] = told;
  if (!first || tell_person === "off" || (tell_person === "auto" && !showsQuietly(agent))) return undefined;
  const labels = texts(first.record.entities).slice(0, LABELS_MAX).join(language === "zh" ? "、" : ", ");
  const words = inShort(neutralise(oneLine(labels || first.content)));
  const day = first.timestamp === "" ? "" : dayIn(localDay(first.timestamp), language);
  const more = others.length === 0 ? "" : language === "zh" ? ` 等 ${told.length} 条` : ` + ${others.length}`;
  return language === "zh"
    ? `记忆：${words}${more}${day && `，${day}`}`
    : `memory: ${words}${more}${day && `, ${day}`}`;
}

function inShort(text: string): string {
  if (text.length <= WORDS_MAX) return text;
  const cut = text.slice(0, WORDS_MAX);
  const blank = cut.lastIndexOf(" ");
  return `${blank > WORDS_MAX / 2 ? cut.slice(0, blank) : cut} …`;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** `2026-03-12` as people say it. */
function dayIn(day: string, language: Language): string {
  const [, month = 0, date = 0] = day.split("-").map(Number);
  return language === "zh" ? `${month}月${date}日` : `${date} ${MONTHS[month - 1] ?? ""}`;
}
