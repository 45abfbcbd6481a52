/** Days are those of the person's clock, for people and agents, in every zone and on both sides of a clock change. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { dayOf, startOfDay } from "../../src/records/days.ts";
import { zoneOffset } from "../../src/system/zone.ts";
import { memoryBox } from "../box.ts";
import { cursor } from "../settings_box.ts";
import { testWorld } from "../world.ts";

const ZONES = [
  ...["Asia/Shanghai", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Africa/Casablanca", "Africa/Cairo", "UTC"],
  ...["Europe/Berlin", "Europe/Dublin", "Europe/London", "Europe/Moscow", "America/New_York", "America/Sao_Paulo"],
  ...["America/St_Johns", "America/Santiago", "America/Nuuk", "America/Havana", "Pacific/Apia", "Pacific/Chatham"],
  ...["Australia/Lord_Howe", "Australia/Sydney", "Pacific/Kiritimati", "Antarctica/Troll", "Etc/GMT+12", "EST5EDT"],
];
const HOUR_MS = 3_600_000;
const TABLES = "/usr/share/zoneinfo";
const withTables = { skip: fs.existsSync(join(TABLES, "Asia/Shanghai")) ? false : "this machine has no zone tables" };

test(
  "the system's tables say what the runtime says, long past and far ahead, at every clock change",
  withTables,
  () => {
    const { runtime } = testWorld();
    // Every 20 days, and around the days of change each half hour.
    const moments: number[] = [];
    for (let at = Date.UTC(1975, 0, 1); at < Date.UTC(2045, 0, 1); at += 20 * 24 * HOUR_MS) moments.push(at);
    for (const year of [1999, 2026, 2036, 2041]) {
      for (let at = Date.UTC(year, 2, 5); at < Date.UTC(year, 3, 10); at += HOUR_MS / 2) moments.push(at);
      for (let at = Date.UTC(year, 8, 20); at < Date.UTC(year, 10, 10); at += HOUR_MS / 2) moments.push(at);
    }
    const script = `const moments = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    console.log(JSON.stringify(moments.map((at) => -new Date(at).getTimezoneOffset() * 60000)));`;
    for (const zone of ZONES) {
      if (!fs.existsSync(join(TABLES, zone))) continue;
      const { stdout } = spawnSync("node", ["-e", script], {
        input: JSON.stringify(moments),
        env: { TZ: zone, PATH: process.env["PATH"] },
        encoding: "utf8",
      });
      const expected: number[] = JSON.parse(stdout);
      const offset = zoneOffset(runtime.files, zone);
      const wrong = moments.filter((at, place) => offset(at) !== expected[place]).map((at) =>
        new Date(at).toISOString()
      );
      assert.deepEqual(wrong, [], zone);
    }
  },
);

test("where there is no table the runtime is asked, whatever TZ says", () => {
  const { runtime } = testWorld();
  const now = Date.now();
  const expected = -new Date(now).getTimezoneOffset() * 60_000;
  for (const tz of ["", "Nowhere/City", "../../etc/passwd", "CST99999", "/etc/passwd", ":UTC", "a\0b"]) {
    assert.equal(zoneOffset(runtime.files, tz)(now), expected, tz);
  }
  const bytes = new TextEncoder().encode("TZif2 but no table".padEnd(200));
  assert.equal(zoneOffset({ ...runtime.files, readRange: () => bytes }, "Asia/Shanghai")(now), expected);
});

test("a rule in TZ says the person's day, with summer time and without", async () => {
  const box = memoryBox();
  const times = ["2026-07-01T17:30:00.000Z", "2026-12-31T17:30:00.000Z"];
  const lines = times.map((timestamp, at) =>
    JSON.stringify({ id: `log-10000000${at}-abcd`, type: "fact", memory_type: "W", content: `Kept ${at}`, timestamp })
  );
  box.write("daily/2026-07-01.jsonl", `${lines.join("\n")}\n`);
  const shown = async (TZ: string) =>
    (await box.run(["list"], { env: { TZ } })).stdout.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g);
  assert.deepEqual(await shown("CST-8"), ["2027-01-01 01:30", "2026-07-02 01:30"]);
  assert.deepEqual(await shown("<+0530>-5:30"), ["2026-12-31 23:00", "2026-07-01 23:00"]);
  assert.deepEqual(await shown("EST5EDT,M3.2.0,M11.1.0"), ["2026-12-31 12:30", "2026-07-01 13:30"]);
});

test("a local day begins at its first moment, also where the clocks leave out midnight", withTables, () => {
  const { runtime } = testWorld();
  for (const zone of ZONES) {
    const clock = { offsetMs: zoneOffset(runtime.files, zone) };
    for (let at = Date.UTC(2018, 0, 1); at < Date.UTC(2027, 0, 1); at += 24 * HOUR_MS) {
      const day = new Date(at).toISOString().slice(0, 10);
      const begins = startOfDay(day, clock);
      const [before, first] = [begins - 1, begins].map((moment) => dayOf(new Date(moment).toISOString(), clock));
      assert.ok(first === day && (before ?? "") < day, `${zone} ${day}: ${before}, ${first}`);
    }
  }
});

/** A zone, and a moment that has another day there than at Greenwich. */
const CASES = [
  ["Asia/Shanghai", "2026-02-17T17:30:00.000Z", "2026-02-18"],
  ["America/Los_Angeles", "2026-02-18T03:00:00.000Z", "2026-02-17"],
  // An hour before and after the clocks change, by which midnight moves.
  ["Europe/Berlin", "2025-03-29T22:30:00.000Z", "2025-03-29"],
  ["Europe/Berlin", "2025-03-30T22:30:00.000Z", "2025-03-31"],
] as const;

test("search, list, show and what is given to an agent name the local day of a record", async () => {
  for (const [zone, timestamp, day] of CASES) {
    const box = memoryBox();
    const env = { TZ: zone };
    const fact = { type: "fact", entities: [], confidence: 0.95, timestamp };
    const content = "The orders service keeps its sessions in Redis";
    box.write(
      `daily/${timestamp.slice(0, 10)}.jsonl`,
      `${JSON.stringify({ id: "log-000000001-aaaa", ...fact, memory_type: "W", content })}\n`,
    );
    const summary = { id: "sum-1", type: "summary", topic: "Orders", summary: "Moved them.", decisions: [], todos: [] };
    box.write("sessions.jsonl", `${JSON.stringify({ ...summary, session_id: "s", timestamp })}\n`);

    const found = (await box.json(["search", "Redis"], { env })).results[0];
    assert.deepEqual([found.timestamp, found.day], [timestamp, day], zone);
    const listed = (await box.json(["manage", "list"], { env })).data.records[0];
    assert.deepEqual([listed.timestamp, listed.day], [timestamp, day], zone);
    assert.match((await box.run(["show", "--day", day], { env })).stdout, /Redis/);
    assert.match(
      (await box.run(["show", "--id", "log-000000001-aaaa"], { env })).stdout,
      new RegExp(`saved: ${day}`),
    );

    const start = await cursor(box, "sessionStart", {}, "one", { env });
    assert.match(start.additional_context, new RegExp(`Orders \\(${day}\\)`), zone);
    const event = { session_id: "two", cwd: box.project, prompt: "Where does the orders service keep its sessions?" };
    const told = JSON.stringify(await box.hook("claude", "UserPromptSubmit", event, { env }));
    assert.match(told, new RegExp(`in Redis[^(]*\\(${day}\\)`), zone);
  }
});

test("a start names the local day of what was saved just now", async () => {
  const box = memoryBox();
  for (const [TZ, hours] of [["Pacific/Kiritimati", 14], ["Etc/GMT+12", -12]] as const) {
    const env = { TZ };
    await box.json(["save", "fact", "--content", `Ports of ${hours}`], { env });
    const day = new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);
    const { additional_context: told } = await cursor(box, "sessionStart", {}, TZ, { env });
    assert.ok(told.includes(`[W][${day}] Ports of ${hours}`), told);
  }
});

test("today is the person's day", async () => {
  const box = memoryBox();
  // Fourteen hours ahead and twelve behind: at any moment they have different days.
  for (const TZ of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
    const env = { TZ };
    const { data } = await box.json(["save", "fact", "--content", `Port ${TZ}`], { env });
    assert.equal(data.status, "saved");
    const shown = await box.json(["show", "--json"], { env });
    const hours = TZ.startsWith("P") ? 14 : -12;
    assert.equal(shown.data.day, new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10));
    assert.match(JSON.stringify(shown.data.records), new RegExp(`Port ${TZ.replace("+", "\\+")}`));
  }
});

test("stats, backups and doctor name the person's days", async () => {
  for (const [TZ, hours] of [["Pacific/Kiritimati", 14], ["Etc/GMT+12", -12]] as const) {
    const env = { TZ };
    const box = memoryBox();
    const local = (moment: string) => new Date(Date.parse(moment) + hours * HOUR_MS).toISOString().slice(0, 19);
    await box.json(["save", "fact", "--content", "Redis keeps the sessions"], { env });
    await box.json(["save", "fact", "--content", "Postgres keeps the orders"], { env });
    await box.json(["manage", "delete", "--keyword", "Redis", "--confirm"], { env });

    const [{ id, created_at }] = (await box.json(["manage", "backups"], { env })).data.backups;
    assert.equal(id, local(created_at).replace("T", "-").replaceAll(":", ""), TZ);
    const day = local(created_at).slice(0, 10);
    const { daily } = (await box.json(["manage", "stats"], { env })).data;
    assert.deepEqual(daily.date_range, [day, day], TZ);
    assert.equal((await box.json(["manage", "undo"], { env })).status, "ok");
  }
});

test("a day that two daily files hold is one day of stats, and one day that doctor warns of", async () => {
  const box = memoryBox();
  const env = { TZ: "Asia/Shanghai" };
  const at = (timestamp: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      `${
        JSON.stringify({
          id: `log-${timestamp.slice(8, 10)}${String(at).padStart(7, "0")}-aaaa`,
          type: "fact",
          memory_type: "W",
          content: `Fact ${timestamp} ${at}`,
          entities: [],
          timestamp,
        })
      }\n`).join("");
  box.write("daily/2026-02-17.jsonl", at("2026-02-17T20:00:00.000Z", 60));
  box.write("daily/2026-02-18.jsonl", at("2026-02-18T02:00:00.000Z", 60));

  const { daily } = (await box.json(["manage", "stats"], { env })).data;
  assert.deepEqual([daily.file_count, daily.day_count, daily.date_range], [2, 1, ["2026-02-18", "2026-02-18"]]);
  const { checks } = (await box.json(["doctor"], { env })).data;
  const spike = checks.find(({ id }: { id: string }) => id === "daily_spike");
  assert.deepEqual([spike.detail, spike.next_step], [
    "120 on 2026-02-18",
    "Look at that day: `memory show --day 2026-02-18`",
  ]);
});
