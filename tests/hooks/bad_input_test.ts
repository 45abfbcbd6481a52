/** With any input and any failure a hook answers its client and loses nothing. In this process. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { factLine, type HookBox, hookBox, type Json, SESSION } from "../hooks_box.ts";
import { fullDisk } from "../world.ts";

const EMPTY: Record<string, Json> = {
  sessionStart: {},
  beforeSubmitPrompt: { continue: true },
  preCompact: {},
  stop: {},
  sessionEnd: {},
};

function payload(box: HookBox, event: string, more: object = {}): object {
  return {
    conversation_id: SESSION,
    generation_id: "g-1",
    session_id: SESSION,
    hook_event_name: event,
    cursor_version: "3.21.4",
    workspace_roots: [box.project],
    prompt: "继续昨天的缓存工作",
    status: "completed",
    trigger: "auto",
    reason: "completed",
    ...more,
  };
}

function failures(box: HookBox): Json[] {
  const log = join(box.own, "logs/2026-02-18.jsonl");
  return existsSync(log)
    ? readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line)).filter(({ level }) =>
      level === "ERROR"
    )
    : [];
}

/** A box whose hooks start in the project, as Cursor starts a project's. */
function boxInProject(options: Parameters<typeof hookBox>[0] = {}): HookBox {
  const box = hookBox(options);
  Object.assign(box.runtime, { cwd: () => box.project });
  return box;
}

test("each event with wrong input gets its own empty reply, and the log gets one line", async () => {
  const inputs: Record<string, string | Uint8Array> = {
    empty: "",
    blank: " \n",
    truncated: `{"conversation_id":"c","workspace_roots":["/x"`,
    "no JSON": "hello",
    array: "[]",
    number: "7",
    null: "null",
    "no session": `{"workspace_roots":[]}`,
    "wrong types": `{"conversation_id":7,"workspace_roots":{"a":1},"prompt":[]}`,
    binary: new Uint8Array([0, 255, 254, 1, 2]),
    huge: new Uint8Array(100 * 1024 * 1024).fill(97),
  };
  const box = boxInProject();
  let lines = 0;
  for (const [what, input] of Object.entries(inputs)) {
    for (const [event, empty] of Object.entries(EMPTY)) {
      assert.deepEqual(JSON.parse(await box.raw("cursor", event, input)), empty, `${what}, ${event}`);
      assert.equal(failures(box).length, ++lines, `${what}, ${event}`);
    }
  }
});

test("an unknown agent or event is answered as one that changes nothing", async () => {
  const box = boxInProject();
  for (
    const [agent, event] of [["cursor", "afterFileEdit"], ["cursor", "nonsense"], ["nobody", "sessionStart"], [
      "",
      "",
    ]] as const
  ) {
    assert.equal(await box.raw(agent, event, JSON.stringify(payload(box, event))), "{}", `${agent} ${event}`);
  }
  assert.equal(await box.raw("cursor", "preToolUse", "{}"), `{"permission":"allow"}`);
  assert.equal(failures(box).length, 5);
});

test("an event may begin with a byte order mark", async () => {
  const box = boxInProject();
  box.write("MEMORY.md", "Two spaces.\n");
  const reply = await box.raw("cursor", "sessionStart", `\uFEFF${JSON.stringify(payload(box, "sessionStart"))}`);
  assert.match(reply, /Two spaces/);
});

test("an event of a folder that does not exist gets the empty reply, not the memory of another place", async () => {
  const box = boxInProject();
  box.write("MEMORY.md", "Two spaces.\n");
  const gone = { workspace_roots: [join(box.folder, "gone")] };
  for (const [event, empty] of Object.entries(EMPTY)) {
    assert.deepEqual(
      JSON.parse(await box.raw("cursor", event, JSON.stringify(payload(box, event, gone)))),
      empty,
      event,
    );
  }
  assert.equal(failures(box).length, 5);
});

test("hooks change nothing in a project without memory", async () => {
  const box = boxInProject();
  rmSync(join(box.project, ".cursor"), { recursive: true });
  for (const [event, empty] of Object.entries(EMPTY)) {
    assert.deepEqual(JSON.parse(await box.raw("cursor", event, JSON.stringify(payload(box, event)))), empty, event);
  }
  assert.equal(existsSync(join(box.project, ".cursor")), false);
});

test("an event that meets a corrupt index gets the empty reply and leaves one line in the log; the next event has a new index with every record", async () => {
  const box = boxInProject();
  box.write("daily/2026-02-18.jsonl", factLine("We cache sessions in Redis"));
  box.write("index.sqlite", "this is no database, ".repeat(500));
  assert.equal(await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart"))), "{}");
  assert.equal(failures(box).length, 1);
  // The same event again: a failed event does not count as answered.
  assert.match(await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart"))), /Redis/);
  assert.equal(failures(box).length, 1);
});

test("an event that meets an index of a newer version gets the empty reply and leaves one line in the log, and the index stays as it is", async () => {
  const box = boxInProject();
  await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart")));
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec("PRAGMA user_version=9999; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const before = readFileSync(join(box.own, "index.sqlite"));
  box.advance(60_000);
  assert.equal(await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart"))), "{}");
  assert.equal(failures(box).length, 1);
  assert.deepEqual(readFileSync(join(box.own, "index.sqlite")), before);
});

test("where the disk is full at any write, every event gets its empty reply or its whole one, and no saved line is lost", async () => {
  for (let failing = 1; failing <= 12; failing++) {
    const box = boxInProject({ files: (files) => fullDisk(files, failing) });
    const kept = factLine("We cache sessions in Redis");
    box.write("daily/2026-02-18.jsonl", kept);
    for (const [event, empty] of Object.entries(EMPTY)) {
      const reply = JSON.parse(await box.raw("cursor", event, JSON.stringify(payload(box, event))));
      const keys = Object.keys(reply);
      assert.ok(
        keys.length === Object.keys(empty).length ||
          keys.every((key) => typeof reply[key] === "string" || key === "continue"),
        `${failing} ${event}`,
      );
      assert.ok(box.read("daily/2026-02-18.jsonl").startsWith(kept));
    }
  }
});

test("every event gets the empty reply where the data folder can't be written", async () => {
  const refuse = () => {
    throw Object.assign(new Error("EROFS: read-only file system, open"), { code: "EROFS", syscall: "open" });
  };
  const box = boxInProject({
    files: (real) => {
      const refused = (path: string) => path.includes("memory-data");
      return {
        ...real,
        write: (path, ...rest) => refused(path) ? refuse() : real.write(path, ...rest),
        makeFolder: (path, ...rest) => refused(path) ? refuse() : real.makeFolder(path, ...rest),
        mayWrite: (path) => !refused(path) && real.mayWrite(path),
      };
    },
  });
  for (const [event, empty] of Object.entries(EMPTY)) {
    assert.deepEqual(JSON.parse(await box.raw("cursor", event, JSON.stringify(payload(box, event)))), empty, event);
  }
  assert.equal(box.read("logs/2026-02-18.jsonl").match(/the data folder can't be written/g)?.length, 5);
});

test("a wish not to save that can't be noted on disk is told to the agent, which alone can keep to it", async () => {
  const box = boxInProject({
    files: (real) => ({
      ...real,
      write: (path, ...rest) => {
        if (!path.includes("session_state")) return real.write(path, ...rest);
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
      },
    }),
  });
  const told = async (prompt: string) => {
    const event = { session_id: SESSION, hook_event_name: "UserPromptSubmit", cwd: box.project, prompt };
    return JSON.parse(await box.raw("claude", "UserPromptSubmit", JSON.stringify(event))).hookSpecificOutput
      .additionalContext;
  };
  for (const wish of ["Don't save this session.", "Don't save this part: my salary is 90k"]) {
    assert.match(
      await told(wish),
      /does not want this (?:session|piece) saved.*could not be noted.*disable --session/s,
    );
  }
  assert.equal(failures(box).filter(({ message }) => message === "hook failed").length, 0);
});

test("where one layer can't be read, the other one still answers", async () => {
  const box = boxInProject();
  box.write("daily/2026-02-18.jsonl", factLine("We cache sessions in Redis"));
  const global = join(box.runtime.home, ".cursor/skills/memory-data");
  // A folder in the place of the database stops root, too.
  mkdirSync(join(global, "index.sqlite", "in-the-way"), { recursive: true });
  assert.match(await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart"))), /Redis/);
  assert.equal(failures(box).length, 1);
});

test("records go to the spool while another process holds the lock, and the next writer merges them", async () => {
  const box = boxInProject();
  const { runtime } = box;
  const lock = join(box.data, ".manage.lock");
  writeFileSync(
    lock,
    JSON.stringify({ pid: runtime.pid, host: runtime.host, at: runtime.now().toISOString(), token: "x" }),
  );
  await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart")));
  assert.equal(existsSync(join(box.data, "daily")), false);
  rmSync(lock);
  await box.raw("cursor", "sessionEnd", JSON.stringify(payload(box, "sessionEnd")));
  const types = box.lines("daily/2026-02-18.jsonl").map(({ type }) => type);
  assert.deepEqual(types, ["session_start", "session_metrics", "session_end"]);
});

test("long session ids that differ only at the end name different sessions", async () => {
  const box = boxInProject();
  const asked = async (conversation_id: string) => {
    const send = (event: string, more: object) =>
      box.raw("cursor", event, JSON.stringify(payload(box, event, { conversation_id, ...more })));
    for (const prompt of ["Move the cache", "Keep it for 300 seconds. Bye"]) {
      await send("beforeSubmitPrompt", { prompt });
    }
    return (await send("stop", {})) !== "{}";
  };
  assert.ok(await asked("x".repeat(300)));
  assert.ok(await asked(`${"x".repeat(299)}y`));
});

test("the log names a setting that can't be used when a session starts, and the session gets its context", async () => {
  const box = boxInProject();
  box.write("daily/2026-02-18.jsonl", factLine("We cache sessions in Redis"));
  box.write("config.json", "garbage");
  assert.match(await box.raw("cursor", "sessionStart", JSON.stringify(payload(box, "sessionStart"))), /Redis/);
  const warnings = box.lines("logs/2026-02-18.jsonl").filter(({ level }) => level === "WARNING");
  assert.equal(warnings.length, 1);
  assert.match(warnings[0].reason, /config\.json is not valid JSON/);
});

test("fields of a wrong type in a session's state are ignored, and the others are used", async () => {
  const box = boxInProject();
  const wrong = { prompts: "many", seen: { a: 1 }, given: 5, created_at: 7, transcript: [], summary_saved: "yes" };
  const newer = { start_due: true, background: "no", todos_told: "all", project: 7 };
  const right = { session_id: SESSION, updated_at: "2026-02-18T09:00:00.000Z", saved_at_prompt: 0, mine: { kept: 1 } };
  box.write(`session_state/${SESSION}.json`, JSON.stringify({ ...wrong, ...newer, ...right }));
  assert.equal(await box.raw("cursor", "stop", JSON.stringify(payload(box, "stop"))), "{}", "saved at this prompt");
  await box.raw("cursor", "sessionEnd", JSON.stringify(payload(box, "sessionEnd")));
  assert.deepEqual(failures(box), []);
  const { mine, ...state } = box.state();
  assert.deepEqual(mine, { kept: 1 });
  for (const field of Object.keys(newer)) assert.equal(state[field], undefined, field);
});

test("where the rule file can't be written, the log gets a line and the session its context", async () => {
  const box = boxInProject();
  box.write("daily/2026-02-18.jsonl", factLine("We cache sessions in Redis"));
  mkdirSync(join(box.project, ".cursor/rules/memory-context.mdc/in-the-way"), { recursive: true });
  const start = payload(box, "sessionStart", { cursor_version: "3.12.17" });
  assert.match(await box.raw("cursor", "sessionStart", JSON.stringify(start)), /Redis/);
  assert.equal(failures(box).length, 1);
});
