/** Saves of several processes: each waits for a writer that lives, however old its lock looks. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { acquire } from "../../src/store/lock.ts";
import { type Box, type Json, memoryBox } from "../box.ts";
import { testWorld } from "../world.ts";

/** Only Linux tells more of a process than that it is there. */
const NO_PROC = !fs.existsSync("/proc/self/stat");

/** Makes the lock as old as it looks after the machine slept or its clock was set. */
function age(box: Box): void {
  try {
    fs.utimesSync(join(box.data, ".manage.lock"), 1_000_000, 1_000_000);
  } catch {
    // Nobody holds it right now.
  }
}

const save = (box: Box, subject: string): Promise<Json> =>
  box.json(["save", "fact", "--content", `${subject} is deployed from the branch release`, "--type", "W"]);

function subjectsIn(box: Box): string[] {
  const files = fs.existsSync(join(box.data, "daily")) ? fs.readdirSync(join(box.data, "daily")) : [];
  return files.flatMap((file) => box.lines(`daily/${file}`)).map(({ content }) => content.split(" ")[0]).sort();
}

test("nobody writes while a process that lives holds the lock, and no save is lost", { skip: NO_PROC }, async () => {
  const box = memoryBox();
  await save(box, "Zero");
  const release = acquire(testWorld().runtime, join(box.data, ".manage.lock"), 0);
  assert.ok(release);
  age(box);
  const waiting = ["One", "Two", "Three"].map((subject) => save(box, subject));
  await pause(1_000);
  assert.deepEqual(subjectsIn(box), ["Zero"]);
  assert.ok(fs.existsSync(join(box.data, ".manage.lock")), "the lock is still there");
  release();
  for (const { status } of await Promise.all(waiting)) assert.equal(status, "ok");

  const ageing = setInterval(() => age(box), 1);
  const names = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine"];
  const saved = await Promise.all(names.map((name) => save(box, name)));
  clearInterval(ageing);
  const acknowledged = names.filter((_, place) => saved[place].status === "ok");
  assert.deepEqual(subjectsIn(box).filter((name) => names.includes(name)), acknowledged);
  assert.deepEqual(subjectsIn(box).filter((name) => !names.includes(name)), ["One", "Three", "Two", "Zero"]);
});
