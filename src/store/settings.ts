/** Whether a project's settings are the person's own, or were brought by git and not taken by the person yet. */
import { join } from "node:path";
import { isSameFile, readText } from "../files.ts";
import { addKnown, readKnown, textDigest } from "./known.ts";
import { CONFIG_FILE, MIRROR_FOLDER, pathOf } from "./layout.ts";
import type { Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";
import { bytesMaxOfFile } from "./truth_files.ts";

/** Whether git brought the settings of one's own project: then only those hold that ask for care. Hot path. */
export function settingsWait(store: Store): boolean {
  const { files } = store.runtime;
  const [path, kept] = [pathOf(store, CONFIG_FILE), join(store.home, MIRROR_FOLDER, CONFIG_FILE)];
  const before = files.stat(kept);
  // Under its second name stands what was the person's alone.
  if (before && isSameFile(files.stat(path), before)) return false;
  if (trackingOf(store)(CONFIG_FILE) === "untracked") return false;
  const text = settingsText(store) ?? "";
  if (before && text === readText(files, kept, bytesMaxOfFile(CONFIG_FILE))) return false;
  return !readKnown(store).trusted.has(textDigest(text));
}

/** Takes the settings that are there as the person's own, as far as git may bring others. */
export function takeSettings(store: Store): void {
  const text = settingsText(store);
  if (text === undefined || store.standing !== "own") return;
  if (trackingOf(store)(CONFIG_FILE) !== "untracked") addKnown(store, "trusted", [textDigest(text)]);
}

function settingsText(store: Store): string | undefined {
  return readText(store.runtime.files, pathOf(store, CONFIG_FILE), bytesMaxOfFile(CONFIG_FILE));
}
