/** The wish that nothing of a session be saved, wherever and whenever it was said; against the compiled binary. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { contextOf, type Json, memoryBox } from "../box.ts";
import { testTogether, tokenRests } from "../together.ts";
import { filesWithWord, session, WORD } from "./wish_box.ts";

const DAY_MS = 86_400_000;
for (const agent of ["cursor", "claude"] as const) {
  for (const wish of ["Don't save this session.", "这次不要保存。"]) {
    test(`${agent}: a wish that no hook heard is found in the transcript, and nothing is asked or kept: ${wish}`, async () => {
      const box = memoryBox();
      const { hook, says } = session(box, agent, "unheard");
      says(`Correct the ${WORD} payroll. ${wish}`);
      assert.deepEqual(await hook("stop"), {}, "no request");
      says(`We decided to draw the ${WORD} as bars.`);
      assert.deepEqual(await hook("compact"), agent === "claude" ? { text: "" } : {}, "no notice");
      await hook("end");
      assert.deepEqual(filesWithWord(box), []);
      const saved = await box.json(["save", "fact", "--content", "The chart has bars", "--session", "unheard"]);
      assert.deepEqual([saved.data.status, saved.data.reason], ["skipped", "session_not_saved"]);
    });
  }

  test(`${agent}: a wish in the last prompt alone is obeyed too, and \`enable\` overrides it`, async () => {
    const box = memoryBox();
    const ended = session(box, agent, "ended");
    ended.says(`Correct the ${WORD} payroll.`);
    ended.says("Off the record.");
    await ended.hook("end");
    assert.deepEqual(filesWithWord(box), []);

    await box.run(["enable", "--session", "ended"]);
    await ended.hook("compact");
    assert.ok(filesWithWord(box).some((name) => name.includes("daily")));
  });
}

test("a wish outlives the other state of its session: a chat resumed after days is still not saved", async () => {
  const box = memoryBox();
  const first = session(box, "cursor", "old");
  await box.json(["save", "fact", "--content", "The numbat export runs in the Kestrel scheduler"]);
  await first.hook("prompt", { prompt: "When does the export run in Kestrel?" });
  await first.hook("prompt", { prompt: "Don't save this." });
  await first.hook("end");
  await session(box, "cursor", "plain").hook("end");
  const state = (name: string) => join(box.own, "session_state", name);
  const age = (name: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    utimesSync(state(name), then, then);
  };
  const torn = ".old.json.abcd1234.tmp";
  copyFileSync(state("old.json"), state(torn));
  for (const name of ["old.json", "plain.json", torn]) age(name, 90);
  await session(box, "cursor", "other").hook("end");
  assert.deepEqual([existsSync(state("plain.json")), existsSync(state(torn))], [false, false]);
  const kept = JSON.parse(readFileSync(state("old.json"), "utf8"));
  assert.deepEqual(Object.keys(kept).sort(), ["agent", "created_at", "ended_at", "session_id", "skip", "updated_at"]);
  await first.hook("prompt", { prompt: "go on with the chart" });
  assert.deepEqual(await first.hook("stop"), {});
  for (const name of ["ends it", "cleans up"]) {
    age("old.json", 400);
    await session(box, "cursor", name).hook("end");
  }
  assert.equal(existsSync(state("old.json")), false, "but not for ever");
});

for (const way of ["a prompt", "a command"]) {
  test(`the log loses the prompts from before the wish, too, the wish being ${way}`, async () => {
    const box = memoryBox();
    await box.json(["save", "fact", "--content", "The billing export runs in the Kestrel scheduler"]);
    const { hook } = session(box, "claude", "talk");
    const other = session(box, "claude", "other");
    await hook("prompt", { prompt: `Where does the ${WORD} billing export run, in Kestrel?` });
    await other.hook("prompt", { prompt: "When does the billing export run in Kestrel?" });
    assert.equal(filesWithWord(box).length, 1, "the log of recalls");
    if (way === "a prompt") await hook("prompt", { prompt: "Don't save this." });
    else await box.run(["disable", "--session", "talk"]);
    await hook("prompt", { prompt: `And the ${WORD} export in Kestrel?` });
    assert.deepEqual(filesWithWord(box), []);
    const { retrievals } = (await box.json(["manage", "log"])).data;
    const queries = (id: string) =>
      retrievals.filter((line: Json) => line.session === id).map((line: Json) => line.query);
    assert.deepEqual(queries("other"), ["When does the billing export run in Kestrel?"], "others keep theirs");
    assert.ok(queries("talk").length > 0 && queries("talk").every((query: string) => query === ""));
  });
}

for (
  const wish of [
    `separate thing, and don't save any of this session pls: i'm writing a mail about the ${WORD}. make it kind`,
    `separate thing, none of this session needs remembering: the ${WORD} grant, help me cut it to 200 words`,
    `这次聊的都没必要记：帮我把 ${WORD} 的申请书缩到两百字`,
    `hey, can you not record this chat? I need help with the ${WORD} letter`,
    `下面这段别存啊，帮我改下 ${WORD} 的简历。我在看机会，期望 45k。第一段写得太啰嗦了你精简下`,
    `先说好，今天这个聊天别存，帮我看看 ${WORD} 的体检报告`,
  ]
) {
  for (const isHeard of [true, false]) {
    test(`a wish among other words, ${isHeard ? "heard" : "only in the transcript"}, keeps the session unsaved: ${wish}`, async () => {
      const box = memoryBox();
      await box.json(["save", "fact", "--content", "The billing export runs in the Kestrel scheduler"]);
      const { hook, says } = session(box, "claude", "talk");
      for (
        const prompt of [
          wish,
          `项目经历都用动词开头，${WORD} 的数字放前面`,
          `always start with the ${WORD}, people read that first`,
        ]
      ) {
        if (isHeard) await hook("prompt", { prompt });
        says(prompt);
        if (isHeard) await hook("stop");
      }
      await hook("end");
      assert.deepEqual(filesWithWord(box), []);
      const start = await session(box, "claude", "next").hook("start");
      assert.equal(JSON.stringify(start).includes(WORD), false);
    });
  }
}

for (
  const [before, wish, after] of [
    ["Correct the payroll table", `这段别存，帮我改下简历：负责 ${WORD} 从零到一`, `项目经历里的 ${WORD} 用动词开头`],
    [
      "Correct the payroll table",
      `don't save this part, it's my CV: I led the ${WORD} team`,
      `shorten the ${WORD} paragraph`,
    ],
    [`My landlord is called ${WORD}`, "刚才那段别记，我说多了", ""],
    [`My landlord is called ${WORD}`, "don't remember what I just said, I was careless", ""],
    ["Correct the payroll table", `The ${WORD} password is tiger, don't save that part`, ""],
    ["Correct the payroll table", `我们决定用户 ${WORD} 的信息就别记了，人家隐私。`, ""],
    [
      "Correct the payroll table",
      `We decided on the studio of ${WORD}, but please don't note down her name anywhere.`,
      "",
    ],
  ] as const
) {
  test(`an unsaved piece is in no summary, the rest of the session is: ${wish}`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "talk", "ledger.py");
    const later = "now add the quokka report to the dashboard";
    for (const prompt of [before, wish, after, later, "Then write the quokka tests"].filter(Boolean)) {
      await hook("prompt", { prompt });
      says(prompt);
    }
    await hook("end");
    assert.deepEqual(filesWithWord(box), []);
    assert.match(readFileSync(join(box.data, "sessions.jsonl"), "utf8"), /quokka report/);
  });
}

for (
  const wish of ["delete what you have on Grafana, we cancelled it", "把 Grafana 相关的记忆删了吧，外包给别的团队了"]
) {
  test(`a command to memory is no topic of a session: ${wish}`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "talk", "ledger.py");
    for (const prompt of [wish, "Write the quokka retention job"]) {
      await hook("prompt", { prompt });
      says(prompt);
    }
    await hook("end");
    const sessions = readFileSync(join(box.data, "sessions.jsonl"), "utf8");
    assert.match(sessions, /quokka/);
    assert.doesNotMatch(sessions, /Grafana/);
  });
}

test("an order to delete that may mean files is summed up as work, unless the agent deletes records", async () => {
  const box = memoryBox();
  const { hook, says } = session(box, "claude", "work", "ledger.py");
  const gone = session(box, "claude", "gone", "ledger.py");
  const order = "Get rid of everything about the sidebar.";
  says(order);
  says("Write the quokka retention job");
  await hook("end");
  assert.match(readFileSync(join(box.data, "sessions.jsonl"), "utf8"), /sidebar/);

  const far = session(box, "claude", "far", "ledger.py");
  gone.says("Write the numbat retention job");
  gone.says(order.replace("sidebar", WORD), "memory delete log-1 --confirm");
  await gone.hook("end");
  // As memory tells it to an agent whose shell stands outside of the project.
  far.says("Write the bilby retention job");
  far.says(order.replace("sidebar", WORD), "memory --project-path /work/app --layer project delete log-1 --confirm");
  await far.hook("end");
  assert.deepEqual(filesWithWord(box), []);
});

for (const how of ["soft", "purged"] as const) {
  testTogether(`what was deleted in a terminal is not captured again when its session is resumed: ${how}`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "left", "app.ts");
    const prompt = async (text: string) => {
      says(text);
      await hook("prompt", { prompt: text });
    };
    await hook("start", { source: "startup" });
    await prompt("Fix the login page");
    await prompt(`We decided that ${WORD} customers log in with magic links`);
    await hook("end");
    assert.ok(filesWithWord(box).length > 0);
    const words = ["delete", "--keyword", WORD, ...how === "soft" ? [] : ["--purge", "--include-backups"]];
    const preview = await box.json([...words, "--json"]);
    if (how === "purged") await tokenRests();
    await box.json([...words, "--json", "--confirm", ...how === "purged" ? [preview.data.confirm_token] : []]);
    await hook("start", { source: "resume" });
    await prompt("Add a logout button");
    await prompt("And a link to it");
    await hook("end");
    assert.equal((await box.json(["manage", "list", "--keyword", WORD])).data.total, 0);
    assert.equal((await box.json(["manage", "list", "--keyword", "logout"])).data.total, 1);
    if (how === "purged") assert.deepEqual(filesWithWord(box), []);
  });
}

// The purged records were of other sessions, and nothing of their text is left to know it again by.
testTogether("what a session said before a purge in a terminal is not captured when it ends", async () => {
  const box = memoryBox();
  await box.json(["remember", `The ${WORD} people want weekly reports as PDF`]);
  const { hook, says } = session(box, "claude", "open", "app.ts");
  const prompt = async (text: string) => {
    says(text);
    await hook("prompt", { prompt: text });
  };
  await hook("start", { source: "startup" });
  await prompt(`Sort the ${WORD} export in export.ts by date and add a test`);
  await prompt(`Now make the import for ${WORD} stream the file`);
  const words = ["delete", "--keyword", WORD, "--purge", "--include-backups", "--verify"];
  const { data: { confirm_token } } = await box.json(words);
  await tokenRests();
  assert.equal((await box.json([...words, "--confirm", confirm_token])).data.verified.clean, true);
  await prompt("Fix the build, npm run build fails in build.ts");
  await hook("end");
  assert.deepEqual(filesWithWord(box), []);
  assert.equal((await box.json(["manage", "list", "--keyword", "npm run build"])).data.total, 1);
});

// `claude --resume ID --fork-session`: the new transcript begins with the lines of the old one, under another session.
testTogether("what was said before a purge is not captured from a copy of the conversation", async () => {
  const box = memoryBox();
  const old = session(box, "claude", "old", "app.ts");
  await old.hook("start", { source: "startup" });
  old.says(`I prefer that for ${WORD} we always use SFTP`);
  await old.hook("prompt", { prompt: `I prefer that for ${WORD} we always use SFTP` });
  await old.hook("end");
  const words = ["delete", "--keyword", WORD, "--purge", "--include-backups"];
  const { data: { confirm_token } } = await box.json(words);
  await tokenRests();
  await box.json([...words, "--confirm", confirm_token]);
  assert.deepEqual(filesWithWord(box), []);
  copyFileSync(join(box.home, "old.jsonl"), join(box.home, "new.jsonl"));
  const copy = session(box, "claude", "new", "app.ts");
  await copy.hook("start", { source: "resume" });
  copy.says("I prefer that for quokka exports we always use JSON");
  await copy.hook("prompt", { prompt: "I prefer that for quokka exports we always use JSON" });
  await copy.hook("end");
  assert.deepEqual(filesWithWord(box), []);
  assert.ok((await box.json(["list", "--keyword", "quokka"])).data.total > 0);
});

test("a wish not to save goes along into a copy of the conversation", async () => {
  const box = memoryBox();
  const old = session(box, "claude", "old", "app.ts");
  await old.hook("start", { source: "startup" });
  old.says("Don't save this session.");
  copyFileSync(join(box.home, "old.jsonl"), join(box.home, "new.jsonl"));
  const copy = session(box, "claude", "new", "app.ts");
  await tokenRests();
  await copy.hook("start", { source: "resume" });
  copy.says(`I prefer that for ${WORD} exports we always use JSON`);
  await copy.hook("end");
  assert.deepEqual(filesWithWord(box), []);
});

for (const undone of [false, true]) {
  const how = undone ? "whose save was taken back" : "that was deleted";
  test(`a fact ${how} in its session is not captured from the conversation`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "live", "app.ts");
    await hook("start", { source: "startup" });
    says("Set up the sessions");
    says(`We decided to keep sessions in Redis, since ${WORD} wants it`);
    const content = `Sessions are kept in Redis, since ${WORD} wants it`;
    const { data: { id } } = await box.json(["save", "fact", "--content", content, "--session", "live"]);
    await box.json(undone ? ["undo"] : ["manage", "delete", "--id", id, "--confirm"]);
    says("From now on always draw the invoice in blue");
    await hook("end");
    const { data } = await box.json(["manage", "list", "--scope", "all"]);
    assert.match(JSON.stringify(data), /draw the invoice in blue/);
    assert.doesNotMatch(JSON.stringify(data), new RegExp(WORD));
  });
}

const STRETCHES = {
  en: {
    before: "Please rework the ledger export in export.go so that it streams.",
    wish:
      `Looks right. Rename the status to refunded. Now, keep this out of your memory until I say otherwise: the ${WORD} deal is signed. So keep the csv simple.`,
    within: `From now on always mail the ${WORD} file to his private address, never to the company.`,
    lift: "Done with the secret stuff, you can remember things again. From now on always use UTC in exports.",
    lifted: /UTC/,
  },
  zh: {
    before: "请重做 export.go 里的账目导出，改成流式写出。",
    wish:
      `可以。状态改名为已退款。接下来几句你别往记忆里存啊，我没说行之前都别存：${WORD} 那笔已经签了。所以 csv 写简单点。`,
    within: `以后 ${WORD} 的文件一律发他私人邮箱，不要发公司的。`,
    lift: "好了,从这儿开始可以正常记了。以后导出里的时间一律用 UTC，不要用本地时间。",
    lifted: /UTC/,
  },
};

for (const [language, said] of Object.entries(STRETCHES)) {
  test(`${language}: from a wish in mid-session until it is lifted nothing is kept, before and after it everything is`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "stretch", "export.go");
    const context = async (prompt: string) => {
      says(prompt);
      const reply = await hook("prompt", { prompt });
      await hook("stop", { stop_hook_active: false });
      return contextOf(reply);
    };
    const save = async () => (await box.json(["save", "fact", "--content", `Kept of ${WORD}`])).data.status;
    await hook("start", { source: "startup" });
    await context(said.before);
    const answer = await context(said.wish);
    assert.match(answer, /nothing is saved until they say/, "one line says until when");
    assert.equal(await save(), "skipped");
    assert.equal(await context(said.within), "", "no nudge");
    assert.equal(await save(), "skipped");
    const lifted = await context(said.lift);
    assert.equal(
      lifted.match(/\[memory\]/g)?.length,
      2,
      `the end is answered, and the rule beside it is nudged: ${lifted}`,
    );
    await hook("end", { reason: "prompt_input_exit" });
    assert.deepEqual(filesWithWord(box), []);
    const kept = JSON.stringify((await box.json(["show", "--json"])).data);
    assert.match(kept, /export\.go/, "the work before it is summed up");
    assert.match(kept, said.lifted, "so is what was said after it");
  });
}

for (const [language, said] of Object.entries(STRETCHES)) {
  for (const isHeard of [true, false]) {
    test(`${language}: a wish in mid-session that is never lifted leaves what was said before it, ${isHeard ? "heard" : "only in the transcript"}`, async () => {
      const box = memoryBox();
      const { hook, says } = session(box, "claude", "open", "export.go");
      const next = session(box, "claude", "next");
      for (const prompt of [said.before, said.wish, said.within]) {
        says(prompt);
        if (isHeard) await hook("prompt", { prompt });
        if (isHeard) await hook("stop", { stop_hook_active: false });
      }
      // The session ends twice: it is resumed in between.
      for (const more of [said.within, ""]) {
        await hook("end", { reason: "prompt_input_exit" });
        if (more) says(more);
      }
      assert.deepEqual(filesWithWord(box), []);
      assert.match(JSON.stringify(await next.hook("start", { source: "startup" })), /export\.go/);
      assert.equal(
        (await box.json(["save", "fact", "--session", "open", "--content", "x is y"])).data.status,
        "skipped",
      );

      // A later wish for the whole session is obeyed, too.
      const whole = session(box, "claude", "whole", `${WORD}.go`);
      for (const prompt of [`Rework ${WORD}.go`, said.wish, "Don't save this session."]) {
        whole.says(prompt);
        if (isHeard) await whole.hook("prompt", { prompt });
      }
      await whole.hook("end");
      assert.deepEqual(filesWithWord(box), []);
    });
  }
}

test("of a transcript too long to be read whole nothing from before the lift of a wish is kept", async () => {
  const box = memoryBox();
  const { hook, says } = session(box, "claude", "long", "export.go");
  for (
    const prompt of [
      STRETCHES.en.wish,
      `Look at this: ${"a line of a log. ".repeat(150_000)}`,
      STRETCHES.en.within,
      STRETCHES.en.lift,
      "Write the numbat tests",
    ]
  ) {
    says(prompt);
    await hook("prompt", { prompt });
  }
  await hook("end");
  assert.deepEqual(filesWithWord(box), []);
  assert.match(readFileSync(join(box.data, "sessions.jsonl"), "utf8"), /numbat/);
});

for (
  const wish of [
    `Mention that the door code changed to ${WORD}2580, that bit is just for the mail, don't store it anywhere. Always sign with Mairead.`,
    `顺带写上后门新密码 ${WORD}6630,这个密码你写进通知就完了,别存。以后语气一律客气点。`,
  ]
) {
  test(`a wish for a piece in the middle of a prompt keeps that prompt unsaved, and the agent gets no nudge: ${wish.slice(0, 12)}`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "piece", "mail.md");
    await hook("start", { source: "startup" });
    for (const prompt of ["Write a mail to the crews about the new scanners in mail.md.", wish]) {
      says(prompt);
      const reply = await hook("prompt", { prompt });
      if (prompt === wish) assert.equal(JSON.stringify(reply).match(/\[memory\]/g)?.length, 1);
    }
    assert.equal((await box.json(["save", "fact", "--content", `The code is ${WORD}`])).data.status, "skipped");
    await hook("stop", { stop_hook_active: false });
    await hook("end", { reason: "prompt_input_exit" });
    assert.deepEqual(filesWithWord(box), []);
  });
}

for (const way of ["--confirm", "--purge"]) {
  test(`records that an agent deleted do not come back when its session ends: ${way}`, async () => {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "gone", "ledger.py");
    await hook("start", { source: "startup" });
    const told = `Our landlord is the ${WORD} company in Porto, by the way.`;
    for (const text of ["Write the quokka retention job in ledger.py", told]) {
      await hook("prompt", { prompt: text });
      says(text);
    }
    const saved = await box.json([
      "save",
      "fact",
      "--content",
      `The landlord is the ${WORD} company`,
      "--session",
      "gone",
    ]);
    await box.run(["manage", "delete", "--id", saved.data.id, "--confirm"]);
    const order = "hm, that with the landlord, throw it out please";
    await hook("prompt", { prompt: order });
    says(order, `/opt/bin/memory manage delete --id ${saved.data.id} ${way}`);
    await hook("prompt", { prompt: "Then write the numbat tests for it" });
    says("Then write the numbat tests for it");
    await hook("end");
    const kept = readFileSync(join(box.data, "sessions.jsonl"), "utf8");
    assert.doesNotMatch(kept, new RegExp(`${WORD}|landlord`));
    assert.match(kept, /numbat/);
    if (way === "--confirm") assert.match(kept, /quokka/);
  });
}

// Agents that work on memory itself, or write about it, name its verbs in messages and searches.
test("an agent's command that only names a verb of memory takes nothing from what its session leaves", async () => {
  const named = [
    'git commit -m "docs: say what memory disable --session does; memory delete x --purge, too"',
    'grep -rn "memory delete X --confirm" docs',
    "echo 'memory delete x --purge' >> notes.md",
    "memory delete --help --confirm",
  ];
  const obeyed = [
    "cd /tmp && memory delete log-1 --confirm",
    `T=$(memory delete ${WORD} --purge --json | jq -r .token); sleep 3; memory delete ${WORD} --purge --confirm "$T"`,
    "for each in log-1 log-2; do memory --json manage delete $each --confirm; done",
    "bash -c 'memory note delete MEM-1 --confirm'",
    "C:\\bin\\memory.exe delete log-1 --confirm",
  ];
  for (const command of [...named, ...obeyed]) {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "named", "ledger.py");
    await hook("start", { source: "startup" });
    says("Write the numbat retention job in ledger.py");
    says(`We decided that the ${WORD} job runs every night`, command);
    says("Write the tests for it in ledger_test.py");
    await hook("end");
    assert.equal(filesWithWord(box).length > 0, named.includes(command), command);
  }
});

test('a wish "from now on don\'t save" with words behind it holds from that prompt on', async () => {
  for (const wish of [`From now on don't save: what I pay the ${WORD} people`, `以后不要保存：${WORD} 的工资`]) {
    const box = memoryBox();
    const { hook, says } = session(box, "claude", "names", "ledger.py");
    for (const prompt of ["Write the quokka retention job", wish, `The ${WORD} people get 40 a month`]) {
      await hook("prompt", { prompt });
      says(prompt);
    }
    await hook("end");
    assert.deepEqual(filesWithWord(box), [], wish);
    const saved = await box.json(["save", "fact", "--content", "The team is paid monthly", "--session", "names"]);
    assert.equal(saved.data.status, "skipped");
  }
});

test("a wish holds where its session goes on in another project", async () => {
  const box = memoryBox();
  const other = join(box.home, "work", "other");
  mkdirSync(other, { recursive: true });
  execFileSync("git", ["init", "-q", other]);
  await box.json(["init", "--agent", "claude", "--skip-model", "--json"], { cwd: other });
  const hook = (event: string, cwd: string, more: object) =>
    box.hook("claude", event, { session_id: "moves", cwd, hook_event_name: event, ...more });
  await hook("SessionStart", box.project, { source: "startup" });
  await hook("UserPromptSubmit", box.project, { prompt: "Don't save anything in this session." });
  const save = (session: string) =>
    box.json(["save", "fact", "--session", session, "--content", `The ${WORD} salaries`, "--json"], { cwd: other });
  assert.equal((await save("moves")).data.reason, "session_not_saved");
  const told = contextOf(await hook("UserPromptSubmit", other, { prompt: `From now on ${WORD} pays in euros` }));
  assert.doesNotMatch(told, /save in this turn|save it/i);
  assert.equal((await save("moves")).data.reason, "session_not_saved");
  assert.deepEqual(filesWithWord(box), []);
  assert.equal((await save("another")).data.status, "saved");
});
