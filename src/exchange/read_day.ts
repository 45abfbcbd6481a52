/**
 * In: a daily Markdown file of Memory Skill v1 (v1 §3.4). Out: a session summary for each of its sessions.
 * Not done here: writing such files (day.ts).
 *
 * Ids are made from day and number, as in v1's keywords.json, so that a second import recognises what the first one
 * brought.
 *
 * @module
 */
import { fingerprint } from "../hash.ts";
import { isDay, startOfDay } from "../records/days.ts";
import { inferMemoryType } from "../records/infer.ts";
import type { RawRecord } from "../records/mod.ts";
import type { DoneTodo } from "../records/todos.ts";
import { DONE_SIGN, OTHERS } from "./day.ts";
import { append } from "../lists.ts";

/** What v1's index/keywords.json says of a session. */
export interface V1Entry {
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
}

interface Section {
  readonly heading: string;
  /** Lines below each `###` heading, by which of the three it is. */
  readonly topic: string[];
  readonly infos: string[];
  readonly tags: string[];
}

const SUBHEADINGS: readonly (readonly [keyof Omit<Section, "heading">, RegExp])[] = [
  ["topic", /^(?:主题|topic)/i],
  ["infos", /^(?:关键信息|要点|key ?(?:info|points?))/i],
  ["tags", /^(?:标签|tags?)/i],
];

/** The records of one file. `day` is its name's; `entries` are those of keywords.json by session number. */
export function readDay(text: string, day: string, entries: ReadonlyMap<number, V1Entry> = new Map()): RawRecord[] {
  let number = 0;
  const records: RawRecord[] = [];
  for (const section of sectionsOf(text)) {
    if (section.heading.startsWith(OTHERS)) {
      append(records, factsOf(section, day));
      continue;
    }
    number++;
    const summary = summaryOf(section, day, number, entries.get(number));
    if (summary) records.push(summary);
  }
  return records;
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let part: string[] | undefined;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const [, marks = "", title = ""] = /^(#{2,3})\s+(.*)$/.exec(line) ?? [];
    const section = sections.at(-1);
    if (marks === "##") {
      sections.push({ heading: title.trim(), topic: [], infos: [], tags: [] });
      part = undefined;
    } else if (marks === "###") {
      const name = SUBHEADINGS.find(([, pattern]) => pattern.test(title.trim()))?.[0];
      part = section && name ? section[name] : undefined;
    } else if (line.trim() !== "" && !/^-{3,}$/.test(line.trim())) part?.push(line);
  }
  return sections;
}

function summaryOf(
  { heading, topic, infos, tags }: Section,
  day: string,
  number: number,
  entry?: V1Entry,
): RawRecord | undefined {
  const named = topic.join(" ").trim() || heading.replace(/^Session\s+\d+\s*(?:-\s*[\d:]+)?/i, "").trim();
  const items = itemsOf(infos);
  if (named === "" && items.length === 0) return undefined;
  const timestamp = new Date(startOfDay(day) + timeOfDay(heading)).toISOString();
  const done = items.filter(({ state }) => state === "done").map(({ text }) => doneIn(text, timestamp));
  const textsThatAre = (state: Item["state"]) => items.filter((item) => item.state === state).map(({ text }) => text);
  return {
    id: `sum-${day}-${String(number).padStart(3, "0")}`,
    type: "summary",
    topic: named || items[0]?.text,
    summary: "",
    decisions: textsThatAre("none"),
    todos: textsThatAre("open"),
    ...done.length > 0 ? { done } : {},
    tags: [...new Set([...tagsOf(tags), ...entry?.tags ?? []])],
    timestamp,
    source: "rules",
    ...entry && entry.keywords.length > 0 ? { keywords: entry.keywords } : {},
  };
}

/** What our own export adds after the sessions. */
function factsOf({ infos, tags }: Section, day: string): RawRecord[] {
  const marks = tagsOf(tags);
  return itemsOf(infos).map(({ text: content }) => ({
    id: `log-${day}-${fingerprint(content)}`,
    type: "fact",
    memory_type: inferMemoryType(content),
    content,
    entities: [],
    confidence: 0.8,
    timestamp: new Date(startOfDay(day)).toISOString(),
    ...marks.length > 0 ? { tags: marks } : {},
  }));
}

/** A bullet, and whether it is a to-do. */
interface Item {
  readonly text: string;
  readonly state: "none" | "open" | "done";
}

/** The bullets; a line without one continues the bullet before it. */
function itemsOf(lines: readonly string[]): Item[] {
  const items: { text: string; state: Item["state"] }[] = [];
  for (const line of lines) {
    const [, box, bullet] = /^\s*[-*+]\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    const state = box === undefined ? "none" : box === " " ? "open" : "done";
    if (bullet !== undefined) items.push({ text: bullet.trim(), state });
    else if (last) last.text += ` ${line.trim()}`;
    else items.push({ text: line.trim(), state: "none" });
  }
  return items.filter(({ text }) => text !== "");
}

/** A to-do that is done, with the day behind it; without one it was done by the time of its session. */
function doneIn(text: string, timestamp: string): DoneTodo {
  const [whole = "", day] = new RegExp(`\\s*${DONE_SIGN}\\s*(\\d{4}-\\d{2}-\\d{2})$`).exec(text) ?? [];
  if (day === undefined || !isDay(day)) return { todo: text, done_at: timestamp };
  return { todo: text.slice(0, -whole.length), done_at: new Date(startOfDay(day)).toISOString() };
}

function tagsOf(lines: readonly string[]): string[] {
  return lines.join(" ").split(/[\s,，、;；]+/).map((tag) => tag.replace(/^#+/, "")).filter((tag) => tag !== "");
}

/** `Session 1 - 10:30:45` → milliseconds since midnight; without a time, those of the first minute. */
function timeOfDay(heading: string): number {
  const [, hours = "0", minutes = "0", seconds = "0"] = /(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(heading) ?? [];
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
