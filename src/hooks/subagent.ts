/**
 * The start of a subagent: it is told the conventions of the place and the records that its task is about. Its task
 * stands only in the call that starts it, an event before the subagent's own start: the ids of the records for the task
 * are kept in the session's state until then.
 *
 * A subagent does not count as a session, and is never asked to save.
 *
 * @module
 */
import type { EventOf, Reply } from "../agents/event.ts";
import { languageOf } from "../config/mod.ts";
import { openLog } from "../log.ts";
import { gatherStart } from "../recall/gather.ts";
import { renderClean } from "../recall/clean.ts";
import { NONCE_LENGTH } from "../recall/frame.ts";
import { recordsOf } from "../tools/find.ts";
import { injectionOf, remember } from "../recall/ledger.ts";
import { promptContext } from "../recall/prompt_context.ts";
import { closeReaders, openReaders, othersIn } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { settle } from "../recall/settle.ts";
import { fitting } from "../recall/start.ts";
import type { RecordId } from "../records/ids.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { readSessionState, stateStore, updateSessionState } from "../store/session_state.ts";
import { SYNC } from "./guard.ts";

/** Tokens for everything that a subagent is told: most of their tasks are small. */
const TOKENS = 300;
/** Tokens of these for conventions, so that room is left for the records about the task. */
const CONVENTION_TOKENS = 190;
/** Spawns that the state keeps: more than a session starts before the first of them begins. */
const SPAWNING_KEPT = 12;

/** Types of subagents that Claude Code and Codex have built in and that only read. */
const LOOKERS = /^(?:explorer?|plan|claude-code-guide|statusline-setup|output-style-setup|awaiter)$/i;
/** Stands in the place of records for a subagent that has the whole conversation: it needs nothing. */
const INHERITED = "inherited";

/** Before the id of a record that is only the nearest to a task. */
const NEAR = "~";

/** Notes the records that the task of a coming subagent is about. The call itself is answered with nothing. */
export async function onSpawn(
  { call: { spawns }, session }: EventOf<"tool_start">,
  memory: Memory,
  store: Store,
): Promise<undefined> {
  if (!spawns || LOOKERS.test(spawns.type)) return;
  const note = (...about: readonly string[]) => {
    const entry = [spawns.type, ...about].join("\t");
    updateSessionState(
      store,
      session,
      ({ spawning = [] }) => ({ spawning: [...spawning, entry].slice(-SPAWNING_KEPT) }),
    );
  };
  if (spawns.inherits) return void note(INHERITED);
  if (spawns.task.trim() === "") return;
  const { recallForPrompt } = await import("../recall/mod.ts");
  const { questionIn, parsePrompt } = await import("../prompt/mod.ts");
  const parsed = parsePrompt(spawns.task);
  const { isSilent, prompt, whole, intent } = await questionIn(parsed, undefined, { newSession: false });
  if (isSilent) return;
  const readers = openReaders(memory, SYNC.prompt);
  try {
    const asked = { prompt, whole, intent, given: new Set<string>() };
    const { chosen } = await recallForPrompt(memory, () => readers, asked);
    // Conventions are told anyhow: those nearest to the task, however little it says of them, go before the others.
    const near = await recallForPrompt(memory, () => readers, { ...asked, explicit: true });
    const entries = [...chosen.map(({ hit }) => hit.id), ...near.chosen.map(({ hit }) => NEAR + hit.id)];
    if (entries.length > 0) note(...entries);
  } finally {
    closeReaders(readers);
  }
}

/** Answers the start of a subagent. */
export async function onSubagentStart(
  event: EventOf<"subagent_start">,
  memory: Memory,
): Promise<Reply | undefined> {
  const { runtime } = memory;
  const store = stateStore(memory);
  if (!store || !memory.config.auto_retrieve || LOOKERS.test(event.type)) return undefined;
  const started = runtime.now().getTime();
  const language = languageOf(runtime, memory.config);
  const readers = openReaders(memory, SYNC.prompt);
  try {
    const { spawning = [] } = readSessionState(store, event.session) ?? {};
    const spawn = spawning.find((entry) => entry.split("\t")[0] === event.type);
    const entries = spawn?.split("\t").slice(1) ?? [];
    const noted = entries.filter((entry) => !entry.startsWith(NEAR));
    const near = entries.filter((entry) => entry.startsWith(NEAR)).map((entry) => entry.slice(NEAR.length));
    const { conventions } = await settle(gatherStart(memory, readers), readers[0]?.index);
    const rank = (id: RecordId) => near.includes(id) ? near.indexOf(id) : near.length;
    const stated = conventions.filter(({ stated }) => stated).toSorted((a, b) => rank(a.id) - rank(b.id));
    const rules = fitting({ core: [], conventions: stated, facts: [], todos: [] }, CONVENTION_TOKENS, language);
    const about = recordsOf(memory, readers, noted).filter(({ id }) => !rules?.ids.includes(id));
    const left = TOKENS - (rules?.tokens ?? 0);
    const task = promptContext(about, left, language, { isOthers: othersIn(memory), runtime });
    const parts = noted[0] === INHERITED ? [] : [rules, task].filter((part) => part !== undefined);
    const ids = parts.flatMap((part) => part.ids);
    const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
    if (parts.length === 0 && spawn === undefined) return undefined;
    const frame = runtime.random(NONCE_LENGTH);
    updateSessionState(store, event.session, (state) => {
      const { given: _given, ...change } = parts.length === 0
        ? {}
        : remember(state, injectionOf(runtime, event, { frame, ids, tokens }));
      const at = (state.spawning ?? []).indexOf(spawn ?? "");
      return { ...change, spawning: (state.spawning ?? []).filter((_, place) => place !== at) };
    });
    logRetrieval(openLog(runtime, store, memory.config.log.level), {
      session: event.session,
      trigger: "subagent",
      candidates: stated.length + about.length,
      chosen: ids,
      tokens,
      ms: runtime.now().getTime() - started,
    });
    return parts.length === 0
      ? undefined
      : { context: parts.map((part) => renderClean(memory.config, part, frame, language)).join("\n\n") };
  } finally {
    closeReaders(readers);
  }
}
