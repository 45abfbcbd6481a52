/** Tokens of what was shown: good for that alone, and for a while. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownOrDone } from "../../src/store/confirm.ts";
import { MemoryError } from "../../src/errors.ts";
import type { Runtime } from "../../src/runtime.ts";
import { testWorld } from "../world.ts";

const PREVIEW = ["delete", "daily/2026-02-18.jsonl\nlog-1\nRedis"];

/** The token of a preview, or what is done with a token. */
function confirmed(runtime: Runtime, confirm: boolean | string, preview: readonly string[]): string {
  const show = ({ confirm_token = "" }) => confirm_token;
  return shownOrDone(runtime, { confirm, shown: () => preview, show, act: () => "done" });
}

function issueToken(runtime: Runtime, preview: readonly string[]): string {
  return confirmed(runtime, false, preview);
}

function checkToken(runtime: Runtime, token: string, preview: readonly string[]): void {
  assert.equal(confirmed(runtime, token, preview), "done");
}

function refusal(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof MemoryError ? error.code : String(error);
  }
}

test("a token is too early for 3 seconds, good until 5 minutes, then expired", () => {
  const world = testWorld();
  const token = issueToken(world.runtime, PREVIEW);
  const check = () => refusal(() => checkToken(world.runtime, token, PREVIEW));
  assert.equal(check(), "CONFIRM_TOO_EARLY");
  world.advance(2_999);
  assert.equal(check(), "CONFIRM_TOO_EARLY");
  world.advance(1);
  assert.equal(check(), undefined, "being early has not used it up");
  world.advance(5 * 60_000 - 3_000);
  assert.equal(check(), undefined);
  world.advance(1);
  assert.equal(check(), "CONFIRM_EXPIRED");
});

test("a token holds for exactly what was shown", () => {
  const world = testWorld();
  const token = issueToken(world.runtime, PREVIEW);
  world.advance(4_000);
  assert.equal(refusal(() => checkToken(world.runtime, token, [...PREVIEW, "one more"])), "CONFIRM_EXPIRED");
  assert.equal(refusal(() => checkToken(world.runtime, token, ["purge", ...PREVIEW.slice(1)])), "CONFIRM_EXPIRED");
});

test("a made-up or moved token is refused", () => {
  const world = testWorld();
  const [time = "", mac = ""] = issueToken(world.runtime, PREVIEW).split("-");
  world.advance(4_000);
  const later = `${(parseInt(time, 36) + 1_000).toString(36)}-${mac}`;
  for (const token of ["", "yes", "true", `${time}-0000000000000000`, later, `${time}-${mac}x`]) {
    assert.equal(refusal(() => checkToken(world.runtime, token, PREVIEW)), "CONFIRM_EXPIRED", token);
  }
});

test("a clock that went back does not make an old token young", () => {
  const world = testWorld();
  const token = issueToken(world.runtime, PREVIEW);
  world.advance(-60 * 60_000);
  assert.equal(refusal(() => checkToken(world.runtime, token, PREVIEW)), "CONFIRM_EXPIRED");
});
