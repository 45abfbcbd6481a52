/**
 * In: what is in force before a change of the person's, and after it. Out: in the home (known.ts), the trusted texts
 * that the change puts out of force. They count as the person's no more, so that a pull can't bring them back as such.
 */
import { tried } from "../errors.ts";
import { texts } from "../records/mod.ts";
import { readContents, supersededIn } from "./contents.ts";
import { isConditionText } from "../records/view.ts";
import { type Instruction, saidIn, textIn } from "./instructions.ts";
import { noteKnown, readKnown, textDigest } from "./known.ts";
import type { LockedStore, Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";
import { noteFiles } from "./truth_files.ts";

/** A text of a record or note, and the records that replace it. */
interface Stated extends Instruction {
  readonly successors: readonly string[];
  readonly isInForce: boolean;
}

/** The texts of records and notes, by who says which. */
type InForce = ReadonlyMap<string, Stated>;

/** What is in force before a change; undefined where nothing has to be known of it, since no text is trusted. */
export function inForceBefore(store: Store): InForce | undefined {
  return store.standing === "own" && readKnown(store).trusted.size > 0 ? statedIn(store) : undefined;
}

function statedIn(store: Store): InForce {
  const contents = readContents(store);
  const superseded = supersededIn([contents]);
  const replacing = contents.records.filter(({ isDeleted }) => !isDeleted)
    .flatMap(({ key, supersedes }) => texts(supersedes).map((older) => ({ key, older })));
  const successorsOf = Map.groupBy(replacing, ({ older }) => older);
  const stated = new Map<string, Stated>();
  for (const file of noteFiles(store)) {
    const text = textIn(store, file);
    stated.set(`${file}\0${textDigest(text)}`, { file, text, successors: [], isInForce: true });
  }
  for (const { key, file, record } of contents.records) {
    const successors = (successorsOf.get(key) ?? []).map((each) => each.key);
    const isInForce = !superseded.has(key);
    for (const each of saidIn(file, record)) {
      stated.set(`${key}\0${textDigest(each.text)}`, { ...each, successors, isInForce });
    }
  }
  return stated;
}

/** Notes which trusted texts a change puts out of force, or brings back. Never throws: the change is made already. */
export function noteOutdated(store: LockedStore, before: InForce | undefined, bringsBack: boolean): void {
  if (before === undefined) return;
  // In a client's sandbox the home can't be written.
  tried(() => {
    const after = statedIn(store);
    outdate(store, goneSince(store, before, after), bringsBack ? backSince(before, after) : []);
  });
}

function goneSince(store: Store, before: InForce, after: InForce): Set<string> {
  const tracking = trackingOf(store);
  const kept = new Set<string>();
  for (const { file, text, isInForce } of after.values()) {
    // The same words of somebody else keep nothing in force; a condition says nothing by itself.
    const keeps = isConditionText(text) || tracking(file) === "untracked";
    if (keeps && isInForce) kept.add(textDigest(text));
  }
  const gone = new Set<string>();
  for (const [key, { text, successors }] of before) {
    const now = after.get(key);
    // What somebody else had replaced before is out of force only once the person replaces it, too.
    const isGone = now === undefined || now.successors.some((id) => !successors.includes(id));
    if (isGone) gone.add(textDigest(text));
  }
  return gone.difference(kept);
}

function backSince(before: InForce, after: InForce): Set<string> {
  const back = new Set<string>();
  for (const [key, { text, successors }] of after) {
    const was = before.get(key);
    const wasOut = was === undefined || was.successors.length > 0;
    if (wasOut && successors.length === 0) back.add(textDigest(text));
  }
  return back;
}

/** Notes that trusted texts are out of force, and that such texts are in force again. */
export function outdate(store: LockedStore, gone: Iterable<string>, back: Iterable<string> = []): void {
  const known = readKnown(store);
  const out = new Set(gone).intersection(known.trusted);
  const again = new Set(back).intersection(known.outdated);
  if (out.size + again.size === 0) return;
  noteKnown(store, {
    ...known,
    trusted: known.trusted.difference(out).union(again),
    outdated: known.outdated.union(out).difference(again),
  });
}
