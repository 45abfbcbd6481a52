/**
 * Learns the weights by which src/tools/judge.ts tells which record is about a tool call, and says how well they do.
 *
 *   deno task train:tools            writes src/tools/weights.txt
 *   deno task train:tools --check    tells how much of each set is told right by weights that have not learnt from it
 *
 * A logistic choice: of the records that share a name with a call one is wanted, or none. Edits, commands and failures
 * are learnt apart. All share the line above which so few calls that no record helps would be told one, by weights that
 * have not learnt from their set: with a line for each kind one call in a hundred fewer is told right. What speaks for
 * a record never lowers its sum, what speaks against it never lifts it. Each run gives the same weights.
 */
import { writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { toolCall } from "../src/agents/tool_call.ts";
import { closeReaders } from "../src/recall/readers.ts";
import { openReadersNow } from "../src/recall/synced_readers.ts";
import { wayInside } from "../src/paths.ts";
import { openMemory } from "../src/store/memory.ts";
import { actOf, NO_ACT } from "../src/tools/act.ts";
import { callOf, type Kind, KINDS } from "../src/tools/call.ts";
import { failureIn } from "../src/tools/failure.ts";
import { nearCall } from "../src/tools/about.ts";
import { inQuestion } from "../src/tools/find.ts";
import { certainties, type Weights } from "../src/tools/judge.ts";
import { type SignName, type Signs, SIGNS_AGAINST, SIGNS_FOR } from "../src/tools/signs.ts";
import { boxWith, type Happened, inputOf, linesOf } from "../tests/tool_events.ts";
import { ROOT } from "./compile.ts";

const SETS = join(ROOT, "tests", "fixtures", "recall");
const WEIGHTS = join(ROOT, "src", "tools", "weights.txt");
/** The records of each set and its calls. Sets that are left out tell what the weights do elsewhere. */
const FILES: Readonly<Record<string, string>> = {
  tools: "tools_events",
  quarry: "quarry_tools",
  harbor: "harbor_tools",
  runner: "runner_tools",
  errands: "errands_tools",
  freight: "freight_tools",
  mall: "mall_tools",
  ferry: "ferry_tools",
  grid: "grid_tools",
  swap: "swap_tools",
  plants: "plants_tools",
  claims: "claims_tools",
  wordings: "wordings_tools",
};

/** Of the calls that no record helps so many may be told one. */
const DISTURBED = 0.1;
const SHARES = [0.02, 0.05, 0.1, 0.2];

const ROUNDS = 400;
const STEP = 0.05;
const SHRINK = 0.2;
/** So much a call counts that no record helps. */
const SILENT = 1.5;

/** A call of a set with the records near it. */
interface Example {
  readonly set: string;
  readonly kind: Kind;
  readonly helps: boolean;
  readonly near: readonly { readonly signs: Signs; readonly isWanted: boolean }[];
}

async function examplesOf(set: string, events: string): Promise<Example[]> {
  const { box, keyOf } = boxWith(join(SETS, `${set}_records.jsonl`));
  const memory = openMemory(box.runtime, { projectPath: box.project });
  const readers = openReadersNow(memory);
  const inProject = (path: string) => wayInside(box.project, resolve(box.project, path));
  const examples: Example[] = [];
  for (const event of linesOf<Happened>(join(SETS, `${events}.jsonl`))) {
    const act = actOf(toolCall({ tool_name: event.tool, tool_input: inputOf(event, box) }));
    const failure = event.failed ? failureIn(event.output ?? "") : undefined;
    const failed = failure && { failure, printed: event.output ?? "" };
    const call = act || failed ? callOf(act ?? NO_ACT, inProject, failed) : undefined;
    const near = call ? await nearCall(readers, inQuestion(memory, readers, call)) : [];
    examples.push({
      set,
      kind: call?.kind ?? "command",
      helps: event.want.length > 0,
      near: near.map(({ hit, signs }) => ({ signs, isWanted: event.want.includes(keyOf.get(hit.id) ?? "") })),
    });
  }
  closeReaders(readers);
  return examples;
}

/** Learns from calls of one kind. */
function learn(examples: readonly Example[]): Weights {
  const names = [...SIGNS_FOR, ...SIGNS_AGAINST];
  const against = new Set<string>(SIGNS_AGAINST);
  const weights = new Map<string, number>(names.map((name) => [name, 0]));
  let nothing = 3;
  const mean = new Map<string, number>();
  const square = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round++) {
    const slopes = new Map<string, number>(names.map((name) => [name, SHRINK * (weights.get(name) ?? 0)]));
    const add = (name: string, slope: number) => slopes.set(name, (slopes.get(name) ?? 0) + slope);
    for (const { near, helps } of examples) {
      const sure = certainties(near.map(({ signs }) => signs), { of: weights, nothing, line: 0 });
      const wanted = sure.reduce((sum, each, at) => sum + (near[at]?.isWanted ? each : 0), 0);
      near.forEach(({ signs, isWanted }, at) => {
        const share = sure[at] ?? 0;
        const slope = (share - (isWanted ? share / wanted : 0)) * (helps ? 1 : SILENT);
        for (const name in signs) if (slopes.has(name)) add(name, slope * (signs[name as SignName] ?? 0));
        add("", -slope);
      });
    }
    for (const [name, slope] of slopes) {
      const first = 0.9 * (mean.get(name) ?? 0) + 0.1 * slope;
      const second = 0.99 * (square.get(name) ?? 0) + 0.01 * slope * slope;
      mean.set(name, first);
      square.set(name, second);
      const step = STEP * (first / (1 - 0.9 ** round)) / (Math.sqrt(second / (1 - 0.99 ** round)) + 1e-8);
      if (name === "") nothing -= step;
      else {
        const next = (weights.get(name) ?? 0) - step;
        weights.set(name, against.has(name) ? Math.min(0, next) : Math.max(0, next));
      }
    }
  }
  return { of: weights, nothing, line: 0 };
}

/** How sure the best record is, and whether it is wanted. */
interface Judged {
  readonly example: Example;
  readonly certainty: number;
  readonly isRight: boolean;
}

function judgedBy(weights: Weights, examples: readonly Example[]): Judged[] {
  return examples.map((example) => {
    const sure = certainties(example.near.map(({ signs }) => signs), weights);
    const certainty = Math.max(0, ...sure);
    return { example, certainty, isRight: example.near[sure.indexOf(certainty)]?.isWanted === true };
  });
}

/** Each call of a kind, judged by weights that have not learnt from its set. */
function heldOut(examples: readonly Example[]): Judged[] {
  return Object.keys(FILES).flatMap((set) =>
    judgedBy(learn(examples.filter((each) => each.set !== set)), examples.filter((each) => each.set === set))
  );
}

/** The lowest line at which so small a share of the calls that no record helps is told one. */
function lineFor(judged: readonly Judged[], share: number): number {
  const others = judged.filter(({ example }) => !example.helps).map(({ certainty }) => certainty).sort((a, b) => b - a);
  return Math.min(0.999, (others[Math.floor(share * others.length)] ?? 0) + 1e-6);
}

function rightAt(judged: readonly Judged[], line: number): string {
  const isTold = ({ certainty }: Judged) => certainty >= line;
  const share = (part: readonly Judged[], all: readonly Judged[]) =>
    `${(100 * part.length / Math.max(1, all.length)).toFixed(1)} %`;
  const helped = judged.filter(({ example }) => example.helps);
  const others = judged.filter(({ example }) => !example.helps);
  return `${share(helped.filter((each) => isTold(each) && each.isRight), helped)} right, ${
    share(others.filter(isTold), others)
  } disturbed`;
}

if (import.meta.main) {
  const all = (await Promise.all(Object.entries(FILES).map(([set, events]) => examplesOf(set, events)))).flat();
  const judged = KINDS.flatMap((kind) => heldOut(all.filter((each) => each.kind === kind)));
  const line = lineFor(judged, DISTURBED);
  if (process.argv.includes("--check")) {
    for (const share of SHARES) console.log(`at ${100 * share} %: ${rightAt(judged, lineFor(judged, share))}`);
    console.log(`shipped, held out: ${rightAt(judged, line)}`);
    for (const kind of KINDS) {
      console.log(`  ${kind}s: ${rightAt(judged.filter(({ example }) => example.kind === kind), line)}`);
    }
    for (const set of Object.keys(FILES)) {
      console.log(`  ${set}: ${rightAt(judged.filter(({ example }) => example.set === set), line)}`);
    }
  } else {
    const kinds = KINDS.map((kind) => {
      const { of, nothing } = learn(all.filter((each) => each.kind === kind));
      const rows = [...of].filter(([, weight]) => Math.abs(weight) >= 0.005);
      return [`# ${kind}`, ...[...rows, ["= nothing", nothing] as const].map(written)].join("\n");
    });
    writeFileSync(WEIGHTS, `${[...kinds, "# every kind", written(["= line", line])].join("\n")}\n`);
    console.log(`Written: ${relative(ROOT, WEIGHTS)}`);
  }
}

function written([name, weight]: readonly [name: string, weight: number]): string {
  return `${name} ${weight.toFixed(3)}`;
}
