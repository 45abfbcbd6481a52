/** `memory trust`: the person confirms that the texts of a project's memory are theirs. */
import { confirmation, flag, names } from "../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../cli/command.ts";
import { confirmLine } from "../cli/lines.ts";
import type { Style } from "../cli/terminal.ts";
import { legible, oneLine } from "../text/legible.ts";
import { homeTrouble } from "../home_trouble.ts";
import { actorOf } from "../store/audit.ts";
import { shownOrDone } from "../store/confirm.ts";
import { briefId } from "../records/ids.ts";
import { asSaid, todoText } from "../records/view.ts";
import { namedBy } from "../store/filter.ts";
import { type Instruction, instructionsOf } from "../store/instructions.ts";
import { readKnown, textDigest } from "../store/known.ts";
import { type Memory, notInitialised, storesToRead } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { parseNote } from "../notes/parse.ts";
import { NOTES_FOLDER, SESSIONS_FILE } from "../store/layout.ts";
import { noteBrought } from "../store/name_again.ts";
import type { Stored } from "../store/stored.ts";
import { claimFolder, withLock } from "../store/write_lock.ts";
import { readScope } from "../upkeep/notes.ts";
import { confirmRules, countOf, distrust, teamNotesIn, toBeTold, trust, weighedInstructions } from "../upkeep/trust.ts";
import { wholeIds } from "./manage/arguments.ts";
import { refuse, said } from "./words.ts";

export const trustCommand = defineCommand({
  output: "text",
  withoutLayers: said("trusts_projects"),
  args: { confirm: confirmation, undo: flag },
  operands: { id: names },
  run({ memory, args, operands }) {
    if (args.undo && operands.id.length > 0) refuse("undo_takes_all_trust");
    if (!memory.project) throw notInitialised(memory, "project");
    // The home folder `~/.memory` notes what is trusted.
    const trouble = homeTrouble(memory.runtime);
    if (trouble) throw trouble.failure;
    return args.undo ? takeBack(memory.project) : confirmed(memory, memory.project, args.confirm, operands.id);
  },
});

function confirmed(
  memory: Memory,
  store: Store,
  confirm: boolean | string,
  ids: readonly string[],
): Outcome {
  const { folder } = store;
  noteBrought(store);
  const all = weighedInstructions(memory);
  const weighed = ids.length === 0 ? all : heldByRecords(memory, all, ids);
  const texts = toBeTold(weighed);
  const total = countOf(texts);
  const team = ids.length === 0 && teamNotesIn(store) || undefined;
  const data = { folder, total, texts, team };
  if (texts.length === 0) {
    // Facts of this memory are given and found already; from now on it is known to be the person's.
    claimFolder(store);
    return ok(data, ({ folder }, style) => style.say(said("nothing_to_trust", { folder })) + teamLine(team, style));
  }
  return shownOrDone(memory.runtime, {
    confirm,
    // Once trust is taken back, everything looks as it did before, but a token that was used is used up.
    shown: () => [
      "trust",
      folder,
      readKnown(store).withdrawn ?? "",
      ...weighed.map(({ file, text, section }) => `${file}\0${section ?? textDigest(text)}`),
    ],
    show: (sealed) =>
      preview(
        { ...data, ...sealed },
        ({ total, texts, confirm_token }, style) =>
          textsBelow(
            style.yellow(said("would_be_followed", { total })),
            texts,
            style,
            texts.length > SCREEN ? confirmLine(style, confirm_token) : "",
          ) + teamLine(team, style) + confirmLine(style, confirm_token),
      ),
    act() {
      const { global, runtime } = memory;
      const confirmIn = (locked: LockedStore) => confirmRules(locked, weighed, actorOf(runtime));
      withLock(store, (locked) => {
        trust(locked, weighed);
        confirmIn(locked);
      });
      if (global && weighed.some(({ file }) => file.startsWith(global.folder))) withLock(global, confirmIn);
      return ok(
        data,
        ({ total, texts }, style) =>
          textsBelow(style.green(said("followed", { total })), texts, style) + teamLine(team, style),
      );
    },
  });
}

/** Those of the texts that the named records hold. Throws RECORD_NOT_FOUND, NO_MATCH for one that needs no trust. */
function heldByRecords(memory: Memory, weighed: readonly Instruction[], ids: readonly string[]) {
  const records = storesToRead(memory).flatMap((store) => readScope(store, "all").records)
    .filter(({ isDeleted }) => !isDeleted);
  const held = wholeIds(memory, undefined, ids).map((id) => {
    const named = records.filter(({ key }) => namedBy([id])(key));
    if (named.length === 0) refuse("no_record", { id });
    const found = weighed.filter((text) => named.some((record) => holds(record, text)));
    return found.length > 0 ? found : refuse("needs_no_trust", { id: briefId(id) });
  });
  return [...new Set(held.flat())];
}

/** Whether a record says a text that agents weigh; a note is one such text. */
function holds({ kind, file, record }: Stored, text: Instruction): boolean {
  return kind === "notes"
    ? file === text.file
    : instructionsOf(file, asSaid(record)).some((said) => said.text === text.text);
}

function teamLine(team: number | undefined, style: Style): string {
  return team === undefined ? "" : style.say(said("team_is_weighed", { team }));
}

/** Of more texts a reader may see the beginning alone, so that the command stands there, too. */
const SCREEN = 50;

function textsBelow(head: string, texts: readonly Instruction[], style: Style, command = ""): string {
  const lines = texts.map(({ file, text }) =>
    `  ${style.dim(file)}  ${oneLine(legible(inShort(file, text, style)))}\n`
  );
  return `${head}\n${command}${lines.join("")}`;
}

/** A text in a line: of a note what agents are told of it, of a to-do that it is one. */
function inShort(file: string, text: string, style: Style): string {
  if (file === SESSIONS_FILE) return text.replace(todoText(""), () => style.say({ en: todoText(""), zh: "待办：" }));
  if (!file.startsWith(`${NOTES_FOLDER}/`)) return text;
  const { oneLiner, decision, title } = parseNote(text, file);
  return oneLiner || decision || title || text;
}

function takeBack(store: Store): Outcome {
  const total = withLock(store, distrust);
  return ok(
    { folder: store.folder, total, texts: [], undone: true },
    ({ folder }, { say }) => say(said("trusted_no_more", { folder })),
  );
}
