/**
 * JSON from the agent → checked payloads: LingXi's seven fields and the agent's score. If any payload of a call is
 * wrong, none is used.
 */
import { isObject } from "../json.ts";
import { cutTo, oneLine } from "../text/legible.ts";
import { joined, type Sentence } from "../sentence.ts";
import { named } from "../wording.ts";
import { failure, said } from "./words.ts";

const SOURCES = ["auto", "remember", "extract", "choice", "init"] as const;
const CONFIDENCES = ["low", "medium", "high"] as const;
const APPLIES = ["personal", "project", "team"] as const;
const DIMENSIONS = ["d1", "d2", "d3", "d4", "d5"] as const;
const FIELDS = ["scene", "principles", "choice", "evidence", "source", "confidence", "apply", "score"];

/** The five dimensions of LingXi's score card, 0–2 each: decision gain, transfer, trigger, verifiable, stable. */
export type Score = Readonly<Record<typeof DIMENSIONS[number], 0 | 1 | 2>>;

/** A judgement worth keeping, with the field names of the skill taste-recognition. Every text is one line. */
export interface Payload {
  readonly scene: string;
  readonly principles: readonly string[];
  readonly choice: string;
  /** The user's own words; empty when there are none. */
  readonly evidence: string;
  readonly source: typeof SOURCES[number];
  readonly confidence: typeof CONFIDENCES[number];
  readonly apply: typeof APPLIES[number];
  readonly score?: Score;
}

/** /memory-init, which reads a whole project, gives a few dozen. */
const MAX_PAYLOADS = 100;
/** A note is short: a longer scene or choice is a document. Characters. */
const MAX_TEXT = 1000;
const MAX_PRINCIPLES = 10;

/** One payload or a list. Throws INVALID_ARGUMENT, which names every payload (from 0) and field that is wrong. */
export function readPayloads(value: unknown): Payload[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_PAYLOADS) throw failure("too_many_payloads", { most: MAX_PAYLOADS, length: list.length });
  const problems: { readonly payload: number; readonly field: string; readonly problem: Sentence }[] = [];
  const payloads = list.flatMap((each, index) => {
    const complain = (field: string, problem: Sentence) => void problems.push({ payload: index, field, problem });
    return readPayload(each, complain) ?? [];
  });
  if (problems.length === 0) return payloads;
  const told = joined(
    problems.map(({ payload, field, problem }) =>
      said("at_place", { place: `payloads[${payload}]${field && `.${field}`}`, problem })
    ),
  );
  throw failure("wrong_payloads", { told }, {
    data: { problems: problems.map(({ problem, ...place }) => ({ ...place, problem: problem.en })) },
  });
}

type Complain = (field: string, problem: Sentence) => undefined;

function mustBe(wanted: Sentence, found: Sentence): Sentence {
  return said("must_be", { wanted, found });
}

function readPayload(value: unknown, complain: Complain): Payload | undefined {
  if (!isObject(value)) return complain("", mustBe(said("a_payload"), kindOf(value)));
  for (const field of Object.keys(value).filter((each) => !FIELDS.includes(each))) {
    complain(field, said("unknown_field", { fields: named(FIELDS) }));
  }
  const given = (field: string) => value[field] ?? undefined;
  const scene = text(value.scene, "scene", complain);
  const principles = texts(value.principles, complain);
  const choice = text(value.choice, "choice", complain);
  const evidence = (given("evidence") ?? "") === "" ? "" : text(value.evidence, "evidence", complain);
  const source = word(value.source, "source", SOURCES, complain);
  const confidence = word(value.confidence, "confidence", CONFIDENCES, complain);
  const apply = word(given("apply") ?? "project", "apply", APPLIES, complain);
  const score = given("score") === undefined ? undefined : readScore(value.score, complain);
  if (choice && principles && !principles.some((each) => comparable(each) === comparable(choice))) {
    const allowed = named(principles.map((each) => quoted(each).en));
    complain("choice", mustBe(said("one_of_principles", { allowed }), quoted(choice)));
  }
  if (!scene || !principles || !choice || evidence === undefined || !source || !confidence || !apply) return undefined;
  return { scene, principles, choice, evidence, source, confidence, apply, ...(score ? { score } : {}) };
}

function text(value: unknown, field: string, complain: Complain): string | undefined {
  if (typeof value !== "string") return complain(field, mustBe(said("a_text"), kindOf(value)));
  const line = oneLine(value);
  if (line === "") return complain(field, mustBe(said("a_text"), said("empty")));
  if (line.length <= MAX_TEXT) return line;
  return complain(field, said("too_long", { most: MAX_TEXT, length: line.length }));
}

function texts(value: unknown, complain: Complain): string[] | undefined {
  if (!Array.isArray(value)) return complain("principles", mustBe(said("list_of_texts"), kindOf(value)));
  if (value.length === 0 || value.length > MAX_PRINCIPLES) {
    return complain("principles", said("list_length", { most: MAX_PRINCIPLES, length: value.length }));
  }
  const lines = value.map((each, index) => text(each, `principles[${index}]`, complain));
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

function word<W extends string>(value: unknown, field: string, words: readonly W[], complain: Complain): W | undefined {
  const wanted = said("one_of", { words: named(words) });
  return words.find((each) => each === value) ?? complain(field, mustBe(wanted, quoted(value)));
}

function readScore(value: unknown, complain: Complain): Score | undefined {
  if (!isObject(value)) return complain("score", mustBe(said("a_score"), kindOf(value)));
  for (const key of Object.keys(value).filter((each) => !DIMENSIONS.some((known) => known === each))) {
    complain(`score.${key}`, said("unknown_dimension", { dimensions: named(DIMENSIONS) }));
  }
  const bad = DIMENSIONS.filter((each) => value[each] !== 0 && value[each] !== 1 && value[each] !== 2);
  for (const each of bad) complain(`score.${each}`, mustBe(said("zero_to_two"), quoted(value[each])));
  // Every dimension was just seen to be one of the three numbers.
  return bad.length === 0 ? { d1: 0, d2: 0, d3: 0, d4: 0, d5: 0, ...value } as Score : undefined;
}

/** A choice counts as one of the principles even if it differs in width or case. */
function comparable(value: string): string {
  return value.normalize("NFKC").toLowerCase().replace(/[\s。.!！;；,，]+$/u, "");
}

function kindOf(value: unknown): Sentence {
  if (value === undefined) return said("nothing");
  if (value === null) return said("is_null");
  if (Array.isArray(value)) return said("a_list");
  return typeof value === "object" ? said("an_object") : said("a_value", { value: typeof value });
}

function quoted(value: unknown): Sentence {
  const shown = JSON.stringify(value);
  if (shown === undefined) return said("nothing");
  const cut = cutTo(shown, 80);
  return { en: cut, zh: ` ${cut}` };
}
