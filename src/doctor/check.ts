/**
 * What a check is, and what it gets to see. A check only looks, and never throws for what it finds.
 *
 * @module
 */
import { type Layer, LAYER_NAMES } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { StoreView } from "./view.ts";

/** From best to worst. */
const STATUSES = ["pass", "warn", "fail"] as const;
/** How good or bad a finding is. */
export type Status = typeof STATUSES[number];

/** What a check found. */
export interface Finding {
  readonly status: Status;
  readonly detail: string;
  readonly next_step?: string | undefined;
}

/** One sentence in both languages. */
export type Say = (words: Sentence) => string;

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
  readonly say: Say;
}

/** A look at one thing. */
export type Check = (patient: Patient) => Finding | Promise<Finding>;

/** All is well. */
export function pass(detail: string): Finding {
  return { status: "pass", detail };
}

/** Something to look at. */
export function warn(detail: string, next_step?: string): Finding {
  return { status: "warn", detail, next_step };
}

/** Something that does not work. */
export function fail(detail: string, next_step?: string): Finding {
  return { status: "fail", detail, next_step };
}

/** Several findings as one: the worst status with its next step, and every detail. */
export function together(say: Say, findings: readonly Finding[]): Finding {
  const worst = findings.reduce<Finding | undefined>((a, b) => !a || rank(b) > rank(a) ? b : a, undefined);
  const next = worst?.next_step ?? findings.find(({ next_step }) => next_step !== undefined)?.next_step;
  return {
    status: worst?.status ?? "pass",
    detail: findings.map(({ detail }) => detail).filter((detail) => detail !== "").join(
      say({ en: "; ", zh: "；" }),
    ),
    next_step: next,
  };
}

function rank({ status }: Finding): number {
  return STATUSES.indexOf(status);
}

/** The same look at each layer. The layer is named, unless there is only the project's. */
export function eachLayer({ views, say }: Patient, look: (view: StoreView) => Finding): Finding {
  if (views.length === 0) return pass(say({ en: "nothing to check: no memory here", zh: "无可检查：这里没有记忆" }));
  const isPlain = views.length === 1 && views[0]?.store.layer === "project";
  return together(
    say,
    views.map((view) => {
      const finding = look(view);
      if (isPlain) return finding;
      const layer = say(LAYER_NAMES[view.store.layer]);
      return { ...finding, detail: say({ en: `${layer}: ${finding.detail}`, zh: `${layer}：${finding.detail}` }) };
    }),
  );
}

/** The first few of many, and how many more. */
export function some(items: readonly string[], say: Say, most = 5): string {
  const shown = items.slice(0, most).join(say({ en: ", ", zh: "，" }));
  const more = items.length - most;
  return more > 0 ? say({ en: `${shown} and ${more} more`, zh: `${shown} 等，另有 ${more} 处` }) : shown;
}

/** From when on something is worth a warning (management seed §4.9). */
export const THRESHOLDS = {
  index_lag_warn_minutes: 10,
  daily_write_spike: 100,
  duplicate_id_warn_pct: 1,
  log_errors_warn_per_day: 5,
} as const;
