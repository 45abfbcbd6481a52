/**
 * The shape of a check, of the memory that a check looks at, and of a finding. A check changes no memory, and reports
 * every problem as a finding instead of throwing. Only the check `home` writes: what git brought is noted, and what a
 * pull shows to git is kept out of commits.
 */
import { asMemoryError, fail } from "../errors.ts";
import { type Layer, LAYER_NAMES } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { joined, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import { type Values, wordings } from "../wording.ts";
import FINDINGS from "./findings.tsv" with { type: "text" };
import type { StoreView } from "./view.ts";

/** From best to worst. */
const STATUSES = ["pass", "warn", "fail"] as const;
export type Status = typeof STATUSES[number];

export interface Finding {
  readonly status: Status;
  readonly detail: Sentence;
  readonly next_step?: Sentence | undefined;
  /** There was nothing to look at. */
  readonly unchecked?: true;
}

/** The memory that is examined, and how. */
export interface Patient {
  readonly runtime: Runtime;
  readonly memory: Memory;
  /** The only layer to examine; undefined for both. */
  readonly layer: Layer | undefined;
  /** Each layer that is there, read once for all checks. */
  readonly views: readonly StoreView[];
  /** The reason why not even the folders could be looked for. */
  readonly problem: Sentence | undefined;
  readonly deep: boolean;
}

export type Check = (patient: Patient) => Finding | Promise<Finding>;

const worded = wordings(FINDINGS);

/** A finding, worded by a row of findings.tsv. */
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
export function failedCheck(error: unknown): Finding {
  const { code, told: { message, hint } } = asMemoryError(error);
  if (hint === undefined && code === "IO_ERROR") return finding("system_refused", { problem: message });
  return { status: "fail", detail: message, next_step: hint };
}

/** Several findings as one: the worst status, the next step of each that has it, and every detail. */
export function together(findings: readonly Finding[]): Finding {
  const status = STATUSES.findLast((each) => findings.some((finding) => finding.status === each)) ?? "pass";
  const stepsOf = (
    some: readonly Finding[],
  ) => [...new Map(some.flatMap(({ next_step }) => next_step ? [[next_step.en, next_step] as const] : [])).values()];
  const steps = stepsOf(findings.filter((finding) => finding.status === status));
  return {
    status,
    detail: joined(findings.map(({ detail }) => detail).filter(({ en }) => en !== "")),
    next_step: steps.length > 0 ? joined(steps) : stepsOf(findings)[0],
  };
}

/** A check of each layer. The finding names the layer, unless only the project has one. */
export function eachLayer(look: (view: StoreView, patient: Patient) => Finding): (patient: Patient) => Finding {
  return (patient) => {
    const { views } = patient;
    if (views.length === 0) return { ...finding("nothing_here"), unchecked: true };
    const isPlain = views.length === 1 && views[0]?.store.layer === "project";
    return together(views.map((view) => {
      const { detail, ...rest } = look(view, patient);
      if (isPlain) return { detail, ...rest };
      const { en, zh } = LAYER_NAMES[view.store.layer];
      return { ...rest, detail: { en: `${en}: ${detail.en}`, zh: `${zh}：${detail.zh}` } };
    }));
  };
}

/** Above these numbers a check warns (management seed §4.9). */
export const THRESHOLDS = {
  index_lag_warn_minutes: 10,
  daily_write_spike: 100,
  duplicate_id_warn_pct: 1,
  log_errors_warn_per_day: 5,
  backups_warn_mb: 1_000,
} as const;
