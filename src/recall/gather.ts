/** In: the open layers of a memory. Out: the material of a session's start. */
import { reasonOf, tried } from "../errors.ts";
import { countOpinions, curatedNotes, type Found, type Glimpse, opinions, replacedBy, wholeOf } from "../index/read.ts";
import { atOneMoment } from "../index/sqlite.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import type { Layer } from "../records/mod.ts";
import { isGuess, isSaid } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { coreLines } from "../store/core_lines.ts";
import { CORE_FILE, pathOf, staysInside } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import { conflictMarks, substanceOf } from "../text/markdown.ts";
import { cleanText } from "./clean.ts";
import { factsOfStart, usedFirst, usedLately } from "./facts_plan.ts";
import { citations, saidInShort } from "./frame.ts";
import { gatherEnd } from "./last_session.ts";
import { lookThrough } from "./own_first.ts";
import { sayer } from "./precedence.ts";
import {
  type IsOthers,
  type IsShared,
  isStated,
  othersIn,
  type Placed,
  type Reader,
  type SaidAt,
  saidAtIn,
  sharedIn,
  wantedIn,
} from "./readers.ts";
import type { Convention, StartMaterial } from "./start_material.ts";

/** More of MEMORY.md than any budget takes: a log pasted into it must not slow the start down. */
const CORE_BYTES_MAX = 64 * 1024;
/** The default budget takes no more, and reading more would slow down every start. */
const OPINIONS_MAX = 60;
const OTHERS_OPINIONS_MAX = 20;
/** Records that told ones have replaced: the newest are the ones that older lines still contradict. */
const REPLACED_MAX = 20;

const BREADTH: readonly unknown[] = ["broad", "medium", "narrow"];

/** The material of a start, the project's before the person's. `report` is told of core memory that can't be read. */
export function gatherStart(
  memory: Memory,
  readers: readonly Reader[],
  report: (lost: string) => void = () => {},
): StartMaterial {
  return atOneMoment(readers.map(({ index }) => index.db), () => gathered(memory, readers, report));
}

function gathered(memory: Memory, readers: readonly Reader[], report: (lost: string) => void): StartMaterial {
  const { runtime } = memory;
  const isShared = sharedIn(memory);
  const isOthers = othersIn(memory, isShared);
  const saidAt = saidAtIn(memory, isShared);
  const notes = wantedIn(memory, readers, ({ index }) => curatedNotes(index.db)).filter(isInForce);
  const cite = citations(notes);
  const convention = (found: Placed, text: string): Convention => {
    const { id, layer, timestamp } = found;
    const others = isOthers(found);
    const changed = saidAt(found);
    return {
      id,
      name: cite(found),
      text,
      stated: isStated(found) && !others,
      isOthers: others,
      ...found.type === "note" ? { isNote: true } : {},
      isAwaiting: found.conditions.length > 0,
      timestamp,
      changed,
      ...changed === "" ? {} : { day: dayOf(changed, runtime) },
      layer,
    };
  };
  const used = usedLately(memory, readers);
  const opinions = wantedIn(memory, readers, (reader) => opinionsOf(reader, isOthers, saidAt))
    .filter((found) => used.has(found.id) || !isOldGuess(found, runtime));
  const conventions = [
    ...notes.toSorted((a, b) => BREADTH.indexOf(a.record.scope) - BREADTH.indexOf(b.record.scope))
      .map((found) => convention(found, saidInShort(found))),
    ...usedFirst(opinions, used).map((found) => convention(found, found.content)),
  ];
  const facts = factsOfStart(memory, readers, used, isOthers).map(({ found, ...fact }) => ({
    ...fact,
    day: dayOf(fact.timestamp, runtime),
    changed: saidAt(found),
    isOthers: isOthers(found),
    isShared: isShared(found.layer, found.file, () => undefined),
  }));
  const saidBy = sayer(memory, isShared);
  const told = [...conventions, ...facts];
  const end = gatherEnd(memory, readers, undefined, isOthers);
  return {
    core: readers.flatMap((reader) => {
      const core = coreOf(reader, report);
      // Most often it holds nothing but the headings that `init` wrote.
      if (substanceOf(core) === "") return [];
      return byOrigin(core, reader.layer, isShared)
        // A session's start leaves the machine with every prompt; the file itself stays as the person wrote it.
        .map(({ text, stated }) => ({ stated, text: cleanText(memory.config, text) }));
    }),
    conventions,
    facts,
    replaced: readers.flatMap(({ index: { db }, layer }) =>
      replacedBy(db, told.filter((each) => each.layer === layer).map(({ id }) => id), REPLACED_MAX)
        .map((found) => ({ ...saidBy({ ...found, layer }), id: found.id, layer, by: found.by }))
    ),
    ...end,
    more: { ...end.more, rules: readers.reduce((sum, { index }) => sum + countOpinions(index.db), 0) },
  };
}

/** A guessed rule may have been meant for one day. After so many days a start tells only those that sessions used. */
const GUESS_DAYS = 30;

function isOldGuess({ record, timestamp }: Found, { now }: Runtime): boolean {
  return isGuess(record) && now().getTime() - Date.parse(timestamp) > GUESS_DAYS * DAY_MS;
}

/** The opinions of a layer, the newest first: what the person said, what they did not confirm, guesses, others'. */
function opinionsOf(reader: Reader, isOthers: IsOthers, saidAt: SaidAt): Found[] {
  const { index: { db }, layer } = reader;
  const own = new Map<string, Glimpse>();
  const unconfirmed = new Map<string, Glimpse>();
  const guesses: Glimpse[] = [];
  const others: Glimpse[] = [];
  const see = (found: readonly Glimpse[]) => {
    for (const each of found) {
      if (isOthers({ ...each, layer })) others.push(each);
      else if (isGuess(each.record)) guesses.push(each);
      else {
        // Of many lines that repeat the same words the first is enough, or they would crowd the others out.
        const known = isSaid(each.record) ? own : unconfirmed;
        if (!known.has(each.content)) known.set(each.content, each);
      }
    }
    return own.size >= OPINIONS_MAX;
  };
  lookThrough(reader, (...part) => opinions(db, ...part), { first: OPINIONS_MAX, see });
  const isDated = (each: Glimpse) => saidAt({ ...each, layer }) !== "";
  const rest = () => [...unconfirmed.values()].filter(({ content }) => !own.has(content));
  const inOrder = firstDated([...own.values()], isDated);
  if (inOrder.length < OPINIONS_MAX) inOrder.push(...firstDated(rest(), isDated), ...guesses);
  return [...inOrder.slice(0, OPINIONS_MAX), ...others.slice(0, OTHERS_OPINIONS_MAX)].map(wholeOf);
}

/** The first of these, those with a date before the others. */
function firstDated(all: readonly Glimpse[], isDated: (each: Glimpse) => boolean): Glimpse[] {
  const dated: Glimpse[] = [];
  const others: Glimpse[] = [];
  for (const each of all) {
    if (dated.length === OPINIONS_MAX) break;
    (isDated(each) ? dated : others).push(each);
  }
  return [...dated, ...others];
}

function isInForce({ record: { status, strength } }: Found): boolean {
  return status !== "archive" && (strength === "validated" || strength === "enforced");
}

/** The text of MEMORY.md, secrets and all. */
function coreOf({ store }: Reader, report: (lost: string) => void): string {
  const path = pathOf(store, CORE_FILE);
  return tried(() => {
    const isInside = staysInside(store, CORE_FILE);
    const bytes = isInside ? store.runtime.files.readRange(path, 0, CORE_BYTES_MAX) : undefined;
    return bytes ? new TextDecoder().decode(bytes) : "";
  }, (error) => report(`${path}: ${reasonOf(error)}`)) ?? "";
}

/** Core memory as up to two texts: the lines that the person wrote, and those that others may have written. */
function byOrigin(text: string, layer: Layer, isShared: IsShared): { text: string; stated: boolean }[] {
  const all = coreLines(text);
  const marks = conflictMarks(all.map(({ text: line }) => line));
  const lines = all.filter((_, at) => !marks.includes(at + 1)).map(({ text: line, section }) => ({
    line,
    stated: line.trim() === "" ? undefined : !isShared(layer, CORE_FILE, () => line, section),
  }));
  return [true, false].flatMap((stated) => {
    const own = lines.filter((each) => each.stated === undefined || each.stated === stated);
    return own.some((each) => each.stated !== undefined)
      ? [{ text: own.map(({ line }) => line).join("\n"), stated }]
      : [];
  });
}
