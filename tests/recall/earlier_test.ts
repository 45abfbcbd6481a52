/**
 * The times that a text names, and the prompts that ask for a day, for the end of the last session, or for open work.
 * With a fixed clock, in this process. The prompts are our own, and the code was fitted to them
 * (tests/fixtures/earlier.jsonl).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { earlierIn, openWorkIn } from "../../src/prompt/earlier.ts";
import { mayAskForEarlier } from "../../src/prompt/signs.ts";
import { type Clock, timesIn } from "../../src/records/when.ts";
import { dayOf } from "../../src/records/days.ts";
import { zoneOffset } from "../../src/system/zone.ts";
import { systemRuntime } from "../../src/system/mod.ts";
import { promptsOf } from "../recall_fixtures.ts";

interface Asking {
  readonly p: string;
  readonly asks?: "day" | "last" | "open";
  /** The prompt counts only as the first of a session. */
  readonly first?: true;
  /** First and last day. */
  readonly from?: string;
  readonly to?: string;
}

const PROMPTS: readonly Asking[] = readFileSync(new URL("../fixtures/earlier.jsonl", import.meta.url), "utf8").trim()
  .split("\n").map((line) => JSON.parse(line));

/** A Wednesday, at noon in Shanghai. */
const NOW = "2026-02-18T04:00:00.000Z";

function clockAt(now = NOW, zone = "Asia/Shanghai"): Clock {
  return { now: () => new Date(now), offsetMs: zoneOffset(systemRuntime().files, zone) };
}

function days(time: { readonly from: number; readonly to: number } | undefined, clock: Clock): string {
  if (!time) return "";
  const day = (at: number) => dayOf(new Date(at).toISOString(), clock);
  return `${day(time.from)}..${day(time.to - 1)}`;
}

test("each prompt of the fixture asks for the kind of earlier work and the days that the fixture names", () => {
  const clock = clockAt();
  const wrong = PROMPTS.flatMap(({ p, asks, first, from, to }) => {
    const found = mayAskForEarlier(p) ? earlierIn(p, clock, { isFirst: first === true }) : undefined;
    const later = mayAskForEarlier(p) ? earlierIn(p, clock, { isFirst: false }) : undefined;
    const told = found?.asks === "day" ? days(found.time?.whole, clock) : "";
    const wanted = asks === "day" ? `${from}..${to}` : "";
    const isRight = found?.asks === asks && (told === wanted) && (!first || !later);
    return isRight ? [] : [`${p}: ${found?.asks} ${told}`];
  });
  assert.deepEqual(wrong, []);
});

test("a question for the open work of one matter names the matter, and other sentences about what is open none", () => {
  const asked = {
    "退款还有啥没做": "退款",
    "退款的待办有哪些": "退款",
    "退款相关的待办": "退款",
    "退款这块还有啥没做": "退款",
    "退款还剩啥": "退款",
    "退款接口的todo": "退款接口",
    "关于退款的代办": "退款",
    "退款的遗留问题有哪些": "退款",
    "网关那边还有什么没处理": "网关",
    "what is still open for refunds?": "refunds",
    "what's left to do on refunds": "refunds",
    "open to-dos about refunds": "refunds",
    "refund todos?": "refund",
    "any refund to-dos left?": "refund",
    "which todos are left for the refund api": "refund api",
    "anything left to do for the login page?": "login page",
  };
  for (const [prompt, about] of Object.entries(asked)) {
    assert.ok(mayAskForEarlier(prompt), prompt);
    assert.equal(openWorkIn(prompt)?.about, about, prompt);
  }
  const others =
    "退款还有问题没处理 | 退款还没做完 | 为什么退款没做完 | 退款接口还剩多少额度 | 剩余金额怎么算 | 还有什么参数要传 | 待办列表页怎么写 | 待办页面有哪些字段 | 写一个待办应用 | 给待办加个接口 | 列表还有哪些列没显示 | 还差哪些字段 | 退款失败还剩几次重试 | 把退款的待办改成灰色 | 清理下待办 | 这个还有啥没做 | what is left of the string after trim | which rows are left in the table | what does the open function do | how do I open the refund page | which files are open | show the remaining rows | add a todo list to the refund page | why is the todo component slow | the todo list component is slow | what has to be done to open a port | list open ports";
  for (const prompt of others.split(" | ")) assert.equal(openWorkIn(prompt)?.about, undefined, prompt);
});

for (
  const [text, wanted] of [
    ["三十号", "2026-01-30..2026-01-30"],
    ["10号", "2026-02-10..2026-02-10"],
    ["昨个儿", "2026-02-17..2026-02-17"],
    ["前个儿", "2026-02-16..2026-02-16"],
    ["yesterday", "2026-02-17..2026-02-17"],
    ["last night", "2026-02-17..2026-02-17"],
    ["on Wed", "2026-02-11..2026-02-11"],
    ["周三", "2026-02-11..2026-02-11"],
    ["这周三", "2026-02-18..2026-02-18"],
    ["上周日", "2026-02-15..2026-02-15"],
    ["上上周五", "2026-02-06..2026-02-06"],
    ["Friday last week", "2026-02-13..2026-02-13"],
    ["周末", "2026-02-14..2026-02-15"],
    ["the week before last", "2026-02-02..2026-02-08"],
    ["两个月前", "2025-12-01..2025-12-31"],
    ["十二月三号", "2025-12-03..2025-12-03"],
    ["on 31 March", "2025-03-31..2025-03-31"],
    ["on the 30th", "2026-01-30..2026-01-30"],
    ["2月29日", "2024-02-29..2024-02-29"],
    ["二月三十一号", ""],
    ["2026-02-30", ""],
    ["in December", "2025-12-01..2025-12-31"],
    ["三月份", "2025-03-01..2025-03-31"],
    ["最近三天", "2026-02-16..2026-02-18"],
    ["over the last two weeks", "2026-02-05..2026-02-18"],
    ["昨天下午", "2026-02-17..2026-02-17"],
    ["the day before yesterday", "2026-02-16..2026-02-16"],
    ["週二", "2026-02-17..2026-02-17"],
    ["去年", "2025-01-01..2025-12-31"],
    ["last year", "2025-01-01..2025-12-31"],
    ["去年12月", "2025-12-01..2025-12-31"],
    ["去年1月3号", "2025-01-03..2025-01-03"],
    ["前年", "2024-01-01..2024-12-31"],
    ["11月初", "2025-11-01..2025-11-10"],
    ["11月下旬", "2025-11-21..2025-11-30"],
    ["11月中间件升级", "2025-11-01..2025-11-30"],
    ["mid-November", "2025-11-11..2025-11-20"],
    ["half a month ago", "2026-01-31..2026-02-06"],
    ["去年度", ""],
    ["next year", ""],
    ["next Friday", ""],
    ["每周五", ""],
    ["下周五", ""],
    ["every other Monday", ""],
    ["yesterday()", ""],
    ["last_week", ""],
    ["/data/2026-02-10/log", ""],
    ["`yesterday`", ""],
    ["“昨天”", ""],
    ["a yesterday tab", ""],
    ["周一到周五", ""],
    ["since Tuesday", "2026-02-17..2026-02-18"],
    ["since last week", "2026-02-09..2026-02-18"],
    ["after Monday", "2026-02-17..2026-02-18"],
    ["between Tuesday and Thursday", "2026-02-10..2026-02-12"],
    ["from February 3 to February 5", "2026-02-03..2026-02-05"],
    ["自上周五以来", "2026-02-13..2026-02-18"],
    ["since August", "2025-08-01..2026-02-18"],
    ["what did we decide from August to October?", "2025-08-01..2025-10-31"],
    ["what did we do between October 2024 and January 2025?", "2024-10-01..2025-01-31"],
    ["8 月到 10 月都干了啥", "2025-08-01..2025-10-31"],
    ["八月至十月定了什么？", "2025-08-01..2025-10-31"],
    ["what did we decide since August 2024?", "2024-08-01..2026-02-18"],
    ["8 月以来", "2025-08-01..2026-02-18"],
    ["自 8 月起", "2025-08-01..2026-02-18"],
    ["after August", "2025-09-01..2026-02-18"],
    ["before September", "1970-01-01..2025-08-31"],
    ["9 月以前", "1970-01-01..2025-08-31"],
    ["until September", "1970-01-01..2025-09-30"],
    ["截至 9 月", "1970-01-01..2025-09-30"],
    ["before May 5", ""],
    ["since the August release", ""],
    ["推迟到9月", ""],
    ["周一之后", "2026-02-17..2026-02-18"],
    ["从周二到周四", "2026-02-10..2026-02-12"],
    ["2月3日到2月5日", "2026-02-03..2026-02-05"],
    ["从上周三到这周一", "2026-02-11..2026-02-16"],
    ["每周一到周五", ""],
    ["推迟到2月5日", ""],
    ["每三个月一次", ""],
  ] as const
) {
  test(`a text names a time, or none: ${text}`, () => {
    const clock = clockAt();
    assert.equal(days(timesIn(text, clock)[0]?.whole, clock), wanted);
  });
}

test("a day begins at the person's midnight, and lasts 23 hours when summer time begins", () => {
  // In Berlin it is already 29 March, the day on which clocks go forward.
  const clock = clockAt("2026-03-29T22:30:00.000Z", "Europe/Berlin");
  const [yesterday] = timesIn("yesterday", clock);
  assert.deepEqual([yesterday?.from, yesterday?.to], [
    Date.parse("2026-03-28T23:00:00.000Z"),
    Date.parse("2026-03-29T22:00:00.000Z"),
  ]);
  const [evening] = timesIn("昨晚", clockAt());
  assert.deepEqual([evening?.from, evening?.to], [
    Date.parse("2026-02-17T09:00:00.000Z"),
    Date.parse("2026-02-17T20:00:00.000Z"),
  ]);
});

test("among the prompts of the recall sets, only the right ones are taken for questions about earlier work as a whole", () => {
  const clock = clockAt();
  const sets = ["prompts", "clinic_prompts", "runner_prompts", "harbor_prompts", "atelier_prompts", "quarry_prompts"];
  const asking = sets.flatMap((set) => promptsOf(`${set}.jsonl`)).map(({ p }) => p)
    .filter((p) => mayAskForEarlier(p) && earlierIn(p, clock, { isFirst: false }));
  assert.deepEqual(
    [...new Set(asking)].toSorted(),
    [
      "is there anything left to do?",
      "what's still open",
      "继续上次说的，接下来先做哪个功能：批量开票还是对账单",
      "还剩什么没做",
      "还有哪些待办没做",
    ].toSorted(),
  );
});
