/** In: the files of a tool call, and a record. Out: how well the record names them, and what part they play in it. */
import { largest } from "../lists.ts";
import { isBelow } from "../text/glob.ts";
import { asOwnName, type Call, isTelling, type Path } from "./call.ts";
import { partOfPath, type Reading, type Token } from "./reading.ts";

/** What a record says of the files of a call. */
export function forPaths(call: Call, reading: Reading) {
  const fits = fitsIn(call, reading);
  const file = largest(fits.map((fit) => fit.file), 0);
  const folder = largest(fits.map((fit) => fit.folder), 0);
  const isOther = file < 1 && folder <= 0.4 && call.paths.some((path) => !path.isOutside) && namesPath(reading);
  return { file, folder, isOther, ...partsOf(call.kind === "edit" ? fits : [], reading) };
}

/** Each word and label of a record that names a file, with how well it does. */
function fitsIn({ paths, own }: Call, { labels, tokens }: Reading) {
  const found: (Fit & { readonly token: Token | undefined })[] = [];
  const add = (said: string, token?: Token) => {
    if (own.has(asOwnName(said.replace(/\/$/, "")))) return;
    for (const path of paths) {
      const { file, folder } = fitOf(said, path);
      if (file > 0 || folder > 0) found.push({ file, folder, token });
    }
  };
  if (paths.length === 0) return found;
  for (const label of labels) add(label);
  for (const token of tokens) add(token.isFolder ? `${token.text}/` : token.text, token);
  return found;
}

/** What a record says is to be done with the path that it names. If it names several, the one that fits best counts. */
function partsOf(fits: ReturnType<typeof fitsIn>, reading: Reading) {
  const parts = { frozen: 0, changed: 0, means: 0 };
  const ofWords = fits.filter(({ token }) => token !== undefined);
  const best = largest(ofWords.map(strength), 0);
  for (const fit of ofWords) {
    const part = fit.token && strength(fit) === best ? partOfPath(reading, fit.token) : undefined;
    // What is frozen is frozen whole, however deep below "vendor/" the file lies.
    if (part) parts[part] = part === "frozen" && fit.folder > 0 ? 1 : best;
  }
  return parts;
}

function namesPath({ tokens }: Reading): boolean {
  return tokens.some(({ text }, at) =>
    /[a-z][\w.-]*\/[\w.-]*[a-z]/.test(text) && !/^@|:/.test(text) && !tokens[at - 1]?.text.startsWith("-")
  );
}

interface Fit {
  readonly file: number;
  readonly folder: number;
}

const asFile = (file: number): Fit => ({ file, folder: 0 });
const asFolder = (folder: number): Fit => ({ file: 0, folder });
const NO_FIT = asFile(0);
const strength = ({ file, folder }: Fit): number => Math.max(file, folder);

/** How well a word of a record names a file, or a folder of the file. */
export function fitOf(said: string, file: Path): Fit {
  const name = said.replaceAll("\\", "/").replace(/^(?:\.\/|~\/)+/, "").replace(/^\/(?=.)/, "");
  // Another project may have the same path below its root.
  if (!/[a-z]/.test(name) || file.isOutside && !/^[/~]/.test(said)) return NO_FIT;
  const plain = name.replace(/(?<=\/)\.\.\.(?=\/)/g, "**").replace(/(?:\/\*{0,2})+$/, "");
  if (plain.includes("*")) return isBelow(plain, file.path) ? asFile(plain.includes("/") ? 1 : 0.7) : NO_FIT;
  return name.includes("/") ? fitOfPath(plain, file) : fitOfName(plain, file);
}

function fitOfPath(said: string, { path }: Path): Fit {
  if (path === said || path.endsWith(`/${said}`)) return asFile(1);
  // A command for a folder is about the files in it.
  if (path.includes("/") && said.startsWith(`${path}/`)) return asFolder(0.5);
  const at = `/${path}`.indexOf(`/${said}/`);
  if (at === -1) return NO_FIT;
  const below = path.slice(at + said.length + 1).split("/").length - 1;
  return asFolder((said.includes("/") || isTelling(said) ? 1 : 0.5) * 0.8 ** Math.max(0, below));
}

function fitOfName(said: string, { base, stem, folders, end }: Path): Fit {
  if (said === base) {
    // `rm -r nats`: a folder may bear the name of anything.
    if (folders.length === 0 && !/\.|file$/.test(base)) return asFile(0.3);
    if (folders.length === 0 || isTelling(stem)) return asFile(1);
    return asFile(base.includes(".") ? 0.5 : 0.3);
  }
  if (said === end && end.length > 1) return asFile(0.3);
  if (said === stem && isTelling(stem)) return asFile(/[a-z\d][:_-][a-z\d]/.test(stem) ? 0.8 : 0.5);
  return asFolder(folders.includes(said) && isTelling(said) ? 0.4 : 0);
}
