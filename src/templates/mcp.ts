/** The instructions of the tools that `memory mcp` serves. */
import type { Language } from "../sentence.ts";
import { fill, type Switches } from "./fill.ts";
import en from "./en/mcp.md" with { type: "text" };
import zh from "./zh/mcp.md" with { type: "text" };

/** How an agent uses these tools, as the settings let it. */
export function mcpText(language: Language, switches: Switches): string {
  return fill({ en, zh }[language], {}, switches);
}
