/**
 * The settings by which the installed texts order saving and looking up, and whether the texts were last written for
 * the settings in force. Each session's start asks for this, so the texts themselves are not loaded here.
 */
import { join } from "node:path";
import { readText, replaceAtomically } from "../files.ts";
import { memoryHome } from "../paths.ts";
import type { Files, Runtime } from "../runtime.ts";
import { TEXTS_FILE } from "../store/layout.ts";
import { disabledReason, type Memory } from "../store/memory.ts";
import { openStore } from "../store/mod.ts";
import type { Parts, Switches } from "../templates/fill.ts";
import type { Place } from "./place.ts";

/** The switches in force. */
export function switchesOf(memory: Memory): Switches {
  const { auto_save, auto_retrieve } = memory.config;
  return { enabled: disabledReason(memory) === undefined, auto_save, auto_retrieve };
}

/** The switches of the person's own settings, which texts for all projects follow. */
export function ownSwitches({ ownConfig }: Memory): Switches {
  const { enabled, auto_save, auto_retrieve } = ownConfig();
  return { enabled, auto_save, auto_retrieve };
}

/** A place where texts are installed. */
export type TextPlace = Pick<Place, "root" | "scope" | "dataFolder" | "base">;

/** The places whose texts follow a memory's settings: the project, and the home folder for all projects. */
export function placesOf(memory: Memory): [TextPlace, Switches][] {
  const { runtime, locations: { projectRoot, projectFolder, globalFolder } } = memory;
  const home: TextPlace = { root: runtime.home, scope: "home", dataFolder: globalFolder, base: memoryHome(runtime) };
  const ofHome: [TextPlace, Switches] = [home, ownSwitches(memory)];
  if (projectRoot === undefined || projectFolder === undefined) return [ofHome];
  const { home: base, standing } = memory.project ?? openStore(runtime, projectFolder, "project");
  // A stranger's files are not rewritten before the person works with them.
  if (standing === "foreign") return [ofHome];
  const project: TextPlace = { root: projectRoot, scope: "project", dataFolder: projectFolder, base };
  return [[project, switchesOf(memory)], ofHome];
}

/** Whether all texts follow the settings, which a hook asks at each start. */
export function textsInStep(memory: Memory): boolean {
  return placesOf(memory).every(([place, switches]) => isInStep(memory.runtime, place, switches));
}

/** Whether a place's texts were last written for these switches. */
export function isInStep({ files }: Runtime, { base }: TextPlace, switches: Switches): boolean {
  return wordsIn(files, base).filter((word) => word !== NO_NOTES).join(" ") === wordsOf(switches);
}

/** Whether somebody said at a place that the texts for notes shall not be there. */
export function wantsNoNotes({ files }: Runtime, { base }: Pick<Place, "base">): boolean {
  return wordsIn(files, base).includes(NO_NOTES);
}

const NO_NOTES = "notes=false";

function wordsIn(files: Files, base: string): readonly string[] {
  return readText(files, join(base, TEXTS_FILE))?.trim().split(" ") ?? [];
}

/** Notes the switches for which a place's texts are written. Without `parts.notes`, an earlier wish for notes stays. */
export function noteTexts(runtime: Runtime, { base, scope }: Pick<Place, "base" | "scope">, parts: Parts): void {
  const path = join(base, TEXTS_FILE);
  const notes = parts.notes ?? !wantsNoNotes(runtime, { base });
  const words = wordsOf({ ...parts, notes });
  if (words === "") return runtime.files.remove(path);
  const mayWrite = scope === "project" || runtime.files.stat(base)?.kind === "folder";
  if (mayWrite) replaceAtomically(runtime, path, `${words}\n`, { sync: false });
}

/** The switches that are off; empty for the defaults. */
function wordsOf(switches: Parts): string {
  return Object.entries(switches).filter(([, isOn]) => !isOn).map(([name]) => `${name}=false`).join(" ");
}
