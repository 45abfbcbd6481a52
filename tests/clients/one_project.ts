/**
 * A day in which all clients work on one project at once, each in its terminal, with Cursor before and after them:
 * what each knows of the others, and whether it is left in peace.
 */
import { spawnSync } from "node:child_process";
import { BINARY } from "../box.ts";
import type { Client } from "./client.ts";
import { sayAndWait } from "./conversations.ts";
import type { Rule } from "./model.ts";
import { anyHas, GOODBYE, REQUEST, SAVES_ON_REQUEST, type Seen } from "./played.ts";
import { openStage, type Stage } from "./stage.ts";

/** Played once, with every client that is there. */
export const TOGETHER = {
  name: "a day on one project",
  async play(
    packages: string,
    clients: readonly Client[],
    check: Seen,
  ): Promise<void> {
    const stage = await openStage(packages, clients, {
      rules: dayRules(clients),
    });
    try {
      stage.model.delayMs = 300;
      await stage.memory(["init", "--agent", "cursor", "--skip-model"]);
      cursorSays(stage, "sessionStart", {});
      await stage.memory([
        "save",
        "fact",
        "--session",
        CURSOR_SESSION,
        "--type",
        "W",
        "--content",
        limitOf("cursor"),
      ]);
      const desks = await Promise.all(
        clients.map((client) => sitDown(stage, client, check)),
      );
      await workTogether(stage, desks, check);
      await Promise.all(desks.map((desk) => goHome(stage, desk, check)));
      const start = cursorSays(stage, "sessionStart", {
        conversation_id: "cursor-2",
        session_id: "cursor-2",
      });
      const [first] = clients;
      for (const { id, name } of clients.filter((each) => each !== first)) {
        check(
          `Cursor knows what ${name} saved`,
          start.includes(limitOf(id)),
          start,
        );
      }
      check(
        "Cursor is given the changed value",
        start.includes(CHANGED),
        start,
      );
      check(
        "Cursor is not given the one before it",
        !first || !start.includes(limitOf(first.id)),
        start,
      );
      check(
        "Cursor is not reminded of the to-do that is done",
        !start.includes(TODO),
        start,
      );
    } finally {
      stage.close();
    }
  },
};

const CURSOR_SESSION = "0e6a777d-f20f-47ee-9499-9a7329783a9d";
const limitOf = (id: string) => `The gateway of ${id} accepts ${id.length * 100} requests per second`;
const CHANGED = "The limit of the first gateway is 950 requests per second since the new servers";
const TODO = "Raise the quota of the staging cluster";

/** A client in its terminal. */
interface Desk {
  readonly client: Client;
  /** Says a line, checks that the answer to it stands on the screen, and returns what the model was asked. */
  say(line: string, answer: string): Promise<string[]>;
}

async function sitDown(
  stage: Stage,
  client: Client,
  check: Seen,
): Promise<Desk> {
  const { terminal, ready } = await stage.terminal(client);
  check(`${client.name} takes prompts`, ready, terminal.screen());
  return {
    client,
    async say(line, answer) {
      const asked = await sayAndWait(
        stage,
        client,
        terminal,
        line,
        new RegExp(answer),
      );
      const screen = terminal.screen();
      check(
        `${client.name} shows its answer to: ${line}`,
        screen.includes(answer),
        screen,
      );
      return asked;
    },
  };
}

async function workTogether(
  stage: Stage,
  desks: readonly Desk[],
  check: Seen,
): Promise<void> {
  await Promise.all(
    desks.map(({ client: { id }, say }) => say(`SAVE: we agree on the limit of ${id}`, `SAVED ${id}`)),
  );
  await Promise.all(desks.map(async ({ client, say }, at) => {
    const other = desks.at(at - 1)?.client ?? client;
    const asked = await say(
      `How many requests does the gateway of ${other.id} accept`,
      "AS MANY AS NOTED",
    );
    check(
      `${client.name} knows what ${other.name} saved`,
      anyHas(asked, limitOf(other.id)),
    );
    check(
      `${client.name} knows what Cursor saved`,
      anyHas(asked, limitOf("cursor")),
    );
  }));

  const [first, second = first, third = second] = desks;
  if (!first || !second || !third) return;
  const { results } = JSON.parse(
    await stage.memory([
      "search",
      limitOf(first.client.id),
      "--layer",
      "project",
    ]),
  );
  const change = `${BINARY} save fact --type W --content '${CHANGED}' --supersedes ${results[0].id}`;
  stage.model.rules = [
    { when: /CHANGE:/, run: change, say: "IT IS CHANGED" },
    ...stage.model.rules,
  ];
  await Promise.all([
    first.say("CHANGE: the limit of the first gateway", "IT IS CHANGED"),
    second.say("LATER: the quota of the staging cluster", "IT IS NOTED"),
  ]);
  check(
    `${second.client.name} notes a to-do`,
    (await openTodos(stage)).includes(TODO),
  );
  await Promise.all([
    third.say(
      "DONE: the quota of the staging cluster is raised",
      "IT IS CLOSED",
    ),
    second.say(
      "Which limit has the first gateway since the new servers",
      "THE NEW LIMIT",
    ).then((asked) =>
      check(
        `${second.client.name} knows the value that ${first.client.name} changed`,
        anyHas(asked, CHANGED),
      )
    ),
  ]);
  check(
    `${third.client.name} closes the to-do of ${second.client.name}`,
    !(await openTodos(stage)).includes(TODO),
  );
}

const openTodos = (stage: Stage) => stage.memory(["manage", "list", "--todos"]);

async function goHome(
  stage: Stage,
  { client, say }: Desk,
  check: Seen,
): Promise<void> {
  const given = () => givenTo(stage, client);
  const before = given();
  await say("ok, looks fine to me", "GOOD TO HEAR");
  const isSame = before > 0 && given() === before;
  check(
    `${client.name} is given nothing with a prompt about nothing`,
    isSame,
    `${before}, then ${given()}`,
  );
  await say(GOODBYE, "SEE YOU");
  const requests = stage.model.asked.filter(({ by, said, ended }) =>
    by === client.id && ended && said.includes(REQUEST)
  );
  check(`${client.name} is asked once at most`, requests.length <= 1);
}

/** How many frames and lines of memory stand in the longest that the model was sent of the client's conversation. */
function givenTo(stage: Stage, client: Client): number {
  const texts = stage.model.asked.filter(({ by }) => by === client.id).map((
    { text },
  ) => text);
  return Math.max(
    0,
    ...texts.map((text) => text.match(/memory-(?:notes|conventions) id=|\[memory\] /g)?.length ?? 0),
  );
}

function dayRules(clients: readonly Client[]): Rule[] {
  return [
    SAVES_ON_REQUEST,
    ...clients.map(({ id }): Rule => ({
      when: new RegExp(`SAVE: .* ${id}\\b`),
      run: `${BINARY} save fact --type W --content '${limitOf(id)}' --entities gateway`,
      say: `SAVED ${id}`,
    })),
    { when: /How many requests/, say: "AS MANY AS NOTED" },
    { when: /Which limit/, say: "THE NEW LIMIT" },
    { when: /looks fine/, say: "GOOD TO HEAR" },
    { when: /Bye\./, say: "SEE YOU" },
    {
      when: /LATER:/,
      run: `${BINARY} save summary --todo '${TODO}'`,
      say: "IT IS NOTED",
    },
    {
      when: /DONE:/,
      run: `${BINARY} done ${TODO.toLowerCase()}`,
      say: "IT IS CLOSED",
    },
  ];
}

/** An event of Cursor in the shape that was recorded of it: no Cursor runs here. */
function cursorSays(stage: Stage, event: string, fields: object): string {
  const payload = {
    conversation_id: CURSOR_SESSION,
    generation_id: "",
    model: "composer-2.5-fast",
    is_background_agent: false,
    composer_mode: "agent",
    session_id: CURSOR_SESSION,
    hook_event_name: event,
    cursor_version: "3.12.17",
    workspace_roots: [stage.project],
    user_email: "a@b.c",
    transcript_path: null,
    ...fields,
  };
  const ran = spawnSync(BINARY, ["hook", "cursor", event], {
    cwd: stage.project,
    input: JSON.stringify(payload),
    env: { HOME: stage.home, PATH: "/usr/bin:/bin" },
    encoding: "utf8",
  });
  return ran.stdout;
}
