/** The short form of `deno task test:faults`: a few faults in each of some operations, with real processes. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { everyNth, hasStrace, play, roundsOf, sample } from "../../scripts/test_faults.ts";
import { OPERATIONS } from "../faults/operations.ts";
import { removePlaces } from "../faults/place.ts";

const ROUNDS = 5;
const skip = hasStrace ? false : "strace is not there, or may not trace";

after(removePlaces);

const NAMES = [
  "save several",
  "edit",
  "delete",
  "undo",
  "consolidate",
  "note merge",
  "SessionEnd",
];

for (const name of NAMES) {
  test(`${name} loses nothing where the disk fails it or it is killed`, { skip }, () => {
    const rounds = sample(roundsOf(OPERATIONS.filter((operation) => operation.name === name)), ROUNDS);
    assert.equal(rounds.length, ROUNDS);
    for (const round of rounds) assert.equal(play(round), "", `${round.fault} at ${round.call} ${round.nth}`);
  });
}

test("the parts of a long form together are all its rounds, each once", () => {
  const rounds = [0, 1, 2, 3, 4, 5, 6];
  const parts = [1, 2, 3].map((from) => everyNth(rounds, { from, of: 3 }));
  assert.deepEqual(parts, [[0, 3, 6], [1, 4], [2, 5]]);
});
