import { join, resolve } from "node:path";
import { choice, confirmation, flag, nameOf, type ValuesOf, withDefault } from "../../cli/args.ts";
import { defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { confirmLine, takenOutLine } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import {
  cleanBundle,
  IMPORT_FORMATS,
  type ImportFormat,
  type Invalid,
  isClientFormat,
  type Read,
} from "../../exchange/incoming.ts";
import { isDataFolder, readExport, readInput } from "../../exchange/read.ts";
import { IMPORT_MODES, type ImportMode, planImport, type Taken } from "../../exchange/take_in.ts";
import { sha256Hex } from "../../hash.ts";
import { BYTES_MAX } from "../../limits.ts";
import { unlessEmpty } from "../../lists.ts";
import { lingxiMemory, planLingxiImport, skippedBecause } from "../../notes/import.ts";
import type { RawRecord } from "../../records/mod.ts";
import { OPEN_MARK, openTodos } from "../../records/todos.ts";
import type { Runtime } from "../../runtime.ts";
import { inResult, same, type Sentence } from "../../sentence.ts";
import { shownOrDone } from "../../store/confirm.ts";
import { DAILY_FOLDER } from "../../store/layout.ts";
import { type Memory, refuseWhileOff, storeToWrite } from "../../store/memory.ts";
import type { Bundle } from "../../exchange/mod.ts";
import { recordsThatPass } from "../../store/filter.ts";
import type { Store } from "../../store/mod.ts";
import type { Stored } from "../../store/stored.ts";
import { knowledgeShown } from "../../upkeep/delete.ts";
import { carryOut } from "../../upkeep/mod.ts";
import { isEmptyStore, readScope } from "../../upkeep/notes.ts";
import { readStandardInput, STANDARD_INPUT, STREAM } from "../input.ts";
import { actorOf } from "../../store/audit.ts";
import { pathNamed, SYNC_ARGS } from "./arguments.ts";
import { failure, refuse, said } from "../words.ts";

const args = {
  input: nameOf("PATH"),
  format: withDefault(choice(IMPORT_FORMATS), "auto"),
  mode: withDefault(choice(IMPORT_MODES), "merge"),
  skipInvalid: flag,
  dryRun: flag,
  confirm: confirmation,
  ...SYNC_ARGS,
};

export const manageImport = defineCommand({
  args,
  operands: { path: nameOf("PATH") },
  async run({ runtime, memory, args, operands, layer }) {
    // A dry run changes nothing.
    if (!args.dryRun) refuseWhileOff(memory);
    const { format } = args;
    const named = await pathNamed("manage import", "--input", args.input, operands.path);
    const store = storeToWrite(memory, layer);
    const options: Options = args;
    if (named === STREAM) return takeRecords(memory, store, await readStream(runtime, format), options);
    const input = resolve(runtime.cwd(), named);
    const lingxi = format === "lingxi" || format === "auto"
      ? lingxiMemory(runtime.files, input, format === "lingxi")
      : undefined;
    // A folder may hold LingXi's notes and be a memory of ours too: then its records matter more.
    const holdsRecords = isDataFolder(runtime, input) || runtime.files.stat(input)?.kind === "file";
    if (lingxi !== undefined && (format === "lingxi" || !holdsRecords)) {
      return takeLingxi(memory, store, lingxi, options);
    }
    if (format === "lingxi") refuse("no_lingxi_memory", { input });
    const isItself = !isClientFormat(format) && runtime.files.realPath(input) === runtime.files.realPath(store.folder);
    if (isItself) refuseItself(runtime, input, options);
    // In this memory's own folder, only the days that Memory Skill v1 left are not in use yet.
    const read = readInput(runtime, input, isItself ? "memory-v1" : format, {
      secrets: memory.config.privacy.redact,
      root: memory.locations.projectRoot,
    });
    return takeRecords(memory, store, { ...read, from: same(input) }, options);
  },
});

type Options = ValuesOf<typeof args>;

type Source = Read & { readonly from: Sentence };

/** Throws INVALID_ARGUMENT unless the own folder holds days of an older tool, and they are merged. */
function refuseItself({ files }: Runtime, input: string, { mode }: Options): void {
  const hasDays = files.list(join(input, DAILY_FOLDER)).some((name) => name.endsWith(".md"));
  if (hasDays && mode === "merge") return;
  refuse(hasDays ? "itself_replaced" : "itself_in_use", { input });
}

/** An export that comes through a pipe. Throws IMPORT_INVALID for a format that is a folder. */
async function readStream(runtime: Runtime, format: ImportFormat): Promise<Source> {
  if (format === "auto" || format === "json" || format === "jsonl") {
    const text = await readStandardInput(runtime, BYTES_MAX.imported);
    return { ...readExport(text, STANDARD_INPUT, format), from: STANDARD_INPUT };
  }
  refuse("format_of_a_folder", { format });
}

function takeRecords(memory: Memory, store: Store, source: Source, options: Options): Outcome {
  const { bundle: clean, kinds } = cleanBundle(source, { secrets: memory.config.privacy.redact });
  const { runtime } = memory;
  const { mode, dryRun, confirm } = options;
  // The import decides which sentences become facts, so each is shown first, even where the memory is empty.
  const showsFacts = isClientFormat(source.format);
  const bundle = { ...clean, isOfMarkdown: showsFacts || source.format === "memory-v1" };
  refuseInvalid(source, options);
  const result = ({ fresh, ...sums }: Taken) => ({
    ...sums,
    facts: showsFacts
      ? fresh.filter(({ type }) => type === "fact").map(({ id, memory_type, content }) => ({
        id,
        memory_type,
        content,
      }))
      : undefined,
    todos: showsFacts ? unlessEmpty(fresh.flatMap(openTodos)) : undefined,
    skipped: sums.skipped + source.invalid.length + source.left_out.length,
    skipped_because: [
      ...sums.skipped_because,
      ...skippedBecause([[source.invalid.length, said("no_records_listed")], ...partsLeftOut(source)]),
    ],
    invalid: invalidShown(source.invalid),
    remarks: unlessEmpty(invalidShown(source.remarks)),
    redacted: unlessEmpty(kinds),
    mode,
    format: source.format,
  });
  const plan = () => planImport(store, bundle, mode, actorOf(runtime));
  const isGrave = mode === "replace";
  // What was purged is not to come back unseen, even where nothing else is left.
  const bringsPurged = () => (plan().result.purged_here ?? 0) > 0;
  const needsConsent = isGrave || showsFacts || !isEmptyStore(store) || bringsPurged();
  return shownOrDone(runtime, {
    confirm: !dryRun && (!needsConsent || confirm),
    // The token is bound to the records that come and to those that go.
    shown: isGrave && !dryRun
      ? () => ["import", "replace", store.folder, sha256Hex([JSON.stringify(bundle)]), ...knowledgeShown(store)]
      : undefined,
    stores: [store],
    show(sealed) {
      const sums = plan().result;
      const replaced = isGrave ? countReplaced(store, bundle) : undefined;
      const data = { ...result(sums), message: importMessage(sums, replaced), ...sealed };
      return preview(data, importText, dryRun ? withoutDryRun(needsConsent) : undefined);
    },
    act(confirmed, stillShown) {
      const marked = () => {
        stillShown();
        const { change, result } = plan();
        return { change: change && { ...change, audit: { ...change.audit, ...confirmed } }, result };
      };
      const { result: sums, done } = carryOut(memory, store, marked, options);
      return ok({ ...result(sums), index_synced: true, ...done }, importText);
    },
  });
}

/** So many places are named of what is left out for one reason. */
const PLACES_SHOWN = 12;

/** What is left out of documents, by the reason, with the places where it begins. */
function partsLeftOut({ left_out }: Source): (readonly [count: number, reason: Sentence])[] {
  return [...Map.groupBy(left_out, ({ reason }) => reason.en).values()].map((parts) => {
    const places = parts.slice(0, PLACES_SHOWN).map(({ file, line }) =>
      file === undefined ? `${line}` : `${file}:${line}`
    );
    const more = parts.length > places.length ? ", …" : "";
    return [parts.length, said("part_left_out", { reason: parts[0]?.reason ?? "", places: places.join(", ") + more })];
  });
}

/** How many records and notes an import takes the place of, as a list counts them; without notes it leaves notes. */
function countReplaced(store: Store, { notes }: Bundle): number {
  const isReplaced = ({ kind, record }: Stored) => kind !== "notes" || (notes.length > 0 && record.shared !== true);
  return recordsThatPass(readScope(store, "all"), "all", {}).filter(isReplaced).length;
}

/** Takes in the notes of the LingXi memory in `folder`. They replace nothing, so no token is needed. */
function takeLingxi(memory: Memory, store: Store, folder: string, options: Options): Outcome {
  const redacting = { secrets: memory.config.privacy.redact };
  const plan = (from: Store) => planLingxiImport(from, folder, actorOf(memory.runtime), redacting);
  const kind = { mode: "merge", format: "lingxi" } as const;
  const needsConsent = !isEmptyStore(store);
  return shownOrDone(memory.runtime, {
    confirm: !options.dryRun && (!needsConsent || options.confirm),
    show() {
      const { result } = plan(store);
      const data = { ...result, ...kind, message: importMessage(result) };
      return preview(data, importText, options.dryRun ? withoutDryRun(needsConsent) : undefined);
    },
    act() {
      const { result, done } = carryOut(memory, store, plan, options);
      return ok({ ...result, ...kind, index_synced: true, ...done }, importText);
    },
  });
}

/** The result of an import, or its preview, which alone has a `message`. */
interface Imported extends Omit<Taken, "renamed" | "fresh"> {
  /** The facts that are made of a client's own memory. */
  readonly facts?: readonly Pick<RawRecord, "id" | "memory_type" | "content">[] | undefined;
  /** The to-dos that are made of it. */
  readonly todos?: readonly string[] | undefined;
  readonly renamed?: number;
  /** Warnings about notes that were imported all the same, and what was not looked at. */
  readonly remarks?: readonly Invalid[] | undefined;
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[] | undefined;
  readonly invalid: readonly Invalid[];
  readonly mode: ImportMode;
  readonly message?: Sentence;
  readonly confirm_token?: string;
}

/** The message of a preview; `replaced` is the number of records that go, undefined for a merge. */
function importMessage(sums: Sums, replaced?: number): Sentence {
  const { imported, existing } = listed(sums);
  const { changed = 0 } = sums;
  if (replaced !== undefined) return inResult(said("would_replace", { imported, replaced }));
  return inResult(said(changed > 0 ? "would_change" : "would_import", { imported, changed, existing }));
}

type Sums = Pick<Taken, "imported" | "existing" | "events" | "copies" | "changed">;

/** The numbers as a list and an export count, without events of sessions and consolidated facts. */
function listed({ imported, existing, events, copies }: Sums) {
  return {
    imported: imported - (events?.imported ?? 0) - (copies?.imported ?? 0),
    existing: existing - (events?.existing ?? 0) - (copies?.existing ?? 0),
  };
}

/** Of thousands of bad lines the first are enough to see the fault. */
const INVALID_SHOWN = 100;

function invalidShown(invalid: readonly Invalid[]) {
  return invalid.slice(0, INVALID_SHOWN).map(({ reason, ...place }) => ({ ...place, reason: inResult(reason) }));
}

/** Throws IMPORT_INVALID for an input with bad lines, unless they are to be left out and there are others. */
function refuseInvalid({ from: input, invalid, records, notes, core_memory }: Source, { skipInvalid }: Options): void {
  const [first] = invalid;
  const isNothing = records.length + notes.length + core_memory.length === 0;
  if (!first || (skipInvalid && !isNothing)) return;
  const step = said(isNothing ? "import_of_records" : "import_the_rest");
  const more = invalid.length - 1;
  const file = first.file ? { en: `${first.file}, `, zh: `${first.file} ` } : same("");
  const values = { input, file, line: first.line, reason: first.reason, more, step };
  throw failure(more > 0 ? "no_records_in_it" : "no_record_in_it", values, {
    data: { invalid: invalidShown(invalid) },
  });
}

function nothingNew(existing: number): Sentence {
  return existing === 0
    ? said("nothing_new")
    : said("nothing_but_known", { existing, them: existing === 1 ? "is" : "are" });
}

/** The last line of a dry run. It says to leave out --dry-run, beside which --confirm has no effect. */
function withoutDryRun(needsConsent: boolean): Sentence {
  return said(needsConsent ? "without_dry_run" : "without_dry_run_alone");
}

/** `next` is the last line of a preview, by default that of every preview. */
function importText(result: Imported, style: Style, next?: Sentence): string {
  const { say } = style;
  const { skipped, invalid, skipped_because, confirm_token, mode, changed = 0 } = result;
  const { imported, existing } = listed(result);
  const isNothing = result.imported + changed === 0 && mode === "merge" && result.core === undefined;
  const told = (
    row: string,
    name: "newer_here" | "deleted_here" | "purged_here" | "kept" | "renamed" | "replaced" | "weighed",
  ) => result[name] ? say(said(row, { [name]: result[name] })) : "";
  const versions = told("import_older", "newer_here") + told("import_deleted", "deleted_here") +
    told("import_purged", "purged_here") +
    told("import_keeps", "kept");
  const isEmpty = isNothing && result.existing + skipped + invalid.length === 0 && versions === "";
  if (isEmpty) return `${say(said("nothing_held"))}\n`;
  const message = result.message === undefined ? undefined : isNothing ? nothingNew(existing) : result.message;
  if (message !== undefined && isNothing && invalid.length === 0 && skipped === 0) {
    return `${say(message)}\n${versions}`;
  }
  const { remarks = [], facts = [], todos = [], redacted, core } = result;
  const sums = say(said(changed > 0 ? "import_sums_changed" : "import_sums", { imported, changed, existing, skipped }));
  const why = skipped_because.map(({ reason, count }) =>
    say(said("import_left_out", { count: String(count), reason }))
  );
  const places = [...invalid, ...remarks].map(({ file, line, reason }) => {
    const place = file ? same([file, ...line === 0 ? [] : [line]].join(":")) : said("on_line", { line });
    return style.yellow(said("import_remark", { place, reason }));
  });
  const details = [
    versions,
    ...why,
    told("renamed_ids", "renamed"),
    core === undefined ? "" : say(said(core === "replaced" ? "import_replaces_core" : "import_adds_to_core")),
    told("import_supersedes", "replaced"),
    told("import_weighed", "weighed"),
    takenOutLine(redacted, style),
    ...places,
  ].join("");
  if (message === undefined) return `${style.green(said("imported"))} ${sums}${details}`;
  const made = [
    ...facts.map(({ memory_type, content }) => [`[${memory_type}]`, String(content).replaceAll("\n", "\n      ")]),
    ...todos.map((todo) => [OPEN_MARK, todo]),
  ].map(([mark = "", text]) => `  ${style.dim(mark)} ${text}\n`).join("");
  const text = `${style.yellow(message)}\n${sums}${made}${details}`;
  return isNothing ? text : text + (next ? say(next) : confirmLine(style, confirm_token));
}
