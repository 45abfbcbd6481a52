/** What is played with single prompts, each in a run of its own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BINARY } from "../box.ts";
import { openStage } from "./stage.ts";
import { hasTmux } from "./terminal.ts";
import {
  anyHas,
  AT_PROMPT,
  AT_START,
  BRIEF,
  examined,
  holds,
  isAnswer,
  played,
  QUESTION,
  REQUEST,
  same,
  SAVED,
  type Scenario,
  SUBTASK,
  WORK,
} from "./played.ts";

/** About a command that the model runs, and about how another one fails. */
const TOOL_RULE = "Never create files with touch, run make stamp instead";
/** A fact that names the tool calls at which it is told, and shares no word with them. */
const TOOL_WAITS = "Ask Ana before anything new is made";
const TOOL_FIX = "E_LEASE_LOST means that the worker of yesterday still holds the lease, restart it";

/** What a person would write to let an agent run commands without a question. */
function allowCommands(project: string): void {
  const shell = ["run_shell_command"];
  for (
    const [file, settings] of [
      [".claude/settings.json", { permissions: { allow: ["Bash", "Write"] } }],
      [".gemini/settings.json", { tools: { allowed: shell } }],
      [".qwen/settings.json", { tools: { approvalMode: "yolo" } }],
    ] as const
  ) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), JSON.stringify(settings));
  }
}

/** How often a record stands in a frame of a request. */
function told(request: string, content: string): number {
  return request.split(`- ${content}`).length - 1;
}

export const PROMPTS: readonly Scenario[] = [
  {
    name: "context",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const ran = await stage.once(client, QUESTION);
      const asked = stage.fresh();
      check("the context of the start reaches the model", anyHas(asked, AT_START));
      check("the record about the prompt reaches the model", anyHas(asked, AT_PROMPT));
      check("the skills are listed to the model", anyHas(asked, "long-term-memory"));
      check("what is printed is the answer", isAnswer(ran.stdout, "ANSWER"));
      check(
        "the client reports no hook error",
        !/hook.{0,40}(?:invalid|failed|error)|invalid.{0,20}hook/i.test(ran.stderr),
      );
      const { failed, delivery } = await examined(stage);
      check("doctor: no check fails", failed === 0);
      check("doctor: delivery is seen", /\d delivered/.test(delivery), delivery);
      if (!client.hasCommands) return;
      await stage.once(client, "/remember DATEV needs ISO-8859-1");
      const expanded = stage.fresh().join("\n");
      check(
        "a command reaches the model as what it says",
        /Keep what the user names[^]*DATEV needs ISO-8859-1/.test(expanded),
      );
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
    name: "hooks off",
    needsTerminal: false,
    play: played(async (stage, client, check) => {
      const file = client.off.file(stage.place(client));
      mkdirSync(dirname(file), { recursive: true });
      const before = existsSync(file) ? readFileSync(file, "utf8") : "";
      writeFileSync(file, client.off.text(before));
      const ran = await stage.once(client, QUESTION);
      check("what is printed is the answer", isAnswer(ran.stdout, "ANSWER"), ran.stdout + ran.stderr);
      check("a client whose settings switch hooks off is given nothing", !anyHas(stage.fresh(), AT_PROMPT));
      const off = await examined(stage);
      check("doctor names the file that switches them off", off.hooks.includes(`${file} says so`), off.hooks);
      check("doctor claims no delivery", !/\d delivered/.test(off.delivery), off.delivery);
      writeFileSync(file, before);
      const { hooks } = await examined(stage);
      check("doctor says nothing of it when they are on", !/says so/.test(hooks), hooks);
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
    name: "tools",
    needsTerminal: false,
    playedBy: ({ id }) => id !== "copilot",
    play: played(async (stage, client, check) => {
      allowCommands(stage.project);
      await stage.memory(["save", "fact", "--type", "O", "--content", TOOL_RULE, "--entities", "touch,make stamp"]);
      await stage.memory(["save", "fact", "--type", "W", "--content", TOOL_FIX, "--entities", "E_LEASE_LOST"]);
      const conditions = ["--when", "run mkdir", "--when", "edit *.sql: float"];
      await stage.memory(["save", "fact", "--content", TOOL_WAITS, ...conditions]);
      for (
        const [prompt, wanted, what] of [
          ["RUN-WRITE please", TOOL_WAITS, "an edit brings the fact that waits for it"],
          ["RUN-MKDIR please", TOOL_WAITS, "a command brings the fact that waits for it"],
          ["RUN-TOUCH please", TOOL_RULE, "a command brings the rule about it to the model, beside its result"],
          ["RUN-FAILING please", TOOL_FIX, "a failure brings what is known of it to the model"],
          ["RUN-HIDDEN please", TOOL_FIX, "a failure before a pipe brings what is known of it to the model"],
        ] as const
      ) {
        // Gemini CLI and Qwen Code tell a hook nothing of a command that failed, or run none that is not allowed.
        if (wanted === TOOL_FIX && !["claude", "codex"].includes(client.id)) continue;
        // The model calls the tool of Claude Code by its name.
        if (prompt.startsWith("RUN-WRITE") && client.id !== "claude") continue;
        const ran = await stage.once(client, prompt);
        const asked = stage.fresh();
        check(what, told(asked.at(-1) ?? "", wanted) === 1, `${told(asked.at(-1) ?? "", wanted)} times`);
        check(`${prompt}: the call is not held up`, isAnswer(ran.stdout, "ANSWER tool"), ran.stdout + ran.stderr);
      }
      const { failed } = await examined(stage);
      check("doctor: no check fails", failed === 0);
    }),
  },
  {
    name: "subagents",
    needsTerminal: false,
    playedBy: ({ id }) => id === "claude" || id === "codex",
    play: played(async (stage, client, check) => {
      await stage.memory(["save", "fact", "--type", "O", "--content", TOOL_RULE, "--entities", "touch,make stamp"]);
      const isCodex = client.id === "codex";
      /** What a subagent is asked first: the session's own requests hold the task, too. */
      const first = async (word: string) => {
        const prompt = `${word} of ${client.name}`;
        await stage.once(client, prompt);
        const sessions = isCodex ? "multi_agent_v1" : prompt;
        return stage.fresh().find((text) => text.includes(SUBTASK) && !text.includes(sessions)) ?? "";
      };
      const inside = await first("RUN-AGENT");
      check("a subagent's first request holds the conventions", inside.includes(TOOL_RULE));
      check("… and what its task is about", inside.includes(AT_PROMPT));
      const looker = await first("RUN-LOOKER");
      check("one that only looks is given nothing", looker !== "" && !looker.includes(TOOL_RULE));
      if (isCodex) {
        const fork = await first("RUN-FORK");
        const times = fork.split(TOOL_RULE).length - 1;
        check("one that has the conversation is not told again", times === 1, `${times} times`);
      }
      const listed = JSON.parse(await stage.memory(["manage", "list", "--type", "summary", "--json"]));
      check("a subagent leaves no summary of its own", (listed.data?.records ?? []).length <= 2);
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
      check(
        "the model has the start's context and is told how to use memory",
        asked.includes(AT_START) && asked.includes(BRIEF),
      );
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
    name: "program gone",
    needsTerminal: false,
    play: async (packages, client, check) => {
      const stage = await openStage(packages, [client], { init: false });
      try {
        await stage.initAndDelete(client);
        const ran = await stage.once(client, QUESTION);
        check("a deleted program leaves the answer as it is", isAnswer(ran.stdout, "ANSWER"));
        check("and no hook error", !/hook.{0,60}(?:invalid|failed|error|not found|127)/i.test(ran.stdout + ran.stderr));
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
        check("the skills are listed to the model", anyHas(asked, "long-term-memory"));
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
    name: "mcp",
    needsTerminal: false,
    play: async (packages, client, check) => {
      const rules = [
        { when: /CALL-START/, served: { name: "start", input: {} }, say: "ANSWER start" },
        {
          when: /CALL-SAVE/,
          served: { name: "save_fact", input: { content: SAVED, type: "W", entities: ["queue"] } },
          say: "ANSWER saved",
        },
        { when: /CALL-SEARCH/, served: { name: "search", input: { query: ["queue worker"] } }, say: "ANSWER found" },
      ];
      const stage = await openStage(packages, [client], { rules, init: false });
      try {
        await stage.memory(["init", "--agent", "none", "--skip-model"]);
        await stage.memory(["save", "fact", "--type", "W", "--content", AT_START]);
        client.serves(stage.place(client), { command: BINARY, args: ["mcp"] });
        const told = async (prompt: string) => {
          const ran = await stage.once(client, prompt);
          return { answer: ran.stdout, asked: stage.fresh() };
        };
        const start = await told("CALL-START please");
        check("the tools and their instructions reach the model", anyHas(start.asked, "save_fact"));
        check("a call of start brings the context of a start", anyHas(start.asked, AT_START), start.answer);
        const saved = await told("CALL-SAVE please");
        check("a call of save_fact saves", await holds(stage, "queue worker", SAVED), saved.answer);
        const found = await told("CALL-SEARCH please");
        check("a later session finds it", anyHas(found.asked, SAVED), found.answer);
      } finally {
        stage.close();
      }
    },
  },
];
