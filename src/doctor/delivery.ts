/** Whether what memory gave reached the model in the last sessions, and how that is known. */
import { proofIn } from "../hooks/proof.ts";
import { estimateTokens } from "../recall/budget.ts";
import { type Delivered, deliveredTo } from "../recall/ledger.ts";
import { ruleFileOf } from "../recall/rule_file.ts";
import type { RawRecord } from "../records/mod.ts";
import { type SessionState, sessionStates } from "../store/session_state.ts";
import { type Check, counted, pass, type Patient, type Say, warn } from "./check.ts";
import type { StoreView } from "./view.ts";

interface Session {
  readonly id: string;
  readonly at: string;
  readonly delivered: Delivered;
  readonly tokens: number;
}

/** Enough to see whether it works now; older ones were another version of the client. */
const SESSIONS_LOOKED_AT = 5;
/** Of a transcript the end is read: what was given last stands there. */
const TRANSCRIPT_BYTES_MAX = 2 * 1024 * 1024;

const WORDS: Readonly<Record<Delivered, { readonly en: string; readonly zh: string }>> = {
  seen: { en: "delivered: it stands in the transcript", zh: "已送达：对话记录里能看到" },
  cited: { en: "delivered: a reply named one of its records", zh: "已送达：回复引用了其中的记录" },
  expected: { en: "delivered as far as is known of this client's version", zh: "应已送达：该版本客户端会送达" },
  unknown: { en: "not to be told: this client's version is not known to deliver", zh: "无法确定：不了解该版本客户端" },
  unlikely: { en: "not delivered: this client's version drops it", zh: "未送达：该版本客户端会丢弃" },
  nothing_given: { en: "nothing was given", zh: "没有内容可给" },
};

export const delivery: Check = (patient) => {
  const { say, memory, views } = patient;
  const rule = ruleFile(patient);
  const withRule = (detail: string) => rule === undefined ? detail : `${detail}; ${rule}`;
  if (!memory.config.auto_retrieve) {
    return pass(
      say({ en: "hooks give nothing: auto_retrieve is false", zh: "钩子不提供内容：auto_retrieve 为 false" }),
    );
  }
  const sessions = views.flatMap((view) => sessionsOf(patient, view))
    .toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SESSIONS_LOOKED_AT);
  const [last] = sessions;
  if (!last) return pass(withRule(say({ en: "no session yet", zh: "还没有会话" })));
  const lost = sessions.filter(({ delivered }) => delivered === "unlikely");
  const told = tell(sessions, say);
  if (lost.length === 0) return pass(withRule(told));
  return warn(
    withRule(told),
    say({
      en: "Update the client, or let the rule file carry it: `memory config set delivery.rule_file always`",
      zh: "请升级客户端，或改由规则文件送达：`memory config set delivery.rule_file always`",
    }),
  );
};

function tell(sessions: readonly Session[], say: Say): string {
  const kinds = (Object.keys(WORDS) as Delivered[]).flatMap((kind) => {
    const of = sessions.filter(({ delivered }) => delivered === kind);
    if (of.length === 0) return [];
    const tokens = of.reduce((sum, session) => sum + session.tokens, 0);
    return [say({
      en: `${of.length} ${WORDS[kind].en}${tokens > 0 ? ` (${tokens} tokens)` : ""}`,
      zh: `${of.length} 个${WORDS[kind].zh}${tokens > 0 ? `（${tokens} tokens）` : ""}`,
    })];
  });
  return say({
    en: `of the last ${counted(sessions.length, "session")}: ${kinds.join(", ")}`,
    zh: `最近 ${sessions.length} 个会话：${kinds.join("，")}`,
  });
}

/** Live sessions by their state, ended ones by the sums that they left. */
function sessionsOf(patient: Patient, { store, lines: { metrics } }: StoreView): Session[] {
  const found = new Map(metrics.flatMap(fromMetrics).map((session) => [session.id, session]));
  for (const state of sessionStates(store)) {
    found.set(state.session_id, {
      id: state.session_id,
      at: state.updated_at,
      delivered: deliveredTo({ ...state, ...proofFrom(patient, state) }),
      tokens: state.tokens_given ?? 0,
    });
  }
  return [...found.values()];
}

function fromMetrics({ session_id, timestamp, delivered, tokens_given }: RawRecord): Session[] {
  if (typeof session_id !== "string" || typeof timestamp !== "string") return [];
  const known = (Object.keys(WORDS) as Delivered[]).find((kind) => kind === delivered);
  if (known === undefined) return [];
  return [{
    id: session_id,
    at: timestamp,
    delivered: known,
    tokens: typeof tokens_given === "number" ? tokens_given : 0,
  }];
}

/** What the transcript proves by now; hooks look only at a session's end. */
function proofFrom({ runtime }: Patient, state: SessionState): Partial<SessionState> {
  const { transcript, injections = [] } = state;
  if (transcript === undefined || injections.length === 0 || injections.some(({ seen }) => seen)) return {};
  try {
    const size = runtime.files.stat(transcript)?.size ?? 0;
    const start = Math.max(0, size - TRANSCRIPT_BYTES_MAX);
    const bytes = runtime.files.readRange(transcript, start, size - start);
    return bytes ? proofIn(state, [], new TextDecoder().decode(bytes)) ?? {} : {};
  } catch {
    // Another program's file: if it can't be read, it proves nothing.
    return {};
  }
}

/** The channel that needs no hook: what stands in it now. */
function ruleFile({ runtime, memory, say }: Patient): string | undefined {
  const path = ruleFileOf(memory);
  if (path === undefined) return undefined;
  const stat = runtime.files.stat(path);
  const bytes = stat && runtime.files.read(path);
  const text = bytes ? new TextDecoder().decode(bytes) : "";
  if (!stat || !text.includes("alwaysApply: true")) {
    return say({ en: "the rule file is empty", zh: "规则文件为空" });
  }
  const at = new Date(Number(stat.modifiedNs / 1_000_000n)).toISOString();
  const tokens = estimateTokens(text);
  return say({ en: `the rule file holds ${tokens} tokens since ${at}`, zh: `规则文件自 ${at} 起有 ${tokens} tokens` });
}
