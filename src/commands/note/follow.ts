/** What follows a change of notes that somebody decided: vectors in the background, the rule file that an agent reads. */
import { vectorsFollow } from "../../capture/vectors.ts";
import type { Layer } from "../../records/mod.ts";
import type { Memory } from "../../store/memory.ts";
import { refreshRuleFile } from "../../upkeep/rule_file.ts";

export function follow(memory: Memory, layer: Layer): void {
  vectorsFollow(memory, layer);
  refreshRuleFile(memory);
}
