/** What is told at a tool call. A session is told each record once, and no more than `recall.tool_lines`. */
import { basename, dirname, join, resolve } from "node:path";
import type { EventOf, Reply } from "../agents/event.ts";
import { gitRoot, mainWorktree } from "../git/worktree.ts";
import { openReaders } from "../recall/open_readers.ts";
import { closeReaders, type IsOthers, type IsShared, othersIn, type Reader, sharedIn } from "../recall/readers.ts";
import { destination, realOf, wayInside, withHome } from "../paths.ts";
import type { Doing } from "../records/conditions.ts";
import type { RecordId } from "../records/ids.ts";
import { remembered } from "../remembered.ts";
import type { Solved } from "../store/failures.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readSessionState, savedSincePrompt } from "../store/session_state.ts";
import type { Act } from "../tools/act.ts";
import { callsOf } from "../tools/call.ts";
import { isSubcommand } from "../tools/command.ts";
import { type Failure, withOtherNames } from "../tools/failure.ts";
import { type Awaited, recordsAwaiting } from "../tools/awaited.ts";
import { inQuestion, type Question } from "../tools/find.ts";
import type { Target } from "../tools/written.ts";
import { SYNC } from "./guard.ts";
import type { Telling } from "./told.ts";

export type ToolEvent = EventOf<"tool_start"> | EventOf<"tool_end">;

export interface ToolScene<Event extends ToolEvent = ToolEvent> {
  readonly event: Event;
  readonly memory: Memory;
  readonly store: Store;
}

/** So many records of the person's own are told at a call that they wait for; with one, fewer calls were told right. */
const TOGETHER_MAX = 3;
/** So many records without conditions, which are found by their words, are told in a session at most. */
const FOUND_MAX = 5;
/** So many of these may be others'. */
const OTHERS_FOUND_MAX = 3;

interface Failed {
  readonly failure: Failure;
  readonly printed: string;
  readonly solved: readonly Solved[];
  /** Otherwise the call may have ended well, so that only a record that waits for what was printed is told. */
  readonly isSure: boolean;
}

/** The reply with what is told at a call; most often undefined. */
export async function recordFor(scene: ToolScene, act: Act, failed?: Failed): Promise<Reply | undefined> {
  const { event, memory } = scene;
  const before = toldBefore(scene);
  if (!before) return undefined;
  const relative = inProject(event, memory);
  const started = memory.runtime.now().getTime();
  // Asked several times: what git tracks and what is known of texts is read once.
  const isShared = sharedIn(memory);
  const isOthers = othersIn(memory, isShared);
  const readers = await openReaders(memory, SYNC.tool);
  try {
    const doing = () => doingOf(scene, act, relative, failed?.printed);
    const awaiting = (await recordsAwaiting(memory, readers, doing, before.isTold, isShared)).filter((each) =>
      (before.mayTellOthers || !each.isOthers) && (failed?.isSure !== false || each.awaitsFailure)
    );
    const [first] = awaiting;
    const onlyReads = !failed && act.commands.length === 0 && act.paths.length === 0;
    const mayFind = before.mayFind && !onlyReads && failed?.isSure !== false;
    let chosen: Chosen | undefined;
    if (first) chosen = byCondition(first, awaiting, before);
    else if (mayFind) {
      chosen = await byWords({ memory, readers, isShared, isOthers }, before, { act, relative, failed });
    }
    if (!chosen) return undefined;
    const { tellAtCall } = await import("./told.ts");
    const called = calledAs(scene, act, relative);
    return await tellAtCall(scene, { ...chosen, isOthers, called, keyOf: ({ id }) => toldAs(event, id), started });
  } finally {
    closeReaders(readers);
  }
}

type Chosen = Omit<Telling, "isOthers" | "called" | "keyOf" | "started">;

/** The records that wait for a call; undefined where the session knows the later record that outdates the first. */
function byCondition(first: Awaited, awaiting: readonly Awaited[], { isTold, left }: ToldBefore): Chosen | undefined {
  const { later, isOthers } = first;
  if (later && isTold(later.id)) return undefined;
  const hits = together(awaiting).slice(0, left).map(({ hit }) => hit);
  return { hits, later, isWeighed: isOthers, candidates: awaiting.length };
}

/** The record that is about a call or, where none is, what was saved when the same failure ended. */
async function byWords(
  { memory, readers, isShared, isOthers }: {
    readonly memory: Memory;
    readonly readers: readonly Reader[];
    readonly isShared: IsShared;
    readonly isOthers: IsOthers;
  },
  { isTold, mayFindOthers }: ToldBefore,
  { act, relative, failed }: { act: Act; relative: (path: string) => string | undefined; failed: Failed | undefined },
): Promise<Chosen | undefined> {
  const { projectRoot } = memory.locations;
  const questionsBut = (ownNames?: ReadonlySet<string>) =>
    callsOf(act, relative, failed, ownNames).map((call) => inQuestion(memory, readers, call));
  const recordsAbout = async (questions: readonly Question[]) =>
    questions.every(({ found }) => found.length === 0)
      ? []
      : (await import("../tools/about.ts")).recordsAt(memory, readers, questions, { isTold, isShared });
  const questions = questionsBut();
  let about = await recordsAbout(questions);
  // The project's folders are read only where something is about to be told.
  if (about.length > 0 && projectRoot !== undefined) {
    const { holdsAny, ownNamesOf } = await import("../tools/own_names.ts");
    const ownNames = ownNamesOf(memory.runtime.files, projectRoot);
    if (holdsAny(ownNames, questions)) about = await recordsAbout(questionsBut(ownNames));
  }
  const saved = about.length === 0 && failed
    ? (await import("../tools/solved.ts")).savedBetween(memory, readers, failed.solved, failed.failure, act.commands)
      .filter(({ id }) => !isTold(id))
    : [];
  const all = [...about.map(({ hit }) => hit), ...saved];
  const best = all.find((hit) => !isOthers(hit)) ?? (mayFindOthers ? all[0] : undefined);
  return best && {
    hits: [best],
    isFound: true,
    candidates: about.length + saved.length,
    lead: saved.length > 0 ? "ended_before" : undefined,
  };
}

/** Of the records that wait for a call those of the person's own that hold; without any, the first. */
function together(awaiting: readonly Awaited[]): readonly Awaited[] {
  const own = awaiting.filter(({ later, isOthers }) => later === undefined && !isOthers);
  return own.length > 0 ? own.slice(0, TOGETHER_MAX) : awaiting.slice(0, 1);
}

/** What is called, for the log: programs with their subcommands, or files. Arguments may hold secrets. */
function calledAs(
  { event }: ToolScene,
  { commands, lines, paths }: Act,
  relative: (path: string) => string | undefined,
): string {
  const programs = [
    ...commands.map(({ program, words: [word = ""] }) => isSubcommand(program, word) ? `${program} ${word}` : program),
    ...lines.map(({ reads = "" }) => reads),
    // A command that only looks, and failed.
    ...commands.length + lines.length > 0 ? [] : /^[\w.-]+(?=\s|$)/.exec(event.call.command ?? "") ?? [],
  ].filter((name) => /^[\p{L}\p{N}_.+ -]+$/u.test(name));
  const named = programs.length > 0 ? programs : paths.map((path) => relative(path) ?? path);
  return [...new Set(named)].join(", ");
}

function doingOf(
  { event, memory }: ToolScene,
  { files, lines, added, isNew }: Act,
  relative: (path: string) => string | undefined,
  printed: string | undefined,
): Doing {
  const { command = "" } = event.call;
  const typed = command.normalize();
  const slashed = (path: string) => path.replaceAll("\\", "/").normalize();
  return {
    files: files.flatMap((target) => [target, ...filesBelow(target, event, memory)]).map((target) => {
      const { path: named, isOld, from = "" } = target;
      const stat = (path: string) => memory.runtime.files.stat(absolutePath(path, event, memory));
      // `cp a.sql folder`
      const path = from !== "" && stat(named)?.kind === "folder" ? join(named, basename(from)) : named;
      const absolute = absolutePath(path, event, memory);
      const inside = relative(path);
      return {
        path: slashed(inside ?? absolute),
        absolute: slashed(absolute),
        isOutside: inside === undefined,
        isThere() {
          if (isOld) return true;
          // After the call a new file is there, too.
          return isNew && event.kind === "tool_end" ? undefined : stat(path) !== undefined;
        },
      };
    }),
    written: (added === "" ? command : added).normalize(),
    run: lines.map((line) => ({ ...line, text: line.text().normalize() })),
    typed,
    printed: printed === undefined ? undefined : withOtherNames(printed.normalize()),
  };
}

/** So many files of a folder, and so many folders, are looked at. */
const BELOW_MAX = 500;

/** The files below a folder that is removed or moved: they go with it. */
function filesBelow({ path, isOld }: Target, event: ToolEvent, memory: Memory): Target[] {
  const { files } = memory.runtime;
  const found: Target[] = [];
  if (!isOld || files.stat(absolutePath(path, event, memory))?.kind !== "folder") return found;
  const folders = [path.replace(/\/+$/, "")];
  for (const folder of folders) {
    for (const entry of files.entries(absolutePath(folder, event, memory))) {
      if (found.length === BELOW_MAX) return found;
      const below = `${folder}/${entry.name}`;
      if (entry.isFile()) found.push({ path: below, isOld });
      else if (folders.length < BELOW_MAX && files.stat(absolutePath(below, event, memory))?.kind === "folder") {
        folders.push(below);
      }
    }
  }
  return found;
}

type ToldBefore = NonNullable<ReturnType<typeof toldBefore>>;

/** What the session was told, and what it may be told yet; undefined for nothing. */
function toldBefore({ event, memory, store }: ToolScene) {
  const state = readSessionState(store, event.session);
  const { told_at_tools: told = [], found_at_tools: found = 0, injections = [] } = state ?? {};
  const { tool_lines: most } = memory.config.recall;
  if (told.length >= most) return undefined;
  // The agent has just read the records that its last prompt was given, and written those that it saved since.
  const last = injections.at(-1);
  const read = last?.reason === "prompt" || last?.reason === "command" ? last.ids : [];
  const fresh = event.subagent === undefined && state ? [...read, ...savedSincePrompt(state)] : [];
  return {
    left: most - told.length,
    isTold: (id: RecordId) => told.includes(toldAs(event, id)) || fresh.includes(id),
    mayFind: found < FOUND_MAX,
    // The other half of the lines is left to the person's own records.
    mayTellOthers: told.length < most / 2,
    mayFindOthers: told.length < most / 2 && found < OTHERS_FOUND_MAX,
  };
}

/** The name under which a record is noted as told. A subagent has a context of its own, and so a name of its own. */
function toldAs({ subagent }: ToolEvent, id: RecordId): string {
  return subagent === undefined ? id : `${subagent} ${id}`;
}

/** Makes a path relative to the project, by links too; undefined for one outside. A linked worktree is inside. */
function inProject(event: ToolEvent, memory: Memory): (path: string) => string | undefined {
  const { runtime, locations: { projectRoot = event.workspaceRoots[0] ?? "" } } = memory;
  const project = realOf(runtime, projectRoot);
  /** Where the project stands in the linked worktree that holds a folder. */
  const inWorktree = remembered((folder: string) => {
    const worktree = gitRoot(runtime, folder);
    const main = worktree && mainWorktree(runtime, worktree);
    const below = main && wayInside(realOf(runtime, main), project);
    return worktree && below !== undefined ? join(worktree, below) : undefined;
  });
  return remembered((path) => {
    const absolute = absolutePath(path, event, memory);
    const direct = wayInside(projectRoot, absolute);
    if (direct !== undefined) return direct;
    const real = destination(runtime.files, absolute);
    const linked = wayInside(project, real);
    if (linked !== undefined) return linked;
    const root = inWorktree(dirname(real));
    return root && wayInside(root, real);
  });
}

function absolutePath(path: string, { workspaceRoots: [cwd] }: ToolEvent, { locations, runtime }: Memory): string {
  return resolve(cwd || (locations.projectRoot ?? ""), withHome(runtime, path));
}
