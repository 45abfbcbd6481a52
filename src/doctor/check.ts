/**
 * What a check is, and what it gets to see. A check only looks, and never throws for what it finds.
 *
 * @module
 */
import { type Layer, LAYER_NAMES } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { joined, type Language, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
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

/** All is well. */
export function pass(detail: Sentence): Finding {
  return { status: "pass", detail };
}

/** Something to look at. */
export function warn(detail: Sentence, next_step?: Sentence): Finding {
  return { status: "warn", detail, next_step };
}

/** Something that does not work. */
export function fail(detail: Sentence, next_step?: Sentence): Finding {
  return { status: "fail", detail, next_step };
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
export function eachLayer({ views }: Patient, look: (view: StoreView) => Finding): Finding {
  if (views.length === 0) return pass({ en: "nothing to check: no memory here", zh: "无可检查：这里没有记忆" });
  const isPlain = views.length === 1 && views[0]?.store.layer === "project";
  return together(views.map((view) => {
    const { detail, ...finding } = look(view);
    if (isPlain) return { detail, ...finding };
    const { en, zh } = LAYER_NAMES[view.store.layer];
    return { ...finding, detail: { en: `${en}: ${detail.en}`, zh: `${zh}：${detail.zh}` } };
  }));
}

/** A sentence made of others. */
export function inBoth(make: (say: (words: Sentence) => string) => string): Sentence {
  return { en: make(({ en }) => en), zh: make(({ zh }) => zh) };
}

/** The first few of many, and how many more. */
export function some(items: readonly (string | Sentence)[], most = 5): Sentence {
  const more = items.length - most;
  return inBoth((say) => {
    const shown = items.slice(0, most).map((item) => typeof item === "string" ? item : say(item))
      .join(say({ en: ", ", zh: "，" }));
    return more > 0 ? say({ en: `${shown} and ${more} more`, zh: `${shown} 等，另有 ${more} 处` }) : shown;
  });
}

/** From when on something is worth a warning (management seed §4.9). */
export const THRESHOLDS = {
  index_lag_warn_minutes: 10,
  daily_write_spike: 100,
  duplicate_id_warn_pct: 1,
  log_errors_warn_per_day: 5,
} as const;
