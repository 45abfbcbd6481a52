/** install.sh as people run it: the real script, real shells, a real release of this tree. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { VERSION } from "../../src/version.ts";
import {
  ARCHIVE,
  bareHome,
  installPiped,
  lightRelease,
  pathWithOnly,
  releaseFolder,
  run,
  SCRIPT,
  serve,
  which,
} from "../installer.ts";

const SHELLS = ["sh", "dash", "bash"].filter((shell) => which(shell) !== undefined);
/** All that the script may ask of a machine, but a checksum tool and a downloader. */
const TOOLS = "sh awk chmod cp cut gzip mkdir mktemp mv rm sed sleep tar uname".split(" ");
/** Windows has install.ps1. */
const unix = { skip: process.platform === "win32" ? "install.sh is for Unix" : false };
const online = {
  skip: unix.skip || (which("curl") || which("wget") ? false : "this machine has neither curl nor wget"),
};

async function versionOf(binary: string): Promise<string> {
  return (await run(binary, ["--version"], { home: bareHome() })).stdout.trim();
}

for (const shell of SHELLS) {
  test(`a fresh install under ${shell} puts one working file into a bare home and nothing else`, online, async () => {
    const server = await serve(shell === "sh" ? releaseFolder() : lightRelease());
    const home = bareHome();
    const { code, stderr } = await installPiped(shell, ["--base-url", server.url], home);
    server.close();
    assert.equal(code, 0, stderr);
    assert.deepEqual(home.files(), [".local/bin/memory"]);
    assert.equal(await versionOf(home.binary), VERSION);
    assert.match(
      stderr,
      /is not in your PATH yet\.\nIn this shell:\n\n {2}export PATH=.*\n\nIn every shell, then open a new/,
    );
    assert.match(stderr, /memory init/);
  });

  test(`a script that arrives cut off under ${shell} does nothing at all`, unix, async () => {
    const whole = fs.readFileSync(SCRIPT, "utf8");
    const lastLine = whole.trimEnd().lastIndexOf("\n") + 1;
    const everyLine = [...whole.matchAll(/\n/g)].map(({ index }) => index).filter((at) =>
      at < lastLine && at % 5 === 0
    );
    const lastBytes = Array.from({ length: whole.trimEnd().length - lastLine }, (_, at) => lastLine + at);
    const home = bareHome();
    const base = lightRelease();
    for (const at of [...everyLine, ...lastBytes]) {
      const stdin = whole.slice(0, at);
      const { stderr } = await run(shell, ["-s", "--", "--base-url", base], { home, stdin });
      // Not even a part of it with options that got lost.
      assert.doesNotMatch(stderr, /^error: |Fetching/m);
      assert.deepEqual(home.files(), [], `cut at ${at}: ${JSON.stringify(stdin.slice(-30))}`);
    }
  });
}

test("an upgrade while a hook and a verb of the old binary run lets both end in peace", unix, async () => {
  const home = bareHome();
  await installPiped("sh", ["--base-url", releaseFolder()], home);
  const before = fs.statSync(home.binary).ino;
  const [hook, verb] = [["hook", "cursor", "stop"], ["save", "-"]].map((words) => {
    const child = spawn(home.binary, words, { cwd: home.folder, env: { HOME: home.folder, PATH: "" } });
    let reply = "";
    child.stdout.on("data", (chunk: Uint8Array) => void (reply += Buffer.from(chunk).toString()));
    child.stdin.on("error", () => {});
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const end = async (input: string) => {
      child.stdin.end(input);
      return [await ended, reply];
    };
    return { child, end };
  });
  const { code, stderr } = await installPiped("sh", ["--base-url", releaseFolder()], home);
  assert.equal(code, 0, stderr);
  assert.notEqual(fs.statSync(home.binary).ino, before);
  assert.equal(verb?.child.exitCode, null);
  assert.deepEqual(await hook?.end('{"conversation_id":"s1"}'), [0, "{}\n"]);
  const [exit, reply] = await verb?.end("no JSON") ?? [];
  assert.equal(exit, 2);
  assert.match(String(reply), /INVALID_ARGUMENT/);
});

/** Installs from `base` over an older installation; it must fail, name the reason and leave all as it was. */
async function refused(base: string, reason: RegExp, words: readonly string[] = [], env = {}): Promise<void> {
  const home = bareHome();
  fs.mkdirSync(dirname(home.binary), { recursive: true });
  fs.writeFileSync(home.binary, "the old one");
  const { code, stderr } = await installPiped("sh", ["--base-url", base, ...words], home, env);
  assert.equal(code, 1, stderr);
  assert.match(stderr, reason);
  assert.match(stderr, /^error: /m);
  assert.equal(fs.readFileSync(home.binary, "utf8"), "the old one");
  assert.deepEqual(home.files(), [".local/bin/memory"]);
}

test("an archive that was tampered with is not installed", unix, async () => {
  const base = lightRelease();
  const bytes = fs.readFileSync(join(base, ARCHIVE));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  fs.writeFileSync(join(base, ARCHIVE), bytes);
  await refused(base, /is not the one that checksums\.txt names: wanted [0-9a-f]{64}, found [0-9a-f]{64}/);
});

test("an archive that checksums.txt does not name is not installed", unix, async () => {
  const base = lightRelease();
  fs.writeFileSync(join(base, "checksums.txt"), `${"0".repeat(64)}  not-${ARCHIVE}\n`);
  await refused(base, /checksums\.txt in .* does not name memory-/);
});

test("a binary that does not run on this machine never takes the place of one that does", unix, async () => {
  await refused(lightRelease("exit 1"), /does not run here; nothing was changed/);
});

test("without a tool that checks, nothing is installed", unix, async () => {
  await refused(lightRelease(), /Neither sha256sum nor shasum is here/, [], { PATH: pathWithOnly(TOOLS) });
});

test("another version than the wanted one is not installed", unix, async () => {
  await refused(lightRelease(), new RegExp(`Wanted memory 9\\.9\\.9, but .* holds ${VERSION}`), [
    "--version",
    "v9.9.9",
  ]);
});

test("an unknown machine is told so instead of getting a binary for another", unix, async () => {
  const path = pathWithOnly([...TOOLS.filter((tool) => tool !== "uname"), "sha256sum", "shasum"]);
  fs.writeFileSync(join(path, "uname"), '#!/bin/sh\n[ "$1" = -s ] && echo SunOS || echo sparc\n', { mode: 0o755 });
  await refused(lightRelease(), /There is no memory for SunOS on sparc/, [], { PATH: path });
});

test("an unknown option or an option without its value is refused", unix, async () => {
  const home = bareHome();
  for (const words of [["--prefix", "x"], ["--version"], ["--base-url"]]) {
    const { code, stderr } = await installPiped("sh", words, home);
    assert.equal(code, 1);
    assert.match(stderr, /^error: (Unknown option --prefix|--version needs a value|--base-url needs a value)/);
  }
  assert.deepEqual(home.files(), []);
});

test("--help tells the options and does nothing", unix, async () => {
  const home = bareHome();
  const { code, stdout } = await installPiped("sh", ["--help"], home);
  assert.equal(code, 0);
  assert.match(stdout, /--version[^]*--base-url[^]*--uninstall[^]*MEMORY_INSTALL_DIR/);
  assert.deepEqual(home.files(), []);
});

test("a target that can't be written is named, with the way out", unix, async () => {
  const home = bareHome();
  fs.writeFileSync(join(home.folder, "file"), "");
  const targets = [join(home.folder, "file", "bin")];
  // Root may write anywhere.
  if (process.getuid?.() !== 0) {
    fs.mkdirSync(join(home.folder, "locked"), { mode: 0o555 });
    targets.push(join(home.folder, "locked"));
  }
  for (const target of targets) {
    const { code, stderr } = await installPiped("sh", ["--base-url", lightRelease()], home, {
      MEMORY_INSTALL_DIR: target,
    });
    assert.equal(code, 1);
    assert.match(stderr, /Cannot write to .*\n\nhint: Set MEMORY_INSTALL_DIR/);
    assert.deepEqual(home.files(), ["file"]);
  }
});

test(
  "a home with spaces, quotes and Chinese characters works, and the printed line puts memory into PATH",
  unix,
  async () => {
    const home = bareHome("小明's home 目录");
    const ofBash = process.platform === "darwin" ? "~/.bash_profile" : "~/.bashrc";
    const files = { "/bin/zsh": "~/.zshrc", "/bin/bash": ofBash, "/bin/ash": "~/.profile", "/bin/ksh": "~/.profile" };
    let line = "";
    for (const [SHELL, file] of Object.entries(files)) {
      const { code, stderr } = await installPiped("sh", ["--base-url", lightRelease()], home, { SHELL });
      assert.equal(code, 0, stderr);
      line = /^ {2}(echo .*)$/m.exec(stderr)?.[1] ?? "";
      assert.ok(line.endsWith(` ${file}`), line);
    }
    const words = `${line}\n. ~/.profile\ncommand -v memory && memory --version`;
    assert.equal((await run("sh", ["-c", words], { home })).stdout, `${home.binary}\n${VERSION}\n`);
  },
);

test("a folder without any network is enough", unix, async () => {
  const home = bareHome();
  const path = pathWithOnly([...TOOLS, "sha256sum", "shasum"]);
  const words = [SCRIPT, "--base-url", `file://${lightRelease()}/`];
  const { code, stderr } = await run(join(path, "sh"), words, { home, env: { PATH: path } });
  assert.equal(code, 0, stderr);
  assert.equal(await versionOf(home.binary), VERSION);
});

for (const tool of ["curl", "wget"]) {
  const here = { skip: unix.skip || (which(tool) ? false : `this machine has no ${tool}`) };
  const path = () => pathWithOnly([...TOOLS, "sha256sum", "shasum", tool]);

  test(`a download that breaks off is continued with ${tool}, not begun anew`, here, async () => {
    const server = await serve(lightRelease(), { breakFirst: ARCHIVE });
    const home = bareHome();
    const { code, stderr } = await installPiped("sh", ["--base-url", server.url], home, { PATH: path() });
    server.close();
    assert.equal(code, 0, stderr);
    assert.match(server.requests.at(-1) ?? "", /bytes=[1-9]\d*-/);
    assert.deepEqual(home.files(), [".local/bin/memory"]);
  });

  test(`a server that can't continue costs ${tool} a second download, not the installation`, here, async () => {
    const server = await serve(lightRelease(), { breakFirst: ARCHIVE, ranges: false });
    const home = bareHome();
    const { code, stderr } = await installPiped("sh", ["--base-url", server.url], home, { PATH: path() });
    server.close();
    assert.equal(code, 0, stderr);
    assert.equal(await versionOf(home.binary), VERSION);
  });

  test(`${tool} follows no redirect to http, and no address of another machine without https`, here, async () => {
    const other = await serve(lightRelease());
    const server = createServer((request, response) => {
      response.writeHead(302, { location: `${other.url}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const home = bareHome();
    const install = (base: string) => installPiped("sh", ["--base-url", base], home, { PATH: path() });
    const led = await install(`http://127.0.0.1:${port}`);
    assert.equal(led.code, 1);
    assert.deepEqual(other.requests, []);
    // The same machine by an address that says nothing of it.
    const plain = await install(other.url.replace("127.0.0.1", "0.0.0.0"));
    assert.equal(plain.code, 1);
    assert.match(plain.stderr, /neither an https address nor a folder/);
    assert.deepEqual(other.requests, []);
    other.close();
    server.closeAllConnections();
    server.close();
    assert.deepEqual(home.files().filter((file) => !file.endsWith(".part")), []);
  });
}

test("--uninstall takes the binary away and names the projects that call it, and says what stays", unix, async () => {
  const home = bareHome();
  await installPiped("sh", ["--base-url", releaseFolder()], home);
  const project = join(home.folder, "my app");
  fs.mkdirSync(project);
  const init = ["init", "--project-path", project, "--agent", "claude", "--skip-model"];
  assert.equal((await run(home.binary, init, { home })).code, 0);
  // The script and memory speak one language: a line in Chinese stood among English ones.
  await run(home.binary, ["config", "set", "lang", "zh", "--layer", "global"], { home });
  const { code, stderr } = await installPiped("sh", ["--uninstall"], home);
  assert.equal(code, 0, stderr);
  assert.equal(fs.existsSync(home.binary), false);
  assert.doesNotMatch(stderr, /\p{sc=Han}/u);
  assert.match(stderr, /These projects call memory:\n\n.*\/my app\n\n.*hooks do nothing/s);
  assert.match(stderr, /Your memories stay/);
  assert.equal((await installPiped("sh", ["--uninstall"], home)).code, 1);
});

for (const shell of SHELLS) {
  test(`in a Chinese locale ${shell} tells in Chinese what is done, what fails and what helps`, unix, async () => {
    const ZH = { LANG: "zh_CN.UTF-8" };
    const home = bareHome("小明");
    const made = await installPiped(shell, ["--base-url", lightRelease()], home, ZH);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stderr, new RegExp(`^正在从 .* 下载 ${ARCHIVE}\n已安装 memory ${VERSION}：${home.binary}\n`));
    assert.match(made.stderr, /\/bin 还不在 PATH 里。\n当前终端：\n\n {2}export PATH=.*\n\n以后都生效/);
    assert.match(made.stderr, /接下来，在项目里运行：memory init\n$/);
    for (
      const [words, told] of [
        [["--prefix"], /^错误：没有选项 --prefix\n\n提示：可用的有 --version/],
        [["--base-url", "http://a.example"], /^错误：http:\/\/a\.example 既不是 https 地址，也不是目录\n\n提示：/],
        [["--base-url", lightRelease("exit 1")], /\n错误：新的 memory 在这台机器上运行不了；什么都没有改动\n\n提示：/],
        [["--base-url", home.folder], /^错误：.*小明 里没有 checksums\.txt\n\n提示：--base-url 要指向/],
      ] as const
    ) {
      const { code, stderr } = await installPiped(shell, words, home, ZH);
      assert.equal(code, 1);
      assert.match(stderr, told);
    }
    const gone = await installPiped(shell, ["--uninstall"], home, { ...ZH, LANG: "C", LC_MESSAGES: "zh_CN.UTF-8" });
    assert.match(gone.stderr, /已移除 .*\/memory\n记忆都还在原处\n$/);
    const english = await installPiped(shell, ["--uninstall"], home, { ...ZH, LC_ALL: "C" });
    assert.match(english.stderr, /^error: There is no memory in .*\n\nhint: MEMORY_INSTALL_DIR says/);
  });
}

test("every message of install.sh stands in both languages", () => {
  const script = fs.readFileSync(SCRIPT, "utf8").replace(/\\\n\s*/g, "");
  const calls = script.split("\n").flatMap((line) => [...line.matchAll(/\b(?:tell|die) (?=")(.*)/g)]);
  assert.ok(calls.length > 30, String(calls.length));
  for (const [, words = ""] of calls) {
    const texts = [...words.matchAll(/"((?:[^"$]|\$\{?\w+\}?|\$\([^)]*\))*)"/g)].map(([, text = ""]) => text);
    assert.ok(texts.length >= 2 && texts.length % 2 === 0, words);
    texts.forEach((text, at) => assert.equal(/\p{sc=Han}/u.test(text), at % 2 === 1, text));
  }
  assert.doesNotMatch(script, /\bsay "[^"$ ]/, "nothing is said in one language");
});

for (const [tool, words] of [["shellcheck", ["-s", "sh"]], ["shfmt", ["-d"]]] as const) {
  const here = { skip: unix.skip || (which(tool) ? false : `this machine has no ${tool}`) };
  test(`${tool} has nothing to say`, here, async () => {
    const { code, stdout } = await run(tool, [...words, SCRIPT], { home: bareHome() });
    assert.equal(stdout, "");
    assert.equal(code, 0);
  });
}
