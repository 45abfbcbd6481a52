/** Keeps what was deleted or changed from living on in the rule that Cursor loads with every request. */
import { languageOf } from "../config/mod.ts";
import { reasonOf } from "../errors.ts";
import { readText } from "../files.ts";
import { openLog } from "../log.ts";
import { compare } from "../recall/compare.ts";
import { fitting } from "../recall/fitting.ts";
import { gatherStart } from "../recall/gather.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { clearRuleFile, ruleFileOf, writeRuleFile } from "../recall/rule_file.ts";
import { settleAtOnce } from "../recall/settle.ts";
import { disabledReason, type Memory } from "../store/memory.ts";

/** The longest that a change waits for it. The next session start brings the file up to date anyway. */
const DEADLINE_MS = 2_000;

/** Rewrites the rule file, unless it is empty, which is the hooks' decision. Never fails. */
export function refreshRuleFile(memory: Memory): void {
  const { runtime, config } = memory;
  try {
    const path = ruleFileOf(memory);
    if (path === undefined || !readText(runtime.files, path)?.includes("alwaysApply: true")) return;
    // Memory was switched off since a hook wrote it: what is purged now must not stay there.
    if (disabledReason(memory)) return clearRuleFile(memory);
    const readers = openReaders(memory, { deadlineMs: DEADLINE_MS });
    try {
      const material = settleAtOnce(gatherStart(memory, readers), compare, readers[0]?.index);
      writeRuleFile(memory, fitting(material, config.context.start_tokens, languageOf(runtime, config)));
    } finally {
      closeReaders(readers);
    }
  } catch (error) {
    if (memory.project !== undefined) {
      openLog(runtime, memory.project, config.log.level).warning("The rule file is not refreshed", {
        reason: reasonOf(error),
      });
    }
  }
}
