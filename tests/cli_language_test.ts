/** What verbs print on a terminal, in the language of whoever reads it. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../src/cli/mod.ts";
import { testWorld } from "./world.ts";

const LINES: readonly (readonly [words: string, en: RegExp, zh: RegExp])[] = [
  ["save fact --content 缓存用_Redis", /^Saved log-/, /^已保存 log-/],
  ["save fact --content 缓存用_Redis", /^Already there /, /^已有 /],
  ["save summary --topic 缓存 --summary 缓存用_Redis。", /^Saved sum-/, /^已保存 sum-/],
  ["manage list", /^2 records\n/, /^2 条记录\n/],
  ["manage list --keyword 没有", /^Nothing is remembered/, /^没有符合的记忆/],
  ["search 没有的", /^Nothing found/, /^没有找到/],
  ["manage stats", /^This project .*\n +Facts +1 in 1 day/, /^本项目 .*\n +事实 +1 天共 1 条/],
  ["manage consolidate", /consolidated fact \(1 new/, /条归并后的事实（新增 1/],
  [
    "manage delete --keyword Redis",
    /would be soft-deleted[^]*Confirm with --confirm\n$/,
    /将软删除[^]*确认请加 --confirm\n$/,
  ],
  ["manage delete --keyword Redis --confirm", /^Deleted 1 record\ncopies in /, /^已删除 1 条记录\n副本在 /],
  ["manage undo", /^Taken back delete \(op-/, /^已撤销 delete（op-/],
  ["manage undo --list", /save +1 record\n/, /save +1 条记录\n/],
  ["manage backups", / 1 file\n| 2 files\n/, / \d 个文件\n/],
  ["sync", /records in step \(/, /条记录同步（/],
  ["note list", /^No notes/, /^没有笔记/],
  ["note index", /^INDEX\.md is in step: 0 notes/, /^INDEX\.md 与笔记一致：0 篇笔记/],
  ["manage log", /^Nothing was looked up yet|\d ms/, /^还没有检索过|\d ms/],
  ["config reset --all", /^Nothing was set/, /^没有改过任何设置/],
  ["model remove", / was not there\n$/, / 本来就不在\n$/],
  ["disable", /^Memory is off/, /^记忆已关闭/],
  ["enable", /^Memory is on/, /^记忆已开启/],
];

for (const [lang, at] of [["en", 1], ["zh", 2]] as const) {
  test(`a terminal is written to in the language of its reader: ${lang}`, async () => {
    const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: lang, MEMORY_OFFLINE: "1" } });
    const project = join(folder, "home", "app");
    fs.mkdirSync(join(project, ".cursor", "skills", "memory-data"), { recursive: true });
    for (const line of LINES) {
      let written = "";
      const stdout = { isTerminal: true, columns: 100, write: (text: string) => void (written += text) };
      const stderr = { ...stdout, isTerminal: false, write: () => {} };
      await runCli({ ...runtime, cwd: () => project, stdout, stderr }, line[0].split(" "));
      assert.match(written, line[at], line[0]);
    }
  });
}
