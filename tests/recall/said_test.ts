/**
 * What is made of what people say: a set of prompts by an author who knew neither forms nor weights, from which nothing
 * is learnt.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { findCommand } from "../../src/prompt/command.ts";
import { lastingIn, leavesOpen, LINES } from "../../src/prompt/lasting.ts";
import { mayWish } from "../../src/prompt/possible_wish.ts";
import { sentencesIn } from "../../src/prompt/sentences.ts";

interface Said {
  readonly lang: string;
  readonly prompt: string;
  readonly kind: "lasting" | "command" | "nothing";
  /** What a command wants. */
  readonly wants?: string;
}

const SET: readonly Said[] = readFileSync(new URL("../fixtures/said_blind.jsonl", import.meta.url), "utf8").trim()
  .split("\n").map((line) => JSON.parse(line));

const isTold = (prompt: string) => lastingIn(prompt, LINES.judged).length > 0;
const isKept = (prompt: string) => lastingIn(prompt, LINES.unjudged).length > 0;

test("of what people say, most that lasts is known and next to nothing else", () => {
  const count = (kind: Said["kind"], holds: (prompt: string) => boolean) =>
    SET.filter((said) => said.kind === kind && holds(said.prompt)).length;
  assert.equal(SET.length, 240);
  const [told, kept] = [count("lasting", isTold), count("lasting", isKept)];
  assert.ok(told >= 52 && kept >= 48, `${told} told, ${kept} kept of 60`);
  const [wronglyTold, wronglyKept] = [count("nothing", isTold), count("nothing", isKept)];
  assert.ok(wronglyTold <= 5 && wronglyKept <= 0, `${wronglyTold} told, ${wronglyKept} kept of 140`);
  assert.ok(count("nothing", (prompt) => mayWish(prompt)) <= 2);
});

/** The actions by which a command of the set is carried out; to-dos that are done or asked for are none of these. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  save: ["save"],
  todo: ["save"],
  delete: ["delete"],
  undo: ["undo"],
  correct: ["delete", "save"],
  search: ["search"],
  show: ["show"],
  skip: ["skip_save", "skip_piece"],
};

test("of the commands that people give, most are heard, and none in what is no command", () => {
  const commands = SET.filter(({ wants }) => wants !== undefined && ACTIONS[wants] !== undefined);
  const heard = commands.filter(({ prompt, wants = "" }) =>
    ACTIONS[wants]?.includes(findCommand(prompt)?.action ?? "")
  );
  assert.ok(commands.length === 34 && heard.length >= 33, `${heard.length} of ${commands.length}`);
  for (const { prompt } of SET.filter(({ kind }) => kind === "nothing")) {
    assert.equal(findCommand(prompt)?.action, undefined, prompt);
  }
});

/** What states nothing, by why, and sentences that only look so. */
const OPEN: Readonly<Record<string, { readonly open: readonly string[]; readonly stated: readonly string[] }>> = {
  "what others want, with a doubt": {
    open: [
      "chatgpt told me to use tabs everywhere, does it matter?",
      "jonas told me to prefer named exports everywhere, is he right?",
      "jonas wants tabs everywhere, I don't agree",
      "ops said we must never restart the worker by hand, is that true?",
      "the docs tell me to prefer async everywhere, makes any difference for us?",
      "gemini suggested we use tabs, what do you think?",
      "小林说接口必须一律返回 200，我不同意，你怎么看",
      "组长要求一律写注释，我不太认同",
      "老陈说以后不用 redis，你觉得靠谱吗",
      "运维说所有容器都不许用 root，是真的吗",
      "前端说金额一律传字符串。你觉得呢",
    ],
    stated: [
      "the auditor says we must keep every invoice for ten years, so never delete one",
      "my boss wants all prices in euro from now on, don't use dollars anywhere",
      "the vet told me we always weigh the dogs before surgery, put that into the form",
      "the client insists that labels are never abbreviated, so write them out everywhere",
      "legal says we must never store birthdays, only the year",
      "the chef told us to always round portions up, that's how the kitchen works",
      "our DBA wants snake_case for every column, no exceptions",
      "marketing says the brand name is always written in capitals, so keep it that way",
      "Anna thinks we should always pin the base image, and I agree, so from now on pin it",
      "the insurer asks us to always keep the claim number in the subject, can you add it to the template?",
      "会计说发票一律保留十年，所以任何接口都不许删",
      "老板要求以后价格都用欧元，别再用美元了",
      "兽医说手术前必须先称重，表单里都要有这一步",
      "客户坚持标签一律不缩写，全部写全称",
      "法务说以后一律不准存生日，只存年份",
      "厨房要求份量一律向上取整，你记得都这么算",
      "库管建议列名统一用下划线，我同意，以后都这么写",
      "市场部规定品牌名必须全大写，文案都照这个来",
      "保险公司要求邮件主题一律带案件号，帮我把模板也改了好吗",
      "护士长说床号必须是两位数，我已经答应了，以后都这样",
    ],
  },
  "what is imagined, or may come": {
    open: [
      "imagine we never retried, sketch it but don't commit",
      "let's pretend prices are always in dollars, show me the query",
      "if we moved to bun, what would break?",
      "以后可能要支持多语言吧，先不管",
      "以后要是用户多了再考虑分库",
      "以后也许改用 grpc，看情况",
      "以后说不定不用 redis 了",
    ],
    stated: [
      "以后可能超时的请求都要加重试",
      "以后要是改表结构，先问我",
      "以后如果处方有改动，一律先通知药房",
      "以后凡是可能丢单的接口都必须记日志",
      "今后要是上线失败，一律先回滚再排查",
      "以后也许会变的文案一律放到配置里",
      "以后万一打印机断线，订单都要先落库",
      "以后要是客户没付款，发货单一律不打印",
      "往后如果蜂箱温度超过 38 度，必须发短信",
      "以后可能为空的字段统一给默认值",
      "if it touches payroll, never merge without Petra",
      "imagine files are never committed, they're generated by the imagine tool",
      "when the oven is cold we never start the timer",
      "what we always do: if the seal is broken, the batch is thrown away",
      "if a guest cancels, we always refund within three days",
      "suppositions aside, from now on the lab results are read only",
      "if you add a route, always add it to the map too",
      "pretend tests are not allowed here, always use the real scanner",
      "if the sensor drops out we never guess a value",
    ],
  },
  "what holds once": {
    open: [
      "for this one commit only, write the message in english",
      "for this one ticket only, answer in german",
      "这个文件里先保留老的日期格式，其他的回头再说",
      "这个组件里先保留 class 写法，其他的以后改",
    ],
    stated: [
      "for this one project we always use tabs",
      "for this one client invoices are always in dutch, never in french",
      "in this one repo the tests always live next to the code",
      "for this single customer we never send reminders",
      "we keep exactly one truck per route, always",
      "every oven gets this one calibration, never skip it",
      "this one rule holds everywhere: no secrets in the config",
      "on this one I want you to always ask first",
      "this one service always runs with two replicas, never one",
      "这个项目里先写测试再写实现，以后都这样",
      "这个仓库里一律先跑 lint，再提交",
      "这个文件里先定义类型，再写函数，所有模块都照这个顺序",
      "这些页面里先写中文文案，英文由翻译补，一直是这样",
      "这个接口先校验再入库，所有接口都必须这样",
      "这个模块里先加锁再写库，永远不要反过来",
      "这边的组件先写样式再写逻辑，统一这个顺序",
      "这个班组先点名再开工，系统里一律按这个顺序",
      "这类单子先审核后付款，不准反过来",
      "这个分支上先合并主干再测试，每次都要",
      "if we change the menu, always update the allergen list",
    ],
  },
};

test("a sentence that doubts what others want, imagines something or holds once states nothing, and a rule that only looks so is left", () => {
  for (const [why, { open, stated }] of Object.entries(OPEN)) {
    for (const said of open) assert.ok(leavesOpen(...sentencesOf(said)) && !isTold(said), `${why}: ${said}`);
    for (const said of stated) assert.ok(!leavesOpen(...sentencesOf(said)), `${why}: ${said}`);
    assert.ok(stated.filter(isTold).length >= stated.length / 2, why);
  }
});

// The weights know no address: of 19 sentences that tell one, none was kept.
test("where a thing stands is kept as a fact, and a task or a report that names an address is not", () => {
  for (
    const said of [
      "logs go to loki at http://loki.tide.lan:3100, grafana is on the same box",
      "logs go to loki at http://loki.tide.lan:3100",
      "the metrics are at http://prom.tide.lan:9090",
      "grafana runs on http://graf.tide.lan:3000",
      "our wiki is at https://wiki.tide.lan",
      "the staging db is at 10.4.0.40:5432",
      "sentry is at https://sentry.tide.lan",
      "日志都在 loki 上，地址 http://loki.tide.lan:3100",
      "监控在 http://prom.tide.lan:9090",
      "文档在 wiki 上，地址 https://wiki.tide.lan",
      "测试库在 10.4.0.40:5432",
      "镜像都推到 harbor.tide.lan/tide",
    ]
  ) assert.deepEqual(lastingIn(said, LINES.unjudged).map(({ memoryType }) => memoryType), ["W"], said);
  for (
    const other of [
      "the till is at http://till.bakery.lan:8080 and returns 500 after a while",
      "open http://till.bakery.lan:8080 and click on pay",
      "the broken page is at https://shop.bakery.example/cart/42?x=1",
      "the design is at https://figma.example/file/abc, build it",
      "is the printer at 10.2.0.7:9100?",
      "point the till to 10.2.0.7:9100",
      "the printer at 10.2.0.7:9100 is down",
      "use http://till.bakery.lan:8080 for now",
      "it runs on http://localhost:3000",
      "curl 10.2.0.7:9100 hangs",
      "收银台在 http://till.bakery.lan:8080 打不开",
      "把打印机改到 10.2.0.7:9100",
      "打印机在 10.2.0.7:9100 连不上",
      "这次先用 10.2.0.7:9100",
      "页面在 https://shop.bakery.example/cart/42 这里，改一下标题",
      "打印机是 10.2.0.7:9100 吗",
      "访问 http://till.bakery.lan:8080 报 502",
      "the version is 10.2.0.7",
      "upgrade postgres to 16.2.1.0",
    ]
  ) assert.ok(!isTold(other), other);
});

function sentencesOf(text: string): [string, string | undefined] {
  const [first, next] = sentencesIn(text).map(({ said }) => said);
  return [first ?? "", next];
}
