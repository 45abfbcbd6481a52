/**
 * The prompts by which src/prompt/possible_wish.ts knows that one may hold a wish not to save, and how well it does.
 *
 * The sets are those of tests/fixtures/wishes. Of the prompts that the other weights learn from, and of the look-alikes
 * of commands, none holds a wish.
 */
import { join } from "node:path";
import { findCommand } from "../src/prompt/command.ts";
import { LINE } from "../src/prompt/possible_wish.ts";
import { best, FIXTURES, learn, linesOf, type Prompt, setsIn } from "./learn.ts";
import { allPrompts } from "./lasting_sets.ts";

/** A sign of fewer sentences tells nothing of wishes, which are few. */
const SEEN_MIN = 3;

/** A prompt, and the words of the wish that it holds. */
interface LabelledWish {
  readonly text: string;
  readonly lang: string;
  readonly wish: boolean;
  readonly part?: string;
  /** The end of a wish is neither a wish nor a look-alike. */
  readonly scope?: string;
  readonly command?: string | null;
}

/** The labelled wishes and their look-alikes, by the name of their set. */
export function labelledWishes(): Map<string, LabelledWish[]> {
  const isEnd = ({ scope, command }: LabelledWish) => scope === "lift" || command === "save_again";
  const sets = setsIn<LabelledWish>(join(FIXTURES, "wishes"));
  return new Map([...sets].map(([name, rows]) => [name, rows.filter((row) => !isEnd(row))]));
}

interface Order {
  readonly prompt: string;
  /** null: it only looks like a command. */
  readonly command: string | null;
  /** It is one, and looks like a wish that it is not. */
  readonly look_alike?: true;
}

/** Half bans, whose “don't” and 别 would count against a wish, which begins with them, too. */
const BANS = "sixth";

/** The weights of a wish, learnt from all sets but those of these names, and from prompts in which none is heard. */
export function learnWishes(...without: readonly string[]): Map<string, number> {
  const sets = [...labelledWishes()].filter(([name]) => !without.includes(name)).flatMap(([, rows]) => rows);
  const wishes = sets.map(({ text, lang, wish, part = "" }): Prompt => (
    { prompt: text, lang, states: wish, ...part && { sentence: part } }
  ));
  const orders = linesOf<Order>(join(FIXTURES, "commands.jsonl"));
  const others = [...allPrompts(BANS), ...orders.filter(({ command, look_alike }) => command === null || look_alike)]
    .filter(({ prompt }) => !/^skip_/.test(findCommand(prompt)?.action ?? ""));
  return learn([...wishes, ...others.map(({ prompt }) => ({ prompt, states: false }))], { seenMin: SEEN_MIN });
}

/** Learns from all sets but one, in turn, and tells how well that one is known. */
export function checkWishes(): void {
  for (const [name, rows] of labelledWishes()) {
    const weights = learnWishes(name);
    for (const lang of ["en", "zh"]) {
      const taken = (wish: boolean) => {
        const all = rows.filter((row) => row.lang === lang && row.wish === wish);
        return `${all.filter(({ text }) => best(weights, text) > LINE).length} of ${all.length}`;
      };
      console.log(`${name} ${lang}: ${taken(true)} wishes, ${taken(false)} look-alikes`);
    }
  }
}
