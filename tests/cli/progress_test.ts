/** A progress bar on a terminal, plain lines elsewhere, with a clock that the test sets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startMeter, withIndexMeter } from "../../src/cli/progress.ts";
import type { Output } from "../../src/runtime.ts";
import { systemRuntime } from "../../src/system/mod.ts";

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

test("the bar of a work that fails ends all the same, so that the error stands on a line of its own", () => {
  const written: string[] = [];
  const stderr: Output = { isTerminal: true, columns: 80, write: (text) => void written.push(text) };
  const work = (update: (done: number, total: number) => void) => {
    update(1, 2);
    throw new Error("the disk is full");
  };
  assert.throws(() => withIndexMeter({ ...systemRuntime(), stderr }, { lang: "en" }, false, work), /disk is full/);
  assert.equal(written.at(-1), "\n");
});
