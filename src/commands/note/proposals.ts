/** `memory note propose` and `memory note add` */
import { saveGate, sessionNamed } from "../../capture/gate.ts";
import { type ProposedNote, proposeNotes } from "../../capture/note.ts";
import { choices, flag, name, required, text, texts } from "../../cli/args.ts";
import { defineCommand, ok, preview } from "../../cli/command.ts";
import { becauseOf, confirmLine, type Style } from "../../cli/terminal.ts";
import { fail } from "../../errors.ts";
import { LEVELS } from "../../notes/judge.ts";
import { readPayloads } from "../../notes/payload.ts";
import {
  type Answer,
  executeProposal,
  findProposal,
  previewProposal,
  readProposal,
  removeProposal,
} from "../../notes/proposals.ts";
import type { Layer } from "../../records/mod.ts";
import type { Sentence } from "../../sentence.ts";
import { type Memory, openMemory, storeToWrite } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../../store/write_lock.ts";
import { jsonOperand } from "../input.ts";
import { follow } from "./change.ts";

export const notePropose = defineCommand({
  name: "note propose",
  summary: { en: "Judge what may become a curated note", zh: "判断哪些内容值得写成笔记" },
  about: {
    en: `PAYLOAD is what taste-recognition makes, or an array of it; - reads it from stdin:
{"scene", "principles": […], "choice", "source": "auto|remember|extract|choice|init",
"confidence": "low|medium|high", "evidence"?, "apply"?: "personal|project|team",
"score"?: {"d1": 0-2, … "d5": 0-2}}. Nothing of a call is used unless all of it is valid.
What is new and sure is written at once; the rest comes back as proposals with questions for the user,
to be answered with \`memory note add\` within a day. personal holds for the person anywhere and goes to the global
layer, unless --layer says otherwise.`,
    zh: `PAYLOAD 是 taste-recognition 的产物，或由它组成的数组；- 表示从标准输入读取：
{"scene", "principles": […], "choice", "source": "auto|remember|extract|choice|init",
"confidence": "low|medium|high", "evidence"?, "apply"?: "personal|project|team",
"score"?: {"d1": 0-2, … "d5": 0-2}}。一次调用全部有效才会采用。
新的、确定的直接写入；其余作为提议返回，附上要问用户的问题，须在一天之内用 \`memory note add\` 答复。
personal 对用户本人处处成立，存到全局层，除非用 --layer 另行指定。`,
  },
  examples: [
    `memory note propose '{"scene": "设计 API 错误响应时", "principles": ["统一 { code, message }", "直接返回字符串"], "choice": "统一 { code, message }", "source": "remember", "confidence": "high", "score": {"d1": 2, "d2": 2, "d3": 2, "d4": 2, "d5": 2}}'`,
    "memory note propose - --session 4f0c < payloads.json",
  ],
  args: {
    session: name({ en: "The session it comes from", zh: "来自哪个会话" }),
    generation: text({ en: "The turn of the session, for the audit log", zh: "会话的轮次，写入审计日志" }, "ID"),
  },
  operands: { payload: required(text({ en: "JSON, or - for stdin", zh: "JSON；- 表示标准输入" }, "PAYLOAD")) },
  async run({ runtime, args, operands, projectPath, layer }) {
    const hint = { en: "See `memory help note propose`", zh: "见 `memory help note propose`" };
    const payloads = readPayloads(await jsonOperand(runtime, operands.payload, hint));
    const memory = openMemory(runtime, { projectPath });
    const author = { actor: "agent", command: "note propose", ...args } as const;
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
  name: "note add",
  summary: { en: "Write what the user decided about a proposal", zh: "按用户的决定写入一条提议" },
  about: {
    en: `Without --confirm it shows what would be written. The decision defaults to the proposed one; a veto needs one.
Several proposals in one call: repeat --proposal, with one --decision (and --level) for all or one for each, in order.
cancel writes nothing and lets the proposal go.`,
    zh: `不加 --confirm 只显示将写入什么。决定默认为提议的那个；veto 必须给出决定。
一次处理几个提议：重复 --proposal，--decision（和 --level）统一给一个，或按顺序各给一个。
cancel 什么也不写，放弃该提议。`,
  },
  examples: [
    "memory note add --proposal prop-040511053-dxgf --decision replace --confirm",
    "memory note add --proposal prop-040511053-dxgf --decision merge --target MEM-api-error-format --confirm",
    "memory note add --proposal prop-040511053-dxgf --decision new --proposal prop-040511060-a1b2 --decision cancel --confirm",
  ],
  args: {
    proposal: texts({ en: "The proposal", zh: "提议" }, "ID"),
    decision: choices({ en: "What the user decided", zh: "用户的决定" }, DECISIONS),
    target: texts({ en: "A note to merge into or to replace", zh: "要并入或取代的笔记" }, "MEM-…"),
    level: choices({
      en: "The level (default: as scored, else L0); one for several proposals is for those without a score",
      zh: "层级（默认按评分，没有评分则 L0）；几条提议只给一个时，只用于没有评分的那几条",
    }, LEVELS),
    session: text({ en: "The session it comes from", zh: "来自哪个会话" }, "ID"),
    generation: text({ en: "The turn of the session, for the audit log", zh: "会话的轮次，写入审计日志" }, "ID"),
    confirm: flag({ en: "Write it", zh: "写入" }),
  },
  run({ runtime, args, projectPath, layer }) {
    const { proposal, decision, target, level, confirm } = args;
    refuseUnclear(args);
    const decisionOf = oneEach("--decision", decision, proposal.length);
    const levelOf = oneEach("--level", level, proposal.length);
    // One for several answers where it was asked; a level that was scored was no question.
    const isForAll = level.length === 1 && proposal.length > 1;
    const memory = openMemory(runtime, { projectPath });
    const stores = proposal.map((id) => storeOf(memory, id, layer));
    const session = sessionNamed(memory, args.session);
    const generation = sessionNamed(memory, args.generation);
    const author = { actor: "user", command: "note add", session, generation } as const;
    const results = proposal.map((id, at) => {
      const store = stores[at] as Store;
      const chosen = decisionOf(at);
      if (chosen === "cancel") return cancel(store, id, confirm);
      // If the session was told not to save since, not even a confirmed proposal of it is written.
      const proposed = readProposal(store, id).session || undefined;
      const gates = (session === undefined ? [proposed, undefined] : [session])
        .map((each) => saveGate(memory, { session: each, automatic: false }));
      const closed = gates.find((gate) => !gate.open);
      if (closed && !closed.open) {
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
  if (proposal.length === 0) {
    fail("INVALID_ARGUMENT", {
      en: "--proposal is missing: the proposal to write",
      zh: "缺少 --proposal：要写入的提议",
    });
  }
  if (proposal.length > 1 && target.length > 0) {
    fail("INVALID_ARGUMENT", {
      en: "--target goes with one --proposal; proposals know their own targets",
      zh: "--target 只能配一个 --proposal；提议自己知道目标",
    });
  }
}

/** One value for all proposals, or one for each. */
function oneEach<T>(name: string, words: readonly T[], count: number): (at: number) => T | undefined {
  if (words.length > 1 && words.length !== count) {
    fail("INVALID_ARGUMENT", {
      en: `${name} comes once, or once for each --proposal (${count}), found ${words.length}`,
      zh: `${name} 只给一次，或每个 --proposal 各一次（${count}），现有 ${words.length} 次`,
    });
  }
  return (at) => words.length === 1 ? words[0] : words[at];
}

function cancel(store: Store, proposal: string, confirm: boolean) {
  if (confirm) withLock(store, LOCK_TIMEOUT_MS, (locked) => removeProposal(locked, proposal));
  return { status: confirm ? "cancelled" : "preview", proposal, decision: "cancel" };
}
