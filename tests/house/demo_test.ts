/** `deno task demo`, the README's Monday, with the binary that is there. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { ROOT } from "../installer.ts";

function shown(lang: string): string {
  const words = ["run", "-A", "--no-check", join(ROOT, "scripts", "demo.ts"), "--compiled", "--lang", lang];
  return execFileSync(process.execPath, words, { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
}

test("the demonstration carries a Monday into the next morning, and finds it again", () => {
  const [monday = "", tuesday = ""] = shown("en").split("Tuesday, a new session\n");
  assert.match(monday, /the agent is asked:\s+│\s+│ \[Session Save\][\s\S]*memory save summary --session 5b0c8f0e/);
  assert.match(
    tuesday,
    /the agent is given:[\s\S]*## Conventions[\s\S]*on Tuesdays only[\s\S]*## Open to-dos[\s\S]*Alert when the pool[\s\S]*## Last session[\s\S]*## Recent facts[\s\S]*Postgres pool/,
  );
  assert.match(tuesday, /memory search "when do we deploy"\s+We deploy on Tuesdays only\n/);
  assert.match(tuesday, /memory search "why did checkout time out"\s+Checkout timed out/);
});

test("it is told in the reader's language", () => {
  const [monday = "", tuesday = ""] = shown("zh").split("周二，新的会话\n");
  // What init prints into a pipe is for people, too.
  assert.match(monday, /试一试：/);
  assert.match(monday, /agent 被请求：[\s\S]*memory save summary --session 5b0c8f0e/);
  assert.match(tuesday, /agent 拿到：[\s\S]*## 约定[\s\S]*我们只在周二部署[\s\S]*## 未完成的待办[\s\S]*连接池/);
  assert.match(tuesday, /memory search "什么时候部署"\s+我们只在周二部署\n/);
});
