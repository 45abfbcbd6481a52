/** Standard input of a verb, in each way in which a shell or an agent passes it. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { BINARY, memoryBox } from "../box.ts";

/** The facts of a new store after a shell command, in which `$MEMORY` is the binary. */
function factsAfter(line: string, files: Readonly<Record<string, string>> = {}): string[] {
  const box = memoryBox();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(box.project, name), text);
  const env = { PATH: process.env["PATH"], HOME: box.home, MEMORY: BINARY };
  const { status, stderr } = spawnSync("/bin/sh", ["-c", line], { cwd: box.project, env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const day = new Date().toISOString().slice(0, 10);
  return box.lines(`daily/${day}.jsonl`).filter(({ type }) => type === "fact").map(({ content }) => content);
}

const withShell = { skip: process.platform === "win32" };

test("a payload may come in pieces, with a pause between them", withShell, () => {
  const line = `(printf '{"content":"Deploys '; sleep 0.2; printf 'run on Tuesdays"}') | "$MEMORY" save -`;
  assert.deepEqual(factsAfter(line), ["Deploys run on Tuesdays"]);
});

test("a payload larger than a pipe's buffer arrives whole", withShell, () => {
  const content = "The log of the outage. ".repeat(6_000).trim();
  const [saved] = factsAfter(`cat payload.json | "$MEMORY" save -`, { "payload.json": JSON.stringify({ content }) });
  assert.equal(saved?.length, content.length);
});

test("a file is read from the place up to which the shell has read it", withShell, () => {
  const line = `{ read first; "$MEMORY" save -; } < payload.json`;
  assert.deepEqual(factsAfter(line, { "payload.json": `a heading\n{"content":"The heading is not ours"}` }), [
    "The heading is not ours",
  ]);
});

test("what is piped in late, or in pieces, is waited for", withShell, () => {
  const slow = (after: string) => `(printf 'We deploy '; sleep 2.5; echo 'on Tuesdays') | "$MEMORY" ${after}`;
  assert.deepEqual(factsAfter(slow("remember")), ["We deploy on Tuesdays"]);
  assert.deepEqual(factsAfter(`(sleep 2.5; echo 'We deploy daily') | "$MEMORY" remember`), ["We deploy daily"]);
});

// A dash was once saved as the text "-".
test(
  "a dash in the place of a text reads the text from a pipe, and remember does so without a dash",
  withShell,
  () => {
    assert.deepEqual(factsAfter(`echo 'We keep dates in UTC' | "$MEMORY" remember -`), ["We keep dates in UTC"]);
    assert.deepEqual(factsAfter(`echo 'We keep dates in UTC' | "$MEMORY" remember`), ["We keep dates in UTC"]);
    assert.deepEqual(factsAfter(`echo 'Dates are UTC' | "$MEMORY" save fact --content -`), ["Dates are UTC"]);
    const edit = `id=$("$MEMORY" save fact --content old | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`;
    assert.deepEqual(factsAfter(`${edit}; echo new | "$MEMORY" manage edit --id $id --content -`), ["new"]);
    assert.deepEqual(factsAfter(`${edit}; echo new | "$MEMORY" edit $id -`), ["new"]);
    const others = `echo 'It went well' | "$MEMORY" save summary --topic T --summary - &&
    "$MEMORY" show today | grep 'It went well' && echo 'Errors are JSON' | "$MEMORY" note add - &&
    "$MEMORY" note list | grep 'Errors are JSON'`;
    assert.deepEqual(factsAfter(others), []);
    const nothing = `"$MEMORY" remember < /dev/null; test $? = 2 && sleep 3 | { "$MEMORY" remember; test $? = 2; }`;
    assert.deepEqual(factsAfter(nothing), []);
  },
);

test("a folder in the place of standard input is told as what it is", withShell, () => {
  const box = memoryBox();
  for (const verb of ["remember", "save", "import"]) {
    const line = `"$MEMORY" ${verb} - < "$HOME"`;
    const env = { PATH: process.env["PATH"], HOME: box.home, MEMORY: BINARY };
    const { status, stderr } = spawnSync("/bin/sh", ["-c", line], { cwd: box.project, env, encoding: "utf8" });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^error: stdin can't be read to its end, as where it is a folder/, verb);
  }
});
