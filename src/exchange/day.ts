/**
 * In: the records of a day. Out: the Markdown that Memory Skill v1 kept for it (v1 §3.4).
 * Not done here: choosing the records (mod.ts), reading such files (read_day.ts).
 *
 * Its headings are Chinese whatever the language: they are part of the format.
 *
 * @module
 */
import { localDay } from "../records/days.ts";
import { texts } from "../records/mod.ts";
import { oneLine } from "../records/one_line.ts";
import { DONE_MARK, doneTodos, OPEN_MARK, openTodos } from "../records/todos.ts";
import { isEvent, sessionOf, typeOf, viewOf } from "../records/view.ts";
import type { Stored } from "../store/contents.ts";
import { timeOf } from "../store/filter.ts";
import { append } from "../lists.ts";

/** The topic of a session without a summary. */
const NO_TOPIC = "（未总结）";
/** Before the day on which a to-do was done, as task lists in Markdown have it. */
export const DONE_SIGN = "✅";
/** The heading of what belongs to no session. */
export const OTHERS = "其他记忆";

interface Section {
  /** Absent for what belongs to no session. */
  topic?: string;
  summary?: string;
  readonly infos: string[];
  readonly tags: string[];
  time: number;
}

/** The day as v1's Markdown. Session events only say when a session began. */
export function renderDay(day: string, records: readonly Stored[]): string {
  const { sessions, others } = sectionsOf(records);
  const parts = sessions.map((section, place) =>
    sectionText(`Session ${place + 1} - ${clockOf(section.time)}`, section)
  );
  if (others.infos.length > 0) parts.push(sectionText(OTHERS, others));
  return [`# ${day} 对话记忆`, ...parts].join("\n\n") + "\n";
}

function sectionsOf(records: readonly Stored[]): { sessions: Section[]; others: Section } {
  const sessions = new Map<string, Section>();
  const others: Section = { infos: [], tags: [], time: Infinity };
  const ordered = records.map((stored) => ({ stored, time: timeOf(stored) })).sort((a, b) => a.time - b.time);
  // Summaries first: a session's decisions come before its facts.
  for (const { stored, time } of ordered) {
    if (typeOf(stored.record, stored.home) !== "summary") continue;
    // A summary that names no session, as v1 wrote them, is a session of its own.
    const section = sectionAt(sessions, sessionOf(stored.record) ?? `·${stored.key}`, time);
    section.topic = oneLine(String(stored.record.topic ?? "")) || NO_TOPIC;
    section.summary = oneLine(String(stored.record.summary ?? ""));
    append(section.infos, infosOf(stored));
    append(section.tags, viewOf(stored.record, stored.home).tags);
  }
  for (const { stored, time } of ordered) {
    const { record, home } = stored;
    const session = sessionOf(record);
    if (typeOf(record, home) === "summary") continue;
    if (isEvent(record)) {
      const known = session === undefined ? undefined : sessions.get(session);
      if (known) known.time = Math.min(known.time, time);
      continue;
    }
    const { content, tags } = viewOf(record, home);
    if (content === "") continue;
    const section = session === undefined ? others : sectionAt(sessions, session, time);
    section.infos.push(oneLine(content));
    append(section.tags, tags);
  }
  return { sessions: [...sessions.values()].sort((a, b) => a.time - b.time), others };
}

function sectionAt(sessions: Map<string, Section>, session: string, time: number): Section {
  const section = sessions.get(session) ?? { topic: NO_TOPIC, infos: [], tags: [], time };
  section.time = Math.min(section.time, time);
  sessions.set(session, section);
  return section;
}

/** Decisions, then to-dos as a task list has them: what is open, what was done and on which day. */
function infosOf({ record }: Stored): string[] {
  const done = doneTodos(record).map(({ todo, done_at }) => {
    const time = Date.parse(done_at);
    return `${DONE_MARK} ${oneLine(todo)}${Number.isNaN(time) ? "" : ` ${DONE_SIGN} ${localDay(new Date(time))}`}`;
  });
  const open = openTodos(record).map((todo) => `${OPEN_MARK} ${oneLine(todo)}`);
  return [...texts(record.decisions).map(oneLine), ...open, ...done].filter((item) => item !== "");
}

function sectionText(heading: string, { topic, summary, infos: own, tags }: Section): string {
  // A session that left nothing but its summary is not left empty.
  // What was saved as a fact and told again as a decision of the summary is said once.
  const infos = own.length === 0 && summary ? [summary] : [...new Set(own)];
  const marks = [...new Set(tags.map((tag) => `#${tag.replace(/^#/, "").replace(/\s+/g, "-")}`))];
  const parts = [
    `## ${heading}`,
    ...topic === undefined ? [] : [`### 主题\n${topic}`],
    ...infos.length === 0 ? [] : [`### 关键信息\n${infos.map((info) => `- ${info}`).join("\n")}`],
    ...marks.length === 0 ? [] : [`### 标签\n${marks.join(" ")}`],
    "---",
  ];
  return parts.join("\n\n");
}

/** By the person's clock. */
function clockOf(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}
