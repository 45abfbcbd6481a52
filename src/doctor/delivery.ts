/**
 * Checks of the hooks' work: did the records that hooks gave in the last sessions reach the model, and how is that
 * known? Which failures did hooks log, which show none to the person?
 */
import { join } from "node:path";
import { clock } from "../cli/terminal.ts";
import { modifiedMs, readText } from "../files.ts";
import { readConversation } from "../hooks/conversation.ts";
import { proofIn } from "../hooks/proof.ts";
import { byCode } from "../lists.ts";
import { estimateTokens } from "../recall/budget.ts";
import { type Delivered, deliveredTo } from "../recall/ledger.ts";
import { ruleFileOf } from "../recall/rule_file.ts";
import type { RawRecord } from "../records/mod.ts";
import { joined, type Sentence } from "../sentence.ts";
import { LOGS_FOLDER } from "../store/layout.ts";
import type { SessionState } from "../store/session_state.ts";
import { sessionStates } from "../store/sessions.ts";
import { some } from "../wording.ts";
import { eachLayer, type Finding, finding, type Patient, said, THRESHOLDS, together } from "./check.ts";
import { type LogReport, readLogs } from "./view.ts";

interface Session {
  readonly id: string;
  readonly at: string;
  readonly delivered: Delivered;
  readonly tokens: number;
}

/** Enough to see whether delivery works now; older sessions may have had another version of the client. */
const SESSIONS_LOOKED_AT = 5;

/** In the order of the report, the surest first. */
const KINDS: readonly Delivered[] = ["seen", "cited", "expected", "unknown", "unlikely", "nothing_given"];

/** Whether the records of the last sessions reached the model. */
export function delivery(patient: Patient): Finding {
  if (!patient.memory.config.auto_retrieve) return finding("gives_nothing");
  const rule = ruleFile(patient);
  const sessions = lastSessions(patient);
  const { detail, ...rest } = sessions.length === 0 ? finding("no_session") : deliveryIn(sessions);
  return { detail: rule === undefined ? detail : joined([detail, rule]), ...rest };
}

function deliveryIn(sessions: readonly Session[]): Finding {
  const kinds = KINDS.flatMap((kind) => {
    const of = sessions.filter(({ delivered }) => delivered === kind);
    if (of.length === 0) return [];
    const tokens = of.reduce((sum, session) => sum + session.tokens, 0);
    return [said(kind, { number: of.length, tokens: tokens > 0 ? said("tokens", { tokens }) : "" })];
  });
  const isLost = sessions.some(({ delivered }) => delivered === "unlikely");
  return finding(isLost ? "not_delivered" : "delivered", { sessions: sessions.length, kinds: some(kinds) });
}

/** The last sessions of all layers, newest first: live ones from their states, ended ones from their metrics. */
function lastSessions(patient: Patient): Session[] {
  const found = new Map<string, Session & { readonly state?: SessionState }>();
  for (const { store, lines: { metrics } } of patient.views) {
    for (const session of metrics.flatMap(fromMetrics)) found.set(session.id, session);
    for (const state of sessionStates(store)) {
      const { session_id: id, updated_at: at, tokens_given: tokens = 0 } = state;
      found.set(id, { id, at, tokens, delivered: deliveredTo(state), state });
    }
  }
  const newest = [...found.values()].toSorted((a, b) => byCode(b.at, a.at)).slice(0, SESSIONS_LOOKED_AT);
  return newest.map((session) => session.state ? { ...session, delivered: provenBy(patient, session.state) } : session);
}

function fromMetrics({ session_id, timestamp, delivered, tokens_given }: RawRecord): Session[] {
  const known = KINDS.find((kind) => kind === delivered);
  if (typeof session_id !== "string" || typeof timestamp !== "string" || known === undefined) return [];
  const tokens = typeof tokens_given === "number" ? tokens_given : 0;
  return [{ id: session_id, at: timestamp, delivered: known, tokens }];
}

/** The proof in the transcript as it is now; hooks have read it only up to the last end of a turn or session. */
function provenBy({ runtime }: Patient, state: SessionState): Delivered {
  const known = deliveredTo(state);
  if (known === "seen" || known === "nothing_given") return known;
  const conversation = readConversation(runtime, state);
  if (!conversation) return known;
  return deliveredTo({ ...state, ...proofIn(state, conversation) });
}

/** The state of the rule file, which reaches the model without any hook. */
function ruleFile({ runtime, memory }: Patient): Sentence | undefined {
  const path = ruleFileOf(memory);
  if (path === undefined) return undefined;
  const stat = runtime.files.stat(path);
  const text = readText(runtime.files, path) ?? "";
  if (!stat || !text.includes("alwaysApply: true")) return said("rule_empty");
  const at = clock(new Date(modifiedMs(stat)).toISOString(), runtime);
  return said("rule_holds", { tokens: estimateTokens(text), at });
}

/** Whether hooks have logged more than a few errors a day. */
export function logErrors(patient: Patient): Finding {
  const own = eachLayer(({ store, logs }) => errorsIn(logs, join(store.home, LOGS_FOLDER)))(patient);
  // Hooks whose data folder can't be written log in `~/.memory`.
  const { runtime, memory: { config, locations: { memoryHome } } } = patient;
  const logs = readLogs(runtime, memoryHome, config.log.retain_days);
  if (logs.errors.size === 0) return own;
  const folder = join(memoryHome, LOGS_FOLDER);
  const { detail, ...rest } = errorsIn(logs, folder);
  return together([own, { ...rest, detail: { en: `in ${folder}: ${detail.en}`, zh: `${folder} 中：${detail.zh}` } }]);
}

function errorsIn({ days, errors, lastError }: LogReport, folder: string): Finding {
  const total = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const told = joined([
    said("errors", { total, days }),
    ...lastError ? [said("last_error", { message: lastError })] : [],
  ]);
  const worst = [...errors].filter(([, errors]) => errors > THRESHOLDS.log_errors_warn_per_day).map(([day]) => day);
  if (worst.length === 0) return { status: "pass", detail: told };
  return finding("to_read", { told, file: join(folder, `${worst.at(-1)}.jsonl`) });
}
