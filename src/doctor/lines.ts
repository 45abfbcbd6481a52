/** The JSONL files: can every line be read, has every record its own id, did something write far too much? */
import { counted } from "../cli/phrases.ts";
import { readContents, type Stored } from "../store/contents.ts";
import { layerToWrite } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { type Check, eachLayer, fail, type Finding, pass, type Patient, some, together, warn } from "./check.ts";
import { THRESHOLDS } from "./thresholds.ts";
import type { StoreView } from "./view.ts";

/** Checks the lines, and the settings files, which are JSON too. */
export const jsonlParseable: Check = (patient) => {
  const { memory, say, problem } = patient;
  const findings: Finding[] = patient.views.length > 0 ? [eachLayer(patient, readable(patient))] : [noMemory(patient)];
  if (problem !== undefined) findings.unshift(fail(say(problem)));
  if (memory.warnings.length > 0) {
    const told = some(memory.warnings.map(say), say, 3);
    findings.push(warn(
      say({ en: `settings: ${told}`, zh: `设置：${told}` }),
      say({
        en: "Correct the setting; `memory config validate` shows all",
        zh: "请改正设置，`memory config validate` 会列出全部",
      }),
    ));
  }
  return together(say, findings);
};

function noMemory({ memory, layer, say }: Patient): Finding {
  const { locations } = memory;
  if (layerToWrite(memory, layer) === "global") {
    return fail(
      say({ en: "there is no global memory yet", zh: "还没有全局记忆" }),
      say({
        en: "Run `memory init --global`; the first record saved with --layer global makes it as well",
        zh: "请运行 `memory init --global`；用 --layer global 保存第一条记录时也会建立",
      }),
    );
  }
  if (locations.projectFolder !== undefined) {
    return fail(
      say({
        en: "storage.location is global-only: the project's memory is not used",
        zh: "storage.location 为 global-only：不使用项目记忆",
      }),
      say({ en: "Leave --layer project out", zh: "请去掉 --layer project" }),
    );
  }
  return fail(
    say({ en: "there is no memory here", zh: "这里还没有记忆" }),
    say({ en: "Run `memory init` in the project", zh: "请在项目中运行 `memory init`" }),
  );
}

function readable({ say }: Patient): (view: StoreView) => Finding {
  return ({ lines: { valid, bad, unreadable }, others }) => {
    const findings: Finding[] = [];
    if (unreadable.length > 0) {
      const files = some(unreadable.map(({ file, reason }) => `${file} (${say(reason)})`), say, 3);
      findings.push(fail(
        say({ en: `can't be read: ${files}`, zh: `无法读取：${files}` }),
        say({
          en: "Make these files readable, split or move away what is too large; the rest works without them",
          zh: "请让这些文件可读，过大的请拆开或移走；其余内容照常可用",
        }),
      ));
    }
    const all = [...bad, ...others];
    if (all.length > 0) {
      const places = some(all.map(({ file, line, problem }) => `${file}:${line} (${say(problem)})`), say, 3);
      findings.push(fail(
        say({
          en: `${all.length} of ${counted(valid + all.length, "line")} can't be parsed: ${places}`,
          zh: `${valid + all.length} 行中有 ${all.length} 行无法解析：${places}`,
        }),
        say({
          en: "Correct these lines by hand, or take them out; they are kept as they are and not used",
          zh: "请手工改正或删去这些行；它们原样保留，但不会被使用",
        }),
      ));
    }
    if (findings.length > 0) return together(say, findings);
    return pass(say({ en: `${counted(valid, "line")}, all valid`, zh: `${valid} 条全部有效` }));
  };
}

/** Which of equal ids counts is settled (a deletion wins, then the newest), so they only cost clarity. */
export const idUnique: Check = (patient) =>
  eachLayer(patient, ({ store, lines: { ids, repeated, anonymous } }) => {
    const { say } = patient;
    const hidden = repeated === 0 ? [] : hiddenIn(store);
    if (hidden.length > 0) {
      // Without the digest that tells it apart.
      const shared = [...new Set(hidden.map(({ key }) => key.slice(0, key.lastIndexOf("-"))))];
      return warn(
        say({
          en: `${counted(hidden.length, "record")} of equal id in the files, but other content: ${
            some(shared, say, 3)
          }`,
          zh: `${hidden.length} 条记录与别的记录内容不同，在文件中却用着同样的 id：${some(shared, say, 3)}`,
        }),
        say({
          en:
            "Each is listed and found by an id of its own; `memory doctor --fix` writes these ids, and undo takes it back",
          zh: "它们各以自己的 id 列出和查找；`memory doctor --fix` 会把这些 id 写进文件，也可以撤销",
        }),
      );
    }
    const nameless = anonymous === 0 ? "" : say({
      en: `; ${counted(anonymous, "record")} without an id, known by their lines`,
      zh: `；${anonymous} 条记录没有 ID，以所在行代替`,
    });
    if (repeated === 0) {
      return pass(say({ en: `${counted(ids.size, "id")}, none twice`, zh: `${ids.size} 个 ID 无重复` }) + nameless);
    }
    const twice = [...ids].filter(([, count]) => count > 1).map(([id]) => id);
    return warn(
      say({
        en: `${twice.length} of ${counted(ids.size, "id")} stand in more than one line: ${some(twice, say, 3)}`,
        zh: `${ids.size} 个 ID 中有 ${twice.length} 个重复：${some(twice, say, 3)}`,
      }) + nameless,
      say({
        en:
          "Of each id a deletion counts, then the newest line; take the others out by hand if they are no leftovers of a merge",
        zh: "每个 ID 以删除为准，其次以最新一行为准；若不是合并留下的，请手工去掉多余的行",
      }),
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
    const { say } = patient;
    const percent = valid === 0 ? 0 : repeated / valid * 100;
    const shown = `${Number(percent.toFixed(1))}%`;
    if (percent <= THRESHOLDS.duplicate_id_warn_pct) return pass(shown);
    return warn(
      say({ en: `${shown} of the lines repeat an id`, zh: `${shown} 的行 ID 重复` }),
      say({
        en: "Find out what writes twice: an import that was run again, two hooks, a merge",
        zh: "请查明什么在重复写入：重复导入、两套钩子或合并",
      }),
    );
  });

/** Whether a day has far more facts than anybody states. */
export const dailySpike: Check = (patient) =>
  eachLayer(patient, ({ lines: { perDay } }) => {
    const { say } = patient;
    const [day, most] = [...perDay].reduce(([a, most], [b, count]) => count > most ? [b, count] : [a, most], ["", 0]);
    if (most <= THRESHOLDS.daily_write_spike) {
      return pass(say({ en: `at most ${most} in one day`, zh: `最大单日 ${most} 条，无异常` }));
    }
    const days = [...perDay.values()].filter((count) => count > THRESHOLDS.daily_write_spike).length;
    return warn(
      say({
        en: `${most} on ${day}${days > 1 ? `, and ${days - 1} other days above ${THRESHOLDS.daily_write_spike}` : ""}`,
        zh: `${day} 写入 ${most} 条${days > 1 ? `，另有 ${days - 1} 天超过 ${THRESHOLDS.daily_write_spike} 条` : ""}`,
      }),
      say({
        en: `Look at that day: \`memory show --day ${day}\``,
        zh: `请查看这一天：\`memory show --day ${day}\``,
      }),
    );
  });
