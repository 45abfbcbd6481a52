/** What scenarios share: a stage with a memory on it, the prompts, and how to look at what came of them. */
import { BINARY } from "../box.ts";
import type { Client } from "./client.ts";
import type { Rule } from "./model.ts";
import { openStage, type Stage } from "./stage.ts";

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
export const AT_START = "The deploy window of this project is Tuesday at noon";
export const AT_PROMPT = "The invoice exporter writes ISO-8859-1 because DATEV refuses UTF-8";
/** How the words on using memory begin. */
export const BRIEF = "long-term memory can be called";
export const QUESTION = "Which encoding does the invoice exporter use for DATEV?";
/** What a subagent is told to do. */
export const SUBTASK = "Look into the encoding of our DATEV invoice exporter";
export const SAVED = "The queue worker retries three times";

/** What an agent does that is asked for a summary. */
export const SAVES_ON_REQUEST: Rule = {
  when: /\[Session Save\][\s\S]*?(\S+memory) save summary --session (\S+) /,
  run: "$1 save summary --session $2 --source stop --topic 'A topic' --summary 'The invoice encoding was discussed'",
  say: "SAVED-ON-REQUEST",
};

/** A word to which the model takes so long to answer that a person can stop it. */
export const TAKE_LONG = "TAKE-LONG";
export const THINKING_MS = 6_000;

const RULES: readonly Rule[] = [
  SAVES_ON_REQUEST,
  { when: /TAKE-LONG/, say: "ANSWER", pauseMs: THINKING_MS },
  { when: /RUN-SAVE/, run: `${BINARY} save fact --type W --content '${SAVED}' --entities queue`, say: "ANSWER saved" },
  // A later session may be told of an earlier one’s prompt: what is played last stands first.
  { when: /RUN-HIDDEN/, run: "sh -c 'echo E_LEASE_LOST: no lease >&2; exit 3' 2>&1 | tail -3", say: "ANSWER tool" },
  { when: /RUN-FAILING/, run: "sh -c 'echo E_LEASE_LOST: no lease >&2; exit 3'", say: "ANSWER tool" },
  { when: /RUN-TOUCH/, run: "touch b.txt", say: "ANSWER tool" },
  { when: /RUN-MKDIR/, run: "mkdir -p folder", say: "ANSWER tool" },
  {
    when: /RUN-WRITE/,
    tool: { name: "Write", input: { file_path: "prices.sql", content: "price float" } },
    say: "ANSWER tool",
  },
  ...[["RUN-AGENT", "general-purpose"], ["RUN-LOOKER", "Explore"]].map(([word = "", subagent_type]) => ({
    when: new RegExp(`${word} of Claude`),
    tool: { name: "Agent", input: { description: "look", prompt: SUBTASK, subagent_type } },
    say: "ANSWER agent",
  })),
  // A subagent works beside the turn, which goes on at once.
  ...[
    ["RUN-AGENT", {}],
    ["RUN-LOOKER", { agent_type: "explorer" }],
    ["RUN-FORK", { fork_context: true }],
  ].map(([word, more]) => ({
    when: new RegExp(`${word} of Codex`),
    tool: { name: "spawn_agent", namespace: "multi_agent_v1", input: { message: SUBTASK, ...more as object } },
    say: "ANSWER agent",
    pauseMs: 3_000,
  })),
];

/** What a session of work sounds like: every prompt has substance. */
export const WORK = [
  "We keep sessions in Redis from now on, because the database was the bottleneck. Change the session store.",
  "Write the migration that drops the old sessions table in PostgreSQL.",
  "The test of the login controller fails with ECONNREFUSED 6379; find the reason.",
  "Use a pool of ten Redis connections and close them at shutdown.",
  "Now change the deployment manifest so that the API waits for Redis.",
  "Rename SessionDao to SessionStore everywhere in the service layer.",
  "Add a metric for expired sessions and document it in docs/metrics.md.",
  "Set the time to live of a session to 900 seconds in the configuration.",
];

/** Gemini CLI takes `!` and `?` in a line that is typed fast for keys of its own. */
export const GOODBYE = "That is all for today, thanks. Bye.";

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
export function played(play: (stage: Stage, client: Client, check: Seen) => Promise<void>) {
  return async (packages: string, client: Client, check: Seen) => {
    const stage = await withMemory(packages, client);
    try {
      await play(stage, client, check);
    } finally {
      stage.close();
    }
  };
}

/** Whether the client printed the model's answer and nothing else. */
export const isAnswer = (said: string, wanted: string) => said === wanted;
/** Whether one of the requests holds the words. */
export const anyHas = (texts: readonly string[], words: string) => texts.some((text) => text.includes(words));
/** How the request for a summary begins, in whichever client. */
export const REQUEST = "[Session Save]";
/** Whether two texts are the same, and the lines that only one of them has. */
export function same(now: string, before: string): [boolean, string] {
  const [left, right] = [now.split("\n"), before.split("\n")];
  const apart = [
    ...left.filter((line) => !right.includes(line)).map((line) => `+ ${line}`),
    ...right.filter((line) => !left.includes(line)).map((line) => `- ${line}`),
  ];
  return [apart.length === 0, apart.join("\n")];
}

export async function holds(stage: Stage, query: string, content: string): Promise<boolean> {
  return (await stage.memory(["search", query, "--layer", "project"])).includes(content);
}

/** What doctor says: how many checks fail, and its words about delivery and hooks. */
export async function examined(stage: Stage): Promise<{ failed: number; delivery: string; hooks: string }> {
  const { data } = JSON.parse(await stage.memory(["doctor", "--json"]));
  const detailOf = (wanted: string) => data.checks.find(({ id }: { id: string }) => id === wanted).detail;
  return { failed: data.summary.fail, delivery: detailOf("delivery"), hooks: detailOf("hooks_installed") };
}
