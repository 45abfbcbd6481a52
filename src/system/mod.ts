/**
 * In: nothing. Out: the real world as a `Runtime`.
 * Not done here: any decision.
 *
 * Hot path: every start of the program runs through here. Loading a part of the standard library costs more than using
 * it (CONTRIBUTING.md, "What a start costs"), so nothing is touched until it is needed.
 */
import { errorCode } from "../errors.ts";
import { startedPath } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { systemFiles } from "./files.ts";
import { parents } from "./parents.ts";
import { input, output, sleep } from "./streams.ts";
import { watchOver } from "./watchdog.ts";
import { zoneOffset } from "./zone.ts";
import { failure } from "../words.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Functions that only the runtime of the compiled binary has. */
const { Bun: builtIn } = globalThis as {
  readonly Bun?: { readonly unsafe: { setJITPolicy(scale: number): void }; readonly gc: (now: boolean) => void };
};

/** Loaded when needed, since loading takes a hundredth of a hook's time. */
const os = () => process.getBuiltinModule("node:os");

/** The real world. */
export function systemRuntime(): Runtime {
  let home: string | undefined;
  let host: string | undefined;
  let execPath: string | undefined;
  const runtime: Runtime = {
    now: () => new Date(),
    offsetMs: zoneOffset(systemFiles, process.env["TZ"]),
    random: randomText,
    env: (name) => process.env[name],
    envNames: () => Object.keys(process.env),
    cwd: () => process.cwd(),
    get home() {
      return home ??= homeFolder();
    },
    platform: process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux",
    arch: process.arch === "arm64" ? "arm64" : "x64",
    get host() {
      return host ??= hostName();
    },
    pid: process.pid,
    get execPath() {
      return execPath ??= startedPath(runtime, process.argv0, process.execPath);
    },
    isAlive,
    parents,
    spawnDetached: (args) => {
      const { spawn } = process.getBuiltinModule("node:child_process");
      const child = spawn(process.execPath, [...args], { detached: true, stdio: "ignore", windowsHide: true });
      // Background work may fail to start (a binary just replaced, no more processes); the caller can do without.
      child.on("error", () => {});
      child.unref();
    },
    lowerPriority: () => os().setPriority(os().constants.priority.PRIORITY_LOW),
    expectLongWork: () => builtIn?.unsafe.setJITPolicy(1),
    ...builtIn ? { watchOver } : {},
    freeUnused: () => builtIn?.gc(true),
    sleep,
    files: systemFiles,
    stdin: input(),
    stdout: output(1),
    stderr: output(2),
  };
  return runtime;
}

function homeFolder(): string {
  try {
    return process.env["HOME"] || os().homedir();
  } catch (cause) {
    // A user whom the system does not know, as in a container that is given a number.
    throw failure("no_home", {}, { cause });
  }
}

/** On Linux from a file, because loading `node:os` takes longer. */
function hostName(): string {
  const told = process.platform === "linux" ? systemFiles.readPipe("/proc/sys/kernel/hostname") : undefined;
  return told === undefined ? os().hostname() : new TextDecoder().decode(told).trimEnd();
}

function randomText(length: number): string {
  // Bytes from the largest multiple of the alphabet's size on are left out: they would make some letters more frequent.
  const fair = 256 - 256 % ALPHABET.length;
  let text = "";
  while (text.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    for (let at = 0; at < length; at++) {
      const byte = bytes[at] ?? fair;
      if (byte < fair && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

function isAlive(pid: number): boolean {
  // To the system, 0 and negative numbers are groups of processes, which always exist.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive, but belongs to another user.
    return errorCode(error) === "EPERM";
  }
}
