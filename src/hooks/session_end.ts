/** The client may kill this process any moment, so the most important step comes first. */
import { join } from "node:path";
import { endsToGoBack } from "../agents/delivery.ts";
import type { EventOf, Reply } from "../agents/event.ts";
import { fileBeside, modifiedMs, readJson } from "../files.ts";
import { vectorsFollow } from "../embedding/background.ts";
import { reasonOf } from "../errors.ts";
import { asObject } from "../json.ts";
import { leadsInto } from "../paths.ts";
import { openReaders } from "../recall/open_readers.ts";
import { closeReaders } from "../recall/readers.ts";
import { DAY_MS } from "../records/days.ts";
import { utcDay } from "../records/ids.ts";
import * as layout from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { keepWishAlone, readSessionState } from "../store/session_state.ts";
import { abandonedSessions } from "../store/sessions.ts";
import { configOfLayer, storesToRead } from "../store/memory.ts";
import { noteTracked } from "../store/brought.ts";
import { keepMirror } from "../store/keep_mirror.ts";
import { withLockBriefly } from "../store/write_lock.ts";
import { tidyUp } from "../upkeep/tidy.ts";
import { finishAbandoned, finishSession, noteProvisional } from "./finish.ts";
import { readConversation, runsUnattended } from "./conversation.ts";
import { noteProof } from "./proof.ts";
import type { Scene } from "./scene.ts";
import { SYNC } from "./guard.ts";

/** 方案 C: the state of a session that nobody resumes within two days is removed. */
const STATE_KEPT_MS = 2 * DAY_MS;

/** A conversation may be resumed much later, and the wish must hold then. */
const WISH_KEPT_MS = 365 * DAY_MS;

/** Abandoned sessions that are ended here: more than at a start, since nobody waits for the end of a session. */
const ABANDONED_LOOKED_AT = 20;

/** Closes a session. */
export async function onSessionEnd(scene: Scene<EventOf<"session_end">>): Promise<Reply> {
  const { event, state, memory } = scene;
  const conversation = readConversation(scene.runtime, state);
  noteProof(scene, conversation);
  const ended = { reason: event.reason, duration_ms: event.durationMs };
  const ending = { ...scene, state: readSessionState(scene.store, event.session) ?? state };
  finishSession(ending, ended, runsUnattended(scene, conversation), () => conversation);
  if (endsToGoBack(event.agent)) noteProvisional(scene.store, ending.state);
  finishAbandoned(scene, abandonedSessions(scene.store, event.session, ABANDONED_LOOKED_AT));
  await tidy(scene);
  const readers = await openReaders(memory, SYNC.end);
  try {
    if (state.agent === "cursor") await (await import("./session_start.ts")).refreshStart(scene, readers);
  } finally {
    closeReaders(readers);
  }
  vectorsFollow(memory, scene.store.layer);
  cleanUp(scene);
  return {};
}

/** Where the lock is taken, the next session's end does it. */
async function tidy({ memory, log }: Scene): Promise<void> {
  for (const store of storesToRead(memory)) {
    try {
      await tidyUp(memory, store);
      withLockBriefly(store, (locked) => {
        keepMirror(locked);
        noteTracked(locked);
      });
    } catch (error) {
      log.warning("Not tidied up", { reason: reasonOf(error) });
    }
  }
}

function cleanUp({ runtime, store, memory }: Scene): void {
  const now = runtime.now().getTime();
  const project = memory.project?.home;
  // Sessions of all projects log into the global store, too. Without a global store they log below ~/.memory.
  const places = [...storesToRead(memory).map(({ home }) => home), memory.locations.memoryHome];
  for (const place of new Set(places)) {
    const { log } = configOfLayer(memory, place === project ? "project" : "global");
    const oldestLog = utcDay(new Date(now - log.retain_days * DAY_MS));
    for (const name of namesIn(runtime, place, layout.LOGS_FOLDER)) {
      const isOld = /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name) && name.slice(0, 10) < oldestLog;
      if (isOld) runtime.files.remove(join(place, layout.LOGS_FOLDER, name));
    }
  }
  const removeOld = (folder: string, names: readonly string[], mayGo = (_path: string, _age: number) => true) => {
    for (const name of names) {
      const path = layout.pathOf(store, `${folder}/${name}`);
      const stat = runtime.files.stat(path);
      const age = stat ? now - modifiedMs(stat) : 0;
      if (age > STATE_KEPT_MS && mayGo(path, age)) runtime.files.remove(path);
    }
  };
  removeOld(layout.STATE_FOLDER, namesIn(runtime, store.home, layout.STATE_FOLDER), (path, age) => {
    return !path.endsWith(".json") || age > WISH_KEPT_MS || !keepsWish(store, path);
  });
  if (store.standing === "foreign") return;
  for (const folder of layout.TRUTH_FOLDERS) {
    removeOld(folder || ".", namesIn(runtime, store.folder, folder).filter((name) => fileBeside(name)));
  }
}

/** Whether a session's state holds a wish to save nothing, its end, or a deletion. All else in it is dropped. */
function keepsWish(store: Store, path: string): boolean {
  const { skip, forgotten_bytes, seen, session_id: session } = asObject(readJson(store.runtime.files, path)) ?? {};
  if (typeof skip !== "boolean" && typeof forgotten_bytes !== "number") return false;
  if (seen !== undefined && typeof session === "string") keepWishAlone(store, session);
  return true;
}

/** The names in a folder of ours; none where a link leads out of `place`, since files elsewhere are not ours. */
function namesIn({ files }: Scene["runtime"], place: string, folder: string): string[] {
  const path = join(place, folder);
  return leadsInto(files, path, place) ? files.list(path) : [];
}
