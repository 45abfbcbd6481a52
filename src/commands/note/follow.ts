import { vectorsFollow } from "../../capture/vectors.ts";
import type { Layer } from "../../records/mod.ts";
import type { Memory } from "../../store/memory.ts";
import { refreshRuleFile } from "../../upkeep/rule_file.ts";

/** Lets follow what a change of notes brings: vectors, in the background, and the rule file that the agent reads. */
export function follow(memory: Memory, layer: Layer): void {
  vectorsFollow(memory, layer);
  refreshRuleFile(memory);
}
