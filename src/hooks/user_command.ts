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
        ? `The user wants this kept, but this session was told not to be saved, so saving is skipped. Say so in one line; \`${memory} enable --session ${session}\` lifts it, if they want that.`
        : `The user wants this kept. Save what it is about now, with \`${memory} save fact --session ${session} --content "…"\` (add \`--layer global\` for what holds in every project), and confirm in one line.`,
    skip_save: () =>
      "The user does not want this session saved. From now on nothing of it is: save nothing yourself, and confirm in one line.",
    search: ({ memory }, argument) =>
      argument
        ? `The user searches memory for: ${argument}. Run \`${memory} search\` with these words and tell what you found, with dates.`
        : `The user wants to search memory. Ask for what, or run \`${memory} search\` with what they mean, and tell what you found, with dates.`,
    show_today: ({ memory }) =>
      `The user wants to see today's memory. Run \`${memory} show\` and tell it in your words.`,
    delete: ({ memory }, argument) =>
      `The user wants to delete memories about: ${argument}. Show them first what would go (\`${memory} manage list --keyword\` with these words), and delete only after their word.`,
  },
  zh: {
    save: ({ memory, session, skip }) =>
      skip
        ? `用户要求记住，但本次会话已被要求不保存，所以不会存。用一句话说明；用户若要恢复保存，运行 \`${memory} enable --session ${session}\`。`
        : `用户要求记住这个。现在就把所指的内容存下来：\`${memory} save fact --session ${session} --content "…"\`（换个项目也成立的加 \`--layer global\`），并用一句话确认。`,
    skip_save: () => "用户要求不保存本次会话。从现在起本次会话什么都不会存：你也不要存，并用一句话确认。",
    search: ({ memory }, argument) =>
      argument
        ? `用户要搜索记忆：${argument}。用这些词运行 \`${memory} search\`，连同日期告诉用户。`
        : `用户要搜索记忆。先弄清要找什么，再运行 \`${memory} search\`，连同日期告诉用户。`,
    show_today: ({ memory }) => `用户要看今天的记忆。运行 \`${memory} show\`，用自己的话讲。`,
    delete: ({ memory }, argument) =>
      `用户要删除这些记忆：${argument}。先让用户看会删掉什么（\`${memory} manage list --keyword\` 加这些词），得到同意再删。`,
  },
};

/** The agent has the prompt itself; pasted pages said again would take the room of what is remembered. Characters. */
const ARGUMENT_MAX = 300;

/** One line for the agent. */
export function answerCommand({ action, argument = "" }: UserCommand, language: Language, names: Names): string {
  const said = argument.length > ARGUMENT_MAX ? `${argument.slice(0, ARGUMENT_MAX)} …` : argument;
  return `[memory] ${SAY[language][action](names, said)}`;
}
