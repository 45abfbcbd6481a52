/** `memory note index` and `memory note check` */
import { defineCommand, ok, type Style } from "../../cli/command.ts";
import { type Check, checkNotes, type IndexUpdate, updateIndex } from "../../notes/index_file.ts";
import type { Sentence } from "../../sentence.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { existingStores, openMemory } from "../../store/memory.ts";

export const noteIndex = defineCommand({
  name: "note index",
  summary: { en: "Make INDEX.md anew from the notes", zh: "由笔记重新生成 INDEX.md" },
  about: {
    en: "Hand edits of notes are picked up; what stands around the table in INDEX.md stays.",
    zh: "手工改过的笔记会反映进来；INDEX.md 里表格以外的内容不动。",
  },
  examples: ["memory note index"],
  args: {},
  run({ runtime, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const [store] = existingStores(memory, layer);
    const update = withLock(store, LOCK_TIMEOUT_MS, (locked) => updateIndex(locked, { whole: true }));
    const { total, changed, warnings } = update;
    return ok({ total, changed, warnings: warnings.map(({ en }) => en), file: "INDEX.md" }, warnings);
  },
  render({ total, changed }: IndexUpdate, style: Style, warnings: readonly Sentence[]) {
    const lines = warnings.map((warning) => style.yellow(`${style.say(warning)}\n`)).join("");
    const done = style.say({
      en: `INDEX.md ${changed ? "made anew" : "is in step"}: ${total} notes\n`,
      zh: `INDEX.md ${changed ? "已重新生成" : "与笔记一致"}：${total} 篇笔记\n`,
    });
    return done + lines;
  },
});

/** The code of a failure, so that a script stops. */
const EXIT_THEY_DIFFER = 4;

export const noteCheck = defineCommand({
  name: "note check",
  summary: { en: "Compare the notes with INDEX.md, both ways", zh: "双向核对笔记与 INDEX.md" },
  about: {
    en: "Exit 0 when they agree and every note could be read as meant, else 4 with file and line.",
    zh: "两者一致、且每篇笔记都能正确读出时退出码为 0，否则为 4 并指出文件和行。",
  },
  examples: ["memory note check"],
  args: {},
  run({ runtime, projectPath, layer }) {
    const memory = openMemory(runtime, { projectPath });
    const [store] = existingStores(memory, layer);
    const check = checkNotes(store);
    const { total, problems, warnings } = check;
    const data = {
      total,
      problems: problems.map(({ problem, ...place }) => ({ ...place, problem: problem.en })),
      warnings: warnings.map(({ en }) => en),
    };
    return { ...ok(data, check), exitCode: check.problems.length === 0 ? 0 : EXIT_THEY_DIFFER };
  },
  render({ total }: Check, style: Style, { problems, warnings }: Check) {
    const lines = problems.map(({ file, line, problem }) => `${file}${line ? `:${line}` : ""} ${style.say(problem)}\n`);
    const agree = style.say({
      en: `${total} notes agree with INDEX.md\n`,
      zh: `${total} 篇笔记与 INDEX.md 一致\n`,
    });
    const told = warnings.map((warning) => style.yellow(`${style.say(warning)}\n`));
    return `${lines.join("")}${told.join("")}${problems.length === 0 ? agree : ""}`;
  },
});
