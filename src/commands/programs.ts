/** `memory hook`, `mcp`, `intent` and `retrieve`: verbs that programs call, clients and other tools. */
import { AGENTS } from "../agents/event.ts";
import { choice, required, severalTexts, text } from "../cli/args.ts";
import { defineCommand, ok, PRINTED } from "../cli/command.ts";
import type { Style } from "../cli/terminal.ts";
import { languageOf } from "../config/mod.ts";
import { identifyIntent, type Intent, isSocial } from "../prompt/intent.ts";
import { remind, type Reminder, reminderLines } from "../recall/reminders.ts";
import { logRetrieval, queryForLog } from "../recall/retrieval_log.ts";
import { inResult } from "../sentence.ts";
import { disabledReason, logOf, memoryIsOff } from "../store/memory.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

/** Only help and completion read this declaration: `runCli` answers every call of a hook before it looks for a verb. */
export const hook = defineCommand({
  operands: { agent: required(choice(AGENTS)), event: required(text("EVENT")) },
  output: "text",
  run: () => PRINTED,
});

/** The same holds for this one. */
export const mcp = defineCommand({ output: "text", run: () => PRINTED });

export const intent = defineCommand({
  args: { newSession: choice(["true", "false"]) },
  operands: { prompt: required(severalTexts("PROMPT")) },
  output: "bare",
  run({ runtime, memory: { config }, args, operands, forPerson }) {
    return ok(
      identifyIntent(operands.prompt.join(" "), {
        newSession: args.newSession !== "false",
        more: config.intent.signals,
        language: forPerson ? languageOf(runtime, config) : "en",
      }),
      intentText,
    );
  },
});

function intentText(verdict: Intent, { bold, dim, say }: Style): string {
  const { should_retrieve, should_save, action, intent_type, confidence, reason } = verdict;
  const does = named([...should_retrieve ? [said("recall")] : [], ...should_save ? [said("save")] : []]);
  const told = say(does) || say(said("neither_recall_nor_save"));
  return `${bold(intent_type)}${action ? ` ${action}` : ""} ${dim(`(${confidence})`)}  ${told}\n${reason}\n`;
}

export const retrieve = defineCommand({
  operands: { query: required(severalTexts("QUERY")) },
  output: "bare text",
  async run({ runtime, memory, stores, operands, note, forPerson }) {
    const query = operands.query.join(" ").trim();
    const off = disabledReason(memory);
    if (off !== undefined) {
      note(memoryIsOff(off));
      return ok({ matches: [], method: "fts", degraded: inResult(memoryIsOff(off)) }, retrieveText, false);
    }
    if (query === "" || isSocial(query)) return ok({ matches: [], method: "fts" }, retrieveText, forPerson);
    const started = runtime.now().getTime();
    const found = await remind(memory, stores, query);
    const chosen = found.matches.map(({ id }) => id);
    logRetrieval(logOf(memory, stores[0]), {
      session: "",
      trigger: "command",
      query: await queryForLog(query),
      tokens: 0,
      candidates: chosen.length,
      chosen,
      ms: runtime.now().getTime() - started,
    });
    return ok(found, retrieveText, forPerson);
  },
});

/** Without a match an agent gets no text at all; a person at a terminal is told that there is none. */
function retrieveText({ matches }: { matches: readonly Reminder[] }, { say }: Style, forPerson: boolean): string {
  if (matches.length === 0 && forPerson) return say(said("no_note_fits"));
  const marks = { others: say(said("others_weigh")), outdated: say(said("outdated_by")) };
  return reminderLines(matches, marks).map((line) => `${line}\n`).join("");
}
