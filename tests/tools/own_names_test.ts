/** The names of a project itself, which tell no record at a tool call. The first test is against the binary. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ownNamesOf } from "../../src/tools/own_names.ts";
import { contextOf, memoryBox } from "../box.ts";
import { remember } from "../settings_box.ts";
import { testWorld } from "../world.ts";

function put(folder: string, ...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
}

test("what the project is, is not told at each of its files, while a record about one of its packages is told there", async () => {
  const box = memoryBox();
  remember(box, 3, ["ledgerly is a command line tool that tracks freelance hours"], { entities: ["ledgerly"] });
  put(box.project, "src/ledgerly/cli.py", "src/ledgerly/store.py", "tests/test_ledgerly.py");
  const editing = async (file: string, session_id: string) => {
    const tool_input = { file_path: join(box.project, file), old_string: "a = 1", new_string: "a = 2" };
    const event = { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input, cwd: box.project, session_id };
    return contextOf(await box.hook("claude", "PreToolUse", event));
  };
  for (const file of ["src/ledgerly/cli.py", "src/ledgerly/store.py", "tests/test_ledgerly.py"]) {
    assert.equal(await editing(file, file), "", file);
  }
  put(box.project, "src/invoices/print.py");
  assert.match(await editing("src/ledgerly/cli.py", "two packages"), /freelance hours/);
});

test("a project's own names are that of its folder and those of the folders in which all of its code lies", () => {
  const layouts: readonly (readonly [files: readonly string[], names: readonly string[]])[] = [
    [["main.go"], ["timebook"]],
    [["src/ledgerly/cli.py", "src/ledgerly.egg-info/PKG-INFO", "tests/test_cli.py"], ["timebook", "ledgerly"]],
    [["ledger_ly/__init__.py", "tests/__init__.py", "docs/index.md"], ["timebook", "ledgerly"]],
    [["lib/ledgerly.rb", "lib/ledgerly/cli.rb"], ["timebook", "ledgerly"]],
    [["src/main/java/io/acme/Main.java", "src/test/java/io/acme/MainTest.java"], ["timebook", "acme"]],
    [["src/index.ts", "src/billing/index.ts"], ["timebook"]],
    [["src/billing/index.ts", "src/invoices/index.ts"], ["timebook"]],
    [["billing/__init__.py", "invoices/__init__.py"], ["timebook"]],
  ];
  for (const [files, names] of layouts) {
    const { folder, runtime } = testWorld();
    const root = join(folder, "time-book");
    put(root, ...files);
    assert.deepEqual([...ownNamesOf(runtime.files, root)].sort(), [...names].sort(), files.join(", "));
  }
  const { folder, runtime } = testWorld();
  put(folder, "app/a.ts");
  assert.deepEqual([...ownNamesOf(runtime.files, join(folder, "app"))], []);
});
