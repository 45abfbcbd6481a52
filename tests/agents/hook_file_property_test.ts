/** Hook files as no person writes them and as every person might: any layout, any comments, any other hooks. */
import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { createScanner, parse } from "jsonc-parser";
import { type Agent, AGENTS } from "../../src/agents/event.ts";
import { withHooks, withoutHooks } from "../../src/agents/hook_file.ts";
import { SETUPS, wantedHooks } from "../../src/agents/setup.ts";

const here = { execPath: "/opt/memory", platform: "linux" } as const;

/** White space and comments between two signs. */
const gap = fc.array(
  fc.constantFrom(" ", "\n", "\n  ", "\n\t", "\r\n    ", "/* c */", "// line\n", '/* { "hooks": [ */', "// }\n"),
  { maxLength: 3 },
).map((parts) => parts.join(""));

const scalar = fc.oneof(
  fc.constantFrom('"x"', '"a // no comment"', '"{\\"b\\": 1}"', "true", "null", "-1.5e3", '"中文"', '"\\u00e9"'),
  fc.integer().map(String),
);

function list(items: fc.Arbitrary<string>, [open, close]: readonly [string, string]): fc.Arbitrary<string> {
  return fc.tuple(fc.array(fc.tuple(gap, items, gap), { maxLength: 3 }), gap, fc.boolean()).map(
    ([parts, rest, comma]) => {
      const inner = parts.map(([before, item, after]) => before + item + after).join(",");
      return open + inner + (comma && parts.length > 0 ? "," : "") + rest + close;
    },
  );
}

const property = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc.tuple(name, gap, gap, value).map(([key, before, after, text]) => `"${key}"${before}:${after}${text}`);

const entry = list(property(fc.constantFrom("command", "timeout", "matcher", "type"), scalar), ["{", "}"]);
const group = list(property(fc.constantFrom("hooks", "x"), list(entry, ["[", "]"])), ["{", "}"]);

/** Names that are different, so that no reader drops one of two. */
function object(names: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(
    fc.subarray([...names]),
    fc.array(fc.tuple(value, gap, gap), { minLength: names.length }),
    gap,
    fc.boolean(),
  )
    .map(([chosen, values, rest, comma]) => {
      const parts = chosen.map((name, index) => {
        const [text, before, after] = values[index] ?? ["[]", "", ""];
        return `${before}"${name}"${after}: ${text}`;
      });
      return `{${parts.join(",")}${comma && parts.length > 0 ? "," : ""}${rest}}`;
    });
}

function file(events: readonly string[], item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const hooks = object(events, list(item, ["[", "]"]));
  return fc.tuple(gap, hooks, gap, fc.boolean(), fc.constantFrom("", "\ufeff")).map(([before, text, after, has, bom]) =>
    `${bom}${before}{${before}"version": 1${has ? `,${after}"hooks":${before}${text}` : ""}${after}}${after}`
  );
}

const read = (text: string) => parse(text.replace(/^\ufeff/, ""), [], { allowTrailingComma: true });

/** The comments, in order. */
function comments(text: string): string[] {
  const scanner = createScanner(text, false);
  const found: string[] = [];
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const token = text.slice(scanner.getTokenOffset(), scanner.getPosition()).trim();
    if (token.startsWith("/")) found.push(token);
  }
  return found;
}

/**
 * Without the blanks of empty lists and objects: one that had to be opened may be closed with others. A file that
 * nobody changed in the meantime gets its own bytes back (setup/hook_changes.ts).
 */
const withoutBlanks = (text: string) => text.replace(/([[{])\s+(?=[\]}])/g, "$1");

/** A comment in an empty list may be left on another line. */
function hasOpenPlace(text: string): boolean {
  const empty = /[[{]((?:\s|\/\*.*?\*\/|\/\/[^\n]*\n)*)[\]}]/g;
  return [...text.matchAll(empty)].some(([, inner = ""]) => inner.includes("\n") && inner.includes("/"));
}

/** For each client an event of ours, one of its others, and one that nobody knows. */
const EVENTS: Readonly<Record<Agent, readonly string[]>> = {
  cursor: ["stop", "sessionStart", "afterFileEdit"],
  claude: ["Stop", "Foo"],
  codex: ["SessionStart", "PostToolUse", "Foo"],
  gemini: ["AfterAgent", "BeforeTool", "Foo"],
  qwen: ["SessionStart", "UserPromptSubmit", "Stop", "Notification"],
  copilot: ["sessionStart", "userPromptSubmitted", "agentStop", "preToolUse"],
};

for (const agent of AGENTS) {
  const { shape } = SETUPS[agent];
  const wanted = wantedHooks(agent, here);
  const arbitrary = file(EVENTS[agent], shape === "grouped" ? group : entry);

  test(`${agent}: whatever a hook file looks like, ours are added once, nothing of it is lost, and removal undoes it`, () => {
    fc.assert(
      fc.property(arbitrary, (original) => {
        const text = withHooks(original, agent, wanted);
        assert.ok(typeof text === "string");
        assert.deepEqual(comments(text), comments(original));
        const [before, after] = [read(original), read(text)];
        for (const [event, items] of Object.entries(before.hooks ?? {})) {
          assert.deepEqual(after.hooks[event].slice(0, (items as unknown[]).length), items);
        }
        for (const { event } of wanted) {
          assert.ok(JSON.stringify(after.hooks[event]).includes(`hook ${agent} ${event}`));
        }
        assert.equal(withHooks(text, agent, wanted), text);
        const back = withoutHooks(text, agent, original);
        assert.ok(typeof back === "string");
        assert.deepEqual(read(back), before);
        assert.deepEqual(comments(back), comments(original));
        if (!hasOpenPlace(original)) assert.equal(withoutBlanks(back), withoutBlanks(original));
      }),
      { numRuns: 200 },
    );
  });
}
