/** Checks whose the project's memory is, and finds homes whose project is not where it was. */
import { same } from "../sentence.ts";
import { join } from "node:path";
import { counted } from "../cli/terminal.ts";
import type { Instruction } from "../store/found.ts";
import { utcDay } from "../records/ids.ts";
import { homesFolder, readOwner } from "../store/home.ts";
import { dailyFile, FACTS_FILE, SESSIONS_FILE, TOKEN_FILE } from "../store/layout.ts";
import { exposedIn, exposedStep } from "../store/keep_private.ts";
import { isTrackedSwitch, LINKED_OUT_HINT, linkedOutText, projectOffText } from "../store/memory.ts";
import { saysSomething, weighedInstructions } from "../upkeep/trust.ts";
import { type Check, fail, type Finding, pass, type Patient, some, together, warn } from "./check.ts";

/** Whether the memory is one's own, and what of it is weighed. */
export const home: Check = (patient) => {
  const findings = [...projectHome(patient), ...exposed(patient), ...gone(patient)];
  return findings.length > 0 ? together(findings) : pass({ en: "no project here", zh: "这里没有项目" });
};

function projectHome({ runtime, memory, layer }: Patient): Finding[] {
  const { project, locations: { linkedOut, projectFolder } } = memory;
  if (linkedOut && layer !== "global") return [fail(linkedOutText(linkedOut), LINKED_OUT_HINT)];
  if (!project && projectFolder !== undefined && layer !== "global" && isTrackedSwitch(runtime, projectFolder)) {
    return [
      warn(projectOffText(projectFolder), { en: "Switch it on with `memory enable`", zh: "用 `memory enable` 打开" }),
    ];
  }
  if (!project || layer === "global") return [];
  if (project.standing === "foreign") {
    return [
      warn({
        en: `${project.folder} was not made here; nothing in it is followed`,
        zh: `${project.folder} 不是在本机建立的；不照做其中任何内容`,
      }, { en: "If it is yours, run `memory trust`", zh: "若是你自己的，请运行 `memory trust`" }),
    ];
  }
  const weighed: readonly Instruction[] = weighedInstructions(memory).filter(saysSomething);
  if (weighed.length === 0) return [pass(same(project.home))];
  return [
    pass({
      en: `${project.home}; ${
        counted(weighed.length, "text")
      } that others may have written: \`memory trust\` shows them`,
      zh: `${project.home}；${weighed.length} 条可能出自他人，\`memory trust\` 会列出`,
    }),
  ];
}

/** What is written today into files that git tracks, although the folder is kept out of commits. */
function exposed({ runtime, memory: { project }, layer }: Patient): Finding[] {
  if (!project || layer === "global" || project.standing === "foreign") return [];
  const today = dailyFile(utcDay(runtime.now().toISOString()));
  const paths = exposedIn(project, [TOKEN_FILE, today, SESSIONS_FILE, FACTS_FILE])
    .map((file) => join(project.folder, file));
  if (paths.length === 0) return [];
  return [
    warn({
      en: `git tracks ${paths.join(", ")}, so a commit takes along what is written there`,
      zh: `git 跟踪着 ${paths.join("，")}，写进去的内容会随提交带走`,
    }, exposedStep(paths)),
  ];
}

/**
 * Homes whose data folder is no longer where it was. They hold the backups and copies of what was deleted, and a
 * project that was moved keeps its home: only the person takes one away.
 */
function gone({ runtime, memory }: Patient): Finding[] {
  const folder = homesFolder(runtime);
  const left = runtime.files.list(folder).map((name) => join(folder, name)).filter((path) => {
    const owner = readOwner(runtime, path);
    return owner !== undefined && owner.token !== "" && path !== memory.project?.home &&
      runtime.files.stat(owner.path) === undefined;
  });
  if (left.length === 0) return [];
  return [
    pass({
      en: `of projects that are not where they were: ${some(left, 3).en}; delete one only if its project is gone, ` +
        "not moved",
      zh: `所属项目已不在原处：${some(left, 3).zh}；只有项目确已删除、而非移动时，才可删除`,
    }),
  ];
}
