/** Checks whether the project's memory is the person's own, and finds homes whose project is no longer in its place. */
import { join } from "node:path";
import { briefId, utcDay } from "../records/ids.ts";
import { homeTrouble } from "../home_trouble.ts";
import { same, type Sentence } from "../sentence.ts";
import { homesFolder, readOwner } from "../store/owner.ts";
import { dailyFile } from "../store/layout.ts";
import { gitPath } from "../git/tracking.ts";
import { worktreeOf } from "../git/worktree.ts";
import { isRuleShown, ruleFileOf } from "../recall/rule_file.ts";
import { shownToGit } from "../setup/exclude.ts";
import { shownByLateGit } from "../setup/late_git.ts";
import { filesForGit } from "../setup/share.ts";
import { exposedIn, exposedPaths, exposedStep, moreShownStep, moreShownText } from "../store/keep_private.ts";
import { emptiedOf, emptiedStep, emptiedText } from "../store/emptied.ts";
import { type LostMemory, lostMemoryOf, lostOf, lostText, restoreHint } from "../store/lost.ts";
import { isMadeAnew, isTrackedSwitch, projectOffText, refusedFailure } from "../store/memory.ts";
import { keepAsWanted, noteBrought } from "../store/name_again.ts";
import { countOf, rulesReadOtherwise, toBeTold, weighedInstructions } from "../upkeep/trust.ts";
import { named, some } from "../wording.ts";
import { failedCheck, type Finding, finding, type Patient, said, together } from "./check.ts";

/** Whether the memory is the person's own, whether parts of it are lost, and which homes have lost their project. */
export function home(patient: Patient): Finding {
  const whole = lostMemoryOf(patient.memory, patient.layer);
  const findings = [
    ...lost(patient, whole),
    ...shown(patient),
    ...projectHome(patient),
    ...readOtherwise(patient),
    ...exposed(patient),
    ...shownFiles(patient),
    ...gone(patient, whole),
  ];
  return findings.length > 0 ? together(findings) : finding("no_project");
}

/** Records that a pull has begun to show to git. */
function shown({ memory: { project }, layer }: Patient): Finding[] {
  if (!project || layer === "global" || !keepAsWanted(project)) return [];
  return [{ status: "warn", detail: moreShownText(project), next_step: moreShownStep() }];
}

/** Files that `git clean` or `rm` took and of which the home has copies, and files that were emptied in place. */
function lost({ views }: Patient, whole: LostMemory | undefined): Finding[] {
  const warning = (detail: Sentence, next_step: Sentence): Finding => ({ status: "warn", detail, next_step });
  const lost = [...whole ? [whole.lost] : [], ...views.flatMap(({ store }) => lostOf(store) ?? [])];
  const emptied = views.flatMap(({ store }) => emptiedOf(store) ?? []);
  return [
    ...lost.map((each) => warning(lostText(each), restoreHint(each))),
    ...emptied.map((each) => warning(emptiedText(each), emptiedStep(each))),
  ];
}

function projectHome({ runtime, memory, layer }: Patient): Finding[] {
  const { project, locations: { refused, projectFolder } } = memory;
  if (layer === "global") return [];
  if (refused) return [failedCheck(refusedFailure(refused))];
  if (!project) {
    if (projectFolder === undefined || !isTrackedSwitch(runtime, projectFolder)) return [];
    return [finding("switched_off_by_git", { problem: projectOffText(projectFolder) })];
  }
  if (project.standing === "foreign") {
    const trouble = homeTrouble(runtime);
    if (trouble?.isUnread) return [failedCheck(trouble.failure)];
    const step = trouble?.failure.told.hint;
    if (step) return [{ ...finding("foreign", { folder: project.folder }), next_step: step }];
    return [finding(isMadeAnew(project) ? "foreign_again" : "foreign", { folder: project.folder })];
  }
  // Before the next step of a finding has the person untrack a file, after which nothing tells that git brought it.
  noteBrought(project);
  const weighed = toBeTold(weighedInstructions(memory));
  if (weighed.length === 0) return [{ status: "pass", detail: same(project.home) }];
  return [finding("weighed", { home: project.home, number: countOf(weighed) })];
}

/** The person's rules that a pull has made notes of. */
function readOtherwise({ memory: { project }, layer }: Patient): Finding[] {
  const ids = project && layer !== "global" && project.standing === "own" ? rulesReadOtherwise(project) : [];
  return ids.length === 0 ? [] : [finding("read_otherwise", { ids: some(ids.map(briefId)) })];
}

/** The files of the memory that git tracks although their folder is kept out of commits. */
function exposed({ runtime, memory: { project }, layer }: Patient): Finding[] {
  if (!project || layer === "global" || project.standing === "foreign") return [];
  const today = dailyFile(utcDay(runtime.now().toISOString()));
  const files = exposedIn(project, [...new Set([today, ...filesForGit(project)])]);
  if (files.length === 0) return [];
  const { saved, paths } = exposedPaths(project, files);
  return [{ ...finding(saved ? "exposed" : "still_shown", { paths }), next_step: exposedStep(project, files) }];
}

/** A client has a dozen files of ours. */
const LATE_SHOWN = 4;

/** Files of ours outside of the data folder that a commit would take along. */
function shownFiles({ runtime, memory, layer }: Patient): Finding[] {
  const { project, locations: { projectRoot } } = memory;
  const worktree = projectRoot === undefined ? undefined : worktreeOf(runtime, projectRoot);
  if (!project || !worktree || layer === "global" || project.standing === "foreign") return [];
  const late = shownByLateGit(memory);
  if (late.length > 0) {
    return [finding("late_git", { paths: some(late.map((file) => gitPath(worktree.root, file)), LATE_SHOWN) })];
  }
  const shown = shownToGit(runtime, worktree);
  const rule = isRuleShown(memory) ? ruleFileOf(memory) : undefined;
  return [
    ...shown.map(({ ignore, files, lines }) => ({
      ...finding("shown_files", { ignore, paths: named(files.map((file) => gitPath(worktree.root, file))) }),
      next_step: said("shown_step", { ignore, lines: named(lines.map((line) => `\`${line}\``)) }),
    })),
    ...rule === undefined || shown.some(({ files }) => files.includes(rule))
      ? []
      : [finding("rule_shown", { path: rule })],
  ];
}

/**
 * Homes whose data folder is no longer in its place. They are only reported, never removed: a home holds backups and
 * copies of deleted records, and a project that was only moved still needs its home.
 */
function gone({ runtime, memory }: Patient, whole: LostMemory | undefined): Finding[] {
  const here = [memory.project, whole?.store].map((store) => store?.home);
  const folder = homesFolder(runtime);
  const homes = runtime.files.list(folder).map((name) => join(folder, name)).filter((path) => {
    const owner = readOwner(runtime, path);
    return owner !== undefined && owner.token !== "" && !here.includes(path) &&
      runtime.files.stat(owner.path) === undefined;
  });
  return homes.length === 0 ? [] : [finding("homes_left", { homes })];
}
