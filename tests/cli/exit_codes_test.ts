/** The binary ends with every error code: its exit code, and one JSON document. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { runCli } from "../../src/cli/mod.ts";
import { TABLE } from "../../src/cli/table.ts";
import { type ErrorCode, EXIT_CODE_OF } from "../../src/errors.ts";
import { openDatabase } from "../../src/index/sqlite.ts";
import { BINARY, type Box, type Json, memoryBox, type Ran } from "../box.ts";
import { testTogether } from "../together.ts";
import { testWorld } from "../world.ts";

const id = "log-100000000-aaaa";

/** A box that remembers one fact. */
function filled(): Box {
  const box = memoryBox();
  const fact = { id, type: "fact", memory_type: "W", content: "The cache is Redis", entities: [], confidence: 0.8 };
  box.write("daily/2026-02-18.jsonl", `${JSON.stringify({ ...fact, timestamp: "2026-02-18T10:00:00Z" })}\n`);
  return box;
}

/** Makes this process, which is alive, the holder of a box's lock. */
function holdLock(box: Box): void {
  const owner = { pid: process.pid, host: hostname(), at: new Date().toISOString(), token: "t" };
  box.write(".manage.lock", JSON.stringify(owner));
}

/** Parses an error as a program would: one document and nothing else. */
function errorOf(words: string, { code, stdout, stderr }: Ran): Json & { exit: number } {
  assert.equal(stdout.trimEnd().split("\n").length, 1, `${words}: ${stdout}`);
  const { status, command, error, ...more } = JSON.parse(stdout);
  assert.deepEqual([status, typeof command, more], ["error", "string", {}], words);
  assert.ok(typeof error.message === "string" && error.message !== "", words);
  assert.ok(stderr.startsWith(`error: ${error.message}\n`), `${words}: ${stderr}`);
  return { ...error, exit: code };
}

/**
 * A call that ends with each code. INTERNAL, a defect of the program, and INDEX_CORRUPT, which verbs mend, have tests
 * of their own below. OUTPUT_FAILED, which can't stand on standard output, has its test in outcome_told_test.ts.
 */
type Reached = Exclude<ErrorCode, "INTERNAL" | "INDEX_CORRUPT" | "OUTPUT_FAILED">;
const CAUSES: Readonly<Record<Reached, (box: Box) => Promise<Ran>>> = {
  INVALID_ARGUMENT: (box) => box.run(["save", "fact", "--type", "X", "--content", "A"]),
  UNKNOWN_KEY: (box) => box.run(["--json", "config", "get", "no.such.key"]),
  CONFIG_INVALID: (box) => box.run(["--json", "config", "set", "memory.facts_limit", "0"]),
  IMPORT_INVALID(box) {
    fs.writeFileSync(join(box.project, "records.jsonl"), "nonsense\n");
    return box.run(["--json", "import", "--input", "records.jsonl"]);
  },
  NO_MATCH: (box) => box.run(["manage", "delete", "--keyword", "postgres"]),
  RECORD_NOT_FOUND: (box) => box.run(["manage", "restore", "--id", "log-1"]),
  BACKUP_NOT_FOUND: (box) => box.run(["manage", "restore", "--from-backup", "2020-01-01-000000"]),
  LOCK_BUSY(box) {
    holdLock(box);
    return box.run(["manage", "edit", "--id", id, "--content", "Other"]);
  },
  NOT_INITIALISED: (box) => box.run(["manage", "list"], { cwd: box.home }),
  CONFIRM_EXPIRED: (box) => box.run(["manage", "delete", "--all", "--confirm", "made-up"]),
  async CONFIRM_TOO_EARLY(box) {
    const { confirm_token } = (await box.json(["manage", "delete", "--all"])).data;
    return box.run(["manage", "delete", "--all", "--confirm", confirm_token]);
  },
  async UNDO_IMPOSSIBLE(box) {
    await box.json(["save", "fact", "--content", "TTL is 300"]);
    return box.run(["manage", "undo", (await box.json(["manage", "undo"])).data.op_id]);
  },
  async STORE_NEWER(box) {
    await box.run(["sync"]);
    const db = openDatabase(join(box.own, "index.sqlite"));
    db.exec("PRAGMA user_version = 9999");
    db.close();
    return box.run(["search", "Redis"]);
  },
  MODEL_UNAVAILABLE: (box) => box.run(["--json", "model", "verify"]),
  DISABLED: (box) => box.run(["--json", "enable"], { env: { MEMORY__enabled: "false" } }),
  IO_ERROR(box) {
    fs.symlinkSync(join(box.home, "elsewhere.jsonl"), join(box.data, "sessions.jsonl"));
    return box.run(["save", "summary", "--topic", "T", "--summary", "S"]);
  },
};

test("a verb that goes by no layer refuses the global one, and changes nothing", async () => {
  const box = memoryBox();
  await box.run(["remember", "Deploys run from atlas"]);
  for (const words of [["uninstall", "--purge"], ["init", "--agent", "none", "--skip-model"], ["trust"], ["mcp"]]) {
    const { code, stdout, stderr } = await box.run([...words, "--layer", "global"], { stdin: "" });
    assert.deepEqual([code, stdout, /takes no --layer global/.test(stderr)], [2, "", true], `${words[0]}: ${stderr}`);
  }
  assert.deepEqual(fs.readdirSync(box.home).filter((name) => !name.startsWith(".")), ["work"]);
});

test("an empty name, path or filter is refused, as an unset variable makes it, and nothing is done", async () => {
  const box = filled();
  for (
    const words of [
      ["remember", "A new fact", "--project-path", ""],
      ["import", "", "--confirm"],
      ["export", ""],
      ["search", "port", "--type", ""],
      ["search", "port", "--memory-type", ""],
      ["search", "port", "--tag", ""],
      ["search", "--queries", ""],
      ["note", "list", "--tag", ""],
      ["restore", "--from-backup", ""],
      ["undo", ""],
    ]
  ) {
    const { code, stdout, stderr } = await box.run(words);
    assert.deepEqual([code, /is empty/.test(stdout + stderr)], [2, true], `${words.join(" ")}: ${stdout}${stderr}`);
  }
  assert.equal((await box.json(["list"])).data.total, 1);
});

test("an option that would be passed over beside another is refused, and nothing is done", async () => {
  const box = filled();
  await box.run(["remember", "Deploys run from atlas"]);
  for (
    const words of [
      ["undo", "--limit", "1"],
      ["undo", "--list", "op-1"],
      ["note", "list", "--waiting", "--kind", "decision"],
      ["note", "add", "--proposal", "prop-1", "--when", "cutting a release", "--confirm"],
      ["init", "--agent", "claude,none", "--skip-model"],
    ]
  ) assert.equal((await box.run(words)).code, 2, words.join(" "));
  assert.equal((await box.json(["list"])).data.total, 2);
  const quiet = await box.run(["sync", "--background"]);
  assert.deepEqual([quiet.code, quiet.stdout, quiet.stderr], [0, "", ""]);
});

test("a missing file is a wrong call, and an id is told as what it is: deleted, left out by a filter, or of no fact", async () => {
  const box = filled();
  for (
    const words of [["manage", "enrich", "--apply", "no.json"], ["search", "--queries", "no.json"], [
      "import",
      "no.json",
    ]]
  ) {
    assert.equal((await box.run(words)).code, 2, words.join(" "));
  }
  const none = JSON.stringify([{ id: "log-100000000-none", asks: ["which?"] }]);
  const enriched = await box.run(["--json", "manage", "enrich", "--apply", none, "--confirm"]);
  assert.deepEqual([enriched.code, JSON.parse(enriched.stdout).data.enriched], [1, 0]);
  const told = async (...words: string[]) => (await box.json(["manage", "delete", id, ...words, "--confirm"])).error;
  assert.equal((await told("--before", "2020-01-01")).code, "NO_MATCH");
  await box.run(["delete", id, "--confirm"]);
  const again = await told();
  assert.deepEqual([again.code, /is deleted already/.test(again.message)], ["RECORD_NOT_FOUND", true]);
});

test("a bare --confirm where a token is wanted ends with 4, and shows the token", async () => {
  const box = memoryBox();
  await box.run(["remember", "Deploys run from atlas"]);
  const rules = JSON.stringify(["Atlas is the server"]);
  for (
    const words of [
      ["delete", "--all"],
      ["import", "-", "--mode", "replace"],
      ["uninstall", "--purge"],
    ]
  ) {
    const options = { stdin: words[0] === "import" ? rules : "" };
    const { code, stdout } = await box.run([...words, "--confirm", "--json"], options);
    const { status, data } = JSON.parse(stdout);
    assert.deepEqual([code, status], [4, "preview"], stdout);
    assert.match(data.confirm_token, /^[0-9a-z]+-[0-9a-f]{16}$/);
    assert.equal((await box.run([...words, "--json"], options)).code, 0);
  }
  assert.equal((await box.json(["list"])).data.total, 1);
});

test("each error code is reached, ends with its exit code, and is the only document on standard output", async () => {
  // All at once, since one of them waits ten seconds for a lock.
  await Promise.all(
    Object.entries(CAUSES).map(async ([code, cause]) => {
      const error = errorOf(code, await cause(filled()));
      assert.deepEqual([error.code, error.exit], [code, EXIT_CODE_OF[code as ErrorCode]]);
    }),
  );
});

test("a wrong call and a refusing file system are answered with the next step", async () => {
  const box = filled();
  const hint = async (...words: string[]) => errorOf(words.join(" "), await box.run(["--json", ...words])).hint;
  assert.equal(
    await hint("save", "fact"),
    "For example: `memory save fact --content 'Redis caches sessions' --type W --entities Redis`",
  );
  assert.equal(await hint("save", "[1]"), "See `memory help save`");
  assert.equal(await hint("search", "x", "--max-results", "0"), "See `memory help search`");
  assert.equal(await hint("config", "set", "lang", "fr"), "See `memory help config set`");
  fs.writeFileSync(join(box.own, "audit"), "");
  assert.match(await hint("save", "fact", "--content", "In the way"), /can be read and written/);
});

test("a defect of the program ends with 4 and INTERNAL, as one document", async () => {
  const { runtime } = testWorld({
    files: (real) => ({
      ...real,
      stat: () => {
        throw new TypeError("undefined is not a function");
      },
    }),
  });
  const printed: Record<string, string> = {};
  const stream = (name: string) => ({
    ...runtime.stdout,
    isTerminal: false,
    write: (text: string) => void (printed[name] = (printed[name] ?? "") + text),
  });
  const code = await runCli({ ...runtime, stdout: stream("stdout"), stderr: stream("stderr") }, ["manage", "list"]);
  const ran = { code, stdout: printed["stdout"] ?? "", stderr: printed["stderr"] ?? "" };
  const { exit, code: name } = errorOf("INTERNAL", ran);
  assert.deepEqual([exit, name], [4, "INTERNAL"]);
});

test("no verb fails because of an index that is no database: the index is rebuilt", async () => {
  const box = filled();
  box.write("index.sqlite", "no database at all ".repeat(500));
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
  box.write("index.sqlite", "no database at all ".repeat(500));
  assert.equal((await box.json(["manage", "stats"])).status, "ok");
});

test("exit code 0: a preview, a skipped save, a doctor with failures, an empty retrieve", async () => {
  const box = filled();
  assert.equal((await box.run(["manage", "delete", "--all"])).code, 0);
  box.write("daily/2026-02-19.jsonl", "no JSON\n");
  const doctor = await box.run(["--json", "doctor"]);
  assert.deepEqual([doctor.code, JSON.parse(doctor.stdout).data.summary.fail > 0], [0, true]);
  const retrieved = await box.run(["retrieve", "how to bake bread"]);
  assert.deepEqual([retrieved.code, retrieved.stdout], [0, ""]);
  const off = { env: { MEMORY_DISABLE: "1" } };
  const saved = await box.run(["save", "fact", "--content", "TTL is 300"], off);
  assert.deepEqual([saved.code, JSON.parse(saved.stdout).data.status], [0, "skipped"]);
});

test("exit code 1: nothing matched in search, list, delete, restore, show, undo, backups; a list says so in its usual JSON", async () => {
  const box = filled();
  const ran = async (words: string) => {
    const { code, stdout } = await box.run(words.split(" "));
    return { code, document: JSON.parse(stdout) };
  };
  const search = await ran("search postgres");
  assert.deepEqual([search.code, search.document.results], [1, []]);
  const list = await ran("manage list --keyword postgres");
  assert.deepEqual([list.code, list.document.status, list.document.data.total], [1, "ok", 0]);
  for (
    const words of [
      "manage delete --keyword postgres",
      "manage restore --from 2026-01-01",
      "--json show 2020-01-01",
      "manage undo --list",
      "manage undo",
      "manage undo zzzz",
      "manage backups",
    ]
  ) {
    assert.equal((await ran(words)).code, 1, words);
  }
});

test("exit code 2: wrong arguments, an invalid payload, and search without a store; any other verb that needs a store ends with 4", async () => {
  const box = filled();
  for (
    const words of [
      ["save", "{}"],
      ["save", "no JSON"],
      ["note", "propose", `{"scene":1}`],
      ["search"],
      ["--json", "sarch"],
    ]
  ) {
    assert.equal(errorOf(words.join(" "), await box.run(words)).exit, 2, words.join(" "));
  }
  const nowhere = memoryBox({ empty: true });
  const search = errorOf("search", await nowhere.run(["search", "x"]));
  assert.deepEqual([search.exit, search.code], [2, "NOT_INITIALISED"]);
  for (
    const words of [["save", "fact", "--content", "A"], ["sync"], ["note", "list"], ["disable"], [
      "export",
      "--output",
      "x",
    ]]
  ) {
    const error = errorOf(words.join(" "), await nowhere.run(["--json", ...words]));
    assert.deepEqual([error.exit, error.code], [4, "NOT_INITIALISED"], words.join(" "));
  }
});

testTogether("3: a second writer waits at most 10 seconds, changes nothing, and holds up no reader", async () => {
  const box = filled();
  const before = box.read("daily/2026-02-18.jsonl");
  holdLock(box);
  const started = Date.now();
  const busy = errorOf("delete", await box.run(["manage", "delete", "--id", id, "--confirm"]));
  const waited = Date.now() - started;
  assert.deepEqual([busy.exit, busy.code], [3, "LOCK_BUSY"]);
  assert.ok(waited >= 9_000 && waited < 15_000, `${waited} ms`);
  assert.equal(box.read("daily/2026-02-18.jsonl"), before);
  assert.equal((await box.json(["manage", "list"])).data.total, 1);
});

test("a file of queries with a wrong line is refused before the first is answered", async () => {
  const box = filled();
  fs.writeFileSync(join(box.project, "q.jsonl"), `{"id":1,"text":"Redis"}\n{"id":2}\n`);
  const error = errorOf("queries", await box.run(["search", "--queries", "q.jsonl"]));
  assert.deepEqual([error.exit, error.code], [2, "INVALID_ARGUMENT"]);
});

/** A user whom the system does not know. */
const NOBODY = { user: 54_321, cwd: "/", env: { HOME: "", USERPROFILE: "" } };
const ranByNobody = process.getuid?.() === 0 && process.platform === "linux"
  ? await memoryBox().run(["--version"], { ...NOBODY, env: { HOME: "/" } }).catch(() => undefined)
  : undefined;

test("without a home folder a verb ends in one sentence, help and version are told, and a hook gives the empty reply", {
  skip: ranByNobody?.code === 0 ? false : "no user whom the system does not know can run the binary here",
}, async () => {
  const box = memoryBox();
  assert.deepEqual(await box.run(["--version"], NOBODY), ranByNobody);
  assert.equal((await box.run(["--help"], NOBODY)).code, 0);
  for (const words of ["status", "search x", "save fact --content x", "init", "doctor", "mcp"]) {
    const { exit, code, message, hint } = errorOf(words, await box.run(["--json", ...words.split(" ")], NOBODY));
    assert.deepEqual([exit, code], [4, "IO_ERROR"], words);
    assert.match(`${message} ${hint}`, /^HOME is not set, .* Set HOME to/, words);
  }
  for (const hook_event_name of ["SessionStart", "UserPromptSubmit", "PreToolUse"]) {
    const event = { session_id: "s", cwd: "/", hook_event_name, prompt: "Deploy it", tool_name: "Bash" };
    const stdin = JSON.stringify({ ...event, tool_input: { command: "git push" } });
    const ran = await box.run(["hook", "claude", hook_event_name], { ...NOBODY, stdin });
    assert.deepEqual(ran, { code: 0, stdout: "{}\n", stderr: "" }, hook_event_name);
  }
});

test("every verb refuses an unknown option with exit code 2 and one document", async () => {
  const box = memoryBox({ empty: true });
  // A hook refuses no words.
  const verbs = TABLE.map(({ name }) => name).filter((name) => name !== "hook");
  const refuse = async (name: string) => {
    // Verbs whose result is text print JSON only when asked.
    const error = errorOf(name, await box.run([...name.split(" "), "--no-such-option", "--json"]));
    assert.deepEqual([error.exit, error.code], [2, "INVALID_ARGUMENT"], name);
  };
  for (let at = 0; at < verbs.length; at += 4) await Promise.all(verbs.slice(at, at + 4).map(refuse));
});

const unix = { skip: process.platform === "win32" ? "Windows has no signals" : false };
test(
  "exit code 130: a verb that is interrupted while it waits for input ends at once, by the signal that shells report as 130",
  unix,
  async () => {
    const box = filled();
    const before = fs.readdirSync(box.data);
    const options = { cwd: box.project, env: { HOME: box.home }, timeout: 20_000, killSignal: "SIGKILL" } as const;
    const child = spawn(BINARY, ["save", "-"], options);
    const closed = new Promise<[number | null, string | null]>((resolve) =>
      child.on("close", (code, signal) => resolve([code, signal]))
    );
    // More than a pipe's buffer: the write ends only when the verb reads.
    await new Promise((resolve) => child.stdin.write(" ".repeat(1 << 20), resolve));
    child.kill("SIGINT");
    const [code, signal] = await closed;
    assert.ok(code === 130 || signal === "SIGINT", `${code} ${signal}`);
    assert.deepEqual(fs.readdirSync(box.data), before, "nothing is left of it");
  },
);

const full = { skip: fs.existsSync("/dev/full") ? false : "this system has no /dev/full" };
test("output that can't be written ends in a failure of one sentence, not in a crash", full, async () => {
  const box = filled();
  const ends = async (words: readonly string[], stdout: string, stderr: string) => {
    const open = (path: string) => fs.openSync(path, "w");
    const said = join(box.home, "stderr");
    const options = { cwd: box.project, env: { HOME: box.home } };
    const child = spawn(BINARY, words, { ...options, stdio: ["ignore", open(stdout), open(stderr || said)] });
    const code = await new Promise((resolve) => child.on("close", resolve));
    return [code, stderr ? "" : fs.readFileSync(said, "utf8")];
  };
  const [code, told] = await ends(["manage", "list"], "/dev/full", "");
  assert.equal(code, 5);
  assert.match(String(told), /^error: `memory manage list` was done, but .*: ENOSPC: no space left on device, write\n/);
  assert.deepEqual(await ends(["manage", "nope"], "/dev/full", "/dev/full"), [2, ""]);
});
