/** What a prompt wants, row by row of v1's tables, in both languages. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { identifyIntent, isSocial } from "../../src/prompt/intent.ts";
import { signWords } from "../../src/prompt/signs.ts";

/** prompt, type, recall, save */
type Row = readonly [string, string, boolean, boolean];

function check(rows: readonly Row[], newSession?: boolean): void {
  for (const [prompt, type, retrieve, save] of rows) {
    const intent = identifyIntent(prompt, newSession === undefined ? {} : { newSession });
    assert.deepEqual([prompt, intent.intent_type, intent.should_retrieve, intent.should_save], [
      prompt,
      type,
      retrieve,
      save,
    ]);
  }
}

// v1 §5.1.1, row by row; "-" in the table is no save.
const EXAMPLES: readonly Row[] = [
  ["继续昨天的工作", "continuation", true, false],
  ["上次说到哪了", "continuation", true, false],
  ["接着做那个功能", "continuation", true, false],
  ["帮我写个函数", "preference", true, true],
  ["我想用什么框架", "preference", true, true],
  ["按我的习惯来", "preference", true, true],
  ["这个项目的 API", "project", true, true],
  ["我们的技术栈", "project", true, true],
  ["命名规范是什么", "project", true, true],
  ["Python 怎么读文件", "independent", false, false],
  ["async/await 用法", "independent", false, false],
  ["换个话题", "new_topic", false, false],
  ["今天天气怎么样", "new_topic", false, false],
];

test("every row of v1's table of intents gives the table's answer, in a new session and in a running one", () => {
  check(EXAMPLES);
  check(EXAMPLES, true);
  check(EXAMPLES, false);
});

test("the examples in v1's instructions and scenarios get the intents named there", () => {
  check([
    ["这个项目的 API 怎么调用", "project", true, true],
    ["换个话题，我想问...", "new_topic", false, false],
    ["继续昨天的 API 重构工作", "continuation", true, false],
    ["帮我写一个数据处理函数", "preference", true, true],
    ["上次我的 git 排名咋样", "continuation", true, false],
  ]);
});

test("every row of v1's table of prompts to save gives the table's answer", () => {
  const saved = ["我们决定使用 FastAPI", "我喜欢用 TypeScript", "API 前缀是 /api/v2"];
  const notSaved = ["Python 怎么读文件", "这个报错怎么解决", "你好呀", "今天天气怎么样"];
  for (const prompt of saved) assert.equal(identifyIntent(prompt).should_save, true, prompt);
  for (const prompt of notSaved) assert.equal(identifyIntent(prompt).should_save, false, prompt);
});

test("the same kinds of prompt are understood in English", () => {
  check([
    ["Continue yesterday's work", "continuation", true, false],
    ["What did we say last time?", "continuation", true, false],
    ["Go on with that feature", "continuation", true, false],
    ["help me write a function", "preference", true, true],
    ["Which framework should I use", "preference", true, true],
    ["Do it in my style", "preference", true, true],
    ["Do it my way", "preference", true, true],
    ["Do it as I'm used to", "preference", true, true],
    ["I like to use TypeScript", "preference", true, true],
    ["How does this project call the API?", "project", true, true],
    ["We decided to use FastAPI", "project", true, true],
    ["The API prefix is /api/v2", "project", true, true],
    ["How do I read a file in Python?", "independent", false, false],
    ["async/await syntax", "independent", false, false],
    ["what is the syntax of elixir guards", "independent", false, false],
    ["Change topic: what about the tests", "new_topic", false, false],
    ["What's the weather like", "new_topic", false, false],
  ]);
});

test("the tree of v1 §5.2: exclusion before strong, strong before weak, weak and no signal only in a new session", () => {
  check([["换个话题，继续昨天的工作", "new_topic", false, false], ["继续，帮我实现登录", "continuation", true, false]]);
  check([["帮我实现登录页面", "task", true, true], ["看一下登录页面", "unknown", true, false]], true);
  check([["帮我实现登录页面", "task", false, true], ["看一下登录页面", "unknown", false, false]], false);
});

// The skill's own description names it.
test("“as usual” asks for a preference, as 按我的习惯来 does", () => {
  check([["name the branch as usual", "preference", true, true]]);
});

test("the first category of strong signals in v1's order decides, and the intent names all its signals", () => {
  const intent = identifyIntent("继续昨天我们的重构，按照我的风格");
  assert.equal(intent.intent_type, "continuation");
  assert.deepEqual(intent.signals_found, ["继续", "昨天"]);
  assert.equal(intent.confidence, 0.9);
});

test('only a sentence that changes the topic counts as such, not "by the way" or a thing of that name', () => {
  const changes = [
    "换个话题",
    "换个话题吧",
    "好了，换个话题：测试怎么跑",
    "新问题：端口是多少",
    "ok, new question: ports?",
    "Let's change the subject",
    "let's switch to a different topic",
  ];
  for (const prompt of changes) assert.equal(identifyIntent(prompt).intent_type, "new_topic", prompt);
  const goesOn = [
    "我们之前定的支付方案，另外加个退款",
    "另外，我们的端口是多少",
    "顺便问一下，我们之前定的端口是多少",
    "by the way, what did we decide on ports?",
    "换个话题的按钮点不动",
    "上线后又出现了新问题",
    "the survey form has a new question field",
    "the mail template should change the subject line",
  ];
  for (const prompt of goesOn) {
    const { intent_type, should_retrieve } = identifyIntent(prompt);
    assert.notEqual(intent_type, "new_topic", prompt);
    assert.ok(should_retrieve, prompt);
  }
});

test("every signal of the list is found in any case, and no other category takes it", () => {
  const types = { exclude: "new_topic", continuation: "continuation", preference: "preference", project: "project" };
  for (const [category, type] of Object.entries(types)) {
    for (const signal of signWords(category)) {
      for (const prompt of [signal, signal.toUpperCase(), `${signal} xyz`]) {
        assert.equal(identifyIntent(prompt).intent_type, type, prompt);
      }
    }
  }
  for (const signal of signWords("task")) {
    assert.equal(identifyIntent(`${signal} 登录页面`).intent_type, "task", signal);
  }
});

test("an English signal is a word, not a part of one", () => {
  for (
    const prompt of [
      "rewrite parser.c",
      "the createUser call",
      "write_file broke",
      "beforehand",
      "discontinued",
      "write-ahead log",
    ]
  ) {
    assert.deepEqual(identifyIntent(prompt).signals_found, [], prompt);
  }
  for (const prompt of ["请write一个parser", "(continue)", '"Continue"', "CONTINUE!"]) {
    assert.notEqual(identifyIntent(prompt).signals_found.length, 0, prompt);
  }
});

test("what a program is to remember is a task, and no question for earlier work", () => {
  const tasks = [
    ...["add a remember me checkbox", 'add a "remember me" box to the login form', "Remember me should last 30 days"],
    ...["remember the user's choice", "remember the last selected tab in localStorage", "remember password is broken"],
    "remember the scroll position when navigating back",
  ];
  for (const prompt of tasks) assert.equal(identifyIntent(prompt).intent_type, "task", prompt);
  const questions = [
    ...["do you remember me telling you about the cache?", "do you remember how we deploy?", "remember the login bug?"],
    ...[
      "do you remember the user service?",
      "remember the user service we refactored?",
      "do you remember the password?",
    ],
    "continue with the remember me checkbox",
  ];
  for (const prompt of questions) assert.equal(identifyIntent(prompt).intent_type, "continuation", prompt);
});

test("words added by configuration count, in any language", () => {
  const more = { continuation: ["続けて", "продолжай", "weiter"], exclude: ["anderes Thema"] };
  assert.equal(identifyIntent("昨日の作業を続けてください", { more }).intent_type, "continuation");
  assert.equal(identifyIntent("Продолжай, пожалуйста", { more }).intent_type, "continuation");
  assert.equal(identifyIntent("weiterleiten", { more }).intent_type, "unknown");
  assert.equal(identifyIntent("Anderes Thema bitte", { more }).intent_type, "new_topic");
});

test("only greetings, thanks, a bare yes and empty prompts are social", () => {
  for (
    const prompt of [
      "",
      "  \n",
      "你好",
      "谢谢！",
      "好的，谢谢",
      "OK 👍",
      "thanks a lot!",
      "嗯嗯",
      "Sounds good.",
      "???",
    ]
  ) {
    assert.equal(isSocial(prompt), true, prompt);
  }
  for (
    const prompt of ["继续", "你好，帮我看看登录", "ok now fix the tests", "notes", "好的数据库设计", "no tests please"]
  ) {
    assert.equal(isSocial(prompt), false, prompt);
  }
});

test("a long prompt that almost matches is judged as quickly as a short one", () => {
  const started = performance.now();
  for (const part of ["哈", "好的", "ok ", "继", "don't save ", "a/"]) identifyIntent(part.repeat(20_000) + "x");
  assert.ok(performance.now() - started < 2_000);
});

test("weather, jokes and the like are small talk, unless a project deals with them", () => {
  for (const prompt of ["今天天气怎么样", "tell me a joke", "中午吃什么"]) {
    assert.equal(identifyIntent(prompt).intent_type, "new_topic", prompt);
  }
  for (
    const prompt of [
      "天气用的哪家接口",
      "which weather API do I call here",
      "cache the joke endpoint",
      "股价数据多久更新",
    ]
  ) {
    assert.notEqual(identifyIntent(prompt).intent_type, "new_topic", prompt);
  }
});

test("the reason is told in the user's language", () => {
  assert.equal(identifyIntent("继续", { language: "zh" }).reason, "检测到强信号：继续");
  assert.equal(identifyIntent("hm", { language: "zh", newSession: false }).reason, "无明显信号（旧会话）");
  assert.equal(identifyIntent("hm", { newSession: false }).reason, "no clear signal (running session)");
});
