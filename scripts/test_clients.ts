/**
 * Runs real coding agents against the compiled binary and a scripted model on loopback, and says what was seen.
 *
 *   deno task test:clients                    every client that can be installed, every scenario
 *   deno task test:clients claude compaction  only clients and scenarios whose name holds one of the words
 *   deno task test:clients --docs             writes the table of docs/clients.md from the result
 *
 * The clients' pinned versions (tests/clients/pinned) are installed from npm into dist/clients. Where the system allows
 * it they run in a network of their own that has loopback alone. One line for each check; the last line sums up.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Client, CLIENTS, isInstalled } from "../tests/clients/client.ts";
import { TOGETHER } from "../tests/clients/one_project.ts";
import type { Seen } from "../tests/clients/played.ts";
import { SCENARIOS } from "../tests/clients/scenarios.ts";
import { hasTmux } from "../tests/clients/terminal.ts";
import { ROOT } from "./compile.ts";

const FOLDER = join(ROOT, "dist", "clients");
const PACKAGES = join(FOLDER, "node_modules");
const PINNED = join(ROOT, "tests", "clients", "pinned", "package.json");
const PAGE = join(ROOT, "docs", "clients.md");
const INSTALL_MS = 5 * 60_000;
const INSTEAD_LINES = 40;
const ISOLATED = "--isolated";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

async function main(words: readonly string[]): Promise<number> {
  if (process.platform !== "linux") {
    console.log("Left out: the pinned clients are those of Linux\n0 passed, 0 failed, 1 skipped");
    return 0;
  }
  if (!words.includes(ISOLATED)) {
    install();
    const isolated = isolate(words);
    if (isolated !== undefined) return isolated;
    console.log("note  This system gives no network of its own: the clients could reach the real one");
  }
  return await play(words.filter((word) => word !== ISOLATED));
}

/** Installs what is pinned, once. A client whose package can't be had is left out later, by name. */
function install(): void {
  const pinned = readFileSync(PINNED, "utf8");
  const stamp = join(FOLDER, "package.json");
  if (existsSync(PACKAGES) && existsSync(stamp) && readFileSync(stamp, "utf8") === pinned) return;
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync(PINNED, stamp);
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--silent"];
  const ran = spawnSync("npm", words, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_MS });
  if (ran.status !== 0) console.log(`note  npm could not install all clients (exit ${ran.status})`);
}

/** Runs this script again in a network of its own. Undefined where the system allows none. */
function isolate(words: readonly string[]): number | undefined {
  const asUser = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const up = ["unshare", ...asUser, "--net", "sh", "-c"];
  const [program = "", ...rest] = up;
  if (spawnSync(program, [...rest, "ip link set lo up"]).status !== 0) return undefined;
  const self = [process.execPath, "run", "-A", fileURLToPath(import.meta.url), ISOLATED, ...words];
  const ran = spawnSync(program, [...rest, 'ip link set lo up && exec "$@"', "sh", ...self], { stdio: "inherit" });
  return ran.status ?? 1;
}

async function play(words: readonly string[]): Promise<number> {
  const named = words.filter((word) => !word.startsWith("--"));
  const clients = chosen(CLIENTS, named, ({ id }) => id);
  const scenarios = chosen(SCENARIOS, named, ({ name }) => name);
  const there = clients.filter((client) => isInstalled(client, PACKAGES));
  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  const table = new Map<Client, Map<string, boolean>>();

  for (const client of clients) {
    if (there.includes(client)) continue;
    count.skipped++;
    console.log(`SKIP  ${client.id}: ${client.package} could not be installed`);
  }
  for (const client of there) table.set(client, new Map());
  // Clients mostly wait: they are played side by side, each in its own order.
  await Promise.all(there.map(async (client) => {
    for (const scenario of scenarios) {
      if (scenario.playedBy?.(client) === false || (scenario.needsTerminal && !client.terminal)) continue;
      if (scenario.needsTerminal && !hasTmux) {
        skip(count, `${client.id}, ${scenario.name}`);
        continue;
      }
      const isSeen = await played(
        count,
        `${client.id}, ${scenario.name}`,
        (check) => scenario.play(PACKAGES, client, check),
      );
      table.get(client)?.set(scenario.name, isSeen);
    }
  }));
  if (named.length === 0 || named.includes("together")) {
    if (hasTmux) await played(count, TOGETHER.name, (check) => TOGETHER.play(PACKAGES, there, check));
    else skip(count, TOGETHER.name);
  }
  if (words.includes("--docs")) writeTable(table, scenarios.map(({ name }) => name));
  console.log(`${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}`);
  return count.failed === 0 ? 0 : 1;
}

function skip(count: Count, name: string): void {
  count.skipped++;
  console.log(`SKIP  ${name}: this machine has no tmux`);
}

/**
 * Plays a scenario and prints its checks. One that fails is played again, at most twice, and the last play counts: a
 * client on a busy machine may miss a key that was typed for it. Returns whether every check passed.
 */
async function played(
  count: Count,
  name: string,
  play: (check: Seen) => Promise<void>,
): Promise<boolean> {
  for (const isLast of [false, false, true]) {
    const seen: { what: string; ok: boolean; instead: string }[] = [];
    const check: Seen = (what, ok, instead = "") => void seen.push({ what, ok, instead });
    await play(check).catch((error: unknown) => check(`it ran to its end (${error})`, false));
    const failed = seen.filter(({ ok }) => !ok);
    if (failed.length > 0 && !isLast) {
      for (const { what, instead } of failed) console.log(`AGAIN ${name}: ${what}${indented(instead)}`);
      continue;
    }
    for (const { what, ok, instead } of seen) {
      console.log(`${ok ? "PASS" : "FAIL"}  ${name}: ${what}${ok ? "" : indented(instead)}`);
    }
    count.passed += seen.length - failed.length;
    count.failed += failed.length;
    return failed.length === 0;
  }
  return false;
}

/** What was seen instead, below the line of its check. */
function indented(text: string): string {
  return text.split("\n").filter((line) => line.trim() !== "").slice(-INSTEAD_LINES).map((line) => `\n        ${line}`)
    .join("");
}

/** Those whose name holds one of the words; all where no word names any. */
function chosen<T>(all: readonly T[], words: readonly string[], nameOf: (one: T) => string): readonly T[] {
  const some = all.filter((one) => words.some((word) => nameOf(one).includes(word)));
  return some.length > 0 ? some : all;
}

const BEGIN = "<!-- the table below is written by `deno task test:clients --docs` -->";
const END = "<!-- end of the table -->";

function writeTable(table: ReadonlyMap<Client, ReadonlyMap<string, boolean>>, names: readonly string[]): void {
  const versions = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")).dependencies;
  const sign = (seen: boolean | undefined) => seen === undefined ? "" : seen ? "✓" : "–";
  const lines = [
    `| client | version | ${names.join(" | ")} |`,
    `| --- | --- | ${names.map(() => "---").join(" | ")} |`,
    ...[...table].map(([client, row]) =>
      `| ${client.name} | ${versions[client.package]} | ${names.map((name) => sign(row.get(name))).join(" | ")} |`
    ),
  ];
  const page = readFileSync(PAGE, "utf8");
  const [head = "", rest = ""] = page.split(BEGIN);
  writeFileSync(PAGE, `${head}${BEGIN}\n\n${lines.join("\n")}\n\n${END}${rest.split(END)[1] ?? ""}`);
}

process.exit(await main(process.argv.slice(2)));
