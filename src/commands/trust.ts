/** `memory trust`: the person confirms that the texts of a project's memory are theirs. */
import { confirmation, flag } from "../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../cli/command.ts";
import { confirmLine } from "../cli/lines.ts";
import type { Style } from "../cli/terminal.ts";
import { legible, oneLine } from "../text/legible.ts";
import { homeTrouble } from "../home_trouble.ts";
import { actorOf } from "../store/audit.ts";
import { shownOrDone } from "../store/confirm.ts";
import { todoText } from "../records/view.ts";
import type { Instruction } from "../store/instructions.ts";
import { readKnown, textDigest } from "../store/known.ts";
import { type Memory, notInitialised } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { parseNote } from "../notes/parse.ts";
import { NOTES_FOLDER, SESSIONS_FILE } from "../store/layout.ts";
import { noteBrought } from "../store/name_again.ts";
import { claimFolder, withLock } from "../store/write_lock.ts";
import { confirmRules, countOf, distrust, teamNotesIn, toBeTold, trust, weighedInstructions } from "../upkeep/trust.ts";
import { said } from "./words.ts";

export const trustCommand = defineCommand({
  output: "text",
  withoutLayers: said("trusts_projects"),
  args: { confirm: confirmation, undo: flag },
  run({ memory, args }) {
    if (!memory.project) throw notInitialised(memory, "project");
    // The home folder `~/.memory` notes what is trusted.
    const trouble = homeTrouble(memory.runtime);
    if (trouble) throw trouble.failure;
    return args.undo ? takeBack(memory.project) : confirmed(memory, memory.project, args.confirm);
  },
});

function confirmed(memory: Memory, store: Store, confirm: boolean | string): Outcome {
  const { folder } = store;
  noteBrought(store);
  const weighed = weighedInstructions(memory);
  const texts = toBeTold(weighed);
  const total = countOf(texts);
  const team = teamNotesIn(store) || undefined;
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
