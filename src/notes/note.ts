/**
 * What a curated note says, whoever wrote it: LingXi's Meta fields and sections as plain values.
 *
 * @module
 */
import type { RecordId, SessionId } from "../records/ids.ts";
import type { Sentence } from "../sentence.ts";
import type { StorePath } from "../store/layout.ts";

/** The words of which each of these fields takes one. */
export const ENUMERATIONS = {
  kind: ["principle", "heuristic", "decision", "pattern", "business", "tech", "reference", "other"],
  /** active: in force. local: for this machine, ranked like active. archive: readable, no part in recall. */
  status: ["active", "local", "archive"],
  /** How well it is proven. */
  strength: ["hypothesis", "validated", "enforced"],
  /** How far it reaches. */
  scope: ["narrow", "medium", "broad"],
  /** Whom it is for. */
  audience: ["team", "project", "personal"],
  /** Whether it holds outside its project. */
  portability: ["cross-project", "project-only"],
} as const;

type Enumerated = { readonly [F in keyof typeof ENUMERATIONS]: typeof ENUMERATIONS[F][number] };

/** The fields of a note; what a file does not say is an empty string or list, or the enumeration's default. */
export interface NoteFields extends Enumerated {
  readonly id: RecordId;
  readonly title: string;
  /** Where it came from: `remember`, `init`, `manual`, `<pack>@<version>` … */
  readonly source: string;
  readonly tags: readonly string[];
  /** Ids of the notes that this one replaces. */
  readonly supersedes: readonly RecordId[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly session: SessionId;
  /** In the person's store, the project that it belongs to; of a note of their own, and in a project's store, empty. */
  readonly project: string;
  /** One to three sentences: when one needs it. */
  readonly whenToLoad: readonly string[];
  /** The sentence that recall gives to the agent. */
  readonly oneLiner: string;
  readonly decision: string;
  readonly signals: string;
  readonly alternatives: string;
  readonly counterSignals: string;
  readonly l0: string;
  readonly l1: string;
  readonly pointers: readonly string[];
}

/** Something in a file that could not be read as meant. The file is used all the same. */
export interface NoteProblem {
  /** From 1. */
  readonly line: number;
  readonly problem: Sentence;
  /** The field whose default was taken because of it. */
  readonly field?: keyof NoteFields;
}

/** A note as it stands in a file. */
export interface Note extends NoteFields {
  /** Relative to the data folder, with `/`. */
  readonly path: StorePath;
  /** From the team's folder: untrusted, and outranked by a project note of the same id. */
  readonly shared: boolean;
  /** The whole file, byte for byte. */
  readonly text: string;
  /** The file without its title and Meta: what to search besides the fields. */
  readonly body: string;
  readonly problems: readonly NoteProblem[];
}

/** The defaults of a note's fields, also for values that can't be read. */
export const DEFAULT_FIELDS: NoteFields = {
  id: "",
  title: "",
  kind: "other",
  status: "active",
  strength: "hypothesis",
  scope: "medium",
  audience: "project",
  portability: "project-only",
  source: "",
  tags: [],
  supersedes: [],
  createdAt: "",
  updatedAt: "",
  session: "",
  project: "",
  whenToLoad: [],
  oneLiner: "",
  decision: "",
  signals: "",
  alternatives: "",
  counterSignals: "",
  l0: "",
  l1: "",
  pointers: [],
};

/** The words that a field takes; undefined for one that takes any. */
export function wordsOf(field: string): readonly string[] | undefined {
  return Object.hasOwn(ENUMERATIONS, field) ? ENUMERATIONS[field as keyof Enumerated] : undefined;
}

/** A field that stands in a labelled item, and its label. */
export type Labelled = readonly [label: string, field: keyof NoteFields];

/** A section of a note: its heading in the template, what begins it in a file, and its items that have a label. */
interface SectionKind {
  readonly title: string;
  readonly heading: RegExp;
  readonly fields: readonly Labelled[];
}

export type SectionName = "meta" | "whenToLoad" | "oneLiner" | "context" | "levels" | "pointers";

/** The sections in the template's order. */
export const SECTIONS: Readonly<Record<SectionName, SectionKind>> = {
  meta: {
    title: "Meta",
    heading: /^(meta|元信息|元数据)$/i,
    fields: [
      ["Id", "id"],
      ["Title", "title"],
      ["Kind", "kind"],
      ["Status", "status"],
      ["Strength", "strength"],
      ["Scope", "scope"],
      ["Audience", "audience"],
      ["Portability", "portability"],
      ["Source", "source"],
      ["Tags", "tags"],
      ["Supersedes", "supersedes"],
      ["CreatedAt", "createdAt"],
      ["UpdatedAt", "updatedAt"],
      ["Session", "session"],
      // Not in LingXi's template, which knows no store that several projects share: written where it says something.
      ["Project", "project"],
    ],
  },
  whenToLoad: { title: "When to load", heading: /^(when to load|何时加载)/i, fields: [] },
  oneLiner: { title: "One-liner (for injection)", heading: /^(one-?liner|一句话)/i, fields: [] },
  context: {
    title: "Context / Decision",
    heading: /^(context|decision|背景|决策)/i,
    fields: [
      ["Decision", "decision"],
      ["Signals", "signals"],
      ["Alternatives", "alternatives"],
      ["Counter-signals", "counterSignals"],
    ],
  },
  levels: { title: "L0 / L1", heading: /^L[01]\b/i, fields: [["L0", "l0"], ["L1", "l1"]] },
  pointers: { title: "Pointers", heading: /^(pointers?|指针)/i, fields: [] },
};
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** What a note says as a record: its title, and below it the sentence that recall gives, if that is another. */
export function contentOf({ title, oneLiner }: Pick<Note, "title" | "oneLiner">): string {
  return oneLiner === "" || oneLiner === title ? title : `${title}\n${oneLiner}`;
}

/** Whether recall may give this note: not if it is archived. Superseded ones leave recall, too (`supersededBy`). */
export function isRecallable(note: Pick<Note, "status">): boolean {
  return note.status !== "archive";
}
