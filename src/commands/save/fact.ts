/** `memory save fact` */
import { saveFacts } from "../../capture/fact.ts";
import { vectorsFollow } from "../../capture/vectors.ts";
import { choice, decimal, list, name, required, text, texts } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import { MEMORY_TYPES } from "../../records/mod.ts";
import { openMemory } from "../../store/memory.ts";
import { renderSaved } from "./render.ts";

export const saveFact = defineCommand({
  name: "save fact",
  summary: "Remember one fact, decision or preference",
  about: `W is a decision or fact of the world, B background of the project, O an opinion, preference or rule,
S a stage of the work. Without --type the wording decides. What is true of the person and not of
the project belongs to --layer global.`,
  examples: [
    `memory save fact --content "Redis caches sessions, TTL 300 s" --type W --entities Redis`,
    `memory save fact --content "用户偏好 TypeScript 与函数式风格" --type O --layer global`,
  ],
  args: {
    content: required(text("What to remember, one sentence")),
    type: choice("Kind of fact", MEMORY_TYPES),
    entities: list("Names it is about"),
    tag: texts("A tag", "T"),
    confidence: decimal("How sure, 0–1", 0, 1),
    session: name("The session it comes from"),
    supersedes: text("The record that this one replaces", "ID"),
  },
  run({ runtime, args, projectPath, layer }) {
    const { content, type, entities, tag, confidence, session, supersedes } = args;
    const memory = openMemory(runtime, { projectPath });
    const fact = { content, memoryType: type, entities, tags: tag, confidence, session, supersedes };
    const [saved] = saveFacts(memory, [fact], layer);
    vectorsFollow(memory, layer);
    return ok(saved);
  },
  render: renderSaved,
});
