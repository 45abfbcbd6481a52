/** Our hooks in a client's hooks file, byte by byte: put in, taken out again, and nothing of anybody else's touched. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { binaryCommand, binaryOf, hookCommand, isOurCommand, shellWord } from "../../src/agents/command.ts";
import { AGENTS } from "../../src/agents/event.ts";
import { ourCommands, withHooks, withoutHooks } from "../../src/agents/hook_file.ts";
import { readEvent } from "../../src/agents/mod.ts";
import { wantedHooks } from "../../src/agents/setup.ts";

const here = { execPath: "/opt/my tools/memory", platform: "linux" } as const;
const cursorHooks = wantedHooks("cursor", here);
const claudeHooks = wantedHooks("claude", here);

const add = (text: string) => {
  const result = withHooks(text, "cursor", cursorHooks);
  if (typeof result !== "string") throw new Error(result.problem.en);
  return result;
};
const remove = (text: string, before?: string) => {
  const result = withoutHooks(text, "cursor", before);
  if (typeof result !== "string") throw new Error(result.problem.en);
  return result;
};
const clean = (text: string) => parse(text.replace(/^\ufeff/, ""), [], { allowTrailingComma: true });

const commented = `{
  // Cursor reads this file on save.
  "version": 1,
  "hooks": {
    /* our linter */
    "afterFileEdit": [
      { "command": "./lint.sh" } // keep me last
    ],
    "stop": [
      {
        "command": "./notify.sh",
        "timeout": 3
      }, // rings
    ],
    "sessionStart": [{ "command": "./greet.sh" }]
    // nothing more
  }
}
`;

const ORIGINALS: Readonly<Record<string, string>> = {
  commented,
  "CRLF, tabs and a BOM": "\ufeff" + commented.replaceAll("  ", "\t").replaceAll("\n", "\r\n"),
  "no line break at the end": commented.trimEnd(),
  "one line": '{"version":1,"hooks":{"stop":[{"command":"x"}]}}',
  "empty hooks": '{\n  "version": 1,\n  "hooks": {}\n}\n',
  "no hooks at all": '{\n    "version": 1\n}',
  "an empty object": "{}",
  "an empty object with a line break": "{}\n",
  "an empty list": '{\n  "version": 1,\n  "hooks": {\n    "stop": []\n  }\n}\n',
  "spaces in empty places": '{ "version": 1, "hooks": { "stop": [ ] } }\n',
  "trailing commas": '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "x" },\n    ],\n  },\n}\n',
  "a comment as the only item": '{\n  "hooks": {\n    "stop": [\n      // later\n    ]\n  }\n}\n',
  "comments after everything": '// a\n{ // b\n "hooks": { // c\n } // d\n} // e\n',
};

test("our hooks are added once, and every byte that was there stays in its order", () => {
  for (const [name, original] of Object.entries(ORIGINALS)) {
    const text = add(original);
    let at = 0;
    for (const character of original) {
      at = text.indexOf(character, at) + 1;
      assert.notEqual(at, 0, `${name}: lost ${JSON.stringify(character)}`);
    }
    for (const comment of original.match(/\/\/.*|\/\*.*?\*\//g) ?? []) assert.ok(text.includes(comment), name);
    const [before, after] = [clean(original), clean(text)];
    for (const [event, list] of Object.entries(before.hooks ?? {})) {
      assert.deepEqual(after.hooks[event].slice(0, (list as unknown[]).length), list, `${name}: ${event}`);
    }
    for (const { event, entry, matcher } of cursorHooks) {
      const wanted = matcher === undefined ? entry : { ...entry, matcher };
      assert.deepEqual(after.hooks[event].at(-1), wanted, `${name}: ${event}`);
    }
    assert.equal(after.version, 1, name);
    assert.equal(add(text), text, `${name}: twice is the same as once`);
  }
});

test("a comment stays with the item that it stands behind", () => {
  const text = add(commented);
  assert.match(text, /"timeout": 3\n {6}\}, \/\/ rings\n {6}\{ "command": .*stop/);
  assert.match(text, /\{ "command": ".\/lint.sh" \} \/\/ keep me last\n/);
});

test("line ends and indentation follow the file", () => {
  const text = add(ORIGINALS["CRLF, tabs and a BOM"] ?? "");
  assert.equal(text.replaceAll("\r\n", "").includes("\n"), false);
  assert.ok(text.startsWith("\ufeff{"));
  assert.match(text, /\r\n\t\t"preCompact": \[\r\n\t\t\t\{ "command"/);
});

test("removing our hooks gives back the original bytes", () => {
  for (const [name, original] of Object.entries(ORIGINALS)) {
    assert.equal(remove(add(original), original), original, name);
  }
});

test("a list that an addition before it moves to another line gives back its bytes", () => {
  const hooks = '"SessionStart": [{}\n  /* c */],"PostToolUse": [/* c */ ]';
  const swapped = '"PostToolUse": [{}\n  /* c */],"SessionStart": [/* c */ ]';
  for (const lists of [hooks, swapped]) {
    const original = `{"hooks":{${lists}}}`;
    const text = withHooks(original, "codex", wantedHooks("codex", here));
    assert.ok(typeof text === "string");
    assert.equal(withoutHooks(text, "codex", original), original);
  }
});

test("what the user changed in the meantime survives the removal", () => {
  const edited = add(commented).replace('"./lint.sh"', '"./lint.sh --fix"').replace("// rings", "// rings twice");
  const expected = commented.replace('"./lint.sh"', '"./lint.sh --fix"').replace("// rings", "// rings twice");
  assert.equal(remove(edited, commented), expected);
  const appended = add("{}").replace(/\}\n\}$/, '},\n  "mine": true\n}');
  assert.deepEqual(clean(remove(appended)).mine, true);
});

test("a moved binary changes the command and nothing that the user set beside it", () => {
  const mine = add(commented).replace('"timeout": 30 }', '"timeout": 60 }');
  const moved = withHooks(mine, "cursor", wantedHooks("cursor", { ...here, execPath: "/usr/bin/memory" }));
  assert.equal(moved, mine.replaceAll("/opt/my tools/memory", "/usr/bin/memory"));
});

test("entries of ours that are doubled or no longer wanted are taken out", () => {
  const stale = hookCommand(here, "cursor", "afterAgentThought");
  const doubled = JSON.stringify({
    version: 1,
    hooks: {
      afterAgentThought: [{ command: stale }],
      stop: [{ command: hookCommand(here, "cursor", "stop") }, { command: hookCommand(here, "cursor", "stop") }],
    },
  });
  const hooks = clean(add(doubled)).hooks;
  assert.equal(hooks.stop.length, 1);
  assert.equal(hooks.afterAgentThought, undefined);
});

test("Claude Code's groups are kept, ours is a group of its own", () => {
  const original = `{
  "permissions": { "allow": ["Bash(ls:*)"] },
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
    "PostToolUse": [{ "matcher": "Edit", "hooks": [{ "type": "command", "command": "fmt" }] }]
  }
}
`;
  const text = withHooks(original, "claude", claudeHooks);
  assert.ok(typeof text === "string");
  const { hooks, permissions } = clean(text);
  assert.deepEqual(permissions, { allow: ["Bash(ls:*)"] });
  assert.deepEqual(hooks.Stop[0].hooks[0].command, "say done");
  assert.deepEqual(hooks.Stop[1], { hooks: [claudeHooks.find((hook) => hook.event === "Stop")?.entry] });
  assert.equal(withHooks(text, "claude", claudeHooks), text);
  assert.equal(withoutHooks(text, "claude", original), original);
  const { matcher, entry } = claudeHooks.find((hook) => hook.event === "PostToolUse") ?? {};
  assert.deepEqual(hooks.PostToolUse.slice(1), [{ matcher, hooks: [entry] }]);
  assert.equal(ourCommands(text, "claude").length, claudeHooks.length);
});

test("what Gemini CLI keeps beside its hooks, and the rest of its settings, stay as they are", () => {
  const original = `{
  // one file for everything
  "general": { "vimMode": true },
  "hooks": {
    "enabled": true,
    "disabled": ["noisy"],
    "BeforeTool": [{ "matcher": "write_.*", "hooks": [{ "type": "command", "command": "./check.sh" }] }],
  },
}
`;
  const hooks = wantedHooks("gemini", here);
  const text = String(withHooks(original, "claude", hooks));
  const read = clean(text);
  assert.deepEqual([read.hooks.enabled, read.hooks.disabled, read.general], [true, ["noisy"], { vimMode: true }]);
  assert.deepEqual(read.hooks.BeforeAgent, [{
    hooks: [{
      type: "command",
      name: "memory",
      command: '[ ! -x "/opt/my tools/memory" ] || exec "/opt/my tools/memory" hook gemini BeforeAgent --by-init',
      timeout: 5000,
    }],
  }]);
  assert.equal(withHooks(text, "claude", hooks), text);
  assert.equal(withoutHooks(text, "claude", original), original);
});

test("every client is asked for events that it knows and we understand, within its limits of time", () => {
  for (const agent of AGENTS) {
    for (const { event, entry } of wantedHooks(agent, here)) {
      const payload = { session_id: "s", conversation_id: "s", ...event === "SubagentStart" ? { agent_id: "a" } : {} };
      const read = readEvent(agent, event, payload, () => undefined);
      assert.ok(typeof read === "object" && read.name === event, `${agent} ${event}`);
      assert.equal(entry.command, hookCommand(here, agent, event));
    }
  }
  // Codex cuts it to that and warns at each start of whoever asks for more.
  assert.equal(wantedHooks("codex", here).find(({ event }) => event === "SessionEnd")?.entry["timeout"], 3);
});

test("an entry that shares its group with a user's hook leaves that hook alone", () => {
  const shared = JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: "command", command: hookCommand(here, "claude", "Stop") }, { command: "x" }] }] },
  });
  const result = withoutHooks(shared, "claude", undefined);
  assert.deepEqual(clean(String(result)).hooks, { Stop: [{ hooks: [{ command: "x" }] }] });
});

test("a file that can't be edited without guessing is refused with what is wrong", () => {
  const wrong = ["{", '{"hooks": [}', "[]", '"text"', '{"hooks": []}', '{"hooks": null}', '{"hooks": {"stop": "x"}}'];
  for (const text of wrong) {
    const result = withHooks(text, "cursor", cursorHooks);
    assert.ok(typeof result === "object" && result.problem.en.length > 0, text);
  }
  assert.ok(typeof withHooks('{"hooks": {"notOurs": "x"}}', "cursor", cursorHooks) === "string");
});

test("a new file is what a person would have written", () => {
  assert.equal(
    add(""),
    `{
  "version": 1,
  "hooks": {
    "sessionStart": [
      { "command": "[ ! -x \\"/opt/my tools/memory\\" ] || exec \\"/opt/my tools/memory\\" hook cursor sessionStart --by-init", "timeout": 10 }
    ],
    "beforeSubmitPrompt": [
      { "command": "[ ! -x \\"/opt/my tools/memory\\" ] || exec \\"/opt/my tools/memory\\" hook cursor beforeSubmitPrompt --by-init", "timeout": 5 }
    ],
    "preCompact": [
      { "command": "[ ! -x \\"/opt/my tools/memory\\" ] || exec \\"/opt/my tools/memory\\" hook cursor preCompact --by-init", "timeout": 10 }
    ],
    "stop": [
      { "command": "[ ! -x \\"/opt/my tools/memory\\" ] || exec \\"/opt/my tools/memory\\" hook cursor stop --by-init", "timeout": 10, "loop_limit": 1 }
    ],
    "sessionEnd": [
      { "command": "[ ! -x \\"/opt/my tools/memory\\" ] || exec \\"/opt/my tools/memory\\" hook cursor sessionEnd --by-init", "timeout": 30 }
    ],
    "postToolUse": [
      { "command": "[ ! -x \\"/opt/my tools/memory\\" ] || exec \\"/opt/my tools/memory\\" hook cursor postToolUse --by-init", "timeout": 5, "matcher": "Shell|Write|StrReplace|EditNotebook|Delete" }
    ]
  }
}
`,
  );
});

test("a text is one word of a shell, whatever quotes it holds", () => {
  assert.equal(shellWord({ platform: "linux" }, "it's $(id) ’"), "'it'\\''s $(id) ’'");
  // PowerShell takes each of these for a quote.
  assert.equal(shellWord({ platform: "win32" }, "a'b‘c’d‚e‛f"), "'a''b‘‘c’’d‚‚e‛‛f'");
  const execPath = "C:\\a“b”c„ $x\\memory.exe";
  assert.equal(binaryCommand({ execPath, platform: "win32" }), '& "C:\\a`“b`”c`„ `$x\\memory.exe"');
  assert.equal(binaryOf(hookCommand({ execPath, platform: "win32" }, "claude", "Stop")), execPath);
});

test("the binary is named so that a shell takes its path as it is", () => {
  assert.equal(binaryCommand({ execPath: "/a b/$x`y", platform: "darwin" }), '"/a b/\\$x\\`y"');
  assert.equal(
    hookCommand({ execPath: "C:\\Program Files\\memory.exe", platform: "win32" }, "cursor", "stop"),
    'try { & "C:\\Program Files\\memory.exe" hook cursor stop --by-init } catch { exit 0 }',
  );
  for (const [execPath, platform] of [["/opt/my tools/memory", "linux"], ["C:\\a b\\memory.exe", "win32"]] as const) {
    const command = hookCommand({ execPath, platform }, "claude", "Stop");
    // As earlier versions wrote it.
    const bare = command.replace(/^\[ .* exec |^try \{ /, "").replace(/ \} catch .*$/, "");
    assert.notEqual(bare, command);
    for (const each of [command, bare]) assert.deepEqual([isOurCommand(each), binaryOf(each)], [true, execPath]);
  }
  for (const other of ["./stop.sh", "memory hook cursor stop", "", undefined, 7]) assert.ok(!isOurCommand(other));
});
