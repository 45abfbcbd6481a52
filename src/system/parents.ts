/** The ancestors of this process, and what each reads from. */
import { tried } from "../errors.ts";
import type { InputKind, Parent } from "../runtime.ts";
import { systemFiles } from "./files.ts";

/** Enough for the shell that runs a hook, the client that started the shell, and the client's launcher. */
const PARENTS_MAX = 4;

/** The longest wait for another program, also on a busy machine. */
const ASKING_MS = 500;

/** The nearest first. In a container the client itself may have the process id 1. */
export function parents(): Parent[] {
  const found: Parent[] = [];
  for (let pid: number | undefined = process.ppid; pid !== undefined && pid > 0 && found.length < PARENTS_MAX;) {
    const each: Process | undefined = process.platform === "linux" ? linuxProcess(pid) : listedProcess(pid);
    if (each) found.push(each);
    pid = each?.parent;
  }
  return found;
}

interface Process extends Parent {
  readonly parent: number;
}

function linuxProcess(pid: number): Process | undefined {
  const textOf = (name: string) => {
    const bytes = systemFiles.readPipe(`/proc/${pid}/${name}`);
    return bytes && new TextDecoder().decode(bytes);
  };
  return tried(() => {
    // The name stands in parentheses and may itself hold some; then come the state, parent, two groups, terminal.
    const [, parent, terminal] = /\) \S (\d+) \d+ \d+ (\d+)[^)]*$/.exec(textOf("stat") ?? "") ?? [];
    return {
      parent: Number(parent),
      words: (textOf("cmdline") ?? "").split("\0").slice(0, -1),
      input: () => inputOf(`/proc/${pid}/fd/0`, Number(terminal)),
    };
  });
}

/** The device number of `/dev/tty`, which is each process's own terminal. */
const OWN_TERMINAL = 0x500;

/** The kind of a process's standard input. A terminal may have any name; its device number, 0 for none, tells it. */
function inputOf(path: string, terminal: number): InputKind | undefined {
  const { statSync } = process.getBuiltinModule("node:fs");
  return tried(() => {
    const stat = statSync(path);
    if (!stat.isCharacterDevice()) return "data";
    const settings = answerOf("stty", ["-F", path, "-a"]);
    if (settings !== undefined) return /(?:^|\s)-icanon\b/.test(settings) ? "keys" : "lines";
    const isTerminal = stat.rdev === OWN_TERMINAL || (terminal !== 0 && stat.rdev === terminal);
    return isTerminal ? undefined : "data";
  });
}

/** As `linuxProcess`, where there is no `/proc`. The words of the command line have lost their quotes. */
function listedProcess(pid: number): Process | undefined {
  if (process.platform === "win32") return undefined;
  const [, parent, line = ""] =
    /^\s*(\d+)\s+(.*)/.exec(answerOf("ps", ["-o", "ppid=,args=", "-p", String(pid)]) ?? "") ?? [];
  if (parent === undefined) return undefined;
  return { parent: Number(parent), words: line.trim().split(/\s+/), input: () => undefined };
}

/** Where a system has its programs; the last is NixOS's. */
const PROGRAM_FOLDERS = ["/bin", "/usr/bin", "/run/current-system/sw/bin"];

/** What a program of the system prints. By its name alone a client's PATH might lead to one that a project brought. */
function answerOf(name: string, words: readonly string[]): string | undefined {
  const { existsSync } = process.getBuiltinModule("node:fs");
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const program = PROGRAM_FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8", timeout: ASKING_MS });
  return status === 0 ? stdout : undefined;
}
