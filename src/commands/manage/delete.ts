import { dirname } from "node:path";
import { confirmation, day, flag, names } from "../../cli/args.ts";
import { defineCommand, ok, preview } from "../../cli/command.ts";
import { copiesLines, inBrackets, mentionLines } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import { append, unlessEmpty } from "../../lists.ts";
import { globalDataFolder, projectOfUsual } from "../../paths.ts";
import { briefId } from "../../records/ids.ts";
import type { Layer, RawRecord } from "../../records/mod.ts";
import { isTodoId } from "../../records/todos.ts";
import { remembered } from "../../remembered.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";
import { type Confirmed, type Sealed, shownOrDone } from "../../store/confirm.ts";
import type { Contents } from "../../store/contents.ts";
import { type Filter, inScope, isKeywordAlone, namedBy } from "../../store/filter.ts";
import { type Memory } from "../../store/memory.ts";
import { pathOf } from "../../store/layout.ts";
import type { Store } from "../../store/mod.ts";
import { trackingOf } from "../../store/tracking.ts";
import { truthFiles } from "../../store/truth_files.ts";
import { allHomes } from "../../store/owner.ts";
import { noteDeleted, stateStore } from "../../store/session_state.ts";
import { sessionStates } from "../../store/sessions.ts";
import type { Stored } from "../../store/stored.ts";
import { coreHint, coreHintFor } from "../../upkeep/core.ts";
import { asShown, changedBy, type Doomed, findDoomed, planAsShown } from "../../upkeep/delete.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { todoHint } from "../../upkeep/todos.ts";
import { type Mention, placeOf, remainingMentions, remainingOfAll, textsOf } from "../../upkeep/mentions.ts";
import { backupsOf, carryOutInEach, noteGone, type SyncChoice } from "../../upkeep/mod.ts";
import { eraseBeside, type Erased, eraseElsewhere, isLeftBehind, sumOf } from "../../upkeep/purge.ts";
import { type Meant, tracesOf, wordedIds } from "../../upkeep/traces.ts";
import { type Verification, verifyLayers } from "../../upkeep/verify.ts";
import { isWorded } from "../../upkeep/note_ids.ts";
import { readScope } from "../../upkeep/notes.ts";
import { actorOf } from "../../store/audit.ts";
import { elsewhereHint, FILTER_ARGS, filterOf, scopeArg, storesMeant, SYNC_ARGS, wholeIds } from "./arguments.ts";
import { amount, countOf, eventsIn, filesOf, notFoundLine, previewOf, previewText } from "./shown.ts";
import { refuse, said } from "../words.ts";
import { named, some } from "../../wording.ts";

export const manageDelete = defineCommand({
  args: {
    ...FILTER_ARGS,
    before: day,
    scope: scopeArg("all"),
    all: flag,
    purge: flag,
    includeBackups: flag,
    verify: flag,
    confirm: confirmation,
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
    const readAll = remembered((store: Store) => readScope(store, "all"));
    const values = { ...given, id: wholeIds(memory, layer, [...given.id, ...call.operands.id], readAll) };
    const filter = wanted(filterOf(runtime, values), all, values);
    const stores = storesMeant(memory, layer, values.id);
    const isHere = hereAmong(memory, stores);
    const request: Request = { memory, stores, isHere, filter, scope, all, purge, includeBackups, verify };
    const contentsOf = (store: Store) => scope === "all" ? readAll(store) : readScope(store, scope);
    const read = stores.map((store) => ({ store, doomed: findDoomed(store, request, contentsOf(store)) }));
    const parts = read.filter(({ doomed }) => changedBy(doomed).length > 0);
    if (parts.length === 0 && !mayBeElsewhere(request)) refuseNothing(request);
    return await shownOrDone(runtime, {
      confirm,
      shown: all || purge ? () => boundTo(parts, request) : undefined,
      stores,
      show: (sealed) => preview(shown(request, { read, parts, sealed }), shownText, filter.keyword),
      async act(confirmed) {
        const { told, backups } = await remove(request, parts, confirmed, { syncMode, syncTimeout, noSync });
        const done = ok(told, deletedText, backups);
        return told.verified?.clean === false ? { ...done, exitCode: EXIT_STILL_FOUND } : done;
      },
    });
  },
});

/** Whether files that hold no records in force may still hold what is to be purged from everywhere. */
function mayBeElsewhere(request: Request): boolean {
  const { memory, stores, filter, scope, includeBackups } = request;
  if (!includeBackups) return false;
  if (isLeftBehind(stores, request)) return true;
  // Logs, freed pages of the index, lost files and lines that can't be read are searched by the word alone.
  return isKeywordAlone(filter) && scope === "all" && elsewhereHint(memory, filter) === undefined;
}

/** A script that asked for the proof has to see that there is none. */
const EXIT_STILL_FOUND = 1;

interface Request extends Meant {
  readonly memory: Memory;
  readonly stores: readonly Store[];
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

/** The token of a preview is bound to these texts. */
function boundTo(parts: readonly Part[], { filter, scope, purge, includeBackups }: Request): string[] {
  const records = parts.flatMap(({ store, doomed }) => [store.folder, ...asShown(changedBy(doomed))]);
  // Another filter may mean the same records, and yet take other wordings from backups and logs.
  return ["delete", JSON.stringify(filter), scope, String(purge), String(includeBackups), ...records];
}

/** The records of a store that stay and may mention the deleted ones; undefined where not all of them were read. */
function readOf(read: readonly Part[], { scope, filter }: Request) {
  return (store: Store): Contents | undefined => {
    const doomed = read.find((part) => part.store.folder === store.folder)?.doomed;
    if (!doomed || scope !== "all") return undefined;
    return isKeywordAlone(filter) ? { ...doomed.contents, records: doomed.spared } : doomed.contents;
  };
}

/** All records that go: those that are meant, and the consolidated facts that say the same. */
function allOf({ doomed: { records, copies } }: Pick<Part, "doomed">): readonly Stored[] {
  return [...records, ...copies];
}

/** The places that still say the same once these records are gone; `texts` are the texts of the records. */
function mentionsBeside(
  parts: readonly Part[],
  texts: () => readonly string[],
  request: Request,
  read: readonly Part[],
): Mention[] {
  const { memory, stores, filter: { keyword }, all, scope, purge } = request;
  const gone = parts.flatMap(allOf).map(placeOf);
  const beside = { except: new Set(gone), among: readOf(read, request) };
  if (all && scope === "all") return remainingOfAll(stores, beside);
  // With a keyword the texts are not needed: every place that holds one of them holds the keyword, too.
  const ids = purge ? parts.flatMap(allOf).map(({ key }) => key).filter(isWorded) : [];
  const contents = keyword === undefined ? [...texts(), ...ids] : [];
  return remainingMentions(memory, { keyword, contents, ...beside });
}

/** The fields that preview and result share; `read` holds the stores that are unchanged since they were read. */
function toldOf(parts: readonly Part[], texts: () => readonly string[], request: Request, read: readonly Part[] = []) {
  const found = parts.flatMap(({ doomed }) => [...changedBy(doomed), ...doomed.copies]).map(({ key }) => key);
  const meant = (id: string) => [id, ...parts.flatMap(({ doomed }) => doomed.led?.get(id) ?? [])];
  const trimmed = parts.flatMap(({ doomed }) => doomed.trimmed ?? []).map(({ key }) => key);
  const missing = request.filter.ids?.filter((id) => !found.some(namedBy(meant(id))));
  return {
    layers: request.stores.length > 1 ? layersOf(parts) : undefined,
    /** They stay. */
    earlier_wordings_of: unlessEmpty(trimmed),
    in_git: unlessEmpty(heldByGit(parts, request)),
    remaining_mentions: unlessEmpty(mentionsBeside(parts, texts, request, read)),
    not_found: unlessEmpty(missing ?? []),
    ...notSearched(request),
  };
}

/** The files of a purge that git tracks: its commits and stashes may hold what goes. Where no record goes, all such. */
function heldByGit(parts: readonly Part[], { stores, purge }: Request): string[] {
  if (!purge) return [];
  const files = parts.length > 0
    ? parts.flatMap(({ store, doomed }) => filesOf([{ doomed }]).map((file) => ({ store, file })))
    : stores.flatMap((store) => truthFiles(store).map(({ file }) => ({ store, file })));
  const trackingIn = remembered(trackingOf);
  return [...new Set(files.filter(({ store, file }) => trackingIn(store)(file) === "tracked").map(({ file }) => file))];
}

/** The other projects with a memory on this machine, through which a purge of a word does not look. */
function notSearched({ memory: { runtime, project, global }, filter, purge }: Request) {
  if (!purge || filter.keyword === undefined) return {};
  const here = [project?.home, global?.home];
  const others = allHomes(runtime).filter(({ home, owner: { path } }) =>
    !here.includes(home) && path !== globalDataFolder(runtime)
  );
  const isThere = ({ owner: { path } }: (typeof others)[number]) => runtime.files.stat(path) !== undefined;
  const projects = others.filter(isThere).map(({ owner: { path } }) =>
    projectOfUsual(path)?.replace(/[\\/]$/, "") ?? path
  );
  const left = others.filter((each) => !isThere(each)).map(({ home }) => home);
  return { projects_not_searched: unlessEmpty(projects), homes_not_searched: unlessEmpty(left) };
}

/** What a purge did not look through. */
function notSearchedLines(
  { in_git = [], projects_not_searched: projects = [], homes_not_searched: homes = [] }: ReturnType<typeof toldOf>,
  style: Style,
): string {
  return [
    in_git.length === 0 ? "" : style.yellow(said("in_git", { files: some(in_git) })),
    projects.length === 0 ? "" : style.say(said("not_searched", { count: projects.length, projects })),
    homes.length === 0 ? "" : style.say(said("homes_not_searched", { count: homes.length, homes })),
  ].join("");
}

function shown(
  request: Request,
  { read, parts, sealed }: Record<"read" | "parts", readonly Part[]> & { sealed: Sealed },
) {
  const { memory: { runtime }, purge, includeBackups } = request;
  const going = amount(countOf(parts), eventsIn(parts));
  let wording = purge ? "would_purge" : "would_delete";
  if (includeBackups) wording = "would_purge_copies";
  if (includeBackups && parts.length === 0) {
    wording = isLeftBehind(request.stores, request) ? "would_purge_copies_alone" : "would_purge_traces_alone";
  }
  if (parts.length > 0 && countOf(parts) === 0) wording = "would_purge_earlier";
  const message = said(wording, { amount: going });
  const data = previewOf(runtime, parts, purge ? "purge" : "soft", message, sealed);
  return { ...data, ...toldOf(parts, () => textsOf(parts.flatMap(allOf)), request, read) };
}

async function remove(request: Request, asked: readonly Part[], confirmed: Confirmed, sync: SyncChoice) {
  const { memory, stores, filter, purge, includeBackups, scope } = request;
  const actor = actorOf(memory.runtime);
  const how = { actor, command: "delete", scope, purge, filter, backup: !includeBackups, ...confirmed } as const;
  // Taken before the change, since their lines are gone afterwards.
  const erasing = purge ? { ...request, gone: tracesOf(asked.flatMap(allOf), stores, request) } : undefined;
  const isUnfound = asked.length === 0 && !isLeftBehind(stores, request);
  const shown = confirmed.confirmed === undefined
    ? undefined
    : new Map(asked.map(({ store, doomed }) => [store.folder, asShown(changedBy(doomed))]));
  const erased: Erased[] = [];
  const texts: string[] = [];
  const gone: RawRecord[] = [];
  const written = carryOutInEach(
    memory,
    asked.map(({ store }) => store),
    (locked) => planAsShown(locked, (store) => findDoomed(store, request), how, shown?.get(locked.folder)),
    sync,
    (locked, doomed) => {
      const all = allOf({ doomed });
      append(texts, textsOf(all));
      append(gone, all.map(({ record }) => record));
      if (erasing) erased.push(eraseBeside(locked, all, erasing));
    },
  );
  const parts = written.map(({ store, result }) => ({ store, doomed: result }));
  if (erasing) erased.push(...await eraseElsewhere(stores, parts.map(({ store }) => store), erasing));
  const isGone = asked.length > 0 && parts.every(({ doomed }) => changedBy(doomed).length === 0);
  if (isGone && (sumOf(erased, request).erased_from_backups ?? 0) === 0) refuse("deleted_meanwhile");
  forgetSaid(request, gone);
  const first = written[0]?.done;
  const operations = written.flatMap(({ store, done }) =>
    done ? [{ layer: store.layer, operation: done.operation, backup_path: done.backup_path }] : []
  );
  const verified = request.verify && erasing
    ? verifyLayers(stores, { texts, ids: wordedIds(erasing.gone), keyword: filter.keyword })
    : undefined;
  const told = {
    deleted: countOf(parts),
    nothing_matched: isUnfound || undefined,
    events: eventsIn(parts) || undefined,
    mode: purge ? "purge" : "soft",
    affected_files: filesOf(parts),
    backup_path: first?.backup_path,
    operation: first?.operation,
    // One write in each layer; `undo` takes back both.
    operations: operations.length > 1 ? operations : undefined,
    hint: first && !purge ? inResult(said("undo_brings_back", { operation: first.operation })) : undefined,
    index_synced: written.every(({ done }) => done?.index_synced ?? false),
    ...toldOf(parts, () => texts, request),
    ...purge ? sumOf(erased, request) : {},
    verified,
    found_in: unlessEmpty(foldersOf(stores, verified?.found)),
  };
  return { told, backups: backupsOf(written) };
}

/** The folders in which a proof has found something, as absolute paths. */
function foldersOf(stores: readonly Store[], found: Verification["found"] = []): string[] {
  const paths = found.flatMap(({ file, layer = "project" }) => {
    const store = stores.find((each) => each.layer === layer) ?? stores[0];
    return store ? [dirname(pathOf(store, file))] : [];
  });
  return [...new Set(paths)];
}

/** Keeps the ends of sessions from capturing again what is deleted. */
function forgetSaid({ memory, all, purge }: Request, gone: readonly RawRecord[]): void {
  noteGone(memory, gone, all || purge);
  const store = stateStore(memory);
  if (!store || !(all || purge)) return;
  // What is purged leaves no text by which a session that is still open could be asked whether it speaks of that.
  const open = sessionStates(store).filter(({ ended_at }) => all || ended_at === undefined);
  for (const { session_id } of open) noteDeleted(store, session_id, true);
}

type Deleted = Awaited<ReturnType<typeof remove>>["told"];

/** Throws RECORD_NOT_FOUND, NO_MATCH where no record is meant. The hint names a scope and layer that hold some. */
function refuseNothing({ memory, stores, filter, scope, all, purge }: Request): never {
  if (all && scope === "all") refuse("nothing_to_delete");
  const [id] = filter.ids ?? [];
  const elsewhere = elsewhereHint(memory, filter);
  const where = {
    scope: inScope(scope),
    hint: elsewhere ?? hintFor(memory, stores, id, filter, purge),
  };
  const named = stores.flatMap((store) => readScope(store, "all").records).filter(({ key }) => key === id);
  // The record with the given id exists, but another filter or the scope leaves it out.
  if (id === undefined || named.some(({ isDeleted }) => !isDeleted)) refuse("nothing_matches", where);
  if (named.length > 0) refuse("deleted_already", { id: briefId(id) });
  refuse("no_record_in", { id, ...where });
}

function hintFor(memory: Memory, stores: readonly Store[], id = "", { keyword }: Filter, purge: boolean): Sentence {
  if (keyword !== undefined) {
    return coreHintFor(memory, keyword) ?? said(purge ? "keyword_in_traces" : "keyword_as_it_stands");
  }
  return isTodoId(id) ? todoHint(memory, id) : coreHint(stores, id) ?? said("how_to_find_ids");
}

function shownText(data: ReturnType<typeof shown>, style: Style, word: string | undefined): string {
  const files = data.affected_files;
  const place = files.length === 0 ? "" : style.say(
    files.length > 5 ? said("in_many_files", { count: files.length }) : said("in_files", { files: some(files) }),
  );
  const told = [
    layersLine(data.layers, style),
    earlierLine(data.earlier_wordings_of, style),
    notFoundLine(data.not_found, style),
  ].join("");
  return previewText(data, style, { word, place: `${style.dim(place)}\n${told}` }) +
    mentionLines(data.remaining_mentions ?? [], style) + notSearchedLines(data, style);
}

function earlierLine(ids: readonly string[] = [], style: Style): string {
  return ids.length === 0 ? "" : style.say(said("loses_earlier", { ids: some(ids.map(briefId)) }));
}

function layersOf(parts: readonly Part[]): Partial<Record<Layer, number>> {
  return Object.fromEntries(parts.map(({ store, doomed }) => [store.layer, doomed.records.length]));
}

function layersLine(layers: ReturnType<typeof layersOf> = {}, style: Style): string {
  const { project = 0, global = 0 } = layers;
  if (global === 0) return "";
  return style.say(said("in_which_layer", { project, global: style.bold(String(global)) }));
}

function deletedText(data: Deleted, style: Style, backups: readonly string[]): string {
  const { deleted, events = 0, mode, index_synced, remaining_mentions = [], verified } = data;
  const { erased_from_logs: lines = 0, erased_proposals: proposals = 0, erased_from_backups: copies = 0 } = data;
  return [
    style.done(
      deleted > 0
        ? said(mode === "soft" ? "deleted" : "purged", { amount: amount(deleted, events) })
        : data.earlier_wordings_of
        ? said("purged_earlier")
        : copies > 0
        ? said("purged_copies_alone", { files: copies })
        : said(data.nothing_matched ? "purged_traces_alone" : "purged_ids_alone"),
    ),
    layersLine(data.layers, style),
    earlierLine(data.earlier_wordings_of, style),
    notFoundLine(data.not_found, style),
    lines + proposals === 0 ? "" : style.say(said("erased_beside", { lines, proposals })),
    copiesLines(style, backups),
    index_synced ? "" : style.yellow(said("index_behind")),
    verified ? verifiedLines(verified, data.found_in, style) : "",
    mentionLines(remaining_mentions, style),
    notSearchedLines(data, style),
  ].join("");
}

function verifiedLines(
  { clean, searched_files, found }: Verification,
  folders: readonly string[] = [],
  style: Style,
): string {
  if (clean) return style.green(said("purged_clean", { searched_files }));
  const places = found.map(({ file, what, layer }) => {
    const { en, zh } = inBrackets(same(what));
    const path = layer === undefined ? file : `${layer} ${file}`;
    return { en: path + en, zh: path + zh };
  });
  return `${style.red(said("still_found"))} ${style.say(named(places))}\n${
    style.say(said("take_out_by_hand", { folders }))
  }`;
}
