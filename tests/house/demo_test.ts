/** `deno task demo`, the first command of the README, with the binary that is there. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { ROOT } from "../installer.ts";

test("the demonstration shows a day's memory carried into the next morning, and finds it again in both languages", () => {
  const words = ["run", "-A", "--no-check", join(ROOT, "scripts", "demo.ts"), "--compiled"];
  const shown = execFileSync(process.execPath, words, { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  const [day = "", morning = ""] = shown.split("The next morning\n");
  assert.match(day, /the agent is asked:\s+│\s+│ \[Session Save\][\s\S]*memory save summary --session 5b0c8f0e/);
  assert.match(morning, /the agent is given:/);
  assert.match(morning, /## Conventions[\s\S]*一律用英文祈使句/);
  assert.match(
    morning,
    /## Open to-dos[\s\S]*Alert when the pool[\s\S]*## Recent facts[\s\S]*Postgres pool[\s\S]*Redis[\s\S]*## Last session/,
  );
  assert.match(morning, /memory search "会话缓存用什么方案"\s+\d\.\d+ {2}[^\n]*缓存/);
  assert.match(morning, /memory search "why did checkout time out"\s+\d\.\d+ {2}[^\n]*[Cc]heckout timed out/);
});
