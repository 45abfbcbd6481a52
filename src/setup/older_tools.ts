/**
 * Hooks, rules and skills that older memory tools have at a place, all for Cursor: init takes them out on request,
 * uninstall puts them back. A small file notes that init did: what the person removed by hand must not come back.
 */
import { join, relative } from "node:path";
import { tried } from "../errors.ts";
import { commandsIn, withoutOlderHooks } from "../agents/hook_file.ts";
import { callsScripts, isOlderCommand, OLDER_TEXTS, type OlderTool, olderToolOf } from "../agents/older_tools.ts";
import { hookFilePath, SETUPS } from "../agents/setup.ts";
import { editableText, readJson, readText } from "../files.ts";
import { asObject } from "../json.ts";
import type { Runtime } from "../runtime.ts";
import * as layout from "../store/layout.ts";
import { type FileChange, fileChange } from "./changes.ts";
import { hookFileOf, withOlderHooks } from "./hook_changes.ts";
import { originalOf } from "./originals.ts";
import type { Place } from "./place.ts";
import { shellWord } from "../agents/command.ts";
import { readFolder } from "../exchange/read.ts";
import { planImport } from "../exchange/take_in.ts";
import { lingxiMemory, planLingxiImport } from "../notes/import.ts";
import { ALL_DATA_DIRS } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import { openStore } from "../store/mod.ts";

/** An older tool's hooks, or its text, in one file. */
export interface OlderWiring {
  readonly tool: OlderTool;
  readonly file: string;
  /** The events that its hooks answer; none for a text, which the agent reads. */
  readonly events: readonly string[];
}

/** The wiring of older tools at a place, file by file. */
export function olderWiring(runtime: Runtime, place: Pick<Place, "root" | "scope">): readonly OlderWiring[] {
  const text = readText(runtime.files, hookFilePath(runtime, "cursor", place)) ?? "";
  const byTool = Map.groupBy(commandsIn(text, "cursor", isOlderCommand), ({ command }) => olderToolOf(command));
  return [
    ...[...byTool].flatMap(([tool, hooks]) =>
      tool === undefined
        ? []
        : [{ tool, file: SETUPS.cursor.hookFile[place.scope], events: [...new Set(hooks.map(({ event }) => event))] }]
    ),
    ...OLDER_TEXTS.flatMap(({ tool, file }) => {
      return callsScripts(readText(runtime.files, join(place.root, file)) ?? "") ? [{ tool, file, events: [] }] : [];
    }),
  ];
}

/** The changes that take the wiring out, except for the hook file that gets our own hooks: hookAddition changes it. */
export function takeOverChanges(runtime: Runtime, place: Place): readonly FileChange[] {
  const wiring = olderWiring(runtime, place);
  if (wiring.length === 0) return [];
  const { base } = place;
  const path = hookFilePath(runtime, "cursor", place);
  const text = editableText(runtime, path);
  const hasHooks = wiring.some(({ events }) => events.length > 0);
  const isApart = hasHooks && hookFileOf(runtime, place, "cursor").path !== path;
  return [
    // Without a hook file the note is an empty object.
    fileChange(runtime, join(base, layout.TAKEN_OVER_FILE), "rewrite", `${JSON.stringify({ hook_file: text })}\n`),
    ...isApart && text !== undefined
      ? [fileChange(runtime, path, "merge", withoutOlderHooks(text, "cursor"), { base })]
      : [],
    ...wiring.filter(({ events }) => events.length === 0)
      .map(({ file }) => fileChange(runtime, join(place.root, file), "retire", undefined, { base })),
  ];
}

/** The hook file before older tools' hooks were taken out of it; undefined if none were. */
export function takenOverText(runtime: Runtime, base: string): string | undefined {
  const text = asObject(readJson(runtime.files, join(base, layout.TAKEN_OVER_FILE)))?.hook_file;
  return typeof text === "string" ? text : undefined;
}

/** The changes that put the wiring back, except for the hook file with our own hooks: hookRemoval changes it. */
export function giveBackChanges(runtime: Runtime, place: Place): readonly FileChange[] {
  if (!place.agents.includes("cursor") || !runtime.files.stat(join(place.base, layout.TAKEN_OVER_FILE))) return [];
  const { root, base } = place;
  const texts = OLDER_TEXTS.flatMap(({ file }) => {
    const path = join(root, file);
    const bytes = originalOf(runtime, base, path)?.bytes;
    return bytes && runtime.files.stat(path) === undefined
      ? [fileChange(runtime, path, "restore", bytes, { base })]
      : [];
  });
  return [
    ...texts,
    ...hooksReturn(runtime, place),
    fileChange(runtime, join(base, layout.TAKEN_OVER_FILE), "remove", undefined),
  ];
}

/** The change of a hook file that gets none of our hooks; none where it holds hooks of older tools again. */
function hooksReturn(runtime: Runtime, place: Place): FileChange[] {
  const { base } = place;
  const path = hookFilePath(runtime, "cursor", place);
  const before = takenOverText(runtime, base);
  if (before === undefined || hookFileOf(runtime, place, "cursor").path === path) return [];
  const text = editableText(runtime, path);
  if (text === undefined || commandsIn(text, "cursor", isOlderCommand).length > 0) return [];
  const isAsWeLeftIt = withoutOlderHooks(before, "cursor") === text;
  return [fileChange(runtime, path, "restore", isAsWeLeftIt ? before : withOlderHooks(path, before, text), { base })];
}

// Memories of these tools that are not imported yet, each with the command that imports it.

/** A memory that can be imported. */
export interface OlderData {
  readonly tool: OlderTool;
  readonly path: string;
  /** How many of its records and notes are not here yet. */
  readonly records: number;
  readonly command: string;
}

/** The root below which older memories may lie, and the memory that would import them. */
export interface DataPlace {
  readonly root: string;
  readonly dataFolder: string;
  readonly layer: Layer;
  /** Other data folders there (store/locate.ts). */
  readonly passedOver?: readonly string[] | undefined;
}

/** The memories of older tools, or of others, at a place that hold something new; without those that can't be read. */
export function olderData(
  runtime: Runtime,
  { root, dataFolder, layer, passedOver = [] }: DataPlace,
): readonly OlderData[] {
  const store = openStore(runtime, dataFolder, layer);
  const command = (path: string) => {
    const near = runtime.cwd() === root ? relative(root, path) : path;
    return `memory import --input ${shellWord(runtime, near)}${layer === "global" ? " --layer global" : ""}`;
  };
  const folders = new Set(ALL_DATA_DIRS.map((name) => join(root, name)));
  for (const folder of [dataFolder, ...passedOver]) folders.add(folder);
  const found = [...folders].flatMap((path): OlderData[] => {
    const tool = kindOf(runtime, path, path === dataFolder);
    if (tool === undefined) return [];
    const count = () =>
      planImport(store, readFolder(runtime, path, tool === "memory-v1" ? tool : "auto"), "merge", "user").result;
    return [{ tool, path, records: counted(() => count().imported), command: command(path) }];
  });
  const lingxi = lingxiMemory(runtime.files, join(root, ".cursor", ".lingxi"));
  if (lingxi !== undefined) {
    const count = () => planLingxiImport(store, lingxi, "user").result.imported;
    found.push({ tool: "lingxi", path: lingxi, records: counted(count), command: command(lingxi) });
  }
  return found.filter(({ records }) => records > 0);
}

/** The tool whose memory a folder holds; in our own folder only v1's days can be another tool's. */
function kindOf({ files }: Runtime, path: string, isOurs: boolean): Exclude<OlderTool, "lingxi"> | undefined {
  const days = files.list(join(path, layout.DAILY_FOLDER));
  const holdsRecords = !isOurs &&
    (days.some((name) => name.endsWith(".jsonl")) || files.stat(join(path, layout.SESSIONS_FILE)) !== undefined);
  // A memory of this product has the same files, and one of these.
  if (holdsRecords) {
    return [layout.TOKEN_FILE, layout.USED_IDS_FILE, layout.ATTRIBUTES_FILE].some((file) =>
        files.stat(join(path, file))
      )
      ? "memory"
      : "python";
  }
  return days.some((name) => /^\d{4}-\d{2}-\d{2}\.md$/.test(name)) ? "memory-v1" : undefined;
}

function counted(count: () => number): number {
  return tried(() => count()) ?? 0;
}
