/**
 * The commands that failed in a project and succeeded later: an agent that meets the same failure is told the records
 * saved when it was solved. The file holds fingerprints alone, so that nobody reads from it what was run or printed.
 */
import { readText, replaceAtomically } from "../files.ts";
import { fingerprint } from "../hash.ts";
import { asObject, jsonIn } from "../json.ts";
import type { SessionId } from "../records/ids.ts";
import { texts } from "../records/mod.ts";
import { FAILURES_FILE, leadsInside, pathOf } from "./layout.ts";
import type { Store } from "./mod.ts";

/** Enough for the failures of months. */
const BYTES_KEPT = 48 * 1024;

interface Line {
  readonly at: string;
  readonly session: SessionId;
  readonly command: string;
  /** Fingerprints of the signatures of the failure; none for a command that succeeded. */
  readonly failure: readonly string[];
}

/** A failure that was solved in a session; times in ISO 8601. */
export interface Solved {
  readonly session: SessionId;
  readonly failedAt: string;
  readonly solvedAt: string;
}

/** Notes that a command failed. */
export function noteFailed(store: Store, session: SessionId, command: string, signatures: readonly string[]): void {
  const failure = signatures.map((signature) => fingerprint(signature));
  if (failure.length > 0) add(store, { session, command: fingerprint(command), failure });
}

/** Notes that a command succeeded, if it has failed before in the same session. */
export function noteSucceeded(store: Store, session: SessionId, command: string): void {
  const known = fingerprint(command);
  const last = linesOf(store, [known]).findLast((line) => line.session === session && line.command === known);
  if (last && last.failure.length > 0) add(store, { session, command: known, failure: [] });
}

/**
 * Every time that a failure with these signatures was solved, the latest first. Two failures are the same if one has
 * all signatures of the other. Where each has some of its own, they only share a line.
 */
export function timesSolved(store: Store, signatures: readonly string[]): Solved[] {
  if (signatures.length === 0) return [];
  const wanted = signatures.map((signature) => fingerprint(signature));
  const solved: Solved[] = [];
  /** When a session's command succeeded next, as seen from the line that is looked at. */
  const ends = new Map<string, string>();
  for (const { at, session, command, failure } of linesOf(store, wanted).reverse()) {
    const key = `${session} ${command}`;
    if (failure.length === 0) ends.set(key, at);
    else if (wanted.every((each) => failure.includes(each)) || failure.every((each) => wanted.includes(each))) {
      const end = ends.get(key);
      if (end !== undefined) solved.push({ session, failedAt: at, solvedAt: end });
    }
  }
  return solved;
}

function add(store: Store, line: Omit<Line, "at">): void {
  const { files, now } = store.runtime;
  const path = pathOf(store, FAILURES_FILE);
  if (!leadsInside(store, path)) return;
  const before = files.stat(path)?.size ?? 0;
  if (before > BYTES_KEPT) {
    const text = readText(files, path) ?? "";
    const rest = text.slice(-BYTES_KEPT / 2);
    replaceAtomically(store.runtime, path, rest.slice(rest.indexOf("\n") + 1), { sync: false });
  }
  files.write(path, `${JSON.stringify({ at: now().toISOString(), ...line })}\n`, { how: "append" });
}

/** All lines, if any holds one of these fingerprints: most failures and commands are new. */
function linesOf(store: Store, fingerprints: readonly string[]): Line[] {
  const path = pathOf(store, FAILURES_FILE);
  if (!leadsInside(store, path)) return [];
  const text = readText(store.runtime.files, path) ?? "";
  if (!fingerprints.some((each) => text.includes(each))) return [];
  return text.split("\n").flatMap((line) => {
    // The line of a process that was killed may be torn.
    const { at, session, command, failure } = asObject(jsonIn(line)) ?? {};
    const isLine = typeof at === "string" && typeof session === "string" && typeof command === "string";
    return isLine ? [{ at, session, command, failure: texts(failure) }] : [];
  });
}
