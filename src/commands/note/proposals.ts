/** `memory note propose` and `memory note add` */
import { actorOf } from "../../store/audit.ts";
import { saveGate, sessionNamed } from "../../capture/gate.ts";
import { type ProposedNote, proposeNotes } from "../../capture/note.ts";
import { choices, flag, name, required, severalTexts, text } from "../../cli/args.ts";
import { type Caller, defineCommand, nothing, ok, type Outcome, preview, seeHelp } from "../../cli/command.ts";
import { becauseOf, confirmLine } from "../../cli/lines.ts";
import type { Style } from "../../cli/terminal.ts";
import { LEVELS } from "../../notes/judge.ts";
import { readPayloads, type Score } from "../../notes/payload.ts";
import {
  type Answer,
  executeProposal,
  findProposal,
  previewProposal,
  readProposal,
  removeProposal,
} from "../../notes/proposals.ts";
import type { Author } from "../../notes/write.ts";
import { briefId, type RecordId, type SessionId } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import { inResult, type Sentence } from "../../sentence.ts";
import { type Memory, storeToWrite } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { withLock } from "../../store/write_lock.ts";
import { named } from "../../wording.ts";
import { jsonOperand, textOrInput } from "../input.ts";
import { follow } from "./change.ts";
import { warningLines } from "./read.ts";
import { refuse, said } from "../words.ts";

export const notePropose = defineCommand({
  args: { session: name, generation: text("ID") },
  operands: { payload: required(text("PAYLOAD")) },
  async run(call) {
    const payloads = readPayloads(await jsonOperand(call.runtime, call.operands.payload, seeHelp("note propose")));
    const { memory, layer } = call;
    const author = { actor: actorOf(memory.runtime), command: "note propose", ...call.args } as const;
    const results = await proposeNotes(memory, payloads, { layer, author });
    return ok({ results }, ({ results }, style) => results.map((result) => proposedLine(result, style)).join(""));
  },
});

function notKeptLine(reason: string | Sentence | undefined, style: Style): string {
  return `${style.dim(said("not_kept"))}${becauseOf(reason, style)}\n`;
}

function proposedLine(
  { status, id, decision, proposal, reason, message, warnings, neighbours, questions = [] }: ProposedNote,
  style: Style,
): string {
  if (status === "written") {
    const near = neighbours.filter((each) => each.reason === "near").map(neighbourLine).join("");
    const told = near === "" ? "" : style.dim(said("near_it")) + near;
    return `${style.green(said("written"))} ${id}\n${warningLines(warnings, style)}${told}`;
  }
  if (status === "dropped") return notKeptLine(message ?? reason, style);
  const asked = questions.map(({ question, options }) =>
    `  ${question}\n${options.map((option) => `    ${option.id.padEnd(8)} ${option.label}\n`).join("")}`
  );
  return `${style.yellow(said("to_be_decided"))} ${proposal} (${decision})\n${asked.join("")}`;
}

const DECISIONS = ["new", "merge", "replace", "cancel"] as const;

export const noteAdd = defineCommand({
  args: {
    proposal: severalTexts("ID"),
    decision: choices(DECISIONS),
    target: severalTexts("MEM-…"),
    level: choices(LEVELS),
    when: severalTexts("SCENE"),
    session: text("ID"),
    generation: text("ID"),
    confirm: flag,
  },
  operands: { text: severalTexts() },
  async run(call) {
    const typed = await textOrInput(call.runtime, call.operands.text.join(" "));
    const { proposal, decision, target, level, confirm, when } = call.args;
    if (typed !== "") {
      if (proposal.length + decision.length + target.length + level.length > 0) refuse("text_or_proposal");
      return await writeByHand(call, typed, { ...call.args, scene: when.join("; ") || typed });
    }
    if (proposal.length === 0) refuse("which_proposal");
    if (when.length > 0) refuse("not_beside", { name: "--when", other: "--proposal" });
    if (proposal.length > 1 && target.length > 0) refuse("target_of_one_proposal");
    const decisionOf = oneEach("--decision", decision, proposal.length);
    const levelOf = oneEach("--level", level, proposal.length);
    // One level for several proposals answers only those that ask for a level, and changes no level that was scored.
    const levelField = level.length === 1 && proposal.length > 1 ? "openLevel" : "level";
    const { memory, layer } = call;
    const answers = proposal.map((id, at) => ({
      id,
      store: storeOf(memory, id, layer),
      decision: decisionOf(at),
      targets: target,
      [levelField]: levelOf(at),
    }));
    const session = sessionNamed(memory, call.args.session);
    const generation = sessionNamed(memory, call.args.generation);
    const author = { actor: actorOf(memory.runtime), command: "note add", session, generation } as const;
    const results = answers.map((answer) => answered(memory, answer, author, confirm));
    const layers = new Set(confirm ? answers.map(({ store }) => store.layer) : []);
    for (const each of layers) follow(memory, each);
    const [only, ...more] = results;
    const data = only && more.length === 0 ? only : { results };
    if (!confirm) return preview(data, addText);
    const isAllDropped = results.every((each) => "status" in each && each.status === "dropped");
    return call.asText && isAllDropped ? nothing(data, addText) : ok(data, addText);
  },
});

interface AnswerTo extends Omit<Answer, "decision"> {
  readonly id: string;
  readonly store: Store;
  readonly decision: typeof DECISIONS[number] | undefined;
}

function answered(memory: Memory, { id, store, decision, ...rest }: AnswerTo, author: Author, confirm: boolean): Shown {
  if (decision === "cancel") return cancel(store, id, confirm);
  // A session that was told not to save in the meantime gets no note, not even of a confirmed proposal.
  const proposed = readProposal(store, id).session || undefined;
  const { session } = author;
  const closed = (session === undefined ? [proposed, undefined] : [session])
    .map((each) => saveGate(memory, { session: each, automatic: false }))
    .find((gate) => "status" in gate);
  if (closed) {
    const { reason, message } = closed;
    return { status: "dropped", proposal: id, decision: decision ?? "", reason, message };
  }
  const answer: Answer = { decision, ...rest };
  return confirm
    ? { status: "written", ...executeProposal(store, id, answer, author) }
    : previewProposal(store, id, answer);
}

function addText(data: Shown | { readonly results: readonly Shown[] }, style: Style): string {
  const results = "results" in data ? data.results : [data];
  const isPreview = results.some(({ status }) => status === "preview" || status === undefined);
  return results.map((each) => answerLine(each, style)).join("") + (isPreview ? confirmLine(style) : "");
}

/** The score of a note that a person writes: that of a principle, since they have judged that it is worth a note. */
const BY_HAND: Score = { d1: 2, d2: 1, d3: 1, d4: 1, d5: 1 };

/** Writes a note in a person's words. If an earlier note says the same or the opposite, it asks the person instead. */
async function writeByHand(
  { memory, layer, asText }: Caller,
  typed: string,
  { scene, session, generation }: { scene: string; session: SessionId | undefined; generation: string | undefined },
): Promise<Outcome> {
  const said = { scene, principles: [typed], choice: typed, source: "remember", confidence: "high", score: BY_HAND };
  const author = { actor: actorOf(memory.runtime), command: "note add", session, generation } as const;
  const [result] = await proposeNotes(memory, readPayloads(said), { layer, author });
  // Where the result is text, the exit code tells as well that nothing was written.
  if (asText && result?.status === "dropped") return nothing(result, writtenText, []);
  if (result?.proposal === undefined) return ok(result, writtenText, []);
  const store = storeOf(memory, result.proposal, layer);
  if (result.gate !== "judge") return ok(result, writtenText, readProposal(store, result.proposal).targets);
  // An earlier note is near in words alone. Whether it is the same can only be judged, and the person has judged.
  const written = executeProposal(store, result.proposal, { decision: "new", targets: [] }, author);
  follow(memory, store.layer);
  const { proposal: _done, questions: _answered, hint: _followed, ...told } = result;
  return ok({ ...told, ...written, status: "written", gate: "silent" }, writtenText, []);
}

/** @param targets the notes that are changed if the person says so */
function writtenText(result: ProposedNote | undefined, style: Style, targets: readonly RecordId[]): string {
  if (result?.status !== "proposed") return result ? proposedLine(result, style) : "";
  const { proposal = "", neighbours, decision } = result;
  const near = neighbours.filter(({ id }) => targets.includes(id)).map(neighbourLine);
  const answer = (word: string) => `memory note add --proposal ${briefId(proposal)} --decision ${word} --confirm\n`;
  const isMerge = decision === "merge";
  return style.yellow(said(isMerge ? "note_says_the_same" : "note_says_otherwise")) + near.join("") +
    style.say(said(isMerge ? "to_put_it_in" : "to_replace", { targets: named(targets) })) +
    answer(isMerge ? "merge" : "replace") +
    style.say(said("to_keep_both")) + answer("new");
}

function neighbourLine({ id, one_liner }: ProposedNote["neighbours"][number]): string {
  return `  ${id}  ${one_liner}\n`;
}

interface Shown {
  readonly status?: string;
  readonly id?: string;
  readonly proposal?: string;
  readonly decision: string;
  readonly reason?: string;
  readonly message?: Sentence;
  readonly choice?: string;
  readonly targets?: readonly RecordId[];
  readonly superseded?: readonly RecordId[];
  readonly warnings?: readonly Sentence[];
}

function answerLine(
  { status, id, decision, proposal, reason, message, choice, targets = [], superseded = [], warnings }: Shown,
  style: Style,
): string {
  if (status === "written") {
    const replaced = superseded.length === 0 ? "" : style.say(said("notes_replaced", { ids: named(superseded) }));
    return `${style.green(said("written"))} ${id} (${decision})\n${replaced}${warningLines(warnings, style)}`;
  }
  if (status === "dropped") return notKeptLine(message ?? reason, style);
  if (decision === "cancel") {
    const word = status === "cancelled" ? style.dim(said("let_go")) : style.yellow(said("would_let_go"));
    return `${word} ${proposal}\n${style.say(said("not_undone"))}\n`;
  }
  // A merge leaves the line of the note that is there: what is said anew is the choice.
  const what = style.say(said("written_as", { decision, choice: choice ?? "" }));
  const row = decision === "merge" ? "would_merge_into" : "would_replace_notes";
  const others = targets.length === 0 ? "" : style.say(said(row, { ids: named(targets) }));
  return `${style.yellow(said("would_be_written"))}${what}\n${others}`;
}

/** The store in which a proposal waits: one that is about the person waits in the global store. */
function storeOf(memory: Memory, id: string, layer: Layer | undefined): Store {
  const { project, global } = memory;
  const waitsIn = (store: Store | undefined) => store !== undefined && findProposal(store, id) !== undefined;
  if (layer === undefined && global && !waitsIn(project) && (waitsIn(global) || !project)) return global;
  return storeToWrite(memory, layer);
}

/** One value for all proposals, or one for each. Throws INVALID_ARGUMENT for any other number of values. */
function oneEach<T>(name: string, words: readonly T[], count: number): (at: number) => T | undefined {
  if (words.length > 1 && words.length !== count) refuse("once_for_each", { name, count, length: words.length });
  return (at) => words.length === 1 ? words[0] : words[at];
}

/** Throws RECORD_NOT_FOUND for a proposal that does not wait. */
function cancel(store: Store, proposal: string, confirm: boolean) {
  const { id } = readProposal(store, proposal);
  if (confirm) withLock(store, (locked) => removeProposal(locked, id));
  const hint = inResult(said("not_undone"));
  return { status: confirm ? "cancelled" : "preview", proposal, decision: "cancel", hint };
}
