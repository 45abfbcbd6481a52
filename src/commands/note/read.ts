/** `memory note list`, `show`, `index` and `check` */
import { choice, flag, integer, required, tags, text, withDefault } from "../../cli/args.ts";
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { fit, moreLine, pad, roomBeside, type Style, width } from "../../cli/terminal.ts";
import { largest } from "../../lists.ts";
import { findNote, noNote, readNotes, resolveNotes } from "../../notes/files.ts";
import { type Check, checkNotes, updateIndex } from "../../notes/index_file.ts";
import { AUDIENCES, KINDS, type Note, PORTABILITIES, STATUSES, STRENGTHS, supersededIds } from "../../notes/note.ts";
import { waitingProposals } from "../../notes/proposals.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import { existingStores, type Memory, openMemory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";

/** The note that a verb is about. */
export const NOTE = { id: required(text({ en: "The note", zh: "笔记" }, "MEM-…")) };

export const noteList = defineCommand({
  name: "note list",
  summary: { en: "List curated notes, the newest first", zh: "列出笔记，新的在前" },
  about: {
    en: `Archived notes are listed only with --all or --status archive. Where the project and its team have a note of
the same id, both are listed, and the team's copy, which does not count, is marked.`,
    zh: `已归档的笔记只在加 --all 或 --status archive 时列出。项目和团队有同一 id 的笔记时两份都列出，
其中不起作用的那份团队副本会标明。`,
  },
  examples: ["memory note list --tag api --strength validated", "memory note list --audience team --all"],
  args: {
    status: choice({ en: "Only this status", zh: "只列这种状态" }, STATUSES),
    kind: choice({ en: "Only this kind", zh: "只列这类" }, KINDS),
    strength: choice({ en: "Only this strength", zh: "只列这种强度" }, STRENGTHS),
    audience: choice({ en: "Only notes for these", zh: "只列给这些人的笔记" }, AUDIENCES),
    portability: choice({ en: "Only this portability", zh: "只列这种适用范围" }, PORTABILITIES),
    tag: tags({ en: "Only notes with this tag (all of them)", zh: "只列带此标签的笔记（须全部具备）" }),
    waiting: flag({ en: "Proposals that wait for an answer instead", zh: "改为列出等待答复的提议" }),
    all: flag({ en: "Archived notes too", zh: "包括已归档的笔记" }),
    limit: withDefault(integer({ en: "At most this many", zh: "最多多少条" }, 1, 10_000), 50),
  },
  run({ runtime, args, projectPath, layer }) {
    const { status, kind, strength, audience, portability, tag, all, limit } = args;
    const memory = openMemory(runtime, { projectPath });
    const stores = existingStores(memory, layer);
    if (args.waiting) return ok(waitingIn(stores), waitingText);
    const found = stores.flatMap(listed).filter(({ note }) =>
      (status === undefined ? all || note.status !== "archive" : note.status === status) &&
      (kind === undefined || note.kind === kind) &&
      (strength === undefined || note.strength === strength) &&
      (audience === undefined || note.audience === audience) &&
      (portability === undefined || note.portability === portability) &&
      tag.every((each) => note.tags.includes(each))
    ).sort((left, right) =>
      compare(right.note.updatedAt || right.note.createdAt, left.note.updatedAt || left.note.createdAt) ||
      compare(left.note.id, right.note.id) ||
      Number(left.outranked) - Number(right.outranked)
    );
    const data = { total: found.length, notes: found.slice(0, limit).map(shown) };
    return found.length === 0 ? nothing(data, listText) : ok(data, listText);
  },
});

function waitingText({ proposals }: ReturnType<typeof waitingIn>, style: Style): string {
  if (proposals.length === 0) return style.say({ en: "No proposal waits\n", zh: "没有等待答复的提议\n" });
  return proposals.map(({ proposal, decision, choice, targets }) => {
    const about = [decision, targets.join(", ")].filter(Boolean).join(" ");
    return `${style.bold(proposal)}  ${choice}${style.dim(` (${about})`)}\n`;
  }).join("");
}

function listText(
  { total, notes }: { readonly total: number; readonly notes: readonly ReturnType<typeof shown>[] },
  style: Style,
): string {
  if (total === 0) return style.say({ en: "No notes\n", zh: "没有笔记\n" });
  const ids = Math.min(40, largest(notes.map(({ id }) => width(id))));
  const lines = notes.map(({ id, one_liner, title, status, shared, superseded, outranked }) => {
    const mark = outranked
      ? style.say(shared ? TEAM_COPY : OTHER_COPY)
      : superseded
      ? style.say({ en: " (superseded)", zh: "（已被取代）" })
      : status === "active"
      ? ""
      : ` (${status})`;
    const room = roomBeside(Math.max(ids, width(id)) + 2 + width(mark), style.columns);
    return `${style.bold(pad(id, ids))}  ${fit(one_liner || title, room)}${style.dim(mark)}\n`;
  });
  return lines.join("") + moreLine(style, total - notes.length);
}

/** Marks of a note that does not count, because another note of the same id does. */
const TEAM_COPY = { en: " (the team's, does not count)", zh: "（团队副本，不起作用）" };
const OTHER_COPY = { en: " (another of this id counts)", zh: "（同一 id 的另一份起作用）" };

interface Listed {
  readonly note: Note;
  readonly layer: Layer;
  readonly superseded: boolean;
  /** Another note of the same id counts instead. */
  readonly outranked: boolean;
}

function listed(store: Store): Listed[] {
  const { notes, outranked } = resolveNotes(readNotes(store));
  const superseded = supersededIds(notes);
  const { layer } = store;
  return [
    ...notes.map((note) => ({ note, layer, superseded: superseded.has(note.id), outranked: false })),
    ...outranked.map(({ note }) => ({ note, layer, superseded: false, outranked: true })),
  ];
}

function shown({ note, layer, superseded, outranked }: Listed) {
  return {
    id: note.id,
    title: note.title,
    one_liner: note.oneLiner,
    kind: note.kind,
    status: note.status,
    strength: note.strength,
    scope: note.scope,
    audience: note.audience,
    portability: note.portability,
    tags: note.tags,
    source: note.source,
    updated_at: note.updatedAt,
    file: note.path,
    layer,
    shared: note.shared,
    superseded,
    outranked,
  };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What was proposed and not answered yet. */
function waitingIn(stores: readonly Store[]) {
  const proposals = stores.flatMap((store) =>
    waitingProposals(store).map(({ id, decision, payload: { scene, choice }, targets, created_at }) => ({
      proposal: id,
      decision,
      scene,
      choice,
      targets,
      created_at,
      layer: store.layer,
    }))
  );
  return { total: proposals.length, proposals };
}

export const noteShow = defineCommand({
  name: "note show",
  summary: { en: "Print one curated note", zh: "显示一篇笔记" },
  examples: ["memory note show MEM-api-error-format", "memory note show MEM-001 --json"],
  operands: NOTE,
  output: "text",
  run({ runtime, operands, projectPath, layer }) {
    const { store, note } = existingInLayers(openMemory(runtime, { projectPath }), operands.id, layer);
    const { body: _, path, ...fields } = note;
    // Our JSON has snake_case names.
    const named = Object.entries(fields).map(([name, value]) =>
      [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value] as const
    );
    const data = { ...Object.fromEntries(named), text: note.text, file: path, layer: store.layer };
    return ok(data, ({ text }) => text.endsWith("\n") ? text : `${text}\n`);
  },
});

export const noteIndex = defineCommand({
  name: "note index",
  summary: { en: "Make INDEX.md anew from the notes", zh: "由笔记重新生成 INDEX.md" },
  about: {
    en: "Hand edits of notes are picked up; what stands around the table in INDEX.md stays.",
    zh: "手工改过的笔记会反映进来；INDEX.md 里表格以外的内容不动。",
  },
  examples: ["memory note index"],
  run({ runtime, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const [store] = existingStores(memory, layer);
    const { total, changed, warnings } = withLock(
      store,
      LOCK_TIMEOUT_MS,
      (locked) => updateIndex(locked, { whole: true }),
    );
    const data = { total, changed, warnings: warnings.map(({ en }) => en), file: "INDEX.md" };
    return ok(data, ({ total, changed }, style, warnings) => {
      const done = style.say({
        en: `INDEX.md ${changed ? "made anew" : "is in step"}: ${total} notes\n`,
        zh: `INDEX.md ${changed ? "已重新生成" : "与笔记一致"}：${total} 篇笔记\n`,
      });
      return done + warningLines(warnings, style);
    }, warnings);
  },
});

/** The code of a failure, so that a script stops. */
const EXIT_THEY_DIFFER = 4;

export const noteCheck = defineCommand({
  name: "note check",
  summary: { en: "Compare the notes with INDEX.md, both ways", zh: "双向核对笔记与 INDEX.md" },
  about: {
    en: "Exit 0 when they agree and every note could be read as meant, else 4 with file and line.",
    zh: "两者一致、且每篇笔记都能正确读出时退出码为 0，否则为 4 并指出文件和行。",
  },
  examples: ["memory note check"],
  run({ runtime, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const [store] = existingStores(memory, layer);
    const check = checkNotes(store);
    const { total, problems, warnings } = check;
    const data = {
      total,
      problems: problems.map(({ problem, ...place }) => ({ ...place, problem: problem.en })),
      warnings: warnings.map(({ en }) => en),
    };
    return { ...ok(data, checkText, check), exitCode: check.problems.length === 0 ? 0 : EXIT_THEY_DIFFER };
  },
});

function checkText({ total }: Pick<Check, "total">, style: Style, { problems, warnings }: Check): string {
  const lines = problems.map(({ file, line, problem }) => `${file}${line ? `:${line}` : ""} ${style.say(problem)}\n`);
  const agree = style.say({ en: `${total} notes agree with INDEX.md\n`, zh: `${total} 篇笔记与 INDEX.md 一致\n` });
  return `${lines.join("")}${warningLines(warnings, style)}${problems.length === 0 ? agree : ""}`;
}

function warningLines(warnings: readonly Sentence[], style: Style): string {
  return warnings.map((warning) => style.yellow(`${style.say(warning)}\n`)).join("");
}

/** The note of this id and its store, project before global. Throws RECORD_NOT_FOUND, NOT_INITIALISED. */
export function existingInLayers(memory: Memory, id: string, layer: Layer | undefined): { store: Store; note: Note } {
  for (const store of existingStores(memory, layer)) {
    const note = findNote(store, id);
    if (note) return { store, note };
  }
  return noNote(id);
}
