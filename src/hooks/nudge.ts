/**
 * In: what a prompt states. Out: one line that tells the agent to judge and save it in the
 * same turn (docs/recall.md, "Saving"), or nothing.
 * Not done here: what states something (recall/lasting.ts).
 *
 * @module
 */
import { reasonOf } from "../errors.ts";
import { fingerprint } from "../hash.ts";
import { normaliseContent } from "../index/write.ts";
import { isKnown } from "../recall/known.ts";
import type { Lasting } from "../recall/lasting.ts";
import { openReaders } from "../recall/readers.ts";
import { RULES_FILE } from "../recall/rule_file.ts";
import type { Language } from "../sentence.ts";
import { runsUnattended } from "./conversation.ts";
import type { Opened } from "./prompt_recall.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";

const SAY: Readonly<Record<Language, { readonly line: string; readonly how: string; readonly end: string }>> = {
  en: {
    line: "[memory] This may hold a rule, decision, cause or fact: save in this turn what will be needed",
    how: ", with ",
    end: ".",
  },
  zh: { line: "[memory] 这里可能有该记的规则、决定、原因或事实：有就在本轮存下来", how: "：", end: "。" },
};

/** A rule told twice within so many statements is told once. */
const NUDGED_KEPT = 20;
/** Each statement is looked up by itself. */
const COMPARED = 4;
/** A person has pressed Enter: an index that is not in step by then is used as it is. */
const SYNC_DEADLINE_MS = 100;
const WRITER_WAIT_MS = 20;

/** One line for the agent, if something of what the prompt states is neither known nor was pointed at before. */
export function nudgeFor(scene: Scene, stated: readonly Lasting[], opened: Opened): string {
  const { state, language } = scene;
  const keyOf = ({ content }: Lasting) => fingerprint(normaliseContent(content));
  const fresh = stated.filter((each) => !state.nudged?.includes(keyOf(each)));
  // Where nobody sits a script speaks, whose every run would leave its orders as the person's: capture keeps the gist.
  if (fresh.length === 0 || runsUnattended(scene) || areKnown(scene, fresh, opened)) return "";
  noteState(scene, ({ nudged = [], prompts = 0 }) => ({
    nudged: [...nudged, ...fresh.map(keyOf)].slice(-NUDGED_KEPT),
    nudged_at_prompt: prompts,
  }));
  const { line, how, end } = SAY[language];
  return `${line}${isBriefed(scene) ? "" : how + saveCommand(scene)}${end}`;
}

function areKnown(scene: Scene, stated: readonly Lasting[], opened: Opened): boolean {
  const { memory } = scene;
  // Of so many one is new.
  if (stated.length > COMPARED) return false;
  try {
    // Recall has opened them, unless the prompt was too short for it.
    const readers = opened.readers ??= openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS, waitMs: WRITER_WAIT_MS });
    return stated.every(({ content }) => isKnown(memory, readers, content));
  } catch (error) {
    scene.log.error("what a prompt states is not compared with the records", { reason: reasonOf(error) });
    return false;
  }
}

/** Whether the agent was told how to save: at the session's start, or by a rule that its client always loads. */
function isBriefed({ state, event, runtime, memory: { locations: { projectRoot } } }: Scene): boolean {
  if (state.given !== undefined) return true;
  return event.agent === "cursor" && projectRoot !== undefined &&
    runtime.files.stat(`${projectRoot}/${RULES_FILE}`) !== undefined;
}

function saveCommand(scene: Scene): string {
  const { memory, session } = commandsFor(scene);
  return `\`${memory} save fact --session ${session} --content '…'\``;
}
