/**
 * In: a command that the user gave in a prompt. Out: what the agent is told to do about it.
 * Not done here: understanding it (recall/commands.ts); switching the session's saving off (user_prompt.ts).
 *
 * @module
 */
import type { UserCommand } from "../recall/commands.ts";
import type { Language } from "../sentence.ts";

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
