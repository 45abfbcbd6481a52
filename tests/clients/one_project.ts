/**
 * All clients on one project, one after the other, with Cursor before and after them: what each knows of the others.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { BINARY } from "../box.ts";
import type { Client } from "./client.ts";
import type { Rule } from "./model.ts";
import { anyHas, isAnswer, REQUEST, type Seen } from "./played.ts";
import { openStage, type Stage } from "./stage.ts";

/** Played once, with every client that is there. */
export const TOGETHER = {
  name: "one project, four clients",
  async play(packages: string, clients: readonly Client[], check: Seen): Promise<void> {
    const stage = await openStage(packages, clients, { rules: dayRules(clients) });
    try {
      await stage.memory(["init", "--agent", "cursor", "--skip-model"]);
      cursorSays(stage, "sessionStart", {});
      await stage.memory(["save", "fact", "--session", CURSOR_SESSION, "--type", "W", "--content", savedBy("cursor")]);
      const known = ["cursor"];
      for (const client of clients) {
        stage.fresh();
        const ran = await stage.once(
          client,
          `SAVE-AS-${client.id}: we agree on the limit of the ${client.id} gateway.`,
        );
        const asked = stage.fresh();
        for (const other of known) {
          check(`${client.name} knows what ${other} saved`, anyHas(asked, savedBy(other)));
        }
        check(`${client.name} prints its answer`, isAnswer(ran.stdout, `ANSWER ${client.id}`));
        check(`${client.name} is asked for nothing`, !anyHas(asked, REQUEST));
        known.push(client.id);
      }
      const start = cursorSays(stage, "sessionStart", { conversation_id: "cursor-2", session_id: "cursor-2" });
      for (const other of known.slice(1)) check(`Cursor knows what ${other} saved`, start.includes(savedBy(other)));
    } finally {
      stage.close();
    }
  },
};

const CURSOR_SESSION = "0e6a777d-f20f-47ee-9499-9a7329783a9d";
const savedBy = (id: string) => `The gateway of ${id} accepts ${id.length * 100} requests per second`;

function dayRules(clients: readonly Client[]): Rule[] {
  return clients.map(({ id }) => ({
    when: new RegExp(`SAVE-AS-${id}`),
    run: `${BINARY} save fact --type W --content '${savedBy(id)}' --entities gateway`,
    say: `ANSWER ${id}`,
  }));
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
