/**
 * Checks of what hooks did: did what memory gave reach the model in the last sessions, and how is that known; which
 * failures did nobody see, since hooks swallow theirs?
 *
 * @module
 */
import { join } from "node:path";
import { clock, counted } from "../cli/terminal.ts";
import { modifiedMs, readText } from "../files.ts";
import { proofIn, readConversation, repliesIn } from "../hooks/conversation.ts";
import { estimateTokens } from "../recall/budget.ts";
import { type Delivered, deliveredTo } from "../recall/ledger.ts";
import { ruleFileOf } from "../recall/rule_file.ts";
import type { RawRecord } from "../records/mod.ts";
import { joined, type Sentence } from "../sentence.ts";
import { LOGS_FOLDER } from "../store/layout.ts";
import { type SessionState, sessionStates } from "../store/session_state.ts";
import { type Check, eachLayer, type Finding, pass, type Patient, THRESHOLDS, together, warn } from "./check.ts";
import { type LogReport, readLogs } from "./view.ts";

interface Session {
  readonly id: string;
  readonly at: string;
  readonly delivered: Delivered;
  readonly tokens: number;
}

/** Enough to see whether it works now; older sessions may have had another version of the client. */
const SESSIONS_LOOKED_AT = 5;

const WORDS: Readonly<Record<Delivered, Sentence>> = {
  seen: { en: "delivered: it stands in the transcript", zh: "已送达：对话记录里能看到" },
  cited: { en: "delivered: a reply named one of its records", zh: "已送达：回复引用了其中的记录" },
  expected: { en: "delivered as far as is known of this client's version", zh: "应已送达：该版本客户端会送达" },
  unknown: { en: "not to be told: this client's version is not known to deliver", zh: "无法确定：不了解该版本客户端" },
  unlikely: { en: "not delivered: this client's version drops it", zh: "未送达：该版本客户端会丢弃" },
  nothing_given: { en: "nothing was given", zh: "没有内容可给" },
};

/** How what was given last reached the model. */
export const delivery: Check = (patient) => {
  const { memory } = patient;
  const rule = ruleFile(patient);
  const withRule = (detail: Sentence) => rule === undefined ? detail : joined([detail, rule]);
  if (!memory.config.auto_retrieve) {
    return pass({ en: "hooks give nothing: auto_retrieve is false", zh: "钩子不提供内容：auto_retrieve 为 false" });
  }
  const sessions = lastSessions(patient);
  const [last] = sessions;
  if (!last) return pass(withRule({ en: "no session yet", zh: "还没有会话" }));
  const lost = sessions.filter(({ delivered }) => delivered === "unlikely");
  const told = tell(sessions);
  if (lost.length === 0) return pass(withRule(told));
  return warn(withRule(told), {
    en: "Update the client, or let the rule file carry it: `memory config set delivery.rule_file always`",
    zh: "请升级客户端，或改由规则文件送达：`memory config set delivery.rule_file always`",
  });
};

function tell(sessions: readonly Session[]): Sentence {
  const kinds = (Object.keys(WORDS) as Delivered[]).flatMap((kind): Sentence[] => {
    const of = sessions.filter(({ delivered }) => delivered === kind);
    if (of.length === 0) return [];
    const tokens = of.reduce((sum, session) => sum + session.tokens, 0);
    return [{
      en: `${of.length} ${WORDS[kind].en}${tokens > 0 ? ` (${tokens} tokens)` : ""}`,
      zh: `${of.length} 个${WORDS[kind].zh}${tokens > 0 ? `（${tokens} tokens）` : ""}`,
    }];
  });
  return {
    en: `of the last ${counted(sessions.length, "session")}: ${kinds.map(({ en }) => en).join(", ")}`,
    zh: `最近 ${sessions.length} 个会话：${kinds.map(({ zh }) => zh).join("，")}`,
  };
}

/** The last sessions of all layers, newest first: live ones by their state, ended ones by the metrics they left. */
function lastSessions(patient: Patient): Session[] {
  const found = new Map<string, Session & { readonly state?: SessionState }>();
  for (const { store, lines: { metrics } } of patient.views) {
    for (const session of metrics.flatMap(fromMetrics)) found.set(session.id, session);
    for (const state of sessionStates(store)) found.set(state.session_id, fromState(state));
  }
  const newest = [...found.values()].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SESSIONS_LOOKED_AT);
  return newest.map((session) => session.state ? { ...session, delivered: provenBy(patient, session.state) } : session);
}

function fromState(state: SessionState) {
  const { session_id: id, updated_at: at, tokens_given: tokens = 0 } = state;
  return { id, at, tokens, delivered: deliveredTo(state), state };
}

function fromMetrics({ session_id, timestamp, delivered, tokens_given }: RawRecord): Session[] {
  const known = (Object.keys(WORDS) as Delivered[]).find((kind) => kind === delivered);
  if (typeof session_id !== "string" || typeof timestamp !== "string" || known === undefined) return [];
  const tokens = typeof tokens_given === "number" ? tokens_given : 0;
  return [{ id: session_id, at: timestamp, delivered: known, tokens }];
}

/** What the transcript proves by now; hooks look only at the end of a turn or session. */
function provenBy({ runtime }: Patient, state: SessionState): Delivered {
  const known = deliveredTo(state);
  if (known === "seen" || known === "nothing_given") return known;
  const conversation = readConversation(runtime, state);
  if (!conversation) return known;
  return deliveredTo({ ...state, ...proofIn(state, repliesIn(conversation), conversation.raw) });
}

/** What stands in the rule file, the channel that needs no hook. */
function ruleFile({ runtime, memory }: Patient): Sentence | undefined {
  const path = ruleFileOf(memory);
  if (path === undefined) return undefined;
  const stat = runtime.files.stat(path);
  const text = readText(runtime.files, path) ?? "";
  if (!stat || !text.includes("alwaysApply: true")) {
    return { en: "the rule file is empty", zh: "规则文件为空" };
  }
  const at = clock(new Date(modifiedMs(stat)).toISOString());
  const tokens = estimateTokens(text);
  return { en: `the rule file holds ${tokens} tokens since ${at}`, zh: `规则文件自 ${at} 起有 ${tokens} tokens` };
}

/** Whether hooks fail more than now and then. */
export const logErrors: Check = (patient) => {
  const own = eachLayer(patient, ({ store, logs }) => judged(logs, join(store.home, LOGS_FOLDER)));
  return together([own, ...elsewhere(patient)]);
};

/** Errors logged in `~/.memory`, by hooks whose data folder could not be written. */
function elsewhere(patient: Patient): Finding[] {
  const { runtime, memory: { config, locations } } = patient;
  const logs = readLogs(runtime, locations.memoryHome, config.log.retain_days);
  if (logs.errors.size === 0) return [];
  const folder = join(locations.memoryHome, LOGS_FOLDER);
  const finding = judged(logs, folder);
  const detail = { en: `in ${folder}: ${finding.detail.en}`, zh: `${folder} 中：${finding.detail.zh}` };
  return [{ ...finding, detail }];
}

function judged({ days, errors, lastError }: LogReport, folder: string): Finding {
  const total = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const last = lastError ? [{ en: `the last: ${lastError.message}`, zh: `最近一次：${lastError.message}` }] : [];
  const count = { en: `${counted(total, "error")} in ${counted(days, "day")}`, zh: `${days} 天内 ${total} 个错误` };
  const detail = joined([count, ...last]);
  const worst = [...errors].filter(([, errors]) => errors > THRESHOLDS.log_errors_warn_per_day).map(([day]) => day);
  if (worst.length === 0) return pass(detail);
  const file = join(folder, `${worst.at(-1)}.jsonl`);
  return warn(detail, { en: `Read ${file}`, zh: `请查看 ${file}` });
}
