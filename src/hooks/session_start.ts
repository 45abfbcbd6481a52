/**
 * In: a session that begins, is resumed, cleared or compacted. Out: what it should know from its first prompt on.
 * Not done here: choosing that (recall/).
 *
 * Hot path: a client waits for this answer before it sends the first prompt.
 *
 * @module
 */
import { dropsStart, lostAtResume } from "../agents/delivery.ts";
import type { Reply } from "../agents/event.ts";
import { reasonOf } from "../errors.ts";
import { roomOf } from "../recall/fitting.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { clearRuleFile } from "../recall/rule_file.ts";
import { renderContext } from "../recall/frame.ts";
import type { StartMaterial } from "../recall/start.ts";
import { abandonedSessions } from "./abandoned.ts";
import { noteStart } from "./ledger.ts";
import { withoutParts } from "../records/secret_parts.ts";
import { commandsFor, noteState, reclaim, type Scene } from "./scene.ts";
import { refreshStart, type StartContext } from "./start_context.ts";
import { writeEvent } from "./write.ts";

/** Ten times what a sync after a day's work takes. After that, an index that lags is used as it is. */
const SYNC_DEADLINE_MS = 400;

/** Nobody leaves more windows open between two starts. */
const ABANDONED_LOOKED_AT = 3;

/** More states than two busy days leave; looking at a thousand would take longer than everything else here. */
const STATES_LOOKED_AT = 50;

/** Records the start and answers with the start context. */
export async function onSessionStart(scene: Scene): Promise<Reply> {
  const { event, memory, state, log } = scene;
  const started = scene.runtime.now().getTime();
  for (const warning of memory.warnings) log.warning("a setting is not used", { reason: warning.en });
  if (!state.skip) writeStart(scene);
  // The last window may have been closed without a word; this session should know what came of it.
  const abandoned = scene.unwritten
    ? []
    : abandonedSessions(scene.store, event.session, ABANDONED_LOOKED_AT, STATES_LOOKED_AT);
  if (abandoned.length > 0) {
    (await import("./finish.ts")).finishAbandoned(scene, abandoned);
    reclaim(scene);
  }
  if (dropsStart(event)) return {};
  const requests = await requestsFor(scene);
  // Nothing is left to say after a compaction: the next prompt must not say it again (restore.ts).
  const restored = () => {
    if (state.restore_due) noteState(scene, () => ({ restore_due: false }));
  };
  if (!memory.config.auto_retrieve) {
    clearRuleFile(memory);
    restored();
    return { context: [requests.brief, requests.flush].filter(Boolean).join("\n\n") };
  }
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS });
  let start: StartContext | undefined;
  try {
    start = await refreshStart(scene, readers, roomOf([requests.brief, requests.flush]));
  } finally {
    closeReaders(readers);
  }
  if (start) noteStart(scene, start);
  else restored();
  const told = start?.inRuleFile ? start.context : start?.reply?.context;
  logRetrieval(log, {
    session: event.session,
    trigger: "start",
    candidates: start ? offered(start.material) : 0,
    chosen: told?.ids ?? [],
    tokens: told?.tokens ?? 0,
    ms: scene.runtime.now().getTime() - started,
  });
  const context = start?.reply ? renderContext(start.reply.context, start.reply.frame, scene.language) : "";
  return { context: [requests.brief, context, requests.flush].filter(Boolean).join("\n\n") };
}

function writeStart(scene: Scene): void {
  const { event, log } = scene;
  const workspace = event.workspaceRoots[0];
  try {
    writeEvent(scene, event.session, "session_start", {
      ...(workspace === undefined ? {} : { workspace: withoutParts(workspace, event.withheld ?? []) }),
      agent: event.agent,
      ...(event.startSource === undefined ? {} : { start: event.startSource }),
    });
  } catch (error) {
    // What can't be written can still be told.
    log.error("the start can't be written down", { reason: reasonOf(error) });
  }
}

/** How many records there were to choose from. */
function offered({ conventions, facts, todos, lastSession }: StartMaterial): number {
  return conventions.length + facts.length + todos.length + (lastSession ? 1 : 0);
}

/** What we ask of the agent: to use memory, where no rule tells it how, and to save what a compaction cut off. */
async function requestsFor(scene: Scene): Promise<{ brief: string; flush: string }> {
  const { event, memory: { config }, state } = scene;
  // One that was left after a compaction replays no more than its summary.
  const isCut = event.startSource === "compact" || (event.startSource === "resume" && state.restore_due === true);
  // A conversation that began before memory was there is resumed like any other, but was told nothing.
  const isReplayed = event.startSource === "resume" && lostAtResume(event.agent) === "nothing";
  const wasBriefed = isReplayed && !isCut && state.created_at !== state.updated_at;
  if (state.skip || scene.unwritten || wasBriefed) return { brief: "", flush: "" };
  const { briefing } = await import("./briefing.ts");
  const brief = briefing(scene);
  if (!isCut || !config.auto_save || (await import("./conversation.ts")).runsUnattended(scene)) {
    return { brief, flush: "" };
  }
  noteState(scene, ({ prompts = 0 }) => ({ asked_at_prompt: prompts }));
  const { flushAsk } = await import("../templates/prompts.ts");
  return { brief, flush: flushAsk(scene.language, commandsFor(scene)) };
}
