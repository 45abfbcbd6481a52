/**
 * Everything that must hold before a change may land, in the order of how fast it answers.
 *
 *   deno task test              all of it; the last line is `N passed, N failed`
 *   deno task test store cli    the tests of files whose path contains one of the words; no such file is a failure
 *
 * Tests run against the sources and the compiled binary under Deno. The rooms that stand on SQLite and on the file
 * system run once more under Bun, because that is the runtime inside the binary; the last line sums both.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, sep } from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { compilerPath, ROOT } from "./compile.ts";

const DENO = process.execPath;
/** Rooms whose behaviour hangs on the runtime: its SQLite, its file system, its native libraries. */
const UNDER_BUN = ["store/", "index/", "search/", "embedding/"];
/** Files of tests at a time: half of the time a test waits, for the start of a program or for the disk. */
const JOBS = Math.ceil(availableParallelism() * 1.5);
/** Far longer than all tests take; a test that hangs must not hang the machine that runs it. */
const TIMEOUT_MS = 20 * 60_000;

interface Tally {
  passed: number;
  failed: number;
  /** Left out because this machine lacks what the test needs (a shell, a tool, another system). */
  left?: number;
}

function main(words: readonly string[]): number {
  // Deno's tests end without an exit event: what they leave behind lies in one folder, which goes with us.
  const temporary = mkdtempSync(join(tmpdir(), "memory-tests-"));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = temporary;
  try {
    return check(words);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function check(words: readonly string[]): number {
  const tally: Tally = { passed: 0, failed: 0 };
  // Tests run what was compiled: with a broken gate the rest would only repeat the news.
  const ready = step(tally, "install", DENO, ["install", "--quiet", "--frozen"]) &&
    step(tally, "format", DENO, ["fmt", "--check", "--quiet"]) &&
    step(tally, "lint", DENO, ["lint", "--quiet"]) &&
    step(tally, "types", DENO, ["check", "--quiet", "."]) &&
    step(tally, "compile", DENO, ["run", "-A", "scripts/compile.ts"]);
  if (ready) {
    const files = testFiles(words);
    if (files.length === 0) {
      console.log(`No test file has ${words.join(" or ")} in its name`);
      tally.failed++;
    }
    const onBun = files.filter((file) => UNDER_BUN.some((room) => file.startsWith(room)));
    runTests(tally, "tests under Deno", files, (paths, report) => ({
      program: DENO,
      args: ["test", "-A", "--no-check", "--parallel", "--reporter=dot", `--junit-path=${report}`, ...paths],
    }));
    runTests(tally, "tests under Bun", onBun, (paths, report) => ({
      program: compilerPath(),
      args: [
        "test",
        "--timeout=120000",
        "--dots",
        "--reporter=junit",
        `--reporter-outfile=${report}`,
        ...paths.map((path) => `./${path}`),
      ],
    }));
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 ? 0 : 1;
}

/** Runs one gate and prints its output only if it did not hold; then it counts as a failure. */
function step(tally: Tally, name: string, program: string, args: readonly string[]): boolean {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: "utf8", timeout: TIMEOUT_MS });
  say(name, started, status === 0 ? "ok" : "FAILED");
  if (status === 0) return true;
  console.log(`${stdout}${stderr}`);
  tally.failed++;
  return false;
}

function testFiles(words: readonly string[]): string[] {
  return readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith("_test.ts") && (words.length === 0 || words.some((word) => name.includes(word))))
    .sort();
}

function runTests(
  tally: Tally,
  name: string,
  files: readonly string[],
  command: (paths: readonly string[], report: string) => { program: string; args: readonly string[] },
): void {
  if (files.length === 0) return;
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "memory-tests-"));
  const report = join(folder, "report.xml");
  const { program, args } = command(files.map((file) => `tests/${file}`), report);
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    env: { ...process.env, DENO_JOBS: String(JOBS) },
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: TIMEOUT_MS,
  });
  const suites = readReport(report);
  rmSync(folder, { recursive: true, force: true });
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
  const counted = suites.reduce((sum, suite) => sum + suite.failed, 0);
  // A file that can't even be loaded is in no report, but the exit code knows.
  const failed = status === 0 ? counted : Math.max(1, counted);
  tally.passed += passed;
  tally.failed += failed;
  for (const suite of suites) {
    console.log(`  ${suite.name.padEnd(36)} ${counts(suite)}  (${suite.seconds.toFixed(1)} s)`);
  }
  if (failed > 0) console.log(plain(`${stdout}${stderr}`));
  say(name, started, counts({ passed, failed }));
}

/** Output without colours and without the dots of tests that passed or were left out. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/^[.,]\n/gm, "");
}

function counts({ passed, failed, left = 0 }: Tally): string {
  const more = [failed > 0 ? `, ${failed} failed` : "", left > 0 ? `, ${left} left out` : ""].join("");
  return `${String(passed).padStart(4)} passed${more}`;
}

/**
 * The files of a JUnit report, the one format that both runtimes write; Bun nests suites in them. Deno counts a test
 * for the file in which it is declared, which need not be one that was run (together.ts, embedding/fill_cases.ts).
 */
function readReport(path: string): (Tally & { name: string; seconds: number })[] {
  const [, ...suites] = (existsSync(path) ? readFileSync(path, "utf8") : "").split(/<testsuite\b/);
  return suites.map((suite) => {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(suite)?.[1] ?? "";
    const failed = Number(attribute("failures")) + Number(attribute("errors"));
    const left = Number(attribute("skipped")) + Number(attribute("disabled"));
    const passed = Number(attribute("tests")) - failed - left;
    const times = [...suite.matchAll(/<testcase\b[^>]*\btime="([^"]*)"/g)].map(([, time]) => Number(time));
    return { name: attribute("name"), passed, failed, left, seconds: times.reduce((sum, time) => sum + time, 0) };
  }).filter(({ name }) => name.endsWith(".ts")).map((suite) => ({
    ...suite,
    name: suite.name.replace(/^.*\btests\//, "").replace(/(_test)?\.ts$/, ""),
  }));
}

function say(name: string, started: number, outcome: string): void {
  console.log(`${name.padEnd(28)} ${outcome}  (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
