/**
 * In: a place. Out: what memory tools that it had before this one wired there, and the changes that take it out on
 * request and put it back with `uninstall`.
 * Not done here: what they remembered (older_data.ts).
 *
 * All of them are Cursor's. A small file in the folder of the originals' owner notes that they were taken out: what the
 * person takes out by hand must not come back.
 *
 * @module
 */
import { join } from "node:path";
import { OLDER_TEXTS, type OlderTool, olderToolOf } from "../agents/older_tools.ts";
import { SETUPS } from "../agents/setup.ts";
import { readJson, readText } from "../files.ts";
import { asObject } from "../json.ts";
import type { Runtime } from "../runtime.ts";
import { TAKEN_OVER_FILE } from "../store/layout.ts";
import { editableText, type FileChange, fileChange } from "./changes.ts";
import { hookFileOf, olderHookRemoval, olderHookReturn, olderHooks } from "./hook_changes.ts";
import { originalOf } from "./originals.ts";
import type { Place } from "./place.ts";

/** What an older tool wired in one file. */
export interface OlderWiring {
  readonly tool: OlderTool;
  /** Relative to the place's root. */
  readonly file: string;
  /** The events that its hooks answer; none for a text that the agent reads. */
  readonly events: readonly string[];
}

type Wired = Pick<Place, "root" | "scope">;

function hookPath({ root, scope }: Wired): string {
  return join(root, SETUPS.cursor.hookFile[scope]);
}

/** What older tools wired at a place, file by file. */
export function olderWiring(runtime: Runtime, place: Wired): readonly OlderWiring[] {
  const path = hookPath(place);
  const byTool = Map.groupBy(olderHooks(runtime, path, "cursor"), ({ command }) => olderToolOf(command));
  return [
    ...[...byTool].flatMap(([tool, hooks]) =>
      tool === undefined
        ? []
        : [{ tool, file: SETUPS.cursor.hookFile[place.scope], events: [...new Set(hooks.map(({ event }) => event))] }]
    ),
    ...OLDER_TEXTS.flatMap(({ tool, file, isTheirs }) => {
      return isTheirs(readText(runtime.files, join(place.root, file)) ?? "") ? [{ tool, file, events: [] }] : [];
    }),
  ];
}

/** The changes that take it out. The hook file that gets our own hooks is changed where these are added. */
export function takeOverChanges(runtime: Runtime, place: Place): readonly FileChange[] {
  const wiring = olderWiring(runtime, place);
  if (wiring.length === 0) return [];
  const path = hookPath(place);
  const apart = hookFileOf(runtime, place, "cursor").path !== path
    ? olderHookRemoval(runtime, path, "cursor", place.base)
    : undefined;
  return [
    fileChange(runtime, join(place.base, TAKEN_OVER_FILE), "rewrite", noteOf(editableText(runtime, path))),
    ...apart ? [apart] : [],
    ...wiring.filter(({ events }) => events.length === 0)
      .map(({ file }) => fileChange(runtime, join(place.root, file), "retire", undefined, { base: place.base })),
  ];
}

function noteOf(hookFile: string | undefined): string {
  return `${JSON.stringify(hookFile === undefined ? {} : { hook_file: hookFile })}\n`;
}

/** The hook file as it was when an older tool's hooks were taken out of it; undefined if none were. */
export function takenOverText(runtime: Runtime, base: string): string | undefined {
  const text = asObject(readJson(runtime.files, join(base, TAKEN_OVER_FILE)))?.hook_file;
  return typeof text === "string" ? text : undefined;
}

/** The changes that put it back, but for the hook file that our own hooks are taken out of. */
export function giveBackChanges(runtime: Runtime, place: Place): readonly FileChange[] {
  if (!place.agents.includes("cursor") || !runtime.files.stat(join(place.base, TAKEN_OVER_FILE))) return [];
  const { root, base } = place;
  const texts = OLDER_TEXTS.flatMap(({ file }) => {
    const path = join(root, file);
    const bytes = originalOf(runtime, base, path)?.bytes;
    return bytes && runtime.files.stat(path) === undefined
      ? [fileChange(runtime, path, "restore", bytes, { base })]
      : [];
  });
  const path = hookPath(place);
  const isOurs = hookFileOf(runtime, place, "cursor").path === path;
  const before = takenOverText(runtime, base);
  const hooks = isOurs || before === undefined ? undefined : olderHookReturn(runtime, { path, base }, "cursor", before);
  return [
    ...texts,
    ...hooks ? [hooks] : [],
    fileChange(runtime, join(base, TAKEN_OVER_FILE), "remove", undefined),
  ];
}
