/**
 * JSON from the agent → checked payloads: LingXi's seven fields and the agent's score. If any payload of a call is
 * wrong, none is used.
 *
 * @module
 */
import { fail } from "../errors.ts";
import { isObject } from "../json.ts";
import { oneLine } from "../text/legible.ts";
import { joined, type Sentence } from "../sentence.ts";

const SOURCES = ["auto", "remember", "extract", "choice", "init"] as const;
const CONFIDENCES = ["low", "medium", "high"] as const;
const APPLIES = ["personal", "project", "team"] as const;
const DIMENSIONS = ["d1", "d2", "d3", "d4", "d5"] as const;
const FIELDS = ["scene", "principles", "choice", "evidence", "source", "confidence", "apply", "score"];

/** The five dimensions of LingXi's score card, 0–2 each: decision gain, transfer, trigger, verifiable, stable. */
export type Score = Readonly<Record<typeof DIMENSIONS[number], 0 | 1 | 2>>;

/** A judgement worth keeping, in the words of taste-recognition. Every text is one line. */
export interface Payload {
  readonly scene: string;
  readonly principles: readonly string[];
  /** One of the principles. */
  readonly choice: string;
  /** The user's own words; empty when there are none. */
  readonly evidence: string;
  readonly source: typeof SOURCES[number];
  readonly confidence: typeof CONFIDENCES[number];
  readonly apply: typeof APPLIES[number];
  readonly score?: Score;
}

/** A whole project read by /memory-init gives a few dozen; more are no judgements. */
const MAX_PAYLOADS = 100;
/** A note is short: a longer scene or choice is a document. */
const MAX_TEXT = 1000;
const MAX_PRINCIPLES = 10;

interface Problem {
  readonly payload: number;
  readonly field: string;
  readonly problem: Sentence;
}

/**
 * Checks what the agent handed in: one payload or a list.
 *
 * @throws MemoryError INVALID_ARGUMENT that names every payload (from 0) and field that is wrong
 */
export function readPayloads(value: unknown): Payload[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_PAYLOADS) {
    fail("INVALID_ARGUMENT", {
      en: `At most ${MAX_PAYLOADS} payloads a call, found ${list.length}`,
      zh: `一次最多 ${MAX_PAYLOADS} 个 payload，现有 ${list.length} 个`,
    });
  }
  const problems: Problem[] = [];
  const payloads = list.flatMap((each, index) => {
    const say = (field: string, problem: Sentence) => void problems.push({ payload: index, field, problem });
    const must = (field: string, wanted: Sentence, found: Sentence) =>
      say(field, { en: `must be ${wanted.en}, found ${found.en}`, zh: `应为${wanted.zh}，现为${found.zh}` });
    return readPayload(each, { say, must }) ?? [];
  });
  if (problems.length === 0) return payloads;
  const told = problems.map(({ payload, field, problem }) => {
    const place = `payloads[${payload}]${field && `.${field}`}`;
    return { en: `${place} ${problem.en}`, zh: `${place} ${problem.zh}` };
  });
  fail("INVALID_ARGUMENT", joined(told), {
    en: "Nothing of the call was used; correct the named fields and propose all payloads again",
    zh: "本次调用全部未采用；请改正所列字段，再重新提议全部 payload",
  }, { data: { problems: problems.map(({ problem, ...place }) => ({ ...place, problem: problem.en })) } });
}

/** Takes what is wrong with a payload. */
interface Complaints {
  readonly say: (field: string, problem: Sentence) => undefined;
  readonly must: (field: string, wanted: Sentence, found: Sentence) => undefined;
}

function readPayload(value: unknown, complaints: Complaints): Payload | undefined {
  const { say, must } = complaints;
  if (!isObject(value)) return must("", A_PAYLOAD, kindOf(value));
  for (const field of Object.keys(value).filter((each) => !FIELDS.includes(each))) {
    say(field, {
      en: `is not a field of a payload (${FIELDS.join(", ")})`,
      zh: `不是 payload 的字段（${FIELDS.join("、")}）`,
    });
  }
  const given = (field: string) => value[field] ?? undefined;
  const scene = text(value.scene, "scene", complaints);
  const principles = texts(value.principles, complaints);
  const choice = text(value.choice, "choice", complaints);
  const evidence = (given("evidence") ?? "") === "" ? "" : text(value.evidence, "evidence", complaints);
  const source = word(value.source, "source", SOURCES, complaints);
  const confidence = word(value.confidence, "confidence", CONFIDENCES, complaints);
  const apply = word(given("apply") ?? "project", "apply", APPLIES, complaints);
  const score = given("score") === undefined ? undefined : readScore(value.score, complaints);
  if (choice && principles && !principles.some((each) => comparable(each) === comparable(choice))) {
    const allowed = principles.map((each) => quoted(each).en);
    must(
      "choice",
      { en: `one of principles (${allowed.join(", ")})`, zh: ` principles 之一（${allowed.join("、")}）` },
      quoted(choice),
    );
  }
  if (!scene || !principles || !choice || evidence === undefined || !source || !confidence || !apply) return undefined;
  return { scene, principles, choice, evidence, source, confidence, apply, ...(score ? { score } : {}) };
}

const A_PAYLOAD: Sentence = {
  en: "an object with scene, principles, choice …",
  zh: "含 scene、principles、choice 等字段的对象",
};
const A_TEXT: Sentence = { en: "a text", zh: "文字" };
const A_LIST: Sentence = { en: "a list of texts", zh: "文字的列表" };
const A_SCORE: Sentence = { en: "an object with d1 to d5", zh: "含 d1 到 d5 的对象" };

function text(value: unknown, field: string, { say, must }: Complaints): string | undefined {
  if (typeof value !== "string") return must(field, A_TEXT, kindOf(value));
  const line = oneLine(value);
  if (line === "") return must(field, A_TEXT, { en: "an empty one", zh: "空" });
  if (line.length <= MAX_TEXT) return line;
  return say(field, {
    en: `must have at most ${MAX_TEXT} characters, found ${line.length}`,
    zh: `最多 ${MAX_TEXT} 个字符，现有 ${line.length} 个`,
  });
}

function texts(value: unknown, complaints: Complaints): string[] | undefined {
  if (!Array.isArray(value)) return complaints.must("principles", A_LIST, kindOf(value));
  if (value.length === 0 || value.length > MAX_PRINCIPLES) {
    return complaints.say("principles", {
      en: `must be a list of 1 to ${MAX_PRINCIPLES} texts, found ${value.length}`,
      zh: `应为 1–${MAX_PRINCIPLES} 条文字的列表，现有 ${value.length} 条`,
    });
  }
  const lines = value.map((each, index) => text(each, `principles[${index}]`, complaints));
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

function word<W extends string>(
  value: unknown,
  field: string,
  words: readonly W[],
  { must }: Complaints,
): W | undefined {
  const wanted = { en: `one of ${words.join(", ")}`, zh: ` ${words.join("、")} 之一` };
  return words.find((each) => each === value) ?? must(field, wanted, quoted(value));
}

function readScore(value: unknown, { say, must }: Complaints): Score | undefined {
  if (!isObject(value)) return must("score", A_SCORE, kindOf(value));
  for (const key of Object.keys(value).filter((each) => !DIMENSIONS.some((known) => known === each))) {
    say(`score.${key}`, {
      en: `is not a dimension (${DIMENSIONS.join(", ")})`,
      zh: `不是评分维度（${DIMENSIONS.join("、")}）`,
    });
  }
  const bad = DIMENSIONS.filter((each) => value[each] !== 0 && value[each] !== 1 && value[each] !== 2);
  for (const each of bad) must(`score.${each}`, { en: "0, 1 or 2", zh: " 0、1 或 2" }, quoted(value[each]));
  // Every dimension was just seen to be one of the three numbers.
  return bad.length === 0 ? { d1: 0, d2: 0, d3: 0, d4: 0, d5: 0, ...value } as Score : undefined;
}

/** A choice counts as one of the principles even if it differs in width or case. */
function comparable(value: string): string {
  return value.normalize("NFKC").toLowerCase().replace(/[\s。.!！;；,，]+$/u, "");
}

function kindOf(value: unknown): Sentence {
  if (value === undefined) return NOTHING;
  if (value === null) return { en: "null", zh: " null" };
  if (Array.isArray(value)) return { en: "a list", zh: "列表" };
  return typeof value === "object"
    ? { en: "an object", zh: "对象" }
    : { en: `a ${typeof value}`, zh: ` ${typeof value}` };
}

function quoted(value: unknown): Sentence {
  const shown = JSON.stringify(value);
  if (shown === undefined) return NOTHING;
  const cut = shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
  return { en: cut, zh: ` ${cut}` };
}

const NOTHING: Sentence = { en: "nothing", zh: "空" };
