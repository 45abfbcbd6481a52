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
