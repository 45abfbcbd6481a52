/** To-dos of sessions: closing them by words, listing them, and that what is done does not come back. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { meantTodo } from "../../src/capture/meant_todo.ts";
import { distinct, isSameTodo } from "../../src/recall/todos.ts";
import { BINARY, type Json, memoryBox } from "../box.ts";
import { testTogether } from "../together.ts";
import { summary, todosOf } from "./todo_box.ts";

const LOGIN = "Write tests for the login page";

test("a to-do is closed by some of its words, wherever a session left it, and stays in the record with when", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN, "--todo", "补迁移脚本");
  await summary(box, "s-2", "--todo", "Renew the TLS certificate", "--todo", `${LOGIN}.`);
  const before = new Date().toISOString();
  const reply = await box.json(["done", "login tests are done"]);
  assert.deepEqual([reply.status, reply.data.closed.length, reply.data.closed[0].todo], ["ok", 1, `${LOGIN}.`]);
  const [first, second] = box.lines("sessions.jsonl");
  assert.deepEqual([first.todos, second.todos], [["补迁移脚本"], ["Renew the TLS certificate"]]);
  assert.deepEqual([first.done[0].todo, second.done[0].todo], [LOGIN, `${LOGIN}.`], "in both, since both are one");
  assert.ok(first.done[0].done_at >= before, first.done[0].done_at);
  assert.deepEqual(await todosOf(box), ["Renew the TLS certificate", "补迁移脚本"]);
  assert.deepEqual((await box.json(["done", "证书续期好了"])).data.closed[0].todo, "Renew the TLS certificate");
  assert.deepEqual(await todosOf(box), ["补迁移脚本"]);
});

test("a to-do that is given twice at once is kept once", async () => {
  const box = memoryBox();
  const { data } = await summary(
    box,
    "s-1",
    "--todo",
    LOGIN,
    "--todo",
    "补迁移脚本",
    "--todo",
    `${LOGIN}.`,
    "--todo",
    LOGIN,
  );
  assert.deepEqual(data.todos.map(({ todo }: Json) => todo), [LOGIN, "补迁移脚本"]);
  assert.deepEqual(box.lines("sessions.jsonl")[0].todos, [LOGIN, "补迁移脚本"]);
});

for (
  const [open, again, other] of [
    ["Invoice command", "Finish the invoice command by Friday", "Report command"],
    ["Invoice command", "周五之前做完发票命令", "补测试脚本"],
    ["更新证书", "Renew the certificate", "写登出页测试"],
  ] as const
) {
  test(`a to-do that may be an open one in other words is saved, and the open one named: ${again}`, async () => {
    const box = memoryBox();
    await summary(box, "s-1", "--todo", open, "--todo", "Call the plumber");
    const { data } = await summary(box, "s-2", "--todo", again);
    assert.deepEqual(data.open_already.map(({ todo }: Json) => todo), [open]);
    assert.match(data.hint, new RegExp(`"${open}" once more.*memory done `));
    const done = /memory done ([^`]+)/.exec(data.hint)?.[1] ?? "";
    assert.equal((await box.json(["done", done])).status, "ok");
    assert.deepEqual(await todosOf(box), [again, "Call the plumber"]);
    const { data: news } = await summary(box, "s-3", "--todo", other);
    assert.deepEqual([news.open_already, news.hint], [undefined, undefined]);
    const { stdout } = await box.run(["remember", `TODO: ${open}`]);
    assert.ok(stdout.includes(`"${again}" once more`), stdout);
  });
}

test("a word that says little in most sentences still names the to-do that alone has it", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", "Finish the limiter", "--todo", "Use the new page");
  assert.equal((await box.json(["done", "limiter"])).status, "ok");
  assert.deepEqual(await todosOf(box), ["Use the new page"]);
});

test("words that mean several to-dos close none and list them with what names each", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN, "--todo", "Write tests for the logout page");
  const ran = await box.run(["done", "tests", "--json"]);
  assert.equal(ran.code, 2);
  const { error } = JSON.parse(ran.stdout);
  assert.deepEqual([error.code, error.todos.length], ["INVALID_ARGUMENT", 2]);
  assert.match(error.hint, /memory done todo-[0-9a-f]{6}/);
  assert.equal((await todosOf(box)).length, 2);
  const { id } = error.todos.find(({ todo }: Json) => todo === LOGIN);
  assert.equal((await box.json(["done", id])).data.closed[0].todo, LOGIN);
  assert.deepEqual(await todosOf(box), ["Write tests for the logout page"]);
});

// 部署 closed 写发布说明, which is near it in their language, and left “Deploy to fly” open without a word.
testTogether(
  "words of nearly the same meaning are no clearer than a translation: both are named, it first",
  async () => {
    for (
      const [words, ...todos] of [
        ["部署搞定", "Deploy to fly", "写发布说明"],
        ["deploy", "部署到 fly", "Release notes"],
      ] as const
    ) {
      const box = memoryBox();
      for (const todo of todos) await box.json(["remember", `TODO: ${todo}`]);
      const { error } = await box.json(["done", words]);
      assert.deepEqual(error.todos.map(({ todo }: Json) => todo), todos, words);
      assert.equal((await todosOf(box)).length, 2);
      await box.json(["remember", "TODO: 部署文档"]);
      assert.deepEqual((await box.json(["done", "部署文档"])).data.closed.map(({ todo }: Json) => todo), ["部署文档"]);
    }
  },
);

// The one that was named more fully was closed, and the other one stayed open without a word.
testTogether(
  "words of which several to-dos hold a part each close none; a to-do that holds them all is closed",
  async () => {
    const box = memoryBox();
    for (const todo of ["fix the header", "write the manual", "补测试"]) await box.json(["remember", `TODO: ${todo}`]);
    for (
      const [words, ...meant] of [
        [["header", "补测试"], "fix the header", "补测试"],
        [["header", "manual"], "fix the header", "write the manual"],
        [["the header and the manual"], "fix the header", "write the manual"],
        [["fix the header and write the manual"], "fix the header", "write the manual"],
      ] as const
    ) {
      const { error } = await box.json(["done", ...words]);
      assert.deepEqual(error.todos.map(({ todo }: Json) => todo).toSorted(), meant, words.join(" "));
      assert.match(error.hint, /memory done todo-[0-9a-f]{6}/);
    }
    const { data: saved } = await summary(box, "s-2", "--done", "the header and the manual");
    assert.deepEqual(saved.not_closed[0].todos.map(({ todo }: Json) => todo).toSorted(), [
      "fix the header",
      "write the manual",
    ]);
    assert.equal((await todosOf(box)).length, 3);
    await box.json(["remember", "TODO: translate the header"]);
    const { data } = await box.json(["done", "translate", "header"]);
    assert.deepEqual(data.closed.map(({ todo }: Json) => todo), ["translate the header"]);
  },
);

test("words that mean no to-do name the nearest, as not found; what is done already is no failure", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN);
  const ran = await box.run(["done", "tests for the payment page", "--json"]);
  assert.equal(ran.code, 1);
  const { error } = JSON.parse(ran.stdout);
  assert.deepEqual([error.code, error.todos[0].todo], ["RECORD_NOT_FOUND", LOGIN]);
  assert.deepEqual(await todosOf(box), [LOGIN], "another page's tests close nothing");
  await box.json(["done", "login", "page"]);
  const again = await box.json(["done", "login page"]);
  assert.deepEqual([again.status, again.data.closed, again.data.already[0].todo], ["ok", [], LOGIN]);
  assert.equal((await box.run(["done"])).code, 2);
});

// “login” has a name that two other words make where they meet (确认证书), and the second word counted too little.
test("words of which a to-do in another language holds one alone close nothing when they are said again", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", "Write the login tests", "--todo", "给李雷回邮件确认证书");
  await box.json(["done", "login tests"]);
  const again = await box.json(["done", "login tests"]);
  assert.deepEqual([again.data.closed, again.data.already[0].todo], [[], "Write the login tests"]);
  assert.deepEqual(await todosOf(box), ["给李雷回邮件确认证书"]);
});

test("a dry run changes nothing; undo opens the to-do again", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN);
  const bytes = box.read("sessions.jsonl");
  const shown = await box.json(["done", "login", "--dry-run"]);
  assert.deepEqual([shown.status, shown.data.closed[0].todo], ["preview", LOGIN]);
  assert.equal(box.read("sessions.jsonl"), bytes);
  await box.json(["done", "login"]);
  assert.deepEqual(await todosOf(box), []);
  await box.json(["manage", "undo"]);
  assert.deepEqual(await todosOf(box), [LOGIN]);
});

test("--done of a summary closes to-dos of other sessions, and undo takes back both", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN, "--todo", "Renew the TLS certificate");
  const saved = await summary(
    box,
    "s-2",
    "--done",
    "login tests",
    "--done",
    "renewed cert",
    "--done",
    "the payment page",
  );
  assert.deepEqual(saved.data.closed.map(({ todo }: Json) => todo), [LOGIN, "Renew the TLS certificate"]);
  assert.deepEqual(saved.data.not_closed.map(({ words }: Json) => words), ["the payment page"]);
  assert.deepEqual(await todosOf(box), []);
  assert.deepEqual((await todosOf(box, "--done")).length, 2);
  await box.json(["manage", "undo"]);
  assert.equal(box.lines("sessions.jsonl").length, 1);
  assert.deepEqual(await todosOf(box), [LOGIN, "Renew the TLS certificate"]);
});

test("--done reaches to-dos of the person's own layer, and one undo takes back both layers", async () => {
  const box = memoryBox();
  await box.json([
    ...["save", "summary", "--layer", "global", "--topic", "Me", "--summary", "x", "--session", "g-1"],
    ...["--todo", "Order a new keyboard"],
  ]);
  await summary(box, "s-1", "--done", "keyboard");
  assert.deepEqual(await todosOf(box), []);
  await box.json(["manage", "undo"]);
  assert.deepEqual(await todosOf(box), ["Order a new keyboard"]);
  assert.deepEqual(box.lines("sessions.jsonl"), []);
});

test("a later summary does not open again what was closed while its session went on", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN, "--todo", "Measure it");
  await box.json(["done", "login tests"]);
  const same = await summary(box, "s-1", "--todo", "Ask Ann");
  assert.equal(same.data.status, "updated");
  assert.deepEqual(await todosOf(box), ["Measure it", "Ask Ann"]);
  const other = await summary(box, "s-2", "--todo", `${LOGIN}.`, "--todo", "Measure it");
  assert.deepEqual(other.data.done_already, [`${LOGIN}.`]);
  assert.match(other.data.hint, /memory remember 'TODO: …'/);
  assert.deepEqual(await todosOf(box), ["Measure it", "Ask Ann"]);
});

test("to-dos are listed once, dated, with their session; --done lists what is done, both all", async () => {
  const box = memoryBox();
  const record = (id: string, timestamp: string, todos: string[], done: Json[] = []) =>
    JSON.stringify({
      id,
      type: "summary",
      session_id: id,
      topic: id,
      summary: "",
      decisions: [],
      todos,
      done,
      timestamp,
    });
  box.write(
    "sessions.jsonl",
    [
      record("sum-a", "2026-02-01T10:00:00.000Z", [LOGIN, "Measure it"]),
      record("sum-b", "2026-02-03T10:00:00.000Z", ["Measure it."], [{
        todo: "Ship",
        done_at: "2026-02-04T09:00:00.000Z",
      }]),
    ].join("\n") + "\n",
  );
  const { data } = await box.json(["manage", "list", "--todos"]);
  assert.deepEqual(data.todos.map(({ todo, day, summary, session }: Json) => [todo, day, summary, session]), [
    ["Measure it.", "2026-02-03", "sum-b", "sum-b"],
    [LOGIN, "2026-02-01", "sum-a", "sum-a"],
  ]);
  assert.deepEqual(await todosOf(box, "--done"), ["Ship"]);
  assert.equal((await todosOf(box, "--todos", "--done")).length, 3);
  assert.deepEqual(await todosOf(box, "--todos", "--keyword", "LOGIN"), [LOGIN]);
  assert.deepEqual(await todosOf(box, "--todos", "--to", "2026-02-02"), ["Measure it", LOGIN].reverse());
  assert.equal((await box.run(["manage", "list", "--todos", "--keyword", "nowhere"])).code, 1);
  assert.equal((await box.run(["manage", "list", "--todos", "--deleted"])).code, 2);
});

test("a to-do is found by what was said of it in either language, and never one of which a word differs", () => {
  const todos = [
    ...[
      LOGIN,
      "Renew the TLS certificate before Friday",
      "给登录接口补单元测试",
      "补迁移脚本",
      "Release 1.2 to production",
    ],
    ...[
      "把 Redis 会话 TTL 改成 900 秒",
      "更新部署文档",
      "压测订单接口",
      "联系运维开通数据库权限",
      "Fix flaky test in checkout",
      "老王确认 settle 的 cutoff 时间",
    ],
  ].map((todo) => ({ todo }));
  const meant = (words: string) => {
    const found = meantTodo(words, todos);
    return "found" in found ? found.found.map(({ todo }) => todo).join() : Object.keys(found).join();
  };
  const pairs: readonly (readonly [string, string])[] = [
    ["tests for login page are done", LOGIN],
    ["登录页面测试", LOGIN],
    ["登录单元测试补好了", "给登录接口补单元测试"],
    ["renewed the tls cert", "Renew the TLS certificate before Friday"],
    ["证书续期", "Renew the TLS certificate before Friday"],
    ["迁移脚本写好了", "补迁移脚本"],
    ["migration script", "补迁移脚本"],
    ["release 1.2", "Release 1.2 to production"],
    ["会话 TTL 改好了", "把 Redis 会话 TTL 改成 900 秒"],
    ["update the deployment documentation", "更新部署文档"],
    ["订单接口压测做完了", "压测订单接口"],
    ["database permissions", "联系运维开通数据库权限"],
    ["fixed the flaky test", "Fix flaky test in checkout"],
    ["tests for the logout page", "nearest"],
    ["release 1.3", "nearest"],
    ["退款接口压测做完了", "nearest"],
    ["hello world", "nearest"],
    ["test", "several"],
    ["settle 的 cutoff 时间", "老王确认 settle 的 cutoff 时间"],
    ["settle 发到测试环境了", "nearest"],
    ["settle归小赵了", "nearest"],
  ];
  for (const [words, todo] of pairs) assert.equal(meant(words), todo, words);
});

// A word more in five was the same once: `done` closed both, and a later summary took the first one away.
testTogether(
  "each of two to-dos that differ in a word is listed, kept by a summary, and closed alone by its text or id",
  async () => {
    for (
      const [one, other] of [
        ["fix the failing upload test on Windows", "fix the failing upload test on Windows ARM"],
        ["检查证书A", "检查证书B"],
        ["add index on user", "add index on users"],
      ] as const
    ) {
      const box = memoryBox();
      for (const todo of [one, other]) await summary(box, "s-1", "--todo", todo);
      assert.deepEqual((await todosOf(box)).toSorted(), [one, other]);
      const { data } = await box.json(["done", one]);
      assert.deepEqual(data.closed.map(({ todo }: Json) => todo), [one]);
      assert.deepEqual(await todosOf(box), [other]);
      await box.json(["manage", "undo"]);
      const { data: { todos } } = await box.json(["manage", "list", "--todos"]);
      await box.json(["done", todos.find(({ todo }: Json) => todo === other).id]);
      assert.deepEqual(await todosOf(box), [one]);
      await summary(box, "s-2", "--todo", `${one.toUpperCase()}!`);
      assert.equal((await todosOf(box)).length, 1, "the same in the same words");
    }
  },
);

test("to-dos that say the same come once, and twenty thousand are told apart within seconds", () => {
  const pick = (words: string, at: number) => words.split("|")[at % words.split("|").length];
  const some = Array.from({ length: 400 }, (_, at) => {
    const word = at * 7919 % 1009;
    const [verb, what] = [pick("Write|Fix|Check|Don't fix", word), pick("tests|docs|the big page|测试", word >> 2)];
    return { todo: `${verb} ${what} ${pick("of login|for the LOGIN.|of the login page|登录 2|登录 3", word >> 4)}` };
  });
  const pairwise: typeof some = [];
  for (const each of some) if (!pairwise.some(({ todo }) => isSameTodo(todo, each.todo))) pairwise.push(each);
  assert.ok(pairwise.length > 20 && pairwise.length < 200, String(pairwise.length));
  assert.deepEqual(distinct(some), pairwise);
  const many = Array.from(
    { length: 20_000 },
    (_, at) => ({ todo: `${pick("Write|Fix", at)} the test of module ${at}` }),
  );
  const before = process.cpuUsage().user;
  assert.equal(distinct(many).length, many.length);
  // Each with each took twenty seconds.
  assert.ok(process.cpuUsage().user - before < 5_000_000);
});

test("a session starts with what is open of all sessions: the newest eight, each once, dated, and never what is done", async () => {
  const box = memoryBox();
  const lines = Array.from({ length: 6 }, (_, at) =>
    JSON.stringify({
      ...{ id: `sum-${at}`, type: "summary", session_id: `s-${at}`, topic: `Topic ${at}`, summary: "", decisions: [] },
      todos: [`Task number ${at} alpha`, `Task number ${at} beta`, "Renew the certificate"],
      timestamp: `2026-02-0${at + 1}T10:00:00.000Z`,
    }));
  box.write("sessions.jsonl", `${lines.join("\n")}\n`);
  const start = async (session: string) =>
    (await box.hook("claude", "SessionStart", {
      ...{ session_id: session, hook_event_name: "SessionStart", source: "startup", cwd: box.project },
    })).hookSpecificOutput.additionalContext as string;
  const told = (context: string) => /## Open to-dos\n((?:- .*\n)+)/.exec(context)?.[1]?.trim().split("\n") ?? [];
  const first = told(await start("n-1"));
  assert.deepEqual(first, [
    ...[
      "- [2026-02-06] Task number 5 alpha",
      "- [2026-02-06] Task number 5 beta",
      "- [2026-02-06] Renew the certificate",
    ],
    ...["- [2026-02-05] Task number 4 alpha", "- [2026-02-05] Task number 4 beta"],
    ...[
      "- [2026-02-04] Task number 3 alpha",
      "- [2026-02-04] Task number 3 beta",
      "- [2026-02-03] Task number 2 alpha",
    ],
    `- … (+5: \`${BINARY} manage list --todos\`)`,
  ]);
  await box.json(["done", "renew certificate"]);
  await box.json(["done", "task number 5 alpha"]);
  const context = await start("n-2");
  assert.doesNotMatch(context, /Renew the certificate|number 5 alpha/);
  assert.equal(told(context)[0], "- [2026-02-06] Task number 5 beta");
  for (const { id } of (await box.json(["manage", "list", "--todos"])).data.todos) await box.json(["done", id]);
  assert.doesNotMatch(await start("n-3"), /Open to-dos|number \d/);
});

test("a session that is resumed is told the to-dos of others that it was not told, and none of its own", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN);
  const start = async (source: string) =>
    (await box.hook("claude", "SessionStart", {
      ...{ session_id: "n-1", hook_event_name: "SessionStart", source, cwd: box.project },
    })).hookSpecificOutput?.additionalContext ?? "";
  assert.match(await start("startup"), /Write tests for the login page/);
  await summary(box, "n-1", "--todo", "Measure it");
  await summary(box, "s-2", "--todo", "Ask Ann for the keys");
  const again = await start("resume");
  assert.match(again, /Ask Ann for the keys/);
  assert.doesNotMatch(again, /login page|Measure it/);
});

test("search, list and show mark what is open and what is done; a prompt is not given what is done", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN, "--todo", "Rotate the Vault signing key of the webhook every quarter");
  await box.json(["done", "signing key"]);
  const { results: [hit] } = await box.json(["search", "Vault signing key webhook"]);
  assert.match(hit.content, /\n\[ \] Write tests for the login page\n\[x\] Rotate the Vault signing key/);
  const { records: [listed] } = (await box.json(["manage", "list", "--type", "summary"])).data;
  assert.deepEqual([listed.todos, listed.done[0].todo.slice(0, 6)], [[LOGIN], "Rotate"]);
  const one = (await box.run(["show", "--id", hit.id])).stdout;
  assert.match(
    one,
    /to-dos:\n {2}\[ \] Write tests.*\n(?:.*\n)*done:\n {2}\[x\] Rotate .* \(\d{4}-\d\d-\d\d \d\d:\d\d\)/,
  );
  assert.match(
    (await box.run(["show"])).stdout,
    /To-do \[ \] Write tests.*\n {2}To-do \[x\] Rotate .* \(\d{4}-\d\d-\d\d/,
  );
  const asV1 = await box.run(["show", "--format", "memory-v1"]);
  assert.match(asV1.stdout, /- \[ \] Write tests.*\n- \[x\] Rotate .* ✅ \d{4}-\d\d-\d\d/);
  const { hookSpecificOutput } = await box.hook("claude", "UserPromptSubmit", {
    ...{ session_id: "n-1", hook_event_name: "UserPromptSubmit", cwd: box.project },
    prompt: "How did we rotate the Vault signing key of the webhook every quarter?",
  });
  assert.doesNotMatch(hookSpecificOutput?.additionalContext ?? "", /Rotate the Vault/);
  const gone = await box.json(["manage", "delete", "--keyword", "signing key"]);
  assert.equal(gone.data.total, 1, "a word of a to-do that is done finds its summary");
});

test("an edit sets the to-dos of a summary: changed, taken away, opened again, and undo brings them back", async () => {
  const box = memoryBox();
  const { id } = (await summary(box, "s-1", "--todo", LOGIN, "--todo", "Measure it")).data;
  await box.json(["done", "login"]);
  const edit = (...todos: string[]) =>
    box.json(["manage", "edit", "--id", id, ...todos.flatMap((todo) => ["--todo", todo])]);
  assert.deepEqual((await edit("Measure it, twice", "Ship")).data.updated_fields, ["todos"]);
  assert.deepEqual(await todosOf(box), ["Measure it, twice", "Ship"]);
  assert.deepEqual((await edit(LOGIN)).data.updated_fields, ["todos", "done"], "what was done is open again");
  assert.deepEqual([await todosOf(box), box.lines("sessions.jsonl")[0].done], [[LOGIN], []]);
  await edit("");
  assert.deepEqual(await todosOf(box), []);
  await box.json(["manage", "undo"]);
  assert.deepEqual(await todosOf(box), [LOGIN]);
  const fact = (await box.json(["save", "fact", "--content", "Sessions live in Redis"])).data.id;
  const ran = await box.run(["manage", "edit", "--id", fact, "--todo", "x", "--json"]);
  assert.equal(ran.code, 2);
  assert.match(JSON.parse(ran.stdout).error.message, /only summaries have to-dos/);
});

test("to-dos that somebody gave an automatic summary are not wiped when its session goes on", async () => {
  const box = memoryBox();
  const auto = {
    ...{
      id: "sum-090000000-auto",
      type: "summary",
      session_id: "s-1",
      topic: "Cache",
      summary: "Cache.",
      decisions: [],
    },
    ...{ todos: [], tags: [], timestamp: "2026-02-18T09:30:00.000Z", source: "auto", auto_generated: true },
  };
  box.write("sessions.jsonl", `${JSON.stringify(auto)}\n`);
  await box.json(["manage", "edit", "--id", auto.id, "--todo", LOGIN]);
  await box.json(["save", "fact", "--content", "Sessions live in Redis, TTL 300", "--session", "s-1"]);
  const event = { session_id: "s-1", cwd: box.project };
  await box.hook("claude", "SessionStart", { ...event, hook_event_name: "SessionStart", source: "startup" });
  await box.hook("claude", "SessionEnd", { ...event, hook_event_name: "SessionEnd", reason: "other" });
  assert.deepEqual(await todosOf(box), [LOGIN]);
  assert.equal(box.lines("sessions.jsonl").length, 1);
});

test("an export and an import keep to-dos open and done, the Markdown of Memory Skill v1 too", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--decision", "Redis", "--todo", LOGIN, "--todo", "补迁移脚本");
  await box.json(["done", "迁移脚本"]);
  for (const [format, output] of [["json", "all.json"], ["markdown", "v1"]] as const) {
    const path = `${box.home}/${output}`;
    await box.json(["export", "--format", format, "--output", path]);
    const other = memoryBox();
    await other.json(["import", "--input", path, ...format === "markdown" ? ["--format", "memory-v1"] : []]);
    const [record] = other.lines("sessions.jsonl");
    assert.deepEqual([record.decisions, record.todos], [["Redis"], [LOGIN]], format);
    assert.deepEqual(record.done.map(({ todo }: Json) => todo), ["补迁移脚本"], format);
    const { day } = (await box.json(["manage", "list", "--done"])).data.todos[0];
    assert.equal((await other.json(["manage", "list", "--done"])).data.todos[0].done_day, day, format);
  }
});

test("a to-do of a summary that shares its id with another one, or has none, is closed in its own record", async () => {
  const box = memoryBox();
  const line = (id: string | undefined, session: string, todo: string, hour: number) =>
    JSON.stringify({
      ...{ id, type: "summary", session_id: session, topic: `Topic of ${session}`, summary: `What ${session} did` },
      ...{ decisions: [], todos: [todo], timestamp: `2026-02-18T1${hour}:30:00.000Z` },
    });
  const lines = [
    line("sum-1", "a", LOGIN, 1),
    line("sum-1", "b", "Renew the certificate", 2),
    line(undefined, "c", "Ask Ann", 3),
  ];
  box.write("sessions.jsonl", `${lines.join("\n")}\n`);
  assert.equal((await todosOf(box)).length, 3);
  for (const words of ["certificate", "ann", "login"]) await box.json(["done", words]);
  assert.deepEqual(await todosOf(box), []);
  const records = box.lines("sessions.jsonl");
  assert.deepEqual(records.map(({ done }) => done?.[0].todo), [LOGIN, "Renew the certificate", "Ask Ann"]);
});

test("after “don't save” a to-do is closed by nobody, and the answer says why", async () => {
  const box = memoryBox();
  await summary(box, "s-1", "--todo", LOGIN);
  const event = { session_id: "n-1", cwd: box.project };
  await box.hook("claude", "SessionStart", { ...event, hook_event_name: "SessionStart", source: "startup" });
  await box.hook("claude", "UserPromptSubmit", {
    ...{ ...event, hook_event_name: "UserPromptSubmit" },
    prompt: "这次会话不要保存",
  });
  const { data } = await box.json(["done", "login tests"]);
  assert.deepEqual([data.status, data.reason], ["skipped", "session_not_saved"]);
  assert.deepEqual(await todosOf(box), [LOGIN]);
});
