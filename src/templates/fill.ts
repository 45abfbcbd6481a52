/** Puts values into a text's `{{placeholders}}`, and leaves out the parts that the settings leave out. */
import { fail } from "../errors.ts";

/** What memory does by itself: what a text must not order where it is switched off. */
export interface Switches {
  /** Memory is on at all. */
  readonly enabled: boolean;
  readonly auto_save: boolean;
  readonly auto_retrieve: boolean;
}

/** What a text may hold. */
export interface Parts extends Switches {
  /** The skills, the agent and the command by which agents write curated notes stand beside it. */
  readonly notes?: boolean;
}

/** As the defaults have it. */
export const ALL_ON: Switches = { enabled: true, auto_save: true, auto_retrieve: true };

/** `{{#name}}…{{/name}}`: only where the switch is on; `{{^name}}…{{/name}}`: only where it is off. */
const PART = /\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g;

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
  const isOn = (name: string) =>
    (switches.enabled || name === "notes") && (Object.entries(switches).find(([key]) => key === name)?.[1] ?? true);
  const left = text.replace(
    PART,
    (_, sign: string, name: string, part: string) => isOn(name) === (sign === "#") ? part : "",
  );
  return left === text ? text : inForce(left, switches);
}
