/**
 * Traditional characters read as simplified ones: that src/text/words/han.txt has the form by which it is read, holds
 * what people write, and is what scripts/han_table.ts makes.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../scripts/compile.ts";
import { hanTable } from "../../scripts/han_table.ts";
import { countHan, foldHan, HAN, hasHan } from "../../src/text/script.ts";
import { readStatements } from "../../src/recall/statement.ts";
import { redact } from "../../src/records/redact.ts";

const TABLE = readFileSync(join(ROOT, "src", "text", "words", "han.txt"), "utf8");
const PAIRS = TABLE.replaceAll("\n", "").match(/../g) ?? [];

test("the table of traditional characters is made of OpenCC's dictionary, of what both sides write", () => {
  // Lines of the dictionary, all its kinds: itself first, several forms, one beyond 16 bits, rare ones, another's form.
  const made = hanTable(readFileSync(join(ROOT, "tests", "fixtures", "han", "TSCharacters.txt"), "utf8"));
  assert.equal(made, "乾干囉啰彊强後后揹背搾榨毬球瀋沈甦苏發发砲炮螢荧裏里裡里鍾钟風风饋馈髮发麼么\n");
  // The rest of the table has come the same way: in order, thirty pairs to a line.
  assert.deepEqual(PAIRS, [...PAIRS].sort());
  assert.match(TABLE, /^(?:.{60}\n)+(?:.{2}){1,30}\n$/);
  const whole = new Set(PAIRS);
  for (const pair of made.match(/../g) ?? []) assert.ok(whole.has(pair), pair);
});

test("what counts as a Chinese character is what Unicode says, rare ones and 々 and 〇 included", () => {
  const [ours, unicode] = [new RegExp(`^[${HAN}]$`), /^\p{sc=Han}$/u];
  for (let code = 0; code <= 0xffff; code++) {
    const char = String.fromCharCode(code);
    // What no version of Unicode has given a meaning yet may stand between those that have one.
    if (/\P{Cn}/u.test(char)) assert.equal(ours.test(char), unicode.test(char), code.toString(16));
  }
  assert.ok(hasHan("𠮷") && hasHan("㐂") && !hasHan("かな 한글 ไทย 😀，。"));
  assert.equal(countHan("𠮷野家々"), 4);
  // Each of these took one range or the other before.
  assert.deepEqual(
    readStatements("佐々木不用 yarn")[0]?.runs,
    readStatements("佐佐木不用 yarn")[0]?.runs.map((run) => run.replace("佐佐", "佐々")),
  );
  assert.equal(redact("密码是hunter2!㐂").text.endsWith("㐂"), true);
});

test("a character is folded to one other, which stays", () => {
  assert.equal(new Set(PAIRS.map((pair) => pair.charAt(0))).size, PAIRS.length);
  for (const pair of PAIRS) {
    assert.equal(foldHan(pair.charAt(0)), pair.charAt(1));
    assert.equal(foldHan(pair.charAt(1)), pair.charAt(1));
  }
  assert.equal(foldHan("a 𠮷\n"), "a 𠮷\n");
});

test("what is written often in Taiwan and Hong Kong is read as on the mainland", () => {
  // The first list of pairs lacked 風 將 脫 誰 聞 滅 繩 龜 and 600 others of Big5's first level.
  const texts = [
    ["風險將由誰脫敏，新聞歸檔後再壓縮", "风险将由谁脱敏，新闻归档后再压缩"],
    ["在後端發送請求，頭髮、乾燥、幹部、干擾", "在后端发送请求，头发、干燥、干部、干扰"],
    ["資料庫裡的緩存，網域名稱在裏面", "资料库里的缓存，网域名称在里面"],
    ["螢幕反饋，穩定版釋出，瀏覽器貓風格", "荧幕反馈，稳定版释出，浏览器猫风格"],
  ] as const;
  for (const [traditional, simplified] of texts) {
    assert.equal(foldHan(traditional), simplified);
    assert.equal(foldHan(simplified), simplified);
  }
});

test("no word of our own simplified texts is folded into another", () => {
  const folder = join(ROOT, "src", "templates", "zh");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const words = ["common_zh.txt", "stop_zh.txt", "thesaurus.txt"].map((name) =>
    join(ROOT, "src", "text", "words", name)
  );
  assert.ok(files.length > 5);
  for (const path of [...files.map((name) => join(folder, name)), ...words]) {
    const text = readFileSync(path, "utf8");
    assert.equal(foldHan(text), text, path);
  }
});
