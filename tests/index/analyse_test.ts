/** A text becomes the terms by which it is found: English, Chinese, identifiers, and any unusual sign. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { analyse } from "../../src/text/mod.ts";
import { analyseLong } from "../../src/text/stretches.ts";
import { dayTerms } from "../../src/text/notations.ts";
import { pairsOf } from "../../src/text/script.ts";
import { stem } from "../../src/text/stem.ts";
import { coreSections } from "../../src/index/truth.ts";

test("all forms of an English word, irregular ones too, share one term", () => {
  const same = (...words: string[]) => assert.equal(new Set(words.map(stem)).size, 1, words.map(stem).join(" "));
  same("cache", "caches", "cached", "caching");
  same("decide", "decided", "decides", "deciding");
  same("retry", "retries", "retried");
  same("run", "ran", "running");
  same("child", "children");
  same("happiness", "happy");
  same("relational", "relate");
  assert.notEqual(stem("policy"), stem("police"));
});

test("an identifier is found as a whole and by its parts, with any sign between them", () => {
  for (const written of ["load_memory.py", "load-memory.py", "loadMemory.py"]) {
    const { surfaces, wholes } = analyse(written);
    assert.deepEqual([surfaces, wholes], [["load", "memory", "py"], ["loadmemorypy"]]);
  }
  assert.deepEqual(analyse("ERR_LOCK_BUSY").surfaces, ["err", "lock", "busy"]);
  assert.deepEqual(analyse("/api/v2/orders?id=1").wholes, ["apiv2orders", "id1"]);
  assert.deepEqual(analyse("rm -rf --max-results").surfaces, ["rm", "rf", "max", "results"]);
  assert.deepEqual(analyse("HTMLParser sessionStart").wholes, ["htmlparser", "sessionstart"]);
});

test("a number at the end of a name is a part of its own, but not after two letters", () => {
  assert.deepEqual(analyse("token33 mp3").surfaces, ["token", "33", "mp3"]);
  assert.deepEqual(analyse("token33").wholes, ["token33"]);
});

test("a long text has the same terms in stretches, which end with lines and sentences", () => {
  const sentence =
    "We decided on 5月8日 to keep load_memory.py, because it's read by C++ code and nobody minds; really. ";
  const text = sentence.repeat(8) + "缓存命中率下降了，原因是键太长。".repeat(9);
  const { analysis, ends } = analyseLong(text);
  assert.deepEqual(analysis, analyse(text));
  assert.ok(ends.length > 5);
  assert.deepEqual(ends.at(-1), { surfaces: analysis.surfaces.length, runs: analysis.runs.length });
  assert.deepEqual(analyseLong(sentence).ends, []);
});

test("C++ and C# are not C", () => {
  assert.deepEqual(analyse("C, C++ and C#").surfaces, ["c", "cplusplus", "and", "csharp"]);
  assert.deepEqual(analyse("C++17, C#12, app#17").surfaces, ["cplusplus", "17", "csharp", "12", "app", "17"]);
});

test("width, case and accents make no difference", () => {
  assert.deepEqual(analyse("ＡＰＩ　Ｃａｆé"), analyse("api cafe"));
  assert.deepEqual(analyse("it's Caroline’s").surfaces, ["it", "caroline"]);
});

test("Chinese runs stay whole and fall into overlapping pairs", () => {
  assert.deepEqual(analyse("Redis 缓存方案选型 v2，数据库").runs, ["缓存方案选型", "数据库"]);
  assert.deepEqual(pairsOf("数据库"), ["数据", "据库"]);
  assert.deepEqual(pairsOf("库"), ["库"]);
});

test("any text is analysed: emoji, lone surrogates, control characters, nothing", () => {
  for (const text of ["", "😀🚀", "\ud800 a", "\0\x01", "-", '"', "*", "("]) {
    assert.equal(analyse(text).runs.length, 0);
  }
  assert.deepEqual(analyse("𠮷野家 😀").runs, ["𠮷野家"]);
});

test("a day gives terms in both languages", () => {
  assert.deepEqual(dayTerms("2023-05-08T13:56:00Z"), ["8", "mai", "2023", "5"]);
  assert.deepEqual(dayTerms("yesterday"), []);
});

test("core memory is cut at its headings, but not within comments and code", () => {
  const text =
    "intro\n<!-- hint -->\n# 核心记忆\n\n## 用户偏好\n- pnpm\n```sh\n# not a heading\n```\n## 用户偏好\n- tabs\n";
  assert.deepEqual(coreSections(text).map(({ id, content }) => [id, content]), [
    ["core-0", "intro"],
    ["core-用户偏好", "用户偏好\n- pnpm\n```sh\n# not a heading\n```"],
    ["core-用户偏好-2", "用户偏好\n- tabs"],
  ]);
});

test("a comment and a heading in code of core memory are text, however the code is fenced", () => {
  const fences = ["```\n", "````md\n```\n", "  ~~~\n```\n", "- ```js\n", "> ~~~~~\n~~~\n"];
  for (const fence of fences) {
    const end = fence.replace(/^- /, "  ").replace(/[a-z]*\n.*/s, "");
    const code = `${fence}<!-- kept -->\n# kept\n\n\n${end}`;
    const told = coreSections(
      `# A\nuse \`<!-- kept -->\` not <!-- hidden -->\n${code}\n# B\n<!-- \`\`\` -->\nb <!-- c -->\n`,
    );
    assert.deepEqual(told.map(({ content }) => content), [`A\nuse \`<!-- kept -->\` not \n${code}`, "B\nb"], fence);
  }
  assert.deepEqual(coreSections("a \\`b <!-- hidden -->` c ` d").map(({ content }) => content), ["a \\`b ` c ` d"]);
});
