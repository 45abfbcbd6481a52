/**
 * What a curated note says, whoever wrote it: LingXi's Meta fields and sections as plain values.
 *
 * @module
 */
import type { Sentence } from "../sentence.ts";

/** What sort of judgement a note holds. */
export const KINDS = [
  "principle",
  "heuristic",
  "decision",
  "pattern",
  "business",
  "tech",
  "reference",
  "other",
] as const;
/** active: in force. local: for this machine, ranked like active. archive: readable, no part in recall. */
export const STATUSES = ["active", "local", "archive"] as const;
/** How well it is proven. */
export const STRENGTHS = ["hypothesis", "validated", "enforced"] as const;
/** How far it reaches. */
export const SCOPES = ["narrow", "medium", "broad"] as const;
/** Whom it is for. */
export const AUDIENCES = ["team", "project", "personal"] as const;
/** Whether it holds outside its project. */
export const PORTABILITIES = ["cross-project", "project-only"] as const;

/** One of `KINDS`. */
export type Kind = typeof KINDS[number];
/** One of `STATUSES`. */
export type Status = typeof STATUSES[number];
/** One of `STRENGTHS`. */
export type Strength = typeof STRENGTHS[number];
/** One of `SCOPES`. */
export type Scope = typeof SCOPES[number];
/** One of `AUDIENCES`. */
export type Audience = typeof AUDIENCES[number];
/** One of `PORTABILITIES`. */
export type Portability = typeof PORTABILITIES[number];

/** The fields of a note; what a file does not say is an empty string or list, or the enumeration's default. */
export interface NoteFields {
  readonly id: string;
  readonly title: string;
  readonly kind: Kind;
  readonly status: Status;
  readonly strength: Strength;
  readonly scope: Scope;
  readonly audience: Audience;
  readonly portability: Portability;
  /** Where it came from: `remember`, `init`, `manual`, `<pack>@<version>` … */
  readonly source: string;
  readonly tags: readonly string[];
  /** Ids of the notes that this one replaces. */
  readonly supersedes: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly session: string;
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
  /** The verifiable fact (instance level). */
  readonly l0: string;
  /** The reusable principle. */
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
  readonly path: string;
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

/** The Meta lines in the template's order, with the name each has in the file. */
export const META_FIELDS = [
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
] as const;

/** A field of Meta. */
export type MetaField = typeof META_FIELDS[number][1];

/** Meta fields that take one of a few words. */
export const ENUMERATIONS: Readonly<Partial<Record<MetaField, readonly string[]>>> = {
  kind: KINDS,
  status: STATUSES,
  strength: STRENGTHS,
  scope: SCOPES,
  audience: AUDIENCES,
  portability: PORTABILITIES,
};

/** The labelled items of the two sections that have them. */
export const CONTEXT_FIELDS = [
  ["Decision", "decision"],
  ["Signals", "signals"],
  ["Alternatives", "alternatives"],
  ["Counter-signals", "counterSignals"],
] as const;
/** The same of L0 / L1. */
export const LEVEL_FIELDS = [["L0", "l0"], ["L1", "l1"]] as const;

/** What a note says as a record: its title, and below it the sentence that recall gives, if that is another. */
export function contentOf({ title, oneLiner }: Pick<Note, "title" | "oneLiner">): string {
  return oneLiner === "" || oneLiner === title ? title : `${title}\n${oneLiner}`;
}

/** Whether recall may give this note: not if it is archived. For superseded ones see `supersededIds`. */
export function isRecallable(note: Pick<Note, "status">): boolean {
  return note.status !== "archive";
}

/** Ids that some note of the set replaces. Such notes stay readable but leave recall. */
export function supersededIds(notes: Iterable<Pick<Note, "id" | "supersedes">>): Set<string> {
  const ids = new Set<string>();
  for (const note of notes) {
    for (const id of note.supersedes) if (id !== note.id) ids.add(id);
  }
  return ids;
}
