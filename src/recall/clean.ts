/**
 * In: what an agent is about to be told. Out: the same without secrets. A record is redacted when it is saved, but a
 * person may have written one into a file by hand, and what an agent reads leaves the machine.
 *
 * @module
 */
import type { Config } from "../config/mod.ts";
import { redact } from "../records/redact.ts";
import type { Context } from "./frame.ts";

/** A context without secrets; itself where it has none. */
export function cleanContext<C extends Pick<Context, "conventions" | "notes">>(config: Privacy, context: C): C {
  const [conventions, notes] = [cleanLines(config, context.conventions), cleanLines(config, context.notes)];
  return conventions === context.conventions && notes === context.notes ? context : { ...context, conventions, notes };
}

/** A text without secrets, unless the person wants them told. */
export function cleanText({ privacy }: Privacy, text: string): string {
  return privacy.redact && text !== "" ? redact(text).text : text;
}

type Privacy = Pick<Config, "privacy">;

/** Each line is another record: what one says of a secret says nothing of the next. */
function cleanLines(config: Privacy, text: string): string {
  // To look through all lines at once takes half the time, and nearly always finds nothing.
  return cleanText(config, text) === text ? text : text.split("\n").map((line) => cleanText(config, line)).join("\n");
}
