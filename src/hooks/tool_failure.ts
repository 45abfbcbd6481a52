/**
 * After a tool call that failed: the record that ended the same failure before. Either a record names the failure, or
 * the same command failed and then succeeded in an earlier session, and something was saved between.
 */
import type { EventOf, Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import type { Runtime } from "../runtime.ts";
import type { Sentence } from "../sentence.ts";
import { noteFailed, noteSucceeded, type Solved, timesSolved } from "../store/failures.ts";
import type { Memory } from "../store/memory.ts";
import { stateStore } from "../store/session_state.ts";
import { type Act, NO_ACT } from "../tools/act.ts";
import { type Failure, failureIn, signaturesOf } from "../tools/failure.ts";
import { SYNC } from "./sync.ts";
import { inProject, toTell } from "./tool_line.ts";

interface Ended {
  readonly event: EventOf<"tool_end">;
  readonly memory: Memory;
  /** Undefined for a call that only looks. */
  readonly act: Act | undefined;
}

/** The line before what was saved when the failure ended. requests.ts has its first words, too. */
const ENDED: Sentence = {
  en: "[memory] The same failure was met and ended before; this was saved then:",
  zh: "[memory] 同样的失败以前遇到过，也解决了，当时记下的是：",
};

/** Answers the end of a call that failed, and notes a success where the same command had failed. */
export async function onFailure(runtime: Runtime, { event, memory, act }: Ended): Promise<Reply | undefined> {
  const failure = event.failed === false ? undefined : failureIn(event.output ?? "");
  // Where the client does not say how a call ended, what it printed must name an error.
  const failed = failure !== undefined &&
    (event.failed === true || signaturesOf(failure).length > 0 && saysError(failure));
  const store = stateStore(memory);
  const command = act && commandKey(act);
  if (!failed) {
    if (store && command !== undefined) quietly(memory, () => noteSucceeded(store, event.session, command));
    return undefined;
  }
  const signatures = signaturesOf(failure);
  const solved = store ? timesSolved(store, signatures) : [];
  if (store && command !== undefined) quietly(memory, () => noteFailed(store, event.session, command, signatures));
  return await told(runtime, { event, memory, act, failure, solved });
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
function quietly(memory: Memory, note: () => void): void {
  const store = stateStore(memory);
  try {
    note();
  } catch (error) {
    if (store) {
      openLog(memory.runtime, store, memory.config.log.level).warning("a failure can't be noted", {
        reason: reasonOf(error),
      });
    }
  }
}

async function told(
  runtime: Runtime,
  { event, memory, act, failure, solved }: Ended & {
    readonly failure: Failure;
    readonly solved: readonly Solved[];
  },
): Promise<Reply | undefined> {
  const telling = toTell(memory, event);
  if (!telling) return undefined;
  const { recordsAt, savedBetween } = await import("../tools/find.ts");
  const { callOf } = await import("../tools/call.ts");
  const { closeReaders, openReaders } = await import("../recall/readers.ts");
  const { tell } = await import("./tool_told.ts");
  const started = runtime.now().getTime();
  const readers = openReaders(memory, SYNC.tool);
  try {
    const call = callOf(act ?? NO_ACT, inProject(event, memory), { failure, printed: event.output ?? "" });
    const named = await recordsAt(memory, readers, call, telling.isTold);
    const [best] = named;
    if (best) return tell(runtime, { event, memory, hit: best.hit, candidates: named.length, started });
    const saved = savedBetween(memory, readers, solved, failure).filter(({ hit }) => !telling.isTold(hit.id));
    const [first] = saved;
    const lead = ENDED[languageOf(runtime, memory.config)];
    return first && tell(runtime, { event, memory, hit: first.hit, candidates: saved.length, started, lead });
  } finally {
    closeReaders(readers);
  }
}
