/**
 * In: a store. Out: the files that have a second name in its home (mirror.ts) and are gone from its folder or replaced
 * there; and whether anything at all may be lost, so that lost.ts has to look closely.
 *
 * Every verb ends with this look, so it loads little and looks at no single file of a folder that it can list.
 */
import { join } from "node:path";
import { isSameFile } from "../files.ts";
import { trackingIn } from "../git/tracking.ts";
import { projectOfUsual, USUAL_DATA_DIRS } from "../paths.ts";
import { remembered } from "../remembered.ts";
import { homesOfPlace, type Whose } from "./home.ts";
import * as layout from "./layout.ts";
import type { Store } from "./mod.ts";
import { allHomes } from "./owner.ts";

/** Whether there is anything of which lost.ts could find that it is lost: most often there is not. */
export function mayHaveLost(store: Store): boolean {
  return layout.namesInside(store, layout.BACKUPS_FOLDER).some((name) => name.includes(layout.LOST)) ||
    trackedNames(store).length > 0 || homesHere(store, "project").length > 1 || missingFrom(store, true).length > 0;
}

/** The files of records that have a second name because a save was added to them while git tracked them. */
export function trackedNames(store: Store): layout.StorePath[] {
  if (store.standing !== "own") return [];
  return layout.filesBelow(store, layout.TRACKED_FOLDER).filter((name) => name.endsWith(".jsonl"))
    .map((name) => name.slice(layout.TRACKED_FOLDER.length + 1));
}

/** The files that have a second name in the home, and that are gone from the folder or replaced there. */
export function missingFrom(store: Store, isOfProject: boolean): layout.StorePath[] {
  const { runtime, runtime: { files }, folder } = store;
  // Each folder is listed once: a look at each of thousands of notes would take longer than to read them.
  const listed = remembered((inner: string) =>
    new Set(files.entries(join(folder, inner)).flatMap((entry) => entry.isFile() ? entry.name : []))
  );
  const isPlain = (file: layout.StorePath) => {
    const end = file.lastIndexOf("/");
    return listed(file.slice(0, Math.max(0, end))).has(file.slice(end + 1));
  };
  const tracking = trackingIn(runtime, folder, isPlain);
  const isReplaced = (file: layout.StorePath) =>
    // A new project has its own files of the same names.
    (tracking(file) === "tracked" || !isOfProject) &&
    !isSameFile(files.stat(join(folder, file)), files.stat(layout.pathOf(store, `${layout.MIRROR_FOLDER}/${file}`)));
  // A folder, a pipe or a link to nothing in its place holds nothing of it.
  const isThere = (file: layout.StorePath) => isPlain(file) || files.stat(join(folder, file))?.kind === "file";
  return layout.filesBelow(store, layout.MIRROR_FOLDER).map((name) => name.slice(layout.MIRROR_FOLDER.length + 1))
    .filter((file) => !isThere(file) || isReplaced(file));
}

/**
 * The homes of the memories that a project had. There may be several: after `git clean` a folder that a team shares
 * gets another home, and `init` may choose another data folder, since the clients' folders are gone. For a folder that
 * others brought, only its own place is looked at.
 */
export function homesHere({ runtime, folder, home, layer, standing }: Store, whose: Whose = "place"): string[] {
  if (layer === "global") return [home];
  const project = standing === "foreign" ? undefined : projectOfUsual(folder);
  const places = project === undefined ? [folder] : USUAL_DATA_DIRS.map((name) => join(project, name));
  const homes = allHomes(runtime);
  return [...new Set([home, ...places.flatMap((place) => homesOfPlace(runtime, place, whose, homes))])];
}
