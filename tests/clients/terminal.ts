/** A client in a terminal, as a person has it before them: typed into and read from through tmux. */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a client may take to show what is waited for, on a machine that has much else to do. */
const PATIENCE_MS = 40_000;

/** A client that opens an old conversation may clear what was typed meanwhile: the head of a line is looked for. */
const HEAD_CHARS = 24;
const SHOWN_MS = 4000;
const TYPED_TIMES = 3;

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

export interface Terminal {
  /** What stands on the screen now. */
  screen(): string;
  /** Waits until the screen shows the pattern. False: it never did. */
  shows(pattern: RegExp, patienceMs?: number): Promise<boolean>;
  /** Types a line, again where the client does not show it, and sends it. */
  say(line: string): Promise<void>;
  /** Presses keys by tmux's names: `Enter`, `Down`, `Escape`, `C-c`. */
  press(...keys: readonly string[]): void;
  /** Ends the client and whatever it left running in the terminal. */
  close(): void;
}

let opened = 0;

/** Opens a terminal of 120 columns in a folder, with a command running in it. Throws when tmux can't start. */
export function openTerminal(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Terminal {
  // A server of its own: whatever else runs in tmux on this machine is left alone.
  const server = `memory-clients-${process.pid}-${++opened}`;
  const tmux = (...rest: string[]) =>
    spawnSync("tmux", ["-L", server, "-f", "/dev/null", ...rest], { encoding: "utf8" });
  const assigned = Object.entries({ ...env, TERM: "xterm-256color" }).map(([name, value]) => `${name}=${value}`);
  const started = tmux("new-session", "-d", "-x", "120", "-y", "50", "-c", cwd, "env", "-i", ...assigned, ...words);
  if (started.status !== 0) throw new Error(`tmux: ${started.stderr}`);
  const screen = () => tmux("capture-pane", "-p", "-S", "-200").stdout ?? "";
  return {
    screen,
    async shows(pattern, patienceMs = PATIENCE_MS) {
      for (let waited = 0; waited < patienceMs; waited += 200) {
        if (pattern.test(screen())) return true;
        await sleep(200);
      }
      return false;
    },
    async say(line) {
      const head = line.slice(0, HEAD_CHARS);
      const heads = () => screen().split(head).length;
      const before = heads();
      for (let typed = 1; typed <= TYPED_TIMES; typed++) {
        tmux("send-keys", "-l", line);
        // Clients take a fast Enter for a part of pasted text.
        await sleep(600);
        for (let waited = 0; waited < SHOWN_MS && heads() <= before; waited += 200) await sleep(200);
        if (heads() > before) break;
      }
      tmux("send-keys", "Enter");
    },
    press(...keys) {
      tmux("send-keys", ...keys);
    },
    close() {
      tmux("kill-server");
    },
  };
}
