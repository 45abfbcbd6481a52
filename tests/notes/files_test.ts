/** Notes as files: INDEX.md, the check of both, the team's folder, the import of a LingXi memory. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { checkNotes, updateIndex } from "../../src/notes/index_file.ts";
import { existingNote, findNote, readNotes } from "../../src/notes/files.ts";
import { lingxiMemory, planLingxiImport } from "../../src/notes/import.ts";
import { DEFAULT_FIELDS, type NoteFields } from "../../src/notes/note.ts";
import { renderNote } from "../../src/notes/render.ts";
import { shareNote } from "../../src/notes/share.ts";
import { changeNotes } from "../../src/notes/write.ts";
import { pathOf } from "../../src/store/layout.ts";
import { commit } from "../../src/upkeep/commit.ts";
import { assertFails, box, BY, locked, rewrite, text } from "./box.ts";

test("INDEX.md is the same bytes for the same notes, keeps what stands around the table, and follows hand edits", () => {
  const { store } = box();
  const one: NoteFields = { ...DEFAULT_FIELDS, id: "MEM-b", title: "a | b \\ c", whenToLoad: ["x", "y"] };
  rewrite(store, "notes/MEM-b.md", renderNote(one));
  rewrite(store, "notes/MEM-a.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-a", title: "A" }));
  rewrite(
    store,
    "INDEX.md",
    "# 我的索引\r\n\r\n手写说明\r\n\r\n| Id | Kind | Title | File |\r\n| --- | --- |\r\n| MEM-z | x | y | z |\r\n\r\n尾注\r\n",
  );
  const update = () => locked(store, updateIndex);
  assert.deepEqual(update(), { total: 2, changed: true, warnings: [] });
  const index = text(store, "INDEX.md");
  assert.ok(index.startsWith("# 我的索引\r\n\r\n手写说明\r\n\r\n| Id | Kind | Title | When to load |"));
  assert.ok(index.endsWith("|\r\n\r\n尾注\r\n"));
  assert.ok(index.indexOf("| MEM-a |") < index.indexOf("| MEM-b | other | a \\| b \\\\ c | x; y |"));
  assert.equal(update().changed, false);
  assert.deepEqual(checkNotes(store).problems, []);
  rewrite(store, "notes/MEM-a.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-a", title: "by hand" }));
  assert.deepEqual(checkNotes(store).problems.map((each) => each.problem.en), [
    "Title of MEM-a differ from notes/MEM-a.md",
  ]);
  assert.equal(update().changed, true);
  assert.match(text(store, "INDEX.md"), /by hand/);
  store.runtime.files.remove(pathOf(store, "INDEX.md"));
  assert.equal(update().changed, true);
  assert.match(text(store, "INDEX.md"), /^# Memory Index\n[\s\S]*\| MEM-a \|[\s\S]*\| MEM-b \|/);
});

test("check reports every disagreement of notes and INDEX.md with file and line", () => {
  const { store } = box();
  rewrite(store, "notes/MEM-1.md", "## Meta\n- **Id**: MEM-1\n- **Status** broken\n");
  rewrite(store, "notes/MEM-2.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-2", title: "Two" }));
  rewrite(store, "notes/MEM-2-copy.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-2", title: "Two again" }));
  rewrite(store, "notes/thought.md", "hm");
  const row = "| MEM-9 | other | Nine | | active | hypothesis | medium | | | | | | notes/MEM-9.md |";
  rewrite(
    store,
    "INDEX.md",
    `| Id | Kind | Title | When to load | Status | Strength | Scope | Supersedes | CreatedAt | UpdatedAt | Source | Session | File |\n| --- |\n${row}\n`,
  );
  const { problems, warnings } = checkNotes(store);
  const said = problems.map(({ file, line, problem }) => `${file}:${line ?? ""} ${problem.en}`);
  assert.ok(said.some((each) => each.startsWith("notes/MEM-1.md:3 Meta lines are")), said.join("\n"));
  assert.ok(said.includes("INDEX.md:3 MEM-9 is listed, but there is no such note (notes/MEM-9.md)"), said.join("\n"));
  assert.ok(said.some((each) => /^notes\/MEM-1.md: MEM-1 is not listed/.test(each)));
  assert.ok(said.some((each) => /It has the id MEM-2 of notes\/MEM-2\.md/.test(each)));
  assert.equal(warnings.length, 1);
});

test("a project's note outranks the team's note of the same id, with a warning, and a change of a team's note makes a project's note", () => {
  const { store } = box();
  const shared = { ...DEFAULT_FIELDS, id: "MEM-t", title: "team", oneLiner: "the team's way" };
  rewrite(store, "notes/share/pack/MEM-t.md", renderNote(shared));
  rewrite(store, "notes/share/README.md", "# no note");
  assert.equal(existingNote(store, "MEM-t").oneLiner, "the team's way");
  const changes = { oneLiner: "our way" };
  const { note, told } = locked(
    store,
    (each) => changeNotes(each, [{ note: existingNote(each, "MEM-t"), changes }], BY),
  );
  assert.equal(note.path, "notes/MEM-t.md");
  assert.match(
    told.warnings?.[0]?.en ?? "",
    /notes\/share\/pack\/MEM-t.md is not used: notes\/MEM-t.md has the same id MEM-t/,
  );
  assert.equal(existingNote(store, "MEM-t").oneLiner, "our way");
  assert.match(text(store, "notes/share/pack/MEM-t.md"), /the team's way/);
  const { problems, warnings: seen } = checkNotes(store);
  assert.deepEqual([problems, seen.length], [[], 1]);
});

test("only a proven note for the team without secrets and paths of this machine is shared, and a refusal says why", () => {
  const { store, world } = box();
  const good: NoteFields = {
    ...DEFAULT_FIELDS,
    id: "MEM-s",
    title: "S",
    audience: "team",
    portability: "cross-project",
    strength: "validated",
  };
  const bad: [Partial<NoteFields>, RegExp][] = [
    [{ audience: "project" }, /Audience is project, it must be team/],
    [{ portability: "project-only" }, /Portability is project-only/],
    [{ strength: "hypothesis" }, /Strength is hypothesis/],
    [{ status: "archive" }, /Status is archive/],
    [{ decision: "token ghp_0123456789012345678901234567890123456789" }, /secret \(github-token\)/],
    [{ pointers: [`${world.runtime.home}/x`] }, /path of this machine/],
  ];
  const share = () =>
    locked(store, (each) => shareNote(each, existingNote(each, "MEM-s"), { ...BY, command: "note share" }));
  for (const [fields, reason] of bad) {
    rewrite(store, "notes/MEM-s.md", renderNote({ ...good, ...fields }));
    assert.match(assertFails("INVALID_ARGUMENT", share).message, reason);
  }
  rewrite(store, "notes/MEM-s.md", renderNote(good));
  assert.deepEqual([share().file, checkNotes(store).problems], ["notes/share/MEM-s.md", []]);
  assert.deepEqual(readNotes(store).map((note) => note.path), ["notes/share/MEM-s.md"]);
  assertFails("INVALID_ARGUMENT", share);
});

test("a LingXi memory is imported with its ids and the fields of its index, and a second import adds nothing", () => {
  const { store, world } = box();
  const { files } = world.runtime;
  const memory = join(world.folder, "old", ".cursor", ".lingxi", "memory");
  const put = (file: string, content: string) => {
    files.makeFolder(join(memory, file, ".."));
    files.write(join(memory, file), content, { how: "replace" });
  };
  const old = "# 静默成功\r\n\r\n## Meta\r\n\r\n- **Id**: MEM-001\r\n- **Kind**: principle\r\n- **Statuss** x\r\n";
  put("notes/MEM-001.md", old);
  put("notes/share/MEM-002.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-002", title: "team" }));
  put("notes/README.txt", "no");
  put("notes/note.md", "## Meta\n\n- **Title**: nameless\n");
  put(
    "INDEX.md",
    "| Id | Kind | Title | When to load | Status | Strength | Scope | Supersedes | CreatedAt | UpdatedAt | Source | Session | File |\n" +
      "| --- |\n| MEM-001 | principle | 静默成功 | | active | validated | broad | MEM-000 | 2026-02-21T00:00:00.000Z | 2026-02-21T00:00:00.000Z | user | - | memory/notes/MEM-001.md |\n",
  );
  assert.equal(lingxiMemory(files, join(world.folder, "old")), memory);
  const run = (dryRun: boolean) =>
    locked(store, (each) => {
      const { change, result } = planLingxiImport(each, memory, BY.actor);
      if (change && !dryRun) commit(each, change);
      return result;
    });
  const counts = ({ imported, existing, skipped }: ReturnType<typeof run>) => [imported, existing, skipped];
  assert.deepEqual([counts(run(true)), readNotes(store)], [[2, 0, 1], []]);
  const done = run(false);
  assert.deepEqual([counts(done), done.remarks[0]?.line], [[2, 0, 1], 7]);
  assert.deepEqual(counts(run(false)), [0, 2, 1]);
  const note = existingNote(store, "MEM-001");
  assert.deepEqual([note.createdAt, note.supersedes, note.session], ["2026-02-21T00:00:00.000Z", ["MEM-000"], ""]);
  assert.ok(old.split("\r\n").every((line) => note.text.includes(line)));
});

test("a note that leads out of the data folder by a link is not read, whatever INDEX.md says", () => {
  const { store } = box();
  const outside = join(store.folder, "..", "outside.md");
  store.runtime.files.write(outside, renderNote({ ...DEFAULT_FIELDS, id: "MEM-x", title: "secret" }), {
    how: "create",
  });
  store.runtime.files.makeFolder(pathOf(store, "notes"));
  symlinkSync(outside, pathOf(store, "notes/MEM-x.md"));
  assert.equal(findNote(store, "MEM-x"), undefined);
  assert.deepEqual(readNotes(store), []);
});
