import { day, flag, maybe, names } from "../../cli/args.ts";
import { defineCommand, ok, preview } from "../../cli/command.ts";
import { copiesLine, type Style } from "../../cli/terminal.ts";
import { append } from "../../lists.ts";
import type { Sentence } from "../../sentence.ts";
import { type Confirmed, type Sealed, shownOrDone } from "../../store/confirm.ts";
import type { Contents } from "../../store/contents.ts";
import { type Filter, inScope, isKeywordAlone, namedBy, type RecordScope } from "../../store/filter.ts";
import { type Memory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import type { Stored } from "../../store/stored.ts";
import { asShown, type Doomed, findDoomed, planAsShown } from "../../upkeep/delete.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { type Mention, placeOf, remainingMentions, remainingOfAll, textsOf } from "../../upkeep/mentions.ts";
import { carryOutInEach, type SyncChoice } from "../../upkeep/mod.ts";
import {
  eraseBeside,
  type Erased,
  eraseElsewhere,
  sumOf,
  tracesOf,
  type Verification,
  verifyLayers,
} from "../../upkeep/purge.ts";
import {
  actorOf,
  changedStores,
  elsewhereHint,
  FILTER_ARGS,
  filterOf,
  scopeArg,
  SYNC_ARGS,
  wholeIds,
} from "./arguments.ts";
import {
  amount,
  eventsIn,
  filesOf,
  type LayerCounts,
  layersOf,
  mentionLines,
  notFoundLine,
  previewOf,
  previewText,
  softMessage,
} from "./shown.ts";
import { refuse, said } from "../words.ts";
import { some } from "../../wording.ts";

export const manageDelete = defineCommand({
  args: {
    ...FILTER_ARGS,
    before: day,
    scope: scopeArg("all"),
    all: flag,
    purge: flag,
    includeBackups: flag,
    verify: flag,
    confirm: maybe("TOKEN"),
    ...SYNC_ARGS,
  },
  operands: { id: names },
  async run(call) {
    const { scope, all, purge, includeBackups, verify, confirm, syncMode, syncTimeout, noSync, ...given } = call.args;
    if ((includeBackups || verify) && !purge) {
      const option = includeBackups ? "--include-backups" : "--verify";
      refuse("needs_purge", { option });
    }
    const { memory, runtime, layer } = call;
    const values = { ...given, id: wholeIds(memory, layer, [...given.id, ...call.operands.id]) };
    const filter = wanted(filterOf(runtime, values), all, values);
    const stores = changedStores(memory, layer);
    const isHere = hereAmong(memory, stores);
    const request: Request = { memory, stores, isHere, filter, scope, all, purge, includeBackups, verify };
    const read = partsOf(request);
    const parts = read.filter(hasAny);
    return await shownOrDone(runtime, {
      confirm,
      shown: all || purge ? () => binding(parts, request) : undefined,
      stores,
      show: (sealed) => preview(shown(request, { read, parts, sealed }), shownText, filter.keyword),
      act: async (confirmed) =>
        ok(await remove(request, parts, confirmed, { syncMode, syncTimeout, noSync }), deletedText),
    });
  },
});

interface Request {
  readonly memory: Memory;
  readonly stores: readonly Store[];
  /** Those of other projects, in the global store, are not meant. */
  readonly isHere: (store: Store, stored: Stored) => boolean;
  readonly filter: Filter;
  readonly scope: RecordScope;
  readonly all: boolean;
  readonly purge: boolean;
  readonly includeBackups: boolean;
  readonly verify: boolean;
}

/** The filter, which must name something: nobody deletes everything by forgetting an option. */
function wanted(filter: Filter, all: boolean, values: Readonly<Record<string, unknown>>): Filter {
  const given = Object.values(values).some((value) => Array.isArray(value) ? value.length > 0 : value !== undefined);
  if (all && given) refuse("all_takes_no_filter");
  if (all) return { ...filter, events: true };
  if (given) return filter;
  refuse("which_records");
}

interface Part {
  readonly store: Store;
  readonly doomed: Doomed;
}

/** What a token is bound to. */
function binding(parts: readonly Part[], { filter, scope, purge, includeBackups }: Request): string[] {
  const records = parts.flatMap(({ store, doomed }) => [store.folder, ...asShown(doomed.records)]);
  // By another filter that means the same records other wordings would go from backups and logs.
  return ["delete", JSON.stringify(filter), scope, String(purge), String(includeBackups), ...records];
}

function findIn(store: Store, request: Request): Doomed {
  return findDoomed(store, { ...request, mayGo: (stored) => request.isHere(store, stored) });
}

/** What goes of each layer. Throws RECORD_NOT_FOUND, NO_MATCH where nothing does. */
function partsOf(request: Request): Part[] {
  const parts = request.stores.map((store) => ({ store, doomed: findIn(store, request) }));
  return parts.some(hasAny) ? parts : refuseNothing(request);
}

function hasAny({ doomed }: Part): boolean {
  return doomed.records.length > 0;
}

/** What a store holds beside what goes, as far as a mention may be in it; undefined where that was not read. */
function readOf(read: readonly Part[], { scope, filter }: Request) {
  return (store: Store): Contents | undefined => {
    const doomed = read.find((part) => part.store.folder === store.folder)?.doomed;
    if (!doomed || scope !== "all") return undefined;
    return isKeywordAlone(filter) ? { ...doomed.contents, records: doomed.spared } : doomed.contents;
  };
}

/** All that goes: what is meant, and the consolidated facts that say the same. */
function allOf({ doomed: { records, copies } }: Pick<Part, "doomed">): readonly Stored[] {
  return [...records, ...copies];
}

/** Where the same will stand when these are gone; `texts` is what they say. */
function mentionsBeside(
  parts: readonly Part[],
  texts: readonly string[],
  request: Request,
  read: readonly Part[],
): Mention[] {
  const { memory, stores, filter: { keyword }, all, scope } = request;
  const gone = parts.flatMap((part) => allOf(part).map(({ key }) => placeOf(part.store, key)));
  const beside = { except: new Set(gone), among: readOf(read, request) };
  if (all && scope === "all") return remainingOfAll(stores, beside);
  // Whatever holds one of these texts holds the keyword.
  const contents = keyword === undefined ? texts : [];
  return remainingMentions(memory, { keyword, contents, ...beside });
}

/** The ids that name nothing that goes. */
function notFound(parts: readonly Part[], { filter: { ids = [] } }: Request): string[] {
  const found = parts.flatMap(allOf).map(({ key }) => key);
  return ids.filter((id) => !found.some(namedBy([id])));
}

/** What preview and result tell alike; `read` is what nobody has changed since it was read. */
function toldOf(parts: readonly Part[], texts: readonly string[], request: Request, read: readonly Part[] = []) {
  const mentions = mentionsBeside(parts, texts, request, read);
  const missing = notFound(parts, request);
  return {
    ...request.stores.length > 1 ? { layers: layersOf(parts) } : {},
    ...mentions.length > 0 ? { remaining_mentions: mentions } : {},
    ...missing.length > 0 ? { not_found: missing } : {},
  };
}

function shown(
  request: Request,
  { read, parts, sealed }: Record<"read" | "parts", readonly Part[]> & { readonly sealed: Sealed },
) {
  const total = parts.reduce((sum, { doomed }) => sum + doomed.records.length, 0);
  const data = previewOf(parts, {
    mode: request.purge ? "purge" : "soft",
    message: deletionMessage(total, eventsIn(parts), request),
    ...sealed,
  });
  return { ...data, ...toldOf(parts, textsOf(parts.flatMap(allOf)), request, read) };
}

async function remove(request: Request, asked: readonly Part[], confirmed: Confirmed, sync: SyncChoice) {
  const { memory, stores, filter, purge, includeBackups, scope } = request;
  const actor = actorOf(memory.runtime);
  const how = { actor, command: "delete", scope, purge, backup: !includeBackups, ...confirmed } as const;
  // Taken now, since afterwards their lines are gone.
  const wish = purge ? { ...request, gone: tracesOf(asked.flatMap(allOf)) } : undefined;
  const shown = confirmed.confirmed === undefined
    ? undefined
    : new Map(asked.map(({ store, doomed }) => [store.folder, asShown(doomed.records)]));
  const erased: Erased[] = [];
  const texts: string[] = [];
  const written = carryOutInEach(memory, asked.map(({ store }) => store), (locked) => {
    const planned = planAsShown(locked, (store) => findIn(store, request), how, shown?.get(locked.folder));
    const gone = allOf({ doomed: planned.result });
    append(texts, textsOf(gone));
    if (wish) erased.push(eraseBeside(locked, gone, wish));
    return planned;
  }, sync);
  const parts = written.map(({ store, result }) => ({ store, doomed: result }));
  if (wish) erased.push(...await eraseElsewhere(stores, parts.map(({ store }) => store), wish));
  const first = written[0]?.done;
  const operations = written.flatMap(({ store, done }) =>
    done ? [{ layer: store.layer, operation: done.operation, backup_path: done.backup_path }] : []
  );
  const events = eventsIn(parts);
  return {
    deleted: parts.reduce((sum, { doomed }) => sum + doomed.records.length, 0),
    ...events > 0 ? { events } : {},
    mode: purge ? "purge" : "soft",
    affected_files: filesOf(parts),
    ...first?.backup_path === undefined ? {} : { backup_path: first.backup_path },
    ...first ? { operation: first.operation } : {},
    // The writes, where both layers had some; `undo` takes all of them back.
    ...operations.length > 1 ? { operations } : {},
    index_synced: written.every(({ done }) => done?.index_synced ?? false),
    ...toldOf(parts, texts, request),
    ...purge ? sumOf(erased, request) : {},
    ...request.verify ? { verified: verifyLayers(stores, texts, filter.keyword) } : {},
  };
}

type Deleted = Awaited<ReturnType<typeof remove>>;

function deletionMessage(count: number, events: number, { purge, includeBackups }: Request): Sentence {
  if (!purge) return softMessage(count, events);
  return said(includeBackups ? "would_purge_copies" : "would_purge", { amount: amount(count, events) });
}

/** Throws where no record is meant, naming the scope and layer in which one would be. */
function refuseNothing({ memory, filter, scope, all }: Request): never {
  if (all && scope === "all") refuse("nothing_to_delete");
  const [id] = filter.ids ?? [];
  const elsewhere = elsewhereHint(memory, filter);
  const where = {
    scope: inScope(scope),
    hint: elsewhere ?? said(id === undefined ? "keyword_as_it_stands" : "how_to_find_ids"),
  };
  if (id === undefined) refuse("nothing_matches", where);
  refuse("no_record_in", { id, ...where });
}

/** What would go, and in which files; `word` is the keyword, marked in it. */
function shownText(data: ReturnType<typeof shown>, style: Style, word: string | undefined): string {
  const files = data.affected_files;
  const place = style.say(
    files.length > 5 ? said("in_many_files", { count: files.length }) : said("in_files", { files: some(files) }),
  );
  const told = [layersLine(data.layers, style), notFoundLine(data.not_found, style)].join("");
  return previewText(data, style, { word, place: `${style.dim(place)}\n${told}` }) +
    mentionLines(data.remaining_mentions ?? [], style);
}

/** How many lie in which layer, where that is more than one. */
function layersLine(layers: LayerCounts = {}, style: Style): string {
  const { project = 0, global = 0 } = layers;
  if (global === 0) return "";
  return style.say(said("in_which_layer", { project, global: style.bold(String(global)) }));
}

/** What went, what told of it and went too, and where the same still stands. */
function deletedText(data: Deleted, style: Style): string {
  const { deleted, events = 0, mode, backup_path, index_synced, remaining_mentions = [], verified } = data;
  const isSoft = mode === "soft";
  const lines = [
    style.done(said(isSoft ? "deleted" : "purged", { amount: amount(deleted, events) })),
    layersLine(data.layers, style),
    notFoundLine(data.not_found, style),
    besidesLine(data, style),
    backup_path ? copiesLine(style, backup_path) : "",
    index_synced ? "" : style.yellow(said("index_behind")),
    verified ? verifiedLine(verified, style) : "",
  ];
  return lines.join("") + mentionLines(remaining_mentions, style);
}

function besidesLine({ erased_from_logs: lines = 0, erased_proposals: proposals = 0 }: Deleted, style: Style): string {
  if (lines + proposals === 0) return "";
  return style.say(said("erased_beside", { lines, proposals }));
}

function verifiedLine({ clean, searched_files, found }: Verification, style: Style): string {
  if (clean) {
    return style.green(said("purged_clean", { searched_files }));
  }
  const places = style.say({
    en: found.map(({ file, what, layer = "" }) => `${layer} ${file} (${what})`.trim()).join(", "),
    zh: found.map(({ file, what, layer = "" }) => `${layer} ${file}（${what}）`.trim()).join("、"),
  });
  return `${style.red({ en: "Still found:", zh: "仍然存在：" })} ${places}\n`;
}
