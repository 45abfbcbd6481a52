/** Tool calls at which a fact is told (`--when`), from the save to the call. Against the binary. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, contextOf, memoryBox } from "../box.ts";

const FACT = "Amounts are stored in cents, because floats lost money";
const WHEN = ["edit *.sql: float | real unless cents", "run psql alter table"];
const whenWords = WHEN.flatMap((condition) => ["--when", condition]);

let sessions = 0;

/** What Claude Code is told before or after a tool call, each in a session of its own. */
async function toldAt(box: Box, tool: string, input: object, failed?: string): Promise<string> {
  const payload = {
    session_id: `s-${sessions++}`,
    cwd: box.project,
    tool_name: tool,
    tool_input: input,
    ...failed === undefined ? {} : { error: `Exit code 1\n${failed}` },
  };
  return contextOf(await box.hook("claude", failed === undefined ? "PreToolUse" : "PostToolUseFailure", payload));
}

const write = (box: Box, path: string, content: string) =>
  toldAt(box, "Write", { file_path: `${box.project}/${path}`, content });

test("a fact is saved with the tool calls at which it is told, and shown with them", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "fact", "--content", FACT, ...whenWords]);
  assert.equal(data.status, "saved");
  assert.deepEqual((await box.json(["show", data.id])).data.record.when, WHEN);
  assert.match((await box.run(["show", data.id])).stdout, /told when:[^]*edit \*\.sql: float/);
  assert.deepEqual((await box.json(["manage", "list"])).data.records[0].when, WHEN);
  const payload = JSON.stringify({ content: "Only pnpm here", when: "run npm install" });
  const { data: other } = await box.json(["save", payload]);
  assert.deepEqual((await box.json(["show", other.id])).data.record.when, ["run npm install"]);
});

test("conditions that are joined by a bar are told apart by the words with which they begin", async () => {
  const box = memoryBox();
  const when = "run docker up | docker run unless make | fail address in use | edit *.sql: drop | create table";
  const { data } = await box.json(["save", "fact", "--content", FACT, "--when", when]);
  assert.deepEqual((await box.json(["show", data.id])).data.record.when, [
    "run docker up | docker run unless make",
    "fail address in use",
    "edit *.sql: drop | create table",
  ]);
  assert.match(await toldAt(box, "Bash", { command: "make" }, "bind: address already in use"), /stored in cents/);
});

test("a fact that is there already gets further tool calls, and keeps those that it has", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT]);
  assert.equal((await box.json(["save", "fact", "--content", FACT, ...whenWords])).data.status, "updated");
  assert.equal((await box.json(["save", "fact", "--content", FACT, ...whenWords])).data.status, "exists");
  assert.equal((await box.json(["save", "fact", "--content", FACT, "--when", "run mysql"])).data.status, "updated");
  assert.deepEqual((await box.json(["show", id])).data.record.when, [...WHEN, "run mysql"]);
});

test("facts that are saved together keep the tool calls of those that are there already, or of each other", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, "--when", "run mysql"]);
  const together = [
    { content: "Sessions live in Redis", when: "run redis-cli" },
    { content: FACT, when: "run psql" },
    { content: "Sessions live in Redis", when: "fail ECONNREFUSED 6379" },
  ];
  const { results } = (await box.json(["save", JSON.stringify(together)])).data;
  assert.deepEqual(results.map(({ status }: { status: string }) => status), ["saved", "updated", "exists"]);
  const when = async (id: string) => (await box.json(["show", id])).data.record.when;
  assert.deepEqual(await when(id), ["run mysql", "run psql"]);
  assert.deepEqual(await when(results[0].id), ["run redis-cli", "fail ECONNREFUSED 6379"]);
  await box.json(["undo"]);
  assert.deepEqual(await when(id), ["run mysql"]);
});

test("tool calls add up through saving again, replacing and uniting, and what has no room is refused", async () => {
  const box = memoryBox();
  const many = (from: number) => Array.from({ length: 8 }, (_, at) => ["--when", `run tool${from + at}`]).flat();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, ...many(0)]);
  for (const from of [8, 16]) await box.json(["save", "fact", "--content", FACT, ...many(from)]);
  assert.equal((await box.json(["show", id])).data.record.when.length, 24);
  assert.match(await toldAt(box, "Bash", { command: "tool23" }), /stored in cents/);
  const { error } = await box.json(["save", "fact", "--content", FACT, "--when", "run psql"]);
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.match(error.message + error.hint, /would be 25[^]*memory edit/);
  assert.equal((await box.json(["save", "fact", "--content", FACT, "--when", "run tool3"])).data.status, "exists");
  const { data: other } = await box.json(["save", "fact", "--content", "Cents", "--supersedes", id]);
  assert.equal((await box.json(["show", other.id])).data.record.when.length, 24);
  const twice = ["--when", "run npm install", "--when", "RUN  NPM install"];
  const { data: once } = await box.json(["save", "fact", "--content", "Only pnpm", ...twice]);
  assert.equal((await box.json(["show", once.id])).data.record.when.length, 1);
});

test("the same sentence saved again adds its labels, too", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, "--entities", "price"]);
  const again = ["save", "fact", "--content", FACT, "--entities", "amount,price", "--tag", "money"];
  assert.equal((await box.json(again)).data.status, "updated");
  assert.equal((await box.json(again)).data.status, "exists");
  const { record } = (await box.json(["show", id])).data;
  assert.deepEqual([record.entities, record.tags], [["price", "amount"], ["money"]]);
});

test("a fact that replaces another one takes over its tool calls, by a save or an edit, unless it is saved with its own", async () => {
  const box = memoryBox();
  const save = async (content: string, ...words: string[]) =>
    (await box.json(["save", "fact", "--content", content, ...words])).data.id;
  const when = async (id: string) => (await box.json(["show", id])).data.record.when;
  const first = await save("Deploy with make ship1", "--when", "run make deploy");
  await box.json(["sync"]);
  const second = await save("Deploy with make ship2", "--supersedes", first);
  assert.deepEqual(await when(second), ["run make deploy"]);
  const third = await save("Deploy with make ship3, from main", "--when", "run make ship3");
  await box.json(["edit", third, "--supersedes", second]);
  assert.deepEqual(await when(third), ["run make ship3", "run make deploy"]);
  await box.json(["sync"]);
  const fourth = await save("Deploys are done by a robot now", "--supersedes", third, "--when", "run robot");
  assert.deepEqual(await when(fourth), ["run robot"]);
});

test("a second text behind an option does not become the text of the record", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT]);
  for (
    const words of [["edit", id, "--when", "run a", "run b"], [
      "remember",
      "Ship on Tuesdays",
      "--asks",
      "ship day?",
      "when?",
    ]]
  ) {
    const { error } = await box.json([...words, "--json"]);
    assert.equal(error?.code, "INVALID_ARGUMENT", words.join(" "));
  }
  assert.deepEqual(
    (await box.json(["manage", "list"])).data.records.map(({ content }: { content: string }) => content),
    [FACT],
  );
  assert.equal((await box.json(["remember", "Ship", "on", "Mondays", "--asks", "ship day?", "--json"])).status, "ok");
});

test("a fact whose tool calls nobody can read is found by its words", async () => {
  const box = memoryBox();
  const content = "Never run alembic by hand, use make migrate";
  for (const [at, when] of [[], ["npm install"], 5, ["run ***"]].entries()) {
    const [id, timestamp] = [`log-10000000${at}-aaaa`, "2026-02-01T08:00:00.000Z"];
    const fact = { id, type: "fact", memory_type: "O", content, entities: ["alembic"], timestamp, when };
    box.write("daily/2026-02-01.jsonl", `${JSON.stringify(fact)}\n`);
    assert.match(await toldAt(box, "Bash", { command: "alembic upgrade head" }), /make migrate/, JSON.stringify(when));
  }
});

test("a condition of others neither outdoes the person's own nor uses up the person's lines", async () => {
  const box = memoryBox();
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  const others = Array.from({ length: 16 }, (_, at) => ({
    id: `log-2000000${10 + at}-bbbb`,
    type: "fact",
    memory_type: "O",
    content: `Others' rule number ${at}`,
    timestamp: "2026-02-01T08:00:00.000Z",
    when: ["run make | run git push --force origin main"],
  }));
  box.write("daily/2026-02-01.jsonl", others.map((fact) => `${JSON.stringify(fact)}\n`).join(""));
  execFileSync("git", ["add", "-A", "-f"], { cwd: box.project });
  await box.json([
    "save",
    "fact",
    "--layer",
    "global",
    "--content",
    "Never force-push",
    "--when",
    "run git push --force",
  ]);
  const told = async (command: string) => {
    const payload = { session_id: "s-own", cwd: box.project, tool_name: "Bash", tool_input: { command } };
    return contextOf(await box.hook("claude", "PreToolUse", payload));
  };
  let lines = 0;
  for (let at = 0; at < 16; at++) lines += /Others' rule/.test(await told(`make t${at}`)) ? 1 : 0;
  assert.equal(lines, 10);
  assert.match(await told("git push --force origin main"), /Never force-push/);
});

test("an edit gives other tool calls, or none, and an undo brings them back", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, ...whenWords]);
  const when = async () => (await box.json(["show", id])).data.record.when;
  await box.json(["edit", id, "--when", "run mysql"]);
  assert.deepEqual(await when(), ["run mysql"]);
  await box.json(["edit", id, "--when", ""]);
  assert.deepEqual(await when(), []);
  assert.equal(await write(box, "db/a.sql", "create table orders (amount float)"), "");
  await box.json(["undo"]);
  assert.deepEqual(await when(), ["run mysql"]);
  assert.match(await toldAt(box, "Bash", { command: "mysql -e 'select 1'" }), /stored in cents/);
});

test("what names no tool call is refused with an example, and nothing is saved", async () => {
  const box = memoryBox();
  const wrong = [
    "always",
    "edit",
    "run",
    "write a.ts",
    "edit : float",
    "run a unless b unless c",
    "run ***",
    "run npm install unless",
  ];
  for (const condition of wrong) {
    const { error } = await box.json(["save", "fact", "--content", FACT, "--when", condition]);
    assert.equal(error?.code, "INVALID_ARGUMENT", condition);
    assert.match(error.hint, /run npm install/);
  }
  const long = await box.json(["save", "fact", "--content", FACT, "--when", `run ${"x".repeat(400)}`]);
  assert.match(long.error.message, /400 characters at most, found 404/);
  const many = Array.from({ length: 9 }, (_, at) => ["--when", `run a${at}`]).flat();
  assert.equal((await box.json(["save", "fact", "--content", FACT, ...many])).error.code, "INVALID_ARGUMENT");
  assert.equal((await box.json(["manage", "list"])).data.total, 0);
});

test("secrets are taken out of the tool calls of a fact, too", async () => {
  const box = memoryBox();
  const token = `ghp_${"a1B2".repeat(9)}`;
  const { data } = await box.json(["save", "fact", "--content", FACT, "--when", `run curl ${token}`]);
  assert.ok(data.redacted.includes("github-token"));
  assert.doesNotMatch(JSON.stringify((await box.json(["show", data.id])).data), /ghp_/);
});

test("a consolidated fact and an export keep the tool calls", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", FACT, ...whenWords]);
  await box.json(["manage", "consolidate"]);
  assert.deepEqual(box.lines("facts.jsonl").map(({ when }) => when), [WHEN]);
  await box.json(["manage", "export", "--output", `${box.project}/memory.json`]);
  const other = memoryBox();
  await other.json(["manage", "import", `${box.project}/memory.json`, "--confirm"]);
  const { data: { records } } = await other.json(["manage", "list"]);
  assert.deepEqual(records[0].when, WHEN);
});

/** A condition, calls at which it holds, and others: an edit as `[path, text]`, a command as text. */
const HOLDS: readonly [string, (string | [string, string])[], (string | [string, string])[]][] = [
  ["edit *.sql: float | real", [["db/a.sql", "x FLOAT"], ["a.SQL", "y real,"], ["b.sql", "floats"]], [
    ["a.sql", "floating"],
    ["a.ts", "float"],
  ]],
  ["edit *.py: category | status", [["a.py", "categories = []"], ["b.py", "all_statuses"]], [["a.py", "categorical"]]],
  ["edit *.rs: rotation", [["a.rs", "candidate_rotations()"], ["b.rs", "maxRotation"]], [["a.rs", "rotational"]]],
  ["edit vendor", [["vendor/x/y.go", "a"], ["lib/vendor/z.go", "a"]], [["vendors/x.go", "a"]]],
  ["edit src/*.{ts,tsx}: maxBatch", [["src/a/b.tsx", "maxBatchSize = 3"]], [["lib/b.tsx", "maxBatch"], [
    "src/a.ts",
    "maxBatching",
  ]]],
  ["edit app/[id]/page.tsx", [["web/app/[id]/page.tsx", "a"]], [["web/app/i/page.tsx", "a"]]],
  ["edit *.go: 阈值 | timeout unless 配置", [["a.go", "// 报警阈值"], ["b.go", "readTimeout"]], [[
    "a.go",
    "阈值来自配置",
  ]]],
  ["run npm install | npm ci unless --prefix", ["npm install", "cd web && npm ci"], [
    "pnpm install",
    "npm --prefix a install",
    "echo npm install",
    "npm test",
  ]],
  ["edit *.ex: Logger email", [["a.ex", 'Logger.info(\n  "to #{user.email}"\n)']], [[
    "a.ex",
    "email |> Logger.info()",
  ]]],
  ["run git push --force", ["git push --force-with-lease origin x", "sudo git push -q --force"], [
    "git push",
    "git commit -m a && git fetch --force",
  ]],
  ["run deploy prod", ["just deploy --version 1.2 --env prod", "bash -c 'deploy prod'"], [
    "deploy staging",
    "deploy --help prod --help",
  ]],
  [
    "edit notes.md: done",
    ["echo 'it is done' >> notes.md", "cat > docs/notes.md <<'EOF'\nall done\nEOF", "echo done >| notes.md"],
    ["echo done > other.md"],
  ],
  [
    "edit db/migrations/**",
    [
      "sed -Ei s/a/b/ db/migrations/*.sql",
      "rm -rf db/migrations",
      "cp a.sql db/migrations/",
      "git mv db/migrations/1.sql x",
      "touch db/migrations/{1,2}.sql",
      "cd db/migrations && sed -i 's/a b/c/' 001.sql",
      "curl -fsSLo db/migrations/2.sql https://example.invalid/2.sql",
      "wget --output-document=db/migrations/2.sql https://example.invalid/2.sql",
      "dd if=/tmp/a of=db/migrations/2.sql",
      "rsync -a /tmp/sql/ db/migrations/",
      "ln -s ../a.sql db/migrations/a.sql",
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: db/migrations/1.sql\n+x\n*** End Patch\nEOF",
      "cd db && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: migrations/1.sql\n+x\n*** End Patch\nEOF",
      "apply_patch '*** Begin Patch\n*** Delete File: db/migrations/1.sql\n*** End Patch'",
    ],
    [
      "git checkout -b db/migrations",
      "git checkout -- db/migrations/1.sql",
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n+db/migrations/1.sql\n*** End Patch\nEOF",
      "rsync -a db/migrations/ mirror:/srv/db/migrations/",
      "curl -s https://example.invalid/db/migrations/1.sql -o -",
      "cp db/migrations/1.sql /tmp/x.sql",
      "cat db/migrations/1.sql",
      "git add db/migrations",
    ],
  ],
  [
    "run kubectl apply",
    [
      "OUT=$(kubectl apply -f x)",
      'make x="$(kubectl apply -f x)"',
      "bash <<EOF\nkubectl apply -f x\nEOF",
      "X=`kubectl apply -f y`",
    ],
    ["echo $((1+2))", "kubectl get pods"],
  ],
  ["run drop table", ["psql app <<EOF\nDROP TABLE x;\nEOF", "psql <<< 'drop table x'", "psql -c 'drop table x'"], [
    "psql -c 'select 1'",
  ]],
  ["run make up", ["make up"], [
    "git commit -m 'make the cache warm up'",
    "gh pr create --body 'make it start up'",
    "tee a.md <<EOF\nmake up\nEOF",
  ]],
  ["run git commit WIP", ["git commit -m 'WIP: a'", "git commit -F - <<EOF\nWIP\nEOF"], ["git commit -m 'done'"]],
  ["run cargo update unless -p", ["cargo update && cargo test -p x", "mkdir -p a && cargo update"], [
    "cargo update -p serde",
  ]],
  ["run git add .", ["git add .", "cd web && git add . && git commit -m a"], [
    "git add ./a.ts .env",
    "git add web/a.ts",
  ]],
  ["run gradlew test unless maxForks", ["./gradlew test"], ["./gradlew test -PmaxForks=2"]],
  ["run gradlew maxForks", ["./gradlew -PmaxForks=2 test"], ["./gradlew -PnomaxForks test"]],
  ["run psql drop table", ["echo 'drop table x' | psql app", "printf %s 'drop table x' | psql"], [
    "echo 'drop table x' || psql app",
    "echo 'drop table x' | tee log",
  ]],
  ['run redis-cli "flushall"', ['redis-cli "flushall"', "redis-cli flushall"], ["redis-cli get flush"]],
  ["run rm -rf", ["rm -fr x", "rm -r -f x", "rm -rf x"], ["rm -r x", "rm x -rfoo"]],
  ["run git commit -m unless -n", ["git commit -am x"], ["git commit -nm x", "git commit -F a"]],
  ["run psql drop", ["echo 'drop x' | psql -h db"], ["psql -h", "psql --help drop"]],
  ["run migrate unless preview", ["# preview done\nmigrate up", "migrate up # no preview"], [
    "migrate up --note 'a # b' preview",
    "migrate preview",
  ]],
  ["run kubectl logs", ["kubectl -n prod logs deploy/hub | grep x", "kubectl logs hub"], ["kubectl get pods"]],
  ["run kubectl unless --context", ["kubectl apply -f a"], ["kubectl logs hub", "kubectl get pods -o logs"]],
  ["run git log | run cat", [], ["git log -3", "cat log"]],
  ["run git push unless mix credo", ["git push"], ["mix credo && git push"]],
  ["run git push", ["git push"], ["git commit -m 'prepare to push'"]],
  ["run git commit --no-verify", ["git commit --no-verify -m a"], ["git commit -m 'explain --no-verify'"]],
  ["run npm ci", ['git commit -m "`npm ci`"'], ['gh release create v1 --notes="npm ci"', 'echo "\\$(npm ci)"']],
  ["run git push --force", ["git push -f", "git push -uf origin x"], ["git push -u origin x", "git checkout -f"]],
  ["run docker compose down --volumes", ["docker compose down -v"], ["docker compose down"]],
  ["run npm install --save-dev", ["npm i -D x", "npm install -Df x"], ["npm install x"]],
  ["run git commit unless --no-verify", ["git commit"], ["git commit -an"]],
  ["run git push -f", ["git push -f origin x", "git push --force"], ["git push origin feature-f"]],
  ["run kubectl -n prod", ["kubectl apply --namespace=prod -f a"], ["kubectl apply --namespace=dev -f a"]],
  ["run cargo build unless --release", ["cargo build"], ["cargo build -r"]],
  ["run docker-compose up | ./gradlew test | python3 seed.py", [
    "docker compose up -d",
    "gradle test",
    "python seed.py",
  ], ["docker compose down", "docker up"]],
  ["edit *.sql:float", [["a.sql", "x float"]], [["a.sql", "x int"]]],
  ["edit *.sql :float", [["a.sql", "x float"]], [["a.sql", "x int"]]],
  ["edit C:\\app\\*.json", [["C:/app/a.json", "x"]], [["app/b.json", "x"]]],
  ["edit *.sql,*.{ddl,psql}: float", [["a.psql", "x float"], ["a.sql", "x float"]], [["a.ts", "x float"]]],
  // The colon of code is none behind a path.
  ["edit *.css display:none", [["a.css", "a { display:none }"]], [["a.css", "a { color:red }"]]],
  ["edit *.rs unwrap::all", [["a.rs", "x.unwrap::all"]], [["a.rs", "x.unwrap()"]]],
  ["edit *.sql|*.ddl: float", [["a.ddl", "x float"]], [["a.ts", "x float"]]],
  ["edit *.ts：any｜unknown", [["a.ts", "x: unknown"]], [["a.ts", "x: string"]]],
  ["edit *.sql, run make up; run make down", [["a.sql", "x"], "make up", "make down"], ["make all"]],
  ["run npm install|npm ci", ["npm ci"], ["npm test"]],
  ["run npm install | yarn install", ["npm i antd", "cd web && npm add x", "yarn", "yarn --immutable"], [
    "npm init",
    "pnpm i",
    "yarn --version",
    "yarn add x",
  ]],
  ["run npm install", ["npm -w web i x", "npm --workspace=web i", "npm --prefix web i x", "npm -C web add x"], [
    "npm -w web test",
    "npm run i",
  ]],
  ["run bun install | npm ci | pnpm install", ["bun --cwd web i", "npm clean-install", "pnpm -w i x"], ["bun run i"]],
  ["run pnpm up | pip install", ["pnpm update --latest", "pip3 install x", "sudo pip3 install x"], ["pnpm add up"]],
  ["edit *.md: 接口|字段", [["a.md", "新增字段"]], [["a.md", "新增"]]],
  ["edit *.ts: string|null", [["a.ts", "x: string|null"]], [["a.ts", "x: string"]]],
  ["run npm install ｜ npm ci", ["npm ci"], ["npm test"]],
  ["run make up | edit Makefile", [["Makefile", "a"], "make up"], ["make down"]],
  ["edit *.sql float | real", [["a.sql", "x float"]], [["a.sql", "x int"]]],
  ["edit docs/first steps.md", [["docs/first steps.md", "x"]], [["docs/first", "steps.md"]]],
  ["edit *.sql, *.ddl", [["a.ddl", "x"], ["db/a.sql", "x"]], [["a.ts", "x"]]],
  ["edit *.ts unless *.test.ts | gen/", [["a.ts", "x"]], [["a.test.ts", "x"], ["src/gen/a.ts", "x"]]],
  ["edit src\\*.cs: float", [["src/a/b.cs", "float x"]], [["lib/b.cs", "float x"]]],
  ["edit *.{js,{ts,tsx}}", [["a.tsx", "x"], ["a.js", "x"]], [["a.py", "x"]]],
  ["edit cafe\u0301/*.js", [["caf\u00e9/a.js", "x"]], [["cafe/a.js", "x"]]],
  ["edit ../docs/*.md", [["docs/a.md", "x"]], [["docs/a.txt", "x"]]],
  ["edit *.java: key", [["A.java", "APIKey"]], [["A.java", "monkey"]]],
];

for (const [condition, calls, others] of HOLDS) {
  test(`a fact is told at the tool calls that its condition names: ${condition}`, async () => {
    const box = memoryBox();
    await box.json(["save", "fact", "--content", FACT, "--when", condition]);
    const told = (call: string | [string, string]) =>
      typeof call === "string" ? toldAt(box, "Bash", { command: call }) : write(box, ...call);
    for (const call of calls) assert.match(await told(call), /stored in cents/, JSON.stringify(call));
    for (const call of others) assert.equal(await told(call), "", JSON.stringify(call));
  });
}

/** A memory with a fact about new files of a folder, and one about those that are there. */
async function migrationsBox(): Promise<Box> {
  const box = memoryBox();
  const fresh = "New migrations take a number from the wiki";
  await box.json(["save", "fact", "--content", fresh, "--when", "create migrations/**"]);
  await box.json(["save", "fact", "--content", "Merged migrations are frozen", "--when", "change migrations/**"]);
  return box;
}

test("a condition may be about new files alone, or about those that are there", async () => {
  const box = await migrationsBox();
  assert.match(await write(box, "migrations/2.sql", "select 1"), /number from the wiki/);
  mkdirSync(join(box.project, "migrations"));
  writeFileSync(join(box.project, "migrations/1.sql"), "select 1");
  assert.match(await write(box, "migrations/1.sql", "select 2"), /are frozen/);
});

test("a folder that is removed or moved takes the files of a condition with it", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", FACT, "--when", "change migrations/*.sql"]);
  mkdirSync(join(box.project, "db/old/migrations"), { recursive: true });
  writeFileSync(join(box.project, "db/old/migrations/1.sql"), "select 1");
  for (const command of ["rm -rf db", "cd db && rm -r ./old/", "git rm -r db/old", "mv db db2", "git mv db db2"]) {
    assert.match(await toldAt(box, "Bash", { command }), /stored in cents/, command);
  }
  for (const command of ["rm -rf dist", "cp -r db db2", "touch db", "ls db"]) {
    assert.equal(await toldAt(box, "Bash", { command }), "", command);
  }
});

test("a new file that a shell or a patch makes is a new one", async () => {
  const box = await migrationsBox();
  assert.match(await toldAt(box, "Bash", { command: "cp a.sql migrations/2.sql" }), /number from the wiki/);
  mkdirSync(join(box.project, "migrations"));
  assert.match(await toldAt(box, "Bash", { command: "mv 4.sql migrations" }), /number from the wiki/);
  assert.match(await toldAt(box, "Bash", { command: "rm migrations/*.sql" }), /are frozen/);
  const patch = "*** Begin Patch\n*** Add File: migrations/3.sql\n+select 1\n*** End Patch";
  const payload = { session_id: "s-codex", cwd: box.project, tool_name: "apply_patch", tool_input: { command: patch } };
  assert.match(contextOf(await box.hook("codex", "PreToolUse", payload)), /number from the wiki/);
});

test("a path outside of the project, and a whole path inside of it, are known by a condition", async () => {
  const box = memoryBox();
  const write = (file_path: string) => toldAt(box, "Write", { file_path, content: "x" });
  await box.json(["save", "fact", "--content", "Dotfiles are kept in another repository", "--when", "edit ~/.bashrc"]);
  assert.match(await write(`${box.home}/.bashrc`), /another repository/);
  await box.json(["save", "fact", "--content", "The schema is generated", "--when", `edit ${box.project}/db/**`]);
  assert.match(await write(`${box.project}/db/schema.sql`), /is generated/);
});

test("a rule of the project is told of no file outside of it, and a rule of the person, of any file", async () => {
  const box = memoryBox();
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  const worktree = `${box.project}-2`;
  const git = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a"];
  execFileSync("git", git, { cwd: box.project });
  execFileSync("git", ["worktree", "add", "-q", worktree], { cwd: box.project });
  symlinkSync(box.project, `${box.project}-link`);
  const told = (file_path: string) => toldAt(box, "Write", { file_path, content: "x" });
  await box.json(["save", "fact", "--content", "The code is generated", "--when", "edit src/gen"]);
  for (const root of [box.project, worktree, `${box.project}-link`]) {
    assert.match(await told(`${root}/src/gen/a.ts`), /is generated/, root);
  }
  for (const root of ["/somewhere/else", "../other", `${box.project}-3`]) {
    assert.equal(await told(`${root}/src/gen/a.ts`), "", root);
  }
  assert.equal(await toldAt(box, "Bash", { command: "touch ../other/src/gen/a.ts" }), "");
  await box.json(["save", "fact", "--content", "Notes are shared", "--when", "edit /srv/notes/*.md | /notes/own.md"]);
  assert.match(await told("/srv/notes/a.md"), /are shared/);
  assert.match(await told(`${box.project}/notes/own.md`), /are shared/);
  assert.equal(await told("/somewhere/srv/notes/a.md"), "");
  const mine = ["--layer", "global", "--content", "Never edit generated code", "--when", "edit gen/**"];
  await box.json(["save", "fact", ...mine]);
  assert.match(await told("/somewhere/else/src/gen/a.ts"), /Never edit generated/);
});

test("an exact condition is found among hundreds that share its words, and a pattern of many stars holds nobody up", async () => {
  const box = memoryBox();
  const payloads = [
    { content: "Ask before flushing", when: "run redis-cli flushall" },
    { content: "Odd names", when: [`edit ${"{a,b}".repeat(24)}.c`, `edit ${"*a".repeat(100)}.c: ${"a ".repeat(80)}`] },
    ...Array.from({ length: 260 }, (_, at) => ({ content: `Key ${at} is shared`, when: `run redis-cli del key${at}` })),
  ];
  await box.json(["save", JSON.stringify(payloads)]);
  await box.json(["sync"]);
  assert.match(await toldAt(box, "Bash", { command: "redis-cli flushall" }), /before flushing/);
  assert.match(await toldAt(box, "Bash", { command: "redis-cli del key7" }), /Key 7 is/);
  const started = performance.now();
  await write(box, `${"a".repeat(200)}.c`, "a".repeat(20_000));
  assert.ok(performance.now() - started < 3_000);
});

test("after a failure the fact is told whose condition names what was printed, and before the call it is not", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Start the database with make db", "--when", "fail ECONNREFUSED 5432"]);
  const input = { command: "pnpm test" };
  assert.equal(await toldAt(box, "Bash", input), "");
  assert.match(await toldAt(box, "Bash", input, "Error: connect ECONNREFUSED 127.0.0.1:5432"), /make db/);
  assert.equal(await toldAt(box, "Bash", input, "Error: connect ECONNREFUSED 127.0.0.1:6379"), "");
});

test("after a failure the words of a condition may begin in the command, and the last one was printed", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Start WireGuard first", "--when", "fail 192.168.40. timed out"]);
  const input = { command: "curl http://192.168.40.21/status.json" };
  assert.match(await toldAt(box, "Bash", input, "curl: (28) Connection timed out"), /WireGuard/);
  const other = { command: "grep '192.168.40. timed out' a.log" };
  assert.equal(await toldAt(box, "Bash", other, "grep: a.log: No such file"), "");
  await box.json(["save", "fact", "--content", "先看哨兵", "--when", "fail ETIMEDOUT|超过配额"]);
  assert.match(await toldAt(box, "Bash", { command: "node a" }, "错误：超过配额"), /先看哨兵/);
});

// The word was found in the command, and what was printed was not looked at.
test("after a failure a word counts where it was printed, though the command names it, too", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Run it with TZ=UTC", "--when", "fail TestOpen"]);
  const printed = "--- FAIL: TestOpen (0.01s)\n    open_test.go:12: want 10:00 got 11:00\nFAIL";
  for (const command of ["go test ./locker", "go test ./locker -run TestOpen", "make t RUN=TestOpen"]) {
    assert.match(await toldAt(box, "Bash", { command }, printed), /TZ=UTC/, command);
  }
  assert.equal(await toldAt(box, "Bash", { command: "go test ./locker -run TestOpen" }, "build failed"), "");
});

test("after a failure the words of a condition may stand in any order in a printed line, and not in several", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Run make up first", "--when", "fail connection refused 8480"]);
  const input = { command: "go test ./..." };
  const refused = (port: number) => `dial tcp 127.0.0.1:${port}: connect: connection refused`;
  assert.match(await toldAt(box, "Bash", input, refused(8480)), /make up/);
  assert.equal(await toldAt(box, "Bash", input, `listening on 8480\n${refused(9000)}`), "");
});

test("an error code and its words are one failure to a condition, in both languages", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Start the test database", "--when", "fail ECONNREFUSED 5433"]);
  await box.json([
    "save",
    "fact",
    "--content",
    "Clear the disk of the builder",
    "--when",
    "fail no space left builder",
  ]);
  const input = { command: "make it" };
  for (
    const printed of [
      'connection to server at "localhost" (127.0.0.1), port 5433 failed: Connection refused',
      "curl: (7) Failed to connect to localhost port 5433 after 0 ms: Couldn't connect to server",
      "连接到 127.0.0.1:5433 失败：拒绝连接",
    ]
  ) assert.match(await toldAt(box, "Bash", input, printed), /test database/, printed);
  assert.equal(await toldAt(box, "Bash", input, "dial tcp 127.0.0.1:5432: connection refused"), "");
  assert.match(await toldAt(box, "Bash", input, "Error: ENOSPC: write '/builder/a'"), /Clear the disk/);
});

test("a command that failed counts as one that is run, and a condition for what it printed comes first", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Portal tests: just t-portal", "--when", "run mix test"]);
  const input = { command: "cd portal && mix test" };
  assert.match(await toldAt(box, "Bash", input, "** (Mix) no database"), /t-portal/);
  await box.json(["save", "fact", "--content", "Start the database with make db", "--when", "fail no database"]);
  assert.match(await toldAt(box, "Bash", input, "** (Mix) no database"), /make db/);
  await box.json(["save", "fact", "--content", "Our forge knows tea alone", "--when", "run gh pr"]);
  assert.match(await toldAt(box, "Bash", { command: "gh pr list" }, "no known host"), /tea alone/);
  assert.equal(await toldAt(box, "Bash", { command: "gh pr list" }), "");
});

test("words of any failure count only where the call has a label of the fact, too", async () => {
  const box = memoryBox();
  const fact = ["--content", "The edge is built without cgo", "--entities", "edge", "--when", "fail not found"];
  await box.json(["save", "fact", ...fact]);
  assert.match(await toldAt(box, "Bash", { command: "./dist/edge" }, "sh: not found"), /without cgo/);
  assert.equal(await toldAt(box, "Bash", { command: "pnpm test" }, "String to replace not found"), "");
  await box.json(["save", "fact", "--content", "先开隧道", "--entities", "网关", "--when", "fail 连接被拒绝"]);
  assert.equal(await toldAt(box, "Bash", { command: "curl a" }, "curl: 连接被拒绝"), "");
  assert.match(await toldAt(box, "Bash", { command: "curl 网关" }, "curl: 连接被拒绝"), /先开隧道/);
  await box.json(["save", "fact", "--content", "Ask Ann for a token", "--when", "fail access denied"]);
  assert.match(await toldAt(box, "Bash", { command: "curl a" }, "access denied"), /Ask Ann/);
});

test("the words ahead of what was printed stand in one command, and not in a message that it only quotes", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Log in with device codes", "--when", "fail docker login AADSTS"]);
  assert.match(await toldAt(box, "Bash", { command: "cd a && docker login" }, "AADSTS70043: expired"), /device codes/);
  for (const command of ["docker ps; az login", "git commit -m 'docker login works'"]) {
    assert.equal(await toldAt(box, "Bash", { command }, "AADSTS70043: expired"), "", command);
  }
});

// The command was taken by its full name, and the condition was not.
test("after a failure a command is known by another of its names, and what was printed as it stands", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Peer ranges are loose", "--when", "fail npm i ERESOLVE"]);
  await box.json(["save", "fact", "--content", "Ask Ann first", "--when", "fail run npm i first"]);
  assert.match(await toldAt(box, "Bash", { command: "npm i" }, "npm ERR! code ERESOLVE"), /Peer ranges/);
  assert.match(await toldAt(box, "Bash", { command: "npm ci" }, "code 1"), /^$/);
  assert.match(await toldAt(box, "Bash", { command: "make" }, "error: run npm i first"), /Ask Ann/);
});

test("a fact that a save or a start has found outdated is told at its calls as such, and behind any other", async () => {
  const box = memoryBox();
  const session = ["--content", "Session TTL is 900 s", "--when", "fail ECONNREFUSED 6379"];
  await box.json(["save", "fact", ...session]);
  await box.json(["save", "fact", "--content", "Session TTL is 1800 s"]);
  const fails = () => toldAt(box, "Bash", { command: "node a" }, "connect ECONNREFUSED 127.0.0.1:6379");
  const outdated = /^<memory-notes[^]*1800 s[^⚠]*900 s[^\n]* ⚠ probably outdated by /;
  assert.match(await fails(), outdated);
  await box.hook("claude", "SessionStart", { session_id: "s-start", cwd: box.project, source: "startup" });
  assert.match(await fails(), outdated);
  await box.json(["save", "fact", "--content", "Start Redis with make up", "--when", "fail ECONNREFUSED"]);
  assert.match(await fails(), /make up/);
});

test("a rule that the session itself has changed is told beside what changed it, and not at all once that was told", async () => {
  const box = memoryBox();
  const pnpm = { command: "pnpm add left-pad" };
  const session_id = "s-changed";
  const at = async (input: object): Promise<string> => {
    const event = { session_id, cwd: box.project, tool_name: "Bash", tool_input: input };
    return contextOf(await box.hook("claude", "PreToolUse", event));
  };
  const rule = ["save", "fact", "--type", "O", "--content"];
  await box.json([...rule, "Use yarn in this project, not pnpm", "--when", "run pnpm add"]);
  await box.hook("claude", "SessionStart", { session_id, cwd: box.project, source: "startup" });
  const env = { CLAUDE_CODE_SESSION_ID: session_id };
  const newer = await box.json([...rule, "Use pnpm in this project, not yarn", "--when", "run yarn add"], { env });
  assert.equal(newer.data.changes?.length, 1);
  // In the turn in which it was saved the session knows it as if it had been told.
  assert.equal(await at(pnpm), "");
  await box.hook("claude", "UserPromptSubmit", { session_id, cwd: box.project, prompt: "add left-pad, too" });
  assert.match(await at(pnpm), /^<memory-conventions[^⚠]*Use pnpm[^]*<memory-notes[^]*Use yarn[^\n]* ⚠ /);
  // Another session that was told the newer rule at its own call.
  const other = "s-other";
  const told = async (command: string): Promise<string> => {
    const event = { session_id: other, cwd: box.project, tool_name: "Bash", tool_input: { command } };
    return contextOf(await box.hook("claude", "PreToolUse", event));
  };
  assert.match(await told("yarn add left-pad"), /memory-conventions[^]*Use pnpm/);
  assert.equal(await told("pnpm add left-pad"), "");
});

// One heading stood above both lines, and the person's line named the rule that was revoked.
test("the person is shown the later rule in place of an outdated one, and only it where both wait for a call", async () => {
  for (
    const [older, newer] of [
      ["Commit messages are in English", "Commit messages are in Chinese now"],
      ["提交信息用英文 Conventional Commits", "提交信息改用中文写"],
    ] as const
  ) {
    const box = memoryBox();
    const commit = ["--when", "run git commit"];
    const event = (session_id: string) => ({
      session_id,
      cwd: box.project,
      tool_name: "Bash",
      tool_input: { command: "git commit -m x" },
    });
    await box.json(["save", "fact", "--type", "O", "--content", older, ...commit]);
    const { data } = await box.json(["save", "fact", "--type", "O", "--content", newer]);
    const reply = await box.hook("claude", "PreToolUse", event("s-1"));
    assert.ok(String(reply["systemMessage"]).includes(newer));
    assert.ok(contextOf(reply).includes(older));
    await box.json(["edit", data.id, ...commit]);
    await box.json(["sync", "--rebuild"]);
    const told = contextOf(await box.hook("claude", "PreToolUse", event("s-2")));
    assert.ok(told.includes(newer) && !told.includes(older), told);
  }
});

test("a fact with tool calls of its own is told at no other, however many words it shares with one", async () => {
  const box = memoryBox();
  const content = "Never run alembic by hand, use make migrate";
  await box.json(["save", "fact", "--type", "O", "--content", content, "--entities", "alembic"]);
  assert.match(await toldAt(box, "Bash", { command: "alembic upgrade head" }), /make migrate/);
  await box.json(["undo"]);
  await box.json([
    "save",
    "fact",
    "--type",
    "O",
    "--content",
    content,
    "--entities",
    "alembic",
    "--when",
    "run alembic downgrade",
  ]);
  assert.equal(await toldAt(box, "Bash", { command: "alembic upgrade head" }), "");
});

test("a session is told five facts that words find and no more, but twenty that wait for their calls", async () => {
  const box = memoryBox();
  const tools = Array.from({ length: 22 }, (_, at) => `tool${at}x`);
  const payloads = tools.flatMap((tool) => [
    { content: `Never run q${tool} by hand, ask the team`, type: "O", entities: [`q${tool}`] },
    { content: `The rule about ${tool} holds`, when: `run ${tool}` },
  ]);
  await box.json(["save", JSON.stringify(payloads)]);
  const told = async (command: string) => {
    const payload = { session_id: "s-long", cwd: box.project, tool_name: "Bash", tool_input: { command } };
    return contextOf(await box.hook("claude", "PreToolUse", payload)) !== "";
  };
  const count = async (names: readonly string[]) => {
    let found = 0;
    for (const name of names) found += await told(`${name} all`) ? 1 : 0;
    return found;
  };
  assert.equal(await count(tools.map((tool) => `q${tool}`)), 5);
  assert.equal(await count(tools), 15);
});

test("of several facts that wait for a call three are told, each once, and a replaced one never", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Stage files by name", "--when", "run git add"]);
  const { data: { id } } = await box.json([
    "save",
    "fact",
    "--content",
    "Subjects begin with fix",
    "--when",
    "run git commit",
  ]);
  for (const content of ["Sign off", "Name a ticket"]) {
    await box.json(["save", "fact", "--content", content, "--when", "run git commit -m"]);
  }
  const payload = { session_id: "s-both", cwd: box.project, tool_name: "Bash" };
  const tool_input = { command: "git add a && git commit -m b" };
  const told = async () => contextOf(await box.hook("claude", "PreToolUse", { ...payload, tool_input }));
  const first = await told();
  assert.match(first, /(?:Sign off|Name a ticket)[^]*(?:Sign off|Name a ticket)[^]*Subjects begin with fix/);
  assert.doesNotMatch(first, /Stage files/, "the shortest condition waits");
  assert.match(await told(), /Stage files by name/);
  assert.equal(await told(), "");
  await box.json([
    "save",
    "fact",
    "--content",
    "Subjects begin with feat",
    "--when",
    "run git commit",
    "--supersedes",
    id,
  ]);
  assert.match(await toldAt(box, "Bash", { command: "git commit -m b" }), /begin with feat/);
  assert.doesNotMatch(await toldAt(box, "Bash", { command: "git commit -m c" }), /begin with fix/);
});

// They were taken without a word, and no call could ever fulfil them.
test("a condition that no file can fulfil is refused with the reason, and a path with closed brackets is not", async () => {
  const box = memoryBox();
  for (
    const [condition, reason] of [
      ["edit *.go:", /words behind the colon/],
      ["edit src/*.go: unless x", /words behind the colon/],
      ["edit *.{ts,tsx", /bracket/],
      ["edit {a,b", /bracket/],
      ["edit [bad", /bracket/],
      ["create a}b.ts: float", /bracket/],
      ["", /kind of tool call/],
      ["  ", /kind of tool call/],
    ] as const
  ) {
    const { error } = await box.json(["save", "fact", "--content", FACT, "--when", condition]);
    assert.deepEqual([error?.code, reason.test(error?.message)], ["INVALID_ARGUMENT", true], condition);
  }
  const sound = ["edit app/[id]/page.tsx", "edit *.{ts,tsx}: float {", "run echo {", "fail expected ]"];
  for (const [at, condition] of sound.entries()) {
    const { data } = await box.json(["save", "fact", "--content", `${FACT} ${at}`, "--when", condition]);
    assert.match(data.status, /saved/, condition);
  }
});
