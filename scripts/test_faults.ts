/**
 * Injects faults into every verb and hook that writes, with real processes, and says whether anything was lost.
 *
 *   deno task test:faults                     a sample of the faults, some minutes
 *   deno task test:faults --rounds 10000      the long form, some hours
 *   deno task test:faults --rounds 10000 --part 1/2    every second of them from the first: parts run side by side
 *   deno task test:faults delete ENOSPC       only operations and faults whose name holds one of the words
 *
 * Each round takes a fresh copy of a home and runs one operation under strace, which lets one of its system calls fail
 * or kills the process there. Then it looks at what is left: what was acknowledged is there; what was there before is
 * there, or changed as the operation would have; no file of the person has changed; the next write succeeds. One line
 * for each round in which that does not hold; at the end a table, and a line that sums up. How far it has come goes to
 * standard error.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { BINARY } from "../tests/box.ts";
import { type Operation, OPERATIONS } from "../tests/faults/operations.ts";
import { freshPlace, type Place, removePlaces, type Snapshot, snapshotOf } from "../tests/faults/place.ts";

/** What is let happen. */
const FAULTS = ["KILL", "ENOSPC", "EIO", "EROFS", "EMFILE"] as const;
type Fault = (typeof FAULTS)[number];

/** Which calls may fail how: a file can be missing for a rename, but no disk be full for it. */
const CALLS: Readonly<Record<Fault, readonly string[]>> = {
  KILL: ["openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "unlink", "mkdir", "ftruncate"],
  ENOSPC: ["openat", "write", "pwrite64", "fsync", "rename", "mkdir"],
  EIO: ["openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "unlink"],
  EROFS: ["openat", "rename", "unlink", "mkdir"],
  EMFILE: ["openat"],
};

/** Rounds of the short form. */
const ROUNDS = 240;
/** After so many rounds it says how far it has come. */
const TOLD_EVERY = 500;
/** Far longer than any operation takes under strace. */
const ROUND_MS = 60_000;

/** One call of an operation that a fault hits. */
interface Round {
  readonly operation: Operation;
  readonly fault: Fault;
  readonly call: string;
  /** The nth call of its kind. */
  readonly nth: number;
  /** What is there before the operation, and after it where nothing fails. */
  readonly before: Snapshot;
  readonly right: Snapshot;
}

/** Why what is left after a round is not right; empty where it is. */
export function play({ operation, fault, call, nth, before, right }: Round): string {
  const { place, given } = prepared(operation);
  const wish = fault === "KILL" ? "signal=KILL" : `error=${fault}`;
  const ran = underStrace(operation, { place, given }, [
    "-e",
    `trace=${call}`,
    "-e",
    `inject=${call}:${wish}:when=${nth}`,
  ]);
  if (operation.isHook && fault !== "KILL" && (ran.status !== 0 || !(operation.isBare || isReply(ran.stdout)))) {
    return `a hook ends with ${ran.status} and says ${ran.stdout.slice(0, 80)}`;
  }
  let after: Snapshot;
  try {
    after = snapshotOf(place);
    operation.check?.(place, ran.status === 0, ran.stdout + ran.stderr);
    place.memory("save", "fact", "--content", "The next write");
    const { data } = JSON.parse(place.memory("doctor", "--json"));
    if (data.summary.fail > 0) {
      const failing = data.checks.filter(({ status }: { status: string }) => status === "fail");
      return `doctor: ${failing.map(({ id }: { id: string }) => id).join(", ")}`;
    }
  } catch (error) {
    return String(error);
  }
  return differs(after, { before, right, isDone: ran.status === 0, isHook: operation.isHook === true });
}

/**
 * A verb does all that it was asked for or nothing, and what it says was done is there. A hook keeps what it can:
 * nobody was promised anything, but nothing that was there may be lost.
 */
function differs(
  after: Snapshot,
  { before, right, isDone, isHook }: {
    readonly before: Snapshot;
    readonly right: Snapshot;
    readonly isDone: boolean;
    readonly isHook: boolean;
  },
): string {
  const foreign = after.foreign.find((text, at) => text !== before.foreign[at]);
  if (foreign !== undefined) return `a file of the person has changed: ${foreign}`;
  const lost = before.records.filter((each) => right.records.includes(each) && !after.records.includes(each));
  if (lost.length > 0) return `lost: ${lost.join(" ")}`;
  const same = (wanted: Snapshot) => JSON.stringify(wanted.records) === JSON.stringify(after.records);
  if (isHook || same(right) || (!isDone && same(before))) return "";
  const more = after.records.filter((each) => !right.records.includes(each));
  const less = right.records.filter((each) => !after.records.includes(each));
  return `${isDone ? "acknowledged, but" : "half done:"} without ${less.join(" ")}, with ${more.join(" ")}`;
}

interface Prepared {
  readonly place: Place;
  /** What the operation's `prepare` has given. */
  readonly given: string;
}

function prepared(operation: Operation): Prepared {
  const place = freshPlace();
  return { place, given: operation.prepare?.(place) ?? "" };
}

function underStrace(operation: Operation, { place, given }: Prepared, options: readonly string[]) {
  const words = ["-f", "-qq", "--seccomp-bpf", ...options, "-o", TRACE, BINARY, ...operation.words(place, given)];
  return spawnSync("strace", words, {
    cwd: place.project,
    env: place.env,
    encoding: "utf8",
    input: operation.stdin?.(place) ?? "",
    timeout: ROUND_MS,
  });
}

const TRACE = join(tmpdir(), `memory-faults-${process.pid}.trace`);

/**
 * The calls of an operation that concern files of the home, in the thread that makes most of them. `nth` counts all
 * calls of that kind in the thread, as strace does.
 */
function callsOf(operation: Operation, prepared: Prepared): { readonly call: string; readonly nth: number }[] {
  const kinds = [...new Set(Object.values(CALLS).flat())];
  const ran = underStrace(operation, prepared, ["-y", "-e", `trace=${kinds.join(",")}`]);
  if (ran.status !== 0) throw new Error(`${operation.name} fails without a fault: ${ran.stdout}${ran.stderr}`);
  const threads = new Map<string, { call: string; nth: number }[]>();
  const counts = new Map<string, number>();
  for (const line of readFileSync(TRACE, "latin1").split("\n")) {
    const [, thread = "", call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (!call) continue;
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, nth);
    // The working directory lies in the home, and stands beside every path.
    if (line.replace(/AT_FDCWD<[^>]*>/g, "").includes(prepared.place.home)) {
      threads.set(thread, [...threads.get(thread) ?? [], { call, nth }]);
    }
  }
  return [...threads.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

function isReply(text: string): boolean {
  try {
    return text.trim() === "" || typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Whether this machine has what the rounds are played with, and lets it trace. */
export const hasStrace = spawnSync("strace", ["-qq", "-e", "trace=none", "true"]).status === 0;

/** All rounds of some operations: each call of theirs that concerns a file of the home, with each fault. */
export function roundsOf(operations: readonly Operation[], faults: readonly Fault[] = FAULTS): Round[] {
  return operations.flatMap((operation) => {
    const before = snapshotOf(prepared(operation).place);
    const calm = prepared(operation);
    const calls = callsOf(operation, calm);
    const right = snapshotOf(calm.place);
    return faults.flatMap((fault) =>
      calls.filter(({ call }) => CALLS[fault].includes(call)).map((call) => ({
        operation,
        fault,
        ...call,
        before,
        right,
      }))
    );
  });
}

/** Every so many of all rounds, spread evenly. */
export function sample(rounds: readonly Round[], count: number): Round[] {
  if (count >= rounds.length) return [...rounds];
  return Array.from({ length: count }, (_, at) => rounds[Math.floor((at + 0.5) * rounds.length / count)])
    .filter((round) => round !== undefined);
}

/** As many rounds of each operation as of any other, as far as it has so many: `uninstall` alone has thousands. */
function sampleOfEach(rounds: readonly Round[], count: number): Round[] {
  const groups = [...Map.groupBy(rounds, ({ operation }) => operation.name).values()];
  let left = count;
  const taken = groups.sort((a, b) => a.length - b.length).map((group, at) => {
    const share = sample(group, Math.floor(left / (groups.length - at)));
    left -= share.length;
    return share;
  });
  return taken.flat();
}

/** A part of the chosen rounds: every `of`th from the `from`th. */
interface Part {
  readonly from: number;
  readonly of: number;
}

/** The rounds of a part; all parts together are all rounds, each once. */
export function everyNth<T>(rounds: readonly T[], { from, of }: Part): T[] {
  return rounds.filter((_, at) => at % of === from - 1);
}

/** How many rounds, which part of them, and words that name operations and faults. */
function readWords(words: readonly string[]): {
  readonly count: number;
  readonly part: Part;
  readonly named: readonly string[];
} {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: "string", default: `${ROUNDS}` },
      part: { type: "string", default: "1/1" },
    },
    allowPositionals: true,
  });
  const [from = NaN, of = NaN] = values.part.split("/").map(Number);
  if (!(from >= 1 && from <= of)) throw new Error(`--part ${values.part}: expected I/N, as 1/2`);
  return { count: Number(values.rounds), part: { from, of }, named: positionals };
}

function main(words: readonly string[]): number {
  if (!hasStrace) {
    console.log("Left out: strace is not there, or may not trace (Debian: apt-get install strace)\n0 rounds");
    return 0;
  }
  const { count, part, named } = readWords(words);
  const isNamed = (name: string) => named.some((word) => name.includes(word));
  const operations = OPERATIONS.some(({ name }) => isNamed(name))
    ? OPERATIONS.filter(({ name }) => isNamed(name))
    : OPERATIONS;
  const faults = FAULTS.some(isNamed) ? FAULTS.filter(isNamed) : FAULTS;

  const rounds = roundsOf(operations, faults);
  const table = new Map<string, { rounds: number; wrong: number }>();
  let wrong = 0;
  const started = Date.now();
  const chosen = everyNth(sampleOfEach(rounds, count), part);
  for (const [at, round] of chosen.entries()) {
    if (at > 0 && at % TOLD_EVERY === 0) {
      const seconds = Math.round((Date.now() - started) / 1000);
      console.error(`${at} of ${chosen.length} rounds in ${seconds} s, ${wrong} wrong`);
    }
    const reason = play(round);
    const key = `${round.operation.name} | ${round.fault}`;
    const row = table.get(key) ?? { rounds: 0, wrong: 0 };
    table.set(key, { rounds: row.rounds + 1, wrong: row.wrong + (reason === "" ? 0 : 1) });
    if (reason === "") continue;
    wrong++;
    console.log(`WRONG ${round.operation.name}: ${round.fault} at ${round.call} ${round.nth}: ${reason}`);
  }
  console.log(`\n| operation | ${faults.join(" | ")} |\n| --- | ${faults.map(() => "---").join(" | ")} |`);
  for (const { name } of operations) {
    const cells = faults.map((fault) => {
      const row = table.get(`${name} | ${fault}`);
      return row === undefined ? "" : row.wrong === 0 ? `${row.rounds}` : `${row.rounds}, ${row.wrong} wrong`;
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  const played = [...table.values()].reduce((sum, row) => sum + row.rounds, 0);
  console.log(`\n${played} rounds of ${rounds.length}, ${wrong} wrong`);
  removePlaces();
  rmSync(TRACE, { force: true });
  return wrong === 0 ? 0 : 1;
}

if (import.meta.main) process.exit(main(process.argv.slice(2)));
