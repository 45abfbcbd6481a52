/** `memory manage undo`: takes back a write, the newest one if none is named; with `--list` it lists the writes. */
import { flag, integer, nameOf } from "../../cli/args.ts";
import { type Call, defineCommand, nothing, ok } from "../../cli/command.ts";
import { GLOBAL, kindOf, moreLine } from "../../cli/lines.ts";
import { fit, pad, roomBeside, type Style, width } from "../../cli/terminal.ts";
import { byCode, largest, unlessEmpty } from "../../lists.ts";
import { briefId, briefIds, meantId } from "../../records/ids.ts";
import type { Layer, RawRecord } from "../../records/mod.ts";
import { once } from "../../remembered.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import {
  actorOf,
  newestOperations,
  type Operation,
  operationsSince,
  readOperations,
  takenBack,
} from "../../store/audit.ts";
import { readContents } from "../../store/contents.ts";
import { type Memory, openMemory, refuseWhileOff, storesToRead } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { companionOf, newestToUndo, operationToUndo } from "../../store/undo.ts";
import { valueAt } from "../../config/mod.ts";
import { cleanText } from "../../recall/clean.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { carryOutInEach, noteGone } from "../../upkeep/mod.ts";
import { countTouched, eventsOf, onlyAdds, planUndo, type Undone } from "../../upkeep/restore.ts";
import { type FieldChange, NONE, settingsOf, textsTouched, textsWritten } from "../../upkeep/touched.ts";
import { cutTo, oneLine } from "../../text/legible.ts";
import { followSwitches } from "../config_change.ts";
import { refuse, said } from "../words.ts";
import { changedStores, storeHolding, SYNC_ARGS } from "./arguments.ts";
import { fieldCalled } from "./shown.ts";

const LISTED = 20;
const LIMIT = { ...integer(1, 10_000), fallback: String(LISTED) };

export const manageUndo = defineCommand({
  args: { list: flag, limit: LIMIT, ...SYNC_ARGS },
  operands: { op: nameOf("OP") },
  run(call) {
    const { runtime, memory, projectPath, args, operands: { op } } = call;
    if (args.list) {
      if (op !== undefined) refuse("not_beside", { name: op, other: "--list" });
      const { limit = LISTED } = args;
      const writes = call.stores.flatMap((store) => writesOf(memory, store, limit));
      const operations = writes.sort((a, b) => byCode(b.timestamp, a.timestamp)).slice(0, limit);
      return operations.length === 0 ? nothing({ operations }, writesText) : ok({ operations }, writesText);
    }
    // Who bounds a list wants one, and nothing taken back.
    if (args.limit !== undefined) refuse("needs_list");
    // `disable` is no write: who takes back the last thing done would take back the save before it.
    refuseWhileOff(memory);
    const writes = writesMeant(call);
    const [{ store, operation: { op_id, command } }] = writes;
    const stores = writes.map((write) => write.store);
    const plan = (from: Store) => {
      const write = writes.find(({ store }) => store.layer === from.layer);
      return planUndo(from, write?.operation.op_id, actorOf(runtime));
    };
    // Planned in every layer first: if the undo is impossible in one, this throws before another is changed.
    stores.forEach(plan);
    const textsNow = () => writes.flatMap(({ store, operation }) => textsTouched(store, [operation])(operation));
    const textsBefore = textsNow();
    const isGone = ADDS.test(command) && writes.every(({ operation }) => onlyAdds(operation));
    const gone = isGone ? writes.flatMap(recordsOf) : [];
    const taken = carryOutInEach(memory, stores, plan, args);
    noteGone(memory, gone);
    const keys = writes.flatMap((write) => settingsOf(write.store, write.operation));
    const settings: string[] = [];
    if (keys.length > 0) {
      const after = openMemory(runtime, { projectPath });
      followSwitches(after);
      settings.push(...keys.map((key) => `${key}: ${JSON.stringify(valueAt(after.config, key)) ?? NONE}`));
    }
    const cameBack = /^(?:note )?delete$/.test(command) ? "back" : "as_before";
    const personal = taken.find(({ store }) => store.layer === "global")?.result;
    // Gone by hand, not pulled any more, or on another branch: no file changes, but the write counts as taken back.
    const isNowhere = taken.every(({ done }) => !done || done.affected_files.length === 0);
    const told: Told = {
      globals: personal === undefined ? 0 : personal.undone - (personal.events ?? 0),
      how: isNowhere ? "nowhere" : isGone ? "gone" : cameBack,
      isOfRecords: writes.some(({ operation }) => countTouched(operation) > 0),
    };
    const events = taken.reduce((sum, { result }) => sum + (result.events ?? 0), 0);
    const data = {
      op_id,
      undone: isNowhere ? 0 : taken.reduce((sum, { result }) => sum + result.undone, 0),
      ...events > 0 ? { events } : {},
      command,
      layer: store.layer,
      // Records that were added are gone now; edited ones read as they did before the edit.
      texts: settings.length > 0 ? settings : isGone ? textsBefore : textsNow(),
      index_synced: true,
      ...taken[0]?.done,
      // Its other half is no write of records: what was trusted of to-dos, notes and lines.
      hint: hintAfter(command, isNowhere),
    };
    return ok(data, undoText, told);
  },
});

function hintAfter(command: string, isNowhere: boolean): Sentence | undefined {
  if (isNowhere) return inResult(said("undone_nowhere_step"));
  return command === "trust" ? inResult(said("trust_stays")) : undefined;
}

interface Write {
  readonly store: Store;
  readonly operation: Operation;
}

/** The write that is meant, and those in other layers that the same call of a verb made. */
function writesMeant(
  { memory, layer, operands }: Call<unknown, { op: string | undefined }>,
): readonly [Write, ...Write[]] {
  const op = operands.op === undefined ? undefined : writeNamed(memory, operands.op);
  const isMeant = meantHere(memory, layer);
  const store = layer === undefined && op === undefined
    ? storeOfNewest(memory, isMeant)
    : storeHolding(memory, layer, (each) =>
      op !== undefined && operationsSince(each, op).some(({ op_id }) =>
        op_id === op
      ));
  const operation = operationToUndo(store, op, isMeant(store));
  return [{ store, operation }, ...layer === undefined ? companions(memory, store, operation) : []];
}

function writeNamed(memory: Memory, op: string): string {
  const known = storesToRead(memory).flatMap((store) => readOperations(store).map(({ op_id }) => op_id));
  return meantId(op, known) ?? op;
}

/** The records that a write touched, as far as they are there. */
function recordsOf({ store, operation: { files, ids } }: Write): RawRecord[] {
  const lines = readContents(store, files.filter((file) => file.endsWith(".jsonl"))).records;
  return lines.filter(({ key }) => ids.includes(key)).map(({ record }) => record);
}

/** The commands that add records; some of them change records as well, as a later summary of a session does. */
const ADDS = /^(?:save|import|consolidate|note (?:add|propose))/;

/** What became of the records, or of files where a write touched no record. */
interface Told {
  readonly how: "gone" | "back" | "as_before" | "nowhere";
  readonly isOfRecords: boolean;
  /** How many of them are the person's, in every project. */
  readonly globals: number;
}

function undoText(
  { command, op_id, undone, events = 0, texts, operation, hint }: Undone & {
    texts: readonly string[];
    operation?: string;
    hint?: Sentence | undefined;
  },
  style: Style,
  { how, isOfRecords, globals }: Told,
): string {
  const what = isOfRecords ? countOf(undone - events, command) : said("files", { files: undone });
  // What stands in every project is taken back from all of them.
  const some = globals < undone - events ? `${globals} ` : "";
  const where = globals > 0
    ? { en: `${what.en} (${some}${GLOBAL.en})`, zh: `${what.zh}（${some && `${some}条`}${GLOBAL.zh}）` }
    : what;
  if (how === "nowhere") {
    return style.done(said("undone_nowhere", { command, id: briefId(op_id) })) +
      (hint ? `${style.yellow(hint)}\n` : "");
  }
  return style.done(said(`undone_${how}`, { command, id: briefId(op_id), what: where })) +
    texts.map((text) => `  ${fit(text, roomBeside(2, style.columns))}\n`).join("") +
    (texts.length === 0 ? "" : moreLine(style, undone - events - texts.length)) +
    (hint ? `${style.yellow(hint)}\n` : "") +
    (operation === undefined ? "" : style.dim(said("undo_of_undo", { id: briefId(operation) })));
}

function countOf(count: number, command: string): Sentence {
  return command.startsWith("config") ? said("settings", { settings: count }) : said("records", { records: count });
}

function companions(memory: Memory, store: Store, operation: Operation): Write[] {
  return storesToRead(memory).filter(({ layer }) => layer !== store.layer).flatMap((other) => {
    const companion = companionOf(other, operation);
    return companion ? [{ store: other, operation: companion }] : [];
  });
}

type MeantIn = (store: Store) => (operation: Operation) => boolean;

/** Of the writes of the global memory none that touched but records which another project keeps there. */
function meantHere(memory: Memory, layer: Layer | undefined): MeantIn {
  const isHere = hereAmong(memory, storesToRead(memory, layer));
  return (store) => {
    const records = once(() => new Map(readContents(store).records.map((stored) => [stored.key, stored])));
    return ({ ids }) => {
      const touched = store.layer === "project" ? [] : ids.flatMap((id) => records().get(id) ?? []);
      return touched.length === 0 || touched.some(isHere);
    };
  };
}

function storeOfNewest(memory: Memory, isMeant: MeantIn): Store {
  const newest = storesToRead(memory).flatMap((store) => {
    const operation = newestToUndo(store, isMeant(store));
    return operation ? [{ store, at: operation.timestamp }] : [];
  }).sort((a, b) => byCode(b.at, a.at))[0];
  return newest?.store ?? changedStores(memory, undefined)[0];
}

function writesOf({ config }: Memory, store: Store, limit: number) {
  const listed = (all: readonly Operation[]) => all.filter(({ success, part_of }) => success && part_of === undefined);
  const operations = listed(newestOperations(store, (all) => listed(all).length >= limit));
  const undone = takenBack(operations);
  const newest = operations.slice(-limit).reverse();
  const textsOf = textsWritten(store, newest, (text) => cleanText(config, text));
  return newest.map((operation) => {
    const { op_id, timestamp, actor, command } = operation;
    const written = textsOf(operation);
    const changes = written.flatMap(({ before, text }) => before === undefined ? [] : [{ before, after: text }]);
    return {
      // As the result of the write itself names it.
      operation: op_id,
      op_id,
      timestamp,
      actor,
      command,
      layer: store.layer,
      records: countTouched(operation),
      ...eventsOf(operation),
      taken_back: undone.has(op_id),
      texts: written.map(({ text }) => text),
      changes: unlessEmpty(changes),
      fields: unlessEmpty(written.flatMap(({ fields = [] }) => fields)),
    };
  });
}

function writesText({ operations }: { operations: ReturnType<typeof writesOf> }, style: Style): string {
  if (operations.length === 0) return style.say({ en: "Nothing was written yet\n", zh: "还没有写入过\n" });
  const briefIdOf = briefIds(operations.map(({ op_id }) => op_id));
  const commands = largest(operations.map(({ command }) => width(command)), 0);
  return operations.map(
    ({ op_id, timestamp, actor, command, layer, records, events = 0, taken_back, texts, changes, fields = [] }) => {
      const [text] = texts;
      const marks = [
        ...fields.map((change) => fieldChanged(change, style)),
        ...layer === "global" ? [style.say(GLOBAL)] : [],
        ...taken_back ? [style.say({ en: "taken back", zh: "已撤销" })] : [],
        ...actor === "system" ? [style.say({ en: "by itself", zh: "自动" })] : [],
        ...records > 1 || text === undefined ? [style.say(countOf(records - events, command))] : [],
      ];
      const mark = marks.length === 0 ? "" : style.say({ en: ` (${marks.join(", ")})`, zh: `（${marks.join("，")}）` });
      const before = `${pad(briefIdOf(op_id), 4)}  ${style.clock(timestamp)}  ${pad(command, commands)}  `;
      const told = text === undefined
        ? mark.trimStart()
        : fit(changeIn(text, changes), roomBeside(width(before) + width(mark), style.columns)) + mark;
      const line = `${before}${told}\n`;
      return taken_back ? style.dim(line) : line;
    },
  ).join("");
}

/** `kind: convention → decision` */
function fieldChanged({ field, before, after }: FieldChange, { say }: Style): string {
  const value = (given: unknown) => {
    if (field === "memory_type" && typeof given === "string") return say(kindOf("fact", given));
    const said = Array.isArray(given) ? given.join(", ") : String(given ?? "");
    return said === "" ? NONE : cutTo(oneLine(said), FIELD_ROOM);
  };
  const { en, zh } = fieldCalled(field);
  return say({ en: `${en}: `, zh: `${zh}：` }) + `${value(before)} → ${value(after)}`;
}

/** Enough to know a value again, beside the text. */
const FIELD_ROOM = 24;

/** A text, with the words that it had before an arrow: `Sessions live 30 → 60 minutes`. */
function changeIn(text: string, changes: readonly { before: string; after: string }[] = []): string {
  const before = changes.find(({ after }) => after === text)?.before.split(" ");
  if (before === undefined) return text;
  const after = text.split(" ");
  let [from, to] = [0, 0];
  const isLeft = () => from + to < Math.min(before.length, after.length) - 1;
  while (isLeft() && before[from] === after[from]) from++;
  while (isLeft() && before.at(-1 - to) === after.at(-1 - to)) to++;
  const old = before.slice(0, before.length - to);
  return [...old, "→", ...after.slice(from)].join(" ");
}
