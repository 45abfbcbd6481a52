/**
 * What is played with each real client, and what must be seen. Each scenario has a stage of its own. The checks look at
 * what the model was asked, at what the client printed or showed, and at what memory holds afterwards.
 *
 * @module
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BINARY } from "../box.ts";
import type { Client } from "./client.ts";
import type { Rule } from "./model.ts";
import { openStage, type Stage } from "./stage.ts";
import { hasTmux, type Terminal } from "./terminal.ts";

/** Notes one thing that was to be seen; where it was not, what was seen instead is printed. */
export type Seen = (what: string, ok: boolean, instead?: string) => void;

export interface Scenario {
  /** Short: the head of a column in docs/clients.md. */
  readonly name: string;
  readonly needsTerminal: boolean;
  /** Undefined: every client can play it. */
  readonly playedBy?: (client: Client) => boolean;
  readonly play: (packages: string, client: Client, check: Seen) => Promise<void>;
}

/** A record that the start of a session shows, and one that only a prompt about it brings: newer ones push it out. */
const AT_START = "The deploy window of this project is Tuesday at noon";
const AT_PROMPT = "The invoice exporter writes ISO-8859-1 because DATEV refuses UTF-8";
const QUESTION = "Which encoding does the invoice exporter use for DATEV?";
const SAVED = "The queue worker retries three times";

const RULES: readonly Rule[] = [
  {
    when: /\[Session Save\][\s\S]*?(\S+memory) save summary --session (\S+) /,
    run: "$1 save summary --session $2 --source stop --topic 'A topic' --summary 'The invoice encoding was discussed'",
    say: "SAVED-ON-REQUEST",
  },
  { when: /RUN-SAVE/, run: `${BINARY} save fact --type W --content '${SAVED}' --entities queue`, say: "ANSWER saved" },
];

/** What a session of work sounds like: every prompt has substance. */
const WORK = [
  "We keep sessions in Redis from now on, because the database was the bottleneck. Change the session store.",
  "Write the migration that drops the old sessions table in PostgreSQL.",
  "The test of the login controller fails with ECONNREFUSED 6379; find the reason.",
  "Use a pool of ten Redis connections and close them at shutdown.",
  "Now change the deployment manifest so that the API waits for Redis.",
  "Rename SessionDao to SessionStore everywhere in the service layer.",
  "Add a metric for expired sessions and document it in docs/metrics.md.",
  "Set the time to live of a session to 900 seconds in the configuration.",
];

async function withMemory(packages: string, client: Client): Promise<Stage> {
  const stage = await openStage(packages, [client], { rules: RULES });
  await stage.memory(["save", "fact", "--type", "W", "--content", AT_PROMPT, "--entities", "DATEV,invoice"]);
  for (let number = 1; number <= 16; number++) {
    const content = `Filler decision number ${number} about module alpha${number} and its beta${number}`;
    await stage.memory(["save", "fact", "--type", "W", "--content", content]);
  }
  await stage.memory(["save", "fact", "--type", "W", "--content", AT_START]);
  return stage;
}

/** Plays on a stage and takes it down, whatever happens. */
function played(play: (stage: Stage, client: Client, check: Seen) => Promise<void>) {
  return async (packages: string, client: Client, check: Seen) => {
    const stage = await withMemory(packages, client);
    try {
      await play(stage, client, check);
    } finally {
      stage.close();
    }
  };
}

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
    check("the terminal takes prompts", ready);
    if (!ready) {
      console.error(terminal.screen());
      return;
    }
    await play({ stage, terminal, say: (line) => sayAndWait(stage, terminal, line) }, client, check);
  });
}

/** Types a line and waits until the model has ended its turn. Returns what the model was asked meanwhile. */
async function sayAndWait(stage: Stage, terminal: Terminal, line: string): Promise<string[]> {
  const before = stage.model.asked.length;
  stage.fresh();
  await terminal.say(line);
  let last = before;
  let quietMs = 0;
  for (let waited = 0; waited < 30_000 && quietMs < 2500; waited += 100) {
    await sleep(100);
    const now = stage.model.asked.length;
    const isOver = now > before ? stage.model.asked.at(-1)?.ended === true : waited > 6000;
    quietMs = now === last && isOver ? quietMs + 100 : 0;
    last = now;
  }
  return stage.fresh();
}

/** Whether the client printed the model's answer and nothing else. */
export const isAnswer = (said: string, wanted: string) => said === wanted;
/** Whether one of the requests holds the words. */
export const anyHas = (texts: readonly string[], words: string) => texts.some((text) => text.includes(words));
/** How the request for a summary begins, in whichever client. */
export const REQUEST = "[Session Save]";
/** A request with a long path and a session's id in it, where a client shows the person the whole. */
const LINE_CHARS = 360;
const NUDGE = "[memory] This states a rule or decision";
/** More tokens than any client lets a conversation have. */
const FULL = 985_000;

/** Whether the client has asked the model to sum up the conversation. */
function isSummedUp(stage: Stage): boolean {
  return stage.model.asked.some(({ said }) => /<summary> block|CONTEXT CHECKPOINT COMPACTION/.test(said));
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "context",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const ran = await stage.once(client, QUESTION);
      const asked = stage.fresh();
      check("the context of the start reaches the model", anyHas(asked, AT_START));
      check("the record about the prompt reaches the model", anyHas(asked, AT_PROMPT));
      check("the skills are listed to the model", anyHas(asked, "memory-retrieve"));
      check("what is printed is the answer", isAnswer(ran.stdout, "ANSWER"));
      check(
        "the client reports no hook error",
        !/hook.{0,40}(?:invalid|failed|error)|invalid.{0,20}hook/i.test(ran.stderr),
      );
      const { failed, delivery } = await examined(stage);
      check("doctor: no check fails", failed === 0);
      check("doctor: delivery is seen", /\d delivered/.test(delivery));
    }),
  },
  {
    name: "no hooks",
    needsTerminal: false,
    playedBy: ({ canDoWithoutHooks }) => canDoWithoutHooks,
    play: played(async (stage, client, check) => {
      await stage.once(client, QUESTION, { hooks: false });
      check("a client that runs no hooks is given nothing", !anyHas(stage.fresh(), AT_PROMPT));
      check("doctor claims no delivery", !/\d delivered/.test((await examined(stage)).delivery));
    }),
  },
  {
    name: "subfolder",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const below = join(stage.project, "sub", "dir");
      mkdirSync(below, { recursive: true });
      await stage.once(client, QUESTION, { cwd: below });
      const asked = stage.fresh();
      check("the context of the start reaches the model", anyHas(asked, AT_START));
      check("the record about the prompt reaches the model", anyHas(asked, AT_PROMPT));
    }),
  },
  {
    name: "save",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const ran = await stage.once(client, "RUN-SAVE please");
      check("the answer is printed after a save", isAnswer(ran.stdout, "ANSWER saved"));
      check("the agent saves without a question", await holds(stage, "queue worker retries", SAVED));
      stage.fresh();
      await stage.once(client, "hello");
      check("the next session knows what the last one saved", anyHas(stage.fresh(), SAVED));
    }),
  },
  {
    name: "unattended",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      // Somebody who sat before it would be asked after the second prompt.
      await stage.memory(["config", "set", "save.ask_after_prompts", "1"]);
      for (const [index, prompt] of WORK.slice(0, 2).entries()) {
        const ran = await stage.once(client, prompt, { resume: index > 0 });
        check(`the printed answer is the answer: ${prompt.slice(0, 30)}…`, isAnswer(ran.stdout, "ANSWER"));
      }
      for (const form of client.forms) {
        const what = [client.id, ...form.words("…"), ...(form.onTerminal ? ["on a terminal"] : [])].join(" ");
        if (form.onTerminal && !hasTmux) continue;
        const before = stage.model.asked.length;
        const printed = await stage.formed(client, form, "把会话的有效期改成 900 秒，写进配置");
        const asked = stage.model.asked.slice(before).map(({ text }) => text);
        check(`${what}: the prompt arrives and is answered`, asked.length > 0 && /ANSWER/.test(printed));
        check(`${what}: nothing is asked for`, !anyHas(asked, REQUEST) && !/SAVED-ON-REQUEST/.test(printed));
      }
    }),
  },
  {
    name: "resume",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      await stage.once(client, "RUN-SAVE please");
      stage.fresh();
      const ran = await stage.once(client, QUESTION, { resume: true });
      const asked = stage.fresh().join("\n");
      check("the answer is printed", isAnswer(ran.stdout, "ANSWER"));
      check("the record about the prompt reaches the model", asked.includes(AT_PROMPT));
      // The command that saved it and its result stand in the conversation; memory tells it no third time as news.
      const told = (asked.match(/\[W\] The queue worker retries three times/g) ?? []).length;
      check("the session is not told what it has saved itself", told === 0);
    }),
  },
  {
    name: "two sessions",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const runs = await Promise.all([stage.once(client, QUESTION), stage.once(client, QUESTION)]);
      const asked = stage.fresh();
      check("both print their answer", runs.every(({ stdout }) => isAnswer(stdout, "ANSWER")));
      check("both get the record", asked.filter((text) => text.includes(AT_PROMPT)).length >= 2);
    }),
  },
  {
    name: "worktree",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const linked = join(stage.home, "work", "feature");
      await stage.git("worktree", "add", "-q", linked);
      await stage.memory(["init", "--agent", client.id, "--skip-model"], linked);
      await stage.once(client, QUESTION, { cwd: linked });
      const asked = stage.fresh();
      check(
        "a linked worktree is given the memory of the main one",
        anyHas(asked, AT_START) && anyHas(asked, AT_PROMPT),
      );
    }),
  },
  {
    name: "uninstall",
    needsTerminal: false,
    play: async (packages, client, check) => {
      const stage = await openStage(packages, [client], { init: false });
      try {
        const before = stage.files();
        await stage.memory(["init", "--agent", client.id, "--skip-model"]);
        check("init writes files", stage.files() !== before);
        await stage.memory(["uninstall"]);
        check("uninstall brings every byte back", ...same(stage.files(), before));
      } finally {
        stage.close();
      }
    },
  },
  {
    name: "moved home",
    needsTerminal: false,
    play: async (packages, client, check) => {
      const stage = await openStage(packages, [client], { init: false });
      try {
        const env = stage.moved(client);
        // A client that starts for the first time writes files of its own.
        await stage.once(client, "hello", { env });
        const before = stage.files();
        await stage.memory(["init", "--global", "--agent", client.id, "--skip-model"], undefined, env);
        await stage.memory(["save", "fact", "--type", "W", "--layer", "global", "--content", AT_START]);
        stage.fresh();
        const ran = await stage.once(client, QUESTION, { env });
        const asked = stage.fresh();
        check(`with ${client.moved.variable} the context of the start reaches the model`, anyHas(asked, AT_START));
        check("the skills are listed to the model", anyHas(asked, "memory-retrieve"));
        check("what is printed is the answer", isAnswer(ran.stdout, "ANSWER"));
        const { hooks } = await examined(stage);
        check("doctor finds the hooks without the variable", hooks.includes(Object.values(env)[0] ?? "?"));
        await stage.memory(["uninstall", "--global"]);
        check("uninstall without the variable brings every byte back", ...same(stage.files(), before));
      } finally {
        stage.close();
      }
    },
  },
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
      await say("That is all for today, thanks. Bye!");
      const texts = stage.model.asked.filter(({ said, ended }) => ended && said.includes(REQUEST));
      check("it is asked once, though it ends with a goodbye", texts.length === 1);
      check("the person reads one line of it at most", isOneLine(stage, terminal.screen()));
    }),
  },
  {
    name: "compaction",
    needsTerminal: true,
    play: inTerminal(async ({ stage, terminal, say }, client, check) => {
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
      stage.fresh();
    }),
  },
  {
    name: "full context",
    needsTerminal: true,
    // Gemini CLI does not tell a compression of its own from a look whether one is needed.
    playedBy: ({ id }) => id !== "gemini",
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

/** Whether two texts are the same, and the lines that only one of them has. */
function same(now: string, before: string): [boolean, string] {
  const [left, right] = [now.split("\n"), before.split("\n")];
  const apart = [
    ...left.filter((line) => !right.includes(line)).map((line) => `+ ${line}`),
    ...right.filter((line) => !left.includes(line)).map((line) => `- ${line}`),
  ];
  return [apart.length === 0, apart.join("\n")];
}

async function holds(stage: Stage, query: string, content: string): Promise<boolean> {
  return (await stage.memory(["search", query, "--layer", "project"])).includes(content);
}

/** What doctor says: how many checks fail, and its words about delivery and hooks. */
async function examined(stage: Stage): Promise<{ failed: number; delivery: string; hooks: string }> {
  const { data } = JSON.parse(await stage.memory(["doctor"]));
  const detailOf = (wanted: string) => data.checks.find(({ id }: { id: string }) => id === wanted).detail;
  return { failed: data.summary.fail, delivery: detailOf("delivery"), hooks: detailOf("hooks_installed") };
}
