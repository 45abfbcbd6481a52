/**
 * The record that ended the same failure before: it names the failure, or was saved between a failure and a success of
 * the same command in an earlier session.
 */
import type { EventOf, Reply } from "../agents/event.ts";
import { reasonOf, tried } from "../errors.ts";
import { logOf } from "../store/memory.ts";
import { noteFailed, noteSucceeded, timesSolved } from "../store/failures.ts";
import { type Act, NO_ACT } from "../tools/act.ts";
import { type Failure, failureIn, linesOfFailure, signaturesOf } from "../tools/failure.ts";
import type { ToolScene } from "./tool_record.ts";

/** Answers a failure, and notes a success where the same command had failed. A call that only looks has no `act`. */
export async function onFailure(
  scene: ToolScene<EventOf<"tool_end">>,
  act: Act | undefined,
): Promise<Reply | undefined> {
  const { event, store } = scene;
  const { session, output: printed = "" } = event;
  // `make | tail` ends well, however `make` does.
  const hasFailed = event.failed === false && act?.hidesEnd ? undefined : event.failed;
  const failure = hasFailed === false ? undefined : failureIn(printed);
  // Where nothing says how a call ended, what it printed must name an error.
  const failed = failure !== undefined &&
    (hasFailed === true || saysError(failure) && signaturesOf(failure).length > 0);
  const command = act && commandKey(act);
  // Where nothing says how the call ended, a record is told that waits for just these printed words; but not behind a
  // command that only reads, since that prints what others have written.
  const doesSomething = act !== undefined && act.commands.length + act.paths.length > 0;
  const perhaps = failed || hasFailed !== undefined || !doesSomething ? undefined : linesOfFailure(printed);
  if (failure && act && perhaps !== undefined) {
    const { recordFor } = await import("./tool_record.ts");
    return recordFor(scene, act, { failure, printed: perhaps, solved: [], isSure: false });
  }
  if (!failed) {
    if (command !== undefined) quietly(scene, () => noteSucceeded(store, session, command));
    return undefined;
  }
  const signatures = signaturesOf(failure);
  const solved = timesSolved(store, signatures);
  if (command !== undefined) quietly(scene, () => noteFailed(store, session, command, signatures));
  const { recordFor } = await import("./tool_record.ts");
  return recordFor(scene, act ?? NO_ACT, { failure, printed, solved, isSure: true });
}

function saysError({ codes, lines }: Failure): boolean {
  return codes.length > 0 || lines.some((line) => /^(?:\S+: )?(?:error|fatal|panic|exception)\b/.test(line));
}

/** The part of a command that stays the same when it is tried once more: the program and its first two words. */
function commandKey({ commands }: Act): string | undefined {
  const last = commands.at(-1);
  return last && [last.program, ...last.words.slice(0, 2)].join(" ");
}

/** Notes a failure or success; where that can't be written, the hook still answers. */
function quietly({ memory, store }: ToolScene, note: () => void): void {
  tried(() => note(), (error) => logOf(memory, store).warning("a failure can't be noted", { reason: reasonOf(error) }));
}
