/**
 * In: payloads that the agent judged worth keeping, and the notes nearest to each. Out: notes, written at once where
 * nobody has to be asked, else proposals with the questions to ask.
 * Not done here: searching for the nearest notes (the caller does), asking (the agent does), carrying out the answer
 * (proposals.ts).
 */
import { briefId } from "../records/ids.ts";
import type { StorePath } from "../store/layout.ts";
import { withLock } from "../store/write_lock.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { inResult, type Language, type Sentence } from "../sentence.ts";
import { type Author, createNote } from "./write.ts";
import { composeNote } from "./render.ts";
import { isNotePath, readNote } from "./files.ts";
import {
  type Decision,
  govern,
  judge,
  type Judgement,
  type Level,
  likeness,
  type Neighbour,
  type Question,
  questionsFor,
  type Verdict,
} from "./judge.ts";
import { readIndex } from "./index_file.ts";
import type { Note } from "./note.ts";
import type { Payload } from "./payload.ts";
import { keepProposal } from "./proposals.ts";
import { said } from "./words.ts";

export interface Proposed {
  readonly status: "written" | "proposed" | "dropped";
  /** d1 + … + d5; null without a score. */
  readonly total: number | null;
  readonly level: Level | null;
  readonly neighbours: Judgement["neighbours"];
  /** null when the payload was dropped before its neighbours were looked at. */
  readonly decision: Decision | null;
  /** `judge`: nothing is written before the agent has read the neighbours; the person need not be asked. */
  readonly gate: "silent" | "judge" | "ask";
  readonly proposal?: string;
  readonly questions?: readonly Question[];
  readonly id?: string;
  readonly file?: StorePath;
  readonly hint?: Sentence;
  /** A code of the capture gate, or a sentence. */
  readonly reason?: string | Sentence;
  readonly message?: Sentence;
  readonly warnings?: readonly Sentence[];
}

/** The outcome for a payload of which nothing is written and nobody is asked. */
export const DROPPED: Proposed = {
  status: "dropped",
  total: null,
  level: null,
  neighbours: [],
  decision: null,
  gate: "silent",
};

interface ProposeOptions {
  /** The notes nearest to a payload, best first; not called for payloads that are dropped. */
  readonly neighboursOf: (payload: Payload) => readonly Neighbour[];
  /** Whether a payload names another value than a note, or says the contrary. */
  readonly contradicts: (payload: Payload, note: Note) => boolean;
  readonly author: Author;
  /** The project that the notes belong to, in a store that several projects share. */
  readonly project?: string | undefined;
  readonly language: Language;
}

/** Judges payloads one after the other and writes what may be written silently. Throws LOCK_BUSY, IO_ERROR. */
export function propose(store: Store, payloads: readonly Payload[], options: ProposeOptions): Proposed[] {
  const written: Note[] = [];
  return payloads.map((payload) => {
    const verdict = payload.score && judge(payload.score);
    if (verdict?.level === null) {
      const { total, level, reason } = verdict;
      return { ...DROPPED, total, level, reason: inResult(reason) };
    }
    const found = options.neighboursOf(payload);
    return withLock(store, (locked) => {
      const neighbours = withFresh(locked, payload, found, written, options.project)
        .map((each) => ({ ...each, contradicts: options.contradicts(payload, each.note) }));
      return writeOrAsk(locked, { payload, verdict, neighbours, ...options }, written);
    });
  });
}

interface Worthwhile extends Omit<ProposeOptions, "neighboursOf" | "contradicts"> {
  readonly payload: Payload;
  readonly verdict: Verdict | undefined;
  readonly neighbours: readonly Neighbour[];
}

/** Writes the note, if nobody has to be asked; else keeps the payload until the agent or the user has decided. */
function writeOrAsk(
  store: LockedStore,
  { payload, verdict, neighbours, author, project, language }: Worthwhile,
  written: Note[],
): Proposed {
  const { decision, targets, neighbours: weighed } = govern(payload, neighbours);
  const { total = null, level = null, limited = false } = verdict ?? {};
  const session = author.session ?? "";
  const judged = { total, level, neighbours: weighed, decision };
  const needsNobody = decision === "new" && payload.confidence === "high" && !verdict?.ask;
  // Only the agent can tell whether a near note contradicts the payload.
  if (level && needsNobody && !weighed.some(({ reason }) => reason === "near")) {
    const fields = composeNote(payload, { level, limited, session, project, now: nowOf(store) });
    const { note, told } = createNote(store, fields, author);
    written.push(note);
    return { status: "written", ...judged, gate: "silent", id: note.id, file: note.path, ...told };
  }
  const generation = author.generation ?? "";
  const owner = project === undefined ? {} : { project };
  const { id } = keepProposal(store, { payload, level, limited, decision, targets, session, generation, ...owner });
  const asked = neighbours.map(({ note }) => note).filter((note) => targets.includes(note.id));
  const questions = questionsFor(id, payload, decision, asked, { levelKnown: verdict !== undefined, language });
  const waiting = { status: "proposed", ...judged, proposal: id, questions } as const;
  if (level && needsNobody) {
    const command = `memory note add --proposal ${briefId(id)} --decision`;
    return { ...waiting, gate: "judge", hint: inResult(said("to_judge", { command })) };
  }
  return { ...waiting, gate: "ask", ...verdict?.ask ? { reason: inResult(verdict.reason) } : {} };
}

/**
 * The index may not have a note yet that this call or another process has just written. So the notes of this call about
 * the same scene, and a note of the same title, go before those that search found.
 */
function withFresh(
  store: LockedStore,
  payload: Payload,
  found: readonly Neighbour[],
  written: readonly Note[],
  project = "",
): readonly Neighbour[] {
  const { title } = composeNote(payload, { level: "L0", limited: false, session: "", now: nowOf(store) });
  const twin = readIndex(store).rows.find((row) => row.Title === title && isNotePath(row.File));
  const twinNote = twin && readNote(store, twin.File);
  const isOurs = twinNote && (twinNote.project === "" || twinNote.project === project);
  const related = written.filter((note) => likeness(payload, { note }) !== "other scene");
  const fresh = isOurs ? [...related, twinNote] : related;
  const known = new Set(found.map(({ note }) => note.id));
  const missing = new Map(fresh.filter(({ id }) => !known.has(id)).map((note) => [note.id, { note, score: 1 }]));
  return [...missing.values(), ...found];
}

function nowOf(store: Store): string {
  return store.runtime.now().toISOString();
}
