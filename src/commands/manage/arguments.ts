/** Options that several verbs of `manage` share, and the store that they mean. */
import * as arg from "../../cli/args.ts";
import { kindOf } from "../../cli/lines.ts";
import { fail } from "../../errors.ts";
import { isShortId, isWholeId, meantId, type RecordId, unbracketed } from "../../records/ids.ts";
import { wasUsed } from "../../notes/files.ts";
import { type Layer, MEMORY_TYPES, type MemoryType } from "../../records/mod.ts";
import { EVENT_TYPES } from "../../records/view.ts";
import type { Runtime } from "../../runtime.ts";
import type { Sentence } from "../../sentence.ts";
import { type Filter, RECORD_SCOPES, type RecordScope, recordsThatPass } from "../../store/filter.ts";
import {
  existingStores,
  layerToWrite,
  type Memory,
  notInitialised,
  storeOfLayer,
  storesToRead,
  storeToWrite,
} from "../../store/memory.ts";
import { textIn } from "../../store/stored.ts";
import type { Store } from "../../store/mod.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { readScope } from "../../upkeep/notes.ts";
import { named } from "../../wording.ts";
import { refuse, said, spanOfDays } from "../words.ts";

const TYPES: readonly string[] = ["fact", "summary", "note", ...EVENT_TYPES];

/** `--scope` with the default that the management seed's §9 gives the verb. */
export function scopeArg(fallback: RecordScope) {
  return arg.withDefault(arg.choice(RECORD_SCOPES), fallback);
}

/** `--type`; with `hasKinds` it takes kinds of facts (W, B, O, S) too, else the refusal says how these are chosen. */
function typeArg(hasKinds: boolean) {
  const items = arg.list("fact|summary|note|EVENT");
  const all = [...TYPES, ...hasKinds ? MEMORY_TYPES : []];
  const read = (words: readonly string[], name: string) => {
    const types = items.read(words, name).flatMap(typesCalled);
    const wrong = types.find((type) => !all.includes(type));
    if (wrong === undefined) return types;
    // The words that lists have for them, since nobody should need to know how a record names itself.
    const called = [...new Map(all.map((type) => [kindOf(type).en, kindOf(type)])).values()];
    fail(
      "INVALID_ARGUMENT",
      said("not_one_of", { name, wrong, types: named(called) }),
      isKind(wrong) ? said("kind_by_id", { kind: wrong }) : undefined,
    );
  };
  return { ...items, read, choices: TYPES };
}

/** The types that the lists call by this word, in either language. */
function typesCalled(word: string): readonly string[] {
  const all = [...TYPES, ...MEMORY_TYPES];
  const called = all.filter((type) => [kindOf(type).en, kindOf(type).zh].includes(word.toLowerCase()));
  return all.includes(word) || called.length === 0 ? [word] : called;
}

function isKind(type: string): type is MemoryType {
  return MEMORY_TYPES.some((each) => each === type);
}

/** The filters of `delete`; `list` has more. */
export const FILTER_ARGS = {
  keyword: arg.text("WORD"),
  id: arg.filled(arg.list("ID,ID")),
  type: arg.filled(typeArg(false)),
  from: arg.day,
  to: arg.day,
};

/** The filters of `list`, with some by which it would be too risky to delete. */
export const LIST_ARGS = {
  ...FILTER_ARGS,
  type: arg.filled(typeArg(true)),
  days: arg.integer(1, 36_500),
  memoryType: arg.filled(arg.factKinds),
  tag: arg.filled(arg.tags),
};

type FilterValues = Partial<arg.ValuesOf<typeof LIST_ARGS & { readonly before: typeof arg.day }>>;

/** The filter that the options describe. Throws INVALID_ARGUMENT for an empty keyword, which every record matches. */
export function filterOf(runtime: Runtime, values: FilterValues): Filter {
  const { keyword, id = [], type = [], from, to, before, days, memoryType = [], tag = [] } = values;
  if (keyword?.trim() === "") refuse("empty_keyword");
  return {
    keyword: keyword?.trim(),
    ids: id,
    types: type.filter((each) => !isKind(each)),
    memoryTypes: [...memoryType, ...type.filter(isKind)],
    tags: tag,
    span: spanOfDays({ from, to, before, days }, runtime),
  };
}

export const SYNC_ARGS = {
  syncMode: arg.withDefault(arg.choice(["immediate", "deferred"]), "immediate"),
  syncTimeout: arg.integer(1, 3600, "S"),
  noSync: arg.flag,
};

/** The path that an option or an operand names. Throws INVALID_ARGUMENT for none and for two. */
export async function pathNamed(verb: string, option: string, ...given: (string | undefined)[]): Promise<string> {
  const [path, other] = given.filter((each) => each !== undefined);
  if (other !== undefined && other !== path) refuse("path_twice", { option, path: path ?? "", other });
  if (path !== undefined) return path;
  const { missingArg } = await import("../../cli/words.ts");
  throw missingArg(verb, "PATH");
}

/** The store to change. Throws NOT_INITIALISED where it does not exist: a change of records does not make a store. */
export function changedStore(memory: Memory, layer: Layer | undefined): Store {
  const target = layerToWrite(memory, layer);
  if (target === "global" && !storeOfLayer(memory, target)) throw notInitialised(memory, target);
  return storeToWrite(memory, layer);
}

/** The stores to change are those that a list shows. Throws NOT_INITIALISED. */
export function changedStores(memory: Memory, layer: Layer | undefined): readonly [Store, ...Store[]] {
  if (layer === undefined && memory.global && memory.locations.projectFolder === undefined) return [memory.global];
  const store = changedStore(memory, layer);
  const others = layer === undefined ? storesToRead(memory).filter((each) => each.layer !== store.layer) : [];
  return [store, ...others];
}

/** The store to change that holds what was named; if none does, the default one, and the verb says so. */
export function storeHolding(memory: Memory, layer: Layer | undefined, holds: (store: Store) => boolean): Store {
  const stores = changedStores(memory, layer);
  return stores.length === 1 ? stores[0] : ownFirst(stores).find(holds) ?? stores[0];
}

/** A stranger's store last: it may have a record with the id of one of the person's own. */
export function ownFirst(stores: readonly Store[]): Store[] {
  return stores.toSorted((a, b) => Number(a.standing === "foreign") - Number(b.standing === "foreign"));
}

/** The stores to change; without a stranger's where the person's own hold all that was named. */
export function storesMeant(memory: Memory, layer: Layer | undefined, ids: readonly RecordId[]): readonly Store[] {
  const stores = changedStores(memory, layer);
  const own = stores.filter(({ standing }) => standing !== "foreign");
  if (ids.length === 0 || own.length === stores.length) return stores;
  const held = new Set(own.flatMap((store) => readScope(store, "all").records.map(({ key }) => key)));
  return ids.every((id) => held.has(id)) ? own : stores;
}

/**
 * A word that means no id stays as it is, and the verb says so. Throws INVALID_ARGUMENT for one that means several.
 *
 * @param read gives all records of a store
 */
export function wholeIds(
  memory: Memory,
  layer: Layer | undefined,
  words: readonly string[],
  read = (store: Store) => readScope(store, "all"),
): string[] {
  if (words.every(isWholeId)) return [...words];
  const stores = existingStores(memory, layer);
  const records = stores.flatMap((store) => read(store).records);
  const known = records.map(({ key }) => key);
  // The id of a note that is purged must not stand for another note, whose id begins alike.
  const isNotes = (word: string) => /^\[?MEM-/i.test(word) && stores.some((store) => wasUsed(store, unbracketed(word)));
  const very = (word: string) => known.find((id) => id.toLowerCase() === unbracketed(word).toLowerCase());
  // The Python original gave one short id to several records; such an id means all of them.
  return words.map((word) => {
    if (isWholeId(word) || isShortId(word)) return word;
    return (isNotes(word) ? very(word) : meantId(word, known, textIn(records))) ?? word;
  });
}

/** The hint when nothing matched: the scopes in which the same filter finds records that could be meant. */
export function elsewhereHint(memory: Memory, filter: Filter): Sentence | undefined {
  const stores = storesToRead(memory);
  const isHere = hereAmong(memory, stores);
  const places = stores.flatMap((store) => {
    const contents = readScope(store, "all");
    return SINGLE_SCOPES.flatMap((scope) => {
      const count = recordsThatPass(contents, scope, filter)
        .filter((stored) => isHere(stored) && stored.record.shared !== true).length;
      const how = `--scope ${scope} --layer ${store.layer}`;
      return count === 0 ? [] : [{ en: `${count} (${how})`, zh: ` ${count} 条（${how}）` }];
    });
  });
  return places.length === 0 ? undefined : said("elsewhere", { places: named(places) });
}

/** Scopes that don't overlap, except that `daily` holds the consolidated facts too. */
const SINGLE_SCOPES = ["daily", "sessions", "notes"] as const;
