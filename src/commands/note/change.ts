/** `memory note edit`, `archive`, `delete` and `share` */
import { actorOf } from "../../store/audit.ts";
import { cleanerFor } from "../../capture/gate.ts";
import { choice, flag, ifGiven, tags, text, textsIfGiven } from "../../cli/args.ts";
import { type Call, defineCommand, ok, preview } from "../../cli/command.ts";
import { becauseOf, confirmLine } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import { vectorsFollow } from "../../embedding/background.ts";
import { existingNote } from "../../notes/files.ts";
import { ENUMERATIONS, type Note } from "../../notes/note.ts";
import { editNote, type NoteChanges, withSentence } from "../../notes/render.ts";
import { refuseUnshareable, shareNote } from "../../notes/share.ts";
import { changeNotes, deleteNote } from "../../notes/write.ts";
import { unlessEmpty } from "../../lists.ts";
import type { Layer } from "../../records/mod.ts";
import { inResult } from "../../sentence.ts";
import { shownOrDone } from "../../store/confirm.ts";
import { type Memory, refuseWhileOff } from "../../store/memory.ts";
import type { LockedStore } from "../../store/mod.ts";
import { withLock } from "../../store/write_lock.ts";
import { refreshRuleFile } from "../../upkeep/mod.ts";
import { changedLine } from "../manage/shown.ts";
import { existingInLayers, nameInJson, NOTE, replacedText, successorsIn, warningLines } from "./read.ts";
import { refuse, said } from "../words.ts";

export const noteEdit = defineCommand({
  args: {
    title: text(),
    kind: choice(ENUMERATIONS.kind),
    status: choice(ENUMERATIONS.status),
    strength: choice(ENUMERATIONS.strength),
    scope: choice(ENUMERATIONS.scope),
    audience: choice(ENUMERATIONS.audience),
    portability: choice(ENUMERATIONS.portability),
    source: text(),
    tag: ifGiven(tags),
    when: textsIfGiven,
    oneLiner: text(),
    decision: text(),
    signals: text(),
    alternatives: text(),
    counterSignals: text(),
    l0: text(),
    l1: text(),
    pointer: textsIfGiven,
  },
  operands: NOTE,
  run(call) {
    const { when, tag, pointer, ...single } = call.args;
    const given = Object.entries({ ...single, tags: tag, whenToLoad: when, pointers: pointer });
    const changes: NoteChanges = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    if (Object.keys(changes).length === 0) refuse("which_note_field");
    refuseWhileOff(call.memory);
    const { changes: clean, kinds } = withoutSecrets(call.memory, changes);
    return ok({ ...change(call, clean, "note edit"), redacted: unlessEmpty(kinds) }, changedText);
  },
});

export const noteArchive = defineCommand({
  operands: NOTE,
  run(call) {
    const changed = change(call, { status: "archive" }, "note archive");
    return ok({ ...changed, status: "archive" }, changedText);
  },
});

function withoutSecrets(memory: Memory, changes: NoteChanges): { changes: NoteChanges; kinds: readonly string[] } {
  const clean = cleanerFor(memory);
  const entries = Object.entries(changes).map(([field, value]) =>
    [field, typeof value === "string" ? clean.text(value) : clean.texts(value)] as const
  );
  return { changes: Object.fromEntries(entries), kinds: clean.kinds() };
}

function change({ memory, stores, operands }: Call<unknown, { id: string }>, changes: NoteChanges, command: string) {
  const { store, note: { id } } = existingInLayers(stores, operands.id);
  const changed = withLock(store, (locked) => {
    // Read again under the lock, since another process may have written in the meantime.
    const before: Note = existingNote(locked, id);
    const all = withSentence(before, changes);
    if (editNote(before, all) === before.text) {
      return { id, file: before.path, updated_fields: [], unchanged: true as const };
    }
    const updatedAt = memory.runtime.now().toISOString();
    const author = { actor: actorOf(memory.runtime), command } as const;
    const { note, told } = changeNotes(locked, [{ note: before, changes: { ...all, updatedAt } }], author);
    return {
      id,
      file: note.path,
      updated_fields: Object.keys(all).map(nameInJson),
      overrides: before.shared ? before.path : undefined,
      ...told,
    };
  });
  follow(memory, store.layer);
  const by = changes.status !== undefined && changes.status !== "archive" ? successorsIn(stores).get(id) : undefined;
  if (by === undefined) return changed;
  // Its status alone does not bring it back.
  const still = inResult(replacedText(id, by));
  return { ...changed, warnings: [..."warnings" in changed ? changed.warnings ?? [] : [], still] };
}

function changedText(data: ReturnType<typeof change>, style: Style): string {
  const { id, file, updated_fields } = data;
  const line = changedLine(id, updated_fields, style);
  const warnings = "warnings" in data ? data.warnings : undefined;
  if ("unchanged" in data) return `${line}\n${warningLines(warnings, style)}`;
  const over = data.overrides ? style.say(said("now_outranks", { file, overrides: data.overrides })) : "";
  return `${line}${over}\n${warningLines(warnings, style)}`;
}

export const noteDelete = defineCommand({
  args: { confirm: flag },
  operands: NOTE,
  run({ memory, stores, args, operands }) {
    const { store, note } = existingInLayers(stores, operands.id);
    if (note.shared) refuse("of_the_team", { id: note.id, path: note.path });
    const { id, title, oneLiner, path } = note;
    return shownOrDone(memory.runtime, {
      confirm: args.confirm,
      show() {
        const data = { total: 1, id, title, one_liner: oneLiner, file: path, mode: "soft" };
        return preview(
          data,
          ({ id, one_liner }, style) =>
            `${style.yellow(said("would_delete_note"))} ${id}${becauseOf(one_liner, style)}\n${confirmLine(style)}`,
        );
      },
      act() {
        const author = { actor: actorOf(memory.runtime), command: "note delete" } as const;
        const go = (locked: LockedStore) => deleteNote(locked, existingNote(locked, id), author);
        const { backupPath, told } = withLock(store, go);
        follow(memory, store.layer);
        const data = { deleted: 1, id, file: path, mode: "soft", backup_path: backupPath, ...told };
        return ok(
          data,
          ({ id, warnings }, style) => style.done(said("note_deleted", { id })) + warningLines(warnings, style),
        );
      },
    });
  },
});

export const noteShare = defineCommand({
  args: { check: flag },
  operands: NOTE,
  run({ runtime, stores, args, operands }) {
    const { store, note } = existingInLayers(stores, operands.id);
    if (args.check) {
      refuseUnshareable(note, runtime.home);
      const data = { id: note.id, file: note.path, shareable: true };
      return preview(data, ({ id }, { say }) => say(said("may_be_shared", { id })));
    }
    const author = { actor: actorOf(runtime), command: "note share" } as const;
    const share = (locked: LockedStore) => shareNote(locked, existingNote(locked, note.id), author);
    const { warnings, ...shared } = withLock(store, share);
    const next_step = inResult(said(shared.submodule ? "share_is_submodule" : "share_is_no_submodule"));
    const data = { ...shared, effect: inResult(said("share_is_weighed")), next_step, warnings };
    return ok(
      data,
      ({ id, file, effect, next_step, warnings }, style) =>
        style.done(said("note_shared", { id, file })) + warningLines(warnings, style) +
        `${style.say(effect)}\n${style.say(next_step)}\n`,
    );
  },
});

/** Updates what is made of notes: vectors, in the background, and the rule file that the agent reads. */
export function follow(memory: Memory, layer: Layer): void {
  vectorsFollow(memory, layer);
  refreshRuleFile(memory);
}
