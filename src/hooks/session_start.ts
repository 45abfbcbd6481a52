/**
 * What a session should know from its first prompt on: in the rule file or the reply; where the client drops that, with
 * the first prompt. Hot path: a client waits for this answer.
 */
import { isUnattended } from "../agents/attended.ts";
import { tellsShells } from "../agents/command.ts";
import { CONTEXT_BYTES_MAX, deliversContext, dropsStart, lostAtResume } from "../agents/delivery.ts";
import type { EventOf, Reply } from "../agents/event.ts";
import { reasonOf, tried } from "../errors.ts";
import { homeTrouble } from "../home_trouble.ts";
import { unusedLines } from "../index/known_files.ts";
import { fits, fitting, newSince, onlyNew, roomOf } from "../recall/start.ts";
import type { StartMaterial } from "../recall/start_material.ts";
import { openReaders } from "../recall/open_readers.ts";
import { closeReaders, type Reader } from "../recall/readers.ts";
import { logRetrieval } from "../recall/retrieval_log.ts";
import { clearRuleFile, hasRules, isRuleShown, ruleFileOf, settledRule, writeRuleFile } from "../recall/rule_file.ts";
import { renderClean } from "../recall/clean.ts";
import { NONCE_LENGTH } from "../recall/frame.ts";
import { withoutParts } from "../records/mod.ts";
import { commandsFor, noteState, reclaim, type Scene } from "./scene.ts";
import { SYNC } from "./guard.ts";
import { writeEvent } from "./write.ts";
import { gitPath } from "../git/tracking.ts";
import { isInside, realOf } from "../paths.ts";
import { gatherStart } from "../recall/gather.ts";
import { settle } from "../recall/settle.ts";
import { fingerprint } from "../hash.ts";
import { injectionOf, remember, toldAt } from "../recall/ledger.ts";
import { moreShownLine } from "../store/keep_private.ts";
import { keepAsWanted } from "../store/name_again.ts";
import { emptyFiles } from "../store/truth_files.ts";
import { mayBeGone, type Memory, refusedLine, startVerb, troubleLine } from "../store/memory.ts";
import { type Injection, isStartDue, type SessionState, updateSessionState } from "../store/session_state.ts";
import { abandonedSessions } from "../store/sessions.ts";
import { brief as briefText, withSession } from "../templates/brief.ts";

/** Abandoned sessions that a start ends: nobody leaves more windows open between two starts. */
const ABANDONED_LOOKED_AT = 3;

/** With more states than this a start looks for no abandoned session, since it waits for a look at each. */
const STATES_LOOKED_AT = 300;

/** Records the start and answers with the start context. */
export async function onSessionStart(scene: Scene<EventOf<"session_start">>): Promise<Reply> {
  const { event, memory, state, log } = scene;
  const started = scene.runtime.now().getTime();
  for (const warning of memory.warnings) log.warning("a setting is not used", { reason: warning.en });
  // Asked before the start is written down: then today's file is no longer empty.
  const emptied = await emptiedIn(scene);
  const { project } = memory;
  const shown = project && keepAsWanted(project) ? moreShownLine(project)[scene.language] : "";
  if (!state.skip) writeStart(scene);
  noteAttended(scene);
  // A window that was closed without an end event: its session is summed up now, so that this one knows of it.
  const abandoned = scene.unwritten
    ? []
    : abandonedSessions(scene.store, event.session, ABANDONED_LOOKED_AT, STATES_LOOKED_AT);
  if (abandoned.length > 0) {
    // Their conversations are read.
    scene.runtime.expectLongWork();
    (await import("./finish.ts")).finishAbandoned(scene, abandoned);
    reclaim(scene);
  }
  if (dropsStart(event)) return {};
  const { brief, flush } = await requestsFor(scene);
  const loss = [emptied || await lossIn(scene), shown].filter(Boolean).join("\n\n");
  const reply = (context: string): Reply => ({ context: [brief, loss, context, flush].filter(Boolean).join("\n\n") });
  // This start tells what a compaction has cut off, so the next prompt need not (`restore`).
  const restored = () => {
    if (isStartDue(state)) noteState(scene, () => ({ restore_due: false, start_due: undefined }));
  };
  if (!memory.config.auto_retrieve) {
    clearRuleFile(memory);
    restored();
    return reply("");
  }
  const { start, context } = await startFor(scene, [brief, loss, flush], SYNC.start);
  if (!start) restored();
  const told = start?.inRuleFile ? start.context : start?.reply?.context;
  logRetrieval(log, {
    session: event.session,
    trigger: "start",
    candidates: start ? offered(start.material) : 0,
    chosen: told?.ids ?? [],
    tokens: told?.tokens ?? 0,
    ms: scene.runtime.now().getTime() - started,
  });
  return reply(context);
}

/** Notes whether a script runs the session, for another session that may have to end it. */
function noteAttended(scene: Scene<EventOf<"session_start">>): void {
  const { runtime, event: { agent }, state } = scene;
  const known = state.background === true;
  const background = isUnattended(runtime, { agent, background: known }, { raw: "", first: "" });
  if (background !== known) noteState(scene, () => ({ background }));
}

/** Days in which a start looks for an emptied file, since it waits for each look; other verbs look at all. */
const DAYS_LOOKED_AT = 7;

async function emptiedIn({ memory: { project }, language }: Scene<EventOf<"session_start">>): Promise<string> {
  if (!project || emptyFiles(project, DAYS_LOOKED_AT).length === 0) return "";
  const { emptiedLine, emptiedOf } = await import("../store/emptied.ts");
  const emptied = emptiedOf(project, DAYS_LOOKED_AT);
  return emptied ? emptiedLine(emptied)[language] : "";
}

async function lossIn({ memory, language }: Scene<EventOf<"session_start">>): Promise<string> {
  const { refused } = memory.locations;
  if (refused && "mode" in refused) return refusedLine(refused)[language];
  const trouble = homeTrouble(memory.runtime);
  if (trouble) return troubleLine(trouble)[language];
  if (!mayBeGone(memory)) return "";
  const { lossText, lostMemoryOf } = await import("../store/lost.ts");
  // Git's index is read for no folder but one that was a memory here.
  const gone = lostMemoryOf(memory, undefined, { onlyKnown: true });
  return gone ? lossText(gone.lost)[language] : "";
}

function writeStart(scene: Scene<EventOf<"session_start">>): void {
  const { event: { agent, startSource: start, withheld = [] }, log } = scene;
  const place = placeOf(scene);
  const workspace = place === undefined ? undefined : withoutParts(place, withheld);
  // A start that can't be noted is still answered.
  tried(
    () => writeEvent(scene, "session_start", { workspace, agent, start }),
    (error) => log.error("the start can't be written down", { reason: reasonOf(error) }),
  );
}

/** The folder that a session began in, relative to the project, since a team may share this file; undefined outside. */
function placeOf(
  { store, memory: { runtime, locations }, event: { workspaceRoots: [root] } }: Scene,
): string | undefined {
  if (store.layer === "global" || root === undefined || locations.projectRoot === undefined) return root;
  const [folder, project] = [realOf(runtime, root), realOf(runtime, locations.projectRoot)];
  return isInside(folder, project) ? gitPath(project, folder) || "." : undefined;
}

function offered({ conventions, facts, todos, lastSession }: StartMaterial): number {
  return conventions.length + facts.length + todos.length + (lastSession ? 1 : 0);
}

/** The requests to the agent: to use memory, where no rule tells it how, and to save what a compaction cut off. */
async function requestsFor(scene: Scene<EventOf<"session_start">>): Promise<{ brief: string; flush: string }> {
  const { event, memory: { config }, state } = scene;
  // A session that was left after a compaction comes back with the client's summary alone.
  const isCut = event.startSource === "compact" || (event.startSource === "resume" && state.restore_due === true);
  // A conversation that began before memory was set up is resumed, but was never told how to use memory.
  const isReplayed = event.startSource === "resume" && lostAtResume(event.agent) === "nothing";
  const wasBriefed = isReplayed && !isCut && state.start_due === undefined && state.created_at !== state.updated_at;
  if (state.skip || scene.unwritten || wasBriefed) return { brief: "", flush: "" };
  const brief = briefing(scene);
  if (!isCut || !config.auto_save || (await import("./conversation.ts")).runsUnattended(scene)) {
    return { brief, flush: "" };
  }
  noteState(scene, ({ prompts = 0 }) => ({ asked_at_prompt: prompts }));
  const { flushAsk } = await import("../templates/prompts.ts");
  return { brief, flush: flushAsk(scene.language, commandsFor(scene)) };
}

/** How to use memory; where a rule file says so, only the session's id; empty where the agent does nothing itself. */
export function briefing(scene: Scene): string {
  const { event, memory, language } = scene;
  const { auto_save, auto_retrieve, delivery: { rule_file: policy } } = memory.config;
  if (!(auto_save || auto_retrieve)) return "";
  const isRuled = hasRules(memory, event.agent);
  // With `always` the person wants the rule file alone to tell anything.
  if (isRuled && (policy === "always" || !auto_save)) return "";
  const commands = commandsFor(scene);
  if (isRuled) return withSession(commands.session)[language];
  const switches = { enabled: true, auto_save, auto_retrieve };
  return briefText(language, commands, { switches, isNamed: tellsShells(event.agent) });
}

/** Bytes that a token of our count holds at most: six Latin letters and a blank, or one Chinese character. */
const BYTES_OF_TOKEN = 7;

/**
 * Told with the first prompt after a compaction or a dropped start: how to use memory, the start context and, after a
 * compaction, a request to save. Beside them and the text `besides`, room is kept for the prompt's own records.
 */
export async function restore(scene: Scene, skip: boolean, besides: string): Promise<string[]> {
  const { memory, event, language, store } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  // Where only a dropped start is given again, nothing was cut off that would need saving.
  const asks = auto_save && !skip && scene.state.restore_due === true &&
    !(await import("./conversation.ts")).runsUnattended(scene);
  updateSessionState(store, event.session, (state) => ({
    restore_due: false,
    start_due: undefined,
    ...(asks ? { asked_at_prompt: state.prompts ?? 0 } : {}),
  }));
  // A rule file survives a compaction, the reply of a hook does not: the briefing is told again.
  const told = skip ? "" : briefing(scene);
  const request = asks ? (await import("../templates/prompts.ts")).flushAsk(language, commandsFor(scene)) : "";
  if (!auto_retrieve) return [told, request];
  const forPrompt = Math.min(memory.config.context.prompt_tokens * BYTES_OF_TOKEN, CONTEXT_BYTES_MAX / 2);
  const { context } = await startFor(scene, [told, request, besides], SYNC.restore, forPrompt);
  return [told, context, request];
}

async function startFor(scene: Scene, said: readonly string[], sync: { readonly deadlineMs: number }, room = 0) {
  const readers = await openReaders(scene.memory, sync);
  try {
    catchUp(scene.memory, readers);
    const { memory, language } = scene;
    const isWhole = readers.every(({ whole }) => whole);
    const unused = readers.flatMap(({ index: { db } }) => unusedLines(db));
    const missing = isWhole && unused.length === 0
      ? ""
      : missingText(await import("./answers.ts"), scene, isWhole, unused);
    const start = await refreshStart(scene, readers, roomOf([...said, missing]) + room);
    if (start) noteStart(scene, start);
    const told = start?.reply ? renderClean(memory.config, start.reply.context, start.reply.frame, language) : "";
    return { start, context: [missing, told].filter(Boolean).join("\n\n") };
  } finally {
    closeReaders(readers);
  }
}

/** What may be missing in the context, and why. */
function missingText(
  { line }: typeof import("./answers.ts"),
  scene: Scene,
  isWhole: boolean,
  unused: ReturnType<typeof unusedLines>,
): string {
  const commands = commandsFor(scene);
  return [
    ...isWhole ? [] : [line("unread", scene.language, commands)],
    ...unused.map((each) => line("unused_lines", scene.language, { ...commands, ...each })),
  ].join("\n\n");
}

/** For an index that lacks much, as after an upgrade: a prompt adds two hundred records, which would take days. */
function catchUp(memory: Memory, readers: readonly Reader[]): void {
  for (const { whole, index, store: { layer, standing } } of readers) {
    if (whole || index.db.readOnly || standing === "foreign") continue;
    startVerb(memory, layer, "sync", "--background");
  }
}

type StartContext = NonNullable<Awaited<ReturnType<typeof refreshStart>>>;

/**
 * Brings the rule file up to date. It holds the whole start context, since sessions of several builds of the client
 * share it; for a build that is known to deliver both, the `reply` leaves out what it says.
 *
 * @param besides the bytes of the other text in the reply
 */
export async function refreshStart(scene: Scene, readers: readonly Reader[], besides = 0) {
  const { memory, event, language, runtime } = scene;
  const { context: { start_tokens }, delivery: { rule_file: policy } } = memory.config;
  const gathered = gatherStart(memory, readers, (reason) => scene.log.error("core memory can't be read", { reason }));
  const material = await settle(gathered, readers[0]?.index);
  const context = fitting(material, start_tokens, language);
  const expected = deliversContext(event.agent, "session_start", event.clientVersion);
  const isThere = ruleFileOf(memory) !== undefined;
  const rules = isThere && event.agent === "cursor";
  // Read before it is written: the client has loaded the old text for this session.
  const held = rules && policy === "auto" && expected === "yes" && loadsRules(scene) ? settledRule(memory) : undefined;
  let written: string | undefined;
  // Where the rule file can't be written, the reply says everything.
  tried(() => {
    if (rules && (policy === "never" || !context)) clearRuleFile(memory);
    else if (rules) written = writeRuleFile(memory, context);
    // Whichever client commits next, a rule that a pull shows to git must hold nothing.
    else if (isThere && isRuleShown(memory)) clearRuleFile(memory);
  }, (error) => scene.log.error("the rule file can't be written", { reason: reasonOf(error) }));
  if (!context) return undefined;
  const start = {
    context,
    frame: written ?? runtime.random(NONCE_LENGTH),
    inRuleFile: written !== undefined && loadsRules(scene),
    expected,
    material,
  };
  if (start.inRuleFile && policy === "always") return { ...start, reply: undefined };
  let offer = material;
  if (start.inRuleFile && held !== undefined) offer = newSince(held, offer, context);
  const { restore_due, start_due } = scene.state;
  const isResumed = (event.kind === "session_start" && event.startSource === "resume") ||
    (start_due === "resume" && !restore_due);
  if (isResumed) offer = unknownYet(scene, offer);
  const room = CONTEXT_BYTES_MAX - besides;
  if (offer === material && fits(context, language, room)) return { ...start, reply: start };
  const rest = fitting(offer, start_tokens, language, room);
  return { ...start, reply: rest && { context: rest, frame: runtime.random(NONCE_LENGTH) } };
}

function unknownYet({ state }: Pick<Scene, "state">, material: StartMaterial): StartMaterial {
  const sameCore = state.core_digest === coreDigest(material);
  return onlyNew(material, { session: state.session_id, toldAt: (id) => toldAt(state, id), sameCore });
}

/** Whether Cursor loads this rule: it reads those of the open folder, not of one above it or of the main worktree. */
function loadsRules({ memory: { runtime, locations }, event }: Pick<Scene, "memory" | "event">): boolean {
  const real = (path: string | undefined) => path === undefined ? undefined : realOf(runtime, path);
  return real(event.workspaceRoots[0]) === real(locations.projectRoot);
}

/** Notes a start context: the records in the rule file and those in the reply, each once. */
function noteStart(scene: Scene, start: StartContext): void {
  const { runtime, event } = scene;
  const { context, frame, inRuleFile, reply, expected, material } = start;
  const given: Injection[] = [];
  const begins = event.kind === "user_prompt" ? { begins: true } : {};
  const give = (each: Pick<Injection, "ids" | "tokens">, how: Omit<Injection, "at" | "event" | "ids" | "tokens">) =>
    given.push(injectionOf(runtime, event, { ids: each.ids, tokens: each.tokens, ...begins, ...how }));
  // Every known build of the client delivers rules that always apply.
  if (inRuleFile) give(context, { channel: "rule_file", frame, expected: "yes" });
  if (reply && !(inRuleFile && reply.frame === frame)) {
    give(reply.context, { channel: "hook", frame: reply.frame, expected });
  }
  noteState(scene, (state) => {
    // A resumed or compacted session already has the rule.
    const isKnown = (each: Injection) => (state.injections ?? []).some((known) => known.frame === each.frame);
    const fresh = given.filter((each) => !isKnown(each));
    let noted: Partial<SessionState> = {
      given: [...new Set([...state.given ?? [], ...given.flatMap(({ ids }) => ids)])],
    };
    for (const each of fresh) noted = { ...noted, ...remember({ ...state, ...noted }, each) };
    return { ...noted, restore_due: false, start_due: undefined, core_digest: coreDigest(material) };
  });
}

function coreDigest({ core }: StartMaterial): string {
  return fingerprint(core.map(({ text }) => text).join("\0"));
}
