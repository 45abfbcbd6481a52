/**
 * What the calls that people and agents wait for load and ask of the file system, held by `weight.tsv`: a change that
 * makes each of them a little dearer is within the noise of a clock, and a hundred of them are not.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { compilerPath, ROOT } from "../../scripts/compile.ts";
import { memoryBox } from "../box.ts";

const HERE = join(ROOT, "tests", "house");
/** A bound that is farther off than this no longer holds anything: lower it. */
const SLACK = 0.7;

/** So long after a change a file is known not to have changed again unseen. */
const SETTLED_MS = 2_500;

const FACTS = [
  "Use kestrel-sync for the mirror, never rsync",
  "The signing key of the webhooks is rotated every 90 days, in Vault at kv/payments/hmac",
  ...Array.from({ length: 200 }, (_, at) => `Service s${at} listens on port ${4_000 + at * 7}`),
];

async function filled() {
  const box = memoryBox({ empty: true });
  spawnSync("git", ["init", "-q", box.project]);
  await box.run(["init", "--agent", "claude", "--skip-model"]);
  const lines = FACTS.map((content, at) => {
    const timestamp = new Date(Date.now() - (1 + at % 20) * 86_400_000).toISOString();
    return JSON.stringify({ type: "fact", memory_type: "W", content, timestamp });
  });
  const { code, stderr } = await box.run(["import", "-", "--confirm"], { stdin: lines.join("\n") });
  assert.equal(code, 0, stderr);
  // The files that an import has just written are read again until a write notes that they have settled.
  await setTimeout(SETTLED_MS);
  await box.run(["remember", "The office closes at six"]);
  await box.run(["search", "webhooks"]);
  return box;
}

test("the calls that are waited for load and ask no more than they are allowed", async (t) => {
  const { home, project } = await filled();
  const event = (name: string, more: object) =>
    JSON.stringify({ session_id: crypto.randomUUID(), hook_event_name: name, cwd: project, ...more });
  const tool = (command: string) => event("PreToolUse", { tool_name: "Bash", tool_input: { command } });
  const calls: Readonly<Record<string, readonly [words: readonly string[], stdin: string, says: RegExp]>> = {
    "tool, silent": [["hook", "claude", "PreToolUse"], tool("cd web && npm run build"), /^\{\}$/],
    "tool, a rule": [["hook", "claude", "PreToolUse"], tool("rsync -a out/ mirror:/srv"), /kestrel-sync/],
    "prompt, silent": [
      ["hook", "claude", "UserPromptSubmit"],
      event("UserPromptSubmit", { prompt: "How do I read a file in Python?" }),
      /^(?!.*additionalContext)/,
    ],
    "prompt, a record": [
      ["hook", "claude", "UserPromptSubmit"],
      event("UserPromptSubmit", { prompt: "How often is the signing key of the webhooks rotated?" }),
      /kv\/payments\/hmac/,
    ],
    "start": [["hook", "claude", "SessionStart"], event("SessionStart", { source: "startup" }), /Service s/],
    "search": [["search", "signing key of the webhooks"], "", /kv\/payments\/hmac/],
    "list": [["list"], "", /Service s/],
    "remember": [["remember", "The staging database is called ledger"], "", /ledger/],
  };
  const bounds = readFileSync(join(HERE, "weight.tsv"), "utf8").split("\n").filter((line) => /^[^#]/.test(line))
    .map((line) => line.split("\t"));
  assert.deepEqual(bounds.map(([call]) => call), Object.keys(calls));
  for (const [call = "", mostKb, mostAsked] of bounds) {
    await t.test(call, () => {
      const [words, stdin, says] = calls[call] ?? assert.fail();
      const weighed = join(home, "weighed.json");
      const env = { HOME: home, PATH: process.env["PATH"], LANG: "en_US.UTF-8", WEIGHED: weighed };
      const ran = spawnSync(compilerPath(), [join(HERE, "weigh.ts"), ...words], {
        cwd: project,
        env,
        input: stdin,
        encoding: "utf8",
      });
      assert.equal(ran.status, 0, ran.stderr);
      assert.match(ran.stdout.trim(), says);
      const { bytes, asked } = JSON.parse(readFileSync(weighed, "utf8"));
      for (
        const [what, is, most] of [["kB", bytes / 1024, mostKb], ["questions to the file system", asked, mostAsked]]
      ) {
        const told = `${call}: ${Math.round(is)} ${what}, ${most} allowed (CONTRIBUTING.md, What a start costs)`;
        assert.ok(is <= Number(most), told);
        assert.ok(is >= Number(most) * SLACK, `${told}: lower the bound`);
      }
    });
  }
});
