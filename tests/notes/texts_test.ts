/** The code accepts the payloads that the skills show to agents. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { readPayloads } from "../../src/notes/payload.ts";
import { SETUPS } from "../../src/agents/setup.ts";
import { agentFiles } from "../../src/templates/files.ts";

const MEMORY = '"/opt/memory"';
const LANGUAGES = ["en", "zh"] as const;

test("the binary accepts the payload that taste-recognition shows", () => {
  for (const language of LANGUAGES) {
    const skill = agentFiles(SETUPS.cursor.texts, language, MEMORY).find(({ file }) =>
      file.includes("taste-recognition")
    )?.text ?? "";
    const example = /```json\n([\s\S]*?)```/.exec(skill)?.[1] ?? "";
    assert.equal(readPayloads(JSON.parse(example)).length, 1, language);
    const score = /"score": (\{[^}]+\})/.exec(skill)?.[1] ?? "";
    assert.equal(readPayloads({ ...JSON.parse(example), score: JSON.parse(score) }).length, 1, language);
  }
});

test("the subagent needs two calls from payloads to notes for any number of payloads", () => {
  for (const language of LANGUAGES) {
    const agent = agentFiles(SETUPS.cursor.texts, language, MEMORY).find(({ file }) =>
      file === ".cursor/agents/lingxi-memory.md"
    )?.text ?? "";
    const calls = [...agent.matchAll(/^ +"\/opt\/memory" (note \w+)/gm)].map(([, verb]) => verb);
    assert.deepEqual(calls, ["note propose", "note add"], language);
  }
});
