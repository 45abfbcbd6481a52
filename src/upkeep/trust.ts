/**
 * In: a project's memory. Out: its texts that no agent is told to follow, since others may have written them; and the
 * person's confirmation that they are their own (store/home.ts).
 */
import { mayBeSharedIn, sharedIn } from "../recall/readers.ts";
import type { Actor } from "../store/audit.ts";
import { applyChange } from "../store/change.ts";
import { readContents, recordFiles } from "../store/contents.ts";
import { newAmong } from "../store/brought.ts";
import { type Instruction, instructionsIn, saidIn } from "../store/instructions.ts";
import { addKnown, lineDigest, noteFound, noteKnown, readKnown, textDigest, wasFound } from "../store/known.ts";
import { outdate } from "../store/outdated.ts";
import { noteTrustedLines, ownLinesIn } from "../store/own_lines.ts";
import type { RecordId } from "../records/ids.ts";
import { type RawRecord, supersededBy } from "../records/mod.ts";
import { asSaid, contentText, isSaid, opinionIn } from "../records/view.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { CORE_FILE, pathOf, SHARE_FOLDER, type StorePath } from "../store/layout.ts";
import { noteFiles } from "../store/truth_files.ts";
import { withLockForSetup } from "../store/write_lock.ts";
import { linesOf } from "../text/legible.ts";
import { headingLevel, substanceOf } from "../text/markdown.ts";
import { trackingOf } from "../store/tracking.ts";

/** The texts that agents would follow had the person surely written them, and rules of an import or a capture. */
export function weighedInstructions(memory: Pick<Memory, "runtime" | "project" | "global">): Instruction[] {
  const { project, global } = memory;
  if (!project) return [];
  const isShared = sharedIn(memory);
  const mayBeShared = mayBeSharedIn(project);
  const own = global ? unconfirmedRules(global).map((rule) => ({ ...rule, file: `${pathOf(global, rule.file)}` })) : [];
  const contents = readContents(project);
  const shared = instructionsIn(project, contents, (file) => !isOfTeam(file) && mayBeShared(file))
    .filter(({ file, text, section }) => isShared("project", file, () => text, section));
  return [...shared, ...unconfirmedRules(project, contents), ...own];
}

/** Whether a file is a note of the team's folder, which nobody follows: a pull changes it at any time. */
function isOfTeam(file: StorePath): boolean {
  return file.startsWith(`${SHARE_FOLDER}/`);
}

/** The number of the team's notes. */
export function teamNotesIn(store: Store): number {
  return noteFiles(store).filter(isOfTeam).length;
}

/** Whether a line may be that of a record which nobody said. JSON may escape any letter, of a field's name too. */
function mayBeUnsaid(line: string): boolean {
  return line.includes('"imported_at"') || line.includes('"auto_generated"') || line.includes("\\u");
}

/** The rules that came by an import or a capture, and when they are told: weighed until the person confirms them. */
function unconfirmedRules(store: Store, contents = readContents(store)): Instruction[] {
  const rules = contents.records.filter((stored) => stored.mayHold(mayBeUnsaid) && !isSaid(stored.record))
    .flatMap(({ file, record }) => saidIn(file, asSaid(record)));
  return [...new Map(rules.map((each) => [each.text, each])).values()];
}

/** Makes the imported and captured rules among these texts the person's own, until trust is taken back. */
export function confirmRules(store: LockedStore, instructions: readonly Instruction[], actor: Actor): void {
  const confirmed = new Set(instructions.map(({ text }) => text));
  const rules = unconfirmedRules(store).filter(({ text }) => confirmed.has(text));
  if (rules.length === 0) return;
  noteFound(store, newAmong(store, rules));
  addKnown(store, "trusted", rules.map(({ text }) => textDigest(text)));
  const rewrite = (record: RawRecord) =>
    !isSaid(record) && confirmed.has(opinionIn(record, "daily") ?? "") ? asSaid(record) : "keep";
  const files = new Map(recordFiles(store).map((file) => [file, rewrite]));
  applyChange(store, { actor, command: "trust", scope: "all", rewrite: files });
}

/**
 * The ids of the person's rules that read otherwise, since a pull changed their lines: as notes, or as brought by an
 * import. Agents only weigh them, as long as no other record says the same as a rule.
 */
export function rulesReadOtherwise(project: Store): RecordId[] {
  const { trusted } = readKnown(project);
  const { records, isOthers } = readContents(project);
  const isOwnLine = ownLinesIn(project);
  const textOf = ({ content }: RawRecord) => typeof content === "string" ? contentText(content) : "";
  const alive = records.filter(({ isDeleted }) => !isDeleted);
  const rules = alive.filter(({ record, kind }) => opinionIn(record, kind) !== undefined && isSaid(record));
  const inForce = new Set(rules.map(({ record }) => textOf(record)));
  return alive.filter(({ record, file, line }) =>
    trusted.has(textDigest(textOf(record))) && !inForce.has(textOf(record)) && isOthers(file) && !isOwnLine(line)
  ).map(({ key }) => key);
}

/** What agents would be told of these texts: of MEMORY.md neither its title nor comments nor empty sections. */
export function toBeTold(instructions: readonly Instruction[]): readonly Instruction[] {
  const core = instructions.filter(({ file }) => file === CORE_FILE);
  const lines = linesOf(substanceOf(core.map(({ text }) => text).join("\n"))).filter((line) => line.trim() !== "");
  const others = instructions.filter(({ file }) => file !== CORE_FILE);
  return [...lines.map((text) => ({ file: CORE_FILE, text })), ...others];
}

/** How many texts these are, without headings, which say what their lines are about. */
export function countOf(told: readonly Instruction[]): number {
  return told.filter(({ file, text }) => file !== CORE_FILE || headingLevel(text) === 0).length;
}

/** Trusts these texts in their present wording; where a pull can change MEMORY.md, its lines in their section alone. */
export function trust(store: LockedStore, instructions: readonly Instruction[]): void {
  const tracking = trackingOf(store);
  const known = readKnown(store);
  const digests = instructions.flatMap(({ file, text, section }) => {
    if (section === undefined) return textDigest(text);
    return tracking(file) === "untracked" && wasFound(known, text) ? [section, lineDigest(text)] : section;
  });
  const { records, isOthers } = readContents(store);
  // A line with words that were trusted before may be another's.
  const isNew = new Set(
    instructions.filter(({ text }) => !known.trusted.has(textDigest(text))).map(({ file, text }) => `${file}\0${text}`),
  );
  const opinions = records.filter(({ file, kind, record }) => isNew.has(`${file}\0${opinionIn(record, kind)}`));
  noteTrustedLines(store, opinions.map(({ line }) => line));
  addKnown(store, "trusted", digests, known);
  // A record that one of these texts replaces is replaced by the person now.
  const trusted = new Set(instructions.filter(({ section }) => section === undefined).map(({ text }) => text));
  const byThem = supersededBy(
    records.filter(({ record, kind, isDeleted }) => !isDeleted && trusted.has(opinionIn(record, kind) ?? ""))
      .map(({ key, supersedes }) => ({ id: key, supersedes })),
  );
  const replaced = records.filter(({ key, file }) => byThem.has(key) && isOthers(file));
  outdate(store, replaced.map(({ record }) => textDigest(contentText(String(record.content ?? "")))));
}

/** Trusts the texts that are followed now, so that they are followed once the person shares the memory by git, too. */
export function trustWhatIsFollowed(project: Store): void {
  const isShared = sharedIn({ runtime: project.runtime, project });
  const { outdated } = readKnown(project);
  const isOwn = ({ file, text, section }: Instruction) =>
    !isShared("project", file, () => text, section) && !outdated.has(textDigest(text));
  const all = instructionsIn(project);
  // A section is the person's own only as a whole, since trust in it holds for each of its lines.
  const mixed = new Set(all.filter((each) => each.section !== undefined && !isOwn(each)).map(({ section }) => section));
  const own = all.filter((each) => isOwn(each) && !mixed.has(each.section));
  if (own.length > 0) withLockForSetup(project, (locked) => trust(locked, own));
}

/** Takes all trust back. Returns how many texts are weighed again. */
export function distrust(store: LockedStore): number {
  const known = readKnown(store);
  noteKnown(store, { ...known, trusted: new Set(), withdrawn: store.runtime.now().toISOString() });
  return known.trusted.size;
}
