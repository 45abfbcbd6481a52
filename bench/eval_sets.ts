/** Public retrieval sets as stores: which records a group has, which of them a query may see (see the sets' README). */
import * as fs from "node:fs";
import { join } from "node:path";

/** A document of a set as a fact of ours. */
interface EvalRecord {
  readonly id: string;
  readonly type: "fact";
  readonly memory_type: "W";
  readonly content: string;
  readonly timestamp: string;
  readonly source?: { readonly session: string };
}

/** A question, and the ids of the records that answer it. */
interface EvalQuery {
  readonly id: string;
  readonly text: string;
  readonly relevant: readonly string[];
  /** How many of the group's records existed when it was asked. */
  readonly visible: number;
}

/** The records of one store and the questions asked of it. */
export interface EvalGroup {
  readonly records: readonly EvalRecord[];
  /** In the order of `visible`, so that one store can grow. */
  readonly queries: readonly EvalQuery[];
}

interface RawDoc {
  readonly id: string;
  readonly text: string;
  readonly date?: string;
  readonly group?: string;
  readonly seq?: number;
}

interface RawQuery {
  readonly id: string;
  readonly text: string;
  readonly relevant: readonly string[];
  readonly group?: string;
  readonly before_seq?: number;
}

function readLines<T>(file: string): T[] {
  return fs.readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line): T => JSON.parse(line));
}

/** The names of the sets in a folder. */
export function setNames(folder: string): string[] {
  return fs.readdirSync(folder).filter((name) => fs.existsSync(join(folder, name, "docs.jsonl"))).sort();
}

/** One set, a group at a time. */
export function* loadSet(folder: string, name: string): Generator<EvalGroup> {
  const docs = Map.groupBy(readLines<RawDoc>(join(folder, name, "docs.jsonl")), ({ group }) => group ?? "");
  const queries = Map.groupBy(readLines<RawQuery>(join(folder, name, "queries.jsonl")), ({ group }) => group ?? "");
  for (const [group, asked] of queries) {
    // A stable sort: documents of one step keep their order in the file.
    const known = (docs.get(group) ?? []).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
    const visible = ({ before_seq: step }: RawQuery) =>
      step === undefined ? known.length : known.filter(({ seq = 0 }) => seq < step).length;
    yield {
      records: asRecords(known),
      queries: asked.map(({ id, text, relevant, ...query }) => ({
        id,
        text,
        relevant,
        visible: visible(query as RawQuery),
      }))
        .sort((a, b) => a.visible - b.visible),
    };
  }
}

/** A document's date plus one second for each before it that has the same date. */
function asRecords(docs: readonly RawDoc[]): EvalRecord[] {
  const seconds = new Map<string, number>();
  return docs.map(({ id, text, date }) => {
    const start = parseDate(date);
    const second = seconds.get(start) ?? 0;
    seconds.set(start, second + 1);
    const session = sessionOf(id, date);
    return {
      id,
      type: "fact",
      memory_type: "W",
      content: text,
      timestamp: new Date(Date.parse(start) + second * 1000).toISOString(),
      ...(session === undefined ? {} : { source: { session } }),
    };
  });
}

/** `2023-05-08T13:56`, `March-15-2024`, `2024年04月01日 周一 08:30` or nothing, as UTC. */
function parseDate(date = "2026-01-01"): string {
  const chinese = /^(\d+)年(\d+)月(\d+)日.*?(\d+):(\d+)/.exec(date);
  if (chinese) {
    const [, year, month, day, hour, minute] = chinese;
    return `${year}-${month}-${day}T${hour}:${minute}:00Z`;
  }
  if (/^\d{4}-\d{2}-\d{2}/.test(date)) return date.includes("T") ? `${date}:00Z` : `${date}T00:00:00Z`;
  return new Date(`${date.replaceAll("-", " ")} UTC`).toISOString();
}

/** The part of an id or the date that names the session, where a set has sessions. */
function sessionOf(id: string, date: string | undefined): string | undefined {
  const dialogue = /\/[DO](\d+)[.:]/.exec(id)?.[1];
  if (dialogue !== undefined) return dialogue;
  const middle = /^[^/]+\/([^/]+)\/m\d+$/.exec(id)?.[1];
  if (middle !== undefined) return middle;
  return /^[A-Z][a-z]+-\d+-\d{4}$/.test(date ?? "") ? date : undefined;
}
