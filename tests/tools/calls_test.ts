/**
 * The records that an agent is told at its tool calls. The sets have calls in both languages, of which a record helps
 * some. The figures of sets that nobody tuned for stand in docs/internals/recall-measured.md.
 */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { actOf } from "../../src/tools/act.ts";
import { answerAll, cameOf } from "../tool_events.ts";
import { removeAtExit } from "../world.ts";

const FIXTURES = join(dirname(dirname(fileURLToPath(import.meta.url))), "fixtures", "recall");

/**
 * The least share of calls that are told the right record, and the largest share of calls that are told a wrong one.
 */
const FLOORS: Readonly<Record<string, readonly [right: number, disturbed: number]>> = {
  tools: [0.75, 0.01],
  quarry: [0.33, 0.01],
  harbor: [0.5, 0.08],
  runner: [0.39, 0.01],
  errands: [0.59, 0.09],
  freight: [0.68, 0.08],
  mall: [0.72, 0.08],
  ferry: [0.6, 0.09],
  grid: [0.56, 0.07],
  swap: [0.55, 0.13],
  plants: [0.62, 0.07],
  claims: [0.64, 0.28],
  wordings: [0.82, 0.05],
  // The weights have not learnt from these sets, whose other calls are near a record more often than in a day of work.
  nightjar: [0.67, 0.33],
  xunqing: [0.52, 0.25],
  // The records say at which calls they are told, in the words of somebody who knew the rule for agents alone.
  cladach: [0.96, 0.18],
  haimu: [0.85, 0.28],
  dotwell: [0.86, 0.1],
  xianwai: [0.86, 0.12],
  brakeform: [0.93, 0.15],
  diantai: [0.89, 0.22],
  firnline: [0.91, 0.08],
  windchip: [0.89, 0.19],
  // One call more is told wrongly since a word counts where it was printed, though the command names it, too.
  lanyard: [0.84, 0.195],
  lanshao: [0.83, 0.1],
  saggar: [0.91, 0.16],
  suian: [0.89, 0.17],
};

test("few calls that no record helps are told one, and no fewer of the others than before are told the right one", async () => {
  for (const [name, [least, most]] of Object.entries(FLOORS)) {
    const records = join(FIXTURES, `${name}_records.jsonl`);
    const events = await answerAll(records, join(FIXTURES, `${name}_${name === "tools" ? "events" : "tools"}.jsonl`));
    const { right, disturbed, lists } = cameOf(events);
    assert.ok(right >= least && disturbed <= most, `${name} ${right} ${disturbed}\n${lists.join("\n")}`);
  }
});

test("in whole days of work nine in ten calls that need a record were told it at that call or before", async () => {
  const floors = [["lanyard", 0.9, 0.1], ["lanshao", 0.89, 0.05], ["saggar", 0.94, 0.08], [
    "suian",
    0.95,
    0.1,
  ]] as const;
  for (const [name, least, most] of floors) {
    const [records, events] = ["records", "tools"].map((kind) => join(FIXTURES, `${name}_${kind}.jsonl`));
    const { right, disturbed, lists } = cameOf(await answerAll(records ?? "", events ?? "", 0, Infinity));
    assert.ok(right >= least && disturbed <= most, `${name} ${right} ${disturbed}\n${lists.join("\n")}`);
  }
});

test("a call is told the right record even among thousands of records about other things", async () => {
  const events = await answerAll(join(FIXTURES, "tools_records.jsonl"), join(FIXTURES, "tools_events.jsonl"), 10_000);
  const { right, disturbed, lists } = cameOf(events);
  assert.ok(right >= 0.58 && disturbed <= 0.01, `${right} ${disturbed}\n${lists.join("\n")}`);
});

/** A function that writes files of lines of JSON into a temporary folder. */
function writer(): (name: string, lines: readonly object[]) => string {
  const folder = mkdtempSync(join(tmpdir(), "tools-"));
  removeAtExit(folder);
  return (name, lines) => {
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return join(folder, name);
  };
}

const rule = (key: string, text: string, entities: readonly string[] = []) => ({
  key,
  type: "O",
  days: 3,
  text,
  entities,
});
const found = (...said: Parameters<typeof rule>) => ({ ...rule(...said), type: "W" });

test("an edit is told the rule that forbids it or goes with its file; an edit that obeys the rule is not", async () => {
  const write = writer();
  const records = write("records.jsonl", [
    rule("client", "Everything in web/src/client is generated from openapi.yaml, never edit it by hand", ["client"]),
    rule("stubs", "server/stubs 是 buf 生成的，不要手改", ["server/stubs", "buf"]),
    rule("logger", "Log with the logger from lib/logger.ts, never with console.log", ["logger", "console.log"]),
    rule("dates", "moment is banned in the shop, dates go through dayjs", ["moment", "dayjs"]),
  ]);
  const edits: readonly (readonly [path: string, added: string, wanted: string | undefined])[] = [
    ["web/src/client/orders.ts", "export interface Order { vat?: number }", "client"],
    ["web/src/pages/orders.ts", "export interface Order { vat?: number }", undefined],
    ["server/stubs/pay.go", "type Pay struct { Cents int64 }", "stubs"],
    ["lib/logger.ts", "export const level = 3;", undefined],
    ["shop/date.ts", 'import moment from "moment";\nexport const shown = moment(order.at);', "dates"],
    ["shop/date.ts", 'import dayjs from "dayjs";\nexport const shown = dayjs(order.at);', undefined],
  ];
  const events = write(
    "events.jsonl",
    edits.map(([file_path, new_string, wanted], at) => ({
      id: `e${at}`,
      tool: "Edit",
      input: { file_path, old_string: "x", new_string },
      want: wanted === undefined ? [] : [wanted],
    })),
  );
  const told = (await answerAll(records, events)).map(({ told }) => told[0]);
  assert.deepEqual(told, edits.map(([, , wanted]) => wanted));
});

// These are examples of the documentation.
test("a plain ban is told without any label, in both languages, at the call that breaks it alone", async () => {
  const write = writer();
  const shell = (command: string) => ({ tool: "Bash", input: { command } });
  const edit = (file_path: string) => ({ tool: "Edit", input: { file_path, old_string: "x", new_string: "y" } });
  const others = [
    rule("deploys", "部署在周二下午"),
    rule("times", "接口返回的时间一律用 UTC"),
    rule("port", "测试环境的数据库端口是 5433"),
    rule("reviews", "Two people review each change"),
    rule("api", "The API listens on port 8080"),
  ];
  const bans: readonly (readonly [said: string, breaks: object, obeys: object])[] = [
    ["用 pnpm，不要用 npm", shell("npm install lodash"), shell("pnpm install lodash")],
    ["Use pnpm, never npm", shell("npm install lodash"), shell("pnpm install lodash")],
    ["React 停在 17，不要升", shell("npm install react@latest"), shell("npm install lodash")],
    ["We stay on React 17", shell("npm install react@latest"), shell("npm install lodash")],
    ["不要直接 push 到 main，走 PR", shell("git push origin main"), shell("git push origin feature")],
    ["Never push to main directly, open a PR", shell("git push origin main"), shell("git push origin feature")],
    ["vendor 目录是同步来的，不要手改", edit("vendor/lib.js"), edit("src/lib.js")],
    ["The vendor folder is synced, never edit it by hand", edit("vendor/lib.js"), edit("src/lib.js")],
  ];
  for (const near of [[], others]) {
    for (const [at, [said, breaks, obeys]] of bans.entries()) {
      const records = write(`ban${at}.jsonl`, [...near, rule("ban", said)]);
      const events = write(`calls${at}.jsonl`, [
        { id: "breaks", ...breaks, want: ["ban"] },
        { id: "obeys", ...obeys, want: [] },
      ]);
      const told = (await answerAll(records, events)).map(({ told }) => told[0]);
      assert.deepEqual(told, ["ban", undefined], `${said} among ${near.length}`);
    }
  }
});

test("a call that does a thing which a record forbids by name is told the record; a call that obeys it is not", async () => {
  const write = writer();
  const records = write("records.jsonl", [
    rule("mirror", "Use kestrel-sync for the mirror, never rsync"),
    rule("cluster", "Nobody changes cluster hl-prod with kubectl apply, merge to main instead"),
    rule("image", "docker build needs --platform linux/amd64 for images of the cluster", ["docker build"]),
    rule("subject", "git commit subjects carry a ticket like feat(AB-12): add a port"),
  ]);
  const asked: readonly (readonly [command: string, wanted: string | undefined])[] = [
    ["rsync -a out/ mirror:/srv", "mirror"],
    ["kestrel-sync out/ mirror", undefined],
    ["kubectl --context hl-prod apply -f api.yaml", "cluster"],
    ["kubectl --context hl-staging apply -f api.yaml", undefined],
    ["kubectl --context hl-prod get pods", undefined],
    ["docker build -t api .", "image"],
    ["docker build --platform linux/amd64 -t api .", undefined],
    ["git commit -m 'fix a port'", "subject"],
    ["git commit -m 'feat(AB-77): add a gate'", undefined],
  ];
  const events = write(
    "events.jsonl",
    asked.map(([command, wanted], at) => ({
      id: `e${at}`,
      tool: "Bash",
      input: { command },
      want: wanted === undefined ? [] : [wanted],
    })),
  );
  const { right, disturbed, lists } = cameOf(await answerAll(records, events));
  assert.ok(right === 1 && disturbed === 0, lists.join("\n"));
});

/** A call in short: `file: new text` is an edit, `command ✗ output` a command that failed, all else a command. */
type Tried = readonly [call: string, wanted: string | undefined];

/** Tells each call of a memory that holds these rules alone; one line for each call that was told otherwise. */
async function toldOtherwise(rules: readonly ReturnType<typeof rule>[], tried: readonly Tried[]): Promise<string[]> {
  const write = writer();
  const events = tried.map(([call, wanted], at) => {
    const [command = "", output] = call.split(" ✗ ");
    const edit = /^([\w/.-]+\.\w+): (.*)$/s.exec(call);
    const input = edit
      ? { tool: "Edit", input: { file_path: edit[1], old_string: "const level = 2;", new_string: edit[2] } }
      : { tool: "Bash", input: { command } };
    return { id: `e${at}`, ...input, ...output ? { failed: true, output } : {}, want: wanted ? [wanted] : [] };
  });
  const answered = await answerAll(write("records.jsonl", rules), write("events.jsonl", events));
  return answered.flatMap(({ told }, at) => told[0] === tried[at]?.[1] ? [] : `${tried[at]?.[0]}: ${told[0]}`);
}

test("a ban of a program is told however it is worded, and not to a call that goes the recommended way", async () => {
  const memories: (readonly [readonly ReturnType<typeof rule>[], readonly Tried[]])[] = [
    [[
      rule("npm", "Don't use npm in this repository; use pnpm", ["npm", "pnpm"]),
    ], [
      ["npm install lodash", "npm"],
      ["pnpm install lodash", undefined],
    ]],
    [[
      rule("npm", "npm is forbidden here, use pnpm", ["npm", "pnpm"]),
    ], [
      ["npm install lodash", "npm"],
      ["pnpm add x", undefined],
    ]],
    [[
      rule("docker", "docker is not allowed, use podman", ["docker", "podman"]),
    ], [
      ["docker run alpine", "docker"],
      ["podman run alpine", undefined],
    ]],
    [[
      rule("lodash", "Lodash is not used in this code base, write plain functions", ["lodash"]),
    ], [
      ["npm install lodash", "lodash"],
      ["src/a.ts: import _ from 'lodash';", "lodash"],
    ]],
    [[
      rule("axios", "No axios in web, use the fetch wrapper", ["axios", "fetch"]),
    ], [
      ["pnpm add axios", "axios"],
      ["pnpm add zod", undefined],
      ["web/a.ts: import axios from 'axios';", "axios"],
    ]],
    [[
      rule("axios", "web 里不引入 axios，用封装好的 fetch", ["axios", "fetch"]),
    ], [
      ["pnpm add axios", "axios"],
      ["web/a.ts: import axios from 'axios';", "axios"],
    ]],
    [[
      rule("moment", "No moment.js: dates go through date-fns", ["moment", "date-fns"]),
    ], [
      ["pnpm add moment", "moment"],
      ["web/d.ts: import moment from 'moment';\nmoment().format()", "moment"],
      ["web/d.ts: import { format } from 'date-fns';", undefined],
    ]],
  ];
  const wordings = [
    "Tests are written with vitest; jest is not to be added",
    "jest must not be used any more, use vitest",
    "jest should not be used; vitest replaced it",
    "We do not want jest in here, tests run with vitest",
    "jest 不再使用，测试用 vitest",
    "不许引入 jest，测试用 vitest",
  ];
  for (const said of wordings) {
    memories.push([[rule("jest", said, ["vitest", "jest"])], [
      ["npx jest", "jest"],
      ["pnpm add -D jest", "jest"],
      ["npx vitest run", undefined],
      ["pnpm add -D vitest", undefined],
    ]]);
  }
  for (const [rules, tried] of memories) assert.deepEqual(await toldOtherwise(rules, tried), [], rules[0]?.text);
});

test("a pattern of files and an everyday folder are known where a record protects them", async () => {
  const memories: readonly (readonly [readonly ReturnType<typeof rule>[], readonly Tried[]])[] = [
    [[
      rule("gen", "After a change of a *.proto file run make gen", ["*.proto", "make gen"]),
    ], [
      ["api/orders.proto: const level = 3;", "gen"],
      ["api/orders.go: const level = 3;", undefined],
    ]],
    [[
      rule("gen", "改了 *.proto 之后要跑 make gen", ["*.proto", "make gen"]),
    ], [
      ["api/orders.proto: const level = 3;", "gen"],
    ]],
    [[
      rule("pb", "*.pb.go is generated, never edit it", ["*.pb.go"]),
    ], [
      ["api/orders.pb.go: const level = 3;", "pb"],
      ["api/orders.go: const level = 3;", undefined],
    ]],
    [[
      rule("vendor", "vendor/ must not be edited", ["vendor"]),
    ], [
      ["vendor/lib/a.go: const level = 3;", "vendor"],
      ["src/lib/a.go: const level = 3;", undefined],
    ]],
    [[
      rule("dist", "dist/ is generated, never edit it", ["dist"]),
    ], [
      ["dist/app.js: const level = 3;", "dist"],
      ["src/app.js: const level = 3;", undefined],
    ]],
  ];
  for (const [rules, tried] of memories) assert.deepEqual(await toldOtherwise(rules, tried), []);
});

test("what a command has to go with or after is told to that command, and not to one that does it", async () => {
  const memories: readonly (readonly [readonly ReturnType<typeof rule>[], readonly Tried[]])[] = [
    [[
      rule("lint", "Run make lint before every commit", ["git commit", "make lint"]),
    ], [
      ["git commit -m x", "lint"],
      ["make lint", undefined],
    ]],
    [[
      rule("lint", "提交前必须跑 make lint", ["git commit", "make lint"]),
    ], [
      ["git commit -m x", "lint"],
      ["make lint", undefined],
    ]],
    [[
      rule("n", "Run pytest with -n 4 at most: the database allows 20 connections", ["pytest"]),
    ], [
      ["pytest -n 8", "n"],
      ["pytest -n 4", undefined],
    ]],
    [[
      rule("ctx", "kubectl only with --context staging; production is changed through Argo CD alone", [
        "kubectl",
        "Argo CD",
      ]),
    ], [
      ["kubectl --context production delete pod x", "ctx"],
      ["kubectl --context staging delete pod x", undefined],
      ["kubectl apply -f x.yaml", "ctx"],
    ]],
    [[
      rule("race", "Go tests are run with make test-go (it adds -race and -count=1), not with a bare go test", [
        "go test",
        "make test-go",
        "race",
      ]),
    ], [
      ["make test-go", undefined],
      ["go test ./...", "race"],
      ["cd services/orders && go test ./...", "race"],
    ]],
    [[
      rule("push", "Never push to main directly; push a branch feat/… and open a PR with gh pr create", [
        "git push",
        "main",
        "PR",
        "gh pr create",
        "怎么提代码",
      ]),
      rule("ci", "CI 跑在自建 GitLab runner 上，标签 pix-large，缓存放 MinIO", ["CI", "GitLab", "runner", "MinIO"]),
    ], [
      ["git push", "push"],
      ["git push --force", "push"],
      ["cd services/orders && git push", "push"],
      ["git pull", undefined],
    ]],
    [[
      rule("platform", "docker build always with --platform linux/amd64: the cluster has no arm nodes", [
        "docker build",
        "platform",
        "amd64",
        "镜像",
      ]),
      rule("alpine", "Dockerfile 的基础镜像固定 debian:bookworm-slim，alpine 的 musl 会让 sharp 崩溃", [
        "Dockerfile",
        "alpine",
        "基础镜像",
        "base image",
      ]),
    ], [
      ["docker build .", "platform"],
      ["docker build --no-cache .", "platform"],
      ["docker build -t pix/api:dev .", "platform"],
      ["docker build --platform linux/amd64 -t x .", undefined],
    ]],
  ];
  for (const [rules, tried] of memories) assert.deepEqual(await toldOtherwise(rules, tried), []);
});

test("a command that changes a protected file is told the record as an edit is", async () => {
  const memories: readonly (readonly [readonly ReturnType<typeof rule>[], readonly Tried[]])[] = [
    [[
      rule("prod", "config/prod.yaml must not be changed by hand", ["config/prod.yaml"]),
    ], [
      ["sed -i s/a/b/ config/prod.yaml", "prod"],
      ["rm config/prod.yaml", "prod"],
      ["echo x >> config/prod.yaml", "prod"],
      ["sed -i s/a/b/ config/dev.yaml", undefined],
      ["cat config/prod.yaml", undefined],
    ]],
    [[
      rule("data", "绝不要删除 data/ 目录", ["data/"]),
    ], [
      ["rm -rf data", "data"],
      ["rm -rf build", undefined],
    ]],
  ];
  for (const [rules, tried] of memories) assert.deepEqual(await toldOtherwise(rules, tried), []);
});

test("a folder is protected by a later sentence that speaks of it, and not the folder from which it is made", async () => {
  const said = [
    "Generated code in src/gen comes from make proto; never edit it by hand",
    "The files in src/gen come from api/proto. Don't edit them by hand",
    "src/gen 里的代码由 make proto 产出；不要手改",
  ];
  for (const text of said) {
    const tried: readonly Tried[] = [
      ["src/gen/a.ts: const level = 3;", "gen"],
      ["sed -i s/a/b/ src/gen/api.ts", "gen"],
      ["api/proto/a.proto: message A {}", undefined],
      ["src/app/a.ts: const level = 3;", undefined],
    ];
    assert.deepEqual(await toldOtherwise([rule("gen", text, ["proto", "gen", "src/gen"])], tried), [], text);
  }
});

test("a plain ban of a program is told though the program is none of its labels", async () => {
  for (
    const text of ["Migrations run through make migrate, never psql by hand", "迁移走 make migrate，不要手动用 psql"]
  ) {
    const tried: readonly Tried[] = [["psql -f a.sql", "psql"], ["make migrate", undefined], ["psqldef a", undefined]];
    assert.deepEqual(await toldOtherwise([rule("psql", text, ["migrations", "make migrate"])], tried), [], text);
  }
});

test("a record about one program, module, port or status is not told of another", async () => {
  const memories: readonly (readonly [readonly ReturnType<typeof rule>[], readonly Tried[]])[] = [
    [[
      found(
        "lock",
        "ERR_PNPM_OUTDATED_LOCKFILE after a rebase: run pnpm install --no-frozen-lockfile once and commit the lockfile",
        ["ERR_PNPM_OUTDATED_LOCKFILE", "pnpm install"],
      ),
    ], [
      ["pip install requests", undefined],
      ["bun install", undefined],
      ["pnpm add zod", undefined],
    ]],
    [[
      found(
        "mod",
        "ModuleNotFoundError: No module named 'pydantic_core' means the venv is for another python: uv sync --reinstall",
        ["pydantic_core", "uv"],
      ),
    ], [
      ["python x.py ✗ ModuleNotFoundError: No module named 'rich'", undefined],
      ["python x.py ✗ ModuleNotFoundError: No module named 'pydantic_core'", "mod"],
    ]],
    [[
      found(
        "redis",
        "ECONNREFUSED 127.0.0.1:6380 in tests means that the Redis container is not up: run make deps-up",
        [
          "ECONNREFUSED",
          "6380",
          "make deps-up",
        ],
      ),
    ], [
      ["pnpm test ✗ Error: connect ECONNREFUSED 127.0.0.1:5432", undefined],
      ["pnpm test ✗ Error: connect ECONNREFUSED 127.0.0.1:6380", "redis"],
    ]],
    [[
      found("rate", "429 from the geocoder: the free plan allows one request a second, set GEO_DELAY=1100", [
        "429",
        "geocoder",
      ]),
    ], [
      ["curl -f https://geo ✗ curl: (22) The requested URL returned error: 429", "rate"],
      ["node x.js ✗ AxiosError: Request failed with status code 429", "rate"],
      ["node x.js ✗ AxiosError: Request failed with status code 500", undefined],
    ]],
  ];
  for (const [rules, tried] of memories) assert.deepEqual(await toldOtherwise(rules, tried), []);
});

const did = (command: string) => {
  const act = actOf({ kind: "shell", paths: [], command });
  return act && [...act.commands.map(({ program, words }) => [program, ...words].join(" ")), ...act.paths];
};

test("the commands of a line are found behind folders, shells, wrappers and runners", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["cd api && FOO=1 npm install lodash", ["npm install lodash"]],
    ["sudo -u postgres psql -d shop -f db/seed.sql", ["psql", "db/seed.sql"]],
    ["bash -lc 'cd x && alembic upgrade head'", ["alembic upgrade head"]],
    ["docker compose exec -T api alembic upgrade head", [
      "alembic upgrade head",
      "docker compose exec api alembic upgrade head",
    ]],
    ["kubectl --context staging apply -f k8s/api.yaml", ["kubectl apply", "k8s/api.yaml"]],
    ["npx -y prisma@5 migrate deploy", ["prisma migrate deploy", "npx prisma@5 migrate deploy"]],
    ["cat > src/x.ts <<'EOF'\nls; rm -rf y\nEOF\nnpm test", ["npm test", "src/x.ts"]],
    ["timeout 60 make deploy 2>&1 | tail -20", ["make deploy"]],
    ["cat a.sql | psql shop", ["psql shop"]],
    // The last runner of the list.
    ["rtk git push", ["git push", "rtk git push"]],
    ["cd web && echo x > notes.md", ["web/notes.md"]],
    ["ssh deploy@bastion 'systemctl restart api'", [
      "systemctl restart api",
      "ssh deploy@bastion systemctl restart api",
    ]],
  ];
  for (const [command, wanted] of cases) assert.deepEqual(did(command), wanted, command);
});

test("a command line that only reads counts as looking, however its commands are combined", () => {
  const looks = [
    "ls -la && cat x | head -3",
    "git -C sub status; git diff HEAD~1 -- a.ts",
    "grep -rn foo src | wc -l",
    "sed -n 1,20p x",
    "node --version",
    "find . -name '*.ts' 2>/dev/null",
    "for f in *.ts; do head -1 $f; done",
    "# nothing",
    "",
  ];
  for (const command of looks) assert.equal(did(command), undefined, command);
  // Those that read by a subcommand do nothing either, and are kept for conditions.
  for (const command of ["kubectl -n shop get pods", "docker compose logs -f api"]) {
    assert.deepEqual(did(command), [], command);
  }
  const works = [
    "find . -name '*.pyc' -delete",
    "sed -i s/a/b/ x.ts",
    "git branch -D old",
    "git stash",
    "ls > files.txt",
  ];
  for (const command of works) assert.notEqual(did(command), undefined, command);
});
