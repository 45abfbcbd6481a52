/** Curated notes and the table that lists them. */
import { counted } from "../cli/phrases.ts";
import { checkNotes } from "../notes/index_file.ts";
import { type Check, eachLayer, pass, some, warn } from "./check.ts";

/** Whether notes can be read, and INDEX.md lists them. */
export const notesIndex: Check = (patient) =>
  eachLayer(patient, ({ store }) => {
    const { say } = patient;
    const { total, problems } = checkNotes(store);
    const detail = say({ en: counted(total, "note"), zh: `${total} 篇笔记` });
    if (problems.length === 0) return pass(detail);
    const told = problems.map(({ file, line, problem }) =>
      `${file}${line === undefined ? "" : `:${line}`} ${say(problem)}`
    );
    return warn(
      say({
        en: `${detail}, ${counted(problems.length, "problem")}: ${some(told, say, 3)}`,
        zh: `${detail}，${problems.length} 个问题：${some(told, say, 3)}`,
      }),
      say({
        en: "`memory doctor --fix` makes INDEX.md anew; `memory note check` lists what is left to mend by hand",
        zh: "`memory doctor --fix` 会重新生成 INDEX.md；`memory note check` 会列出仍需手工修改的地方",
      }),
    );
  });
