import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { memoryBox } from "./box.ts";

// The runtime inside the binary reads both files by itself unless it is compiled without that.
test("a repository's .env and bunfig.toml neither steer the binary nor run code in it", async () => {
  const box = memoryBox();
  fs.writeFileSync(join(box.project, ".env"), "MEMORY_DISABLE=1\nHF_ENDPOINT=http://evil.invalid\n");
  fs.writeFileSync(join(box.project, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  fs.writeFileSync(
    join(box.project, "evil.ts"),
    `require("node:fs").writeFileSync(${JSON.stringify(join(box.home, "owned"))}, "1");\n`,
  );
  const { data } = await box.json(["save", "fact", "--content", "Redis TTL is 300 s"]);
  assert.equal(data.status, "saved");
  await box.hook("cursor", "sessionStart", { conversation_id: "s-1", workspace_roots: [box.project] });
  assert.equal(fs.existsSync(join(box.home, "owned")), false);
});
