/** `memory note show` */
import { required, text } from "../../cli/args.ts";
import { defineCommand, ok } from "../../cli/command.ts";
import type { Note } from "../../notes/note.ts";
import { openMemory } from "../../store/memory.ts";
import { existingInLayers } from "./find.ts";

export const noteShow = defineCommand({
  name: "note show",
  summary: { en: "Print one curated note", zh: "显示一篇笔记" },
  examples: ["memory note show MEM-api-error-format", "memory note show MEM-001 --json"],
  args: {},
  operands: { id: required(text({ en: "The note", zh: "笔记" }, "MEM-…")) },
  output: "text",
  run({ runtime, operands, projectPath, layer }) {
    const { store, note } = existingInLayers(openMemory(runtime, { projectPath }), operands.id, layer);
    const { body: _, path, ...fields } = note;
    return ok({ ...snakeCase(fields), file: path, layer: store.layer });
  },
  render: ({ text }: Pick<Note, "text">) => text.endsWith("\n") ? text : `${text}\n`,
});

/** Our JSON has snake_case names. */
function snakeCase(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, value],
    ) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}
