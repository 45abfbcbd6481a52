/** Doctor in this process: what the file system refuses, and how it reads on a terminal. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../../src/cli/mod.ts";
import { width } from "../../src/cli/terminal.ts";
import { CHECKS, type Diagnosis, examine } from "../../src/doctor/mod.ts";
import type { Files, Runtime } from "../../src/runtime.ts";
import { line } from "../doctor_box.ts";
import { testWorld } from "../world.ts";

const DATA = ".cursor/skills/memory-data";

/**
 * A project with two days of facts, in a world whose files may refuse;
 * root may read everything, so the refusal is made.
 */
function project(files: (real: Files) => Files = (real) => real, env: Record<string, string> = {}): Runtime {
  const { folder, runtime } = testWorld({ files, env });
  const root = join(folder, "home", "app");
  fs.mkdirSync(join(root, DATA, "daily"), { recursive: true });
  fs.chmodSync(join(root, DATA), 0o700);
  fs.writeFileSync(join(root, DATA, "daily/2026-02-17.jsonl"), line("log-1"));
  fs.writeFileSync(join(root, DATA, "daily/2026-02-18.jsonl"), line("log-2"));
  return { ...runtime, cwd: () => root };
}

const REQUEST = { projectPath: undefined, layer: undefined, deep: true, fix: false };

function found({ checks }: Diagnosis, id: string) {
  const check = checks.find((each) => each.id === id);
  return check && { status: check.status, detail: check.detail.en, next_step: check.next_step?.en };
}

function refusing(part: string, names: readonly (keyof Files)[]) {
  return (real: Files): Files => {
    const refuse = (name: keyof Files) => (path: string, ...rest: unknown[]) => {
      if (path.includes(part)) {
        throw Object.assign(new Error(`EACCES: permission denied, ${path}`), { code: "EACCES", syscall: "open" });
      }
      return (real[name] as (...words: unknown[]) => unknown)(path, ...rest);
    };
    return { ...real, ...Object.fromEntries(names.map((name) => [name, refuse(name)])) };
  };
}

test("a file that can't be read is named, and everything else is still looked at", async () => {
  const diagnosis = await examine(project(refusing("2026-02-17", ["read", "readRange"])), REQUEST);
  const { status, detail } = found(diagnosis, "jsonl_parseable") ?? {};
  assert.equal(status, "fail");
  assert.match(detail ?? "", /can't be read: daily\/2026-02-17\.jsonl \(EACCES/);
  assert.equal(found(diagnosis, "id_unique")?.detail, "1 id, none twice");
  assert.equal(diagnosis.checks.length, CHECKS.length);
});

test("a folder that can't be entered ends no check but its own", async () => {
  for (const part of ["daily", "session_state", "spool", "notes", DATA]) {
    const diagnosis = await examine(
      project(refusing(part, ["read", "readRange", "list", "stat", "realPath"])),
      REQUEST,
    );
    assert.equal(diagnosis.checks.length, CHECKS.length, part);
    assert.ok(diagnosis.summary.fail > 0, part);
  }
});

test("a folder that can't be written fails", async () => {
  const diagnosis = await examine(project((real) => ({ ...real, mayWrite: () => false })), REQUEST);
  assert.equal(found(diagnosis, "permissions")?.status, "fail");
  assert.match(found(diagnosis, "permissions")?.detail ?? "", /can't be written: .*memory-data/);
});

async function onTerminal(runtime: Runtime, words: string[], columns = 72): Promise<string[]> {
  let written = "";
  const stdout = { isTerminal: true, columns, write: (text: string) => void (written += text) };
  assert.equal(await runCli({ ...runtime, stdout }, words), 0);
  return written.split("\n");
}

test("on a terminal the findings stand below each other, wrapped, with a sign each that needs no colour", async () => {
  for (const [lang, name] of [["en", "Files of the memory"], ["zh", "记忆的文件"]] as const) {
    const runtime = project(undefined, { NO_COLOR: "1", MEMORY_LANG: lang });
    fs.appendFileSync(join(runtime.cwd(), DATA, "daily/2026-02-18.jsonl"), "{ no JSON\n");
    const lines = await onTerminal(runtime, ["doctor", "--deep"]);
    const first = lines[0] ?? "";
    assert.ok(first.startsWith(`✗ ${name}`), first);
    assert.ok(lines.some((text) => text.startsWith("! ")) && lines.some((text) => text.startsWith("✓ ")));
    assert.ok(lines.some((text) => /^ +→ /.test(text)));
    assert.ok(lines.every((text) => !text.includes("\x1b")));
    // Only a path, which has no blanks, may be too long.
    assert.deepEqual(lines.filter((text) => width(text) > 72 && !/\/\S+$/.test(text)), []);
    assert.match(lines.at(-2) ?? "", /^\d+ ✓ {2}\d+ ! {2}\d+ ✗$/);
  }
  assert.ok((await onTerminal(project(), ["doctor"])).some((text) => text.includes("\x1b[32m✓")));
});

test("what was mended stands before the findings", async () => {
  const runtime = project(undefined, { NO_COLOR: "1" });
  fs.chmodSync(join(runtime.cwd(), DATA), 0o755);
  const [first = ""] = await onTerminal(runtime, ["doctor", "--fix"], 400);
  assert.match(first, /^\+ closed .*memory-data to others$/);
});

test("a full disk under the memory or under its home fails, with the folder", async () => {
  for (const part of ["memory-data", ".memory"]) {
    const runtime = project((real) => ({ ...real, freeBytes: (path) => path.includes(part) ? 4_096 : 1e9 }));
    const seen = found(await examine(runtime, REQUEST), "permissions");
    assert.equal(seen?.status, "fail");
    assert.match(seen?.detail ?? "", new RegExp(`the disk is full: .*${part.replace(".", "\\.")}`));
    assert.match(seen?.next_step ?? "", /Free some space/);
  }
  const unknown = project((real) => ({ ...real, freeBytes: () => undefined, freeFiles: () => undefined }));
  assert.equal(found(await examine(unknown, REQUEST), "permissions")?.status, "pass");
});

test("a home that a sandbox or the file system keeps from being written is no matter of its owner", async () => {
  const isFree = (path: string) => path.includes("memory-data");
  const runtime = project((real) => ({
    ...real,
    mayWrite: (path) => isFree(path) && real.mayWrite(path),
    writeRefusal: (path) => isFree(path) ? real.writeRefusal(path) : "EROFS",
  }));
  const seen = found(await examine(runtime, REQUEST), "permissions");
  assert.equal(seen?.status, "fail");
  assert.match(seen?.detail ?? "", /\.memory can't be written, as in a sandbox or on a read-only file system/);
  assert.match(seen?.next_step ?? "", /Let the sandbox write there/);
});

test("a disk on which no more files can be made fails, with the folder", async () => {
  for (const part of ["memory-data", ".memory"]) {
    const runtime = project((real) => ({ ...real, freeFiles: (path) => path.includes(part) ? 0 : 1e6 }));
    const seen = found(await examine(runtime, REQUEST), "permissions");
    assert.equal(seen?.status, "fail");
    assert.match(seen?.detail ?? "", new RegExp(`no more files can be made .*: .*${part.replace(".", "\\.")}`));
    assert.match(seen?.next_step ?? "", /Remove files/);
  }
});
