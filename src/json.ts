/** What a JSON text may turn out to hold, before its reader has checked any field of it. */

/** A JSON object with whatever fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: no list, no null. What its fields hold is for its reader to check. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value, if it is a JSON object. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** `JSON.rawJSON` is too new for the compiler to know it. */
const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };

/**
 * The value of a JSON text, in which a whole number with more digits than a number can hold keeps them: it becomes an
 * object that `JSON.stringify` writes as it was. Another program's field that we don't know is not ours to round.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return rawJSON && holdsLongNumber(value) ? JSON.parse(text, keepDigits) : value;
}

function holdsLongNumber(value: unknown): boolean {
  if (typeof value === "number") return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
  if (typeof value !== "object" || value === null) return false;
  for (const name in value) if (holdsLongNumber(value[name as keyof typeof value])) return true;
  return false;
}

function keepDigits(this: unknown, _name: string, value: unknown, at?: { readonly source?: string }): unknown {
  return at?.source !== undefined && holdsLongNumber(value) && typeof value === "number" && /^-?\d+$/.test(at.source)
    ? rawJSON?.(at.source)
    : value;
}
