/**
 * How long the compiled binary takes, as whole processes: each row alternates with a bare `memory --version`, and the
 * ratio of the two carries over between machines better than milliseconds do.
 *
 *   deno task bench                 every row
 *   deno task bench --only search   rows whose name holds the word
 *   deno task bench --runs 31       runs of each row (at least 15)
 *   deno task bench --binary PATH   another binary
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Place, type Row, rows } from "./speed_rows.ts";
import { BINARY } from "../tests/box.ts";

const FEWEST_RUNS = 15;

interface Options {
  readonly binary: string;
  readonly runs: number;
}

function makePlace(folder: string, binary: string): Place {
  const home = join(folder, "home");
  const project = join(home, "work", "bench");
  const data = join(project, ".cursor", "skills", "memory-data");
  fs.mkdirSync(project, { recursive: true });
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8" };
  const run = (words: readonly string[], stdin = "") => {
    const { status, stdout, stderr, error } = spawnSync(binary, [...words], {
      cwd: project,
      env,
      input: stdin,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (error || status === null || status > 1) {
      throw error ?? new Error(`${words.join(" ")}: exit ${status}\n${stdout}${stderr}`);
    }
    return stdout;
  };
  // A memory of the person's own, in a repository, as most are.
  spawnSync("git", ["init", "-q", project]);
  run(["init", "--agent", "none", "--skip-model", "--quiet"]);
  return { home, project, data, run };
}

function timed(action: () => void): number {
  const start = process.hrtime.bigint();
  action();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/**
 * What was written to prepare this row, and removed of the last one, is on the disk: while the system is still writing
 * it, a hook, which makes and renames small files, was measured to take up to a third longer.
 */
function waitForDisk(): void {
  if (process.platform !== "win32") spawnSync("sync");
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function measure(row: Row, { binary, runs: asked }: Options): void {
  const folder = fs.mkdtempSync(join(os.tmpdir(), "memory-bench-"));
  try {
    const place = makePlace(folder, binary);
    row.prepare(place);
    waitForDisk();
    const runs = row.runs ?? Math.max(FEWEST_RUNS, asked);
    const times: number[] = [];
    const bare: number[] = [];
    // The first pair warms the file cache and is not counted.
    for (let run = 0; run <= runs; run++) {
      row.before?.(place, run);
      const stdin = row.stdin?.(place, run) ?? "";
      let said = "";
      const [bareMs, ms] = [timed(() => place.run(["--version"])), timed(() => said = place.run(row.words, stdin))];
      if (row.says !== undefined && !said.includes(row.says)) throw new Error(`${row.name} answered ${said}`);
      if (run > 0) bare.push(bareMs), times.push(ms);
    }
    const ms = median(times);
    const verdict = ms <= row.targetMs ? "met" : "MISSED";
    console.log(
      `${row.name.padEnd(46)} ${ms.toFixed(1).padStart(9)} ms  ${String(row.targetMs).padStart(6)} ms  ` +
        `${verdict.padEnd(6)}  ×${(ms / median(bare)).toFixed(2)} of --version (${
          median(bare).toFixed(1)
        } ms), n=${times.length}`,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const { values: { only, runs, binary } } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    runs: { type: "string", default: String(FEWEST_RUNS) },
    binary: { type: "string", default: BINARY },
  },
});
const chosen = rows.filter(({ name }) => name.includes(only));
if (chosen.length === 0) {
  console.error(`No row's name holds "${only}". The rows:\n${rows.map(({ name }) => `  ${name}`).join("\n")}`);
  process.exit(2);
}
console.log(`${"row".padEnd(46)} ${"median".padStart(12)}  ${"target".padStart(9)}`);
for (const row of chosen) measure(row, { binary, runs: Number(runs) });
