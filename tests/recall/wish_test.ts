/** How many wishes not to save are heard or asked about in words that no pattern knows, and how few other prompts. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { findCommand } from "../../src/prompt/command.ts";
import { ownWords } from "../../src/prompt/own_words.ts";
import { withoutUnwanted } from "../../src/prompt/wish.ts";
import { LINE, mayWish } from "../../src/prompt/possible_wish.ts";
import { best } from "../../scripts/learn.ts";
import { labelledWishes, learnWishes } from "../../scripts/wish_sets.ts";
import { contextOf, type Json, memoryBox } from "../box.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const rows = (file: string): Json[] =>
  readFileSync(new URL(file, FIXTURES), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const isHeard = (prompt: string) => /^skip_/.test(findCommand(prompt)?.action ?? "");
const isObeyed = (text: string) => isHeard(text) || withoutUnwanted(text) !== text;

test("three in four wishes are heard or asked about by weights that have not learnt from their set, and one look-alike in eight", () => {
  const count = { wishes: 0, known: 0, others: 0, taken: 0 };
  for (const [name, rows] of labelledWishes()) {
    const weights = learnWishes(name);
    const isKnown = (text: string) => isObeyed(text) || best(weights, text) > LINE;
    const [wishes = [], others = []] = [true, false].map((is) => rows.filter(({ wish }) => wish === is));
    count.wishes += wishes.length;
    count.known += wishes.filter(({ text }) => isKnown(text)).length;
    count.others += others.length;
    count.taken += others.filter(({ text }) => isKnown(text)).length;
  }
  const { wishes, known, others, taken } = count;
  assert.ok(wishes > 900 && known >= wishes * 0.75 && taken <= others / 8, JSON.stringify(count));
});

test("the agent is asked about hardly any of thousands of prompts of work", () => {
  const files = ["lasting/", "recall/", "days/"].flatMap((folder) =>
    readdirSync(new URL(folder, FIXTURES)).filter((name) => /\.jsonl$/.test(name) && !name.includes("records"))
      .map((name) => folder + name)
  );
  const sessions = rows("sessions_blind.jsonl").flatMap(({ turns }) => turns);
  const prompts = [...[...files, "commands.jsonl"].flatMap(rows), ...sessions]
    .filter(({ command, wish = "" }) => !/^skip_/.test(command ?? "") && !/^dont_save/.test(wish))
    .map((row): unknown => row.prompt ?? row.text ?? row.user ?? row.p).filter((prompt) => typeof prompt === "string");
  const asked = prompts.filter((prompt) =>
    !findCommand(prompt) && mayWish(prompt.length < 300 ? prompt : ownWords(prompt))
  );
  assert.ok(
    prompts.length > 5_500 && asked.length <= prompts.length / 200,
    `${asked.length} of ${prompts.length}: ${asked.join("\n")}`,
  );
});

test("most wishes by authors from whom nothing was learnt are heard or asked about, and hardly a look-alike", () => {
  // The figures at which they were measured once, before anybody looked at them, are the floor since then.
  const set = rows("wishes_blind.jsonl");
  const share = (is: boolean, of: (text: string) => boolean) =>
    set.filter(({ wish, text }) => wish === is && of(text)).length;
  const isKnown = (text: string) => isObeyed(text) || mayWish(text);
  assert.deepEqual([share(true, () => true), share(false, () => true)], [80, 80]);
  assert.ok(share(true, isKnown) >= 71 && share(false, isKnown) <= 13);
  assert.ok(share(false, isObeyed) <= 1);
  const earlier = rows("wishes/second.jsonl");
  assert.ok(earlier.filter(({ wish, scope, text }) => wish && scope !== "lift" && isObeyed(text)).length >= 32);
  assert.ok(earlier.filter(({ wish, text }) => !wish && isObeyed(text)).length <= 1);
  const lifts = earlier.filter(({ scope }) => scope === "lift");
  assert.ok(lifts.filter(({ text }) => findCommand(text)?.action === "save_again").length >= 4);
});

test("a wish at the end of a long prompt, or in a line that looks pasted, is asked about", () => {
  const steps = Array.from({ length: 40 }, (_, at) => `Look at step ${at} of the import.`).join(" ");
  for (const wish of ["This stays between the two of us.", "what I told you about Anna dies with this window"]) {
    assert.ok(mayWish(`${steps} ${wish}`), wish);
  }
  assert.ok(!mayWish(steps));
  assert.ok(mayWish("# This stays between the two of us."));
});

test("a bare wish before or behind what is told is heard or asked about; of a program, or beside a question, it is none", () => {
  const wishes = [
    "不要保存，我们决定预算砍到300万",
    "先别存 老王要走",
    "不要存，我们下周裁员",
    "我们决定砍预算 不要保存",
    "預算三百萬，別記這個",
  ];
  wishes.push(
    "预算三百万（勿存）",
    "這個別記",
    "don't save, we decided to cut the budget",
    "以后发版都要我签字。这条不要入库",
  );
  wishes.push("between us and the lamp post", "keep this between us", "free your memory of this", "memory off");
  for (const wish of wishes) assert.ok(isHeard(wish) || mayWish(wish), wish);
  const others = [
    "不要保存，直接返回",
    "不要存 Redis，用内存",
    "别记 trace 日志",
    "不要存密码",
    "表单不要保存，改成自动提交",
    "日志里密码别存",
  ];
  others.push(
    "between us-east-1 and eu-west-1 which is cheaper",
    "between us and them theres a proxy",
    "free the memory",
    "load this into memory",
    "turn off the memory profiler",
    "memory off heap is growing",
    "need to follow up with anna about the cert",
    "you can cross off the docs",
  );
  others.push("刚才说到哪了", "我忘了刚才说的端口", "别忘了刚才说的", "don't save, return early");
  for (const other of others) assert.ok(!isHeard(other) && !mayWish(other), other);
});

test("a blank between Chinese clauses parts a wish from the work behind it, and what stands above is a piece", () => {
  const wishes = [
    "这段不要保存 帮我改下简历",
    "這段不要保存 幫我改下履歷",
    "预算三百万 这条别记 明天开会",
    "以上不要保存",
  ];
  wishes.push("以上内容不要保存", "以上內容不要儲存", "前面那条别存", "前面那條別保存", "上述内容别记");
  for (const wish of wishes) assert.equal(findCommand(wish)?.action, "skip_piece", wish);
  for (const talk of ["以上对话不要记住", "不要保存 这次对话"]) {
    assert.equal(findCommand(talk)?.action, "skip_save", talk);
  }
  for (
    const bare of [
      "不要保存 帮我改下简历",
      "不要儲存 幫我改下履歷",
      "don't save this, help me fix my CV",
    ]
  ) {
    assert.ok(mayWish(bare), bare);
  }
  const others = [
    "用 pnpm 不要 npm",
    "登录页 密码不要保存 直接跳转",
    "表单提交时不要保存 草稿另存",
    "不要保存 直接返回",
  ];
  others.push("以上三个字段不要存", "以上配置不要保存", "前面那条数据不要保存到库里", "把以上数据不要存 改成缓存");
  for (const other of others) assert.ok(!isHeard(other) && !mayWish(other), other);
});

// Each was asked about as a wish not to save, since wishes name the memory, too, and nothing else was told.
test("who asks memory for something or tells a program what not to keep wishes nothing, and beside a denial it is a wish", () => {
  const orders =
    "记一下这事儿：周三封网|查下记忆|搜下记忆：退款|记忆里关于退款的|关于退款你记了啥|刚删的那条恢复一下|这条你记一下" +
    "|他走了 settle 归小赵，这个可以记|上面那条你可以记一下|清理下记忆|把记忆都清了|看下你记了哪些关于退款的|你记了几条" +
    "|clean up your memory a bit|do you have anything about refunds in memory|please keep that in mind" +
    "|以后异常别记录，直接抛|卡号别记，日志里打掩码|日志里手机号别记|请求体别记录，只记 trace id|登录失败别记，直接返回 401" +
    "|never log phone numbers|don't log names in the access log|don't save the address in localStorage";
  for (const order of orders.split("|")) assert.ok(!isObeyed(order) && !mayWish(order), order);
  const wishes =
    "查下记忆里有没有，没有就别存|这个可以不记|那条你别记一下就完了|把我说的那段从记忆里清了|销毁一下相关记忆，离婚那事" +
    "|别记，我就随口一说|说个事 别记|老王的手机号别记|他的卡号别记，用完就忘|这个密码不要记，直接忘掉|这段跳过，不要记" +
    "|don't mention my salary|please don't note down her name|don't save his name";
  for (const wish of wishes.split("|")) assert.ok(isObeyed(wish) || mayWish(wish), wish);
});

// The weights know an emoji from wishes alone: a rule with one was asked about as a wish, and never kept.
test("laughter and faces make no wish of a rule, of small talk or of a report, and hide none", () => {
  const others = ["以后别用 moment 了😂", "以后别用 moment 了 😭", "以后别用 moment 了哈哈", "哈哈哈哈😂", "笑死😂"];
  others.push("这 bug 😂", "lol this bug 😂", "随便聊聊", "先不保存，看看效果", "never use moment again 😅");
  for (const other of others) assert.ok(!isHeard(other) && !mayWish(other), other);
  for (const wish of ["咱俩知道就行 😂", "这事过后就忘😂", "烂在肚子里🤫", "别记😂", "this stays between us 😅"]) {
    assert.ok(isHeard(wish) || mayWish(wish), wish);
  }
});

test("a bare wish is heard beside the reason for it, and not beside what is to be done with a thing", () => {
  for (
    const wish of [
      "先别存，随便聊聊",
      "先别保存，我要试点东西",
      "不要保存，我要试点东西",
      "先不要保存，等我确认",
      "先别记，我想想",
      "我要试点东西，不要保存",
      "don't save, I want to try something",
      "don't save this, just trying",
    ]
  ) assert.ok(isHeard(wish), wish);
  for (
    const other of [
      "文件先别保存，我要改",
      "不要保存文件，直接打印",
      "不要保存密码，只存哈希",
      "don't save, overwrite the file",
    ]
  ) {
    assert.ok(!isHeard(other), other);
  }
});

test('"none of this session needs to be kept" is a wish in each of its forms, but not of a program\'s data', () => {
  for (
    const wish of [
      "none of this session needs remembering",
      "none of this session needs to be remembered",
      "nothing of this needs saving",
      "nothing in this chat is worth saving",
      "not any of this is to be remembered",
      "there is nothing in this session worth remembering",
      "this session doesn't need saving",
      "none of what follows needs remembering",
      "这次会话没什么要记的",
      "这次对话没什么值得保存的",
      "本次会话无需保存",
      "这次聊的都没必要记",
      "接下来的内容没必要保存",
    ]
  ) {
    assert.equal(findCommand(wish)?.action, "skip_save", wish);
    const among = /\p{Script=Han}/u.test(wish)
      ? `另外，${wish}，帮我改一下简历`
      : `separate thing, ${wish}: i'm applying for a grant`;
    assert.equal(findCommand(among)?.action, "skip_save", among);
  }
  for (const asked of ["nothing to remember here", "nothing i say next needs saving", "这里没有什么需要记住的"]) {
    assert.ok(isHeard(asked) || mayWish(asked), asked);
  }
  const others = [
    "none of these rows needs saving",
    "nothing in the session store needs to be saved on logout",
    "if nothing needs saving, return early",
    "the form is clean, so nothing needs saving",
    "none of this needs testing",
    "this column isn't worth keeping",
    "the user session doesn't need saving",
    "does nothing of this need saving?",
    "没有要保存的数据就直接返回",
    "这个字段没必要存",
    "开关没开之前不要记指标",
    "when the user clicks cancel, don't save this",
    "in the form handler: if the name is empty, do not record that",
    "用户点取消时，别保存",
    "校验失败的话，请别保存",
  ];
  for (const other of others) assert.ok(!isHeard(other), other);
  assert.ok(others.filter(mayWish).length <= 1);
});

test("who tells that they asked somebody about something wishes nothing, unless they say more", async () => {
  const box = memoryBox();
  const said = async (prompt: string) => {
    const common = { session_id: `s${prompt.length}`, cwd: box.project, hook_event_name: "UserPromptSubmit" };
    return contextOf(await box.hook("claude", "UserPromptSubmit", { ...common, prompt }));
  };
  for (
    const report of ["I asked Mira about the quota", "we talked to the vendor about the logo", "我问过老王证书的事了"]
  ) {
    assert.doesNotMatch(await said(report), /not remembered/, report);
  }
  for (const wish of ["forget i asked about the quota", "nobody needs to know I asked Mira about this"]) {
    assert.match(await said(wish), /not remembered/, wish);
  }
});

// “This one says nothing” of a test's name was asked about as a wish, and left out of the capture.
test("what a name or a text tells, and what of the work is thrown away, is no wish", () => {
  for (
    const other of [
      "looks ok but the new test needs a better name, this one says nothing",
      "the error message says nothing, print the id",
      "这个脚本不用写类型，用完就扔的",
      "这个分支用完就删的，不用写文档",
    ]
  ) assert.ok(!isHeard(other) && !mayWish(other), other);
  for (
    const wish of [
      "just say nothing of it to anyone",
      "whatever I type here, that says nothing about me, keep it between us",
      "our lawyer says nothing of this leaves the room",
      "this one says nothing to anyone, so don't keep it",
      "nothing of this says anything to anybody, forget it afterwards",
      "我的卡号，用完就扔",
      "这段话用完就扔，别留",
      "这些话用完就扔的，别记",
      "刚才那个号码用完就忘",
      "他的地址写完信就忘掉",
      "脚本里的密码用完就扔的，别存",
    ]
  ) assert.ok(isHeard(wish) || mayWish(wish), wish);
});
