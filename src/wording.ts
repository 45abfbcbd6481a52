/**
 * In: a table of texts in both languages. Out: a text by its name, with values put in.
 *
 * A row holds, with tabs between: its kind, its name, English, Chinese; `\n` ends a line. A row of the kind `next`
 * holds the next step for the row above. `{files}` is a value, or the first three of a list, without line ends;
 * `{files file}` counts in English: 1 file, 2 files.
 */
import { type ErrorCode, fail, MemoryError } from "./errors.ts";
import { inBoth, type Sentence, withinLine } from "./sentence.ts";

/** The values for the names in braces. */
export type Values = Readonly<Record<string, string | number | Sentence | readonly (string | Sentence)[]>>;

/** A row with its values. */
interface Wording {
  readonly kind: string;
  readonly words: Sentence;
  readonly next?: Sentence;
}

/** The texts of a table, which is read at the first call. A name that the table lacks is a defect. */
export function wordings(table: string): (name: string, values?: Values) => Wording {
  let rows: ReadonlyMap<string, Wording> | undefined;
  return (name, values = {}) => {
    rows ??= readRows(table);
    const { kind, words, next } = rows.get(name) ??
      fail("INTERNAL", { en: `No words: ${name}`, zh: `缺少文字：${name}` });
    return { kind, words: filled(words, values), ...next ? { next: filled(next, values) } : {} };
  };
}

/** The texts of a room: its sentences, and its failures, whose kind is the error code. */
export function textsOfRoom(table: string) {
  const worded = wordings(table);
  return {
    said: (name: string, values?: Values): Sentence => worded(name, values).words,
    failure: (name: string, values?: Values, more?: ConstructorParameters<typeof MemoryError>[3]): MemoryError => {
      const { kind, words, next } = worded(name, values);
      return new MemoryError(kind as ErrorCode, words, next, more);
    },
  };
}

function readRows(table: string): ReadonlyMap<string, Wording> {
  const rows = new Map<string, Wording>();
  let above = "";
  for (const line of table.trim().split("\n").filter((line) => !line.startsWith("#"))) {
    const [kind = "", name = "", en = "", zh = ""] = line.split("\t").map((cell) => cell.replaceAll("\\n", "\n"));
    const row = rows.get(above);
    if (kind === "next" && row) {
      rows.set(above, { ...row, next: { en, zh } });
      continue;
    }
    rows.set(name, { kind, words: { en, zh } });
    above = name;
  }
  return rows;
}

function filled(words: Sentence, values: Values): Sentence {
  return inBoth((say) =>
    say(words).replace(/\{(\w+)(?: ([a-z -]+))?\}/g, (_, name: string, noun?: string) => {
      const value = values[name] ?? fail("INTERNAL", { en: `No value: ${name}`, zh: `缺少值：${name}` });
      if (typeof value === "number") {
        return noun === undefined ? String(value) : `${value} ${noun}${value === 1 ? "" : "s"}`;
      }
      return withinLine(typeof value === "string" ? value : say("en" in value ? value : some(value, 3)));
    })
  );
}

/** The first few items, and the number of the others. */
export function some(items: readonly (string | Sentence)[], most = Infinity): Sentence {
  const more = items.length - most;
  const shown = listed(items.slice(0, most), "，");
  return more > 0 ? { en: `${shown.en} and ${more} more`, zh: `${shown.zh} 等，另有 ${more} 处` } : shown;
}

/** A list of all the names. */
export function named(items: readonly (string | Sentence)[]): Sentence {
  return listed(items, "、");
}

function listed(items: readonly (string | Sentence)[], comma: "，" | "、"): Sentence {
  return inBoth((say) =>
    items.map((item) => typeof item === "string" ? item : say(item)).join(say({ en: ", ", zh: comma }))
  );
}
