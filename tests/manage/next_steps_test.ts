/** What is told where nothing can be shown or done names a step that works, against the binary. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { boxWith, manage } from "./box.ts";
import { testTogether, tokenRests } from "../together.ts";

/** The text that a person reads of a call, whatever came of it. */
async function told(box: Box, words: readonly string[], options = {}): Promise<string> {
  const { stdout, stderr } = await box.run(words, options);
  return stdout + stderr;
}

test("show takes the id of a to-do, and verbs that change records name the one that closes it", async () => {
  const box = memoryBox();
  await box.run(["remember", "TODO: write the login tests"]);
  const { todos: [{ id, summary }] } = (await manage(box, "list --todos")).data;
  const shown = await box.json(["show", id]);
  assert.equal(shown.data.record.id, summary);
  assert.match(await told(box, ["show", id]), /\[ \] write the login tests/);
  for (const words of [["edit", id, "--type", "O"], ["delete", id], ["delete", id, "--confirm"]]) {
    assert.match(await told(box, words), new RegExp(`memory done ${id}.*memory show ${id}`), words.join(" "));
  }
  assert.equal((await box.run(["done", id])).code, 0);
  assert.match(await told(box, ["show", id]), /\[x\] write the login tests/);
});

test("who deletes a to-do by its id is told the command that takes away this one alone", async () => {
  const box = memoryBox();
  const open = async () => (await box.json(["list", "--todos"])).data.todos.map(({ todo }: Json) => todo).toSorted();
  const takeAway = async (id: string) => {
    const [, commands = ""] = /`([^`]+)` takes it away/.exec(await told(box, ["delete", id])) ?? [];
    for (const command of commands.split("; ")) {
      const [, ...words] = [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
      assert.equal((await box.run(words)).code, 0, command);
    }
  };
  const summary = ["--topic", "Login", "--summary", "Began it.", "--session", "s-1"];
  const { todos } = (await box.json(["save", "summary", ...summary, "--todo", "ask Anna", "--todo", "fix it"])).data;
  const { todos: [alone] } = (await box.json(["save", "summary", "--todo", "buy milk"])).data;
  await takeAway(alone.id);
  assert.deepEqual(await open(), ["ask Anna", "fix it"]);
  await takeAway(todos[0].id);
  assert.deepEqual(await open(), ["fix it"]);
  await takeAway(todos[1].id);
  assert.deepEqual(await open(), []);
  assert.equal((await box.json(["list"])).data.records[0].summary, "Began it.");
  // Each of the summaries that name it would keep it open.
  for (const session of ["s-2", "s-3"]) {
    await box.run([
      "save",
      "summary",
      "--topic",
      session,
      "--summary",
      session,
      "--todo",
      "call Bo",
      "--session",
      session,
    ]);
  }
  const { todos: [twice] } = (await box.json(["list", "--todos"])).data;
  assert.notEqual((await box.run(["edit", twice.id, "…"])).code, 0, "a placeholder is no new wording");
  await box.run(["edit", twice.id, "call Bob"]);
  assert.equal((await box.json(["undo"])).data.undone, 2);
  await takeAway(twice.id);
  assert.deepEqual(await open(), []);
});

test("an empty memory outside of projects names the call that saves there", async () => {
  const box = memoryBox({ empty: true });
  const here = { cwd: box.home };
  assert.equal((await box.run(["init", "--global", "--skip-model"], here)).code, 0);
  for (const words of [["list"], ["show"]]) {
    assert.match(await told(box, words, here), /memory remember --layer global 'a sentence'/, words.join(" "));
  }
  assert.equal((await box.run(["remember", "--layer", "global", "a sentence"], here)).code, 0);
  assert.match(await told(memoryBox(), ["list"]), /memory remember 'a sentence'/);
});

test("a list that nothing narrows says that nothing is there, not that nothing matches", async () => {
  const { box, ids: [id = ""] } = await boxWith("Redis caches sessions");
  assert.match(await told(box, ["list", "--deleted"]), /^Nothing is deleted$/m);
  assert.match(await told(box, ["list", "--keyword", "kafka"]), /that matches/);
  await box.run(["delete", id, "--confirm"]);
  assert.doesNotMatch(await told(box, ["list"]), /that matches/);
  assert.match(await told(box, ["list", "--deleted"]), /Redis caches sessions/);
  await box.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const { data: { records: [note] } } = await manage(box, "list");
  await box.run(["delete", note.id, "--confirm"]);
  // A deleted note keeps its file.
  assert.match(await told(box, ["list"]), /Nothing is remembered any more; `memory list --deleted` shows/);
});

test("every verb refuses days that end before they begin, and no export is replaced by an empty one", async () => {
  const { box } = await boxWith("Redis caches sessions");
  await box.run(["export", "all.json"]);
  const days = ["--from", "2026-05-05", "--to", "2026-05-01"];
  const verbs = [["search", "redis"], ["list"], ["delete"], ["restore"], ["export", "all.json", "--overwrite"]];
  for (const words of verbs) {
    const { code, stderr } = await box.run([...words, ...days]);
    assert.equal(code, 2, words[0]);
    assert.match(stderr, /No day fits --from 2026-05-05, --to 2026-05-01/);
  }
  assert.match(fs.readFileSync(join(box.project, "all.json"), "utf8"), /Redis caches sessions/);
  const { code, stderr } = await box.run(["search", "redis before:2026-05-01 after:2026-05-01"]);
  assert.equal(code, 2);
  assert.match(stderr, /No day fits after:2026-05-01, before:2026-05-01/);
  assert.equal((await box.run(["search", "redis before:2999-05-02 after:2026-05-01"])).code, 0);
  assert.match((await box.run(["list", "--days", "3", "--to", "2026-05-01"])).stderr, /No day fits --days 3, --to/);
});

test("a day may be said in words wherever one is asked for, and a word that names none is refused", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const count = async (...words: readonly string[]) => {
    const { total, results, records } = (await box.json(words)).data ?? await box.json(words);
    return total ?? (results ?? records).length;
  };
  for (
    const [from, to] of [["yesterday", "today"], ["昨天", "今天"], ["last week", "this week"], ["昨儿个", "今儿个"]]
  ) {
    assert.equal(await count("list", "--from", from ?? "", "--to", to ?? ""), 1, from);
    assert.equal(await count("search", "redis", "--from", from ?? ""), 1, from);
  }
  for (const query of ["after:昨天 redis", "after：昨天 redis", "after:yesterday redis"]) {
    assert.equal(await count("search", query), 1, query);
  }
  assert.equal(await count("list", "--to", "昨天"), 0);
  assert.equal(await count("search", "before:昨天 redis"), 0);
  assert.equal((await box.run(["show", "--day", "today"])).code, 0);
  for (const word of ["foo", "tomorrow", "2026-13-40", "明天"]) {
    for (const words of [["list", "--from", word], ["restore", "--to", word], ["show", "--day", word]]) {
      const { code, stderr } = await box.run(words);
      assert.deepEqual([code, /must be a day as 2026-02-18 or yesterday/.test(stderr)], [2, true], `${words}`);
      assert.match(stderr, /hint: A day reads/);
    }
  }
  // What the refusal names is understood.
  const { stderr } = await box.run(["list", "--from", "2026-13-01"]);
  const named = /hint: A day reads (.*) or (.*)/.exec(stderr)?.slice(1).flatMap((each) => each.split(", ")) ?? [];
  assert.equal(named.length, 5, stderr);
  for (const word of [...named, "2 月 18 日", "上周二", "三天前"]) {
    for (const words of [["list", "--to", word], ["show", "--day", word]]) {
      assert.notEqual((await box.run(words)).code, 2, `${words}`);
    }
  }
});

test("a call that says two things, or names a place that is not there, is refused and does neither", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "The port is 80"])).data;
  const refused = async (...words: readonly string[]) => (await box.json(words)).error;
  assert.match((await refused("edit", id, "The port is 90", "--content", "The port is 91")).message, /stands twice/);
  assert.equal((await box.json(["list"])).data.records[0].content, "The port is 80");
  assert.match((await refused("uninstall", "--confirm", "abc123")).message, /--purge is missing/);
  for (const verb of ["list", "init"]) {
    assert.match((await refused(verb, "--project-path", "/nosuch")).message, /must be a folder, found "\/nosuch"/);
  }
  assert.match((await refused("show", "2026-02-30")).message, /must be a day as/);
  assert.match((await refused("save", "")).hint, /^See `memory help save`/);
});

test("a search that only leaves out, and an export that would not be what its name says, are told what they lack", async () => {
  const { box } = await boxWith("Redis caches sessions", "The port is 80");
  assert.match(await told(box, ["search", "NOT redis"]), /NOT only leaves out: say what to look for/);
  const { error } = await box.json(["export", "out.md"]);
  assert.match(error.hint, /--format markdown/);
  assert.equal(fs.existsSync(`${box.project}/out.md`), false);
});

test("undo counts what it does not name", async () => {
  const box = memoryBox();
  const payloads = ["red", "green", "blue", "black", "white"].map((colour) => ({ content: `The ${colour} fox runs` }));
  await box.json(["save", JSON.stringify(payloads)]);
  assert.match((await box.run(["undo"])).stdout, /^ {2}The red fox runs\n(?: {2}.*\n){2}… and 2 more\n/m);
  await box.run(["config", "preset", "lightweight"]);
  assert.match((await box.run(["undo"])).stdout, /\n(?: {2}[\w.]+: \d+\n){5}/, "each setting says its value");
  await box.json(["save", "fact", "--content", "The port is 80"]);
  assert.doesNotMatch((await box.run(["undo"])).stdout, /more/);
});

test("a replacement that was noted by mistake is taken out with an empty list", async () => {
  const box = memoryBox();
  const save = async (content: string) => (await box.json(["save", "fact", "--content", content])).data.id;
  const [one, other] = [await save("The port is 80"), await save("The fox is red")];
  const state = async () => (await box.json(["show", one])).data.superseded_by;
  await box.json(["edit", other, "--supersedes", one]);
  assert.equal(await state(), other);
  assert.deepEqual((await box.json(["edit", other, "--supersedes", ""])).data.updated_fields, ["supersedes"]);
  assert.equal(await state(), undefined);
});

test("with a replacement that was noted by mistake goes what the record took over by it, and nothing else", async () => {
  const box = memoryBox();
  const save = async (content: string, ...more: string[]) =>
    (await box.json(["save", "fact", "--content", content, ...more])).data.id;
  const one = await save("The port is 80", "--when", "run serve", "--asks", "where does it listen?");
  const other = await save("The fox is red", "--when", "edit fox.ts");
  await box.json(["edit", other, "--supersedes", one]);
  const words = async () => {
    const { asks, when } = (await box.json(["show", other])).data.record;
    return { asks, when };
  };
  assert.deepEqual(await words(), { asks: ["where does it listen?"], when: ["edit fox.ts", "run serve"] });
  await box.json(["edit", other, "--supersedes", ""]);
  assert.deepEqual(await words(), { asks: undefined, when: ["edit fox.ts"] });
});

test("a token deletes nothing where none was given out", async () => {
  const { box, ids: [id = ""] } = await boxWith("Redis caches sessions");
  for (const words of [["--keyword", "redis"], [id]]) {
    const { code, stderr } = await box.run(["delete", ...words, "--confirm", "bogus"]);
    assert.equal(code, 2);
    assert.match(stderr, /takes no token here, found "bogus"; nothing was changed/);
  }
  assert.equal((await manage(box, "list")).data.total, 1);
});

test("config get names the source of a value in the reader's language", async () => {
  const box = memoryBox();
  await box.run(["config", "set", "save.ask_after_prompts", "5"]);
  const ran = (lang: string) => told(box, ["config", "get", "save.ask_after_prompts"], { env: { LANG: lang } });
  assert.match(await ran("zh_CN.UTF-8"), /^(?:5 {2}项目设置|\{)/);
  assert.match(await ran("en_US.UTF-8"), /^(?:5 {2}project|\{)/);
});

test("a result that can't be written says no more of a verb that only shows than is true", {
  skip: process.platform === "linux" ? false : "there is no /dev/full",
}, async () => {
  const { box } = await boxWith("Redis caches sessions");
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "" };
  const full = fs.openSync("/dev/full", "w");
  let stderr = "";
  try {
    execFileSync(BINARY, ["list"], { cwd: box.project, env, stdio: ["ignore", full, "pipe"], encoding: "utf8" });
  } catch (error) {
    ({ stderr } = error as { stderr: string });
  }
  assert.match(stderr, /If it writes, don't do it again: `memory undo --list` shows what was written/);
});

testTogether("where the last write left no trace, undo says how an earlier one is taken back", async () => {
  const { box } = await boxWith("Redis caches sessions", "The queue is NATS");
  const words = "delete --keyword redis --purge --include-backups";
  const { data: { confirm_token } } = await manage(box, words);
  await tokenRests();
  await manage(box, words, "--confirm", confirm_token);
  assert.match(await told(box, ["undo"]), /to leave no trace[\s\S]*memory undo --list`, then `memory undo OP`/);
  const { operations } = (await manage(box, "undo --list")).data;
  assert.equal(operations.length, 2);
});

test("an edit of a note names the verb that changes notes", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["note", "add", "Errors carry a code", "--when", "Designing an API"])).data;
  const { error } = await box.json(["edit", id, "Errors carry a number"]);
  assert.match(error.message, /is a note/);
  assert.match(error.hint, new RegExp(`memory note edit ${id}`));
  assert.match((await box.json(["edit", "MEM-none", "x"])).error.message, /no record/);
});

test("the answer to a to-do that was just done says when", async () => {
  const box = memoryBox();
  await box.json(["remember", "TODO: move the login page"]);
  const { closed: [todo] } = (await box.json(["done", "login page"])).data;
  assert.ok(Math.abs(Date.now() - Date.parse(todo.done_at)) < 60_000, todo.done_at);
});

test("an export into a folder that is not there and an import of nothing are refused, with the next step", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 8080"]);
  const exported = await box.json(["manage", "export", join(box.home, "no/such/x.json")]);
  assert.deepEqual([exported.error.code, fs.existsSync(join(box.home, "no"))], ["INVALID_ARGUMENT", false]);
  const imported = await box.json(["manage", "import", "-"], { stdin: "\n" });
  assert.equal(imported.error.code, "IMPORT_INVALID");
  assert.match(imported.error.hint, /memory export -/);
});

test("an import counts the records that an export of them counts", async () => {
  const box = memoryBox();
  for (const port of [8080, 9090]) await box.json(["remember", `The server of ${port} listens there`]);
  await box.json(["manage", "consolidate"]);
  const file = join(box.home, "e.json");
  assert.match((await box.run(["export", file])).stdout, /2 records/);
  const other = memoryBox();
  const { imported, copies } = (await other.json(["manage", "import", file])).data;
  assert.equal(imported - copies.imported, 2);
  assert.match((await other.run(["import", file])).stdout, /2 records are here already/);
});

test("the next step of a note that can't go to the team lets it go there, typed as it stands", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["note", "add", "Errors are JSON", "--when", "designing an API"])).data;
  const { hint } = (await box.json(["note", "share", id, "--check"])).error;
  const [, command = ""] = /`memory (.+?)`/.exec(hint) ?? [];
  assert.equal((await box.run(command.split(" "))).code, 0, hint);
  assert.equal((await box.json(["note", "share", id, "--check"])).status, "preview");
});

// Once it showed the note as it was, and nothing of what would come to it.
test("a proposal that is to be merged into a note is shown before it is", async () => {
  const box = memoryBox();
  await box.json(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const more = {
    scene: "designing an API",
    principles: ["Errors are JSON objects"],
    choice: "Errors are JSON objects",
  };
  const said = { ...more, source: "auto", confidence: "medium" };
  const { results: [{ proposal }] } = (await box.json(["note", "propose", JSON.stringify(said)])).data;
  const { data } = await box.json(["note", "add", "--proposal", proposal, "--decision", "merge"]);
  assert.deepEqual([data.decision, data.choice, data.note.one_liner], ["merge", more.choice, "Errors are JSON"]);
});

test("a consolidation that is taken back leaves none of its facts, and says so", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 8080"]);
  await box.json(["manage", "consolidate"]);
  assert.match((await box.run(["stats"])).stdout, /Consolidated +0; 1 with those whose daily records/);
  assert.match((await box.run(["undo"])).stdout, /consolidate .*: 1 record gone again/);
});

test("the number of deleted records is that of their list, whatever kinds they are of", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 8080"]);
  await box.json(["remember", "TODO: write the docs"]);
  await box.json(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  await box.json(["manage", "consolidate"]);
  for (const kind of ["fact", "summary", "note"]) await box.json(["delete", "--type", kind, "--confirm"]);
  assert.equal((await box.json(["list", "--deleted"])).data.total, 3);
  assert.equal((await box.json(["stats"])).data.deleted, 3);
  const { stdout } = await box.run(["stats"]);
  assert.match(stdout, /Facts +0 in 0 days\n/, "the day of what is deleted does not count");
  assert.match(stdout, /Deleted +3 /);
});

test("a deletion by days that finds nothing speaks of no keyword", async () => {
  const { box } = await boxWith("Redis caches sessions");
  const hint = async (...words: string[]) => (await box.json(["manage", "delete", ...words])).error.hint;
  assert.doesNotMatch(await hint("--from", "2001-01-01", "--to", "2001-01-02"), /keyword is/);
  assert.match(await hint("--keyword", "Kafka"), /keyword is/);
});

test("the preview of a deletion says which of its records are there since another one replaced them", async () => {
  const box = memoryBox();
  const { id: old } = (await box.json(["remember", "The gateway is Kong 2.8"])).data;
  const { id } = (await box.json(["remember", "The gateway is Kong 3.4", "--supersedes", old])).data;
  const { records } = (await box.json(["manage", "delete", id])).data;
  assert.deepEqual(records.map((each: Json) => each.superseded_by), [undefined, id]);
  assert.match((await box.run(["delete", id])).stdout, /\(superseded\) The gateway is Kong 2\.8/);
});

test("events that a list names are told apart, and the texts to be trusted are in the reader's language", async () => {
  const box = memoryBox();
  await box.run(["hook", "claude", "SessionStart"], {
    stdin: JSON.stringify({ session_id: "s-1", cwd: box.project, hook_event_name: "SessionStart", source: "startup" }),
  });
  assert.match((await box.run(["list", "--type", "event"])).stdout, / session_start /);
  const summary = { id: "sum-1", type: "summary", topic: "Docs", summary: "Began", todos: ["write docs"] };
  await box.run(["import", "-"], { stdin: JSON.stringify([summary]) });
  assert.match((await box.run(["trust"])).stdout, /to-do: write docs\n/);
  assert.match((await box.run(["trust"], { env: { LANG: "zh_CN.UTF-8" } })).stdout, /待办：write docs\n/);
});

testTogether("an undo of trust says what is followed still, and the command that takes that back", async () => {
  const box = memoryBox();
  const brought = [
    { id: "sum-1", type: "summary", topic: "Docs", summary: "Began", todos: ["write docs"] },
    { id: "log-1", type: "fact", memory_type: "O", content: "Never push to main" },
  ];
  await box.run(["import", "-"], { stdin: JSON.stringify(brought) });
  const left = async () => (await box.json(["trust"])).data.total;
  const { data: { confirm_token, total } } = await box.json(["trust"]);
  await tokenRests();
  await box.json(["trust", "--confirm", confirm_token]);
  assert.deepEqual([total, await left()], [2, 0]);
  const { hint } = (await box.json(["undo"])).data;
  assert.equal(await left(), 1);
  await box.run(/`memory (.+)`/.exec(hint)?.[1]?.split(" ") ?? []);
  assert.equal(await left(), 2);
});

// A script whose variable was empty deleted by the other filter alone.
test("an empty filter is refused by list, delete and restore, and widens nothing", async () => {
  const { box } = await boxWith("Redis caches sessions");
  for (
    const words of [
      ["delete", "--id", "", "--keyword", "Redis", "--confirm"],
      ["delete", "--type", ",", "--keyword", "Redis", "--confirm"],
      ["list", "--id", ""],
      ["list", "--tag", ""],
      ["list", "--memory-type", ""],
      ["restore", "--id", ""],
    ]
  ) {
    const { code, stderr } = await box.run(words);
    assert.equal(code, 2, words.join(" "));
    assert.match(stderr, /is empty: name at least one, or leave the option out/, words.join(" "));
  }
  assert.equal((await box.json(["list"])).data.total, 1);
});

// A search prints the id of a section of MEMORY.md, and every session is told its lines.
test("what stands in MEMORY.md is shown by the id that search prints, and verbs that change records name the file", async () => {
  const box = memoryBox();
  const core = join(box.data, "MEMORY.md");
  fs.writeFileSync(core, "# Mine\n\n## Preferences\n\n- Short answers, no emojis\n");
  const place = `${core}:5`;
  assert.equal((await box.json(["search", "emojis"])).results[0].id, "core-preferences");
  const shown = await told(box, ["show", "core-preferences"]);
  assert.ok(shown.includes("- Short answers, no emojis") && shown.includes(`yours to edit: ${place}`), shown);
  assert.equal((await box.json(["show", "core-preferences"])).data.line, 5);
  for (
    const words of [
      ["delete", "core-preferences"],
      ["edit", "core-preferences", "Long answers"],
      ["delete", "--keyword", "emojis"],
      ["delete", "--keyword", "emojis", "--confirm"],
    ]
  ) {
    const text = await told(box, words);
    assert.ok(text.includes(`It stands in MEMORY.md, which you edit yourself: ${place}`), text);
  }
  assert.ok((await told(box, ["list"])).includes(`What you wrote into ${core} is given at every start`));
  assert.match(await told(box, ["delete", "--keyword", "emoticons"]), /A keyword is looked for as it stands/);
});

// The rules of one's own CLAUDE.md come in as unconfirmed on the first day, and one may be meant and another outdated.
test("show says that a rule is unconfirmed and how to confirm it, and trust confirms the records that are named", async () => {
  const box = memoryBox();
  const file = join(box.project, "CLAUDE.md");
  fs.writeFileSync(file, "- Use pnpm, not npm.\n- Never edit files in src/generated.\n");
  await box.run(["import", file, "--confirm"]);
  const list = async () => (await box.json(["list"])).data.records as Json[];
  const [first, second] = (await list()).map(({ id }) => String(id));
  assert.match(await told(box, ["show"]), /unconfirmed.*\n.*unconfirmed/);
  const shown = await told(box, ["show", first ?? ""]);
  const [, command = ""] = /, unconfirmed\n.*`memory (trust \w+)`/.exec(shown) ?? [];
  assert.notEqual(command, "", shown);
  const words = command.split(" ");
  const { data } = await box.json(words);
  assert.deepEqual([data.total, data.texts.length], [1, 1]);
  await tokenRests();
  assert.equal((await box.run([...words, "--confirm", data.confirm_token])).code, 0);
  assert.deepEqual((await list()).map(({ id, unconfirmed }) => [id, unconfirmed]), [[first, undefined], [
    second,
    true,
  ]]);
  assert.doesNotMatch(await told(box, ["show", first ?? ""]), /nconfirmed|memory trust/);
  const again = await box.run(words);
  assert.deepEqual([again.code, /needs no trust/.test(again.stderr)], [1, true], again.stderr);
  assert.equal((await box.run(["trust", "--undo", second ?? ""])).code, 2);
});

test("edit takes its new text without quotes, as remember does", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "Use", "npm"])).data;
  assert.match(await told(box, ["edit", id.slice(-4), "Use", "pnpm", "9,", "not", "npm"]), /content/);
  await box.run(["edit", "--id", id, "--confidence", "0.9", "Use", "pnpm", "10"]);
  assert.equal((await box.json(["show", id])).data.record.content, "Use pnpm 10");
});
