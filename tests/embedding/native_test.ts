/** The native libraries that go into the binary: whole for every system, of the pinned version, without telemetry. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { nativeFilesOf } from "../../scripts/compile.ts";
import { NATIVE_LIBRARIES, type System } from "../../src/native.ts";

const SYSTEMS: readonly System[] = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];
const MODULES = new URL("../../node_modules/", import.meta.url).pathname;

test("every system has every native library, and the installed packages hold its files", () => {
  for (const system of SYSTEMS) {
    for (const { files } of Object.values(NATIVE_LIBRARIES)) assert.ok(files[system].length > 0, system);
    for (const file of nativeFilesOf(system)) assert.ok(existsSync(join(MODULES, file)), file);
  }
});

test("the versions that name the unpacked folders are those that are installed", () => {
  const { imports } = JSON.parse(readFileSync(new URL("../../deno.json", import.meta.url), "utf8"));
  assert.equal(imports["onnxruntime-node"], `npm:onnxruntime-node@${NATIVE_LIBRARIES.onnxruntime.version}`);
  assert.equal(imports["onnxruntime-common"], `npm:onnxruntime-common@${NATIVE_LIBRARIES.onnxruntime.version}`);
  for (const target of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64"]) {
    const name = `sqlite-vec-${target}`;
    assert.equal(imports[name], `npm:${name}@${NATIVE_LIBRARIES["sqlite-vec"].version}`);
  }
});

test("no native library knows an address to send usage data to", () => {
  // ONNX Runtime sends usage data from 1.29 on, as soon as it is loaded.
  const files = new Set(SYSTEMS.flatMap((system) => nativeFilesOf(system)));
  for (const file of files) {
    const bytes = readFileSync(join(MODULES, file));
    assert.equal(bytes.indexOf("events.data.microsoft.com"), -1, file);
  }
});
