/** A prompt before the agent reads it. Hot path: the person who pressed Enter waits. */
import { deliversContext } from "../agents/delivery.ts";
import type { EventOf, Reply } from "../agents/event.ts";
import { asMemoryError, reasonOf } from "../errors.ts";
import { isWish, opensPiece, ORDERS_DELETION, pointsBack, type UserCommand } from "../prompt/command.ts";
import { mayAskForEarlier } from "../prompt/signs.ts";
import { type Prompt, questionIn } from "../prompt/mod.ts";
import { putsOff } from "../prompt/todo.ts";
import { withoutUnwanted } from "../prompt/wish.ts";
import { withoutGoodbye } from "../prompt/work.ts";
import type { Reader } from "../recall/readers.ts";
import { todoId } from "../records/todos.ts";
import { isStartDue, type SessionState } from "../store/session_state.ts";
import { cutTo, oneLine } from "../text/legible.ts";
import type { PromptScene, Recalled } from "./prompt_recall.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";
import type { Answered } from "./earlier.ts";

/** Answers a prompt, most often with nothing. */
export async function onUserPrompt(begun: Scene<EventOf<"user_prompt">>): Promise<Reply> {
  const { event, prompt } = begun;
  if (!prompt || prompt.text === "") return {};
  const scene: PromptScene = { ...begun, opened: {} };
  const heard = await hear(scene, prompt);
  // A client that drops the reply: the installed rules tell its agent to search by itself.
  if (deliversContext(event.agent, event.kind, event.clientVersion) === "no") return {};
  try {
    return await answer(scene, prompt, heard);
  } finally {
    const { readers } = scene.opened;
    if (readers) (await import("../recall/readers.ts")).closeReaders(readers);
  }
}

/** What a prompt orders, and what it wishes not to be saved. */
interface Heard {
  /** The order to memory, if it counts now. */
  readonly command: UserCommand | undefined;
  /** Nothing of the session is saved from here on. */
  readonly skip: boolean;
  /** The wish can't be written, on a full disk for example, so that the agent alone can keep to it. */
  readonly unnoted: boolean;
  /** Nothing of this prompt is saved. */
  readonly isUnsaved: boolean;
  /** A sentence of the prompt names something that is not to be saved. */
  readonly namesUnwanted: boolean;
}

/** Obeys the wishes of a prompt, also where the client drops the reply. */
async function hear(scene: PromptScene, { text, command: held }: Prompt): Promise<Heard> {
  const command = countsNow(held, scene.state) ? held : undefined;
  const { skip, unnoted } = await obeyWish(scene, text, command);
  const goesOn = scene.state.piece_open === true && await goesOnUnsaved(scene, text, command);
  const isUnsaved = skip || goesOn || command?.action === "skip_piece";
  return { command, skip, unnoted, isUnsaved, namesUnwanted: withoutUnwanted(text) !== text };
}

/** The reply, of whose parts most are empty. */
async function answer(scene: PromptScene, prompt: Prompt, heard: Heard): Promise<Reply> {
  const { memory, language, state } = scene;
  const { command, skip, isUnsaved, namesUnwanted } = heard;
  const reply = command
    ? (await import("./answers.ts")).answerCommand(command, language, { ...commandsFor(scene), skip })
    : "";
  const begun = await beginning(scene, skip, reply);
  const question = await questionIn(prompt, command, {
    newSession: (state.prompts ?? 0) <= 1,
    more: memory.config.intent.signals,
    language,
  });
  const mayWish = maySave(scene) && !command && !isUnsaved && await mayBeWish(prompt, question.prompt, namesUnwanted);
  const isSought = question.explicit || (!question.isSilent && memory.config.auto_retrieve);
  const { earlier, text: found, notice, about }: LookedUp = isSought
    ? await lookUp(scene, question, command, isUnsaved || namesUnwanted || mayWish)
    : { earlier: "", text: "" };
  // “The aws one is gone” is an order only where a record names it.
  const isOrder = command !== undefined && (!command.onlyIfKnown || command.isLast === true);
  const isKnown = command !== undefined && !isOrder && found !== "";
  // “The Chinese one is void” beside a rule names no record by itself, and the rule says what it replaces.
  const isUnmet = command?.onlyIfKnown === true && !isOrder && !isKnown;
  const toSave = mayWish ? [await line(scene, "may_wish")] : await savingLines(scene, prompt, heard, {
    own: isUnmet ? prompt.text : question.prompt,
    isPlain: (!command || isUnmet) && earlier === "",
    isObeyed: isOrder || isKnown,
    about,
  });
  const unnoted = heard.unnoted ? await line(scene, "unnoted") : "";
  const parts = [...begun, isOrder ? reply : "", unnoted, earlier, isKnown ? reply : "", found, ...toSave];
  return { context: parts.filter(Boolean).join("\n\n"), ...notice ? { notice } : {} };
}

async function line(scene: Scene, name: string, words: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await import("./answers.ts")).line(name, scene.language, { ...commandsFor(scene), ...words });
}

/** What the session was not told at its start, or no longer has. */
async function beginning(scene: PromptScene, skip: boolean, reply: string): Promise<readonly string[]> {
  const parts: string[] = [];
  if (scene.switched) {
    const brief = skip ? "" : (await import("./session_start.ts")).briefing(scene);
    parts.push((await import("./answers.ts")).switchedText(scene.switched, scene.language, brief));
  }
  if (isStartDue(scene.state)) {
    parts.push(...await (await import("./session_start.ts")).restore(scene, skip, reply));
  }
  return parts;
}

function maySave({ memory, unwritten, event, state }: PromptScene): boolean {
  return memory.config.auto_save && !unwritten && !(event.readsOnly ?? state.reads_only);
}

/** Whether a prompt that is no command may still be the wish not to save. `own`: the person's own words of it. */
async function mayBeWish({ inText }: Prompt, own: string, namesUnwanted: boolean): Promise<boolean> {
  if (inText !== undefined && isWish(inText)) return true;
  if (ORDERS_DELETION.test(own)) return false;
  return namesUnwanted || (await import("../prompt/possible_wish.ts")).mayWish(own);
}

/** What is known of a prompt by then: the person's own words in it, and the records that it is about. */
interface Judged {
  readonly own: string;
  readonly isPlain: boolean;
  readonly isObeyed: boolean;
  readonly about: LookedUp["about"];
}

/** What the agent is to save of a prompt, or to ask the person about. */
async function savingLines(
  scene: PromptScene,
  { text, inText }: Prompt,
  { command, isUnsaved, namesUnwanted }: Heard,
  { own, isPlain, isObeyed, about = [] }: Judged,
): Promise<readonly string[]> {
  if (inText?.action === "save" || inText?.action === "delete") return [await line(scene, "in_text")];
  if (!maySave(scene) || isUnsaved || namesUnwanted) return [];
  const { readers } = scene.opened;
  const spokenOf = isPlain && readers ? await todoLine(scene, own, readers) : "";
  const todo = spokenOf || (isPlain && putsOff(withoutGoodbye(own)) ? await line(scene, "may_todo") : "");
  // Beside “you can save again” a prompt may state something lasting.
  const beside = command?.action === "save_again" ? command.rest : "";
  const lasting = await lastingLine(scene, isObeyed ? beside : text);
  // A statement or an order that changes a told fact is to replace it.
  const stated = isPlain ? own : command?.action === "save" && !command.isTodo ? command.argument ?? "" : "";
  const knows = (scene.state.given ?? []).length > 0 || about.length > 0 || isStartDue(scene.state);
  const change = stated !== "" && knows ? await (await import("./at_hand.ts")).changeLine(scene, stated, about) : "";
  return [todo, change || lasting];
}

/** "You can save now" is a command only where nothing is saved, a mere pointer ("undo that") only behind a save. */
function countsNow(command: UserCommand | undefined, { skip, prompts = 0, fact_at_prompt }: SessionState): boolean {
  if (command?.action === "save_again") return skip === true;
  if (command?.action === "restore") return true;
  return !command?.isLast || !command.onlyIfKnown || fact_at_prompt === prompts - 1;
}

async function lastingLine(scene: PromptScene, said: string): Promise<string> {
  if (said === "" || ORDERS_DELETION.test(said)) return "";
  const { lastingIn, LINES } = await import("../prompt/lasting.ts");
  const stated = lastingIn(said, LINES.judged);
  // “Keep going with it” states nothing.
  if (stated.length === 0 || (await import("../prompt/earlier.ts")).goneOnWith(said) === "") return "";
  return (await import("./nudge.ts")).nudgeFor(scene, stated);
}

interface LookedUp extends Recalled {
  /** The answer to a question for earlier work. */
  readonly earlier: string;
}

async function lookUp(
  scene: PromptScene,
  question: Awaited<ReturnType<typeof questionIn>>,
  command: UserCommand | undefined,
  skip: boolean,
): Promise<LookedUp> {
  const { recallFor } = await import("./prompt_recall.ts");
  const isQuery = command?.action === "search";
  const earlier: Partial<Answered> = (!command || isQuery) && mayAskForEarlier(question.prompt)
    ? await (await import("./earlier.ts")).earlierFor(scene, question, { skip, isQuery })
    : {};
  const { prompt: typed } = question;
  const onlyIfNamed = command?.onlyIfKnown === true;
  const asked = { ...question, prompt: earlier.named ?? typed, typed, onlyIfNamed, skip };
  const recalled = earlier.isAll ? { text: "" } : await recallFor(scene, asked, earlier);
  return { earlier: earlier.context ?? "", ...recalled };
}

/** Characters of a to-do that are told: the beginning of a long one tells which it is. */
const TODO_MAX = 60;
/** To-dos that the state keeps as told: more than a session is told of. */
const TODOS_KEPT = 20;

/** The call that closes an open to-do which the prompt may be about, once in a session; most often empty. */
async function todoLine(scene: Scene, own: string, readers: readonly Reader[]): Promise<string> {
  const { state, memory, log } = scene;
  try {
    const { openTodosIn, todoTextsIn } = await import("../recall/todos.ts");
    const told = state.todos_told ?? [];
    const isNew = ({ todo }: { readonly todo: string }) => told.length === 0 || !told.includes(todoId(todo));
    const texts = todoTextsIn(readers).map((todo) => ({ todo })).filter(isNew);
    if (texts.length === 0) return "";
    const { sentencesIn } = await import("../prompt/sentences.ts");
    const { todoSpokenOf } = await import("../capture/spoken_todo.ts");
    const said = sentencesIn(own).map((each) => each.said);
    // Most prompts name none, so that nobody need ask whose they are.
    if (!await todoSpokenOf(said, texts)) return "";
    const open = openTodosIn(memory, readers, { all: true }).filter((each) => !each.isOthers && isNew(each));
    const spokenOf = await todoSpokenOf(said, open);
    if (!spokenOf) return "";
    const id = todoId(spokenOf.todo);
    noteState(scene, ({ todos_told = [] }) => ({ todos_told: [...todos_told, id].slice(-TODOS_KEPT) }));
    return await line(scene, "todo_spoken_of", { todo: cutTo(oneLine(spokenOf.todo), TODO_MAX), id });
  } catch (error) {
    log.error("a prompt is not compared with the to-dos", { reason: reasonOf(error) });
    return "";
  }
}

/**
 * Whether a prompt goes on with a piece that is not to be saved. Only the transcript holds the piece; without one, just
 * the next prompt goes on with it, unless it begins another matter.
 */
async function goesOnUnsaved(
  scene: PromptScene,
  prompt: string,
  command: UserCommand | undefined,
): Promise<boolean> {
  const { readConversation } = await import("./conversation.ts");
  const { openedPiece, pieceAfter } = await import("./piece.ts");
  const before = command ? undefined : readConversation(scene.runtime, scene.state, 0, scene.event.prompt)?.piece;
  const goesOn = !command && pieceAfter(before ?? openedPiece(prompt), prompt) !== undefined;
  if ((!goesOn || !before) && command?.action !== "skip_piece") noteState(scene, () => ({ piece_open: undefined }));
  return goesOn;
}

/** Obeys a wish to save or not to save. */
async function obeyWish(
  scene: Scene,
  prompt: string,
  command: UserCommand | undefined,
): Promise<Pick<Heard, "skip" | "unnoted">> {
  const { state, log } = scene;
  const skip = command?.action === "skip_save" || (state.skip === true && command?.action !== "save_again");
  try {
    if (command?.action === "skip_save" && (!state.skip || (state.skip_from_here && !command.reach))) {
      (await import("./wish.ts")).keepNothing(scene, command.reach ?? "all");
    }
    if (command?.action === "skip_piece") {
      const piece = { before: pointsBack(prompt, command), after: opensPiece(prompt, command) };
      (await import("./wish.ts")).keepPieceOut(scene, piece);
    }
    if (command?.action === "save_again") noteState(scene, () => ({ skip: false }));
    return { skip, unnoted: false };
  } catch (error) {
    if (asMemoryError(error).code !== "IO_ERROR") throw error;
    log.error("a wish can't be noted", { session: state.session_id, reason: reasonOf(error) });
    return { skip, unnoted: true };
  }
}
