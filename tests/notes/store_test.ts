/** The way from a judgement to a note on disk: written, asked about, merged or replaced, never left half done. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { MemoryError } from "../../src/errors.ts";
import { checkNotes, updateIndex } from "../../src/notes/index_file.ts";
import { executeProposal, previewProposal } from "../../src/notes/proposals.ts";
import { existingNote, readNotes } from "../../src/notes/files.ts";
import { DEFAULT_FIELDS } from "../../src/notes/note.ts";
import { renderNote } from "../../src/notes/render.ts";
import { createNote, deleteNote } from "../../src/notes/write.ts";
import { pathOf } from "../../src/store/layout.ts";
import type { Store } from "../../src/store/mod.ts";
import { assertFails, box, BY, events, locked, operations, proposeAll, rewrite, text } from "./box.ts";
import { Killed, killedAt } from "../world.ts";

const HIGH = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };
const PAYLOAD = {
  scene: "设计 API 错误响应时",
  principles: ["统一使用 { code, message } 格式", "直接返回字符串"],
  choice: "统一使用 { code, message } 格式",
  source: "remember",
  confidence: "high",
  score: HIGH,
};

test("a sure and new judgement is written at once with its row and its events, without a question", () => {
  const { store } = box();
  const [result] = proposeAll(store, PAYLOAD);
  assert.deepEqual(
    [result?.status, result?.total, result?.level, result?.decision, result?.gate, result?.id, result?.file],
    ["written", 10, "L0+L1", "new", "silent", "MEM-api-code-message", "notes/MEM-api-code-message.md"],
  );
  assert.equal(result?.questions, undefined);
  const note = existingNote(store, "MEM-api-code-message");
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
  assert.match(JSON.stringify(result?.reason), /total 3/);
  assert.deepEqual(store.runtime.files.list(store.folder), [".owner"]);
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
  assert.equal(existingNote(store, done.id).strength, "hypothesis");
  assertFails("RECORD_NOT_FOUND", () => executeProposal(store, id, { targets: [] }, BY));
});

test("without a score the user is asked for the level, and without an answer it is L0", () => {
  const { store } = box();
  const { score: _, ...plain } = PAYLOAD;
  const [asked] = proposeAll(store, plain);
  assert.deepEqual([asked?.status, asked?.total, asked?.level, asked?.gate], ["proposed", null, null, "ask"]);
  assert.equal(asked?.questions?.length, 2);
  const proposal = asked?.proposal ?? "";
  assert.equal(previewProposal(store, proposal, { targets: [], level: "L0+L1" }).level, "L0+L1");
  assert.equal(executeProposal(store, proposal, { targets: [] }, BY).level, "L0");
});

test("a proposal expires after a day, also of a clock that was put back, and its file is removed", () => {
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
  const before = existingNote(store, "MEM-api-code-message");
  rewrite(store, before.path, `${before.text}\n## 我的备注\n\n别动这里\n`);
  const [asked] = proposeAll(store, { ...PAYLOAD, scene: "新增 API 接口定义错误响应时", evidence: "上次说好的" });
  assert.deepEqual([asked?.decision, asked?.gate], ["merge", "ask"]);
  assert.equal(asked?.neighbours[0]?.reason, "same scene, same choice");
  const done = executeProposal(store, asked?.proposal ?? "", { targets: [] }, BY);
  assert.deepEqual([done.decision, done.id, done.superseded], ["merge", before.id, []]);
  const after = existingNote(store, before.id);
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
  assert.deepEqual(existingNote(store, done.id).supersedes, ["MEM-api-code-message"]);
  assert.equal(existingNote(store, "MEM-api-code-message").status, "archive");
  assert.match(text(store, "INDEX.md"), new RegExp(`\\| ${done.id} .*\\| MEM-api-code-message \\|`));
  assert.deepEqual(checkNotes(store).problems, []);
  const last = operations(store).findLast((each) => each.actor !== "system");
  assert.deepEqual([last?.ids, last?.before_count, last?.after_count], [[done.id, "MEM-api-code-message"], 1, 2]);
  assert.deepEqual(events(store).slice(-3).map(([event, id]) => [event, id]), [
    ["memory_note_created", done.id],
    ["memory_note_updated", "MEM-api-code-message"],
    ["memory_index_updated", undefined],
  ]);
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

test("ids are never given twice, not even after the note was deleted or its file removed by hand", () => {
  const { store } = box();
  const make = () =>
    locked(store, (each) => createNote(each, { ...DEFAULT_FIELDS, title: "API error format" }, BY).note);
  const first = make();
  assert.equal(first.id, "MEM-api-error-format");
  locked(store, (each) => deleteNote(each, first, BY));
  assert.equal(make().id, "MEM-api-error-format-2");
  store.runtime.files.remove(pathOf(store, "notes/MEM-api-error-format-2.md"));
  locked(store, updateIndex);
  assert.equal(make().id, "MEM-api-error-format-3");
  rewrite(store, "notes/MEM-by-hand.md", renderNote({ ...DEFAULT_FIELDS, id: "MEM-by-hand", title: "x" }));
  const byHand = () => locked(store, (each) => createNote(each, { ...DEFAULT_FIELDS, title: "by hand" }, BY).note.id);
  assert.equal(byHand(), "MEM-hand");
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
    const old = existingNote(store, "MEM-api-code-message");
    const successor = readNotes(store).find((note) => note.supersedes.includes(old.id));
    assert.ok(successor || old.status === "active", `change ${change}`);
    locked(store, updateIndex);
    assert.deepEqual(checkNotes(store).problems, [], `change ${change}`);
  }
  assert.fail("the replacement never came to its end");
});
