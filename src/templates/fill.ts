/** Puts values into a text's `{{placeholders}}`, and leaves out the parts that the settings switch off. */
import { fail } from "../errors.ts";

/** The settings of memory's own actions: a text must not order an action that is off. */
export interface Switches {
  readonly enabled: boolean;
  readonly auto_save: boolean;
  readonly auto_retrieve: boolean;
}

export interface Parts extends Switches {
  /** Whether the skills, the agent and the command for curated notes are installed, too. */
  readonly notes?: boolean;
}

export const ALL_ON: Switches = { enabled: true, auto_save: true, auto_retrieve: true };

/** `{{#name}}…{{/name}}`: only if the switch is on; `{{^name}}…{{/name}}`: only if it is off. */
const PART = /\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g;

/** A text without its YAML head. */
export function withoutHead(text: string): string {
  return text.replace(/^---\n[^]*?\n---\n+/, "");
}

/** The text with its values, without a final line break. Throws INTERNAL for a placeholder without a value. */
export function fill(text: string, values: Readonly<Record<string, string>>, switches: Parts = ALL_ON): string {
  return inForce(text, switches).trimEnd().replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      fail("INTERNAL", { en: `The text has no value for ${whole}`, zh: `模板缺少 ${whole} 的值` });
    }
    return value;
  });
}

function inForce(text: string, switches: Parts): string {
  const isOn = (name: string) => (switches.enabled || name === "notes") && (switches[name as keyof Parts] ?? true);
  const left = text.replace(
    PART,
    (_, sign: string, name: string, part: string) => isOn(name) === (sign === "#") ? part : "",
  );
  return left === text ? text : inForce(left, switches);
}
