/**
 * In: a place, and the settings in force there. Out: the rules, skills, agent and commands that init wrote, ordering
 * what the settings want and nothing that is switched off.
 * Not done here: installing them (install.ts); the start context in the other rule file (recall/rule_file.ts).
 *
 * @module
 */
import { countHan } from "../text/script.ts";
import { agentPath, SETUPS } from "../agents/setup.ts";
import { binaryCommand } from "../agents/command.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { readText } from "../files.ts";
import { RULES_FILE } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { agentFiles, rulesText } from "../templates/files.ts";
import type { Switches } from "../templates/fill.ts";
import { applyChanges } from "./apply.ts";
import { type FileChange, fileChange, isMarked, seal, sealOf } from "./changes.ts";
import { asClientsSee } from "./place.ts";
import { isInStep, noteTexts, placesOf, type TextPlace } from "./switches.ts";

/** An agent's files that are wholly ours: path → text. */
export function ownTexts(
  runtime: Runtime,
  root: string,
  agent: Agent,
  { language, switches }: { readonly language: Language; readonly switches: Switches },
): readonly { readonly path: string; readonly text: string }[] {
  const { texts, hasRules } = SETUPS[agent];
  const memory = binaryCommand(runtime);
  const rules = hasRules ? [{ file: RULES_FILE, text: rulesText(language, memory, switches) }] : [];
  return [...rules, ...agentFiles(texts, language, memory, switches)]
    .map(({ file, text }) => ({ path: agentPath(runtime, agent, root, file), text }));
}

/**
 * Makes the installed texts say what the settings want, where they said something else when they were written last. A
 * text that somebody changed stays as it is. Throws IO_ERROR.
 *
 * @returns the changed texts that were left alone
 */
export function refreshTexts(memory: Memory): string[] {
  return placesOf(memory).flatMap(([place, switches]) =>
    isInStep(memory.runtime, place, switches) ? [] : refreshAt(memory.runtime, place, switches)
  );
}

function refreshAt(runtime: Runtime, place: TextPlace, switches: Switches): string[] {
  const left = new Set<string>();
  const changes = new Map<string, FileChange>();
  const everywhere = asClientsSee(runtime).flatMap((seen) => AGENTS.map((agent) => ({ seen, agent })));
  for (const { seen, agent } of everywhere) {
    for (const language of ["en", "zh"] as const) {
      for (const { path, text } of ownTexts(seen, place.root, agent, { language, switches })) {
        const written = readText(runtime.files, path);
        if (written === undefined || languageOf(written) !== language) continue;
        const state = sealOf(written);
        // What stands behind our mark is somebody's, too.
        if (state !== "untouched" && isMarked(written)) left.add(path);
        if (state !== "untouched") continue;
        changes.set(path, fileChange(runtime, path, "rewrite", seal(text, path), { base: place.base }));
      }
    }
  }
  if (changes.size > 0) applyChanges(runtime, [...changes.values()], place);
  noteTexts(runtime, place, switches);
  return [...left];
}

/** English texts hold a few Chinese words, as examples. */
function languageOf(text: string): Language {
  return countHan(text) > text.length / 10 ? "zh" : "en";
}
