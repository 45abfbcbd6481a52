/** Texts of some hundred thousand words and signs, which fill the stack of whoever passes them on one by one. */
import assert from "node:assert/strict";
import { test } from "node:test";
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
