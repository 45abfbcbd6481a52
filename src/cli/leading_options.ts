/** Options before the verb, and the words from it on: `memory --json search x` is `memory search --json x`. */
export function leadingOptions(words: readonly string[]): { before: string[]; after: string[] } {
  let at = 0;
  for (; words[at]?.startsWith("-"); at++) {
    if (words[at] === "--project-path" || words[at] === "--layer") at++;
  }
  return { before: words.slice(0, at), after: words.slice(at) };
}
