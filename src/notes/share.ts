/**
 * Sharing a project's note with the team: whether it may be shared, and the move to `notes/share/`, which for LingXi is
 * a git submodule.
 */
import { redact } from "../records/redact.ts";
import { joined, type Sentence } from "../sentence.ts";
import { pathOf, SHARE_FOLDER } from "../store/layout.ts";
import type { LockedStore } from "../store/mod.ts";
import { type Author, writeFiles } from "./write.ts";
import { readNotes } from "./files.ts";
import type { Note } from "./note.ts";
import { named } from "../wording.ts";
import { failure, said } from "./words.ts";

/** The values that the fields of a team's note must have (LingXi's 推荐约定). */
const WANTED: readonly (readonly [label: string, field: keyof Note, words: readonly string[]])[] = [
  ["Audience", "audience", ["team"]],
  ["Portability", "portability", ["cross-project"]],
  ["Strength", "strength", ["validated", "enforced"]],
  ["Status", "status", ["active"]],
];

function wrongFields(note: Note) {
  return WANTED.filter(([, field, words]) => !words.includes(String(note[field])));
}

/** Why a note must not go to the team's repository; none when it may. */
function shareObstacles(note: Note, home: string): Sentence[] {
  const { problems: [first], text } = note;
  const obstacles = wrongFields(note).map(([label, field, words]) => {
    const wanted = { en: words.join(" or "), zh: words.join(" 或 ") };
    return said("field_must_be", { label, found: String(note[field]), words: wanted });
  });
  if (first) obstacles.push(said("at_line", { line: first.line, problem: first.problem }));
  const secrets = redact(text).kinds;
  if (secrets.length > 0) obstacles.push(said("holds_secret", { secrets: named(secrets) }));
  // A path of Windows may be written with either slash.
  if (text.includes(home) || text.includes(home.replaceAll("\\", "/"))) obstacles.push(said("machine_path"));
  return obstacles;
}

/** Throws INVALID_ARGUMENT with every reason why a note may not go to the team. */
export function refuseUnshareable(note: Note, home: string): void {
  if (note.shared) throw failure("already_shared", { id: note.id });
  const obstacles = shareObstacles(note, home);
  if (obstacles.length > 0) {
    const why = joined(obstacles);
    const options = wrongFields(note).map(([, field, [word]]) => ` --${field} ${word}`).join("");
    throw failure("not_shareable", { id: note.id, why, options }, {
      data: { obstacles: obstacles.map(({ en }) => en) },
    });
  }
}

/** Moves a project's note to the share folder, in place of a shared note of the same id. Throws INVALID_ARGUMENT. */
export function shareNote(store: LockedStore, note: Note, author: Author) {
  refuseUnshareable(note, store.runtime.home);
  const old = readNotes(store).find((each) => each.shared && each.id === note.id);
  const file = old?.path ?? `${SHARE_FOLDER}/${note.id}.md`;
  const { told } = writeFiles(store, [{ ...note, path: file }], author, { gone: note.path });
  // Whether the share folder is a git checkout of its own.
  const submodule = store.runtime.files.stat(pathOf(store, `${SHARE_FOLDER}/.git`)) !== undefined;
  return { id: note.id, file, submodule, ...told };
}
