/** Texts in both languages, of which each reader gets one. */

export type Language = "zh" | "en";

/** A sentence, or a part of one, in both languages. */
export type Sentence = Readonly<Record<Language, string>>;

/** A text that is the same in both languages, on one line: a name, a list of names, a message of another program. */
export function same(text: string): Sentence {
  const line = withinLine(text);
  return { en: line, zh: line };
}

/** A text of others on one line, to stand in a sentence: a line of its own could pass for one of memory's. */
export function withinLine(text: string): string {
  // deno-lint-ignore no-control-regex -- they end lines for some reader
  const lines = text.split(/[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
  return lines.length === 1 ? text : lines.map((line) => line.trim()).filter((line) => line !== "").join(" ");
}

/** A sentence made of other sentences. */
export function inBoth(make: (say: (words: Sentence) => string) => string): Sentence {
  return { en: make(({ en }) => en), zh: make(({ zh }) => zh) };
}

/** An English sentence as it goes on behind a colon or in brackets; a name or abbreviation keeps its capital. */
export function lowered(sentence: string): string {
  return /^[A-Z][a-z ]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

/** Several sentences as one. */
export function joined(sentences: readonly Sentence[]): Sentence {
  return { en: sentences.map(({ en }) => en).join("; "), zh: sentences.map(({ zh }) => zh).join("；") };
}

/** A sentence in a verb's result for people alone. It is not in the JSON, because agents do what they read there. */
export function forPeople({ en, zh }: Sentence): Sentence {
  return Object.assign({ en, zh }, { toJSON: () => undefined });
}

/** A sentence in a verb's result: `style.say` gives it to a person, the JSON for programs holds the English. */
export function inResult({ en, zh }: Sentence): Sentence {
  return Object.assign({ en, zh }, { toJSON: () => en });
}
