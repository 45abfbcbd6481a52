/**
 * install.ps1: read by PowerShell's grammar everywhere, run by PowerShell itself where there is Windows.
 *
 * The grammar proves that the script can be parsed, and that no part of it can;
 * the tests below it run on Windows alone.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { VERSION } from "../../src/version.ts";
import { bareHome, type Home, type Ran, releaseFolder, ROOT, run, serve, temporaryFolder } from "../installer.ts";
import { powershellErrors } from "./powershell.ts";

const SCRIPT = join(ROOT, "install.ps1");
const TEXT = fs.readFileSync(SCRIPT, "utf8");
const ARCHIVE = "memory-windows-x64.zip";
const windows = { skip: process.platform === "win32" ? false : "PowerShell is run on Windows only" };

test("PowerShell can read install.ps1", async () => {
  assert.deepEqual(await powershellErrors(TEXT), []);
});

test("PowerShell can't read install.ps1 when its end is missing, so nothing of it is run", async () => {
  const body = TEXT.lastIndexOf("& {");
  for (const at of [TEXT.indexOf("function Install-Memory") + 200, body + 3, body + 60, TEXT.trimEnd().length - 1]) {
    assert.notDeepEqual(await powershellErrors(TEXT.slice(0, at)), [], `cut at ${at}`);
  }
});

function install(words: readonly string[], home: Home): Promise<Ran> {
  const { SystemRoot = "", PATH = "", PROCESSOR_ARCHITECTURE = "", TEMP = "" } = process.env;
  const folder = dirname(binaryOf(home));
  const env = { MEMORY_INSTALL_DIR: folder, SystemRoot, PATH, PROCESSOR_ARCHITECTURE, TEMP, TMP: TEMP };
  return run("powershell", ["-NoProfile", "-ExecutionPolicy", "Bypass", "-File", SCRIPT, ...words], { home, env });
}

function binaryOf(home: Home): string {
  return join(home.folder, ".local", "bin", "memory.exe");
}

test("PowerShell installs over HTTP into a home with spaces and Chinese characters", windows, async () => {
  const server = await serve(releaseFolder());
  const home = bareHome("小明 home 目录");
  const { code, stdout, stderr } = await install(["-BaseUrl", server.url], home);
  server.close();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /is not in your PATH yet[\s\S]*memory init/);
  assert.equal((await run(binaryOf(home), ["--version"], { home })).stdout.trim(), VERSION);
});

test("PowerShell leaves the old binary when the archive was tampered with", windows, async () => {
  const home = bareHome();
  fs.mkdirSync(dirname(binaryOf(home)), { recursive: true });
  fs.writeFileSync(binaryOf(home), "the old one");
  const base = temporaryFolder();
  fs.writeFileSync(join(base, ARCHIVE), "no archive");
  fs.writeFileSync(join(base, "checksums.txt"), `${createHash("sha256").update("x").digest("hex")}  ${ARCHIVE}\n`);
  const { code, stderr } = await install(["-BaseUrl", base], home);
  assert.notEqual(code, 0);
  assert.match(stderr, /is not the one that checksums\.txt names/);
  assert.equal(fs.readFileSync(binaryOf(home), "utf8"), "the old one");
});
