/**
 * In: the material of a session's start. Out: as much of it as the budget allows, in its frames; and the part of it
 * that is new to a reader.
 * Not done here: gathering it (gather.ts).
 *
 * The order of calls in `startContext` is the order in which parts take from the budget: the user's own rules, rules
 * that nobody confirmed, open to-dos, the last session, facts, outdated lines, and last the texts that others may have
 * written. A reader always sees the frame of conventions first, and in each frame the sections in the order of their
 * first pieces. Sessions that start at the same moment get the same text. It stays so short that clients take it as
 * text, and don't move it into a file.
 *
 * @module
 */
import type { Fact, Layer, SessionSummary } from "../records/mod.ts";
import { substanceOf } from "../text/markdown.ts";
import { legible, neutralise, oneLine } from "../text/legible.ts";
import { beyondTopic } from "../records/view.ts";
import { briefId, type RecordId, type SessionId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { type Context, COSTLY_NONCE, frame, type FrameKind, NONCE_LENGTH, renderContext } from "./frame.ts";
import { estimateTokens, fitSentences } from "./budget.ts";
import { CONTEXT_BYTES_MAX } from "../agents/delivery.ts";

/** A rule that the agent should know from the first prompt on. */
export interface Convention {
  readonly id: RecordId;
  /** Its name in the context; undefined: its id. */
  readonly name?: string;
  readonly text: string;
  /** Whether the user stated it; false for rules that a team shared, an import brought or a capture guessed. */
  readonly stated: boolean;
  /** When it was saved, ISO 8601. */
  readonly timestamp?: string;
  /** When it was last reworded, ISO 8601. */
  readonly changed?: string | undefined;
  /** When it got its wording, by the person's clock: of two that contradict each other the newer is to be followed. */
  readonly day?: string;
  /** Absent: the project's. */
  readonly layer?: Layer;
  /** The id of a record that contradicts it and goes before it. */
  readonly otherwise?: string;
  /** Others may have written it. */
  readonly isOthers?: boolean;
  /** It says itself at which tool calls it is told. */
  readonly isAwaiting?: boolean;
}

/** The core memory of a layer. */
interface CoreText {
  readonly text: string;
  /** Whether it is this user's; false for a file that git tracks. */
  readonly stated: boolean;
}

interface Dated extends Pick<Convention, "changed"> {
  /** When it was saved, by the person's clock. */
  readonly day: string;
}

/** An open to-do. */
interface StartTodo extends Pick<Convention, "isOthers"> {
  /** Made of its text (`todoId`). */
  readonly id: RecordId;
  readonly todo: string;
  /** The day of its session, by the person's clock. */
  readonly day: string;
  readonly session: SessionId | undefined;
}

/** More to-dos bury each other; the line behind them says how to see all. */
export const TODOS_MAX = 8;

/** The session to go on with. */
export interface LastSession extends Pick<SessionSummary, "id" | "topic" | "summary" | "decisions">, Dated {
  readonly session_id?: SessionId | undefined;
  /** Its to-dos that were closed since, and when. */
  readonly done?: readonly { readonly todo: string; readonly day: string }[];
  /** Later work that is in no summary that somebody wrote, newest first. */
  readonly since?: readonly Later[];
}

/** A stage of work, or the topic of a session with an automatic summary. */
interface Later extends Pick<Dated, "day"> {
  readonly text: string;
  /** Whether a capture noted it, and no agent. */
  readonly isAutomatic: boolean;
}

/** A fact that the plan chose. */
interface StartFact
  extends
    Pick<Fact, "id" | "memory_type" | "content">,
    Dated,
    Pick<Convention, "timestamp" | "layer" | "otherwise" | "isOthers"> {}

/** All that a start context may say. */
export interface StartMaterial {
  /** MEMORY.md of the layers, the nearest first. */
  readonly core: readonly CoreText[];
  /** The most general first. */
  readonly conventions: readonly Convention[];
  /** Newest first. */
  readonly facts: readonly StartFact[];
  /** Open to-dos, those of the newest session first, each once; no more than are told. */
  readonly todos: readonly StartTodo[];
  /** The other to-dos of the person, and the binary as an agent types it. */
  readonly more?: { readonly todos: number; readonly memory: string };
  readonly lastSession?: LastSession | undefined;
}

const WORDS = {
  en: {
    core: "## Core memory",
    conventions: "## Conventions",
    others: "## Conventions that the user did not confirm",
    outdated: "## Probably outdated: the line after ⚠ says otherwise",
    facts: "## Recent facts",
    session: "## Last session",
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
    facts: "## 近期事实",
    session: "## 上次会话",
    decisions: "决策：",
    done: "此后已完成：",
    since: "## 此后",
    noted: "## 此后（自动记下的）",
    todos: "## 未完成的待办",
    othersTodos: "## 可能出自他人的待办",
  },
};

/** A convention as a session reads it. */
function conventionLine({ id, name = id, text, day, otherwise }: Convention): string {
  const date = day === undefined ? "" : `[${day}] `;
  return `- ${date}${oneLine(text)} [${id.startsWith("MEM-") ? name : briefId(id)}]${outdated(otherwise)}`;
}

/** A fact as a session reads it. */
function factLine({ id, memory_type, day, content, otherwise }: StartFact): string {
  return `- [${memory_type}][${day}] ${oneLine(content)} [${briefId(id)}]${outdated(otherwise)}`;
}

function outdated(otherwise: string | undefined): string {
  return otherwise === undefined ? "" : ` ⚠ ${otherwise}`;
}

function dated(text: string, day: string): string {
  return `${oneLine(text)} (${day})`;
}

/** A to-do as a session reads it. */
function todoLine({ todo, day }: StartTodo): string {
  return `- [${day}] ${oneLine(todo)}`;
}

/** All lines about the last session, as a session reads them. */
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
const SESSION_SHARE = 0.3;
/** The share of a session's budget that its text may take before its decisions. */
const TEXT_SHARE = 0.6;
/** The share of it that is kept for what was done after that session. */
const LATER_SHARE = 0.4;

/** The start context within a budget of tokens, frames included; undefined when it would be empty. */
export function startContext(material: StartMaterial, tokens: number, language: Language): Context | undefined {
  const words = WORDS[language];
  const draft = new Draft(tokens, language);
  const addCore = (own: boolean) => {
    for (const { text } of material.core.filter(({ stated }) => stated === own)) {
      draft.addText(own ? "conventions" : "notes", words.core, substanceOf(text));
    }
  };
  const told = new Set<Convention>();
  const addConventions = (isMeant: (each: Convention) => boolean) => {
    for (const each of material.conventions.filter(isMeant)) {
      if (each.otherwise !== undefined || told.has(each)) continue;
      const kind = each.stated ? "conventions" : "notes";
      const heading = each.stated ? words.conventions : words.others;
      if (draft.addItem(kind, heading, conventionLine(each), each.id)) told.add(each);
    }
  };
  const addOwnConventions = () => {
    addConventions(({ stated }) => stated);
    addConventions(({ stated, isOthers }) => !stated && !isOthers);
  };
  addCore(true);
  const { lastSession, conventions, facts } = material;
  // Hundreds of rules would leave room for nothing else: the rest of them comes behind the other parts.
  const hasOthers = lastSession !== undefined || facts.length + material.todos.length > 0;
  draft.within(Math.floor(tokens * (hasOthers ? CONVENTIONS_SHARE : 1)), addOwnConventions);
  // To-dos come before facts: "continue" asks for them, and a busy week's facts fill any budget.
  addOwnTodos(draft, material, words.todos);
  // An answer to “continue” holds nothing else, and its budget is small.
  const share = conventions.length + facts.length === 0 ? 1 : SESSION_SHARE;
  if (lastSession) draft.within(Math.floor(tokens * share), () => addSession(draft, lastSession, words));
  for (const each of facts) {
    if (each.otherwise === undefined) draft.addItem("notes", words.facts, factLine(each), each.id);
  }
  addOwnConventions();
  // Outdated lines stand in the frame of notes, so that nobody follows them, and only beside the line that contradicts
  // them, which may be one of these.
  let outdated = [
    ...material.conventions.map((each) => ({ ...each, line: conventionLine(each) })),
    ...material.facts.map((each) => ({ ...each, line: factLine(each) })),
  ].filter(({ otherwise }) => otherwise !== undefined);
  for (let before = Infinity; outdated.length < before;) {
    before = outdated.length;
    outdated = outdated.filter(({ id, otherwise, line }) =>
      !draft.isCited(otherwise) || !draft.addItem("notes", words.outdated, line, id)
    );
  }
  // Texts that others may have written get the rest of the budget.
  addCore(false);
  addConventions(({ stated, isOthers }) => !stated && isOthers === true);
  for (const each of material.todos.filter(({ isOthers }) => isOthers)) {
    draft.addItem("notes", words.othersTodos, todoLine(each), each.id);
  }
  return draft.finished();
}

/** Adds the person's to-dos and, where some are left out, how many and the command that lists all. */
function addOwnTodos(draft: Draft, { todos, more }: StartMaterial, title: string): void {
  const own = todos.filter(({ isOthers }) => !isOthers);
  const untold = (some: readonly StartTodo[]) =>
    some.filter((each) => !draft.addItem("notes", title, todoLine(each), each.id));
  const line = (count: number) => moreLine(count, more?.memory ?? "memory", "manage list --todos");
  let left = own;
  draft.within(draft.left - estimateTokens(line(own.length)) - LINE_END, () => left = untold(own));
  // The last one may fit in the place of that line.
  if (left.length === 1 && !more?.todos) left = untold(left);
  const count = left.length + (more?.todos ?? 0);
  // Cut short, it would be an ellipsis without the command.
  if (count > 0 && draft.left > estimateTokens(line(count))) draft.addText("notes", title, line(count));
}

/** The line that tells how many more there are and how to see them. */
export function moreLine(count: number, memory: string, command: string): string {
  return `- … (+${count}: \`${memory} ${command}\`)`;
}

function addSession(draft: Draft, session: LastSession, words: (typeof WORDS)[Language]): void {
  const { id, topic, day, decisions, done = [], since = [] } = session;
  const later = since.map(({ isAutomatic, ...each }) => ({
    title: isAutomatic ? words.noted : words.since,
    line: dated(each.text, each.day),
  }));
  const wanted = estimateTokens(later.map(({ title, line }) => `${title}\n${line}\n`).join(""));
  const kept = Math.min(wanted, Math.floor(draft.left * LATER_SHARE));
  draft.within(draft.left - kept, () => {
    draft.addItem("notes", words.session, dated(topic, day), id);
    // What came last is needed to go on: the end of a long text, and the newest decisions.
    draft.within(Math.ceil(draft.left * (decisions.length > 0 ? TEXT_SHARE : 1)), () => {
      draft.addText("notes", words.session, beyondTopic(session), undefined, "last");
    });
    for (const item of decisions.toReversed()) {
      draft.addText("notes", words.session, `- ${oneLine(item)}`, words.decisions);
    }
    for (const { todo, day } of done) draft.addText("notes", words.session, `- ${dated(todo, day)}`, words.done);
  });
  for (const { title, line } of later) draft.addText("notes", title, line);
}

/** In fewer tokens no useful sentence fits. */
const WORTH_TRYING = 4;
/** Tokens of the end of a piece. */
export const LINE_END = 1;

interface Section {
  readonly title: string;
  /** Where several lists stand under one title. */
  readonly subtitle: string | undefined;
  readonly pieces: string[];
}

/** The sections of both frames, filled piece by piece while the budget lasts. */
class Draft {
  readonly #language: Language;
  readonly #tokens: number;
  #left: number;
  readonly #sections: Record<FrameKind, Section[]> = { conventions: [], notes: [] };
  readonly #ids: RecordId[] = [];

  constructor(tokens: number, language: Language) {
    this.#tokens = tokens;
    this.#left = tokens;
    this.#language = language;
  }

  /** Adds a line of a record; if it does not fit whole, as many of its sentences as fit. */
  addItem(kind: FrameKind, title: string, item: string, id: RecordId): boolean {
    const isAdded = this.#add(kind, title, item);
    if (isAdded) this.#ids.push(id);
    return isAdded;
  }

  /** Whether a line was added that a mark with this id points to. */
  isCited(otherwise: string | undefined): boolean {
    return this.#ids.some((id) => briefId(id) === otherwise);
  }

  /** Adds a text that is no record, such as core memory. */
  addText(kind: FrameKind, title: string, text: string, subtitle?: string, keeps?: "first" | "last"): void {
    if (text !== "") this.#add(kind, title, text, subtitle, keeps);
  }

  /** The tokens that are left. */
  get left(): number {
    return this.#left;
  }

  /** Adds pieces that together take no more than so many tokens. */
  within(tokens: number, add: () => void): void {
    const spared = Math.max(0, this.#left - tokens);
    this.#left -= spared;
    add();
    this.#left += spared;
  }

  #add(kind: FrameKind, title: string, text: string, subtitle?: string, keeps?: "first" | "last"): boolean {
    if (this.#left < WORTH_TRYING) return false;
    const sections = this.#sections[kind];
    const section = sections.find((each) => each.title === title && each.subtitle === subtitle);
    // The first piece pays for its frame and section; if it does not fit, neither begins.
    const head = subtitle === undefined ? title : `${title}\n${subtitle}`;
    const overhead = section
      ? ""
      : `${sections.length === 0 ? frame(kind, "", COSTLY_NONCE, this.#language) : ""}\n${head}\n`;
    const cost = overhead === "" ? LINE_END : estimateTokens(overhead) + LINE_END;
    const piece = fitSentences(legible(text), this.#left - cost, keeps);
    if (!piece) return false;
    this.#left -= piece.tokens + cost;
    if (section) section.pieces.push(piece.text);
    else sections.push({ title, subtitle, pieces: [piece.text] });
    return true;
  }

  /** The written text, ready for its frames; undefined when it is empty. */
  finished(): Context | undefined {
    const [conventions, notes] = [this.#text("conventions"), this.#text("notes")];
    if (conventions === "" && notes === "") return undefined;
    return { conventions, notes, ids: this.#ids, tokens: this.#tokens - this.#left };
  }

  #text(kind: FrameKind): string {
    let written = "";
    let lastTitle = "";
    for (const { title, subtitle, pieces } of this.#sections[kind]) {
      // A title stands once above all lists under it.
      const isNext = title !== lastTitle;
      const lines = [...isNext ? [title] : [], ...subtitle === undefined ? [] : [subtitle], ...pieces];
      written += `${written && isNext ? "\n" : ""}${lines.join("\n")}\n`;
      lastTitle = title;
    }
    return written.trim();
  }
}

/** The share of the budget that the next try has, while the bytes are too many. */
const NEXT_BUDGET = 0.9;

/**
 * The start context within a budget of tokens and within the bytes that clients take as text, frames included.
 *
 * @param room the bytes that are left for it
 */
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
  const { core, conventions, facts, todos, lastSession } = material;
  const isNew = ({ id, changed }: { readonly id: RecordId; readonly changed?: string | undefined }) => {
    const told = toldAt(id);
    return told === undefined || (changed !== undefined && Date.parse(changed) > Date.parse(told));
  };
  return {
    core: sameCore ? [] : core,
    conventions: conventions.filter(isNew),
    facts: facts.filter(isNew),
    todos: todos.filter((each) => each.session !== session && toldAt(each.id) === undefined),
    lastSession: lastSession && lastSession.session_id !== session && isNew(lastSession) ? lastSession : undefined,
  };
}

/** The material that is in a context and not in an older text of its kind, whose reader must still be told of it. */
export function newSince(text: string, material: StartMaterial, { conventions, notes }: Context): StartMaterial {
  const now = `${conventions}\n${notes}\n`;
  const isNew = (lines: readonly string[]) =>
    lines.some((line) => now.includes(`${legible(line)}\n`) && !text.includes(`${neutralise(line)}\n`));
  const { core, lastSession } = material;
  return {
    core: core.filter(({ text }) => isNew(substanceOf(text).split("\n"))),
    conventions: material.conventions.filter((each) => isNew([conventionLine(each)])),
    facts: material.facts.filter((each) => isNew([factLine(each)])),
    todos: material.todos.filter((each) => isNew([todoLine(each)])),
    lastSession: lastSession && isNew(sessionLines(lastSession)) ? lastSession : undefined,
  };
}
