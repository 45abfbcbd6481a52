/** `memory note propose` and `memory note add` */
import { saveGate, sessionNamed } from "../../capture/gate.ts";
import { type ProposedNote, proposeNotes } from "../../capture/note.ts";
import { choices, flag, name, required, text, texts } from "../../cli/args.ts";
import { type Caller, defineCommand, ok, type Outcome, preview } from "../../cli/command.ts";
import { becauseOf, confirmLine, type Style } from "../../cli/terminal.ts";
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
import { briefId, type SessionId } from "../../records/ids.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import { type Memory, storeToWrite } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { jsonOperand } from "../input.ts";
import { follow } from "./change.ts";
import { refuse, said } from "../words.ts";

export const notePropose = defineCommand({
  args: { session: name, generation: text("ID") },
  operands: { payload: required(text("PAYLOAD")) },
  async run(call) {
    const hint = { en: "See `memory help note propose`", zh: "见 `memory help note propose`" };
    const payloads = readPayloads(await jsonOperand(call.runtime, call.operands.payload, hint));
    const { memory, layer } = call;
    const author = { actor: "agent", command: "note propose", ...call.args } as const;
    return ok({ results: await proposeNotes(memory, payloads, { layer, author }) }, proposeText);
  },
});

function proposeText({ results }: { results: readonly ProposedNote[] }, style: Style): string {
  return results.map((result) => proposedLine(result, style)).join("");
}

function proposedLine(
  { status, id, decision, proposal, reason, message, questions = [] }: ProposedNote,
  style: Style,
): string {
  if (status === "written") return `${style.green({ en: "Written", zh: "已写入" })} ${id}\n`;
  if (status === "dropped") {
    return `${style.dim({ en: "Not kept", zh: "未保留" })}${becauseOf(message ?? reason, style)}\n`;
  }
  const asked = questions.map(({ question, options }) =>
    `  ${question}\n${options.map((option) => `    ${option.id.padEnd(8)} ${option.label}\n`).join("")}`
  );
  return `${style.yellow({ en: "To be decided", zh: "待决定" })} ${proposal} (${decision})\n${asked.join("")}`;
}

const DECISIONS = ["new", "merge", "replace", "cancel"] as const;

export const noteAdd = defineCommand({
  args: {
    proposal: texts("ID"),
    decision: choices(DECISIONS),
    target: texts("MEM-…"),
    level: choices(LEVELS),
    when: texts("SCENE"),
    session: text("ID"),
    generation: text("ID"),
    confirm: flag,
  },
  operands: { text: texts() },
  async run(call) {
    const said = call.operands.text.join(" ");
    const { proposal, decision, target, level, confirm, when, session: of, generation: turn } = call.args;
    if (said !== "") {
      if (proposal.length + decision.length + target.length + level.length > 0) refuse("text_or_proposal");
      return await writeByHand(call, said, { scene: when.join("; ") || said, session: of, generation: turn });
    }
    refuseUnclear(call.args);
    const decisionOf = oneEach("--decision", decision, proposal.length);
    const levelOf = oneEach("--level", level, proposal.length);
    // One for several answers where it was asked; a level that was scored was no question.
    const isForAll = level.length === 1 && proposal.length > 1;
    const { memory, layer } = call;
    const stores = proposal.map((id) => storeOf(memory, id, layer));
    const session = sessionNamed(memory, call.args.session);
    const generation = sessionNamed(memory, call.args.generation);
    const author = { actor: "user", command: "note add", session, generation } as const;
    const results = proposal.map((id, at) => {
      const store = stores[at] as Store;
      const chosen = decisionOf(at);
      if (chosen === "cancel") return cancel(store, id, confirm);
      // If the session was told not to save since, not even a confirmed proposal of it is written.
      const proposed = readProposal(store, id).session || undefined;
      const gates = (session === undefined ? [proposed, undefined] : [session])
        .map((each) => saveGate(memory, { session: each, automatic: false }));
      const closed = gates.find((gate) => "status" in gate);
      if (closed) {
        const { reason, message } = closed;
        return { status: "dropped", proposal: id, decision: chosen ?? "", reason, message };
      }
      const answer: Answer = { decision: chosen, targets: target, [isForAll ? "openLevel" : "level"]: levelOf(at) };
      return confirm
        ? { status: "written", ...executeProposal(store, id, answer, author) }
        : previewProposal(store, id, answer);
    });
    if (confirm) { for (const each of new Set(stores.map((store) => store.layer))) follow(memory, each); }
    const [only, ...more] = results;
    const data = only && more.length === 0 ? only : { results };
    return confirm ? ok(data, addText) : preview(data, addText);
  },
});

function addText(data: Shown | { readonly results: readonly Shown[] }, style: Style): string {
  const results = "results" in data ? data.results : [data];
  const isPreview = results.some(({ status }) => status === "preview" || status === undefined);
  return results.map((each) => answerLine(each, style)).join("") + (isPreview ? confirmLine(style) : "");
}

/** How a note scores that a person writes: a principle. Whether it is worth a note, they have judged. */
const BY_HAND: Score = { d1: 2, d2: 1, d3: 1, d4: 1, d5: 1 };

/** Writes a note in the words of a person, unless an earlier one says the same or otherwise: then they are asked. */
async function writeByHand({ memory, layer }: Caller, said: string, { scene, session, generation }: {
  readonly scene: string;
  readonly session: SessionId | undefined;
  readonly generation: string | undefined;
}): Promise<Outcome> {
  const [payload] = readPayloads({ scene, principles: [said], choice: said, ...WORD_OF_PERSON, score: BY_HAND });
  if (!payload) throw new Error("one payload gives one");
  const author = { actor: "user", command: "note add", session, generation } as const;
  const [result] = await proposeNotes(memory, [payload], { layer, author });
  if (result?.gate !== "judge" || result.proposal === undefined) return ok(result, writtenText);
  // Near in words alone: it is for whoever reads both to say, and they have.
  const store = storeOf(memory, result.proposal, layer);
  const written = executeProposal(store, result.proposal, { decision: "new", targets: [] }, author);
  follow(memory, store.layer);
  const { proposal: _done, questions: _answered, hint: _followed, ...told } = result;
  return ok({ ...told, ...written, status: "written", gate: "silent" }, writtenText);
}

const WORD_OF_PERSON = { source: "remember", confidence: "high" } as const;

function writtenText(result: ProposedNote | undefined, style: Style): string {
  if (result?.status !== "proposed") return result ? proposedLine(result, style) : "";
  const { proposal = "", neighbours, decision } = result;
  const near = neighbours.map(({ id, one_liner }) => `  ${id}  ${one_liner}\n`).join("");
  const answer = (word: string) => `memory note add --proposal ${briefId(proposal)} --decision ${word} --confirm\n`;
  return style.yellow(said("note_says_the_same")) +
    near + style.say({ en: "  to put it in: ", zh: "  并入或取代：" }) +
    answer(decision === "veto" ? "replace" : decision ?? "new") +
    style.say({ en: "  to keep both: ", zh: "  两篇都留：" }) + answer("new");
}

interface Shown {
  readonly status?: string;
  readonly id?: string;
  readonly proposal?: string;
  readonly decision: string;
  readonly reason?: string;
  readonly message?: Sentence;
  readonly note?: { readonly title: string; readonly one_liner: string };
}

function answerLine({ status, id, decision, proposal, reason, message, note }: Shown, style: Style): string {
  if (status === "written") return `${style.green({ en: "Written", zh: "已写入" })} ${id} (${decision})\n`;
  if (status === "dropped") {
    return `${style.dim({ en: "Not kept", zh: "未保留" })}${becauseOf(message ?? reason, style)}\n`;
  }
  if (status === "cancelled") return `${style.dim({ en: "Let go", zh: "已放弃" })} ${proposal}\n`;
  if (decision === "cancel") return `${style.yellow({ en: "Would let go", zh: "将放弃" })} ${proposal}\n`;
  const would = style.yellow({ en: "Would be written", zh: "将写入" });
  const what = note?.one_liner ?? "";
  return `${would}${style.say({ en: ` (${decision}): ${what}`, zh: `（${decision}）：${what}` })}\n`;
}

/** Where a proposal waits: what holds for the person anywhere waits in the person's store. */
function storeOf(memory: Memory, id: string, layer: Layer | undefined): Store {
  const { project, global } = memory;
  const waitsIn = (store: Store | undefined) => store !== undefined && findProposal(store, id) !== undefined;
  if (layer === undefined && global && !waitsIn(project) && (waitsIn(global) || !project)) return global;
  return storeToWrite(memory, layer);
}

/** Throws INVALID_ARGUMENT where it is not said what is to be written, or into what. */
function refuseUnclear({ proposal, target }: { proposal: readonly string[]; target: readonly string[] }): void {
  if (proposal.length === 0) refuse("which_proposal");
  if (proposal.length > 1 && target.length > 0) refuse("target_of_one_proposal");
}

/** One value for all proposals, or one for each. */
function oneEach<T>(name: string, words: readonly T[], count: number): (at: number) => T | undefined {
  if (words.length > 1 && words.length !== count) refuse("once_for_each", { name, count, length: words.length });
  return (at) => words.length === 1 ? words[0] : words[at];
}

function cancel(store: Store, proposal: string, confirm: boolean) {
  if (confirm) withLock(store, LOCK_TIMEOUT_MS, (locked) => removeProposal(locked, proposal));
  return { status: confirm ? "cancelled" : "preview", proposal, decision: "cancel" };
}
