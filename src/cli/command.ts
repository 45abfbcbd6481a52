/** What a verb is: data. Help, completion, the reference page and the parser all read the same declaration. */
import type { Runtime } from "../runtime.ts";
import type { Layer } from "../records/mod.ts";
import { type Arg, choice, flag, text, type ValuesOf } from "./args.ts";
import type { Language, Sentence } from "../sentence.ts";

/** What every verb understands. */
export const GLOBAL_ARGS = {
  projectPath: text({
    en: "Work on this project instead of the one above the working directory",
    zh: "作用于这个项目，而不是工作目录所在的项目",
  }, "DIR"),
  layer: choice({ en: "Write to, or read only, this layer of memory", zh: "写入这一层记忆，或只读这一层" }, [
    "project",
    "global",
  ]),
  json: flag({ en: "Print JSON", zh: "输出 JSON" }),
  quiet: flag({ en: "Print no progress and no notes on stderr", zh: "不在 stderr 上输出进度和提示" }),
  noColor: flag({ en: "Print no colours", zh: "不输出颜色" }),
  help: flag({ en: "Print this help", zh: "输出本帮助" }),
};

/** Their values in one call. */
export type GlobalValues = ValuesOf<typeof GLOBAL_ARGS>;

/** What a verb gets besides its own arguments. */
export interface Call<A, O> {
  readonly runtime: Runtime;
  readonly args: A;
  readonly operands: O;
  readonly projectPath: string | undefined;
  readonly layer: Layer | undefined;
  /** A line for the person on stderr, unless --quiet. */
  readonly note: (sentence: Sentence, language: Language) => void;
  /** --quiet: no progress either. */
  readonly quiet: boolean;
  /** A terminal reads stdout and no --json was given. */
  readonly forPerson: boolean;
}

/** What a verb came to. How it is printed depends on the declaration and on the terminal. */
export interface Outcome {
  readonly status: "ok" | "preview";
  readonly data: unknown;
  readonly exitCode: number;
  /** The verb has written its result itself, line by line (`search --queries`). */
  readonly isPrinted?: boolean;
  /** What the rendering for people needs besides the data, such as the word to highlight. */
  readonly view?: unknown;
}

/** A verb: what its help says, what it takes, what it does, how its result reads. */
export interface Command<A = Record<string, Arg<unknown>>, O = Record<string, Arg<unknown>>> {
  /** The words that call it: `manage list`. */
  readonly name: string;
  readonly summary: Sentence;
  /** Paragraphs below the usage line of its help. */
  readonly about?: Sentence;
  readonly examples: readonly string[];
  readonly args: A;
  /** In order. The last one may be `repeated`: it takes all words left. */
  readonly operands: O;
  /**
   * `envelope`: JSON in an envelope for machines, `render` for people.
   * `bare`: the same without the envelope (search, intent).
   * `text`: text for everybody, JSON only with --json (show, completions).
   * `bare text`: that without the envelope (retrieve).
   */
  readonly output: "envelope" | "bare" | "text" | "bare text";
  /** The readable rendering. Absent: the JSON, indented. */
  readonly render?: (data: never, style: Style, view: never) => string;
  run(call: Call<ValuesOf<A>, ValuesOf<O>>): Outcome | Promise<Outcome>;
}

/** How a terminal is written to; each mark returns its text unchanged when colours are off. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly red: (text: string) => string;
  readonly columns: number;
  /** The words in the language of the terminal's reader. */
  readonly say: (words: Sentence) => string;
}

type Declaration<A, O, D, V> =
  & Omit<Command<A, O>, "operands" | "output" | "render">
  & Partial<Pick<Command<A, O>, "operands" | "output">>
  & { readonly render?: (data: D, style: Style, view: V) => string };

/** Declares a verb; infers the types of its arguments. `D` and `V` are what its rendering reads. */
export function defineCommand<
  const A extends Readonly<Record<string, Arg<unknown>>>,
  const O extends Readonly<Record<string, Arg<unknown>>> = Record<never, never>,
  D = never,
  V = never,
>(declaration: Declaration<A, O, D, V>): Command {
  return { operands: {}, output: "envelope", ...declaration } as unknown as Command;
}

/** Done. */
export function ok(data: unknown, view?: unknown): Outcome {
  return { status: "ok", data, exitCode: 0, view };
}

/** Nothing was changed; the data says what would be. */
export function preview(data: unknown, view?: unknown): Outcome {
  return { status: "preview", data, exitCode: 0, view };
}

/** Done, and nothing matched: exit 1, as in the seeds. */
export function nothing(data: unknown): Outcome {
  return { status: "ok", data, exitCode: 1 };
}

/** Done, and already written to stdout. */
export function printed(): Outcome {
  return { status: "ok", data: undefined, exitCode: 0, isPrinted: true };
}

/** `maxResults` → `--max-results`. */
export function optionName(key: string): string {
  // Most are one word, and every verb asks for the names of all its options.
  if (key === key.toLowerCase()) return `--${key}`;
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
