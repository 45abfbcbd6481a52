/**
 * Tools that remember, side by side: the same texts for each, the same queries, one after the other in turn.
 *
 *   deno task bench:peers                    the tools that are on PATH
 *   deno task bench:peers --folder DIR       the tools in this folder first
 *   deno task bench:peers --binary PATH      another binary of memory
 *   deno task bench:peers --texts 400        fewer texts than 1,000, for tools that take long to index
 *
 * A tool that is not there is named, with the way to get it. Each tool has a home of its own in a temporary folder.
 * On Linux, where the system allows it, the run has a network with loopback alone, and what a tool leaves running ends
 * with it.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { CHINESE, codeOf, ENGLISH, texts, UNRELATED } from "./peers_texts.ts";
import { BINARY } from "../tests/box.ts";

const FEWEST_TEXTS = 100;
/** What a prompt hook is timed with; a run of all queries would tell no more. */
const PROMPTS_OF_EACH = 10;
const LONGEST_MS = 300_000;
/** A tool whose search takes longer than this is asked every fourth query alone: the run shall end. */
const SLOW_MS = 2_000;
const INSIDE = "PEERS_BENCH_NETWORK";

interface Tool {
  readonly name: string;
  readonly program: string;
  /** How to get it from its registry. */
  readonly get: string;
  readonly env?: (home: string) => Readonly<Record<string, string>>;
  readonly version: readonly string[];
  /** Gives the tool the texts. */
  readonly fill: (place: Place, all: readonly string[]) => void;
  readonly search: (query: string) => readonly string[];
  readonly hook?: readonly string[];
}

interface Place {
  readonly home: string;
  readonly project: string;
  readonly run: (words: readonly string[], stdin?: string) => Ran;
}

interface Ran {
  readonly ms: number;
  readonly out: string;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

function write(file: string, text: string): void {
  fs.mkdirSync(join(file, ".."), { recursive: true });
  fs.writeFileSync(file, text);
}

const TOOLS: readonly Tool[] = [
  {
    name: "memory",
    program: "memory",
    get: "deno task compile",
    version: ["--version"],
    fill: ({ project, run }, all) => {
      const data = join(project, ".cursor", "skills", "memory-data", "daily");
      const days = new Map<string, string[]>();
      all.forEach((content, at) => {
        const timestamp = daysAgo(1 + at % 20);
        const fact = { id: `log-peer-${at}`, type: "fact", memory_type: "W", content, timestamp };
        const day = timestamp.slice(0, 10);
        days.set(day, [...days.get(day) ?? [], JSON.stringify(fact)]);
      });
      for (const [day, lines] of days) write(join(data, `${day}.jsonl`), `${lines.join("\n")}\n`);
      run(["sync"]);
    },
    search: (query) => ["search", query],
    hook: ["hook", "claude", "UserPromptSubmit"],
  },
  {
    name: "deja-vu",
    program: "deja",
    get: "go install github.com/vshulcz/deja-vu/cmd/deja@latest",
    version: ["version"],
    fill: ({ home, project, run }, all) => {
      // A tool that reads transcripts gets one short session of Claude Code for each text.
      const folder = join(home, ".claude", "projects", project.replace(/[^A-Za-z0-9]/g, "-"));
      all.forEach((content, at) => {
        const sessionId = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
        const line = (role: string, text: string) =>
          JSON.stringify({
            type: role,
            uuid: `${role}-${at}`,
            sessionId,
            cwd: project,
            timestamp: daysAgo(1 + at % 20),
            message: { role, content: text },
          });
        write(join(folder, `${sessionId}.jsonl`), `${line("user", content)}\n${line("assistant", "Noted.")}\n`);
      });
      run(["index"]);
    },
    search: (query) => ["search", query],
    hook: ["hook-prompt"],
  },
  {
    name: "engram",
    program: "engram",
    get: "go install github.com/Gentleman-Programming/engram/cmd/engram@latest",
    env: (home) => ({ ENGRAM_DATA_DIR: join(home, ".engram") }),
    version: ["version"],
    fill: ({ run }, all) => all.forEach((content) => run(["save", content.slice(0, 5), content, "--project", "bench"])),
    search: (query) => ["search", query, "--project", "bench"],
  },
  {
    name: "basic-memory",
    program: "basic-memory",
    get: "pip install basic-memory (Python 3.12 or newer)",
    // Without the network there is no model to search by meaning with; events and updates need it too.
    env: (home) => ({
      BASIC_MEMORY_HOME: join(home, "notes"),
      BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED: "false",
      BASIC_MEMORY_NO_PROMOS: "1",
      BASIC_MEMORY_AUTO_UPDATE: "false",
      BASIC_MEMORY_FORCE_LOCAL: "true",
    }),
    version: ["--version"],
    fill: ({ home, run }, all) => {
      all.forEach((content, at) => write(join(home, "notes", `${codeOf(at)}.md`), `# ${codeOf(at)}\n\n${content}\n`));
      run(["reindex", "--search"]);
    },
    search: (query) => ["tool", "search-notes", query],
  },
  {
    name: "grep",
    program: "grep",
    get: "it comes with the system",
    version: ["--version"],
    fill: ({ project }, all) => write(join(project, "MEMORY.md"), `${all.join("\n")}\n`),
    search: (query) => ["-iE", query.split(" ").join("|"), "MEMORY.md"],
  },
];

function findProgram({ name, program }: Tool, folders: readonly string[], binary: string): string | undefined {
  if (name === "memory") return fs.existsSync(binary) ? binary : undefined;
  return folders.flatMap((folder) => [join(folder, program), join(folder, `${program}.exe`)])
    .find((file) => fs.existsSync(file));
}

function makePlace(tool: Tool, program: string, folder: string): Place {
  const home = join(folder, tool.name);
  const project = join(home, "work", "bench");
  fs.mkdirSync(project, { recursive: true });
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", ...tool.env?.(home) };
  const run = (words: readonly string[], stdin = "") => {
    const start = process.hrtime.bigint();
    const { status, stdout, stderr, error } = spawnSync(program, [...words], {
      cwd: project,
      env,
      input: stdin,
      encoding: "utf8",
      timeout: LONGEST_MS,
      maxBuffer: 1 << 28,
    });
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    // grep and others say with exit 1 that they found nothing.
    if (error || status === null || status > 1) {
      throw error ?? new Error(`${tool.name} ${words[0]}: exit ${status}\n${stderr || stdout}`);
    }
    return { ms, out: stdout };
  };
  return { home, project, run };
}

/** What one tool did in this run. */
interface Measured {
  readonly tool: Tool;
  readonly place: Place;
  readonly version: string;
  /** 1: it is asked every query; 4: every fourth. */
  readonly step: number;
  readonly bare: number[];
  readonly search: number[];
  readonly size: number[];
  readonly silent: number[];
  readonly hit: number[];
  first: { en: number; zh: number };
  told: { en: number; zh: number };
  spoke: number;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function prepare(tool: Tool, program: string, folder: string, all: readonly string[]): Measured | string {
  try {
    const place = makePlace(tool, program, folder);
    const version = /\d+\.\d+[\w.-]*/.exec(place.run(tool.version).out)?.[0] ?? "?";
    tool.fill(place, all);
    const known = tool.search("pnpm");
    const { ms, out } = place.run(known);
    if (!out.includes("pnpm")) return `does not find what it was given (${known.join(" ")})`;
    const none = () => ({ en: 0, zh: 0 });
    const times = { bare: [], search: [], size: [], silent: [], hit: [] };
    return { tool, place, version, step: ms > SLOW_MS ? 4 : 1, ...times, first: none(), told: none(), spoke: 0 };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function payload(place: Place, prompt: string, number: number): string {
  const session_id = `10000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return JSON.stringify({ session_id, hook_event_name: "UserPromptSubmit", cwd: place.project, prompt });
}

/** Every question to every tool before the next question, so that what else the machine does falls on all of them. */
function measure(all: readonly string[], tools: readonly Measured[]): void {
  let sessions = 0;
  for (const [language, asked] of [["en", ENGLISH], ["zh", CHINESE]] as const) {
    asked.forEach(({ fact, query }, number) => {
      const code = codeOf(all.findIndex((text) => text.endsWith(` ${fact}`)));
      const prompt = language === "en" ? `What did we settle about ${query}?` : `我们之前定的${query}是怎样的？`;
      for (const one of tools) {
        const { tool, place } = one;
        if (number % one.step !== 0) continue;
        one.bare.push(place.run(tool.version).ms);
        const { ms, out } = place.run(tool.search(query));
        one.search.push(ms);
        one.size.push(Buffer.byteLength(out));
        if (/\bN\d{4}\b/.exec(out)?.[0] === code) one.first[language]++;
        if (tool.hook === undefined || number >= PROMPTS_OF_EACH) continue;
        const answer = place.run(tool.hook, payload(place, prompt, sessions++));
        if (!answer.out.includes(code)) continue;
        one.told[language]++;
        one.hit.push(answer.ms);
      }
    });
  }
  for (const one of tools) {
    if (one.tool.hook === undefined) continue;
    for (const prompt of [...UNRELATED, ...UNRELATED, ...UNRELATED]) {
      const { ms, out } = one.place.run(one.tool.hook, payload(one.place, prompt, sessions++));
      if (/\bN\d{4}\b/.test(out)) one.spoke++;
      else one.silent.push(ms);
    }
  }
}

function print(tools: readonly Measured[]): void {
  const ms = (values: readonly number[]) => values.length === 0 ? "–" : `${median(values).toFixed(1)} ms`;
  const bytes = ({ size }: Measured) => `${(median(size) / 1024).toFixed(1)} KB`;
  const of = (count: number, hook?: readonly string[]) => hook ? `${count} of ${PROMPTS_OF_EACH}` : "–";
  const rows: readonly (readonly [string, (one: Measured) => string])[] = [
    ["bare start", ({ bare }) => ms(bare)],
    ["search", ({ search }) => ms(search)],
    ["right one first, English", ({ first, step }) => `${first.en} of ${ENGLISH.length / step}`],
    ["right one first, Chinese", ({ first, step }) => `${first.zh} of ${CHINESE.length / step}`],
    ["printed for a query", bytes],
    ["prompt hook, hit", ({ hit }) => ms(hit)],
    ["prompt hook, silent", ({ silent }) => ms(silent)],
    ["hook gives it, English", ({ told, tool }) => of(told.en, tool.hook)],
    ["hook gives it, Chinese", ({ told, tool }) => of(told.zh, tool.hook)],
    ["hook speaks when it should not", ({ spoke, tool }) => tool.hook ? `${spoke} of ${UNRELATED.length * 3}` : "–"],
  ];
  console.log(`| | ${tools.map(({ tool, version }) => `${tool.name} ${version}`).join(" | ")} |`);
  console.log(`| --- |${tools.map(() => " --- |").join("")}`);
  for (const [name, cell] of rows) console.log(`| ${name} | ${tools.map(cell).join(" | ")} |`);
}

/** Runs this script again in a network that has loopback alone; false where the system has no such thing. */
function runWithoutNetwork(): boolean {
  if (process.platform !== "linux" || process.env[INSIDE] !== undefined) return false;
  // What a tool leaves behind ends with the run, because the run has a process table of its own.
  const apart = [...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--net", "--pid", "--fork", "--kill-child"];
  if (spawnSync("unshare", [...apart, "true"]).status !== 0) return false;
  const again = [process.execPath, "run", "-A", import.meta.filename ?? "", ...process.argv.slice(2)];
  const { status } = spawnSync("unshare", [
    ...apart,
    "sh",
    "-c",
    'ip link set lo up 2>/dev/null; exec "$@"',
    "sh",
    ...again,
  ], {
    env: { ...process.env, [INSIDE]: "loopback" },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
  return true;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: "" },
      binary: { type: "string", default: BINARY },
      texts: { type: "string", default: "1000" },
    },
  });
  const folders = [values.folder, ...(process.env["PATH"] ?? "").split(delimiter)].filter((folder) => folder !== "");
  const folder = fs.mkdtempSync(join(os.tmpdir(), "memory-peers-"));
  try {
    const all = texts(Math.max(FEWEST_TEXTS, Number(values.texts)));
    const there: Measured[] = [];
    for (const tool of TOOLS) {
      const program = findProgram(tool, folders, values.binary);
      const one = program === undefined ? undefined : prepare(tool, program, folder, all);
      if (one === undefined) console.log(`${tool.name}: not found. To get it: ${tool.get}`);
      else if (typeof one === "string") console.log(`${tool.name}: left out, ${one.trim()}`);
      else there.push(one);
    }
    console.log(
      "claude-mem: left out. What it keeps, a model writes from a session, so it can't be given these texts.",
    );
    if (process.env[INSIDE] === undefined) console.log("The network was not cut off: the system has no way for it.");
    measure(all, there);
    console.log(
      `\n${all.length} texts, ${os.cpus().length} processors, ${process.platform} ${process.arch}, medians\n`,
    );
    print(there);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (!runWithoutNetwork()) main();
