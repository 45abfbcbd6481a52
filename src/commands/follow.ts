/** After a switch or a setting is changed: the installed texts follow it, and a result names those that did not. */
import type { Style } from "../cli/terminal.ts";
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import { refreshTexts } from "../setup/texts.ts";
import { logOf, type Memory } from "../store/memory.ts";
import { said } from "./words.ts";

/** Installed texts that were changed by hand. They stay, and may still order an agent to save. */
export interface Left {
  readonly texts_left?: readonly string[];
}

/** Has the installed texts follow changed settings. A failure only warns: the start of the next session tries again. */
export function followSwitches(memory: Memory): Left {
  try {
    const left = refreshTexts(memory);
    return left.length > 0 ? { texts_left: left } : {};
  } catch (error) {
    const { runtime, config, project, global } = memory;
    const reason = reasonOf(error);
    runtime.warn?.(said("texts_not_followed", { reason }), languageOf(runtime, config));
    const store = project ?? global;
    if (store) logOf(memory, store).warning("The texts are not refreshed", { reason });
    return {};
  }
}

/** The line about texts that were left alone. */
export function leftText(texts: readonly string[] = [], style: Style): string {
  return texts.length === 0 ? "" : style.yellow(said("texts_left", { files: texts.join(", ") }));
}
