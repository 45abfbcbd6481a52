/** `memory note list`, `show`, `index` and `check` */
import { choice, filled, flag, integer, required, tags, text, withDefault } from "../../cli/args.ts";
import { defineCommand, nothing, ok } from "../../cli/command.ts";
import { GLOBAL, inBrackets, moreLine, OTHERS } from "../../cli/lines.ts";
import { fit, pad, roomBeside, type Style, width } from "../../cli/terminal.ts";
import { byCode, largest } from "../../lists.ts";
import { findNote, isNoteId, noNote, noteEndingIn, readNotes, resolveNotes } from "../../notes/files.ts";
import { type Check, checkNotes, updateIndex } from "../../notes/index_file.ts";
import { ENUMERATIONS, isRecallable, type Note } from "../../notes/note.ts";
import { waitingProposals } from "../../notes/proposals.ts";
import { othersNotesIn } from "../../recall/readers.ts";
import { briefId, type RecordId } from "../../records/ids.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";
import { supersededIn } from "../../store/contents.ts";
import type { Memory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { nameAgain } from "../../store/name_again.ts";
import { withLock } from "../../store/write_lock.ts";
import { readScope } from "../../upkeep/notes.ts";
import { refuse, said } from "../words.ts";

export const NOTE = { id: required(text("MEM-…")) };

const BY_FIELD = {
  kind: choice(ENUMERATIONS.kind),
  strength: choice(ENUMERATIONS.strength),
  audience: choice(ENUMERATIONS.audience),
  portability: choice(ENUMERATIONS.portability),
};
const FIELDS = Object.keys(BY_FIELD) as (keyof typeof BY_FIELD)[];

export const noteList = defineCommand({
  args: {
    status: choice(ENUMERATIONS.status),
    ...BY_FIELD,
    tag: filled(tags),
    waiting: flag,
    all: flag,
    limit: withDefault(integer(1, 10_000), 50),
  },
  run({ memory, stores, args }) {
    const { status, tag, all, limit } = args;
    if (args.waiting) {
      const given = ["status", "tag", "all", ...FIELDS].find((key) =>
        [args[key as keyof typeof args]].flat().some(Boolean)
      );
      if (given) refuse("not_beside", { name: `--${given}`, other: "--waiting" });
      return ok(waitingIn(stores), waitingText);
    }
    const successors = successorsIn(stores);
    const found = stores.flatMap((store) => listed(store, successors)).filter(({ note }) =>
      (status === undefined ? all || note.status !== "archive" : note.status === status) &&
      FIELDS.every((field) => args[field] === undefined || note[field] === args[field]) &&
      tag.every((each) => note.tags.includes(each))
    ).sort((left, right) =>
      byCode(right.note.updatedAt || right.note.createdAt, left.note.updatedAt || left.note.createdAt) ||
      byCode(left.note.id, right.note.id) ||
      Number(left.outranked) - Number(right.outranked)
    );
    const data = { total: found.length, notes: found.slice(0, limit).map(shownIn(memory)) };
    return found.length === 0 ? nothing(data, listText) : ok(data, listText);
  },
});

function waitingText({ proposals }: ReturnType<typeof waitingIn>, style: Style): string {
  if (proposals.length === 0) return style.say(said("no_proposal_waits"));
  const lines = proposals.map(({ proposal, decision, scene, choice, targets }) => {
    const about = [decision, targets.join(", ")].filter(Boolean).join(" ");
    const when = scene === choice ? "" : style.dim(`${scene} — `);
    return `${style.bold(proposal)}  ${when}${choice}${style.dim(` (${about})`)}\n`;
  });
  return lines.join("") + style.dim(said("to_answer"));
}

function listText(
  { total, notes }: { total: number; notes: readonly ReturnType<ReturnType<typeof shownIn>>[] },
  style: Style,
): string {
  if (total === 0) return style.say(said("no_notes"));
  const ids = Math.min(40, largest(notes.map(({ id }) => width(id))));
  const lines = notes.map(({ id, one_liner, title, status, shared, superseded_by: by, outranked, others, layer }) => {
    const marks = outranked ? [said(shared ? "of_the_team_alone" : "another_counts")] : [
      ...layer === "global" ? [GLOBAL] : [],
      ...status === "active" ? [] : [same(status)],
      ...others ? [OTHERS] : [],
      ...by ? [said("superseded_by", { by: briefId(by) })] : [],
    ];
    const mark = marks.map(inBrackets).map(style.say).join("");
    const room = roomBeside(Math.max(ids, width(id)) + 2 + width(mark), style.columns);
    return `${style.bold(pad(id, ids))}  ${fit(one_liner || title, room)}${style.dim(mark)}\n`;
  });
  return lines.join("") + moreLine(style, total - notes.length);
}

/** The notes of a store, those too in whose place another note of the same id is used. */
function listed(store: Store, successors: ReadonlyMap<string, RecordId>) {
  const { notes, outranked } = resolveNotes(readNotes(store));
  const { layer } = store;
  return [
    ...notes.map((note) => ({ note, layer, by: successors.get(note.id), outranked: false })),
    ...outranked.map(({ note }) => ({ note, layer, by: undefined, outranked: true })),
  ];
}

/** The ids of replaced notes, each with that of the note or fact in its place. */
export function successorsIn(stores: readonly Store[]): ReadonlyMap<string, RecordId> {
  return supersededIn(stores.map((store) => readScope(store, "all")));
}

/** That another record stands in the place of a note, and how the note comes back. */
export function replacedText(id: RecordId, by: RecordId): Sentence {
  const name = briefId(by);
  const command = isNoteId(by) ? `memory note archive ${name}` : `memory edit ${name} --supersedes ''`;
  return said("note_replaced", { id, by: name, command });
}

function shownIn(memory: Memory) {
  const isOthers = othersNotesIn(memory);
  return ({ note, layer, by, outranked }: ReturnType<typeof listed>[number]) => ({
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
    superseded: by !== undefined,
    superseded_by: by,
    outranked,
    others: isOthers(layer, note) ? true as const : undefined,
  });
}

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
  operands: NOTE,
  output: "text",
  run({ memory, stores, operands }) {
    const { id } = operands;
    const { store, note } = inLayers(stores, id) ?? noteEndingIn(stores, id) ?? noNote(id, stores);
    const { body: _, path, ...fields } = note;
    const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [nameInJson(name), value]));
    const others = othersNotesIn(memory)(store.layer, note) ? true as const : undefined;
    const by = successorsIn(stores).get(note.id);
    const data = { ...named, text: note.text, file: path, layer: store.layer, others, superseded_by: by };
    return ok(data, ({ text, others }, style) => {
      const weighed = others ? `${style.say(said("others_weigh")).trimStart()}\n\n` : "";
      const mark = weighed + (by ? `${style.say(replacedText(note.id, by))}\n\n` : "");
      return mark + (text.endsWith("\n") ? text : `${text}\n`);
    });
  },
});

export const noteIndex = defineCommand({
  run({ stores: [store] }) {
    const { total, changed, warnings } = withLock(store, updateIndex);
    nameAgain(store);
    const data = { total, changed, warnings: warnings.map(inResult), file: "INDEX.md" };
    return ok(
      data,
      ({ total, changed, warnings }, style) =>
        style.say(said(changed ? "index_rebuilt" : "index_in_step", { total })) + warningLines(warnings, style),
    );
  },
});

/** An exit code of failures, so that a script stops. */
const EXIT_THEY_DIFFER = 4;

export const noteCheck = defineCommand({
  run({ stores: [store] }) {
    const { total, problems, warnings } = checkNotes(store);
    const successors = successorsIn([store]);
    const replaced = readNotes(store).filter(isRecallable).flatMap(({ id }) => {
      const by = successors.get(id);
      return by === undefined ? [] : replacedText(id, by);
    });
    const data = {
      total,
      problems: problems.map(({ problem, ...place }) => ({ ...place, problem: inResult(problem) })),
      warnings: [...warnings, ...replaced].map(inResult),
    };
    return { ...ok(data, checkText), exitCode: problems.length === 0 ? 0 : EXIT_THEY_DIFFER };
  },
});

function checkText({ total, problems, warnings }: Check, style: Style): string {
  const lines = problems.map(({ file, line, problem }) => `${file}${line ? `:${line}` : ""} ${style.say(problem)}\n`);
  const agree = style.say(said("notes_agree", { total, them: total === 1 ? "agrees" : "agree" }));
  return `${lines.join("")}${warningLines(warnings, style)}${problems.length === 0 ? agree : ""}`;
}

/** A field's name as results and options have it: `one_liner` beside `--one-liner`. */
export function nameInJson(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Warnings, a line each. */
export function warningLines(warnings: readonly Sentence[] | undefined, style: Style): string {
  return (warnings ?? []).map((warning) => style.yellow(`${style.say(warning)}\n`)).join("");
}

/** The note with exactly this id, as it is about to be changed. Throws RECORD_NOT_FOUND, NOT_INITIALISED. */
export function existingInLayers(stores: readonly Store[], id: string): { store: Store; note: Note } {
  return inLayers(stores, id) ?? noNote(id, stores);
}

function inLayers(stores: readonly Store[], id: string): { store: Store; note: Note } | undefined {
  for (const store of stores) {
    const note = findNote(store, id);
    if (note) return { store, note };
  }
  return undefined;
}
