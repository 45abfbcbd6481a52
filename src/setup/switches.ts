/**
 * What the installed texts may order by the settings, and whether they were last written so. Each session's start asks
 * here, so nothing of the texts is loaded.
 *
 * @module
 */
import { join } from "node:path";
import { readText, replaceAtomically } from "../files.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { TEXTS_FILE } from "../store/layout.ts";
import { disabledReason, type Memory } from "../store/memory.ts";
import { storeAt } from "../store/mod.ts";
import type { Switches } from "../templates/fill.ts";
import type { Place } from "./place.ts";

/** The switches in force. */
export function switchesOf(memory: Memory): Switches {
  const { auto_save, auto_retrieve } = memory.config;
  return { enabled: disabledReason(memory) === undefined, auto_save, auto_retrieve };
}

/** The person's own: a project's settings, and its switch, are that project's. */
export function ownSwitches({ ownConfig }: Memory): Switches {
  const { enabled, auto_save, auto_retrieve } = ownConfig();
  return { enabled, auto_save, auto_retrieve };
}

/** Where texts are installed. */
export type TextPlace = Pick<Place, "root" | "scope" | "dataFolder" | "base">;

/** The places whose texts a memory's settings govern: the project's, and those in the home folder for all projects. */
export function placesOf(memory: Memory): [TextPlace, Switches][] {
  const { runtime, locations: { projectRoot, projectFolder, globalFolder } } = memory;
  const home: TextPlace = { root: runtime.home, scope: "home", dataFolder: globalFolder, base: memoryHome(runtime) };
  const ofHome: [TextPlace, Switches] = [home, ownSwitches(memory)];
  if (projectRoot === undefined || projectFolder === undefined) return [ofHome];
  const { home: base, standing } = memory.project ?? storeAt(runtime, projectFolder, "project");
  // What a stranger brought is not rewritten before the person works with it.
  if (standing === "foreign") return [ofHome];
  const project: TextPlace = { root: projectRoot, scope: "project", dataFolder: projectFolder, base };
  return [[project, switchesOf(memory)], ofHome];
}

/** Whether nothing is to be done: what a hook asks at each start. */
export function textsInStep(memory: Memory): boolean {
  return placesOf(memory).every(([place, switches]) => isInStep(memory.runtime, place, switches));
}

/** Whether a place's texts were last written for these switches. */
export function isInStep({ files }: Runtime, { base }: TextPlace, switches: Switches): boolean {
  return (readText(files, join(base, TEXTS_FILE))?.trim() ?? "") === wordsOf(switches);
}

/** Notes what the texts of a place say, once they are written. */
export function noteTexts(runtime: Runtime, { base, scope }: Pick<Place, "base" | "scope">, switches: Switches): void {
  const path = join(base, TEXTS_FILE);
  const words = wordsOf(switches);
  if (words === "") return runtime.files.remove(path);
  const mayWrite = scope === "project" || runtime.files.stat(base)?.kind === "folder";
  if (mayWrite) replaceAtomically(runtime, path, `${words}\n`, { sync: false });
}

/** What is switched off; empty for the defaults. */
function wordsOf(switches: Switches): string {
  return Object.entries(switches).filter(([, isOn]) => !isOn).map(([name]) => `${name}=false`).join(" ");
}
