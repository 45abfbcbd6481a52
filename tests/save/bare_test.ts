/** Which prompts are nothing but another value in the place of one that a text holds. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { bareIn, replaces } from "../../src/capture/bare.ts";

const corrects = (held: string, said: string) => {
  const bare = bareIn(said);
  return bare !== undefined && replaces(bare, held);
};

/** Of logs that are kept 14 days, in more words. */
const LOGS =
  "hang on its 30 days|ignore that, its 30 days|disregard that, 30 days|should be 30 days|it should be 30|i misspoke, 30 days|up it to 30 days|er 30 days|my bad its 30 days"
    .split("|");

/** What corrects each of these texts. */
const CORRECTED = {
  "Payloads are limited to 256 KB": ["hm no, 1mb", "make it 1 MB", "sorry, 512kb", "256 is too small, 1mb", "1 MB"],
  "The API listens on port 8080": ["wrong port, 8090", "its 8443 actually", "no 8090", "8090 not 8080"],
  "Retries back off at most 5 times": ["3 times is enough", "bump it to 8", "nah, 3"],
  "Logs are kept 14 days": ["oops 30 days", "no wait, 90", "i meant 30", ...LOGS],
  "The frontend uses Vue": ["nope, react", "svelte instead", "actually, solid", "hm react"],
  "Indent with spaces": ["nope tabs", "tabs, not spaces", "scrap that, tabs"],
  "Webhooks are signed with HMAC SHA-1": ["scrap that, ed25519", "rather ed25519"],
  "The queue is RabbitMQ": ["not rabbit, kafka", "make it nats"],
  "会话 30 分钟过期": ["30 分钟太短了，1 小时", "不，45", "等下 改成 45", "60 分钟吧", "还是 45 分钟吧"],
  "接口端口是 8080": ["写错了 8090", "不对 是8090", "算了 用 9000"],
  "测试用 Jest": ["不对 vitest", "换 vitest", "还是用 mocha 吧"],
  "提交信息用中文": ["不，英文", "改主意了，用英文"],
  "负责人是小王": ["不是小王 是小李"],
  "我们定了用redis做锁": [
    ...[
      "不对，用etcd",
      "算了 用etcd",
      "算了还是etcd吧",
      "诶不对，用etcd",
      "欸 不对 是 etcd",
      "搞错了，用etcd",
      "看错了，是etcd",
    ],
    ...["口误，etcd", "手滑了 是 etcd", "其实是etcd", "慢着，用etcd", "不不不，用etcd", "my bad, etcd", "typo, etcd"],
  ],
};

/** None of these corrects any of them. */
const OTHERS = [
  ["2 failed", "8080 is in use", "no rush", "wait a sec", "wait 5 minutes", "make it async", "line 12", "8090", "5"],
  ["make it 3 columns", "retry it twice now", "bump zod to 4", "no, don't", "nope, still broken", "no, the other file"],
  [
    "add 3 more tests",
    "both 1 and 3",
    "step 2",
    "took 30 seconds",
    "is it 8090?",
    "how many retries",
    "make it shorter",
  ],
  ["no, like before", "actually leave it", "instead of a loop use map", "sorry, typo", "use fetch here", "not yet"],
  [
    "文件错了",
    "不用跑测试",
    "等等 先别动",
    "改成异步",
    "第 12 行",
    "3 个失败了",
    "错了 重来",
    "算了 先提交",
    "还是红的",
  ],
  [
    "其实是缓存的问题",
    "看错了，报错在 b.go",
    "搞错了，改回去",
    "口误率统计一下",
    "慢着，先别提交",
    "哎，redis 挂了",
  ],
  [
    "hang on 5 minutes",
    "hang on, 2 failed",
    "ignore that warning",
    "ignore that, 2 tests are flaky",
    "it should be green",
  ],
  ["should be 3 columns", "should be done in 5 steps", "er diagram with 3 tables", "up it goes", "disregard that test"],
  ["搞错分支了，切回 main", "其实是我没拉代码", "my bad, wrong branch", "typo in the docs", "oops, etcd is down"],
  ["换个写法", "用了 30 秒", "等 5 分钟", "升级 react 到 19", "为什么是 8090", "还是 3 个报错", "不对，再试试"],
].flat();

test("a number, a name or a choice alone corrects the text that holds another one of its kind", () => {
  for (const [held, corrections] of Object.entries(CORRECTED)) {
    for (const said of corrections) assert.ok(corrects(held, said), `${held} / ${said}`);
  }
});

test("orders, reports and questions correct nothing, with a number or with “no” in front", () => {
  for (const held of Object.keys(CORRECTED)) {
    for (const said of OTHERS) assert.ok(!corrects(held, said), `${held} / ${said}`);
  }
});

test("what a prompt denies must be in the text that it corrects", () => {
  assert.ok(!corrects("The frontend uses Vue", "kafka, not rabbit"));
  assert.ok(!corrects("负责人是小王", "不是小张 是小李"));
});
