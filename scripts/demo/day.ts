/**
 * The Monday of the README and the morning after it, in either language: what the person says, what Cursor tells its
 * hooks, what the agent saves. What is said stands in day.tsv, beside the words of the demonstration.
 *
 * The hook payloads have the fields that Cursor sends, with contents of our own.
 */
import type { Language } from "../../src/sentence.ts";
import { textsOfRoom, type Values } from "../../src/wording.ts";
import DAY from "./day.tsv" with { type: "text" };

/** One thing that happens. */
export type Step =
  | { readonly at: string; readonly hook: string; readonly fields?: Readonly<Record<string, unknown>> }
  | { readonly at: string; readonly says: string }
  | { readonly at: string; readonly agent: readonly string[] };

/** A conversation from its start to its end. */
export interface Session {
  readonly title: string;
  readonly id: string;
  readonly steps: readonly Step[];
}

export type Story = ReturnType<typeof storyIn>;

const DONE = { status: "completed", loop_count: 0, input_tokens: 48210, output_tokens: 2150 };
const WINDOW_CLOSED = { reason: "window_close", duration_ms: 10_260_000, final_status: "none" };

const { said } = textsOfRoom(DAY);

/** The story in a language: two days, what is searched for at the end, and the words of the demonstration. */
export function storyIn(lang: Language) {
  const say = (name: string, values?: Values) => said(name, values)[lang];
  const summary = ["topic", "summary", "todo"].map((name) => `--${name}=${say(name)}`);
  const monday: readonly Step[] = [
    { at: "09:05", hook: "sessionStart" },
    { at: "09:06", says: say("rule") },
    { at: "09:06", agent: ["fact", "--type=O", `--content=${say("saved")}`] },
    { at: "09:10", says: say("problem") },
    { at: "10:52", agent: ["fact", "--type=W", `--entities=${say("names")}`, `--content=${say("cause")}`] },
    { at: "11:55", says: say("goodbye") },
    { at: "11:56", hook: "stop", fields: DONE },
    { at: "11:56", agent: ["summary", "--source=stop", ...summary] },
    { at: "11:57", hook: "stop", fields: { ...DONE, loop_count: 1 } },
    { at: "11:57", hook: "sessionEnd", fields: WINDOW_CLOSED },
  ];
  const tuesday: readonly Step[] = [
    { at: "09:01", hook: "sessionStart" },
    { at: "09:02", says: say("question") },
  ];
  const sessions: readonly Session[] = [
    { title: say("monday"), id: "5b0c8f0e-7f5e-4a52-9a34-2f6d8a1c0e11", steps: monday },
    { title: say("tuesday"), id: "e8f3b6a0-91d7-4c0e-b1b5-7d2f5c3a7733", steps: tuesday },
  ];
  return { sessions, searches: [say("search_1"), say("search_2")], say };
}
