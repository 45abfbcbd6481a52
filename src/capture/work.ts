/** In: the turns of a conversation. Out: what was done in it: prompts that are work, files that changed, commands. */
import type { ToolUse, Turn } from "../agents/event.ts";
import { asksForEarlier } from "../prompt/earlier.ts";
import { isSocial } from "../prompt/intent.ts";
import { isPasted } from "../prompt/own_words.ts";
import { mayAskForEarlier } from "../prompt/signs.ts";
import { asksAtLarge, asksWhatWeDo, followsUp, hasSubstance } from "../prompt/work.ts";
import { sentencesOf } from "../text/sentences.ts";
import { actOf } from "../tools/act.ts";

const COMMANDS_MAX = 5;
const COMMAND_CHARACTERS_MAX = 80;

/**
 * Counts the prompts of a conversation that are work, and as `talk` those that only look like work by their words:
 *
 * - before work has begun, a question that names nothing of the project, if the agent looked at nothing for it, and a
 *   question for what was done or decided, if the agent did nothing for it;
 * - a prompt that only goes on with talk.
 *
 * A log or code that was pasted alone counts as neither, if the agent did nothing for it.
 */
export function countPrompts(turns: readonly Turn[]): { readonly work: number; readonly talk: number } {
  const count = { work: 0, talk: 0 };
  let isTalk = false;
  let soundsLikeTalk = false;
  for (const [at, { role, text }] of turns.entries()) {
    if (role !== "user" || isSocial(text) || withoutEarlier(text) === "") continue;
    const tools = toolsAfter(turns, at);
    if (isPasted(text) && !acted(tools)) continue;
    const goesOn = followsUp(text);
    soundsLikeTalk = !hasSubstance(text) || (soundsLikeTalk && goesOn);
    const isQuestion = (asksAtLarge(text) && !looked(tools)) || (asksWhatWeDo(text) && !acted(tools));
    isTalk = soundsLikeTalk || (isTalk && goesOn) || (count.work === 0 && isQuestion);
    if (!isTalk) count.work++;
    else if (!soundsLikeTalk) count.talk++;
  }
  return count;
}

/** What the agent did for a prompt. */
export function toolsAfter(turns: readonly Turn[], prompt: number): ToolUse[] {
  const next = turns.findIndex(({ role }, at) => at > prompt && role === "user");
  return turns.slice(prompt + 1, next === -1 ? undefined : next).flatMap(({ tools }) => tools);
}

/** Whether the agent read, changed or ran anything; calls of memory don't count. */
function looked(tools: readonly ToolUse[]): boolean {
  return tools.some(({ kind, command = "" }) => kind !== "other" && kind !== "spawn" && !OWN_COMMAND.test(command));
}

const OWN_COMMAND =
  /^\s*(?:cd\s+\S+\s*(?:&&|;)\s*|&\s*)?(?:(?:\S*[\\/])?memory(?:\.exe)?|"[^"]*memory(?:\.exe)?"|'[^']*memory(?:\.exe)?')(?:\s|$)/;

/** Whether the agent changed a file or ran a command that does more than look. */
export function acted(tools: readonly ToolUse[]): boolean {
  return tools.some(({ kind }) => kind === "edit") || ranCommands(tools).length > 0;
}

/** Whether the agent edited a file. */
export function hasChange(turns: readonly Turn[]): boolean {
  return turns.some(({ tools }) => tools.some(({ kind }) => kind === "edit"));
}

/** With fewer prompts of substance and no change, a conversation is a question and its answer. */
export const WORK_PROMPTS_MIN = 2;

/** Whether a conversation was more than small talk, general questions, or one question and its answer. */
export function isSubstantial(turns: readonly Turn[]): boolean {
  return hasChange(turns) || countPrompts(turns).work >= WORK_PROMPTS_MIN;
}

/** Whether a conversation that nobody judged is worth keeping: no mere question and answer (v1 §5.4). */
export function holdsWork(turns: readonly Turn[]): boolean {
  return isSubstantial(turns) || ranCommands(turns.flatMap(({ tools }) => tools)).length > 0;
}

export interface Run {
  readonly command: string;
  /** Undefined where the transcript does not tell. */
  readonly failed: boolean | undefined;
}

/** A prompt without the sentences that ask for earlier work. */
export function withoutEarlier(prompt: string): string {
  if (!mayAskForEarlier(prompt)) return prompt;
  return sentencesOf(prompt).filter((sentence) => !asksForEarlier(sentence)).join("").trim();
}

/** The files that were changed, relative to the project where they lie in it. */
export function changedFiles(tools: readonly ToolUse[], projectRoot: string | undefined): string[] {
  const root = projectRoot && `${projectRoot.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  const paths = tools.flatMap(({ kind, path, failed }) =>
    kind === "edit" && path && !failed ? path.replaceAll("\\", "/") : []
  );
  return [...new Set(paths.map((path) => root && path.startsWith(root) ? path.slice(root.length) : path))];
}

/** The latest commands that changed or tested something, each once with how it ended last; not memory's own. */
export function ranCommands(tools: readonly ToolUse[]): Run[] {
  const runs = new Map<string, Run>();
  for (const { kind, command, failed } of tools) {
    if (kind !== "shell" || !command) continue;
    const act = actOf({ kind, paths: [], command });
    const line = command.trim().split("\n")[0] ?? "";
    if (!act || act.commands.length + act.files.length === 0 || line.length > COMMAND_CHARACTERS_MAX) continue;
    runs.delete(line);
    // A line that hides its end tells how its last command ended, and not the one that counts.
    runs.set(line, { command: line, failed: act.hidesEnd ? undefined : failed });
  }
  return [...runs.values()].slice(-COMMANDS_MAX);
}
