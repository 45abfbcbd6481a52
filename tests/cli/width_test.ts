/** Lines that hold a person's own text, on a terminal of 80 columns. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../../src/cli/mod.ts";
import { width } from "../../src/cli/terminal.ts";
import { testWorld } from "../world.ts";

const TEXTS = [
  "缓存方案的长标题与讨论".repeat(12),
  "A very long topic about the cache ".repeat(8).trim(),
  `Cache 缓存\n${"second line ".repeat(20).trim()}`,
];

for (const lang of ["en", "zh"] as const) {
  test(`a long text is cut to the terminal's width, and JSON holds it whole: ${lang}`, async () => {
    for (const long of TEXTS) {
      const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: lang, MEMORY_OFFLINE: "1" } });
      const project = join(folder, "home", "app");
      const data = join(project, ".cursor", "skills", "memory-data");
      fs.mkdirSync(join(data, "logs"), { recursive: true });
      const told = async (words: readonly string[], isTerminal = true) => {
        let written = "";
        const stdout = { isTerminal, columns: 80, write: (text: string) => void (written += text) };
        await runCli({ ...runtime, cwd: () => project, stdout }, words);
        return written;
      };
      await told(["save", "summary", "--topic", long, "--summary", long]);
      await told(["save", "fact", "--content", long]);
      const note = { scene: long, principles: [long, "Short"], choice: long, source: "remember", confidence: "high" };
      const score = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };
      await told(["note", "propose", JSON.stringify({ ...note, score })]);
      await told(["retrieve", long]);
      for (const words of [["manage", "stats"], ["manage", "list"], ["manage", "log"], ["note", "list"]]) {
        // Only a path, which people copy, may be too long.
        const lines = (await told(words)).split("\n").filter((line) => !/ \S*\/\S*$/.test(line));
        assert.deepEqual(lines.filter((line) => width(line) > 80), [], words.join(" "));
        const isCut = lines.some((line) => width(line) > 70 && line.includes("…"));
        assert.ok(isCut, words.join(" "));
      }
      const { data: stats } = JSON.parse(await told(["manage", "stats"], false));
      assert.equal(stats.sessions.latest_topic, long);
    }
  });
}
