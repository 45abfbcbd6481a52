import { test } from "node:test";
import assert from "node:assert/strict";
import { GLOBAL_ARGS, optionName } from "../src/cli/command.ts";
import { entryOf } from "../src/cli/table.ts";
import { readPayloads } from "../src/notes/payload.ts";
import { agentFiles } from "../src/templates/files.ts";

const MEMORY = '"/opt/memory"';
const LANGUAGES = ["en", "zh"] as const;
/** The verbs whose texts are held to the command table here. */
const HELD = /^(note|retrieve|save)\b/;

test("every note, retrieve and save command that a text tells an agent to call exists with these options", async () => {
  let seen = 0;
  for (const language of LANGUAGES) {
    for (const { file, text } of agentFiles(language, MEMORY)) {
      for (const [, call = ""] of text.matchAll(/"\/opt\/memory" ([^`\n]+)/g)) {
        if (!HELD.test(call)) continue;
        const words = call.split(/\s+/);
        const entry = entryOf(words.slice(0, 2).join(" ")) ?? entryOf(words[0] ?? "");
        // The verb may not be there yet while its room is being built.
        if (!entry && words[0] === "retrieve") continue;
        assert.ok(entry, `${language} ${file}: ${call}`);
        const known = Object.keys({ ...GLOBAL_ARGS, ...(await entry.load()).args }).map(optionName);
        for (const option of call.match(/--[a-z-]+/g) ?? []) assert.ok(known.includes(option), `${file}: ${call}`);
        seen++;
      }
    }
  }
  assert.ok(seen >= 8);
});

test("the payload that taste-recognition shows is one that the binary takes", () => {
  for (const language of LANGUAGES) {
    const skill = agentFiles(language, MEMORY).find(({ file }) => file.includes("taste-recognition"))?.text ?? "";
    const example = /```json\n([\s\S]*?)```/.exec(skill)?.[1] ?? "";
    assert.equal(readPayloads(JSON.parse(example)).length, 1, language);
    const score = /"score": (\{[^}]+\})/.exec(skill)?.[1] ?? "";
    assert.equal(readPayloads({ ...JSON.parse(example), score: JSON.parse(score) }).length, 1, language);
  }
});

test("the subagent comes from payloads to notes in two calls, however many payloads there are", () => {
  for (const language of LANGUAGES) {
    const agent = agentFiles(language, MEMORY).find(({ file }) => file === "agents/lingxi-memory.md")?.text ?? "";
    const calls = [...agent.matchAll(/^ +"\/opt\/memory" (note \w+)/gm)].map(([, verb]) => verb);
    assert.deepEqual(calls, ["note propose", "note add"], language);
  }
});
