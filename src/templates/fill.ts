/** Puts values into a text's `{{placeholders}}`. */
import { MemoryError } from "../errors.ts";

/** The text with its values, without a final line break. Throws INTERNAL for a placeholder without a value. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.trimEnd().replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new MemoryError("INTERNAL", { en: `The text has no value for ${whole}`, zh: `模板缺少 ${whole} 的值` });
    }
    return value;
  });
}
