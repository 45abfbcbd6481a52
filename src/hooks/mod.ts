/**
 * In: an agent's hook event, its JSON on standard input. Out: the reply that the agent understands; every failure ends
 * here, as a line in the log and an empty reply, since a hook never stops anybody's work.
 * Not done here: what an event means; each has a file of its own, which alone is loaded (hot path).
 */
import type { HookEvent, Reply } from "../agents/event.ts";
import { emptyReply, hostOf, readEvent, renderReply } from "../agents/mod.ts";
import { errorCode, reasonOf, tried } from "../errors.ts";
import { withoutClosedHome } from "../home_trouble.ts";
import { openLog } from "../log.ts";
import type { Prompt } from "../prompt/mod.ts";
import type { SessionId } from "../records/ids.ts";
import type { LocateOptions } from "../store/locate.ts";
import type { Runtime } from "../runtime.ts";
import { disabledReason, logOf, type Memory, openMemory, storesToRead } from "../store/memory.ts";
import { type Guard, guardHook } from "./guard.ts";
import { parseInput, type Reading } from "./input.ts";
import { textsInStep } from "../setup/switches.ts";
import { stateStore } from "../store/session_state.ts";
import { withoutParts } from "../records/mod.ts";
import type { Scene } from "./scene.ts";

/** The watchdog thread needs less time to answer in this thread's place and to end the process. */
const ENDING_MS = 5_000;

/** Answers one hook event: reply on standard output, nothing on standard error, exit code 0, whatever comes in. */
export async function answerHook(system: Runtime, words: readonly string[], reading: Reading): Promise<0> {
  // Where no home is known, the failure ends behind the boundary, like any other.
  const runtime = tried(() => withoutClosedHome(system)) ?? system;
  const guard = guardHook(runtime);
  const reply = await runHook(guard, readWords(words), reading);
  if (!guard.mayAnswer()) {
    // The watchdog thread has answered, and ends the process any moment.
    runtime.sleep(ENDING_MS);
    return 0;
  }
  // The client has gone; nobody waits for the answer.
  tried(() => {
    if (reply !== "") runtime.stdout.write(`${reply}\n`);
  });
  return 0;
}

interface Called {
  readonly agent: string;
  readonly event: string;
  readonly projectPath?: string | undefined;
}

/** Any other word is ignored: an unknown option must not make a hook fail. */
function readWords(words: readonly string[]): Called {
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

/** The reply to one hook event, as it goes to standard output. Never throws. */
export async function runHook(
  guard: Guard,
  { agent, event: eventName, projectPath }: Called,
  reading: Reading,
): Promise<string> {
  const { runtime } = guard;
  let empty = emptyReply(hostOf(agent, undefined, runtime.env) ?? agent, eventName);
  guard.knows({ empty });
  let event: HookEvent | undefined;
  const place = (): Whereabouts => projectPath ? { projectPath } : { start: event?.workspaceRoots ?? [] };
  try {
    const payload = await parseInput(reading);
    const read = readEvent(agent, eventName, payload, runtime.env);
    // Cursor blocks a tool call until a hook allows it: the empty reply of such an event does.
    if (read === "idle") return emptyReply(hostOf(agent, payload, runtime.env) ?? agent, eventName);
    if (!read) throw new Error(`${agent} ${eventName} means nothing to memory, or names no session`);
    event = read;
    empty = emptyReply(event.agent, event.name);
    guard.knows({ empty, event });
    const reply = await answer(guard, event, place());
    return reply ? renderReply(event.agent, event.name, reply) : empty;
  } catch (error) {
    await noteFailure(runtime, place(), { agent, event: eventName, session: event?.session }, error);
    return empty;
  }
}

async function answer(guard: Guard, said: HookEvent, place: Whereabouts): Promise<Reply | undefined> {
  const { runtime } = guard;
  const isOfTool = said.kind === "tool_start" || said.kind === "tool_end";
  // Most tool calls only read: they are answered before any file of the memory is opened.
  if (isOfTool && (await import("./tool.ts")).isQuiet(said)) return undefined;
  // A long prompt takes long to look through.
  if (said.kind === "user_prompt" && (said.prompt?.length ?? 0) > LONG_PROMPT) runtime.expectLongWork();
  const found = memoryOf(runtime, place);
  const store = stateStore(found);
  if (store !== undefined) {
    const fields = { agent: said.agent, event: said.name };
    guard.knows({ log: { folder: store.folder, home: store.home, message: "hook failed", fields } });
  }
  const event = isPlain(said) ? said : await withoutSecrets(said, found);
  const memory = withheldHere(found, event);
  // A turn has many tool calls: the session's state is written only for those that are told something.
  if (event.kind === "tool_start" || event.kind === "tool_end" || event.kind === "subagent_start") {
    if (disabledReason(memory) !== undefined) return undefined;
    return event.kind === "subagent_start"
      ? (await import("./subagent.ts")).onSubagentStart(event, memory)
      : (await import("./tool.ts")).onTool(event, memory);
  }
  if (event.kind === "session_start") {
    await followSettings(memory);
    await keepOutOfGit(memory);
  }
  const { disown, openScene } = await import("./scene.ts");
  const scene = disabledReason(memory) === undefined ? openScene(event, memory, await promptOf(event)) : undefined;
  if (!scene) {
    // Memory is switched off, or there is none here. A client reads the rule file without any hook, so it is emptied.
    if (event.kind === "session_start") (await import("../recall/rule_file.ts")).clearRuleFile(memory);
    return event.kind === "user_prompt" ? (await import("./answers.ts")).tellOff(memory, event.session) : undefined;
  }
  // Where nothing can be written, only the events that tell something have anything to do.
  const isQuestion = event.kind === "session_start" || event.kind === "user_prompt";
  if (scene.repeated || (scene.unwritten && !isQuestion)) return undefined;
  if (scene.state.provisional && !scene.unwritten) (await import("./finish.ts")).takeBack(scene);
  const { agent, name, session } = event;
  const asItStands = scene.cut ? (await import("./left.ts")).afterCut(scene) : scene;
  const reply = await handled(asItStands).catch((error: unknown) => {
    disown(scene);
    throw error;
  });
  scene.log.debug("hook answered", { agent, event: name, session, given: reply.context?.length ?? 0 });
  return reply;
}

const LONG_PROMPT = 64 * 1024;

/** Whether session, reason and paths look as clients write them. Anything else may hold a secret. */
function isPlain(event: HookEvent): boolean {
  const { session, transcript = "", workspaceRoots } = event;
  const reason = event.kind === "session_end" ? event.reason ?? "" : "";
  const paths = [transcript, ...workspaceRoots].join("\n").replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "");
  if (/[=@]|:\/\/|[A-Za-z0-9]{16}/.test(paths)) return false;
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(session) && /^[a-z_ -]{0,32}$/i.test(reason);
}

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

function withheldHere(memory: Memory, { withheld = [] }: HookEvent): Memory {
  const { here } = memory.locations;
  if (here === undefined || withheld.length === 0) return memory;
  return { ...memory, locations: { ...memory.locations, here: withoutParts(here, withheld) } };
}

/** The person's prompt, parsed; before the session's state is written, since that happens once for each event. */
async function promptOf(event: HookEvent): Promise<Prompt | undefined> {
  if (event.kind !== "user_prompt" || event.prompt === undefined) return undefined;
  const [{ parsePrompt }, { personsWords }] = await Promise.all([import("../prompt/mod.ts"), import("./requests.ts")]);
  return parsePrompt(personsWords(event.prompt));
}

/** Has rules and skills follow settings that were edited by hand: a client may read them after this hook. */
async function followSettings(memory: Memory): Promise<void> {
  try {
    if (textsInStep(memory)) return;
    // Where an init is at work, nobody waits for it.
    (await import("../setup/texts.ts")).refreshTexts(memory, 0);
  } catch (error) {
    logHere(memory).warning("the installed texts don't follow the settings", { reason: reasonOf(error) });
  }
}

/** Keeps our files out of the commits of a repository that was made after `init`: before the rule file is filled. */
async function keepOutOfGit(memory: Memory): Promise<void> {
  try {
    if (!(await import("../store/keep_private.ts")).namesNoFile(memory)) return;
    const isDone = (await import("../setup/late_git.ts")).keepOutOfLateGit(memory, 0);
    if (isDone) logHere(memory).info("git's exclude file names the installed files now");
  } catch (error) {
    logHere(memory).warning("git may see the installed files", { reason: reasonOf(error) });
  }
}

function logHere({ runtime, project, global, config, locations: { memoryHome } }: Memory) {
  return openLog(runtime, project ?? global ?? { folder: memoryHome, home: memoryHome }, config.log.level);
}

async function handled(scene: Scene): Promise<Reply> {
  const { event } = scene;
  switch (event.kind) {
    case "session_start":
      return (await import("./session_start.ts")).onSessionStart({ ...scene, event });
    case "user_prompt":
      return (await import("./user_prompt.ts")).onUserPrompt({ ...scene, event });
    case "pre_compact":
      return (await import("./pre_compact.ts")).onPreCompact({ ...scene, event });
    case "stop":
      return (await import("./stop.ts")).onStop({ ...scene, event });
    case "session_end":
      return (await import("./session_end.ts")).onSessionEnd({ ...scene, event });
    default:
      return {};
  }
}

type Whereabouts = Pick<LocateOptions, "projectPath" | "start">;

/** The memory of the place that an event names. Throws where none of its folders exists: no other memory is meant. */
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
  { agent, event, session }: Called & { session: SessionId | undefined },
  error: unknown,
): Promise<void> {
  try {
    const memory = openMemory(runtime, place);
    const store = stateStore(memory);
    if (!store) return;
    const { redact, redactId } = await import("../records/redact.ts");
    const options = { secrets: memory.config.privacy.redact };
    const clean = (text: string) => redact(text, options).text;
    logOf(memory, store).error("hook failed", {
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
    // There is nowhere to write it. The agent's work goes on.
  }
}
