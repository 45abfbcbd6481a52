/** The binary's system calls, as strace shows them: flushes before an acknowledgement, and no network. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { hasStrace } from "../../scripts/test_faults.ts";
import { BINARY } from "../box.ts";
import { type Operation, OPERATIONS } from "../faults/operations.ts";
import { freshPlace, type Place, removePlaces } from "../faults/place.ts";

const skip = hasStrace ? false : "strace is not there, or may not trace";
const TRACE = join(tmpdir(), `memory-calls-${process.pid}.trace`);

after(() => {
  removePlaces();
  rmSync(TRACE, { force: true });
});

/** The system calls of one run, in order, with the paths of their files. */
function calls(place: Place, words: readonly string[], { trace, stdin = "" }: { trace: string; stdin?: string }) {
  const ran = spawnSync(
    "strace",
    ["-f", "-qq", "-y", "-s", "0", "-e", `trace=${trace}`, "-o", TRACE, BINARY, ...words],
    {
      cwd: place.project,
      env: place.env,
      encoding: "utf8",
      input: stdin,
    },
  );
  assert.ok(ran.status === 0 || ran.status === 1, `${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return { stdout: ran.stdout, lines: readFileSync(TRACE, "latin1").split("\n") };
}

function traced(operation: Operation, trace: string) {
  const place = freshPlace();
  const given = operation.prepare?.(place) ?? "";
  const stdin = operation.stdin?.(place) ?? "";
  const there = new Set(
    readdirSync(place.home, { recursive: true, encoding: "utf8" }).map((name) => join(place.home, name)),
  );
  return { place, there, ...calls(place, operation.words(place, given), { trace, stdin }) };
}

/** Files of the data folder that can be made anew, or exist only for a moment. */
const NOT_TRUTH = /\/(?:INDEX\.md|\.manage\.lock[^/]*)$/;

const WRITES: readonly Operation[] = [
  ...OPERATIONS.filter(({ name, isHook }) =>
    !isHook && !/^(?:init|model|uninstall|rebuild-index|sync|search|list|retrieve|export|note index)\b/.test(name)
  ),
  {
    name: "the first save of all",
    prepare(place) {
      rmSync(join(place.folders().data, "daily"), { recursive: true });
      return "";
    },
    words: () => ["save", "fact", "--content", "The queue worker retries three times"],
  },
];

test("every acknowledged write has been flushed to the disk, the names of new files too", { skip }, () => {
  let flushed = 0;
  for (const operation of WRITES) {
    const { place, there, lines, stdout } = traced(operation, "openat,write,fsync,fdatasync,rename,mkdir,unlink");
    const data = join(place.project, ".claude", "skills", "memory-data");
    const isTruth = (path = "") => path.startsWith(`${data}/`) && !NOT_TRUTH.test(path);
    /** Files and folders with writes that are not on the disk yet. */
    const unflushed = new Set<string>();
    let acknowledged = false;
    for (const line of lines) {
      const [, call, rest = ""] = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? [];
      if (/= -1 /.test(rest)) continue;
      const [, fd, path] = /^(\d+)<([^>]*)>/.exec(rest) ?? [];
      const [first, second] = [...rest.matchAll(/"([^"]*)"/g)].map(([, name = ""]) => name);
      if (call === "write" && fd === "1") {
        acknowledged = true;
        assert.deepEqual([...unflushed], [], `${operation.name}: acknowledged before it is flushed`);
      } else if (call === "write" && path && isTruth(path)) {
        unflushed.add(path);
      } else if ((call === "fsync" || call === "fdatasync") && path) {
        if (unflushed.delete(path)) flushed++;
      } else if (call === "rename" && first && second && isTruth(second)) {
        assert.ok(!unflushed.has(first), `${operation.name}: renamed before it is flushed`);
        unflushed.add(dirname(second));
      } else if (call === "mkdir" && first && isTruth(first)) {
        unflushed.add(dirname(first));
      } else if (
        call === "openat" && first && isTruth(first) && !first.endsWith(".tmp") && /O_CREAT/.test(rest) &&
        !there.has(first)
      ) {
        unflushed.add(dirname(first));
      }
    }
    assert.ok(acknowledged, `${operation.name}: ${stdout}`);
  }
  assert.ok(flushed >= WRITES.length, `${flushed}`);
});

const READS: readonly (readonly string[])[] = [
  ["search", "Redis"],
  ["manage", "list"],
  ["manage", "stats"],
  ["manage", "log"],
  ["manage", "backups"],
  ["show"],
  ["retrieve", "Redis"],
  ["note", "list"],
  ["intent", "Redis"],
  ["config", "show"],
  ["export", "--output", "-"],
  ["trust"],
  ["sync"],
  ["model", "list"],
  ["doctor", "--deep"],
  ["help"],
  ["--version"],
];

test("no hook, and no verb but those that fetch a model, opens a socket", { skip }, () => {
  const seen = new Map<string, string[]>();
  for (const operation of OPERATIONS.filter(({ name }) => name !== "model download")) {
    seen.set(operation.name, traced(operation, "network").lines);
  }
  const place = freshPlace();
  for (const words of READS) seen.set(words.join(" "), calls(place, words, { trace: "network" }).lines);
  for (const [name, lines] of seen) {
    assert.deepEqual(lines.filter((line) => /\b(?:socket|connect|sendto|bind)\(/.test(line)), [], name);
  }
  // The same trace shows a socket where there is one.
  const env = { ...place.env, HF_ENDPOINT: "http://127.0.0.1:9" };
  const ran = spawnSync("strace", ["-f", "-qq", "-e", "trace=network", "-o", TRACE, BINARY, "model", "download"], {
    cwd: place.project,
    env,
    encoding: "utf8",
  });
  assert.equal(ran.status, 4, ran.stdout);
  assert.match(readFileSync(TRACE, "latin1"), /\bsocket\(AF_INET/);
});
