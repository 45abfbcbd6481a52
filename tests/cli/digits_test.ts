/** Whole numbers too long for JavaScript keep their digits in every verb. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { memoryBox } from "../box.ts";

const ID = "log-100000000-abcd";
const FILE = "daily/2026-02-18.jsonl";
/** A plain fact, one with a field of another program's, and one that is redacted on its way in. */
const LINE = `{"id":"${ID}","type":"fact","memory_type":"W","content":"Redis listens on 6380","entities":[],` +
  `"confidence":0.8,"timestamp":"2026-02-18T10:00:00.000Z","x_chat":9007199254740993,` +
  `"x_more":{"list":[1,-12345678901234567890,0.5],"text":"9007199254740993"}}\n`;
const DIGITS = [/"x_chat":9007199254740993\b/, /\[1,-12345678901234567890,0\.5\]/, /"text":"9007199254740993"/];

function holds(text: string, where: string): void {
  for (const digits of DIGITS) assert.match(text.replace(/\s+(?=[-[\]\d"{])|(?<=:)\s+/g, ""), digits, where);
}

test("an edit, an undo, an export in each format and an import keep the digits of another program's fields", async () => {
  const box = memoryBox();
  box.write(FILE, LINE);
  assert.equal((await box.json(["manage", "edit", "--id", ID, "--content", "Redis listens on 6381"])).status, "ok");
  holds(box.read(FILE), "edit");
  for (const name of ["out.json", "out.jsonl"]) {
    const path = join(box.home, name);
    assert.equal((await box.json(["export", "--output", path])).status, "ok");
    holds(fs.readFileSync(path, "utf8"), name);
    const other = memoryBox();
    assert.equal((await other.json(["import", "--input", path])).status, "ok");
    holds(other.read(FILE), `import of ${name}`);
  }
  const other = memoryBox();
  assert.equal((await other.json(["import", "--input", box.data, "--format", "plan-c"])).status, "ok");
  holds(other.read(FILE), "import of a folder");
  assert.equal((await box.json(["manage", "undo"])).status, "ok");
  holds(box.read(FILE), "undo");
});
