/**
 * A subagent is told the records that its task is about, then conventions that hold for any work. Its task stands only
 * in the call that starts it, an event before its own start: the ids are kept in the session's state until then.
 * A subagent does not count as a session, and is never asked to save.
 */
import { binaryCommand } from "../agents/command.ts";
import type { EventOf, Reply } from "../agents/event.ts";
import { ANY_TYPE } from "../agents/tool_call.ts";
import { languageOf } from "../config/mod.ts";
import { recordsOf } from "../index/read.ts";
import { gatherStart } from "../recall/gather.ts";
import { renderClean } from "../recall/clean.ts";
import { NONCE_LENGTH } from "../recall/frame.ts";
import { injectionOf, remember } from "../recall/ledger.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { openReaders } from "../recall/open_readers.ts";
import { closeReaders, othersIn, wantedIn } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { settle } from "../recall/settle.ts";
import { fitting } from "../recall/start.ts";
import type { RecordId } from "../records/ids.ts";
import type { Language } from "../sentence.ts";
import { logOf, type Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readSessionState, type SessionState, stateStore, updateSessionState } from "../store/session_state.ts";
import { SYNC } from "./guard.ts";

/** Tokens for everything that a subagent is told: most of their tasks are small. */
const TOKENS = 300;
/** Tokens of these for conventions, while records that the task is about wait. */
const CONVENTION_TOKENS = 190;
/** Spawns that the state keeps: more than a session starts before the first of them begins. */
const SPAWNING_KEPT = 12;

/** Types of subagents that Claude Code and Codex have built in and that only read. */
const LOOKERS = /^(?:explorer?|plan|claude-code-guide|statusline-setup|output-style-setup|awaiter)$/i;
/** Stands in the place of records for a subagent that has the whole conversation: it needs nothing. */
const INHERITED = "inherited";

/** A task names its matters one by one. More than people and agents write in one. */
const MATTERS_MAX = 16;
const BETWEEN = /[。！？；，：\n]+|[.!?;:,](?=\s)|\s(?:and|then|that|which|so that)\s|(?:并且|然后|以及)/iu;
/** Records that are kept for a task: more than a subagent is told. */
const ABOUT_MAX = 8;

/** Notes the records that the task of a coming subagent is about. The call itself is answered with nothing. */
export async function onSpawn(
  { call: { spawns }, session }: EventOf<"tool_start">,
  memory: Memory,
  store: Store,
): Promise<undefined> {
  if (!spawns || LOOKERS.test(spawns.type)) return;
  const note = (...about: readonly string[]) => {
    const entry = [spawns.type, ...about].join("\t");
    const change = ({ spawning = [] }: SessionState) => ({ spawning: [...spawning, entry].slice(-SPAWNING_KEPT) });
    updateSessionState(store, session, change);
  };
  if (spawns.inherits) return void note(INHERITED);
  if (spawns.task.trim() === "") return;
  const { recallForPrompt } = await import("../recall/mod.ts");
  const { questionIn, parsePrompt } = await import("../prompt/mod.ts");
  const readers = await openReaders(memory, SYNC.prompt);
  try {
    const found = new Map<RecordId, number>();
    for (const matter of mattersOf(spawns.task)) {
      const { isSilent, ...question } = await questionIn(parsePrompt(matter), undefined, { newSession: false });
      if (isSilent) continue;
      const asked = { ...question, given: new Set<string>(), isTask: true };
      const { chosen } = await recallForPrompt(memory, () => readers, asked);
      for (const { hit: { id }, evidence, outdatedBy } of chosen) {
        if (outdatedBy === undefined) found.set(id, Math.max(evidence, found.get(id) ?? 0));
      }
    }
    const best = [...found].sort((a, b) => b[1] - a[1]).slice(0, ABOUT_MAX);
    // Noted without records, too: the next subagent of this type may have begun before this one.
    note(...best.map(([id]) => id));
  } finally {
    closeReaders(readers);
  }
}

function mattersOf(task: string): string[] {
  const parts = task.split(BETWEEN).map((part) => part.trim()).filter((part) => part !== "");
  return [task, ...parts.length > 1 ? parts.slice(0, MATTERS_MAX) : []];
}

/** Answers the start of a subagent. */
export async function onSubagentStart(event: EventOf<"subagent_start">, memory: Memory): Promise<Reply | undefined> {
  const { runtime, config } = memory;
  const store = stateStore(memory);
  if (!store || !config.auto_retrieve || LOOKERS.test(event.type)) return undefined;
  const started = runtime.now().getTime();
  const language = languageOf(runtime, config);
  const { spawning = [] } = readSessionState(store, event.session) ?? {};
  const spawnedAs = (type: string) => spawning.find((entry) => entry.split("\t")[0] === type);
  // A call may leave the type out.
  const spawn = spawnedAs(event.type) ?? spawnedAs(ANY_TYPE);
  const noted = spawn?.split("\t").slice(1) ?? [];
  const { parts, candidates } = await partsFor(memory, noted, language);
  if (parts.length === 0 && spawn === undefined) return undefined;
  const ids = parts.flatMap((part) => part.ids);
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  const frame = runtime.random(NONCE_LENGTH);
  updateSessionState(store, event.session, (state) => {
    const left = [...state.spawning ?? []];
    const at = left.indexOf(spawn ?? "");
    if (at >= 0) left.splice(at, 1);
    if (parts.length === 0) return { spawning: left };
    // The session itself does not know what its subagent was told.
    const { given: _given, ...change } = remember(state, injectionOf(runtime, event, { frame, ids, tokens }));
    return { ...change, spawning: left };
  });
  const ms = runtime.now().getTime() - started;
  const told = { session: event.session, trigger: "subagent", candidates, chosen: ids, tokens, ms } as const;
  logRetrieval(logOf(memory, store), told);
  if (parts.length === 0) return undefined;
  return { context: parts.map((part) => renderClean(config, part, frame, language)).join("\n\n") };
}

async function partsFor(memory: Memory, noted: readonly string[], language: Language) {
  if (noted[0] === INHERITED) return { parts: [], candidates: 0 };
  const { runtime, config } = memory;
  const readers = await openReaders(memory, SYNC.prompt);
  try {
    const { conventions, more: { rules: listed } = {} } = await settle(gatherStart(memory, readers), readers[0]?.index);
    const stated = conventions.filter(({ stated }) => stated);
    const named = noted.flatMap((id) => stated.find((each) => each.id === id) ?? []);
    // Of the others, those that hold for any work: a rule that waits for a tool call is told there, here too.
    const isTold = config.recall.at_tools === "on";
    const others = stated.filter((each) => !named.includes(each) && !(isTold && each.isAwaiting));
    const more = { todos: 0, memory: binaryCommand(runtime), ...listed === undefined ? {} : { rules: listed } };
    const rulesOf = (rules: typeof stated, tokens: number) =>
      fitting({ core: [], conventions: rules, facts: [], todos: [], more }, tokens, language);
    const visible = wantedIn(memory, readers, ({ index }) => recordsOf(index.db, noted));
    const about = noted.filter((id) => !named.some((each) => each.id === id))
      .flatMap((id) => visible.find((hit) => hit.id === id) ?? []);
    const left = TOKENS - (rulesOf(named, CONVENTION_TOKENS)?.tokens ?? 0);
    const task = promptContext(about, left, language, { isOthers: othersIn(memory), runtime });
    const rules = rulesOf([...named, ...others], TOKENS - (task?.tokens ?? 0));
    const parts = [rules, task].filter((part) => part !== undefined);
    return { parts, candidates: stated.length + about.length };
  } finally {
    closeReaders(readers);
  }
}
