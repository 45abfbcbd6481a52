/** Finds what our hooks told an agent outside of frames (templates/, answers.tsv) in prompts and transcripts. */
import { holdsAny } from "../text/patterns.ts";
import { stripFrames } from "../recall/frame.ts";

/** Every request of our hooks to an agent begins with one of these. */
const OWN_REQUESTS = ["[Session Save]", "[Memory Flush]"];

/** Whether a prompt is one of our requests, handed back by the client, and not the person's words. */
export function isOwnRequest(prompt: string): boolean {
  const text = prompt.trimStart();
  return OWN_REQUESTS.some((start) => text.startsWith(start));
}

const MARKS = ["[Memory Flush]", "[memory] ", "A long-term memory can be called", "shell 里"];

/** The pattern of all such texts; made only for a text that holds a mark, since most prompts hold none. */
function said(): RegExp {
  const brief = String
    .raw`(?:A long-term memory can be called in the shell[:.] |shell 里有(?:一个)?长期记忆：|用 shell 里的长期记忆，不用 )`;
  const ways = [
    String
      .raw`\[Memory Flush\] [\s\S]*?(?:Tell the user in one clause\.|对用户一句带过。|Say nothing of this to the user\.|不要对用户提起这件事。)`,
    String
      .raw`\[memory\] (?:The user |This may hold |This could not be noted |This states |If this asks |If memory is meant|An order to memory |Once the to-do |Memory is switched |The same failure |The index of |\d+ lines? of |Probably outdated,|\`auto_|用户(?:要|可能|说|贴)|这里可能有|这个要求没能写进磁盘|这里说的是|如果这里|如果指的|待办“|记忆现已|同样的失败|记忆较多，|可能已过时，|记忆的设置|记忆的 ).*$`,
    // The text of templates/*/rules.mdc, by its first words and its last, the skill's name. Transcripts hold earlier
    // wordings with the same beginning and end: a template that is edited keeps both, or they are added here.
    String.raw`${brief}[^]*?long-term-memory.?[.。]`,
  ];
  return new RegExp(`^(?:${ways.join("|")})`, "gm");
}

/** A text without what our hooks said to the agent beside it; empty when it is one of our requests. */
export function withoutRequests(text: string): string {
  const rest = holdsAny(text, MARKS) ? text.replace(said(), "").trim() : text;
  return isOwnRequest(rest) ? "" : rest;
}

/** The person's own words in a prompt. Frames are taken out first: the end of a cut frame would pass for such words. */
export function personsWords(prompt: string): string {
  return withoutRequests(stripFrames(prompt));
}
