/** A prompt that may be about an open to-do names the call that closes it: which ones, how rarely others, and once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sentencesIn } from "../../src/prompt/sentences.ts";
import { todoSpokenOf } from "../../src/capture/spoken_todo.ts";
import { contextOf, memoryBox } from "../box.ts";
import { summary, todosOf } from "./todo_box.ts";

const TODOS = [
  "Renew the TLS certificate before March",
  "Ask Ilse about the search index",
  "Write tests for the login page",
  "Draw the retention curve",
  "补迁移脚本",
  "Reply to Euan about the sample",
  "Order paper for the label printer",
  "把队列迁到 NATS",
  "确认发票模板的税率",
].map((todo) => ({ todo }));

/** The beginning of the to-do that each is about; the to-dos and these were written together. */
const ABOUT: readonly (readonly [prompt: string, todo: string])[] = [
  ["the tls certificate is renewed, all green", "Renew"],
  ["ilse answered: the search index stays", "Ask Ilse"],
  ["login page tests are in, merge them", "Write tests"],
  ["let's do the login page tests now", "Write tests"],
  ["drop the retention curve, nobody reads it", "Draw"],
  ["the retention curve looks right now, commit", "Draw"],
  ["迁移脚本写好了", "补迁移"],
  ["i wrote back to euan, the sample goes out friday", "Reply"],
  ["label paper arrived, the printer is stocked", "Order"],
  ["NATS 队列迁完了，跑了一晚上没问题", "把队列"],
  ["税率确认过了，发票模板按 13%", "确认发票"],
];
const OTHERS = [
  "make the login button blue",
  "write tests for the parser",
  "which index does the query use",
  "ask the api for the page count",
  "把按钮改成蓝色",
  "脚本报错了，看下日志",
  "draw a rectangle on the canvas",
  "label the axis of the chart",
  "发票列表加分页",
  "print the sample to stdout",
];
const meant = async (prompt: string) => (await todoSpokenOf(sentencesIn(prompt).map(({ said }) => said), TODOS))?.todo;

test("the to-do that a prompt may be about is found by its words, and none for other work", async () => {
  for (const [prompt, todo] of ABOUT) assert.ok((await meant(prompt))?.startsWith(todo), prompt);
  for (const prompt of OTHERS) assert.equal(await meant(prompt), undefined, prompt);
});

// The verb is a word that the to-do lacks; it tells how the job ended, and not which one it was.
test("whatever word tells that it is done, the to-do is found, and what only sounds so is about none", async () => {
  const todos = ["Add rate limiting to the login endpoint", "Finish the docs for the export API", "Rotate the API keys"]
    .map((todo) => ({ todo }));
  const meant = async (prompt: string) =>
    (await todoSpokenOf(sentencesIn(prompt).map(({ said }) => said), todos))?.todo.split(" ")[0];
  const told: readonly (readonly [prompt: string, todo: string])[] = [
    ["rate limiting shipped", "Add"],
    ["rate limiting has landed", "Add"],
    ["rate limiting deployed to prod", "Add"],
    ["rate limiting done n dusted", "Add"],
    ["login rate limiting merged this morning", "Add"],
    ["pushed the rate limiting change, its live", "Add"],
    ["mark rate limiting as done", "Add"],
    ["close the rate limiting todo", "Add"],
    ["take rate limiting off the list", "Add"],
    ["remove rate limiting from the todo list", "Add"],
    ["tick off the docs one", "Finish"],
    ["check off the docs todo", "Finish"],
    ["cross the export docs off the list", "Finish"],
    ["you can cross off the docs", "Finish"],
    ["wrapped up the export docs", "Finish"],
    ["scratch the docs todo, not needed anymore", "Finish"],
  ];
  for (const [prompt, todo] of told) assert.equal(await meant(prompt), todo, prompt);
  for (
    const prompt of [
      "check off the login checkbox in the form",
      "tick off the box when the export is ready",
      "mark the export as done in the ui",
      "mark the order as complete",
      "remove the endpoint from the list",
      "take the keys off the ring buffer",
      "the export shipped with a bug",
      "deployed the wrong branch",
      "rolled back the keys",
      "wrapped the export in a try",
      "pushed the keys into the map",
      "landed on the login page",
      "go live with the login",
    ]
  ) assert.equal(await meant(prompt), undefined, prompt);
});

test("a to-do is found by its object alone where a sentence tells that it is done, if no other has it", async () => {
  const certificate = { todo: "找张伟换测试环境的证书" };
  const meant = async (prompt: string, ...others: { todo: string }[]) =>
    (await todoSpokenOf(sentencesIn(prompt).map(({ said }) => said), [...TODOS, certificate, ...others]))?.todo;
  for (const prompt of ["证书换好了", "证书换完了", "证书已经换了", "证书换好了，接着改登录页"]) {
    assert.equal(await meant(prompt), certificate.todo, prompt);
    assert.equal(await meant(prompt, { todo: "换生产环境的证书" }), undefined, prompt);
  }
  assert.equal(await meant("张伟把证书换了", { todo: "换生产环境的证书" }), certificate.todo);
  for (
    const prompt of ["证书过期了", "证书还没换好", "换证书要多久", "证书换好了吗", "换了证书之后报错", "按钮换好了"]
  ) {
    assert.equal(await meant(prompt), undefined, prompt);
  }
});

// Each list of to-dos belongs to a project of its own; the prompts were written before any of this was measured.
const TOLD_DONE: readonly (readonly [todos: string, prompts: string, others: string])[] = [
  [
    "Migrate the cart to Redis | Changelog | Translate the emails into French | Fix the flaky checkout test | Backups | Cookie banner",
    "cart is on redis now | french emails are done | checkout test fixed | flaky test is gone, it was a timer | backups are running every night now | banner is live | forget the cookie banner, legal says no",
    "is the cart on redis yet? | cart is not on redis yet | start with the changelog | changelog needs to be written | the checkout test failed again | cart total is wrong | backups take too long | redis is down | done, next",
  ],
  [
    "Push notifications on Android | Dark mode | Onboarding screens | Privacy policy page",
    "push is working on android | did the dark mode yesterday | privacy page merged | 引导页搞定",
    "make the button dark | when dark mode is ready | pushed to main | 暗色模式还没好 | 先做引导页 | did you finish the dark mode",
  ],
  [
    "写接口文档 | 数据库备份脚本 | 给列表页加分页 | 找小李确认报销流程 | 接入微信支付 | 单元测试补到 80% | 找张伟换测试环境的证书",
    "文档写完了 | 备份脚本跑通了 | 列表分页好了 看下一个 | 微信支付接上了 | 小李说报销流程没问题 | 单测补完了",
    "先写文档 | 文档写了吗 | 接口文档在哪 | 备份脚本报错了 | 分页有问题 | 分页还没好 | 微信支付先别接 | 支付失败了 | 好了 下一个 | 证书过期了",
  ],
  [
    "Write the runbook | 登录页改版 | Load test the gateway | Rotate the S3 keys",
    "runbook is written | 登录页改完了 | 网关压测跑完了 | s3 密钥换过了 | login page redesign is done",
    "runbook is out of date | log in again | the key is wrong | 登录页打不开了 | s3 upload works | now the runbook",
  ],
  // What a to-do is called may hold a word for trouble, or a part of one.
  [
    "写还款接口 | 补错误码文档 | 优化慢查询 | 给退款接口加幂等 key | 做差错处理 | 接快捷支付 | 给回调加失败重试 | 换过期证书 | 写丢单补偿任务 | 出坏账报表 | 调优先级队列 | 修登录报错",
    "还款接口写完了 | 错误码文档补完了 | 慢查询优化完了 | 幂等key加好了 | 差错处理做完了 | 快捷支付接好了 | 失败重试加好了 | 过期证书换掉了 | 丢单补偿写完了 | 坏账报表出好了 | 优先级队列调好了 | 登录报错修好了",
    "还款接口还没写完 | 还款接口写错了 | 还款接口还差一点写完 | 慢查询又变慢了 | 慢查询怎么优化完了还慢 | 登录报错了 | 登录又报错了 | 登录还是报错 | 回调重试失败了 | 证书过期了 | 坏账报表坏了",
  ],
  [
    "Fix the broken links in the manual | Optimise the slow queries | Write the error page",
    "the broken links in the manual are fixed | slow queries are optimised now | error page is done",
    "the links in the manual are broken | links in the manual are still broken | the queries are slow | the error page is not done | are the slow queries optimised | the slow queries are slow again | the error page has an error",
  ],
  // A to-do that is to go is told as one that is done.
  [
    "给退款接口加幂等 key | 和老王对 cutoff | Write the changelog | Rotate the S3 keys",
    "幂等key那个待办删了吧 | 把幂等key那个待办删掉 | 删掉幂等key那个待办 | 幂等key那个待办不用做了 | 待办幂等key完成 | delete the changelog to-do | drop the changelog todo",
    "把待办列表删掉 | 待办页面去掉 | 幂等key那个待办先别删 | 退款接口的待办按钮删掉 | delete the todo component | remove the todo filter",
  ],
  // Names that are words of any sentence, too.
  [
    "老王确认 settle 的 cutoff 时间 | 升级 go 到 1.24",
    "settle 的 cutoff 时间老王确认了 | go 升级好了",
    "settle归小赵了 | settle 发到测试环境了 | go 版本看了",
  ],
];

test("a to-do that is told to be done in other words or in the other language is found, and none where that is asked, denied or planned", async () => {
  const list = (texts: string) => texts.split("|").map((text) => text.trim());
  for (const [todos, prompts, others] of TOLD_DONE) {
    const open = list(todos).map((todo) => ({ todo }));
    const meant = (prompt: string) => todoSpokenOf(sentencesIn(prompt).map(({ said }) => said), open);
    for (const prompt of list(prompts)) assert.ok(await meant(prompt), prompt);
    for (const prompt of list(others)) assert.equal(await meant(prompt), undefined, prompt);
  }
});

test("of hundreds of to-dos beside a long prompt the nearest alone are compared, so that nobody waits", async () => {
  const todos = Array.from({ length: 400 }, (_, at) => ({ todo: `Write tests for the login page of step ${at}` }));
  const logout = { todo: "Write tests for the logout page" };
  const said = Array.from({ length: 50 }, (_, at) => `the tests of page ${at} are green`);
  const started = performance.now();
  assert.equal(await todoSpokenOf([...said, "tests for the logout page are in"], [...todos, logout]), logout);
  assert.ok(performance.now() - started < 2_000, "twenty thousand comparisons take over ten seconds");
});

for (
  const [todo, prompt, lang] of [
    ["Renew the TLS certificate", "the TLS certificate is renewed, go on with the export", "en_US.UTF-8"],
    ["确认发票模板的税率", "发票模板的税率确认过了，按 13%", "zh_CN.UTF-8"],
    ["Alerting", "alerting is live", "en_US.UTF-8"],
    ["Login page for the dashboard", "登录页搞定了", "zh_CN.UTF-8"],
  ] as const
) {
  test(`one line names the call that closes it, once in a session, and never for what was pasted: ${todo}`, async () => {
    const box = memoryBox();
    await summary(box, "before", "--todo", todo);
    const says = async (text: string) => {
      const event = { session_id: "s-1", prompt_id: text, cwd: box.project, hook_event_name: "UserPromptSubmit" };
      const reply = await box.hook("claude", "UserPromptSubmit", { ...event, prompt: text }, { env: { LANG: lang } });
      return contextOf(reply).split("\n").filter((line) => /done todo-/.test(line));
    };
    const pasted = `2026-11-02 09:14:02 INFO [cron] ${prompt}\n`.repeat(12);
    assert.deepEqual(await says(`why does this fail?\n\n${pasted}`), []);
    assert.deepEqual(await says(`> ${prompt}\nwho wrote this?`), []);
    const [line = "", ...more] = await says(prompt);
    assert.deepEqual(more, []);
    assert.ok(line.includes(todo) && line.startsWith("[memory]"), line);
    assert.deepEqual(await says(`yes, ${prompt}`), [], "once");
    const id = /done (todo-[0-9a-f]{6})`/.exec(line)?.[1] ?? "";
    await box.json(["done", id]);
    assert.deepEqual(await todosOf(box), []);
  });
}

test("a prompt that names a to-do of a session long past gets its call, and one that names another number none", async () => {
  const box = memoryBox();
  const names = ["ledger", "tax", "cart", "stock", "mail"];
  const sessions = Array.from({ length: 90 }, (_, at) => ({
    id: `sum-0900000${at}-s${at}`,
    type: "summary",
    session_id: `s${at}`,
    topic: `Work ${at}`,
    summary: "Done.",
    todos: [`Write the ${names[at % 5]} page of chapter ${at + 10}`],
    timestamp: `2026-0${1 + Math.floor(at / 28)}-${String(1 + at % 28).padStart(2, "0")}T12:00:00Z`,
  }));
  box.write("sessions.jsonl", sessions.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const told = async (prompt: string) => {
    const event = { session_id: prompt, cwd: box.project, hook_event_name: "UserPromptSubmit", prompt };
    const context = contextOf(await box.hook("claude", "UserPromptSubmit", event));
    return /to-do “([^”]+)” is done/.exec(context)?.[1];
  };
  assert.equal(await told("the ledger page of chapter 15 is done"), "Write the ledger page of chapter 15");
  assert.equal(await told("let us look at the tax page of chapter 21"), "Write the tax page of chapter 21");
  assert.equal(await told("the ledger page of chapter 400 is done"), undefined);
  assert.equal(await told("the ledger page of the chapter is done"), undefined);
});

/** Orders to do something at another time, and sentences that only name one. */
const PUT_OFF =
  "later: dark mode | backups: another day | put rotate keys on the list | park the dark mode idea | dont let me forget the backup | 备份以后再弄 | 明天再补测试 | 国际化下个迭代再做 | 这个重构先记着 | 晚点再看 | 等联调再改 | 等老王回来再定 | 文案周四再改 | 二期再做 | 下个版本再说 | 后续优化 | 先不管 | 回填等DBA排期，下周再说 | 权限那块明天再弄 | 重构先放一放，改错别字就行 | do the export in phase two | leave the copy for Thursday | rename the flags in a follow-up | put a pin in dark mode | lets put a pin in that | put dark mode on hold | hold off on the dark mode | hold off on the migration till monday | lets shelve dark mode for now | leave dark mode for now | skip the e2e tests for now | defer dark mode | revisit the retries next week | lets come back to the dark mode later | ill do the retry logic tomorrow | dark mode can wait | create a todo to update the runbook | make a todo for updating the runbook | chuck update the runbook on the todo list | add rotate the staging certs to my list | follow up on the cert with anna | i need to remember to update the runbook";
const NOT_PUT_OFF =
  "retry later | run the job next week instead of daily | add a button to the list | the postponed jobs run twice | 以后再说 | 以后写测试都用 vitest | 稍后重试按钮点不动 | 下次登录时再弹窗 | 等测试过了再提交 | 等我确认再改 | 等接口返回再渲染 | 改完再看日志 | 这个逻辑有后续处理 | 稍后重试三次 | 二期项目叫 gateway2 | 周四发版 | 先不管缓存命中率算出总数 | 下班了，明天再说 | leave the comments in | leave the room for two lines | tests for a follow-up question | hold off the interrupt | put a pin on the map | put the page on hold music | put a lock on hold and release it | skip the first row | leave the whitespace alone | leave it for now | leave a comment for now() | park the thread until notified | defer the close in the go func | defer close the file | shelve the db with python shelve | table the results | table this data in the readme | the consumer can wait on the lock | come back to the caller with an error | get back to me | look at the log | look into the leak | sort the rows by next week | follow up question: why is it slow | create a todo to the database | create a todo model | add a todo to parser.ts | i want to remember the scroll position | will do it";

test("what is put off is told to be noted where that is meant, and what a to-do's mark says is a to-do", async () => {
  const box = memoryBox();
  const says = async (prompt: string, lang = "en_US.UTF-8") => {
    const event = { session_id: `s-${lang}-${prompt}`, cwd: box.project, hook_event_name: "UserPromptSubmit", prompt };
    return contextOf(await box.hook("claude", "UserPromptSubmit", event, { env: { LANG: lang } }));
  };
  const list = (texts: string) => texts.split("|").map((text) => text.trim());
  for (const prompt of list(PUT_OFF)) assert.match(await says(prompt), /later and not now.*--todo/, prompt);
  assert.match(await says("later: dark mode", "zh_CN.UTF-8"), /以后再做.*--todo/);
  for (const prompt of list(NOT_PUT_OFF)) assert.doesNotMatch(await says(prompt), /--todo/, prompt);
  for (const prompt of ["todo rotate keys", "待办 换密钥"]) {
    assert.match(await says(prompt), /kept as a to-do.*--todo/, prompt);
  }
  for (const prompt of ["todo 还有哪些", "todo what is left?", "No TODO or FIXME without a ticket number"]) {
    assert.doesNotMatch(await says(prompt), /kept as a to-do/, prompt);
  }
  await summary(box, "before", "--todo", "Dark mode");
  assert.doesNotMatch(await says("later: the dark mode"), /--todo/, "it is one already");
});
