/** The files of a conversation in Codex, which begins a new one wherever the person goes back. */
import { asObject } from "../json.ts";
import { count, object, objectIn, text } from "./payload.ts";

/** Such a file bears two ids: that of the session, and one of its own. */
const PART = /[0-9a-f]{12}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/;

/** Whether the name of a transcript says that it goes on from another file. */
export function goesOn(transcript: string): boolean {
  return PART.test(transcript);
}

/** The file from which a transcript goes on, as its first line tells: the end of that file's name, and the byte. */
export function goesOnFrom(firstLine: string): { readonly ending: string; readonly end: number } | undefined {
  const base = object(object(asObject(objectIn(firstLine)) ?? {}, "payload"), "history_base");
  const [id, end] = [text(base, "thread_id"), count(base, "end_byte_offset")];
  return id === undefined || end === undefined ? undefined : { ending: `${id}.jsonl`, end };
}
