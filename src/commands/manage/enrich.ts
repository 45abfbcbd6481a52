/** `memory manage enrich`: lists facts without questions (`asks`) or conditions (`when`), and adds given ones. */
import { resolve } from "node:path";
import { confirmation, integer, nameOf, withDefault } from "../../cli/args.ts";
import { type Caller, defineCommand, nothing, ok, preview } from "../../cli/command.ts";
import { copiesLines, moreLine, takenOutLine } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import { BYTES_MAX } from "../../limits.ts";
import { unlessEmpty } from "../../lists.ts";
import { briefId } from "../../records/ids.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import { shownOrDone } from "../../store/confirm.ts";
import { readContents } from "../../store/contents.ts";
import { settleSpool } from "../../store/append.ts";
import type { Store } from "../../store/mod.ts";
import { oneLine } from "../../text/legible.ts";
import { giveOwnIds } from "../../upkeep/commit.ts";
import { type Answers, type Batch, planEnrichment, readAnswers, unasked } from "../../upkeep/enrich.ts";
import { backupsOf, carryOutInEach, writtenIn } from "../../upkeep/mod.ts";
import { jsonOperand, STREAM, utf8In } from "../input.ts";
import { notFoundLine } from "./shown.ts";
import { refuse, said } from "../words.ts";
import { refuseWhileOff } from "../../store/memory.ts";
import { actorOf } from "../../store/audit.ts";
import { changedStores, SYNC_ARGS, wholeIds } from "./arguments.ts";

export const manageEnrich = defineCommand({
  args: {
    limit: withDefault(integer(1, 1_000), 20),
    apply: nameOf("FILE"),
    confirm: confirmation,
    ...SYNC_ARGS,
  },
  async run(call) {
    const { memory, layer, args, runtime } = call;
    const stores = changedStores(memory, layer);
    for (const store of stores) settleSpool(store);
    if (args.apply === undefined) {
      const batch = unasked(memory, stores, args.limit);
      return batch.total === 0
        ? nothing(batch, batchText)
        : ok({ ...batch, hint: inResult(said("how_to_enrich")) }, batchText);
    }
    refuseWhileOff(memory);
    const given = readAnswers(await answersOf(call, args.apply));
    const ids = wholeIds(memory, layer, [...given.keys()]);
    const answers: Answers = new Map([...given.values()].map((words, at) => [ids[at] ?? "", words]));
    const planned = (from: Store) => planEnrichment(memory, from, answers, actorOf(runtime));
    const shown = told(stores, answers, stores.map((store) => planned(store).result));
    return shownOrDone(runtime, {
      confirm: args.confirm,
      show() {
        const message = inResult(said("would_enrich", { count: shown.records.length }));
        return preview({ ...shown, message }, enrichedText);
      },
      act() {
        const wanted = stores.filter(({ layer }) => shown.records.some((each) => each.layer === layer));
        const written = carryOutInEach(memory, wanted, (locked) => {
          giveOwnIds(locked);
          return planned(locked);
        }, args);
        const done = told(stores, answers, written.map(({ result }) => result));
        const data = { ...done, ...writtenIn(written) };
        // None of the ids is a fact's.
        if (done.enriched === 0 && done.not_found) return nothing(data, enrichedText, []);
        return ok(data, enrichedText, backupsOf(written));
      },
    });
  },
});

/** Reads the answers from standard input, from JSON on the command line, or from a file. Throws INVALID_ARGUMENT. */
function answersOf({ runtime }: Pick<Caller, "runtime">, source: string): Promise<unknown> {
  if (source === STREAM || /^\s*[{[]/.test(source)) return jsonOperand(runtime, source, said("how_to_enrich"));
  const path = resolve(runtime.cwd(), source);
  if (runtime.files.stat(path)?.kind !== "file") refuse("no_such_file", { path });
  const bytes = runtime.files.read(path, BYTES_MAX.imported) ?? new Uint8Array();
  return jsonOperand(runtime, utf8In(bytes), said("how_to_enrich"));
}

/** The fields that preview and result share. */
function told(
  stores: readonly Store[],
  answers: Answers,
  planned: readonly ReturnType<typeof planEnrichment>["result"][],
) {
  const records = planned.flatMap((each) => each.records);
  const known = new Set(stores.flatMap((store) =>
    readContents(store).records
      .flatMap(({ key, type, isDeleted }) => type === "fact" && !isDeleted ? [key] : [])
  ));
  const missing = [...answers.keys()].filter((id) => !known.has(id) && !records.some((each) => each.id === id));
  const kinds = [...new Set(planned.flatMap((each) => each.kinds))];
  return { enriched: records.length, records, not_found: unlessEmpty(missing), redacted: unlessEmpty(kinds) };
}

function batchText({ total, records }: Batch, style: Style): string {
  if (total === 0) return style.say(said("nothing_to_enrich"));
  const head = style.bold(said("without_questions", { total, them: total === 1 ? "it" : "them" }));
  const lines = records.map(({ id, content, missing }) => {
    const [only] = missing.length === 1 ? missing : [];
    const lacks = only === undefined ? "" : style.dim(style.say(said(only === "asks" ? "lacks_asks" : "lacks_when")));
    return `  - ${oneLine(content)}${lacks}  ${style.dim(briefId(id))}\n`;
  }).join("");
  const hint = style.dim(said("agent_enriches"));
  return `${head}\n${lines}${moreLine(style, total - records.length, `--limit ${total}`)}${hint}`;
}

type Told = ReturnType<typeof told> & { readonly message?: Sentence };

function enrichedText(
  { enriched, records, not_found, redacted, message }: Told,
  style: Style,
  backups: readonly string[] = [],
): string {
  const head = message === undefined ? style.done(said("enriched", { enriched })) : style.yellow(message);
  const lines = records.map(({ content, asks = [], when = [], id }) => {
    const words = [...asks, ...when].map((each) => `      ${oneLine(each)}\n`).join("");
    return `  - ${oneLine(content)}  ${style.dim(briefId(id))}\n${words}`;
  });
  return `${head}\n${lines.join("")}${notFoundLine(not_found, style)}${takenOutLine(redacted, style)}${
    copiesLines(style, backups)
  }`;
}
