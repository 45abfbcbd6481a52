/**
 * The thread that `watchOver` starts (watchdog.ts). It only looks at the clock and at the memory in use, and loads
 * other code when it has to end the process.
 */
import * as fs from "node:fs";
import { OPEN, THEIRS, type WatchMessage } from "./watchdog.ts";

const LOOK_EVERY_MS = 50;

let orders: WatchMessage | undefined;
let ends = Infinity;

addEventListener("message", (event) => {
  const first = orders === undefined;
  orders = (event as MessageEvent<WatchMessage>).data;
  ends = performance.now() + orders.ms;
  if (first) setInterval(look, LOOK_EVERY_MS);
});

function look(): void {
  if (!orders) return;
  if (performance.now() >= ends) return void giveUp(orders, `took longer than ${orders.limitMs / 1000} s`);
  const bytes = process.memoryUsage.rss();
  if (bytes > orders.bytes) giveUp(orders, `took ${Math.round(bytes / 1024 / 1024)} MiB of memory`);
}

/** Answers and ends the process. The reply goes first, since the client waits for it. */
async function giveUp({ reply, log, mark, state }: WatchMessage, reason: string): Promise<void> {
  orders = undefined;
  if (Atomics.compareExchange(new Int32Array(state), 0, OPEN, THEIRS) !== OPEN) return;
  try {
    if (reply !== "") fs.writeSync(1, reply);
  } catch {
    // The client has gone.
  }
  try {
    const [{ openLog }, { systemRuntime }] = await Promise.all([import("../log.ts"), import("./mod.ts")]);
    if (mark !== undefined) systemRuntime().files.write(mark, "", { how: "replace" });
    if (log) openLog(systemRuntime(), log).error(log.message, { ...log.fields, error: reason });
  } catch {
    // There is no other place to report it.
  }
  end();
}

/** Ends the whole process with exit code 0. `process.exit` would end this thread alone. */
function end(): void {
  try {
    const { dlopen } = process.getBuiltinModule("bun:ffi" as "fs") as unknown as {
      dlopen(library: string, symbols: object): { readonly symbols: Readonly<Record<string, (code: number) => void>> };
    };
    const [library, name] = EXIT[process.platform as keyof typeof EXIT] ?? EXIT.linux;
    dlopen(library, { [name]: { args: ["i32"], returns: "void" } }).symbols[name]?.(0);
  } catch {
    // Ended below.
  }
  // With another exit code, but the process ends.
  process.kill(process.pid, "SIGKILL");
}

const EXIT = {
  linux: ["libc.so.6", "_exit"],
  darwin: ["/usr/lib/libSystem.B.dylib", "_exit"],
  win32: ["kernel32.dll", "ExitProcess"],
} as const;
