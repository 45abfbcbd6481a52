/** The fields of a curated note as plain values: LingXi's Meta fields and sections. */
import type { RecordId, SessionId } from "../records/ids.ts";
import type { Sentence } from "../sentence.ts";
import type { StorePath } from "../store/layout.ts";

/** The fields that allow only certain values, and these values. */
export const ENUMERATIONS = {
  kind: ["principle", "heuristic", "decision", "pattern", "business", "tech", "reference", "other"],
  /** active: in force. local: a label, in force like active. archive: readable, never recalled. */
  status: ["active", "local", "archive"],
  strength: ["hypothesis", "validated", "enforced"],
  scope: ["narrow", "medium", "broad"],
  audience: ["team", "project", "personal"],
  /** Whether the note holds outside its project. */
  portability: ["cross-project", "project-only"],
} as const;

type Enumerated = { readonly [F in keyof typeof ENUMERATIONS]: typeof ENUMERATIONS[F][number] };

const ENUMERATED: Enumerated = {
  kind: "other",
  status: "active",
  strength: "hypothesis",
  scope: "medium",
  audience: "project",
  portability: "project-only",
};
const NONE: readonly string[] = [];

/** The fields of a note that says nothing. A field has this value where a file lacks it, or where it can't be read. */
export const DEFAULT_FIELDS = {
  id: "" as RecordId,
  title: "",
  ...ENUMERATED,
  /** Where the note came from: `remember`, `init`, `manual`, `<pack>@<version>` … */
  source: "",
  tags: NONE,
  supersedes: NONE as readonly RecordId[],
  createdAt: "",
  updatedAt: "",
  session: "" as SessionId,
  /** The project that a note in the person's store belongs to; empty for a personal note and in a project's store. */
  project: "",
  /** One to three sentences: when the note is needed. */
  whenToLoad: NONE,
  /** The sentence that recall gives to the agent. */
  oneLiner: "",
  decision: "",
  signals: "",
  alternatives: "",
  counterSignals: "",
  l0: "",
  l1: "",
  pointers: NONE,
};

export type NoteFields = Readonly<typeof DEFAULT_FIELDS>;

/** A part of a file that breaks the format of notes. The rest of the file is used. */
export interface NoteProblem {
  /** From 1. */
  readonly line: number;
  readonly problem: Sentence;
  /** The field that has its default because of the problem. */
  readonly field?: keyof NoteFields;
}

export interface Note extends NoteFields {
  readonly path: StorePath;
  /** From the team's folder: untrusted, and outranked by a project note of the same id. */
  readonly shared: boolean;
  readonly text: string;
  /** The file without its title and Meta; searched besides the fields. */
  readonly body: string;
  readonly problems: readonly NoteProblem[];
}

/** The values that a field allows; undefined for a field of free text. */
export function allowedValues(field: string): readonly string[] | undefined {
  return Object.hasOwn(ENUMERATIONS, field) ? ENUMERATIONS[field as keyof Enumerated] : undefined;
}

export type Labelled = readonly [label: string, field: keyof NoteFields];

/** A section of a note: its heading in the template, the headings that it may have in a file, its labelled items. */
interface SectionKind {
  readonly title: string;
  readonly heading: RegExp;
  readonly fields: readonly Labelled[];
}

export type SectionName = "meta" | "whenToLoad" | "oneLiner" | "context" | "levels" | "pointers";

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
      // Not in LingXi's template, where no store is shared by several projects. Written only if it has a value.
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

/** The text of a note as a record: its title, and below it the one-liner if that differs. */
export function contentOf({ title, oneLiner }: Pick<Note, "title" | "oneLiner">): string {
  return oneLiner === "" || oneLiner === title ? title : `${title}\n${oneLiner}`;
}

/** Whether recall may give this note: not if it is archived. Superseded notes are left out by `supersededBy`. */
export function isRecallable(note: Pick<Note, "status">): boolean {
  return note.status !== "archive";
}

/** The ids that a note replaces: an archived one replaces nothing. */
export function replacedIn({ status, supersedes }: Pick<Note, "status" | "supersedes">): readonly RecordId[] {
  return isRecallable({ status }) ? supersedes : [];
}

/**
 * Which of several notes of one id counts, the highest: a project's before a shared one, so that a team's update can't
 * change a project unnoticed; then the file that bears the id as its name before a copy of it.
 */
export function rankOfFile({ id, path, shared }: Pick<Note, "id" | "path" | "shared">): number {
  return 2 * Number(!shared) + Number(path.endsWith(`/${id}.md`));
}
