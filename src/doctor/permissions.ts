/** Who else may read the memory, and may we write it? */
import { DATABASE_ENDS } from "../index/database_file.ts";
import { recordFiles } from "../store/contents.ts";
import { DAILY_FOLDER, INDEX_FILE, leadsInside, OWN_NAMES, pathOf, VECTORS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { type Check, eachLayer, fail, pass, type Patient, some, warn } from "./check.ts";

/** The permission bits of everybody but the owner. */
export const OTHERS = 0o077;

/** Whether we may write, and others may not read. */
export const permissions: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { say, runtime } = patient;
    const outside = linksOut(store);
    if (outside.length > 0) {
      const files = some(outside, say, 3);
      return fail(
        say({ en: `links out of the data folder: ${files}`, zh: `指向数据目录之外的链接：${files}` }),
        say({
          en: "Replace the links by real files: what they lead to is left out, and nothing is written there",
          zh: "请换成真实文件：所指内容不计入记忆，也不会写入",
        }),
      );
    }
    const locked = readOnly(store);
    if (locked.length > 0) {
      const paths = some(locked, say, 3);
      return fail(
        say({ en: `can't be written: ${paths}`, zh: `无法写入：${paths}` }),
        say({ en: "Make them writable: nothing can be saved there", zh: "请让它们可写：目前无法保存" }),
      );
    }
    return runtime.platform === "win32" ? pass(store.folder) : openness(patient, store);
  });

function openness({ say, runtime }: Patient, store: Store) {
  const [path = store.folder] = openToOthers(store);
  const mode = runtime.files.stat(path)?.mode ?? 0;
  const shown = `${path} ${mode.toString(8).padStart(3, "0")}`;
  if ((mode & OTHERS) === 0) return pass(say({ en: `${shown}, yours alone`, zh: `${shown}，仅本人可用` }));
  const may = path === store.folder ? { en: "look into it", zh: "进入" } : { en: "read it", zh: "读取" };
  return warn(
    say({ en: `${shown}: others on this machine may ${may.en}`, zh: `${shown}：本机其他用户也能${may.zh}` }),
    say({ en: "Run `memory doctor --fix`, which closes it", zh: "请运行 `memory doctor --fix` 收紧权限" }),
  );
}

/** What others may access: the data folder, or the databases, which earlier versions made with the system's default. */
export function openToOthers(store: Store): string[] {
  const databases = [INDEX_FILE, VECTORS_FILE].flatMap((file) => DATABASE_ENDS.map((end) => pathOf(store, file + end)));
  // What a link leads to outside is not ours to close.
  const own = databases.filter((path) => leadsInside(store, path));
  return [store.folder, ...own].filter((path) => ((store.runtime.files.stat(path)?.mode ?? 0) & OTHERS) !== 0);
}

/** What we must write and may not. */
function readOnly(store: Store): string[] {
  const { files } = store.runtime;
  const inside = [DAILY_FOLDER, INDEX_FILE, ...recordFiles(store).map(({ file }) => file)].map((file) =>
    pathOf(store, file)
  );
  return [store.folder, ...inside.filter((path) => files.stat(path))].filter((path) => !files.mayWrite(path));
}

/** Our files and folders that are links out of the data folder. Every write refuses them. */
function linksOut(store: Store, entries: readonly string[] = OWN_NAMES): string[] {
  const { files } = store.runtime;
  return entries.flatMap((entry) => {
    const path = pathOf(store, entry);
    if (files.linkTarget(path) !== undefined) return leadsInside(store, path) ? [] : [entry];
    if (files.stat(path)?.kind !== "folder") return [];
    // Hidden folders are not ours (`.git` of a submodule).
    return linksOut(store, files.list(path).filter((name) => !name.startsWith(".")).map((name) => `${entry}/${name}`));
  });
}
