/** The processes that this one runs in, and where each reads from. */
import type { InputKind, Parent } from "../runtime.ts";
import { systemFiles } from "./files.ts";

/** A shell that runs a hook, what started it, and a launcher of that. */
const PARENTS_MAX = 4;

/** A machine that is busy; whoever waits longer is not told. */
const ASKING_MS = 500;

/** The nearest first. In a container the client itself may be the first process of all. */
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
  try {
    // The name stands in parentheses, and may hold any; then the state, the parent, two groups, the terminal.
    const [, parent, terminal] = /\) \S (\d+) \d+ \d+ (\d+)[^)]*$/.exec(textOf("stat") ?? "") ?? [];
    return {
      parent: Number(parent),
      words: (textOf("cmdline") ?? "").split("\0").slice(0, -1),
      input: () => inputOf(`/proc/${pid}/fd/0`, Number(terminal)),
    };
  } catch {
    return undefined;
  }
}

/** The number of `/dev/tty`, which stands for the terminal of whoever opens it. */
const OWN_TERMINAL = 0x500;

/**
 * What stands behind the standard input of a process. A terminal is known by its number: its name may be any.
 *
 * @param terminal the number of the process's terminal; 0: it has none
 */
function inputOf(path: string, terminal: number): InputKind | undefined {
  const { statSync } = process.getBuiltinModule("node:fs");
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  try {
    const stat = statSync(path);
    if (!stat.isCharacterDevice()) return "data";
    const { status, stdout } = spawnSync("stty", ["-F", path, "-a"], { encoding: "utf8", timeout: ASKING_MS });
    if (status === 0) return /(?:^|\s)-icanon\b/.test(stdout) ? "keys" : "lines";
    const isTerminal = stat.rdev === OWN_TERMINAL || (terminal !== 0 && stat.rdev === terminal);
    return isTerminal ? undefined : "data";
  } catch {
    return undefined;
  }
}

/** Where there is no `/proc`. The words of a command line come without the quotes that kept them apart. */
function listedProcess(pid: number): Process | undefined {
  if (process.platform === "win32") return undefined;
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const words = ["-o", "ppid=,args=", "-p", String(pid)];
  const { stdout } = spawnSync("ps", words, { encoding: "utf8", timeout: ASKING_MS });
  const [, parent, line = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  if (parent === undefined) return undefined;
  return { parent: Number(parent), words: line.trim().split(/\s+/), input: () => undefined };
}
