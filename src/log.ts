/**
 * In: what happened. Out: one JSON line in `logs/<UTC day>.jsonl` of a data folder.
 * Not done here: standard output or error. Logging never fails: a log that can't be written must not stop the work it
 * tells of.
 *
 * @module
 */
import { join } from "node:path";
import { leadsInto } from "./paths.ts";
import type { Runtime } from "./runtime.ts";

const LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"] as const;
/** How much a line matters. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes a line of each level. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warning: Write;
  readonly error: Write;
}

type Write = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/**
 * The log of one data folder, which must exist: a log never creates a memory.
 *
 * @param clean takes out of a line what must not be kept
 * @param otherwise a folder, made if need be, that takes the line when the data folder can't (read-only, full)
 */
export function openLog(
  runtime: Runtime,
  dataFolder: string,
  lowest: LogLevel = "INFO",
  { otherwise, clean = (line) => line }: { otherwise?: string; clean?: (line: string) => string } = {},
): Log {
  const at = (level: LogLevel): Write => (message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)) return;
    const timestamp = runtime.now().toISOString();
    const line = clean(JSON.stringify({ timestamp, level, message, ...fields }));
    const writeTo = (place: string) => {
      const folder = join(place, "logs");
      const file = join(folder, `${timestamp.slice(0, 10)}.jsonl`);
      // A link in a cloned repository must not make us write somewhere else.
      if (!leadsInto(runtime.files, file, place)) return;
      runtime.files.makeFolder(folder);
      runtime.files.write(file, `${line}\n`, { how: "append" });
    };
    try {
      if (runtime.files.stat(dataFolder)?.kind !== "folder") return;
      writeTo(dataFolder);
    } catch {
      try {
        if (otherwise !== undefined) writeTo(otherwise);
      } catch {
        // Nowhere to write. The work goes on without its log.
      }
    }
  };
  return { debug: at("DEBUG"), info: at("INFO"), warning: at("WARNING"), error: at("ERROR") };
}
