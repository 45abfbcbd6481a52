/**
 * In: a message with fields. Out: one JSON line in `logs/<UTC day>.jsonl` of a memory's home.
 * Not done here: standard output or error. Logging never fails, since it must not stop the work that it reports.
 */
import { join } from "node:path";
import { tried } from "./errors.ts";
import type { Runtime } from "./runtime.ts";

const LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warning: Write;
  readonly error: Write;
}

type Write = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** The place of a log: the home of a data folder. The data folder must exist, since a log never creates a memory. */
interface LogPlace {
  readonly folder: string;
  readonly home: string;
}

/**
 * The log of one memory.
 *
 * @param clean removes secrets from a line
 */
export function openLog(
  runtime: Runtime,
  { folder: dataFolder, home }: LogPlace,
  lowest: LogLevel = "INFO",
  clean: (line: string) => string = (line) => line,
): Log {
  const at = (level: LogLevel): Write => (message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)) return;
    const timestamp = runtime.now().toISOString();
    const line = clean(JSON.stringify({ timestamp, level, message, ...fields }));
    // The work goes on without its log.
    tried(() => {
      if (runtime.files.stat(dataFolder)?.kind !== "folder") return;
      const folder = join(home, "logs");
      runtime.files.makeFolder(folder);
      runtime.files.write(join(folder, `${timestamp.slice(0, 10)}.jsonl`), `${line}\n`, { how: "append" });
    });
  };
  return { debug: at("DEBUG"), info: at("INFO"), warning: at("WARNING"), error: at("ERROR") };
}
