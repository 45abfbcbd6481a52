/** Requests of ours that come back to us as prompts. */

/** Every request begins with one of these (templates/). */
const OWN_REQUESTS = ["[Session Save]", "[Memory Flush]"];

/** Whether a prompt is a request that a hook of ours made, not the person's words. */
export function isOwnRequest(prompt: string): boolean {
  const text = prompt.trimStart();
  return OWN_REQUESTS.some((start) => text.startsWith(start));
}
