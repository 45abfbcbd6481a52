/**
 * Payload → the fields of its note (LingXi's 映射规则). Sentences are made in the language of the payload.
 *
 * @module
 */
import type { Language } from "../sentence.ts";
import { CJK_TEXT } from "./similar.ts";
import { DEFAULT_FIELDS, type Note, type NoteFields } from "./note.ts";
import type { NoteChanges } from "./render.ts";
import type { Payload } from "./payload.ts";
import type { Level } from "./score.ts";

/** A title is read in a table. If it would be longer, it is the choice alone, cut. */
const MAX_TITLE = 120;
/** "Redis" tells nobody what to do: a choice shorter than this many columns is given together with its scene. */
const SHORTEST_SENTENCE = 10;
const MOST_SCENES = 3;

/** What a note needs that its payload does not say. */
export interface Composition {
  readonly level: Level;
  /** The principle came from a one-off, so it must say where it ends. */
  readonly limited: boolean;
  readonly session: string;
  /** Whose the note is, in a store that several projects share. */
  readonly project?: string | undefined;
  /** ISO 8601. */
  readonly now: string;
}

/** The note that a payload becomes, without its id. */
export function composeNote(payload: Payload, { level, limited, session, project = "", now }: Composition): NoteFields {
  const words = WORDS[CJK_TEXT.test(payload.scene + payload.choice) ? "zh" : "en"];
  const others = payload.principles.filter((each) => each !== payload.choice);
  return {
    ...DEFAULT_FIELDS,
    title: titleOf(payload, words),
    kind: payload.source === "init"
      ? "reference"
      : level === "L0" || payload.source === "choice"
      ? "decision"
      : "principle",
    strength: payload.confidence === "high" ? "validated" : "hypothesis",
    audience: payload.apply,
    portability: payload.apply === "team" ? "cross-project" : "project-only",
    source: payload.source,
    createdAt: now,
    updatedAt: now,
    session,
    project: payload.apply === "personal" ? "" : project,
    whenToLoad: scenesOf(payload.scene),
    oneLiner: oneLinerOf(payload, words),
    decision: words.decision(payload.choice, payload.principles),
    signals: payload.evidence,
    alternatives: others.join("; "),
    counterSignals: limited ? words.limits : "",
    l0: level === "L1" ? "" : words.l0(payload),
    l1: level === "L0" ? "" : words.l1(payload, others),
  };
}

/** What a payload adds to a note that already says the same. Nothing of the note is lost. */
export function mergeIntoNote(note: Note, payload: Payload, composed: NoteFields): NoteChanges {
  const stronger = note.strength === "hypothesis" && composed.strength === "validated";
  return {
    ...(stronger ? { strength: composed.strength } : {}),
    whenToLoad: union(note.whenToLoad, composed.whenToLoad).slice(0, MOST_SCENES),
    signals: union(note.signals ? [note.signals] : [], payload.evidence ? [payload.evidence] : []).join("; "),
    alternatives: union(parts(note.alternatives), parts(composed.alternatives)).join("; "),
    decision: note.decision || composed.decision,
    l0: note.l0 || composed.l0,
    l1: note.l1 || composed.l1,
    updatedAt: composed.updatedAt,
    session: composed.session || note.session,
  };
}

function titleOf({ scene, choice }: Payload, words: Words): string {
  const whole = `${scene.replace(/[。.；;，,：:]+$/, "")}${words.dash}${choice}`;
  if (whole.length <= MAX_TITLE) return whole;
  return choice.length <= MAX_TITLE ? choice : `${choice.slice(0, MAX_TITLE - 1).trimEnd()}…`;
}

/** One to three sentences "when"; any more go into the last. */
function scenesOf(scene: string): string[] {
  const sentences = scene.split(/(?<=[；;。])\s*/).map((each) => each.replace(/[；;。]$/, "").trim()).filter((each) =>
    each !== ""
  );
  if (sentences.length <= MOST_SCENES) return sentences;
  return [...sentences.slice(0, MOST_SCENES - 1), sentences.slice(MOST_SCENES - 1).join("; ")];
}

function oneLinerOf({ scene, choice }: Payload, words: Words): string {
  const columns = [...choice].reduce((sum, sign) => sum + (CJK_TEXT.test(sign) ? 2 : 1), 0);
  return columns < SHORTEST_SENTENCE ? words.inScene(scene, choice) : choice;
}

function union(left: readonly string[], right: readonly string[]): string[] {
  const seen = new Set(left.map((each) => each.trim().toLowerCase()));
  return [...left, ...right.filter((each) => !seen.has(each.trim().toLowerCase()))];
}

function parts(text: string): string[] {
  return text.split(/;\s*/).filter((each) => each !== "");
}

interface Words {
  readonly dash: string;
  readonly limits: string;
  readonly inScene: (scene: string, choice: string) => string;
  readonly decision: (choice: string, principles: readonly string[]) => string;
  readonly l0: (payload: Payload) => string;
  readonly l1: (payload: Payload, others: readonly string[]) => string;
}

/** LingXi's templates, a sentence each: L0 the fact and its evidence, L1 the strategy and what it avoids. */
const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    dash: "—",
    limits: "出自一次性的情形；条件变化后须重新判断",
    inScene: (scene, choice) => `${scene.replace(/[。；，]$/, "")}：${choice}`,
    decision: (choice, principles) =>
      principles.length > 1 ? `在「${principles.join("」「")}」中选择「${choice}」` : choice,
    l0: ({ scene, choice, evidence, source }) =>
      `在「${scene}」场景下，选择了「${choice}」，${evidence ? `依据：“${evidence}”` : `来源：${source}`}`,
    l1: ({ scene, choice }, others) =>
      `在「${scene}」一类场景中，优先「${choice}」${others.length > 0 ? `，避免「${others.join("」「")}」` : ""}`,
  },
  en: {
    dash: " — ",
    limits: "It comes from a one-off; judge again when the conditions change",
    inScene: (scene, choice) => `${scene.replace(/[.,;]$/, "")}: ${choice}`,
    decision: (choice, principles) => principles.length > 1 ? `"${choice}" out of: ${principles.join(" / ")}` : choice,
    l0: ({ scene, choice, evidence, source }) =>
      `In the scene "${scene}" the choice was "${choice}"; ${
        evidence ? `evidence: "${evidence}"` : `source: ${source}`
      }`,
    l1: ({ scene, choice }, others) =>
      `In scenes like "${scene}" prefer "${choice}"${others.length > 0 ? ` and avoid "${others.join('", "')}"` : ""}`,
  },
};
