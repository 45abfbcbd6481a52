/**
 * In: a foreign object. Out: a field of it, if it is there and of the wanted type.
 * Not done here: knowing any field's name.
 *
 * Names are given in snake_case; camelCase is found as well, because one client writes both.
 *
 * @module
 */
import { asObject } from "../json.ts";
import type { Payload } from "./event.ts";

/** A field, whatever it holds. */
export function field(payload: Payload, name: string): unknown {
  return payload[name] ?? payload[inCamelCase(name)];
}

function inCamelCase(name: string): string {
  const [first = "", ...others] = name.split("_");
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The first of these fields that is a string with something in it. */
export function text(payload: Payload, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = field(payload, name);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The words of a field: a string, or the text of a message's blocks, of which others are pictures and files. */
export function spoken(payload: Payload, name: string): string | undefined {
  const value = field(payload, name);
  if (typeof value === "string") return value || undefined;
  const blocks = Array.isArray(value) ? value : [value];
  const words = blocks.map((block) => typeof block === "string" ? block : text(asObject(block) ?? {}, "text") ?? "");
  return words.filter(Boolean).join("\n\n") || undefined;
}

/** The field, if it is a number. */
export function count(payload: Payload, name: string): number | undefined {
  const value = field(payload, name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The field, if it is a boolean. */
export function flag(payload: Payload, name: string): boolean | undefined {
  const value = field(payload, name);
  return typeof value === "boolean" ? value : undefined;
}

/** The strings of a list, without empty ones; a single string counts as a list of one. */
export function texts(payload: Payload, name: string): readonly string[] {
  const value = field(payload, name);
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === "string" && item !== "");
}

/** The field, if it is one of these words. */
export function oneOf<Word extends string>(
  payload: Payload,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = field(payload, name);
  return words.find((word) => word === value);
}

/** Whether the field is one of these words; undefined when it says nothing. */
export function isOneOf(payload: Payload, name: string, words: readonly string[]): boolean | undefined {
  const value = text(payload, name);
  return value === undefined ? undefined : words.includes(value);
}

type Given<T> = { [Key in keyof T]: T[Key] | undefined };

/** The object without its undefined fields. */
export function known<T extends object>(fields: Given<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
