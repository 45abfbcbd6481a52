/**
 * What is played with each real client, and what must be seen. Each scenario has a stage of its own. The checks look at
 * what the model was asked, at what the client printed or showed, and at what memory holds afterwards.
 */
import { CONVERSATIONS } from "./conversations.ts";
import { PROMPTS } from "./one_prompt.ts";
import type { Scenario } from "./played.ts";

export const SCENARIOS: readonly Scenario[] = [...PROMPTS, ...CONVERSATIONS];
