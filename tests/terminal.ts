/** A terminal for the binary: what it prints there, it prints for a person. */
import { spawnSync } from "node:child_process";

const hasScript = spawnSync("script", ["--version"]).status === 0;

/** For tests that need one. BSD's `script`, on macOS, has other options. */
export const withTerminal = { skip: hasScript ? false : "this machine has no `script` of util-linux" };

/** Program and arguments that run a command line on a terminal. */
export function onTerminal(command: string): [string, string[]] {
  return ["script", ["-qec", command, "/dev/null"]];
}
