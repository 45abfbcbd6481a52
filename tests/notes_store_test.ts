import { test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { MemoryError } from "../src/errors.ts";
import { checkNotes } from "../src/notes/check.ts";
import { executeProposal, previewProposal } from "../src/notes/execute.ts";
import { findNote, readNotes } from "../src/notes/files.ts";
import { importLingxi, lingxiMemory } from "../src/notes/import.ts";
import { updateIndex } from "../src/notes/index_file.ts";
import { propose, type Proposed } from "../src/notes/mod.ts";
import { DEFAULT_FIELDS, type NoteFields } from "../src/notes/note.ts";
import { readPayloads } from "../src/notes/payload.ts";
import { renderNote } from "../src/notes/render.ts";
import { shareNote } from "../src/notes/share.ts";
import { changeNotes, createNote, deletedNotes, deleteNote, restoreNote } from "../src/notes/write.ts";
import { pathOf } from "../src/store/layout.ts";
import { parseLines } from "../src/store/lines.ts";
import { withLock } from "../src/store/lock.ts";
import type { LockedStore, Store } from "../src/store/mod.ts";
import { Killed, killedAt, testStore, testWorld } from "./world.ts";

const BY = { actor: "agent", command: "note add", session: "s-1", generation: "g-1" } as const;
const HIGH = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };
const PAYLOAD = {
  scene: "设计 API 错误响应时",
  principles: ["统一使用 { code, message } 格式", "直接返回字符串"],
  choice: "统一使用 { code, message } 格式",
  source: "remember",
  confidence: "high",
  score: HIGH,
};

test("a sure and new judgement is written at once, with its row, its events and nothing left to ask", () => {
  const { store } = box();
  const [result] = proposeAll(store, PAYLOAD);
  assert.deepEqual(
    [result?.status, result?.total, result?.level, result?.decision, result?.gate, result?.id, result?.file],
    ["written", 10, "L0+L1", "new", "silent", "MEM-api-code-message", "notes/MEM-api-code-message.md"],
  );
  assert.equal(result?.questions, undefined);
  const note = findNote(store, "MEM-api-code-message");
  assert.deepEqual([note.session, note.oneLiner, note.problems.length], ["s-1", PAYLOAD.choice, 0]);
  assert.deepEqual(checkNotes(store), { total: 1, problems: [], warnings: [] });
  assert.deepEqual(events(store), [
    ["memory_note_created", "MEM-api-code-message", "create", "s-1", "g-1"],
    ["memory_index_updated", undefined, undefined, "s-1", "g-1"],
  ]);
});

test("a judgement below the line is dropped with its reason, and nothing is written", () => {
  const { store } = box();
  const [result] = proposeAll(store, { ...PAYLOAD, score: { d1: 1, d2: 1, d3: 1, d4: 0, d5: 0 } });
  assert.deepEqual([result?.status, result?.total, result?.level], ["dropped", 3, null]);
  assert.match(result?.reason ?? "", /total 3/);
  assert.deepEqual(store.runtime.files.list(store.folder), []);
});

test("a judgement that is not sure waits for the user; yes writes it once, and only with the confirmation it was given", () => {
  const { store } = box();
  const [asked] = proposeAll(store, { ...PAYLOAD, confidence: "medium" });
  assert.deepEqual([asked?.status, asked?.gate, asked?.decision], ["proposed", "ask", "new"]);
  assert.deepEqual(readNotes(store), []);
  const id = asked?.proposal ?? "";
  assert.equal(previewProposal(store, id, { targets: [] }).note.one_liner, PAYLOAD.choice);
  assert.deepEqual(readNotes(store), []);
  const done = executeProposal(store, id, { targets: [] }, BY);
  assert.deepEqual([done.decision, done.level, done.id], ["new", "L0+L1", "MEM-api-code-message"]);
  assert.equal(findNote(store, done.id).strength, "hypothesis");
  assertFails("RECORD_NOT_FOUND", () => executeProposal(store, id, { targets: [] }, BY));
});

test("without a score the user is asked for the level, and L0 is what silence means", () => {
  const { store } = box();
  const { score: _, ...plain } = PAYLOAD;
  const [asked] = proposeAll(store, plain);
  assert.deepEqual([asked?.status, asked?.total, asked?.level, asked?.gate], ["proposed", null, null, "ask"]);
  assert.equal(asked?.questions?.length, 2);
  const proposal = asked?.proposal ?? "";
  assert.equal(previewProposal(store, proposal, { targets: [], level: "L0+L1" }).level, "L0+L1");
  assert.equal(executeProposal(store, proposal, { targets: [] }, BY).level, "L0");
});

test("a proposal is over after a day, whichever way the clock went, and goes from the disk", () => {
  for (const ms of [24 * 60 * 60_000, -25 * 60 * 60_000]) {
    const { store, world } = box();
    const [asked] = proposeAll(store, { ...PAYLOAD, confidence: "low" });
    world.advance(ms);
    assertFails("RECORD_NOT_FOUND", () => executeProposal(store, asked?.proposal ?? "", { targets: [] }, BY));
    const [again] = proposeAll(store, { ...PAYLOAD, confidence: "low" });
    assert.notEqual(again?.proposal, asked?.proposal);
    assert.equal(store.runtime.files.list(pathOf(store, "proposals")).length, 1);
  }
  const { store } = box();
  assertFails("RECORD_NOT_FOUND", () => executeProposal(store, "../../etc/passwd", { targets: [] }, BY));
});

test("the same judgement proposed again keeps its proposal", () => {
  const { store } = box();
  const unsure = { ...PAYLOAD, confidence: "low" };
  assert.equal(proposeAll(store, unsure)[0]?.proposal, proposeAll(store, unsure)[0]?.proposal);
});

test("merge adds to the note that is there, which keeps its id and every line of the user's", () => {
  const { store } = box();
  proposeAll(store, PAYLOAD);
  const before = findNote(store, "MEM-api-code-message");
  rewrite(store, before.path, `${before.text}\n## 我的备注\n\n别动这里\n`);
  const [asked] = proposeAll(store, { ...PAYLOAD, scene: "新增 API 接口定义错误响应时", evidence: "上次说好的" });
  assert.deepEqual([asked?.decision, asked?.gate], ["merge", "ask"]);
  assert.equal(asked?.neighbours[0]?.reason, "same scene, same choice");
  const done = executeProposal(store, asked?.proposal ?? "", { targets: [] }, BY);
  assert.deepEqual([done.decision, done.id, done.superseded], ["merge", before.id, []]);
  const after = findNote(store, before.id);
  assert.deepEqual(after.whenToLoad, ["设计 API 错误响应时", "新增 API 接口定义错误响应时"]);
  assert.equal(after.signals, "上次说好的");
  assert.match(after.text, /## 我的备注\n\n别动这里\n$/);
  assert.equal(after.createdAt, before.createdAt);
  assert.deepEqual(checkNotes(store).problems, []);
  assert.equal(readNotes(store).length, 1);
});

test("replace writes the successor, names what it replaces, and the old note stays readable outside recall", () => {
  const { store } = box();
  proposeAll(store, PAYLOAD);
  const other = {
    ...PAYLOAD,
    principles: ["错误直接返回 HTTP 状态码与纯文本"],
    choice: "错误直接返回 HTTP 状态码与纯文本",
  };
  const [asked] = proposeAll(store, other);
  assert.equal(asked?.decision, "replace");
  const done = executeProposal(store, asked?.proposal ?? "", { targets: [] }, BY);
  assert.deepEqual(done.superseded, ["MEM-api-code-message"]);
  assert.deepEqual(findNote(store, done.id).supersedes, ["MEM-api-code-message"]);
  assert.equal(findNote(store, "MEM-api-code-message").status, "archive");
  assert.match(text(store, "INDEX.md"), new RegExp(`\\| ${done.id} .*\\| MEM-api-code-message \\|`));
  assert.deepEqual(checkNotes(store).problems, []);
  const last = operations(store).at(-3);
  assert.deepEqual([last?.event, last?.ids], ["memory_note_created", [done.id, "MEM-api-code-message"]]);
  assert.ok(text(store, `${last?.backup_path}notes/MEM-api-code-message.md`).includes("**Status**: active"));
});

test("a contradiction that the user did not state is vetoed until they decide", () => {
  const { store } = box();
  proposeAll(store, PAYLOAD);
  const other = { ...PAYLOAD, source: "auto", principles: ["返回纯文本"], choice: "返回纯文本" };
  const [asked] = proposeAll(store, other);
  assert.deepEqual([asked?.status, asked?.decision, asked?.gate], ["proposed", "veto", "ask"]);
  const proposal = asked?.proposal ?? "";
  assertFails("INVALID_ARGUMENT", () => executeProposal(store, proposal, { targets: [] }, BY));
  assert.equal(readNotes(store).length, 1);
  const both = executeProposal(store, proposal, { decision: "new", targets: [] }, BY);
  assert.deepEqual([both.superseded, readNotes(store).map((note) => note.status)], [[], ["active", "active"]]);
});

test("two payloads of one call that say the same do not become two notes", () => {
  const { store } = box();
  const results = proposeAll(store, PAYLOAD, { ...PAYLOAD, scene: "设计 API 的错误响应" });
  assert.deepEqual(results.map(({ status, decision }) => [status, decision]), [["written", "new"], [
    "proposed",
    "merge",
  ]]);
});

test("ids are never given twice, not after a delete, not after the file was taken away by hand", () => {
  const { store } = box();
  const make = () =>
    locked(store, (each) => createNote(each, { ...DEFAULT_FIELDS, title: "API error format" }, BY).note);
  const first = make();
  assert.equal(first.id, "MEM-api-error-format");
  locked(store, (each) => deleteNote(each, first, BY));
  assert.equal(make().id, "MEM-api-error-format-2");
  store.runtime.files.remove(pathOf(store, "notes/MEM-api-error-format-2.md"));
  locked(store, (each) => updateIndex(each));
  assert.equal(make().id, "MEM-api-error-format-3");
  rewrite(store, "notes/MEM-by-hand.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-by-hand", title: "x" }));
  const byHand = () => locked(store, (each) => createNote(each, { ...DEFAULT_FIELDS, title: "by hand" }, BY).note.id);
  assert.equal(byHand(), "MEM-hand");
});

test("a deleted note leaves INDEX.md and comes back where it was, byte for byte", () => {
  const { store } = box();
  proposeAll(store, PAYLOAD);
  const note = findNote(store, "MEM-api-code-message");
  locked(store, (each) => deleteNote(each, note, { ...BY, command: "note delete" }));
  assert.deepEqual([readNotes(store), checkNotes(store).problems], [[], []]);
  const [gone] = deletedNotes(store);
  assert.ok(gone);
  locked(store, (each) => restoreNote(each, gone, { ...BY, command: "restore" }));
  assert.equal(findNote(store, note.id).text, note.text);
  assert.deepEqual([deletedNotes(store), checkNotes(store).problems], [[], []]);
});

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
  const whole = () => locked(store, (each) => updateIndex(each, { whole: true }));
  assert.deepEqual(whole(), { total: 2, changed: true, warnings: [] });
  const index = text(store, "INDEX.md");
  assert.ok(index.startsWith("# 我的索引\r\n\r\n手写说明\r\n\r\n| Id | Kind | Title | When to load |"));
  assert.ok(index.endsWith("|\r\n\r\n尾注\r\n"));
  assert.ok(index.indexOf("| MEM-a |") < index.indexOf("| MEM-b | other | a \\| b \\\\ c | x; y |"));
  assert.equal(whole().changed, false);
  assert.deepEqual(checkNotes(store).problems, []);
  rewrite(store, "notes/MEM-a.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-a", title: "by hand" }));
  assert.deepEqual(checkNotes(store).problems.map((each) => each.problem), [
    "Title of MEM-a differ from notes/MEM-a.md",
  ]);
  assert.equal(locked(store, (each) => updateIndex(each)).changed, true);
  assert.match(text(store, "INDEX.md"), /by hand/);
  store.runtime.files.remove(pathOf(store, "INDEX.md"));
  assert.equal(whole().changed, true);
  assert.match(text(store, "INDEX.md"), /^# Memory Index\n[\s\S]*\| MEM-a \|[\s\S]*\| MEM-b \|/);
});

test("check sees from both sides what does not agree, with file and line", () => {
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
  const said = problems.map(({ file, line, problem }) => `${file}:${line ?? ""} ${problem}`);
  assert.ok(said.some((each) => each.startsWith("notes/MEM-1.md:3 Meta lines are")), said.join("\n"));
  assert.ok(said.includes("INDEX.md:3 MEM-9 is listed, but there is no such note (notes/MEM-9.md)"), said.join("\n"));
  assert.ok(said.some((each) => /^notes\/MEM-1.md: MEM-1 is not listed/.test(each)));
  assert.ok(said.some((each) => /It has the id MEM-2 of notes\/MEM-2-copy.md/.test(each)));
  assert.equal(warnings.length, 1);
});

test("the project's note stands before the team's of the same id, with a warning, and a change of a team note is the project's", () => {
  const { store } = box();
  const shared = { ...DEFAULT_FIELDS, id: "MEM-t", title: "team", oneLiner: "the team's way" };
  rewrite(store, "notes/share/pack/MEM-t.md", renderNote(shared));
  rewrite(store, "notes/share/README.md", "# no note");
  assert.equal(findNote(store, "MEM-t").oneLiner, "the team's way");
  const changes = { oneLiner: "our way" };
  const { note, warnings } = locked(
    store,
    (each) => changeNotes(each, [{ note: findNote(each, "MEM-t"), changes }], BY),
  );
  assert.equal(note.path, "notes/MEM-t.md");
  assert.match(warnings[0] ?? "", /notes\/share\/pack\/MEM-t.md is not used: notes\/MEM-t.md has the same id MEM-t/);
  assert.equal(findNote(store, "MEM-t").oneLiner, "our way");
  assert.match(text(store, "notes/share/pack/MEM-t.md"), /the team's way/);
  const { problems, warnings: seen } = checkNotes(store);
  assert.deepEqual([problems, seen.length], [[], 1]);
});

test("share takes what is the team's, proven and free of secrets and of this machine, and says why not otherwise", () => {
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
    locked(store, (each) => shareNote(each, findNote(each, "MEM-s"), { ...BY, command: "note share" }));
  for (const [fields, reason] of bad) {
    rewrite(store, "notes/MEM-s.md", renderNote({ ...good, ...fields }));
    assert.match(assertFails("INVALID_ARGUMENT", share).message, reason);
  }
  rewrite(store, "notes/MEM-s.md", renderNote(good));
  assert.deepEqual([share().file, checkNotes(store).problems], ["notes/share/MEM-s.md", []]);
  assert.deepEqual(readNotes(store).map((note) => note.path), ["notes/share/MEM-s.md"]);
  assertFails("INVALID_ARGUMENT", share);
});

test("a LingXi memory comes in as it is, ids kept, what only its index says added, twice is once", () => {
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
    locked(store, (each) => importLingxi(each, memory, { ...BY, command: "import" }, { dryRun }));
  const counts = ({ imported, existing, skipped }: ReturnType<typeof run>) => [imported, existing, skipped];
  assert.deepEqual([counts(run(true)), readNotes(store)], [[2, 0, 1], []]);
  const done = run(false);
  assert.deepEqual([counts(done), done.invalid[0]?.line], [[2, 0, 1], 7]);
  assert.deepEqual(counts(run(false)), [0, 2, 1]);
  const note = findNote(store, "MEM-001");
  assert.deepEqual([note.createdAt, note.supersedes, note.session], ["2026-02-21T00:00:00.000Z", ["MEM-000"], ""]);
  assert.ok(old.split("\r\n").every((line) => note.text.includes(line)));
});

test("killed at any change of the disk, a replacement leaves notes that can all be read and a memory that goes on", () => {
  const other = { ...PAYLOAD, principles: ["返回纯文本"], choice: "返回纯文本" };
  for (let change = 1; change < 60; change++) {
    const { store, world } = box();
    proposeAll(store, PAYLOAD);
    const [asked] = proposeAll(store, other);
    const files = killedAt(world.runtime.files, change);
    const dying: Store = { ...store, runtime: { ...store.runtime, files, pid: 999_999_999 } };
    try {
      executeProposal(dying, asked?.proposal ?? "", { targets: [] }, BY);
      assert.ok(change > 10);
      return;
    } catch (error) {
      assert.ok(error instanceof Killed || error instanceof MemoryError, String(error));
    }
    assert.deepEqual(readNotes(store).flatMap((note) => note.problems), []);
    const old = findNote(store, "MEM-api-code-message");
    const successor = readNotes(store).find((note) => note.supersedes.includes(old.id));
    assert.ok(successor || old.status === "active", `change ${change}`);
    locked(store, (each) => updateIndex(each));
    assert.deepEqual(checkNotes(store).problems, [], `change ${change}`);
  }
  assert.fail("the replacement never came to its end");
});

function box() {
  const world = testWorld();
  return { world, store: testStore(world) };
}

function proposeAll(store: Store, ...payloads: object[]): Proposed[] {
  const neighbours = readNotes(store).map((note) => ({ note, score: 0.5 }));
  const options = { neighboursOf: () => neighbours, author: BY, language: "zh" } as const;
  return propose(store, readPayloads(payloads), options);
}

function locked<T>(store: Store, body: (store: LockedStore) => T): T {
  return withLock(store, 1000, body);
}

function text(store: Store, file: string): string {
  return new TextDecoder().decode(store.runtime.files.read(pathOf(store, file)));
}

function rewrite(store: Store, file: string, content: string): void {
  const path = pathOf(store, file);
  store.runtime.files.makeFolder(join(path, ".."));
  store.runtime.files.write(path, content, { how: "replace" });
}

// deno-lint-ignore no-explicit-any -- audit lines as their reader would take them
function operations(store: Store): any[] {
  const bytes = store.runtime.files.read(pathOf(store, "audit/operations.jsonl"));
  return bytes ? parseLines(bytes).map((line) => line.record) : [];
}

function events(store: Store): unknown[] {
  return operations(store).map((each) => [
    each.event,
    each.note_id,
    each.operation,
    each.conversation_id,
    each.generation_id,
  ]);
}

function assertFails(code: MemoryError["code"], body: () => unknown): MemoryError {
  try {
    body();
  } catch (error) {
    assert.ok(error instanceof MemoryError);
    assert.equal(error.code, code);
    return error;
  }
  return assert.fail(`${code} expected`);
}
