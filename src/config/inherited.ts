/**
 * In: a settings file. Out: the values in it that the Python original wrote and no person wished, the warnings about
 * them, and the note by which a person confirms one.
 *
 * The Python original wrote all its settings into a file, but never read the one by which records are deleted. In the
 * same folder it looks to us like a person's: it is in force once `config set` confirms it.
 */
import { asObject } from "../json.ts";
import type { Sentence } from "../sentence.ts";
import { said } from "../words.ts";

/** The values that the Python original wrote for settings that delete records. */
const WRITTEN: Readonly<Record<string, unknown>> = { "cleanup.auto_cleanup_days": 90 };

/** The key under which a file lists the inherited settings that a person has confirmed. */
export const CONFIRMED = "confirmed";

interface ConfigFile {
  readonly path: string;
  readonly isUsers: boolean;
}

function isInherited(file: unknown, key: string, value: unknown): boolean {
  if (!Object.hasOwn(WRITTEN, key) || WRITTEN[key] !== value) return false;
  // Our own settings files hold no version.
  const { version, [CONFIRMED]: confirmed } = asObject(file) ?? {};
  return typeof version === "number" && !(Array.isArray(confirmed) && confirmed.includes(key));
}

/** The value of a key; undefined, with a warning, for an inherited one that nobody has confirmed. */
export function wished(
  file: object,
  key: string,
  value: unknown,
  { path, isUsers }: ConfigFile,
  warnings: Sentence[],
): unknown {
  if (!isInherited(file, key, value)) return value;
  const global = isUsers ? " --global" : "";
  const command = `\`memory config set ${key} ${String(value)}${global}\``;
  const reset = `\`memory config reset ${key}${global}\``;
  warnings.push(said("not_in_force", { key, value: String(value), path, command, reset }));
  return undefined;
}

/** The new list of confirmed settings when somebody sets these values; undefined when it stays as it is. */
export function confirmation(file: unknown, wanted: ReadonlyMap<string, unknown>): readonly string[] | undefined {
  const keys = [...wanted].filter(([key, value]) => isInherited(file, key, value)).map(([key]) => key);
  if (keys.length === 0) return undefined;
  const before = (asObject(file) ?? {})[CONFIRMED];
  return [...Array.isArray(before) ? before.filter((key) => typeof key === "string") : [], ...keys];
}

/** The remark that the Python original wrote the settings file at `path`, if it did. */
export function inheritedSettings(file: unknown, path: string): readonly Sentence[] {
  return typeof asObject(file)?.version === "number" ? [said("older_settings", { path })] : [];
}
