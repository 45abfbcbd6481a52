/** What is played in a terminal, as a person talks with a client. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";
import {
  anyHas,
  AT_PROMPT,
  AT_START,
  BRIEF,
  GOODBYE,
  played,
  QUESTION,
  REQUEST,
  type Scenario,
  type Seen,
  TAKE_LONG,
  THINKING_MS,
  WORK,
} from "./played.ts";
import type { Stage } from "./stage.ts";
import type { Terminal } from "./terminal.ts";

/** The same in a terminal. */
function inTerminal(
  play: (
    act: { readonly stage: Stage; readonly terminal: Terminal; say(line: string): Promise<string[]> },
    client: Client,
    check: Seen,
  ) => Promise<void>,
) {
  return played(async (stage, client, check) => {
    stage.model.delayMs = 300;
    const { terminal, ready } = await stage.terminal(client);
    check("the terminal takes prompts", ready, terminal.screen());
    if (!ready) return;
    await play({ stage, terminal, say: (line) => sayAndWait(stage, client, terminal, line) }, client, check);
  });
}

/**
 * Types a line and waits until the model has ended the client's turn, and before that for the answer on the screen
 * where one is named. Returns what the client asked the model meanwhile.
 */
export async function sayAndWait(
  stage: Stage,
  client: Client,
  terminal: Terminal,
  line: string,
  answer?: RegExp,
): Promise<string[]> {
  const asked = () => stage.model.asked.filter(({ by }) => by === client.id);
  const before = asked().length;
  await terminal.say(line);
  if (answer) await terminal.shows(answer);
  let last = before;
  let quietMs = 0;
  for (let waited = 0; waited < 30_000 && quietMs < 2500; waited += 100) {
    await sleep(100);
    const now = asked().length;
    const isOver = now > before ? asked().at(-1)?.ended === true : waited > 6000;
    quietMs = now === last && isOver ? quietMs + 100 : 0;
    last = now;
  }
  return asked().slice(before).map(({ text }) => text);
}

/** A request with a long path and a session's id in it, where a client shows the person the whole. */
const LINE_CHARS = 360;
const NUDGE = "[memory] This may hold a rule, decision, cause or fact";
/** More tokens than any client lets a conversation have. */
const FULL = 985_000;

/** Whether the client has asked the model to sum up the conversation. */
function isSummedUp(stage: Stage): boolean {
  return stage.model.asked.some(({ said }) => /<summary> block|CONTEXT CHECKPOINT COMPACTION/.test(said));
}

export const CONVERSATIONS: readonly Scenario[] = [
  {
    name: "small talk",
    needsTerminal: true,
    play: inTerminal(async ({ stage, terminal, say }, _client, check) => {
      for (const line of ["hello", "how are you today?", "thanks"]) await say(line);
      check("nothing is asked for", !anyHas(stage.model.asked.map(({ text }) => text), REQUEST));
      check("no notice of a compaction that does not happen", !/Memory Flush/.test(terminal.screen()));
      const listed = await stage.memory(["manage", "list", "--type", "summary"]);
      check("no summary of it is kept", !/"type":"summary"/.test(listed));
    }),
  },
  {
    name: "stop",
    needsTerminal: true,
    play: inTerminal(async ({ stage, terminal, say }, _client, check) => {
      const requests: number[] = [];
      for (const [index, line] of WORK.entries()) {
        const asked = await say(line);
        if (index === 0) check("the nudge arrives with a prompt that states a decision", anyHas(asked, NUDGE));
        if (anyHas(asked, REQUEST) && requests.length === 0) requests.push(index + 1);
      }
      check("it is not asked before the sixth prompt", requests.every((prompt) => prompt >= 6));
      // Waits for the turn that the request adds: the screen shows then what the person has seen of it.
      await say(GOODBYE);
      const texts = stage.model.asked.filter(({ said, ended }) => ended && said.includes(REQUEST));
      check("it is asked once, though it ends with a goodbye", texts.length === 1);
      check("the person reads one line of it at most", isOneLine(stage, terminal.screen()));
    }),
  },
  {
    name: "compaction",
    needsTerminal: true,
    play: inTerminal(async ({ terminal, say }, client, check) => {
      await say(WORK[0] ?? "");
      await say(QUESTION);
      const compacting = await say(client.compact);
      check(
        "the compaction's prompt holds nothing of ours that is empty",
        !/Additional Instructions:\s*(?:\\n)?\{\}/.test(compacting.join("\n")),
      );
      const after = await say(QUESTION);
      check("after it the model has the start's context again", anyHas(after, AT_START));
      check("the terminal shows no error", !/hook.{0,30}error/i.test(terminal.screen()));
    }),
  },
  {
    name: "left after it",
    needsTerminal: true,
    play: inTerminal(async ({ stage, terminal, say }, client, check) => {
      await say(WORK[0] ?? "");
      await say(WORK[1] ?? "");
      await say(client.compact);
      terminal.close();
      const again = await stage.terminal(client, { resume: true });
      check("the terminal takes prompts again", again.ready, again.terminal.screen());
      const asked = await sayAndWait(stage, client, again.terminal, QUESTION);
      check("the model is told how to use memory", anyHas(asked, BRIEF), asked.join("\n"));
      check("it has the start's context", anyHas(asked, AT_START));
    }),
  },
  {
    name: "full context",
    needsTerminal: true,
    // Gemini CLI tells no compression of its own from a look whether one is due; the others count tokens by themselves.
    playedBy: ({ id }) => id === "claude" || id === "codex",
    play: inTerminal(async ({ stage, say }, _client, check) => {
      await say(WORK[0] ?? "");
      stage.model.inputTokens = FULL;
      await say(WORK[1] ?? "");
      stage.model.inputTokens = undefined;
      await say(WORK[3] ?? "");
      check("the client sums up by itself", isSummedUp(stage));
      // Codex shortens a conversation between a prompt and its request, and says so with the prompt after that.
      const after = await say(WORK[4] ?? "");
      check("by the next prompt the model has the start's context again", anyHas(after, AT_START));
    }),
  },
  {
    name: "clear",
    needsTerminal: true,
    play: inTerminal(async ({ say }, client, check) => {
      await say(WORK[1] ?? "");
      await say(client.clear);
      const after = await say(QUESTION);
      check("the new conversation has the start's context", anyHas(after, AT_START));
      check("and the record about its prompt", anyHas(after, AT_PROMPT));
    }),
  },
  {
    name: "stopped",
    needsTerminal: true,
    // Copilot CLI took no key that was pressed for it as the wish to stop.
    playedBy: ({ id }) => id !== "copilot",
    play: inTerminal(async ({ stage, terminal, say }, _client, check) => {
      await say("hello there");
      stage.fresh();
      const answers = () => terminal.screen().split("ANSWER").length;
      const before = answers();
      const stopped = `${QUESTION} ${TAKE_LONG}`;
      await terminal.say(stopped);
      for (let waited = 0; waited < 20_000 && !anyHas(stage.fresh(), TAKE_LONG); waited += 100) await sleep(100);
      terminal.press("Escape");
      await sleep(THINKING_MS);
      check("the turn ends without an answer", answers() === before, terminal.screen());
      // Some clients put the prompt back for the person to send it again.
      terminal.press(...stopped.split("").map(() => "BSpace"));
      const [again = ""] = (await say(QUESTION)).slice(-1);
      const count = again.split(AT_PROMPT).length - 1;
      check("stopped before the answer and sent again, the prompt has its record once", count === 1, `${count} times`);
    }),
  },
];

/** Whether the request is one line, or no sentence of it stands on the screen; what the agent ran because of it may. */
function isOneLine(stage: Stage, screen: string): boolean {
  const dense = (text: string) => text.replace(/\s+/g, "");
  const requests = stage.model.asked.flatMap(({ said }) =>
    said.includes(REQUEST) ? [said.split(REQUEST)[1]?.split("</hook_prompt>")[0]?.trim() ?? ""] : []
  );
  const shown = requests.filter((text) =>
    text.split(/[.\n]\s/).map(dense).some((sentence) => sentence.length > 40 && dense(screen).includes(sentence))
  );
  return requests.length > 0 && shown.every((text) => !text.includes("\n") && text.length <= LINE_CHARS);
}
