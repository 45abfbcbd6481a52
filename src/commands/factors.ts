/** The parts of a hit's score, in JSON and for a person (`search --explain`). */
import type { Style } from "../cli/terminal.ts";
import type { Factors } from "../search/mod.ts";
import { said } from "./words.ts";

/** The parts in JSON, each under its own name. */
export type Explained = Readonly<Record<string, unknown>>;

/** Four digits: more say nothing of a score. */
export const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** All factors that played a part, with their values, and how often the record was given in vain. */
export function explained({ points, ...factors }: Factors, inVain = 0): Explained {
  return {
    ...rounded(factors),
    ...points ? { points: rounded(points) } : {},
    ...inVain > 0 ? { given_in_vain: inVain } : {},
  };
}

function rounded(values: object): Record<string, number> {
  return Object.fromEntries(numbersIn(values).map(([name, value]) => [name, round(value)]));
}

function numbersIn(values: unknown): [string, number][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) => typeof value === "number" ? [[name, value]] : []);
}

/** What the score is a product of. */
const PRODUCT: readonly string[] = ["relevance", "decay", "source", "time"];
/** What else is multiplied: 1 changes nothing, as 0 does for what is added. */
const TIMES: readonly string[] = [...PRODUCT.slice(1), "retold", "answers"];

/** Two lines for a person: the product, and what made the relevance; what changed nothing is left out. */
export function factorLines({ points, ...factors }: Explained, style: Style): string {
  const all = [...numbersIn(factors), ...numbersIn(points)];
  const telling = all.filter(([name, value]) => value !== (TIMES.includes(name) ? 1 : 0));
  const told = (parts: readonly [string, number][], between: string) =>
    parts.map(([name, value]) => {
      const shown = Number.isInteger(value) && !TIMES.includes(name) ? String(value) : value.toFixed(2);
      return `${style.say(said(`factor_${name}`))} ${shown}`;
    }).join(between);
  const product = telling.filter(([name]) => PRODUCT.includes(name));
  const made = telling.filter(([name]) => !PRODUCT.includes(name));
  // Alone, the relevance is the score, which stands above.
  const lines = [product.length > 1 ? told(product, " × ") : "", told(made, " · ")];
  return lines.filter((line) => line !== "").map((line) => `\n  ${style.dim(line)}`).join("");
}
