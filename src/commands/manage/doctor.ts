/** `memory manage doctor`, `memory doctor` */
import { flag } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { pad, type Style, width, wrap } from "../../cli/terminal.ts";
import { type Diagnosis, examine } from "../../doctor/mod.ts";

export const manageDoctor = defineCommand({
  name: "manage doctor",
  summary: {
    en: "Check whether memory works: files, index, hooks, delivery",
    zh: "检查记忆是否正常：文件、索引、钩子、送达",
  },
  about: {
    en: `Each check that does not pass says the next step. Changes nothing without --fix, which takes the steps that can
lose nothing: a broken index is made anew, waiting writes are merged, what dead processes left behind goes.
--deep reads everything, every line and every page, and looks for secrets.`,
    zh: `没有通过的检查都会给出下一步。不加 --fix 什么都不改；--fix 只做不会丢失内容的事：重建损坏的索引，
合并等待中的写入，清除已死进程留下的东西。--deep 逐行逐页全部读一遍，并查找密钥。`,
  },
  examples: ["memory doctor", "memory doctor --fix", "memory doctor --deep"],
  args: {
    fix: flag({ en: "Take the next steps that can lose nothing", zh: "执行不会丢失内容的下一步" }),
    deep: flag({ en: "Look at everything, however long it takes", zh: "全部检查，不管多久" }),
  },
  async run({ runtime, args, projectPath, layer, forPerson }) {
    const language = forPerson ? undefined : "en";
    return ok(
      await examine(runtime, { projectPath, layer, language, deep: args.deep, fix: args.fix }),
      renderDiagnosis,
    );
  },
});

const MARKS = { pass: "✓", warn: "!", fail: "✗" } as const;

/** A line for each check, its next step below. The marks say without colours what is wrong. */
function renderDiagnosis({ checks, summary, fixed = [], unfixed = [] }: Diagnosis, style: Style): string {
  const colours = { pass: style.green, warn: style.yellow, fail: style.red };
  const names = Math.max(...checks.map(({ name }) => width(name)));
  const indent = " ".repeat(names + 4);
  const lines = checks.flatMap(({ status, name, detail, next_step }) => {
    const [first = "", ...rest] = wrap(detail, style.columns - indent.length);
    const steps = next_step === undefined ? [] : wrap(`→ ${next_step}`, style.columns - indent.length);
    return [
      `${colours[status](MARKS[status])} ${style.bold(pad(name, names))}  ${first}`,
      ...rest.map((line) => indent + line),
      ...steps.map((line) => indent + style.dim(line)),
    ];
  });
  const { pass, warn, fail } = summary;
  const mended = [
    ...fixed.map(({ done }) => `${style.green("+")} ${done}\n`),
    ...unfixed.map((sentence) => `${style.red(MARKS.fail)} ${sentence}\n`),
  ].join("");
  return `${mended}${mended === "" ? "" : "\n"}${
    lines.join("\n")
  }\n\n${pass} ${MARKS.pass}  ${warn} ${MARKS.warn}  ${fail} ${MARKS.fail}\n`;
}
