/**
 * In: a settings file. Out: which of its values the Python original wrote, so that nobody wished them; what is told of
 * them, and how a person confirms one.
 *
 * The Python original wrote its settings out in full when it was installed, and read nothing of them that deletes. In
 * the same folder we find them as if a person had wished them. One that would begin to delete is not in force until
 * somebody says so with `config set`, which notes it in the file.
 *
 * @module
 */
import { asObject } from "../json.ts";
import type { Sentence } from "../sentence.ts";
import { said } from "./words.ts";

/** What the Python original wrote for settings that delete records. */
const WRITTEN: Readonly<Record<string, unknown>> = { "cleanup.auto_cleanup_days": 90 };

/** The key under which a file lists the inherited settings that a person has confirmed. */
export const CONFIRMED = "confirmed";

/** A settings file: the user's own, or a project's. */
interface ConfigFile {
  readonly path: string;
  readonly isUsers: boolean;
}

/** Whether another program wrote this value into the file, and nobody has confirmed it since. */
function isInherited(file: unknown, key: string, value: unknown): boolean {
  if (!Object.hasOwn(WRITTEN, key) || WRITTEN[key] !== value) return false;
  // Ours have no version of their own.
  const { version, [CONFIRMED]: confirmed } = asObject(file) ?? {};
  return typeof version === "number" && !(Array.isArray(confirmed) && confirmed.includes(key));
}

/** The value of a file; undefined, with a warning, for one that another program wrote and nobody wished. */
export function wished(
  file: object,
  key: string,
  value: unknown,
  place: ConfigFile,
  warnings: Sentence[],
): unknown {
  if (!isInherited(file, key, value)) return value;
  warnings.push(inheritedText(key, value, place));
  return undefined;
}

/** Tells of a setting that is not in force. */
function inheritedText(key: string, value: unknown, { path, isUsers }: ConfigFile): Sentence {
  const command = `\`memory config set ${key} ${String(value)}${isUsers ? " --global" : ""}\``;
  const reset = `\`memory config reset ${key}${isUsers ? " --global" : ""}\``;
  return said("not_in_force", { key, value: String(value), path, command, reset });
}

/** What the file must say besides when somebody sets these values; undefined: nothing. */
export function confirmation(file: unknown, wanted: ReadonlyMap<string, unknown>): readonly string[] | undefined {
  const keys = [...wanted].filter(([key, value]) => isInherited(file, key, value)).map(([key]) => key);
  if (keys.length === 0) return undefined;
  const before = (asObject(file) ?? {})[CONFIRMED];
  return [...Array.isArray(before) ? before.filter((key) => typeof key === "string") : [], ...keys];
}

/** What to tell of a settings file when it is taken up: that another program wrote it. */
export function inheritedSettings(file: unknown, place: ConfigFile): readonly Sentence[] {
  if (typeof asObject(file)?.version !== "number") return [];
  return [
    said("older_settings", { path: place.path }),
  ];
}
