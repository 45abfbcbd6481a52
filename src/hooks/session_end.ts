/**
 * In: the end of a session. Out: nothing to say; the session is summed up, the index in step, what is old is gone.
 * Not done here: waiting; a client may kill this process any moment, so what matters most comes first.
 *
 * @module
 */
import { join } from "node:path";
import type { Reply } from "../agents/event.ts";
import { BESIDE } from "../atomic.ts";
import { vectorsFollow } from "../capture/vectors.ts";
import { reasonOf } from "../errors.ts";
import { modifiedMs } from "../files.ts";
import { leadsInto } from "../paths.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { DAY_MS } from "../records/days.ts";
import { DAILY_FOLDER, LOGS_FOLDER, NOTES_FOLDER, pathOf, STATE_FOLDER } from "../store/layout.ts";
import { readSessionState } from "../store/session_state.ts";
import { configOfLayer, storesToRead } from "../store/memory.ts";
import { tidyUp } from "../upkeep/retention.ts";
import { abandonedSessions } from "./abandoned.ts";
import { finishAbandoned, finishSession } from "./finish.ts";
import { noteProof } from "./proof.ts";
import { readConversation } from "./conversation.ts";
import { refreshStart } from "./start_context.ts";
import type { Scene } from "./scene.ts";

/** Well inside the 1.5 s that Claude Code leaves to all of a session's last hooks. */
const SYNC_DEADLINE_MS = 700;
/** 方案 C: the state of a session is of no use when nobody resumes it within two days. */
const STATE_KEPT_MS = 2 * DAY_MS;

const ABANDONED_LOOKED_AT = 20;

/** Closes a session. */
export function onSessionEnd(scene: Scene): Reply {
  const { event, state, memory } = scene;
  const conversation = readConversation(scene.runtime, state);
  const replies = (conversation?.turns ?? []).filter(({ role }) => role === "assistant").map(({ text }) => text);
  noteProof(scene, replies, conversation?.raw);
  const { reason, durationMs } = event;
  const ended = {
    ...(reason === undefined ? {} : { reason }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
  };
  finishSession(scene, readSessionState(scene.store, event.session) ?? state, ended, () => conversation);
  finishAbandoned(scene, abandonedSessions(scene.store, ABANDONED_LOOKED_AT));
  tidy(scene);
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS });
  try {
    if (state.agent === "cursor") refreshStart(scene, readers);
  } finally {
    closeReaders(readers);
  }
  vectorsFollow(memory, scene.store.layer);
  cleanUp(scene);
  return {};
}

/** Lets go of what is older than it is kept; if the lock is taken the next session's end does it. */
function tidy({ memory, log }: Scene): void {
  for (const store of storesToRead(memory)) {
    try {
      tidyUp(memory, store);
    } catch (error) {
      log.warning("Not tidied up", { reason: reasonOf(error) });
    }
  }
}

/** Removes logs and states that are older than they are kept, and what killed processes left behind. */
function cleanUp({ runtime, store, memory }: Scene): void {
  const now = runtime.now().getTime();
  const project = memory.project?.folder;
  // The person's store may be written by sessions of every project and end in none; what no store took lies in ~/.memory.
  const places = [...storesToRead(memory).map(({ folder }) => folder), memory.locations.memoryHome];
  for (const place of new Set(places)) {
    const { log } = configOfLayer(memory, place === project ? "project" : "global");
    const oldestLog = new Date(now - log.retain_days * DAY_MS).toISOString().slice(0, 10);
    for (const name of namesIn(runtime, place, LOGS_FOLDER)) {
      const isOld = /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name) && name.slice(0, 10) < oldestLog;
      if (isOld) runtime.files.remove(join(place, LOGS_FOLDER, name));
    }
  }
  const removeOld = (folder: string, isMeant: (name: string) => boolean) => {
    for (const name of namesIn(runtime, store.folder, folder).filter(isMeant)) {
      const path = pathOf(store, `${folder}/${name}`);
      const stat = runtime.files.stat(path);
      if (stat && now - modifiedMs(stat) > STATE_KEPT_MS) runtime.files.remove(path);
    }
  };
  removeOld(STATE_FOLDER, () => true);
  for (const folder of [".", DAILY_FOLDER, NOTES_FOLDER]) removeOld(folder, (name) => BESIDE.test(name));
}

/** What lies in a folder of ours. A repository may bring a link along: what lies at its other end is none of ours. */
function namesIn({ files }: Scene["runtime"], place: string, folder: string): string[] {
  const path = join(place, folder);
  return leadsInto(files, path, place) ? files.list(path) : [];
}
