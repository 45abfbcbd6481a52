/** Every verb and where it lives. Each is loaded only when it is called: a hook never pays for a viewer. */
import type { Command } from "./command.ts";

export interface Entry {
  /** The words that call it. */
  readonly name: string;
  readonly load: () => Promise<Command>;
}

/** In the order of `memory --help`. */
export const TABLE: readonly Entry[] = [
  { name: "save", load: async () => (await import("../commands/save/payload.ts")).savePayload },
  { name: "save fact", load: async () => (await import("../commands/save/fact.ts")).saveFact },
  { name: "save summary", load: async () => (await import("../commands/save/summary.ts")).saveSummary },
];

/** Other words for a verb. */
export const ALIASES: Readonly<Record<string, string>> = {
  doctor: "manage doctor",
  config: "manage config",
  export: "manage export",
  import: "manage import",
};

/** The entry of a verb by its words, aliases included. */
export function entryOf(name: string): Entry | undefined {
  return TABLE.find((entry) => entry.name === (ALIASES[name] ?? name));
}
