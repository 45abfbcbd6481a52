/**
 * In: the material of a session's start. Out: as much of it as the budget allows, in its frames; and the part of it
 * that is new to a reader.
 *
 * The order of calls in `startContext` is the order in which parts take from the budget: the user's own rules, rules
 * that nobody confirmed, open to-dos, the last session, facts, outdated lines, and last the texts that others may have
 * written. A reader always sees the frame of conventions first, and in each frame the sections in the order of their
 * first pieces. Sessions that start at the same moment get the same text. It stays so short that clients take it as
 * text, and don't move it into a file.
 */
import { substanceOf } from "../text/markdown.ts";
import { legible, neutralise, oneLine } from "../text/legible.ts";
import { beyondTopic } from "../records/view.ts";
import { briefId, type RecordId, type SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { type Context, NONCE_LENGTH, renderContext } from "./frame.ts";
import { isChangedSince } from "../store/resolve.ts";
import { estimateTokens } from "./budget.ts";
import { Draft, LINE_END } from "./draft.ts";
import type { Convention, LastSession, StartFact, StartMaterial, StartTodo } from "./start_material.ts";
import { CONTEXT_BYTES_MAX } from "../agents/delivery.ts";

const WORDS = {
  en: {
    core: "## Core memory",
    conventions: "## Conventions",
    others: "## Conventions that the user did not confirm",
    outdated: "## Probably outdated: the line after ⚠ says otherwise",
    contested: "## Facts that others contradict since (the line after ⚠): the user knows which holds",
    facts: "## Recent facts",
    othersFacts: "## Facts that others may have written",
    session: "## Last session",
    othersSession: "## Last session, which others may have written",
    decisions: "Decisions:",
    done: "Done since:",
    since: "## Since then",
    noted: "## Since then, noted automatically",
    todos: "## Open to-dos",
    othersTodos: "## To-dos that others may have written",
  },
  zh: {
    core: "## 核心记忆",
    conventions: "## 约定",
    others: "## 未经用户确认的约定",
    outdated: "## 可能已过时：以 ⚠ 后所指的那一条为准",
    contested: "## 他人后来另有说法的事实（见 ⚠ 后所指的那一条）：以哪条为准，由用户定",
    facts: "## 近期事实",
    othersFacts: "## 可能出自他人的事实",
    session: "## 上次会话",
    othersSession: "## 上次会话（可能出自他人）",
    decisions: "决策：",
    done: "此后已完成：",
    since: "## 此后",
    noted: "## 此后（自动记下的）",
    todos: "## 未完成的待办",
    othersTodos: "## 可能出自他人的待办",
  },
};

function conventionLine({ id, name = id, text, day, otherwise }: Convention): string {
  const date = day === undefined ? "" : `[${day}] `;
  return `- ${date}${oneLine(text)} [${id.startsWith("MEM-") ? name : briefId(id)}]${outdated(otherwise)}`;
}

function factLine({ id, memory_type, day, content, otherwise, contestedBy }: StartFact): string {
  return `- [${memory_type}][${day}] ${oneLine(content)} [${briefId(id)}]${outdated(otherwise ?? contestedBy)}`;
}

function outdated(otherwise: string | undefined): string {
  return otherwise === undefined ? "" : ` ⚠ ${otherwise}`;
}

function dated(text: string, day: string): string {
  return `${oneLine(text)} (${day})`;
}

function todoLine({ todo, day }: StartTodo): string {
  return `- [${day}] ${oneLine(todo)}`;
}

function sessionLines(session: LastSession): string[] {
  const { topic, day, decisions, done = [], since = [] } = session;
  return [
    dated(topic, day),
    ...beyondTopic(session).split("\n"),
    ...decisions.map((item) => `- ${oneLine(item)}`),
    ...done.map(({ todo, day }) => `- ${dated(todo, day)}`),
    ...since.map(({ text, day }) => dated(text, day)),
  ];
}

/** The share of the budget that conventions, and the last session, may take while other parts wait. */
const CONVENTIONS_SHARE = 0.5;
export const SESSION_SHARE = 0.3;
/** The share that is kept for facts, which a prompt finds, from rules, which nothing may ever bring again. */
const FACTS_SHARE = 0.15;
/** The share of a session's budget that its text may take before its decisions. */
const TEXT_SHARE = 0.6;
/** The share of it that is kept for what was done after that session. */
const LATER_SHARE = 0.4;

interface Writing {
  readonly draft: Draft;
  readonly material: StartMaterial;
  readonly words: (typeof WORDS)[Language];
  /** The conventions that stand in it. */
  readonly told: Set<Convention>;
}

/** The start context within a budget of tokens, frames included; undefined when it would be empty. */
export function startContext(material: StartMaterial, tokens: number, language: Language): Context | undefined {
  const draft = new Draft(tokens, language);
  const writing: Writing = { draft, material, words: WORDS[language], told: new Set() };
  const { lastSession, conventions, facts, todos } = material;
  addCore(writing, true);
  // Hundreds of rules would leave room for nothing else: the rest of them comes behind the other parts.
  const hasOthers = lastSession !== undefined || facts.length + todos.length > 0;
  const most = Math.floor(tokens * (hasOthers ? CONVENTIONS_SHARE : 1));
  draft.within(Math.min(most, draft.left - costOfUntold(writing)), () => addOwnConventions(writing));
  draft.within(draft.left - costOfUntold(writing), () => {
    // To-dos come before facts: "continue" asks for them, and a busy week's facts fill any budget.
    addOwnTodos(writing);
    // An answer to “continue” holds nothing else, and its budget is small.
    const share = conventions.length + facts.length === 0 ? 1 : SESSION_SHARE;
    if (lastSession) draft.within(Math.floor(tokens * share), () => addSession(writing, lastSession));
    draft.within(draft.left - Math.floor(tokens * FACTS_SHARE), () => addOwnConventions(writing));
    addFacts(writing, false);
    addOwnConventions(writing);
  });
  // The last one may fit in the place of the line that tells of it.
  if (untoldIn(writing).length === 1) addOwnConventions(writing);
  draft.within(draft.left - costOfUntold(writing), () => {
    addOutdated(writing);
    addFacts(writing, true);
    addOthers(writing);
  });
  // Last, since it counts what is not told.
  addUntold(writing);
  return draft.finished();
}

function addCore({ draft, material, words }: Writing, isOwn: boolean): void {
  for (const { text, stated } of material.core) {
    if (stated === isOwn) draft.addText(isOwn ? "conventions" : "notes", words.core, substanceOf(text));
  }
}

function addConventions({ draft, material, words, told }: Writing, isMeant: (each: Convention) => boolean): void {
  for (const each of material.conventions.filter(isMeant)) {
    if (each.otherwise !== undefined || told.has(each)) continue;
    const kind = each.stated ? "conventions" : "notes";
    const heading = each.stated ? words.conventions : words.others;
    if (draft.addItem(kind, heading, conventionLine(each), each.id)) told.add(each);
  }
}

/** Notes take so much of what is left while rules wait: a prompt brings a note, nothing may ever bring a rule again. */
const NOTES_SHARE = 0.5;

function addOwnConventions(writing: Writing): void {
  const { draft } = writing;
  for (const isMeant of [({ stated }: Convention) => stated, (each: Convention) => !each.stated && !each.isOthers]) {
    const waiting = untoldIn(writing).filter(isMeant);
    const facts = waiting.filter(({ isNote }) => !isNote);
    if (facts.length < waiting.length) {
      const wanted = facts.reduce((sum, each) => sum + estimateTokens(conventionLine(each)) + LINE_END, 0);
      const kept = Math.min(wanted, Math.ceil(draft.left * (1 - NOTES_SHARE)));
      draft.within(draft.left - kept, () => addConventions(writing, (each) => isMeant(each) && each.isNote === true));
    }
    addConventions(writing, (each) => isMeant(each) && !each.isNote);
    addConventions(writing, isMeant);
  }
}

function untoldIn({ material: { conventions }, told }: Writing): Convention[] {
  return conventions.filter((each) => !each.isOthers && each.otherwise === undefined && !told.has(each));
}

/** Tells that conventions are left out, and the commands that list all; empty where none is. */
function untoldLine(writing: Writing): string {
  const { draft, material: { conventions, more } } = writing;
  const untold = untoldIn(writing);
  const memory = more?.memory ?? "memory";
  const facts = conventions.filter(({ isNote }) => !isNote);
  const listed = more?.rules ?? facts.length;
  const count = more?.isPart ? undefined : listed - facts.filter(({ id }) => draft.tells(id)).length;
  const parts = [
    ...untold.some(({ isNote }) => !isNote) ? [listOf(count, memory, "manage list --memory-type O")] : [],
    ...untold.some(({ isNote }) => isNote) ? [listOf(undefined, memory, "note list")] : [],
  ];
  return parts.length === 0 ? "" : `- … (${parts.join("; ")})`;
}

function costOfUntold(writing: Writing): number {
  const line = untoldLine(writing);
  return line === "" ? 0 : estimateTokens(line) + LINE_END;
}

function addUntold(writing: Writing): void {
  const { draft, words, told } = writing;
  // Cut short, it would be an ellipsis without the command.
  if (told.size === 0 || draft.left < costOfUntold(writing)) return;
  const isStated = [...told].some(({ stated }) => stated);
  draft.addText(isStated ? "conventions" : "notes", isStated ? words.conventions : words.others, untoldLine(writing));
}

function addFacts({ draft, material, words }: Writing, ofOthers: boolean): void {
  const meant = material.facts.filter((each) => (each.isOthers === true) === ofOthers && each.otherwise === undefined);
  const add = (facts: readonly StartFact[], heading: string) =>
    facts.forEach((each) => draft.addItem("notes", heading, factLine(each), each.id));
  add(meant.filter((each) => each.contestedBy === undefined), ofOthers ? words.othersFacts : words.facts);
  add(meant.filter((each) => each.contestedBy !== undefined), words.contested);
}

/** Adds outdated lines as notes, which nobody follows, and only beside the line that contradicts them. */
function addOutdated({ draft, material, words }: Writing): void {
  let left = [
    ...material.conventions.map((each) => ({ ...each, line: conventionLine(each) })),
    ...material.facts.map((each) => ({ ...each, line: factLine(each) })),
  ].filter(({ otherwise }) => otherwise !== undefined);
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter(({ id, otherwise, line }) =>
      !draft.isCited(otherwise) || !draft.addItem("notes", words.outdated, line, id)
    );
  }
}

function addOthers(writing: Writing): void {
  const { draft, material, words } = writing;
  addCore(writing, false);
  addConventions(writing, ({ stated, isOthers }) => !stated && isOthers === true);
  for (const each of material.todos.filter(({ isOthers }) => isOthers)) {
    draft.addItem("notes", words.othersTodos, todoLine(each), each.id);
  }
}

/** Adds the person's to-dos and, where some are left out, how many and the command that lists all. */
function addOwnTodos({ draft, material: { todos, more }, words: { todos: title } }: Writing): void {
  const own = todos.filter(({ isOthers }) => !isOthers);
  const untold = (some: readonly StartTodo[]) =>
    some.filter((each) => !draft.addItem("notes", title, todoLine(each), each.id));
  const line = (count: number) =>
    moreLine(more?.isPart ? undefined : count, more?.memory ?? "memory", "manage list --todos");
  let left = own;
  draft.within(draft.left - estimateTokens(line(own.length)) - LINE_END, () => left = untold(own));
  // The last one may fit in the place of that line.
  if (left.length === 1 && !more?.todos) left = untold(left);
  const count = left.length + (more?.todos ?? 0);
  // Cut short, it would be an ellipsis without the command.
  if (count > 0 && draft.left > estimateTokens(line(count))) draft.addText("notes", title, line(count));
}

/** The line that tells how many more a list holds, where that is known, and how to see them. */
export function moreLine(count: number | undefined, memory: string, command: string): string {
  return `- … (${listOf(count, memory, command)})`;
}

function listOf(count: number | undefined, memory: string, command: string): string {
  return `${count === undefined ? "" : `+${count}: `}\`${memory} ${command}\``;
}

function addSession({ draft, words }: Writing, session: LastSession): void {
  const { id, topic, day, decisions, done = [], since = [] } = session;
  const title = session.isOthers ? words.othersSession : words.session;
  const later = since.map(({ id, isAutomatic, ...each }) => ({
    id,
    title: isAutomatic ? words.noted : words.since,
    line: dated(each.text, each.day),
  }));
  const wanted = estimateTokens(later.map(({ title, line }) => `${title}\n${line}\n`).join(""));
  const kept = Math.min(wanted, Math.floor(draft.left * LATER_SHARE));
  draft.within(draft.left - kept, () => {
    draft.addItem("notes", title, dated(topic, day), id);
    // What came last is needed to go on: the end of a long text, and the newest decisions.
    draft.within(Math.ceil(draft.left * (decisions.length > 0 ? TEXT_SHARE : 1)), () => {
      draft.addText("notes", title, beyondTopic(session), undefined, "last");
    });
    for (const item of decisions.toReversed()) {
      draft.addText("notes", title, `- ${oneLine(item)}`, words.decisions);
    }
    for (const { todo, day } of done) draft.addText("notes", title, `- ${dated(todo, day)}`, words.done);
  });
  for (const { id, title, line } of later) draft.addItem("notes", title, line, id);
}

/** The share of the budget that the next try has, while the bytes are too many. */
const NEXT_BUDGET = 0.9;

/** The start context within a budget of tokens, and of bytes that clients take as text; frames included. */
export function fitting(
  material: StartMaterial,
  tokens: number,
  language: Language,
  room: number = CONTEXT_BYTES_MAX,
): Context | undefined {
  for (let budget = tokens;; budget = Math.floor(budget * NEXT_BUDGET)) {
    const context = startContext(material, budget, language);
    if (!context || fits(context, language, room)) return context;
  }
}

/** Whether a context, frames included, takes no more bytes than there is room for. */
export function fits(context: Context, language: Language, room: number): boolean {
  return bytesOf(renderContext(context, "0".repeat(NONCE_LENGTH), language)) <= room;
}

/** The bytes of these parts of a reply, with a blank line behind each. */
export function roomOf(parts: readonly string[]): number {
  return bytesOf(parts.filter(Boolean).map((part) => `${part}\n\n`).join(""));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A session that is resumed: it replays the records that it was given before. */
interface Replayed {
  readonly session: SessionId;
  /** When it was last given a record, ISO 8601; undefined if it never was. */
  readonly toldAt: (id: RecordId) => string | undefined;
  /** Whether the core memory is still the one that it was given. */
  readonly sameCore: boolean;
}

/** The material that a resumed session was not given, or that was reworded since; without its own summary. */
export function onlyNew(material: StartMaterial, { session, toldAt, sameCore }: Replayed): StartMaterial {
  const { core, conventions, facts, todos, more, lastSession } = material;
  const isNew = ({ id, timestamp, changed = "" }: Pick<Convention, "id" | "timestamp" | "changed">) => {
    const told = toldAt(id);
    return told === undefined || isChangedSince(told, { timestamp, changed });
  };
  return {
    core: sameCore ? [] : core,
    conventions: conventions.filter(isNew),
    facts: facts.filter(isNew),
    todos: todos.filter((each) => each.session !== session && toldAt(each.id) === undefined),
    ...more && { more: { ...more, todos: 0, isPart: true } },
    lastSession: lastSession && lastSession.session_id !== session && isNew(lastSession) ? lastSession : undefined,
  };
}

/** The material that a context holds and an older text lacks: who has read only the older one must still be told it. */
export function newSince(text: string, material: StartMaterial, { conventions, notes }: Context): StartMaterial {
  const now = `${conventions}\n${notes}\n`;
  const isNew = (lines: readonly string[]) =>
    lines.some((line) => now.includes(`${legible(line)}\n`) && !text.includes(`${neutralise(line)}\n`));
  const { core, more, lastSession } = material;
  return {
    core: core.filter(({ text }) => isNew(substanceOf(text).split("\n"))),
    conventions: material.conventions.filter((each) => isNew([conventionLine(each)])),
    facts: material.facts.filter((each) => isNew([factLine(each)])),
    todos: material.todos.filter((each) => isNew([todoLine(each)])),
    ...more && { more: { ...more, todos: 0, isPart: true } },
    lastSession: lastSession && isNew(sessionLines(lastSession)) ? lastSession : undefined,
  };
}
