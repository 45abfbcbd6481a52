/**
 * After two people's lines were merged by git, the later act on a record holds, and what each of them did. Against the
 * binary, with two clones.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { cursor } from "../settings_box.ts";
import { git, TODAY } from "./hostile_box.ts";
import { share, shareAll, type Team, team } from "../team_box.ts";

async function saved(box: Box, ...words: string[]): Promise<string> {
  return (await box.json(["save", ...words])).data.id;
}

async function contents(box: Box, ...words: string[]): Promise<string[]> {
  return (await box.json(["list", ...words])).data.records.map(({ content }: { content: string }) => content);
}

/** The words in which a search of each of the two finds a record, apart from letters that both share. */
async function foundByBoth({ ann, li }: Team, query: string): Promise<string[]> {
  const each = await Promise.all([ann, li].map((box) => box.json(["search", query])));
  return each.map(({ results }) => results.map(({ content }: { content: string }) => content).join("|"));
}

test("a record that is restored while a colleague writes the next line stays after the merge, and can be deleted again", async () => {
  const both = await team();
  const { ann, li } = both;
  const id = await saved(ann, "fact", "--content", "The queue is Kafka");
  shareAll(both);
  await li.json(["delete", id, "--confirm"]);
  shareAll(both);
  await saved(li, "fact", "--content", "Logs live in Loki");
  await ann.json(["restore", id]);
  shareAll(both);
  assert.equal(ann.lines(`daily/${TODAY}.jsonl`).filter((line) => line.id === id).length, 2, "both versions stand");
  assert.deepEqual(await foundByBoth(both, "Kafka"), ["The queue is Kafka", "The queue is Kafka"]);
  assert.deepEqual(await contents(li, "--keyword", "Kafka"), ["The queue is Kafka"]);
  await li.json(["delete", id, "--confirm"]);
  await saved(ann, "fact", "--content", "CI runs on arm64");
  shareAll(both);
  assert.deepEqual(await foundByBoth(both, "Kafka"), ["", ""]);
  assert.deepEqual(await contents(ann, "--keyword", "Kafka"), []);
});

test("an edit that is taken back while a colleague writes the next line stays so after the merge; so does the one before", async () => {
  const both = await team();
  const { ann, li } = both;
  const id = await saved(ann, "fact", "--content", "The port is 8080");
  await ann.json(["edit", id, "The port is 9090"]);
  await ann.json(["edit", id, "The port is 7070"]);
  shareAll(both);
  await saved(li, "fact", "--content", "Logs live in Loki");
  await ann.json(["undo"]);
  shareAll(both);
  assert.deepEqual(await foundByBoth(both, "port"), ["The port is 9090", "The port is 9090"]);
  assert.deepEqual(await contents(li, "--keyword", "port"), ["The port is 9090"]);
  await ann.json(["edit", id, "The port is 6060"]);
  assert.deepEqual(await contents(ann, "--keyword", "port"), ["The port is 6060"]);
});

test("edits of a shared record are taken back one after the other", async () => {
  const { ann } = await team();
  const id = await saved(ann, "fact", "--content", "The port is 8080");
  share(ann);
  await ann.json(["edit", id, "The port is 9090"]);
  await ann.json(["edit", id, "The port is 7070"]);
  for (const port of ["9090", "8080"]) {
    await ann.json(["undo"]);
    assert.deepEqual(await contents(ann, "--keyword", "port"), [`The port is ${port}`]);
  }
});

test("a save that is taken back while a colleague writes the next line stays gone after the merge; another undo takes the one before", async () => {
  const both = await team();
  const { ann, li } = both;
  const old = await saved(ann, "fact", "--content", "The port is 8080");
  await saved(ann, "fact", "--content", "The port is 9090", "--supersedes", old);
  shareAll(both);
  await saved(li, "fact", "--content", "Logs live in Loki");
  assert.deepEqual((await ann.json(["undo"])).data.texts, ["The port is 9090"]);
  shareAll(both);
  assert.deepEqual(await foundByBoth(both, "port"), ["The port is 8080", "The port is 8080"]);
  assert.deepEqual(await contents(ann, "--deleted", "--keyword", "port"), ["The port is 9090"]);
  await ann.json(["undo"]);
  shareAll(both);
  assert.deepEqual(await foundByBoth(both, "port"), ["", ""]);
});

test("the first save of a day that is taken back once it is shared leaves a file that merges", async () => {
  const both = await team();
  const { ann, li } = both;
  await saved(li, "fact", "--content", "Logs live in Loki");
  await ann.json(["undo"]);
  shareAll(both);
  for (const box of [ann, li]) assert.deepEqual(await contents(box), ["Logs live in Loki"]);
  assert.deepEqual(await contents(ann, "--deleted"), ["Base rule: never push on Fridays"]);
});

test("a save that is taken back once it is shared comes back for all when the undo is undone", async () => {
  const both = await team();
  const { ann, li } = both;
  const { operation } = (await ann.json(["undo"])).data;
  shareAll(both);
  assert.deepEqual(await contents(li), []);
  await ann.json(["undo", operation]);
  shareAll(both);
  assert.deepEqual(await contents(li), ["Base rule: never push on Fridays"]);
});

test("of a save that no commit has, an undo leaves nothing in a shared file", async () => {
  const { ann } = await team();
  const before = ann.read(`daily/${TODAY}.jsonl`);
  await saved(ann, "fact", "--content", "Tom leaves in March");
  await ann.json(["undo"]);
  assert.equal(ann.read(`daily/${TODAY}.jsonl`), before);
});

test("an undo takes back no older save where a pull has brought back what was taken back last", async () => {
  const both = await team();
  const { ann, li } = both;
  const id = await saved(ann, "fact", "--content", "The queue is Kafka");
  shareAll(both);
  await ann.json(["undo"]);
  shareAll(both);
  await li.json(["restore", id]);
  shareAll(both);
  const { error } = await ann.json(["undo"]);
  assert.equal(error.code, "UNDO_IMPOSSIBLE");
  assert.match(error.hint, new RegExp(`memory delete ${id}.*memory undo op-`));
  assert.deepEqual(await contents(ann, "--keyword", "Base"), ["Base rule: never push on Fridays"]);
});

test("a to-do whose tick is taken back is open after the merge", async () => {
  const both = await team();
  const { ann, li } = both;
  await saved(ann, "summary", "--topic", "Keys", "--summary", "Keys are old.", "--todo", "Rotate the keys");
  shareAll(both);
  await ann.json(["done", "Rotate the keys"]);
  shareAll(both);
  await saved(li, "summary", "--topic", "Logs", "--summary", "Logs grow.");
  await ann.json(["undo"]);
  shareAll(both);
  for (const box of [ann, li]) {
    const { todos } = (await box.json(["list", "--todos"])).data;
    assert.deepEqual(todos.map(({ todo }: { todo: string }) => todo), ["Rotate the keys"]);
  }
});

async function todosOf(box: Box, which: "todos" | "done"): Promise<string[]> {
  return (await box.json(["list", `--${which}`])).data.todos.map(({ todo }: { todo: string }) => todo);
}

test("to-dos of one summary that two people tick are both done after the merge, in lists, at the start and in search", async () => {
  const both = await team();
  const { ann, li } = both;
  const todos = ["Alpha task", "Beta task", "Gamma task"].flatMap((todo) => ["--todo", todo]);
  const id = await saved(ann, "summary", "--topic", "Tasks", "--summary", "Some are left.", ...todos);
  shareAll(both);
  await ann.json(["done", "Alpha task"]);
  await li.json(["done", "Beta task"]);
  shareAll(both);
  for (const box of [ann, li]) {
    assert.deepEqual(await todosOf(box, "todos"), ["Gamma task"]);
    assert.deepEqual((await todosOf(box, "done")).sort(), ["Alpha task", "Beta task"]);
    const { additional_context: start = "" } = await cursor(box, "sessionStart", {}, "merged");
    assert.match(start, /## (?:Open to-dos|To-dos that others may have written)\n- \[[^\]]*\] Gamma task\n(?:\n|<)/);
    assert.match(start, /Done since:\n- (?:Alpha|Beta) task [^\n]*\n- (?:Alpha|Beta) task/);
    assert.doesNotMatch(JSON.stringify(await box.json(["search", "Tasks left"])), /\[ \] (?:Alpha|Beta)/);
  }
  // A tick and a reopening act on what was merged.
  await li.json(["done", "Gamma task"]);
  await ann.json(["edit", id, "--todo", "Gamma task", "--todo", "Beta task"]);
  shareAll(both);
  for (const box of [ann, li]) {
    assert.deepEqual(await todosOf(box, "todos"), ["Beta task"], "reopened later than it was done");
    assert.deepEqual((await todosOf(box, "done")).sort(), ["Alpha task", "Gamma task"]);
  }
  await ann.json(["done", "Beta task"]);
  shareAll(both);
  for (const box of [ann, li]) assert.deepEqual(await todosOf(box, "todos"), []);
});

test("what nobody asked to save goes into no file of the team's, and is told to its own person alone", async () => {
  const both = await team();
  const { ann, li } = both;
  const transcript = join(li.home, "t.jsonl");
  const session = { session_id: "k1", cwd: li.project, transcript_path: transcript };
  const say = async (...prompts: string[]) => {
    for (const prompt of prompts) {
      const message = (role: string, text: string) =>
        `${JSON.stringify({ type: role, message: { role, content: [{ type: "text", text }] } })}\n`;
      fs.appendFileSync(transcript, message("user", prompt) + message("assistant", "Done."));
      await li.hook("claude", "UserPromptSubmit", { ...session, hook_event_name: "UserPromptSubmit", prompt });
    }
    await li.hook("claude", "SessionEnd", { ...session, hook_event_name: "SessionEnd", reason: "exit" });
  };
  const start = async (box: Box, session_id: string) => {
    const event = { session_id, cwd: box.project, hook_event_name: "SessionStart", source: "startup" };
    return contextOf(await box.hook("claude", "SessionStart", event));
  };
  const noted = await li.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  assert.match(noted.data.notes.join(), /What nobody asked to save, .* is kept in your home folder/);
  const statement = "I prefer short answers, I am colour blind";
  await say(statement, "my boss Tom is wrong", "we decided to use Postgres 16", "Remember: we deploy on Tuesdays only");
  await say("fix the lexer, too");
  const files = () => [`daily/${TODAY}.jsonl`, "sessions.jsonl"].map((file) => li.lines(file)).flat();
  assert.deepEqual(
    files().map(({ content }) => content),
    ["Base rule: never push on Fridays", "we deploy on Tuesdays only"],
    "what was ordered to be saved goes along",
  );
  const told = await start(li, "next");
  assert.match(told, /I prefer short answers/);
  assert.match(told, /## Last session\nmy boss Tom is wrong/);
  const summaries = fs.readFileSync(join(li.home, ".cursor/skills/memory-data/sessions.jsonl"), "utf8");
  assert.equal(summaries.trim().split("\n").length, 1, "a session that goes on has one summary");
  share(li);
  share(ann);
  assert.doesNotMatch(await start(ann, "ann"), /short answers|Tom/);
  await saved(ann, "summary", "--topic", "Billing", "--summary", "The header is wrong.");
  shareAll(both);
  fs.rmSync(join(li.home, ".cursor/skills"), { recursive: true });
  assert.match(await start(li, "later"), /## Last session, which others may have written\nBilling/);
});

test("a fact and a summary that a person saves in a shared memory are their own while their line is unchanged", async () => {
  const both = await team();
  const { ann, li } = both;
  const when = ["--when", "run npm install"];
  const registry = "The private registry answers only inside of the VPN";
  const fact = await saved(ann, "fact", "--content", registry, ...when);
  await saved(ann, "fact", "--content", "npm install needs the flag legacy-peer-deps here", ...when);
  await saved(ann, "summary", "--topic", "Login page", "--summary", "The OAuth callback is missing.");
  shareAll(both);
  await saved(li, "summary", "--topic", "Billing", "--summary", "The header of the export is wrong.");
  shareAll(both);
  const last = async (box: Box) => {
    const { additional_context: start = "" } = await cursor(box, "sessionStart", {}, "own");
    return /## Last session\n(.*) \(/.exec(start)?.[1];
  };
  assert.deepEqual([await last(ann), await last(li)], ["Login page", "Billing"]);
  const others = async (box: Box) => {
    const { data: { records } } = await box.json(["show", TODAY]);
    return records.filter((each: Json) => each.others).map(({ topic, content }: Json) => topic ?? content).sort();
  };
  assert.deepEqual(await others(ann), ["Billing"]);
  const { results } = await ann.json(["search", "private registry"]);
  assert.equal(results[0].others, undefined);
  const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "npm install lodash" } };
  const told = async (box: Box) =>
    contextOf(
      await box.hook("claude", "PreToolUse", { session_id: "t", transcript_path: "", cwd: box.project, ...call }),
    );
  assert.match(await told(ann), /legacy-peer-deps[\s\S]*registry|registry[\s\S]*legacy-peer-deps/);
  // Another's words in the place of one's own are another's; one's own change keeps it one's own.
  await ann.json(["edit", fact, "--entities", "npm"]);
  assert.ok(!(await others(ann)).includes(registry));
  shareAll(both);
  await li.json(["edit", fact, `${registry}, never at night`]);
  shareAll(both);
  assert.deepEqual(await others(ann), ["Billing", `${registry}, never at night`]);
});

test("what a person saved before they share the memory is their own from the first commit on", async () => {
  const box = memoryBox({ empty: true });
  git(box.project, "init", "-q", "-b", "main");
  await box.json(["init", "--skip-model", "--agent", "cursor"]);
  await saved(box, "fact", "--content", "The API uses chi");
  await saved(box, "summary", "--topic", "API skeleton", "--summary", "chi is set up");
  await box.json(["init", "--skip-model", "--agent", "cursor", "--share", "all"]);
  git(box.project, "add", "-A");
  git(box.project, "commit", "-qm", "share");
  const { additional_context: start = "" } = await cursor(box, "sessionStart", {}, "shared");
  assert.match(start, /## Last session\nAPI skeleton/);
  assert.match(start, /## Recent facts\n.*uses chi/);
  const { results } = await box.json(["search", "chi"]);
  assert.deepEqual(results.map(({ others }: Json) => others), [undefined, undefined]);
});

test("however much a colleague writes, a start tells of one's own as many facts and to-dos, and the session, as in private", async () => {
  const both = await team();
  const { ann, li } = both;
  const words = ["kiosk", "parcel", "courier", "locker", "webhook", "billing", "scanner", "gateway"];
  for (const word of words) await saved(li, "fact", "--content", `The ${word} service is written in Go`);
  await li.json(["remember", "TODO: ask legal about the vouchers"]);
  await saved(li, "summary", "--topic", "Refunds", "--summary", "The provider was verified.");
  shareAll(both);
  const theirs = Array.from({ length: 60 }, (_, at) => [
    { type: "fact", content: `Screen number ${at} is drawn by the canvas` },
    { topic: `Screen ${at}`, summary: `Reworked screen ${at}`, todos: [`test screen ${at}`], session_id: `ann-${at}` },
  ]);
  await ann.json(["save", "-"], { stdin: JSON.stringify(theirs.flat()) });
  shareAll(both);
  const { additional_context: start = "" } = await cursor(li, "sessionStart", {}, "crowded");
  const below = (heading: string) => new RegExp(`## ${heading}\\n((?:(?!##|<)[^])*)`).exec(start)?.[1] ?? "";
  assert.deepEqual(words.filter((word) => !below("Recent facts").includes(word)), []);
  assert.match(below("Last session"), /^Refunds/);
  assert.match(below("Open to-dos"), /^- \[[^\]]*\] ask legal about the vouchers\n/);
  assert.equal(below("Facts that others may have written").match(/canvas/g)?.length, 5);
  assert.match(below("To-dos that others may have written"), /test screen/);
  const prompt = { session_id: "asks", prompt: "what do I have to do?" };
  const { additional_context: answer = "" } = await cursor(li, "beforeSubmitPrompt", prompt, "asks");
  assert.match(answer, /## Open to-dos\n- \[[^\]]*\] ask legal/);
});

test("a fact of one's own that a colleague contradicts later is told as before, and marked", async () => {
  const both = await team();
  const { ann, li } = both;
  const mine = await saved(li, "fact", "--content", "The rate limit is 100 requests per minute per API key");
  shareAll(both);
  const theirs = await saved(ann, "fact", "--content", "The rate limit is 300 requests per minute per API key");
  shareAll(both);
  const brief = theirs.slice(-4);
  const start = async (box: Box) =>
    String((await cursor(box, "sessionStart", {}, "limits")).additional_context).replace(/[^]*<memory-notes/, "");
  const told = await start(li);
  assert.match(
    told,
    new RegExp(`## Facts that others contradict since [^\\n]*\\n[^\\n]* 100 requests [^\\n]* ⚠ ${brief}\\n`),
  );
  assert.match(told, /## Facts that others may have written\n[^\n]* 300 requests/);
  assert.ok(told.indexOf("100 requests") < told.indexOf("300 requests"), "nothing of one's own comes behind others'");
  assert.match(
    await start(ann),
    new RegExp(`## Recent facts\\n[^#]* 300 [^#]*## Probably outdated[^#]* 100 [^#]* ⚠ ${brief}\\n`),
  );
  const prompt = "what is the rate limit per API key?";
  const { additional_context: answer = "" } = await cursor(li, "beforeSubmitPrompt", { prompt }, "asks");
  assert.match(answer, new RegExp(`100 requests [^\\n]* ⚠ others say otherwise since: ${brief}\\n`));
  assert.match(answer, / 300 requests/);
  const { results } = await li.json(["search", "rate limit"]);
  const marks = Object.fromEntries(results.map((hit: Json) => [hit.id, [hit.contested_by, hit.outdated_by]]));
  assert.deepEqual([marks[mine], marks[theirs]], [[brief, undefined], [undefined, undefined]]);
  // The person says which holds.
  await saved(li, "fact", "--content", "The rate limit is 300 requests per minute per API key", "--supersedes", mine);
  assert.doesNotMatch(await start(li), /100 requests/);
});

test("a rule that a colleague replaces holds for its author in lists and search, and a deletion of theirs leaves it", async () => {
  const both = await team();
  const { ann, li } = both;
  const tabs = await saved(ann, "fact", "--type", "O", "--content", "Always use tabs for indentation");
  shareAll(both);
  const spaces = ["fact", "--type", "O", "--content", "Always use two spaces for indentation", "--supersedes", tabs];
  const id = await saved(li, ...spaces);
  shareAll(both);
  const listed = async (box: Box) =>
    (await box.json(["list", "--keyword", "indentation"])).data.records.map((each: Json) =>
      [/tabs|spaces/.exec(each.content)?.[0], each.superseded_by !== undefined, each.others === true].join(" ")
    );
  const found = async (box: Box) =>
    (await box.json(["search", "indentation"])).results.map((each: Json) =>
      `${/tabs|spaces/.exec(each.content)?.[0]} ${each.others === true}`
    );
  assert.deepEqual(await listed(ann), ["spaces false true", "tabs false false"]);
  assert.deepEqual(await found(ann), ["tabs false", "spaces true"]);
  assert.match((await ann.run(["list"])).stdout, /\(unconfirmed\) Always use two/);
  assert.doesNotMatch((await ann.run(["show", tabs])).stdout, /superseded/);
  const prompt = { prompt: "Which indentation do we use here?", attachments: [] };
  const asked = await cursor(ann, "beforeSubmitPrompt", prompt, "indentation");
  assert.match(contextOf(asked), /memory-conventions[^]*use tabs[^]*memory-notes[^]*two spaces/);
  assert.deepEqual(await found(li), ["spaces false"]);
  await li.json(["delete", id, "--confirm"]);
  shareAll(both);
  assert.deepEqual(await found(ann), ["tabs false"]);
  assert.deepEqual(await found(li), ["tabs true"]);
});

test("a rule that its author replaces twice goes whole when they delete the last one", async () => {
  const { ann } = await team();
  let last = await saved(ann, "fact", "--type", "O", "--content", "Always use tabs for indentation");
  for (const width of ["two", "four"]) {
    share(ann);
    const words = ["--type", "O", "--content", `Always use ${width} spaces for indentation`, "--supersedes", last];
    last = await saved(ann, "fact", ...words);
  }
  await ann.json(["delete", last, "--confirm"]);
  assert.deepEqual(await contents(ann, "--keyword", "indentation"), []);
});

test("of a record that was edited by hand and its old line the newer counts by updated_at; without it doctor names both, and so does --fix", async () => {
  const both = await team();
  const { ann, li } = both;
  const day = `daily/${TODAY}.jsonl`;
  const named = await saved(ann, "fact", "--content", "The port is 8080");
  const bare = await saved(ann, "fact", "--content", "The gateway listens on 4222");
  shareAll(both);
  const stamped = `"The port is 9090","updated_at":"${new Date().toISOString()}"`;
  li.write(day, li.read(day).replace('"The port is 8080"', stamped).replace("on 4222", "on 4333"));
  await saved(ann, "fact", "--content", "Spark needs Java 17");
  shareAll(both);
  assert.deepEqual(await foundByBoth(both, "port"), ["The port is 9090", "The port is 9090"]);
  assert.deepEqual((await contents(li, "--keyword", "gateway")).length, 2);
  const pair = new RegExp(`${bare} and ${bare}-[0-9a-f]{8}`);
  const looked = (await li.run(["doctor"])).stdout;
  assert.match(looked, pair);
  assert.doesNotMatch(looked, new RegExp(named));
  assert.match(looked, /`memory show` both and `memory delete` the old one/);
  assert.match((await li.run(["doctor", "--fix"])).stdout, pair);
  const fixed = (await li.json(["undo", "--list"])).data.operations[0];
  assert.equal((await li.json(["undo", fixed.op_id])).status, "ok");
  assert.equal((await contents(li, "--keyword", "gateway")).length, 2, "the undo loses neither");
  const old = (await li.json(["list", "--keyword", "4222"])).data.records[0];
  await li.json(["delete", old.id, "--confirm"]);
  assert.deepEqual(await contents(li, "--keyword", "gateway"), ["The gateway listens on 4333"]);
});

test("a purge by keyword takes a record of which only the line that lost in a merge holds it", async () => {
  const both = await team();
  const { ann, li } = both;
  const id = await saved(ann, "fact", "--content", "Customer ACME pays 1.2 million per year");
  shareAll(both);
  await saved(li, "fact", "--content", "CI runs on arm64");
  await ann.json(["edit", id, "Customer A is large"]);
  shareAll(both);
  const file = `daily/${TODAY}.jsonl`;
  assert.match(ann.read(file), /ACME/);
  const words = ["delete", "--keyword", "ACME", "--purge"];
  const shown = await ann.json(words);
  assert.equal(shown.data.total ?? shown.data.count ?? shown.data.records.length, 1);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await ann.json([...words, "--confirm", shown.data.confirm_token]);
  assert.doesNotMatch(ann.read(file), /ACME|Customer A/);
  assert.match(ann.read(file), /arm64/);
});

test("notes of two people with names in Chinese do not meet in one file", async () => {
  const both = await team();
  const { ann, li } = both;
  await ann.json(["note", "add", "提交信息用英文", "--when", "写提交信息"]);
  await li.json(["note", "add", "金额以分存储", "--when", "处理金额"]);
  shareAll(both);
  for (const box of [ann, li]) assert.equal((await box.json(["note", "list"])).data.total, 2);
});

/** Ends the sharing of records as `init` says, and pushes that. */
async function end(ann: Box, share: "none" | "notes"): Promise<void> {
  const { notes } = (await ann.json(["init", "--skip-model", "--share", share])).data;
  const [, command = ""] = /`git (rm --cached [^`]*)`/.exec(notes.join()) ?? [];
  git(ann.project, ...command.split(" "));
  git(ann.project, "commit", "-qam", "share no records");
  git(ann.project, "push", "-q");
}

for (const kept of ["none", "notes"] as const) {
  test(`a colleague shares ${kept} from now on: what is one's own is told as lost, comes back, and stays out of commits`, async () => {
    const both = await team();
    const { ann, li } = both;
    const sessionEnd = () => li.hook("claude", "SessionEnd", { session_id: "s", cwd: li.project, reason: "exit" });
    await saved(li, "fact", "--content", "The port is 9090");
    await saved(li, "fact", "--type", "O", "--content", "Write every letter with heather ink");
    await saved(li, "summary", "--topic", "Login", "--todo", "Write the login tests", "--summary", "Begun");
    shareAll(both);
    await sessionEnd();
    git(li.project, "branch", "old", "HEAD");
    git(li.project, "switch", "-q", "--orphan", "bare");
    const told = async () => (await li.run(["list"])).stderr;
    assert.doesNotMatch(await told(), /has lost/, "a branch without the memory");
    await sessionEnd();
    git(li.project, "switch", "-q", "main");
    await sessionEnd();
    await end(ann, kept);
    git(li.project, "pull", "-q", "origin", "main");
    const status = () => execFileSync("git", ["status", "--short", "-uall"], { cwd: li.project, encoding: "utf8" });
    assert.doesNotMatch(status(), /\.owner/);
    await cursor(li, "sessionStart", {}, "ended");
    assert.equal(status(), "");
    assert.match(await told(), /has lost 3 records/);
    assert.match((await li.run(["doctor"])).stdout, /has lost 3 records/);
    assert.match((await li.run(["restore"])).stdout, /3 records/);
    assert.deepEqual((await contents(li, "--type", "fact")).sort(), [
      "The port is 9090",
      "Write every letter with heather ink",
    ]);
    assert.match((await li.run(["list", "--todos"])).stdout, /login tests/);
    const { additional_context: start = "" } = await cursor(li, "sessionStart", {}, "restored");
    assert.match(start, /<memory-conventions[^]*heather ink[^]*<\/memory-conventions/);
    assert.doesNotMatch(await told(), /has lost/);
    assert.equal(status(), "");
    await sessionEnd();
    git(li.project, "switch", "-qf", "old");
    assert.doesNotMatch(await told(), /has lost/, "a branch that shares them still");
  });
}
