/** A memory that has something to start a session with, and a project that is set up for Cursor. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { factLine, type HookBox } from "../hooks_box.ts";

/** The rule file that holds the start context for Cursor. */
export const RULE = ".cursor/rules/memory-context.mdc";

/** A memory with one record for each part of a start. */
export function filled(box: HookBox): HookBox {
  box.write("MEMORY.md", "# Core memory\n\n## Preferences\n\n- Two spaces for indentation\n");
  box.write(
    "daily/2026-02-18.jsonl",
    factLine("We cache sessions in Redis, TTL 300") + factLine("Prefer small files", { memory_type: "O" }),
  );
  box.write(
    "sessions.jsonl",
    `${
      JSON.stringify({
        id: "sum-090000000-aaaa",
        session_id: "earlier",
        topic: "Cache",
        summary: "Moved the cache to Redis.",
        decisions: ["TTL is 300"],
        todos: ["Measure hit rate"],
        tags: [],
        timestamp: "2026-02-18T09:30:00.000Z",
        source: "stop",
      })
    }\n`,
  );
  return box;
}

/** Gives a project Cursor's two rule files. Returns the path of the one that holds the start context. */
export function forCursor(box: HookBox): string {
  mkdirSync(join(box.project, ".cursor", "rules"), { recursive: true });
  writeFileSync(join(box.project, ".cursor/rules/memory-rules.mdc"), "---\nalwaysApply: true\n---\n");
  writeFileSync(join(box.project, RULE), "");
  return join(box.project, RULE);
}
