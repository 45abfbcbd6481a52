/** Texts of some hundred thousand words and signs, which fill the stack of whoever passes them on one by one. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { contradicts } from "../../src/recall/contradiction.ts";
import { otherTerms, sharesHeld } from "../../src/recall/shares.ts";
import { readStatements } from "../../src/recall/statement.ts";
import { BYTES_MAX } from "../../src/limits.ts";
import { memoryBox } from "../box.ts";
import { dayBefore } from "../settings_box.ts";

const LONG = {
  names: Array.from({ length: 300_000 }, (_, place) => `foo_bar${place % 1000}.ts`).join(" "),
  signs: String.fromCodePoint(...[0x6570, 0x636e, 0x5e93]).repeat(250_000),
  "parts of a name": Array.from({ length: 300_000 }, (_, place) => `part${place % 1000}`).join("-"),
};

for (const [what, content] of Object.entries(LONG)) {
  test(`a text of very many ${what} is indexed, and all others are found beside it`, async () => {
    const box = memoryBox();
    const at = `${dayBefore(1)}T10:00:00.000Z`;
    const line = (id: string, text: string) =>
      `${JSON.stringify({ id, type: "fact", memory_type: "W", content: text, timestamp: at })}\n`;
    const file = `daily/${dayBefore(1)}.jsonl`;
    box.write(file, line("log-1", "Orders go through Kafka"));
    await box.json(["sync"]);
    // With an index that is there already, and anew.
    box.write(file, box.read(file) + line("log-2", content) + line("log-3", "Deploys come from the branch release"));
    for (const words of [["sync"], ["sync", "--rebuild"]]) {
      assert.equal((await box.json(words)).data.total, 3);
      for (const [asked, id] of [["Kafka", "log-1"], ["branch release", "log-3"]] as const) {
        assert.equal((await box.json(["search", asked])).results[0].id, id);
      }
    }
  });
}

/** Signs as of an encoded file, the same in every run. */
function encoded(length: number): string {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let [text, seed] = ["", 7];
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += signs.charAt(Math.floor(seed / 2_147_483_648 * 64));
  }
  return text;
}

const logLine = (at: number) =>
  `{"at":"19:${at % 60}:07","level":"info","path":"/users/${at}","status":200,"ms":${at}}`;

const UNSTATED = {
  "an encoded file": encoded(250_000),
  "a log": Array.from({ length: 3_000 }, (_, at) => logLine(at)).join("\n"),
  "numbers": Array.from({ length: 25_000 }, (_, at) => `${at % 97}.${at}`).join(" "),
  "Chinese words": "用户登录后检查缓存，端口是八千八十，不用连接生产环境。".repeat(3_200),
};

for (const [what, long] of Object.entries(UNSTATED)) {
  test(`${what} of some hundred thousand signs is compared with another text in no time`, () => {
    const before = process.cpuUsage();
    const plain = "The server listens on port 8080";
    const [one, other] = [readStatements(plain), readStatements(long)];
    for (const [newer, older] of [[one, other], [other, one], [other, other]] as const) contradicts(newer, older);
    otherTerms(long);
    sharesHeld(long, plain);
    const { user } = process.cpuUsage(before);
    assert.ok(user < 1_500_000, `${user / 1000} ms`);
  });
}

test("a save beside one long number waits for nothing, and a list shows the beginning of it", async () => {
  const box = memoryBox();
  const began = Date.now();
  const long = "7".repeat(BYTES_MAX.saved);
  assert.equal(
    (await box.json(["save", "fact", "--content", "-", "--type", "W"], { stdin: long })).data.status,
    "saved",
  );
  assert.equal((await box.json(["save", "fact", "--content", "Redis listens on 6380"])).data.status, "saved");
  assert.ok(Date.now() - began < 20_000);
  const listed = (await box.run(["list"])).stdout;
  assert.match(listed, /7{100}.*…[^]*Redis|Redis[^]*7{100}.*…/);
  assert.ok(listed.length < 5_000, String(listed.length));
  assert.ok((await box.run(["list", "--json"])).stdout.includes(long));
});
