/**
 * In: a table of texts in both languages. Out: a text by its name, with values put in.
 *
 * A row holds, with tabs between: its kind, its name, English, Chinese; `\n` ends a line. A row of the kind `next`
 * holds the next step for the row above. `{files}` is a value, or the first three of a list, without line ends;
 * `{files file}` counts in English: 1 file, 2 files.
 */
import { type ErrorCode, fail, MemoryError } from "./errors.ts";
import { remembered } from "./remembered.ts";
import { inBoth, type Sentence, withinLine } from "./sentence.ts";

/** The values for the names in braces. */
export type Values = Readonly<Record<string, string | number | Sentence | readonly (string | Sentence)[]>>;

/** A row with its values. */
interface Wording {
  readonly kind: string;
  readonly words: Sentence;
  readonly next?: Sentence;
}

/** The texts of a table. A name that the table lacks is a defect. */
export function wordings(table: string): (name: string, values?: Values) => Wording {
  const rowOf = remembered((name: string) =>
    findRow(table, name) ?? fail("INTERNAL", { en: `No words: ${name}`, zh: `缺少文字：${name}` })
  );
  return (name, values = {}) => {
    const { kind, words, next } = rowOf(name);
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

/** The row of a name, looked for in the text: to take the whole of a large table apart takes a millisecond. */
function findRow(table: string, name: string): Wording | undefined {
  const cell = `\t${name}\t`;
  for (let at = table.indexOf(cell); at !== -1; at = table.indexOf(cell, at + 1)) {
    const [row = "", below = ""] = table.slice(table.lastIndexOf("\n", at) + 1).split("\n", 2);
    const { kind, name: its, ...words } = cellsOf(row);
    if (its !== name || row.startsWith("#")) continue;
    const { kind: kindBelow, name: _, ...next } = cellsOf(below);
    return { kind, words, ...kindBelow === "next" ? { next } : {} };
  }
  return undefined;
}

function cellsOf(row: string): Sentence & { readonly kind: string; readonly name: string } {
  const [kind = "", name = "", en = "", zh = ""] = row.split("\t").map((cell) => cell.replaceAll("\\n", "\n"));
  return { kind, name, en, zh };
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
