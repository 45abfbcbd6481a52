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
import type { EventOf, Reply } from "../agents/event.ts";
import { opensPiece, ORDERS_DELETION, pointsBack, type UserCommand } from "../prompt/command.ts";
import { type Prompt, questionIn } from "../prompt/mod.ts";
import { withoutUnwanted } from "../prompt/wish.ts";
import { isStartDue } from "../store/session_state.ts";
import type { Opened } from "./prompt_recall.ts";
import { commandsFor, noteState, type Scene } from "./scene.ts";
import type { Switched } from "./briefing.ts";
import type { Language } from "../sentence.ts";

/** Answers a prompt, most often with nothing. */
export async function onUserPrompt(scene: Scene<EventOf<"user_prompt">>): Promise<Reply> {
  const { event, memory, prompt: parsed } = scene;
  if (!parsed || parsed.text === "") return {};
  const { text: prompt } = parsed;
  const command = commandIn(parsed, scene);
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
  if (isStartDue(scene.state)) {
    parts.push(...await (await import("./session_start.ts")).restore(scene, skip, answer));
  }
  if (!command?.onlyIfKnown) parts.push(answer);
  const question = await questionIn(parsed, command, {
    newSession: (scene.state.prompts ?? 0) <= 1,
    more: memory.config.intent.signals,
    language: scene.language,
  });
  const { prompt: own } = question;
  const saves = maySave(scene);
  const mayWish = !command && !quiet && saves && (await import("../prompt/possible_wish.ts")).mayWish(own);
  try {
    if (question.explicit || (!question.isSilent && memory.config.auto_retrieve)) {
      const { recallFor } = await import("./prompt_recall.ts");
      const onlyIfNamed = command?.onlyIfKnown === true;
      const how = { ...question, onlyIfNamed, skip: quiet || mayWish };
      const found = await recallFor(scene, how, delivered, opened);
      if (onlyIfNamed && found !== "") parts.push(answer);
      parts.push(found);
    }
    if (mayWish) parts.push((await import("./wish.ts")).askOfWish(scene.language, commandsFor(scene)));
    if (!command && !quiet && !mayWish && saves && opened.readers) {
      parts.push(await (await import("./prompt_recall.ts")).todoLine(scene, own, opened.readers));
    }
    // What stands beside the end of a wish is told like any other; a save is a command by itself.
    const told = command?.action === "save_again" ? command.rest : command ? "" : prompt;
    if (told !== "" && !quiet && saves && !mayWish && !ORDERS_DELETION.test(told)) {
      const { lastingIn, LINES } = await import("../prompt/lasting.ts");
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
  const { switchedText, briefing } = await import("./briefing.ts");
  return switchedText(switched, scene.language, () => skip ? "" : briefing(scene));
}

/** Whether what the prompt states could be saved in its turn, but for what the person wishes. */
function maySave({ event, state, memory, unwritten }: Scene<EventOf<"user_prompt">>): boolean {
  return memory.config.auto_save && !unwritten && !(event.readsOnly ?? state.reads_only);
}

/** The command in a prompt. "You can save now" is one only where nothing is saved. */
function commandIn({ command }: Prompt, { state }: Scene): UserCommand | undefined {
  return command?.action === "save_again" && !state.skip ? undefined : command;
}

/**
 * Whether a prompt goes on with a piece that is not to be saved. What the piece says stands in the transcript alone;
 * without one the next prompt belongs to it, unless it begins another matter.
 */
async function goesOnUnsaved(
  scene: Scene<EventOf<"user_prompt">>,
  prompt: string,
  command: UserCommand | undefined,
): Promise<boolean> {
  const { openedPiece, pieceAfter, readConversation } = await import("./conversation.ts");
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

interface Names {
  /** The binary and the session's id as words of a shell. */
  readonly memory: string;
  readonly session: string;
  /** The user said not to save this session. */
  readonly skip: boolean;
}

type Say = (names: Names, argument: string) => string;

const SAY: Readonly<Record<Language, Readonly<Record<UserCommand["action"], Say>>>> = {
  en: {
    save: ({ memory, session, skip }) =>
      skip
        ? `The user wants this kept, but this session was told not to be saved, so saving is skipped. Say so in one line; if they want it saved again, \`${memory} enable --session ${session}\` lifts it.`
        : `The user wants this kept. Save what it is about now, with \`${memory} save fact --session ${session} --type O --content '…' --entities '…'\` (\`O\` for what holds from now on, \`W\` for a decision, deadline or cause, \`B\` for how the project is built, run or reached; \`--layer global\` for what holds in every project), and confirm in one line.`,
    skip_save: () =>
      'The user does not want this session saved. From now on nothing of it is: save nothing yourself, and confirm in one line, for the whole session, until they say "save again".',
    skip_piece: () =>
      "The user does not want this piece saved: this message, what was said just before if it points back, and what goes on with it. Save nothing of it, not in a later summary either; the rest of the session is saved as before. If something of it is saved already, offer to delete that. Confirm in one line.",
    save_again: () =>
      "The user wants this session saved again, and it is. Of what was said while nothing was to be saved, save only what they ask for. Confirm in one line.",
    search: ({ memory }, argument) =>
      argument
        ? `The user searches memory for: ${argument}. Run \`${memory} search\` with these words and tell what you found, with dates.`
        : `The user wants to search memory. Ask for what, or run \`${memory} search\` with what they mean, and tell what you found, with dates.`,
    show: ({ memory }) =>
      `The user wants to see what is remembered. Run \`${memory} manage list --scope all --limit 20\` and tell it in your words, grouped and dated, with the number in all.`,
    show_today: ({ memory }) =>
      `The user wants to see today's memory. Run \`${memory} show\` and tell it in your words.`,
    delete: ({ memory }, argument) =>
      argument === ""
        ? `The user wants to delete all memories. Run \`${memory} manage stats\`, tell how many there are, and ask which are meant; delete only after their word, as manage.md of skill \`long-term-memory\` says.`
        : `The user wants to delete memories about: ${argument}. Look what matches (\`${memory} manage list --keyword\` with one of these words). One record of just that: delete it and tell what went. Else show them, and delete only after their word. Do it as manage.md of skill \`long-term-memory\` says.`,
  },
  zh: {
    save: ({ memory, session, skip }) =>
      skip
        ? `用户要求记住，但本次会话已被要求不保存，所以不会存。用一句话说明；用户若要恢复保存，运行 \`${memory} enable --session ${session}\`。`
        : `用户要求记住这个。现在就把所指的内容存下来：\`${memory} save fact --session ${session} --type O --content '…' --entities '…'\`（今后要照做的用 \`O\`，决定、期限、原因用 \`W\`，怎么构建、运行、访问用 \`B\`；换个项目也成立的加 \`--layer global\`），并用一句话确认。`,
    skip_save: () =>
      "用户要求不保存本次会话。从现在起本次会话什么都不会存：你也不要存，并用一句话确认：整个会话都不存，直到用户说“可以保存了”。",
    skip_piece: () =>
      "用户要求这一段不保存：就是这条消息；如果它指的是刚才的内容，就连同刚才那段；之后接着讲同一件事的，也算在内。其中的任何内容都不要存，之后写总结也不要带上；会话的其余部分照常保存。如果已经存了其中的内容，问用户要不要删掉。用一句话确认。",
    save_again: () => "用户要恢复保存本次会话，已经恢复。不保存期间说过的，用户要求存的才存。用一句话确认。",
    search: ({ memory }, argument) =>
      argument
        ? `用户要搜索记忆：${argument}。用这些词运行 \`${memory} search\`，连同日期告诉用户。`
        : `用户要搜索记忆。先弄清要找什么，再运行 \`${memory} search\`，连同日期告诉用户。`,
    show: ({ memory }) =>
      `用户要看记住了什么。运行 \`${memory} manage list --scope all --limit 20\`，分组、带日期，用自己的话讲，并说明一共多少条。`,
    show_today: ({ memory }) => `用户要看今天的记忆。运行 \`${memory} show\`，用自己的话讲。`,
    delete: ({ memory }, argument) =>
      argument === ""
        ? `用户要清空记忆。运行 \`${memory} manage stats\`，说明一共多少条，问清要删哪些；得到同意后再照 skill \`long-term-memory\` 的 manage.md 删。`
        : `用户要删除这些记忆：${argument}。先看有哪些（\`${memory} manage list --keyword\` 加其中一个词）。只有一条、说的就是它：删掉，说明删了什么。否则先给用户看，得到同意再删。做法照 skill \`long-term-memory\` 的 manage.md。`,
  },
};

/** In place of what is said of a whole session that is not to be saved. */
const FROM_HERE: Readonly<Record<Language, string>> = {
  en:
    'The user wants nothing saved from here on until they lift it, this message included. Until then every save is skipped: save nothing yourself, not later either, and confirm in one line that nothing is saved until they say "save again".',
  zh:
    "用户要求从这里开始什么都不存，包括这条消息，直到用户改口。在那之前的保存都会跳过：你也不要存，之后也不要补存。用一句话确认：从现在起不存，直到用户说“可以保存了”。",
};

/** Before the answer to words that may mean files as well. */
const IF_MEANT: Readonly<Record<Language, string>> = {
  en: "If memory is meant, and not files: ",
  zh: "如果指的是记忆，而不是文件：",
};

/** The agent has the prompt itself; pasted pages said again would take the room of what is remembered. Characters. */
const ARGUMENT_MAX = 300;

/** One line for the agent. */
export function answerCommand(
  { action, reach, argument = "", onlyIfKnown }: UserCommand,
  language: Language,
  names: Names,
): string {
  const said = argument.length > ARGUMENT_MAX ? `${argument.slice(0, ARGUMENT_MAX)} …` : argument;
  const ifMeant = onlyIfKnown ? IF_MEANT[language] : "";
  return `[memory] ${ifMeant}${reach === "from_here" ? FROM_HERE[language] : SAY[language][action](names, said)}`;
}
