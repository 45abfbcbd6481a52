/** A guess at the kind of a fact whose author did not say. */
import type { MemoryType } from "./mod.ts";

/** Words that the Python original read as preference or rule, and their English kin. */
const OPINION =
  /偏好|习惯|喜欢|风格|不要|必须|禁止|规范|约定|规则|一律|优先|\b(?:prefers?|preference|always|never|must(?: not)?|convention|style guide|do not|don't|avoid)\b/i;
const BACKGROUND =
  /项目结构|技术栈|子项目|工作区|仓库|架构概览|模块组成|\b(?:repository|monorepo|tech stack|codebase|project structure|workspace|directory layout)\b/i;

/** O for a preference or rule, B for background of the project, else W. S is only ever given by name. */
export function inferMemoryType(content: string): Exclude<MemoryType, "S"> {
  return OPINION.test(content) ? "O" : BACKGROUND.test(content) ? "B" : "W";
}
