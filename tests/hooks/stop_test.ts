/** When an agent is asked to save, and what the request says. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveRecords } from "../../src/capture/mod.ts";
import { isAskDue } from "../../src/hooks/stop.ts";
import { saysGoodbye, withoutGoodbye } from "../../src/prompt/work.ts";
import { openMemory } from "../../src/store/memory.ts";
import { memoryBox } from "../box.ts";
import { cursorTranscript, type HookBox, hookBox, SESSION } from "../hooks_box.ts";

const done = { status: "completed", loop_count: 0 };

async function turn(box: HookBox, prompt: string, stop: object = {}): Promise<string | undefined> {
  box.advance(60_000);
  await box.cursor("beforeSubmitPrompt", { prompt, attachments: [] });
  return (await box.cursor("stop", { ...done, ...stop })).followup_message;
}

/** Plays two prompts of work and a goodbye. Returns the request that follows, if any. */
async function workAndLeave(box: HookBox, stop: object = {}): Promise<string | undefined> {
  assert.equal(await turn(box, "Move the cache to Redis", stop), undefined);
  assert.equal(await turn(box, "Keep its entries for 300 seconds", stop), undefined);
  return await turn(box, "Thanks, that's all for today", stop);
}

/** The turn in which the agent answers our request. */
async function answerAsk(box: HookBox, ask: string): Promise<string | undefined> {
  return await turn(box, ask, { loop_count: 1 });
}

function summary(box: HookBox): void {
  const memory = openMemory(box.runtime, { projectPath: box.project });
  saveRecords(memory, [{ summary: { topic: "Cache", summary: "Done.", session: SESSION, source: "stop" } }]);
}

test("after work a goodbye has the agent asked to save: one line, with the session's id in the command", async () => {
  for (
    const goodbye of [
      "今天就到这里，谢谢",
      "好，明天再继续",
      "收工了",
      "再见",
      "bye",
      "Thanks, that's all for today",
      "See you tomorrow!",
    ]
  ) {
    const box = hookBox();
    await box.cursor("sessionStart");
    for (const prompt of ["把缓存改成 Redis", "TTL 用 300 秒"]) {
      assert.equal(await turn(box, prompt), undefined, prompt);
    }
    const ask = await turn(box, goodbye) ?? "";
    assert.match(ask, /^\[Session Save\] [^\n]+$/, goodbye);
    assert.match(ask, new RegExp(`save summary --session ${SESSION} --source stop`));
  }
});

test("without a goodbye the agent is asked to save at the sixth prompt, and six prompts after a fact that it saved", async () => {
  const asked = async (saveAt?: number) => {
    const box = hookBox();
    for (let prompt = 1; prompt <= 12; prompt++) {
      if (prompt === saveAt) {
        saveRecords(openMemory(box.runtime, { projectPath: box.project }), [{
          fact: { content: "The cache is Redis", session: SESSION },
        }]);
      }
      if (await turn(box, `Step ${prompt} of the move`)) return prompt;
    }
    return undefined;
  };
  assert.deepEqual([await asked(), await asked(4)], [6, 9]);
});

test("small talk and general questions lead to no request, however many there are and however they end", async () => {
  for (
    const prompts of [
      ["你好", "在吗", "今天天气怎么样", "讲个笑话", "谢谢", "再见"],
      ["Python 怎么读文件", "谢谢", "什么是闭包", "正则怎么写", "好的", "拜拜"],
      ["Hi", "How are you?", "What is a closure?", "Tell me a joke", "Thanks", "Bye"],
      ["什么是闭包", "那和对象有什么区别", "那缺点呢", "举个例子", "再来一个", "谢谢，再见"],
      ["What is a closure?", "And how does it differ from an object?", "Give me an example", "another one", "Bye"],
      [
        "Good morning",
        "What's the difference between a mutex and a semaphore?",
        "ok",
        "What is a monad?",
        "cool",
        "see you",
      ],
    ]
  ) {
    const box = hookBox();
    for (const prompt of prompts) assert.equal(await turn(box, prompt), undefined, prompt);
    assert.equal(box.state().work_prompts, 0, prompts.join(" | "));
  }
});

test("a prompt says goodbye if one of its clauses is nothing else", () => {
  const said = [
    "Bye",
    "ok, thanks, bye!",
    "Let's call it a day.",
    "I'm done for today",
    "那今天先这样吧",
    "我下班了",
    "晚安",
    "再见",
    "再见👋",
    "bye 👋🏻",
    "Bye-bye :)",
    "好的，拜～",
    "谢谢！先下了",
    ...[
      "差不多了 今天先这样",
      "先这样吧 明天继续",
      "ok 收工收工",
      "下班了 拜",
      "改完了 收工",
      "我先睡了",
      "周一接着来",
    ],
    ...["今天先到這裡，明天見", "先這樣吧 明天繼續", "下線了"],
    ...["ok logging off", "calling it a day, more tomorrow", "done for the day", "I’m off", "gotta go", "heading home"],
    ...["commit and bye", "push it and then call it a day", "ok thx thats all", "gn8", "cu tomorrow"],
    ...["k thats it for now", "enough for today", "night", "night all", "afk, back tomorrow", "closing the laptop"],
    ...[
      "k done here",
      "I'm closing my laptop, see you",
      "下了",
      "我先下了",
      "不干了今天",
      "吃饭去了",
      "我去吃饭了",
      "好，关机了",
    ],
    ..."散了|886|回家了|明儿见|掰掰|拜了个拜|下班了下班了|今儿就到这|先忙别的去了|下週見|收工囉|明天继续 先撤|辛苦 下了|完事 走人"
      .split("|"),
    ..."先这样 开会去了|明天再说|ok 下周再说吧|太晚了，明天再弄|今天先这样，下周再弄|累了 明天再说|接娃去了|赶高铁去了"
      .split("|"),
    ..."thats me done|gotta dash|cheers ttyl|cu tmrw|have a good one|have a good weekend|thats all folks|thats a wrap|wrapping up|lets wrap it up|lets leave it there for today|knocking off for the day|packing it in for today|peace out|laters|catch you later|speak tomorrow|lets pick this up tomorrow|eod for me|home time|cheers mate thats all"
      .split("|"),
    ...["That's it for today, cya", "done for now, bye", "that's enough for today", "we'll continue tomorrow"],
  ];
  const not = [
    "Add a goodbye page",
    "Say bye in the footer",
    "I have to go and check the header",
    "we're done with the cache, now the queue",
    "先这样改缓存",
    "That's it?",
    "拜访记录页改一下",
    "滑溜的动画改成 300 毫秒",
    "好的，先下载模型",
    ...[
      "按钮文案改成 再见",
      "改完了 再跑测试",
      "加了 明天的提醒",
      "下线了旧接口",
      "请求走了缓存",
      "明天继续做的话要先备份",
    ],
    ...[
      "turn debug logging off",
      "click it, log off, and check",
      "fix this: logging out",
      "I have to go through the list",
    ],
    ...["theme: night", "done here, next the header", "100 rows, enough for now", "statuses: online, afk, busy"],
    ...["Anna is off, back tomorrow", "服务器没反应，关机了", "关机了没", "后台下了架", "输入：去吃饭", "不干净", "88"],
    // These put a job off.
    ..."回填等DBA排期，下周再说|这个先不改，下周再弄|权限那块明天再弄|没想好，下次再说".split("|"),
    ..."散了的连接要回收|886 端口|回家了的用户打标|开会去了的人标红|周一见客户|走人工审核|吃内存了|会话散了架|老服务 下线|没结论，散会了"
      .split("|"),
    ..."wrap it up in a function|wrap up the handler in a try catch|wrapping up the response in json breaks it|leave it there in the header|leave it there|have a good look at the parser|have a nice error page for 404|that's me in the git log|thats a wrap function around fetch|time to first byte is slow|time to go through the open issues|home time zone is wrong|eod report is empty|eod for the german market is 17:30|packing the struct saves 8 bytes|packing it in a zip|calling it twice crashes|im calling it from main|pick this up from the env|pick it up tomorrow's date from the row|take it up one level|catch you forgot the error here|speak api is down|peace out of the loop|later versions break|see you later page needs a title"
      .split("|"),
    ...["the light is off", "we continue next week with the API"],
  ];
  assert.deepEqual(said.filter((prompt) => !saysGoodbye(prompt)), []);
  assert.deepEqual(not.filter(saysGoodbye), []);
  for (const whole of ["先这样 开会去了", "完事 走人", "太晚了，明天再弄"]) {
    assert.equal(withoutGoodbye(whole), "", whole);
  }
  assert.equal(withoutGoodbye("回填等DBA排期，下周再说"), "回填等DBA排期，下周再说");
});

test("an agent in a mode without commands is asked at the end of a later turn", async () => {
  const box = hookBox();
  await box.cursor("sessionStart");
  for (const composer_mode of ["ask", "plan", "agent"]) {
    box.advance(60_000);
    const prompt = `Move the queue in mode ${composer_mode}. Bye`;
    await box.cursor("beforeSubmitPrompt", { prompt: "Move the cache", attachments: [], composer_mode });
    await box.cursor("beforeSubmitPrompt", { prompt, attachments: [], composer_mode });
    const { followup_message } = await box.cursor("stop", done);
    assert.equal(followup_message !== undefined, composer_mode === "agent", composer_mode);
  }
});

test("the same words count as another prompt after the clock was set back", async () => {
  const box = hookBox();
  for (const expected of [1, 2]) {
    await box.claude("UserPromptSubmit", { prompt: "go on with it", prompt_id: undefined });
    assert.equal(box.state().prompts, expected);
    box.advance(-60 * 60_000);
  }
});

test("the request to an agent outside of its project names the project to save to", async () => {
  const box = memoryBox();
  const env = { CLAUDE_PROJECT_DIR: box.project };
  const asked = async (session: string, cwd: string) => {
    const payload = { session_id: session, cwd, stop_hook_active: false };
    for (const prompt of ["Move the cache", "Keep it for 300 seconds. Bye"]) {
      await box.hook("claude", "UserPromptSubmit", { session_id: session, cwd: box.project, prompt }, { env });
    }
    const { hookSpecificOutput } = await box.hook("claude", "Stop", payload, { env, cwd: box.home });
    return hookSpecificOutput.additionalContext;
  };
  const inside = join(box.project, "src");
  const outside = join(box.home, "other");
  for (const folder of [inside, outside]) mkdirSync(folder);
  assert.doesNotMatch(await asked("s-1", inside), /--project-path/);
  const reason = await asked("s-2", outside);
  assert.ok(reason.includes(` --project-path ${box.project} save summary --session s-2`), reason);
  const words = ["--project-path", box.project, "save", "fact", "--session", "s-2", "--content", "The cache is Redis"];
  assert.equal((await box.json(words, { cwd: outside })).data.status, "saved");
});

test("in Claude Code's plan mode nothing is asked, unless the plan was approved within the turn", async () => {
  const box = memoryBox();
  const stop = async (session: string, mode: string) => {
    const common = { session_id: session, cwd: box.project };
    for (const prompt of ["Plan the cache", "And its tests. Bye"]) {
      await box.hook("claude", "UserPromptSubmit", { ...common, prompt, permission_mode: "plan" });
    }
    return await box.hook("claude", "Stop", { ...common, stop_hook_active: false, permission_mode: mode });
  };
  assert.deepEqual(await stop("s-1", "plan"), {});
  assert.match((await stop("s-2", "acceptEdits")).hookSpecificOutput.additionalContext, /^\[Session Save\] /);
});

test("every command that we print quotes a session's id as one word of the shell", async () => {
  for (const id of ["it's; rm -rf ~ #'", '$(id) `id` "x"', "-rf", "a b\\'c", "会话 1"]) {
    const box = hookBox();
    const session = { conversation_id: id, session_id: id };
    const start = await box.cursor("sessionStart", session);
    const save = await box.cursor("beforeSubmitPrompt", { ...session, prompt: "save this", attachments: [] });
    for (const prompt of ["Move the cache", "Keep it for 300 seconds. Bye"]) {
      await box.cursor("beforeSubmitPrompt", { ...session, prompt, attachments: [] });
    }
    const stop = await box.cursor("stop", { ...session, ...done });
    for (const text of [start.additional_context, save.additional_context, stop.followup_message]) {
      const [, word = ""] = /[ `]--session (\S+|'.*?')(?= --|` to every save)/.exec(text) ?? [];
      assert.notEqual(word, "", text);
      const { stdout } = spawnSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" });
      if (box.runtime.platform !== "win32") assert.equal(stdout, id);
    }
  }
});

test("after a request nothing is asked again, at its answer or later, until enough prompts have gone by", async () => {
  const box = hookBox();
  const ask = await workAndLeave(box) ?? "";
  assert.equal(await answerAsk(box, ask), undefined);
  for (let prompt = 4; prompt <= 12; prompt++) {
    assert.equal(await turn(box, `Step ${prompt} of the move`), undefined, String(prompt));
  }
  assert.match(await turn(box, "Step 13 of the move") ?? "", /^\[Session Save\]/);
});

test("a goodbye soon after a request leads to no second request, whether a summary was saved or not", async () => {
  for (const saves of [true, false]) {
    const box = hookBox();
    const ask = await workAndLeave(box) ?? "";
    if (saves) summary(box);
    await answerAsk(box, ask);
    assert.equal(await turn(box, "Thanks, bye"), undefined);
    assert.equal(await turn(box, "Rename the flag, too"), undefined);
    assert.equal(await turn(box, "Bye"), undefined);
  }
});

test("a goodbye after three prompts of work since a request that led to no save asks again", async () => {
  for (
    const [steps, kept, asks] of [
      [2, "", false],
      [3, "", true],
      [3, "summary", false],
      [3, "fact", false],
    ] as const
  ) {
    const box = hookBox();
    const ask = await workAndLeave(box) ?? "";
    if (kept === "summary") summary(box);
    if (kept === "fact") {
      const fact = { content: "Entries live 300 seconds", session: SESSION };
      saveRecords(openMemory(box.runtime, { projectPath: box.project }), [{ fact }]);
    }
    await answerAsk(box, ask);
    for (let step = 1; step <= steps; step++) {
      assert.equal(await turn(box, `Step ${step} of the move`), undefined, `${steps} ${kept}`);
    }
    assert.equal(await turn(box, "Bye") !== undefined, asks, `${steps} ${kept}`);
  }
});

test("a goodbye of several words right after a summary is no work that a second summary should tell", async () => {
  for (const goodbye of ["that's all for today, bye", "thanks, see you tomorrow", "先这样，明天见，辛苦了"]) {
    const box = hookBox();
    await turn(box, "Move the cache to Redis");
    await turn(box, "Keep its entries for 300 seconds");
    summary(box);
    assert.equal(await turn(box, goodbye), undefined, goodbye);
  }
});

test("a goodbye long after a request leads to a second one", async () => {
  const box = hookBox();
  await answerAsk(box, await workAndLeave(box) ?? "");
  for (let step = 1; step <= 8; step++) await turn(box, `Step ${step} of the move`);
  summary(box);
  for (let step = 9; step <= 11; step++) assert.equal(await turn(box, `Step ${step} of the move`), undefined);
  assert.match(await turn(box, "Bye") ?? "", /^\[Session Save\]/);
});

test("our own request does not count as a prompt of the person", async () => {
  const box = hookBox();
  const ask = await workAndLeave(box) ?? "";
  await answerAsk(box, ask);
  assert.equal(box.state().prompts, 3);
});

test("a client's notice that a task has ended counts neither as a prompt nor as a turn", async () => {
  const box = hookBox();
  await box.claude("UserPromptSubmit", { prompt: "Build the release in the background" });
  await box.claude("Stop", { stop_hook_active: false });
  for (const task of ["b-1", "b-2"]) {
    box.advance(60_000);
    await box.claude("UserPromptSubmit", {
      prompt: `<task-notification>\n${task} is done\n</task-notification>\nGo on`,
    });
    await box.claude("Stop", { stop_hook_active: false, last_assistant_message: task });
  }
  assert.deepEqual([box.state().prompts, box.state().work_prompts], [1, 1]);
});

test("a saved summary puts off the next request as a request does", async () => {
  const box = hookBox();
  await box.cursor("beforeSubmitPrompt", { prompt: "Move the cache" });
  summary(box);
  assert.equal((await box.cursor("stop", done)).followup_message, undefined);
  for (let prompt = 2; prompt <= 10; prompt++) assert.equal(await turn(box, `Step ${prompt} of it`), undefined);
  assert.match(await turn(box, "Step 11 of it") ?? "", /^\[Session Save\]/);
});

test("the settings give the number of prompts before the first request and between two; with 0 a session is asked once at most", () => {
  const work = { work_prompts: 90 };
  assert.equal(isAskDue({ ...work, prompts: 5 }, 6, 10), false);
  assert.equal(isAskDue({ ...work, prompts: 6 }, 6, 10), true);
  assert.equal(isAskDue({ prompts: 6, work_prompts: 1 }, 6, 10), false);
  assert.equal(isAskDue({ prompts: 6, work_prompts: 1, changed: true }, 6, 10), true);
  assert.equal(isAskDue({ ...work, prompts: 12, asked_at_prompt: 2 }, 6, 10), true);
  assert.equal(isAskDue({ ...work, prompts: 11, asked_at_prompt: 2 }, 6, 10), false);
  assert.equal(isAskDue({ ...work, prompts: 14, asked_at_prompt: 2, saved_at_prompt: 5 }, 6, 10), false);
  assert.equal(isAskDue({ ...work, prompts: 14, asked_at_prompt: 2, fact_at_prompt: 5 }, 6, 10), false);
  assert.equal(isAskDue({ ...work, prompts: 6 }, 6, 0), true);
  assert.equal(isAskDue({ ...work, prompts: 90, asked_at_prompt: 1, goodbye: true }, 6, 0), false);
});

test("no request follows a turn that was aborted or failed, auto_save off, or the user's wish not to save", async () => {
  const box = hookBox();
  for (const status of ["aborted", "error"]) assert.equal(await workAndLeave(box, { status }), undefined);
  assert.equal(await turn(box, "这次不保存。"), undefined);
  assert.equal(await workAndLeave(box), undefined);
  const off = hookBox();
  off.write("config.json", `{"auto_save": false}`);
  assert.equal(await workAndLeave(off), undefined);
});

test("one question and its answer lead to no request, a changed file does", async () => {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  const said = "Which encoding has the export? Bye";
  writeFileSync(transcript_path, cursorTranscript([["user", said], ["assistant", "ISO-8859-1."]]));
  assert.equal(await turn(box, said, { transcript_path }), undefined);
  const changes = hookBox();
  const edit = { name: "Write", input: { path: join(changes.project, "a.ts") } };
  writeFileSync(transcript_path, cursorTranscript([["user", "Add a.ts. Bye"], ["assistant", "Done.", edit]]));
  assert.match(await turn(changes, "Add a.ts. Bye", { transcript_path }) ?? "", /^\[Session Save\]/);
});

test("where the transcript can't be read or has no turn yet, the prompts tell whether there was work", async () => {
  for (const written of ["\u0000\u0001 no transcript", '{"type":"mode"}\n{"type":"last-prompt"}\n', ""]) {
    const box = hookBox();
    const transcript_path = join(box.folder, "t.jsonl");
    writeFileSync(transcript_path, written);
    const stop = async (prompt: string) => {
      box.advance(60_000);
      await box.claude("UserPromptSubmit", { prompt, transcript_path });
      return await box.claude("Stop", { stop_hook_active: false, last_assistant_message: "Done.", transcript_path });
    };
    for (const prompt of ["Good morning", "Move the cache to Redis", "Keep it for 300 seconds"]) {
      assert.deepEqual(await stop(prompt), {}, prompt);
    }
    assert.match((await stop("Bye")).hookSpecificOutput.additionalContext, /^\[Session Save\] /);
  }
});

test("Claude Code is asked by context at the stop, and not asked again when it stops after the answer", async () => {
  const box = hookBox();
  for (const prompt of ["Move the cache", "Keep it for 300 seconds. Bye"]) {
    await box.claude("UserPromptSubmit", { prompt });
  }
  const reply = await box.claude("Stop", { stop_hook_active: false, last_assistant_message: "Done." });
  assert.deepEqual(Object.keys(reply), ["hookSpecificOutput"]);
  assert.equal(reply.hookSpecificOutput.hookEventName, "Stop");
  assert.match(reply.hookSpecificOutput.additionalContext, /^\[Session Save\] [^\n]+$/);
  assert.deepEqual(await box.claude("Stop", { stop_hook_active: true, last_assistant_message: "Saved." }), {});
});

test("for a client without a prompt hook the transcript holds the prompts; without a transcript it is not asked", async () => {
  const box = hookBox();
  assert.deepEqual(await box.cursor("stop", done), {});
  assert.equal(box.state().prompts, 1);
  const other = hookBox();
  const transcript_path = join(other.folder, "t.jsonl");
  const turns = ["Move the cache", "Keep it for 300 seconds", "Bye"].flatMap((prompt) =>
    [["user", prompt], ["assistant", "Done."]] as const
  );
  writeFileSync(transcript_path, cursorTranscript(turns));
  assert.match((await other.cursor("stop", { ...done, transcript_path })).followup_message, /^\[Session Save\]/);
});

test("a reply that names a given record proves that it arrived", async () => {
  const box = hookBox();
  box.write("daily/2026-02-18.jsonl", "");
  box.write(
    "sessions.jsonl",
    `${
      JSON.stringify({
        id: "sum-090000000-aaaa",
        session_id: "x",
        topic: "Cache",
        summary: "Redis.",
        decisions: [],
        todos: [],
        tags: [],
        timestamp: "2026-02-18T09:00:00.000Z",
        source: "stop",
      })
    }\n`,
  );
  await box.claude("SessionStart", { source: "startup" });
  await box.claude("Stop", {
    stop_hook_active: false,
    last_assistant_message: "As noted in [sum-090000000-aaaa], Redis.",
  });
  assert.deepEqual(box.state().cited, ["sum-090000000-aaaa"]);
});
