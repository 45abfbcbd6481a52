/** Sessions in which the person wishes that something be not saved, and the files that hold it all the same. */
import { appendFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Box, Json } from "../box.ts";

/** Every text that is not to be saved holds this word, and no file may hold it afterwards. */
export const WORD = "zebrafish";

/** A client's session with a transcript that grows with it. */
export function session(box: Box, agent: "cursor" | "claude", id: string, file = `${WORD}.py`) {
  const transcript = join(box.home, `${id}.jsonl`);
  appendFileSync(transcript, "");
  const names = agent === "cursor"
    ? { start: "sessionStart", prompt: "beforeSubmitPrompt", stop: "stop", compact: "preCompact", end: "sessionEnd" }
    : {
      start: "SessionStart",
      prompt: "UserPromptSubmit",
      stop: "Stop",
      compact: "PreCompact",
      end: "SessionEnd",
    };
  let turn = 0;
  return {
    hook(event: keyof typeof names, more: object = {}): Promise<Json> {
      if (event === "prompt") turn++;
      const common = { session_id: id, transcript_path: transcript, hook_event_name: names[event], ...more };
      return box.hook(
        agent,
        names[event],
        agent === "cursor"
          ? {
            ...common,
            conversation_id: id,
            generation_id: event === "end" ? "" : `${id}-${turn}`,
            cursor_version: "3.21.4",
            workspace_roots: [box.project],
            ...(event === "stop" ? { status: "completed", loop_count: 0 } : {}),
          }
          : { ...common, cwd: box.project, prompt_id: `${id}-${turn}` },
      );
    },
    /** Adds a turn to the transcript: the person's text, and the agent's commands or its change of a file. */
    says(text: string, ...commands: string[]) {
      const tools = commands.length === 0
        ? [{ type: "tool_use", id: "t1", name: "Write", input: { path: file, file_path: file } }]
        : commands.map((command, at) => ({ type: "tool_use", id: `t${at}`, name: "Bash", input: { command } }));
      const answer = [{ type: "text", text: `Done with ${file}.` }, ...tools];
      const timestamp = new Date().toISOString();
      const lines = agent === "cursor"
        ? [
          { role: "user", message: { content: [{ type: "text", text: `<user_query>\n${text}\n</user_query>` }] } },
          { role: "assistant", message: { content: answer } },
        ]
        : [
          { type: "user", timestamp, message: { role: "user", content: text } },
          { type: "assistant", timestamp, message: { role: "assistant", content: answer } },
        ];
      appendFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    },
  };
}

/** The files of the project and of its home that hold the word. */
export function filesWithWord(box: Box): string[] {
  return [box.project, join(box.home, ".memory")].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  ).filter((path) => statSync(path).isFile() && readFileSync(path).includes(WORD));
}
