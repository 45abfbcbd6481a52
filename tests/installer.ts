/** A release of this tree on a local server, and a bare home to install it into with the real scripts. */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as os from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { VERSION } from "../src/version.ts";
import { thisTarget } from "../scripts/compile.ts";
import { tarGz } from "../scripts/archive.ts";
import { release } from "../scripts/release.ts";
import { removeAtExit } from "./world.ts";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const SCRIPT = join(ROOT, "install.sh");
export const ARCHIVE = `memory-${thisTarget()}.tar.gz`;

let root: string | undefined;

/** A fresh folder that goes when the process ends. */
export function temporaryFolder(): string {
  if (root === undefined) {
    root = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "memory-install-")));
    removeAtExit(root);
  }
  return fs.mkdtempSync(join(root, "x"));
}

let made: string | undefined;

/** The release of this tree for this machine, made once for all tests of a file. */
export function releaseFolder(): string {
  if (made !== undefined) return made;
  made = join(temporaryFolder(), "release");
  release({ targets: [thisTarget()], out: made, level: 1 });
  return made;
}

/**
 * A release whose binary is a script of two lines, in an archive that is large enough to break off: what the installer
 * does with it is the same, in a tenth of the time. `binary` is what the script does.
 */
export function lightRelease(binary = `echo ${VERSION}`): string {
  const folder = temporaryFolder();
  const items = [
    { name: "memory", bytes: Buffer.from(`#!/bin/sh\n${binary}\n`), executable: true },
    { name: "LICENSE", bytes: randomBytes(1 << 20) },
  ];
  const bytes = tarGz(items, 1);
  const sum = createHash("sha256").update(bytes).digest("hex");
  fs.writeFileSync(join(folder, ARCHIVE), bytes);
  fs.writeFileSync(join(folder, "checksums.txt"), `${sum}  ${ARCHIVE}\n`);
  return folder;
}

interface Server {
  readonly url: string;
  /** Paths asked for, with the range if there was one. */
  readonly requests: readonly string[];
  close(): void;
}

/** Serves a folder. The first answer to `breakFirst` stops in the middle; `ranges: false` knows no ranges. */
export async function serve(
  folder: string,
  { breakFirst, ranges = true }: { breakFirst?: string; ranges?: boolean } = {},
): Promise<Server> {
  const requests: string[] = [];
  let broken = false;
  const answer = ({ url = "/", method, headers }: IncomingMessage, response: ServerResponse) => {
    requests.push([url, headers.range].filter(Boolean).join(" "));
    const path = join(folder, url);
    if (!fs.existsSync(path)) return void response.writeHead(404).end();
    const bytes = fs.readFileSync(path);
    const from = ranges ? Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": bytes.length - from,
      ...from > 0 ? { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {},
    });
    if (method === "HEAD") return void response.end();
    if (breakFirst !== url.slice(1) || broken) return void response.end(bytes.subarray(from));
    broken = true;
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Home {
  readonly folder: string;
  /** Where the binary goes unless told. */
  readonly binary: string;
  /** Everything in the home, as relative paths, folders left out. */
  files(): string[];
}

/** An empty home; `name` may hold what people's names hold. */
export function bareHome(name = "home"): Home {
  const folder = join(temporaryFolder(), name);
  fs.mkdirSync(folder);
  const files = () =>
    fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return { folder, binary: join(folder, ".local", "bin", "memory"), files };
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a bare environment. */
export function run(
  program: string,
  words: readonly string[],
  { home, env = {}, stdin = "" }: { home: Home; env?: Record<string, string>; stdin?: string },
): Promise<Ran> {
  const child = spawn(program, [...words], {
    cwd: home.folder,
    env: { HOME: home.folder, PATH: process.env["PATH"] ?? "", SHELL: "/bin/bash", LANG: "C.UTF-8", ...env },
    timeout: 60_000,
  });
  let stdout = "", stderr = "";
  child.stdout.on("data", (chunk: Uint8Array) => void (stdout += Buffer.from(chunk).toString()));
  child.stderr.on("data", (chunk: Uint8Array) => void (stderr += Buffer.from(chunk).toString()));
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs install.sh the way `curl … | sh -s -- WORDS` does. */
export function installPiped(shell: string, words: readonly string[], home: Home, env = {}): Promise<Ran> {
  return run(shell, ["-s", "--", ...words], { home, env, stdin: fs.readFileSync(SCRIPT, "utf8") });
}

/** Where a program of the machine is; undefined when it has none. */
export function which(name: string): string | undefined {
  return (process.env["PATH"] ?? "").split(":").map((folder) => join(folder, name)).find((path) => fs.existsSync(path));
}

/** A PATH that holds these programs and no others. */
export function pathWithOnly(names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    const path = which(name);
    if (path) fs.symlinkSync(path, join(folder, name));
  }
  return folder;
}
