/** Why something was not saved, for a person: what JSON says as a code reads as words. */
import type { Style } from "../cli/command.ts";
import { same, type Sentence } from "../sentence.ts";

/** The codes of `saveGate`. */
const CODES: Readonly<Record<string, Sentence>> = {
  memory_disabled: {
    en: "memory is switched off, `memory enable` switches it on",
    zh: "记忆已关闭，用 `memory enable` 打开",
  },
  auto_save_off: { en: "auto_save is false", zh: "auto_save 为 false" },
  session_not_saved: { en: "this session is not to be saved", zh: "这个会话不保存" },
};

/** The reason behind its colon; empty without one. */
export function becauseOf(reason: string | Sentence | undefined, { say }: Style): string {
  if (reason === undefined) return "";
  const told = typeof reason === "string" ? CODES[reason] ?? same(reason) : reason;
  return say({ en: `: ${told.en}`, zh: `：${told.zh}` });
}
