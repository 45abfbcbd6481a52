/**
 * In: a home. Out: which texts of its data folder were found there, and which of them the person trusts, by digest.
 * Not done here: finding those texts (found.ts); what of a memory is followed (recall/shared.ts). Hot path.
 *
 * @module
 */
import { join } from "node:path";
import { replaceAtomically } from "../atomic.ts";
import { readJson } from "../files.ts";
import { asObject } from "../json.ts";
import { sha256Hex } from "../sha256.ts";
import type { Store } from "./mod.ts";

/** In the home: what was found, and what of that or of tracked files the person has said to be theirs. */
const FOUND_FILE = "found.json";

/** Digests of texts that are weighed, and of those that are followed all the same. */
export interface Known {
  readonly found: ReadonlySet<string>;
  readonly trusted: ReadonlySet<string>;
}

/** By which a text is known again, whatever blanks stand around it. */
export function textDigest(text: string): string {
  return sha256Hex([text.trim()]).slice(0, 32);
}

/** What is noted of a memory; undefined where nothing is. */
export function readKnown({ runtime, home }: Store): Known | undefined {
  const noted = asObject(readJson(runtime.files, join(home, FOUND_FILE)));
  return noted && { found: asSet(noted.found), trusted: asSet(noted.trusted) };
}

function asSet(value: unknown): Set<string> {
  return new Set(Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);
}

/** Notes both; where there is nothing to note, no file. */
export function noteKnown({ runtime, home }: Store, { found, trusted }: Known): void {
  const path = join(home, FOUND_FILE);
  if (found.size + trusted.size === 0) return runtime.files.remove(path);
  replaceAtomically(runtime, path, `${JSON.stringify({ found: [...found], trusted: [...trusted] })}\n`);
}
