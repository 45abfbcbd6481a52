/** In: the records that an agent was just told. Out: one quiet line, by which the person sees the work of memory. */
import { showsQuietly } from "../agents/delivery.ts";
import type { Agent } from "../agents/event.ts";
import type { Config } from "../config/mod.ts";
import type { Found } from "../index/read.ts";
import { dayOf, timeOf } from "../records/days.ts";
import { texts } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import { neutralise, oneLine } from "../text/legible.ts";
import { cleanText } from "./clean.ts";

/** Enough characters of the content to recognise the record. */
const CONTENT_MAX = 40;
const LABELS_MAX = 2;

/** The line, about a record of the person's own where one was told; undefined where the settings don't want it. */
export function noticeOf<Told extends Pick<Found, "content" | "timestamp" | "record">>(
  told: readonly Told[],
  { isOthers, agent, config, language, runtime }: {
    isOthers: (hit: Told, also?: string) => boolean;
    agent: Agent;
    config: Config;
    language: Language;
    runtime: Runtime;
  },
): string | undefined {
  const { tell_person } = config.recall;
  const own = told.find((each) => !isOthers(each));
  const first = own ?? told[0];
  if (!first || tell_person === "off" || (tell_person === "auto" && !showsQuietly(agent))) return undefined;
  const labels = texts(first.record.entities).slice(0, LABELS_MAX).join(language === "zh" ? "、" : ", ");
  const { topic } = first.record;
  const named = labels || (typeof topic === "string" ? topic : "");
  // Others may have added a label to a record whose text is the person's own.
  const isNamed = named !== "" && !(own && isOthers(own, named));
  // A client keeps the line in its transcript.
  const subject = cleanText(config, isNamed ? named : first.content);
  const words = shortened(neutralise(oneLine(subject)));
  const day = Number.isNaN(timeOf(first.timestamp))
    ? ""
    : dayIn(dayOf(first.timestamp, runtime), language, dayOf(runtime.now().toISOString(), runtime));
  // Nobody is to take a stranger's words for memory's.
  const said = own ? words : `“${words}”`;
  // Between Chinese signs stands no blank.
  const gap = /[\p{sc=Han}”]$/u.test(said) ? "" : " ";
  const more = told.length === 1 ? "" : language === "zh" ? `${gap}等 ${told.length} 条` : ` + ${told.length - 1}`;
  return language === "zh"
    ? `${own ? "" : "可能出自他人的"}记忆：${said}${more}${day && `，${day}`}`
    : `memory${own ? "" : ", perhaps others'"}: ${said}${more}${day && `, ${day}`}`;
}

/** Opened brackets and quotes, and commas, which mean nothing at the end of a cut text. */
const OPEN_END = /[\s([{<（【「“‘"'`,，、:：;；]+$/u;

/** The beginning of a text, cut between words. */
function shortened(text: string): string {
  if (text.length <= CONTENT_MAX) return text;
  const cut = text.slice(0, CONTENT_MAX);
  const whole = /\w/.test(text.charAt(CONTENT_MAX)) ? cut.replace(/[\w./@-]+$/, "").trimEnd() : cut.trimEnd();
  return `${(whole.length > CONTENT_MAX / 2 ? whole : cut).replace(OPEN_END, "")} …`;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** `2026-03-12` as "12 March" or 3月12日; with its year in another one. */
function dayIn(day: string, language: Language, today: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const isThisYear = today.startsWith(`${year}-`);
  return language === "zh"
    ? `${isThisYear ? "" : `${year}年`}${month}月${date}日`
    : `${date} ${MONTHS[month - 1] ?? ""}${isThisYear ? "" : ` ${year}`}`;
}
