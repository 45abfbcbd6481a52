/** Every request of our hooks to an agent begins with one of these (templates/). */
const OWN_REQUESTS = ["[Session Save]", "[Memory Flush]"];

/** Whether a prompt is such a request, which a client hands back to us, and not the person's words. */
export function isOwnRequest(prompt: string): boolean {
  const text = prompt.trimStart();
  return OWN_REQUESTS.some((start) => text.startsWith(start));
}
