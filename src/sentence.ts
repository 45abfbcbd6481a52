/** What is said in both languages: whoever reads it picks theirs. */

/** The languages that every text is written in. */
export type Language = "zh" | "en";

/** A sentence, or a part of one, in both languages. */
export type Sentence = Readonly<Record<Language, string>>;

/** What reads the same in both: a name, a list of names, what a program of somebody else said. */
export function same(text: string): Sentence {
  return { en: text, zh: text };
}

/** A sentence made of others. */
export function inBoth(make: (say: (words: Sentence) => string) => string): Sentence {
  return { en: make(({ en }) => en), zh: make(({ zh }) => zh) };
}

/** Several sentences as one. */
export function joined(sentences: readonly Sentence[]): Sentence {
  return { en: sentences.map(({ en }) => en).join("; "), zh: sentences.map(({ zh }) => zh).join("；") };
}

/** A sentence in a verb's result that only a person is told: what an agent reads in JSON, it does. */
export function forPeople({ en, zh }: Sentence): Sentence {
  return Object.assign({ en, zh }, { toJSON: () => undefined });
}

/** A sentence in a verb's result: `style.say` tells it to a person; the JSON for programs holds its English. */
export function inResult({ en, zh }: Sentence): Sentence {
  return Object.assign({ en, zh }, { toJSON: () => en });
}
