/** A throw-away world for end-to-end tests: a home, a project, and the compiled binary run in them as a user would. */
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { BINARY } from "../scripts/compile.ts";
import { pathOf } from "../src/store/layout.ts";
import { openStore } from "../src/store/mod.ts";
import { systemRuntime } from "../src/system/mod.ts";
import { ownStore, removeAtExit } from "./world.ts";

export { BINARY };
const TIMEOUT_MS = 60_000;

/**
 * A copy of the binary at this path, ready to run. `cp` writes it: a process that another test starts while this one
 * has the copy open inherits the open file, and Linux runs no file that is open for writing (ETXTBSY).
 */
export function copyBinary(path: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  execFileSync("cp", [BINARY, path]);
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** As this user, which only root can say, on Linux: permissions do not bind root. */
  readonly user?: number;
  /** Its only group, by default the one of its number. */
  readonly group?: number;
}

export interface Box {
  readonly home: string;
  readonly project: string;
  /** The project's data folder, whether it exists or not. */
  readonly data: string;
  /** The folder of what this machine makes of it. */
  readonly own: string;
  /** The binary with these words, in the project. */
  run(words: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same with --json, which most verbs for people need; parses stdout. Throws when it is no JSON. */
  json(words: readonly string[], options?: RunOptions): Promise<Json>;
  /** A hook event of an agent; returns the parsed reply. Throws unless exit 0. */
  hook(agent: string, event: string, payload: unknown, options?: RunOptions): Promise<Json>;
  /** A file of the memory, wherever it lies. */
  read(file: string): string;
  write(file: string, text: string): void;
  path(file: string): string;
  /** The JSON lines of a file of the memory; empty when it is not there. */
  lines(file: string): Json[];
}

/** Parsed JSON whose shape the test asserts by using it. */
// deno-lint-ignore no-explicit-any -- a test reads foreign JSON as its reader would
export type Json = any;

/** The context in a hook's reply, in the field of whichever client; "" where there is none. */
export function contextOf(reply: Json): string {
  const { hookSpecificOutput, additional_context, additionalContext } = reply ?? {};
  return hookSpecificOutput?.additionalContext ?? additional_context ?? additionalContext ?? "";
}

/** A fresh home and project; the project gets a data folder unless `empty`. Removed when the process ends. */
export function memoryBox({ empty = false }: { empty?: boolean } = {}): Box {
  const folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "memory-box-")));
  const home = join(folder, "home");
  const project = join(folder, "home", "work", "app");
  const data = join(project, ".cursor", "skills", "memory-data");
  fs.mkdirSync(project, { recursive: true });
  removeAtExit(folder);
  const runtime = { ...systemRuntime(), home, env: () => undefined, envNames: () => [], cwd: () => project };
  const store = empty ? openStore(runtime, data, "project") : ownStore(runtime, data);
  const path = (file: string) => pathOf(store, file);

  const run = (words: readonly string[], options: RunOptions = {}) => runBinary(words, { home, project, ...options });
  const json = async (words: readonly string[], options: RunOptions = {}) =>
    parse(words, await run(["--json", ...words], options));
  return {
    home,
    project,
    data,
    own: store.home,
    path,
    run,
    json,
    async hook(agent, event, payload, options = {}) {
      const stdin = typeof payload === "string" || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
      const ran = await run(["hook", agent, event], { stdin, ...options });
      if (ran.code !== 0) throw new Error(`hook ${event} exited ${ran.code}: ${ran.stderr}`);
      return isText(agent, event) ? { text: ran.stdout } : parse([event], ran);
    },
    read: (file) => fs.readFileSync(path(file), "utf8"),
    write(file, text) {
      fs.mkdirSync(dirname(path(file)), { recursive: true });
      fs.writeFileSync(path(file), text);
    },
    lines: (file) =>
      fs.existsSync(path(file))
        ? fs.readFileSync(path(file), "utf8").split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line))
        : [],
  };
}

function runBinary(
  words: readonly string[],
  { home, project, stdin, env, cwd, user, group = user }: RunOptions & { home: string; project: string },
): Promise<Ran> {
  const asUser = user === undefined ? [] : ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups"];
  const [command = BINARY, ...rest] = [...asUser, BINARY, ...words];
  const child = spawn(command, rest, {
    cwd: cwd ?? project,
    // A bare environment: nothing of the developer's machine leaks in, and no hub is asked unless a test names one.
    env: {
      HOME: home,
      HF_ENDPOINT: "http://127.0.0.1:9",
      USERPROFILE: home,
      PATH: process.env["PATH"] ?? "",
      LANG: "en_US.UTF-8",
      ...env,
    },
    timeout: TIMEOUT_MS,
  });
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  child.stdout.on("data", (chunk: Uint8Array) => void stdout.push(chunk));
  child.stderr.on("data", (chunk: Uint8Array) => void stderr.push(chunk));
  // A hook may answer before it has read all of a huge input.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin ?? "");
  const text = (chunks: Uint8Array[]) => Buffer.concat(chunks).toString("utf8");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout: text(stdout), stderr: text(stderr) }));
  });
}

/** Longer than any work in the background takes, on a machine that has much else to do. */
const BACKGROUND_MS = 20_000;

/** Waits for what a process in the background brings about; false when that never comes. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + BACKGROUND_MS;
  while (Date.now() < end) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** At this event a client reads no JSON: what is printed becomes part of its own prompt. */
export function isText(agent: string, event: string): boolean {
  return agent === "claude" && event === "PreCompact";
}

function parse(words: readonly string[], { stdout, stderr, code }: Ran): Json {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${words.join(" ")} (exit ${code}) printed no JSON:\n${stdout}\n${stderr}`);
  }
}
