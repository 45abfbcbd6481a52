/**
 * In: an agent's hook event, its JSON on standard input. Out: the reply that the agent understands, whatever happens.
 * Not done here: what an event means; each has a file of its own.
 *
 * This is the boundary where every failure ends, as a line in the log and an empty reply: a hook never stops anybody's
 * work.
 *
 * Hot path: each event loads only its own file.
 *
 * @module
 */
import type { HookEvent, Reply } from "../agents/event.ts";
import { emptyReply, hostOf, isIdleEvent, readEvent, renderReply } from "../agents/mod.ts";
import { errorCode, reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import type { Prompt } from "../prompt/mod.ts";
import type { SessionId } from "../records/ids.ts";
import type { LocateOptions } from "../store/locate.ts";
import type { Runtime } from "../runtime.ts";
import { disabledReason, type Memory, openMemory, storesToRead } from "../store/memory.ts";
import { type Guard, guardHook } from "./guard.ts";
import { parseInput, type Reading, startReading } from "./input.ts";
import { withoutParts } from "../records/mod.ts";
import { personsWords } from "./requests.ts";
import { disown, openScene, type Scene } from "./scene.ts";

/** Longer than the thread takes that answers in this one's place and ends the process. */
const ENDING_MS = 5_000;

/** Answers one hook event: reply on standard output, nothing on standard error, exit code 0, whatever comes in. */
export async function answerHook(runtime: Runtime, words: readonly string[], reading: Reading): Promise<0> {
  const { agent, event, projectPath } = readWords(words);
  const guard = guardHook(runtime);
  const reply = await runHook(guard.runtime, agent, event, projectPath, { reading, guard });
  if (!guard.mayAnswer()) {
    // It was answered already, and the process ends any moment.
    runtime.sleep(ENDING_MS);
    return 0;
  }
  try {
    if (reply !== "") runtime.stdout.write(`${reply}\n`);
  } catch {
    // The client has gone; nobody waits for the answer.
  }
  return 0;
}

/** Agent, event and --project-path. Any other word is ignored: it is no reason to fail. */
function readWords(words: readonly string[]): { agent: string; event: string; projectPath: string | undefined } {
  const plain: string[] = [];
  let projectPath: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--project-path") projectPath = words[++at];
    else if (word.startsWith("--project-path=")) projectPath = word.slice("--project-path=".length);
    else if (word === "--layer") at++;
    else if (!word.startsWith("-")) plain.push(word);
  }
  const [agent = "", event = ""] = plain;
  return { agent, event, projectPath };
}

/**
 * The reply to one hook event, as it goes to standard output. Never throws.
 *
 * @param projectPath the project, whatever the event says
 * @param reading standard input, if reading it has already begun
 * @param guard watches over it
 */
export async function runHook(
  runtime: Runtime,
  agent: string,
  eventName: string,
  projectPath?: string,
  { reading, guard }: { readonly reading?: Reading; readonly guard?: Guard } = {},
): Promise<string> {
  let empty = emptyReply(agent, eventName);
  guard?.knows({ empty });
  let event: HookEvent | undefined;
  const place = (): Whereabouts => projectPath ? { projectPath } : { start: event?.workspaceRoots ?? [] };
  try {
    const host = hostOf(agent, undefined, runtime.env);
    if (host) empty = emptyReply(host, eventName);
    const payload = await parseInput(reading ?? startReading(runtime.stdin));
    // Cursor blocks a call of which it is not told that it may go on.
    if (isIdleEvent(agent, eventName, payload, runtime.env)) {
      return emptyReply(hostOf(agent, payload, runtime.env) ?? agent, eventName);
    }
    event = readEvent(agent, eventName, payload, runtime.env);
    if (!event) throw new Error(`${agent} ${eventName} means nothing to memory, or names no session`);
    empty = emptyReply(event.agent, event.name);
    guard?.knows({ empty, event });
    const reply = await answer(runtime, event, { place: place(), guard });
    return reply ? renderReply(event.agent, event.name, reply) : empty;
  } catch (error) {
    await noteFailure(runtime, place(), { agent, event: eventName, session: event?.session }, error);
    return empty;
  }
}

async function answer(
  runtime: Runtime,
  said: HookEvent,
  { place, guard }: { readonly place: Whereabouts; readonly guard: Guard | undefined },
): Promise<Reply | undefined> {
  const isOfTool = said.kind === "tool_start" || said.kind === "tool_end";
  // Most calls only look: nothing of the memory is opened for them.
  if (isOfTool && (await import("./tool.ts")).isQuiet(said)) return undefined;
  // A long prompt takes long to look through.
  if (said.kind === "user_prompt" && (said.prompt?.length ?? 0) > LONG_PROMPT) runtime.expectLongWork();
  const found = memoryOf(runtime, place);
  const store = found.project ?? found.global;
  if (store !== undefined) {
    const fields = { agent: said.agent, event: said.name };
    guard?.knows({ log: { folder: store.folder, home: store.home, message: "hook failed", fields } });
  }
  const event = isPlain(said) ? said : await withoutSecrets(said, found);
  const memory = withheldHere(found, event);
  // They happen within a turn, and many times: the session's state is written for those alone that get an answer.
  if (event.kind === "tool_start" || event.kind === "tool_end" || event.kind === "subagent_start") {
    if (disabledReason(memory) !== undefined) return undefined;
    return event.kind === "subagent_start"
      ? (await import("./subagent.ts")).onSubagentStart(runtime, event, memory)
      : (await import("./tool.ts")).onTool(runtime, event, memory);
  }
  if (event.kind === "session_start") await followSettings(memory);
  const scene = disabledReason(memory) === undefined
    ? openScene(runtime, event, memory, await promptOf(event))
    : undefined;
  if (!scene) {
    // Switched off, or no layer to read: the rule file speaks without any hook, so it must be silenced.
    if (event.kind === "session_start") (await import("../recall/rule_file.ts")).clearRuleFile(memory);
    return event.kind === "user_prompt" ? (await import("./switched.ts")).tellOff(memory, event) : undefined;
  }
  // What can't be written can still be told; there is nothing else to do then.
  const isQuestion = event.kind === "session_start" || event.kind === "user_prompt";
  if (scene.repeated || (scene.unwritten && !isQuestion)) return undefined;
  const { agent, name, session } = event;
  const reply = await handled(scene).catch((error: unknown) => {
    disown(scene);
    throw error;
  });
  scene.log.debug("hook answered", { agent, event: name, session, given: reply.context?.length ?? 0 });
  return reply;
}

const LONG_PROMPT = 64 * 1024;

/**
 * Session and reason as clients give them: a UUID and a word; paths without long words of letters and digits. Any
 * others may hold a secret.
 */
function isPlain(event: HookEvent): boolean {
  const { session, transcript = "", workspaceRoots } = event;
  const reason = event.kind === "session_end" ? event.reason ?? "" : "";
  const paths = [transcript, ...workspaceRoots].join("\n").replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "");
  if (/[=@]|:\/\/|[A-Za-z0-9]{16}/.test(paths)) return false;
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(session) && /^[a-z_ -]{0,32}$/i.test(reason);
}

/** The event as state, records and log may hold it. The client's own JSON is not asked any more. */
async function withoutSecrets(event: HookEvent, { config }: Pick<Memory, "config">): Promise<HookEvent> {
  const { redact, redactId, secretParts } = await import("../records/redact.ts");
  const options = { secrets: config.privacy.redact };
  const { session, transcript, workspaceRoots } = event;
  const reason = event.kind === "session_end" ? event.reason : undefined;
  const withheld = [...workspaceRoots, ...transcript === undefined ? [] : [transcript]]
    .flatMap((path) => secretParts(path, options));
  return {
    ...event,
    ...(withheld.length === 0 ? {} : { withheld }),
    session: redactId(session, options),
    ...(reason === undefined ? {} : { reason: redact(reason, options).text }),
  };
}

/** The memory, its place named without secrets. */
function withheldHere(memory: Memory, { withheld = [] }: HookEvent): Memory {
  const { here } = memory.locations;
  if (here === undefined || withheld.length === 0) return memory;
  return { ...memory, locations: { ...memory.locations, here: withoutParts(here, withheld) } };
}

/** Taken apart before the state is written, which is written once for each event. */
async function promptOf(event: HookEvent): Promise<Prompt | undefined> {
  if (event.kind !== "user_prompt" || event.prompt === undefined) return undefined;
  return (await import("../prompt/mod.ts")).parsePrompt(personsWords(event.prompt));
}

/**
 * Settings may have been edited by hand since the installed texts were written: a session shall begin with what they
 * say now, as far as its client reads them after this.
 */
async function followSettings(memory: Memory): Promise<void> {
  try {
    if ((await import("../setup/switches.ts")).textsInStep(memory)) return;
    (await import("../setup/texts.ts")).refreshTexts(memory);
  } catch (error) {
    const { runtime, project, global, config, locations: { memoryHome } } = memory;
    const place = project ?? global ?? { folder: memoryHome, home: memoryHome };
    openLog(runtime, place, config.log.level)
      .warning("the installed texts don't follow the settings", { reason: reasonOf(error) });
  }
}

async function handled(scene: Scene): Promise<Reply> {
  const { event } = scene;
  switch (event.kind) {
    case "session_start":
      return (await import("./session_start.ts")).onSessionStart({ ...scene, event });
    case "user_prompt":
      return (await import("./user_prompt.ts")).onUserPrompt({ ...scene, event });
    case "pre_compact":
      return (await import("./finish.ts")).onPreCompact({ ...scene, event });
    case "stop":
      return (await import("./stop.ts")).onStop({ ...scene, event });
    case "session_end":
      return (await import("./session_end.ts")).onSessionEnd({ ...scene, event });
    default:
      return {};
  }
}

type Whereabouts = Pick<LocateOptions, "projectPath" | "start">;

/** The memory of the place that an event names. Throws if none of its folders exists: no other memory is meant. */
function memoryOf(runtime: Runtime, place: Whereabouts): Memory {
  const { start: roots = [] } = place;
  if (roots.length > 0 && !roots.some((root) => runtime.files.stat(root)?.kind === "folder")) {
    throw new Error(`No such folder: ${roots.join(", ")}`);
  }
  return openMemory(runtime, place);
}

async function noteFailure(
  runtime: Runtime,
  place: Whereabouts,
  { agent, event, session }: {
    readonly agent: string;
    readonly event: string;
    readonly session?: SessionId | undefined;
  },
  error: unknown,
): Promise<void> {
  try {
    const memory = openMemory(runtime, place);
    const store = memory.project ?? memory.global;
    if (!store) return;
    const { redact, redactId } = await import("../records/redact.ts");
    const options = { secrets: memory.config.privacy.redact };
    const clean = (text: string) => redact(text, options).text;
    openLog(runtime, store, memory.config.log.level).error("hook failed", {
      agent: clean(agent),
      event: clean(event),
      ...session === undefined ? {} : { session: redactId(session, options) },
      error: clean(reasonOf(error)),
    });
    if (errorCode(error) === "INDEX_CORRUPT") {
      const { setAsideDamaged } = await import("../index/mod.ts");
      setAsideDamaged(storesToRead(memory));
    }
  } catch {
    // Nowhere to say it. The agent's work goes on.
  }
}
