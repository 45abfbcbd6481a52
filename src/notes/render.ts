/**
 * The fields of a note → its text: a new file after the template, or an existing file in which only the changed lines
 * are new.
 */
import type { SessionId } from "../records/ids.ts";
import { cutTo, linesOf, oneLine } from "../text/legible.ts";
import { replaceComments } from "../text/markdown.ts";
import {
  DEFAULT_FIELDS,
  type Labelled,
  type Note,
  type NoteFields,
  SECTION_NAMES,
  type SectionName,
  SECTIONS,
} from "./note.ts";
import * as markdown from "./markdown.ts";
import { knownSections, labelledItems } from "./parse.ts";
import type { Sentence } from "../sentence.ts";
import { samePlain } from "../text/likeness.ts";
import { isCjk } from "../text/script.ts";
import type { Payload } from "./payload.ts";
import type { Level } from "./judge.ts";
import type { Values } from "../wording.ts";
import { said } from "./words.ts";

export type NoteChanges = Partial<NoteFields>;

/** The sections that a new note has even if they are empty. */
const ALWAYS: readonly SectionName[] = ["meta", "whenToLoad", "oneLiner"];

/** The title of a note and its Meta section. */
export function renderHead(fields: NoteFields): string {
  return `# ${oneLine(fields.title)}\n\n${sectionText("meta", fields)}`;
}

/** The text of a new note, after LingXi's template. */
export function renderNote(fields: NoteFields): string {
  const shown = SECTION_NAMES.filter((name) => ALWAYS.includes(name) || contentOf(name, fields).length > 0);
  return `# ${oneLine(fields.title)}\n\n${shown.map((name) => sectionText(name, fields)).join("\n\n")}\n`;
}

function sectionText(name: SectionName, fields: NoteFields): string {
  return `## ${SECTIONS[name].title}\n\n${contentOf(name, fields).join("\n")}`;
}

function contentOf(name: SectionName, note: NoteFields): string[] {
  if (name === "oneLiner") return [markdown.escapeStart(oneLine(note.oneLiner))];
  if (name === "whenToLoad" || name === "pointers") {
    return note[name].map(oneLine).filter((each) => each !== "").map((each) => `- ${markdown.escapeStart(each)}`);
  }
  const isSaid = ([, field]: Labelled) => (name === "meta" && field !== "project") || note[field].length > 0;
  return SECTIONS[name].fields.filter(isSaid).map(([label, field]) => labelledLine(label, note[field]));
}

/** The fields that are made of the sentence that recall gives. */
const OF_ONE_LINER = ["title", "decision", "counterSignals", "l0", "l1"] as const;

/** The changes, with the new sentence in all fields that quote the old one, which would say the opposite otherwise. */
export function withSentence(note: Note, changes: NoteChanges): NoteChanges {
  const { oneLiner: sentence } = changes;
  if (sentence === undefined || sentence === "") return changes;
  const following = OF_ONE_LINER.filter((field) => !(field in changes)).flatMap((field) => {
    const text = withNew(note, note[field], sentence);
    return text === note[field] ? [] : [[field, text]];
  });
  return { ...changes, ...Object.fromEntries(following) };
}

/**
 * A text of a note with the new sentence in place of the old one. Where the old one is a scene and a choice
 * (“Installing: npm”), a text that holds the choice alone gets the new choice.
 */
function withNew({ oneLiner, decision }: Note, text: string, sentence: string): string {
  const whole = withInstead(text, oneLiner, sentence);
  const scene = oneLiner.endsWith(decision) ? oneLiner.slice(0, -decision.length).trimEnd() : "";
  if (whole !== text || !/[:：]$/.test(scene)) return whole;
  const isOfScene = sentence.toLowerCase().startsWith(scene.toLowerCase());
  return withInstead(text, decision, isOfScene ? sentence.slice(scene.length).trim() : sentence);
}

/**
 * Replaces a sentence in a text. A brief one (“npm”) is replaced only where it stands by itself: it may be a part of
 * others.
 */
function withInstead(text: string, old: string, sentence: string): string {
  if (old === "") return text;
  if (!isBrief(old)) return text.replaceAll(old, () => sentence);
  if (text === old) return sentence;
  const dash = Object.values(said("dash")).find((each) => text.endsWith(each + old));
  if (dash !== undefined) return text.slice(0, -old.length) + sentence;
  return text.replaceAll(`"${old}"`, () => `"${sentence}"`).replaceAll(`「${old}」`, () => `「${sentence}」`);
}

/** The text of a note after a change. Lines without changed fields stay byte for byte. */
export function editNote(note: Note, changes: NoteChanges): string {
  const broken = new Set(note.problems.map((problem) => problem.field));
  const names = (Object.keys(changes) as (keyof NoteFields)[]).filter((field) =>
    changes[field] !== undefined &&
    (broken.has(field) || JSON.stringify(note[field]) !== JSON.stringify(changes[field]))
  );
  let text = note.text;
  for (const field of names) text = changeField(text, note, field, changes);
  return text;
}

function changeField(text: string, note: Note, field: keyof NoteFields, changes: NoteChanges): string {
  const lines = markdown.splitLines(text);
  const changed = { ...note, ...changes };
  if (field === "title") return changeTitle(lines, note, oneLine(changed.title));
  if (field === "whenToLoad" || field === "pointers") {
    return changeList(lines, field, contentOf(field, note), contentOf(field, changed));
  }
  if (field === "oneLiner") return changeSection(lines, field, contentOf(field, changed));
  const section = SECTION_NAMES.find((each) => SECTIONS[each].fields.some(([, own]) => own === field));
  return section ? changeItem(lines, section, field, changed[field]) : text;
}

/** The title stands in Meta, in the heading, or in both; it is changed in each place where it stands. */
function changeTitle(lines: markdown.Line[], note: Note, title: string): string {
  const heading = markdown.headings(lines).find((each) => each.level === 1);
  const inMeta = labelledItems(lines, knownSections(lines).get("meta"), "meta").has("title");
  if (heading && (heading.text === note.title || !inMeta)) {
    const old = lines[heading.line];
    lines[heading.line] = {
      text: `${old?.text.startsWith("\uFEFF") ? "\uFEFF" : ""}# ${title}`,
      end: old?.end ?? "\n",
    };
  }
  return heading && !inMeta ? markdown.joinLines(lines) : changeItem(lines, "meta", "title", title);
}

/** Replaces or adds `- **Label**: value` in a section. A new item goes where the template has it. */
function changeItem(
  lines: markdown.Line[],
  name: SectionName,
  field: keyof NoteFields,
  value: string | readonly string[],
): string {
  const { fields } = SECTIONS[name];
  const place = fields.findIndex(([, each]) => each === field);
  const line = labelledLine(fields[place]?.[0] ?? field, value);
  const section = knownSections(lines).get(name);
  if (!section) return addSection(lines, name, [line]);
  const present = labelledItems(lines, section, name);
  const old = present.get(field);
  if (old) return replace(lines, old.start, old.end, [keepLabel(lines, old, line)]);
  let before: markdown.Item | undefined;
  for (const [, each] of fields.slice(0, place)) {
    const item = present.get(each);
    if (item && (!before || item.start > before.start)) before = item;
  }
  const at = before?.end ?? section.start + 1;
  const lead = before || lines[at]?.text.trim() !== "" ? 0 : 1;
  // An indented line that belongs to no item must not become part of this one.
  const isLoose = markdown.isContinuation(lines[at + lead]?.text ?? "");
  return replace(lines, at + lead, at + lead, isLoose ? [line, ""] : [line]);
}

function keepLabel(lines: readonly markdown.Line[], item: markdown.Item, line: string): string {
  const old = /^(.*?[:：](?:\*\*)?)/.exec(lines[item.start]?.text ?? "")?.[1];
  const value = line.slice(line.indexOf("**:") + 3);
  return old === undefined ? line : `${old}${value}`;
}

/** Replaces the text of a section, and keeps the empty lines around the text. */
function changeSection(lines: markdown.Line[], name: SectionName, content: readonly string[]): string {
  const section = knownSections(lines).get(name);
  if (!section) return addSection(lines, name, content);
  let from = section.start + 1;
  let to = section.end;
  while (from < to && lines[from]?.text.trim() === "") from++;
  // The one-liner is the first paragraph; text below it belongs to the user.
  if (name === "oneLiner") to = Math.min(to, markdown.paragraphEnd(lines, from));
  while (to > from && lines[to - 1]?.text.trim() === "") to--;
  return replace(lines, from, to, content);
}

/** Puts the entries of a list into its section: behind those that stay, or in their place. Comments stay. */
function changeList(
  lines: markdown.Line[],
  name: "whenToLoad" | "pointers",
  before: readonly string[],
  after: readonly string[],
): string {
  const section = knownSections(lines).get(name);
  const text = section ? markdown.joinLines(lines.slice(section.start + 1, section.end)) : "";
  if (!section || !before.every((each, at) => each === after[at])) {
    const comments: string[] = [];
    replaceComments(text, (comment) => (comments.push(...linesOf(comment)), ""));
    return changeSection(lines, name, [...after, ...comments]);
  }
  let end = section.end;
  while (end > section.start + 1 && lines[end - 1]?.text.trim() === "") end--;
  const blank = end === section.start + 1 ? [""] : [];
  return replace(lines, end, end, [...blank, ...after.slice(before.length)]);
}

function addSection(lines: markdown.Line[], name: SectionName, content: readonly string[]): string {
  const known = knownSections(lines);
  const before = SECTION_NAMES.slice(0, SECTION_NAMES.indexOf(name)).map((each) => known.get(each)?.whole ?? 0);
  const all = markdown.headings(lines);
  const title = all.find((each) => each.level === 1);
  // Where no known section comes before it: before the first section.
  const first = all.find((each) => each.level > 1 && each.line > (title?.line ?? -1))?.line ?? lines.length;
  let at = Math.max(0, ...before) || first;
  while (at > 0 && lines[at - 1]?.text.trim() === "") at--;
  const body = [`## ${SECTIONS[name].title}`, "", ...content];
  return replace(lines, at, at, at > 0 ? ["", ...body] : [...body, ""]);
}

function replace(lines: readonly markdown.Line[], from: number, to: number, content: readonly string[]): string {
  const end = lines.find((line) => line.end !== "")?.end ?? "\n";
  const added = content.map((text): markdown.Line => ({ text, end }));
  const before = lines.slice(0, from);
  const after = lines.slice(to);
  const last = before.at(-1);
  if (last && last.end === "" && added.length > 0) before[before.length - 1] = { text: last.text, end };
  // A file without a final line end keeps none.
  const final = added.at(-1);
  if (final && after.length === 0 && lines.at(-1)?.end === "") added[added.length - 1] = { text: final.text, end: "" };
  return markdown.joinLines([...before, ...added, ...after]);
}

function labelledLine(label: string, value: string | readonly string[]): string {
  // An entry of a list can't hold the signs that separate entries.
  const text = typeof value === "string"
    ? oneLine(value)
    : value.map((each) => oneLine(each.replace(/[,，、;；]/g, " "))).filter((each) => each !== "").join(", ");
  return `- **${label}**:${text === "" ? "" : ` ${text}`}`;
}

// Payload → the fields of its note (LingXi's 映射规则). Sentences are made in the language of the payload.

/** A title is read in a table; a longer one becomes the choice alone, cut to this length. */
const MAX_TITLE = 120;
/** A choice shorter than this many columns, like "Redis", is given with its scene: alone it tells nobody what to do. */
const SHORTEST_SENTENCE = 10;
const MOST_SCENES = 3;

interface Composition {
  readonly level: Level;
  readonly limited: boolean;
  readonly session: SessionId;
  readonly project?: string | undefined;
  readonly now: string;
}

/** The note that a payload becomes, without its id. */
export function composeNote(payload: Payload, { level, limited, session, project = "", now }: Composition): NoteFields {
  const { scene, choice, principles, evidence, source } = payload;
  const language = isCjk(scene + choice) ? "zh" : "en";
  const say = (row: string, values: Values = {}) => said(row, { scene, choice, ...values })[language];
  const others = principles.filter((each) => each !== choice);
  const l0 = evidence ? say("l0_evidence", { evidence }) : say("l0_source", { source });
  const l1 = others.length > 0 ? say("l1_avoid", { others: listed(others, '", "') }) : say("l1");
  return {
    ...DEFAULT_FIELDS,
    title: titleOf(payload, say("dash")),
    kind: kindOf(payload, level),
    strength: payload.confidence === "high" ? "validated" : "hypothesis",
    audience: payload.apply,
    portability: payload.apply === "team" ? "cross-project" : "project-only",
    source,
    createdAt: now,
    updatedAt: now,
    session,
    project: payload.apply === "personal" ? "" : project,
    whenToLoad: scenesOf(scene),
    oneLiner: isBrief(choice) ? say("in_scene", { scene: scene.replace(SCENE_END[language], "") }) : choice,
    decision: principles.length > 1 ? say("chosen_of", { principles: listed(principles, " / ") }) : choice,
    signals: evidence,
    alternatives: others.join("; "),
    counterSignals: limited ? say("limits") : "",
    l0: level === "L1" ? "" : l0,
    l1: level === "L0" ? "" : l1,
  };
}

function kindOf({ source }: Payload, level: Level): NoteFields["kind"] {
  if (source === "init") return "reference";
  return level === "L0" || source === "choice" ? "decision" : "principle";
}

/** The changes by which a note that says the same takes in a payload. Nothing of either is lost. */
export function mergeIntoNote(note: Note, payload: Payload, composed: NoteFields): NoteChanges {
  const isWorded = [note.oneLiner, note.decision, note.title].some((each) => samePlain(each, payload.choice));
  const words = [isWorded ? "" : payload.choice, payload.evidence].filter((each) => !note.signals.includes(each));
  const stronger = note.strength === "hypothesis" && composed.strength === "validated";
  return {
    ...(stronger ? { strength: composed.strength } : {}),
    whenToLoad: union(note.whenToLoad, composed.whenToLoad),
    signals: [note.signals, ...words].filter((each) => each !== "").join("; "),
    alternatives: union(parts(note.alternatives), parts(composed.alternatives)).join("; "),
    decision: note.decision || composed.decision,
    l0: note.l0 || composed.l0,
    l1: note.l1 || composed.l1,
    updatedAt: composed.updatedAt,
    session: composed.session || note.session,
  };
}

function titleOf({ scene, choice }: Payload, dash: string): string {
  const whole = `${scene.replace(/[。.；;，,：:]+$/, "")}${dash}${choice}`;
  if (whole.length <= MAX_TITLE && scene !== choice) return whole;
  return cutTo(choice, MAX_TITLE);
}

/** The sentences of a scene: at most three, further ones are joined to the last. */
function scenesOf(scene: string): string[] {
  const sentences = scene.split(/[；;。]\s*/).map((each) => each.trim()).filter((each) => each !== "");
  if (sentences.length <= MOST_SCENES) return sentences;
  return [...sentences.slice(0, MOST_SCENES - 1), sentences.slice(MOST_SCENES - 1).join("; ")];
}

const SCENE_END = { en: /[.,;]$/, zh: /[。；，]$/ };

function isBrief(choice: string): boolean {
  return [...choice].reduce((sum, sign) => sum + (isCjk(sign) ? 2 : 1), 0) < SHORTEST_SENTENCE;
}

function listed(texts: readonly string[], between: string): Sentence {
  return { en: texts.join(between), zh: texts.join("」「") };
}

function union(left: readonly string[], right: readonly string[]): string[] {
  const seen = new Set(left.map((each) => each.trim().toLowerCase()));
  return [...left, ...right.filter((each) => !seen.has(each.trim().toLowerCase()))];
}

function parts(text: string): string[] {
  return text.split(/;\s*/).filter((each) => each !== "");
}
