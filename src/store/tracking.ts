/** Which files of a store git tracks, also while git is writing. */
import { isSameFile, sameBytes } from "../files.ts";
import { type Tracking, trackingIn } from "../git/tracking.ts";
import { join } from "node:path";
import { MIRROR_FOLDER, type StorePath } from "./layout.ts";
import type { Store } from "./mod.ts";
import { bytesMaxOfFile } from "./truth_files.ts";

/**
 * Tells of each file of a store whether git tracks it. While git is writing, a file that stands under its second name
 * too, or as its copy (mirror.ts), was there before; any other may be one that git brings.
 */
export function trackingOf({ runtime, folder, home, standing }: Store): (file: StorePath) => Tracking {
  const { files } = runtime;
  const tracking = trackingIn(runtime, folder);
  const wasHere = (file: StorePath) => {
    const [path, copy] = [join(folder, file), join(home, MIRROR_FOLDER, file)];
    const [now, kept] = [files.stat(path), files.stat(copy)];
    if (now === undefined || kept === undefined || now.size !== kept.size) return false;
    const read = (from: string) => files.read(from, bytesMaxOfFile(file)) ?? new Uint8Array();
    return isSameFile(now, kept) || (now.size > 0 && sameBytes(read(path), read(copy)));
  };
  return (file) => {
    const answer = tracking(file);
    return answer === "changing" && standing === "own" && wasHere(file) ? "untracked" : answer;
  };
}
