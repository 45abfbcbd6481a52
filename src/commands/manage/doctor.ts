/** `memory manage doctor`, `memory doctor` */
import { flag } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { pad, type Style, width, wrap } from "../../cli/terminal.ts";
import { type Diagnosis, examine } from "../../doctor/mod.ts";

export const manageDoctor = defineCommand({
  args: { fix: flag, deep: flag },
  async run({ runtime, args, projectPath, layer }) {
    return ok(await examine(runtime, { projectPath, layer, ...args }), renderDiagnosis);
  },
});

const MARKS = { pass: "✓", warn: "!", fail: "✗", unchecked: "–" } as const;

/** A line for each check, its next step below. The marks show the status where there are no colours. */
function renderDiagnosis({ checks, summary, fixed = [], unfixed = [] }: Diagnosis, style: Style): string {
  const colours = { pass: style.green, warn: style.yellow, fail: style.red, unchecked: style.dim };
  const { say } = style;
  const names = Math.max(...checks.map(({ name }) => width(say(name))));
  const indent = " ".repeat(names + 4);
  const lines = checks.flatMap(({ status, name, detail, next_step, unchecked }) => {
    const how = unchecked ? "unchecked" : status;
    const [first = "", ...rest] = wrap(say(detail), style.columns - indent.length);
    const steps = next_step === undefined ? [] : wrap(`→ ${say(next_step)}`, style.columns - indent.length);
    return [
      `${colours[how](MARKS[how])} ${style.bold(pad(say(name), names))}  ${first}`,
      ...rest.map((line) => indent + line),
      ...steps.map((line) => indent + style.dim(line)),
    ];
  });
  const repairs = [
    ...fixed.map(({ done }) => `${style.green("+")} ${say(done)}\n`),
    ...unfixed.map((sentence) => `${style.red(MARKS.fail)} ${say(sentence)}\n`),
  ];
  if (repairs.length > 0) repairs.push("\n");
  const { pass, warn, fail } = summary;
  const left = checks.filter(({ unchecked }) => unchecked).length;
  const sums = `${pass - left} ${MARKS.pass}  ${warn} ${MARKS.warn}  ${fail} ${MARKS.fail}${
    left > 0 ? `  ${left} ${MARKS.unchecked}` : ""
  }`;
  return `${repairs.join("")}${lines.join("\n")}\n\n${sums}\n`;
}
