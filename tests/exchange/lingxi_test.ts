/** A LingXi memory, imported by the binary: nothing of it is dropped, flattened or passed over without a word. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";

const HEAD =
  "| Id | Kind | Title | When to load | Status | Strength | Scope | Supersedes | CreatedAt | UpdatedAt | Source | Session | File |\n| --- |\n";

function note(id: string, oneLiner: string, meta = ""): string {
  return `# ${oneLiner}\n\n## Meta\n\n- **Id**: ${id}\n- **Kind**: decision\n- **Status**: active\n- **Strength**: validated\n${meta}\n` +
    `## When to load\n\n- API errors\n\n## One-liner (for injection)\n\n${oneLiner}\n`;
}

/** Puts a LingXi memory into a project of the same home. */
function lingxi(box: Box, files: Readonly<Record<string, string>>): string {
  const project = join(box.home, "old");
  for (const [file, text] of Object.entries(files)) {
    const path = join(project, ".cursor", ".lingxi", "memory", file);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, text);
  }
  return project;
}

const reasons = (list: readonly Json[]) => list.map(({ file, reason }: Json) => `${file}: ${reason}`);

test("a team's copy of an id comes in beside the project's, folders below share stay, twice is once", async () => {
  const box = memoryBox();
  const project = lingxi(box, {
    "notes/MEM-001.md": note("MEM-001", "Errors are { code, message }"),
    "notes/share/MEM-001.md": note("MEM-001", "The team says so too"),
    "notes/share/team/MEM-002.md": note("MEM-002", "Reuse the UI library"),
  });
  const first = (await box.json(["import", "--input", project])).data;
  assert.deepEqual([first.imported, first.existing, first.skipped, first.invalid, first.remarks], [3, 0, 0, [], []]);
  for (const file of ["notes/MEM-001.md", "notes/share/MEM-001.md", "notes/share/team/MEM-002.md"]) {
    assert.equal(box.read(file), fs.readFileSync(join(project, ".cursor/.lingxi/memory", file), "utf8"), file);
  }
  const again = (await box.json(["import", "--input", project, "--confirm"])).data;
  assert.deepEqual([again.imported, again.existing], [0, 3]);
  // A copy that the team makes of an id which is here already.
  lingxi(box, { "notes/share/MEM-003.md": note("MEM-003", "First") });
  assert.equal((await box.json(["import", "--input", project, "--confirm"])).data.imported, 1);
  lingxi(box, { "notes/MEM-003.md": note("MEM-003", "The project's own") });
  assert.equal((await box.json(["import", "--input", project, "--confirm"])).data.imported, 1);
  assert.match(box.read("notes/MEM-003.md"), /The project's own/);
});

// By LingXi's design a note is found by the title and “When to load” of the table, whatever its file says.
test("when to load a note comes from the table where the file does not say it, and finds the note", async () => {
  const box = memoryBox();
  const row = (id: string, when: string) =>
    `| ${id} | principle | API errors | ${when} | active | validated | medium | | | | user | | notes/${id}.md |\n`;
  const project = lingxi(box, {
    "INDEX.md": HEAD + row("MEM-001", "designing a gateway for partners; adding a route") + row("MEM-002", "never"),
    "notes/MEM-001.md": note("MEM-001", "All errors are JSON").replace("## When to load\n\n- API errors\n\n", ""),
    "notes/MEM-002.md": note("MEM-002", "Reuse the UI library"),
  });
  await box.json(["import", "--input", project]);
  assert.match(
    box.read("notes/MEM-001.md"),
    /## When to load\n\n- designing a gateway for partners\n- adding a route\n/,
  );
  assert.match(box.read("INDEX.md"), /\| designing a gateway for partners; adding a route \|/);
  assert.match(box.read("notes/MEM-002.md"), /## When to load\n\n- API errors\n\n## One-liner/);
  const { stdout } = await box.run(["retrieve", "designing a gateway for partners"]);
  assert.match(stdout, /All errors are JSON/);
});

test("an export carries both copies of an id, too", async () => {
  const from = memoryBox();
  from.write("notes/MEM-001.md", note("MEM-001", "The project's"));
  from.write("notes/share/MEM-001.md", note("MEM-001", "The team's"));
  const path = join(from.home, "out.json");
  await from.json(["export", "--output", path]);
  const to = memoryBox();
  to.write("notes/MEM-001.md", note("MEM-001", "The project's"));
  const { data } = await to.json(["import", "--input", path, "--confirm"]);
  assert.deepEqual([data.imported, data.existing], [1, 1]);
  assert.equal(to.read("notes/share/MEM-001.md"), from.read("notes/share/MEM-001.md"));
});

test("rows without a file, another source, a note without Meta and a file that is none are all told", async () => {
  const box = memoryBox();
  const row = (id: string, source: string) =>
    `| ${id} | pattern | ${id} title | | active | enforced | broad | - | 2026-02-21T00:00:00.000Z | - | ${source} | - | notes/${id}.md |\n`;
  const project = lingxi(box, {
    "INDEX.md": HEAD + row("MEM-001", "user") + row("MEM-002", "pack@1") + row("MEM-009", "user"),
    "notes/MEM-001.md": note("MEM-001", "Errors are { code, message }", "- **Source**: init\n"),
    "notes/MEM-002.md": "# No Meta here\n\nPlain words.\n",
    "notes/thoughts.md": "# Thoughts\n",
  });
  const preview = (await box.json(["import", "--input", project, "--dry-run"])).data;
  const { data } = await box.json(["import", "--input", project]);
  assert.deepEqual({ ...preview, message: undefined }.remarks, data.remarks);
  // What is invalid is not imported; what is imported is not called invalid.
  assert.deepEqual([data.imported, data.skipped, data.invalid.map(({ file }: Json) => file)], [2, 1, [
    "notes/thoughts.md",
  ]]);
  assert.deepEqual(data.skipped_because.map(({ count }: Json) => count), [1]);
  const told = reasons(data.remarks).join("\n");
  assert.match(told, /notes\/MEM-002\.md: There is no `## Meta` section/);
  assert.match(told, /INDEX\.md: MEM-001: INDEX\.md names the source user, the note names init/);
  assert.match(told, /INDEX\.md: INDEX\.md lists MEM-009 \(MEM-009 title\), and there is no file/);
  // What only the index knew of the note without Meta is in the note now; its own words stay.
  const text = box.read("notes/MEM-002.md");
  for (const line of ["Plain words.", "- **Kind**: pattern", "- **Strength**: enforced", "- **Source**: pack@1"]) {
    assert.ok(text.includes(line), line);
  }
});

test("MEM-001 of the project and MEM-001 of the person are told apart in one context", async () => {
  const box = memoryBox();
  box.write("notes/MEM-001.md", note("MEM-001", "API errors are { code, message }"));
  const global = join(box.home, ".cursor", "skills", "memory-data", "notes");
  fs.mkdirSync(global, { recursive: true });
  fs.writeFileSync(join(global, "MEM-001.md"), note("MEM-001", "API errors carry a request id"));
  const { matches } = await box.json(["retrieve", "API errors format", "--json"]);
  assert.deepEqual(matches.map(({ layer }: Json) => layer).sort(), ["global", "project"]);
  const start = await box.hook("claude", "SessionStart", { session_id: "s1", cwd: box.project, source: "startup" });
  const context = JSON.stringify(start);
  assert.match(context, /\{ code, message \} \[MEM-001, project\]/);
  assert.match(context, /request id \[MEM-001, global\]/);
  const prompt = await box.hook("claude", "UserPromptSubmit", {
    session_id: "s2",
    cwd: box.project,
    prompt: "How are API errors built, and do they carry a request id?",
  });
  assert.match(JSON.stringify(prompt), /\[MEM-001, global\]/);
});
