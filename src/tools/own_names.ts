/**
 * In: a project's folder. Out: the names that stand for the whole of it: that of the folder, and that of the package in
 * which its code lies. They stand in the paths of most calls, so that they tell no record from another.
 */
import { basename, join } from "node:path";
import type { Files } from "../runtime.ts";
import { asOwnName, isTelling } from "./call.ts";
import { labelsOf, type Question } from "./find.ts";

/** Deeper than any layout nests its package: `src/main/java/com/acme/billing`. */
const DEPTH_MAX = 8;

/** The names of a project, as `asOwnName` writes them; without those that say nothing anyway: `app`. */
export function ownNamesOf(files: Files, root: string): Set<string> {
  const names = [basename(root)];
  const folders = entriesOf(files, root).folders;
  const packages = folders.filter((name) => name !== "tests" && files.stat(join(root, name, "__init__.py")));
  if (packages.length === 1) names.push(...packages);
  let path = ["src", "lib"].find((name) => folders.includes(name));
  for (let depth = 0; path !== undefined && depth < DEPTH_MAX; depth++) {
    const inner = onlyFolder(entriesOf(files, join(root, path)));
    if (inner !== undefined) names.push(inner);
    path = inner && join(path, inner);
  }
  return new Set(names.filter((name) => isTelling(name.toLowerCase())).map(asOwnName));
}

/** Whether a call, or a label of a record in question, holds one of the names; without any, they change nothing. */
export function holdsAny(names: ReadonlySet<string>, questions: readonly Question[]): boolean {
  const isOwn = (name: string) => names.has(asOwnName(name));
  return questions.some(({ call, found }) =>
    [...call.names.keys()].some(isOwn) || found.some(({ hit }) => labelsOf(hit).some(isOwn))
  );
}

/** The folder in which all lies, beside no more than a file of its name: `lib/billing` and `lib/billing.rb`. */
function onlyFolder({ folders, stems }: ReturnType<typeof entriesOf>): string | undefined {
  // `src/test` lies beside `src/main`.
  const [only, ...others] = folders.filter((name) => name !== "test");
  return others.length === 0 && stems.every((stem) => stem === only) ? only : undefined;
}

function entriesOf(files: Files, path: string): { readonly folders: string[]; readonly stems: string[] } {
  const all = files.entries(path).filter(({ name }) => /^[a-z]/i.test(name) && !name.endsWith(".egg-info"));
  return {
    folders: all.filter((entry) => !entry.isFile()).map(({ name }) => name),
    stems: all.filter((entry) => entry.isFile()).map(({ name }) => name.replace(/\..*$/, "")),
  };
}
