/** Makes the rules, skills, agents and commands that init wrote order what the settings want now. */
import { countHan } from "../text/script.ts";
import { AGENTS } from "../agents/event.ts";
import { readText } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Switches } from "../templates/fill.ts";
import { applyChanges } from "./apply.ts";
import { type FileChange, fileChange, hasNotesFlow, isMarked, ownTexts, seal, sealOf } from "./changes.ts";
import { asClientsSee } from "./place.ts";
import { isInStep, noteTexts, placesOf, type TextPlace } from "./switches.ts";

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
  const parts = { ...switches, notes: asClientsSee(runtime).some((seen) => hasNotesFlow(seen, place.root)) };
  const everywhere = asClientsSee(runtime).flatMap((seen) => AGENTS.map((agent) => ({ seen, agent })));
  for (const { seen, agent } of everywhere) {
    for (const language of ["en", "zh"] as const) {
      for (const { path, text } of ownTexts(seen, place.root, agent, { language, switches: parts })) {
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
