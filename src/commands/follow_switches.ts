/** Lets the installed rules and skills follow a change of what memory does by itself. */
import type { Style } from "../cli/command.ts";
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import { refreshTexts } from "../setup/texts.ts";
import type { Memory } from "../store/memory.ts";

/**
 * Writes the texts anew where the settings in force want it. A failure is told and logged: the setting is changed
 * already, and the next session's start tries again.
 *
 * @param memory as it is after the change
 * @returns the texts that somebody has changed, which stay as they are
 */
export function followSwitches(memory: Memory): readonly string[] {
  try {
    return refreshTexts(memory);
  } catch (error) {
    const { runtime, config, project, global } = memory;
    const reason = reasonOf(error);
    runtime.warn?.({
      en: `The installed rules and skills could not follow: ${reason}`,
      zh: `已安装的规则和 skill 未能跟着改：${reason}`,
    }, languageOf(runtime, config));
    const store = project ?? global;
    if (store !== undefined) {
      openLog(runtime, store, config.log.level).warning("The texts are not refreshed", { reason });
    }
    return [];
  }
}

/** The texts that were left alone, for a person. */
export function leftText(texts: readonly string[] | undefined, style: Style): string {
  if (texts === undefined || texts.length === 0) return "";
  const files = texts.join(", ");
  return style.yellow(style.say({
    en: `! Changed by hand, so left as it is; look whether it still orders what is switched off: ${files}\n`,
    zh: `! 手工改过，所以没有动；请看看它是否还在要求已关闭的事：${files}\n`,
  }));
}
