/**
 * What a check is, what it gets to see, and how its findings are worded. A check only looks, and never throws for what
 * it finds.
 *
 * @module
 */
import { asMemoryError, fail } from "../errors.ts";
import { type Layer, LAYER_NAMES } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { joined, type Language, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { type Values, wordings } from "../wording.ts";
import FINDINGS from "./findings.tsv" with { type: "text" };
import type { StoreView } from "./view.ts";

/** From best to worst. */
const STATUSES = ["pass", "warn", "fail"] as const;
/** How good or bad a finding is. */
export type Status = typeof STATUSES[number];

/** What a check found. */
export interface Finding {
  readonly status: Status;
  readonly detail: Sentence;
  readonly next_step?: Sentence | undefined;
}

/** What is examined. */
export interface Patient {
  readonly runtime: Runtime;
  readonly memory: Memory;
  /** The only layer that was asked for. */
  readonly layer: Layer | undefined;
  /** Each layer that is there, read once for all checks. */
  readonly views: readonly StoreView[];
  /** Why not even the folders could be looked for. */
  readonly problem: Sentence | undefined;
  /** Look at everything, however long it takes. */
  readonly deep: boolean;
  readonly language: Language;
}

/** A look at one thing. */
export type Check = (patient: Patient) => Finding | Promise<Finding>;

const worded = wordings(FINDINGS);

/** A finding in the words of findings.tsv. */
export function finding(name: string, values?: Values): Finding {
  const { kind, words, next } = worded(name, values);
  const status = STATUSES.find((each) => each === kind) ??
    fail("INTERNAL", { en: `${name} is no finding`, zh: `${name} 不是检查结果` });
  return { status, detail: words, ...next ? { next_step: next } : {} };
}

/** A sentence of findings.tsv that is a part of a finding, or tells what was mended. */
export function said(name: string, values?: Values): Sentence {
  return worded(name, values).words;
}

/** A failure as a finding. */
export function failure(error: unknown): Finding {
  const { message, hint } = asMemoryError(error).told;
  return { status: "fail", detail: message, next_step: hint };
}

/** Several findings as one: the worst status with its next step, and every detail. */
export function together(findings: readonly Finding[]): Finding {
  const worst = findings.reduce<Finding | undefined>((a, b) => !a || rank(b) > rank(a) ? b : a, undefined);
  return {
    status: worst?.status ?? "pass",
    detail: joined(findings.map(({ detail }) => detail).filter(({ en }) => en !== "")),
    next_step: worst?.next_step ?? findings.find(({ next_step }) => next_step !== undefined)?.next_step,
  };
}

function rank({ status }: Finding): number {
  return STATUSES.indexOf(status);
}

/** The same look at each layer. The layer is named, unless there is only the project's. */
export function eachLayer(look: (view: StoreView, patient: Patient) => Finding): (patient: Patient) => Finding {
  return (patient) => {
    const { views } = patient;
    if (views.length === 0) return finding("nothing_here");
    const isPlain = views.length === 1 && views[0]?.store.layer === "project";
    return together(views.map((view) => {
      const { detail, ...rest } = look(view, patient);
      if (isPlain) return { detail, ...rest };
      const { en, zh } = LAYER_NAMES[view.store.layer];
      return { ...rest, detail: { en: `${en}: ${detail.en}`, zh: `${zh}：${detail.zh}` } };
    }));
  };
}

/** From when on something is worth a warning (management seed §4.9). */
export const THRESHOLDS = {
  index_lag_warn_minutes: 10,
  daily_write_spike: 100,
  duplicate_id_warn_pct: 1,
  log_errors_warn_per_day: 5,
} as const;
