/**
 * How often prompts are given the right record, with and without the words for later: labels (`entities`) and asks.
 *
 *   deno run -A bench/recall.ts [DIR]   the sets of a folder, our own without; with it, any of:
 *     --set clinic                one set, or several with commas
 *     --others 9900               so many other records beside
 *     --failures                  name what was missed and what disturbed
 *
 * A set is `records.jsonl` and `prompts.jsonl`, or `NAME_records.jsonl` and `NAME_prompts.jsonl`; its asks stand in its
 * records or in `asks.jsonl` beside them (`tests/recall_fixtures.ts` has the fields).
 */
import * as fs from "node:fs";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { askAll, judged, remembering } from "../tests/recall_asked.ts";
import { FIXTURES, promptsOf, type Saved } from "../tests/recall_fixtures.ts";

const WAYS: Readonly<Record<string, Saved>> = {
  plain: {},
  labels: { labels: true },
  asks: { asks: true },
  "labels, asks": { labels: true, asks: true },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { set: { type: "string" }, others: { type: "string", default: "0" }, failures: { type: "boolean" } },
});
const folder = resolve(positionals[0] ?? FIXTURES);
const wanted = values.set?.split(",");
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Whether records of a set have words of this kind at all. */
function hasAny(base: string, { labels = false, asks = false }: Saved): boolean {
  const records = fs.readFileSync(`${base}records.jsonl`, "utf8");
  return (!labels || /"(?:labels|entities)":\["/.test(records)) &&
    (!asks || records.includes('"asks":["') || fs.existsSync(`${base}asks.jsonl`));
}

console.log("| set | saved with | prompts | right | disturbed |\n|---|---|---|---|---|");
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith("records.jsonl")).sort()) {
  const base = join(folder, file).slice(0, -"records.jsonl".length);
  const name = file.replace(/_?records\.jsonl$/, "") || (folder === FIXTURES ? "billing" : basename(folder));
  if (wanted && !wanted.includes(name) || !fs.existsSync(`${base}prompts.jsonl`)) continue;
  const prompts = promptsOf(`${base}prompts.jsonl`);
  for (const [way, saved] of Object.entries(WAYS).filter(([, each]) => hasAny(base, each))) {
    const { right, disturbed, failures } = judged(
      await askAll(remembering(`${base}records.jsonl`, Number(values.others), saved), prompts),
    );
    console.log(`| ${name} | ${way} | ${prompts.length} | ${percent(right)} | ${percent(disturbed)} |`);
    if (values.failures) console.log(failures.map((line) => `    ${line}`).join("\n"));
  }
}
process.exit();
