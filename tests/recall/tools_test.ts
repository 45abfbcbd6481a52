/**
 * What an agent is told at its tools: tool calls of our own in both languages, of which some are about something that
 * memory knows. The numbers of sets that nobody looked at are in docs/internals/recall-measured.md.
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { actOf } from "../../src/recall/tool_call.ts";
import { answerAll, cameOf } from "../tool_events.ts";

const FIXTURES = join(dirname(dirname(fileURLToPath(import.meta.url))), "fixtures", "recall");

test("of the calls that memory can help with nearly all are told the right record, of the others nearly none any", async () => {
  const events = await answerAll(join(FIXTURES, "tools_records.jsonl"), join(FIXTURES, "tools_events.jsonl"));
  const { right, disturbed, lists } = cameOf(events);
  assert.ok(right > 0.92 && disturbed < 0.02, `${right} ${disturbed}\n${lists.join("\n")}`);
});

test("so of calls in four other projects, the records of three of which were written for prompts, in both languages", async () => {
  const sets = await Promise.all(
    ["quarry", "harbor", "runner", "errands"].map((name) =>
      answerAll(join(FIXTURES, `${name}_records.jsonl`), join(FIXTURES, `${name}_tools.jsonl`))
    ),
  );
  const { right, disturbed, lists } = cameOf(sets.flat());
  assert.ok(right > 0.79 && disturbed < 0.12, `${right} ${disturbed}\n${lists.join("\n")}`);
});

test("of calls by somebody who did not know the method more than half of those with a record are told it", async () => {
  // Measured: 56 % right and 40 % disturbed, 65 % and 27 %; each call in a session of its own.
  const floors = { freight: { right: 0.53, disturbed: 0.42 }, mall: { right: 0.62, disturbed: 0.29 } };
  for (const [name, floor] of Object.entries(floors)) {
    const events = await answerAll(join(FIXTURES, `${name}_records.jsonl`), join(FIXTURES, `${name}_tools.jsonl`));
    const { right, disturbed, lists } = cameOf(events);
    assert.ok(right > floor.right && disturbed < floor.disturbed, `${right} ${disturbed}\n${lists.join("\n")}`);
  }
});

const did = (command: string) => {
  const act = actOf({ kind: "shell", paths: [], command });
  return act && [...act.commands.map(({ program, words }) => [program, ...words].join(" ")), ...act.paths];
};

test("a command line is read through folders, shells, wrappers and runners", () => {
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
    ["cd web && echo x > notes.md", ["web/notes.md"]],
    ["ssh deploy@bastion 'systemctl restart api'", [
      "systemctl restart api",
      "ssh deploy@bastion systemctl restart api",
    ]],
  ];
  for (const [command, wanted] of cases) assert.deepEqual(did(command), wanted, command);
});

test("a command line that only looks does nothing, however it is put together", () => {
  const looks = [
    "ls -la && cat x | head -3",
    "git -C sub status; git diff HEAD~1 -- a.ts",
    "grep -rn foo src | wc -l",
    "sed -n 1,20p x",
    "node --version",
    "find . -name '*.ts' 2>/dev/null",
    "for f in *.ts; do head -1 $f; done",
    "kubectl -n shop get pods",
    "docker compose logs -f api",
    "# nothing",
    "",
  ];
  for (const command of looks) assert.equal(did(command), undefined, command);
  const works = [
    "find . -name '*.pyc' -delete",
    "sed -i s/a/b/ x.ts",
    "git branch -D old",
    "git stash",
    "ls > files.txt",
  ];
  for (const command of works) assert.notEqual(did(command), undefined, command);
});
