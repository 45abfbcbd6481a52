import { basename, dirname, join, resolve } from "node:path";
import { choice, day, flag, nameOf, type ValuesOf } from "../../cli/args.ts";
import { type Caller, defineCommand, ok, type Outcome, PRINTED } from "../../cli/command.ts";
import { size, type Style } from "../../cli/terminal.ts";
import { languageOf } from "../../config/mod.ts";
import { collect, type Collected, inPieces, renderJson, renderJsonl, renderMarkdown } from "../../exchange/mod.ts";
import { replaceAtomically } from "../../files.ts";
import { unlessEmpty } from "../../lists.ts";
import type { Language } from "../../sentence.ts";
import { neutralised } from "../../text/legible.ts";
import { destination, isInside, realOf } from "../../paths.ts";
import type { Span } from "../../records/days.ts";
import type { Runtime } from "../../runtime.ts";
import { DAILY_FOLDER, NOTES_FOLDER } from "../../store/layout.ts";
import type { Store } from "../../store/mod.ts";
import { goesAlong } from "../../store/keep_private.ts";
import { settleSpool } from "../../store/append.ts";
import { STREAM } from "../input.ts";
import { pathNamed, scopeArg } from "./arguments.ts";
import { refuse, said, spanOfDays } from "../words.ts";

const EXPORT_FORMATS = ["json", "jsonl", "markdown"] as const;
type Format = typeof EXPORT_FORMATS[number];

/** The endings of files in which nobody looks for JSON. */
const OTHER_ENDING = /\.(?:md|markdown|txt|[ct]sv|html?|xml|ya?ml|xlsx?|docx?|pdf|zip|gz|sqlite|db)$/i;

const args = {
  output: nameOf("PATH"),
  overwrite: flag,
  format: choice(EXPORT_FORMATS),
  scope: scopeArg("all"),
  from: day,
  to: day,
};

export const manageExport = defineCommand({
  args,
  operands: { path: nameOf("PATH") },
  async run(call) {
    const { runtime, memory, stores: [store, ...others], args, operands, note } = call;
    const { scope, from, to } = args;
    const named = await pathNamed("manage export", "--output", args.output, operands.path);
    settleSpool(store);
    const span = from === undefined && to === undefined ? undefined : spanOfDays({ from, to }, runtime);
    const left = others.reduce((sum, other) => sum + collect(other, scope, span).found.length, 0);
    const options: Options = { ...args, span, language: languageOf(runtime, memory.config) };
    const outcome = named === STREAM
      ? printed(call, store, options)
      : ok(written(call, store, named, options), exportText);
    if (left > 0) note(said("global_left_out", { records: left }));
    return outcome;
  },
});

type Options = ValuesOf<typeof args> & { readonly span: Span | undefined; readonly language: Language };

function printed({ runtime }: Caller, store: Store, { scope, span, format = "json" }: Options): Outcome {
  if (format === "markdown") refuse("markdown_is_a_folder");
  const collected = collect(store, scope, span);
  for (const piece of documentOf(runtime, collected, format)) runtime.stdout.write(neutralised(piece));
  return PRINTED;
}

function written({ runtime, note }: Caller, store: Store, named: string, options: Options) {
  const { scope, span, language } = options;
  const path = resolve(runtime.cwd(), named);
  const { files } = runtime;
  // A link whose target is missing leads to the place to write to. One to a pipe leads to no place in any folder.
  const isBroken = files.stat(path) === undefined && files.linkTarget(path) !== undefined;
  const output = isBroken ? destination(files, path) : path;
  if (options.format === undefined && OTHER_ENDING.test(output)) refuse("which_format", { output });
  const format = options.format ?? (output.endsWith(".jsonl") ? "jsonl" : "json");
  // Who ends a path as that of a folder wants the export in it, though there is none yet.
  if (format !== "markdown" && /[\\/]$/.test(named)) refuse("output_is_a_folder", { output: named, format });
  guardOutput(runtime, store, output, format);
  const collected = collect(store, scope, span);
  const made = filesOf(runtime, collected, output, { format, language });
  if (!options.overwrite) refuseToReplace(runtime, [...made.keys()]);
  let bytes = 0;
  function* counted(pieces: Iterable<string>): Generator<string> {
    for (const piece of pieces) {
      yield piece;
      bytes += Buffer.byteLength(piece);
    }
  }
  for (const [file, pieces] of made) replaceAtomically(runtime, file, counted(pieces()), { mode: 0o600 });
  const [first] = made.keys();
  const isShown = first !== undefined && goesAlong({ runtime, folder: dirname(first) }, basename(first));
  if (isShown) note(said("export_shown", { output }));
  // An export of some days leaves those of others on purpose.
  const left_there = format === "markdown" && span === undefined ? othersThere(runtime, output, made) : [];
  return {
    output,
    format,
    records: collected.found.length,
    unlisted: collected.unlisted || undefined,
    notes: collected.notes.length,
    core_memory: collected.core_memory !== "",
    files: made.size,
    bytes,
    left_there: unlessEmpty(left_there),
    unreadable_lines: collected.unreadable || undefined,
  };
}

/** The files of an export and the pieces of each, which are made when the file is written. */
function filesOf(
  runtime: Runtime,
  collected: Collected,
  output: string,
  { format, language }: { format: Format; language: Language },
): Map<string, () => Iterable<string>> {
  if (format !== "markdown") return new Map([[output, () => documentOf(runtime, collected, format)]]);
  return new Map(
    [...renderMarkdown(collected, runtime, language)].map(([file, content]) => [join(output, file), () => [content()]]),
  );
}

/** Days and notes in the folder of an export that it did not write: an earlier one did, or the person. */
function othersThere(runtime: Runtime, output: string, written: ReadonlyMap<string, unknown>): string[] {
  const named = ([folder, pattern]: readonly [string, RegExp]) =>
    runtime.files.list(join(output, folder)).filter((name) => pattern.test(name)).map((name) => `${folder}/${name}`);
  return ([[DAILY_FOLDER, /^\d{4}-\d\d-\d\d\.md$/], [NOTES_FOLDER, /^MEM-.*\.md$/]] as const).flatMap(named)
    .filter((file) => !written.has(join(output, file)));
}

function documentOf(runtime: Runtime, collected: Collected, format: "json" | "jsonl"): Generator<string> {
  return inPieces(format === "json" ? renderJson(collected, runtime.now()) : renderJsonl(collected));
}

/** Throws INVALID_ARGUMENT for files that exist: an older export may hold the only copy of records deleted since. */
function refuseToReplace(runtime: Runtime, paths: readonly string[]): void {
  const [first, ...others] = paths.filter((path) => runtime.files.stat(path)?.kind === "file");
  if (first === undefined) return;
  const more = others.length;
  refuse(more > 0 ? "would_overwrite_files" : "would_overwrite", { first, more });
}

/**
 * Throws INVALID_ARGUMENT for a place inside the memory, for a file where a folder is wanted, or the reverse, and for a
 * pipe or device, in whose place a file would be put.
 */
function guardOutput(runtime: Runtime, store: Store, output: string, format: string): void {
  const place = runtime.files.realPath(output) ?? join(realOf(runtime, dirname(output)), "x");
  if (isInside(place, realOf(runtime, store.folder))) refuse("output_in_the_memory", { output });
  const kind = runtime.files.stat(output)?.kind;
  if (kind === "other") refuse("output_is_no_file", { output });
  if (format === "markdown" ? kind === "file" : kind === "folder") {
    refuse(kind === "file" ? "output_is_a_file" : "output_is_a_folder", { output, format });
  }
  // A mistyped path would hide the export where nobody looks for it.
  const folder = dirname(output);
  if (runtime.files.stat(folder) === undefined) refuse("no_folder_for_output", { folder });
}

function exportText(data: ReturnType<typeof written>, style: Style): string {
  const { output, records: all, unlisted = 0, notes, files, bytes, left_there = [] } = data;
  const others = unlisted === 0 ? "" : style.dim(said("unlisted_lines", { unlisted }));
  const left = left_there.length === 0 ? "" : style.yellow(said("export_left_there", { files: left_there }));
  if (files === 0) return style.say(said("exported_nothing")) + left;
  const values = { records: all - unlisted, notes, output, size: size(bytes) };
  return style.done(said(notes > 0 ? "exported_with_notes" : "exported", values)) + left + others;
}
