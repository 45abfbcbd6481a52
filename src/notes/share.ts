/**
 * Giving a project's note to the team: which may go, and the move to `notes/share/`, in LingXi's practice a git
 * submodule.
 */
import { fail } from "../errors.ts";
import type { RecordId } from "../records/ids.ts";
import { redact } from "../records/redact.ts";
import { joined, type Sentence } from "../sentence.ts";
import { pathOf, SHARE_FOLDER, type StorePath } from "../store/layout.ts";
import type { LockedStore } from "../store/mod.ts";
import { type Author, writeFiles } from "./write.ts";
import { readNotes } from "./files.ts";
import type { Note } from "./note.ts";

/** What the fields of a note of the team's say (LingXi's 推荐约定). */
const WANTED: readonly (readonly [label: string, field: keyof Note, words: readonly string[]])[] = [
  ["Audience", "audience", ["team"]],
  ["Portability", "portability", ["cross-project"]],
  ["Strength", "strength", ["validated", "enforced"]],
  ["Status", "status", ["active"]],
];

/** Why a note must not go to the team's repository; empty when it may. */
function shareObstacles(note: Note, home: string): Sentence[] {
  const { problems: [first], text } = note;
  const obstacles = WANTED.filter(([, field, words]) => !words.includes(String(note[field]))).map(
    ([label, field, words]): Sentence => ({
      en: `${label} is ${note[field]}, it must be ${words.join(" or ")}`,
      zh: `${label} 为 ${note[field]}，应为 ${words.join(" 或 ")}`,
    }),
  );
  if (first) {
    obstacles.push({
      en: `line ${first.line}: ${first.problem.en}`,
      zh: `第 ${first.line} 行：${first.problem.zh}`,
    });
  }
  const secrets = redact(text).kinds;
  if (secrets.length > 0) {
    obstacles.push({
      en: `it holds what looks like a secret (${secrets.join(", ")})`,
      zh: `含有疑似密钥的内容（${secrets.join("、")}）`,
    });
  }
  // Also with the other slash: the same path as Windows writes it.
  if (text.includes(home) || text.includes(home.replaceAll("\\", "/"))) {
    obstacles.push({ en: "it names a path of this machine", zh: "提到了本机的路径" });
  }
  return obstacles;
}

/** Throws INVALID_ARGUMENT with every reason why a note may not go to the team. */
export function refuseUnshareable(note: Note, home: string): void {
  if (note.shared) {
    fail("INVALID_ARGUMENT", {
      en: `${note.id} is already in ${SHARE_FOLDER}`,
      zh: `${note.id} 已在 ${SHARE_FOLDER} 中`,
    });
  }
  const obstacles = shareObstacles(note, home);
  if (obstacles.length > 0) {
    const why = joined(obstacles);
    fail("INVALID_ARGUMENT", {
      en: `${note.id} can't go to the team: ${why.en}`,
      zh: `${note.id} 不能共享给团队：${why.zh}`,
    }, {
      en: `Change it with \`memory note edit ${note.id}\`, if the user agrees`,
      zh: `若用户同意，请用 \`memory note edit ${note.id}\` 修改`,
    }, { data: { obstacles: obstacles.map(({ en }) => en) } });
  }
}

interface Shared {
  readonly id: RecordId;
  readonly file: StorePath;
  readonly warnings: readonly Sentence[];
  /** The share folder is a git checkout of its own, as a submodule is. */
  readonly submodule: boolean;
}

/**
 * Moves a project's note to the share folder; a shared one of the same id is replaced by it.
 *
 * @throws MemoryError INVALID_ARGUMENT when it may not go
 */
export function shareNote(store: LockedStore, note: Note, author: Author): Shared {
  refuseUnshareable(note, store.runtime.home);
  // Where the team already has it, in whatever folder.
  const theirs = readNotes(store).find((each) => each.shared && each.id === note.id);
  const file = theirs?.path ?? `${SHARE_FOLDER}/${note.id}.md`;
  const { warnings } = writeFiles(store, [{ ...note, path: file }], author, [note.path]);
  const submodule = store.runtime.files.stat(pathOf(store, `${SHARE_FOLDER}/.git`)) !== undefined;
  return { id: note.id, file, warnings, submodule };
}
