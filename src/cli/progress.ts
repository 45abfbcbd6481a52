/** Shows the progress of long work on stderr: a bar on a terminal, a line now and then elsewhere. */
import { legible } from "../text/legible.ts";
import type { Runtime, Work } from "../runtime.ts";
import type { Language, Sentence } from "../sentence.ts";
import { size } from "./terminal.ts";

interface Meter extends Disposable {
  /** `done` of `total` units; a total of 0 is not known yet. With another label another work begins. */
  update(done: number, total: number, label?: Sentence): void;
  /** Takes the bar away. */
  clear(): void;
  /** A sentence that stays, above the bar. */
  note(sentence: Sentence): void;
}

interface MeterOptions {
  readonly label: Sentence;
  readonly unit: "bytes" | "records";
  readonly quiet: boolean;
  /** The language of the terminal's reader; a log stays English. */
  readonly language: Language;
}

const REDRAW_MS = 100;
/** Without a terminal, a line for each tenth or every ten seconds keeps a log short and shows that work goes on. */
const LINE_SHARE = 0.1;
const LINE_MS = 10_000;
const BAR_CELLS = 20;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** A meter on stderr; silent with --quiet. */
export function startMeter({ stderr, now }: Pick<Runtime, "stderr" | "now">, options: MeterOptions): Meter {
  const { unit, quiet } = options;
  // `isTerminal` takes milliseconds to find out, so it is asked only when something is written.
  const say = (sentence: Sentence) => sentence[stderr.isTerminal ? options.language : "en"];
  let first: Sample | undefined;
  let last: Sample | undefined;
  let shownAt = -Infinity;
  let shownShare = 0;
  let shown = "";
  let current = options.label;

  function update(done: number, total: number, label = current): void {
    const at = now().getTime();
    if (label !== current) {
      current = label;
      first = undefined;
      shownShare = 0;
    }
    // What an earlier run has done is no part of the speed; a count that falls back begins a new run.
    if (!first || done < (last?.done ?? 0)) first = { at, done };
    last = { at, done };
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const finished = total > 0 && done >= total;
    const isDue = stderr.isTerminal
      ? at - shownAt >= REDRAW_MS
      : share - shownShare >= LINE_SHARE || at - shownAt >= LINE_MS;
    if (quiet || !(isDue || (finished && shownShare < 1))) return;
    shownAt = at;
    shownShare = share;
    const parts = [`${say(label)} ${Math.floor(share * 100)} %`, ...amounts(say, unit, { first, last, total })];
    const text = legible(parts.join(say({ en: ", ", zh: "，" })));
    if (!stderr.isTerminal) return stderr.write(`${text}\n`);
    const bar = "█".repeat(Math.round(share * BAR_CELLS)).padEnd(BAR_CELLS, "░");
    draw(`${bar} ${text}`);
  }

  function draw(line: string): void {
    const cut = line.slice(0, Math.max(0, stderr.columns - 1));
    stderr.write(`\r${cut.padEnd(shown.length)}`);
    shown = cut;
  }

  function clear(): void {
    if (!shown) return;
    draw("");
    stderr.write("\r");
  }

  return {
    update,
    clear,
    note(sentence) {
      if (quiet) return;
      clear();
      stderr.write(`${legible(say(sentence))}\n`);
    },
    [Symbol.dispose]() {
      if (shown) stderr.write("\n");
      shown = "";
    },
  };
}

const WORKS: Readonly<Record<Work, Sentence>> = {
  reading: { en: "reading", zh: "读取" },
  writing: { en: "writing", zh: "写入" },
  index: { en: "index", zh: "索引" },
  texts: { en: "looking for secrets", zh: "查找密钥" },
};

/** A work is shown once its verb has taken so long: on a terminal, and in a log. */
const PATIENCE_MS = { terminal: 1_000, log: LINE_MS };

/** Shows how far the work of a verb is, once that takes long; `clear` makes room for a line of its own. */
export function showProgress(
  runtime: Pick<Runtime, "stderr" | "now">,
  language: () => Language,
): { readonly tell: NonNullable<Runtime["tellProgress"]>; readonly clear: () => void } {
  const { stderr, now } = runtime;
  const started = now().getTime();
  let meter: Meter | undefined;
  return {
    tell(work, done, total) {
      const lasted = now().getTime() - started;
      if (lasted < PATIENCE_MS.terminal || lasted < PATIENCE_MS[stderr.isTerminal ? "terminal" : "log"]) return;
      const label = WORKS[work];
      meter ??= startMeter(runtime, { label, unit: "records", quiet: false, language: language() });
      meter.update(done, total, label);
      if (done >= total) meter.clear();
    },
    clear: () => meter?.clear(),
  };
}

/** `3.1 MB of 95 MB`, `1.2 MB/s`, `77 s left`, as far as they are known. */
function amounts(
  say: (sentence: Sentence) => string,
  unit: MeterOptions["unit"],
  { first, last: { at, done }, total }: { first: Sample; last: Sample; total: number },
): string[] {
  const had = quantity(done, unit);
  const all = quantity(total, unit);
  const parts = [total > 0 ? say({ en: `${had} of ${all}`, zh: `${had} / ${all}` }) : had];
  if (at === first.at || done <= first.done) return parts;
  const speed = ((done - first.done) * 1000) / (at - first.at);
  parts.push(`${quantity(speed, unit)}/s`);
  if (done < total) {
    const left = duration((total - done) / speed);
    parts.push(say({ en: `${left} left`, zh: `剩余 ${left}` }));
  }
  return parts;
}

function quantity(amount: number, unit: MeterOptions["unit"]): string {
  return unit === "records" ? String(Math.round(amount)) : size(amount);
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  return whole < 3600 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${Math.floor(whole / 3600)} h`;
}
