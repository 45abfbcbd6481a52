/**
 * Prompts that ask for earlier work as a whole, with a chosen clock, in this process: a day, what is open, how the last
 * session ended.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { factLine, type HookBox, hookBox, type Json } from "../hooks_box.ts";
import { contextOf } from "../box.ts";

/** 18 February 2026 is a Wednesday. */
const at = (day: number, hour = 9) =>
  `2026-02-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00.000Z`;

const summary = (session: string, day: number, more: object = {}) =>
  `${
    JSON.stringify({
      id: `sum-09000000${day % 10}-${session}`,
      type: "summary",
      session_id: session,
      topic: `Session ${session}`,
      summary: `What ${session} came to.`,
      decisions: [],
      todos: [],
      timestamp: at(day, 18),
      ...more,
    })
  }\n`;

function worked(): HookBox {
  const box = hookBox();
  box.write(
    "daily/2026-02-17.jsonl",
    factLine("The gateway retries twice", { timestamp: at(17) }) +
      factLine("连接池的上限定为 20", { timestamp: at(17, 15) }),
  );
  box.write("daily/2026-02-12.jsonl", factLine("Invoices are numbered per year", { timestamp: at(12) }));
  box.write(
    "sessions.jsonl",
    summary("gateway", 17, { todos: ["measure the retries"] }) +
      summary("invoices", 12, {
        todos: ["number the credit notes"],
        done: [{ todo: "print a page", done_at: at(13) }],
      }),
  );
  return box;
}

let session = 0;

/** The context that a new session gets with the last of these prompts. */
async function told(box: HookBox, ...prompts: string[]): Promise<string> {
  const session_id = `asking-${session++}`;
  let last: Json;
  for (const prompt of prompts) {
    box.advance(60_000);
    last = await box.claude("UserPromptSubmit", { prompt, session_id });
  }
  return contextOf(last);
}

for (
  const prompt of [
    "what did we do yesterday?",
    "昨天都干了啥",
    "我们周二聊到哪了",
    "what happened on Tuesday?",
    "2 月 17 日做了什么",
  ]
) {
  test(`a question about a day gets its facts and summaries, newest first: ${prompt}`, async () => {
    const context = await told(worked(), "look at the build first, it is slow", prompt);
    assert.match(context, /What gateway came to[\s\S]*连接池的上限定为 20[\s\S]*The gateway retries twice/);
    assert.doesNotMatch(context, /Invoices/);
    assert.match(context, /^<memory-notes /);
  });
}

test("a part of a day narrows the answer to it, unless nothing was saved in that part: then the whole day answers", async () => {
  const box = worked();
  const afternoon = await told(box, "昨天下午做了什么");
  assert.match(afternoon, /连接池的上限定为 20/);
  assert.doesNotMatch(afternoon, /retries twice/);
  assert.match(await told(box, "昨天凌晨做了什么"), /retries twice/);
});

for (const prompt of ["Search memory: yesterday", "搜索记忆：昨天"]) {
  test(`a search command for a day gets its records: ${prompt}`, async () => {
    assert.match(await told(worked(), "look at the build first, it is slow", prompt), /What gateway came to/);
  });
}

test("of a busy day the project's work is told first, in one frame, and how to see the rest", async () => {
  const box = hookBox();
  const long = "It has new tests, a better page for errors, a queue for slow jobs, and an owner in Berlin.";
  const done = ["Search", "Payments", "Coupons", "Ledger"].map((topic, at) =>
    summary(`b${at}`, 17, { topic, summary: `${topic} is done. ${long}` })
  );
  box.write("sessions.jsonl", done.join(""));
  box.write("daily/2026-02-17.jsonl", factLine("Never deploy on Fridays", { memory_type: "O", timestamp: at(17, 20) }));
  const context = await told(box, "what did we do yesterday?");
  assert.match(context, /^<memory-notes /);
  assert.match(
    context,
    /Fridays[^]*\n- … \(\+[12]: `[^`]+ manage list --from 2026-02-17 --to 2026-02-17`\)\n<\/memory-notes/,
  );
  assert.doesNotMatch(context, /memory-conventions/);
});

test("of a day with more records than are looked at the number is that of the list which the line names", async () => {
  const box = hookBox();
  const facts = Array.from(
    { length: 150 },
    (_, of) => factLine(`Reading ${of} was ${of * 7} units`, { timestamp: at(17) }),
  );
  box.write("daily/2026-02-17.jsonl", facts.join(""));
  const context = await told(box, "what did we do yesterday?");
  const shown = context.split("\n").filter((line) => line.includes("Reading")).length;
  const [, left] = /… \(\+(\d+): /.exec(context) ?? [];
  assert.ok(shown > 2, context);
  assert.equal(Number(left), 150 - shown);
});

test("a question about a day on which nothing was saved gets no answer, nor a rule about such days", async () => {
  const box = worked();
  box.write("daily/2026-02-13.jsonl", factLine("We deploy on Sundays only", { memory_type: "O", timestamp: at(13) }));
  box.write("daily/2026-02-14.jsonl", factLine("周日不上线", { memory_type: "O", timestamp: at(14) }));
  for (const prompt of ["what did we do on Sunday?", "周日都干了啥"]) assert.equal(await told(box, prompt), "", prompt);
});

test("a month in which nothing was saved gets no answer, though later facts hold the question's other words", async () => {
  const box = worked();
  box.write("daily/2026-02-13.jsonl", factLine("缓存 TTL 定了 300 秒", { timestamp: at(13) }));
  for (const prompt of ["9月定了什么", "去年9月定了什么？", "9 月初定了什么"]) {
    assert.equal(await told(box, prompt), "", prompt);
  }
  assert.match(await told(box, "本月定了什么"), /TTL/);
});

test("the log says that a question for a day or for open work found nothing, and that an order to go on was answered before", async () => {
  const box = worked();
  const whyNot = async (prompt: string, session_id: string) => {
    box.advance(60_000);
    assert.equal(contextOf(await box.claude("UserPromptSubmit", { prompt, session_id })), "", prompt);
    return box.lines("logs/2026-02-18.jsonl").findLast(({ message }) => message === "retrieval").silent;
  };
  await box.claude("SessionStart", { source: "startup", session_id: "started" });
  assert.equal(await whyNot("continue where we left off", "started"), "already given");
  assert.equal(await whyNot("what did we do on Sunday?", "other"), "nothing found");
  box.write("sessions.jsonl", summary("gateway", 17));
  assert.equal(await whyNot("what is still open?", "other"), "nothing found");
});

// Above what was given the log once said that nothing was found.
test("the log has one line for an answer beside which nothing else was found", async () => {
  for (const prompt of ["continue", "还有啥没做完"]) {
    const box = worked();
    assert.notEqual(await told(box, prompt), "");
    const lines = box.lines("logs/2026-02-18.jsonl").filter(({ message }) => message === "retrieval");
    assert.deepEqual(lines.map(({ chosen }) => chosen.length > 0), [true], prompt);
  }
});

test("a question about a thing on a day gets that day's record of it, though their words alone would not suffice", async () => {
  const box = worked();
  box.write("daily/2026-02-10.jsonl", factLine("The numbering of rooms follows the floor", { timestamp: at(10) }));
  const context = await told(box, "what did we decide about numbering last Thursday?");
  assert.match(context, /numbered per year/);
  assert.doesNotMatch(context, /rooms/);
});

for (
  const prompt of [
    "星期二做的导出",
    "Tuesday's decision about the export",
    "周二改的导出怎么样了",
    "the decision on the export from Tuesday",
  ]
) {
  test(`a prompt that points at what was done on a day gets that day's record of it: ${prompt}`, async () => {
    const box = worked();
    const fact = (content: string, day: number) =>
      box.write(`daily/2026-02-${day}.jsonl`, factLine(content, { entities: ["export", "导出"], timestamp: at(day) }));
    fact("The export of albums is a zip that is streamed", 17);
    fact("The export of invoices is a PDF of one page", 11);
    const context = await told(box, "look at the build first, it is slow", prompt);
    assert.match(context, /zip that is streamed/);
    assert.doesNotMatch(context, /PDF/);
  });
}

// The words for the time were compared like the others, and an ask held them.
test("the words for a time past bring no record that holds them, too, and is about something else", async () => {
  const box = worked();
  const asks = ["where do I look for an error of last week", "上周的报错去哪看"];
  const logs = factLine("Logs go to Loki and stay for 14 days", { asks, timestamp: at(9) });
  box.write("daily/2026-02-09.jsonl", logs);
  for (
    const prompt of ["what did we decide about share links last week?", "end of last week", "上周的分享链接是怎么定的"]
  ) {
    assert.doesNotMatch(await told(box, "look at the build first, it is slow", prompt), /Loki/, prompt);
  }
  for (const prompt of ["where do I look for an error of last week?", "上周的报错去哪看"]) {
    assert.match(await told(box, "look at the build first, it is slow", prompt), /Loki/, prompt);
  }
});

for (const prompt of ["what is still open?", "还有啥没做完", "还有哪些待办？", "show me my open to-dos"]) {
  test(`a question for open work gets the to-dos of all sessions: ${prompt}`, async () => {
    const context = await told(worked(), "look at the build first, it is slow", prompt);
    assert.match(
      context,
      /Open to-dos\n- \[2026-02-17\] measure the retries\n- \[2026-02-12\] number the credit notes\n/,
    );
    assert.doesNotMatch(context, /print a page|Memory Flush/);
  });
}

// Of the gateway tells the topic of the session alone.
for (
  const prompt of [
    "what is still open for the retries?",
    "retries to-dos?",
    "the retries 还有啥没做",
    "what is still open for the gateway?",
  ]
) {
  test(`a question for the open work of one matter gets the to-dos about it alone: ${prompt}`, async () => {
    const context = await told(worked(), "look at the build first, it is slow", prompt);
    assert.match(context, /Open to-dos\n- \[2026-02-17\] measure the retries\n/);
    assert.doesNotMatch(context, /Open to-dos[^#<]*credit notes/);
  });
}

test("to-dos of one matter are found in however old a session, by its number too, and the others are not counted", async () => {
  const box = hookBox();
  const chapters = Array.from({ length: 90 }, (_, at) => {
    const todos = [`Write the page of chapter ${at}`, ...at < 12 ? [`Draw the map of Rome, sheet ${at}`] : []];
    return summary(`s${at}`, 1, { id: `sum-0900000${at}-s${at}`, todos });
  });
  box.write("sessions.jsonl", chapters.join(""));
  const open = async (prompt: string) => (await told(box, "look at the build first, it is slow", prompt)).split("\n");
  const lines = (await open("what is still open for chapter 7?")).filter((line) => line.startsWith("- "));
  assert.deepEqual(lines, ["- [2026-02-01] Write the page of chapter 7"]);
  const maps = (await open("what is still open for the map of Rome?")).filter((line) => line.startsWith("- "));
  assert.equal(maps.length, 9);
  assert.match(maps.at(-1) ?? "", /^- … \(`\S+ manage list --todos`\)$/);
  const all = (await open("what is still open?")).filter((line) => line.startsWith("- "));
  assert.match(all.at(-1) ?? "", /^- … \(\+94: `\S+ manage list --todos`\)$/);
});

test("a question for the open work of a matter that no to-do is about is answered as any other", async () => {
  const context = await told(worked(), "look at the build first, it is slow", "what is still open for the scheduler?");
  assert.doesNotMatch(context, /Open to-dos/);
});

test('a fact whose text begins with "to-do" is given beside the open to-dos', async () => {
  const box = worked();
  box.write("daily/2026-02-16.jsonl", factLine("待办：平板横屏还没适配", { timestamp: at(16) }));
  assert.match(
    await told(box, "look at the build first, it is slow", "还有哪些待办没做"),
    /measure the retries[^]*平板横屏/,
  );
});

test("to-dos that others may have written stand apart from the person's own, and no prompt is told how to close them", async () => {
  const box = worked();
  const clone = join(box.folder, "home", "work", "theirs");
  const data = join(clone, ".cursor", "skills", "memory-data");
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "sessions.jsonl"), summary("theirs", 16, { todos: ["rotate the signing keys"] }));
  const ask = async (prompt: string) => {
    box.advance(60_000);
    const reply = await box.claude("UserPromptSubmit", { prompt, cwd: clone, session_id: `clone-${session++}` });
    return contextOf(reply);
  };
  const open = await ask("what is still open?");
  assert.match(open, /To-dos that others may have written\n- \[2026-02-16\] rotate the signing keys/);
  assert.doesNotMatch(open, /## Open to-dos/);
  assert.doesNotMatch(await ask("rotate the signing keys of the app now"), /memory.* done todo-/);
});

for (const prompt of ["继续", "接着做", "go on with the retries", "continue where we left off", "上次做到哪了"]) {
  test(`a first prompt that goes on with earlier work gets the end of the last session, unless the start gave it: ${prompt}`, async () => {
    const box = worked();
    const context = await told(box, "hi", prompt);
    assert.match(
      context,
      /measure the retries[\s\S]*## Last session\nSession gateway \(2026-02-17\)\nWhat gateway came to/,
    );
    await box.claude("SessionStart", { source: "startup", session_id: "started" });
    box.advance(60_000);
    const reply = await box.claude("UserPromptSubmit", { prompt, session_id: "started" });
    assert.doesNotMatch(contextOf(reply), /What gateway came to/);
  });
}

// The answer once repeated word for word what stood right above it.
test("the first prompt of a session that asks what its start told gets no second answer, a later one does", async () => {
  for (const prompt of ["morning. where were we", "上次做到哪了", "what is still open?", "还有哪些待办？"]) {
    const box = worked();
    await box.claude("SessionStart", { source: "startup", session_id: "started" });
    const asked = async (prompt: string) => {
      box.advance(60_000);
      return contextOf(await box.claude("UserPromptSubmit", { prompt, session_id: "started" }));
    };
    assert.equal(await asked(prompt), "", prompt);
    assert.match(await asked(`search memory: ${prompt}`), /measure the retries/, prompt);
    await asked("look at the build first, it is slow");
    const later = await asked(prompt);
    if (!prompt.startsWith("morning")) assert.match(later, /measure the retries/, prompt);
  }
});

test("what a start may have cut is told to the first prompt that asks for it", async () => {
  const box = worked();
  const parts = Array.from({ length: 60 }, (_, at) => `Part ${at} of the gateway was built and tried out.`);
  box.write("sessions.jsonl", summary("gateway", 17, { summary: parts.join(" ") }));
  box.write("config.json", JSON.stringify({ context: { prompt_tokens: 900 } }));
  await box.claude("SessionStart", { source: "startup", session_id: "started" });
  box.advance(60_000);
  const asked = await box.claude("UserPromptSubmit", { prompt: "where were we?", session_id: "started" });
  assert.match(contextOf(asked), /Part 59 of the gateway/);
});

test("where no session ended, to go on brings the open to-dos, unless the start told them", async () => {
  const box = hookBox();
  const noted = { session_id: undefined, topic: "", summary: "", todos: ["write the export of invoices"] };
  box.write("sessions.jsonl", summary("none", 17, { ...noted, source: "rules", auto_generated: true }));
  assert.match(await told(box, "continue where we left off"), /write the export of invoices/);
  assert.equal(await told(box, "where did we leave off last time?"), "");
  await box.claude("SessionStart", { source: "startup", session_id: "started" });
  assert.equal(contextOf(await box.claude("UserPromptSubmit", { prompt: "继续", session_id: "started" })), "");
});

test("in the middle of a session “go on” means the work at hand, while “where we left off” means the last session", async () => {
  const box = worked();
  assert.equal(await told(box, "look at the build first, it is slow", "继续"), "");
  assert.match(await told(box, "look at the build first, it is slow", "接着昨天的来"), /What gateway came to/);
});

// An agent that had just been told of the session before answered with that session's work.
test("in the middle of a session “where were we” means the work at hand, also after a compaction", async () => {
  const box = worked();
  for (
    const prompt of [
      "where were we",
      "what were we doing again?",
      "catch me up",
      "let's get back to what we were doing",
    ]
  ) {
    assert.match(await told(box, prompt), /What gateway came to/, prompt);
    assert.equal(await told(box, "look at the build first, it is slow", prompt), "", prompt);
  }
  assert.match(await told(box, "look at the build first, it is slow", "where were we last time?"), /What gateway/);
  const session_id = "compacted";
  await box.claude("UserPromptSubmit", { prompt: "look at the build first, it is slow", session_id });
  await box.claude("PreCompact", { trigger: "auto", session_id });
  await box.claude("SessionStart", { source: "compact", session_id });
  box.advance(60_000);
  const asked = await box.claude("UserPromptSubmit", { prompt: "where were we", session_id });
  assert.doesNotMatch(contextOf(asked), /What gateway came to/);
});

for (const prompt of ["continue where we left off", "接着上次的来", "go on with the ledger"]) {
  test(`a session without open to-dos is gone on with, too, and told once: ${prompt}`, async () => {
    const box = hookBox();
    box.write("sessions.jsonl", summary("ledger", 17, { summary: "The migration of the ledger ran on staging." }));
    const context = await told(box, prompt);
    assert.equal(context.split("ran on staging").length, 2, context);
  });
}

for (const prompt of ["continue", "what is still open?", "还有哪些待办？"]) {
  test(`of more to-dos than are told, how many are left out and how to list all stands behind them: ${prompt}`, async () => {
    const box = hookBox();
    const parts = ["invoices", "coupons", "ledgers", "refunds", "receipts", "vouchers"];
    const todos = parts.map((part) =>
      `Move the page of ${part} to the new layout and measure how long it takes to load`
    );
    const openOf = (context: string) => context.split("\n").filter((line) => line.startsWith("- [2026")).length;
    const left = (context: string) =>
      Number(/\n- … \(\+(\d+): `[^`]+ manage list --todos`\)\n/.exec(context)?.[1] ?? 0);
    // Five of six were told, as if there were no more.
    for (const count of [1, 4, 5, 6]) {
      box.write("sessions.jsonl", summary("layout", 17, { todos: todos.slice(0, count) }));
      const context = await told(box, prompt);
      assert.equal(openOf(context) + left(context), count, context);
    }
    const each = (at: number) => summary(`s${at}`, 10 + at, { todos: [`Tidy up ${at}`] });
    box.write("sessions.jsonl", Array.from({ length: 7 }, (_, at) => each(at)).join(""));
    const few = await told(box, prompt);
    assert.equal(openOf(few) + left(few), 7, few);
    box.write("sessions.jsonl", summary("many", 17, { todos: Array.from({ length: 12 }, (_, at) => `Tidy up ${at}`) }));
    const many = await told(box, prompt);
    assert.equal(openOf(many) + left(many), 12, many);
  });
}

for (const prompt of ["继续做限流", "继续做限流那块", "go on with throttling"]) {
  test(`an order to go on with a thing gets what is known of it, too: ${prompt}`, async () => {
    const box = worked();
    const limit = { entities: ["限流", "throttling"], timestamp: at(16) };
    box.write("daily/2026-02-16.jsonl", factLine("The gateway lets 800 calls a second through", limit));
    assert.match(await told(box, prompt), /What gateway came to[^]*800 calls a second/);
  });
}

// The end of the last session, about other work, took the whole budget.
for (
  const prompt of [
    "go on with the album export",
    "继续做相册导出",
    "let's continue with the coupons",
    "接着弄优惠券那块",
  ]
) {
  test(`an order to go on with other work than the last session gets what is known of that: ${prompt}`, async () => {
    const box = hookBox();
    const todos = (of: string) =>
      [1, 2, 3, 4].map((part) => `Measure how long part ${part} of the ${of} takes on staging`);
    box.write(
      "sessions.jsonl",
      summary("leak", 17, {
        summary: "The leak was found in three of the five workers. ".repeat(9),
        todos: todos("worker"),
      }) +
        summary("zips", 15, {
          topic: "Album export (相册导出)",
          summary: "Zips are streamed.",
          todos: ["Write 导出 tests"],
        }),
    );
    const coupon = { entities: ["coupon", "优惠券"], timestamp: at(14) };
    box.write("daily/2026-02-14.jsonl", factLine("Coupons can't be combined", coupon));
    const context = await told(box, prompt);
    if (/coupon|优惠/.test(prompt)) assert.match(context, /part 1 of the worker[^]*Coupons can't be combined/);
    else {
      assert.match(context, /Zips are streamed[^]*Write 导出 tests/);
      assert.doesNotMatch(context, /worker/);
    }
    assert.match(await told(box, "go on with the leak"), /part 1 of the worker[^]*three of the five workers/);
  });
}

test("a decision of the last session that was replaced since as a fact is not told", async () => {
  const box = hookBox();
  const [old, kept] = ["Use argon2 for passwords", "Sessions live an hour"];
  box.write("sessions.jsonl", summary("auth", 17, { decisions: [old, kept] }));
  const fact = (content: string, id: string, more: object) => factLine(content, { id, timestamp: at(17), ...more });
  const newer = fact("Use scrypt for passwords", "log-090000001-bbbb", { supersedes: "log-090000000-aaaa" });
  box.write("daily/2026-02-17.jsonl", fact(old, "log-090000000-aaaa", {}) + newer);
  const context = await told(box, "continue");
  assert.match(context, new RegExp(kept));
  assert.doesNotMatch(context, /argon2/);
});

test("of a long last session “continue” brings the end and the newest decisions", async () => {
  const box = hookBox();
  const parts = Array.from({ length: 40 }, (_, at) => `Part ${at} of the reminders was built and tried out.`);
  const decisions = Array.from({ length: 12 }, (_, at) => `Reminder number ${at} goes out after ${at} days`);
  box.write("sessions.jsonl", summary("long", 17, { summary: `${parts.join(" ")} Next: the calendar.`, decisions }));
  const context = await told(box, "continue");
  assert.match(context, /… Part \d+ of[^]*Next: the calendar\.\nDecisions:\n- Reminder number 11 /);
  assert.doesNotMatch(context, /Part 0 of/);
});

test("a session that asks where it left off gets the summary of the session before, not its own", async () => {
  const box = worked();
  box.write("sessions.jsonl", box.read("sessions.jsonl") + summary("own", 18, { timestamp: at(18, 9) }));
  box.advance(60_000);
  const reply = await box.claude("UserPromptSubmit", { prompt: "where were we?", session_id: "own" });
  assert.match(reply.hookSpecificOutput.additionalContext, /What gateway came to/);
});

test("no earlier work is told with auto_retrieve off, or for a prompt that only mentions a time", async () => {
  const box = worked();
  assert.equal(await told(box, "add a yesterday button to the toolbar"), "");
  box.write("config.json", `{"auto_retrieve": false}`);
  assert.equal(await told(box, "what did we do yesterday?"), "");
});

test("records told for a day are noted as given, and none of them can count as given in vain", async () => {
  const box = worked();
  box.advance(60_000);
  await box.claude("UserPromptSubmit", { prompt: "昨天都干了啥", session_id: "noted" });
  const { injections, given } = box.state("noted");
  assert.equal(injections.length, 1);
  assert.equal(injections[0].reason, undefined);
  assert.equal(given.length, 3);
});
