/**
 * Checks of the memory's own files: can every line be read, has every record its own id, did something write far too
 * much, are notes listed, is a write unfinished, who else may read them, does a secret stand in them?
 *
 * @module
 */
import { counted } from "../cli/terminal.ts";
import { DATABASE_ENDS } from "../index/sqlite.ts";
import { checkNotes } from "../notes/index_file.ts";
import type { RawRecord } from "../records/mod.ts";
import { redact } from "../records/redact.ts";
import { joined, same, type Sentence } from "../sentence.ts";
import { shareOf } from "../setup/install.ts";
import { readContents, recordFiles, type Stored } from "../store/contents.ts";
import {
  BACKUPS_FOLDER,
  DAILY_FOLDER,
  DEEPEST_FOLDER,
  INDEX_FILE,
  leadsInside,
  LOGS_FOLDER,
  namesAtTop,
  OWN_NAMES,
  pathOf,
  VECTORS_FILE,
} from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import { layerToWrite } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import {
  type Check,
  eachLayer,
  fail,
  type Finding,
  inBoth,
  pass,
  type Patient,
  some,
  THRESHOLDS,
  together,
  warn,
} from "./check.ts";
import { leftoversOf, type StoreView } from "./view.ts";

/** Checks the lines, and the settings files, which are JSON too. */
export const jsonlParseable: Check = (patient) => {
  const { memory, problem } = patient;
  const findings: Finding[] = patient.views.length > 0 ? [eachLayer(patient, readable(patient))] : [noMemory(patient)];
  if (problem !== undefined) findings.unshift(fail(problem));
  if (memory.warnings.length > 0) {
    const told = some(memory.warnings, 3);
    findings.push(
      warn({ en: `settings: ${told.en}`, zh: `设置：${told.zh}` }, {
        en: "Correct the setting; `memory config validate` shows all",
        zh: "请改正设置，`memory config validate` 会列出全部",
      }),
    );
  }
  return together(findings);
};

function noMemory({ memory, layer }: Patient): Finding {
  const { locations } = memory;
  if (layerToWrite(memory, layer) === "global") {
    return fail({ en: "there is no global memory yet", zh: "还没有全局记忆" }, {
      en: "Run `memory init --global`; the first record saved with --layer global makes it as well",
      zh: "请运行 `memory init --global`；用 --layer global 保存第一条记录时也会建立",
    });
  }
  if (locations.projectFolder !== undefined) {
    return fail({
      en: "storage.location is global-only: the project's memory is not used",
      zh: "storage.location 为 global-only：不使用项目记忆",
    }, { en: "Leave --layer project out", zh: "请去掉 --layer project" });
  }
  return fail({ en: "there is no memory here", zh: "这里还没有记忆" }, {
    en: "Run `memory init` in the project",
    zh: "请在项目中运行 `memory init`",
  });
}

function readable(_: Patient): (view: StoreView) => Finding {
  return ({ lines: { valid, bad, unreadable }, others }) => {
    const findings: Finding[] = [];
    if (unreadable.length > 0) {
      const files = some(unreadable.map(({ file, reason }) => inBoth((say) => `${file} (${say(reason)})`)), 3);
      findings.push(
        fail({ en: `can't be read: ${files.en}`, zh: `无法读取：${files.zh}` }, {
          en: "Make these files readable, split or move away what is too large; the rest works without them",
          zh: "请让这些文件可读，过大的请拆开或移走；其余内容照常可用",
        }),
      );
    }
    const all = [...bad, ...others];
    if (all.length > 0) {
      const places = some(
        all.map(({ file, line, problem }) => inBoth((say) => `${file}:${line} (${say(problem)})`)),
        3,
      );
      findings.push(
        fail({
          en: `${all.length} of ${counted(valid + all.length, "line")} can't be parsed: ${places.en}`,
          zh: `${valid + all.length} 行中有 ${all.length} 行无法解析：${places.zh}`,
        }, {
          en: "Correct these lines by hand, or take them out; they are kept as they are and not used",
          zh: "请手工改正或删去这些行；它们原样保留，但不会被使用",
        }),
      );
    }
    if (findings.length > 0) return together(findings);
    return pass({ en: `${counted(valid, "line")}, all valid`, zh: `${valid} 条全部有效` });
  };
}

/** Which of equal ids counts is settled (a deletion wins, then the newest), so they only cost clarity. */
export const idUnique: Check = (patient) =>
  eachLayer(patient, ({ store, lines: { ids, repeated, anonymous } }) => {
    const hidden = repeated === 0 ? [] : hiddenIn(store);
    if (hidden.length > 0) {
      // Without the digest that tells it apart.
      const shared = [...new Set(hidden.map(({ key }) => key.slice(0, key.lastIndexOf("-"))))];
      return warn({
        en: `${counted(hidden.length, "record")} of equal id in the files, but other content: ${some(shared, 3).en}`,
        zh: `${hidden.length} 条记录与别的记录内容不同，在文件中却用着同样的 id：${some(shared, 3).zh}`,
      }, {
        en:
          "Each is listed and found by an id of its own; `memory doctor --fix` writes these ids, and undo takes it back",
        zh: "它们各以自己的 id 列出和查找；`memory doctor --fix` 会把这些 id 写进文件，也可以撤销",
      });
    }
    const nameless = anonymous === 0 ? [] : [{
      en: `${counted(anonymous, "record")} without an id, known by their lines`,
      zh: `${anonymous} 条记录没有 ID，以所在行代替`,
    }];
    if (repeated === 0) {
      return pass(
        joined([{ en: `${counted(ids.size, "id")}, none twice`, zh: `${ids.size} 个 ID 无重复` }, ...nameless]),
      );
    }
    const twice = [...ids].filter(([, count]) => count > 1).map(([id]) => id);
    return warn(
      joined([{
        en: `${twice.length} of ${counted(ids.size, "id")} stand in more than one line: ${some(twice, 3).en}`,
        zh: `${ids.size} 个 ID 中有 ${twice.length} 个重复：${some(twice, 3).zh}`,
      }, ...nameless]),
      {
        en:
          "Of each id a deletion counts, then the newest line; take the others out by hand if they are no leftovers of a merge",
        zh: "每个 ID 以删除为准，其次以最新一行为准；若不是合并留下的，请手工去掉多余的行",
      },
    );
  });

function hiddenIn(store: Store): readonly Stored[] {
  try {
    return readContents(store).hidden;
  } catch {
    // A file that can't be read has a check of its own.
    return [];
  }
}

/** How many lines repeat an id. */
export const duplicateRate: Check = (patient) =>
  eachLayer(patient, ({ lines: { valid, repeated } }) => {
    const percent = valid === 0 ? 0 : repeated / valid * 100;
    const shown = `${Number(percent.toFixed(1))}%`;
    if (percent <= THRESHOLDS.duplicate_id_warn_pct) return pass(same(shown));
    return warn({ en: `${shown} of the lines repeat an id`, zh: `${shown} 的行 ID 重复` }, {
      en: "Find out what writes twice: an import that was run again, two hooks, a merge",
      zh: "请查明什么在重复写入：重复导入、两套钩子或合并",
    });
  });

/** Whether a day has far more facts than anybody states. */
export const dailySpike: Check = (patient) =>
  eachLayer(patient, ({ lines: { perDay } }) => {
    const [day, most] = [...perDay].reduce(([a, most], [b, count]) => count > most ? [b, count] : [a, most], ["", 0]);
    if (most <= THRESHOLDS.daily_write_spike) {
      return pass({ en: `at most ${most} in one day`, zh: `最大单日 ${most} 条，无异常` });
    }
    const days = [...perDay.values()].filter((count) => count > THRESHOLDS.daily_write_spike).length;
    return warn({
      en: `${most} on ${day}${days > 1 ? `, and ${days - 1} other days above ${THRESHOLDS.daily_write_spike}` : ""}`,
      zh: `${day} 写入 ${most} 条${days > 1 ? `，另有 ${days - 1} 天超过 ${THRESHOLDS.daily_write_spike} 条` : ""}`,
    }, { en: `Look at that day: \`memory show --day ${day}\``, zh: `请查看这一天：\`memory show --day ${day}\`` });
  });

/** Whether notes can be read, and INDEX.md lists them. */
export const notesIndex: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { total, problems } = checkNotes(store);
    const detail = { en: counted(total, "note"), zh: `${total} 篇笔记` };
    if (problems.length === 0) return pass(detail);
    const told = problems.map(({ file, line, problem }) =>
      inBoth((say) => `${file}${line === undefined ? "" : `:${line}`} ${say(problem)}`)
    );
    return warn({
      en: `${detail.en}, ${counted(problems.length, "problem")}: ${some(told, 3).en}`,
      zh: `${detail.zh}，${problems.length} 个问题：${some(told, 3).zh}`,
    }, {
      en: "`memory doctor --fix` makes INDEX.md anew; `memory note check` lists what is left to mend by hand",
      zh: "`memory doctor --fix` 会重新生成 INDEX.md；`memory note check` 会列出仍需手工修改的地方",
    });
  });

/** Whether anything waits, was left half done, or is in the way. */
export const spool: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { waiting, damaged, deadLocks, cutShort, writer, temporary } = leftoversOf(store);
    const findings: Finding[] = [];
    const tell = (detail: Sentence, next: Sentence = FIX) => void findings.push(warn(detail, next));
    if (waiting.length > 0) {
      tell({
        en: `${counted(waiting.length, "write")} of hooks waiting for the next writer`,
        zh: `${waiting.length} 次钩子写入在等待下一个写入者`,
      });
    }
    if (damaged.length > 0) {
      const files = some(damaged, 3);
      tell({ en: `half-written: ${files.en}`, zh: `写到一半：${files.zh}` }, {
        en: "What could be read of it is saved; look at the rest and delete the file",
        zh: "能读出的部分已保存；请查看其余部分后删除该文件",
      });
    }
    if (cutShort) {
      const { command, op_id } = cutShort;
      tell({
        en: `${command} (${op_id}) was cut short; the next write completes it`,
        zh: `${command}（${op_id}）中途被打断，下一次写入会将其完成`,
      });
    }
    if (deadLocks.length > 0) {
      const files = some(deadLocks, 3);
      tell({ en: `locks of processes that are gone: ${files.en}`, zh: `进程已退出却未释放的锁：${files.zh}` });
    }
    if (temporary.length > 0) {
      const files = some(temporary, 3);
      tell({
        en: `${counted(temporary.length, "temporary file")} left behind: ${files.en}`,
        zh: `遗留 ${temporary.length} 个临时文件：${files.zh}`,
      });
    }
    if (findings.length > 0) return together(findings);
    if (writer !== undefined) return pass({ en: `${writer} is writing now`, zh: `${writer} 正在写入` });
    return pass({ en: "nothing unfinished", zh: "没有未完成的写入" });
  });

const FIX: Sentence = { en: "Run `memory doctor --fix`", zh: "请运行 `memory doctor --fix`" };

/** The permission bits of everybody but the owner. */
export const OTHERS = 0o077;

/** Whether we may write, and others may not read. */
export const permissions: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { runtime } = patient;
    const outside = linksOut(store);
    if (outside.length > 0) {
      const files = some(outside, 3);
      return fail({ en: `links out of the data folder: ${files.en}`, zh: `指向数据目录之外的链接：${files.zh}` }, {
        en: "Replace the links by real files: what they lead to is left out, and nothing is written there",
        zh: "请换成真实文件：所指内容不计入记忆，也不会写入",
      });
    }
    const locked = readOnly(store);
    if (locked.length > 0) {
      const paths = some(locked, 3);
      return fail({ en: `can't be written: ${paths.en}`, zh: `无法写入：${paths.zh}` }, {
        en: "Make them writable: nothing can be saved there",
        zh: "请让它们可写：目前无法保存",
      });
    }
    return runtime.platform === "win32" ? pass(same(store.folder)) : openness(patient, store);
  });

function openness({ runtime }: Patient, store: Store) {
  const [path = store.folder] = openToOthers(store);
  const mode = runtime.files.stat(path)?.mode ?? 0;
  const shown = `${path} ${mode.toString(8).padStart(3, "0")}`;
  if ((mode & OTHERS) === 0) return pass({ en: `${shown}, yours alone`, zh: `${shown}，仅本人可用` });
  const may = path === store.folder ? { en: "look into it", zh: "进入" } : { en: "read it", zh: "读取" };
  return warn({ en: `${shown}: others on this machine may ${may.en}`, zh: `${shown}：本机其他用户也能${may.zh}` }, {
    en: "Run `memory doctor --fix`, which closes it",
    zh: "请运行 `memory doctor --fix` 收紧权限",
  });
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

/** Enough to begin with; their number is told besides. */
const PLACES_TOLD = 20;

/** Whether a secret stands in any text file. */
export const secrets: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { runtime } = patient;
    const texts = textFiles(store);
    const found = texts.flatMap((file) => secretsIn(store, file));
    if (found.length === 0) {
      return pass({ en: `none in ${counted(texts.length, "file")}`, zh: `${texts.length} 个文件中没有` });
    }
    const detail = {
      en: `${counted(found.length, "place")}: ${some(found, PLACES_TOLD).en}`,
      zh: `${found.length} 处：${some(found, PLACES_TOLD).zh}`,
    };
    const next = {
      en:
        "Change the secret; then erase the record with `memory manage delete --id ID --purge --include-backups`, or edit the file",
      zh: "请更换该密钥；再用 `memory manage delete --id ID --purge --include-backups` 抹去记录，或直接修改文件",
    };
    // A secret that git carries to others is worse than one on this machine.
    return shareOf(runtime, store.folder) === "none" ? warn(detail, next) : fail(detail, next);
  });

/** Every text file, backups included, but for logs. The index only repeats them. */
function textFiles(store: Store, folder = "", depth = 1): string[] {
  const { files } = store.runtime;
  const names = folder === "" ? namesAtTop(store) : files.list(pathOf(store, folder));
  return names.flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    if (name === ".git" || file === LOGS_FOLDER) return [];
    if (/\.(jsonl?|md|mdc|damaged)$/.test(name)) return [file];
    return depth < DEEPEST_FOLDER && files.stat(pathOf(store, file))?.kind === "folder"
      ? textFiles(store, file, depth + 1)
      : [];
  });
}

function secretsIn(store: Store, file: string): string[] {
  const bytes = store.runtime.files.read(pathOf(store, file));
  if (!bytes) return [];
  return /\.jsonl(\.damaged)?$/.test(file) ? inLines(file, bytes) : inText(file, new TextDecoder().decode(bytes));
}

function inLines(file: string, bytes: Uint8Array): string[] {
  const found: string[] = [];
  visitLines(bytes, (record, _problem, line, text) => {
    const kinds = new Set((record ? stringsIn(record) : [text]).flatMap(kindsIn));
    const id = typeof record?.id === "string" && !file.startsWith(BACKUPS_FOLDER) ? ` ${record.id}` : "";
    if (kinds.size > 0) found.push(`${file}:${line}${id} (${[...kinds].join(", ")})`);
  });
  return found;
}

/** By line; for a secret that spans lines, as a private key does, by file. */
function inText(file: string, text: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [at, line] of text.split("\n").entries()) {
    const kinds = kindsIn(line);
    for (const kind of kinds) seen.add(kind);
    if (kinds.length > 0) found.push(`${file}:${at + 1} (${kinds.join(", ")})`);
  }
  const rest = kindsIn(text).filter((kind) => !seen.has(kind));
  return rest.length > 0 ? [...found, `${file} (${rest.join(", ")})`] : found;
}

function kindsIn(text: string): readonly string[] {
  return redact(text).kinds;
}

function stringsIn(value: RawRecord | unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
