/**
 * In: a place. Out: what memory tools that it had before this one remembered there and this memory does not hold yet,
 * each with the command that takes it in.
 * Not done here: taking it in (commands/manage/import.ts); what they wired (take_over.ts).
 *
 * @module
 */
import { join, relative } from "node:path";
import { shellWord } from "../agents/command.ts";
import type { OlderTool } from "../agents/older_tools.ts";
import { readFolder } from "../exchange/read_folder.ts";
import { planImport } from "../exchange/take_in.ts";
import { lingxiMemory, planLingxiImport } from "../notes/import.ts";
import { CLAUDE_DATA_DIR, DEFAULT_DATA_DIR } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { DAILY_FOLDER, SESSIONS_FILE } from "../store/layout.ts";
import { storeAt } from "../store/mod.ts";

/** A memory that could be taken in. */
export interface OlderData {
  readonly tool: OlderTool;
  readonly path: string;
  /** How many records and notes of it are not here yet. */
  readonly records: number;
  /** What takes them in. */
  readonly command: string;
}

/** Where a place's memory is, and where older ones may lie. */
export interface DataPlace {
  readonly root: string;
  readonly dataFolder: string;
  readonly layer: Layer;
}

/** The memories of older tools at a place that hold something new. What can't be read is left out. */
export function olderData(runtime: Runtime, { root, dataFolder, layer }: DataPlace): readonly OlderData[] {
  const store = storeAt(runtime, dataFolder, layer);
  const command = (path: string) => {
    const near = runtime.cwd() === root ? relative(root, path) : path;
    return `memory import --input ${shellWord(runtime, near)}${layer === "global" ? " --layer global" : ""}`;
  };
  const folders = new Set(["memory-data", DEFAULT_DATA_DIR, CLAUDE_DATA_DIR].map((name) => join(root, name)));
  folders.add(dataFolder);
  const found = [...folders].flatMap((path): OlderData[] => {
    const tool = kindOf(runtime, path, path === dataFolder);
    if (tool === undefined) return [];
    const count = () =>
      planImport(store, readFolder(runtime, path, tool === "python" ? "auto" : tool).bundle, "merge", "user").result;
    return [{ tool, path, records: counted(() => count().imported), command: command(path) }];
  });
  const lingxi = lingxiMemory(runtime.files, join(root, ".cursor", ".lingxi"));
  if (lingxi !== undefined) {
    const count = () => planLingxiImport(store, lingxi, "user").result.imported;
    found.push({ tool: "lingxi", path: lingxi, records: counted(count), command: command(lingxi) });
  }
  return found.filter(({ records }) => records > 0);
}

/** Whose memory a folder holds; in our own only v1's days are not ours. */
function kindOf({ files }: Runtime, path: string, isOurs: boolean): "memory-v1" | "python" | undefined {
  const days = files.list(join(path, DAILY_FOLDER));
  const isPythons = !isOurs &&
    (days.some((name) => name.endsWith(".jsonl")) || files.stat(join(path, SESSIONS_FILE)) !== undefined);
  if (isPythons) return "python";
  return days.some((name) => /^\d{4}-\d{2}-\d{2}\.md$/.test(name)) ? "memory-v1" : undefined;
}

function counted(count: () => number): number {
  try {
    return count();
  } catch {
    return 0;
  }
}
