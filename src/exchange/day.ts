/**
 * In: the records of a day. Out: a Markdown file for each day, as Memory Skill v1 kept it (v1 §3.4): with v1's own
 * headings, or for people, with headings in their language and the text of each summary. And back: such a file becomes
 * a summary for each of its sessions.
 *
 * Ids that the file does not name are made from day and number, as in v1's keywords.json, so that a second import
 * recognises the records of the first.
 */
import { fingerprint } from "../hash.ts";
import type { SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { oneLine } from "../text/legible.ts";
import { append } from "../lists.ts";
import { dayOf, isDay, startOfDay, type Zone } from "../records/days.ts";
import { DEFAULT_CONFIDENCE, type RawRecord, texts } from "../records/mod.ts";
import { DONE_MARK, type DoneTodo, doneTodos, OPEN_MARK, openTodos } from "../records/todos.ts";
import { asText, inferMemoryType, memoryTypeOf, sessionOf, viewOf } from "../records/view.ts";
import type { Stored } from "../store/stored.ts";

/** Headings of a day, and the topic of a session without a summary. */
interface Titles {
  readonly day: string;
  readonly topic: string;
  /** Absent in v1's format, which shows a summary only where there are no key points. */
  readonly summary?: string;
  readonly infos: string;
  readonly tags: string;
  /** Of records that belong to no session. */
  readonly others: string;
  readonly noTopic: string;
}

const V1: Titles = {
  day: "对话记忆",
  topic: "主题",
  infos: "关键信息",
  tags: "标签",
  others: "其他记忆",
  noTopic: "（未总结）",
};
const TITLES: Readonly<Record<Language, Titles>> = {
  zh: { ...V1, summary: "总结" },
  en: {
    day: "Memory",
    topic: "Topic",
    summary: "Summary",
    infos: "Key points",
    tags: "Tags",
    others: "Other memories",
    noTopic: "(not summed up)",
  },
};
/** On both sides of what another record has replaced, as Markdown strikes a text out. */
const STRUCK = "~~";
/** Before the day on which a to-do was done, as task lists in Markdown have it. */
const DONE_SIGN = "✅";

/** Behind a bullet or below a heading, where readers of Markdown don't see it: the record's id, a fact's kind, tags. */
const MARK = /\s*<!-- (\S+)(?: ([WBOS]))?((?: #\S+)*) -->$/;
const BOX = /^\[([ xX])\](?:\s+|$)/;
/** What a text begins with that would be taken for a state. A backslash before it says that it is the text's own. */
const STATE_LIKE = /^\\*(?:\[[ xX]\](?:\s|$)|~~)/;

interface Section {
  mark?: string;
  /** Absent in the section of records that belong to no session. */
  topic?: string;
  summary?: string;
  readonly infos: string[];
  readonly tags: string[];
  time: number;
}

/**
 * The day as Markdown; without a language, which is that of its reader, in v1's format. Of session events only the time
 * is used, which tells when a session began. What another record replaces is struck out.
 */
export function renderDay(
  day: string,
  records: readonly Stored[],
  zone: Zone,
  language?: Language,
  isReplaced: (key: string) => boolean = () => false,
): string {
  const titles = language ? TITLES[language] : V1;
  const { sessions, others } = sectionsOf(records, titles, zone, isReplaced);
  const parts = sessions.map((section, place) => {
    const time = new Date(section.time + zone.offsetMs(section.time)).toISOString().slice(11, 19);
    return sectionText(`Session ${place + 1} - ${time}`, section, titles);
  });
  if (others.infos.length > 0) parts.push(sectionText(titles.others, others, titles));
  return [`# ${day} ${titles.day}`, ...parts].join("\n\n") + "\n";
}

function sectionsOf(
  records: readonly Stored[],
  { noTopic, summary }: Titles,
  zone: Zone,
  isReplaced: (key: string) => boolean,
): { sessions: Section[]; others: Section } {
  const sessions = new Map<string, Section>();
  const others: Section = { infos: [], tags: [], time: Infinity };
  const ordered = records.toSorted((a, b) => a.time - b.time);
  // Summaries first: a session's decisions come before its facts.
  for (const { record, kind, key, time } of ordered.filter(({ type }) => type === "summary")) {
    // A summary that names no session, as v1 wrote them, is a session of its own.
    const section = sectionAt(sessions, sessionOf(record) ?? `·${key}`, time, noTopic);
    section.topic = oneLine(asText(record.topic)) || noTopic;
    section.summary = oneLine(asText(record.summary));
    append(section.infos, infosOf(record, zone));
    append(section.tags, viewOf(record, kind).tags);
    section.mark = markOf([key], section.tags);
  }
  for (const { record, kind, key, time, isEvent } of ordered.filter(({ type }) => type !== "summary")) {
    const session = sessionOf(record);
    if (isEvent) {
      const known = session === undefined ? undefined : sessions.get(session);
      if (known) known.time = Math.min(known.time, time);
      continue;
    }
    const { content, tags } = viewOf(record, kind);
    if (content === "") continue;
    const section = session === undefined ? others : sectionAt(sessions, session, time, noTopic);
    const said = isReplaced(key) ? `${STRUCK}${asItem(content)}${STRUCK}` : asItem(content);
    section.infos.push(summary === undefined ? said : `${said} ${markOf([key, memoryTypeOf(record)], tags)}`);
    append(section.tags, tags);
  }
  return { sessions: [...sessions.values()].sort((a, b) => a.time - b.time), others };
}

function sectionAt(sessions: Map<string, Section>, session: SessionId, time: number, topic: string): Section {
  const section = sessions.get(session) ?? { topic, infos: [], tags: [], time };
  section.time = Math.min(section.time, time);
  sessions.set(session, section);
  return section;
}

/** Decisions, then open to-dos, then done ones with the day, as task lists in Markdown have them. */
function infosOf(record: RawRecord, zone: Zone): string[] {
  const done = doneTodos(record).map(({ todo, done_at }) => {
    const isTime = !Number.isNaN(Date.parse(done_at));
    return `${DONE_MARK} ${asItem(todo)}${isTime ? ` ${DONE_SIGN} ${dayOf(done_at, zone)}` : ""}`;
  });
  const open = openTodos(record).map((todo) => `${OPEN_MARK} ${asItem(todo)}`);
  return [...texts(record.decisions).map(asItem), ...open, ...done].filter((item) => item !== "");
}

function asItem(text: string): string {
  const line = oneLine(text);
  return STATE_LIKE.test(line) ? `\\${line}` : line;
}

function markOf(named: readonly string[], tags: readonly string[]): string {
  return `<!-- ${[...named, ...hashed(tags)].join(" ")} -->`;
}

function hashed(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => `#${tag.replace(/^#/, "").replace(/\s+/g, "-")}`))];
}

function sectionText(heading: string, { mark, topic, summary, infos: own, tags }: Section, titles: Titles): string {
  // A decision that was also saved as a fact is listed once.
  const distinct = [...new Map(own.map((info) => [info.replace(MARK, ""), info])).values()];
  const infos = own.length === 0 && summary && !titles.summary ? [summary] : distinct;
  const parts = [
    `## ${heading}`,
    ...titles.summary && mark !== undefined ? [mark] : [],
    ...topic === undefined ? [] : [`### ${titles.topic}\n${topic}`],
    ...titles.summary && summary ? [`### ${titles.summary}\n${summary}`] : [],
    ...infos.length === 0 ? [] : [`### ${titles.infos}\n${infos.map((info) => `- ${info}`).join("\n")}`],
    ...tags.length === 0 ? [] : [`### ${titles.tags}\n${hashed(tags).join(" ")}`],
    "---",
  ];
  return parts.join("\n\n");
}

/** A session's entry in v1's index/keywords.json. */
export interface V1Entry {
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
}

interface ReadSection {
  readonly heading: string;
  /** The id and the tags of the summary, in our own exports. */
  id?: string | undefined;
  ownTags?: readonly string[];
  /** The lines below each of the `###` headings. */
  readonly topic: string[];
  readonly summary: string[];
  readonly infos: string[];
  readonly tags: string[];
}

const SUBHEADINGS: readonly (readonly ["topic" | "summary" | "infos" | "tags", RegExp])[] = [
  ["topic", /^(?:主题|topic)/i],
  ["summary", /^(?:总结|summary)/i],
  ["infos", /^(?:关键信息|要点|key ?(?:info|points?))/i],
  ["tags", /^(?:标签|tags?)/i],
];

/** The records of one file. `day` is from its name; `entries` are those of keywords.json by session number. */
export function readDay(
  text: string,
  day: string,
  zone: Zone,
  entries: ReadonlyMap<number, V1Entry> = new Map(),
): RawRecord[] {
  let number = 0;
  const records: RawRecord[] = [];
  for (const section of sectionsIn(text)) {
    const listed = itemsOf(section.infos);
    const items = listed.filter(({ isStruck }) => !isStruck);
    // Earlier exports have the tags of all records here alone, and a person may add some.
    const named = new Set([section, ...listed].flatMap(({ ownTags = [] }) => ownTags));
    const shared = tagsOf(section.tags).filter((tag) => !named.has(tag));
    const isOthers = Object.values(TITLES).some(({ others }) => section.heading.startsWith(others));
    const facts = items.filter(({ id }) => isOthers || id !== undefined);
    append(records, factsOf(facts, shared, day, zone));
    if (isOthers) continue;
    number++;
    const ofSummary = items.filter(({ id }) => id === undefined);
    const summary = summaryOf(section, ofSummary, shared, day, number, zone, entries.get(number));
    if (summary) records.push(summary);
  }
  return records;
}

function sectionsIn(text: string): ReadSection[] {
  const sections: ReadSection[] = [];
  let part: string[] | undefined;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const [, marks = "", title = ""] = /^(#{2,3})\s+(.*)$/.exec(line) ?? [];
    const section = sections.at(-1);
    if (marks === "##") {
      sections.push({ heading: title.trim(), topic: [], summary: [], infos: [], tags: [] });
      part = undefined;
    } else if (marks === "###") {
      const name = SUBHEADINGS.find(([, pattern]) => pattern.test(title.trim()))?.[0];
      part = section && name ? section[name] : undefined;
    } else if (section && part === undefined && MARK.test(line)) {
      const [, id, , tags = ""] = MARK.exec(line) ?? [];
      Object.assign(section, { id, ownTags: tagsOf([tags]) });
    } else if (line.trim() !== "" && !/^-{3,}$/.test(line.trim())) part?.push(line);
  }
  return sections;
}

function summaryOf(
  { heading, id, topic, summary, ownTags = [] }: ReadSection,
  items: readonly Item[],
  shared: readonly string[],
  day: string,
  number: number,
  zone: Zone,
  entry?: V1Entry,
): RawRecord | undefined {
  const title = topic.join(" ").trim() || heading.replace(/^Session\s+\d+\s*(?:-\s*[\d:]+)?/i, "").trim();
  const named = Object.values(TITLES).some(({ noTopic }) => title === noTopic) ? "" : title;
  if (named === "" && items.length === 0) return undefined;
  const timestamp = new Date(startOfDay(day, zone) + timeOfDay(heading)).toISOString();
  const done = items.filter(({ state }) => state === "done").map(({ text }) => doneIn(text, timestamp, zone));
  const textsThatAre = (state: Item["state"]) => items.filter((item) => item.state === state).map(({ text }) => text);
  return {
    id: id ?? `sum-${day}-${String(number).padStart(3, "0")}`,
    type: "summary",
    topic: named || (id === undefined ? items[0]?.text : ""),
    summary: summary.join(" ").trim(),
    decisions: textsThatAre("none"),
    todos: textsThatAre("open"),
    ...done.length > 0 ? { done } : {},
    tags: [...new Set([...ownTags, ...shared, ...entry?.tags ?? []])],
    timestamp,
    source: "rules",
    ...entry && entry.keywords.length > 0 ? { keywords: entry.keywords } : {},
  };
}

/** The facts that our own export names, or lists after the sessions. */
function factsOf(items: readonly Item[], shared: readonly string[], day: string, zone: Zone): RawRecord[] {
  return items.map(({ text: content, id, kind, ownTags }) => {
    const tags = [...ownTags, ...shared];
    return {
      id: id ?? `log-${day}-${fingerprint(content)}`,
      type: "fact",
      memory_type: kind ?? inferMemoryType(content),
      content,
      entities: [],
      confidence: DEFAULT_CONFIDENCE,
      timestamp: new Date(startOfDay(day, zone)).toISOString(),
      ...tags.length > 0 ? { tags } : {},
    };
  });
}

/** A bullet, its state if it is a to-do, its id, kind and tags if it is a fact of our own export. */
interface Item {
  readonly text: string;
  readonly id?: string | undefined;
  readonly kind?: string | undefined;
  readonly ownTags: readonly string[];
  readonly isStruck: boolean;
  readonly state: "none" | "open" | "done";
}

/** The bullets; a line without a bullet continues the one before it. */
function itemsOf(lines: readonly string[]): Item[] {
  const items: string[] = [];
  for (const line of lines) {
    const bullet = /^\s*[-*+]\s+(.*)$/.exec(line)?.[1];
    if (bullet !== undefined || items.length === 0) items.push((bullet ?? line).trim());
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return items.flatMap((item) => itemOf(item) ?? []);
}

function itemOf(item: string): Item | undefined {
  const [mark = "", id, kind, tags = ""] = MARK.exec(item) ?? [];
  const unmarked = item.slice(0, item.length - mark.length);
  // A fact has no state: earlier exports have its text as it is.
  const [box = "", sign] = id === undefined ? BOX.exec(unmarked) ?? [] : [];
  const text = unmarked.slice(box.length);
  if (text === "") return undefined;
  const isStruck = text.startsWith(STRUCK) && text.endsWith(STRUCK);
  const own = text.startsWith("\\") && STATE_LIKE.test(text) ? text.slice(1) : text;
  return { text: own, id, kind, ownTags: tagsOf([tags]), isStruck, state: stateOf(sign) };
}

function stateOf(sign: string | undefined): Item["state"] {
  if (sign === undefined) return "none";
  return sign === " " ? "open" : "done";
}

/** A done to-do with the day behind its text; without one, the time of its session counts. */
function doneIn(text: string, timestamp: string, zone: Zone): DoneTodo {
  const [whole = "", day] = new RegExp(`\\s*${DONE_SIGN}\\s*(\\d{4}-\\d{2}-\\d{2})$`).exec(text) ?? [];
  if (day === undefined || !isDay(day)) return { todo: text, done_at: timestamp };
  return { todo: text.slice(0, -whole.length), done_at: new Date(startOfDay(day, zone)).toISOString() };
}

function tagsOf(lines: readonly string[]): string[] {
  return lines.join(" ").split(/[\s,，、;；]+/).map((tag) => tag.replace(/^#+/, "")).filter((tag) => tag !== "");
}

/** `Session 1 - 10:30:45` → milliseconds since midnight; 0 without a time. */
function timeOfDay(heading: string): number {
  const [, hours = "0", minutes = "0", seconds = "0"] = /(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(heading) ?? [];
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
