/**
 * In: a prompt, before the agent reads it. Out: what memory knows of it, if that is worth a word; commands of the user
 * obeyed; a nudge where it states what is to be kept.
 * Not done here: what is relevant (recall/).
 *
 * Hot path: a person has pressed Enter.
 *
 * @module
 */
import { deliversContext } from "../agents/delivery.ts";
import type { Reply } from "../agents/event.ts";
import { findCommand, opensPiece, ORDERS_DELETION, pointsBack, type UserCommand } from "../recall/commands.ts";
import { identifyIntent } from "../recall/intent.ts";
import { isSocial } from "../recall/social.ts";
import { withoutUnwanted } from "../recall/wish/mod.ts";
import { isStartDue } from "../store/session_state.ts";
import { answerCommand } from "./user_command.ts";
import type { Opened } from "./prompt_recall.ts";
import { personsWords } from "./requests.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";
import type { Switched } from "./switched.ts";

/** Answers a prompt, most often with nothing. */
export async function onUserPrompt(scene: Scene): Promise<Reply> {
  const { event, memory } = scene;
  const prompt = withoutMiddle(personsWords(event.prompt ?? ""));
  if (prompt === "") return {};
  const command = commandIn(prompt, scene);
  const skip = await obeyWish(scene, prompt, command);
  const goesOn = scene.state.piece_open === true && await goesOnUnsaved(scene, prompt, command);
  const quiet = skip || goesOn || command?.action === "skip_piece" || withoutUnwanted(prompt) !== prompt;
  const delivered = deliversContext(event.agent, "user_prompt", event.clientVersion);
  // The rules tell the agent to ask by itself where nothing can be told it here.
  if (delivered === "no") return {};
  const parts: string[] = [];
  if (scene.switched) parts.push(await turned(scene, scene.switched, skip));
  const opened: Opened = {};
  const answer = command ? answerCommand(command, scene.language, { ...commandsFor(scene), skip }) : "";
  // Who searches is told what is found; who deletes, what would go.
  const explicit = command?.action === "search" || (command?.action === "delete" && command.argument !== undefined);
  if (isStartDue(scene.state)) {
    parts.push(...await (await import("./restore.ts")).restore(scene, skip, answer));
  }
  if (!command?.onlyIfKnown) parts.push(answer);
  const isTold = explicit || command?.action === "skip_piece";
  const asked = isTold && command.argument !== undefined ? command.argument : command?.rest ?? prompt;
  const own = explicit || asked.length < LONG_PROMPT ? asked : (await import("../recall/own_words.ts")).ownWords(asked);
  const intent = identifyIntent(own, {
    newSession: (scene.state.prompts ?? 0) <= 1,
    more: memory.config.intent.signals,
    language: scene.language,
  });
  const saves = maySave(scene);
  const mayWish = !command && !quiet && saves && (await import("../recall/wish/possible.ts")).mayWish(own);
  const silent = isSocial(own) || intent.intent_type === "new_topic" || !memory.config.auto_retrieve;
  try {
    if (explicit || !silent) {
      const { recallFor } = await import("./prompt_recall.ts");
      const whole = own === asked ? undefined : asked;
      const onlyIfNamed = command?.onlyIfKnown === true;
      const how = { prompt: own, whole, intent, explicit, onlyIfNamed, skip: quiet || mayWish };
      const found = await recallFor(scene, how, delivered, opened);
      if (onlyIfNamed && found !== "") parts.push(answer);
      parts.push(found);
    }
    if (mayWish) parts.push((await import("./wish.ts")).askOfWish(scene.language, commandsFor(scene)));
    if (!command && !quiet && !mayWish && saves && opened.readers) {
      parts.push(await (await import("./todo_line.ts")).todoLine(scene, own, opened.readers));
    }
    // What stands beside the end of a wish is told like any other; a save is a command by itself.
    const told = command?.action === "save_again" ? command.rest : command ? "" : prompt;
    if (told !== "" && !quiet && saves && !mayWish && !ORDERS_DELETION.test(told)) {
      const { lastingIn, LINES } = await import("../recall/lasting.ts");
      const stated = lastingIn(told, LINES.judged);
      if (stated.length > 0) parts.push((await import("./nudge.ts")).nudgeFor(scene, stated, opened));
    }
  } finally {
    if (opened.readers) (await import("../recall/readers.ts")).closeReaders(opened.readers);
  }
  return { context: parts.filter(Boolean).join("\n\n") };
}

/** What to say of settings that were changed while the session was open. */
async function turned(scene: Scene, switched: Switched, skip: boolean): Promise<string> {
  const [{ switchedText }, { briefing }] = await Promise.all([import("./switched.ts"), import("./briefing.ts")]);
  return switchedText(switched, scene.language, () => skip ? "" : briefing(scene));
}

/** Whether what the prompt states could be saved in its turn, but for what the person wishes. */
function maySave({ event, state, memory, unwritten }: Scene): boolean {
  return memory.config.auto_save && !unwritten && !(event.readsOnly ?? state.reads_only);
}

/** The command in a prompt. "You can save now" is one only where nothing is saved. */
function commandIn(prompt: string, { state }: Scene): UserCommand | undefined {
  const command = findCommand(prompt);
  return command?.action === "save_again" && !state.skip ? undefined : command;
}

/**
 * Whether a prompt goes on with a piece that is not to be saved. What the piece says stands in the transcript alone;
 * without one the next prompt belongs to it, unless it begins another matter.
 */
async function goesOnUnsaved(scene: Scene, prompt: string, command: UserCommand | undefined): Promise<boolean> {
  const [{ readConversation }, { openedPiece, pieceAfter }] = await Promise.all([
    import("./conversation.ts"),
    import("../recall/matter.ts"),
  ]);
  const before = command ? undefined : readConversation(scene.runtime, scene.state, 0, scene.event.prompt)?.piece;
  const goesOn = !command && pieceAfter(before ?? openedPiece(prompt), prompt) !== undefined;
  if ((!goesOn || !before) && command?.action !== "skip_piece") noteState(scene, () => ({ piece_open: undefined }));
  return goesOn;
}

/** Obeys what a command says of saving. Returns whether nothing of the session is saved from here on. */
async function obeyWish(scene: Scene, prompt: string, command: UserCommand | undefined): Promise<boolean> {
  const { state } = scene;
  switch (command?.action) {
    case "skip_save":
      if (!state.skip || (state.skip_from_here && !command.reach)) {
        (await import("./wish.ts")).keepNothing(scene, state, command.reach ?? "all");
      }
      return true;
    case "skip_piece":
      (await import("./wish.ts")).keepPieceOut(scene, state, {
        before: pointsBack(prompt, command),
        after: opensPiece(prompt, command),
      });
      return state.skip === true;
    case "save_again":
      noteState(scene, () => ({ skip: false }));
      return false;
    default:
      return state.skip === true;
  }
}

/** A shorter one is compared as it is: the sets in tests/fixtures/recall hold none as long. Characters. */
const LONG_PROMPT = 300;

/**
 * Of a longer prompt only the first and the last lines are looked at:
 * 1 MB of pasted text took a fifth of a second. Characters.
 */
const HEAD = 24_000;
const TAIL = 8_000;

/**
 * What a person asks stands before or after what they paste. Cut between lines:
 * half a sentence must not become a command.
 */
function withoutMiddle(prompt: string): string {
  if (prompt.length <= HEAD + TAIL) return prompt;
  const end = prompt.lastIndexOf("\n", HEAD);
  const start = prompt.indexOf("\n", prompt.length - TAIL);
  const head = end === -1 ? `${prompt.slice(0, HEAD)} […]` : prompt.slice(0, end);
  return head + (start === -1 ? "" : prompt.slice(start));
}
