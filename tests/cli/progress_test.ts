/** A progress bar on a terminal, plain lines elsewhere, with a clock that the test sets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { showProgress, startMeter } from "../../src/cli/progress.ts";
import type { Output } from "../../src/runtime.ts";

function meterOn(
  isTerminal: boolean,
  quiet = false,
): { written: string[]; meter: ReturnType<typeof startMeter>; tick(ms: number): void } {
  const written: string[] = [];
  let time = 0;
  const stderr: Output = { isTerminal, columns: 80, write: (text) => void written.push(text) };
  const meter = startMeter({ stderr, now: () => new Date(time) }, {
    label: { en: "model", zh: "模型" },
    unit: "bytes",
    quiet,
    language: "en",
  });
  return { written, meter, tick: (ms) => void (time += ms) };
}

test("on a terminal one line is redrawn with share, amount, speed and remaining time", () => {
  const { written, meter, tick } = meterOn(true);
  for (let done = 0; done <= 20e6; done += 2e6) {
    meter.update(done, 20e6);
    tick(1000);
  }
  meter[Symbol.dispose]();
  assert.ok(written.every((text) => text.startsWith("\r") || text === "\n"));
  assert.equal(written[5], "\r██████████░░░░░░░░░░ model 50 %, 10.0 MB of 20.0 MB, 2.0 MB/s, 5 s left");
  assert.ok(written.every((text) => text.length <= 81));
});

test("without a terminal there is a line for each tenth, not one per update", () => {
  const { written, meter, tick } = meterOn(false);
  for (let done = 0; done <= 1000; done++) {
    meter.update(done, 1000);
    tick(1);
  }
  meter[Symbol.dispose]();
  assert.ok(written.length >= 10 && written.length <= 12, String(written.length));
  assert.ok(written.every((text) => /^model \d+ %, .*\n$/.test(text)));
});

test("the speed counts only this run, not the part that an earlier one had done", () => {
  const { written, meter, tick } = meterOn(true);
  meter.update(9e6, 10e6);
  tick(1000);
  meter.update(9.1e6, 10e6);
  assert.match(written.at(-1) ?? "", /100 kB\/s, 9 s left/);
});

test("--quiet shows no progress", () => {
  const { written, meter } = meterOn(true, true);
  meter.update(1, 2);
  meter.note({ en: "waiting", zh: "等待中" });
  meter[Symbol.dispose]();
  assert.deepEqual(written, []);
});

/** The progress of a verb on a terminal or in a log, a second after the other. */
function shownOf(isTerminal: boolean, steps: readonly Parameters<ReturnType<typeof showProgress>["tell"]>[]): string[] {
  const written: string[] = [];
  let time = 0;
  const stderr: Output = { isTerminal, columns: 80, write: (text) => void written.push(text) };
  const progress = showProgress({ stderr, now: () => new Date(time) }, () => "en");
  for (const step of steps) {
    progress.tell(...step);
    time += 1000;
  }
  progress.clear();
  return written;
}

test("on a terminal a verb shows what it is doing once a second has passed, and leaves nothing of that behind", () => {
  const written = shownOf(true, [["reading", 1, 2], ["reading", 2, 2], ["writing", 1, 4], ["index", 0, 3]]);
  const seen = written.map((text) => text.replace("\r", "").trimEnd());
  assert.deepEqual(seen, [
    "████████████████████ reading 100 %, 2 of 2",
    "",
    "",
    "█████░░░░░░░░░░░░░░░ writing 25 %, 1 of 4",
    "░░░░░░░░░░░░░░░░░░░░ index 0 %, 0 of 3",
    "",
    "",
  ]);
  assert.equal(written.at(-1), "\r");
});

test("in a log a verb shows its progress only once ten seconds have passed", () => {
  const steps = Array.from({ length: 13 }, (_, at) => ["index", at, 100] as const);
  const written = shownOf(false, steps.map((step) => [...step]));
  assert.deepEqual(written, ["index 10 %, 10 of 100\n"]);
});
