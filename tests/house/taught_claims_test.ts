/** What the texts promise an agent holds for the binary: each test takes its commands from the texts themselves. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { AGENTS } from "../../src/agents/event.ts";
import { SETUPS } from "../../src/agents/setup.ts";
import { agentFiles, rulesText } from "../../src/templates/files.ts";
import { brief } from "../../src/templates/brief.ts";
import { flushAsk, stopAsk } from "../../src/templates/prompts.ts";
import { BINARY, type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { LANGUAGES, taughtLines, taughtTexts } from "../taught.ts";

const unix = { skip: process.platform === "win32" ? "the lines are run by a Unix shell" : false };

/** A line of a shell in a project, as an agent of Claude Code runs it. */
function shell(box: Box, line: string, session?: string): { code: number | null; stdout: string; stderr: string } {
  const ran = spawnSync("sh", ["-c", line], {
    cwd: box.project,
    env: {
      HOME: box.home,
      PATH: `${dirname(BINARY)}:${process.env["PATH"]}`,
      LANG: "en_US.UTF-8",
      ...(session === undefined ? {} : { CLAUDE_CODE_SESSION_ID: session }),
    },
    encoding: "utf8",
    input: "",
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const json = (box: Box, line: string, session?: string): Json => JSON.parse(shell(box, line, session).stdout);

let turn = 0;

async function says(box: Box, prompt: string, session = "c-1"): Promise<string> {
  const reply = await box.hook("claude", "UserPromptSubmit", {
    session_id: session,
    prompt_id: `t${++turn}`,
    cwd: box.project,
    hook_event_name: "UserPromptSubmit",
    prompt,
  });
  return contextOf(reply);
}

async function startOf(box: Box, session = "c-1"): Promise<string> {
  const reply = await box.hook("claude", "SessionStart", { session_id: session, cwd: box.project, source: "startup" });
  return contextOf(reply);
}

/** Whatever is remembered: daily files, summaries and notes. */
function remembered(box: Box): string {
  const files = readdirSync(box.data, { recursive: true }).map(String).filter((name) =>
    /^(daily|notes|sessions\.jsonl|proposals)/.test(name) && statSync(box.path(name)).isFile()
  );
  return files.map((name) => readFileSync(box.path(name), "utf8")).join("");
}

const PAYLOAD = JSON.stringify([{
  scene: "Designing error responses",
  principles: ["One shape", "A plain string"],
  choice: "One shape",
  source: "remember",
  confidence: "high",
}]);

/** A line with words in the place of what it leaves open. */
const filled = (line: string, words: string) => line.replace("[{…}, {…}]", PAYLOAD).replaceAll("…", words);

/** Every line that saves, of all texts. */
const saves = (language: "en" | "zh") =>
  [...taughtTexts(language).values()].flatMap(taughtLines)
    .filter((line) => /^memory (save|note propose) .*'/.test(line));

for (const language of LANGUAGES) {
  test(
    `${language}: after the wish no line that a text teaches saves anything, and what lifts it is said`,
    unix,
    async () => {
      const box = memoryBox();
      const lines = [...new Set(saves(language))].map((line) => filled(line, "Zephyr"));
      assert.ok(lines.length >= 8, lines.join("\n"));
      await says(box, "don't save this session");
      for (const line of lines) {
        const { data } = json(box, line, line.includes("--session") ? undefined : "c-1");
        const { status, reason, message } = data.results?.[0] ?? data;
        assert.match(status, /skipped|dropped/, line);
        assert.equal(reason, "session_not_saved", line);
        assert.match(message, /save again/);
        const unnamed = json(box, line.replace(/ --session \S+/, "")).data;
        assert.match(
          (unnamed.results?.[0] ?? unnamed).status,
          /skipped|dropped/,
          "a client whose shell knows no session",
        );
      }
      assert.doesNotMatch(remembered(box), /Zephyr|One shape/);

      const refused = json(box, lines[0] ?? "", "c-1").data.message;
      const lift = /`(memory enable [^`]+)`/.exec(refused)?.[1] ?? "";
      assert.equal(shell(box, lift).code, 0, refused);
      for (const line of lines) {
        const { data } = json(box, line, "c-1");
        assert.match((data.results?.[0] ?? data).status, /saved|exists|updated|written|proposed/, line);
      }
    },
  );

  test(`${language}: backticks, dollars and quotes in what is saved reach the memory as they were said`, unix, () => {
    for (const line of new Set(saves(language).filter((each) => /--content|--summary/.test(each)))) {
      const box = memoryBox();
      const said = 'Run `echo pwned` and $(echo pwned) with "$HOME", not !! or \\n';
      const whole = line.replace(/(--(?:content|topic|summary|todo|decision|done)) '[^']*'/g, `$1 '${said}'`);
      assert.equal(json(box, whole).status, "ok", whole);
      assert.ok(remembered(box).includes(JSON.stringify(said)), `${whole}\n${remembered(box)}`);
    }
  });

  test(`${language}: a text in double quotes is taught nowhere, because a shell would run what it holds`, () => {
    for (const [name, text] of taughtTexts(language)) {
      for (const line of taughtLines(text)) assert.doesNotMatch(line, /"(?![^']*'$)[^']*(?:'|$)/, `${name}: ${line}`);
    }
  });

  test(`${language}: the files that a skill tells to open lie beside it for every client, and no other does`, () => {
    for (const agent of AGENTS) {
      const files = new Map(agentFiles(SETUPS[agent].texts, language, "memory").map(({ file, text }) => [file, text]));
      const skill = [...files.keys()].find((file) => file.endsWith("/long-term-memory/SKILL.md")) ?? "";
      const named = [...(files.get(skill) ?? "").matchAll(/^- `([a-z]+\.md)`/gm)].map(([, name]) =>
        `${dirname(skill)}/${name}`
      );
      const beside = [...files.keys()].filter((file) => file.startsWith(`${dirname(skill)}/`) && file !== skill);
      assert.deepEqual(named, beside, agent);
      assert.ok(named.length > 0);
    }
  });

  test(`${language}: output is JSON wherever it is called so, and text where that is said`, unix, () => {
    const box = memoryBox();
    shell(box, "memory save fact --type W --content 'Redis caches sessions'");
    const lines = [...taughtTexts(language)].filter(([name]) => /manage\.md$|SKILL\.md$/.test(name)).flatMap((
      [, text],
    ) => taughtLines(text));
    // What needs an id that is there, a file, or the network, is tried elsewhere.
    const plain = new Set(
      lines.filter((line) => !/\b(?:ID|OP|NEW|OLD|TOKEN|FILE|MEM-)|model|…| -$|propose/.test(line)),
    );
    assert.ok(plain.size >= 6, [...plain].join("\n"));
    for (const line of plain) {
      const { stdout } = shell(box, line);
      if (/^memory (show|retrieve)| --text /.test(line)) assert.doesNotMatch(stdout, /^\{/, line);
      else assert.doesNotThrow(() => JSON.parse(stdout), line);
    }
  });
}

test("every id that a save, a search or a start shows is one that each command takes", unix, async () => {
  const box = memoryBox();
  const save = (content: string, more = "") =>
    json(box, `memory save fact --type W --content '${content}'${more}`).data;
  save("The session TTL is 300 seconds");
  const changed = save("The session TTL is 900 seconds");
  const lookedUp = json(box, "memory search 'session TTL'").results.map((each: Json) => each.id);
  assert.equal(lookedUp.length, 2);
  const both = await startOf(box, "c-2");
  assert.match(both, /900 seconds \[\w{4}\]/);
  assert.match(both, /300 seconds \[\w{4}\] ⚠/);

  // The answer names the option that the same save takes once more.
  const option = /`(--supersedes [^`]+)`/.exec(changed.hint)?.[1] ?? "";
  assert.equal(save("The session TTL is 900 seconds", ` ${option}`).status, "updated", changed.hint);
  assert.doesNotMatch(await startOf(box, "c-3"), /300 seconds/);

  const shown = /900 seconds \[(\w{4})\]/.exec(await startOf(box, "c-4"))?.[1] ?? "";
  for (const id of [shown, `[${shown}]`]) {
    assert.match(shell(box, `memory show --id '${id}'`).stdout, /900 seconds/, id);
    const newer = save("The session TTL is 1200 seconds", ` --supersedes '${id}'`);
    assert.equal(newer.status, "saved", id);
    assert.doesNotMatch(await startOf(box, `c-${id}`), /900 seconds/, id);
    json(box, `memory manage delete --id ${newer.id} --confirm`);
  }
});

test(
  "a to-do that is settled with the taught words is gone next morning, and one that is open still stands",
  unix,
  async () => {
    for (const language of LANGUAGES) {
      const box = memoryBox();
      const lines = taughtLines(rulesText(language, "memory"));
      const summary = lines.find((line) => line.startsWith("memory save summary")) ?? "";
      const done = lines.find((line) => line.startsWith("memory done")) ?? "";
      for (
        const [session, todo] of [["c-1", "Write the migration script"], [
          "c-2",
          "Ask Ann for the certificate",
        ]] as const
      ) {
        await startOf(box, session);
        assert.equal(
          json(box, filled(summary, "Payments").replace(/(--todo) '[^']*'/, `$1 '${todo}'`), session).status,
          "ok",
        );
      }
      assert.match(await startOf(box, "c-3"), /Ask Ann for the certificate/);
      const closed = json(box, done.replace(/'[^']*'/, "'migration script'"), "c-3");
      assert.equal(closed.status, "ok", JSON.stringify(closed));
      const open = json(box, "memory manage list --todos");
      assert.match(JSON.stringify(open), /certificate/);
      assert.doesNotMatch(JSON.stringify(open), /migration script/);
      const next = await startOf(box, "c-4");
      assert.match(next, /certificate/);
      assert.doesNotMatch(next, /migration script/);
    }
  },
);

test("list shows what delete takes, of both layers, and nothing else goes", unix, () => {
  for (const language of LANGUAGES) {
    const box = memoryBox();
    shell(box, "memory save fact --type W --content 'GraphQL went to the gateway'");
    shell(box, "memory save fact --type W --content 'Postgres holds the orders'");
    shell(box, "memory save fact --type O --layer global --content 'No GraphQL in new services'");
    const manage = [...taughtTexts(language)].find(([name]) => name.endsWith("/manage.md"))?.[1] ?? "";
    const lines = taughtLines(manage);
    const list = lines.find((line) => line.startsWith("memory manage list --keyword"))?.replace("Redis", "GraphQL") ??
      "";
    const ids = json(box, list).data.records.map(({ id }: Json) => id);
    assert.equal(ids.length, 2, list);
    const remove = lines.find((line) => /manage delete .*--confirm/.test(line))?.replace("ID,ID,ID", ids.join()) ?? "";
    assert.equal(json(box, remove).data.deleted, 2, remove);
    assert.deepEqual(json(box, "memory manage list").data.records.map(({ content }: Json) => content), [
      "Postgres holds the orders",
    ]);
    const back = lines.find((line) => line.startsWith("memory manage restore --id"))?.replace("ID,ID", ids.join()) ??
      "";
    assert.equal(json(box, back).status, "ok", back);
    assert.equal(json(box, list).data.records.length, 2);
  }
});

test(
  "of one record that says other things too only a part goes, and a record that goes comes back with undo",
  unix,
  () => {
    for (const language of LANGUAGES) {
      const box = memoryBox();
      const whole = "Reminders go by push, else by sms; the sms signature is in review";
      const { id } = json(box, `memory save fact --type W --content '${whole}'`).data;
      const manage = [...taughtTexts(language)].find(([name]) => name.endsWith("/manage.md"))?.[1] ?? "";
      const [, step = ""] = /\n## (?:Delete|删除)\n\n(1\..*)/.exec(manage) ?? [];
      const [cut = ""] = taughtLines(step).filter((line) => line.startsWith("memory manage edit"));
      const part = "Reminders go by push, else by sms";
      json(box, cut.replace("ID", id).replace("…", part));
      const contents = () => json(box, "memory manage list").data.records.map(({ content }: Json) => content);
      assert.deepEqual(contents(), [part], cut);
      json(box, `memory manage delete --id ${id} --confirm`);
      assert.deepEqual(contents(), []);
      json(box, "memory manage undo");
      assert.deepEqual(contents(), [part]);
    }
  },
);

test("what the rule calls O, W and B is given as the rule says", unix, async () => {
  const box = memoryBox();
  const rule = taughtLines(rulesText("en", "memory")).find((line) => line.startsWith("memory save fact")) ?? "";
  assert.match(rule, / --type O /);
  for (const type of ["O", "W", "B"]) {
    assert.equal(
      json(box, rule.replace("--type O", `--type ${type}`).replace("--content '", `--content 'Kind ${type}: `)).status,
      "ok",
    );
  }
  const start = await startOf(box, "c-9");
  assert.match(start, /<memory-conventions[^]*Kind O[^]*<\/memory-conventions/, "a rule is to be followed");
  assert.match(start, /- \[W\]\[\d{4}-\d\d-\d\d\] Kind W/, "with the date that the answer is to give");
  assert.match(start, /- \[B\]\[\d{4}-\d\d-\d\d\] Kind B/);
});

test("B is given for a week whatever else was said, and found after it; O is given at every start", unix, async () => {
  const box = memoryBox();
  const put = (type: string, content: string, days: number, at = 0) => {
    const timestamp = new Date(Date.now() - days * 86_400_000 - 60_000 - at).toISOString();
    const id = `log-10${String(days).padStart(3, "0")}${String(at).padStart(4, "0")}-${type.toLowerCase()}aa${at % 10}`;
    const file = `daily/${timestamp.slice(0, 10)}.jsonl`;
    const before = existsSync(box.path(file)) ? box.read(file) : "";
    const record = { id, type: "fact", memory_type: type, content, entities: [], confidence: 0.8, timestamp };
    box.write(file, `${before}${JSON.stringify(record)}\n`);
  };
  const words = ["alpha", "bravo", "cedar", "delta", "ember", "flint", "grove", "haven", "inlet", "jetty"];
  words.forEach((word, at) => put("W", `We renamed the ${word} module to ${words[9 - at]}s`, 0, at));
  words.forEach((word, at) => put("W", `Customers of the ${word} plan pay in ${words[9 - at]} coins`, 1, at));
  put("B", "Staging is reached through the bastion host orchid", 6);
  put("B", "The old cluster was reached through the host peony", 9);
  put("W", "The trial ends after twelve days", 6);
  put("O", "Answers to the team are in French", 300);
  const start = await startOf(box);
  assert.match(start, /bastion host orchid/);
  assert.doesNotMatch(start, /host peony|twelve days/);
  assert.match(start, /<memory-conventions[^]*in French/);
  for (const [query, found] of [["cluster host peony", /peony/], ["trial ends", /twelve days/]] as const) {
    assert.match(shell(box, `memory search '${query}'`).stdout, found);
  }
});

test("a look-up orders nothing: what a person can do for a better one is not in it", unix, () => {
  const box = memoryBox();
  shell(box, "memory save fact --type W --content 'Redis caches sessions'");
  for (const line of ["memory search Redis", "memory search Kafka", "memory retrieve Redis --json"]) {
    assert.doesNotMatch(shell(box, line).stdout, /memory \w|download`/, line);
  }
});

test("a client whose shell knows no session is told its id once, another one not at all", async () => {
  for (
    const [agent, event] of [["claude", "SessionStart"], ["codex", "SessionStart"], ["gemini", "SessionStart"]] as const
  ) {
    const box = memoryBox();
    const reply = await box.hook(agent, event, { session_id: "s-77", cwd: box.project, source: "startup" });
    const said = reply.hookSpecificOutput.additionalContext;
    assert.match(said, /long-term memory can be called/);
    assert.equal(said.split("s-77").length - 1, agent === "gemini" ? 1 : 0, agent);
  }
});

/** Tokens that a model reads at most; o200k is the coarsest tokeniser that the clients' models use. */
const BUDGETS: Readonly<Record<string, number>> = {
  rules: 414,
  brief: 384,
  stop: 80,
  flush: 175,
  "long-term-memory/SKILL.md": 690,
  "memory-retrieve/SKILL.md": 400,
};

test("the texts stay short, in both languages", () => {
  for (const language of LANGUAGES) {
    // As Cursor has it, whose rule names the installed binary.
    const installed = countTokens(rulesText(language, "/home/alexander/.local/bin/memory"));
    assert.ok(installed <= (BUDGETS["rules"] ?? 0), `${language} rule with a long path: ${installed}`);
    const texts = taughtTexts(language);
    for (const [name, most] of Object.entries(BUDGETS)) {
      const [, text = ""] = [...texts].find(([file]) => file.endsWith(name)) ?? [];
      const tokens = countTokens(text);
      assert.ok(tokens > 40 && tokens <= most, `${language} ${name}: ${tokens}`);
    }
  }
});

test("rule and brief are one text, and the brief adds the session alone", () => {
  for (const language of LANGUAGES) {
    const values = { memory: "memory", session: "c-1" };
    const rule = rulesText(language, "memory").replace(/^---\n[^]*?\n---\n+/, "").trimEnd();
    assert.equal(brief(language, values, { isNamed: true }), rule);
    const named = brief(language, values);
    assert.equal(named.split("c-1").length, 2);
    assert.equal(named.replace(/ (?:Add|每次存都加) `--session c-1`[^.。]*[.。]/, ""), rule);
    for (const ask of [stopAsk(language, values), flushAsk(language, values)]) assert.match(ask, /--session c-1 /);
  }
});

test("no text asks for silence twice, or hides what is done", () => {
  for (const language of LANGUAGES) {
    for (const [name, text] of taughtTexts(language)) {
      assert.doesNotMatch(
        text,
        /do not show (?:these|its) commands|do not mention it|不要展示(?:它的|这些)?命令|不展示命令/i,
        name,
      );
    }
  }
});

test("init installs every file of a skill, and uninstall takes each away", async () => {
  const box = memoryBox({ empty: true });
  for (const agent of AGENTS) {
    await box.run(["init", "--agent", agent, "--skip-model"]);
    const folder = join(box.project, SETUPS[agent].texts.skills, "long-term-memory");
    assert.deepEqual(readdirSync(folder).sort(), ["SKILL.md", "manage.md", "settings.md"], agent);
    const { checks } = (await box.json(["doctor"])).data;
    assert.equal(checks.find(({ id }: Json) => id === "hooks_installed").status, "pass", agent);
    await box.run(["uninstall"]);
    assert.equal(existsSync(folder), false, agent);
  }
});
