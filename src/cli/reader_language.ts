/** The language of a verb's result for a person: the one set for the place, else that of the locale. */
import { languageOf, loadConfig } from "../config/mod.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import { openMemory } from "../store/memory.ts";

/** Never throws: where no memory can be opened, the person's own settings count. */
export function readerLanguage(runtime: Runtime, projectPath: string | undefined): Language {
  try {
    return languageOf(runtime, openMemory(runtime, { projectPath }).config);
  } catch {
    return languageOf(runtime, loadConfig(runtime).config);
  }
}
