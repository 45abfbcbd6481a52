/**
 * Rules by which the agent saves and looks up without asking: which they are, when they are written, and that nothing
 * of them stays.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { BINARY, type Box, copyBinary, memoryBox } from "../box.ts";
import { asDoctorBox } from "../doctor_box.ts";

const VERBS = ["save", "done", "search", "show", "retrieve", "intent", "note propose"];

interface Client {
  readonly agent: string;
  readonly file: (box: Box) => string;
  /** The rules of a file, or none. */
  readonly rules: (text: string) => readonly string[];
  readonly expected: readonly string[];
}

const CLIENTS: readonly Client[] = [
  {
    agent: "claude",
    file: ({ project }) => join(project, ".claude/settings.local.json"),
    rules: (text) => JSON.parse(text).permissions?.allow ?? [],
    expected: VERBS.map((verb) => `Bash(${BINARY} ${verb}:*)`),
  },
  {
    agent: "gemini",
    file: ({ home }) => join(home, ".gemini/policies/memory.toml"),
    rules: (text) => [...text.matchAll(/^ {2}"(.*)",$/gm)].map(([, prefix = ""]) => prefix),
    expected: VERBS.map((verb) => `${BINARY} ${verb}`),
  },
  {
    agent: "codex",
    file: ({ project }) => join(project, ".codex/rules/memory.rules"),
    rules: (text) => text.split("\n").filter((line) => line.startsWith("prefix_rule(")),
    expected: [
      `prefix_rule(pattern = ["${BINARY}",["save","done","search","show","retrieve","intent"]], decision = "allow")`,
      `prefix_rule(pattern = ["${BINARY}","note","propose"], decision = "allow")`,
    ],
  },
];

const init = (box: Box, { agent }: Client, ...words: string[]) =>
  box.json(["init", "--agent", agent, "--skip-model", ...words]);
const rulesOf = (box: Box, { file, rules }: Client) =>
  fs.existsSync(file(box)) ? rules(fs.readFileSync(file(box), "utf8")) : [];

for (const client of CLIENTS) {
  const { agent, expected, file } = client;

  test(`${agent}: whoever is connected first may save and look up, no verb that deletes or configures, and it is told how to undo it`, async () => {
    const box = memoryBox({ empty: true });
    const preview = await init(box, client, "--dry-run");
    assert.deepEqual(rulesOf(box, client), []);
    const { data } = await init(box, client);
    assert.deepEqual(rulesOf(box, client), expected);
    assert.match(
      preview.data.next.join("\n"),
      /would be allowed to save and look things up without asking .*--no-allow/,
    );
    assert.match(
      data.next.join("\n"),
      /may save and look things up without asking you \(undo: memory init --no-allow\)/,
    );
    assert.doesNotMatch(fs.readFileSync(file(box), "utf8"), /delete|purge|config|manage|import|restore|uninstall/);
  });

  test(`${agent}: --no-allow leaves the rules out and takes them back, later inits keep what was chosen, --allow adds them`, async () => {
    const box = memoryBox({ empty: true });
    await init(box, client, "--no-allow");
    assert.deepEqual(rulesOf(box, client), []);
    const { data } = await init(box, client);
    assert.deepEqual(rulesOf(box, client), [], "not behind the person's back");
    assert.match(data.next.join("\n"), /will ask you before each save.*--allow/);
    await init(box, client, "--allow");
    assert.deepEqual(rulesOf(box, client), expected);
    await init(box, client);
    assert.deepEqual(rulesOf(box, client), expected);
    await init(box, client, "--no-allow");
    assert.deepEqual(rulesOf(box, client), []);
    assert.equal((await init(box, client, "--allow", "--no-allow")).error.code, "INVALID_ARGUMENT");
  });

  test(`${agent}: doctor says when it must ask each time`, async () => {
    const box = asDoctorBox(memoryBox({ empty: true }));
    await init(box, client, "--no-allow");
    assert.match((await box.doctor()).of["hooks_installed"]?.detail ?? "", /asks before each save.*--allow/);
    await init(box, client, "--allow");
    assert.doesNotMatch((await box.doctor()).of["hooks_installed"]?.detail ?? "", /asks before/);
  });
}

// Any of our rules was enough, so that an agent asked at each save, or was refused, and doctor knew of nothing.
test("claude: doctor names the missing rule for saving, and the list that forbids it", async () => {
  const box = asDoctorBox(memoryBox({ empty: true }));
  const [client] = CLIENTS;
  assert.ok(client);
  await init(box, client);
  const file = client.file(box);
  const save = `Bash(${BINARY} save:*)`;
  const told = async (lists: Readonly<Record<string, readonly string[]>>) => {
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), permissions: lists }));
    return (await box.doctor()).of["hooks_installed"]?.detail ?? "";
  };
  const others = client.expected.filter((rule) => rule !== save);
  assert.match(await told({ allow: others }), /asks before each save.*--allow/);
  assert.match(
    await told({ allow: client.expected, deny: [save] }),
    /permissions\.deny` of .*settings\.local\.json keeps/,
  );
  assert.match(await told({ allow: client.expected, ask: [save] }), /permissions\.ask`/);
  assert.doesNotMatch(await told({ allow: client.expected }), /save/);
});

test("rules of the person's own stay in their place, through init and uninstall, to the byte", async () => {
  for (
    const [client, text] of [
      [
        CLIENTS[0],
        '{\r\n\t// mine\r\n\t"permissions": {\r\n\t\t"allow": [ "Bash(ls:*)" ], // first\r\n\t\t"deny": []\r\n\t}\r\n}',
      ],
      [CLIENTS[0], '{ "permissions": { "allow": [] } }'],
      [CLIENTS[0], `\ufeff{"permissions":{"allow":["Bash(${BINARY} save:*)"]}}\n`],
    ] as const
  ) {
    const box = memoryBox({ empty: true });
    if (!client) throw new Error("no such client");
    const file = client.file(box);
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    await init(box, client);
    const with_ = fs.readFileSync(file, "utf8");
    assert.notEqual(with_, text);
    await init(box, client, "--no-allow");
    await init(box, client, "--allow");
    await box.run(["uninstall", "--agent", client.agent]);
    assert.equal(fs.readFileSync(file, "utf8"), text);

    // The same when somebody wrote into the file since: only what is ours goes.
    await init(box, client);
    fs.writeFileSync(
      file,
      fs.readFileSync(file, "utf8").replace(/\}\s*$/, ', "later": true }').replace(/,\s*, "later"/, ', "later"'),
    );
    await box.run(["uninstall", "--agent", client.agent]);
    const left = fs.readFileSync(file, "utf8");
    assert.match(left, /"later": true/);
    const isOwn = text.includes(BINARY);
    assert.equal(left.split(BINARY).length - 1, isOwn ? 1 : 0, left);
  }
});

for (const client of CLIENTS) {
  test(`${client.agent}: rules follow the binary: doctor --fix and the next init name the one that runs`, async () => {
    for (const repair of [["doctor", "--fix"], ["init", "--agent", client.agent, "--skip-model"]]) {
      const box = memoryBox({ empty: true });
      const moved = join(box.home, "memory");
      copyBinary(moved);
      const env = { HOME: box.home, PATH: "/usr/bin:/bin", LANG: "en_US.UTF-8" };
      spawnSync(moved, ["init", "--agent", client.agent, "--skip-model"], { cwd: box.project, env });
      assert.match(rulesOf(box, client).join(), new RegExp(moved));
      fs.rmSync(moved);
      await box.run(repair);
      assert.deepEqual(rulesOf(box, client), client.expected);
    }
  });
}

test("a list of rules that is none is refused, and nothing is changed", async () => {
  const box = memoryBox({ empty: true });
  const file = join(box.project, ".claude/settings.local.json");
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(file, '{ "permissions": { "allow": "all" } }');
  const refused = await box.json(["init", "--agent", "claude", "--skip-model"]);
  assert.match(refused.error.message, /"permissions\.allow" is no list/);
  assert.deepEqual(fs.readdirSync(join(box.project, ".claude")), ["settings.local.json"]);
});
