/**
 * In: payloads that the agent judged worth keeping, and a way to find their neighbours. Out: notes, written at once
 * where nobody has to be asked, else proposals with the questions to ask.
 * Not done here: searching (the caller passes the neighbours), asking (the agent does), what the user agreed to
 * (proposals.ts).
 *
 * @module
 */
import { briefId } from "../records/ids.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { inResult, type Language, type Sentence } from "../sentence.ts";
import { type Author, createNote, type Written } from "./write.ts";
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
import { rowFile, rowsWithTitle } from "./index_file.ts";
import type { Note } from "./note.ts";
import type { Payload } from "./payload.ts";
import { keepProposal } from "./proposals.ts";

/** What became of one payload. */
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
  readonly file?: string;
  /** How to go on where the agent judges. */
  readonly hint?: Sentence;
  /** A code of the gate, or words. */
  readonly reason?: string | Sentence;
  /** What a code of the gate means. */
  readonly message?: Sentence;
  readonly warnings?: readonly string[];
}

/** What a proposal needs besides the payloads. */
export interface ProposeOptions {
  /** The notes nearest to a payload, best first; not asked for payloads that are dropped. */
  readonly neighboursOf: (payload: Payload) => readonly Neighbour[];
  readonly author: Author;
  /** Whose the notes are, in a store that several projects share. */
  readonly project?: string | undefined;
  /** Of the questions. */
  readonly language: Language;
}

/** Judges payloads one after the other and writes what may be written silently. Throws LOCK_BUSY, IO_ERROR. */
export function propose(store: Store, payloads: readonly Payload[], options: ProposeOptions): Proposed[] {
  const written: Note[] = [];
  return payloads.map((payload) => {
    const verdict = payload.score && judge(payload.score);
    if (verdict?.level === null) return dropped(verdict.total, verdict.reason);
    const found = options.neighboursOf(payload);
    return withLock(store, LOCK_TIMEOUT_MS, (locked): Proposed => {
      const neighbours = withFresh(locked, payload, found, written, options.project);
      const judged = { payload, verdict, judgement: govern(payload, neighbours) };
      const silent = writeSilently(locked, judged, options);
      if (!silent) return ask(locked, judged, neighbours, options);
      const { note } = silent;
      written.push(note);
      return { status: "written", ...sums(judged), gate: "silent", id: note.id, file: note.path, ...told(silent) };
    });
  });
}

/** A payload, what its score says of it, and what its neighbours do. */
interface Judged {
  readonly payload: Payload;
  readonly verdict: Verdict | undefined;
  readonly judgement: Judgement;
}

function sums({ verdict, judgement: { decision, neighbours } }: Judged) {
  return { total: verdict?.total ?? null, level: verdict?.level ?? null, neighbours, decision };
}

/** The note, if nobody has to be asked: it is new, the agent is sure, and its score needs no second opinion. */
function writeSilently(
  store: LockedStore,
  { payload, verdict, judgement }: Judged,
  { author, project }: ProposeOptions,
): Written | undefined {
  if (!needsNobody({ payload, verdict, judgement }) || hasNear(judgement)) return undefined;
  if (!verdict?.level) return undefined;
  const { level, limited } = verdict;
  return createNote(
    store,
    composeNote(payload, { level, limited, session: author.session ?? "", project, now: nowOf(store) }),
    author,
  );
}

/** Whether the person need not be asked: it is new, the agent is sure, and its score needs no second opinion. */
function needsNobody({ payload, verdict, judgement }: Judged): boolean {
  return judgement.decision === "new" && payload.confidence === "high" && Boolean(verdict?.level) && !verdict?.ask;
}

/** Whether a note is so near that only who understands both can tell whether they contradict each other. */
function hasNear({ neighbours }: Judgement): boolean {
  return neighbours.some(({ reason }) => reason === "near");
}

function told({ warnings }: Written): Pick<Proposed, "warnings"> {
  return warnings.length > 0 ? { warnings: warnings.map(({ en }) => en) } : {};
}

/** Keeps the payload until the agent has judged it, or the user has answered the questions about it. */
function ask(
  store: LockedStore,
  judged: Judged,
  neighbours: readonly Neighbour[],
  { author, language, project }: ProposeOptions,
): Proposed {
  const { payload, verdict, judgement: { decision, targets } } = judged;
  const proposal = keepProposal(store, {
    payload,
    level: verdict?.level ?? null,
    limited: verdict?.limited ?? false,
    decision,
    targets,
    session: author.session ?? "",
    generation: author.generation ?? "",
    ...project === undefined ? {} : { project },
  });
  const asked = neighbours.map(({ note }) => note).filter(({ id }) => targets.includes(id));
  const questions = questionsFor(proposal.id, payload, decision, asked, {
    levelKnown: verdict !== undefined,
    language,
  });
  const reason = verdict?.ask ? { reason: inResult(verdict.reason) } : {};
  const waiting = { status: "proposed", ...sums(judged), proposal: proposal.id, questions } as const;
  return needsNobody(judged)
    ? { ...waiting, gate: "judge", hint: inResult(toJudge(proposal.id)) }
    : { ...waiting, gate: "ask", ...reason };
}

/** What the agent does with a payload near to notes that only it can understand. */
function toJudge(proposal: string): Sentence {
  const command = `memory note add --proposal ${briefId(proposal)} --decision`;
  return {
    en: `Read the neighbours. None of them is about the same: \`${command} new --confirm\`, nobody need be asked. ` +
      `One says the same or otherwise: ask the user, then \`${command} merge|replace --target MEM-… --confirm\``,
    zh: `请读 neighbours。都不是说同一件事：\`${command} new --confirm\`，不必问用户。` +
      `有一条说法相同或相反：先问用户，再 \`${command} merge|replace --target MEM-… --confirm\``,
  };
}

/**
 * Search may not know yet what was written a moment ago, by this call or by another process: notes of this call that
 * are about the same scene, and a note of the same title, come first.
 */
function withFresh(
  store: LockedStore,
  payload: Payload,
  found: readonly Neighbour[],
  written: readonly Note[],
  project = "",
): readonly Neighbour[] {
  const { title } = composeNote(payload, { level: "L0", limited: false, session: "", now: nowOf(store) });
  const twin = rowsWithTitle(store, title).find((row) => isNotePath(rowFile(row)));
  const twinNote = twin && readNote(store, rowFile(twin));
  const isOurs = twinNote && (twinNote.project === "" || twinNote.project === project);
  const fresh = [...written.filter((note) => likeness(payload, note) !== "other scene"), ...isOurs ? [twinNote] : []];
  const known = new Set(found.map(({ note }) => note.id));
  const missing = new Map(fresh.filter(({ id }) => !known.has(id)).map((note) => [note.id, { note, score: 1 }]));
  return [...missing.values(), ...found];
}

function dropped(total: number, reason: Sentence): Proposed {
  const nothing = { level: null, neighbours: [], decision: null } as const;
  return { status: "dropped", total, ...nothing, gate: "silent", reason: inResult(reason) };
}

function nowOf(store: Store): string {
  return store.runtime.now().toISOString();
}
