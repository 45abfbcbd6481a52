/**
 * In: `tokenizer.json` of a model. Out: token ids of a text, cut to what the model takes, and counts for chunking.
 * Not done here: the algorithms; `@huggingface/tokenizers` (what transformers.js itself
 * uses) has WordPiece, Unigram and BPE.
 *
 * @module
 */
import { Tokenizer } from "@huggingface/tokenizers";
import { fail } from "../errors.ts";

/** A tokenizer. */
export interface Tokens {
  /** Ids with the model's special tokens, at most `limit` of them; what is cut is cut from the text's end. */
  encode(text: string, limit: number): readonly number[];
  /** Tokens of the text alone, without special ones. */
  count(text: string): number;
  /** How many special tokens `encode` adds. */
  readonly special: number;
  /** The id that fills a batch's shorter rows. */
  readonly padding: number;
}

/**
 * The tokenizer that a model's files describe. Throws MODEL_UNAVAILABLE.
 *
 * @param definition parsed `tokenizer.json`
 * @param settings parsed `tokenizer_config.json`, or an empty object
 */
export function openTokens(definition: object, settings: object): Tokens {
  const tokenizer = usable(() => new Tokenizer(definition, settings));
  const plain = (text: string) => usable(() => tokenizer.encode(text, { add_special_tokens: false }).ids);
  const { before, after } = usable(() => specialTokens(tokenizer));
  return {
    encode(text, limit) {
      const room = Math.max(0, limit - before.length - after.length);
      return [...before, ...plain(text).slice(0, room), ...after];
    },
    count: (text) => plain(text).length,
    special: before.length + after.length,
    padding: paddingId(tokenizer, settings),
  };
}

/** What the library does with the model's files: it believes what stands in them. */
function usable<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    fail(
      "MODEL_UNAVAILABLE",
      { en: `Cannot use the model's tokenizer: ${String(cause)}`, zh: `无法使用模型的分词器：${String(cause)}` },
      { en: "Check it with `memory model verify`", zh: "请用 `memory model verify` 检查" },
      { cause },
    );
  }
}

/** The special tokens that a model wants before and after a text, found by comparing with and without. */
function specialTokens(tokenizer: Tokenizer): { before: readonly number[]; after: readonly number[] } {
  const probe = "a";
  const inner = tokenizer.encode(probe, { add_special_tokens: false }).ids;
  const whole = tokenizer.encode(probe, { add_special_tokens: true }).ids;
  for (let start = 0; start + inner.length <= whole.length; start++) {
    if (!inner.every((id, at) => whole[start + at] === id)) continue;
    return { before: whole.slice(0, start), after: whole.slice(start + inner.length) };
  }
  return { before: [], after: [] };
}

function paddingId(tokenizer: Tokenizer, settings: object): number {
  const named: unknown = Reflect.get(settings, "pad_token");
  const token = typeof named === "object" && named !== null ? Reflect.get(named, "content") : named;
  const names = [...(typeof token === "string" ? [token] : []), "[PAD]", "<pad>"];
  for (const name of names) {
    const id = tokenizer.token_to_id(name);
    if (id !== undefined) return id;
  }
  // Masked out anyway.
  return 0;
}
