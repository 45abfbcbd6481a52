/**
 * In: an agent's hook event, its JSON on standard input. Out: the reply that the agent understands, whatever happens.
 * Not done here: what an event means; each has a file of its own. This is the one boundary at which every failure ends as a line in
 * the log and an empty reply: a hook never stops anybody's work.
 *
 * Hot path: each event loads only its own file.
 *
 * @module
 */
import type { HookEvent, Reply } from "../agents/event.ts";
import { emptyReply, hostOf, readEvent, renderReply } from "../agents/mod.ts";
import { openLog } from "../log.ts";
import type { Runtime } from "../runtime.ts";
import { disabledReason, type Memory, openMemory } from "../store/memory.ts";
import { readInput } from "./input.ts";
import { openScene, type Scene } from "./scene.ts";

/** The reply to one hook event, as it goes to standard output. Never throws. */
export async function runHook(runtime: Runtime, agent: string, eventName: string): Promise<string> {
  let empty = emptyReply(agent, eventName);
  let event: HookEvent | undefined;
  try {
    const host = hostOf(agent, undefined, runtime.env);
    if (host) empty = emptyReply(host, eventName);
    const payload = await readInput(runtime.stdin);
    event = readEvent(agent, eventName, payload, runtime.env);
    if (!event) throw new Error(`${agent} ${eventName} means nothing to memory, or names no session`);
    empty = emptyReply(event.agent, event.name);
    const reply = await answer(runtime, event);
    return reply ? renderReply(event.agent, event.name, reply) : empty;
  } catch (error) {
    await fail(
      runtime,
      { agent, event: eventName, session: event?.session, roots: event?.workspaceRoots ?? [] },
      error,
    );
    return empty;
  }
}

async function answer(runtime: Runtime, event: HookEvent): Promise<Reply | undefined> {
  const memory = memoryOf(runtime, event.workspaceRoots);
  if (disabledReason(memory) !== undefined) {
    // The rule file speaks without any hook: it has to fall silent too.
    if (event.kind === "session_start") (await import("../recall/rule_file.ts")).clearRuleFile(memory);
    return undefined;
  }
  const scene = openScene(runtime, event, memory);
  if (!scene || scene.repeated) return undefined;
  return await HANDLERS[event.kind](scene);
}

const HANDLERS: Readonly<Record<HookEvent["kind"], (scene: Scene) => Promise<Reply>>> = {
  session_start: async (scene) => (await import("./session_start.ts")).onSessionStart(scene),
  user_prompt: async (scene) => (await import("./user_prompt.ts")).onUserPrompt(scene),
  pre_compact: async (scene) => (await import("./pre_compact.ts")).onPreCompact(scene),
  stop: async (scene) => (await import("./stop.ts")).onStop(scene),
  session_end: async (scene) => (await import("./session_end.ts")).onSessionEnd(scene),
  response: async (scene) => (await import("./response.ts")).onResponse(scene),
};

/** The memory of the place that an event names. Throws when it names places and none exists: another place's is not meant. */
function memoryOf(runtime: Runtime, roots: readonly string[]): Memory {
  if (roots.length > 0 && !roots.some((root) => runtime.files.stat(root)?.kind === "folder")) {
    throw new Error(`No such folder: ${roots.join(", ")}`);
  }
  return openMemory(runtime, { start: roots });
}

interface Failed {
  readonly agent: string;
  readonly event: string;
  readonly session: string | undefined;
  readonly roots: readonly string[];
}

async function fail(runtime: Runtime, { agent, event, session, roots }: Failed, error: unknown): Promise<void> {
  try {
    const memory = openMemory(runtime, { start: roots });
    const store = memory.project ?? memory.global;
    if (!store) return;
    const message = error instanceof Error ? error.message : String(error);
    openLog(runtime, store.folder, memory.config.log.level).error("hook failed", {
      agent,
      event,
      ...session === undefined ? {} : { session },
      error: message,
    });
    if (error instanceof Error && Reflect.get(error, "code") === "INDEX_CORRUPT") {
      const { setAsideCorruptIndexes } = await import("../recall/readers.ts");
      setAsideCorruptIndexes(memory);
    }
  } catch {
    // Nowhere to tell it. The agent's work goes on.
  }
}
