/** Rewrites the installed rules, skills, agents and commands when the settings that they follow have changed. */
import { countHan } from "../text/script.ts";
import { AGENTS } from "../agents/event.ts";
import { readText } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Switches } from "../templates/fill.ts";
import { whileSettingUp } from "../store/write_lock.ts";
import { applyChanges } from "./apply.ts";
import { type FileChange, fileChange, hasNotesFlow, ownTexts } from "./changes.ts";
import { asClientsSee } from "./moved_homes.ts";
import { isMarked, seal, sealOf } from "./seal.ts";
import { isInStep, noteTexts, placesOf, type TextPlace, textsInStep } from "./switches.ts";

/**
 * Rewrites the installed texts of places whose settings have changed since, but for texts that somebody changed, whose
 * paths it returns. Throws IO_ERROR, LOCK_BUSY.
 */
export function refreshTexts(memory: Memory, timeoutMs?: number): string[] {
  if (textsInStep(memory)) return [];
  const { runtime } = memory;
  const refresh = () =>
    placesOf(memory).flatMap(([place, switches]) =>
      isInStep(runtime, place, switches) ? [] : refreshAt(runtime, place, switches)
    );
  return whileSettingUp(runtime, refresh, timeoutMs);
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
        // Text that somebody wrote behind our seal counts as a change, too.
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

/** The language of a text. English texts hold a few Chinese words as examples. */
function languageOf(text: string): Language {
  return countHan(text) > text.length / 10 ? "zh" : "en";
}
