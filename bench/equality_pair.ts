/** Two homes, one for each binary, in which the same is called; what they then say and hold is compared. */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { type Blur, blurring } from "./equality_blur.ts";

/** What old and new say differently. */
export interface Difference {
  /** The story or set. */
  readonly where: string;
  readonly call: string;
  /** Of what: an output, the exit code, a file. */
  readonly part: string;
  readonly old: string;
  readonly new: string;
}

/** What the run has done and found so far. */
export interface Report {
  calls: number;
  prompts: number;
  queries: number;
  readonly differences: Difference[];
}

/** The two binaries and where they are played. */
export interface Match {
  readonly folder: string;
  readonly binaries: Readonly<Record<SideName, string>>;
  readonly started: number;
  /** How much is played of large sets. */
  readonly extent: "all" | "usual" | "quick";
  readonly report: Report;
}

/** Something to play, in homes of its own. */
export interface Task {
  readonly name: string;
  readonly play: (match: Match) => Promise<void>;
}

/** A quick run takes one of so many of what is played otherwise. */
const QUICK = 5;

/** About so many, evenly taken: all of them where all are wanted, and few where it shall be quick. */
export function sampled<T>({ extent }: Match, items: readonly T[], about: number = items.length): readonly T[] {
  const step = extent === "all" ? 1 : Math.max(1, items.length / about) * (extent === "quick" ? QUICK : 1);
  const chosen: T[] = [];
  for (let at = 0; at < items.length; at += step) {
    const item = items[Math.floor(at)];
    if (item !== undefined) chosen.push(item);
  }
  return chosen;
}

/** Of equal length, since they stand in every path. */
const SIDES = ["old", "new"] as const;
type SideName = typeof SIDES[number];

/** One binary in a home of its own. */
export interface Side {
  readonly name: SideName;
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly binary: string;
  readonly blur: Blur;
  /** Of later calls. */
  readonly env: Record<string, string>;
  cwd: string;
  /** Files and what they hold, blurred, as they were last seen. */
  readonly seen: Map<string, Seen>;
}

interface Seen {
  readonly mark: string;
  readonly text: string;
}

export interface Pair {
  readonly name: string;
  readonly match: Match;
  readonly sides: readonly Side[];
  /** Files that are known to differ. */
  readonly unequal: Set<string>;
}

/** What one side is asked: a program with its words, and what it reads. */
export interface Asked {
  readonly program: string;
  readonly words: readonly string[];
  readonly stdin?: string;
  /** Standard input is not ended before the program ends. */
  readonly open?: boolean;
}

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: string;
}

/** A fresh home and project for each side. */
export function openPair(match: Match, name: string): Pair {
  const sides = SIDES.map((side): Side => {
    const root = join(match.folder, name, side);
    const home = join(root, "home");
    const project = join(home, "work", "app");
    const binary = join(root, "bin", "memory");
    fs.mkdirSync(project, { recursive: true });
    fs.mkdirSync(dirname(binary));
    fs.linkSync(match.binaries[side], binary);
    return {
      name: side,
      root,
      home,
      project,
      binary,
      blur: blurring(root, match.started),
      cwd: project,
      seen: new Map(),
      env: {
        HOME: home,
        PROJECT: project,
        PATH: `${dirname(binary)}:${process.env["PATH"] ?? ""}`,
        LANG: "en_US.UTF-8",
        TZ: "UTC",
        TERM: "xterm-256color",
        // No hub is asked.
        HF_ENDPOINT: "http://127.0.0.1:9",
        GIT_CONFIG_NOSYSTEM: "1",
        ...Object.fromEntries(
          ["AUTHOR", "COMMITTER"].flatMap((who) => [
            [`GIT_${who}_NAME`, "dev"],
            [`GIT_${who}_EMAIL`, "dev@example.invalid"],
            [`GIT_${who}_DATE`, "2026-01-01T00:00:00Z"],
          ]),
        ),
      },
    };
  });
  return { name, match, sides, unequal: new Set() };
}

export function closePair({ match, name }: Pair): void {
  fs.rmSync(join(match.folder, name), { recursive: true, force: true });
}

const TIMEOUT_MS = 60_000;

/**
 * Asks both sides, one after the other, and compares what they say.
 *
 * @param call what is told of it; of an answer in lines, what each line answers
 */
export async function askBoth(
  pair: Pair,
  call: string | readonly string[],
  asked: (side: Side) => Asked,
): Promise<Said[]> {
  const said: Said[] = [];
  for (const side of pair.sides) said.push(await ask(side, asked(side)));
  if (typeof call === "string") compare(pair, call, said);
  else {
    const lines = said.map(({ stdout }) => stdout.split("\n"));
    for (const [at, told] of call.entries()) {
      compare(pair, told, said.map((each, side) => ({ ...each, stdout: lines[side]?.[at] ?? "" })));
    }
  }
  return said;
}

function compare(pair: Pair, call: string, said: readonly Said[]): void {
  for (const part of ["stdout", "stderr", "exit"] as const) {
    const [old = "", now = ""] = said.map((each, at) => pair.sides[at]?.blur(each[part]) ?? "");
    if (old !== now) differ(pair, call, part, old, now);
  }
}

function differ({ name, match }: Pair, call: string, part: string, old: string, now: string): void {
  match.report.differences.push({ where: name, call, part, old, new: now });
}

function ask({ env, cwd }: Side, { program, words, stdin, open }: Asked): Promise<Said> {
  const child = spawn(program, words, { cwd, env, timeout: TIMEOUT_MS, killSignal: "SIGKILL" });
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  child.stdout.on("data", (chunk: Uint8Array) => void stdout.push(chunk));
  child.stderr.on("data", (chunk: Uint8Array) => void stderr.push(chunk));
  // A hook may answer before it has read all of a huge input.
  child.stdin.on("error", () => {});
  if (!open) child.stdin.end(stdin ?? "");
  const text = (chunks: Uint8Array[]) => Buffer.concat(chunks).toString("utf8");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => child.stdin.destroy());
    child.on(
      "close",
      (code, signal) => resolve({ stdout: text(stdout), stderr: text(stderr), exit: String(code ?? signal) }),
    );
  });
}

/** Compares every file of the homes; each difference is told once. */
export function compareFiles(pair: Pair, call: string): void {
  const [old = new Map<string, string>(), now = new Map<string, string>()] = pair.sides.map(filesOf);
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [before = "no such file", after = "no such file"] = [old.get(name), now.get(name)];
    if (before === after) pair.unequal.delete(name);
    else if (!pair.unequal.has(name)) {
      pair.unequal.add(name);
      differ(pair, call, name, before, after);
    }
  }
}

/** Derived, or git's own: their bytes say nothing. */
const NOT_COMPARED = /(?:^|\/)(?:index\.sqlite[^/]*|\.git\/(?!info$|info\/exclude$).*)$/;

/** Of two backups of one second the tenth comes after the ninth. */
const BY_NAME = new Intl.Collator("en", { numeric: true });

function filesOf({ home, blur, seen }: Side): Map<string, string> {
  const files = new Map<string, string>();
  // Backups have one name once it is blurred.
  const add = (name: string, text: string) => {
    const blurred = blur(name);
    const before = files.get(blurred);
    files.set(blurred, before === undefined ? text : `${before}\n\n${text}`);
  };
  const walk = (folder: string, within: string) => {
    for (
      const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => BY_NAME.compare(a.name, b.name))
    ) {
      const path = join(folder, entry.name);
      const name = `${within}${entry.name}`;
      if (NOT_COMPARED.test(name)) continue;
      if (entry.isDirectory()) {
        add(`${name}/`, "folder");
        walk(path, `${name}/`);
      } else add(name, contentOf(path, blur, seen));
    }
  };
  walk(home, "");
  return files;
}

function contentOf(path: string, blur: Blur, seen: Map<string, Seen>): string {
  const { mode, mtimeMs, ctimeMs, size, ino } = fs.lstatSync(path);
  const mark = [mode, mtimeMs, ctimeMs, size, ino].join(" ");
  const known = seen.get(path);
  if (known?.mark === mark) return known.text;
  const bytes = (mode & 0o170000) === 0o120000 ? `link to ${fs.readlinkSync(path)}` : fs.readFileSync(path, "utf8");
  const text = `${(mode & 0o777).toString(8)}\n${blur(bytes)}`;
  seen.set(path, { mark, text });
  return text;
}

const SETTLE_MS = 20_000;

/** Waits until no process of the pair's binaries runs in the background. */
export async function settle({ sides }: Pair): Promise<void> {
  const end = Date.now() + SETTLE_MS;
  while (Date.now() < end && fs.existsSync("/proc/self/exe") && sides.some(isRunning)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isRunning({ binary }: Side): boolean {
  return fs.readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/exe`) === binary;
    } catch {
      return false;
    }
  });
}
