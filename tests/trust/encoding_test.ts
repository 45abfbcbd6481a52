/** A text that an editor wrote in GBK is never spoilt by a change of another part of it. Against the binary. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, memoryBox } from "../box.ts";

/** “我的” in GBK. */
const GBK = "\xce\xd2\xb5\xc4";
const NOTE = `# T\n\n## Meta\n\n- **Id**: MEM-mine\n- **Title**: T\n- **Kind**: decision\n- **Status**: active

## One-liner (for injection)\n\nx\n\n## Body\n\n${GBK}\n`;

const put = (path: string, text: string) => {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text, "latin1");
};
const bytes = (path: string) => fs.readFileSync(path, "latin1");

test("a note in GBK is not edited, and deleted and brought back byte for byte", async () => {
  const box = memoryBox();
  const path = join(box.data, "notes", "MEM-mine.md");
  put(path, NOTE);
  for (const words of [["edit", "MEM-mine", "--one-liner", "y"], ["archive", "MEM-mine"]]) {
    const { code, stdout } = await box.run(["--json", "note", ...words]);
    assert.deepEqual([code, JSON.parse(stdout).error?.message.includes("no UTF-8")], [2, true], words[0]);
    assert.equal(bytes(path), NOTE, words[0]);
  }
  await box.json(["note", "delete", "MEM-mine", "--confirm"]);
  assert.equal(fs.existsSync(path), false);
  await box.json(["manage", "restore", "--id", "MEM-mine"]);
  assert.equal(bytes(path), NOTE);
});

test("an import adds nothing to a MEMORY.md in GBK, and its records come in without that", async () => {
  const box = memoryBox();
  const [core, input] = [join(box.data, "MEMORY.md"), join(box.home, "in.json")];
  put(core, `# Core\n\n- ${GBK}\n`);
  const record = { id: "log-1", type: "fact", content: "Theirs", timestamp: "2026-02-18T10:00:00.000Z" };
  const bundle = { format: "memory-export", version: 1, records: [record], notes: [] };
  fs.writeFileSync(input, JSON.stringify({ ...bundle, core_memory: "# Core\n\n- theirs\n" }));
  const { stdout } = await box.run(["--json", "import", "--input", input, "--confirm"]);
  assert.match(JSON.parse(stdout).error.message, /no UTF-8/);
  assert.equal(bytes(core), `# Core\n\n- ${GBK}\n`);
  fs.writeFileSync(input, JSON.stringify({ ...bundle, core_memory: "" }));
  assert.equal((await box.json(["import", "--input", input, "--confirm"])).data.imported, 1);
});

test("a save of a text that is no UTF-8 is refused, whichever way it comes, with the next step", async () => {
  const box = memoryBox();
  const latin = Buffer.from("Le caf\xe9 ferme", "latin1");
  const ways: readonly (readonly [words: readonly string[], stdin?: Uint8Array])[] = [
    [["remember", "-"], Buffer.from(GBK, "latin1")],
    [["remember"], latin],
    [["remember", "-"], Buffer.from("\ufeffThe rope is red", "utf16le")],
    [["save", "fact", "--content", "-"], latin],
    [["save", "-"], Buffer.from('{"content":"caf\xe9","memory_type":"W"}', "latin1")],
    [["remember", "Le caf\ufffd ferme"]],
  ];
  for (const [words, stdin] of ways) {
    const { code, stdout } = await box.run(["--json", ...words], stdin ? { stdin } : {});
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, /not UTF-8/.test(error?.message), /iconv/.test(error?.hint)], [2, true, true], stdout);
  }
  assert.equal((await box.json(["list"])).data.total, 0);
  await box.json(["remember", "-"], { stdin: "The log shows \ufffd" });
  assert.equal((await box.json(["list"])).data.total, 1);
});

test("a setting is not changed in a file with a comment in Latin-1, and doctor names a MEMORY.md in GBK", async () => {
  const box = memoryBox();
  const [config, core] = [box.path("config.json"), box.path("MEMORY.md")];
  const text = '{\n  // f\xfcr das Gro\xdfe\n  "log": { "level": "INFO" }\n}\n';
  put(config, text);
  const { code, stderr } = await box.run(["config", "set", "log.level", "DEBUG"]);
  assert.deepEqual([code, /no UTF-8 text/.test(stderr)], [2, true], stderr);
  assert.equal(bytes(config), text);
  fs.rmSync(config);
  put(core, `# Core\n\n- ${GBK}\n`);
  assert.match((await box.run(["doctor"])).stdout, /MEMORY\.md \(not UTF-8/);
});

test(
  "in a folder whose name is no UTF-8 verbs say so and do nothing",
  { skip: process.platform !== "linux" },
  async () => {
    const box = memoryBox({ empty: true });
    const script = `d=$(printf 'caf\\351'); mkdir "$d" && cd "$d" && "$1" init --skip-model; echo $?; ls ..`;
    const env = { HOME: box.home, PATH: "/usr/bin:/bin" };
    const { stdout, stderr } = spawnSync("sh", ["-c", script, "sh", BINARY], {
      cwd: box.project,
      env,
      encoding: "latin1",
    });
    assert.match(stderr, /name of this folder is not UTF-8/);
    assert.equal(stdout, "2\ncaf\xe9\n");
    const asked = await box.run(["init", "--skip-model"], { cwd: box.project });
    assert.equal(asked.code, 0);
  },
);
