/**
 * `memory mcp`: what an agent needs of memory, as tools of the Model Context Protocol on standard input and output, for
 * clients whose hooks memory does not know.
 *
 * The call of a tool is a call of its verb with the words that a shell would give it, one after the other. Nothing is
 * kept from one to the next but the id of the session, which is the server's own (no other client's summary is its),
 * and which writes were its, so that `undo` takes back none of others. The wish of a session here that nothing be saved
 * holds for it, as for a shell: it may serve that session.
 */
import { setImmediate } from "node:timers/promises";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { clientAbove } from "../agents/attended.ts";
import { sessionsNamed } from "../agents/command.ts";
import { languageOf } from "../config/mod.ts";
import { asMemoryError } from "../errors.ts";
import { isObject, jsonIn, type JsonObject } from "../json.ts";
import { type SessionId, toolSessionId } from "../records/ids.ts";
import type { Output, Runtime } from "../runtime.ts";
import { switchesOf } from "../setup/switches.ts";
import { layerToWrite, openMemory } from "../store/memory.ts";
import { stateStore } from "../store/session_state.ts";
import { liveSessions } from "../store/sessions.ts";
import { mcpText } from "../templates/mcp.ts";
import { cutTo } from "../text/legible.ts";
import { VERSION } from "../version.ts";
import { parseWords } from "./command.ts";
import { overLines } from "./mcp_lines.ts";
import { asAnswer, type Tool, toolOf, TOOLS, wordsFor } from "./mcp_tools.ts";
import { printError } from "./print.ts";
import { refuseNoFolder, runVerb } from "./run_verb.ts";
import { loadVerb, TABLE } from "./table.ts";
import { failure, said } from "./told.ts";

/** Characters of a text for an agent: a day or a record may hold more than its context. */
const TEXT_MAX = 40_000;

const DECLARATION = { name: "mcp", args: {}, operands: {}, withoutLayers: said("mcp_layer") };

/** Serves the tools until the client closes the input. Returns the exit code. Never throws. */
export async function serveMcp(runtime: Runtime, words: readonly string[]): Promise<number> {
  let projectPath: string | undefined;
  try {
    ({ global: { projectPath } } = await parseWords(DECLARATION, words));
    await serve(runtime, projectPath);
    return 0;
  } catch (thrown) {
    return await printError(runtime, asMemoryError(thrown), undefined, words.includes("--json"), projectPath);
  }
}

async function serve(runtime: Runtime, projectPath: string | undefined): Promise<void> {
  runtime.expectLongWork();
  refuseNoFolder(runtime, projectPath);
  const language = languageOf(runtime, openMemory(runtime, { projectPath }).config);
  if (runtime.stdin.isTerminal) runtime.stderr.write(`${said("mcp_waits")[language]}\n`);
  const verbs = TABLE.filter(({ name }) => TOOLS.has(name));
  const tools = await Promise.all(verbs.map(async (entry) => toolOf(await loadVerb(entry), language)));
  const place = projectPath === undefined ? {} : { project_path: projectPath };
  const session: Session = { id: toolSessionId(runtime), writes: [] };
  let last: Promise<unknown> = Promise.resolve();
  const server = () => {
    const instructions = mcpText(language, switchesOf(openMemory(runtime, { projectPath })));
    const made = new Server({ name: "memory", version: VERSION }, { capabilities: { tools: {} }, instructions });
    made.setRequestHandler("tools/list", () => ({ tools: tools.map(({ shown }) => shown) }));
    made.setRequestHandler("tools/call", ({ params: { name, arguments: given } }, { mcpReq: { signal } }) => {
      const tool = tools.find(({ shown }) => shown.name === name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, said("no_tool", { name }).en);
      // One after the other: two calls at once would wait for one another's lock.
      const result = last.then(() =>
        signal.aborted ? { content: [], isError: true } : answer(runtime, tool, { ...place, ...given }, session)
      );
      // A call that fails answers for itself alone.
      last = result.catch(() => {});
      return result;
    });
    return made;
  };
  const { transport, ended } = overLines(runtime.stdin.stream(), runtime.stdout);
  serveStdio(server, { transport });
  await ended;
  // What was asked last is begun, done and answered.
  await setImmediate();
  await last;
  await setImmediate();
}

interface Session {
  readonly id: SessionId;
  /** What it wrote and did not take back, the newest last. */
  writes: readonly { readonly operation: unknown; readonly place: unknown }[];
}

/** The arguments of a call. An undo that names no write means the newest of this session in the same project. */
function meantBy({ verb }: Tool, given: JsonObject, { writes }: Session): JsonObject {
  if (verb !== "manage undo" || typeof given["op"] === "string") return given;
  const newest = writes.findLast(({ place }) => place === given["project_path"]);
  if (!newest) throw failure("no_write_here");
  return { ...given, op: newest.operation };
}

/** Notes what a call wrote or took back, by the document of its verb. */
function noteWrite(document: unknown, { project_path: place }: JsonObject, session: Session): void {
  const { op_id, operation }: JsonObject = (isObject(document) && isObject(document.data) && document.data) || {};
  if (op_id !== undefined) session.writes = session.writes.filter((each) => each.operation !== op_id);
  else if (typeof operation === "string") session.writes = [...session.writes, { operation, place }];
}

/** Runs the verb of a tool, and answers with what it prints. */
async function answer(runtime: Runtime, tool: Tool, given: JsonObject, session: Session) {
  const [printed, told]: [string[], string[]] = [[], []];
  const nothing = () => Promise.resolve({ bytes: new Uint8Array(), complete: true });
  // Inherits, since a copy would read every getter of the system's.
  const inner: Runtime = Object.assign(Object.create(runtime), {
    stdin: { ...runtime.stdin, isTerminal: false, read: nothing, readPiped: nothing },
    stdout: collecting(printed),
    stderr: collecting(told),
    // An answer holds no bar.
    tellProgress: () => {},
  });
  const code = await run(inner, tool, given, session);
  const whole = asAnswer(tool, printed.join("").trimEnd());
  const result = tool.verb === "show" ? cutTo(whole, TEXT_MAX) : whole;
  if (result !== whole) told.push(said("mcp_cut", { shown: TEXT_MAX, all: whole.length }).en);
  // The document of a failure says what is told as an error.
  const notes = told.filter((text) => !text.startsWith("error: ")).join("").trimEnd();
  const document = jsonIn(result);
  noteWrite(document, given, session);
  const isError = code > 1 || result === "" || (isObject(document) && document.status === "error");
  return {
    content: [result, notes].filter(Boolean).map((text) => ({ type: "text" as const, text: text.toWellFormed() })),
    isError,
  };
}

async function run(runtime: Runtime, tool: Tool, given: JsonObject, session: Session): Promise<number> {
  try {
    const { project_path: place } = given;
    const projectPath = typeof place === "string" ? place : undefined;
    const isOwn = tool.ofSession && !isOfOthers(runtime, projectPath);
    const code = await runVerb(
      runtime,
      [],
      wordsFor(tool, meantBy(tool, given, session), isOwn ? session.id : undefined),
      true,
    );
    if (!tool.onlyReads || code > 1) return code;
    const memory = openMemory(runtime, { projectPath });
    const { projectFolder, start, here = start } = memory.locations;
    const isOfProject = projectFolder !== undefined || layerToWrite(memory) === "global";
    if (!isOfProject) runtime.stderr.write(said("mcp_no_project", { here }).en);
    return code;
  } catch (thrown) {
    const entry = TABLE.find(({ name }) => name === tool.verb);
    return await printError(runtime, asMemoryError(thrown), entry && await loadVerb(entry), true, undefined);
  }
}

/**
 * Whether hooks see a session here of the client that started this server, which then saves as that session; or one
 * that is not to be saved, whose wish only a save without a session of its own heeds.
 */
function isOfOthers(runtime: Runtime, projectPath: string | undefined): boolean {
  const store = stateStore(openMemory(runtime, { projectPath }));
  const live = store ? liveSessions(store) : [];
  if (live.length === 0) return false;
  const [client, named] = [clientAbove(runtime), sessionsNamed(runtime.env)];
  return live.some(({ agent, session_id, skip, skip_turn }) =>
    skip || skip_turn || agent === client || named.includes(session_id)
  );
}

function collecting(pieces: string[]): Output {
  return { isTerminal: false, columns: 0, write: (text) => void pieces.push(text) };
}
