/** In: the files of a tool call, and a record. Out: how well the record names them, and what part they play in it. */
import { isBelow } from "../text/glob.ts";
import { asOwnName, type Call, isTelling, type Path } from "./call.ts";
import { partOfPath, type Reading } from "./reading.ts";

/** What a record says of the files of a call. */
export function forPaths({ kind, paths, own }: Call, reading: Reading) {
  const found = { file: 0, folder: 0, isOther: false, frozen: 0, changed: 0, means: 0 };
  const add = (said: string, path: Path) => {
    const fit = own.has(asOwnName(said.replace(/\/$/, ""))) ? NO_FIT : fitOf(said, path);
    found.file = Math.max(found.file, fit.file);
    found.folder = Math.max(found.folder, fit.folder);
    return fit;
  };
  for (const label of reading.labels) for (const path of paths) add(label, path);
  // If a record names several paths, the one that fits best counts.
  let best = 0;
  for (const token of reading.tokens) {
    const said = token.isFolder ? `${token.text}/` : token.text;
    for (const path of paths) {
      const { file, folder } = add(said, path);
      const fit = Math.max(file, folder);
      if (kind !== "edit" || fit === 0 || fit < best) continue;
      if (fit > best) found.frozen = found.changed = found.means = 0;
      best = fit;
      const part = partOfPath(reading, token);
      // What is frozen is frozen whole, however deep below "vendor/" the file lies.
      if (part) found[part] = part === "frozen" && folder > 0 ? 1 : fit;
    }
  }
  const isPath = (said: string, at: number) =>
    /[a-z][\w.-]*\/[\w.-]*[a-z]/.test(said) && !/^@|:/.test(said) && !reading.tokens[at - 1]?.text.startsWith("-");
  found.isOther = found.file < 1 && found.folder <= 0.4 && paths.some((path) => !path.isOutside) &&
    reading.tokens.some(({ text }, at) => isPath(text, at));
  return found;
}

const NO_FIT = { file: 0, folder: 0 };

/** How well a word of a record names a file, or a folder of the file. */
export function fitOf(
  said: string,
  { path, isOutside, base, stem: own, folders, end }: Path,
): { file: number; folder: number } {
  const name = said.replaceAll("\\", "/").replace(/^(?:\.\/|~\/)+/, "").replace(/^\/(?=.)/, "");
  const asFile = (file: number) => ({ file, folder: 0 });
  const asFolder = (folder: number) => ({ file: 0, folder });
  // Another project may have the same path below its root.
  if (!/[a-z]/.test(name) || isOutside && !/^[/~]/.test(said)) return asFile(0);
  const plain = name.replace(/(?<=\/)\.\.\.(?=\/)/g, "**").replace(/(?:\/\*{0,2})+$/, "");
  if (plain.includes("*")) return asFile(isBelow(plain, path) ? (plain.includes("/") ? 1 : 0.7) : 0);
  if (name.includes("/")) {
    if (path === plain || path.endsWith(`/${plain}`)) return asFile(1);
    // A command for a folder is about the files in it.
    if (path.includes("/") && plain.startsWith(`${path}/`)) return asFolder(0.5);
    const at = `/${path}`.indexOf(`/${plain}/`);
    if (at === -1) return asFile(0);
    const below = path.slice(at + plain.length + 1).split("/").length - 1;
    return asFolder((plain.includes("/") || isTelling(plain) ? 1 : 0.5) * 0.8 ** Math.max(0, below));
  }
  if (plain === base) {
    // `rm -r nats`: a folder may bear the name of anything.
    if (folders.length === 0 && !/\.|file$/.test(base)) return asFile(0.3);
    if (folders.length === 0 || isTelling(own)) return asFile(1);
    return asFile(base.includes(".") ? 0.5 : 0.3);
  }
  if (plain === end && end.length > 1) return asFile(0.3);
  if (plain === own && isTelling(own)) return asFile(/[a-z\d][:_-][a-z\d]/.test(own) ? 0.8 : 0.5);
  return asFolder(folders.includes(plain) && isTelling(plain) ? 0.4 : 0);
}
